"""Bots think in processes of their own, within their budget, and one that does not come to an end harms nobody."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

import mesozoic
from mesozoic.bots import budget_of, thinking_ms
from mesozoic.bots.searcher import Budget, SearchBot, hurried
from mesozoic.games.clades.levels import Reactions
from mesozoic.kernel.state import State
from mesozoic.table.matches import thinkers as thinkers_of_the_table
from mesozoic.table.matches.driver import Driver
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.thinkers import WORKER, Questions, Thinkers, Thought, Worker
from mesozoic.table.matches.waiting import LEAST_THOUGHT, NOT_LATE, Waiting, WaitingList, slot
from tests.table.local import table
from tests.table.patience import PATIENCE, until

BROODING = """
import json, sys, time
print(json.dumps({}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    if question["seat"] == 0:
        time.sleep(1000)
    print(json.dumps({"moves": ["C", f"thought of {question['seat']}"]}), flush=True)
"""
BUDGET_MS = 500


@asynccontextmanager
async def thinkers(command: tuple[str, ...] = WORKER, budget_ms: int = 90_000) -> AsyncIterator[Thinkers]:
    made = Thinkers(1, budget_ms, command=command)
    made.start()
    try:
        yield made
    finally:
        await made.close()


def three_choose() -> State:
    return mesozoic.game("dolphins-and-dinos").start(3, seed="1")


def test_a_bot_that_broods_is_replaced_and_holds_up_no_other_match() -> None:
    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", BROODING), BUDGET_MS) as made:
            await until(lambda: bool(made.free), "the hiring")
            brooding = asyncio.create_task(made.choose(state, 0, "greedy"))
            await asyncio.sleep(0)
            assert not brooding.done(), "the loop is free meanwhile"
            others = [asyncio.create_task(made.choose(state, seat, "greedy")) for seat in (1, 2)]
            [at_random] = await brooding
            assert at_random in state.moves(0)
            assert made.too_slow >= 1
            await asyncio.gather(*others)
            await until(lambda: bool(made.free), "the hiring of another")
            made.budget = 90.0  # who does not brood may take a while on a busy machine
            assert await made.choose(state, 1, "greedy") == ["C", "thought of 1"]  # somebody new took the place

    asyncio.run(think())


def test_a_bot_answers_what_it_was_asked_though_others_go_on() -> None:
    """The game may have gone on before the bot even begins to think; the room sees that its answer is late."""

    async def think() -> None:
        made = Thinkers(0, 0)
        state = mesozoic.game("dinospan").start(2, seed=1)
        seat, asked = state.to_move[0], state.moves(state.to_move[0])

        async def choose() -> list[str]:
            return await made.choose(state, seat, "random")

        async def go_on() -> None:
            while seat in state.to_move:
                state.play(seat, state.moves(seat)[0])

        moves, _ = await asyncio.gather(choose(), go_on())
        assert moves[0] in asked

    asyncio.run(think())


def test_the_end_is_not_lost_on_a_worker_that_is_ready_at_that_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stops would otherwise wait for that worker for ever."""

    async def think() -> None:
        asked, ready = asyncio.Event(), asyncio.Event()

        async def answer(_: Worker) -> Thought:
            asked.set()
            await ready.wait()
            return Thought()

        monkeypatch.setattr(Worker, "answer", answer)
        async with thinkers((sys.executable, "-S", "-c", BROODING)) as made:
            await asked.wait()
            ready.set()
            [place] = made.places
            place.cancel()
            await asyncio.wait([place], timeout=PATIENCE)
            assert place.cancelled()

    asyncio.run(think())


CRASHING = """
import json, sys
print(json.dumps({}), flush=True)
answers = iter([{"problem": "ZeroDivisionError"}, {"moves": ["Z9"]}, {"moves": []}])
for line in sys.stdin:
    print(json.dumps(next(answers)), flush=True)
"""


def test_a_bot_that_crashes_or_talks_nonsense_makes_a_legal_move_at_random(caplog: pytest.LogCaptureFixture) -> None:
    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", CRASHING)) as made:
            for number in range(1, 4):
                [move] = await made.choose(state, 0, "apex", match="k3v9x2m4pq")
                assert move in state.moves(0)
                assert made.failed == number and not made.too_slow and not made.waiting

    asyncio.run(think())
    assert "ZeroDivisionError" in caplog.text and "Z9" in caplog.text
    assert caplog.text.count("P1 in match k3v9x2m4pq, dolphins-and-dinos") == 3


def test_who_waits_with_many_thinks_less_rather_than_late() -> None:
    for name, most_ms, ms in (("apex", 100, 100), ("apex", 5000, 1000), ("hunter", 200, 0), ("search:50v", 200, 0)):
        budget = budget_of(name)
        assert budget is not None
        short = hurried(budget, most_ms)
        assert (short.ms, short.most_ms) == (ms, most_ms)
        assert (short.visits, short.figures) == (budget.visits, budget.figures)
    assert budget_of("greedy") is None, "who does not search takes as long as it takes"


@pytest.mark.parametrize("bots", [[("alpha", 50)], [("apex", 25), ("alpha", 25)], [("hunter", 10), ("alpha", 40)]])
def test_fifty_tables_share_the_time_and_nobody_is_late(bots: list[tuple[str, int]]) -> None:
    """They all ask at once, of two workers; each who has a budget gets its turn within three times of it."""
    budgets = [thinking_ms(name) / 1000 for name, number in bots for _ in range(number)]
    last = served(2, [Waiting("", budget, NOT_LATE * budget) for budget in budgets])
    for one, seconds, done in last:
        assert not one.budget or done <= one.late + one.budget
        assert seconds <= max(one.budget, LEAST_THOUGHT)
    assert slot(2, 0.0, [Waiting("", 1.0, 2.0)]) == 1.0, "who is alone has all its time"


def served(workers: int, questions: list[Waiting]) -> list[tuple[Waiting, float, float]]:
    """All ask at once: each question in the order in which it is thought about, for how long, and when it is done."""
    waiting, free = WaitingList(), [0.0] * workers
    for one in questions:
        waiting.join(one)
    found = []
    while waiting:
        now = min(free)
        seconds = slot(workers, now, waiting.queue)
        free[free.index(now)] = done = now + seconds + 0.001
        found.append((waiting.first(), seconds, done))
    return found


def test_one_address_with_many_bots_has_no_more_of_the_workers_than_anybody_else() -> None:
    """75 apex bots of one address have asked; the bot of another comes next and thinks as long as it would alone."""
    crowd = [Waiting("crowd", 1.0, 2.0) for _ in range(75)]
    [_, (second, seconds, done), *others] = served(1, [*crowd, Waiting("one", 1.0, 2.0)])
    assert second.client == "one" and seconds == 1.0 and done < 1.1
    assert all(done < 2.5 for _, _, done in others), "the crowd shares what is left, and is not late for it"
    late_in = WaitingList()
    for one in crowd:
        late_in.join(one)
    assert late_in.first() is crowd[0]
    late_in.join(Waiting("one", 1.0, 3.9))
    assert late_in.queue[0].client == "one" and slot(1, 1.9, late_in.queue) == 1.0, "the crowd waits for itself"


COUNTING = """
import json, sys
print(json.dumps({}), flush=True)
for number, line in enumerate(sys.stdin):
    print(json.dumps({"moves": ["C", str(number)]}), flush=True)
"""


BABBLING = """
import json, sys
print(json.dumps({}), flush=True)
for line in sys.stdin:
    print(json.dumps(ANSWER), flush=True)
"""


@pytest.mark.parametrize("answer", ['{"moves": ["C"] * 99_999}', '["no thought"]'])
def test_an_answer_without_end_or_sense_stops_no_match(answer: str) -> None:
    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", BABBLING.replace("ANSWER", answer))) as made:
            [move] = await made.choose(state, 0, "apex")
            assert move in state.moves(0)
            assert made.failed == 1 and not made.waiting

    asyncio.run(think())


LONG = "search:300000v"
"""At a table these are five minutes, longer than anything is waited for here."""
HEEDING = f"""
import json, sys
print(json.dumps({{}}), flush=True)
for line in sys.stdin:
    if line != "\\n" and json.loads(line)["bot"] == {LONG!r}:
        assert sys.stdin.readline() == "\\n"
    print(json.dumps({{"moves": ["C"]}}), flush=True)
"""


def test_a_long_thought_ends_sooner_when_others_come() -> None:
    """The stand-in thinks until it is told that somebody waits: by itself it never comes to an end."""

    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", HEEDING), budget_ms=400_000) as made:
            await until(lambda: bool(made.free), "the hiring")
            long = asyncio.create_task(made.choose(state, 0, LONG, "one"))
            await until(lambda: not made.free, "a thought that has begun")
            assert await made.choose(state, 1, "alpha", "another") == ["C"]
            assert await long == ["C"] and made.too_slow == 0
            [worker] = made.hired
            assert worker.bell is None and worker.until == math.inf

    asyncio.run(think())


def test_who_has_thought_often_makes_room_for_somebody_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker's thoughts leave behind in its memory goes with it; no thought is lost."""
    monkeypatch.setattr(thinkers_of_the_table, "MANY_THOUGHTS", 3)

    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", HEEDING)) as made:
            await until(lambda: bool(made.free), "the hiring")
            [first] = made.hired
            for _ in range(3):
                assert await made.choose(state, 0, "alpha") == ["C"]
            await until(lambda: bool(made.free) and first not in made.hired, "the hiring of another")
            assert await made.choose(state, 0, "alpha") == ["C"] and not made.failed

    asyncio.run(think())


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[int]:
    """Stand-ins that begin with WAITING are ready when something is written there."""
    os.mkfifo(tmp_path / "gate")
    opened = os.open(tmp_path / "gate", os.O_RDWR)
    yield opened
    os.close(opened)


WAITING = """
import sys
open(sys.argv[1]).readline()
"""


def test_who_has_thought_often_stays_until_the_next_one_is_ready(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, gate: int
) -> None:
    """Bots do not stand still while a Python starts."""
    monkeypatch.setattr(thinkers_of_the_table, "MANY_THOUGHTS", 1)

    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", COUNTING)) as made:
            await until(lambda: bool(made.free), "the hiring")
            [first] = made.hired
            made.command = (sys.executable, "-S", "-c", WAITING + COUNTING, str(tmp_path / "gate"))
            for number in range(4):
                assert await made.choose(state, 0, "alpha") == ["C", str(number)]
                assert first in made.hired
            os.write(gate, b"\n")
            await until(lambda: first not in made.hired, "the leaving")
            assert await made.choose(state, 0, "alpha") == ["C", "0"] and not made.failed

    asyncio.run(think())


def test_who_thinks_when_the_next_one_is_ready_leaves_after_that_thought(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, gate: int
) -> None:
    monkeypatch.setattr(thinkers_of_the_table, "MANY_THOUGHTS", 1)

    async def think() -> None:
        state = three_choose()
        async with thinkers((sys.executable, "-S", "-c", HEEDING)) as made:
            await until(lambda: bool(made.free), "the hiring")
            [first] = made.hired
            made.command = (sys.executable, "-S", "-c", WAITING + HEEDING, str(tmp_path / "gate"))
            assert await made.choose(state, 0, "alpha") == ["C"]
            last = asyncio.create_task(made.choose(state, 0, LONG))
            await until(lambda: not made.free, "a thought that has begun")
            os.write(gate, b"\n")
            await until(lambda: first.is_leaving, "the readiness of another")
            first.questions.write(b"\n")
            assert await last == ["C"] and not made.failed
            await until(lambda: first not in made.hired, "the leaving")
            assert len(made.hired) == 1

    asyncio.run(think())


def test_a_search_ends_when_it_is_told_that_it_is_enough() -> None:
    state = mesozoic.game("dinospan").start(2, seed=1)
    seat = state.to_move[0]
    for budget in (Budget(ms=10**9), Budget(visits=10**9)):
        told = hurried(budget, 10**9, partial(next, iter([False] * 50), True))
        assert SearchBot(mesozoic.seeded(1), told).plan(state, seat)[0] in state.codes(seat)


def test_a_worker_knows_whether_more_was_said_and_passes_over_what_came_too_late() -> None:
    reading, writing = os.pipe()
    questions = Questions(reading)
    lines = iter(questions)
    os.write(writing, b"one\ntwo")
    assert next(lines) == b"one" and questions.has_more()
    os.write(writing, b"\n")
    assert next(lines) == b"two" and not questions.has_more()
    os.write(writing, b"\n")
    assert questions.has_more()
    os.write(writing, b"\nthree\n")
    assert next(lines) == b"three" and not questions.has_more()
    os.close(writing)
    assert questions.has_more(), "nobody waits for an answer any more"
    assert list(lines) == []
    os.close(reading)


def test_workers_serve_clients_in_turn() -> None:
    async def think() -> None:
        state, made = three_choose(), Thinkers(1, 90_000, command=(sys.executable, "-S", "-c", COUNTING))
        asked = [made.choose(state, seat, "apex", client) for seat, client in ((0, "crowd"), (1, "crowd"), (2, "one"))]
        choosing = [asyncio.create_task(one) for one in asked]
        await until(lambda: len(made.waiting) == 3, "the questions")
        made.start()
        assert [moves[1] for moves in await asyncio.gather(*choosing)] == ["0", "2", "1"]
        assert not made.waiting
        await made.close()

    asyncio.run(think())


def test_bots_think_on_the_account_of_whoever_plays_with_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with table(tmp_path) as served_table:
            match, token = await served_table.create("dinospan", "me", "hunter")
            room = await served_table.hub.room(match)
            async with served_table.client(match, None):
                await until(lambda: bool(room.connections), "somebody who watches")
                assert room.client == "", "who only watches does not play"
                async with served_table.client(match, token):
                    await until(lambda: room.client == "127.0.0.1", "the player")
            await until(lambda: room.client == "", "their leaving")

    asyncio.run(play())


def test_clients_take_turns_and_nobody_is_passed_over_for_ever() -> None:
    waiting = WaitingList()
    for client in ("a", "a", "a", "b", "b"):
        waiting.join(Waiting(client, 1.0, 2.0))
    order = []
    for newcomer in ("c", "d", "c", "c"):
        order.append(waiting.first().client)
        waiting.join(Waiting(newcomer, 1.0, 2.0))
    order += [waiting.first().client for _ in range(len(waiting))]
    assert "".join(order) == "abcdabcac"
    assert not waiting and len(waiting.taken) <= 3, "who has nothing waiting is forgotten"


class Planner:
    """Somebody who thinks out a card and a square at once."""

    def __init__(self) -> None:
        self.asked = 0
        self.went_on = False

    async def choose(self, state: State, seat: int, bot: str, client: str, goes_on: bool, match: str) -> list[str]:
        self.asked += 1
        self.went_on = goes_on
        return ["C", "@a1"]

    async def rest(self) -> None:
        pass


def test_a_bot_keeps_to_its_plan_while_nothing_is_revealed() -> None:
    async def play() -> None:
        state, planner = three_choose(), Planner()
        driver = Driver(
            cast(
                Room,
                SimpleNamespace(
                    hub=SimpleNamespace(thinkers=planner),
                    match=SimpleNamespace(row=SimpleNamespace(id="match")),
                    client="",
                ),
            )
        )
        for move in ("C", "@a1"):
            assert await driver._next_of_plan(state, 0, "apex") == move
            state.play(0, move)
        assert planner.asked == 1 and not driver.plans
        assert await driver._next_of_plan(state, 1, "apex") == "C"  # the others have their own plans
        state.play(2, "C@a1")  # something was revealed: somebody has chosen
        assert await driver._next_of_plan(state, 1, "apex") == "C" and planner.asked == 3

    asyncio.run(play())


def test_a_match_in_real_time_that_is_taken_up_has_the_same_bots_as_before() -> None:
    """After a resume, or when somebody hands a seat over or comes back, they are as fast and know what they called."""

    async def slowness() -> list[dict[int, float]]:
        game = mesozoic.game("clades")
        seats = [SimpleNamespace(number=seat, level="hunter", is_played_by_bot=True) for seat in range(2)]
        match = SimpleNamespace(
            game=game, state=game.start(2, seed=1), status="playing", is_running=True, seats=seats, number=3,
            row=SimpleNamespace(seed="7"),
        )  # fmt: skip
        hub = SimpleNamespace(is_newcomer=lambda _: False)
        driver = Driver(cast(Room, SimpleNamespace(hub=hub, match=match, now=0, countdown_ms=0)))
        found: list[dict[int, float]] = []
        for match.number in (3, 40):
            driver.tempo = None
            assert await driver._begin_clock()
            assert isinstance(driver.tempo, Reactions)
            found.append(driver.tempo.slowness)
        return found

    before, after = asyncio.run(slowness())
    assert before == after


def test_no_bot_is_asked_for_somebody_who_came_back_and_moved_while_bots_paused() -> None:
    """Where only bots are left, they pause before they move."""

    async def drive() -> None:
        state, planner = mesozoic.game("dinospan").start(2, seed=1), Planner()
        seat = state.to_move[0]
        seats = [SimpleNamespace(is_played_by_bot=number == seat) for number in range(2)]
        match = SimpleNamespace(state=state, seats=seats, people=[], to_move=state.to_move, passes=list)
        clocks = SimpleNamespace(overdue=lambda *_: [])
        hub = SimpleNamespace(
            thinkers=planner, clocks=clocks, wall=lambda: 0.0, settings=SimpleNamespace(bot_pause_ms=0)
        )
        driver = Driver(cast(Room, SimpleNamespace(hub=hub, match=match)))

        async def come_back_and_move() -> None:
            seats[seat].is_played_by_bot, match.to_move = False, (1 - seat,)

        await asyncio.gather(driver._drive_once(), come_back_and_move())
        assert not planner.asked

    asyncio.run(drive())


def test_a_killed_worker_is_replaced() -> None:
    async def think() -> None:
        state = three_choose()
        async with thinkers() as made:
            assert (await made.choose(state, 0, "greedy"))[0] in state.moves(0)
            [worker] = made.hired
            os.kill(worker.process.pid, signal.SIGKILL)
            assert (await made.choose(state, 1, "greedy"))[0] in state.moves(1)
            assert made.too_slow == 0
            assert (await made.advise(state, 2)).why

    asyncio.run(think())


def test_workers_end_with_the_server_however_it_ends() -> None:
    """A server that is killed cannot end them: they notice that nobody asks any more."""
    code = (
        "import asyncio, os, signal\n"
        "from mesozoic.table.matches.thinkers import Thinkers\n"
        "async def main():\n"
        "    made = Thinkers(1, 1000)\n"
        "    made.start()\n"
        "    while not made.free:\n"
        "        await asyncio.sleep(0.02)\n"
        "    [worker] = made.hired\n"
        "    print(worker.process.pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )

    async def kill() -> None:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        worker = int(await process.stdout.readline())
        assert await process.wait() == -signal.SIGKILL
        await until(lambda: is_zombie(worker), "the end of the worker")

    asyncio.run(kill())


def is_zombie(pid: int) -> bool:
    """Is a process gone, or only not yet counted off?"""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
