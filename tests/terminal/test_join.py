"""``mesozoic join`` as a person uses it: a program of its own whose keyboard is a pipe, at a real server."""

from __future__ import annotations

import asyncio
import http.server
import io
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console
from rich.live import Live
from typer.testing import CliRunner

import mesozoic
from mesozoic.cli import app
from mesozoic.client import messages
from mesozoic.terminal import cards
from mesozoic.terminal.join import LiveVisit, Visit
from mesozoic.terminal.screens import Screen
from tests.games.clades.helpers import place
from tests.table.server import Server, free_port

ROOT = Path(__file__).parent.parent.parent
SECONDS = 180.0
GAME = "dolphins-and-dinos"


class Terminal:
    """A terminal in which ``mesozoic join`` runs: what was typed into it, and what it has shown."""

    def __init__(self, home: Path, *words: str, folder: Path | None = None) -> None:
        command = [sys.executable, "-m", "mesozoic.cli", "join", *words]
        environment = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            cwd=folder,
        )
        self.shown = ""
        self.looked = 0
        self.change = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self.change:
                self.shown += line
                self.change.notify_all()
        with self.change:
            self.change.notify_all()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def sees(self, *wanted: str) -> str:
        """Wait until one of these is shown after what was looked at before; which one."""
        until = time.monotonic() + SECONDS
        pattern = re.compile("|".join(re.escape(one) for one in wanted))
        with self.change:
            while (found := pattern.search(self.shown, self.looked)) is None:
                left = until - time.monotonic()
                if left < 0 or not self.reader.is_alive():
                    raise AssertionError(f"{wanted} was not shown:\n{self.shown[-3000:]}")
                self.change.wait(min(left, 0.5))
            self.looked = found.end()
            return found[0]

    def does(self, line: str, *wanted: str) -> str:
        self.type(line)
        return self.sees(*wanted)

    def leaves(self) -> str:
        """Wait for the end; everything that was shown."""
        assert self.process.wait(SECONDS) == 0, self.shown[-3000:]
        self.reader.join(SECONDS)
        return self.shown

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("join")) as found:
        yield found


Join = Callable[..., Terminal]


@pytest.fixture
def join(tmp_path: Path) -> Iterator[Join]:
    """``join(address, "--watch", home="bob")``: a terminal of somebody whose seats are kept in that folder."""
    opened: list[Terminal] = []

    def start(*words: str, home: str = "ann", folder: Path | None = None) -> Terminal:
        opened.append(Terminal(tmp_path / home, *words, folder=folder))
        return opened[-1]

    yield start
    for one in opened:
        one.end()


def make(server: Server, *kinds: str, game: str = GAME, **more: Any) -> tuple[str, str]:
    """A match made by somebody else: its name, and the maker's token."""
    return server.create(game, *kinds, name="Maker", **more)


def start(server: Server, match: str, token: str) -> None:
    server.post(f"/api/matches/{match}/start", token=token)


def play_to_the_end(ann: Terminal) -> None:
    """Always the first move."""
    while ann.sees("Your move (", "The end") != "The end":
        ann.type("#1")


def test_a_whole_game_from_the_lobby(server: Server, join: Join) -> None:
    match, token = make(server, "random", "open", listed=True)
    ann = join(server.url, "--name", "Ann")
    ann.sees("#1  Dolphins and Dinos: Anning (random), open")
    ann.sees("The table waits for its players.")
    start(server, match, token)
    play_to_the_end(ann)
    shown = ann.leaves()
    assert "P2 Ann" in shown and "(won)" in shown
    assert "Ann" in server.http.get(f"{server.url}/api/matches/{match}/record").text


def test_quit_and_come_back_to_the_same_seat(server: Server, join: Join) -> None:
    match, token = make(server, "random", "open")
    link = f"{server.url}/match/{match}"
    ann = join(link, "--name", "Ann")
    ann.sees("The table waits")
    start(server, match, token)
    ann.sees("Your move (")
    ann.type("#1")
    ann.sees("Your move (")
    ann.does("quit", f"Your seat is kept: mesozoic join {link}")
    ann.leaves()
    again = join(server.url, "--name", "Somebody")  # the server alone is enough: it knows the seat
    again.sees("Anning (random), Ann  (you sit there)")
    again.sees("Your move (")
    assert len(server.get(f"/api/matches/{match}")["seats"]) == 2
    again.type("resign")
    again.sees("Ann has resigned.")
    again.leaves()


