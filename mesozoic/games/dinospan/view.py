"""What a seat may know, built up from nothing, field by field; and how the game ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from mesozoic.games.dinospan import rules_imagine, words
from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.abilities import ecosystem_words
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
    CARDS,
    CONT_AT,
    CONTINENTS,
    FOOD_AT,
    FOODS,
    GOAL_CATEGORIES,
    GOAL_MASKS,
    GOAL_NAMES,
    RESEARCH_IDS,
    RESEARCH_NAMES,
    RESEARCH_TEXTS,
    SIZE_AT,
    SIZES,
    STEP,
    TAGS,
    TEETH,
    TEETH_AT,
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

GOAL_CODES: Final = {
    "Size": (SIZE_AT, SIZES),
    "Continent": (CONT_AT, CONTINENTS),
    "Dentition": (TEETH_AT, TEETH),
    "Food": (FOOD_AT, FOODS),
}
"""Where the bits of a Goal's category begin, and what they stand for."""


@dataclass(frozen=True, slots=True)
class CardView:
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


@dataclass(frozen=True, slots=True)
class OverlayView:
    """What a space would be with the card laid LOW or HIGH over its Parent (DS-25, DS-26)."""

    points: int
    tags: tuple[str, ...]
    abilities: tuple[str, ...]
    """The cards whose abilities an Analyze would then activate."""


@dataclass(frozen=True, slots=True)
class EvolutionView:
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


@dataclass(frozen=True, slots=True)
class HandCardView:
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
    counts: tuple[int, ...]
    """What each "for each" of the ability comes to now, in the order of its steps; the table's numbers elsewhere."""


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


@dataclass(frozen=True, slots=True)
class GoalView:
    round: int
    name: str
    category: str
    percent: int
    codes: tuple[str, ...]
    """The codes of its category that count."""


@dataclass(frozen=True, slots=True)
class ResearchView:
    """A Personal Research card that the reader may see."""

    id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TaskView:
    """What the present decision belongs to."""

    kind: str
    """``card``, ``method``, ``overlay`` and so on as in ``pending``; empty for a whole action."""
    seat: int
    card: str
    """The card that is published, or whose ability runs, as far as the pending frames tell."""
    place: str
    """The space that is chosen, or where the marker stands."""
    number: int
    """How many are still to come."""
    must: bool
    """May it not be left undone (DS-R45)?"""


@dataclass(frozen=True, slots=True)
class RivalView:
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


