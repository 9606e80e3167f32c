"""Screenshots of every page and of every game's table, on two laptops and a phone, by day and by night, into shots/.

``python scripts/shots.py lobby dinospan`` makes only those whose names contain one of the words;
``python scripts/shots.py --readme`` makes only the small pictures of the README, by day and by night, into
docs/images/, in a minute or two.
"""

from __future__ import annotations

import io
import itertools
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.browser.conftest import AT_ONCE, FLAGS, PHONE, Place, Server, chromium

SHOTS = Path(__file__).resolve().parent.parent / "shots"
PAGES = {
    "lobby": "/",
    "set-up": "/play/clades",
    "mine": "/mine",
    "turns": "/turns",
    "reminders": "/reminders",
    "figures": "/mine/figures",
    "move": "/mine/move",
    "all-rules": "/rules",
    "rules": "/rules/dinospan#publish",
    "encyclopedia": "/encyclopedia/clades",
    "credits": "/credits",
    "replay-file": "/replay",
    "not-found": "/nowhere",
    "offline": "/offline.html",
}
IMAGES = SHOTS.parent / "docs" / "images"
LAPTOP = {"width": 1280, "height": 800}
LOW = {"width": 1366, "height": 650}
AT_REST = "[data-table][data-state=yours], [data-table][data-state=over]"
SHORT: dict[str, dict[str, Any]] = {
    "biomechanic-dino-battles": {"trophies_to_win": 1, "round_limit": 1},
    "carbon-dating": {"closing_round": 2},
}
CHAIN_MOVES = 14
MOST_FRAMES = 40
FRAME_MS = 120
DUEL = "biomechanic-dino-battles"
SIZES = {"laptop": LAPTOP, "low": LOW, "phone": PHONE}
THEMES = ("light", "dark")
ONE_SCREEN = ("table", "lesson", "rules", "encyclopedia", "result", "replay")
"""Tables are one screen; the rest of a rulebook looks like its beginning."""


class Photographer:
    def __init__(self, browser: Browser, server: Server, wanted: list[str]) -> None:
        self.browser = browser
        self.server = server
        self.wanted = wanted
        self.held: list[Place] = []
        """Seats that the browser holds."""

    def wants(self, name: str) -> bool:
        return not self.wanted or any(word in name for word in self.wanted)

    def take(self, name: str, path: str, before: Callable[[Page], None] | None = None) -> None:
        """One page in all looks; ``before`` brings it to the moment worth showing."""
        if not self.wants(name):
            return
        for device, theme in itertools.product(SIZES, THEMES):
            context = settled(self.browser, SIZES[device], theme)
            page = context.new_page()
            for place in self.held:
                page.goto(self.server.url + place.address)
                page.wait_for_load_state("networkidle")  # a table, or still the room where one waits for others
            page.goto(self.server.url + path)
            page.wait_for_load_state("networkidle")
            if before is not None:
                before(page)
            page.wait_for_timeout(500)
            page.screenshot(path=SHOTS / f"{name}-{device}-{theme}.png", full_page=not name.startswith(ONE_SCREEN))
            context.close()
        print(f"shots/{name}-*.png")


def settled(browser: Browser, size: Any, theme: str, pace: str = "at once", scale: float = 1) -> BrowserContext:
    """Somebody by the name of Ada, who has seen the settings."""
    context = browser.new_context(viewport=size, color_scheme=theme, device_scale_factor=scale)  # type: ignore[arg-type]
    kept = repr(json.dumps({"pace": pace, "auto": False, "name": "Ada"}))
    context.add_init_script(f"if (location.protocol === 'http:') localStorage.setItem('mesozoic.settings', {kept})")
    return context


# --- The pictures of the README -------------------------------------------------------------------------------


def readme(browser: Browser, server: Server) -> None:
    """The lobby and every board in its middle, small enough for a page; and a chain of Carbon Dating that moves."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    paths = {"lobby": "/"}
    for info in server.get("/api/games"):
        paths[info["name"]] = played(server, info["name"], 0 if info["realtime"] else 12).address
    paths[DUEL] = duel(server).address
    for theme in ("light", "dark"):
        for name, path in paths.items():
            context = settled(browser, LAPTOP, theme, scale=0.625)
            page = context.new_page()
            page.goto(server.url + path)
            page.wait_for_selector("article" if name == "lobby" else AT_REST, timeout=60_000)
            page.wait_for_load_state("networkidle")
            if name == DUEL:
                page.locator("button.attack.ready").first.click()  # and what would come of it is told
            page.wait_for_timeout(300)
            small(page.screenshot()).save(IMAGES / f"{name}-{theme}.webp", quality=82, method=6)
            context.close()
            print(f"docs/images/{name}-{theme}.webp")
    chain(browser, server)


def chain(browser: Browser, server: Server) -> None:
    """The longest chain among an evening's first moves: looked for at once, then shown at its pace in the same deal."""
    probe = server.open_match("carbon-dating", [{"kind": "me"}])
    page = seated(browser, server, probe, "at once")
    told = [log_lines(page)]
    for made in range(CHAIN_MOVES):
        one_more(server, page, probe, made)
        told.append(log_lines(page))
    page.context.close()
    at = max(range(CHAIN_MOVES), key=lambda made: told[made + 1] - told[made])
    place = server.open_match("carbon-dating", [{"kind": "me"}])
    for made in range(at):
        server.send(place, pick(server, place, made))
    page = seated(browser, server, place, "normal")
    frames = [small(page.screenshot())]
    one_more(server, page, place, at)
    while page.locator("[data-table][data-state=showing]").count() and len(frames) < MOST_FRAMES:
        frames.append(small(page.screenshot()))
        page.wait_for_timeout(FRAME_MS)
    page.wait_for_selector(AT_REST)
    frames.append(small(page.screenshot()))
    page.context.close()
    times = [900, *[2 * FRAME_MS] * (len(frames) - 2), 2000]
    frames[0].save(IMAGES / "chain.webp", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=60)
    print(f"docs/images/chain.webp: {len(frames)} frames of move {at + 1}")


