"""What a view of this game is made of; how it is made stands in the files beside it."""

from __future__ import annotations

from mesozoic.kernel.game import Result
from mesozoic.kernel.sharing import Shown


class StepView(Shown, frozen=True):
    """One step of a chain that has not happened yet."""

    kind: str
    """The event's name, such as dated or ate."""
    words: str
    verdict: str | None
    """Of a date: good, bad or medium."""
    cards: tuple[str, ...]
    """Whom it concerns."""
    row: tuple[str, ...]
    """The row after it, each seat such as ``SPI1(STE3)``."""


class Preview(Shown, frozen=True):
    steps: tuple[StepView, ...]
    then: str
    """What is to be decided next within the play: swap or date; empty if the play is over."""
    bad_reviews: int | None
    """If the game ended after it; None if nothing is foretold."""


class AbilityView(Shown, frozen=True):
    trigger: str
    title: str
    text: str


class CardView(Shown, frozen=True):
    """A card as printed, with what it has eaten."""

    card: str
    species: str
    arrow: int
    hearts: str
    """Four slots from the top: F full, B broken, - empty."""
    abilities: tuple[AbilityView, ...]
    eaten: tuple[str, ...]


class SpeciesView(Shown, frozen=True):
    """A species as printed, to look up any card by the letters of its id."""

    letters: str
    """How it looks: those of the species of the game's own table that it is, or stands in for."""
    name: str
    hearts: str
    abilities: tuple[AbilityView, ...]
    arrows: dict[str, int]
    """Its cards, and the height of the arrow of each."""


class PairView(Shown, frozen=True):
    left: str
    right: str
    verdict: str
    """What the date would be now: good, bad or medium."""


class OptionView(Shown, frozen=True):
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


class View(Shown, frozen=True):
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
