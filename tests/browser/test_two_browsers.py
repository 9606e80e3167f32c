"""Two people at one table, each with their own browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Server
from tests.browser.generic import make_a_move
from tests.browser.rest import decision, pass_over, wait_for_next, wait_for_rest, wait_for_turn


def test_an_invitation_a_game_and_chat(open_page: OpenPage, server: Server) -> None:
    ada = open_page("/play/biomechanic-dino-battles")
    ada.get_by_label("Seat 2").select_option("open")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url(re.compile("/match/"))
    ben = open_page(ada.url.removeprefix(server.url))
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ada.get_by_text("Ben", exact=True)).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.wait_for_selector("[data-table]")

    ada.get_by_role("button", name="Chat", exact=True).click()
    ada.get_by_label("Say something").fill("Good luck!")
    ada.get_by_role("button", name="Send", exact=True).click()
    expect(ben.get_by_role("button", name="Chat 1 new")).to_be_visible()

    wait_for_rest(ben)
    mover, other = (ada, ben) if wait_for_rest(ada) == "yours" else (ben, ada)
    make_a_move(mover)
    expect(other.locator("[role=log]").first).not_to_have_text(re.compile("Nothing has happened"))


def test_a_seat_is_freed_and_whoever_sat_there_is_told_and_may_sit_down_again(
    open_page: OpenPage, server: Server
) -> None:
    place = server.open_match("biomechanic-dino-battles", [{"kind": "me"}, {"kind": "open"}])
    ada, ben = open_page(place.address), open_page(f"/match/{place.match}")
    for _ in range(2):
        ben.get_by_label("Your name").fill("Ben")
        ben.get_by_role("button", name="Sit down").click()
        expect(ben.get_by_text("Waiting for the start.")).to_be_visible()
        expect(ben.get_by_text("has freed your seat")).to_have_count(0)
        expect(ben.get_by_role("button", name=re.compile("^Free the seat"))).to_have_count(0)
        ada.get_by_role("button", name="Free the seat of Ben").focus()
        ada.keyboard.press("Enter")
        expect(ada.get_by_label("Seat 2", exact=True)).to_be_focused()
        expect(ada.get_by_label("Seat 2", exact=True)).to_have_value("")
        expect(ben.get_by_text("Whoever made this table has freed your seat.")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("button", name="Sit down")).to_be_visible()
    expect(ben.get_by_role("alert")).to_have_count(0)


def test_two_tabs_of_one_seat_agree(open_page: OpenPage, server: Server) -> None:
    place = server.open_match("biomechanic-dino-battles")
    one = open_page(place.address)
    other = open_page(place.address, context=one.context)
    assert wait_for_turn(one) and wait_for_turn(other)
    for number in range(3):
        mover, watching = (one, other) if number % 2 else (other, one)
        asked = decision(watching)
        make_a_move(mover)
        wait_for_next(watching, asked)
        assert wait_for_turn(one) and wait_for_turn(other)
        assert decision(one) == decision(other)


def test_a_seat_is_handed_over_and_taken_back(open_page: OpenPage, server: Server) -> None:
    """Also while the moves of bots are being shown: among themselves they never leave a pause to come back in."""
    place, (guest,) = server.open_match_with_guests("biomechanic-dino-battles", 1)
    while not server.view(place)["moves"]:
        assert server.move(guest)
    page = open_page(place.address, pace="normal")
    assert wait_for_turn(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.evaluate("window.setTimeout = () => 0")  # what is shown from now on is shown for ever
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_role("button", name="Skip", exact=True)).to_be_visible()
    back = page.get_by_role("button", name="I am back")
    back.click()
    expect(back).to_have_count(0)


def test_who_watches_sees_and_cannot_move(open_page: OpenPage, server: Server) -> None:
    place = server.open_match("dinospan")
    page = open_page(f"/match/{place.match}")
    expect(page.get_by_text("You are watching")).to_be_visible()
    assert wait_for_rest(page) == "theirs"
    expect(page.locator("[data-asked]")).to_have_count(0)


def test_a_move_is_taken_back(open_page: OpenPage, server: Server) -> None:
    """Only what has revealed nothing can be; in DinoSpan, say, which resource was gained first."""
    place = server.open_match("dinospan")
    page = open_page(place.address)
    back = page.get_by_role("button", name="Take back", exact=True)
    for _ in range(60):
        assert wait_for_turn(page)
        if back.is_enabled():
            break
        pass_over(page, lambda: server.move(place))
    asked = decision(page)
    back.click()
    wait_for_next(page, asked)
    assert wait_for_turn(page)


def test_a_token_that_is_none_lets_one_watch(open_page: OpenPage, server: Server) -> None:
    place = server.open_match("dinospan")
    page = open_page(f"/match/{place.match}#seat={place.match}.{'x' * 32}")
    page.get_by_role("button", name="Watch without a seat").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
