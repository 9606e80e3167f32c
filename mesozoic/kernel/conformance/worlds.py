"""Laws of positions and of imagined worlds."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from mesozoic.kernel.conformance.moves import some_of
from mesozoic.kernel.conformance.shown import plain
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.pack import packed, unpacked
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial

PLAYED_ON = 8
"""One imagined world in so many is played to its end."""


# --- Positions --------------------------------------------------------------------------------------------------------


def check_positions(trial: Trial, seat: int, move: str) -> None:
    """Of this state, and of one that a move away is reached by the engine."""
    check_position(trial, trial.state)
    after = trial.state.clone()
    after.apply(seat, after.random_move(seat, trial.rng, Moves()))
    check_position(trial, after)


def check_position(trial: Trial, state: State) -> State:
    """The same state, taken up from what it writes."""
    written = json.dumps(state.position())
    taken = reloaded(trial, state)
    trial.law(json.dumps(taken.position()) == written, "a position is plain JSON, and is written again as it was read")
    trial.law(taken.to_move == state.to_move, "a position keeps who is to move")
    check_packing(trial, state, written)
    return taken


def check_packing(trial: Trial, state: State, written: str) -> None:
    """Bots of a table think in other processes."""
    sent = unpacked(trial.setup, packed(state))
    trial.law(json.dumps(sent.position()) == written, "a state that was packed for another process is the same again")
    trial.law(sent.to_move == state.to_move and sent.history == [], "a packed state is like a clone")


def reloaded(trial: Trial, state: State) -> State:
    position = json.loads(json.dumps(state.position()))
    try:
        return trial.game.start(trial.setup.players, options=trial.setup.options, position=position)
    except BadOptions as error:
        trial.law(False, "every position that a state writes is read back", error)
        raise


# --- Imagined worlds --------------------------------------------------------------------------------------------------


def check_imagining(trial: Trial, seat: int, move: str) -> None:
    for watcher in trial.watchers():
        trial.trying = f"an imagined world of {watcher_name(watcher)}"
        plain(trial.state.view(watcher))
        stream = trial.rng.word()
        world = trial.state.imagine(watcher, seeded(stream))
        check_looks_the_same(trial, world, watcher)
        check_depends_on_the_view(trial, world, watcher, stream)
        check_possible(trial, world, watcher)
        note_secrets(trial, world, watcher)
        if trial.rng.below(PLAYED_ON) == 0:
            check_playable(trial, world)


def watcher_name(watcher: int | None) -> str:
    return "a spectator" if watcher is None else f"P{watcher + 1}"


def check_looks_the_same(trial: Trial, world: State, watcher: int | None) -> None:
    state = trial.state
    trial.law(world.view(watcher) == state.view(watcher), "an imagined state looks the same to the seat")
    trial.law(world.to_move == state.to_move, "who is to move is public")
    if watcher is not None:
        trial.law(world.codes(watcher) == state.codes(watcher), "legal moves betray nothing")
        check_words(trial, world, watcher)


def check_words(trial: Trial, world: State, watcher: int) -> None:
    game, state = trial.game, trial.state
    for code in some_of(trial, state.codes(watcher)):
        trial.law(
            game.words.label(world, watcher, code) == game.words.label(state, watcher, code), "labels betray nothing"
        )
        same = game.tabletop.elements(world, watcher, code) == game.tabletop.elements(state, watcher, code)
        trial.law(same, "elements betray nothing")
    if watcher in state.to_move and trial.texts_seen:
        code = game.parse(trial.one_of(sorted(trial.texts_seen)))
        trial.law(
            game.words.explain(world, watcher, code) == game.words.explain(state, watcher, code),
            "refusals betray nothing",
        )


def check_depends_on_the_view(trial: Trial, world: State, watcher: int | None, stream: int) -> None:
    """The view and the generator decide alone, whatever is hidden and wherever the state comes from."""
    position = world.position()
    again = world.imagine(watcher, seeded(stream)).position()
    trial.law(again == position, "imagining depends on nothing that the seat cannot see")
    loaded = reloaded(trial, trial.state).imagine(watcher, seeded(stream)).position()
    trial.law(loaded == position, "imagining gives the same after a position was stored and loaded")


def check_possible(trial: Trial, world: State, watcher: int | None) -> None:
    """A world that could be: by the game's laws, by its reader of positions, and by all that the seat was told."""
    trial.check_invariants(world)
    check_position(trial, world)
    told = [event for events in trial.told for event in events if event.is_known_to(watcher)]
    found = trial.game.contradiction(world, watcher, told)
    trial.law(not found, "an imagined world agrees with what the seat was told", found)


def note_secrets(trial: Trial, world: State, watcher: int | None) -> None:
    real, other = trial.game.secrets(trial.state, watcher), trial.game.secrets(world, watcher)
    trial.law(real.keys() == other.keys(), "the same things are hidden in an imagined state")
    for name, value in real.items():
        trial.report.kinds_seen.add("hidden")
        kind = re.sub(r"\bP[0-9]+\b", "another seat", name)
        trial.report.secrets_met[kind] += 1
        trial.report.secrets_redealt[kind] += value != other[name]


def check_playable(trial: Trial, world: State) -> None:
    from mesozoic.kernel.conformance.ending import check_scores

    decisions = 0
    while world.to_move:
        seat = trial.one_of(world.to_move)
        world.apply(seat, world.random_move(seat, trial.rng, Moves()))
        decisions += 1
        trial.law(decisions <= trial.game.longest(trial.setup), "imagined games end")
    trial.check_invariants(world)
    check_scores(trial, world)
