"""DinoSpan at its own board: whole games by mouse, keys and finger, every kind of choice, the lesson, what one sees."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, Route, expect

import mesozoic
from mesozoic.client import messages
from mesozoic.games.dinospan.lesson import LESSON
from mesozoic.kernel.lesson import Beat, Lesson
from mesozoic.kernel.state import State
from mesozoic.table.http import lessons
from tests.browser.conftest import STATIC, OpenPage, Place, Server, fits
from tests.browser.generic import take_the_hint
from tests.browser.rest import choices, decision, is_there, still_asks, wait_for_next, wait_for_rest, wait_for_turn
from tests.browser.sight import in_sight
from tests.browser.teacher import taught, wrongly
from tests.games.dinospan import helpers, kinds

GAME = mesozoic.game("dinospan")
SMALL = 60_000  # bytes that the board may weigh on the line


def sit_down(server: Server, players: int = 2, **options: Any) -> Place:
    """A new table against bots."""
    bots = [{"kind": "bot", "level": "greedy"}] * (players - 1)
    return server.open_match("dinospan", [{"kind": "me"}, *bots], options=options)


# --- Playing --------------------------------------------------------------------------------------------------------


def next_press(page: Page, number: int) -> Locator:
    """The button that commits, if it can be pressed; else the next thing to choose."""
    for what in ("[data-primary]:enabled", "[data-overlay]", "[data-place].asked"):
        if is_there(page, what):
            return one_of(choices(page, what), number)
    return one_of(choices(page, "[data-asked]"), number)


def one_of(found: list[Locator], number: int) -> Locator:
    return found[number % len(found)]


def decide(page: Page, number: int, press: Callable[[Locator], object] = lambda one: one.click()) -> None:
    """One decision: pick, pick where, pick how, commit."""
    asked = decision(page)
    for _ in range(5):
        press(next_press(page, number))
        if not still_asks(page, asked):
            break
    wait_for_next(page, asked)


def play_on(page: Page, most: int = 1000, look: Callable[[Page], object] = lambda _: None, **how: Any) -> int:
    made = 0
    while made < most and wait_for_turn(page):
        look(page)
        decide(page, made, **how)
        made += 1
    return made


# --- Whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_whole_game_by_mouse(open_page: OpenPage, server: Server, axe: Callable[[Page], None], players: int) -> None:
    page = open_page(sit_down(server, players).address)
    assert play_on(page, look=in_sight) >= 18
    expect(page.locator("#result")).to_be_visible()
    sources = page.get_by_role("region", name="The score by its sources")
    expect(sources.get_by_role("row")).to_have_count(1 + 4 + 1)
    axe(page)
    fits(page)


SOME_AND_ALL = [12, pytest.param(1000, marks=pytest.mark.long)]
"""Decisions: some of a game, or all of it."""


@pytest.mark.parametrize("most", SOME_AND_ALL)
def test_a_game_by_keys_alone(open_page: OpenPage, server: Server, most: int) -> None:
    """A number presses what it stands at; Enter commits."""
    page = open_page(sit_down(server).address)
    made = 0
    while made < most and wait_for_turn(page):
        asked = decision(page)
        for _ in range(5):
            if is_there(page, "[data-primary]:enabled"):
                page.keyboard.press("Enter")
            elif is_there(page, "[data-overlay]"):
                number = page.evaluate(PLACE_OF, "[data-overlay]")
                page.keyboard.press(str(number))
            else:
                page.keyboard.press(str(1 + made % min(9, len(choices(page, "[data-asked]")))))
            if not still_asks(page, asked):
                break
        wait_for_next(page, asked)
        made += 1
    assert made >= min(most, 18)
    if made < most:
        expect(page.locator("#result")).to_be_visible()


PLACE_OF = """what => 1 + [...document.querySelectorAll('[data-asked]')]
    .filter((one) => one.offsetParent !== null).findIndex((one) => one.matches(what))"""


@pytest.mark.parametrize("most", SOME_AND_ALL)
def test_a_game_by_finger(open_page: OpenPage, server: Server, axe: Callable[[Page], None], most: int) -> None:
    page = open_page(sit_down(server).address, phone=True, theme="dark")
    assert wait_for_turn(page)
    axe(page)
    made = play_on(page, most, look=in_sight, press=lambda one: one.tap())
    assert made >= min(most, 18)
    if made < most:
        expect(page.locator("#result")).to_be_visible()
    fits(page)


def test_draft_and_research(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    place = sit_down(server, 3, triassic_setup="draft", personal_research=True)
    page = open_page(place.address)
    assert wait_for_turn(page)
    expect(page.locator("[data-question]")).to_have_text("Keep one Research card.")
    axe(page)
    decide(page, 1)
    expect(page.locator("[data-question]")).to_have_text("Keep one Triassic card.")
    for _ in range(2):
        decide(page, 0)
        assert wait_for_turn(page)
    expect(page.locator("[data-question]")).to_contain_text("Triassic")
    server.play_out(place)
    expect(page.get_by_role("row", name="Personal Research")).to_be_visible()


STOPPED = """
    const later = window.setTimeout;
    window.setTimeout = (what, ms, ...more) => (ms === 2100 ? 0 : later(what, ms, ...more));
