"""The table's frame in every game: one screen, nothing jumps, no notation, the end in view, the log, the replay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import mesozoic
from tests.browser import test_biomechanic, test_carbon_dating, test_clades, test_dinospan, test_dolphins_and_dinos
from tests.browser.conftest import AT_ONCE, OpenPage, Place, Server, fits
from tests.browser.plain import dialogs_are_plain, is_plain
from tests.browser.rest import PATIENCE, decision, release, wait_for_next, wait_for_rest, wait_for_turn
from tests.browser.sight import in_sight, nothing_slips
from tests.table.nursery import Nursery

SIZES = {"laptop": (1280, 800), "low laptop": (1366, 650), "large": (1600, 900), "phone": (390, 844)}
TURN_BASED = {"carbon-dating": 1, "dolphins-and-dinos": 3, "dinospan": 2, "biomechanic-dino-battles": 2}
PLAY_ON: dict[str, Callable[[Page, int], object]] = {
    "biomechanic-dino-battles": test_biomechanic.play_on,
    "carbon-dating": test_carbon_dating.play_on,
    "dolphins-and-dinos": test_dolphins_and_dinos.play_on,
    "dinospan": test_dinospan.play_on,
}
SHORT: dict[str, dict[str, Any]] = {
    "biomechanic-dino-battles": {"trophies_to_win": 1, "round_limit": 1},
    "carbon-dating": {"closing_round": 1},
}


def sit_down(server: Server, game: str, players: int | None = None, **options: Any) -> Place:
    bots = [{"kind": "bot", "level": None}] * ((players or TURN_BASED[game]) - 1)
    return server.open_match(game, [{"kind": "me"}, *bots], options=options)


def walk(server: Server, place: Place, page: Page, most: int) -> Iterator[int]:
    """Make moves beside the page, each another of those offered; at each rest of the page one looks."""
    for made in range(most):
        if not wait_for_turn(page):
            return
        yield made
        asked = decision(page)
        moves = server.view(place)["moves"]
        server.send(place, moves[made % len(moves)]["text"])
        wait_for_next(page, asked)


@pytest.mark.parametrize(
    "size", ["low laptop", "phone", *(pytest.param(more, marks=pytest.mark.long) for more in ("laptop", "large"))]
)
@pytest.mark.parametrize("game", TURN_BASED)
def test_what_a_decision_needs_is_in_view(open_page: OpenPage, server: Server, game: str, size: str) -> None:
    place = sit_down(server, game)
    page = open_page(place.address, phone=size == "phone")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for _ in walk(server, place, page, 16):
        seen = in_sight(page)
        assert seen["isToldWhole"], f"what is asked is cut off: {seen}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [1, 3, 8])
def test_clades_is_one_screen(open_page: OpenPage, server: Server, players: int, size: str) -> None:
    bots = [{"kind": "bot", "level": "absent"}] * (players - 1)
    place = server.open_match("clades", [{"kind": "me"}, *bots])
    page = open_page(place.address, phone=size == "phone")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector(".clades .cards [data-card]")
    seen = in_sight(page)
    assert seen["asked"]


HURRY = """
    const [later, {animate}] = [window.setTimeout, Element.prototype];
    window.setTimeout = (what, ms, ...more) => later(what, ms / 25, ...more);
    Element.prototype.animate = function (frames, {duration = 0, delay = 0, ...how} = {}) {
        return animate.call(this, frames, {...how, duration: duration / 25, delay: delay / 25});
    };