def look(state: Span, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    over = state.phase == moves.OVER
    unseen = Unseen(state, NOBODY)
    seats = tuple(_seat(state, other, seat, unseen) for other in range(state.players))
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
            GoalView(
                number, GOAL_NAMES[goal], GOAL_CATEGORIES[goal], int(state.deck.percent[goal]), _goal_codes(int(goal))
            )
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
        printed=_printed(state, seats),
        research=_research(seats),
        task=_task(state),
        markers=int(state.variant.markers),
        red_eggs=int(state.red),
        gold_eggs=int(state.gold),
        seats=seats,
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


def _goal_codes(goal: int) -> tuple[str, ...]:
    start, codes = GOAL_CODES[GOAL_CATEGORIES[goal]]
    return tuple(code for at, code in enumerate(codes) if int(GOAL_MASKS[goal]) >> start + at & 1)


def _printed(state: Span, seats: tuple[SeatView, ...]) -> tuple[CardView, ...]:
    """Cards of the Archive, on top of the Footprint, of the draft, of the Rival, and hand cards that all have seen."""
    named = [*archive(state), *footprint(state)[: state.known]]
    for seat in seats:
        named += [*(seat.triassic or ()), *(seat.pack or ()), *(seat.passed or ())]
        named += seat.hand_open if seat.hand is None else ()
    if state.variant.solo:
        named += pile_of(state, COLLECTION)
    return tuple(card_view(state, CARD_NUMBERS[card]) for card in dict.fromkeys(named))


def _research(seats: tuple[SeatView, ...]) -> tuple[ResearchView, ...]:
    named = [card for seat in seats for card in (*(seat.research or ()), seat.research_kept) if card is not None]
    numbers = [RESEARCH_IDS.index(card) for card in dict.fromkeys(named)]
    return tuple(ResearchView(RESEARCH_IDS[at], RESEARCH_NAMES[at], RESEARCH_TEXTS[at]) for at in numbers)


def _task(state: Span) -> TaskView | None:
    """The frame that asks; its card and space are looked up in the frames below it. All of it is public."""
    if not state.frame_size:
        return None
    frames = [_frame(state, at) for at in range(int(state.frame_size) - FRAME, -1, -FRAME)]
    kind, seat, *numbers = frames[0]
    names_space = {moves.OVERLAY: 1, moves.EGG_PAID: 1, moves.ORDER: 0}
    place = numbers[names_space[kind]] if kind in names_space else _marker(frames)
    must = {moves.CULLING: 1, moves.SWAPPING: 2}
    return TaskView(
        kind=FRAMES[kind],
        seat=seat,
        card=_asking_card(state, frames),
        place="" if place < 0 else space_name(place),
        number=numbers[0] if kind in _COUNTED else 0,
        must=kind in must and numbers[must[kind]] == 1,
    )


_COUNTED: Final = frozenset(
    {moves.PAY_CARD, moves.RESOURCE, moves.SOURCE, moves.LAY, moves.UPGRADE, moves.TAKE, moves.CHURNING}
)
_NAMES_CARD: Final = frozenset({moves.METHOD, moves.OVERLAY, moves.EGG_PAID, moves.BRANCH})
_NAMES_STEP: Final = {moves.STEPS: 1, moves.SWAPPING: 0, moves.CULLING: 0}
"""Which of its numbers is a step of the running ability, or the end of its steps."""


def _frame(state: Span, at: int) -> list[int]:
    return [int(state.frames[at + field]) for field in range(FRAME)]


def _marker(frames: list[list[int]]) -> int:
    """The space that an Analyze has reached; -1 if none is under way."""
    return next((row * SPACES + after - 1 for kind, _, row, after, *_ in frames if kind == moves.WALK and after), -1)


def _asking_card(state: Span, frames: list[list[int]]) -> str:
    """Frames from the top: the first that names a card or one of its steps, within the running ability."""
    top, under = frames[0], frames[1] if len(frames) > 1 else None
    if top[0] in _NAMES_CARD:
        return CARD_IDS[top[2]]
    if top[0] == moves.PAY_CARD and under is not None and under[0] == moves.ABILITY:
        return CARD_IDS[under[2]]
    for kind, _, *numbers in frames:
        if kind in _NAMES_STEP:
            step = numbers[_NAMES_STEP[kind]] - (kind == moves.STEPS)
            return CARD_IDS[_card_of_step(state, step)]
        if kind in (moves.REFRESH, moves.WALK, moves.END_TURN) and top[0] != moves.CHURNING:
            break
    return ""


def _card_of_step(state: Span, step: int) -> int:
    deck = state.deck
    return next(card for card in range(CARDS) if step < int(deck.branches[int(deck.branch_at[card + 1])]))


def card_view(state: Span, card: int) -> CardView:
    return _card_view(words.card_of(state, card))


@lru_cache(maxsize=2000)
def _card_view(found: Card) -> CardView:
    return CardView(
        id=found.id,
        name=found.name,
        genus=found.genus,
        era=found.era,
        order=found.order,
        family=found.family,
        hemisphere=found.hemisphere,
        continent=found.continent,
        country=found.country,
        length=found.length_m,
        size=found.size,
        teeth=found.teeth,
        food=found.food,
        tag=found.tag,
        cost=found.cost_text,
        costs=found.cost,
        pp=found.pp,
        eggs=found.eggs,
        text=found.text,
        ability=found.notation,
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
        goal_now=_goal_now(state, other, int(state.round) - 1),
        goals_now=tuple(_goal_now(state, other, at) for at in range(len(state.goals))),
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


def _goal_now(state: Span, seat: int, at: int) -> int:
    goal = int(state.goals[at])
    counts = [int(state.goal_count(side, goal)) for side in range(state.variant.sides)]
    return int(goal_points(counts[seat] - min(counts)))


def _hand_card(state: Span, seat: int, name: str) -> HandCardView:
    card = CARD_NUMBERS[name]
    row = int(state.row_of(card)) * SPACES
    hand = int(state.hand_size(seat))
    founds = bool(state.can_found(seat, card, hand))
    parents = [place for place in range(row, row + SPACES) if state.can_evolve(seat, card, place)]
    possible = founds or bool(parents)
    return HandCardView(
        card=card_view(state, card),
        can_publish=possible,
        why_not="" if possible else words.not_publishable(state, seat, card),
        short="" if possible else _short_reason(state, seat, card),
        new_genus=space_name(row + int(state.row_length(seat, row // SPACES))) if founds else "",
        left=_after_paying(state, seat, card, hand) if founds else None,
        parents=tuple(map(space_name, parents)),
        evolutions=tuple(_evolution(state, seat, card, place) for place in parents),
    )


def _after_paying(state: Span, seat: int, card: int, hand: int) -> tuple[int, int, int, int]:
    """DS-17, DS-18: the card itself leaves the hand too."""
    plants, trees, mammals, cards = words.card_of(state, card).cost
    have = [int(state.seats[seat * SEAT + resource]) for resource in range(3)]
    return have[0] - plants, have[1] - trees, have[2] - mammals, hand - 1 - cards


def _short_reason(state: Span, seat: int, card: int) -> str:
    """``2 Trees short; no egg on Eocursor``."""
    found = _RULES.sub("", words.no_new_genus(state, seat, card)).replace(" missing for a New Genus", " short")
    found = _SINGLE.sub(r"1 \1", found)
    row = int(state.row_of(card)) * SPACES
    kin = [
        words.card_of(state, words.top_card(state, seat, place)).genus
        for place in range(row, row + SPACES)
        if state.spaces[seat * ATLAS + place]
        and not words.is_stack(state, seat, place)
        and state.is_link(words.top_card(state, seat, place), card)
    ]
    return f"{found}; {f'no egg on {kin[0]}' if kin else 'no Parent'}"


_RULES: Final = re.compile(r" \(DS-[^)]*\)")
_SINGLE: Final = re.compile(r"\b1 (Plant|Tree|Mammal)s\b")


def _evolution(state: Span, seat: int, card: int, place: int) -> EvolutionView:
    now = _space(state, seat, place)
    top, parent = words.card_of(state, card), words.card_of(state, words.top_card(state, seat, place))
    both = tuple(sorted((top.tag, parent.tag), key=TAGS.index))
    return EvolutionView(
        place=space_name(place),
        parent=parent.id,
        low=OverlayView(top.pp + parent.pp, both, (top.id,)),
        high=OverlayView(top.pp, (top.tag,), (top.id, parent.id)),
        points_now=now.points,
        red=now.red,
        gold=now.gold,
        eggs_lost=max(0, now.red + now.gold - 1 - top.eggs),
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
                    _counts(state, seat, card),
                )
            )
    return tuple(found)


def _counts(state: Span, seat: int, card: int) -> tuple[int, ...]:
    """What the steps of an ability come to now (DS-47); the Atlas is public."""
    deck = state.deck
    last = int(deck.branch_at[card]) + int(state.branch_count(card))
    steps = range(int(deck.branches[int(deck.branch_at[card])]), int(deck.branches[last]))
    return tuple(int(state.amount(seat, step * STEP)) for step in steps)


def _rival(state: Span) -> RivalView:
    counts = tuple(int(state.goal_count(state.players, int(goal))) for goal in state.goals)
    return RivalView(
        collection=tuple(pile_of(state, COLLECTION)),
        study=int(state.rival_study),
        goals=int(state.rival_goals),
        turns=int(state.rival_turns),
        goal_count=counts[state.round - 1],
        goal_counts=counts,
        goals_now=tuple(_goal_now(state, state.players, at) for at in range(len(counts))),
        points=int(state.rival_score()),
        card_points=int(state.rival_score()) - int(state.rival_study) - int(state.rival_goals),
        level=int(state.variant.level),
        next_turn=("publish", "analyze")[int(state.rival_turns) % 2],
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
