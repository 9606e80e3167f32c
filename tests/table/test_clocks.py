"""Time to think: what happens when it is over, what a server that was away does to it, and what it must not tell."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import mesozoic
from mesozoic.client import messages
from mesozoic.kernel.record import can_take_back
from mesozoic.kernel.state import State
from mesozoic.table.errors import Forbidden
from mesozoic.table.matches.clocks import Clocks
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.match import Match
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry, MatchRow
from tests.table.by_hand import START, Stopwatch, hub_by_hand
from tests.table.patience import until


async def new_match(service: Service, game: str, seats: int, clock: dict[str, Any]) -> str:
    wanted = messages.NewMatch(
        game=game,
        seats=[messages.SeatWish("me"), *[messages.SeatWish("open")] * (seats - 1)],
        clock=messages.ClockWish(**clock),
    )
    made = await service.create(wanted)
    for number in range(1, seats):
        await service.join(made.match.id, messages.JoinMatch(f"Guest {number}"))
    if seats > 1:
        await service.start(await service.hub.room(made.match.id))
    return made.match.id


def moves(room: Room) -> int:
    return 0 if room.match.state is None else len(room.match.state.history)


def test_when_a_move_takes_too_long_a_bot_makes_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, wall):
            clock = {"per": "move", "seconds": 60, "then": "bot_moves"}
            room = await hub.room(await new_match(service, "carbon-dating", 1, clock))
            wall.now += 59
            room.driver.wake()
            assert not hub.clocks.overdue(room.match, hub.wall())
            wall.now += 2
            room.driver.wake()
            await until(lambda: moves(room) == 1, "the bot's move")
            assert not room.match.seats[0].away  # the seat is still the person's
            assert hub.clocks.left(room.match, 0, hub.wall()) == 60

    asyncio.run(play())


def test_when_a_game_takes_too_long_a_bot_takes_over_until_one_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, wall):
            clock = {"per": "game", "seconds": 60, "then": "bot_takes_over"}
            room = await hub.room(await new_match(service, "biomechanic-dino-battles", 2, clock))
            wall.now += 61
            room.driver.wake()
            await until(lambda: any(seat.away for seat in room.match.seats), "the taking over")
            away = next(seat.number for seat in room.match.seats if seat.away)
            with pytest.raises(Forbidden, match="Your time for this game is over"):
                await service.come_back(room, away, "back-again-1")
            assert room.match.seats[away].away

    asyncio.run(play())


@pytest.mark.parametrize("per", ["move", "game"])
def test_who_hands_over_and_comes_back_has_the_time_that_was_left(tmp_path: Path, per: str) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path, bot_workers=0) as (hub, service, wall):  # the bot never comes to move
            room = await hub.room(await new_match(service, "carbon-dating", 1, {"per": per, "seconds": 20}))
            for number in range(2):
                wall.now += 8
                await service.hand_over(room, 0, messages.HandOver(f"hand-over-{number}"))
                wall.now += 100  # the bot's thinking counts for nobody
                await service.come_back(room, 0, f"come-back-{number}")
                assert hub.clocks.left(room.match, 0, hub.wall()) == 20 - 8 * (number + 1)
            assert room.match.state is not None
            await room.move(0, room.match.state.moves(0)[0], None, "the-first-move")
            assert hub.clocks.left(room.match, 0, hub.wall()) == (20 if per == "move" else 4)

    asyncio.run(play())


def test_who_takes_back_has_the_time_that_was_left() -> None:
    """Else moving and taking back in turn would stop the clock."""
    clocks = Clocks()
    match = started("dinospan", {"per": "move", "seconds": 60, "then": "bot_moves"})
    assert match.state is not None
    wall, (seat, *_) = 99.5, match.to_move
    for _ in range(40):  # until a move that its seat may take back
        wall += 5
        left = clocks.left(match, seat, wall)
        fold(match, kinds.MOVE, seat, wall, move=match.state.moves(seat)[0])
        if can_take_back(match.state, seat):
            break
        (seat, *_) = match.to_move
    else:
        raise AssertionError("nothing could be taken back")
    wall += 7
    fold(match, kinds.UNDO, seat, wall)
    assert clocks.left(match, seat, wall) == left - 7
    fold(match, kinds.MOVE, seat, wall + 1, move=match.state.moves(seat)[0])
    fold(match, kinds.UNDO, seat, wall + 2)
    assert clocks.left(match, seat, wall + 2) == left - 9


def fold(match: Match, kind: str, seat: int, wall: float, **data: Any) -> None:
    match.fold(Entry("m", match.number + 1, kind, seat, data, match.now(wall), wall))


@pytest.mark.parametrize("game", ["dolphins-and-dinos", "biomechanic-dino-battles"])
def test_a_bot_does_not_move_for_somebody_who_is_back(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was still thinking when its person came back."""

    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            room = await hub.room(await new_match(service, game, 2, {"per": "move", "seconds": 600}))
            thinks, may_move = asyncio.Event(), asyncio.Event()

            async def choose(state: State, seat: int, bot: str, client: str, goes_on: bool, match: str) -> list[str]:
                thinks.set()
                await may_move.wait()
                return [state.moves(seat)[0]]

            monkeypatch.setattr(hub.thinkers, "choose", choose)
            seat = room.match.to_move[0]
            await service.hand_over(room, seat, messages.HandOver("hand-over-1"))
            await until(thinks.is_set, "a thought")
            await service.come_back(room, seat, "come-back-1")
            may_move.set()
            await until(lambda: not room.driver.is_busy, "the end of the thought")
            assert moves(room) == 0

    asyncio.run(play())


