"""How an evening ended: reviews, rating and goals."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.carbon_dating import rules, words
from mesozoic.games.carbon_dating.cards import IDS, SPECIES_OF
from mesozoic.games.carbon_dating.position import deck_of, row_of
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.kernel.game import Result


@dataclass(frozen=True, slots=True)
class BadReview:
    """What a dinosaur without a good date writes, and where the evening left it: table, discard or deck."""

    card: str
    species: str
    place: str
    words: str


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
        found["health_and_safety_audit"] = state.eaten() <= rules.MOST_EATEN
    if state.variant.vip:
        found["vip"] = state.largest_meal() >= rules.LARGE_MEAL
    return found


def result(state: Table) -> Result:
    """CD-49 to CD-51, CD-54, CD-55; CD-R36: what counts as a win."""
    reviews = int(state.score(0))
    rating = int(rules.rating(reviews))
    won = goals(state)
    is_good = rating < len(rules.RATINGS) - 1
    is_won = is_good and all(won.values())
    places = {
        "table": row_of(state),
        "discard": rules.members(state.discarded),
        "deck": sorted(deck_of(state)),
    }
    closing = "The final round is over" if state.is_final else f"Closing time after round {state.round}"
    details = Reviews(
        bad_reviews=reviews,
        rating=rules.RATINGS[rating],
        eaten=int(state.eaten()),
        largest_meal=int(state.largest_meal()),
        rounds=int(state.round),
        reshuffles=int(state.reshuffles),
        goals=won,
        reviewers=tuple(IDS[card] for cards in places.values() for card in cards),
        reviews=tuple(
            BadReview(IDS[card], SPECIES_OF[card].name, place, words.review(IDS[card]))
            for place, cards in places.items()
            for card in cards
        ),
        satisfied=len(rules.members(state.satisfied)),
    )
    missed = ", but a goal is missed" if is_good and not is_won else ""
    return Result((reviews,), (1,), (0,) if is_won else (), f"{closing}: {rules.RATINGS[rating]}{missed}.", (details,))
