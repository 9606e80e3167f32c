"""What a player can see of a table at rest: the question, the button that commits, and what the question is about."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.rest import PATIENCE

LOOK = """() => {
    const room = document.querySelector('[data-turn]').getBoundingClientRect();
    const docked = room.top > innerHeight / 2;
    const bottom = docked ? room.top : innerHeight;
    // What a board docks at the bottom of a phone lies over the rest of it.
    const dock = document.querySelector('[data-board-pane] [data-dock]');
    const covers = dock && getComputedStyle(dock).position === 'sticky';
    const low = (one) => (covers && !dock.contains(one) ? Math.min(bottom, dock.getBoundingClientRect().top) : bottom);
    const box = (one) => one.getBoundingClientRect();
    const inside = (one, lowest) => {
        const {top, bottom: end, left, right} = box(one);
        return top >= -1 && end <= lowest + 1 && left >= -1 && right <= innerWidth + 1;
    };
    const scrolls = (one) => {
        for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
            const {overflowX, overflowY} = getComputedStyle(up);
            if (overflowY === 'auto' && up.scrollHeight > up.clientHeight + 1) return true;
            if (overflowX === 'auto' && up.scrollWidth > up.clientWidth + 1) return true;
        }
        return false;
    };
    const told = (one) => one.dataset.card ?? one.dataset.element ?? one.textContent.trim().slice(0, 40);
    const asked = [...document.querySelectorAll('[data-asked]')].filter((one) => one.offsetParent !== null);
    const primary = document.querySelector('[data-primary]');
    const page = document.scrollingElement;
    return {
        question: document.querySelector('[data-question]')?.textContent.trim() ?? '',
        questionInside: inside(document.querySelector('[data-question]'), innerHeight),
        primaryInside: !primary || inside(primary, innerHeight),
        isDocked: docked,
        isToldWhole: [...document.querySelectorAll('[data-turn] .words, [data-turn] .words > p')].every(
            (one) => one.scrollHeight <= one.clientHeight + 2
        ),
        scrolls: page.scrollHeight - innerHeight,
        wide: page.scrollWidth - page.clientWidth,
        asked: asked.length,
        inView: asked.filter((one) => inside(one, low(one))).length,
        lost: asked.filter((one) => !inside(one, low(one)) && !scrolls(one)).map(told),
    };
}"""


def in_sight(page: Page) -> dict[str, Any]:
    """Fails unless a player who is asked sees all that the decision needs."""
    with suppress(TooLong):  # things that leave are gone a moment after the table rests; then something comes into view
        page.wait_for_function(
            f"() => {{ const seen = ({LOOK})(); return !seen.asked || seen.inView > 0; }}", timeout=PATIENCE
        )
    page.evaluate("document.fonts.ready")
    seen: dict[str, Any] = page.evaluate(LOOK)
    where = f"{page.url} {page.viewport_size}: {seen}"
    assert seen["question"] and seen["questionInside"], f"the question is not in view: {where}"
    assert seen["primaryInside"], f"the primary button is not in view: {where}"
    assert seen["wide"] <= 1, f"the page is wider than the window: {where}"
    assert not seen["asked"] or seen["inView"], f"nothing of what is asked about is in view: {where}"
    if not seen["isDocked"]:
        assert seen["scrolls"] <= 1, f"the page scrolls: {where}"
        assert not seen["lost"], f"what is asked about is not in view: {where}"
    return seen


SLIPPED = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const slipped = [];
    for (const one of document.querySelectorAll('[data-asked]')) {
        one.scrollIntoView({block: 'nearest', inline: 'nearest'});
        await frame();
        const {x, y, width, height} = one.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        const target = document.elementFromPoint(across, down);
        if (!target || !one.contains(target)) continue;
        const pointer = {bubbles: true, clientX: across, clientY: down, pointerType: 'mouse'};
        for (const kind of ['pointerover', 'mouseover']) target.dispatchEvent(new PointerEvent(kind, pointer));
        for (let up = target; up; up = up.parentElement)
            for (const kind of ['pointerenter', 'mouseenter'])
                up.dispatchEvent(new PointerEvent(kind, {...pointer, bubbles: false}));
        await frame();
        await frame();
        const now = document.elementFromPoint(across, down);
        if (!now || !one.contains(now)) slipped.push(one.textContent.trim().slice(0, 60));
        for (let up = target; up; up = up.parentElement)
            for (const kind of ['pointerleave', 'mouseleave'])
                up.dispatchEvent(new PointerEvent(kind, {...pointer, bubbles: false}));
    }
    return slipped;
}"""
"""Points at everything that can be picked, one after the other; what is then no longer under the pointer."""


def nothing_slips(page: Page) -> None:
    """Fails if a thing that can be picked moves away when one points at it: the press would miss it.

    What was asked may just have come into view, once: what slips, slips the second time too.
    """
    assert not page.evaluate(SLIPPED) or page.evaluate(SLIPPED) == [], f"{page.url} {page.viewport_size}"
