"""A real browser at a real server: the built pages, a server process of its own with a new database, Chromium.

def test_something(server, open_page):
    page = open_page("/")                    # fails in the end if the browser's console showed an error
    seat = server.open_match("dinospan")     # a match against a bot, and the token of its first seat
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from mesozoic.games import FOLDERS
from mesozoic.lab.new_game import write_game
from tests.browser.rest import PATIENCE
from tests.table.nursery import Nursery
from tests.table.server import Server as Process

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "mesozoic" / "table" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
AT_ONCE: dict[str, Any] = {"bot_pause_ms": 0, "fair_ms": 60}
"""Bots do not wait for the eyes of people; calls of people in real time do, as at any table."""
expect.set_options(timeout=PATIENCE)


@dataclass
class Place:
    """A seat at a match."""

    match: str
    token: str

    @property
    def address(self) -> str:
        """Opens the match in this seat."""
        return f"/match/{self.match}#seat={self.token}"


class Server(Process):
    """A server process, and short ways to sit down and play past the page."""

    def open_match(self, game: str, seats: list[dict[str, Any]] | None = None, **wish: Any) -> Place:
        """A new match, against one bot unless other seats are given."""
        seats = seats or [{"kind": "me"}, {"kind": "bot", "level": None}]
        made = self.post("/api/matches", {"game": game, "seats": seats, "name": "Ada", "seed": "7", **wish})
        return Place(made["match"]["id"], made["token"])

    def open_match_with_guests(self, game: str, guests: int, **wish: Any) -> tuple[Place, list[Place]]:
        """A new match among people; guests do nothing by themselves, so that nothing happens at the wrong moment."""
        place = self.open_match(game, [{"kind": "me"}, *[{"kind": "open"}] * guests], **wish)
        joined = [self.post(f"/api/matches/{place.match}/join", {"name": f"Guest {at + 1}"}) for at in range(guests)]
        self.post(f"/api/matches/{place.match}/start", {}, place.token)
        return place, [Place(place.match, one["token"]) for one in joined]

    def view(self, place: Place) -> Any:
        """What the seat would be told now."""
        return self.get(f"/api/matches/{place.match}/view", place.token)

    def move(self, place: Place) -> bool:
        """Make the first move that is offered to the seat; False while there is none."""
        moves = self.view(place)["moves"]
        if moves:
            self.send(place, moves[0]["text"])
        return bool(moves)

    def play_out(self, place: Place) -> None:
        """To the end, past the page: for tests that are about the end, not about the way there."""
        until = time.monotonic() + PATIENCE / 1000
        while not (update := self.view(place))["result"]:
            if update["moves"]:
                self.send(place, update["moves"][0]["text"])
                until = time.monotonic() + PATIENCE / 1000
            else:
                assert time.monotonic() < until, "the bots do not go on"
                time.sleep(0.02)

    def send(self, place: Place, move: str) -> None:
        wish = {"type": "move", "key": secrets.token_hex(8), "move": move}
        self.post(f"/api/matches/{place.match}/move", wish, place.token)


def chromium() -> str:
    """A Chromium on this machine; the one without windows costs a fifth less."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not found:
        pytest.fail("The browser tests need Chromium: install it (apt install chromium) or name it in CHROMIUM.")
    return found


@pytest.fixture(scope="session")
def built_web() -> Path:
    """The pages, as a visitor gets them."""
    if not (STATIC / "index.html").exists():
        pytest.fail("The pages are not built: run `make web`.")
    return STATIC


@pytest.fixture(scope="session")
def server(built_web: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a worker; nobody may kill it."""
    with Server(tmp_path_factory.mktemp("server"), **AT_ONCE) as one:
        yield one


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Starts servers quickly."""
    made = Nursery()
    yield made
    made.close()


@pytest.fixture
def own_server(built_web: Path, nursery: Nursery, tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    with Server(tmp_path, nursery, **AT_ONCE) as one:
        yield one


@pytest.fixture(scope="session")
def plain_server(built_web: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with ``egg-race``, as ``mesozoic new-game`` writes it: a game without a board; nobody may kill it."""
    folder = tmp_path_factory.mktemp("plain")
    write_game("egg-race", into=folder / "games")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(FOLDERS, str(folder / "games"))
        one = Server(folder, **AT_ONCE).start()
    yield one
    one.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE)
        yield launched
        launched.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Opens pages, each as another person unless a context is given; none may show an error in its console.

    ``host`` is the server to ask, the shared one unless named. ``pace`` is how fast events are shown. ``installs``
    lets the page's service worker in.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []
    allowed: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on("console", lambda line: errors.append(f"{page.url}: {line.text}") if line.type == "error" else None)

    def open_one(
        path: str,
        *,
        phone: bool = False,
        theme: str = "light",
        pace: str = "at once",
        host: Server | None = None,
        context: BrowserContext | None = None,
        allow: tuple[str, ...] = (),
        installs: bool = False,
    ) -> Page:
        host = host or request.getfixturevalue("server")
        allowed.extend(allow)
        if context is None:
            look: Any = {"viewport": PHONE if phone else DESK, "color_scheme": theme, "has_touch": phone}
            context = browser.new_context(**look, service_workers="allow" if installs else "block")
            settings = json.dumps(
                {"pace": pace, "motion": "still" if pace == "at once" else "auto", "auto": False, "name": "Ada"}
            )
            kept = "localStorage.getItem('mesozoic.settings') ?? localStorage.setItem('mesozoic.settings', TEXT)"
            context.add_init_script(
                "if (location.protocol === 'http:' && self === top) " + kept.replace("TEXT", repr(settings))
            )
            context.set_default_timeout(PATIENCE)
            context.on("page", watch)
            contexts.append(context)
        page = context.new_page()
        page.goto(host.url + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    unexpected = [error for error in errors if not any(words in error for words in allowed)]
    assert not unexpected, "\n".join(unexpected)


FADES_NOT = """() => {
    const later = window.setTimeout;
    window.setTimeout = (what, ms, ...more) => (ms >= 2000 ? 0 : later(what, ms, ...more));
}"""
"""For a page whose brief notes are looked for: none of them is gone before a slow machine has looked."""
STOOD_STILL = """async () => {
    const brief = (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime < 2000;
    for (let moving; (moving = document.getAnimations().filter(brief)).length;)
        await Promise.allSettled(moving.map((one) => one.finished));
}"""
"""A button on its way from one colour to another has, in between, a contrast that nobody chose. What takes longer is a
clock or a game's own show, and has to be readable meanwhile."""


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Fails with what axe-core finds wrong for people who read with other senses."""
    source = AXE.read_text("utf-8")

    def check(page: Page) -> None:
        page.evaluate(source)
        page.evaluate(STOOD_STILL)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        words = [
            f"{one['id']} ({one['impact']}): {one['help']}\n    "
            + "\n    ".join(f"{node['target']} {node['html'][:160]}" for node in one["nodes"][:4])
            for one in found["violations"]
        ]
        assert not words, f"{page.url}\n" + "\n".join(words)

    return check


def fits(page: Page) -> None:
    """Nothing sticks out sideways."""
    page.evaluate("document.fonts.ready")
    wide, there = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= there + 1, f"{page.url}: {wide} px wide on a page of {there} px"
