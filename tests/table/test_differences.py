"""Views told as what has changed since the one before: rebuilt they are the same, and they tell no more."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import Client
from mesozoic.client.differences import applied, difference, fingerprint
from mesozoic.kernel.state import State
from mesozoic.table.matches import present

PAIRS = Path(__file__).parents[2] / "web" / "src" / "lib" / "differences.json"
"""The browser's tests rebuild the same."""
LONGEST = 0.5
"""Of random moves, differences are this share of whole views at most; a twentieth and less is usual."""
MOVES = 25


@pytest.mark.parametrize("pair", json.loads(PAIRS.read_text("utf-8")), ids=str)
def test_known_pairs_are_told_as_the_browser_reads_them(pair: dict[str, Any]) -> None:
    before, after = pair["before"], pair["after"]
    assert difference(before, after) == pair["change"]
    assert applied(before, pair["change"]) == after
    assert fingerprint(after) == pair["fingerprint"]


@pytest.mark.parametrize("name", sorted(mesozoic.all_games()))
def test_every_view_of_a_game_is_rebuilt(name: str) -> None:
    game, rng = mesozoic.game(name), random.Random(7)
    state = game.start(game.facts.most_players, seed="differences")
    readers = [*range(state.setup.players), None]
    seen: dict[int | None, Any] = {reader: state.view(reader) for reader in readers}
    shown = {reader: plain(view) for reader, view in seen.items()}
    told = whole = 0
    for at in range(1, MOVES):
        seat = rng.choice(state.to_move)
        film = state.play_filmed(seat, rng.choice(state.moves(seat)), 5000 * at if game.facts.realtime else None)
        for reader in readers:
            frames: list[State] = [frame for event, frame in film if event.is_known_to(reader)]
            for moment in [*frames, state]:
                view = game.view(moment, reader)
                text = present.encoded(difference(seen[reader], view))
                shown[reader] = applied(shown[reader], msgspec.json.decode(text))
                assert shown[reader] == plain(view)
                seen[reader] = view
                told, whole = told + len(text), whole + len(present.encoded(view))
        if not state.to_move:
            break
    assert told < LONGEST * whole


def plain(view: Any) -> Any:
    return msgspec.json.decode(present.encoded(view))


def test_an_update_is_the_same_after_its_differences() -> None:
    game, rng = mesozoic.game("dolphins-and-dinos"), random.Random(3)
    state = game.start(2, seed=3)
    client = Client("http://nowhere", "m", None)
    base = state.view(None)
    client.seen = plain(base)
    for _ in range(20):
        seat = rng.choice(state.to_move)
        film = state.play_filmed(seat, rng.choice(state.moves(seat)))
        view = state.view(None)
        frames = present.frames(film, None, with_views=True, all_views=True)
        whole = messages.Update(present.CHECK_EVERY, 0, view, None, [], frames, [], False, None, [], 0, None)
        told = msgspec.json.decode(present.encoded(present.differing(whole, base)), type=messages.Update)
        assert told.view is None and told.check == fingerprint(plain(view))
        client._rebuild(told)
        assert told.view == plain(view)
        seen = [plain(base), *(plain(one.view) for one in frames)]
        assert [one.view for one in told.frames] == [
            None if now == before else now for before, now in itertools.pairwise(seen)
        ]
        base = view
    broken = msgspec.structs.replace(told, change={}, check=1)
    with pytest.raises(Exception, match="do not fit"):
        client._rebuild(broken)