"""
"""The normal pace in a page whose time runs faster: every event is shown, each for a moment."""


@pytest.mark.parametrize("decisions", [6, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", PLAY_ON)
def test_nothing_jumps(open_page: OpenPage, server: Server, game: str, decisions: int) -> None:
    """Decisions by clicking: what moves without having been asked to is counted as browsers count it."""
    page = open_page("/", pace="normal")
    page.add_init_script(HURRY)
    page.goto(server.url + sit_down(server, game).address)
    assert wait_for_turn(page)
    count_shifts(page)
    PLAY_ON[game](page, decisions)
    has_not_jumped(page)


@pytest.mark.parametrize("game", TURN_BASED)
def test_nothing_slips_away_from_under_the_pointer(open_page: OpenPage, server: Server, game: str) -> None:
    """Pointing at a thing may show what it would do, but does not move it, in a small window either."""
    place = sit_down(server, game)
    page = open_page(place.address)
    page.set_viewport_size({"width": 900, "height": 700})
    for _ in walk(server, place, page, 6):
        nothing_slips(page)


@pytest.mark.long
def test_nothing_jumps_in_clades(open_page: OpenPage, server: Server) -> None:
    """Sixty calls of others, by their settled cards: what lies stays where it lies."""
    bots = [{"kind": "bot", "level": "champion"}] * 2
    page = open_page(
        server.open_match("clades", [{"kind": "me"}, *bots], options={"stall_s": 5}).address, pace="normal"
    )
    page.wait_for_selector(".clades .cards [data-card]")
    count_shifts(page)
    page.wait_for_function(
        "() => document.querySelectorAll('[role=log] p').length > 60 || document.querySelector('#result')"
    )
    has_not_jumped(page)


def count_shifts(page: Page) -> None:
    page.evaluate(
        """() => {
            window.shifts = [];
            // On a slow machine half a second after a press may pass before what it moves is drawn: while somebody is
            // asked, what moves was asked to.
            const table = document.querySelector('[data-table]');
            const states = [[performance.now(), table.dataset.state]];
            const note = () => states.push([performance.now(), table.dataset.state]);
            new MutationObserver(note).observe(table, {attributes: true, attributeFilter: ['data-state']});
            const asks = (then) => ['yours', 'sending'].includes(states.findLast(([since]) => since <= then)?.[1]);
            const box = ({x, y, width, height}) => `${x},${y} ${width}x${height}`;
            const name = ({node, previousRect, currentRect}) =>
                `${node?.className || node?.nodeName} ${box(previousRect)} to ${box(currentRect)}`;
            new PerformanceObserver((list) => {
                const unasked = list.getEntries().filter((one) => !one.hadRecentInput && !asks(one.startTime));
                window.shifts.push(...unasked.map((one) => [one.value, one.sources.map(name)]));
            }).observe({type: 'layout-shift'});
        }"""
    )


def has_not_jumped(page: Page) -> None:
    shifts = page.evaluate("window.shifts")
    most = sorted(shifts, reverse=True, key=lambda one: one[0])[:6]
    assert sum(one[0] for one in shifts) < 0.05, f"{sum(one[0] for one in shifts):.3f} in all: {most}"


@pytest.mark.parametrize("game", [*PLAY_ON, "clades"])
def test_no_notation_reaches_the_page(open_page: OpenPage, server: Server, game: str) -> None:
    """Labels, log, question, hint, dialogs, the result, the list of a replay: nothing reads as notation."""
    if game == "clades":
        page = test_clades.sit_down(open_page, server, test_clades.TABLE, {"settle_ms": 0, "lock_ms": 0})
        test_clades.by_keys(page, test_clades.find_false(test_clades.usable(page)))
        expect(page.locator(".clades .last .verdict")).to_have_text("no triple")
        expect(page.locator("[data-seat='0']")).not_to_contain_text("locked")
        assert test_clades.score(page)
        is_plain(page)
        dialogs_are_plain(page, game)
        return
    place = sit_down(server, game, **SHORT.get(game, {}))
    page = open_page(place.address)
    for made in walk(server, place, page, 8):
        if made == 1:
            page.get_by_role("button", name="Hint", exact=True).click()
            expect(
                page.get_by_role("region", name="Hint").get_by_role("button", name="Play it", exact=True)
            ).to_be_visible(timeout=PATIENCE)
        is_plain(page)
    if wait_for_turn(page):
        dialogs_are_plain(page, game)
    server.play_out(place)
    page.wait_for_selector("[data-table][data-state=over]")
    is_plain(page)
    page.goto(f"{server.url}/match/{place.match}/replay#step=1")
    expect(page.locator("[data-replay]")).to_have_attribute("data-step", "1")
    expect(page.locator(".moves .step.blank")).to_have_count(0)
    is_plain(page)
    page.get_by_role("button", name="Next", exact=True).click()
    is_plain(page)
    fits(page)


@pytest.mark.parametrize("phone", [False, True])
def test_the_end_comes_into_view(open_page: OpenPage, server: Server, axe: Callable[[Page], None], phone: bool) -> None:
    place = sit_down(server, "carbon-dating", closing_round=1)
    page = open_page(place.address, phone=phone)
    for _ in walk(server, place, page, 60):
        pass
    expect(page.locator("#result")).to_be_in_viewport()
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator(".reviews")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Watch the replay")).to_have_count(1)
    axe(page)
    page.get_by_role("button", name="See the table").last.click()
    expect(page.locator("#result")).to_have_count(0)


LOG = "[aria-label='What has happened']"
AT_END = f"""() => {{
    const {{scrollHeight, scrollTop, clientHeight}} = document.querySelector("{LOG}");
    return scrollHeight - scrollTop - clientHeight < 30;
}}"""


def log_lines(page: Page) -> list[str]:
    return page.locator(f"{LOG} p").all_inner_texts()


def test_the_log_follows_until_its_reader_scrolls_up(open_page: OpenPage, server: Server) -> None:
    """Then it says how many lines came since, and a press goes to the newest."""
    place = sit_down(server, "carbon-dating")
    page = open_page(place.address)
    lines: list[str] = []
    for made in walk(server, place, page, 16):
        if made == 10:
            page.wait_for_function(AT_END)
            page.locator(LOG).hover()
            page.mouse.wheel(0, -400)
            page.wait_for_function(f"() => !({AT_END})()")
            lines = log_lines(page)
    assert wait_for_turn(page)
    new = len(log_lines(page)) - len(lines)
    assert new > 1
    back = page.get_by_role("button", name=re.compile(rf"^{new} new lines"))
    expect(back).to_be_visible()
    assert not page.evaluate(f"({AT_END})()"), "who reads is left in peace"
    back.click()
    expect(back).to_have_count(0)
    page.wait_for_function(AT_END)


def test_what_is_taken_back_leaves_the_log(open_page: OpenPage, server: Server) -> None:
    """Also while its reader looks at older lines."""
    place = sit_down(server, "carbon-dating")
    page = open_page(place.address)
    before: list[str] = []
    for made in walk(server, place, page, 40):
        if made > 10 and server.view(place)["can_undo"]:
            break
        before = log_lines(page)
    assert log_lines(page)[: len(before)] == before and len(log_lines(page)) > len(before)
    page.locator(LOG).hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => !({AT_END})()")
    asked = decision(page)
    page.get_by_role("button", name="Take back", exact=True).click()
    wait_for_next(page, asked)
    assert wait_for_turn(page)
    assert log_lines(page) == before
    expect(page.get_by_role("button", name=re.compile("new lines?"))).to_have_count(0)
    server.move(place)
    expect(page.get_by_role("button", name=re.compile("new lines?"))).to_be_visible()


def test_the_tab_says_whose_turn_it_is(open_page: OpenPage, server: Server) -> None:
    page = open_page(sit_down(server, "dolphins-and-dinos").address)
    assert wait_for_turn(page)
    expect(page).to_have_title(re.compile("^● Your turn: Dolphins and Dinos"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/fossil-turn.svg")
    page.get_by_role("button", name="Mesozoic: other pages").click()
    page.get_by_role("link", name="Rules").click()
    expect(page).to_have_title(re.compile("^Rules"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/fossil.svg")


def test_a_replay_has_an_address_for_every_step_and_can_be_played_on(open_page: OpenPage, server: Server) -> None:
    place = sit_down(server, "dolphins-and-dinos")
    finish(server, place)
    page = open_page(f"/match/{place.match}/replay#step=7", allow=())
    replay = page.locator("[data-replay]")
    expect(replay).to_have_attribute("data-step", "7")
    expect(page.locator(".moves [aria-current]").first).to_be_in_viewport()
    page.keyboard.press("ArrowDown")
    expect(replay).to_have_attribute("data-step", "8")
    assert page.url.endswith("#step=8")
    page.reload()
    expect(replay).to_have_attribute("data-step", "8")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda address: place.match not in address)
    assert wait_for_turn(page)
    expect(page.locator("[role=log] p").first).to_be_visible()


def finish(server: Server, place: Place) -> None:
    while server.get(f"/api/matches/{place.match}")["status"] == "playing":
        server.move(place)


def test_what_leaves_no_choice_is_done_by_itself(open_page: OpenPage, server: Server) -> None:
    """Against bots, unless the player does not want it."""
    place = sit_down(server, "carbon-dating")
    page = open_page(place.address)
    alone = 0
    for _ in walk(server, place, page, 60):
        if len(server.view(place)["moves"]) == 1:
            alone += 1
            asked = decision(page)
            page.evaluate(
                "() => localStorage.setItem('mesozoic.settings',"
                " JSON.stringify({...JSON.parse(localStorage.getItem('mesozoic.settings')), auto: true}))"
            )
            page.reload()
            wait_for_rest(page)
            page.wait_for_selector(f"[data-table]:not([data-decision='{asked}'])", timeout=PATIENCE)
            return
    assert alone


@pytest.mark.parametrize("size", ["laptop", "low laptop", "phone"])
def test_a_first_glance_shows_how_to_begin(open_page: OpenPage, server: Server, size: str) -> None:
    page = open_page("/", phone=size == "phone")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    play = page.get_by_role("button", name=re.compile("^Play now")).first
    expect(play).to_be_in_viewport(ratio=1)
    tall, seen = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert size != "phone" or tall <= 2 * seen, f"{tall} px on a screen of {seen}"
    fits(page)
    # What one began waits on top, and still one sees how to begin something else.
    place = sit_down(server, "dolphins-and-dinos")
    assert wait_for_turn(open_page(place.address, context=page.context))
    page.reload()
    go_on = page.get_by_role("link", name="Go on: Dolphins and Dinos")
    expect(go_on).to_be_in_viewport(ratio=1)
    expect(play).to_be_in_viewport(ratio=1)
    go_on.click()
    assert wait_for_turn(page)


def test_play_now_says_at_once_that_it_works(open_page: OpenPage, server: Server) -> None:
    """On a slow line: the answer, then the page's script, come when the test lets them."""
    page = open_page("/", phone=True)
    held: list[Route] = []
    slow = re.compile(r"/api/matches$|/assets/Match.*js$")
    page.route(slow, lambda route: held.append(route) if is_slow(route) else route.continue_())
    button = page.get_by_role("button", name="Play now: Dolphins and Dinos")
    button.wait_for()
    before = page.evaluate("scrollTo(0, 300), scrollY")
    assert before == 300
    button.click()
    expect(page.get_by_role("button", name="Dealing…: Dolphins and Dinos")).to_be_disabled()
    assert page.evaluate("scrollY") == before
    release(page, held)
    page.wait_for_url(re.compile("/match/"))
    assert page.evaluate("scrollY") == before, "the old page jumped before the new one was there"
    release(page, held)
    assert wait_for_turn(page)
    assert page.evaluate("scrollY") < before


