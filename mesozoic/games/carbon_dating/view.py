"""What the player may know, built up from nothing, and the states that nobody can tell from the real one."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from mesozoic.games.carbon_dating import words
from mesozoic.games.carbon_dating.cards import IDS
from mesozoic.games.carbon_dating.notation import ENDS, STEPS, move_text
from mesozoic.games.carbon_dating.preview import foresee
from mesozoic.games.carbon_dating.result import goals, result
from mesozoic.games.carbon_dating.rules import RATINGS, Table, rating
from mesozoic.games.carbon_dating.rules_imagine import unseen
from mesozoic.games.carbon_dating.rules_neighbours import batches_of
from mesozoic.games.carbon_dating.rules_table import NO_CARD, OVER, deck_of, members, names, row_of
from mesozoic.games.carbon_dating.shown import AbilityView, CardView, OptionView, PairView, SpeciesView, View
from mesozoic.games.carbon_dating.tables import Card, letters_of
from mesozoic.games.carbon_dating.tables import Table as CardTable

# --- The view ---------------------------------------------------------------------------------------------


def look(state: Table, seat: int | None) -> View:
    """Player and spectator see the same, but only the player is offered moves."""
    row = row_of(state)
    shown = [state.first] if state.face_down else [state.first, state.second]
    over = state.step == OVER
    return View(
        seat=seat,
        species=_species(state.variant.table),
        round=int(state.round),
        final=state.is_final,
        closing_round=int(state.variant.closing_round),
        step=STEPS[state.step],
        table=tuple(_card(state, card) for card in row),
        marks=tuple(_pair(state, left, right) for left, right in pairwise(row)),
        deck=len(deck_of(state)),
        unseen=tuple(IDS[card] for card in unseen(state)),
        discard=names(state.discarded),
        satisfied=tuple(_card(state, card) for card in members(state.satisfied)),
        aside=tuple(_card(state, card) for card in members(state.aside)),
        drawn=tuple(_card(state, card) for card in shown if card != NO_CARD),
        face_down=state.face_down,
        ends=tuple(name for end, name in ENDS.items() if state.ends & end),
        played=None if state.played == NO_CARD else _card(state, int(state.played)),
        waiting=tuple(tuple(_pair(state, *pair) for pair in batch) for batch in batches_of(state)),
        dates=tuple((IDS[date >> 6], IDS[date & 63]) for date in list(state.dates)[: state.dated]),
        reshuffles=int(state.reshuffles),
        can_reshuffle=state.can_reshuffle(),
        bad_reviews=int(state.score(0)),
        rating=RATINGS[rating(state.score(0))],
        eaten=int(state.eaten()),
        largest_meal=int(state.largest_meal()),
        goals=goals(state),
        options=() if seat is None else tuple(_option(state, code) for code in state.codes(seat)),
        result=result(state) if over else None,
    )


def _card(state: Table, card: int) -> CardView:
    printed: Card = state.variant.table.cards[card]
    return CardView(
        card=IDS[card],
        species=printed.name,
        arrow=printed.arrow,
        hearts=printed.hearts,
        abilities=_abilities(printed),
        eaten=names(state.tucked[card]),
    )


@lru_cache
def _abilities(card: Card) -> tuple[AbilityView, ...]:
    return tuple(AbilityView(one.trigger, one.title, card.sentence(one)) for one in card.abilities)


@lru_cache(maxsize=16)
def _species(table: CardTable) -> tuple[SpeciesView, ...]:
    """Cards that differ in nothing but their arrows are one species."""
    lots: dict[tuple[str, str, tuple[AbilityView, ...]], list[Card]] = {}
    for card in table.cards:
        lots.setdefault((card.name, card.hearts, _abilities(card)), []).append(card)
    return tuple(
        SpeciesView(letters_of(lot[0]), name, hearts, abilities, {one.id: one.arrow for one in lot})
        for (name, hearts, abilities), lot in lots.items()
    )


def _pair(state: Table, left: int, right: int) -> PairView:
    return PairView(IDS[left], IDS[right], words.outcome(state, left, right))


def _option(state: Table, code: int) -> OptionView:
    seen = foresee(state, code)
    return OptionView(
        move=move_text(code),
        verdict=words.verdict(state, code),
        words=words.label(state, 0, code),
        steps=seen.steps,
        then=seen.then,
        bad_reviews=seen.bad_reviews,
    )


# --- What is hidden, and imagining it ---------------------------------------------------------------------


def secrets(state: Table, seat: int | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if len(unseen(state)) > 1:
        found["order of the deck"] = deck_of(state)
        if state.face_down:
            found["face-down card"] = int(state.second)
    return found
