"""Every page by day at the desk and by night on a phone: no errors, nothing sticks out, axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Server, fits
from tests.browser.plain import is_plain

PAGES = {
    "/": "Five games from deep time",
    "/play/clades": "CLADES",
    "/play/biomechanic-dino-battles": "Biomechanic",
    "/mine": "My matches",
    "/mine/figures": "Your figures",
    "/mine/move": "Move to another device",
    "/rules": "Rules",
    "/rules/dolphins-and-dinos": "Dolphins and Dinos",
    "/encyclopedia/clades": "Encyclopedia",
    "/encyclopedia": "Encyclopedia",
    "/credits": "Credits",
    "/replay": "A record of a game",
    "/workshop": "The workshop",
    "/workshop/clades": "CLADES",
    "/nowhere": "The trail ends here",
}


@pytest.mark.parametrize("look", ["phone-dark", pytest.param("desk-light", marks=pytest.mark.long)])
def test_every_page(open_page: OpenPage, axe: Callable[[Page], None], server: Server, look: str) -> None:
    device, theme = look.split("-")
    page = open_page("/", phone=device == "phone", theme=theme)
    for path, title in PAGES.items():
        page.goto(server.url + path)
        expect(page.locator("h1").first).to_contain_text(title)
        expect(page.locator(".skeleton")).to_have_count(0)
        page.evaluate("document.fonts.ready")
        fits(page)
        axe(page)


@pytest.mark.parametrize("look", ["desk-dark", "phone-light"])
def test_the_generic_table(plain_server: Server, open_page: OpenPage, axe: Callable[[Page], None], look: str) -> None:
    device, theme = look.split("-")
    place = plain_server.open_match("egg-race")
    page = open_page(place.address, phone=device == "phone", theme=theme, host=plain_server)
    page.wait_for_selector("[data-moves] button:visible")
    fits(page)
    axe(page)


def test_the_light_is_set_and_kept(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Night").check()
    expect(page.locator("body")).to_have_css("background-color", "rgb(26, 24, 20)")
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", "rgb(26, 24, 20)")


def test_two_clicks_to_a_game(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now: DinoSpan").click()
    page.wait_for_selector("[data-table]")
    assert "/match/" in page.url


def test_options_are_a_form(open_page: OpenPage, server: Server) -> None:
    page = open_page("/play/biomechanic-dino-battles")
    page.get_by_role("button", name="By chance").click()
    page.get_by_role("spinbutton", name="Trophies to win").fill("2")
    page.get_by_label("Wound stack: auto or a number").select_option("number")
    page.get_by_label("Wound stack, the number").fill("12")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("[data-table]")
    options = server.get(f"/api/matches/{page.url.rpartition('/')[2]}")["options"]
    assert (options["setup"], options["trophies_to_win"], options["wound_stack"]) == ("random", 2, 12)


def test_options_are_told_in_words(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    for game in server.get("/api/games"):
        page.goto(f"{server.url}/play/{game['name']}")
        expect(page.get_by_role("heading", name="Options")).to_be_visible()
        is_plain(page)


@pytest.mark.parametrize("path", ["/mine", "/turns", "/reminders", "/mine/figures", "/mine/move"])
def test_what_belongs_to_my_matches_says_so(open_page: OpenPage, path: str) -> None:
    here = open_page(path).get_by_role("navigation", name="Main").locator("[aria-current=page]")
    expect(here).to_have_text("My matches")


def test_nobody_joins_their_own_table(open_page: OpenPage, server: Server) -> None:
    place = server.open_match("dinospan", [{"kind": "me"}, {"kind": "open"}], listed=True)
    stranger = open_page("/")
    expect(stranger.get_by_role("link", name=f"Join: DinoSpan, table {place.match}")).to_be_visible()
    page = open_page(place.address)
    expect(page.get_by_role("heading", name="DinoSpan")).to_be_visible()
    page.goto(server.url + "/")
    page.get_by_role("link", name=f"Your table: DinoSpan, table {place.match}").click()
    page.wait_for_url(f"**/match/{place.match}")


def test_a_rule_has_an_address(open_page: OpenPage) -> None:
    page = open_page("/rules/dinospan#ds-19")
    expect(page.locator("#ds-19")).to_be_in_viewport()


def test_the_encyclopedia_can_be_searched(open_page: OpenPage) -> None:
    page = open_page("/encyclopedia/dinospan")
    page.get_by_label("Search").fill("argentina sauropod")
    found = page.locator("li.label")
    expect(found.first).to_contain_text("Argentina")
    expect(found.filter(has_not_text="Argentina")).to_have_count(0)


def test_the_encyclopedia_has_pictures_filters_and_a_tree(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    page = open_page("/encyclopedia/dinospan")
    expect(page.get_by_role("status")).to_have_text("140 of 140 entries")
    expect(page.locator(".picture svg")).to_have_count(140)
    page.get_by_label("Order").select_option("Theropod")
    page.get_by_label("Land").select_option("Gondwana")
    expect(page.locator("li.label").filter(has_not_text="Theropod")).to_have_count(0)
    page.get_by_role("button", name="As a family tree").click()
    expect(page.locator(".tree section")).to_have_count(1)
    expect(page.locator(".bough").first).to_contain_text("Basal")
    axe(page)
    page.get_by_role("button", name="Spinosaurus").click()
    expect(page.locator("#K61")).to_be_focused()
