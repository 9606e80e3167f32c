"""What happens, in game words, and who may know it: drawn and attached cards are their owner's business."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, DINO_IDS, KINDS
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE, Table
from mesozoic.kernel.event import Event, all_but, only
from mesozoic.kernel.state import seat_name

ANSWERS: Final = ("pass", "evade", "defend")
STRENGTHS: Final = ("ATK", "EVA", "DEF", "damage")
ENDINGS: Final = ("", "trophies", "wounds", "round limit")
_DINO_FIELDS: Final = ("dino", "came", "went", "to")


Names = Mapping[str, str]
"""What cards and dinos are called, by their ids."""
OWN_NAMES: Final[Names] = CARD_TABLE.of("").names


def card_ids(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple([CARD_IDS[kind] for kind in kinds])


def pile_ids(counts: Any, at: int, but: int) -> tuple[str, ...]:
    """The cards of a zone whose counts begin at ``at``, without those of one kind."""
    return tuple([CARD_IDS[kind] for kind in range(KINDS) if kind != but for _ in range(counts[at + kind])])


def paid_ids(way: int) -> tuple[str, ...]:
    """A payment, packed as in the rules, card by card."""
    return tuple([CARD_IDS[kind] for kind in range(3) for _ in range(way >> kind * 8 & 255)])


def place_words(place: int) -> str:
    return "the Active zone" if place == 0 else f"bench place {place}"


def several(cards: Sequence[str], names: Names) -> str:
    """``Attack x2, Wound``."""
    found = Counter(names[card] for card in cards)
    return ", ".join(f"{name} x{number}" if number > 1 else name for name, number in found.items())


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Dinos are numbers inside and ids outside."""

    def facts(self) -> dict[str, Any]:
        found = Event.facts(self)
        return {name: DINO_IDS[value] if name in _DINO_FIELDS else value for name, value in found.items()}


@dataclass(frozen=True, slots=True)
class Naming(Told):
    """One that names cards or dinos: by the game's own table, unless another one is played with."""

    def words(self, names: Names = OWN_NAMES) -> str:
        raise NotImplementedError


def _dino(kind: int, names: Names) -> str:
    return names[DINO_IDS[kind]]


@dataclass(frozen=True, slots=True)
class RoundBegan(Told):
    round: int

    def words(self) -> str:
        return f"Round {self.round} begins."


@dataclass(frozen=True, slots=True)
class TurnBegan(Told):
    seat: int
    round: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} is on turn."


@dataclass(frozen=True, slots=True)
class DinoLeft(Naming):
    """The oldest dino of the Offering is purged at the beginning of a round."""

    dino: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} leaves the Offering for Purgatory."


@dataclass(frozen=True, slots=True)
class DinoRevealed(Naming):
    dino: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} joins the Offering."


@dataclass(frozen=True, slots=True)
class Drew(Naming):
    """``cards`` is None for those who may not see them."""

    seat: int
    number: int
    cards: tuple[str, ...] | None

    def words(self, names: Names = OWN_NAMES) -> str:
        if self.cards is None:
            return f"{seat_name(self.seat)} draws {self.number} card{'s' * (self.number != 1)}."
        return f"{seat_name(self.seat)} draws {several(self.cards, names)}."


def drew(seat: int, kinds: list[int]) -> list[Event]:
    return [
        Drew(seat, len(kinds), card_ids(sorted(kinds)), known_to=only(seat)),
        Drew(seat, len(kinds), None, known_to=all_but(seat)),
    ]


@dataclass(frozen=True, slots=True)
class Reshuffled(Told):
    seat: int
    number: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} shuffles the discard pile into a new deck of {self.number}."


@dataclass(frozen=True, slots=True)
class Attached(Naming):
    """``card`` is None for those who may not see it."""

    seat: int
    card: str | None
    dino: int
    place: int

    def words(self, names: Names = OWN_NAMES) -> str:
        card = "a card" if self.card is None else names[self.card]
        dino = f"{_dino(self.dino, names)} in {place_words(self.place)}"
        return f"{seat_name(self.seat)} attaches {card} face-down to {dino}."


def attached(seat: int, kind: int, dino: int, place: int) -> list[Event]:
    return [
        Attached(seat, CARD_IDS[kind], dino, place, known_to=only(seat)),
        Attached(seat, None, dino, place, known_to=all_but(seat)),
    ]


def _from(source: int) -> str:
    return "" if source == 0 else f", until now attached in {place_words(source - 1)}"


@dataclass(frozen=True, slots=True)
class StrategyPlayed(Naming):
    seat: int
    card: str
    source: int
    """0 is the hand, n + 1 the dino in place n."""

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{seat_name(self.seat)} plays {names[self.card]}{_from(self.source)}."


