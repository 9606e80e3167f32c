"""Whether the parts of a position fit together: a game must be able to come to it and to go on from it."""

from __future__ import annotations

from mesozoic.games.dinospan import rules_imagine
from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.cards import CARD_IDS, ORDER_BITS, RESEARCH_IDS
from mesozoic.games.dinospan.notation import PHASES
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import (
    ATLAS,
    KEPT_AT,
    MARKERS,
    NONE,
    ROUNDS,
    SEAT,
    SECOND_AT,
    SECRET,
    SPACES,
    TOP,
)
from mesozoic.games.dinospan.zones import CARD_NUMBERS, bits, hand_of
from mesozoic.kernel.bits import count
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.state import Moves, seat_name


def check_phase(state: Span) -> None:
    """Everybody holds what belongs to the phase."""
    if (state.phase < moves.PLAY and state.round != 1) or (state.phase == moves.OVER and state.round != ROUNDS):
        raise BadOptions(f"The phase {PHASES[state.phase]!r} does not belong to Round {state.round}.")
    if state.round == 1:  # DS-51: the token moves after it
        check_first(state.setup, int(state.first))
    if state.phase < moves.TRIASSIC and state.on_turn != state.first:
        raise BadOptions("Before the phase 'triassic' on_turn is the First Player, who begins it.")
    _check_research(state)
    for seat in range(state.players):
        if state.phase < moves.PLAY and state.seats[seat * SEAT + MARKERS] != state.variant.markers:
            raise BadOptions("Nobody has used a marker before the first round.")
        _check_triassic(state, seat)
    if state.phase < moves.TRIASSIC and not state.anybody_chooses():
        raise BadOptions("In this position nobody is left to choose.")


def check_first(setup: Setup, first: int) -> None:
    """DS-07, DS-66: who begins the first round."""
    if first >= setup.players:
        raise BadOptions("The Rival is not First Player in the first round.")
    if setup.options["first_player"] not in ("random", first):
        raise BadOptions(f"{seat_name(first)} is First Player here, but the option first_player says otherwise.")


def _check_research(state: Span) -> None:
    dealt: list[str] = []
    for seat in range(state.players):
        research = int(state.secret[seat * SECRET + 2])
        mine, kept = bits(research & 4095, RESEARCH_IDS), bits(research >> KEPT_AT, RESEARCH_IDS)
        dealt += mine
        if len(mine) != (2 if state.variant.research else 0):
            raise BadOptions("With personal_research everybody was dealt two Research cards, otherwise nobody.")
        if state.variant.research and state.phase > moves.RESEARCH and not kept:
            raise BadOptions("After the phase 'research' everybody keeps a Research card.")
    if state.phase == moves.RESEARCH and not state.variant.research:
        raise BadOptions("There is no phase 'research' without personal_research.")
    if len(set(dealt)) < len(dealt):
        raise BadOptions("A Research card is dealt once.")


def _check_triassic(state: Span, seat: int) -> None:
    """DS-10, DS-11, DS-62: how many cards a seat holds, and where it stands in the publication."""
    kept = int(state.secret[seat * SECRET])
    first, second = bits(kept & 65535, CARD_IDS), bits(kept >> SECOND_AT, CARD_IDS)
    pack = bits(int(state.secret[seat * SECRET + 1]), CARD_IDS)
    dealt = 3 if state.players == 5 else 4
    if state.variant.triassic != "draft":
        dealt = 0
        if state.phase in (moves.DRAFT_1, moves.DRAFT_2):
            raise BadOptions("There is no draft without triassic_setup = draft.")
    if state.phase == moves.TRIASSIC:
        fits = len(pack) == max(0, dealt - 2) and _fits_publication(state, seat, first, second)
    else:
        fits = (len(first), len(second), len(pack)) in _holdings(state.phase, dealt)
    if state.phase < moves.TRIASSIC and (hand_of(state, seat) or _filled(state, seat)):
        fits = False
    if not fits:
        raise BadOptions(f"Seat {seat + 1} does not hold what it would hold in the phase {PHASES[state.phase]!r}.")


def _holdings(phase: int, dealt: int) -> set[tuple[int, int, int]]:
    """How many Triassic cards a seat may have kept at first and in the second draft, and how many lie in its pack.

    ``dealt`` is how many it drafts from, 0 without a draft.
    """
    if phase in (moves.PLAY, moves.OVER):
        return {(0, 0, 0)}
    if not dealt:
        return {(2, 0, 0)}
    return {
        moves.RESEARCH: {(0, 0, dealt)},
        moves.DRAFT_1: {(0, 0, dealt), (1, 0, dealt - 1)},
        moves.DRAFT_2: {(1, 0, dealt - 1), (1, 1, dealt - 2)},
    }[phase]


def _filled(state: Span, seat: int) -> list[int]:
    """The spaces of the seat on which something lies."""
    return [place for place in range(ATLAS) if state.spaces[seat * ATLAS + place]]


def _fits_publication(state: Span, seat: int, first: list[str], second: list[str]) -> bool:
    """One after the other, from the First Player: done, at it, or still to come."""
    held = first + second
    before = (seat - int(state.first)) % state.players - (int(state.on_turn) - int(state.first)) % state.players
    filled = _filled(state, seat)
    fits = len(held) + len(filled) == 2 and set(filled) <= {0, SPACES}
    if before < 0:
        fits = fits and not held
    elif before > 0 or state.frame_size == 0:
        fits = fits and len(held) == 2
    else:
        fits = fits and len(held) < 2
    if state.variant.triassic == "draft":
        return fits and len(first) < 2 and len(second) < 2
    if state.variant.triassic == "first_game":
        orders = [int(state.deck.traits[CARD_NUMBERS[card]]) & ORDER_BITS for card in held]
        orders += [
            int(state.deck.traits[(int(state.spaces[seat * ATLAS + at]) & TOP) - 1]) & ORDER_BITS for at in filled
        ]
        fits = fits and sorted(orders) == [1, 2]
    return fits and not second


def check_choice(state: Span) -> None:
    """Somebody can move, and is asked nothing that answers itself."""
    if state.is_over:
        return
    if state.phase == moves.TRIASSIC and state.frame_size == 0 and count(state.held(state.on_turn)) != 2:
        raise BadOptions("In the phase 'triassic' the seat on turn has two cards, or something is pending.")
    for seat in state.to_move:
        out = Moves()
        state.list_moves(seat, out)
        if out.count == 0 or (out.count == 1 and _answers_itself(state, out.codes[0])):
            raise BadOptions("In this position there is nothing to choose: a single option resolves by itself.")
    if not rules_imagine.is_met(state, rules_imagine.asked_for(state, NONE)):
        raise BadOptions("What is pending asks for hand cards that are not there.")


def _answers_itself(state: Span, code: int) -> bool:
    return state.frame_size > 0 and bool(state.answers_itself(state.top(0), code))