def test_a_match_that_nobody_looks_at_is_woken_when_time_is_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, wall):
            clock = {"per": "game", "seconds": 60, "then": "bot_takes_over"}
            name = await new_match(service, "carbon-dating", 1, clock)
            hub.rooms.pop(name).close()  # as if it had been idle for long
            wall.now += 61
            await until(lambda: name in hub.rooms and hub.rooms[name].match.seats[0].away, "the waking")

    asyncio.run(play())


@pytest.mark.parametrize("per", ["move", "game"])
def test_a_server_that_was_away_counts_against_nobody(tmp_path: Path, per: str) -> None:
    """Also when it was away more than once during one decision, and also after the decision."""

    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            name = await new_match(service, "carbon-dating", 1, {"per": per, "seconds": 600})
            await hub._beat()
        for restart, later in enumerate((1000.0, -3600.0, 4000.0), 1):  # its clock may be set back as well
            async with hub_by_hand(tmp_path, later) as (hub, _, _):
                room = await hub.room(name)
                assert hub.clocks.left(room.match, 0, hub.wall()) == 600, f"after restart {restart}"
                assert not hub.clocks.overdue(room.match, hub.wall())
                if restart == 3:
                    assert room.match.state is not None
                    await room.move(0, room.match.state.moves(0)[0], None, "the-first-move")
                    assert hub.clocks.left(room.match, 0, hub.wall()) == 600
                await hub._beat()

    asyncio.run(play())


def test_the_tables_time_goes_on_evenly_whatever_is_done_to_the_clock_on_the_wall() -> None:
    clock = Stopwatch()
    time = clock.timeline()
    for jump in (3600.0, -7200.0, 0.0):
        before = time.now()
        clock.now += jump
        clock.pass_by(0.2)
        assert time.now() == pytest.approx(before + 0.2)


def test_the_tables_time_stands_still_while_the_process_is_stopped() -> None:
    clock = Stopwatch()
    time = clock.timeline()
    clock.pass_by(1.0)
    before = time.now()
    assert before == START + 1
    clock.pass_by(12.0)
    assert time.now() == before
    clock.pass_by(0.5)
    assert time.now() == before + 0.5
    time.go_on_from(before + 12.5)  # other processes went on
    assert time.now() == before + 12.5


async def hub_with(hub: Hub, clock: Stopwatch) -> None:
    """From now on by this clock, without anything else that looks at it."""
    hub.timeline = clock.timeline()
    for task in hub.tasks:
        task.cancel()
    await asyncio.gather(*hub.tasks, return_exceptions=True)


