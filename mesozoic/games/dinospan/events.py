"""What happens, in game words, and who may know it: everything is public but cards drawn unseen and secret choices."""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.games.dinospan.cards import GOAL_NAMES, RESEARCH_IDS, RESEARCH_NAMES
from mesozoic.kernel.event import Event, all_but, only
from mesozoic.kernel.state import seat_name

RESOURCES = ("Plants", "Trees", "Mammals")
ROWS = ("Laurasia", "Gondwana")
EGGS = ("red", "gold")
OVERLAYS = ("LOW", "HIGH")


def space_name(place: int) -> str:
    """``L1`` to ``L5``, ``G1`` to ``G5``."""
    return f"{'LG'[place // 5]}{place % 5 + 1}"


def side_name(seat: int, rival: bool) -> str:
    return "The Rival" if rival else seat_name(seat)


def amount(number: int, resource: int) -> str:
    """``1 Plant``, ``2 Plants``."""
    return f"{number} {RESOURCES[resource]}" if number != 1 else f"1 {RESOURCES[resource][:-1]}"


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The Footprint was empty: the Archive is shuffled into a new one (DS-R17)."""

    cards: int

    def words(self) -> str:
        what = f"{self.cards} cards are" if self.cards > 1 else "only card is"
        return f"The Footprint is empty: the Archive's {what} shuffled into a new one."


@dataclass(frozen=True, slots=True)
class HypeFilled(Event):
    """A slot of Hype gets a card."""

    slot: int
    card: str

    def words(self) -> str:
        return f"Hype slot {self.slot}: {self.card}."


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Bio-Resources."""

    seat: int
    resource: int
    number: int
    track: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} gains {amount(self.number, self.resource)} ({self.track} now)."


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Bio-Resources paid."""

    seat: int
    resource: int
    number: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} pays {amount(self.number, self.resource)}."


@dataclass(frozen=True, slots=True)
class EggLaid(Event):
    """A red egg from the supply."""

    seat: int
    place: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} lays an egg on {space_name(self.place)}."


@dataclass(frozen=True, slots=True)
class EggUpgraded(Event):
    """A red egg becomes a gold one."""

    seat: int
    place: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} upgrades an egg on {space_name(self.place)}."


@dataclass(frozen=True, slots=True)
class EggsLost(Event):
    """Inherited eggs that the Evolved card cannot hold (DS-R32)."""

    seat: int
    place: int
    number: int

    def words(self) -> str:
        verbs = "does not fit and returns" if self.number == 1 else "do not fit and return"
        return f"{self.number} of the eggs on {space_name(self.place)} {verbs} to the supply."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A card from the Footprint; its face only for those who may know it."""

    seat: int
    card: str | None

    def words(self) -> str:
        return f"{seat_name(self.seat)} draws {self.card or 'a card'} from the Footprint."


@dataclass(frozen=True, slots=True)
class TookFromHype(Event):
    """A card from Hype."""

    seat: int
    slot: int
    card: str

    def words(self) -> str:
        return f"{seat_name(self.seat)} takes {self.card} from Hype slot {self.slot}."


@dataclass(frozen=True, slots=True)
class TookRevealed(Event):
    """A revealed card goes to the hand."""

    seat: int
    card: str

    def words(self) -> str:
        return f"{seat_name(self.seat)} takes {self.card}."


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A card of the Footprint is shown."""

    seat: int
    card: str

    def words(self) -> str:
        return f"{seat_name(self.seat)} reveals {self.card}."


@dataclass(frozen=True, slots=True)
class Disposed(Event):
    """A revealed card goes on top of the Footprint or to the Archive."""

    seat: int
    card: str
    on_top: bool

    def words(self) -> str:
        where = "on top of the Footprint" if self.on_top else "into the Archive"
        return f"{seat_name(self.seat)} puts {self.card} {where}."


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A hand card paid."""

    seat: int
    card: str

    def words(self) -> str:
        return f"{seat_name(self.seat)} discards {self.card}."


@dataclass(frozen=True, slots=True)
class HypeDiscarded(Event):
    """A Hype card goes to the Archive."""

    seat: int
    slot: int
    card: str

    def words(self) -> str:
        return f"{seat_name(self.seat)} discards {self.card} from Hype slot {self.slot}."


@dataclass(frozen=True, slots=True)
class AbilityBegan(Event):
    """An ability is activated."""

    seat: int
    card: str
    idle: bool

    def words(self) -> str:
        return f"{self.card} activates{': nothing can be done' if self.idle else ''}."


@dataclass(frozen=True, slots=True)
class EcosystemChosen(Event):
    """The ecosystem effect instead of the primary one."""

    seat: int
    card: str

    def words(self) -> str:
        return f"The ecosystem effect of {self.card}: every other player gains."


@dataclass(frozen=True, slots=True)
class PublishBegan(Event):
    """A marker for publishing."""

    seat: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} publishes."


