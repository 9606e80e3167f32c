"""What a seat may know, built up from nothing, field by field; and how the game ended."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from mesozoic.games.dinospan import rules_imagine, words
from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import (
    CARD_IDS,
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
    TEETH,
    TEETH_AT,
)
from mesozoic.games.dinospan.notation import PHASES
from mesozoic.games.dinospan.pending import FRAMES, frames, task_of
from mesozoic.games.dinospan.position import last_move
from mesozoic.games.dinospan.preview import atlas, hand_card, open_preview, own_preview
from mesozoic.games.dinospan.result import points, result
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_imagine import NOBODY, Unseen
from mesozoic.games.dinospan.rules_scoring import goal_points
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    GOAL_POINTS,
    KEPT_AT,
    MARKERS,
    NONE,
    OPEN,
    SEAT,
    SECRET,
)
from mesozoic.games.dinospan.shown import (
    CardView,
    GoalView,
    ResearchView,
    RivalView,
    SeatView,
    View,
)
from mesozoic.games.dinospan.view_cards import card_view, space_view
from mesozoic.games.dinospan.zones import (
    CARD_NUMBERS,
    archive,
    bits,
    collection,
    footprint,
    hand_of,
    open_hand,
    piles,
    removed,
    reserve,
    returned,
    revealed,
)
from mesozoic.kernel.sharing import alike, shared
from mesozoic.kernel.state import seat_name

GOAL_CODES: Final = {
    "Size": (SIZE_AT, SIZES),
    "Continent": (CONT_AT, CONTINENTS),
    "Dentition": (TEETH_AT, TEETH),
    "Food": (FOOD_AT, FOODS),
}
"""Where the bits of a Goal's category begin, and what they stand for."""


