"""What a view of this game is made of; how it is made stands in the files beside it."""

from __future__ import annotations

from mesozoic.kernel.game import Result
from mesozoic.kernel.sharing import Shown


class HallView(Shown, frozen=True):
    """A hall as it stands: what it would score now, and whether it still rises."""

    name: str
    ascending: bool
    complete: bool
    points: int
    bonus: int
    squares: tuple[str, ...]
    theme: str
    """The mark that all its exhibits carry so far, where nothing else stands in its way; else nothing."""
    marked: int
    """How many squares carry that mark."""


class NumberView(Shown, frozen=True):
    """A number that the restaurant could get, and what it would bring."""

    number: int
    income: int


class PlacingView(Shown, frozen=True):
    """What an item (``11``, or ``(10)`` for a restaurant) would make of its two halls, once it stands in a square."""

    item: str
    square: str
    gain: int
    """Points more or fewer than now, feature bonuses included."""
    breaks: tuple[str, ...]
    """Halls that rise now and no longer would."""
    halls: tuple[HallView, ...]


class PlanView(Shown, frozen=True):
    """What the seat may still choose this round, and what it would do. A corridor changes no hall, nor does a card
    that is too dear and becomes one."""

    squares: tuple[str, ...]
    numbers: tuple[NumberView, ...]
    placings: tuple[PlacingView, ...]


class MarkView(Shown, frozen=True):
    """A feature that the seat may draw now: its fee, and the bonus that it would complete."""

    feature: str
    fee: int
    bonus: int
    halls: tuple[HallView, ...]


class CardView(Shown, frozen=True):
    """A face-up card. A picker pays ``price`` and ``surcharge`` for each player who picks it."""

    item: str
    name: str
    features: str
    price: int
    surcharge: int
    leaves_at: int
    """So many players placing it make it leave the game; 0 if it never leaves."""
    removed: bool
    barred: bool
    """The own museum holds its value already (DD-11)."""
    prices: tuple[int, ...]
    """What each picker pays if 1, 2, ... players pick it; one price where there is no surcharge."""
    covered: int | None
    """For so many pickers the own money does; 0 if not even alone. None for a spectator."""
    feature: str
    """While it is on offer, its feature would be free ``always``, ``unless lower`` is placed, or ``never``."""


class ColumnView(Shown, frozen=True):
    number: int
    active: bool
    rounds: tuple[int, ...]
    """The rounds in which one may pick from this column."""
    cards: tuple[CardView, ...]


class LineView(Shown, frozen=True):
    """What a seat did in a round. ``None`` where the reader may not see the sheet."""

    round: int
    item: str
    unpaid: bool
    paid: int
    income: int
    drew_feature: bool
    fee: int
    square: str | None
    number: int | None
    feature: str | None


class SeatView(Shown, frozen=True):
    seat: int
    name: str
    money: int
    to_decide: bool
    features: int
    lines: tuple[LineView, ...]
    museum: tuple[str, ...] | None
    """The squares a1 b1 c1 a2 ... c3 as ``7L``, ``(10)``, ``C`` or empty; None if the sheet is closed to the reader."""
    halls: tuple[HallView, ...] | None
    points: int | None
    """Halls and feature bonuses, if the game ended now; None if the sheet is closed to the reader."""
    money_bonus: int
    """The points for money, if the game ended now."""


class View(Shown, frozen=True):
    seat: int | None
    round: int
    phase: str
    path: tuple[tuple[int, ...], ...]
    """The columns on offer, round by round."""
    columns: tuple[ColumnView, ...]
    deck_count: int
    seats: tuple[SeatView, ...]
    choice: str
    """What the seat itself has chosen so far this round: ``11``, ``R(10)``, ``11@b2``, or nothing."""
    plan: PlanView | None
    """While the seat chooses."""
    marks: tuple[MarkView, ...]
    """While the seat decides about a feature."""
    free_item: str | None
    """During the feature step: the exhibit whose feature costs nothing; None before it is known."""
    hidden: str | None
    """The card set aside, once the game is over."""
    solo: bool
    goal: str
    """The option ``solo_goal`` in the solo game."""
    closed: bool
    names: dict[str, str]
    """What the exhibits of this card table are called, by their values."""
    result: Result | None
