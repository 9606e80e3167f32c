"""What happens in a round, in game words, and who may know it (``sheets = closed`` hides squares, numbers, marks)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mesozoic.games.dolphins_and_dinos.cards import (
    FEATURE_NAMES,
    ITEM_TEXTS,
    NO_FEATURE,
    RESTAURANT,
    SQUARE_NAMES,
)
from mesozoic.games.dolphins_and_dinos.tables import CARD_TABLE
from mesozoic.kernel.event import EVERYBODY, Event, all_but, only
from mesozoic.kernel.state import seat_name

OWN_NAMES = CARD_TABLE.of("").names


class CardEvent(Event):
    """An event that names cards; ``names`` are those of the exhibits in the card table that is played with."""

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        raise NotImplementedError


def _card(item: str, names: Mapping[str, str]) -> str:
    """An item in words."""
    return {"R": "the restaurant", "C": "a corridor"}.get(item) or f"{names.get(item, 'exhibit')} ({item})"


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat has committed its choice; nobody else learns what it is."""

    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} has chosen."


@dataclass(frozen=True, slots=True)
class Revealed(CardEvent):
    """A choice is shown: the item; square and restaurant number only to those who may see the sheet."""

    seat: int
    item: str
    number: int | None
    square: str | None

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        number = f" with number {self.number}" if self.number is not None else ""
        square = f" on {self.square}" if self.square is not None else ""
        return f"{seat_name(self.seat)} chose {_card(self.item, names)}{number}{square}."


@dataclass(frozen=True, slots=True)
class Paid(CardEvent):
    """The price of an exhibit, surcharge included."""

    seat: int
    item: str
    amount: int
    surcharge: int

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        extra = f", ${self.surcharge} of it surcharge" if self.surcharge else ""
        return f"{seat_name(self.seat)} pays ${self.amount} for {_card(self.item, names)}{extra}."


@dataclass(frozen=True, slots=True)
class Unpaid(CardEvent):
    """A picker has too little money; the square becomes a corridor."""

    seat: int
    item: str
    price: int

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        card = _card(self.item, names)
        return f"{seat_name(self.seat)} cannot pay ${self.price} for {card}: the square becomes a corridor."


@dataclass(frozen=True, slots=True)
class Received(Event):
    """The income of a restaurant."""

    seat: int
    amount: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} receives ${self.amount} from the restaurant."


@dataclass(frozen=True, slots=True)
class Removed(CardEvent):
    """13, 14 or 15 leaves the game; those who placed it keep it."""

    item: str
    placed_by: int

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        return f"{_card(self.item, names)} leaves the game: {self.placed_by} placed it."


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A seat has decided about its feature; nobody else learns how."""

    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} has decided about a feature."


@dataclass(frozen=True, slots=True)
class Featured(Event):
    """A feature drawn or declined; ``feature`` is None where it was drawn on a sheet that the reader cannot see."""

    seat: int
    drawn: bool
    feature: str | None
    fee: int

    def words(self) -> str:
        if not self.drawn:
            return f"{seat_name(self.seat)} draws no feature."
        what = "a feature" if self.feature is None else f"the feature {self.feature}"
        return f"{seat_name(self.seat)} draws {what} {'for $1' if self.fee else 'for free'}."


@dataclass(frozen=True, slots=True)
class ColumnDealt(CardEvent):
    """The next table column is dealt face up."""

    column: int
    items: tuple[str, ...]

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        return f"Column T{self.column} is dealt: {', '.join(_card(item, names) for item in self.items)}."


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int

    def words(self) -> str:
        return f"Round {self.round} begins."


@dataclass(frozen=True, slots=True)
class HiddenShown(CardEvent):
    """The card that was set aside unseen, shown when the game is over."""

    item: str

    def words(self, names: Mapping[str, str] = OWN_NAMES) -> str:
        return f"The hidden card was {_card(self.item, names)}."


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A seat's final score, hall by hall in the order r1 r2 r3 ca cb cc."""

    seat: int
    halls: tuple[int, ...]
    bonuses: tuple[int, ...]
    money_bonus: int
    total: int

    def words(self) -> str:
        return (
            f"{seat_name(self.seat)} scores {self.total}: halls {sum(self.halls)}, "
            f"feature bonuses {sum(self.bonuses)}, money {self.money_bonus}."
        )


def revealed(seat: int, item: int, number: int, square: int, closed: bool) -> list[Event]:
    """DD-17, DD-R33: the choice as everybody may know it."""
    shown_number = number if item == RESTAURANT else None
    full_for = only(seat) if closed else EVERYBODY
    text = ITEM_TEXTS[item]
    told: list[Event] = [Revealed(seat, text, shown_number, SQUARE_NAMES[square], known_to=full_for)]
    if closed:
        told.append(Revealed(seat, text, None, None, known_to=all_but(seat)))
    return told


def featured(seat: int, mark: int, fee: int, closed: bool) -> list[Event]:
    """DD-R24, DD-R33: the feature decision as everybody may know it."""
    drawn = mark != NO_FEATURE
    full_for = only(seat) if closed else EVERYBODY
    told: list[Event] = [Featured(seat, drawn, FEATURE_NAMES[mark] if drawn else None, fee, known_to=full_for)]
    if closed:
        told.append(Featured(seat, drawn, None, fee, known_to=all_but(seat)))
    return told
