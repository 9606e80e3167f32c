"""Laws of the end of a game, of its record, and of chance that is given again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mesozoic.kernel.conformance.shown import plain
from mesozoic.kernel.conformance.worlds import check_position
from mesozoic.kernel.errors import BadOptions, BadRecord, IllegalMove, MesozoicError
from mesozoic.kernel.event import Event
from mesozoic.kernel.record import Record
from mesozoic.kernel.state import State
from mesozoic.kernel.witness import SEAT_CELLS

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial


def check_scores(trial: Trial, state: State) -> None:
    result = state.result
    if result is None:
        trial.law(False, "a finished game has a result")
        return
    low, high = trial.game.score_bounds(trial.setup)
    trial.law(all(low <= score <= high for score in result.scores), "scores keep the declared bounds")
    complete = len(result.scores) == len(result.places) == trial.setup.players
    trial.law(complete, "every seat has a score and a place")
    best = {seat for seat, place in enumerate(result.places) if place == 1}
    trial.law(set(result.winners) <= best and bool(best), "winners are among the best")
    engine = tuple(int(state.score(seat)) for seat in range(trial.setup.players))
    trial.law(engine == result.scores, "the engine and the result count the same points")
    trial.law(bool(result.why), "the result says why the game ended")
    plain(result)
    trial.report.note_scores(result.scores)


def check_end(trial: Trial) -> None:
    state = trial.state
    check_scores(trial, state)
    check_position(trial, state)
    for watcher in trial.everybody:
        trial.law(state.imagine(watcher, trial.rng).view(watcher) == state.view(watcher), "the end is seen")
    last = state.history[-1]
    trial.refused(IllegalMove, lambda: state.play(last.seat, last.move), "nobody moves after the end")


def check_figures(trial: Trial) -> None:
    """The lab's witness sees the same game again and fills every column; points by source make up the score."""
    journal, result = trial.state.journal, trial.state.result
    if journal is None or result is None:
        return
    witness = trial.game.figures.witness(trial.setup)
    state = journal.begin()
    witness.begin(state, 0, trial.rng, 0)
    for one in trial.state.history:
        state.wait_until(one.at)
        witness.see(state, one.seat, trial.game.parse(one.move))
        state.play(one.seat, one.move, one.at)
    witness.finish(state, 0, result)
    tables = ((witness.games, 1), (witness.seats, trial.setup.players))
    trial.law(all(table.size == table.width * lines for table, lines in tables), "every figure is filled once")
    trial.law(len({figure.name for figure in witness.seat_figures}) == len(witness.seat_figures), "names differ")
    sources = [at for at, figure in enumerate(witness.seat_figures, len(SEAT_CELLS)) if figure.is_points]
    for seat, score in enumerate(result.scores):
        first = seat * int(witness.seats.width)
        points = sum(int(witness.seats.cells[first + at]) for at in sources)
        trial.law(not sources or points == score, "points by source make up the score")


# --- The same game again ----------------------------------------------------------------------------------------------


def check_record(trial: Trial) -> None:
    record = Record.of(trial.state)
    text = record.text()
    trial.law(Record.parse(text) == record, "a record reads back")
    again: list[list[Event]] = []
    replayed = record.replay(lambda name: trial.game, lambda state, entry, events: again.append(events))
    trial.law(replayed.position() == trial.state.position(), "a record replays to the same end")
    trial.law(again == trial.told, "a record replays the same events")
    at = trial.rng.below(len(text) - 1)
    for damaged in (text[:at], text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]):
        trial.refused(BadRecord, lambda damaged=damaged: Record.parse(damaged), "a damaged record is refused")  # type: ignore[misc]


def check_same_seed(trial: Trial) -> None:
    twin = trial.start()
    again = [twin.play(one.seat, one.move, one.at) for one in trial.state.history]
    same = twin.position() == trial.state.position() and again == trial.told
    trial.law(same, "same seed, same moves, same game")


# --- Chance that a deal gives for later -------------------------------------------------------------------------------


def check_given_chance(trial: Trial) -> None:
    """A deal may give chance for later that will not fit: the move that needs it is refused and changes nothing."""
    journal = trial.state.journal
    if journal is None:
        return
    later = {name for name, value in journal.deal.items() if value != trial.game.deal_of(trial.start()).get(name)}
    for name in sorted(later):
        deal = json.loads(json.dumps(journal.deal))
        if shorten(deal[name]):
            play_with_deal(trial, deal)


def shorten(orders: Any) -> bool:
    """Take a card out of the first order of cards in there; False if there is none."""
    if not isinstance(orders, (list, dict)):
        return False
    inner = orders.values() if isinstance(orders, dict) else orders
    if any(shorten(one) for one in inner if isinstance(one, (list, dict))):
        return True
    if not isinstance(orders, list) or not orders or isinstance(orders[0], (list, dict)):
        return False
    orders.pop()
    return True


def play_with_deal(trial: Trial, deal: dict[str, Any]) -> None:
    try:
        state = trial.game.start(trial.setup.players, seed=trial.seed, options=trial.setup.options, deal=deal)
    except BadOptions:
        return
    for one in trial.state.history:
        before = state.position(), len(state.history)
        try:
            state.play(one.seat, one.move, one.at)
        except MesozoicError:
            after = state.position(), len(state.history)
            trial.law(after == before, "chance of the deal that does not fit changes nothing")
            return


LAST_LOOKS: tuple[tuple[str, Callable[[Trial], None]], ...] = (
    ("the game has ended", check_end),
    ("figures are made", check_figures),
    ("the game is recorded and replayed", check_record),
    ("the same seed is played again", check_same_seed),
    ("the deal gives chance that does not fit", check_given_chance),
)
