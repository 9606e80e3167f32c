"""How a game ended: who has the most cards."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import ANIMALS
from mesozoic.games.clades.position import rounds_of
from mesozoic.games.clades.rules import Table
from mesozoic.kernel.game import Result
from mesozoic.kernel.parts import ranking

WHY = {
    terms.NONE_LEFT: "The deck is empty and no triple is left.",
    terms.NONE_SEEN: "The deck is empty and nobody finds another triple.",
    terms.TEN_TRIPLES: "Ten triples are found.",
    terms.TIME_UP_REASON: "The countdown has run out.",
    terms.STOPPED: "The player stops.",
}


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's score, taken apart: three cards a triple, extra cards, bonus cards, penalties paid."""

    cards: int
    triples: int
    clade_triples: int
    extras: int
    bonus_cards: int
    penalties: int
    milliseconds: int
    """Race: from turning the cards up to the end."""


def result(state: Table) -> Result:
    """CL-36, CL-R27: the most cards win, and all who are tied for most; CL-R37: a race is won with ten triples."""
    tallies = tuple(_tally(state, seat) for seat in range(state.players))
    scores = tuple(int(state.score(seat)) for seat in range(state.players))
    places, winners = ranking([-score for score in scores])
    why = WHY[state.why]
    if state.variant.race:
        found = int(state.counted(0, terms.TRIPLES))
        winners = (0,) if found == terms.RACE_TRIPLES else ()
        why = f"{why} {found} of 10 triples in {tallies[0].milliseconds / 1000:.1f} s."
    elif state.variant.casual:
        why = f"{why} Triples per round: {' '.join(map(str, rounds_of(state)))}."
    return Result(scores, places, winners, why, tallies)


def _tally(state: Table, seat: int) -> Tally:
    bonus = sum(state.zone[card] == terms.PILE + seat for card in range(ANIMALS, ANIMALS + 4))
    return Tally(
        cards=int(state.score(seat)),
        triples=int(state.counted(seat, terms.TRIPLES)),
        clade_triples=int(state.counted(seat, terms.CLADE_TRIPLES)),
        extras=int(state.counted(seat, terms.EXTRAS)),
        bonus_cards=bonus,
        penalties=int(state.counted(seat, terms.PAID)),
        milliseconds=int(state.ended_at - state.revealed_at) if state.variant.race else 0,
    )
