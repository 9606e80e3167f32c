"""What happens at the table, in game words, and who may know it: only drawn personal cards are secrets."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from mesozoic.games.clades.cards import NAMES, is_one_clade
from mesozoic.games.clades.qualities import FAILING, compare
from mesozoic.kernel.event import Event, only
from mesozoic.kernel.state import seat_name


def cards_text(cards: tuple[int, ...]) -> str:
    return " ".join([NAMES[card] for card in cards])


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """The shared cards are turned face up."""

    cards: tuple[int, ...]

    def words(self) -> str:
        return f"The shared cards are turned up: {cards_text(self.cards)}."


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A seat looks at its personal cards; the others only see that it does."""

    seat: int
    cards: tuple[int, ...]

    def words(self) -> str:
        return f"{seat_name(self.seat)} holds {cards_text(self.cards)}."


def looked(seat: int, cards: tuple[int, ...]) -> Event:
    """CL-07: for the owner alone."""
    return Looked(seat, cards, known_to=only(seat))


@dataclass(frozen=True, slots=True)
class Began(Event):
    def words(self) -> str:
        return "Play begins."


@dataclass(frozen=True, slots=True)
class Called(Event):
    """Three cards are shown to everybody."""

    seat: int
    cards: tuple[int, int, int]
    triple: bool

    @property
    def check(self) -> tuple[str, ...]:
        """The four lines that everybody sees: what each quality says about the three cards."""
        return tuple(f"{one.quality}: {one.verdict}" for one in compare(self.cards))

    def facts(self) -> dict[str, Any]:
        return {**Event.facts(self), "check": [asdict(one) for one in compare(self.cards)]}

    def words(self) -> str:
        said = f"{seat_name(self.seat)} calls {cards_text(self.cards)}"
        if self.triple:
            return f"{said}: a {'clade ' if is_one_clade(*self.cards) else ''}triple."
        wrong = [one.quality for one in compare(self.cards) if one.verdict == FAILING]
        qualities = " and ".join(part for part in (", ".join(wrong[:-1]), *wrong[-1:]) if part)
        return f"{said}: no triple, two of a kind in {qualities or 'everything'}."


@dataclass(frozen=True, slots=True)
class Took(Event):
    seat: int
    cards: tuple[int, int, int]

    def words(self) -> str:
        return f"{seat_name(self.seat)} takes all three."


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """The card handed over in a switch."""

    seat: int
    other: int
    card: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} gives {NAMES[self.card]} to {seat_name(self.other)}."


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A new shared card."""

    card: int

    def words(self) -> str:
        return f"{NAMES[self.card]} is laid."


@dataclass(frozen=True, slots=True)
class Won(Event):
    """An extra card for a pile."""

    seat: int
    card: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} gets {NAMES[self.card]} as an extra card."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A new personal card, seen by its owner alone, even while other cards lie open."""

    seat: int
    card: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} draws {NAMES[self.card]} as a personal card."


def drawn(card: int, hand: int, pile: int) -> Event:
    """The event of a card that came from the deck to the seat's pile, to its hand, or (no seat) to the grid."""
    if pile >= 0:
        return Won(pile, card)
    if hand >= 0:
        return Drew(hand, card, known_to=only(hand))
    return Laid(card)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A bonus card comes up and goes to a neighbour of the scorer."""

    scorer: int
    receiver: int
    card: int

    def words(self) -> str:
        return f"{NAMES[self.card]} comes up: it goes to {seat_name(self.receiver)}, next to {seat_name(self.scorer)}."


@dataclass(frozen=True, slots=True)
class PairCompleted(Event):
    receiver: int

    def words(self) -> str:
        return f"That is the second of the pair: five extra cards for {seat_name(self.receiver)}."


@dataclass(frozen=True, slots=True)
class Locked(Event):
    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} is locked for a while."


@dataclass(frozen=True, slots=True)
class Unlocked(Event):
    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} may call again."


@dataclass(frozen=True, slots=True)
class PaidPenalty(Event):
    seat: int
    card: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} lays {NAMES[self.card]} from the pile as a temporary shared card."


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The window closes, and the scorers replace their cards in this order."""

    scorers: tuple[int, ...]

    def words(self) -> str:
        return f"Cards are replaced: {', '.join([seat_name(seat) for seat in self.scorers])}."


@dataclass(frozen=True, slots=True)
class HandsClosed(Event):
    def words(self) -> str:
        return "All personal cards are taken up again."


@dataclass(frozen=True, slots=True)
class BreakBegan(Event):
    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} takes a break until somebody else scores."


@dataclass(frozen=True, slots=True)
class BreakEnded(Event):
    seat: int

    def words(self) -> str:
        return f"The break of {seat_name(self.seat)} is over."


@dataclass(frozen=True, slots=True)
class Voted(Event):
    seat: int
    votes: int
    voters: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} sees none ({self.votes} of {self.voters})."


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """A seat lays its personal cards open."""

    seat: int
    cards: tuple[int, ...]

    def words(self) -> str:
        return f"{seat_name(self.seat)} lays open {cards_text(self.cards)}."


@dataclass(frozen=True, slots=True)
class Stalled(Event):
    def words(self) -> str:
        return "Nobody sees a triple: a card is added."


@dataclass(frozen=True, slots=True)
class ShuffledBack(Event):
    """Bonus cards came up before anybody had scored."""

    number: int

    def words(self) -> str:
        what = "A bonus card came" if self.number == 1 else f"{self.number} bonus cards came"
        return f"{what} up before the first triple: back into the deck, which is shuffled."


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    round: int
    triples: int

    def words(self) -> str:
        return f"Round {self.round} ends with {self.triples} triples."


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """A seat's score at the end, and the personal cards that are left over."""

    seat: int
    cards: int
    left: tuple[int, ...]

    def words(self) -> str:
        left = f"; {cards_text(self.left)} left over" if self.left else ""
        return f"{seat_name(self.seat)} has {self.cards} cards{left}."