def is_slow(route: Route) -> bool:
    """The new match and its page; not what the lobby asks for now and then."""
    return route.request.method == "POST" or "/api/" not in route.request.url


def test_before_a_first_race_one_picks_an_opponent(open_page: OpenPage, axe: Callable[[Page], None]) -> None:
    page = open_page("/")
    begin = page.get_by_role("button", name="Play now: CLADES Prehistoric")
    begin.click()
    picker = page.get_by_role("dialog")
    expect(picker.get_by_role("radio", name=re.compile("^Hatchling"))).to_be_checked()
    axe(page)
    picker.get_by_role("radio", name=re.compile("^Forager")).check()
    picker.get_by_role("button", name="Play CLADES Prehistoric").click()
    expect(page.locator(".clades")).to_be_visible()
    page.go_back()
    begin.click()  # it is asked once
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator(".clades")).to_be_visible()


def test_clades_counts_down_before_the_eyes_of_all(
    open_page: OpenPage, server: Server, nursery: Nursery, tmp_path: Path
) -> None:
    """As long as the server says, here a hundred minutes: until then the cards lie face down for everybody."""
    with Server(tmp_path, nursery, **AT_ONCE, countdown_ms=6_000_000) as patient:
        place, (guest,) = patient.open_match_with_guests("clades", 1)
        for address in (place.address, guest.address, f"/match/{place.match}"):
            page = open_page(address, host=patient)
            expect(page.get_by_role("timer")).to_have_text(re.compile(r"^Play begins in ?\d{4}$"))
            expect(page.locator(".cards [data-card]")).to_have_count(0)
            page.close()
    place, _ = server.open_match_with_guests("clades", 1)  # this server counts to nothing
    page = open_page(place.address)
    page.wait_for_selector(".clades .cards [data-card]")
    expect(page.get_by_role("timer")).to_have_count(0)


