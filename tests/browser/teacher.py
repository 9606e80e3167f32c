"""What a pupil can see of a lesson: the teacher, the task, what it is about, and the answer to a wrong move."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.rest import PATIENCE

LAPTOPS = ((1280, 800), (1366, 650))
LOOK = """() => {
    const box = (one) => one.getBoundingClientRect();
    const dock = box(document.querySelector('[data-turn]'));
    const bottom = dock.top > innerHeight / 2 ? dock.top : innerHeight;
    const beside = document.querySelector('[data-beside]');
    const top = getComputedStyle(beside).position === 'sticky' ? box(beside).bottom : 0;
    const inside = (one, high, low) => one && box(one).top >= high - 1 && box(one).bottom <= low + 1;
    const marked = [...document.querySelectorAll('[data-board-pane] .marked')].filter((one) => one.offsetParent);
    const teacher = document.querySelector('.teacher');
    const words = teacher.querySelector('.words');
    const corner = box(words);
    const open = teacher.contains(document.elementFromPoint(corner.left + 4, corner.top + 4));
    const task = teacher.querySelector('.goal') ?? document.querySelector('[data-question]');
    return {
        teacher: open && inside(teacher, 0, bottom) && words.clientHeight > 50 && !words.scrollTop,
        task: inside(task, 0, innerHeight) && task.scrollHeight <= task.clientHeight + 2,
        marked: marked.length,
        seen: marked.filter((one) => inside(one, top, bottom)).length,
        wide: document.scrollingElement.scrollWidth - innerWidth,
    };
}"""


def taught(page: Page) -> None:
    """Fails unless teacher, task and what it is about are in sight; at a desk on two laptops. The lesson then rests."""
    page.wait_for_selector("[data-lesson][data-state=yours]", timeout=PATIENCE)
    size = page.viewport_size or {"width": 0, "height": 0}
    sizes = LAPTOPS if size["width"] > 860 else ((size["width"], size["height"]),)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        with suppress(TooLong):  # what the beat is about comes into view when the table rests
            page.wait_for_function(
                f"() => {{ const one = ({LOOK})(); return one.teacher && one.task && (one.seen || !one.marked); }}",
                timeout=PATIENCE,
            )
        seen: dict[str, Any] = page.evaluate(LOOK)
        told = page.locator(".teacher").inner_text()
        where = f"{page.url} {width} x {height}: {seen}, {told}"
        assert seen["teacher"] and seen["task"], f"teacher or task is out of sight: {where}"
        assert seen["wide"] <= 1, f"the page is wider than the window: {where}"
        assert seen["seen"] or not seen["marked"], f"what it is about is out of sight: {where}"


def wrongly(page: Page, make: Callable[[], object]) -> None:
    """A move of the page that the teacher does not want: the answer is seen at what was pressed."""

    def spoil(route: Route) -> None:
        wish = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**wish, "moves": [*wish["moves"][:-1], "nonsense"]}))

    page.route("**/lesson", spoil, times=1)
    make()
    expect(page.locator("[data-wrong]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".teacher .words .notice")).to_be_in_viewport()