def test_a_process_that_was_stopped_hands_no_seat_to_a_bot(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            clock = Stopwatch()
            await hub_with(hub, clock)
            room = await hub.room(await new_match(service, "carbon-dating", 1, {"per": "move", "seconds": 10}))
            clock.pass_by(1.0)
            assert hub.clocks.left(room.match, 0, hub.wall()) == 9
            clock.pass_by(12.0)
            room.driver.wake()
            assert not room.driver.is_busy and hub.clocks.left(room.match, 0, hub.wall()) == 9
            clock.now += 3600  # and the clock on the wall counts for nothing
            room.driver.wake()
            assert not room.driver.is_busy and hub.clocks.left(room.match, 0, hub.wall()) == 9

    asyncio.run(play())


def test_what_a_process_stores_after_a_pause_bears_the_time_of_those_who_went_on(tmp_path: Path) -> None:
    """Else whoever is asked next would be charged for the pause."""

    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            clock = Stopwatch()
            await hub_with(hub, clock)
            room = await hub.room(await new_match(service, "carbon-dating", 1, {"per": "move", "seconds": 600}))
            assert room.match.state is not None
            others = clock.now + 12.0
            beat = hub.store.beat

            async def beat_beside_others(process: str, wall: float) -> float:
                await beat(process, wall)
                return others

            hub.store.beat = beat_beside_others  # type: ignore[method-assign]
            clock.pass_by(12.0)
            await room.move(0, room.match.state.moves(0)[0], None, "after-the-pause")
            stored = await hub.store.entries_after(room.match.row.id, room.match.number - 1)
            assert stored[-1].wall == others

    asyncio.run(play())


def test_a_process_that_was_stopped_does_not_play_what_it_missed_in_real_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path, countdown_ms=0) as (hub, service, _):
            clock = Stopwatch()
            await hub_with(hub, clock)
            wanted = messages.NewMatch("clades", [messages.SeatWish("me")], {"stall_s": 5})
            room = await hub.room((await service.create(wanted)).match.id)

            def is_open_later() -> bool:
                clock.pass_by(0.05)
                assert room.match.state is not None
                return bool(room.match.state.view(None).phase == "open")

            await until(is_open_later, "the beginning")
            before, so_far = room.now, moves(room)
            clock.pass_by(3600.0)
            assert room.now == before
            async with room.lock:
                await room.driver.let_time_pass(room.now)
            assert moves(room) == so_far

    asyncio.run(play())


def test_clocks_do_not_tell_when_a_sealed_choice_goes_on() -> None:
    """What everybody sees of the clocks is the same before and after a move that nobody else may notice."""
    clocks, rng, secret = Clocks(), random.Random(3), 0
    for per in ("move", "game"):
        match = started("dolphins-and-dinos", {"per": per, "seconds": 900, "then": "bot_moves"})
        wall = 100.0
        while match.status == "playing":
            assert match.state is not None
            wall += rng.random()
            seat = rng.choice(match.to_move)
            before = clocks.shown(match, wall)
            move = rng.choice(match.state.moves(seat))
            told = match.fold(Entry("m", match.number + 1, kinds.MOVE, seat, {"move": move}, match.now(wall), wall))
            if None not in told.readers:
                secret += 1
                assert clocks.shown(match, wall) == before
    assert secret > 0


def started(game: str, clock: dict[str, Any]) -> Match:
    rules = mesozoic.game(game).rules_version
    options = dict(mesozoic.game(game).prepare(3, {}).options)
    match = Match(MatchRow("m", game, rules, 3, options, "1", False, False, clock, 0.0, "salt"))
    seats = [{"kind": "person", "name": f"P{number}"} for number in range(3)]
    match.fold(Entry("m", 1, kinds.SEATS, None, {"seats": seats, "creator": 0, "tokens": {}}, 0, 99.0))
    match.fold(Entry("m", 2, kinds.START, None, {}, 0, 99.5))
    return match


def test_the_time_of_a_real_time_game_is_even() -> None:
    """A call that waited for its order is dated earlier than it is stored, but the clock does not go back by that."""
    options = dict(mesozoic.game("clades").prepare(1, {}).options)
    rules = mesozoic.game("clades").rules_version
    match = Match(MatchRow("m", "clades", rules, 1, options, "1", False, False, None, 0.0, "salt"))
    seats = [{"kind": "person", "name": "Ann"}]
    match.fold(Entry("m", 1, kinds.SEATS, None, {"seats": seats, "creator": 0, "tokens": {}}, 0, 99.0))
    match.fold(Entry("m", 2, kinds.START, None, {}, 0, 100.0))
    assert match.now(101.0) == 1000
    assert match.state is not None
    match.fold(Entry("m", 3, kinds.MOVE, -1, {"move": match.state.moves(-1)[0]}, 940, 101.0))
    assert match.now(101.0) == 1000
    match.fold(Entry("m", 4, kinds.RESUME, None, {}, 1200, 500.0))
    assert match.now(501.0) == 2200
