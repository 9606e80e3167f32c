"""Sitting down at a table of a server, from a terminal: the same table and the same moves as at home."""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
import threading
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from rich.console import Group
from rich.live import Live
from rich.rule import Rule
from rich.text import Text

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import Client, Lost, SeatLost, new_key
from mesozoic.client.data import data_folder
from mesozoic.kernel.errors import BadOptions, MesozoicError
from mesozoic.kernel.game import Game
from mesozoic.kernel.record import Record
from mesozoic.terminal import cards, texts
from mesozoic.terminal.realtime import typing
from mesozoic.terminal.screens import Move, Screen, move_list, move_lists, result_parts, told_moves
from mesozoic.terminal.sitting import seat_title
from mesozoic.terminal.turn import meant_move

Kind = TypeVar("Kind")
HELP = """Type a move, its number such as #3, nothing for the only one, or
  hint          what a bot would do, and why
  card NAME     all about a card
  undo          take back your last move (the others may have to agree: yes or no)
  moves         the whole list in words, where the screen had no room for it
  table         show the table again; so does look
  say TEXT      say something to the table
  bot           let a bot play for you; back takes your seat again
  resign        give the game up
  rules [N]     the rules, or one of them
  quit          leave; the same command brings you back to your seat"""
ANSWER_SECONDS = 30
NEWS = 10
"""In real time so many lines tell what happened last."""


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
            raise BadOptions(self._reason(error)) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            why = getattr(error, "strerror", None) or getattr(error, "reason", None) or error
            why = getattr(why, "strerror", None) or why
            raise BadOptions(f"No table answers at {self.address}: {why}.") from None

    def _reason(self, error: urllib.error.HTTPError) -> str:
        try:
            return str(json.loads(error.read())["reason"])
        except (ValueError, KeyError, TypeError):
            return f"{self.address} answers {error.code} ({error.reason}): that is no table of Mesozoic."

    def read(self, answer: bytes, kind: type[Kind]) -> Kind:
        """The answer as a message."""
        try:
            return msgspec.json.decode(answer, type=kind)
        except msgspec.MsgspecError:
            raise BadOptions(f"What answers at {self.address} is no table of Mesozoic.") from None


# --- Seats that this computer holds -----------------------------------------------------------------------------


def seats_file() -> Path:
    return data_folder() / "seats.json"


