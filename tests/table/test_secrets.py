"""The same game with other hidden cards gives a client the same bytes, as long as its seat may not know better.

Two worlds are begun from one moment of a game: the real one, and one that was imagined for a reader (a seat, or a
spectator), in which everything that the reader cannot know is drawn anew: other hands, decks, sealed choices. Both are
whole matches of the server with its rooms and wires. They go on side by side; whoever is not the reader may choose
otherwise in the second world wherever that stays secret. Every byte that the reader is sent or can ask for must be the
same in both, until its own view of the game says that the worlds differ.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import mesozoic
from mesozoic.client import messages
from mesozoic.kernel.conformance.leaks import is_different
from mesozoic.kernel.errors import MesozoicError
from mesozoic.kernel.game import Setup
from mesozoic.kernel.record import can_take_back
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import HOST, Moves, State
from mesozoic.table.http import api
from mesozoic.table.http.wire import Wire
from mesozoic.table.matches import present, tokens
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.match import Match, Reader
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service
from mesozoic.table.settings import Settings
from mesozoic.table.storage import entries
from mesozoic.table.storage.entries import Entry, MatchRow

WALL = 1_800_000_000.0
MATCH = "twintwin22"
GARBAGE = ("?", "none of these", "-1", "🦕", "1" * 150, "P1", "a b c")
TRIES = 5
"""So many other ways are tried for a secret choice in the second world."""


class Shelf:
    """A store that keeps nothing: what is written down was always written down."""

    is_sqlite = True

    async def append(self, entry: Entry, **row: Any) -> bool:
        return True

    async def entries_after(self, match: str, number: int) -> list[Entry]:
        return []


class World:
    """A match of the server, begun in the middle of a game, all of whose seats are people's."""

    def __init__(self, setup: Setup, position: dict[str, Any], folder: Path, name: str) -> None:
        self.setup = setup
        self.hub = Hub(Settings(database=f"sqlite:///{folder / name}", fair_ms=0, messages_per_second=10**9))
        self.hub.store = Shelf()  # type: ignore[assignment]
        self.now = WALL
        self.hub.wall = lambda: self.now  # type: ignore[method-assign]
        game = setup.game
        clock = None if game.facts.realtime else {"per": "game", "seconds": 9000, "then": "bot_moves"}
        row = MatchRow(
            id=MATCH,
            game=game.name,
            rules=game.rules_version,
            players=setup.players,
            options=dict(setup.options),
            seed=f"secret seed of {name}",
            seed_was_chosen=False,
            listed=False,
            clock=clock,
            created=WALL,
            salt=f"salt of {name}",
        )
        match = Match(row)
        seats = [{"kind": "person", "name": f"Person {seat}"} for seat in range(setup.players)]
        held = {tokens.hashed(f"secret {seat} of {name}"): seat for seat in range(setup.players)}
        match.fold(Entry(MATCH, 1, entries.SEATS, None, {"seats": seats, "creator": 0, "tokens": held}, 0, WALL))
        match.fold(Entry(MATCH, 2, entries.START, None, {}, 0, WALL))
        match.state = game.start(setup.players, options=setup.options, position=position)
        match.clock_at = match.clock_base = int(match.state.clock)
        match.decisions = [int(seat in match.state.to_move) for seat in range(setup.players)]
        match.since = [WALL] * setup.players
        match.turn_starts = [[2] if seat in match.state.to_move else [] for seat in range(setup.players)]
        self.match = match
        self.room = Room(self.hub, match)
        self.room.driver.wake = lambda: None  # type: ignore[method-assign]
        self.service = Service(self.hub)
        self.secret_name = name
        self.wires = [self.wire(seat) for seat in range(setup.players)]
        self.keys = itertools.count(10_000_000)
        for wire in self.wires:
            wire.connection.waiting.clear()

    @property
    def state(self) -> State:
        assert self.match.state is not None
        return self.match.state

    def wire(self, reader: Reader) -> Wire:
        """A new connection; what it is told waits in its queue."""
        wire = Wire(None, self.hub, self.service, self.room)  # type: ignore[arg-type]
        token = None if reader is None else tokens.token_of(MATCH, f"secret {reader} of {self.secret_name}")
        wire._enter(messages.Hello(token=token, frames=True, tabletop=True, differences=True))
        return wire

    def leave(self, wire: Wire) -> None:
        self.room.connections.pop(wire.connection, None)

    async def say(self, seat: int, kind: str, key: str, **more: Any) -> list[bytes]:
        """Send a message and see what comes back to that seat."""
        wire = self.wires[seat]
        await wire._hear(json.dumps({"type": kind, "key": key, **more}))
        return drained(wire)

    async def move(self, seat: int, move: str) -> list[bytes]:
        if seat == HOST:
            wish = self.room.make_move(HOST, move, self.match.now(self.now))
            assert await self.room.store(wish)
            return []
        answers = await self.say(seat, "move", f"w{next(self.keys)}", move=move)
        assert is_yes(answers), (seat, move, answers)
        return answers

    def look(self) -> State:
        """A copy of the game at this time, to look ahead."""
        copy = self.state.clone()
        copy.wait_until(max(int(copy.clock), self.match.now(self.now)))
        return copy


