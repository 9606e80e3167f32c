"""Screenshots of every page and of every game's table, at the desk and on a phone, by day and by night, into shots/.

``python scripts/shots.py lobby dinospan`` makes only those whose names contain one of the words;
``python scripts/shots.py --readme`` makes the small pictures of the README, by day and by night, into docs/images/.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.browser.conftest import AT_ONCE, DESK, FLAGS, PHONE, Place, Server, chromium

SHOTS = Path(__file__).resolve().parent.parent / "shots"
PAGES = {
    "lobby": "/",
    "set-up": "/play/clades",
    "mine": "/mine",
    "all-rules": "/rules",
    "rules": "/rules/dinospan#publish",
    "encyclopedia": "/encyclopedia/clades",
    "credits": "/credits",
    "replay-file": "/replay",
    "not-found": "/nowhere",
}
IMAGES = SHOTS.parent / "docs" / "images"
LAPTOP = {"width": 1280, "height": 800}
LOOKS = [("desk", "light"), ("desk", "dark"), ("phone", "light"), ("phone", "dark")]


class Photographer:
    def __init__(self, browser: Browser, server: Server, wanted: list[str]) -> None:
        self.browser = browser
        self.server = server
        self.wanted = wanted

    def take(self, name: str, path: str, before: Callable[[Page], None] | None = None) -> None:
        """One page in all looks; ``before`` brings it to the moment worth showing."""
        if self.wanted and not any(word in name for word in self.wanted):
            return
        for device, theme in LOOKS:
            size = PHONE if device == "phone" else DESK
            context = self.browser.new_context(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
            settings = repr(json.dumps({"pace": "at once", "name": "Ada"}))
            context.add_init_script(
                f"if (location.protocol === 'http:') localStorage.setItem('mesozoic.settings', {settings})"
            )
            page = context.new_page()
            page.goto(self.server.url + path)
            page.wait_for_load_state("networkidle")
            if before is not None:
                before(page)
            page.wait_for_timeout(500)
            page.screenshot(
                path=SHOTS / f"{name}-{device}-{theme}.png", full_page=name not in ("rules", "encyclopedia")
            )
            context.close()
        print(f"shots/{name}-*.png")


def readme(browser: Browser, server: Server) -> None:
    """The lobby and every board in its middle, small enough for a page."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    paths = {"lobby": "/"}
    for info in server.get("/api/games"):
        paths[info["name"]] = played(server, info["name"], 0 if info["realtime"] else 12).address
    for theme in ("light", "dark"):
        for name, path in paths.items():
            context = browser.new_context(viewport=LAPTOP, color_scheme=theme, device_scale_factor=0.75)  # type: ignore[arg-type]
            page = context.new_page()
            page.goto(server.url + path)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=IMAGES / f"{name}-{theme}.jpg", type="jpeg", quality=80)
            context.close()
            print(f"docs/images/{name}-{theme}.jpg")


def played(server: Server, game: str, moves: int) -> Place:
    """A match in which so many moves are made, each the first that is offered."""
    most = server.get(f"/api/games/{game}")["most_players"]
    bots = [{"kind": "bot", "level": None}] * min(2, most - 1)
    place = server.open_match(game, [{"kind": "me"}, *bots])
    play(server, place, moves)
    return place


def play(server: Server, place: Place, moves: int) -> None:
    made = 0
    while made < moves and server.get(f"/api/matches/{place.match}")["status"] == "playing":
        if server.move(place):
            made += 1
        else:
            time.sleep(0.05)


def finished(server: Server) -> Place:
    """The shortest match there is, played to its end."""
    place = server.open_match("biomechanic-dino-battles", options={"trophies_to_win": 1, "round_limit": 1})
    play(server, place, 1000)
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
        game = info["name"]
        photographer.take(f"table-{game}-start", played(server, game, 0).address)
        if not info["realtime"]:
            photographer.take(f"table-{game}-middle", played(server, game, 12).address)
        if info["has_lesson"]:
            photographer.take(f"lesson-{game}", f"/learn/{game}")
    over = finished(server)
    photographer.take("result", over.address)
    photographer.take("replay", f"/match/{over.match}/replay", one_step)


def one_step(page: Page) -> None:
    page.get_by_role("button", name="Next", exact=True).click()


if __name__ == "__main__":
    main()
