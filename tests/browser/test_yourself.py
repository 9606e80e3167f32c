"""Oneself at the table: how friends come, one's name, matches and figures, another device, a word by the browser."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import FADES_NOT, OpenPage, Place, Server, fits
from tests.browser.rest import PATIENCE, decision, wait_for_next, wait_for_turn

BOTH = pytest.mark.parametrize("phone", [True, pytest.param(False, marks=pytest.mark.long)])


def answers(**body: Any) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=body)


def waiting_room(server: Server) -> Place:
    return server.open_match("dinospan", [{"kind": "me"}, {"kind": "open"}])


@BOTH
def test_a_server_that_listens_to_its_computer_alone_says_how_to_open_it(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool
) -> None:
    page = open_page(waiting_room(server).address, phone=phone, theme="dark" if phone else "light")
    expect(page.locator("[data-closed]")).to_contain_text("mesozoic serve --lan")
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)
    fits(page)
    axe(page)


def test_friends_get_an_address_that_they_can_reach(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None]
) -> None:
    place = waiting_room(server)
    page = open_page("/")
    found = ["http://192.0.2.7:8000", "http://198.51.100.7:8000"]
    page.route("**/api/reach", answers(is_asked_here=True, addresses=found))
    page.goto(server.url + place.address)
    expect(page.get_by_role("img", name="QR code of the table's address")).to_be_visible()
    expect(page.locator("[data-address]")).to_have_text(f"http://192.0.2.7:8000/match/{place.match}")
    page.get_by_label("Network").select_option("http://198.51.100.7:8000")
    expect(page.locator("[data-address]")).to_have_text(f"http://198.51.100.7:8000/match/{place.match}")
    fits(page)
    axe(page)


def test_a_name_is_asked_once(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page("/")
    nameless = json.dumps({"pace": "at once", "auto": False})
    page.evaluate("text => localStorage.setItem('mesozoic.settings', text)", nameless)
    page.reload()
    play = page.get_by_role("button", name="Play now: DinoSpan")
    play.click()
    asked = page.get_by_role("dialog", name="What are you called?")
    expect(asked.get_by_label("Your name at the table")).to_be_focused()
    axe(page)
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    expect(play).to_be_enabled()
    play.click()
    page.keyboard.type("Mary Anning")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-table]")
    match = server.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert match["seats"][0]["name"] == "Mary Anning"
    page.goto(server.url + "/")
    page.get_by_role("button", name="Play now: Carbon Dating").click()
    page.wait_for_selector("[data-table]")
    page.goto(server.url + "/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Your name")).to_have_value("Mary Anning")


def sit(page: Page, server: Server, place: Place) -> None:
    """This browser holds the seat from now on."""
    page.goto(server.url + place.address)
    page.wait_for_selector("[data-table]")


@BOTH
def test_my_matches_and_figures(open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool) -> None:
    evening = server.open_match("carbon-dating", [{"kind": "me"}], options={"closing_round": 1})
    contest = server.open_match("dolphins-and-dinos", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    going = server.open_match("dinospan")
    for place in (evening, contest):
        server.play_out(place)
    page = open_page("/", phone=phone, theme="dark" if phone else "light")
    for place in (evening, contest, going):
        sit(page, server, place)
    ends = {
        one["match"]["id"]: one["result"]
        for one in server.post("/api/mine", {"tokens": [evening.token, contest.token]})
    }
    page.goto(server.url + "/mine")
    told = page.locator(f"[data-match='{contest.match}']")
    place_of = "1st" if ends[contest.match]["place"] == 1 else "2nd"
    expect(told.locator("[data-end]")).to_have_text(f"{place_of} of 2, {ends[contest.match]['score']} points")
    expect(told).to_contain_text(re.compile(r"with .*random.* · \d+ \w+ 20\d\d", re.IGNORECASE))
    expect(page.locator(f"[data-match='{evening.match}'] [data-end]")).to_contain_text("bad review")
    fits(page)
    axe(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my data").click()
    kept = json.loads(saved.value.path().read_text("utf-8"))
    assert {one["match"]["id"] for one in kept} == {evening.match, contest.match, going.match}
    assert {one["name"] for one in kept} == {"Ada"}
    page.get_by_role("combobox", name="Game").select_option("Dolphins and Dinos")
    expect(page.locator("[data-match]")).to_have_count(1)

    page.get_by_role("link", name="Your figures").click()
    figures = page.locator("[data-figures=dolphins-and-dinos]")
    expect(figures).to_contain_text("1 game")
    expect(figures).to_contain_text(f"{ends[contest.match]['score']} points")
    expect(page.locator("[data-figures=dinospan]")).to_have_count(0)
    fits(page)
    axe(page)

    page.goto(server.url + "/mine")
    page.get_by_role("button", name="Forget me").click()
    asked = page.get_by_role("dialog", name="Forget me?")
    expect(asked).to_contain_text("You resign from the game that goes on.")
    fits(page)
    axe(page)
    asked.get_by_role("button", name="Keep everything").click()
    assert server.get(f"/api/matches/{contest.match}")["seats"][0]["name"] == "Ada"
    page.get_by_role("button", name="Forget me").click()
    asked.get_by_role("button", name="Yes, forget me in 3 matches").click()
    expect(page.get_by_text("You have not played here yet.")).to_be_visible()
    assert server.post("/api/mine", {"tokens": [evening.token, contest.token, going.token]}) == []


@BOTH
def test_all_seats_move_to_another_device_by_a_key_that_no_server_sees(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool
) -> None:
    places = [server.open_match("dinospan"), server.open_match("carbon-dating", [{"kind": "me"}])]
    old = open_page("/", phone=phone, theme="dark" if phone else "light")
    old.context.grant_permissions(["clipboard-read", "clipboard-write"])
    old.route("**/api/reach", answers(is_asked_here=True, addresses=[server.url]))
    for place in places:
        sit(old, server, place)
    old.goto(server.url + "/mine/move")
    expect(old.get_by_role("img", name="QR code of your key")).to_be_visible()
    expect(old.get_by_text("Whoever has it plays in your name.")).to_be_visible()
    fits(old)
    axe(old)
    old.evaluate(FADES_NOT)
    old.get_by_role("button", name="Copy the link").click()
    expect(old.get_by_role("button", name="Copied")).to_be_visible()
    key = old.evaluate("navigator.clipboard.readText()")

    new = open_page("/", phone=phone)
    asked: list[str] = []
    new.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    new.goto(key)
    expect(new.get_by_text("This link brings 2 seats of Ada to this browser.")).to_be_visible()
    assert "#" not in new.url, "the key leaves the address at once"
    axe(new)
    new.get_by_role("button", name="Take them", exact=True).click()
    for place in places:
        expect(new.locator(f"[data-match='{place.match}']")).to_be_visible()
    secrets = [place.token.partition(".")[2] for place in places]
    assert asked and not [url for url in asked for secret in secrets if secret in url]


STUB = """
    window.notes = [];
    window.looksAway = false;
    Object.defineProperty(document, 'hidden', { get: () => window.looksAway });
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { return (Notification.permission = window.answer ?? 'granted'); }
        constructor(title, more) { window.notes.push([title, more.body]); }
        close() {}
    };
