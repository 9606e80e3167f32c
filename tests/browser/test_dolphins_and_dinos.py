"""Dolphins and Dinos at its own board: whole games by clicking, tapping and typing, previews, reveals, the lesson."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from mesozoic.games.dolphins_and_dinos.lesson import LESSON
from mesozoic.games.dolphins_and_dinos.notation import split_moves
from tests.browser.conftest import OpenPage, Place, Server, fits
from tests.browser.generic import take_the_hint
from tests.browser.rest import choices, decision, is_there, wait_for_next, wait_for_rest, wait_for_state, wait_for_turn
from tests.browser.sight import in_sight
from tests.browser.teacher import taught, wrongly

FINGER = 44  # pixels that a finger needs
ROUNDS = 9
BARRED = "[data-card].gone:has-text('is in your museum')"


def sit_down(server: Server, players: int = 3, **options: Any) -> Place:
    """A new table against bots."""
    bots = [{"kind": "bot", "level": "greedy"}] * (players - 1)
    return server.open_match("dolphins-and-dinos", [{"kind": "me"}, *bots], options=options)


# --- Playing --------------------------------------------------------------------------------------------------------


def is_marking(page: Page) -> bool:
    return is_there(page, ".choices")


def pick(page: Page, which: int = 0) -> None:
    """A card on offer, and the restaurant's number where it is that."""
    cards = choices(page, "[data-card].pickable")
    card = cards[which % len(cards)]
    is_restaurant = card.get_attribute("data-card") == "R"
    card.click()
    if is_restaurant:
        number_it(page, which)


def number_it(page: Page, which: int = 0) -> None:
    numbers = choices(page, ".desk [data-element^='number:']")
    numbers[which % len(numbers)].click()


def said(thing: Locator) -> str:
    """What a card or square is called by those who read it out."""
    return thing.locator(".visually-hidden").first.text_content() or ""


def gain(room: Locator) -> int:
    """What a square says it would bring; a broken hall counts against it."""
    words = said(room)
    found = re.search(r"(plus|minus) (\d+) points", words)
    points = int(found[2]) * (1 if found[1] == "plus" else -1) if found else 0
    return points - 5 * ("breaks" in words)


def place_best(page: Page) -> None:
    """The square that brings most, and the seal."""
    asked = decision(page)
    max(choices(page, ".room.open"), key=gain).click()
    page.get_by_role("button", name="Seal the choice").click()
    wait_for_next(page, asked)


def decide(page: Page, number: int) -> None:
    """One decision: a feature, or a whole choice."""
    if is_marking(page):
        asked = decision(page)
        choices(page, ".choice")[-1 - number % 2].click()
        wait_for_next(page, asked)
    else:
        pick(page, number)
        place_best(page)


def play_on(page: Page, most: int = 100) -> int:
    made = 0
    while made < most and wait_for_turn(page):
        in_sight(page)
        decide(page, made)
        made += 1
    return made


def reach(page: Page, marking: bool) -> None:
    """Play until a feature (or a choice) is to be decided."""
    for number in range(20):
        assert wait_for_turn(page)
        if is_marking(page) == marking:
            return
        decide(page, number)


# --- Whole games ----------------------------------------------------------------------------------------------------


