"""Biomechanic Dino Battles at its own board: whole games, every card and interruption, secrets, the lesson."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, Route, WebSocket, expect

import mesozoic
from mesozoic.client import messages
from mesozoic.client.differences import applied
from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, DINO_IDS, STACK_IDS
from mesozoic.games.biomechanic_dino_battles.lesson import LESSON
from mesozoic.games.biomechanic_dino_battles.position import FRAMES
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE
from mesozoic.games.biomechanic_dino_battles.words import DECISIONS
from mesozoic.kernel.lesson import Beat, Lesson
from mesozoic.kernel.state import State
from mesozoic.table.http import lessons
from tests.browser.conftest import STATIC, OpenPage, Place, Server, fits
from tests.browser.rest import (
    TABLE,
    choices,
    decision,
    is_there,
    still_asks,
    wait_for_next,
    wait_for_rest,
    wait_for_turn,
)
from tests.browser.sight import in_sight
from tests.browser.teacher import taught, wrongly
from tests.games.biomechanic_dino_battles.helpers import do, seat, table

NAME = "biomechanic-dino-battles"
NAMES = CARD_TABLE.of("").names
CARD_NAMES = [NAMES[card] for card in CARD_IDS]
GAME = mesozoic.game(NAME)
ASKED = "[data-board-pane] [data-asked]:visible"
AIMS = f"{ASKED}[data-element^='aim:']"
PRIMARY = "[data-primary]:enabled"
FINGER = 44
SHORT = {"trophies_to_win": 1, "round_limit": 7}
MOST_BYTES = 60_000
UPPERMOST = """(one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def sit_down(server: Server, players: int = 2, **options: Any) -> Place:
    bots = [{"kind": "bot", "level": "greedy"}] * (players - 1)
    return server.open_match(NAME, [{"kind": "me"}, *bots], options=options)


# --- Playing --------------------------------------------------------------------------------------------------------


Press = Callable[[Locator], object]


def click(one: Locator) -> None:
    one.click()


def tap(one: Locator) -> None:
    one.tap()


def enter(one: Locator) -> None:
    """As whoever has come there by Tab."""
    one.press("Enter")


def decide(page: Page, number: int, press: Press = click) -> None:
    """Press something that is asked about, and what that asks for, until it is decided; now and then the button."""
    asked = decision(page)
    for step in range(6):
        if not still_asks(page, asked):
            break
        has_button, has_more = is_there(page, PRIMARY), is_there(page, ASKED)
        if is_there(page, AIMS):
            press(one_of(page, AIMS, number))
        elif has_button and (step > 0 or number % 3 == 2 or not has_more):
            press(one_of(page, PRIMARY, 0))
        elif has_more:
            press(one_of(page, ASKED, number + step))
    if still_asks(page, asked):  # what was picked leads nowhere: put it back
        page.keyboard.press("Backspace")
        press(one_of(page, PRIMARY, 0))
    wait_for_next(page, asked)


def one_of(page: Page, what: str, number: int) -> Locator:
    found = choices(page, what)
    return found[number % len(found)]


def play_on(page: Page, most: int = 400, press: Press = click) -> int:
    made = 0
    while made < most and wait_for_turn(page):
        in_sight(page)
        decide(page, made, press)
        made += 1
    return made


def test_a_whole_game_by_mouse(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page(sit_down(server, **SHORT).address)
    assert play_on(page) > 10
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^HP in play over rounds"))).to_be_visible()
    expect(page.get_by_role("button", name="Draw the whole course")).to_have_count(0)
    wounds = max(int(one) for one in page.locator(".course td:nth-child(3)").all_inner_texts())
    drawn = re.search(r"up to (\d+)", page.locator(".course figcaption", has_text="Wounds").inner_text())
    assert (int(drawn[1]) if drawn else 0) >= wounds, "the course does not reach the end"
    axe(page)


def test_four_on_a_phone_with_a_finger(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    page = open_page(sit_down(server, 4, trophies_to_win=1, round_limit=3).address, phone=True, theme="dark")
    assert wait_for_turn(page)
    axe(page)
    play_on(page, 6, press=tap)
    wait_for_rest(page)
    for button in page.locator(".board button:visible").all():
        box = button.bounding_box()
        assert box is None or (box["width"] >= FINGER - 1 and box["height"] >= FINGER - 1), button.inner_text()
    play_on(page, press=tap)
    expect(page.locator("#result")).to_be_visible()
    fits(page)


def test_three_by_keys_alone(open_page: OpenPage, server: Server) -> None:
    """Digits pick cards, letters attacks and dinos, Enter commits."""
    page = open_page(sit_down(server, 3, trophies_to_win=1, round_limit=3).address)
    for number in range(200):
        if not wait_for_turn(page):
            break
        asked = decision(page)
        for key in (str(1 + number % 6), "a", "Enter", "Backspace", "Enter"):
            if still_asks(page, asked):
                page.keyboard.press(key)
        if still_asks(page, asked):  # a choice among dinos or players, a payment: by Tab and Enter
            decide(page, number, enter)
        wait_for_next(page, asked)
    expect(page.locator("#result")).to_be_visible()


def test_what_leaves_no_choice_is_passed_over(open_page: OpenPage, server: Server) -> None:
    """Against bots, as the player wants it: without a dino the first action phase can only be ended."""
    place = sit_down(server, start_seat=0)
    assert [move["text"] for move in server.view(place)["moves"]] == ["end"]
    page = open_page("/")
    page.evaluate(
        "() => localStorage.setItem('mesozoic.settings',"
        " JSON.stringify({...JSON.parse(localStorage.getItem('mesozoic.settings')), auto: true}))"
    )
    page.goto(server.url + place.address)
    expect(page.locator("[data-primary]")).to_have_attribute("data-act", "done")


# --- Scripted positions: every card, and every kind of interruption --------------------------------------------------


def lay_out(page: Page, server: Server, state: State, reader: int = 0) -> None:
    """This table in the page, with the moves of its seat; what is done there goes on from it."""
    beats = tuple(Beat(say="Look.", goal="Play on.") for _ in range(20))
    lesson = Lesson("A table", state.players, reader, dict(state.setup.options), beats, position=state.position())

    def answer(route: Route) -> None:
        wanted = msgspec.json.decode(route.request.post_data_buffer or b"", type=messages.LessonMoves)
        body = msgspec.json.encode(lessons.lesson_state(GAME, lesson, wanted))
        route.fulfill(body=body.decode(), content_type="application/json")

    page.unroute_all()
    page.route(f"**/api/games/{NAME}/lesson", answer)
    page.goto(f"{server.url}/learn/{NAME}")
    page.wait_for_selector(".board")


@pytest.mark.parametrize("part", [0, *(pytest.param(more, marks=pytest.mark.long) for more in range(1, 4))])
def test_every_dino_and_card_is_drawn_and_read(open_page: OpenPage, server: Server, part: int) -> None:
    """A fourth of them, and all together all."""
    page = open_page("/")
    for dino in DINO_IDS[part::4]:
        lay_out(page, server, table(seat(f"{dino} A E D"), seat(dino)))
        article = page.locator("article[data-element=P1a]")
        expect(article.locator("svg path.body")).to_have_count(1)
        expect(article.locator("button.attack[aria-pressed]")).to_have_count(2)
        expect(article.locator(".fan li")).to_have_count(3)
    for card in STACK_IDS[part::4]:
        lay_out(page, server, table(seat("raptor", "rex", hand=f"{card} A E D"), seat("raptor")))
        page.locator(f".hand [data-card={card}]").click()
        name = NAMES[card]
        expect(page.locator(".panel h2").first).to_have_text(name)
        expect(page.locator(".panel")).to_contain_text(
            re.compile(r"Draw|Attach|damage|HP|swap|Poison|Combat|Buy|cards")
        )


INTERRUPTIONS: dict[str, tuple[Callable[[], State], int, str]] = {
    "payment": (
        lambda: after(
            table(seat(hand="A E D"), seat(), phase="buy", offering="compy"),
            "dino:1",
        ),
        0,
        "pay",
    ),
    "opponent": (
        lambda: after(
            table(seat("raptor A"), seat("rex"), seat()),
            "attack:1",
        ),
        0,
        "choose an opponent",
    ),
    "defence": (
        lambda: after(
            table(seat("raptor A"), seat("raptor E D")),
            "attack:1",
        ),
        1,
        "how do you answer",
    ),
    "direct": (
        lambda: after(
            table(seat("raptor A"), seat(hand="missile_pod A")),
            "attack:1",
        ),
        1,
        "directly",
    ),
    "promote": (
        lambda: after(
            table(seat("rex A A"), seat("compy -20", "rex", "stego")),
            "attack:1",
        ),
        1,
        "moves up",
    ),
    "heal": (
        lambda: after(
            table(seat("rex -10", "compy -5", hand="field_repair"), seat()),
            "strategy:field_repair",
        ),
        0,
        "repair",
    ),
    "purge": (
        lambda: after(
            table(seat("rex", hand="scrap_run W W"), seat()),
            "strategy:scrap_run",
        ),
        0,
        "Purge",
    ),
    "switch": (
        lambda: after(
            table(seat("rex", "compy", "stego", hand="tactical_shift"), seat()),
            "strategy:tactical_shift",
        ),
        0,
        "Swap",
    ),
    "jam": (
        lambda: after(
            table(seat("rex", hand="signal_jammer"), seat("rex A", "compy E")),
            "strategy:signal_jammer",
        ),
        0,
        "discarded",
    ),
    "jam_position": (
        lambda: after(
            table(seat("rex", hand="signal_jammer"), seat("rex A E")),
            "strategy:signal_jammer",
        ),
        0,
        "position",
    ),
    "poison": (
        lambda: after(
            table(seat("rex", hand="toxic_spill"), seat("rex"), seat("compy")),
            "strategy:toxic_spill",
        ),
        0,
        "Poison",
    ),
    "salvage": (
        lambda: after(
            table(seat("rex", hand="salvage_crew", discard="A E"), seat()),
            "strategy:salvage_crew",
        ),
        0,
        "discard pile",
    ),
    "look": (
        lambda: after(
            table(seat("rex", hand="scanner_array A"), seat("rex A", "compy E")),
            "item:scanner_array/1",
        ),
        0,
        "look at",
    ),
    "move_from": (
        lambda: after(
            table(seat("rex A", "compy E", "stego", hand="cargo_winch A"), seat()),
            "item:cargo_winch/2",
        ),
        0,
        "cards move",
    ),
    "move_to": (
        lambda: after(
            table(seat("rex A", "compy E", "stego", hand="cargo_winch A"), seat()),
            "item:cargo_winch/2",
            "from:a",
        ),
        0,
        "cards go",
    ),
    "cure": (
        lambda: after(
            table(seat("rex", hand="toxin_sprayer A P", discard="P"), seat()),
            "item:toxin_sprayer/2",
        ),
        0,
        "Poison",
    ),
    "hit": (
        lambda: after(
            table(seat("rex", "dilopho E A"), seat("rex", "compy")),
            "assist:b1",
        ),
        0,
        "hit",
    ),
    "reaction": (
        lambda: after(
            table(seat("rex"), seat("rex", hand="missile_pod A")),
            "end",
        ),
        1,
        "ended the actions",
    ),
    "declared": (
        lambda: after(
            anytime(seat("raptor A"), seat("rex"), seat("stego", hand="missile_pod A")),
            "attack:1",
            "at:P2",
        ),
        2,
        "before the answer",
    ),
    "answered": (
        lambda: after(
            anytime(seat("raptor A", hand="missile_pod A"), seat("rex E")),
            "attack:1",
            "pass",
            "evade",
        ),
        0,
        "has answered",
    ),
    "announced": (
        lambda: after(
            anytime(seat("rex", hand="overclock"), seat("rex", hand="missile_pod A")),
            "strategy:overclock",
        ),
        1,
        "announces",
    ),
}


def anytime(*seats: Any) -> State:
    found: State = table(*seats, items="anytime")
    return found


def after(state: State, *moves: str) -> State:
    do(state, *moves)
    return state


def test_no_kind_of_interruption_is_left_out() -> None:
    assert {FRAMES[kind][0] for kind in DECISIONS} <= set(INTERRUPTIONS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_interruption_is_asked_in_words(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], theme: str
) -> None:
    """Half of them by day, half by night."""
    page = open_page("/", theme=theme)
    page.set_viewport_size({"width": 1366, "height": 650})
    for kind in list(INTERRUPTIONS)[theme == "dark" :: 2]:
        make, reader, words = INTERRUPTIONS[kind]
        state = make()
        assert list(state.to_move) == [reader], kind
        lay_out(page, server, state, reader)
        expect(page.locator("[data-question]")).to_contain_text(words)
        in_sight(page)
        axe(page)
        page.locator(ASKED).or_(page.locator(PRIMARY)).first.click(trial=True)


def test_an_attack_is_foretold(open_page: OpenPage, server: Server) -> None:
    """BD-20 to BD-23: EVA 5 holds against ATK 5, DEF 1 does not; what is attached the attacker cannot know."""
    page = open_page("/")
    lay_out(page, server, table(seat("raptor A"), seat("raptor -15 E", "stego")))
    page.locator("button.attack").first.click()
    panel = page.locator(".panel")
    expect(panel.locator("[data-answer=evade]")).to_contain_text("holds: no damage")
    expect(panel.locator("[data-answer=evade]")).to_contain_text("if such a card is attached")
    expect(panel.locator("[data-answer=defend]")).to_contain_text("fails: 10 damage, 5 HP left")
    expect(page.locator("[data-note]")).to_contain_text("10 damage, 5 HP left")
    lay_out(page, server, after(table(seat("stego A D"), seat("dilopho E")), "attack:2"), 1)
    expect(page.locator("[data-answer=evade]")).to_contain_text("holds")
    expect(page.locator("button[data-answer=evade]")).to_be_enabled()
    expect(page.locator("[data-answer=pass]")).to_contain_text("takes Wound")
    expect(page.locator("[data-answer=defend]")).to_contain_text("you have no such card attached")


def test_a_phone_s_hand_hides_nothing_that_is_asked(open_page: OpenPage, server: Server) -> None:
    page = open_page("/", phone=True)
    rival = seat("raptor", "bronto", "stego")
    lay_out(page, server, table(seat("bronto A A", hand="W W"), rival, seat("raptor", "bronto"), seat("raptor")))
    assert in_sight(page)["inView"]
    assert page.locator("button.attack.ready").first.evaluate(UPPERMOST)


def test_a_payment_can_be_changed(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    lay_out(page, server, after(table(seat(hand="A E D"), seat(), phase="buy", offering="compy"), "dino:1"))
    expect(page.locator(".hand .lifted")).to_have_count(2)
    before = page.locator("[data-primary]").inner_text()
    page.locator(".hand button.card").first.click()
    expect(page.locator("[data-primary]")).not_to_have_text(before)
    expect(page.locator(".hand .lifted")).to_have_count(2)


def test_a_card_is_dragged_to_a_dino(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    lay_out(page, server, table(seat("raptor", hand="A"), seat("raptor")))
    page.locator(".hand [data-card=A]").drag_to(page.locator("article[data-element=P1a]"))
    expect(page.locator("article[data-element=P1a] .fan li")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_nothing_is_lost_on_those_who_listen(
    open_page: OpenPage, server: Server, axe: Callable[[Page], None], theme: str
) -> None:
    page = open_page("/", theme=theme)
    rich = seat("raptor A E", "stego D", "bronto D", hand="overclock missile_pod A P W", discard="A W", trophies="rex")
    lay_out(page, server, table(rich, seat("dilopho E E", "rex")))
    axe(page)
    page.locator("button.attack").first.click()
    axe(page)
    page.get_by_role("button", name=re.compile("^Gearclaw Raptor.*read the card")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Sickle Slash")
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Discard 2").click()
    expect(page.get_by_role("dialog")).to_contain_text("Wound")
    axe(page)


# --- Secrets ----------------------------------------------------------------------------------------------------------


def face_down_of_others(view: Any, reader: int) -> Iterator[Any]:
    for other in view["seats"]:
        dinos = [other["active"], *other["bench"]]
        if other["seat"] != reader:
            yield from (card for dino in dinos if dino for card in dino["attached"] if not card["learnt"])


def test_neither_browser_learns_what_the_other_attached(open_page: OpenPage, server: Server) -> None:
    """Pages, attributes and socket traffic: backs and counts, nothing else."""
    ada, (ben,) = server.open_match_with_guests(NAME, 1, options={"start_seat": 0})
    traffic: dict[int, list[str]] = {0: [], 1: []}
    pages = []
    for number, place in enumerate((ada, ben)):
        page = open_page("/")

        def listen(socket: WebSocket, number: int = number) -> None:
            socket.on("framereceived", lambda text: traffic[number].append(str(text)))

        page.on("websocket", listen)
        page.goto(server.url + place.address)
        pages.append(page)
    attached = 0
    for step in range(60):
        if attached > 2:
            break
        for page in pages:
            wait_for_rest(page)
        mover = next(at for at, one in enumerate((ada, ben)) if server.view(one)["moves"])
        moves = [move["text"] for move in server.view((ada, ben)[mover])["moves"]]
        order = ("attach:", "dino:", "pay:", "strategy:", "buy:", "end", "done", "pass")
        move = next((one for start in order for one in moves if one.startswith(start)), moves[0])
        asked = decision(pages[mover])
        server.send((ada, ben)[mover], move)
        wait_for_next(pages[mover], asked)
        if move.startswith("attach:"):
            attached += 1
            other = pages[1 - mover]
            backs = other.locator(f"article[data-element^=P{mover + 1}] .fan li")
            expect(backs.first).to_be_visible()
            for back in backs.all():
                assert re.search(r"^Card \d+: face down$", back.inner_text().strip()), step
                assert not any(name in back.evaluate("one => one.outerHTML") for name in CARD_NAMES)
    assert attached > 2
    for reader, lines in traffic.items():
        views = [*views_told(json.loads(line) for line in lines)]
        assert len(views) > 10, "what changed was followed"
        for view in views:
            assert all(card["card"] is None for card in face_down_of_others(view, reader))
        assert not any(re.search(rf"P{2 - reader} attaches (?!a card)", line) for line in lines)


def views_told(told: Iterable[Any]) -> Iterator[Any]:
    """Every view that a page was sent, whole or as what has changed since the one before."""
    shown = None
    for update in (one for message in told for one in updates_in(message)):
        for part in (*update["frames"], update):
            if part["change"] is not None:
                shown = applied(shown, part["change"])
            elif part["view"] is not None:
                shown = part["view"]
            yield shown


def updates_in(message: Any) -> Iterator[Any]:
    """Every update in a message, however deep."""
    if isinstance(message, dict):
        if "frames" in message and "change" in message:
            yield message
        for value in message.values():
            yield from updates_in(value)
    elif isinstance(message, list):
        for value in message:
            yield from updates_in(value)


# --- The supply, and the encyclopedia ------------------------------------------------------------------------------


def test_a_supply_is_chosen_by_hand(open_page: OpenPage, server: Server, axe: Callable[[Page], None]) -> None:
    """BD-03, BD-04: six dinos and ten stacks, told in words while there are too few or too many; then on the table."""
    page = open_page(f"/play/{NAME}")
    start = page.get_by_role("button", name="Start the game")
    for supply in ("Hit and run", "Siege", "Venom and volts"):
        page.get_by_role("button", name=supply).click()
        expect(page.locator("li[data-card]")).to_have_count(16)
        expect(start).to_be_enabled()
    page.get_by_role("button", name="By chance").click()
    expect(page.locator("li[data-card]")).to_have_count(0)
    page.get_by_role("button", name="Own choice").click()
    expect(page.locator("li[data-card]")).to_have_count(len(DINO_IDS) + len(STACK_IDS))
    page.get_by_role("button", name="Read Cargo Winch").click()
    expect(page.get_by_role("dialog")).to_contain_text("move all cards attached to one of your dinos")
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("checkbox", name="Ironjaw Rex").uncheck()
    expect(page.get_by_text("Too few: choose 1 more, the game has 6 dinos.")).to_be_visible()
    expect(start).to_be_disabled()
    for dino in ("Turbine Spino", "Razorbeak Quetzal"):
        page.get_by_role("checkbox", name=dino).check()
    expect(page.get_by_text("1 too many: the game has 6 dinos. Take 1 out.")).to_be_visible()
    expect(page.locator("[data-problems]")).to_contain_text("Dinos: Choose 6")
    page.get_by_role("checkbox", name="Gearclaw Raptor").uncheck()
    page.get_by_role("checkbox", name="Overclock").uncheck()
    page.get_by_role("checkbox", name="Cargo Winch").check()
    fits(page)
    start.click()
    page.wait_for_selector(TABLE)
    expect(page.locator("[data-element='stack:cargo_winch']")).to_be_visible()
    expect(page.locator("[data-element='stack:overclock']")).to_have_count(0)
    found = server.get(f"/api/matches/{page.url.partition('/match/')[2].partition('#')[0]}")["options"]
    assert set(found["dinos"].split(",")) == {"dilopho", "spino", "stego", "pterano", "quetzal", "bronto"}


def test_the_encyclopedia_shows_every_card(open_page: OpenPage) -> None:
    page = open_page(f"/encyclopedia/{NAME}")
    expect(page.locator("main li .picture svg")).to_have_count(len(CARD_NAMES) + len(DINO_IDS))
    assert set(page.locator("main li h2").all_text_contents()) > set(CARD_NAMES)
    page.get_by_label("Type").select_option("Armored")
    expect(page.locator("main li .picture path.body")).to_have_count(3)


# --- Size, and the lesson -------------------------------------------------------------------------------------------


def test_the_board_is_small(built_web: object) -> None:
    import gzip

    files = [file for file in (STATIC / "assets").glob(f"{NAME}-*") if file.suffix in (".js", ".css")]
    assert files
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < MOST_BYTES


@pytest.mark.parametrize("phone", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_lesson_to_its_end(open_page: OpenPage, axe: Callable[[Page], None], phone: bool) -> None:
    page = open_page(f"/learn/{NAME}", phone=phone)
    for number, beat in enumerate(LESSON.beats, 1):
        expect(page.locator(".teacher .head")).to_contain_text(f"{number} of {len(LESSON.beats)}", ignore_case=True)
        if number in (1, 9, len(LESSON.beats)):
            axe(page)
            fits(page)
        taught(page)
        if number == 2:
            wrongly(page, lambda: follow_step(page, "end"))
        if beat.allow:
            for move in GAME.split(beat.allow[0]):
                follow_step(page, move)
        else:
            page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()


def follow_step(page: Page, move: str) -> None:
    """A move of the lesson by pressing what it is about."""
    verb, _, what = move.partition(":")
    primary = page.locator("[data-primary]")
    if verb in ("end", "done", "pass"):
        expect(primary).to_have_attribute("data-act", verb)
        primary.click()
    elif verb in ("dino", "buy"):
        element = f"offer:{what}" if verb == "dino" else f"stack:{what}"
        page.locator(f"[data-asked][data-element='{element}']").click()
        page.locator("[data-act=buy]").click()
    elif verb == "pay":
        page.locator(f"[data-element='pay:{what}']").click()
        page.locator("[data-act=pay]").click()
    elif verb == "attach":
        card, _, place = what.partition("@")
        page.locator(f".hand [data-card={card}][data-asked]").first.click()
        page.locator(f"[data-element='aim:P1{place}']").click()
    elif verb == "attack":
        page.locator(f"button[data-element='{move}']").click()
        page.locator("[data-act=attack]").click()
    elif verb in ("strategy", "purge"):
        page.locator(f".hand [data-card={what}][data-asked]").first.click()
        page.locator(f"[data-act={'play' if verb == 'strategy' else 'purge'}]").click()
    elif verb == "item":
        card, _, power = what.partition("/")
        page.locator(f".hand [data-card={card}][data-asked]").first.click()
        page.locator(f".panel [data-power='{power}']").click()
    elif verb == "retreat":
        page.locator("[data-element=retreat]").click()
        page.locator(f"[data-element='aim:P1{what}']").click()
    elif verb == "assist":
        page.locator(f"[data-element='{move}']").click()
    else:
        page.locator(f"button[data-answer={verb}]").click()