def seated(browser: Browser, server: Server, place: Place, pace: str) -> Page:
    page = settled(browser, {"width": 1000, "height": 640}, "light", pace, 0.7).new_page()
    page.goto(server.url + place.address)
    page.wait_for_selector(AT_REST)
    page.wait_for_load_state("networkidle")
    return page


def log_lines(page: Page) -> int:
    return page.locator("[role=log] p").count()


def pick(server: Server, place: Place, made: int) -> str:
    """Not always the first, so that the evening is not always a queue to the left."""
    moves = server.view(place)["moves"]
    return str(moves[(5 * made) % len(moves)]["text"])


def one_more(server: Server, page: Page, place: Place, made: int) -> None:
    """Make a move beside the page, which then shows what comes of it."""
    page.wait_for_selector(AT_REST)
    asked = page.locator("[data-table]").get_attribute("data-decision")
    server.send(place, pick(server, place, made))
    page.wait_for_selector(f"[data-table]:not([data-decision='{asked}'][data-state=yours])")


def small(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


# --- Tables worth showing -------------------------------------------------------------------------------------


def played(server: Server, game: str, moves: int) -> Place:
    """A match in which so many moves are made, each the first that is offered."""
    most = server.get(f"/api/games/{game}")["most_players"]
    bots = [{"kind": "bot", "level": None}] * min(2, most - 1)
    place = server.open_match(game, [{"kind": "me"}, *bots])
    play(server, place, moves)
    return place


FIGHTING = ("attach:", "dino:", "pay:", "strategy:", "evade", "defend", "buy:", "end", "done", "pass")


def duel(server: Server) -> Place:
    """A match of two that has come to blows: on our turn both sides have several dinos, and an attack can be paid."""
    place = server.open_match(DUEL, seed="18")
    while True:
        update = server.view(place)
        moves = [move["text"] for move in update["moves"]]
        if not moves:
            time.sleep(0.05)
            continue
        fighters = [seat for seat in update["view"]["seats"] if seat["active"] and seat["bench"]]
        if len(fighters) > 1 and any(move.startswith("attack:") for move in moves):
            return place
        server.send(place, next((move for start in FIGHTING for move in moves if move.startswith(start)), moves[0]))


def play(server: Server, place: Place, moves: int) -> None:
    made = 0
    while made < moves and server.get(f"/api/matches/{place.match}")["status"] == "playing":
        if server.move(place):
            made += 1
        else:
            time.sleep(0.05)


def finished(server: Server, game: str) -> Place:
    """A match played to its end, a short one where there is such an option."""
    bots = [{"kind": "bot", "level": None}] if game != "carbon-dating" else []
    place = server.open_match(game, [{"kind": "me"}, *bots], options=SHORT.get(game, {}))
    server.play_out(place)
    return place


def main() -> None:
    SHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), **AT_ONCE)
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            if sys.argv[1:] == ["--readme"]:
                readme(browser, server)
            else:
                everything(Photographer(browser, server, sys.argv[1:]), server)
        finally:
            browser.close()
            server.kill()


def everything(photographer: Photographer, server: Server) -> None:
    for name, path in PAGES.items():
        photographer.take(name, path)
    waiting = server.open_match("dinospan", [{"kind": "me"}, {"kind": "open"}], listed=True)
    photographer.take("waiting-room", waiting.address)
    for info in server.get("/api/games"):
        at_a_table(photographer, server, info)
    if photographer.wants("mine-with") or photographer.wants("figures-with"):
        photographer.held = [finished(server, "dolphins-and-dinos"), finished(server, "carbon-dating"), waiting]
        photographer.take("mine-with-matches", "/mine")
        photographer.take("figures-with-matches", "/mine/figures")


def at_a_table(photographer: Photographer, server: Server, info: Any) -> None:
    game = info["name"]
    photographer.take(f"lesson-{game}", f"/learn/{game}")
    if photographer.wants(f"table-{game}-start"):
        photographer.take(f"table-{game}-start", played(server, game, 0).address, at_rest)
    if info["realtime"]:
        return
    if photographer.wants(f"table-{game}-middle"):
        photographer.take(f"table-{game}-middle", played(server, game, 12).address, at_rest)
    if photographer.wants(f"result-{game}") or photographer.wants(f"replay-{game}"):
        over = finished(server, game)
        photographer.take(f"result-{game}", over.address, at_rest)
        photographer.take(f"replay-{game}", f"/match/{over.match}/replay", one_step)


def at_rest(page: Page) -> None:
    page.wait_for_selector(AT_REST, timeout=60_000)


def one_step(page: Page) -> None:
    page.get_by_role("button", name="Next", exact=True).click()


if __name__ == "__main__":
    main()