"""


def test_on_request_the_browser_says_whose_turn_it_is(open_page: OpenPage, server: Server) -> None:
    place, (guest,) = server.open_match_with_guests("dinospan", 1)
    page = open_page("/")
    page.add_init_script(STUB)
    sit(page, server, place)
    page.get_by_role("button", name="More", exact=True).click()
    wish = page.get_by_label("The browser tells you that it is your turn")
    wish.check()
    expect(wish).to_be_checked()
    page.get_by_role("button", name="Close", exact=True).click()

    def others_play() -> None:
        """Ada moves, then the guest, until Ada is asked again."""
        asked = decision(page)
        while server.view(place)["moves"]:
            server.move(place)
        while not server.view(place)["moves"]:
            assert server.move(guest)
        wait_for_next(page, asked)

    assert wait_for_turn(page)
    others_play()
    assert page.evaluate("notes") == [], "who looks at the page needs no word"
    page.evaluate("window.looksAway = true")
    others_play()
    page.wait_for_function("notes.length > 0", timeout=PATIENCE)
    title, words = page.evaluate("notes.at(-1)")
    assert title == "DinoSpan" and words


def test_a_browser_that_may_not_notify_says_so(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    page.add_init_script(STUB + "window.answer = 'denied';")
    page.reload()
    page.get_by_role("button", name="Settings").click()
    wish = page.get_by_label("The browser tells you that it is your turn")
    wish.click()
    expect(page.get_by_text("Your browser does not allow it")).to_be_visible()
    expect(wish).not_to_be_checked()


@BOTH
def test_a_match_of_older_rules_can_still_be_read(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool
) -> None:
    played = server.open_match("carbon-dating", [{"kind": "me"}], options={"closing_round": 1})
    server.play_out(played)
    old = "3333333333" if phone else "2222222222"
    shelve(server, played.match, old)
    page = open_page(f"/match/{old}", phone=phone, theme="dark" if phone else "light")
    expect(page.locator("[data-shelved]")).to_contain_text("rules version 0 of Carbon Dating")
    expect(page.get_by_role("button", name="Save the record")).to_be_visible()
    fits(page)
    axe(page)
    page.get_by_role("link", name="Read the moves").click()
    moves = len(server.get(f"/api/matches/{old}/replay")["steps"]) - 1
    expect(page.locator("[data-written] li")).to_have_count(moves)
    expect(page.locator("[data-replay]")).to_contain_text("rules version 0 of Carbon Dating")
    fits(page)
    axe(page)


def shelve(server: Server, match: str, name: str) -> None:
    """A copy of the match, as if it had been played under older rules."""
    connection = sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=PATIENCE / 1000)
    for table, own in (
        ("matches", {"id": f"'{name}'", "rules": "0", "key": "null"}),
        ("entries", {"match": f"'{name}'"}),
    ):
        columns = [one[1] for one in connection.execute(f"pragma table_info({table})")]
        values = ", ".join(own.get(one, one) for one in columns)
        whose = "id" if table == "matches" else "match"
        connection.execute(
            f"insert into {table} ({', '.join(columns)}) select {values} from {table} where {whose} = ?", [match]
        )
    connection.commit()
    connection.close()
