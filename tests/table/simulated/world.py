"""A whole world in one seed: processes of the server, a disk, a network, people, and everything that goes wrong.

It storms for a while; then nothing more goes wrong, and everybody must be able to play to the end. The same seed gives
the same world, message by message: two runs have the same trace.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import hashlib
import logging
import random
import secrets
import shutil
import tempfile
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal
from unittest import mock

from sqlalchemy.dialects import sqlite

from mesozoic.client import messages
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State
from mesozoic.table.errors import Busy
from mesozoic.table.http import api
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.service import Service
from mesozoic.table.matches.thinkers import NoThought, Thinkers, Thought, Time
from mesozoic.table.matches.timeline import Timeline
from mesozoic.table.settings import Settings
from mesozoic.table.storage.entries import Entry
from mesozoic.table.storage.store import Store, prepare
from mesozoic.table.storage.writer import Writer
from tests.table.simulated.disk import Disk
from tests.table.simulated.faults import BLOWS, Faults, Weather
from tests.table.simulated.loop import Owner, SimulatedLoop
from tests.table.simulated.network import Line, NoAnswer, ask
from tests.table.simulated.oracle import Oracle, Wrong
from tests.table.simulated.people import Person

WALL = 1_700_000_000.0
CALM_SECONDS = 6 * 3600.0
"""So long people may need to play to the end once nothing goes wrong any more."""
LAST_WORDS = 60
KILLS = ("killed", "commit torn", "killed before commit", "killed after commit")
FOLDER = Path("/dev/shm") if Path("/dev/shm").is_dir() else None


@dataclass
class Plan:
    """What a world is made of."""

    seconds: float = 60.0
    """So long it storms, by the clock of the processes."""
    matches: int = 2
    games: tuple[str, ...] = ()
    """Drawn if none is named."""
    shared: bool | None = None
    """Several processes on one database, as with PostgreSQL; drawn if not said."""


@dataclass
class Outcome:
    seed: int
    trace: str = ""
    """The hash of everything that happened."""
    faults: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    wrong: str = ""
    last: list[str] = field(default_factory=list)
    """What happened last before something was wrong."""


class Process(Owner):
    """A server process: killed and started again, it is another one."""

    def __init__(self, world: World, name: str, place: int) -> None:
        super().__init__(name)
        self.world = world
        self.place = place
        """Of the machine that it runs on."""
        self.hub: Hub | None = None
        self.service: Service | None = None
        self.is_serving = False
        self.unanswered: dict[asyncio.Future[Any], None] = {}

    def start(self) -> None:
        self.context.copy().run(self.world.loop.create_task, self._run())

    async def _run(self) -> None:
        world = self.world
        hub = Hub(
            world.settings,
            world.store_for(self),
            SimulatedThinkers(world),
            Timeline(count=world.loop.time, read_wall=lambda: world.wall_of(self.place)),
            lambda _, heard, look: SimulatedListener(world, self, heard, look),  # type: ignore[arg-type]
        )
        self.hub, self.service = hub, Service(hub)
        try:
            await hub.open()
        except Exception as trouble:  # as when the database does not answer: somebody starts it again
            world.trace(f"{self.name} could not start: {type(trouble).__name__}")
            self.doom("could not start")
            return
        self.is_serving = True
        world.trace(f"{self.name} serves")
        world.somebody_serves.set()


class SimulatedThinkers(Thinkers):
    """Bots think here and now, by chance, and take made-up time."""

    def __init__(self, world: World) -> None:
        super().__init__(1, 3000, world.settings.bot_least_ms)
        self.world = world

    def start(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def _ask(self, state: State, seat: int, bot: str | None, luck: int, client: str, time: Time) -> Thought:
        chance, faults = self.world.chance, self.world.faults
        world = state.imagine(seat, seeded(chance.random()))  # while one thinks, others go on
        await asyncio.sleep(chance.random() * 0.4)
        if faults.strikes(faults.weather.thought_lost):
            faults.count("thought lost")
            raise NoThought("lost")
        moves = [chance.choice(world.moves(seat))]
        world.play(seat, moves[0])
        if seat in world.to_move:
            moves.append(chance.choice(world.moves(seat)))
        return Thought(moves)


class SimulatedStore(Store):
    """Its entries take as long as the disk likes: what begins with one begins when it was written down."""

    def __init__(self, world: World, *details: Any) -> None:
        super().__init__(*details)
        self.world = world

    async def append(self, entry: Entry, **row: Any) -> bool:
        self.world.oracle.written(entry)
        return await super().append(entry, **row)


class SimulatedListener:
    """Hears what others have stored, unless the line is down; then it comes back and looks everywhere."""

    def __init__(self, world: World, process: Process, heard: Callable[[str], None], look: Callable[[], None]) -> None:
        self.world = world
        self.process = process
        self.heard = heard
        self.look_everywhere = look
        self.is_down = False

    async def run(self) -> None:
        self.world.listeners[self.process] = self
        while True:
            self.is_down = False
            self.look_everywhere()
            while not self.is_down:
                await asyncio.sleep(0.5)
            await asyncio.sleep(self.world.chance.random() * 6)


class World:
    def __init__(self, seed: int, plan: Plan, folder: Path) -> None:
        self.seed = seed
        self.plan = plan
        self.chance = random.Random(seed)
        self.loop = SimulatedLoop(self.chance, self._kill)
        self.hash = hashlib.sha256()
        self.last: deque[str] = deque(maxlen=LAST_WORDS)
        self.faults = Faults(self.chance, Weather.drawn(self.chance), self.trace)
        self.shared = self.chance.random() < 0.4 if plan.shared is None else plan.shared
        self.disk = Disk(self, folder, template(), self.shared)
        self.loop.in_thread = self.disk.in_thread
        self.oracle = Oracle(self)
        self.settings = self._settings()
        self.offsets = [0.0] * (self.chance.randint(2, 3) if self.shared else 1)
        """How far the clock on each machine's wall is off."""
        self.processes: list[Process] = []
        self.started = 0
        self.somebody_serves = asyncio.Event()
        self.somebody_runs = asyncio.Event()
        self.lines: dict[Line, None] = {}
        self.listeners: dict[Process, SimulatedListener] = {}
        self.people: list[Person] = []
        self.games: Counter[str] = Counter()
        self.ran = 0.0
        self.ran_until = self.loop.now
        self.falls = 0

    def _settings(self) -> Settings:
        chance = self.chance
        return Settings(
            database="postgresql://simulated" if self.shared else f"sqlite:///{self.disk.path}",
            bot_workers=0,
            bot_least_ms=chance.choice([0, 300]),
            bot_pause_ms=chance.choice([0, 600]),
            countdown_ms=chance.choice([0, 3000]),
            requests_per_minute=10**9,
            messages_per_second=10**6,
            matches_per_hour=10**9,
            most_waiting_seats_from_one=10**9,
            most_behind=chance.choice([15, 200]),
            idle_seconds=chance.choice([2, 30, 120]),
            keep_waiting_days=0,
            keep_unfinished_days=0,
            keep_finished_days=0,
        )

    # --- What happens -------------------------------------------------------------------------------------------------

    def trace(self, what: str) -> None:
        line = f"{self.loop.now:.6f} {what}"
        self.hash.update(line.encode())
        self.last.append(line[:400])

    def committed(self) -> None:
        try:
            self.oracle.look()
        except Exception as wrong:  # the server would catch it
            self.loop.wrong = wrong

    def notify(self, payload: str) -> None:
        """Every process that listens hears of it, some time later, in the order of the commits."""
        for process, listener in list(self.listeners.items()):
            if listener.is_down or process.is_dead:
                continue
            self.loop.call_later(0.002, self._hear, process, listener, payload, context=process.context.copy())

    def _hear(self, process: Process, listener: SimulatedListener, payload: str) -> None:
        if not listener.is_down and not process.is_dead:
            listener.heard(payload)

    def wall_of(self, place: int) -> float:
        return WALL + self.loop.now + self.offsets[place]

    # --- Time that servers ran ----------------------------------------------------------------------------------------

    def account(self) -> tuple[float, int]:
        self._count_time()
        return self.ran, self.falls

    @property
    def _is_running(self) -> bool:
        return any(not one.is_paused for one in self.processes)

    def _count_time(self) -> None:
        """Call it before anybody begins or ceases to run."""
        if self._is_running:
            self.ran += self.loop.now - self.ran_until
        self.ran_until = self.loop.now

    # --- Processes ----------------------------------------------------------------------------------------------------

    def store_for(self, process: Process) -> Store:
        if self.shared:
            made = SimulatedStore(self, "postgresql://simulated", self.disk.engine(process))
            made.insert = sqlite.insert
            return made
        url = f"sqlite:///{self.disk.path}"
        return SimulatedStore(self, url, self.disk.engine(process), Writer(self.disk.path, self.disk.connect(process)))

    def start_process(self, place: int) -> None:
        self._count_time()
        self.started += 1
        made = Process(self, f"process {self.started}", place)
        self.trace(f"{made.name} starts on machine {place}")
        self.processes.append(made)
        self.somebody_runs.set()
        self.loop.owners.append(made)
        made.start()

    def _kill(self, owner: Owner) -> None:
        """Here and now, in the middle of whatever it does."""
        assert isinstance(owner, Process)
        self._count_time()
        self.falls += 1
        self.trace(f"{owner.name} ends")
        if owner.why in KILLS:
            self.faults.count(owner.why)
        self.processes.remove(owner)
        self.listeners.pop(owner, None)
        self._clear_away(owner)
        if not self._is_running:
            self.somebody_runs.clear()
        if not any(one.is_serving for one in self.processes):
            self.somebody_serves.clear()
        for answer in list(owner.unanswered):
            if not answer.done():
                answer.set_result(NoAnswer())
        for line in [one for one in self.lines if one.process is owner]:
            line.cut()
        self.oracle.look_at_everything()
        away = self.chance.choice([0.2, 0.2, 3.0, 30.0, 3600.0, 40 * 3600.0]) * self.chance.random()
        if self.faults.is_calm:
            away = 0.1
        self.loop.call_later(away, self.start_process, owner.place, context=self.loop.outside.context)

    def _clear_away(self, owner: Process) -> None:
        self.loop.is_clearing = True
        self.loop.bury(owner)
        file = None if owner.hub is None else owner.hub.store.file
        self.disk.after_kill(owner)
        if file is not None:
            file.close()
        owner.hub = owner.service = None
        owner.is_serving = False
        self.loop.is_clearing = False

    def end(self) -> None:
        """Nothing is left of it."""
        for process in list(self.processes):
            self._clear_away(process)
        self.loop.is_clearing = True
        self.loop.bury(self.loop.outside)
        self.disk.close()
        self.loop.close()

    async def some_process(self, chance: random.Random) -> Process:
        """Whom a client reaches; who finds nobody waits until somebody is there."""
        while True:
            found = [one for one in self.processes if one.is_serving]
            if found:
                return chance.choice(found)
            await self.somebody_serves.wait()
            await asyncio.sleep(chance.random())

    # --- Blows --------------------------------------------------------------------------------------------------------

    async def storm(self) -> None:
        """Until servers have run for as long as was planned."""
        kinds, weights = list(BLOWS), list(BLOWS.values())
        while self.account()[0] < self.plan.seconds:
            await asyncio.sleep(self.chance.expovariate(1 / self.faults.weather.between))
            if not self._is_running:
                if self.chance.random() < 0.3 and self._blow_clock_set():
                    self.faults.count("clock set")
                await self.somebody_runs.wait()
                continue
            kind = self.chance.choices(kinds, weights)[0]
            if getattr(self, f"_blow_{kind.replace(' ', '_')}")():
                self.faults.count(kind)
        self.faults.is_calm = True
        self.trace("calm")
        self.disk.trouble_until = 0.0

    def _blow_killed(self) -> bool:
        """It is counted when it has come to that."""
        able = [one for one in self.processes if one.steps_left is None]
        if able:
            steps = self.chance.choice([0, 3, 20, 100, 400]) * self.chance.randint(0, 2)
            self.chance.choice(able).doom("killed", steps)
        return False

    def _blow_paused(self) -> bool:
        able = [one for one in self.processes if not one.is_paused]
        if not able:
            return False
        process = self.chance.choice(able)
        self._count_time()
        self.falls += 1
        process.is_paused = True
        if not self._is_running:
            self.somebody_runs.clear()
        seconds = self.chance.choice([0.3, 3.0, 8.0, 60.0, 600.0]) * self.chance.random()
        self.loop.call_later(seconds, self._resume, process, context=self.loop.outside.context)
        return True

    def _resume(self, process: Process) -> None:
        self._count_time()
        process.is_paused = False
        self.somebody_runs.set()

    def _blow_clock_set(self) -> bool:
        place = self.chance.randrange(len(self.offsets))
        self.offsets[place] += self.chance.choice([-1, 1]) * self.chance.choice([2.0, 60.0, 4000.0, 90_000.0])
        return True

    def _blow_connection_cut(self) -> bool:
        if not self.lines:
            return False
        self.chance.choice(list(self.lines)).cut()
        return True

    def _blow_connections_of_a_process_cut(self) -> bool:
        if not self.processes:
            return False
        process = self.chance.choice(self.processes)
        for line in [one for one in self.lines if one.process is process]:
            line.cut()
        return True

    def _blow_connection_stalled(self) -> bool:
        if not self.lines:
            return False
        line = self.chance.choice(list(self.lines))
        self.chance.choice([line.to_client, line.to_server]).stall(self.chance.choice([1.0, 10.0, 100.0]))
        return True

    def _blow_client_vanished(self) -> bool:
        able = [one for one in self.people if not one.is_vanished]
        if not able:
            return False
        self.chance.choice(able).is_vanished = True
        return True

    def _blow_database_in_trouble(self) -> bool:
        self.disk.trouble_until = self.loop.now + self.chance.choice([0.5, 3.0, 15.0]) * self.chance.random()
        return True

    def _blow_notices_lost(self) -> bool:
        if not self.listeners:
            return False
        self.chance.choice(list(self.listeners.values())).is_down = True
        return True

    # --- Matches ------------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """All matches, from their making to their end."""
        for place in range(len(self.offsets)):
            self.loop.call_later(place * self.chance.random(), self.start_process, place)
        storm = asyncio.create_task(self.storm())
        tables = [asyncio.create_task(self._play_match(number)) for number in range(self.plan.matches)]
        everything = asyncio.gather(storm, *tables)
        try:
            await storm
            async with asyncio.timeout(CALM_SECONDS):
                await everything
        except TimeoutError:
            raise Wrong("nothing goes wrong any more, but matches do not come to their end") from None
        self.oracle.check_end()

    async def _play_match(self, number: int) -> None:
        while True:
            try:
                await self._one_match()
            except Exception as wrong:
                self.loop.wrong = wrong
                raise
            if self.faults.is_calm:
                return

    async def _one_match(self) -> None:
        wanted, open_seats = some_match(self.chance, self.plan.games)
        made = await self.insist(_create, data=wanted)
        self.games[wanted.game] += 1
        match, creator = made.match.id, made.token
        people = [] if made.seat is None else [(made.seat, made.token)]
        for guest in range(open_seats):
            key = f"{self.chance.getrandbits(120):030x}"
            seated = await self.insist(_join, match=match, data=messages.JoinMatch(f"Guest {guest}", None, key))
            people.append((seated.seat, seated.token))
        if len({seat for seat, _ in people}) != len(people):
            raise Wrong(f"two people sit in one seat of {match}: {people}")
        if open_seats:
            await self.insist(_start, match=match, token=creator)
        here = [Person(self, match, wanted.game, seat, token) for seat, token in people]
        if self.chance.random() < 0.5:
            here.append(Person(self, match, wanted.game, None, None))
        self.people += here
        lives = [one.live() for one in here] + [one.live() for one in here if self.chance.random() < 0.2]
        await asyncio.gather(*lives)
        self.people = [one for one in self.people if one not in here]

    async def insist(self, handler: Any, **given: Any) -> Any:
        """Over HTTP, at whatever process is there, until there is an answer."""
        while True:
            try:
                found = await ask(self, await self.some_process(self.chance), handler, **given)
                if isinstance(found, NoAnswer):
                    raise found
                return found
            except (NoAnswer, Busy):
                await asyncio.sleep(self.chance.random())