@dataclass(frozen=True, slots=True)
class AnalyzeBegan(Event):
    """A marker for a row."""

    seat: int
    row: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} analyzes {ROWS[self.row]}."


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """The marker visits a space."""

    seat: int
    place: int

    def words(self) -> str:
        return f"The marker is on {space_name(self.place)}."


@dataclass(frozen=True, slots=True)
class Published(Event):
    """A New Genus, or a Triassic card of the setup."""

    seat: int
    card: str
    place: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} publishes {self.card} on {space_name(self.place)}."


@dataclass(frozen=True, slots=True)
class Evolved(Event):
    """A card on its Parent."""

    seat: int
    card: str
    parent: str
    place: int
    overlay: int
    egg: int

    def words(self) -> str:
        return (
            f"{seat_name(self.seat)} evolves {self.card} from {self.parent} on {space_name(self.place)}, "
            f"{OVERLAYS[self.overlay]}, for a {EGGS[self.egg]} egg."
        )


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A secret choice of the draft."""

    seat: int
    card: str | None

    def words(self) -> str:
        return f"{seat_name(self.seat)} keeps {self.card or 'a card'}."


@dataclass(frozen=True, slots=True)
class KeptResearch(Event):
    """A secret choice of Personal Research."""

    seat: int
    research: str | None

    def words(self) -> str:
        return f"{seat_name(self.seat)} keeps {self.research or 'a Research card'}."


@dataclass(frozen=True, slots=True)
class PacksPassed(Event):
    """Everybody has kept one: the packs go to the left."""

    def words(self) -> str:
        return "The packs are passed to the left."


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round, its First Player and its Goal."""

    round: int
    first: int
    goal: int

    def words(self) -> str:
        return f"Round {self.round} begins: {GOAL_NAMES[self.goal]}."


@dataclass(frozen=True, slots=True)
class GoalScored(Event):
    """A side's count of the Goal and its points."""

    seat: int
    round: int
    number: int
    points: int
    rival: bool

    def words(self) -> str:
        return (
            f"{side_name(self.seat, self.rival)} has {self.number} for the Goal of round {self.round}: "
            f"{self.points} PP."
        )


@dataclass(frozen=True, slots=True)
class TokenMoved(Event):
    """The First Player token."""

    seat: int
    rival: bool

    def words(self) -> str:
        return f"{side_name(self.seat, self.rival)} holds the First Player token."


@dataclass(frozen=True, slots=True)
class EraChanged(Event):
    """The Cretaceous cards become the Footprint."""

    def words(self) -> str:
        return "The Cretaceous begins: a new Footprint."


@dataclass(frozen=True, slots=True)
class HypeRenewed(Event):
    """The end of a round renews Hype."""

    def words(self) -> str:
        return "Hype is renewed."


@dataclass(frozen=True, slots=True)
class RivalPublished(Event):
    """The Rival takes a Hype card."""

    card: str
    slot: int

    def words(self) -> str:
        return f"The Rival publishes {self.card} from Hype slot {self.slot}."


@dataclass(frozen=True, slots=True)
class RivalDiscarded(Event):
    """The Rival analyzes."""

    card: str
    slot: int

    def words(self) -> str:
        return f"The Rival discards {self.card} from Hype slot {self.slot}."


@dataclass(frozen=True, slots=True)
class RivalStudied(Event):
    """Study points."""

    points: int
    total: int

    def words(self) -> str:
        return f"The Rival gets {self.points} study point{'s' * (self.points > 1)} ({self.total} now)."


@dataclass(frozen=True, slots=True)
class ResearchShown(Event):
    """A Personal Research card at the end."""

    seat: int
    research: str
    points: int

    def words(self) -> str:
        return f"{seat_name(self.seat)} shows {self.research}: {self.points} PP."


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The last Goal is scored."""

    def words(self) -> str:
        return "The game is over."


def drew(seat: int, card: str, was_known: bool) -> list[Event]:
    """A card drawn: the seat sees its face, the others only if they knew it on top."""
    if was_known:
        return [Drew(seat, card)]
    return [Drew(seat, card, known_to=only(seat)), Drew(seat, None, known_to=all_but(seat))]


def kept(seat: int, card: str) -> list[Event]:
    return [Kept(seat, card, known_to=only(seat)), Kept(seat, None, known_to=all_but(seat))]


def research_shown(seat: int, research: int, points: int) -> Event:
    return ResearchShown(seat, research_name(research), points)


def research_name(research: int) -> str:
    return f"{RESEARCH_IDS[research]} {RESEARCH_NAMES[research]}"


def kept_research(seat: int, research: int) -> list[Event]:
    name = research_name(research)
    return [KeptResearch(seat, name, known_to=only(seat)), KeptResearch(seat, None, known_to=all_but(seat))]
