"""Sitting down at a table of a server, from a terminal: the same table and the same moves as at home."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

import msgspec
from rich.columns import Columns
from rich.rule import Rule
from rich.text import Text

import mesozoic
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Game
from mesozoic.kernel.record import Record
from mesozoic.table import messages
from mesozoic.table.client import Client, Lost, new_key
from mesozoic.table.settings import data_folder
from mesozoic.terminal import texts
from mesozoic.terminal.screens import FEW_MOVES, Screen, result_parts
from mesozoic.terminal.sitting import seat_title
from mesozoic.terminal.turn import meant_move

HELP = """Type a move, its number such as #3, or
  hint          what a bot would do, and why
  undo          take back your last move (the others may have to agree: yes or no)
  say TEXT      say something to the table
  bot           let a bot play for you; back takes your seat again
  resign        give the game up
  rules [N]     the rules, or one of them
  quit          leave; the same command brings you back to your seat"""
ANSWER_SECONDS = 10


@dataclass(frozen=True)
class Place:
    """What an address names: a server, perhaps a match, perhaps a seat."""

    server: str
    match: str | None
    token: str | None


def read_address(address: str) -> Place:
    """``http://host:8000``, the link of a match, or the link of a seat."""
    parts = urlsplit(address if "//" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadOptions(f"{address!r} is no address of a table: give one such as http://127.0.0.1:8000.")
    steps = [step for step in parts.path.split("/") if step]
    match = steps[steps.index("match") + 1] if "match" in steps[:-1] else None
    token = parts.fragment.removeprefix("seat=") if parts.fragment.startswith("seat=") else None
    return Place(f"{parts.scheme}://{parts.netloc}", match, token)


class Server:
    """The server's HTTP side, as far as a terminal needs it."""

    def __init__(self, address: str) -> None:
        self.address = address

    def get(self, path: str) -> bytes:
        return self._ask(urllib.request.Request(f"{self.address}/api{path}"))

    def post(self, path: str, body: dict[str, Any]) -> bytes:
        headers = {"Content-Type": "application/json"}
        return self._ask(urllib.request.Request(f"{self.address}/api{path}", json.dumps(body).encode(), headers))

    def _ask(self, request: urllib.request.Request) -> bytes:
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise BadOptions(_reason(error)) from None
        except (OSError, ValueError) as error:
            raise BadOptions(f"No table answers at {self.address}: {getattr(error, 'reason', error)}.") from None


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["reason"])
    except (ValueError, KeyError):
        return f"The server refuses: {error.code} {error.reason}."


# --- Seats that this computer holds -----------------------------------------------------------------------------


def seats_file() -> Path:
    return data_folder() / "seats.json"