def test_a_whole_game_by_clicking(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page(sit_down(server).address)
    assert play_on(page) >= ROUNDS
    wait_for_state(page, "over")
    expect(page.locator("#result")).to_be_visible()
    sheet = page.get_by_role("region", name="The score, hall by hall")
    expect(sheet.get_by_role("row")).to_have_count(1 + 6 + 1 + 2)
    expect(page.locator(".ledger tbody tr")).to_have_count(ROUNDS)
    expect(page.locator(".museum .room .tile")).to_have_count(ROUNDS)
    expect(page.get_by_text("The card that nobody saw")).to_be_visible()
    axe(page)
    fits(page)


def test_the_total_is_the_sum_of_its_parts(open_page: OpenPage, server: Server) -> None:
    place = sit_down(server, 2)
    server.play_out(place)
    page = open_page(place.address)
    expect(page.locator("#result")).to_be_visible()
    rows = page.get_by_role("region", name="The score, hall by hall").locator("tr").all_inner_texts()
    for column in (1, 2):
        cells = [re.split(r"\t", row)[column] for row in rows]
        halls = sum(int(number) for cell in cells[1:7] for number in re.findall(r"\d+", cell))
        money = int(re.findall(r"\d+", cells[7])[0])
        assert halls + money == int(cells[8])


@pytest.mark.long
def test_a_game_on_a_phone(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    """Large enough for a finger, nothing sticks out, in the dark; to the end."""
    place = sit_down(server, 4)
    page = open_page(place.address, phone=True, theme="dark")
    assert wait_for_turn(page)
    pick(page)
    axe(page)
    fits(page)
    for button in page.locator(".wrap button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= FINGER and box["height"] >= FINGER, button.text_content()
    place_best(page)
    reach(page, marking=True)
    axe(page)
    play_on(page, 4)
    server.play_out(place)
    expect(page.locator("#result")).to_be_visible()
    fits(page)


def test_the_solo_game(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page(sit_down(server, 1).address)
    expect(page.get_by_text("Your goal: three halls, one of each theme")).to_be_visible()
    axe(page)
    play_on(page)
    expect(page.locator("#result")).to_be_visible()


def test_closed_sheets(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    place = sit_down(server, 3, sheets="closed")
    page = open_page(place.address)
    play_on(page, 2)
    wait_for_rest(page)
    expect(page.get_by_text("The sheet is closed.")).to_have_count(2)
    axe(page)
    server.play_out(place)
    expect(page.get_by_text("The sheet is closed.")).to_have_count(0)


def test_six_players(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server, 6).address)
    play_on(page, 3)
    expect(page.locator(".envelope")).to_have_count(6)
    expect(page.locator(".rival")).to_have_count(5)
    fits(page)


def test_by_keys_alone(open_page: OpenPage, server: Server) -> None:
    """Cards by number, squares as they lie on the keyboard, features by letter."""
    page = open_page(sit_down(server, 2).address)
    for _ in range(2 * ROUNDS):
        if not wait_for_turn(page):
            break
        asked = decision(page)
        if is_marking(page):
            page.keyboard.press("n")
        else:
            page.keyboard.press("0")
            square = choices(page, ".room.open")[0].get_attribute("data-element") or ""
            key = "zxcasdqwe"["abc".index(square[0]) + 3 * (int(square[1]) - 1)]
            page.keyboard.press(key)
            expect(page.locator(f".room.chosen[data-element={square}]")).to_be_visible()
            page.keyboard.press("Enter")
        wait_for_next(page, asked)
    expect(page.locator("#result")).to_be_visible()


def test_by_tab_and_arrows(open_page: OpenPage, server: Server) -> None:
    """One stop for the offer and one for the museum; arrows move within them."""
    page = open_page(sit_down(server, 2).address)
    assert wait_for_turn(page)
    asked = decision(page)
    page.locator("[data-card]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-card]").nth(1)).to_have_attribute("aria-pressed", "true")
    page.locator(".room[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".room:focus")).to_have_attribute("data-element", "a1")
    page.keyboard.press("Enter")
    expect(page.locator(".room:focus")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Seal the choice").press("Enter")
    wait_for_next(page, asked)


# --- Before the seal ------------------------------------------------------------------------------------------------


def test_a_choice_can_be_changed_until_it_is_sealed(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server).address)
    assert wait_for_turn(page)
    asked = decision(page)
    seal = page.get_by_role("button", name="Seal the choice")
    expect(seal).to_be_disabled()
    page.locator("[data-card].pickable").first.click()
    page.locator(".room[data-element=a1]").click()
    page.locator(".room[data-element=c3]").click()
    expect(page.locator(".room.chosen")).to_have_attribute("data-element", "c3")
    page.locator("[data-card].pickable").nth(1).click()
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("button", name="Put back", exact=True).click()
    expect(page.locator("[data-card][aria-pressed=true], .room.chosen")).to_have_count(0)
    expect(seal).to_be_disabled()
    assert decision(page) == asked


def test_a_square_says_what_it_would_bring(open_page: OpenPage, server: Server) -> None:
    """The gain in the square, the plates as they would be, the money left."""
    page = open_page(sit_down(server).address)
    assert wait_for_turn(page)
    card = page.locator("[data-card].pickable:not([data-card=R], [data-card=C])").first
    value = int(card.get_attribute("data-card") or "")
    card.click()
    room = page.locator(".room[data-element=b2]")
    assert f"may be built, plus {2 * value} points" in said(room)
    room.hover()
    expect(page.locator(".placard.up")).to_have_count(2)
    room.click()
    expect(page.locator("[data-note]")).to_contain_text(f"+{2 * value} points")
    expect(page.locator("[data-note]")).to_contain_text(re.compile(r"you keep \$\d+|alone"))


def test_a_hint_is_the_whole_choice(open_page: OpenPage, server: Server) -> None:
    """One press plays the card, the restaurant's number and the square."""
    page = open_page(sit_down(server, 2).address)
    take_the_hint(page)
    assert wait_for_turn(page)
    expect(page.locator(".museum .room .tile")).to_have_count(1)


def test_cards_that_one_has_are_barred(open_page: OpenPage, server: Server) -> None:
    """Until the columns come back nothing is barred; in the end something is, with the reason."""
    page = open_page(sit_down(server, 2).address)
    while wait_for_turn(page):
        if is_marking(page):
            decide(page, 0)
        elif is_there(page, BARRED):
            barred = page.locator(BARRED).first
            expect(barred).to_have_attribute("aria-disabled", "true")
            assert "is in your museum" in said(barred)
            return
        else:
            choices(page, "[data-card].pickable:not([data-card=R], [data-card=C])")[-1].click()
            place_best(page)
    pytest.fail("nothing was barred in a whole game")


# --- Looking on -----------------------------------------------------------------------------------------------------


def test_a_round_is_shown_step_by_step(open_page: OpenPage, server: Server) -> None:
    """Envelopes open, money moves. The page itself notes what it shows: whoever only looks on may come too late."""
    page = open_page(sit_down(server).address, pace="fast")
    assert wait_for_turn(page)
    pick(page)
    page.evaluate(
        """() => {
            window.told = new Set();
            window.most = {lit: 0, opened: 0};
            const board = document.querySelector('[data-table]');
            const note = () => {
                window.told.add(document.querySelector('[data-question]').textContent);
                window.most.lit = Math.max(window.most.lit, board.querySelectorAll('.envelope.lit').length);
                window.most.opened = Math.max(window.most.opened, board.querySelectorAll('.envelope .opened').length);
            };
            const all = {subtree: true, childList: true, characterData: true, attributes: true};
            new MutationObserver(note).observe(board, all);
        }"""
    )
    place_best(page)
    assert wait_for_turn(page)
    told = page.evaluate("[...window.told]")
    assert page.evaluate("window.most") == {"lit": 1, "opened": 3}
    assert any(words.startswith("You chose") for words in told)
    assert any(re.search(" pays | receives ", words) for words in told)


def test_who_only_watches(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    place = sit_down(server)
    page = open_page(f"/match/{place.match}")
    expect(page.locator(".rival")).to_have_count(3)
    expect(page.locator(".museum")).to_have_count(0)
    expect(page.locator("[data-card].pickable")).to_have_count(0)
    axe(page)
    fits(page)


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_nothing_is_lost_on_those_who_listen(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], theme: str
) -> None:
    """Every kind of decision, half made and waiting, in both themes."""
    place = sit_down(server, 4)
    page = open_page(place.address, theme=theme)
    assert wait_for_turn(page)
    axe(page)
    pick(page)
    axe(page)
    place_best(page)
    reach(page, marking=True)
    axe(page)
    assert re.search(r"\$\d|Restaurant", said(page.locator("[data-card]").first))
    server.play_out(place)
    wait_for_state(page, "over")
    axe(page)


# --- The lesson -----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True])
def test_the_lesson_to_its_end(open_page: OpenPage, axe: Callable[[Page], None], phone: bool) -> None:
    page = open_page("/learn/dolphins-and-dinos", phone=phone, theme="dark" if phone else "light")
    for number, beat in enumerate(LESSON.beats, 1):
        expect(page.locator(".teacher .head")).to_contain_text(f"{number} of {len(LESSON.beats)}", ignore_case=True)
        if number in (1, 2, 8):
            axe(page)
            fits(page)
        taught(page)
        if number == 2:
            wrongly(page, lambda: follow_beat(page, "3@a1"))
        if beat.allow == ():
            page.get_by_role("button", name="Next", exact=True).click()
        else:
            follow_beat(page, beat.allow[0] if beat.allow else "none")
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()
    axe(page)


def follow_beat(page: Page, move: str) -> None:
    """A move of the lesson by mouse."""
    first, *steps = split_moves(move)
    if not steps:
        page.locator(f".choice[data-element='feature:{first}']").click()
        return
    page.locator(f"[data-card='{first}']").click()
    for step in steps:
        element = f"number:{step.strip('()')}" if step.startswith("(") else step.removeprefix("@")
        page.locator(f"button[data-element='{element}']").click()
    page.get_by_role("button", name="Seal the choice").click()


def test_a_wrong_move_in_the_lesson_is_answered(open_page: OpenPage) -> None:
    page = open_page("/learn/dolphins-and-dinos")
    page.get_by_role("button", name="Next", exact=True).click()
    follow_beat(page, "9@b2")
    expect(page.locator("[data-lesson] .notice")).to_have_text(LESSON.beats[1].wrong)
