"""Going back further than one move: to the beginning of a turn, by consent, told in the log."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.kernel.errors import IllegalMove
from mesozoic.kernel.rng import seeded
from mesozoic.table.errors import Stale
from mesozoic.table.matches import present
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service
from mesozoic.table.matches.shelved import Shelved
from tests.table.by_hand import hub_by_hand

ME, OPEN = messages.SeatWish("me"), messages.SeatWish("open")
SEED = "7"


async def table_of_two(service: Service, game: str) -> Room:
    made = await service.create(messages.NewMatch(game, [ME, OPEN], name="Ann", seed=SEED))
    await service.join(made.match.id, messages.JoinMatch("Ben"))
    room = await service.hub.room(made.match.id)
    await service.start(room)
    return room


async def play(room: Room, decisions: int, seed: str = "on") -> None:
    rng, match = seeded(seed), room.match
    for _ in range(decisions):
        seat = match.to_move[rng.below(len(match.to_move))]
        legal = match.state.moves(seat)
        await room.move(seat, legal[rng.below(len(legal))], None, new_key())


def played(room: Room) -> list[str]:
    return [one.move for one in room.match.state.history]


@pytest.mark.parametrize("game", ["dinospan", "dolphins-and-dinos", "biomechanic-dino-battles"])
def test_all_agree_to_go_back_and_the_game_stands_as_it_stood(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            room = await table_of_two(service, game)
            match = room.match
            await play(room, 30)
            for turns in (1, 2):
                asker = match.to_move[0]
                after = match.ways_back(asker)[turns - 1]
                kept = [one.move for at, one in zip(match.moved, match.state.history, strict=True) if at <= after]
                decision = match.decisions[asker]
                await service.undo(room, asker, new_key(), turns)
                assert present.undo_question(match) == messages.UndoQuestion(asker, None, [], [1 - asker], is_far=True)
                await service.answer_undo(room, 1 - asker, True, new_key())
                assert played(room) == kept
                assert asker in match.to_move and match.undo is None
                for reader in match.readers:
                    line = f"P{asker + 1} went back to the beginning of an earlier turn: all agreed."
                    assert present.log_lines(match, reader)[-1] == line
                with pytest.raises(Stale):
                    await room.move(asker, match.state.moves(asker)[0], decision, new_key())
                await play(room, 8, f"again {turns}")
            again = await hub._folded(match.row)
            assert [one.move for one in again.state.history] == played(room)
            assert [again.state.view(one) for one in again.readers] == [match.state.view(one) for one in match.readers]
            assert (again.moved, again.turn_starts, again.decisions) == (
                match.moved,
                match.turn_starts,
                match.decisions,
            )
            shelved = Shelved(match.row, await hub.store.entries_after(match.row.id, 0))
            assert len(shelved.moves) == len(set(shelved.moved)) == len(set(match.moved))

    asyncio.run(story())


def test_nobody_goes_back_if_one_says_no_or_is_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (_, service, _wall):
            room = await table_of_two(service, "dinospan")
            match = room.match
            await play(room, 40)
            history = played(room)
            asker = match.to_move[0]
            await service.undo(room, asker, new_key(), 1)
            await service.answer_undo(room, 1 - asker, False, new_key())
            assert played(room) == history and match.undo is None
            with pytest.raises(IllegalMove, match="no turn of yours so far back"):
                await service.undo(room, asker, new_key(), 20)
            await service.hand_over(room, 1 - asker, messages.HandOver(new_key(), level="random"))
            with pytest.raises(IllegalMove, match="All must agree to go back"):
                await service.undo(room, asker, new_key(), 1)

    asyncio.run(story())


def test_alone_nobody_goes_back_past_a_reveal(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, _):
            made = await service.create(messages.NewMatch("carbon-dating", [ME], seed=SEED))
            room = await hub.room(made.match.id)
            match = room.match
            seen = {True: 0, False: 0}
            for step in range(30):
                ways = match.ways_back(0)
                if ways:
                    revealed = any(
                        one.revealed for at, one in zip(match.moved, match.state.history, strict=True) if at > ways[0]
                    )
                    seen[revealed] += 1
                    if revealed:
                        with pytest.raises(IllegalMove, match="Something was revealed since"):
                            await service.undo(room, 0, new_key(), 1)
                    elif step == 1:
                        await service.undo(room, 0, new_key(), 1)
                        assert played(room) == [], "nothing was revealed yet"
                await play(room, 1, f"alone {step}")
            assert seen[True] and seen[False]

    asyncio.run(story())
