"""Biomechanic: the table passes for somebody in the windows of others, until a surprise, and tells nobody anything."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.kernel.rng import seeded
from mesozoic.table.errors import Refusal
from mesozoic.table.matches import present
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service
from tests.table.by_hand import hub_by_hand
from tests.table.patience import until

ME, OPEN = messages.SeatWish("me"), messages.SeatWish("open")
NAME = "biomechanic-dino-battles"


async def three_people(service: Service) -> Room:
    options = {"setup": "random", "items": "anytime"}
    made = await service.create(messages.NewMatch(NAME, [ME, OPEN, OPEN], options=options, seed="3"))
    for name in ("Ben", "Cleo"):
        await service.join(made.match.id, messages.JoinMatch(name))
    room = await service.hub.room(made.match.id)
    await service.start(room)
    return room


async def play_on(hub: Hub, room: Room, seat: int, decisions: int) -> tuple[int, int]:
    """All others decide by chance; how often the table passed for the seat, and how often it asked it."""
    rng, passed, asked = seeded("let pass"), 0, 0
    match = room.match
    for _ in range(decisions):
        if match.status != "playing":
            break
        mover, before = match.to_move[0], match.number
        if mover == seat and match.passes():
            held = match.state.moves(seat)
            await until(lambda before=before: match.number > before)  # type: ignore[misc]
            assert match.state.history[-1].move == "pass" and "pass" in held
            passed += 1
            continue
        if mover == seat:
            asked += 1
            assert seat in match.passing or asked > 1
            about_me = int(match.state.pending()) in (moves.DEFENCE, moves.ANSWERED) or match.state.on_turn == seat
            assert about_me or int(match.state.pending()), "only what concerns it is left to it"
        legal = match.state.moves(mover)
        await room.move(mover, legal[rng.below(len(legal))], None, new_key())
        if mover == seat:
            assert seat not in match.passing, "its person decides again"
            await hub_lets_pass(room, seat, hub)
    return passed, asked


async def hub_lets_pass(room: Room, seat: int, hub: Hub) -> None:
    if room.match.status == "playing":
        await Service(hub).let_pass(room, seat, True, new_key())


def test_the_table_passes_where_nothing_concerns_a_seat_and_asks_it_where_something_does(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            room = await three_people(service)
            heard: dict[Any, int] = dict(room.match.versions)
            await service.let_pass(room, 2, True, new_key())
            assert {one for one in room.match.readers if room.match.versions[one] != heard[one]} == {2}
            views = [room.update(one, False, False).passes for one in (0, 1, 2)]
            assert views == [False, False, True]
            assert room.update(None, False, False).passes is None
            passed, asked = await play_on(hub, room, 2, 400)
            assert passed > 5 and asked > 5

    asyncio.run(story())


def test_it_goes_by_what_all_can_see_and_not_by_the_hand(tmp_path: Path) -> None:
    """In every world that looks the same from the other seats it is decided alike."""

    async def story() -> None:
        async with hub_by_hand(tmp_path) as (_, service, _wall):
            room = await three_people(service)
            state, rng, seen = room.match.state, seeded("worlds"), 0
            passing = room.match.game.words.passing
            while not state.is_over and seen < 40:
                seat = state.to_move[0]
                answer = passing(state, seat)
                has_begun = bool(state.history) and state.history[-1].seat == seat  # others do not see a half choice
                for other in set() if has_begun else {0, 1, 2} - {seat}:
                    world = state.imagine(other, rng)
                    assert passing(world, seat) == answer
                seen += answer is not None
                legal = state.moves(seat)
                state.play(seat, legal[rng.below(len(legal))])
            assert seen == 40

    asyncio.run(story())


def test_what_a_program_does_is_the_same_in_a_process_that_folds_it_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            room = await three_people(service)
            await service.let_pass(room, 2, True, new_key())
            await play_on(hub, room, 2, 60)
            again = await hub._folded(room.match.row)
            while again.number < room.match.number:
                again = await hub._folded(room.match.row)
            assert again.passing == room.match.passing
            assert present.log_lines(again, None) == present.log_lines(room.match, None)

    asyncio.run(story())


def test_other_games_have_no_windows_to_pass_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            made = await service.create(messages.NewMatch("dinospan", [ME, messages.SeatWish("bot")]))
            room = await hub.room(made.match.id)
            with pytest.raises(Refusal, match="nobody can let the table pass"):
                await service.let_pass(room, 0, True, new_key())
            assert room.update(0, False, False).passes is None

    asyncio.run(story())