def drained(wire: Wire) -> list[bytes]:
    found = list(wire.connection.waiting)
    wire.connection.waiting.clear()
    return found


KEY = re.compile(rb'"accepted":"[^"]*"')
"""An update says which request of the reader's own it answers."""


def is_yes(answers: list[bytes]) -> bool:
    return any(b'"type":"accepted"' in answer or KEY.search(answer) is not None for answer in answers)


def without_own(answers: list[bytes]) -> list[bytes]:
    """What the reader was told, without which of its own requests that answers: they are counted in each world."""
    return [KEY.sub(b'"accepted":null', answer) for answer in answers if b'"type":"accepted"' not in answer]


@dataclass
class After:
    """A game after some moves."""

    seen: Any
    told: list[Any]
    state: State


@dataclass
class Walk:
    """Two worlds that look alike to a reader, and how far they went together."""

    setup: Setup
    here: World
    there: World
    reader: Reader
    rng: Rng
    texts: set[str]
    counts: Counter[str] = field(default_factory=Counter)

    async def run(self, steps: int) -> None:
        """Go on side by side for at most so many steps, or until the worlds differ for the reader too."""
        self.eyes = (self.here.wire(self.reader), self.there.wire(self.reader))
        assert self.same(*map(drained, self.eyes))
        await self.ask_everything()
        for _ in range(steps):
            self.here.now = self.there.now = self.here.now + self.rng.below(2_000_000) / 1_000_000
            asked = self.here.match.to_move
            if not asked:
                return
            if not await self.step(asked[self.rng.below(len(asked))]):
                self.counts["became public"] += 1
                return
            if self.rng.below(3) == 0:
                await self.ask_everything()

    # --- Going on ---------------------------------------------------------------------------------------------

    async def step(self, seat: int) -> bool:
        """One seat goes on until the reader may notice; False if the reader's own view tells the worlds apart."""
        path = self.ahead(self.here.look(), seat)
        wanted = self.after(self.here.look(), seat, path)
        assert wanted is not None
        way = self.way(seat, path, wanted)
        if way is None:
            return False
        self.counts["steps"] += 1
        self.counts["other choices"] += way != path
        self.counts["other numbers of moves"] += len(way) != len(path)
        told_here = await self.go(self.here, seat, path, hesitates=True)
        told_there = await self.go(self.there, seat, way, hesitates=False)
        return self.same(told_here, told_there)

    def ahead(self, state: State, seat: int) -> list[str]:
        """The moves of a seat, by chance, until the reader may notice."""
        path = []
        before = self.seen(state)
        for _ in range(12):
            move = self.setup.game.text(state.random_move(seat, self.rng, Moves()))
            path.append(move)
            self.texts.add(move)
            events = state.play(seat, move)
            if seat == self.reader or self.seen(state) != before or any(one.is_known_to(self.reader) for one in events):
                break
        return path

    def seen(self, state: State) -> Any:
        """Who is to move, and what the reader sees; in real time a view changes with the time alone."""
        return state.to_move, None if self.setup.game.facts.realtime else state.view(self.reader)

    def way(self, seat: int, path: list[str], wanted: After) -> list[str] | None:
        """Moves in the second world after which the reader sees the same, other ones if there are any.

        Two open moves may lead to the very same game: what is told of them differs, and betrays nothing. So other moves
        count only if they make a difference that cannot be seen.
        """
        same = self.after(self.there.look(), seat, path)
        if seat not in (self.reader, HOST):
            for _ in range(TRIES):
                way = self.ahead(self.there.look(), seat)
                other = self.after(self.there.look(), seat, way)
                if other is not None and other.seen == wanted.seen:
                    is_secret = same is not None and is_different(same.state, other.state, self.reader)
                    if is_secret or other.told == wanted.told:
                        return way
        return path if same is not None and same.seen == wanted.seen else None

    def after(self, state: State, seat: int, path: list[str]) -> After | None:
        """How the game stands then; None if the moves cannot be made, or the reader notices something too early."""
        before = self.seen(state)
        told: list[Any] = []
        for number, move in enumerate(path):
            try:
                events = state.play(seat, move)
            except MesozoicError:
                return None
            told += [(one.kind, one.facts()) for one in events if one.is_known_to(self.reader)]
            if (told or self.seen(state) != before) and number < len(path) - 1:
                return None
        return After((state.view(self.reader), state.to_move), told, state)

    async def go(self, world: World, seat: int, path: list[str], hesitates: bool) -> list[bytes]:
        """Make the moves; before the last one the reader must hear nothing."""
        eye = self.eyes[world is self.there]
        told: list[bytes] = []
        before = world.now
        for number, move in enumerate(path):
            last = number == len(path) - 1
            if not last and not self.setup.game.facts.realtime:
                world.now = before + int(self.rng.below(1000)) / 1e9  # a secret step takes its own time
            if last:
                world.now = before
            answers = await world.move(seat, move)
            told = without_own(drained(eye))
            if seat != self.reader and not last:
                assert told == [], f"{move} of seat {seat} was noticed by {self.reader}: {told}"
                if hesitates and self.rng.below(2) == 0 and await self.undone(world, seat):
                    assert drained(eye) == [], f"{seat} taking back {move} was noticed by {self.reader}"
                    await world.move(seat, move)
                    assert drained(eye) == []
            if seat == self.reader:
                told += without_own(answers)
        return told

    async def undone(self, world: World, seat: int) -> bool:
        """Taking back asks the others where they play one after the other; among sealed choices nobody notices."""
        if not self.setup.game.facts.simultaneous or not can_take_back(world.state, seat):
            return False
        answers = await world.say(seat, "undo", f"u{next(world.keys)}")
        self.counts["taken back"] += 1
        return is_yes(answers)

    # --- Asking -------------------------------------------------------------------------------------------------

    async def ask_everything(self) -> None:
        """Whatever the reader can ask for without changing anything, and a line of chat, which has a number."""
        for world in (self.here, self.there):
            assert drained(self.eyes[world is self.there]) == []
        assert self.same(*(self.asked(world) for world in (self.here, self.there)))
        if self.rng.below(4) == 0:
            await self.chat()
        if self.reader is None:
            return
        nonsense = [GARBAGE[self.rng.below(len(GARBAGE))]]
        seen = sorted(self.texts)
        nonsense += [seen[self.rng.below(len(seen))] for _ in range(2)] if seen else []
        legal = set(self.here.look().moves(self.reader)) if len(seen) < 4000 else set()
        for move in nonsense:
            if move not in legal:
                await self.refused(move)
        if self.rng.below(6) == 0 and not can_take_back(self.here.state, self.reader):
            await self.both("undo")

    def asked(self, world: World) -> list[bytes]:
        """A new connection's welcome, the match from outside, the table over HTTP, and the record."""
        newcomer = world.wire(self.reader)
        found = drained(newcomer)
        world.leave(newcomer)
        drained(self.eyes[world is self.there])
        found.append(present.encoded(world.room.info()))
        found.append(present.encoded(world.room.update(self.reader, frames=False, tabletop=True)))
        try:
            api.finished(world.room.match)
        except MesozoicError as refusal:
            found.append(str(refusal).encode())
        return found

    async def chat(self) -> None:
        seat = self.rng.below(self.setup.players)
        for world in (self.here, self.there):
            await world.say(seat, "say", f"c{next(world.keys)}", text="Hello.")
        assert self.same(*map(drained, self.eyes))

    async def refused(self, move: str) -> None:
        """A move that cannot be made is refused in both worlds with the same bytes."""
        assert self.reader is not None
        key = f"r{next(self.here.keys)}"
        decision = self.here.match.decisions[self.reader] - self.rng.below(2)
        more = {} if self.setup.game.facts.realtime else {"decision": decision}
        said = [await world.say(self.reader, "move", key, move=move, **more) for world in (self.here, self.there)]
        if is_yes(said[0]):  # several small moves written as one may be legal, and count as one step
            self.counts["legal after all"] += 1
        else:
            self.counts["refusals"] += 1
        assert self.same(*said), (move, said)
        for eye in self.eyes:
            drained(eye)

    async def both(self, kind: str) -> None:
        assert self.reader is not None
        key = f"b{next(self.here.keys)}"
        said = [await world.say(self.reader, kind, key) for world in (self.here, self.there)]
        assert self.same(*said), (kind, said)
        for eye in self.eyes:
            drained(eye)

    # --- Comparing ------------------------------------------------------------------------------------------------

    def same(self, here: list[bytes], there: list[bytes]) -> bool:
        """Are these the same bytes? False if a picture in the middle of a move tells the worlds apart."""
        self.counts["answers"] += len(here)
        self.counts["bytes"] += sum(map(len, here))
        for one, other in itertools.zip_longest(here, there):
            if one == other:
                continue
            assert one is not None and other is not None, f"{self.reader} got {here} and {there}"
            assert shows_difference(json.loads(one), json.loads(other)), (
                f"{self.setup.game.name} {dict(self.setup.options)}: reader {self.reader} can tell the worlds apart:\n"
                f"{first_difference(one, other)}"
            )
            return False
        return True