def kept_seats() -> dict[str, str]:
    try:
        found = json.loads(seats_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def keep_seat(server: str, match: str, token: str) -> None:
    seats_file().parent.mkdir(parents=True, exist_ok=True)
    kept = {**kept_seats(), f"{server}/match/{match}": token}
    seats_file().write_text(json.dumps(dict(list(kept.items())[-200:]), indent=1), "utf-8")
    seats_file().chmod(0o600)


def find_seat(place: Place, name: str, watch: bool, screen: Screen) -> tuple[str, str | None]:
    """The match and the token of the seat: the one of the link, the one held before, or a new one."""
    server = Server(place.server)
    match = place.match or choose_table(server, screen)
    token = place.token or kept_seats().get(f"{place.server}/match/{match}")
    if token is None and not watch:
        seated = msgspec.json.decode(
            server.post(f"/matches/{match}/join", {"name": name, "key": new_key()}), type=messages.Seated
        )
        token = seated.token
    if token is not None:
        keep_seat(place.server, match, token)
    return match, token


def choose_table(server: Server, screen: Screen) -> str:
    """An open table of the lobby; asked for if there are several."""
    tables = msgspec.json.decode(server.get("/lobby"), type=list[messages.MatchInfo])
    if not tables:
        raise BadOptions("No table is open there: somebody has to make one first, in a browser.")
    for number, table in enumerate(tables, 1):
        names = ", ".join(seat.name or "open" for seat in table.seats)
        screen.say(f"#{number}  {table.title}: {names}")
    if len(tables) == 1:
        return tables[0].id
    return meant_move(screen.ask("Which table? "), [table.id for table in tables])


# --- At the table -------------------------------------------------------------------------------------------------


def join(address: str, name: str, watch: bool, screen: Screen) -> int:
    """Sit down (or watch) until the game is over or somebody quits; returns the exit status."""
    place = read_address(address)
    match, token = find_seat(place, name, watch, screen)
    return asyncio.run(Visit(place.server, match, token, screen).stay())


class Quit(Exception):
    """Somebody leaves the table."""


class Visit:
    """One person at a table of a server."""

    def __init__(self, server: str, match: str, token: str | None, screen: Screen) -> None:
        self.server = server
        self.match = match
        self.screen = screen
        self.client = Client(server, match, token)
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.shown = -1
        self.commands: dict[str, Callable[[str], Any]] = {
            "hint": self.hint,
            "undo": lambda _: self.client.ask(messages.Undo(new_key())),
            "yes": lambda _: self.client.ask(messages.AnswerUndo(new_key(), True)),
            "no": lambda _: self.client.ask(messages.AnswerUndo(new_key(), False)),
            "say": lambda text: self.client.ask(messages.Chat(new_key(), text or "…")),
            "bot": lambda _: self.client.ask(messages.HandOver(new_key())),
            "back": lambda _: self.client.ask(messages.ComeBack(new_key())),
            "resign": lambda _: self.client.ask(messages.HandOver(new_key(), resign=True)),
            "rules": self.rules,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
        }

    async def stay(self) -> int:
        threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True).start()
        async with self.client:
            typed = asyncio.create_task(self.lines.get())
            heard = asyncio.create_task(self.client.news.get())
            try:
                while True:
                    await asyncio.wait({typed, heard}, return_when=asyncio.FIRST_COMPLETED)
                    if heard.done():
                        if self.hear(heard.result()):
                            return 0
                        heard = asyncio.create_task(self.client.news.get())
                    if typed.done():
                        await self.obey(typed.result())
                        typed = asyncio.create_task(self.lines.get())
            except Quit:
                self.screen.say(f"Your seat is kept: mesozoic join {self.server}/match/{self.match}")
                return 0
            finally:
                typed.cancel()
                heard.cancel()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread of its own: what is typed, line by line; None at the end."""
        for line in sys.stdin:
            loop.call_soon_threadsafe(self.lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(self.lines.put_nowait, None)

    # --- Hearing ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        assert self.client.match is not None
        return mesozoic.game(self.client.match.game)

    @property
    def titles(self) -> list[str]:
        assert self.client.match is not None
        return [seat_title(seat.seat, seat.name or "open") for seat in self.client.match.seats]

    def hear(self, message: Any) -> bool:
        """Show what arrived; True when the game is over."""
        match message:
            case Lost():
                raise message
            case messages.Welcome():
                self.screen.say(f"{message.match.title}: {', '.join(self.titles)}", "bold")
                if message.update is None:
                    self.screen.say("The table waits for its players.")
                else:
                    return self.look(message.update)
            case messages.Update():
                return self.look(message)
            case messages.ChatLine():
                self.screen.say(f"{message.name}: {message.text}", "italic")
            case messages.MatchChanged():
                if message.match.status == "waiting":
                    self.screen.say(f"At the table: {', '.join(self.titles)}")
                elif message.match.why_over is not None and (
                    self.client.update is None or not self.client.update.result
                ):
                    self.screen.say(message.match.why_over)
                    return True
        return False

    def look(self, update: messages.Update) -> bool:
        """What happened, how the table stands if something is to be decided, and what may be done."""
        for frame in update.frames:
            self.screen.say(frame.event.words)
        if update.undo is not None and self.client.seat in update.undo.needed:
            self.screen.say(f"{self.titles[update.undo.seat]} asks to take back a move: yes or no?", "bold")
        if update.result is not None:
            self.finish()
            return True
        if (update.moves and update.decision != self.shown) or self.client.seat is None or self.game.facts.realtime:
            self.shown = update.decision
            self.show_table(update)
        elif not update.moves and not update.frames:
            waiting = ", ".join(self.titles[seat] for seat in update.to_move)
            self.screen.say(f"The table waits for {waiting}." if waiting else "The table waits.")
        return False

    def show_table(self, update: messages.Update) -> None:
        view_type = get_type_hints(type(self.game).view)["return"]
        self.screen.show(Rule(Text(self.whose(), style="bold"), align="left"))
        self.screen.show(self.game.draw(msgspec.convert(update.view, view_type, strict=False)))
        self.screen.show(move_lines(update.moves))
        if update.moves:
            self.screen.say("Your move (? for help):")

    def whose(self) -> str:
        return "You watch" if self.client.seat is None else self.titles[self.client.seat]

    def finish(self) -> None:
        """The end, from the record that everybody may have now."""
        record = Record.parse(Server(self.server).get(f"/matches/{self.match}/record").decode())
        state = record.replay(mesozoic.game)
        assert state.result is not None
        self.screen.show(Rule(Text("The end", style="bold"), align="left"))
        self.screen.show(
            self.game.draw(state.view(self.client.seat)), *result_parts(self.game, state.result, self.titles)
        )

    # --- Doing ------------------------------------------------------------------------------------------------

    async def obey(self, typed: str | None) -> None:
        if typed is None:
            raise Quit
        word, _, rest = typed.partition(" ")
        update = self.client.update
        moves = [] if update is None else [move.text for move in update.moves]
        try:
            if typed not in moves and word.lower() in self.commands:
                done = self.commands[word.lower()](rest.strip())
                if done is not None:
                    await done
            elif update is not None and (typed or moves):
                decision = None if self.game.facts.realtime else update.decision
                await self.client.move(meant_move(typed, moves), decision)
        except MesozoicError as refusal:
            self.screen.say(str(refusal), "italic")

    async def hint(self, _: str) -> None:
        hint = await self.client.ask(messages.AskHint(new_key()))
        self.screen.say(f"Hint: {hint.move} ({hint.label}). {hint.why}")

    def rules(self, number: str) -> None:
        texts.show_rules(self.screen.console, self.game, number or None)

    def help(self, _: str) -> None:
        self.screen.say(HELP)

    def quit(self, _: str) -> None:
        raise Quit


def move_lines(moves: list[messages.MoveOption]) -> Any:
    """The legal moves: number, text, words."""
    wide = max((len(move.text) for move in moves), default=0)
    lines = [
        Text.assemble(f"{f'#{number}':>4}  ", (f"{move.text:<{wide}}", "bold"), f"  {move.label}")
        for number, move in enumerate(moves, 1)
    ]
    return Columns(lines, column_first=True, padding=(0, 2)) if len(lines) > FEW_MOVES else Text("\n").join(lines)