def look(state: Span, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    seats = tuple(_seat(state, other, other == seat) for other in range(state.players))
    return View(seat=seat, seats=seats, printed=_printed(state, seats), research=_research(seats), **_middle(state))


@shared
def _unseen(state: Span) -> Unseen:
    return Unseen(state, NOBODY)


@shared
def _middle(state: Span) -> dict[str, Any]:
    """What lies in the middle, the same for all."""
    over = state.phase == moves.OVER
    unseen = _unseen(state)
    return {
        "phase": PHASES[state.phase],
        "round": int(state.round),
        "on_turn": int(state.on_turn),
        "first": int(state.first),
        "decision": words.decision(state),
        "last": last_move(state),
        "pending": tuple(
            f"{FRAMES[kind]} {seat_name(at)} {' '.join(map(str, numbers))}" for kind, at, numbers in frames(state)
        ),
        "key": card_view(state, int(state.key)),
        "goals": tuple(
            GoalView(
                number, GOAL_NAMES[goal], GOAL_CATEGORIES[goal], int(state.deck.percent[goal]), _goal_codes(int(goal))
            )
            for number, goal in enumerate(state.goals, 1)
        ),
        "hype": tuple(None if card == NONE else card_view(state, int(card)) for card in state.hype),
        "footprint_count": int(state.footprint_size),
        "footprint_known": tuple(footprint(state)[: state.known]),
        "reserve_count": len(reserve(state)),
        "archive": tuple(archive(state)),
        "returned": tuple(tuple(pile) for pile in returned(unseen)),
        "removed": tuple(removed(state)),
        "revealed": tuple(card_view(state, CARD_NUMBERS[card]) for card in revealed(state)),
        "task": task_of(state),
        "markers": int(state.variant.markers),
        "red_eggs": int(state.red),
        "gold_eggs": int(state.gold),
        "rival": _rival(state) if state.variant.solo else None,
        "result": result(state) if over else None,
    }


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
        named += collection(state)
    return tuple(card_view(state, CARD_NUMBERS[card]) for card in dict.fromkeys(named))


def _research(seats: tuple[SeatView, ...]) -> tuple[ResearchView, ...]:
    named = [card for seat in seats for card in (*(seat.research or ()), seat.research_kept) if card is not None]
    numbers = [RESEARCH_IDS.index(card) for card in dict.fromkeys(named)]
    return tuple(ResearchView(RESEARCH_IDS[at], RESEARCH_NAMES[at], RESEARCH_TEXTS[at]) for at in numbers)


@shared
def _seat(state: Span, other: int, own: bool) -> SeatView:
    """As its person sees it, or as everybody does."""
    shown = _open_seat(state, other)
    if not own:
        return _with_research(state, shown) if state.phase == moves.OVER and state.variant.research else shown
    pack, research = (int(state.secret[other * SECRET + field]) for field in (1, 2))
    return replace(
        _with_research(state, shown),
        hand=tuple(hand_card(state, other, card) for card in hand_of(state, other)),
        previews=(own_preview(state, other, 0), own_preview(state, other, 1)),
        triassic=tuple(bits(int(state.held(other)), CARD_IDS)),
        pack=tuple(bits(pack, CARD_IDS)),
        passed=tuple(bits(int(rules_imagine.passed_pack(state, other)), CARD_IDS)),
        research=tuple(bits(research & 4095, RESEARCH_IDS)),
    )


def _with_research(state: Span, shown: SeatView) -> SeatView:
    kept = bits(int(state.secret[shown.seat * SECRET + 2]) >> KEPT_AT, RESEARCH_IDS)
    return replace(shown, points=points(state, shown.seat, True), research_kept=kept[0] if kept else None)


def _in_the_open(state: Span, seat: int) -> tuple[Any, ...]:
    """All that everybody knows of a seat, in numbers."""
    return (
        tuple(state.seats[seat * SEAT : seat * SEAT + SEAT]),
        state.is_waiting_for(seat),
        int(state.round),
        _goal_counts(state),
        int(state.hand_size(seat)),
        _drawn(state)[seat],
        tuple(open_hand(state, seat)),
        atlas(state, seat),
        int(state.held(seat)).bit_count(),
        int(state.secret[seat * SECRET + 1]).bit_count(),
    )


@alike(_in_the_open)
def _open_seat(state: Span, seat: int) -> SeatView:
    numbers = [int(state.seats[seat * SEAT + field]) for field in range(SEAT)]
    return SeatView(
        seat=seat,
        name=seat_name(seat),
        to_decide=state.is_waiting_for(seat),
        plants=numbers[0],
        trees=numbers[1],
        mammals=numbers[2],
        markers=numbers[MARKERS],
        goals=tuple(None if points == NONE else points for points in numbers[GOAL_POINTS:]),
        goal_counts=tuple(sides[seat] for sides in _goal_counts(state)),
        goal_now=_goal_now(state, seat, int(state.round) - 1),
        goals_now=tuple(_goal_now(state, seat, at) for at in range(len(state.goals))),
        hand_count=int(state.hand_size(seat)),
        hand_drawn=_drawn(state)[seat],
        hand_open=tuple(open_hand(state, seat)),
        hand=None,
        atlas=tuple(space_view(state, seat, place) for place in range(ATLAS) if state.spaces[seat * ATLAS + place]),
        previews=(open_preview(state, seat, 0), open_preview(state, seat, 1)),
        points=points(state, seat, False),
        triassic_count=int(state.held(seat)).bit_count(),
        triassic=None,
        pack_count=int(state.secret[seat * SECRET + 1]).bit_count(),
        pack=None,
        passed=None,
        research=None,
        research_kept=None,
    )


@shared
def _drawn(state: Span) -> tuple[tuple[int, ...], ...]:
    """Of each seat: from which piles the hand cards came that not everybody knows."""
    unseen = _unseen(state)
    from_piles = piles(unseen)
    return tuple(
        tuple(int(unseen.held[seat * unseen.piles + pile]) for pile in from_piles) for seat in range(state.players)
    )


@shared
def _goal_counts(state: Span) -> tuple[tuple[int, ...], ...]:
    """How many cards count for each Goal, by sides."""
    return tuple(
        tuple(int(state.goal_count(side, int(goal))) for side in range(state.variant.sides)) for goal in state.goals
    )


def _goal_now(state: Span, seat: int, at: int) -> int:
    counts = _goal_counts(state)[at]
    return int(goal_points(counts[seat] - min(counts)))


def _rival(state: Span) -> RivalView:
    counts = tuple(sides[state.players] for sides in _goal_counts(state))
    return RivalView(
        collection=tuple(collection(state)),
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