"""
"""At the slow pace a source is counted in 2.1 seconds; here never."""


def test_the_score_is_counted_source_by_source(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None]
) -> None:
    """By itself, at once without motion, and whoever has seen enough skips it."""
    place = sit_down(server)
    server.play_out(place)
    counted, total = "[data-race=counted]", "The score by its sources"
    page = open_page("/", pace="fast")
    page.goto(server.url + place.address)
    expect(page.locator(counted)).to_be_visible()
    slow = open_page("/", pace="slow")
    slow.add_init_script(STOPPED)
    slow.goto(server.url + place.address)
    expect(slow.locator("[data-race=counting]")).to_be_visible()
    row = slow.get_by_role("region", name=total).locator("tfoot tr")
    expect(row).to_be_hidden()
    slow.get_by_role("button", name="Skip", exact=True).click()
    expect(row).to_be_visible()
    expect(slow.locator(counted)).to_be_visible()
    still = open_page("/", pace="slow")
    still.emulate_media(reduced_motion="reduce")
    still.add_init_script(STOPPED)
    still.goto(server.url + place.address)
    expect(still.locator(counted)).to_be_visible()
    axe(still)


def test_the_rival_of_the_solo_game(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server, 1, solo_level=3).address)
    assert wait_for_turn(page)
    expect(page.get_by_text("Level 3, hard.")).to_be_visible()
    expect(page.get_by_text("You win with more than")).to_be_visible()
    page.get_by_role("button", name="2 cards, see all").click()
    expect(page.get_by_role("dialog").locator(".faces li")).to_have_count(2)


def test_who_only_watches(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    place = sit_down(server, 3)
    page = open_page(f"/match/{place.match}")
    expect(page.locator(".rival")).to_have_count(3)
    expect(page.locator("[data-asked]")).to_have_count(0)
    axe(page)


# --- Every kind of choice, at a table laid for it -------------------------------------------------------------------


def laid(page: Page, state: State) -> list[str]:
    """The page of the lesson at a table of the test's own; everything else is the real thing. The moves made there."""
    position, options = state.position(), dict(state.setup.options)
    made: list[str] = []

    def answer(route: Route) -> None:
        wanted = messages.LessonMoves(moves=json.loads(route.request.post_data or "{}").get("moves", []))
        beats = tuple(Beat("Look.", "Go on.") for _ in range(len(wanted.moves) + 1))
        lesson = Lesson("A table", len(position["seats"]), 0, options, beats, position=position)
        told = lessons.lesson_state(GAME, lesson, wanted)
        made[:] = told.moves_made
        route.fulfill(body=msgspec.json.encode(told), content_type="application/json")

    page.unroute_all()
    page.route("**/api/games/dinospan/lesson", answer)
    page.reload()
    page.wait_for_selector("[data-asked]")
    return made


def scripts() -> dict[str, tuple[State, list[str]]]:
    """Every kind of step and choice of the 140 cards: a table, and the moves that carry it out."""
    seat, stack, table = helpers.seat, helpers.stack, helpers.table
    swaps = table(seat({"L1": "J04", "G1": "T03"}, P=3))
    two = table(seat({"L1": stack("J43", "J40", "high"), "G1": "T03"}, M=4))
    return {card: (kinds.can_be_done(card), kinds.script(card)) for card in kinds.SCRIPTED} | {
        "decline": (swaps, ["analyze:L", "stop"]),
        "order": (two, ["analyze:L", "first:parent"]),
    }


