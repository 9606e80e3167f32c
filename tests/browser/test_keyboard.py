"""A game with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Server
from tests.browser.generic import QUESTION, is_asking
from tests.browser.rest import PATIENCE, TABLE, decision, wait_for_next, wait_for_turn


def tab_to(page: Page, name: str, most: int = 80) -> None:
    """Press Tab until something of that name has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent?.trim()"
        )
        if name in (found or ""):
            return
    raise AssertionError(f"Tab never comes to {name!r}")


def test_from_the_lobby_into_a_game(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now: DinoSpan").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    tab_to(page, "Play now: DinoSpan")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-table]")


def test_moves_by_keys(plain_server: Server, open_page: OpenPage) -> None:
    """``m`` leads to the moves; without a button there, its Enter leads on to the first card that has one."""
    page = open_page(plain_server.open_match("egg-race").address, host=plain_server)
    for _ in range(4):
        assert wait_for_turn(page)
        asked = decision(page)
        page.keyboard.press("m")
        page.keyboard.press("Enter")
        sent = f"{TABLE}:not([data-decision='{asked}']), {TABLE}:not([data-state=yours])"
        page.wait_for_selector(f".movable:focus, {sent}", timeout=PATIENCE)
        if focus_is_on(page, ".movable"):
            page.keyboard.press("Enter")
            page.wait_for_selector(f"{QUESTION}, {sent}", timeout=PATIENCE)
            if is_asking(page):
                while not focus_is_on(page, "[data-move]"):
                    page.keyboard.press("Tab")
                page.keyboard.press("Enter")
        wait_for_next(page, asked)


def focus_is_on(page: Page, what: str) -> bool:
    return bool(page.evaluate("what => document.activeElement.matches(what)", what))


def test_the_keys_are_explained(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.open_match("dinospan").address)
    assert wait_for_turn(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="Hint").get_by_role("button", name="Play it", exact=True)).to_be_visible()