def shows_difference(here: Any, there: Any) -> bool:
    """Do two updates differ only from a picture on that is itself different? Then something was shown to everybody."""
    if here.get("type") != "update" or there.get("type") != "update":
        return False
    for one, other in zip(here["frames"], there["frames"], strict=False):
        if one["view"] != other["view"]:
            return True
        if one["event"] != other["event"]:
            return False
    return False


def first_difference(one: bytes, other: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 300) : at + 200]!r}\n...{other[max(0, at - 300) : at + 200]!r}"


CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("carbon-dating", 1, {}),
    ("carbon-dating", 1, {"blind_dates": True, "staffing_shortage": True}),
    ("clades", 3, {}),
    ("clades", 2, {"open_hand": "open", "personal": 2, "false_call_penalty": True}),
    ("clades", 1, {"mode": "race"}),
    ("dinospan", 2, {}),
    ("dinospan", 3, {"triassic_setup": "draft", "personal_research": True}),
    ("dinospan", 1, {"personal_research": True}),
    ("dolphins-and-dinos", 3, {}),
    ("dolphins-and-dinos", 3, {"sheets": "closed"}),
    ("dolphins-and-dinos", 2, {"free_feature": "offered"}),
    ("dolphins-and-dinos", 1, {}),
    ("biomechanic-dino-battles", 2, {}),
    ("biomechanic-dino-battles", 3, {"setup": "random"}),
]


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_the_same_game_with_other_hidden_cards_gives_the_same_bytes(
    tmp_path: Path, name: str, players: int, options: dict[str, Any]
) -> None:
    counts = asyncio.run(compare_worlds(tmp_path, name, players, options))
    print(name, options, dict(counts))
    assert counts["other hidden things"] > 2 and counts["answers"] > 60


