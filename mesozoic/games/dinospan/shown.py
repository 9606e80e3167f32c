"""What a view of this game is made of; how it is made stands in the files beside it."""

from __future__ import annotations

from mesozoic.games.dinospan.pending import TaskView
from mesozoic.games.dinospan.result import ScoreView
from mesozoic.kernel.game import Result
from mesozoic.kernel.sharing import Shown


class OverlayView(Shown, frozen=True):
    """What a space would be with the card laid LOW or HIGH over its Parent (DS-25, DS-26)."""

    points: int
    tags: tuple[str, ...]
    abilities: tuple[str, ...]
    """The cards whose abilities an Analyze would then activate."""


class EvolutionView(Shown, frozen=True):
    """A hand card on a possible Parent."""

    place: str
    parent: str
    low: OverlayView
    high: OverlayView
    points_now: int
    red: int
    gold: int
    """The eggs there now, of which one is paid."""
    eggs_lost: int
    """Eggs above the new card's capacity once one is paid (DS-R32)."""


class HandCardView(Shown, frozen=True):
    """A card of the own hand."""

    card: CardView
    can_publish: bool
    why_not: str
    short: str
    """Why not, in few words: ``2 Trees short, no Parent``."""
    new_genus: str
    """The space where it could come as a New Genus now."""
    left: tuple[int, int, int, int] | None
    """Plants, Trees, Mammals and hand cards after paying for a New Genus."""
    parents: tuple[str, ...]
    """The spaces on which it could evolve now."""
    evolutions: tuple[EvolutionView, ...]


class AbilityPreview(Shown, frozen=True):
    """An ability that an Analyze of the row would activate now, in order."""

    place: str
    card: str
    text: str
    performable: bool | None
    """None for other seats: it may depend on their hands."""
    others_gain: str
    chosen_order: bool
    """Two abilities lie on this space: which goes first is chosen then."""
    counts: tuple[int, ...]
    """What each "for each" of the ability comes to now, in the order of its steps; the table's numbers elsewhere."""


class CardView(Shown, frozen=True):
    """A card with everything printed on it."""

    id: str
    name: str
    genus: str
    era: str
    order: str
    family: str
    hemisphere: str
    continent: str
    country: str
    length: float
    """In metres."""
    size: str
    teeth: str
    food: str
    tag: str
    cost: str
    costs: tuple[int, int, int, int]
    """Plants, Trees, Mammals, cards."""
    pp: int
    eggs: int
    text: str
    ability: str
    """In the notation of the card table: the board draws its signs from it."""


class SpaceView(Shown, frozen=True):
    place: str
    card: CardView
    parent: CardView | None
    overlay: str
    red: int
    gold: int
    capacity: int
    points: int
    tags: tuple[str, ...]


class SeatView(Shown, frozen=True):
    seat: int
    name: str
    to_decide: bool
    plants: int
    trees: int
    mammals: int
    markers: int
    goals: tuple[int | None, ...]
    goal_counts: tuple[int, ...]
    """How many cards count for each of the four Goals now."""
    goal_now: int
    """What the current Goal would give now."""
    goals_now: tuple[int, ...]
    """What each of the four would give now."""
    hand_count: int
    hand_drawn: tuple[int, ...]
    """How many of the hand cards that not everybody knows came from the Jurassic deck, the Cretaceous deck, and each of
    the piles of ``View.returned``."""
    hand_open: tuple[str, ...]
    """Hand cards that everybody has seen."""
    hand: tuple[HandCardView, ...] | None
    atlas: tuple[SpaceView, ...]
    previews: tuple[tuple[AbilityPreview, ...], tuple[AbilityPreview, ...]]
    points: ScoreView
    """Without Research while that is secret."""
    triassic_count: int
    triassic: tuple[str, ...] | None
    pack_count: int
    pack: tuple[str, ...] | None
    passed: tuple[str, ...] | None
    """What the reader handed on in the draft."""
    research: tuple[str, ...] | None
    research_kept: str | None


class GoalView(Shown, frozen=True):
    round: int
    name: str
    category: str
    percent: int
    codes: tuple[str, ...]
    """The codes of its category that count."""


class ResearchView(Shown, frozen=True):
    """A Personal Research card that the reader may see."""

    id: str
    name: str
    text: str


class RivalView(Shown, frozen=True):
    collection: tuple[str, ...]
    study: int
    goals: int
    turns: int
    goal_count: int
    goal_counts: tuple[int, ...]
    goals_now: tuple[int, ...]
    points: int
    card_points: int
    level: int
    next_turn: str
    """``publish`` or ``analyze`` (DS-67)."""


class View(Shown, frozen=True):
    seat: int | None
    phase: str
    round: int
    on_turn: int
    first: int
    decision: str
    last: tuple[int, str] | None
    """Who made the last open move, and which."""
    pending: tuple[str, ...]
    """What is still to be done, the next last."""
    key: CardView
    goals: tuple[GoalView, ...]
    hype: tuple[CardView | None, ...]
    footprint_count: int
    footprint_known: tuple[str, ...]
    reserve_count: int
    archive: tuple[str, ...]
    """Bottom first."""
    returned: tuple[tuple[str, ...], ...]
    """Of each Archive that was shuffled in, the cards that not everybody has seen since."""
    removed: tuple[str, ...]
    """Jurassic cards that everybody knows to have left the game."""
    revealed: tuple[CardView, ...]
    printed: tuple[CardView, ...]
    """What is printed on the cards that the view names by their ids only."""
    research: tuple[ResearchView, ...]
    task: TaskView | None
    markers: int
    """How many everybody has in a round."""
    red_eggs: int
    gold_eggs: int
    seats: tuple[SeatView, ...]
    rival: RivalView | None
    result: Result | None
