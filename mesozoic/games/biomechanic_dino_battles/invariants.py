"""The laws of ledger section 10 that every state keeps, and every decision."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles import cards
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import D, P, W, Z
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.kernel.bits import bit, has
from mesozoic.kernel.state import Moves

OPTIONS: Final = Moves()
"""Where ``check`` looks at the options; never kept."""


def check(state: Battle) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    check_dino_copies(state)
    check_offering(state)
    seat: i64 = 0
    while seat < state.seat_count:
        check_line_up(state, seat)
        check_hand(state, seat)
        check_deck(state, seat)
        check_play_area(state, seat)
        seat += 1
    check_attached(state)
    check_turn(state)
    check_end(state)


def check_step(before: Battle, after: Battle) -> None:
    """Raise AssertionError, naming the law, if what one decision has changed breaks one."""
    kind: i64 = 0
    while kind < cards.KINDS:
        assert after.supply[kind] <= before.supply[kind], "no stack of the supply grows"
        kind += 1
    at: i64 = 0
    while at < len(after.purgatory):
        assert after.purgatory[at] >= before.purgatory[at], "nothing comes back from Purgatory"
        at += 1
    at = 0
    while at < len(after.trophies):
        assert after.trophies[at] >= before.trophies[at], "nobody loses a trophy"
        at += 1
    assert before.round <= after.round <= before.round + 1, "one round follows the other"
    if after.on_turn != before.on_turn and after.phase == moves.ACTION:
        check_cleanup(after, before.on_turn)


def check_cleanup(state: Battle, seat: i64) -> None:
    """The seat's turn has just ended, and the next has begun."""
    owned = state.hand_count(seat) + state.deck_size(seat)
    kind: i64 = 0
    while kind < cards.KINDS:
        owned += state.count(table.DISCARD, seat, kind)
        kind += 1
    full = state.variant.hand_size
    if owned < full:
        full = owned
    assert state.hand_count(seat) == full, "after the cleanup the hand is full"
    other: i64 = 0
    while other < state.seat_count:
        at = other * table.SEAT + table.IN_PLAY
        assert state.seats[at] == 0, "after the cleanup the play areas are empty"
        other += 1
    at = 0
    while at < len(state.rows):
        field: i64 = table.MORE_ATK
        while field <= table.ASSISTED:
            assert state.rows[at + field] == 0, "after the cleanup no modifier is left"
            field += 1
        at += table.ROW


# --- Cards and dinos: each is somewhere, exactly once --------------------------------------------------------------


def check_cards(state: Battle) -> None:
    found = vec[i64]([0] * cards.KINDS)
    counts = state.counts
    kind: i64 = 0
    while kind < cards.KINDS:
        assert state.supply[kind] >= 0, "no stack holds less than nothing"
        found[kind] = state.supply[kind] + state.purgatory[kind]
        kind += 1
    zone: i64 = table.HAND
    while zone <= table.PLAYED:
        at = zone * state.seat_count * cards.KINDS
        end = at + state.seat_count * cards.KINDS
        kind = 0
        while at < end:
            number = counts[at]
            assert number >= 0, "no zone holds less than nothing"
            found[kind] += number
            at += 1
            kind += 1
            if kind == cards.KINDS:
                kind = 0
        zone += 1
    seat: i64 = 0
    while seat < state.seat_count:
        at = seat * state.variant.most_cards
        end = at + state.deck_size(seat)
        while at < end:
            found[state.decks[at]] += 1
            at += 1
        seat += 1
    at = 0
    while at < len(state.attached):
        found[table.kind_of(state.attached[at])] += 1
        at += 1
    kind = 0
    while kind < cards.KINDS:
        assert found[kind] == whole(state, kind), f"the cards of kind {kind} are all there"
        kind += 1


def whole(state: Battle, kind: i64) -> i64:
    """How many cards of a kind the game has (Table 1, BD-R3)."""
    variant = state.variant
    starting = table.STARTING_COPIES * state.seat_count
    if kind < cards.COMBAT_KINDS:
        return starting + variant.combat_stack
    if kind == W:
        return starting + variant.wound_stack
    if kind == P:
        return variant.poison_stack
    if kind == Z:
        return variant.paralyze_stack
    if has(state.chosen_stacks, kind):
        return variant.stacks[kind]
    return 0


def check_dino_copies(state: Battle) -> None:
    found = vec[i64]([0] * cards.DINO_KINDS)
    at: i64 = state.dinos_shown
    while at < len(state.dino_deck):
        found[state.dino_deck[at]] += 1
        at += 1
    at = 0
    while at < table.OFFERED:
        if state.offering[at] != NONE:
            found[state.offering[at]] += 1
        at += 1
    at = table.KIND
    while at < len(state.rows):
        if state.rows[at] != 0:
            found[state.rows[at] - 1] += 1
        at += table.ROW
    kind: i64 = 0
    while kind < cards.DINO_KINDS:
        number = found[kind] + state.purgatory[cards.KINDS + kind]
        at = kind
        while at < len(state.trophies):
            number += state.trophies[at]
            at += cards.DINO_KINDS
        copies: i64 = 0
        if has(state.chosen_dinos, kind):
            copies = state.variant.copies[kind]
        assert number == copies, f"the dinos of kind {kind} are all there"
        kind += 1