def test_the_end_of_the_keyboard_keeps_the_seat(server: Server, join: Join) -> None:
    match, token = make(server, "random", "open")
    ann = join(f"{server.url}/match/{match}", "--name", "Ann")
    ann.sees("The table waits")
    start(server, match, token)
    ann.sees("Your move (")
    assert ann.process.stdin is not None
    ann.process.stdin.close()
    assert "Your seat is kept" in ann.leaves()


def test_the_link_of_a_seat_works_on_another_device(server: Server, join: Join) -> None:
    match, token = make(server, "me", "random")
    phone = join(f"{server.url}/match/{match}#seat={token}", home="phone")
    phone.sees("Your move (")
    phone.type("quit")
    assert "P1 Maker" in phone.leaves()


def test_two_people_wait_and_talk(server: Server, join: Join) -> None:
    match, _ = make(server, "open", "open", game="dinospan", listed=False)
    link = f"{server.url}/match/{match}"
    ann = join(link, "--name", "Ann", home="ann")
    ann.sees("The table waits")
    bob = join(link, "--name", "Ann", home="bob")
    ann.sees("P2 Ann 2")
    ann.sees("whoever made the table can start")
    ann.does("11", "The game has not begun")
    ann.does("say Hello there", "Ann: Hello there")
    bob.sees("Ann: Hello there")
    ann.does("say", "Say what?")
    ann.does("?", "take back your last move")
    ann.does("rules", "DS-")
    bob.type("quit")
    bob.leaves()


def test_commands_during_a_game(server: Server, join: Join) -> None:
    match, token = make(server, "me", "open", options={"sheets": "closed"})
    link = f"{server.url}/match/{match}"
    ann = join(f"{link}#seat={token}", home="ann")
    bob = join(link, "--name", "Bob", home="bob")
    bob.sees("The table waits")
    start(server, match, token)
    ann.sees("Your move (")
    bob.sees("Your move (")
    assert "Hint:" in ann.does("hint", "Hint:")
    ann.does("#99", "is not in the list")
    ann.does("nonsense", "'nonsense'")
    ann.type("#1")
    ann.sees("Your move (")
    ann.type("undo")
    ann.sees("Your move (")
    ann.does("undo", "no move that could be taken back")
    ann.does("look", "Your move (")
    ann.does("yes", "Nobody asks you")
    bob.does("bot", "The table waits", "chooses", "has chosen", "waits")
    ann.does("say Where is Bob?", "Maker: Where is Bob?")
    bob.sees("Maker: Where is Bob?")
    bob.type("back")
    bob.type("quit")
    bob.leaves()


def test_watching(server: Server, join: Join, tmp_path: Path) -> None:
    match, token = make(server, "me", "random")
    link = f"{server.url}/match/{match}"
    watcher = join(link, "--watch", home="watcher")
    watcher.sees("You watch")
    watcher.does("#1", "You only watch")
    watcher.does("hint", "You only watch")
    ann = join(f"{link}#seat={token}")
    play_to_the_end(ann)
    watcher.sees("The end")
    ann.leaves()
    watcher.leaves()
    assert not (tmp_path / "watcher").exists(), "who only watches keeps no seat"
    late = join(link, "--watch", home="late")
    late.sees("The end")
    late.leaves()


def test_the_server_goes_away_and_comes_back(tmp_path: Path, join: Join) -> None:
    server = Server(tmp_path).start()
    try:
        match, token = make(server, "me", "random")
        ann = join(f"{server.url}/match/{match}#seat={token}")
        ann.sees("Your move (")
        ann.type("#1")
        ann.sees("Your move (")
        server.kill()
        server.start()
        ann.sees("The connection was lost and is back.")
        ann.type("#1")
        ann.sees("Your move (")
        ann.type("quit")
        ann.leaves()
    finally:
        server.kill()


