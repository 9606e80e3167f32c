"""Carbon Dating at its own board: whole games by clicking, tapping and typing, chains step by step, the lesson."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from mesozoic.games.carbon_dating.lesson import LESSON
from tests.browser.conftest import OpenPage, Place, Server, fits
from tests.browser.rest import choices, decision, is_there, pass_over, release, wait_for_next, wait_for_turn
from tests.browser.sight import in_sight, nothing_slips
from tests.browser.teacher import taught, wrongly

PLACES = ".end.open, .spot, .seat.target button, [data-primary]:enabled"
ON_CALL = ".aside button.card:not(.idle)"
FINGER = 44  # pixels that a finger needs


def sit_down(server: Server, **options: Any) -> Place:
    """A new table for one."""
    return server.open_match("carbon-dating", [{"kind": "me"}], options=options)


def choose(page: Page, place: Locator, tap: bool = False) -> None:
    """Click a place; with a finger the first tap only shows what would happen."""
    asked = decision(page)
    if tap and not place.evaluate("one => one.matches('[data-primary]')"):
        place.tap()
        expect(page.locator("[data-note]")).to_have_text("Tap once more to decide.")
        assert decision(page) == asked
        place = page.locator("[data-primary]")
    if tap:
        place.tap()
    else:
        place.click()
    wait_for_next(page, asked)


def play_on(page: Page, most: int = 400, tap: bool = False) -> int:
    """Take one place after the other, now and then a guest on call, to the end or so many decisions."""
    made = 0
    while made < most and wait_for_turn(page):
        in_sight(page)
        if made % 9 == 7 and is_there(page, ON_CALL):
            guest = page.locator(ON_CALL).first
            guest.click()
            expect(guest).to_have_attribute("aria-pressed", "true")
        places = choices(page, PLACES)
        choose(page, places[made % len(places)], tap)
        made += 1
    return made


# --- Whole games ----------------------------------------------------------------------------------------------------


def test_a_whole_evening_by_clicking(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page(sit_down(server, closing_round=8).address)
    assert play_on(page) > 20
    expect(page.locator("#result")).to_be_visible()
    reviews = int(page.locator(".reviews .verdict .numbers").inner_text())
    expect(page.locator(".reviews q")).to_have_count(reviews)
    expect(page.locator(".ratings [aria-current]")).to_have_count(1)
    axe(page)


def test_a_place_does_not_slip_away_while_it_is_pressed(open_page: OpenPage, server: Server) -> None:
    """In a row that is longer than the window: what is asked about comes into view once more a moment later, but not
    when somebody has begun to press."""
    place = sit_down(server)
    while len((update := server.view(place))["view"]["table"]) < 9:
        moves = [move["text"] for move in update["moves"]]
        server.send(place, next(move for move in moves if not move.startswith(("PTE", "TYR"))))
    page = open_page(place.address)
    page.set_viewport_size({"width": 800, "height": 700})
    assert wait_for_turn(page)
    asked = decision(page)
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    guest = page.locator(ON_CALL).first
    guest.click()
    expect(guest).to_have_attribute("aria-pressed", "true")
    last = choices(page, ".spot, .seat.target button")[-1]
    last.hover()
    page.mouse.down()
    page.clock.run_for(5_000)
    page.mouse.up()
    page.clock.resume()
    wait_for_next(page, asked)


def test_an_evening_on_a_phone(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    """With a finger: look first, then decide; everything is large enough, and nothing sticks out."""
    page = open_page(sit_down(server, blind_dates=True, closing_round=4).address, phone=True, theme="dark")
    assert wait_for_turn(page)
    axe(page)
    fits(page)
    for button in page.locator(".carbon-dating button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= FINGER and box["height"] >= FINGER, button.inner_text()
    assert play_on(page, 8, tap=True) == 8
    fits(page)
    play_on(page, tap=True)
    expect(page.locator("#result")).to_be_visible()
    fits(page)


def test_every_challenge_at_once(open_page: OpenPage, server: Server) -> None:
    challenges = ("impatient_customers", "staffing_shortage", "health_and_safety_audit", "vip", "blind_dates")
    page = open_page(sit_down(server, closing_round=8, **dict.fromkeys(challenges, True)).address)
    expect(page.locator(".goal")).to_have_count(2)
    expect(page.locator(".evening")).to_contain_text("only one of the two goals can be reached")
    play_on(page)
    expect(page.locator(".reviews")).to_contain_text("Health and Safety Audit")


def test_by_keys_alone(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server, closing_round=2).address)
    for number in range(60):
        if not wait_for_turn(page):
            break
        asked = decision(page)
        if number % 2 and is_there(page, ".end.open"):
            page.keyboard.press("1")
            page.keyboard.press("l" if is_there(page, ".end.left.open") else "r")
        else:
            choices(page, PLACES)[0].focus()
            page.keyboard.press("Enter")
        wait_for_next(page, asked)
    expect(page.locator("#result")).to_be_visible()


# --- Looking ahead, and looking on ----------------------------------------------------------------------------------


def test_a_long_row_stays_under_the_pointer(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server, tune_row=8).address)
    assert wait_for_turn(page)
    guest = page.locator(ON_CALL).first
    guest.click()
    expect(guest).to_have_attribute("aria-pressed", "true")
    assert page.locator(".scroller").evaluate("row => row.scrollWidth > row.clientWidth"), "the row is not long"
    nothing_slips(page)


def test_a_place_shows_what_would_follow(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server).address)
    assert wait_for_turn(page)
    expect(page.locator(".plan")).to_have_count(2)
    expect(page.locator(".plan.lit")).to_have_count(0)
    page.locator(".end.left").hover()
    expect(page.locator(".plan.lit h3")).to_have_text("Left end")
    page.locator(".aside button.card").first.click()
    expect(page.locator("[data-question]")).to_contain_text("Pterodactyl drops in")
    expect(page.locator(".spot")).to_have_count(len(choices(page, ".seat")) - 1)
    page.locator(".spot").nth(1).hover()
    expect(page.locator(".plan h3")).to_have_text(re.compile("^Between "))
    page.locator(".aside button.card").nth(1).click()
    expect(page.locator("[data-question]")).to_contain_text("Tyrannosaurus gatecrashes")


@pytest.mark.long
def test_a_chain_comes_step_by_step_as_it_was_foretold(open_page: OpenPage, server: Server) -> None:
    place = sit_down(server)
    page = open_page(place.address, pace="fast")
    steps: list[str] = []
    plan: Locator | None = None
    for _ in range(40):
        assert wait_for_turn(page)
        plan = longest_plan(page)
        if plan is not None and len(plan.locator("li").all()) >= 4:
            steps = [first_line(step) for step in plan.locator("li").all()]
            break
        pass_over(page, lambda: server.move(place))
    assert plan is not None and steps, "no long chain in forty decisions"
    page.evaluate(
        """() => {
            window.told = [];
            const caption = document.querySelector('[data-question]');
            const note = () => window.told.push(caption.textContent.trim());
            new MutationObserver(note).observe(caption, {subtree: true, childList: true, characterData: true});
        }"""
    )
    choose(page, plan.locator("button"))
    assert wait_for_turn(page)
    told = page.evaluate("window.told")
    assert [words for words in dict.fromkeys(told) if words in steps] == steps


def longest_plan(page: Page) -> Locator | None:
    plans = choices(page, ".plan") if is_there(page, ".plan") else []
    return max(plans, key=lambda plan: len(plan.locator("li").all()), default=None)


def first_line(step: Locator) -> str:
    return str(step.evaluate("one => one.firstChild.textContent.trim()"))


def test_cards_and_piles_can_be_read(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page(sit_down(server).address)
    assert wait_for_turn(page)
    page.locator(".seat button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("On its left edge an arrow at height")
    axe(page)
    page.keyboard.press("Escape")
    page.locator("[data-pile=deck]").click()
    expect(page.get_by_role("dialog").locator(".id")).to_have_count(30)
    axe(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".hand .picked").click()
    expect(page.get_by_role("dialog").locator(".words")).to_contain_text("On a bad date")


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_nothing_is_lost_on_those_who_listen(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], theme: str
) -> None:
    """Every kind of decision, in both themes."""
    place = sit_down(server)
    page = open_page(place.address, theme=theme)
    kinds: set[str] = set()
    while len(kinds) < 3 and wait_for_turn(page):
        kind = (
            "swap" if is_there(page, "[data-primary]:text('stays')") else "date" if is_there(page, ".spot") else "seat"
        )
        if kind not in kinds:
            kinds.add(kind)
            axe(page)
        pass_over(page, lambda: server.move(place))
    assert "seat" in kinds and len(kinds) > 1
    name = page.locator(".seat button").first.evaluate("one => one.textContent")
    assert re.search(r"Seat 1:.*Arrow at height \d\. Hearts: 1 (full|broken|empty)", name, re.DOTALL)


# --- The lesson -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phone", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_lesson_to_its_end(open_page: OpenPage, axe: Callable[[Page], None], phone: bool) -> None:
    page = open_page("/learn/carbon-dating", phone=phone)
    for number, beat in enumerate(LESSON.beats, 1):
        expect(page.locator(".teacher .head")).to_contain_text(f"{number} of {len(LESSON.beats)}", ignore_case=True)
        if number in (1, 2, len(LESSON.beats)):
            axe(page)
            fits(page)
        taught(page)
        if number == 2:
            wrongly(page, lambda: follow_beat(page, "SPI1 left"))
        if beat.allow:
            follow_beat(page, beat.allow[0])
        else:
            page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()


def test_what_a_lesson_is_about_is_in_sight_though_the_board_comes_late(open_page: OpenPage) -> None:
    page = open_page("/", phone=True)
    held: list[Route] = []
    page.route(re.compile("/assets/carbon-dating-.*js"), lambda route: held.append(route))
    page.goto(page.url + "learn/carbon-dating")
    expect(page.locator(".teacher .head")).to_contain_text("1 of 14", ignore_case=True)
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )  # it is drawn
    release(page, held)
    taught(page)


def follow_beat(page: Page, move: str) -> None:
    """A move of the lesson by mouse."""
    card, *place = move.split()
    if move == "end round":
        page.get_by_role("button", name="End the round").click()
    elif card == "date":
        page.locator(".spot").first.click()
    else:
        in_hand = page.locator(f".hand [data-card={card}]")
        if in_hand.get_attribute("aria-pressed") == "false":
            in_hand.click()
        spot = ".spot" if place[0] == "gap" else f".end.{place[0]}"
        page.locator(spot).first.click()