def check_offering(state: Battle) -> None:
    if state.phase != moves.ACTION:
        return
    offered: i64 = 0
    slot: i64 = 0
    while slot < table.OFFERED:
        if state.offering[slot] != NONE:
            assert offered == slot, "the Offering has no gaps between turns"
            offered += 1
        slot += 1
    is_full = offered == table.OFFERED or state.dinos_shown == len(state.dino_deck)
    assert is_full, "the Offering is full while the Dino Deck is not empty"


# --- Dinos in play ------------------------------------------------------------------------------------------------


def check_line_up(state: Battle, seat: i64) -> None:
    placed: i64 = 0
    bench: i64 = 0
    place: i64 = 0
    while place < table.LINE:
        row = state.row_at(seat, place)
        if row != NONE:
            assert seat * table.LINE <= row < (seat + 1) * table.LINE, "every dino in play has one place"
            assert not has(placed, row), "every dino in play has one place"
            placed |= bit(row)
            if place > 0:
                assert bench == place - 1, "the Bench has no gaps"
                bench += 1
        place += 1
    row = seat * table.LINE
    while row < (seat + 1) * table.LINE:
        at = row * table.ROW + table.KIND
        assert has(placed, row) == (state.rows[at] != 0), "every dino in play has one place"
        if state.rows[at] != 0:
            check_dino(state, seat, row)
        row += 1
    if bench > 0 and state.row_at(seat, 0) == NONE and state.phase != moves.OVER:
        assert waits_for_promotion(state, seat), "a Bench without an active dino waits for a promotion"


def waits_for_promotion(state: Battle, seat: i64) -> bool:
    at: i64 = 0
    while at < state.frame_size:
        if state.frames[at + moves.WHAT] == moves.PROMOTE and state.frames[at + moves.WHO] == seat:
            return True
        at += moves.FRAME
    return False


def check_dino(state: Battle, seat: i64, row: i64) -> None:
    hurt = state.damage_on(row)
    is_alive = 0 <= hurt < state.arsenal.dino_hp[state.kind_at(row)]
    assert is_alive and hurt % table.STEP == 0, "damage in steps of 5, below the HP"
    kinds: i64 = 0
    pool: i64 = 0
    at: i64 = 0
    while at < len(state.attached):
        card = state.attached[at]
        if table.row_of(card) == row:
            kind = table.kind_of(card)
            kinds |= bit(kind)
            if kind <= D:
                pool += bit(8 * kind)
        at += 1
    assert state.attached_kinds(row) == kinds, "a dino knows what is attached to it"
    assert state.pool_on(row) == pool, "so are its Combat cards"
    check_modifier(state, seat, row, table.MORE_ATK, "atk")
    check_modifier(state, seat, row, table.MORE_EVA, "eva")
    check_modifier(state, seat, row, table.MORE_DEF, "def")
    check_modifier(state, seat, row, table.MORE_DAMAGE, "damage")
    if state.rows[row * table.ROW + table.ASSISTED] != 0:
        can_assist = state.variant.assist_powers and state.arsenal.assist_cost[state.kind_at(row)] >= 0
        is_own = seat == state.on_turn
        assert is_own and can_assist, "only dinos with an Assist Power assist, in the turn of their player"


def check_modifier(state: Battle, seat: i64, row: i64, field: i64, verb: str) -> None:
    """BD-R17, BD-R26, BD-37: as the cards give them, and in whose turn."""
    value = state.rows[row * table.ROW + field]
    if value == 0:
        return
    steps: dict[str, int] = state.variant.table.steps
    step: i64 = steps[verb]
    assert step != 0, f"no card gives more {verb}"
    assert value > 0 and value % step == 0, f"modifiers only help, this one in steps of {step}"
    if seat != state.on_turn:
        assert field in (table.MORE_EVA, table.MORE_DEF), "ATK and damage rise only in the own turn"


def check_attached(state: Battle) -> None:
    at: i64 = 0
    while at < len(state.attached):
        card = state.attached[at]
        kind = table.kind_of(card)
        assert kind < W or kind > Z, "no Status card is attached"
        assert state.kind_at(table.row_of(card)) >= 0, "cards are attached to dinos in play"
        at += 1


# --- What a seat has ----------------------------------------------------------------------------------------------