def kept_seats() -> dict[str, str]:
    try:
        found = json.loads(seats_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def seat_key(server: str, match: str, bot: str) -> str:
    """Under which a seat is kept: a bot never takes the seat of its person."""
    return f"{server}/match/{match}#{bot}" if bot else f"{server}/match/{match}"


def keep_seat(server: str, match: str, token: str, bot: str = "") -> None:
    seats_file().parent.mkdir(parents=True, exist_ok=True)
    kept = {**kept_seats(), seat_key(server, match, bot): token}
    seats_file().write_text(json.dumps(dict(list(kept.items())[-200:]), indent=1), "utf-8")
    seats_file().chmod(0o600)


def forget_seat(server: str, match: str, bot: str = "") -> None:
    kept = kept_seats()
    if kept.pop(seat_key(server, match, bot), None) is not None:
        seats_file().write_text(json.dumps(kept, indent=1), "utf-8")


def find_seat(place: Place, name: str, watch: bool, screen: Screen, bot: str = "") -> tuple[str, str | None]:
    """The match and the token of the seat: the one of the link, the one held before, or a new one."""
    server = Server(place.server)
    match = place.match or choose_table(server, watch, screen, bot)
    if watch:
        return match, place.token
    token = place.token or kept_seats().get(seat_key(place.server, match, bot))
    if token is None:
        answer = server.post(f"/matches/{match}/join", {"name": name, "key": new_key()})
        token = server.read(answer, messages.Seated).token
    keep_seat(place.server, match, token, bot)
    return match, token


def choose_table(server: Server, watch: bool, screen: Screen, bot: str = "") -> str:
    """Where this person (or bot) has a seat already, or an open table of the lobby; asked for if there are several."""
    mine = [] if watch else my_tables(server, bot)
    known = {table.id for table in mine}
    tables = mine + [one for one in server.read(server.get("/lobby"), list[messages.MatchInfo]) if one.id not in known]
    if not tables:
        raise BadOptions("No table is open there: somebody has to make one first, in a browser.")
    for number, table in enumerate(tables, 1):
        names = ", ".join(seat.name or "open" for seat in table.seats)
        screen.say(f"#{number}  {table.title}: {names}{'  (you sit there)' if table.id in known else ''}")
    if len(tables) == 1:
        return tables[0].id
    return chosen_table(screen.ask("Which table? "), [table.id for table in tables])


def chosen_table(typed: str, names: list[str]) -> str:
    number = typed.removeprefix("#")
    if number.isdecimal() and 1 <= int(number) <= len(names):
        return names[int(number) - 1]
    if typed in names:
        return typed
    raise BadOptions(f"{typed[:20]!r} is no table: their numbers run from 1 to {len(names)}.")


def my_tables(server: Server, bot: str = "") -> list[messages.MatchInfo]:
    """The matches on this server that are not over and in which this computer holds a seat, of a person or this bot."""
    here = f"{server.address}/match/"
    tokens = [one for key, one in kept_seats().items() if key.startswith(here) and key.partition("#")[2] == bot]
    if not tokens:
        return []
    found = server.read(server.post("/mine", {"tokens": tokens}), list[messages.MyMatch])
    return [one.match for one in found if one.match.status != "over"]


# --- At the table -------------------------------------------------------------------------------------------------


def join(address: str, name: str, watch: bool, screen: Screen) -> int:
    """Sit down (or watch) until the game is over or somebody quits; returns the exit status."""
    place = read_address(address)
    match, token = find_seat(place, name, watch, screen)
    info = Server(place.server).read(Server(place.server).get(f"/matches/{match}"), messages.MatchInfo)
    is_live = mesozoic.game(info.game).facts.realtime and screen.console.is_terminal and sys.stdin.isatty()
    visit = (LiveVisit if is_live else Visit)(place.server, match, token, screen)
    try:
        return asyncio.run(visit.stay())
    except KeyboardInterrupt:
        visit.say_goodbye()
        return 0
    except Lost as lost:
        if token is not None and (isinstance(lost, SeatLost) or "holds no seat" in str(lost)):
            forget_seat(place.server, match)
        raise


class Quit(Exception):
    """Somebody leaves the table."""


class Visit:
    """One person at a table of a server, line by line."""

    def __init__(self, server: str, match: str, token: str | None, screen: Screen) -> None:
        self.server = server
        self.match = match
        self.screen = screen
        self.client = Client(server, match, token)
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.shown: tuple[int, Any] | None = None
        self.visits = 0
        self.asked = ""
        """The move that was asked about first and not yet made."""
        self.commands: dict[str, Callable[[str], Any]] = {
            "hint": self.hint,
            "undo": lambda _: self.client.ask(messages.Undo(new_key())),
            "yes": lambda _: self.client.ask(messages.AnswerUndo(new_key(), True)),
            "no": lambda _: self.client.ask(messages.AnswerUndo(new_key(), False)),
            "table": self.look_again,
            "look": self.look_again,
            "moves": self.moves,
            "card": self.card,
            "say": self.speak,
            "bot": lambda _: self.client.ask(messages.HandOver(new_key())),
            "back": lambda _: self.client.ask(messages.ComeBack(new_key())),
            "resign": lambda _: self.client.ask(messages.HandOver(new_key(), resign=True)),
            "rules": self.rules,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
        }

    # --- The evening ------------------------------------------------------------------------------------------

    async def stay(self) -> int:
        async with self.client:
            while not self.hear(message := await self.client.news.get()):
                if isinstance(message, messages.Welcome):
                    break
            else:
                return 0
            with self.reading(asyncio.get_running_loop()):
                return await self.listen()

    async def listen(self) -> int:
        """What is typed and what arrives, whichever comes first."""
        typed = asyncio.create_task(self.lines.get())
        heard = asyncio.create_task(self.client.news.get())
        try:
            while True:
                await asyncio.wait({typed, heard}, return_when=asyncio.FIRST_COMPLETED)
                if heard.done():
                    if self.hear(heard.result()):
                        return 0
                    heard = asyncio.create_task(self.client.news.get())
                elif typed.done():
                    await self.obey(typed.result())
                    typed = asyncio.create_task(self.lines.get())
        except Quit:
            self.say_goodbye()
            return 0
        finally:
            typed.cancel()
            heard.cancel()

    def say_goodbye(self) -> None:
        if self.client.seat is not None:
            self.screen.say_command(f"Your seat is kept: mesozoic join {self.server}/match/{self.match}")

    @contextmanager
    def reading(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """In a thread of its own: what is typed, line by line; None at the end."""

        def read() -> None:
            with suppress(RuntimeError):  # the evening is over
                for line in sys.stdin:
                    loop.call_soon_threadsafe(self.lines.put_nowait, line.strip())
                loop.call_soon_threadsafe(self.lines.put_nowait, None)

        threading.Thread(target=read, daemon=True).start()
        yield

    # --- Hearing ----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        assert self.client.match is not None
        return mesozoic.game(self.client.match.game)

    @property
    def titles(self) -> list[str]:
        assert self.client.match is not None
        return [seat_title(seat.seat, seat.name or "open") for seat in self.client.match.seats]

    def tell(self, sentence: str, style: str = "") -> None:
        self.screen.say(sentence, style)

    def hear(self, message: Any) -> bool:
        """Show what arrived; True when the game is over."""
        match message:
            case Lost():
                raise message
            case messages.Welcome():
                self.visits += 1
                return self.welcome(message)
            case messages.Update():
                return self.look(message)
            case messages.ChatLine():
                self.tell(f"{message.name}: {message.text}", "italic")
            case messages.MatchChanged():
                return self.match_changed(message.match)
        return False

    def welcome(self, message: messages.Welcome) -> bool:
        if self.visits > 1:
            self.tell("The connection was lost and is back.", "italic")
        else:
            self.tell(f"{message.match.title}: {', '.join(self.titles)}", "bold")
            for line in message.chat[-NEWS:]:
                self.tell(f"{line.name}: {line.text}", "italic")
        if message.update is None:
            self.tell("The table waits for its players.")
            return False
        if self.visits == 1 and message.update.result is None:
            for words in message.log[-NEWS:]:
                self.tell(words)
        if message.update.result is None and message.match.why_over is not None:
            self.tell(message.match.why_over)
            return True
        return self.look(message.update)

    def match_changed(self, match: messages.MatchInfo) -> bool:
        if match.status == "waiting":
            self.tell(f"At the table: {', '.join(self.titles)}")
            if all(seat.kind != "open" for seat in match.seats):
                self.tell("Everybody is there: whoever made the table can start.")
        elif match.why_over is not None and (self.client.update is None or self.client.update.result is None):
            self.tell(match.why_over)
            return True
        return False

    def look(self, update: messages.Update) -> bool:
        """What happened, how the table stands if something is to be decided, and what may be done."""
        for frame in update.frames:
            self.tell(frame.event.words)
        if update.undo is not None and self.client.seat in update.undo.needed:
            self.tell(f"{self.titles[update.undo.seat]} asks to take back a move: yes or no?", "bold")
        if update.result is not None:
            self.finish()
            return True
        self.look_on(update)
        return False

    def look_on(self, update: messages.Update) -> None:
        """The table, whenever this person has something new to decide; for those who watch, whenever it changed."""
        decides = bool(update.moves) or self.game.facts.realtime
        seen = (update.decision, None if update.moves and not self.game.facts.realtime else update.view)
        if (decides or self.client.seat is None) and seen != self.shown:
            self.shown = seen
            self.show_table(update)
        elif not decides and self.client.seat is not None:
            waiting = ", ".join(self.titles[seat] for seat in update.to_move)
            self.tell(f"The table waits for {waiting}." if waiting else "The table waits.", "dim")

    def show_table(self, update: messages.Update) -> None:
        self.screen.show(Rule(Text(self.whose(), style="bold"), align="left"))
        if not update.moves:
            self.screen.show(self.drawn(update))
            return
        self.screen.show(*self.screen.in_sight(self.drawn(update), move_lists(offered(update))))
        self.tell("Your move (? for help):")

    def drawn(self, update: messages.Update) -> Any:
        return self.game.terminal.draw(self.view(update))

    def view(self, update: messages.Update) -> Any:
        return msgspec.convert(update.view, self.game.view_type, strict=False)

    def whose(self) -> str:
        return "You watch" if self.client.seat is None else self.titles[self.client.seat]

    def finish(self) -> None:
        """The end, from the record that everybody may have now."""
        record = Record.parse(Server(self.server).get(f"/matches/{self.match}/record").decode())
        state = record.replay(mesozoic.game)
        assert state.result is not None
        self.screen.show(Rule(Text("The end", style="bold"), align="left"))
        self.screen.show(
            self.game.terminal.draw(state.view(self.client.seat)), *result_parts(self.game, state.result, self.titles)
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
            elif typed or moves:
                await self.move(typed, moves, update)
        except MesozoicError as refusal:
            self.tell(str(refusal), "italic")

    async def move(self, typed: str, moves: list[str], update: messages.Update | None) -> None:
        if self.client.seat is None:
            raise BadOptions("You only watch: take a seat to play.")
        if update is None:
            raise BadOptions("The game has not begun: wait for the others.")
        if not moves and not self.game.facts.realtime:
            raise BadOptions("It is not your turn to decide: wait for the others.")
        decision = None if self.game.facts.realtime else update.decision
        move = meant_move(self.game, typed, moves)
        self.ask_first(move, update)
        await self.client.move(move, decision)

    def ask_first(self, move: str, update: messages.Update) -> None:
        """What ends something is made only when it is typed twice, one right after the other."""
        was_asked, self.asked = self.asked == move, ""
        would = self.game.terminal.asks_first(self.view(update), move)
        if would and not was_asked:
            self.asked = move
            raise BadOptions(f"That would {would}: type {move} again if you mean it.")

    async def hint(self, _: str) -> None:
        hint = await self.client.ask(messages.AskHint(new_key()))
        self.tell(f"Hint: {hint.words} ({hint.whole}). {hint.why}")

    def card(self, name: str) -> None:
        self.screen.show(*self.described(name))

    def described(self, name: str) -> list[Text]:
        assert self.client.match is not None
        return cards.describe(self.game.prepare(self.client.match.players, self.client.match.options), name)

    async def speak(self, text: str) -> None:
        if not text:
            raise BadOptions("Say what? Type say and a text.")
        await self.client.ask(messages.Chat(new_key(), text[: messages.LONGEST_CHAT]))

    def look_again(self, _: str) -> None:
        if self.client.update is None:
            self.tell("The table waits for its players.")
        else:
            self.show_table(self.client.update)

    def moves(self, _: str) -> None:
        if self.client.update is None or not self.client.update.moves:
            raise BadOptions("It is not your turn to decide: there are no moves to list.")
        self.screen.show(move_list(offered(self.client.update)))

    def rules(self, number: str) -> None:
        texts.show_rules(self.screen.console, self.game, number or None)

    def help(self, _: str) -> None:
        self.screen.say(HELP)

    def quit(self, _: str) -> None:
        raise Quit


class LiveVisit(Visit):
    """A table in real time on the whole screen: it changes in its place while somebody types below it."""

    def __init__(self, server: str, match: str, token: str | None, screen: Screen) -> None:
        super().__init__(server, match, token, screen)
        self.news: deque[Text] = deque(maxlen=NEWS)
        self.typed = ""
        self.live: Live | None = None

    async def stay(self) -> int:
        with Live(console=self.screen.console, screen=True, auto_refresh=False) as self.live:
            try:
                return await super().stay()
            finally:
                self.live = None

    def say_goodbye(self) -> None:
        if self.live is not None:
            self.live.stop()
        super().say_goodbye()

    @contextmanager
    def reading(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        with typing() as keys:
            assert keys.file is not None
            loop.add_reader(keys.file, lambda: self.press(keys.read(0)))
            try:
                yield
            finally:
                loop.remove_reader(keys.file)

    def press(self, keys: str) -> None:
        for key in keys:
            if key == "\x04":
                self.lines.put_nowait(None)
            elif key in "\r\n":
                self.lines.put_nowait(self.typed.strip())
                self.typed = ""
            elif key in "\x7f\b":
                self.typed = self.typed[:-1]
            elif key == "\x1b":
                self.typed = ""
            elif key.isprintable():
                self.typed += key
        self.refresh()

    def tell(self, sentence: str, style: str = "") -> None:
        if self.live is None:
            super().tell(sentence, style)
        else:
            self.news.extend(Text(line, style=style or "dim") for line in sentence.splitlines())
            self.refresh()

    def look_on(self, update: messages.Update) -> None:
        self.refresh()

    def look_again(self, _: str) -> None:
        self.refresh()

    def moves(self, _: str) -> None:
        self.refresh()

    def help(self, _: str) -> None:
        self.tell(HELP)

    def card(self, name: str) -> None:
        for face in self.described(name):
            self.tell(face.plain)

    def rules(self, number: str) -> None:
        self.tell(f"Read them elsewhere, the clock runs: mesozoic rules {self.game.name}")

    def refresh(self) -> None:
        if self.live is None or self.client.match is None:
            return
        update = self.client.update
        parts: list[Any] = [Rule(Text(self.whose(), style="bold"), align="left")]
        if update is not None and update.result is None:
            parts += [self.drawn(update), move_list(offered(update))]
        prompt = Text.assemble(("> ", "bold"), self.typed, ("_", "blink"))
        self.live.update(Group(*parts, Text(), *self.news, prompt), refresh=True)

    def finish(self) -> None:
        if self.live is not None:
            self.live.stop()
            self.live = None
        super().finish()


def offered(update: messages.Update) -> list[Move]:
    return told_moves([(move.text, move.label) for move in update.moves])