SCRIPTS = scripts()
PRESSED = {
    "gain": "[data-tracker={of}]",
    "hype": "[data-slot='{of}']",
    "drop": "[data-slot='{of}']",
    "cull": "[data-slot='{of}']",
    "footprint": "[data-element=footprint]",
    "lay": "[data-place={of}]",
    "gild": "[data-place={of}]",
    "pay": "[data-zone=hand][data-card={of}]",
    "take": ".tray [data-card={of}]",
    "do": "[data-element='do:{of}']",
    "all": "[data-element=all]",
    "swap": "[data-act=swap]",
    "stop": "[data-act=stop]",
}


def pressed(page: Page, move: str) -> Locator:
    """What is pressed to make a small move of an ability."""
    kind, _, of = move.partition(":")
    if kind == "analyze":
        page.locator(f"[data-row={of}]").click()
        return page.locator("[data-primary]")
    if kind == "first":
        return page.locator(".tray .way").nth(("top", "parent").index(of))
    if kind in ("top", "archive"):
        return page.locator(f".tray [data-element='{move}']")
    return page.locator(PRESSED[kind].format(of=of))


@pytest.mark.long
@pytest.mark.parametrize("part", range(6))
def test_every_kind_of_ability(open_page: OpenPage, part: int) -> None:
    """The choice stops at the thing that it concerns; its press is the move."""
    page = open_page("/learn/dinospan")
    for name in sorted(SCRIPTS)[part::6]:
        state, moves = SCRIPTS[name]
        made = laid(page, state)
        for number, move in enumerate(moves, 1):
            one = pressed(page, move)
            with page.expect_response("**/lesson"):
                one.click()
            assert made == moves[:number], name
        expect(page.locator("[data-lesson] .notice")).to_have_count(0)


def test_an_if_asks_for_as_many_eggs_as_it_gives(open_page: OpenPage) -> None:
    """Two eggs: the same question twice, and each egg is in its nest; nothing where the condition does not hold."""
    page = open_page("/learn/dinospan")
    seat, table = helpers.seat({"L1": "J05", "G1": "T03"}), helpers.table
    nest = page.locator("[data-place=L1] .red")
    laid(page, table(seat, archive=["J54"]))
    page.locator("[data-row=L]").click()
    page.locator("[data-primary]").click()
    for eggs in (1, 2):
        page.locator("[data-place=L1][data-asked]").click()
        expect(nest).to_have_count(eggs)
    expect(page.locator("[data-place][data-asked]")).to_have_count(0)
    laid(page, table(seat, archive=["J30"]))
    page.locator("[data-row=L]").click()
    with page.expect_response("**/lesson"):
        page.locator("[data-primary]").click()
    expect(page.locator("[data-place][data-asked]")).to_have_count(0)
    expect(nest).to_have_count(0)


def test_low_and_high_are_two_pictures(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    """DS-X1, DS-X2: 3 and 5 points, and what of the Parent stays."""
    page = open_page("/learn/dinospan")
    laid(page, helpers.table(helpers.seat({"L1": ("J40", 1, 1), "G1": "T03"}, ["J43"])))
    page.locator("[data-zone=hand][data-card=J43]").click()
    low, high = page.locator("[data-overlay=low]"), page.locator("[data-overlay=high]")
    expect(low).to_contain_text("8 PP")
    expect(low).to_contain_text("Traits Display and Intelligence")
    expect(high).to_contain_text("5 PP")
    expect(high).to_contain_text("Allosaurus and Dilophosaurus")
    expect(page.locator("[data-primary]")).to_be_disabled()
    axe(page)
    high.click()
    page.locator("[data-egg=gold]").click()
    page.locator("[data-primary]").click()
    top = page.locator("[data-place=L1]")
    expect(top).to_have_attribute("data-card", "J43")
    expect(top.locator(".parent")).to_have_count(1)
    expect(top.locator(".red")).to_have_count(1)


def test_the_hand_says_why_not(open_page: OpenPage) -> None:
    page = open_page("/learn/dinospan")
    laid(page, helpers.table(helpers.seat({"L1": "T11", "G1": "T03"}, ["J30", "J02"], P=1, T=2)))
    dear = page.locator("[data-zone=hand][data-card=J30]")
    expect(dear).to_contain_text("2 Trees short; no egg on Thecodontosaurus")
    dear.click()
    expect(page.get_by_role("dialog", name="Camarasaurus lentus")).to_contain_text("its possible Parent has no egg")
    page.keyboard.press("Escape")
    page.locator("[data-zone=hand][data-card=J02]").click()
    expect(page.locator("[data-note]")).to_contain_text("Costs 1 Plant: you keep 0 Plants, 2 Trees")
    page.locator("[data-act=back]").click()
    expect(page.locator("[data-zone=hand] [aria-pressed=true]")).to_have_count(0)


# --- Looking --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_nothing_is_lost_on_those_who_listen(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], theme: str
) -> None:
    place = sit_down(server, 3)
    page = open_page(place.address, theme=theme)
    play_on(page, 4, look=axe)
    wait_for_rest(page)
    page.locator("[data-legend]").click()
    expect(page.get_by_role("dialog", name="What the signs mean")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    page.locator(".rival .mini").first.click()
    axe(page)


def test_a_row_shows_what_it_would_give(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server).address)
    while wait_for_turn(page) and not is_there(page, "[data-row=L][data-asked]"):
        decide(page, 0)
    page.locator("[data-row=L]").click()
    expect(page.get_by_role("region", name="What Laurasia would give")).to_be_visible()
    expect(page.locator("[data-primary]")).to_have_text("Analyze Laurasia")


