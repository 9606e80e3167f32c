"""Play over days: how one is told, which matches wait, and where to go on."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Place, Server, fits
from tests.browser.generic import make_a_move
from tests.browser.rest import wait_for_rest, wait_for_turn


def test_one_says_where_to_be_told_and_hears_what_went_wrong(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None]
) -> None:
    page = open_page("/reminders", phone=True, theme="dark", allow=("400",))
    expect(page.get_by_role("button", name="Send a test")).to_be_disabled()
    page.get_by_label("ntfy").check()
    expect(page.get_by_label("Field")).to_have_value("")
    page.get_by_label("Discord").check()
    expect(page.get_by_label("Field")).to_have_value("content")
    address = page.get_by_role("textbox", name="Address")
    address.fill("nonsense")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("alert")).to_have_text("A web address begins with https:// and names a host.")
    address.fill("http://127.0.0.1:9999/hook")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("alert")).to_contain_text("This address lies in a private network")
    address.fill("http://nowhere.invalid/hook")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("status")).to_have_text("The address is kept.")
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_role("alert")).to_have_text("The test did not arrive: see below why.")
    expect(page.locator("[data-last-error]")).to_contain_text(
        "did not arrive, just now. Webhook: There is no host 'nowhere.invalid'"
    )
    fits(page)
    axe(page)
    page.reload()
    expect(address).to_have_value("http://nowhere.invalid/hook")
    page.get_by_role("button", name="Stop and forget it all").click()
    expect(page.get_by_role("status")).to_have_text("Nothing is kept about you any more.")
    expect(address).to_have_value("")


def test_matches_that_wait_are_listed_and_the_next_one_is_offered_after_a_move(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None]
) -> None:
    clock = {"per": "move", "seconds": 3 * 86400, "then": "bot_moves"}
    first, _ = server.open_match_with_guests("dinospan", 1, clock=clock)
    second, _ = server.open_match_with_guests("dolphins-and-dinos", 1)
    page = open_page("/")
    for place in (second, first):
        page.goto(server.url + place.address)
        page.wait_for_selector("[data-table]")
    page.goto(server.url + "/turns")
    waiting = page.locator("[data-match]")
    waits = [one for one in server.post("/api/mine", {"tokens": [first.token, second.token]}) if one["your_turn"]]
    expect(waiting).to_have_count(len(waits))
    if first.match in {one["match"]["id"] for one in waits}:
        expect(waiting.first).to_have_attribute("data-match", first.match)
        expect(waiting.first).to_contain_text("2 days 23 h left")
    fits(page)
    axe(page)
    page.locator(f"[data-match='{second.match}'] a").click()
    wait_for_turn(page)
    while server.view(second)["moves"]:
        server.move(second)
    offer = page.locator("[data-next-turn]")
    expect(offer).to_contain_text("Your turn in DinoSpan with Guest 1")
    axe(page)
    offer.get_by_role("link", name="Go there").click()
    page.wait_for_url(f"**/match/{first.match}")


def test_days_for_a_move_can_be_set_up(open_page: OpenPage, server: Server) -> None:
    page = open_page("/play/dinospan")
    page.get_by_label("Time to think").select_option("So much for each decision")
    page.get_by_label("Unit").select_option("days")
    expect(page.get_by_label("How much")).to_have_value("3")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("[data-table]")
    match = server.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert match["clock"] == {"per": "move", "seconds": 3 * 86400, "then": "bot_moves"}


def until_asked(server: Server, place: Place, others: list[Place]) -> None:
    """The others decide, past the page, until the seat is asked."""
    while not server.view(place)["moves"]:
        assert any(server.move(one) for one in others)


def test_the_table_is_asked_to_pass_and_no_longer_does_when_one_decides_oneself(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None]
) -> None:
    place, guests = server.open_match_with_guests("biomechanic-dino-battles", 1)
    until_asked(server, place, guests)
    page = open_page(place.address, phone=True, theme="dark")
    assert wait_for_turn(page)
    box = page.get_by_label("Pass for me in the windows of others")

    def look() -> None:
        page.get_by_role("button", name="More", exact=True).click()
        expect(box).to_be_visible()

    look()
    expect(box).not_to_be_checked()
    fits(page)
    axe(page)
    box.check()
    page.reload()
    look()
    expect(box).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    make_a_move(page)
    look()
    expect(box).not_to_be_checked()


def test_one_goes_back_to_an_earlier_turn_if_the_other_agrees(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None]
) -> None:
    place, (guest,) = server.open_match_with_guests("dinospan", 1)
    ada, ben = open_page(place.address), open_page(guest.address, phone=True, theme="dark")
    told = "went back to the beginning of an earlier turn: all agreed"

    def ask() -> None:
        ada.get_by_role("button", name="More", exact=True).click()
        ada.get_by_role("button", name="My last turn", exact=True).click()
        expect(ada.get_by_text("Waiting for Guest 1.", exact=False).first).to_be_visible()
        expect(ben.get_by_text("Ada would like to go back to the beginning of an earlier turn")).to_be_visible()

    until_asked(server, place, [guest])
    while not server.view(place)["turns_back"]:
        server.move(place)
        until_asked(server, place, [guest])
    for page in (ada, ben):
        wait_for_rest(page)
    ask()
    axe(ada)
    axe(ben)
    fits(ben)
    ben.get_by_role("button", name="No", exact=True).click()
    expect(ada.get_by_role("alert")).to_have_count(0)
    ask()
    ben.get_by_role("button", name="All right", exact=True).click()
    for page in (ada, ben):
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator("[role=log]").first).to_contain_text(told)
    assert wait_for_turn(ada)
