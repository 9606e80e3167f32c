"""When a table rests, and what may then be decided: nothing is decided from a page that still moves.

The page says what it does in ``data-state``: ``yours`` only when something can be picked (the board is there, what
happened has been shown, the line is open, no move is on its way), ``over`` only when the end has been shown. From then
on nothing changes before somebody does something, so that a look at the page cannot come too early or too late.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

PATIENCE = 240_000
"""Milliseconds. A busy machine is slow, not wrong."""
TABLE = "[data-table]"
RESTS = re.compile("^(yours|theirs|over)$")


def wait_for_turn(page: Page) -> bool:
    """Until the table waits for this seat, or (False) the game is over."""
    return wait_for_state(page, "yours", "over") == "yours"


def wait_for_rest(page: Page) -> str:
    """Until nothing is shown or sent any more; what the table then waits for."""
    return wait_for_state(page, "yours", "theirs", "over")


def wait_for_state(page: Page, *states: str) -> str:
    page.wait_for_selector(", ".join(f"{TABLE}[data-state={one}]" for one in states), timeout=PATIENCE)
    return page.locator(TABLE).get_attribute("data-state") or ""


def decision(page: Page) -> str:
    """The number of what is to be decided; it changes with every decision."""
    return page.locator(TABLE).get_attribute("data-decision") or ""


def wait_for_next(page: Page, asked: str) -> None:
    """Until a decision has been taken in: it is no longer asked, nor on its way."""
    same = f"[data-state=yours][data-decision='{asked}']"
    page.wait_for_selector(f"{TABLE}:not([data-state=sending], [data-state=lost], {same})", timeout=PATIENCE)


def still_asks(page: Page, asked: str) -> bool:
    """Does the same decision still wait, half made? A press that commits says ``sending`` before it returns."""
    return page.locator(f"{TABLE}[data-state=yours][data-decision='{asked}']").count() > 0


def pass_over(page: Page, move: Callable[[], object]) -> None:
    """A decision that the test is not about: ``move`` makes it elsewhere, and the page hears of it."""
    asked = decision(page)
    move()
    wait_for_next(page, asked)


def choices(page: Page, what: str) -> list[Locator]:
    """Everything of this kind on a table that waits for us; there must be something."""
    expect(page.locator(TABLE)).to_have_attribute("data-state", "yours")
    found = page.locator(what)
    expect(found.first).to_be_visible()
    return found.all()


def is_there(page: Page, what: str) -> bool:
    """Is there something of this kind on the table at rest?"""
    expect(page.locator(TABLE)).to_have_attribute("data-state", RESTS)
    return page.locator(what).count() > 0


def release(page: Page, held: list[Route]) -> None:
    """Let go a request that a test holds back, once it has been made."""
    for _ in range(PATIENCE // 20):
        if held:
            break
        page.wait_for_timeout(20)  # lets the browser's events come in
    held.pop().continue_()