def test_a_hint_is_played(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server).address)
    for _ in range(4):
        take_the_hint(page)


def test_the_board_is_light() -> None:
    """What is loaded when somebody sits down, with all that is not loaded for every page, as it goes over the line."""
    assets = STATIC / "assets"
    shared = {file.name for file in assets.glob("index-*.js")} | {file.name for file in assets.glob("disclose-*.js")}
    needed, found = {file.name for file in assets.glob("dinospan-*")}, set[str]()
    while needed:
        name = needed.pop()
        found.add(name)
        needed |= set(re.findall(r'from"\./([^"]+)"', (assets / name).read_text("utf-8"))) - found - shared
    assert sum(len(gzip.compress((assets / name).read_bytes())) for name in found) < SMALL, found


# --- The lesson -----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_the_lesson_to_its_end(open_page: OpenPage, axe: Callable[[Page], None], phone: bool) -> None:
    page = open_page("/learn/dinospan", phone=phone, theme="dark" if phone else "light")
    for number, beat in enumerate(LESSON.beats, 1):
        expect(page.locator(".teacher .head")).to_contain_text(f"{number} of {len(LESSON.beats)}", ignore_case=True)
        if number in (2, 8):
            axe(page)
            fits(page)
        taught(page)
        if number == 2:
            wrongly(page, lambda: follow_beat(page, "gondwana:T03", phone))
        if beat.allow == ():
            page.get_by_role("button", name="Next", exact=True).click()
        else:
            follow_beat(page, beat.allow[0] if beat.allow else "analyze:L", phone)
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()


def follow_beat(page: Page, move: str, phone: bool) -> None:
    """A move of the lesson by mouse or finger."""
    for step in move.split():
        kind, _, of = step.partition(":")
        if kind == "publish":
            continue
        if kind == "card":
            pressed = page.locator(f"[data-zone=hand][data-card={of}]")
        elif kind in ("lay", "evolve"):
            pressed = page.locator(f"[data-place={of}]")
        elif kind == "hype":
            pressed = page.locator(f"[data-slot='{of}'][data-asked]")
        elif kind == "analyze":
            pressed = page.locator(f"[data-row={of}]")
        elif kind == "take":
            pressed = page.locator(f".tray [data-card={of}]")
        elif kind == "first":
            pressed = page.locator(".tray .way").nth(("top", "parent").index(of))
        elif kind in ("low", "high"):
            pressed = page.locator(f"[data-overlay={kind}]")
        elif kind == "new":
            pressed = page.locator("[data-place].empty.asked")
        else:
            pressed = page.locator(f"[data-element='{step}']")
        if kind == "evolve":
            page.locator(f"[data-overlay], [data-place={of}][data-asked]").first.wait_for()
            if page.locator("[data-overlay]").count():
                continue
        pressed.tap() if phone else pressed.click()
        if kind in ("analyze", "low", "high") or (kind == "new" and page.locator("[data-primary]:enabled").count()):
            page.locator("[data-primary]").click()
