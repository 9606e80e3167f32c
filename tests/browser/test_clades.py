"""CLADES in the browser: races and tables by keys and by taps, votes, false calls, the lesson, also on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mesozoic.games.clades.lesson import LESSON
from tests.browser.conftest import FADES_NOT, OpenPage, Place, Server, fits
from tests.browser.teacher import taught, wrongly

ALONE, TABLE = 0, 2
"""How many guests there are. They look on: in real time whatever a bot does may come at the wrong moment."""
NEVER = {"stall_s": 0}
"""The host lays no card because nobody calls."""
LONG = 600_000
OPEN = ".clades[data-phase=open]"
CARDS = """() => [...document.querySelectorAll('.clades .cards [data-card], .clades .own [data-card]')].map(
    (card) => [card.dataset.card, card.getAttribute('aria-keyshortcuts') ?? ''])"""
TYPES = ("MSA", "WLA", "123", "BGR")
Card = tuple[str, str]
"""A card's name and its key."""


def third(a: str, b: str) -> str:
    """The only card that completes two."""
    return "".join(
        x if x == y else next(kind for kind in kinds if kind not in (x, y))
        for x, y, kinds in zip(a, b, TYPES, strict=True)
    )


def usable(page: Page) -> list[Card]:
    return [(name, key) for name, key in page.evaluate(CARDS)]


def find_triple(cards: list[Card]) -> list[Card] | None:
    by_name = dict(cards)
    for (a, _), (b, _) in itertools.combinations(cards, 2):
        c = third(a, b)
        if c in by_name:
            return [(name, by_name[name]) for name in (a, b, c)]
    return None


def find_false(cards: list[Card]) -> list[Card]:
    return next(
        [*three] for three in itertools.combinations(cards, 3) if third(three[0][0], three[1][0]) != three[2][0]
    )


def by_keys(page: Page, cards: list[Card]) -> None:
    for _, key in cards:
        page.keyboard.press(key)


def by_taps(page: Page, cards: list[Card]) -> None:
    for name, _ in cards:
        page.locator(f".clades [data-card='{name}']").tap()


def sit_down(open_page: OpenPage, server: Server, guests: int, options: dict[str, Any], **how: Any) -> Page:
    """Open a match in its first seat, play already begun."""
    return sit_down_with(open_page, server, guests, options, **how)[0]


def sit_down_with(
    open_page: OpenPage, server: Server, guests: int, options: dict[str, Any], **how: Any
) -> tuple[Page, list[Place]]:
    """The same, with the places of the guests."""
    if guests:
        place, others = server.open_match_with_guests("clades", guests, options={**NEVER, **options})
    else:
        place, others = server.open_match("clades", [{"kind": "me"}], options=options), []
    page = open_page(place.address, **how)
    page.wait_for_selector(OPEN)
    return page, others


def pile(page: Page, seat: int = 0) -> int:
    return int(page.inner_text(f"[data-pile='{seat}']"))


def score(page: Page) -> bool:
    """Call a triple and wait until its cards are replaced; False if there is none."""
    three = find_triple(usable(page))
    if three is None:
        return False
    scored = pile(page)
    by_keys(page, three)
    page.wait_for_function(f"() => +document.querySelector(\"[data-pile='0']\").textContent > {scored}")
    page.wait_for_selector(OPEN)
    return True


def find_ten(page: Page, call: Callable[[Page, list[Card]], None]) -> None:
    """Play a race to its end; a card more whenever there is no triple."""
    for _ in range(40):
        page.wait_for_selector(f"{OPEN}, [data-table][data-state=over]")
        if page.evaluate("document.querySelector('[data-table]').dataset.state") == "over":
            return
        before = usable(page)
        three = find_triple(before)
        if three is None:
            page.locator("[data-act=none]").click()
        else:
            call(page, three)
        page.wait_for_function(
            f"""(before) => document.querySelector('[data-table][data-state=over]')
                || (document.querySelector('{OPEN}') && ({CARDS})().join() !== before)""",
            arg=",".join(f"{name},{key}" for name, key in before),
        )


def test_a_race_by_keys(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, ALONE, {"settle_ms": 0})
    find_ten(page, by_keys)
    expect(page.locator(".watch")).to_contain_text(":")
    expect(page.get_by_role("columnheader", name="of one clade")).to_be_visible()
    expect(
        page.get_by_role("heading", name="Still possible").or_(page.get_by_text("No triple was left"))
    ).to_be_visible()


