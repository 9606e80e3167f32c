"""What happens at the table, one step at a time, in game words. Nothing here is hidden: a face-down card has no name.

Dinosaurs are named by their card, such as ``SPI1``.
"""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.carbon_dating.tables import CARD_TABLE
from mesozoic.kernel.event import Event

OWN_NAMES = CARD_TABLE.of("").names


def called(card: str) -> str:
    """``Spinosaurus (SPI1)``, as the game's own table calls it; ``words.told`` knows the table that is played with."""
    return f"{OWN_NAMES[card]} ({card})"


def listed(cards: tuple[str, ...]) -> str:
    return ", ".join(map(called, cards))


# --- Rounds -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int

    def words(self) -> str:
        return f"Round {self.round} begins."


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discard pile has become the deck."""

    cards: int

    def words(self) -> str:
        return f"The discard pile is shuffled: a new deck of {self.cards}."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """``card`` is None for the card that stays face down."""

    card: str | None

    def words(self) -> str:
        return "A second card is drawn and stays face down." if self.card is None else f"{called(self.card)} is drawn."


@dataclass(frozen=True, slots=True)
class DrawFailed(Event):
    """CD-07, CD-52: no card is left for a draw."""

    round: int

    def words(self) -> str:
        return f"There is no card left to draw: round {self.round} is the final one."


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    round: int

    def words(self) -> str:
        return f"Round {self.round} is over."


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """The end: the reviews are counted."""

    bad_reviews: int
    rating: str

    def words(self) -> str:
        reviews = f"{self.bad_reviews or 'no'} bad review{'s' * (self.bad_reviews != 1)}"
        return f"The table closes with {reviews}: {self.rating}."


# --- Playing a card -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A card takes a seat. ``place`` is left, right, gap or seat; ``number`` counts gaps and seats from the left."""

    card: str
    place: str
    number: int

    def words(self) -> str:
        where = {
            "left": "at the left end",
            "right": "at the right end",
            "gap": f"between seats {self.number} and {self.number + 1}",
            "seat": f"on seat {self.number}",
        }
        return f"{called(self.card)} is placed {where[self.place]}."


@dataclass(frozen=True, slots=True)
class PlacedFaceDown(Event):
    place: str

    def words(self) -> str:
        return f"The face-down card is placed at the {self.place} end."


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    card: str

    def words(self) -> str:
        return f"It is {called(self.card)}."


@dataclass(frozen=True, slots=True)
class Lifted(Event):
    """CD-R27: a special card is taken up again to be played in its own way."""

    card: str

    def words(self) -> str:
        return f"{called(self.card)} is lifted again and picks its own place."


@dataclass(frozen=True, slots=True)
class KeptSeats(Event):
    """A Compsognathus that lets everybody sit."""

    card: str

    def words(self) -> str:
        return f"{called(self.card)} disturbs nobody."


# --- Neighbours and dates -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GapClosed(Event):
    left: str
    right: str

    def words(self) -> str:
        return f"The gap between {called(self.left)} and {called(self.right)} closes."


@dataclass(frozen=True, slots=True)
class Met(Event):
    """CD-18: two new neighbours, whose date now waits."""

    left: str
    right: str

    def words(self) -> str:
        return f"{called(self.left)} and {called(self.right)} are new neighbours."


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """CD-25, CD-26: a waiting date that will not take place; ``why`` is parted or repeated."""

    left: str
    right: str
    why: str

    def words(self) -> str:
        pair = f"{called(self.left)} and {called(self.right)}"
        if self.why == "parted":
            return f"{pair} are parted: their date is off."
        return f"{pair} have had this date already: it does not take place again."


@dataclass(frozen=True, slots=True)
class Cancelled(Event):
    """CD-23: the date that was not picked."""

    left: str
    right: str

    def words(self) -> str:
        return f"The date of {called(self.left)} and {called(self.right)} is cancelled."


@dataclass(frozen=True, slots=True)
class Dated(Event):
    """A date takes place. ``verdict`` is good, bad or medium; ``calmed`` if a serenade made a bad one medium."""

    left: str
    right: str
    verdict: str
    calmed: bool

    def words(self) -> str:
        calmed = ", calmed by a serenade" if self.calmed else ""
        return f"{called(self.left)} and {called(self.right)} have a {self.verdict} date{calmed}."


@dataclass(frozen=True, slots=True)
class LeftSatisfied(Event):
    """CD-20, CD-32: both leave, each with what it has eaten."""

    left: str
    right: str

    def words(self) -> str:
        return f"{called(self.left)} and {called(self.right)} leave satisfied."


# --- Effects --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shrugged(Event):
    card: str

    def words(self) -> str:
        return f"{called(self.card)} does not mind."


@dataclass(frozen=True, slots=True)
class StormedOff(Event):
    """CD-38. ``freed`` are the cards that it had eaten (CD-29)."""

    card: str
    freed: tuple[str, ...]

    def words(self) -> str:
        freed = f" with {listed(self.freed)}, eaten no longer" if self.freed else ""
        return f"{called(self.card)} storms off to the discard pile{freed}."


@dataclass(frozen=True, slots=True)
class Ate(Event):
    """CD-30. ``inherited`` are the cards that the victim had eaten (CD-31)."""

    eater: str
    victim: str
    inherited: tuple[str, ...]

    def words(self) -> str:
        inherited = f" and with it {listed(self.inherited)}" if self.inherited else ""
        return f"{called(self.eater)} eats {called(self.victim)}{inherited}."


@dataclass(frozen=True, slots=True)
class Withstood(Event):
    """CD-34: armour."""

    card: str
    eater: str

    def words(self) -> str:
        return f"{called(self.card)} is armoured: {called(self.eater)} cannot eat it."


@dataclass(frozen=True, slots=True)
class Fled(Event):
    """CD-33: a Gallimimus beside a victim."""

    card: str

    def words(self) -> str:
        return f"{called(self.card)} takes fright and runs to the discard pile."


@dataclass(frozen=True, slots=True)
class Stampeded(Event):
    card: str

    def words(self) -> str:
        return f"{called(self.card)} stampedes to the right end."


@dataclass(frozen=True, slots=True)
class Flung(Event):
    card: str
    by: str

    def words(self) -> str:
        return f"{called(self.by)} flings {called(self.card)} to the left end."


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """The two as they sit afterwards."""

    left: str
    right: str
    by: str

    def words(self) -> str:
        if self.by == self.right:
            return f"{called(self.by)} butts its way past {called(self.left)}: they swap seats."
        return f"{called(self.by)} makes {called(self.right)} and {called(self.left)} swap seats."
