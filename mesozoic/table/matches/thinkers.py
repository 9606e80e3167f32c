"""Bots think in processes of their own: compiled thinking would hold up every match of this one.

A worker is given a world that was imagined for the bot's seat, made from what that seat may know; the real hidden
cards never reach it. It reads questions from its standard input and answers on its standard output, so it ends with
the server, however the server ends. An empty line in the middle of a thought says that others wait by now: it is to
be brought to an end. Whoever thinks for too long is ended, and another one takes the place; whoever has thought often
stays until that one is ready.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
import select
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

import mesozoic
from mesozoic.bots import HINT, Advice, advise, budget_of, make_bot, seems_open
from mesozoic.bots.faults import said_of
from mesozoic.bots.levels import USUAL
from mesozoic.bots.searcher import hurried
from mesozoic.kernel.game import Setup
from mesozoic.kernel.pack import packed, unpacked
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import State, seat_name
from mesozoic.table.matches.waiting import LEAST_THOUGHT, NOT_LATE, Waiting, WaitingList, slot

log = logging.getLogger("mesozoic.table")
WORKER = (sys.executable, "-m", "mesozoic.table.matches.thinkers")
READY_SECONDS = 30.0
RETRY_SECONDS = 0.2
SLACK_SECONDS = 0.1
"""A thought that takes its whole time is back by then: whoever had nothing to think about waits as long."""
ROOM = 0.9
"""The part of a server's budget that is thought in: the rest is for what else a move costs."""
VISIT_MS = 1
"""At a table a visit has so much time, and all of them together no less than a search has that says nothing."""
READ_BYTES = 1 << 16
LONGEST_PLAN = 100
"""No turn has so many decisions; a bot of one's own may dream of more."""
MANY_THOUGHTS, MOST_THOUGHTS = 1_000, 10_000
"""So many a worker thinks before another is hired for its place, when nobody waits and anyhow: each world that is
unpacked leaves a few hundred bytes behind (mypyc keeps a ``vec`` that is given to it), and bots of one's own may leave
more."""
ATTEMPTS = 2
"""A worker that ends in the middle of a thought is asked for once more, in case it was not the thought that did it."""


class Question(msgspec.Struct):
    game: str
    players: int
    options: msgspec.Raw
    state: bytes
    """As it was packed: a world that was imagined for the seat."""
    seat: int
    bot: str | None
    """Whose move it is; None: a hint is wanted."""
    most_ms: int
    """No longer than this: others wait too."""
    luck: int
    """What chance is drawn from."""


class Thought(msgspec.Struct):
    """What a worker says: at first that it is ready, then one for each question."""

    moves: list[str] = msgspec.field(default_factory=list)
    """What the bot means to do: the first move now, the others only while nothing is revealed."""
    advice: Advice | None = None
    problem: str = ""


class NoThought(Exception):
    """No worker had an answer."""


class Time(NamedTuple):
    """What a decision may take, in seconds. All of it follows from what everybody can see."""

    usual: float
    """As the name says; 0 for who takes as long as it takes."""
    most: float
    """No longer than this."""
    rest: float
    """No answer comes sooner after it has begun, unless others wait and there is less time for everybody."""


# --- In a worker --------------------------------------------------------------------------------------------------


def think(question: Question, is_enough: Callable[[], bool]) -> Thought:
    state = unpacked(prepared(question.game, question.players, bytes(question.options)), question.state)
    rng = seeded(question.luck)
    if question.bot is None:
        return Thought(advice=advise(state, question.seat, rng, hurried(HINT, question.most_ms, is_enough)))
    codes = make_bot(question.bot, rng, question.most_ms, is_enough).plan(state, question.seat)
    return Thought([state.setup.game.text(code) for code in codes[:LONGEST_PLAN]])


@lru_cache(maxsize=32)
def prepared(game: str, players: int, options: bytes) -> Setup:
    return mesozoic.game(game).prepare(players, msgspec.json.decode(options))