class _Asked:
    scope: ClassVar[dict[str, Any]] = {"client": ("10.0.1.1", 1), "headers": []}


async def _create(process: Process, data: messages.NewMatch) -> messages.Seated:
    return await api.create_match.fn(_Asked, data, process.hub, process.service)  # type: ignore[no-any-return]


async def _join(process: Process, match: str, data: messages.JoinMatch) -> messages.Seated:
    return await api.join_match.fn(_Asked, match, data, process.hub, process.service)  # type: ignore[no-any-return]


async def _start(process: Process, match: str, token: str) -> Any:
    return await api.start_match.fn(_Asked, match, process.hub, process.service, f"Bearer {token}")


GAMES = ("carbon-dating", "clades", "dinospan", "dolphins-and-dinos", "biomechanic-dino-battles")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "carbon-dating": [{}, {"closing_round": 6}, {"blind_dates": True, "closing_round": 10}],
    "clades": [{}, {"teaching": True}, {"false_call_penalty": True, "teaching": True}],
    "dinospan": [{}, {"personal_research": True}],
    "dolphins-and-dinos": [{}, {"sheets": "closed"}],
    "biomechanic-dino-battles": [{"trophies_to_win": 1}, {"trophies_to_win": 1, "round_limit": 3}],
}


def some_match(chance: random.Random, games: tuple[str, ...]) -> tuple[messages.NewMatch, int]:
    """What somebody wants to play, and for how many guests there is room."""
    game = chance.choice(games or GAMES)
    if game == "dinospan" and not games and chance.random() < 0.6:
        game = "dolphins-and-dinos"  # whose games are short: more of them end while it storms
    players = {"carbon-dating": 1, "biomechanic-dino-battles": 2}.get(game) or chance.choice([1, 2, 2, 3])
    seats = [messages.SeatWish("me")]
    for _ in range(players - 1):
        seats.append(messages.SeatWish(chance.choice(["open", "open", "bot"])))
    clock = None
    if game != "clades" and chance.random() < 0.5:
        per: Literal["move", "game"] = chance.choice(["move", "game"])
        then: Literal["bot_moves", "bot_takes_over"] = chance.choice(["bot_moves", "bot_takes_over"])
        clock = messages.ClockWish(per, chance.choice([4, 30, 600]), then)
    options = dict(chance.choice(OPTIONS[game]))
    if game == "clades" and players == 1:
        options = {}
    key = f"{chance.getrandbits(120):030x}"
    wanted = messages.NewMatch(game=game, seats=seats, options=options, name="Ann", clock=clock, key=key)
    return wanted, sum(one.kind == "open" for one in seats)