@dataclass(frozen=True, slots=True)
class ItemPlayed(Naming):
    seat: int
    card: str
    power: str
    source: int
    target: int | None

    def words(self, names: Names = OWN_NAMES) -> str:
        at = "" if self.target is None else f" at {seat_name(self.target)}"
        return f"{seat_name(self.seat)} plays {names[self.card]}: {self.power}{at}{_from(self.source)}."


@dataclass(frozen=True, slots=True)
class AttackDeclared(Naming):
    seat: int
    dino: int
    attack: str
    target: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} attacks {seat_name(self.target)}: {self.attack}."


@dataclass(frozen=True, slots=True)
class Retreating(Naming):
    seat: int
    dino: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} retreats."


@dataclass(frozen=True, slots=True)
class AssistUsed(Naming):
    seat: int
    dino: int
    power: str

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} assists from the bench: {self.power}."


@dataclass(frozen=True, slots=True)
class Bought(Naming):
    seat: int
    card: str

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{seat_name(self.seat)} buys {names[self.card]}."


@dataclass(frozen=True, slots=True)
class DinoBought(Naming):
    seat: int
    dino: int
    slot: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{seat_name(self.seat)} buys {_dino(self.dino, names)} from slot {self.slot}."


@dataclass(frozen=True, slots=True)
class Paid(Naming):
    seat: int
    cards: tuple[str, ...]

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{seat_name(self.seat)} pays {several(self.cards, names)}."


def announced(table: Table, seat: int, purpose: int, detail: int, target: int, dino: int, way: int) -> list[Event]:
    """What a seat does now that everything about it is chosen, and its payment."""
    told: list[Event] = []
    if purpose == 0:
        told.append(AttackDeclared(seat, dino, table.attacks[2 * dino + detail].name, target))
    elif purpose == 1:
        told.append(Retreating(seat, dino))
    elif purpose == 2:
        assist = table.dinos[dino].assist
        told.append(AssistUsed(seat, dino, assist.name if assist else ""))
    elif purpose == 3:
        item = table.items[(detail & 31) // 2]
        at = None if target < 0 else target
        told.append(ItemPlayed(seat, item.id, item.powers[detail & 1].name, detail >> 5, at))
    elif purpose == 4:
        told.append(Bought(seat, CARD_IDS[detail]))
    else:
        told.append(DinoBought(seat, dino, detail + 1))
    return [*told, Paid(seat, paid_ids(way))] if way else told


@dataclass(frozen=True, slots=True)
class DinoArrived(Naming):
    seat: int
    dino: int
    place: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} goes to {place_words(self.place)}."


@dataclass(frozen=True, slots=True)
class Answered(Told):
    seat: int
    answer: str

    def words(self) -> str:
        done = {"pass": "does not answer the attack", "evade": "evades", "defend": "defends"}
        return f"{seat_name(self.seat)} {done[self.answer]}."


@dataclass(frozen=True, slots=True)
class Purged(Naming):
    """``where`` it was: on a dino, in the hand, in the discard pile."""

    seat: int
    card: str
    where: str

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{names[self.card]} of {seat_name(self.seat)} goes from the {self.where} to Purgatory."


@dataclass(frozen=True, slots=True)
class Compared(Told):
    seat: int
    answer: str
    value: int
    atk: int

    def words(self) -> str:
        name = "EVA" if self.answer == "evade" else "DEF"
        outcome = "stops it" if self.value >= self.atk else "is not enough"
        return f"{name} {self.value} of {seat_name(self.seat)} against ATK {self.atk}: that {outcome}."


@dataclass(frozen=True, slots=True)
class AttackFailed(Told):
    seat: int

    def words(self) -> str:
        return f"The attack on {seat_name(self.seat)} does no damage."


@dataclass(frozen=True, slots=True)
class AttackFaded(Told):
    """The attacking dino was knocked out before the attack was answered."""

    seat: int

    def words(self) -> str:
        return f"The attacker of {seat_name(self.seat)} is gone: the attack ends without effect."


@dataclass(frozen=True, slots=True)
class Reduced(Told):
    seat: int
    number: int

    def words(self) -> str:
        return f"The attack on {seat_name(self.seat)} will do {self.number} less damage."


@dataclass(frozen=True, slots=True)
class Damaged(Naming):
    seat: int
    dino: int
    damage: int
    left: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} takes {self.damage} damage, {self.left} HP left."


@dataclass(frozen=True, slots=True)
class Healed(Naming):
    seat: int
    dino: int
    amount: int
    left: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} recovers {self.amount} HP and has {self.left}."


