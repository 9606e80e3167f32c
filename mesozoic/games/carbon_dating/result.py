"""How an evening ended: reviews, rating and goals."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.carbon_dating import words
from mesozoic.games.carbon_dating.cards import IDS
from mesozoic.games.carbon_dating.rules import LARGE_MEAL, MOST_EATEN, RATINGS, Table, rating
from mesozoic.games.carbon_dating.rules_table import deck_of, members, row_of
from mesozoic.games.carbon_dating.tables import letters_of
from mesozoic.kernel.game import Result


@dataclass(frozen=True, slots=True)
class BadReview:
    """What a dinosaur without a good date writes, and where the evening left it: table, discard or deck."""

    card: str
    species: str
    place: str
    words: str
    letters: str
    """How it looks, as in the view's species."""


@dataclass(frozen=True, slots=True)
class Reviews:
    """How the evening went."""

    bad_reviews: int
    rating: str
    eaten: int
    largest_meal: int
    rounds: int
    reshuffles: int
    goals: dict[str, bool]
    """For each goal of this game: was it won?"""
    reviewers: tuple[str, ...]
    """Who gives a bad review."""
    reviews: tuple[BadReview, ...]
    """The same, with what they write."""
    satisfied: int
    """How many left after a good date."""


def goals(state: Table) -> dict[str, bool]:
    """CD-54, CD-55."""
    found = {}
    if state.variant.audit:
        found["health_and_safety_audit"] = state.eaten() <= MOST_EATEN
    if state.variant.vip:
        found["vip"] = state.largest_meal() >= LARGE_MEAL
    return found


def result(state: Table) -> Result:
    """CD-49 to CD-51, CD-54, CD-55; CD-R36: what counts as a win."""
    reviews = int(state.score(0))
    reached = int(rating(reviews))
    won = goals(state)
    is_good = reached < len(RATINGS) - 1
    is_won = is_good and all(won.values())
    places = {
        "table": row_of(state),
        "discard": members(state.discarded),
        "deck": sorted(deck_of(state)),
    }
    closing = "The final round is over" if state.is_final else f"Closing time after round {state.round}"
    details = Reviews(
        bad_reviews=reviews,
        rating=RATINGS[reached],
        eaten=int(state.eaten()),
        largest_meal=int(state.largest_meal()),
        rounds=int(state.round),
        reshuffles=int(state.reshuffles),
        goals=won,
        reviewers=tuple(IDS[card] for cards in places.values() for card in cards),
        reviews=tuple(
            BadReview(
                IDS[card],
                words.species(state, card),
                place,
                words.review(state, card),
                letters_of(state.variant.table.cards[card]),
            )
            for place, cards in places.items()
            for card in cards
        ),
        satisfied=len(members(state.satisfied)),
    )
    missed = ", but a goal is missed" if is_good and not is_won else ""
    return Result((reviews,), (1,), (0,) if is_won else (), f"{closing}: {RATINGS[reached]}{missed}.", (details,))
