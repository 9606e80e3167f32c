"""Playing by clicking, whatever the game: at the generic table on its cards, at a board of its own by hints."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.rest import PATIENCE, TABLE, choices, decision, is_there, wait_for_next, wait_for_turn
from tests.browser.sight import in_sight

MOVES = "[data-moves] button[data-move]:visible, button.movable:visible, .zone header button:visible"
GENERIC = ".zone"
QUESTION = "dialog[open] button[data-move]"


def make_a_move(page: Page, which: int = 0) -> None:
    """Click a card or button that has a move; where it asks which, the first answer. Elsewhere what a bot would do."""
    assert wait_for_turn(page)
    if not is_there(page, GENERIC):
        take_the_hint(page)
        return
    asked = decision(page)
    found = choices(page, MOVES)
    found[which % len(found)].click()
    answer_question(page, asked)
    wait_for_next(page, asked)


def answer_question(page: Page, asked: str) -> None:
    """What was clicked is either sent, or asks which of its moves is meant."""
    sent = f"{TABLE}:not([data-decision='{asked}']), {TABLE}:not([data-state=yours])"
    page.wait_for_selector(f"{QUESTION}, {sent}", timeout=PATIENCE)
    if is_asking(page):
        page.locator(QUESTION).first.click()


def is_asking(page: Page) -> bool:
    return bool(page.evaluate("what => document.querySelector(what) !== null", QUESTION))


def take_the_hint(page: Page) -> None:
    """Ask a bot and do what it says."""
    assert wait_for_turn(page)
    asked = decision(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("region", name="Hint").get_by_role("button", name="Play it", exact=True).click()
    wait_for_next(page, asked)


def play_on(page: Page, most: int = 1000) -> int:
    """Play to the end, or so many decisions; how many there were."""
    made = 0
    while made < most and wait_for_turn(page):
        in_sight(page)
        if made % 6 == 5:
            take_the_hint(page)
        else:
            make_a_move(page, made)
        made += 1
    return made