class Questions:
    """What the server says, one question a line; whether it has said more is known at any time."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.rest = b""

    def has_more(self) -> bool:
        return bool(self.rest) or bool(select.select([self.file], [], [], 0)[0])

    def __iter__(self) -> Iterator[bytes]:
        """Until the server is gone. What was said too late to shorten a thought is passed over."""
        while True:
            line, end, self.rest = self.rest.partition(b"\n")
            if not end:
                more = os.read(self.file, READ_BYTES)
                if not more:
                    return
                self.rest = line + more
            elif line:
                yield line


def work() -> None:
    """Answer questions until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, and that stops its workers
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may be said there
    mesozoic.all_games()
    with suppress(BrokenPipeError):
        _say(answers, Thought())
        questions = Questions(0)
        for line in questions:
            try:
                thought = think(msgspec.json.decode(line, type=Question), questions.has_more)
            except BaseException as error:
                thought = Thought(problem=said_of(error))
            _say(answers, thought)


def _say(answers: Any, thought: Thought) -> None:
    answers.write(msgspec.json.encode(thought) + b"\n")
    answers.flush()


# --- In the server ------------------------------------------------------------------------------------------------


class Worker:
    """One process that thinks about one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.process = process
        self.questions = process.stdin
        self.answers = process.stdout
        self.reading = asyncio.Lock()
        self.client = ""
        """Whom it thinks for, ..."""
        self.until = math.inf
        """... and how long at most, if that can be shortened."""
        self.bell: asyncio.TimerHandle | None = None
        self.thoughts = 0
        self.is_followed = False
        """Is another hired for its place?"""
        self.is_leaving = False
        """Is that one ready? Then this was its last thought."""

    def begin(self, client: str, until: float) -> None:
        self.client, self.until = client, until

    def shorten(self, until: float) -> None:
        """The thought is over by then."""
        if until < self.until:
            self._silence()
            self.until = until
            self.bell = asyncio.get_running_loop().call_at(until, self.questions.write, b"\n")

    def done(self) -> None:
        self.thoughts += 1
        self._silence()
        self.until = math.inf

    def _silence(self) -> None:
        if self.bell is not None:
            self.bell.cancel()
            self.bell = None

    async def answer(self) -> Thought:
        async with self.reading:
            try:
                line = await self.answers.readline()
            except ValueError:
                raise NoThought("the answer has no end") from None
        if not line:
            raise NoThought("the worker has ended")
        try:
            return msgspec.json.decode(line, type=Thought)
        except msgspec.DecodeError:
            raise NoThought("the answer is none") from None

    async def ask(self, question: Question) -> Thought:
        try:
            self.questions.write(msgspec.json.encode(question) + b"\n")
            await self.questions.drain()
        except (OSError, RuntimeError) as error:
            raise NoThought("the worker has ended") from error
        return await self.answer()

    @property
    def is_well(self) -> bool:
        return self.process.returncode is None

    def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()

    async def gone(self) -> None:
        """End it, and wait until its pipes are closed too: then nothing of it is left to be tidied up later."""
        self.end()
        self.questions.close()
        async with self.reading:
            await self.answers.read()
        await self.process.wait()


class Thinkers:
    """The workers of one server process."""

    def __init__(
        self, workers: int, budget_ms: int, least_ms: int = 0, seed: str = "", command: Sequence[str] = WORKER
    ) -> None:
        self.workers = workers
        self.budget = budget_ms / 1000
        self.least = least_ms / 1000
        self.seed = seed
        self.command = command
        self.free: deque[Worker] = deque()
        self.hired: set[Worker] = set()
        self.places: set[asyncio.Task[None]] = set()
        self.too_slow = 0
        self.failed = 0
        self.waiting = WaitingList()

    def start(self) -> None:
        """Have the workers ready soon."""
        for _ in range(self.workers):
            self._hire()

    async def close(self) -> None:
        """End the workers; each place waits until its own is gone."""
        while self.places:
            for place in self.places:
                place.cancel()
            await asyncio.gather(*self.places, return_exceptions=True)

    def _hire(self, before: Worker | None = None) -> None:
        place = asyncio.create_task(self._fill_place(before))
        self.places.add(place)
        place.add_done_callback(self.places.discard)

    async def _fill_place(self, before: Worker | None) -> None:
        """A worker, and another one when it has ended, unless that one has been hired already."""
        is_followed = False
        while not is_followed:
            try:
                is_followed = await self._employ(before)
            except (OSError, TimeoutError, NoThought) as error:
                log.warning("a worker for bots did not start: %r", error)
            if not is_followed:
                await asyncio.sleep(RETRY_SECONDS)

    async def _employ(self, before: Worker | None) -> bool:
        """From its start to its end; whoever was there before it leaves as soon as it is ready."""
        path = os.pathsep.join(folder for folder in sys.path if folder)
        process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        worker = Worker(process)
        self.hired.add(worker)
        try:
            async with asyncio.timeout(READY_SECONDS):  # wait_for would swallow an end that comes at the same moment
                await worker.answer()
            if before is not None:
                self._dismiss(before)
            self._is_free(worker)
            await process.wait()
            return worker.is_followed
        finally:
            self.hired.discard(worker)
            await worker.gone()

    def _dismiss(self, worker: Worker) -> None:
        """At once, or when it has thought to the end."""
        worker.is_leaving = True
        if worker in self.free:
            self.free.remove(worker)
            worker.end()

    async def choose(
        self, state: State, seat: int, bot: str, client: str = "", goes_on: bool = False, match: str = ""
    ) -> list[str]:
        """What a bot in this seat does. How long it takes tells nobody what it holds.

        The first move is for now, the others for when nothing has been revealed since. Who plays with the bot is the
        client: those who have many bots share one client's part of the workers. A turn that goes on has been thought
        about already.
        """
        luck, asked = self._luck(state, seat), state.clone()  # while somebody thinks, others go on
        time = self._time(bot)
        if self.least and (goes_on or not seems_open(asked, seat, seeded(luck, "pace"))):
            time = self._little(time)
        moves, _ = await asyncio.gather(self._moves(asked, seat, bot, luck, client, time, match), self.rest())
        return moves

    async def rest(self) -> None:
        await asyncio.sleep(self.least)

    def _time(self, bot: str | None) -> Time:
        """What the bot's name says, where visits are times too; None: a hint, whose time only its reader sees."""
        longest = ROOM * self.budget
        budget = HINT if bot is None else budget_of(bot)
        if budget is None or not (budget.ms or budget.visits):
            return Time(0.0, longest, 0.0)
        usual = min((budget.ms or max(budget.visits * VISIT_MS, USUAL.ms)) / 1000, longest)
        return Time(usual, usual, usual + SLACK_SECONDS if bot is not None and self.least else 0.0)

    def _little(self, time: Time) -> Time:
        """For a decision that nobody expects to take long: it is over when the least time is."""
        seconds = max(LEAST_THOUGHT, self.least - SLACK_SECONDS)
        return Time(time.usual, min(time.most, seconds), min(time.rest, seconds))

    async def _moves(
        self, state: State, seat: int, bot: str, luck: int, client: str, time: Time, match: str
    ) -> list[str]:
        """Who plays at random, thinks too long or cannot think is served here."""
        if bot != "random":
            legal = state.moves(seat)
            try:
                moves = (await self._ask(state, seat, bot, luck, client, time)).moves
                if moves and moves[0] in legal:
                    return moves
                raise NoThought(f"it answers with no legal move: {moves[:1]}")
            except TimeoutError:
                self.too_slow += 1
                problem = "it did not decide in time"
            except NoThought as failure:
                self.failed += 1
                problem = str(failure)
            where = f"{seat_name(seat)} in match {match}, {state.setup.game.name}"
            log.warning("the bot %s moves at random (%s): %s", bot, where, problem)
        return [make_bot("random", seeded(luck)).choose(state, seat)]

    def _luck(self, state: State, seat: int) -> int:
        """Nobody can foresee it, unless the server was given a seed: then the same game takes the same course."""
        if not self.seed:
            return secrets.randbits(62)
        return int(seeded(self.seed, len(state.history), seat).below(2**30))

    async def advise(self, state: State, seat: int, client: str = "") -> Advice:
        asked = self._ask(state, seat, None, self._luck(state, seat), client, self._time(None))
        advice = (await asked).advice
        assert advice is not None
        return advice

    async def _ask(self, state: State, seat: int, bot: str | None, luck: int, client: str, time: Time) -> Thought:
        """Wait at most the budget for a worker, then give it what it may take.

        Who has one move only waits and rests like everybody else: a queue that it passed by would tell it, too.
        """
        setup = state.setup
        seen = packed(state.imagine(seat, seeded(luck)))
        options = msgspec.Raw(msgspec.json.encode(dict(setup.options)))
        for attempt in range(ATTEMPTS):
            worker, seconds = await self._turn_to_think(time.usual, client)
            most = min(time.most, seconds) if time.usual else time.most
            question = Question(setup.game.name, setup.players, options, seen, seat, bot, int(most * 1000), luck)
            begun = asyncio.get_running_loop().time()
            worker.begin(client, begun + most if time.usual else math.inf)
            rested = begun + min(time.rest, most + SLACK_SECONDS)
            try:
                thought = await self._thought(worker, question)
            except NoThought:
                if attempt + 1 == ATTEMPTS:
                    raise
                continue
            if time.rest:
                await asyncio.sleep(rested - asyncio.get_running_loop().time())
            if thought.problem:
                raise NoThought(thought.problem)
            return thought
        raise NoThought("nobody thinks")

    async def _turn_to_think(self, budget: float, client: str) -> tuple[Worker, float]:
        """A worker, and how many seconds of it everybody who waits can have."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[tuple[Worker, float]] = loop.create_future()
        late = loop.time() + min(NOT_LATE * budget, self.budget)  # nobody waits longer
        me = Waiting(client, budget, late, answer=turn)
        self.waiting.join(me)
        self._hand_out()
        self._shorten_thoughts()
        try:
            async with asyncio.timeout(self.budget):
                return await turn
        except BaseException:
            if turn.done() and not turn.cancelled():  # its turn came at the same moment
                self._is_free(turn.result()[0])
            raise
        finally:
            self.waiting.leave(me)

    def _is_free(self, worker: Worker) -> None:
        if worker.is_leaving:
            worker.end()
            return
        has_thought_enough = worker.thoughts >= (MOST_THOUGHTS if self.waiting else MANY_THOUGHTS)
        if has_thought_enough and worker.is_well and not any(one.is_followed for one in self.hired):  # one by one
            worker.is_followed = True
            self._hire(worker)
        self.free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Whoever comes next has the worker that has been free longest."""
        now = asyncio.get_running_loop().time()
        while self.free and self.waiting:
            if not self.free[0].is_well:
                self.free.popleft()
                continue
            seconds = slot(self.workers, now, self.waiting.queue)
            turn = self.waiting.first().answer
            if not turn.done():  # else it has given up at this moment
                turn.set_result((self.free.popleft(), seconds))

    def _shorten_thoughts(self) -> None:
        """Who thinks already ends so soon that those who have come since have their answers in time."""
        now = asyncio.get_running_loop().time()
        for worker in self.hired if self.waiting else ():
            left = worker.until - now
            if 0 < left < math.inf:
                thinking = Waiting(worker.client, left, worker.until)
                worker.shorten(now + slot(self.workers, now, [thinking, *self.waiting.queue]))

    async def _thought(self, worker: Worker, question: Question) -> Thought:
        """Whatever interrupts a thought, its answer must not be taken for the next one's: the worker is ended then."""
        is_done = False
        try:
            async with asyncio.timeout(self.budget):
                thought = await worker.ask(question)
            is_done = True
            return thought
        finally:
            worker.done()
            if is_done:
                self._is_free(worker)
            else:
                worker.end()


if __name__ == "__main__":
    work()
