"""A bot of one's own thinks on a position that the server makes up: it looks like the real one, and tells nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import Declined, new_key
from mesozoic.kernel.rng import seeded
from tests.table.local import table

TURNS = [name for name, game in mesozoic.all_games().items() if not game.facts.realtime]


@pytest.mark.parametrize("name", TURNS)
def test_the_position_looks_the_same_and_is_the_same_in_worlds_that_look_the_same(name: str) -> None:
    game = mesozoic.game(name)
    players = min(3, game.facts.most_players)
    rng = seeded("worlds", name)
    state = game.start(players, seed="worlds")
    for number in range(60):
        if state.is_over:
            break
        seat = state.to_move[-1]
        if number % 3 == 0:
            twin = state.imagine(seat, seeded("twin", number))
            given, again = (one.imagine(seat, seeded("world", number)).position() for one in (state, twin))
            assert given == again
            sent = json.loads(json.dumps(given))
            taken = game.start(players, position=sent)
            assert taken.view(seat) == state.view(seat)
            assert taken.moves(seat) == state.moves(seat)
        codes = state.codes(seat)
        state.apply(seat, codes[rng.below(len(codes))])


def test_a_seat_is_given_a_world_only_for_its_own_decision(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, token = await there.create("dinospan", "me", "random")
            async with there.client(match, token) as ann:
                async for update in ann.updates():
                    if update.moves:
                        break
                world = await ann.ask(messages.AskWorld(new_key()))
                state = mesozoic.game("dinospan").start(2, position=world.position)
                assert state.moves(0) == [move.text for move in update.moves] and world.decision == update.decision
            live, token = await there.create("clades", "me", "absent")
            async with there.client(live, token) as ann:
                with pytest.raises(Declined, match="only the server's own bots keep its time"):
                    await ann.ask(messages.AskWorld(new_key()))

    asyncio.run(story())