def test_a_race_by_taps_on_a_phone(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, ALONE, {"race_countdown_s": 600}, phone=True, pace="fast")
    fits(page)
    find_ten(page, by_taps)
    expect(page.get_by_role("columnheader", name="of one clade")).to_be_visible()


def test_a_call_by_three_keys_and_why_it_is_a_triple(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, TABLE, {"settle_ms": 400})
    three = find_triple(usable(page))
    assert three is not None
    by_keys(page, three[:2])
    expect(page.locator(".clades [aria-pressed=true]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".clades [aria-pressed=true]")).to_have_count(0)
    by_keys(page, three)
    expect(page.locator(".clades .last .verdict")).to_contain_text("triple")
    expect(page.locator(".clades .last tbody tr")).to_have_count(4)
    expect(page.locator(".clades .last .broken")).to_have_count(0)
    assert pile(page) in (3, 5)
    expect(page.locator(f"{OPEN} .cards [data-card]")).to_have_count(12)


def test_cards_stay_where_they_are(open_page: OpenPage, server: Server) -> None:
    where = """() => Object.fromEntries([...document.querySelectorAll('.clades [data-card]')].map(
        (card) => [card.dataset.card, [card.offsetParent.offsetLeft, card.getBoundingClientRect().left,
            card.getBoundingClientRect().top].join()]))"""
    page = sit_down(open_page, server, TABLE, {"settle_ms": 300})
    for _ in range(3):
        before = page.evaluate(where)
        if not score(page):
            break
        after = page.evaluate(where)
        for card in set(before) & set(after):
            assert before[card] == after[card], f"{card} has moved"


def test_a_false_call_says_what_broke_it_and_locks(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, TABLE, {"lock_ms": LONG})
    by_keys(page, find_false(usable(page)))
    expect(page.locator(".clades .last .verdict")).to_have_text("no triple")
    expect(page.locator(".clades .last .broken").first).to_be_visible()
    expect(page.locator("[data-question]")).to_contain_text("Locked")
    expect(page.locator("[data-seat='0']")).to_contain_text("locked")
    assert pile(page) == 0


def test_a_lock_ends(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, TABLE, {"lock_ms": 300})
    by_keys(page, find_false(usable(page)))
    expect(page.locator(".clades .last .verdict")).to_have_text("no triple")
    expect(page.locator("[data-seat='0']")).not_to_contain_text("locked")
    by_keys(page, find_triple(usable(page)) or [])
    expect(page.locator("[data-pile='0']")).not_to_have_text("0")


def test_alone_no_false_call_locks(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, ALONE, {})
    wrong = find_false(usable(page))
    by_keys(page, wrong)
    expect(page.locator(".clades .last .verdict")).to_have_text("no triple")
    expect(page.locator("[data-question]")).to_contain_text("Find a triple")
    page.evaluate(FADES_NOT)
    by_keys(page, wrong)
    expect(page.get_by_text("You have called these three already")).to_be_visible()
    three = find_triple(usable(page))
    if three is not None:
        by_keys(page, three)
        expect(page.locator(".clades .last .verdict")).to_contain_text("triple")


def test_the_word_that_ends_a_race_is_asked_for_twice(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, ALONE, {})
    none = page.locator("[data-act=none]")
    cards = page.locator(".clades .cards [data-card]")
    for number in range(13, 40):
        expect(page.locator("[data-note]")).to_contain_text("lays one more card")
        page.keyboard.press("0")
        expect(cards).to_have_count(number)
    expect(page.locator("[data-note]")).to_contain_text("ends the race")
    page.keyboard.press("0")
    expect(none).to_contain_text("End the race?")
    expect(page.locator("[data-question]")).to_contain_text("Press again to end the race")
    page.keyboard.press("Escape")
    expect(none).to_contain_text("No triple here")
    none.click()
    expect(none).to_contain_text("End the race?")
    none.click()
    expect(page.locator("[data-table][data-state=over]")).to_be_visible()


def test_the_vote_by_its_key(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, TABLE, {})
    page.keyboard.press("0")
    expect(page.locator("[data-act=none]")).to_contain_text("You see none")
    expect(page.locator("[data-note]")).to_contain_text("1 of 3")


def test_letters_in_the_chat_call_nothing(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, TABLE, {})
    page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_role("textbox").first.fill("")
    page.get_by_role("textbox").first.press_sequentially("qwe asd 0")
    expect(page.locator(".clades [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("[data-act=none]")).to_contain_text("No triple here")


def test_cards_can_be_reached_and_picked_with_tab_and_enter(open_page: OpenPage, server: Server) -> None:
    page = sit_down(open_page, server, TABLE, {})
    card = page.locator(".clades .cards [data-card]").first
    card.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    card.press("Space")
    expect(card).to_have_attribute("aria-pressed", "false")
    words = card.evaluate("(card) => card.textContent")
    assert any(kind in words for kind in ("mammal", "sauropsid", "arthropod"))


def test_open_hands_and_the_gift(open_page: OpenPage, server: Server) -> None:
    """Hands are opened when everybody has said that there is no triple."""
    options = {"open_hand": "switch", "personal": 2, "majority_ms": 0}
    page, others = sit_down_with(open_page, server, TABLE, options)
    page.keyboard.press("0")
    for other in others:
        server.send(other, "none")
    page.wait_for_selector(".clades .seats [data-card]")
    foreign = page.locator(".clades .seats [data-card]").first
    shared = page.locator(".clades .cards [data-card]")
    foreign.click()
    shared.nth(0).click()
    shared.nth(1).click()
    expect(page.get_by_role("group", name="Give one of your cards")).to_be_visible()
    page.locator(".clades .own [data-card]").first.click()
    page.wait_for_selector(".clades .last .verdict")


@pytest.mark.parametrize(("phone", "theme"), [(False, "light"), (True, "dark")])
def test_everybody_can_read_it(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool, theme: str
) -> None:
    page = sit_down(open_page, server, TABLE, {"settle_ms": LONG, "false_call_penalty": True}, phone=phone, theme=theme)
    three = find_triple(usable(page))
    assert three is not None
    by_keys(page, three)
    page.wait_for_selector(".clades .last .verdict")
    axe(page)
    fits(page)


@pytest.mark.parametrize("cards", [12, 20])
def test_all_cards_fit_a_phone_without_scrolling(open_page: OpenPage, server: Server, cards: int) -> None:
    page = sit_down(open_page, server, ALONE, {"mode": "casual", "casual_grid": cards}, phone=True)
    page.evaluate("document.fonts.ready")
    for box in page.locator(".clades [data-card], [data-act=none], [data-act=clear]").all():
        place = box.bounding_box()
        assert place is not None and place["width"] >= 44 and place["height"] >= 44
        assert place["y"] >= 0 and place["y"] + place["height"] <= 844
    expect(page.locator(".clades .cards [data-card]")).to_have_count(cards)
    fits(page)


@pytest.mark.parametrize("phone", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_lesson_to_its_end(open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool) -> None:
    page = open_page("/learn/clades", phone=phone)
    page.wait_for_selector(".clades .cards [data-card]")
    total = len(LESSON.beats)
    for number, beat in enumerate(LESSON.beats, 1):
        expect(page.get_by_text(f"{number} of {total}", exact=True)).to_be_visible()
        taught(page)
        if number == 3:
            wrongly(page, lambda: call_in_lesson(page, "call(ML1B,SL2G,AL3R)"))
        if not beat.allow:
            page.get_by_role("button", name="Next", exact=True).click()
        elif beat.allow[0] == "none":
            page.locator("[data-act=none]").click()
        else:
            call_in_lesson(page, beat.allow[0])
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()
    assert pile(page) == 23
    axe(page)


def call_in_lesson(page: Page, move: str) -> None:
    for card in reversed(move[5:-1].split(",")):
        page.locator(f".clades [data-card='{card}']").click()


def test_a_wrong_call_in_the_lesson_is_answered(open_page: OpenPage) -> None:
    page = open_page("/learn/clades")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("2 of 11", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("3 of 11", exact=True)).to_be_visible()
    for card in ("MW1B", "ML2B", "MA3B"):
        page.locator(f".clades [data-card='{card}']").click()
    expect(page.get_by_text("An arthropod is missing").first).to_be_visible()
    assert pile(page) == 0