@pytest.mark.parametrize("game", [*TURN_BASED, "clades"])
def test_no_notation_reaches_a_lesson(open_page: OpenPage, server: Server, game: str) -> None:
    """Every beat up to the first that wants a move of its own."""
    page = open_page(f"/learn/{game}")
    lesson = mesozoic.game(game).lesson
    assert lesson is not None
    for number, beat in enumerate(lesson.beats, 1):
        expect(page.get_by_text(f"{number} of {len(lesson.beats)}", exact=True)).to_be_visible()
        page.wait_for_selector("[data-lesson] [data-question]")
        is_plain(page)
        if beat.allow != ():
            return
        page.get_by_role("button", name="Next", exact=True).click()


def test_the_encyclopedia_has_pictures(open_page: OpenPage) -> None:
    page = open_page("/encyclopedia/clades")
    animals = page.locator("main li", has=page.get_by_role("heading", name="Valenictus", exact=True))
    expect(animals.locator(".picture svg")).to_have_count(1)
    group = page.locator("main li", has=page.get_by_role("heading", name="Pinnipeds", exact=True)).first
    expect(group.locator(".picture svg")).to_have_count(3)
    page.goto(page.url.replace("clades", "dinospan"))
    expect(page.locator("main li .picture svg").first).to_be_visible()


