"""What the player may know, built up from nothing, and the states that nobody can tell from the real one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.carbon_dating import rules, words
from mesozoic.games.carbon_dating.cards import ARROWS, IDS, SPECIES, SPECIES_OF, Species, sentence
from mesozoic.games.carbon_dating.notation import ENDS, move_text
from mesozoic.games.carbon_dating.position import STEPS, batches_of, deck_of, row_of
from mesozoic.games.carbon_dating.preview import StepView, foresee
from mesozoic.games.carbon_dating.rules import NO_CARD, Table
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.game import Result
from mesozoic.kernel.rng import Rng

# --- The view ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AbilityView:
    trigger: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as printed, with what it has eaten."""

    card: str
    species: str
    arrow: int
    hearts: str
    """Four slots from the top: F full, B broken, - empty."""
    abilities: tuple[AbilityView, ...]
    eaten: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpeciesView:
    """A species as printed, to look up any card by the letters of its id."""

    letters: str
    name: str
    hearts: str
    abilities: tuple[AbilityView, ...]


@dataclass(frozen=True, slots=True)
class PairView:
    left: str
    right: str
    verdict: str
    """What the date would be now: good, bad or medium."""


@dataclass(frozen=True, slots=True)
class OptionView:
    """A legal move with what it leads to: the verdict of the date that it gives at once (if any), and the words."""

    move: str
    verdict: str | None
    words: str
    steps: tuple[StepView, ...]
    """The whole chain, to the next decision or the end of the play; nothing of the face-down card."""
    then: str
    """What is to be decided after it within the play: swap or date, else empty."""
    bad_reviews: int | None
    """If the game ended after it; None if nothing is foretold."""


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    species: tuple[SpeciesView, ...]
    """All that there are, the same in every view."""
    round: int
    final: bool
    closing_round: int
    step: str
    table: tuple[CardView, ...]
    marks: tuple[PairView, ...]
    """All neighbours, from left to right, with what a date would give if they met anew."""
    deck: int
    unseen: tuple[str, ...]
    """The cards of the deck and the face-down card, in the order of the card table."""
    discard: tuple[str, ...]
    satisfied: tuple[CardView, ...]
    aside: tuple[CardView, ...]
    drawn: tuple[CardView, ...]
    face_down: bool
    """One more drawn card lies face down."""
    ends: tuple[str, ...]
    played: CardView | None
    """The card whose place or swap is being decided."""
    waiting: tuple[tuple[PairView, ...], ...]
    """The dates that wait, oldest batch first."""
    dates: tuple[tuple[str, str], ...]
    """The dates that have taken place in this play."""
    reshuffles: int
    can_reshuffle: bool
    bad_reviews: int
    rating: str
    """If the game ended now."""
    eaten: int
    largest_meal: int
    goals: dict[str, bool]
    """The goals of this game and whether they are reached now."""
    options: tuple[OptionView, ...]
    result: Result | None


def look(state: Table, seat: int | None) -> View:
    """Player and spectator see the same, but only the player is offered moves."""
    row = row_of(state)
    shown = [state.first] if state.face_down else [state.first, state.second]
    over = state.step == rules.OVER
    return View(
        seat=seat,
        species=_SPECIES,
        round=int(state.round),
        final=state.is_final,
        closing_round=int(state.variant.closing_round),
        step=STEPS[state.step],
        table=tuple(_card(state, card) for card in row),
        marks=tuple(_pair(state, left, right) for left, right in pairwise(row)),
        deck=len(deck_of(state)),
        unseen=tuple(IDS[card] for card in unseen(state)),
        discard=rules.names(state.discarded),
        satisfied=tuple(_card(state, card) for card in rules.members(state.satisfied)),
        aside=tuple(_card(state, card) for card in rules.members(state.aside)),
        drawn=tuple(_card(state, card) for card in shown if card != NO_CARD),
        face_down=state.face_down,
        ends=tuple(name for end, name in ENDS.items() if state.ends & end),
        played=None if state.played == NO_CARD else _card(state, int(state.played)),
        waiting=tuple(tuple(_pair(state, *pair) for pair in batch) for batch in batches_of(state)),
        dates=tuple((IDS[date >> 6], IDS[date & 63]) for date in list(state.dates)[: state.dated]),
        reshuffles=int(state.reshuffles),
        can_reshuffle=state.can_reshuffle(),
        bad_reviews=int(state.score(0)),
        rating=rules.RATINGS[rules.rating(state.score(0))],
        eaten=int(state.eaten()),
        largest_meal=int(state.largest_meal()),
        goals=goals(state),
        options=() if seat is None else tuple(_option(state, code) for code in state.codes(seat)),
        result=result(state) if over else None,
    )


def _card(state: Table, card: int) -> CardView:
    species = SPECIES_OF[card]
    return CardView(
        card=IDS[card],
        species=species.name,
        arrow=ARROWS[card],
        hearts=species.hearts,
        abilities=_abilities(species),
        eaten=rules.names(state.tucked[card]),
    )


@lru_cache
def _abilities(species: Species) -> tuple[AbilityView, ...]:
    return tuple(AbilityView(one.trigger, one.title, sentence(species, one)) for one in species.abilities)


_SPECIES: Final = tuple(SpeciesView(one.letters, one.name, one.hearts, _abilities(one)) for one in SPECIES)


def _pair(state: Table, left: int, right: int) -> PairView:
    return PairView(IDS[left], IDS[right], words.outcome(state, left, right))


def _option(state: Table, code: int) -> OptionView:
    seen = foresee(state, code)
    return OptionView(
        move=move_text(code),
        verdict=words.verdict(state, code),
        words=words.label(state, code),
        steps=seen.steps,
        then=seen.then,
        bad_reviews=seen.bad_reviews,
    )


# --- What is hidden, and imagining it ---------------------------------------------------------------------


def unseen(state: Table) -> list[int]:
    """The cards that nobody has seen: which ones is known to all, in which order to none."""
    return sorted([*deck_of(state), state.second] if state.face_down else deck_of(state))


def secrets(state: Table) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if len(unseen(state)) > 1:
        found["order of the deck"] = deck_of(state)
        if state.face_down:
            found["face-down card"] = int(state.second)
    return found


def imagine(state: Table, rng: Rng) -> Table:
    """A state that looks the same: the unseen cards in any order, the reshuffles to come by new chance."""
    other_world = state.clone()
    cards = unseen(state)
    rng.shuffle(cards)
    if state.face_down:
        other_world.second = cards.pop()
    other_world.deck = vec[i64](cards)
    other_world.dealt = 0
    other_world.chance = Chance(rules.later(rng), [])
    return other_world


# --- The end ----------------------------------------------------------------------------------------------


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