async def compare_worlds(
    folder: Path, name: str, players: int, options: dict[str, Any], moments: int = 15, steps: int = 6, seed: int = 1
) -> Counter[str]:
    """Play a whole game by chance; all along it the real world is compared with an imagined one for a reader."""
    setup = mesozoic.game(name).prepare(players, options)
    rng = seeded("secrets", name, str(options), seed)
    state = setup.shuffle(rng)
    between = decisions(setup, seed) // moments
    readers = itertools.cycle([*range(players), None])
    counts: Counter[str] = Counter()
    texts: set[str] = set()
    while state.to_move:
        reader = next(readers)
        number = counts["moments"]
        counts["moments"] += 1
        position, other = state.position(), state.imagine(reader, rng).position()
        counts["other hidden things"] += other != position
        here, there = World(setup, position, folder, f"{number}a"), World(setup, other, folder, f"{number}b")
        walk = Walk(setup, here, there, reader, rng, texts, counts)
        await walk.run(steps)
        state = here.state.clone()
        go_on(state, between, rng)
    return counts


def go_on(state: State, most: int, rng: Rng) -> int:
    """Let chance make some moves."""
    for number in range(most):
        if not state.to_move:
            return number
        state.wait_until(int(state.clock) + rng.below(1000))
        seat = state.to_move[rng.below(len(state.to_move))]
        state.apply(seat, state.random_move(seat, rng, Moves()))
    return most


def decisions(setup: Setup, seed: int) -> int:
    """How long such a game lasts, more or less."""
    return go_on(setup.shuffle(seeded("length", seed)), 10_000, seeded("length", seed))