def check_hand(state: Battle, seat: i64) -> None:
    held: i64 = 0
    kinds: i64 = 0
    at = state.zone(table.HAND, seat)
    kind: i64 = 0
    while kind < cards.KINDS:
        number = state.counts[at + kind]
        if number != 0:
            held += number
            kinds |= bit(kind)
        kind += 1
    assert held == state.hand_count(seat), "the hand is counted right"
    assert kinds == state.held_kinds(seat), "the kinds in the hand are known"
    assert state.paralysis(seat) >= 0, "paralysis is never negative"
    at = seat * table.SEAT
    assert state.seats[at + table.POISONER] != seat, "nobody poisons himself"
    if seat != state.on_turn:
        assert state.seats[at + table.LINGERING] == 0, "Paralyze is shaken off or purged in the own turn"


def check_deck(state: Battle, seat: i64) -> None:
    at = state.zone(table.SHUFFLED, seat)
    left = state.counts[at : at + cards.KINDS]
    items: i64 = 0
    at = seat * state.variant.most_cards
    end = at + state.deck_size(seat)
    while at < end:
        kind = state.decks[at]
        left[kind] -= 1
        assert left[kind] >= 0, "a deck holds only what was shuffled into it"
        if kind >= cards.FIRST_ITEM:
            items += 1
        at += 1
    at = 0
    while at < len(state.attached):
        card = state.attached[at]
        if table.kind_of(card) >= cards.FIRST_ITEM and table.seat_of(card) == seat:
            items += 1
        at += 1
    kind = cards.FIRST_ITEM
    while kind < cards.KINDS:
        items += state.count(table.HAND, seat, kind) + state.count(table.DISCARD, seat, kind)
        items += state.count(table.PLAYED, seat, kind)
        kind += 1
    at = seat * table.SEAT + table.ITEMS_OWNED
    assert items == state.seats[at], "items are counted right"


def check_play_area(state: Battle, seat: i64) -> None:
    in_play: i64 = 0
    at = state.zone(table.PLAYED, seat)
    kind: i64 = 0
    while kind < cards.KINDS:
        number = state.counts[at + kind]
        if number != 0:
            assert kind >= cards.FIRST_STRATEGY, "only strategies and items are played"
            assert seat == state.on_turn or kind >= cards.FIRST_ITEM, "strategies are played in the own turn"
            in_play += number
        kind += 1
    assert in_play == state.seats[seat * table.SEAT + table.IN_PLAY], "the cards in play are counted right"
    trophies: i64 = 0
    at = seat * cards.DINO_KINDS
    end = at + cards.DINO_KINDS
    while at < end:
        trophies += state.trophies[at]
        at += 1
    assert trophies == state.score(seat), "trophies are counted right"


# --- The turn and the end -----------------------------------------------------------------------------------------


def check_turn(state: Battle) -> None:
    allowed = state.strategies >= 0 and state.attaches >= 0 and state.buys >= 0
    assert allowed, "allowances are never negative"
    assert state.combat_used <= 1 + state.combat_bonus, "no more Combat Moves than allowed"
    assert 1 <= state.round <= state.variant.round_limit, "the round limit holds"


def check_end(state: Battle) -> None:
    won = False
    seat: i64 = 0
    while seat < state.seat_count:
        if state.score(seat) >= state.variant.trophies_to_win:
            won = True
        seat += 1
    if state.phase != moves.OVER:
        assert state.ending == 0, "an ending belongs to the end"
        assert not won and state.supply[W] > 0, "the game goes on only while it is not decided"
        check_options(state)
        return
    assert state.frame_size == 0, "nothing is pending after the end"
    if state.ending == table.BY_TROPHIES:
        assert won, "trophies end the game only if there are enough"
    elif state.ending == table.BY_WOUNDS:
        assert state.supply[W] == 0 and not won, "Wounds end the game only when their stack is empty"
    else:
        is_last = state.ending == table.BY_LIMIT and state.round == state.variant.round_limit
        assert is_last, "the limit ends the last round"


def check_options(state: Battle) -> None:
    """Who decides has a move, and the neutral one where there is one."""
    try:
        state.list_moves(state.turn(), OPTIONS)
    except IndexError:
        raise AssertionError("what is pending fits the table") from None
    assert OPTIONS.count > 0, "who decides has a move"
    neutral: i64 = 0
    pending = state.pending()
    if pending == moves.DEFENCE or pending >= moves.DECLARED:
        neutral = moves.PASS
    elif pending == 0:
        neutral = moves.PASS
        if state.phase == moves.ACTION:
            neutral = moves.END_ACTIONS
        elif state.phase != moves.REACTION:
            neutral = moves.DONE
    if neutral != 0:
        at: i64 = 0
        while at < OPTIONS.count and moves.kind_of(OPTIONS.codes[at]) != neutral:
            at += 1
        assert at < OPTIONS.count, "nobody has to do something else than to end, to be done or to pass"
