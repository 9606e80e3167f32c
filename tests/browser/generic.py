"""Playing at the generic table by clicking, whatever the game."""

from __future__ import annotations

from playwright.sync_api import Page

TURN = "[data-table][data-state=yours], [data-table][data-state=over]"
MOVES = "[data-moves] button[data-move]:visible, button.movable:visible, .zone header button:visible"


def wait_for_turn(page: Page, timeout: float = 30_000) -> bool:
    """Until it is our turn, or (False) the game is over."""
    page.wait_for_selector(TURN, timeout=timeout)
    return state(page) == "yours"


def state(page: Page) -> str:
    return page.locator("[data-table]").get_attribute("data-state") or ""


def decision(page: Page) -> str:
    return page.locator("[data-table]").get_attribute("data-decision") or ""


def make_a_move(page: Page, which: int = 0) -> None:
    """Click a card or button that has a move; where it asks which, the first answer."""
    asked = decision(page)
    choices = page.locator(MOVES)
    choices.nth(which % max(1, choices.count())).click()
    question = page.locator("dialog[open] button[data-move]")
    if question.count():
        question.first.click()
    wait_for_next(page, asked)


def take_the_hint(page: Page) -> None:
    """Ask a bot and do what it says."""
    asked = decision(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Play it").click()
    wait_for_next(page, asked)


def wait_for_next(page: Page, asked: str) -> None:
    page.wait_for_selector(f"[data-table]:not([data-decision='{asked}']), [data-table]:not([data-state=yours])")


def play_on(page: Page, most: int = 1000) -> int:
    """Play to the end, or so many decisions; how many there were."""
    made = 0
    while made < most and wait_for_turn(page):
        if made % 6 == 5:
            take_the_hint(page)
        else:
            make_a_move(page, made)
        made += 1
    return made
