"""Every game on the generic table: its zones, and the things on it that moves concern."""

from __future__ import annotations

import msgspec
import pytest

import mesozoic
from mesozoic.kernel.conformance import some_setups, spread
from mesozoic.kernel.game import Game
from mesozoic.kernel.state import HOST, Moves
from mesozoic.kernel.tabletop import Tabletop, reflect
from tests.kernel.grab import Grab

GAMES = list(mesozoic.all_games().values())
STEPS = 80
MOVES_READ = 40
BUTTONS: dict[str, set[str]] = {
    "biomechanic-dino-battles": {"end", "pass", "stop", "stay", "none", "done"},
    "carbon-dating": {"end round", "no swap"},
    "clades": {"none", "reveal", "start", "settle", "stall(timer)", "stall(majority)", "time_up", "reshuffle", "stop"},
    "dinospan": {"publish", "stop", "swap"},
    "dolphins-and-dinos": {"none"},
}
"""The moves that are of no thing on the table, of the games in which every other move is of one."""


def ids(table: Tabletop) -> set[str]:
    """Everything on a table that can be pointed at."""
    return {card.id for zone in table.zones for card in zone.cards} | {f"seat:{at}" for at in range(len(table.seats))}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_concern_things_on_the_table(game: Game) -> None:
    for number, setup in enumerate(some_setups(spread(game), 8)):
        rng = mesozoic.seeded("tabletop", number)
        state = setup.shuffle(rng)
        for _ in range(STEPS):
            if state.is_over:
                break
            for seat in state.to_move:
                watcher = None if seat == HOST else seat
                there = ids(game.tabletop.lay_out(state.view(watcher)))
                for code in state.codes(seat)[:MOVES_READ]:
                    found = game.tabletop.elements(state, seat, code)
                    text = game.text(code)
                    if game.name in BUTTONS:
                        assert bool(found) != (text in BUTTONS[game.name]), (text, found)
                    assert set(found) <= there, (text, found, setup.options)
            msgspec.json.encode(game.tabletop.lay_out(state.view(None)))
            seat = state.to_move[rng.below(len(state.to_move))]
            state.apply(seat, state.random_move(seat, rng, Moves()))
        for watcher in (None, *range(setup.players)):
            table = game.tabletop.lay_out(state.view(watcher))
            assert len(table.seats) == setup.players
            msgspec.json.encode(table)


def test_a_game_without_a_table_of_its_own_gets_one() -> None:
    game = Grab()
    state = game.start(3, seed=1)
    state.play(HOST, "flip")
    table = game.tabletop.lay_out(state.view(1))
    assert table.facts["Deck count"] == "4"
    assert "Shown" in table.facts
    assert [zone.title for zone in table.zones if zone.name.startswith("piles")] == ["Piles 1", "Piles 2", "Piles 3"]
    msgspec.json.encode(table)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_default_table_shows_any_view(game: Game) -> None:
    state = game.start(game.facts.fewest_players, seed=1)
    table = reflect(state.view(0))
    assert table.facts
    assert table.zones
    msgspec.json.encode(table)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_encyclopedias_hang_together(game: Game) -> None:
    entries = game.tabletop.encyclopedia()
    known = {entry.id for entry in entries}
    assert len(known) == len(entries)
    assert all(entry.title and entry.group and entry.text for entry in entries)
    assert all(set(entry.links) <= known for entry in entries)
    assert bool(entries) or game.name not in ("dinospan", "clades", "biomechanic-dino-battles")
