"""What a seat may know, built up from nothing, field by field; and how the game ended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mesozoic.games.dinospan import rules_imagine, words
from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.abilities import ecosystem_words
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    GOAL_CATEGORIES,
    GOAL_NAMES,
    RESEARCH_IDS,
    TAGS,
)
from mesozoic.games.dinospan.events import space_name
from mesozoic.games.dinospan.pending import FRAMES
from mesozoic.games.dinospan.position import (
    CARD_NUMBERS,
    OVERLAYS,
    PHASES,
    archive,
    bits,
    footprint,
    hand_of,
    last_move,
    pile_of,
    piles,
    removed,
    reserve,
    returned,
)
from mesozoic.games.dinospan.result import ScoreView, points, result
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_imagine import NOBODY, Unseen
from mesozoic.games.dinospan.rules_scoring import goal_points
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    COLLECTION,
    FRAME,
    GOAL_POINTS,
    GOLD_AT,
    HIGH_AT,
    KEPT_AT,
    MARKERS,
    NONE,
    OPEN,
    PARENT_AT,
    RED_AT,
    SEAT,
    SECRET,
    SPACES,
    TOP,
)
from mesozoic.games.dinospan.tables import Card
from mesozoic.kernel.game import Result
from mesozoic.kernel.state import seat_name


@dataclass(frozen=True, slots=True)
class CardView:
    """A card with everything printed on it."""

    id: str
    name: str
    era: str
    order: str
    family: str
    hemisphere: str
    continent: str
    size: str
    teeth: str
    food: str
    tag: str
    cost: str
    pp: int
    eggs: int
    text: str


@dataclass(frozen=True, slots=True)
class HandCardView:
    """A card of the own hand."""

    card: CardView
    can_publish: bool
    why_not: str
    parents: tuple[str, ...]
    """The spaces on which it could evolve now."""


@dataclass(frozen=True, slots=True)
class SpaceView:
    place: str
    card: CardView
    parent: CardView | None
    overlay: str
    red: int
    gold: int
    capacity: int
    points: int
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbilityPreview:
    """An ability that an Analyze of the row would activate now, in order."""

    place: str
    card: str
    text: str
    performable: bool | None
    """None for other seats: it may depend on their hands."""
    others_gain: str
    chosen_order: bool
    """Two abilities lie on this space: which goes first is chosen then."""


@dataclass(frozen=True, slots=True)
class SeatView:
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


@dataclass(frozen=True, slots=True)
class GoalView:
    round: int
    name: str
    category: str
    percent: int


@dataclass(frozen=True, slots=True)
class RivalView:
    collection: tuple[str, ...]
    study: int
    goals: int
    turns: int
    goal_count: int
    points: int


@dataclass(frozen=True, slots=True)
class View:
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
    red_eggs: int
    gold_eggs: int
    seats: tuple[SeatView, ...]
    rival: RivalView | None
    result: Result | None


def look(state: Span, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    over = state.phase == moves.OVER
    unseen = Unseen(state, NOBODY)
    return View(
        seat=seat,
        phase=PHASES[state.phase],
        round=int(state.round),
        on_turn=int(state.on_turn),
        first=int(state.first),
        decision=words.decision(state),
        last=_last(state),
        pending=tuple(_pending(state, at) for at in range(0, int(state.frame_size), FRAME)),
        key=card_view(state, int(state.key)),
        goals=tuple(
            GoalView(number, GOAL_NAMES[goal], GOAL_CATEGORIES[goal], int(state.deck.percent[goal]))
            for number, goal in enumerate(state.goals, 1)
        ),
        hype=tuple(None if card == NONE else card_view(state, int(card)) for card in state.hype),
        footprint_count=int(state.footprint_size),
        footprint_known=tuple(footprint(state)[: state.known]),
        reserve_count=len(reserve(state)),
        archive=tuple(archive(state)),
        returned=tuple(tuple(pile) for pile in returned(unseen)),
        removed=tuple(removed(state)),
        revealed=tuple(card_view(state, int(state.shown[at])) for at in range(int(state.shown_size))),
        red_eggs=int(state.red),
        gold_eggs=int(state.gold),
        seats=tuple(_seat(state, other, seat, unseen) for other in range(state.players)),
        rival=_rival(state) if state.variant.solo else None,
        result=result(state) if over else None,
    )


def _last(state: Span) -> tuple[int, str] | None:
    found = last_move(state)
    return (found[0], found[1]) if found else None


def _pending(state: Span, at: int) -> str:
    """A frame in short: its kind, its seat and its numbers are all public."""
    kind, seat, *numbers = (int(state.frames[at + field]) for field in range(FRAME))
    return f"{FRAMES[kind]} {seat_name(seat)} {' '.join(map(str, numbers))}"


def card_view(state: Span, card: int) -> CardView:
    return _card_view(words.card_of(state, card))


@lru_cache(maxsize=2000)
def _card_view(found: Card) -> CardView:
    return CardView(
        id=found.id,
        name=found.name,
        era=found.era,
        order=found.order,
        family=found.family,
        hemisphere=found.hemisphere,
        continent=found.continent,
        size=found.size,
        teeth=found.teeth,
        food=found.food,
        tag=found.tag,
        cost=found.cost_text,
        pp=found.pp,
        eggs=found.eggs,
        text=found.text,
    )


def _seat(state: Span, other: int, seat: int | None, unseen: Unseen) -> SeatView:
    own = other == seat
    numbers = [int(state.seats[other * SEAT + field]) for field in range(SEAT)]
    hand = hand_of(state, other)
    pack, research = (int(state.secret[other * SECRET + field]) for field in (1, 2))
    held = bits(int(state.held(other)), CARD_IDS)
    shown = own or (state.phase == moves.OVER and state.variant.research)
    kept_research = bits(research >> KEPT_AT, RESEARCH_IDS)
    counts = tuple(int(state.goal_count(other, int(goal))) for goal in state.goals)
    return SeatView(
        seat=other,
        name=seat_name(other),
        to_decide=state.is_waiting_for(other),
        plants=numbers[0],
        trees=numbers[1],
        mammals=numbers[2],
        markers=numbers[MARKERS],
        goals=tuple(None if points == NONE else points for points in numbers[GOAL_POINTS:]),
        goal_counts=counts,
        goal_now=_goal_now(state, other),
        hand_count=len(hand),
        hand_drawn=tuple(int(unseen.held[other * unseen.piles + pile]) for pile in piles(unseen)),
        hand_open=tuple(card for card in hand if state.is_in(OPEN, CARD_NUMBERS[card])),
        hand=tuple(_hand_card(state, other, card) for card in hand) if own else None,
        atlas=tuple(_space(state, other, place) for place in range(ATLAS) if state.spaces[other * ATLAS + place]),
        previews=(preview(state, other, 0, own), preview(state, other, 1, own)),
        points=points(state, other, shown),
        triassic_count=len(held),
        triassic=tuple(held) if own else None,
        pack_count=len(bits(pack, CARD_IDS)),
        pack=tuple(bits(pack, CARD_IDS)) if own else None,
        passed=tuple(bits(int(rules_imagine.passed_pack(state, other)), CARD_IDS)) if own else None,
        research=tuple(bits(research & 4095, RESEARCH_IDS)) if own else None,
        research_kept=(kept_research[0] if kept_research else None) if shown else None,
    )


def _goal_now(state: Span, seat: int) -> int:
    goal = int(state.goals[state.round - 1])
    counts = [int(state.goal_count(side, goal)) for side in range(state.variant.sides)]
    return int(goal_points(counts[seat] - min(counts)))


def _hand_card(state: Span, seat: int, name: str) -> HandCardView:
    card = CARD_NUMBERS[name]
    row = int(state.row_of(card)) * SPACES
    possible = bool(state.can_publish(seat, card, state.hand_size(seat)))
    parents = tuple(space_name(place) for place in range(row, row + SPACES) if state.can_evolve(seat, card, place))
    return HandCardView(
        card_view(state, card), possible, "" if possible else words.not_publishable(state, seat, card), parents
    )


def _space(state: Span, seat: int, place: int) -> SpaceView:
    space = int(state.spaces[seat * ATLAS + place])
    top, parent = (space & TOP) - 1, (space >> PARENT_AT & TOP) - 1
    points = int(state.deck.points[top])
    if parent >= 0 and not space >> HIGH_AT & 1:
        points += int(state.deck.points[parent])
    return _space_view(
        words.card_of(state, top),
        words.card_of(state, parent) if parent >= 0 else None,
        place,
        space,
        int(state.deck.eggs[top]),
        points,
    )


@lru_cache(maxsize=5_000)
def _space_view(top: Card, parent: Card | None, place: int, space: int, capacity: int, points: int) -> SpaceView:
    high = space >> HIGH_AT & 1
    visible = [top] if parent is None or high else [top, parent]
    return SpaceView(
        place=space_name(place),
        card=_card_view(top),
        parent=None if parent is None else _card_view(parent),
        overlay="" if parent is None else OVERLAYS[high],
        red=space >> RED_AT & 7,
        gold=space >> GOLD_AT,
        capacity=capacity,
        points=points,
        tags=tuple(sorted((card.tag for card in visible), key=TAGS.index)),
    )


def preview(state: Span, seat: int, row: int, own: bool) -> tuple[AbilityPreview, ...]:
    """What an Analyze of the row would activate, in order, as the table stands now."""
    found = []
    for place in range(row * SPACES, row * SPACES + SPACES):
        cards = words.visible_abilities(state, seat, place)
        for card in cards:
            first = int(state.deck.branch_at[card])
            ecosystem = words.card_of(state, card).ability.ecosystem
            found.append(
                AbilityPreview(
                    space_name(place),
                    CARD_IDS[card],
                    words.card_of(state, card).text,
                    any(state.can_do(seat, first + branch) for branch in range(state.branch_count(card)))
                    if own
                    else None,
                    "" if ecosystem is None else ecosystem_words(ecosystem),
                    len(cards) > 1,
                )
            )
    return tuple(found)


def _rival(state: Span) -> RivalView:
    return RivalView(
        tuple(pile_of(state, COLLECTION)),
        int(state.rival_study),
        int(state.rival_goals),
        int(state.rival_turns),
        int(state.goal_count(state.players, int(state.goals[state.round - 1]))),
        int(state.rival_score()),
    )


# --- What is hidden -----------------------------------------------------------------------------------------------


def secrets(state: Span, seat: int | None) -> dict[str, Any]:
    """Everything that the seat may not know, by name."""
    found: dict[str, Any] = {}
    hidden = footprint(state)[state.known :]
    if hidden:
        found["Footprint"] = hidden
    if reserve(state):
        found["Cretaceous reserve"] = reserve(state)
    for other in range(state.players):
        if other == seat:
            continue
        name = seat_name(other)
        hand = [card for card in hand_of(state, other) if not state.is_in(OPEN, CARD_NUMBERS[card])]
        if hand:
            found[f"hand of {name}"] = hand
        kept = int(state.secret[other * SECRET])
        if kept:
            found[f"Triassic cards of {name}"] = kept
        if state.secret[other * SECRET + 1]:
            found[f"pack of {name}"] = int(state.secret[other * SECRET + 1])
        if state.variant.research:
            found[f"Research of {name}"] = int(state.secret[other * SECRET + 2])
    return found