NAMES = {
    "wide": "W" * 30,
    "right to left": "דינוזאורים מהתקופה המזוזואית ע",
    "words": "Ada Augusta Byron of Lovelace X"[:30],
}


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", [*TURN_BASED, "clades"])
def test_names_push_nothing(open_page: OpenPage, server: Server, game: str, phone: bool) -> None:
    """Thirty wide letters, right to left: nothing sticks out, and the decision stays in sight; so too at the end."""
    most = server.get(f"/api/games/{game}")["most_players"]
    mine, *guests = list(NAMES.values())[:most]
    seats = [{"kind": "me"}, *[{"kind": "open"}] * len(guests)]
    place = server.open_match(game, seats, name=mine, options=SHORT.get(game, {}))
    joined = [server.post(f"/api/matches/{place.match}/join", {"name": name}) for name in guests]
    page = open_page(place.address, phone=phone)
    if guests:
        page.get_by_text(guests[0]).first.wait_for()
        fits(page)
        server.post(f"/api/matches/{place.match}/start", {}, place.token)
    others = [Place(place.match, one["token"]) for one in joined]
    if game == "clades":
        page.wait_for_selector("[data-table] [data-asked]")
    else:
        while not server.view(place)["moves"]:
            assert any(server.move(one) for one in others)
        assert wait_for_turn(page)
    fits(page)
    in_sight(page)
    if game == "clades" or not phone:
        return
    while server.get(f"/api/matches/{place.match}")["status"] == "playing":
        for one in (place, *others):
            server.move(one)
    page.wait_for_selector("[data-table][data-state=over]")
    expect(page.locator("#result")).to_be_in_viewport()
    fits(page)