@dataclass(frozen=True, slots=True)
class StatusTaken(Naming):
    seat: int
    card: str
    number: int
    left: int

    def words(self, names: Names = OWN_NAMES) -> str:
        number = f" x{self.number}" if self.number > 1 else ""
        return f"{seat_name(self.seat)} takes {names[self.card]}{number}; the stack has {self.left} left."


@dataclass(frozen=True, slots=True)
class KnockedOut(Naming):
    """``by`` takes the trophy; None means Purgatory. ``cards`` were attached and go to the discard pile."""

    seat: int
    dino: int
    by: int | None
    cards: tuple[str, ...]

    def words(self, names: Names = OWN_NAMES) -> str:
        where = "goes to Purgatory" if self.by is None else f"is a trophy of {seat_name(self.by)}"
        cards = f" Discarded with it: {several(self.cards, names)}." if self.cards else ""
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} is knocked out and {where}.{cards}"


@dataclass(frozen=True, slots=True)
class Promoted(Naming):
    seat: int
    dino: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{_dino(self.dino, names)} of {seat_name(self.seat)} moves up to the Active zone."


@dataclass(frozen=True, slots=True)
class Switched(Naming):
    seat: int
    came: int
    went: int
    place: int

    def words(self, names: Names = OWN_NAMES) -> str:
        went = f"{_dino(self.went, names)} goes to {place_words(self.place)}"
        return f"{_dino(self.came, names)} of {seat_name(self.seat)} is now active, {went}."


@dataclass(frozen=True, slots=True)
class Granted(Told):
    seat: int
    bonus: str
    number: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} gets +{self.number} {self.bonus.capitalize()} this turn."


@dataclass(frozen=True, slots=True)
class Strengthened(Naming):
    seat: int
    dino: int
    what: str
    number: int

    def words(self, names: Names = OWN_NAMES) -> str:
        dino = f"{_dino(self.dino, names)} of {seat_name(self.seat)}"
        return f"{dino} has {self.what} +{self.number} until the end of the turn."


@dataclass(frozen=True, slots=True)
class ShookOff(Told):
    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} shakes off one Paralyze."


@dataclass(frozen=True, slots=True)
class Jammed(Naming):
    seat: int
    dino: int
    card: str

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{names[self.card]} on {_dino(self.dino, names)} of {seat_name(self.seat)} is jammed and discarded."


@dataclass(frozen=True, slots=True)
class Looked(Naming):
    """``cards`` is None for those who did not look."""

    seat: int
    other: int
    dino: int
    cards: tuple[str, ...] | None

    def words(self, names: Names = OWN_NAMES) -> str:
        seen = "" if self.cards is None else f": {several(self.cards, names)}"
        return (
            f"{seat_name(self.seat)} looks at the cards on {_dino(self.dino, names)} of {seat_name(self.other)}{seen}."
        )


def looked(seat: int, other: int, dino: int, kinds: list[int]) -> list[Event]:
    """The owner knows the cards anyway."""
    return [
        Looked(seat, other, dino, card_ids(kinds), known_to=only(seat, other)),
        Looked(seat, other, dino, None, known_to=all_but(seat) & all_but(other)),
    ]


@dataclass(frozen=True, slots=True)
class Salvaged(Naming):
    seat: int
    card: str
    dino: int
    place: int

    def words(self, names: Names = OWN_NAMES) -> str:
        return (
            f"{seat_name(self.seat)} salvages {names[self.card]} from the discard pile for {_dino(self.dino, names)}."
        )


@dataclass(frozen=True, slots=True)
class CardsMoved(Naming):
    seat: int
    dino: int
    to: int
    number: int

    def words(self, names: Names = OWN_NAMES) -> str:
        cards = f"{self.number} card{'s' * (self.number != 1)}"
        return f"{seat_name(self.seat)} moves {cards} from {_dino(self.dino, names)} to {_dino(self.to, names)}."


@dataclass(frozen=True, slots=True)
class ActionsEnded(Told):
    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} ends the action phase."


@dataclass(frozen=True, slots=True)
class HandDiscarded(Naming):
    seat: int
    cards: tuple[str, ...]
    """Without Poison, which follows card by card."""

    def words(self, names: Names = OWN_NAMES) -> str:
        return f"{seat_name(self.seat)} discards {several(self.cards, names) or 'nothing'}."


@dataclass(frozen=True, slots=True)
class PoisonDiscarded(Told):
    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} discards Poison."


ENDING_WORDS: Final = {
    "trophies": "enough trophies are won",
    "wounds": "the Wound stack is empty",
    "round limit": "the last round is played",
}


@dataclass(frozen=True, slots=True)
class GameEnded(Told):
    ending: str

    def words(self) -> str:
        return f"The game is over: {ENDING_WORDS[self.ending]}."
