"""Whole games at the generic table, by clicking."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Server
from tests.browser.generic import play_on
from tests.browser.rest import wait_for_state


def test_a_game_of_biomechanic_dino_battles_and_what_follows(open_page: OpenPage, server: Server) -> None:
    options = {"trophies_to_win": 1, "round_limit": 6}
    page = open_page(server.open_match("biomechanic-dino-battles", options=options).address, phone=True)
    assert play_on(page) > 3
    expect(page.locator("#result")).to_be_visible()
    first = page.url
    page.get_by_role("link", name="Watch the replay").click()
    step = page.get_by_label("Step", exact=True)
    step.wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator("#result")).to_be_visible()
    page.get_by_role("button", name="First", exact=True).click()
    page.goto(first)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: address != first)
    wait_for_state(page, "yours")  # the old table, which is over, may still be there


def test_a_saved_record_is_shown(open_page: OpenPage, server: Server, tmp_path: Path) -> None:
    options = {"trophies_to_win": 1, "round_limit": 1}
    place = server.open_match("biomechanic-dino-battles", options=options)
    page = open_page(place.address)
    play_on(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    file = tmp_path / "game.record"
    download.value.save_as(file)
    page.goto(server.url + "/replay")
    page.get_by_label("A record file").set_input_files(file)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#result")).to_be_visible()


def test_a_game_that_was_just_written(plain_server: Server, open_page: OpenPage) -> None:
    """What ``mesozoic new-game`` writes is in the lobby and played to its end, with nothing but defaults."""
    page = open_page("/", host=plain_server)
    expect(page.get_by_role("button", name="Play now: Egg Race")).to_be_visible()
    page = open_page(plain_server.open_match("egg-race", options={"rounds": 3}).address, host=plain_server)
    assert play_on(page) == 3
    expect(page.locator("#result")).to_be_visible()
