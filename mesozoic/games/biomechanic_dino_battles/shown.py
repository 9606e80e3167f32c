"""What a view of this game is made of; how it is made stands in the files beside it."""

from __future__ import annotations

from mesozoic.kernel.game import Result
from mesozoic.kernel.sharing import Shown


class HitView(Shown, frozen=True):
    """A benched dino that the attack hits too: how many HP it would have left."""

    place: str
    left: int


class OutcomeView(Shown, frozen=True):
    """What an attack would do if it were answered like this and nobody played an item."""

    answer: str
    """``pass``, ``evade`` or ``defend``."""
    value: int
    """The EVA or DEF that is compared; 0 for a pass."""
    stops: bool
    possible: bool | None
    """Is the card for it attached? None if the reader cannot know."""
    damage: int
    left: int
    """The HP that the attacked dino would have; 0 means that it is knocked out."""
    status: str
    """The status cards that its controller would take: P, Z, W."""
    bench: tuple[HitView, ...]
    wounds: int
    """The Wounds of a direct attack."""
    spikes: bool
    """Would the attacker take a Wound from a Spiked defender?"""


class ForecastView(Shown, frozen=True):
    """An attack of the reader against an opponent, before it is declared."""

    move: str
    """``attack:1``, ``item:missile_pod/2``."""
    target: int
    atk: int
    damage: int
    direct: bool
    unknown: int
    """Face-down cards on the attacked dino that the reader does not know."""
    outcomes: tuple[OutcomeView, ...]


class ModifierView(Shown, frozen=True):
    """A bonus of a dino until the end of the turn, and the cards that can have given it."""

    what: str
    number: int
    sources: tuple[str, ...]


class AttackCard(Shown, frozen=True):
    """An attack as printed on a dino."""

    name: str
    cost: str
    damage: int
    status: str
    bench: int


class PowerView(Shown, frozen=True):
    """A power of an item, or an Assist Power."""

    name: str
    cost: str
    text: str
    when: str
    """The moments in which it can be used; empty for an Assist Power."""
    is_attack: bool
    lacks: str
    """What the reader's hand lacks to use it; empty for an Assist Power, which its own dino pays."""


class DinoCard(Shown, frozen=True):
    """A dino as printed, to look up every dino of this game by its id."""

    id: str
    name: str
    type: str
    cost: str
    retreat: str
    hp: int
    atk: int
    eva: int
    defence: int
    attacks: tuple[AttackCard, ...]
    special: tuple[str, ...]
    assist: PowerView | None


class AttachedView(Shown, frozen=True):
    """A card under a dino; ``card`` is None while it is face-down to the reader."""

    card: str | None
    learnt: bool
    """The reader knows it though it belongs to somebody else (BD-R31)."""
    looked_at_by: tuple[int, ...]
    """The other seats that know it because they looked, which everybody saw; none if the card is open to all."""


class DinoView(Shown, frozen=True):
    id: str
    name: str
    place: str
    hp: int
    damage: int
    left: int
    atk: int
    eva: int
    defence: int
    damage_bonus: int
    assist_used: bool
    attached: tuple[AttachedView, ...]
    attacks: tuple[str, ...]
    special: tuple[str, ...]
    assist: str | None
    modifiers: tuple[ModifierView, ...]
    attack_lacks: tuple[str, ...]
    """What is missing for each attack; only for the own dinos."""
    assist_lacks: str
    retreat_lacks: str


class SeatView(Shown, frozen=True):
    seat: int
    name: str
    to_decide: bool
    hand_count: int
    hand: tuple[str, ...] | None
    """The own hand; None for everybody else's."""
    deck_count: int
    shuffled: tuple[str, ...]
    """What lay in the deck when it was last shuffled; all of it was open before."""
    discard: tuple[str, ...]
    played: tuple[str, ...]
    active: DinoView | None
    bench: tuple[DinoView, ...]
    trophies: tuple[str, ...]
    wounds: int
    paralysis: int | None
    """Visible to its owner only."""
    may_hold_item: bool


class StackView(Shown, frozen=True):
    card: str
    name: str
    kind: str
    """``combat``, ``status``, ``strategy`` or ``item``."""
    count: int
    cost: str
    text: str
    phrases: tuple[str, ...]
    """What a strategy does, one after the other."""
    powers: tuple[PowerView, ...]
    lacks: str
    """What the reader's hand lacks to buy it."""


class OfferView(Shown, frozen=True):
    """A slot of the Dino Offering; slot 1 leaves at the next round."""

    slot: int
    dino: str | None
    name: str
    cost: str
    text: str
    lacks: str
    """What the reader's hand lacks to buy it."""


class AttackView(Shown, frozen=True):
    """An attack that waits for its answer, as it would meet the active dino now."""

    by: int
    target: int
    attacker: str | None
    """The attacking dino; None for an item."""
    name: str
    atk: int
    damage: int
    status: str
    bench: int
    direct: bool
    """BD-24: it meets no dino, so it brings neither status cards nor damage to the bench, but Wounds."""
    wounds: int
    """How many Wounds a direct attack brings."""
    answer: str | None
    """BD-R53: the answer that was given, while items can still be played before it counts."""
    outcomes: tuple[OutcomeView, ...]
    """What each answer would do now, as far as the reader knows."""


class View(Shown, frozen=True):
    seat: int | None
    round: int
    round_limit: int
    phase: str
    on_turn: int
    decision: str
    """What is to be decided: ``action``, ``defence``, ``payment`` ... A choice that is still its owner's secret is
    shown to others as the decision in which it was begun."""
    choosing: str
    """What the seat itself is in the middle of: ``attack:1``, ``buy:scrap_run`` ..."""
    asked: int | None
    strategies: int
    attaches: int
    buys: int
    combat_bonus: int
    combat_used: int
    combat_struck: int
    """The Combat Moves that the reader's own Paralyze takes away now."""
    attack: AttackView | None
    forecasts: tuple[ForecastView, ...]
    """What the reader's attacks would do, in its own action phase."""
    reminders: tuple[str, ...]
    """What the reader should not overlook."""
    ahead: tuple[int, ...]
    """Who would win if the Wounds ran out now."""
    dinos: tuple[DinoCard, ...]
    """The dinos of this game as printed, the same in every view."""
    stacks: tuple[StackView, ...]
    offering: tuple[OfferView, ...]
    dino_deck_count: int
    purgatory: tuple[str, ...]
    purged_dinos: tuple[str, ...]
    seats: tuple[SeatView, ...]
    attacks_paid_by_all: bool
    """Do the cards on the bench pay for attacks too?"""
    items_anytime: bool
    """BD-R53: are there windows for items over every attack and text?"""
    trophies_to_win: int
    result: Result | None