# --- Running a world --------------------------------------------------------------------------------------------------


@cache
def template() -> Path:
    """An empty database, made once by the server's own migrations."""
    folder = tempfile.mkdtemp(prefix="mesozoic-template-", dir=FOLDER)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "table.sqlite"
    asyncio.run(prepare(f"sqlite:///{path}"))
    return path


class _Complaints(logging.Handler):
    """Whatever a server writes into its log as an error is one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.loop: SimulatedLoop | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self.loop is not None:
            self.loop.wrong = self.loop.wrong or Wrong(self.format(record)[-3000:])


@contextmanager
def _chance_of(world: World) -> Iterator[None]:
    """What the server takes from the system's chance comes from the seed."""
    chance = world.chance
    with (
        mock.patch.object(secrets, "randbits", chance.getrandbits),
        mock.patch.object(secrets, "choice", chance.choice),
        mock.patch.object(secrets, "token_hex", lambda size=32: f"{chance.getrandbits(8 * size):0{2 * size}x}"),
        mock.patch.object(secrets, "token_urlsafe", lambda size=32: f"{chance.getrandbits(8 * size):0{2 * size}x}"),
        mock.patch.object(random, "random", chance.random),
    ):
        yield


@contextmanager
def _quietly(complaints: _Complaints) -> Iterator[None]:
    """Warnings are expected by the thousand."""
    logs = [logging.getLogger(name) for name in ("mesozoic.table", "sqlalchemy.pool")]
    before = [log.propagate for log in logs]
    logs[0].addHandler(complaints)
    logs[1].addHandler(silent := logging.NullHandler())
    for log in logs:
        log.propagate = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of connections that a killed process left open
            yield
    finally:
        logs[0].removeHandler(complaints)
        logs[1].removeHandler(silent)
        for log, propagate in zip(logs, before, strict=True):
            log.propagate = propagate


def simulate(seed: int, plan: Plan | None = None) -> Outcome:
    """One world. The outcome says what was wrong; nothing is raised."""
    template()
    complaints = _Complaints()
    gc.collect()
    gc.disable()  # so that nothing is thrown away at a moment that nobody has drawn
    try:
        with tempfile.TemporaryDirectory(prefix="mesozoic-world-", dir=FOLDER) as folder, _quietly(complaints):
            world = World(seed, plan or Plan(), Path(folder))
            outcome = Outcome(seed)
            with _chance_of(world):
                try:
                    complaints.loop = world.loop
                    world.loop.run_until_complete(world.play())
                except Exception as wrong:
                    outcome.wrong = "".join(traceback.format_exception(wrong))[-4000:]
                finally:
                    world.end()
                    gc.collect()
            outcome.last = list(world.last)
            outcome.trace = world.hash.hexdigest()[:16]
            outcome.faults, outcome.checks = world.faults.counts, world.oracle.checks
            outcome.games, outcome.steps = world.games, world.loop.steps
            return outcome
    finally:
        gc.enable()