def test_calls_in_real_time(server: Server, join: Join) -> None:
    options = {"settle_ms": 200, "lock_ms": 300}
    match, token = make(server, "me", "absent", game="clades", options=options)
    ann = join(f"{server.url}/match/{match}#seat={token}")
    ann.sees("Play begins.")
    view = server.get(f"/api/matches/{match}/view", token)["view"]
    cards = [shared["card"] for row in view["rows"] for shared in row][:3]
    ann.type(" ".join(cards))
    ann.sees("calls", "takes all three", "is no triple")
    ann.does("none", "none", "locked", "not")
    ann.type("quit")
    assert "Your seat is kept" in ann.leaves()


class Other(http.server.BaseHTTPRequestHandler):
    """A server of something else."""

    def do_GET(self) -> None:
        self.send_response(200 if "lobby" in self.path else 404)
        self.end_headers()
        self.wfile.write(b"<html>Welcome to my cats</html>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def cats() -> Iterator[str]:
    found = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{found.server_port}"
    found.shutdown()
    found.server_close()


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The sentence of a call that cannot be carried out, from within: nothing is typed, so no program is needed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def call(*words: str) -> str:
        tried = CliRunner().invoke(app, ["join", *words], prog_name="mesozoic")
        lines = str(tried.output).splitlines()
        assert tried.exit_code == 2 and len(lines) == 1 and lines[0].startswith("mesozoic: "), tried.output
        return lines[0]

    return call


def test_wrong_addresses_are_told_in_a_sentence(server: Server, refusal: Callable[..., str], cats: str) -> None:
    assert "is no address of a table" in refusal("ftp://example.org")
    assert "No table answers at" in refusal(f"http://127.0.0.1:{free_port()}")
    assert "is no table of Mesozoic" in refusal(cats)
    assert "no table of Mesozoic" in refusal(f"{cats}/match/abc", "--watch")
    assert "no such match" in refusal(f"{server.url}/match/nothing")
    assert "no such match" in refusal(f"{server.url}/match/nothing", "--watch")
    match, _ = make(server, "me", "random")
    assert "This match has begun" in refusal(f"{server.url}/match/{match}")
    assert "holds no seat" in refusal(f"{server.url}/match/{match}#seat={match}.{'x' * 32}")


def test_the_word_that_ends_a_race_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """CL-R16: with an empty deck `none` ends a race; as at home it is asked first, and another word takes it back."""
    game, told, made = mesozoic.game("clades"), [], []
    state = place(1, "ML1B SL2G AL3R MW2B SA1G", None, "", {"mode": "race"})
    monkeypatch.setattr(Visit, "game", game)
    visit = Visit("http://127.0.0.1:1", "race", None, Screen(Console(file=io.StringIO()), shared=False))
    monkeypatch.setattr(visit, "tell", lambda sentence, style="": told.append(sentence))

    async def move(text: str, decision: int | None) -> None:
        made.append(text)

    monkeypatch.setattr(visit.client, "move", move)
    moves = [messages.MoveOption(text, text, []) for text in state.moves(0)]
    view = msgspec.to_builtins(state.view(0))
    visit.client.seat = 0
    visit.client.update = messages.Update(1, 1, view, None, moves, [], [0], False, None, [], 0, None)
    for typed in ("none", "call(ML1B,SL2G,AL3R)", "none", "None"):
        asyncio.run(visit.obey(typed))
    assert told == ["That would end the race: type none again if you mean it."] * 2
    assert made == ["call(ML1B,SL2G,AL3R)", "none"]


def test_a_card_is_told_below_a_table_in_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is only printed is gone when the table is drawn again."""
    monkeypatch.setattr(LiveVisit, "game", mesozoic.game("clades"))
    visit = LiveVisit("http://127.0.0.1:1", "race", None, Screen(Console(file=io.StringIO()), shared=False))
    monkeypatch.setattr(visit, "described", lambda name: cards.describe(mesozoic.game("clades").prepare(1), name))
    visit.live = Live(console=visit.screen.console)
    asyncio.run(visit.obey("card MW1B"))
    assert visit.news[0].plain == "1 blue water mammal (MW1B)" and len(visit.news) > 1


# --- A bot of one's own ------------------------------------------------------------------------------------------


def test_the_page_about_bots_shows_how_one_joins(server: Server, join: Join, tmp_path: Path) -> None:
    """The thirty lines of docs/write-a-bot.md, in a file of the folder one is in, at a table of a server."""
    page = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
    (tmp_path / "flat.py").write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], "utf-8")
    [words] = re.findall(r"mesozoic join (http://\S+) (--bot flat:FlatBot)", page)
    match, token = make(server, "random", "open")
    address = words[0].replace("http://127.0.0.1:8000/match/MATCH", f"{server.url}/match/{match}")
    bot = join(address, *words[1].split(), folder=tmp_path)
    bot.sees("The table waits for its players.")
    start(server, match, token)
    bot.sees("The end")
    shown = bot.leaves()
    assert "flat:FlatBot plays " in shown and "P2 flat:FlatBot (bot)" in shown


def test_a_bot_from_the_lobby_comes_back_to_its_seat_when_the_server_was_away(tmp_path: Path, join: Join) -> None:
    server = Server(tmp_path).start()
    try:
        match, token = make(server, "me", "open", listed=True)
        bot = join(server.url, "--bot", "random", "--seed", "1")
        bot.sees("The table waits for its players.")
        kept = (tmp_path / "ann" / "mesozoic" / "seats.json").read_text("utf-8")
        assert f"/match/{match}#random" in kept, "a bot's seat is not that of its person"
        server.kill()
        server.start()
        bot.sees("The connection was lost and is back.")
        start(server, match, token)
        bot.sees("random plays ")
    finally:
        server.kill()


@pytest.mark.parametrize("error", ["ValueError: no idea", "SystemExit: 3"])
def test_a_bot_that_fails_is_replaced_by_chance(server: Server, join: Join, tmp_path: Path, error: str) -> None:
    kind, _, words = error.partition(": ")
    (tmp_path / "bad.py").write_text(
        "from mesozoic.bots import Bot\n\n\nclass Bad(Bot):\n    name = 'bad'\n\n"
        f"    def code(self, state, seat):\n        raise {kind}({words!r})\n",
        "utf-8",
    )
    match, token = make(server, "random", "open")
    bot = join(f"{server.url}/match/{match}", "--bot", "bad:Bad", folder=tmp_path)
    bot.sees("The table waits for its players.")
    start(server, match, token)
    bot.sees(f"The bot bad:Bad fails: {error}, in line 8 of bad.py. A move by chance is made for it.")


def test_a_bot_that_does_not_begin_takes_no_seat(server: Server, join: Join, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from mesozoic.bots import Bot\n\n\nclass Bad(Bot):\n    def __init__(self, rng):\n"
        "        raise OSError('no weights')\n\n    def code(self, state, seat):\n        return 0\n",
        "utf-8",
    )
    match, _ = make(server, "me", "open")
    bot = join(f"{server.url}/match/{match}", "--bot", "bad:Bad", folder=tmp_path)
    bot.sees("The bot 'bad:Bad' cannot begin: OSError: no weights, in line 6 of bad.py.")
    assert server.get(f"/api/matches/{match}")["seats"][1]["kind"] == "open"


def test_a_bot_that_cannot_sit_down_hears_why(server: Server, refusal: Callable[..., str]) -> None:
    match, _ = make(server, "me", "open")
    link = f"{server.url}/match/{match}"
    assert "There is no bot 'nobody'" in refusal(link, "--bot", "nobody")
    assert "No module named 'nowhere_at_all'" in refusal(link, "--bot", "nowhere_at_all:Bot")
    assert "says no budget" in refusal(link, "--bot", "search:fast")
    assert "leave out --watch" in refusal(link, "--bot", "greedy", "--watch")
    live, _ = make(server, "me", "open", game="clades")
    assert "is played in real time" in refusal(f"{server.url}/match/{live}", "--bot", "greedy")
    full, _ = make(server, "me", "random")
    assert "This match has begun" in refusal(f"{server.url}/match/{full}", "--bot", "greedy")
    assert server.get(f"/api/matches/{match}")["seats"][1]["kind"] == "open", "nobody has sat down"
