"""The laws of ledger section 10 that every state keeps."""

from __future__ import annotations

from typing import Final

from mesozoic.games.biomechanic_dino_battles import cards
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import D, P, W, Z
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.kernel.bits import has
from mesozoic.kernel.state import Moves

MODIFIERS: Final = {"atk": table.MORE_ATK, "eva": table.MORE_EVA, "def": table.MORE_DEF, "damage": table.MORE_DAMAGE}
"""The modifiers of a dino by the verbs that give them."""


def check(state: Battle) -> None:
    """Raise AssertionError, naming the law, if one is broken."""
    check_cards(state)
    check_dino_copies(state)
    for seat in range(state.players):
        check_line_up(state, seat)
        check_seat(state, seat)
    check_turn(state)
    check_end(state)


def check_cards(state: Battle) -> None:
    """Every card is somewhere, exactly once."""
    found = [int(state.supply[kind]) + int(state.purgatory[kind]) for kind in range(cards.KINDS)]
    for seat in range(state.players):
        for zone in (table.HAND, table.DISCARD, table.PLAYED):
            for kind in range(cards.KINDS):
                number = int(state.count(zone, seat, kind))
                assert number >= 0, "no zone holds less than nothing"
                found[kind] += number
        for kind in state.deck_order(seat):
            found[kind] += 1
    for card in state.attached:
        found[table.kind_of(card)] += 1
    for kind in range(cards.KINDS):
        assert found[kind] == whole(state, kind), f"the cards of kind {kind} are all there"
    assert all(state.supply[kind] >= 0 for kind in range(cards.KINDS)), "no stack holds less than nothing"


def whole(state: Battle, kind: int) -> int:
    """How many cards of a kind the game has (Table 1, BD-R3)."""
    variant = state.variant
    starting = table.STARTING_COPIES * state.players
    if kind < cards.COMBAT_KINDS:
        return starting + int(variant.combat_stack)
    if kind == W:
        return starting + int(variant.wound_stack)
    if kind in (P, Z):
        return int(variant.poison_stack if kind == P else variant.paralyze_stack)
    return int(variant.stacks[kind]) if has(state.chosen_stacks, kind) else 0


def check_dino_copies(state: Battle) -> None:
    found = [int(state.purgatory[cards.KINDS + kind]) for kind in range(cards.DINO_KINDS)]
    for kind in list(state.dino_deck)[state.dinos_shown :] + [kind for kind in state.offering if kind != NONE]:
        found[kind] += 1
    for row in range(table.LINE * state.players):
        if state.rows[row * table.ROW + table.KIND]:
            found[state.kind_at(row)] += 1
    for seat in range(state.players):
        for kind in range(cards.DINO_KINDS):
            found[kind] += int(state.trophies[seat * cards.DINO_KINDS + kind])
    for kind in range(cards.DINO_KINDS):
        copies = int(state.variant.copies[kind]) if has(state.chosen_dinos, kind) else 0
        assert found[kind] == copies, f"the dinos of kind {kind} are all there"
    offered = [kind != NONE for kind in state.offering]
    if state.phase == moves.ACTION and state.dinos_shown < len(state.dino_deck):
        assert sum(offered) == table.OFFERED, "the Offering is full while the Dino Deck is not empty"
    if state.phase == moves.ACTION:
        assert offered == sorted(offered, reverse=True), "the Offering has no gaps between turns"


def check_line_up(state: Battle, seat: int) -> None:
    rows = [int(state.row_at(seat, place)) for place in range(table.LINE)]
    there = [row for row in rows if row != NONE]
    own = [
        row
        for row in range(seat * table.LINE, seat * table.LINE + table.LINE)
        if state.rows[row * table.ROW + table.KIND]
    ]
    assert sorted(there) == own, "every dino in play has one place"
    bench = [row != NONE for row in rows[1:]]
    assert bench == sorted(bench, reverse=True), "the Bench has no gaps"
    if rows[0] == NONE and any(bench):
        at = list(range(0, len(state.frames), 6))
        waits = any(state.frames[i] == moves.PROMOTE and state.frames[i + 1] == seat for i in at)
        assert waits or state.phase == moves.OVER, "a Bench without an active dino waits for a promotion"
    for row in own:
        hurt = int(state.rows[row * table.ROW + table.HURT])
        assert hurt % table.STEP == 0 and 0 <= hurt < state.arsenal.dino_hp[state.kind_at(row)], (
            "damage in steps of 5, below the HP"
        )
        under = {int(table.kind_of(card)) for card in state.attached if table.row_of(card) == row}
        assert state.attached_kinds(row) == sum(1 << kind for kind in under), "a dino knows what is attached to it"
        combat = [int(table.kind_of(card)) for card in state.attached if table.row_of(card) == row]
        assert state.pool_on(row) == sum(1 << 8 * kind for kind in combat if kind <= D), "so are its Combat cards"
        check_modifiers(state, seat, row)
    for card in state.attached:
        kind = int(table.kind_of(card))
        assert not W <= kind <= Z, "no Status card is attached"
        assert state.rows[table.row_of(card) * table.ROW + table.KIND], "cards are attached to dinos in play"


def check_modifiers(state: Battle, seat: int, row: int) -> None:
    """BD-R17, BD-R26, BD-37: as the cards give them, and in whose turn."""
    on_turn = seat == state.on_turn
    steps: dict[str, int] = state.variant.table.steps
    for verb, field in MODIFIERS.items():
        value = int(state.rows[row * table.ROW + field])
        assert value == 0 or steps[verb], f"no card gives more {verb}"
        assert value >= 0 and (value == 0 or value % steps[verb] == 0), (
            f"modifiers only help, this one in steps of {steps[verb]}"
        )
        assert value == 0 or on_turn or field in (table.MORE_EVA, table.MORE_DEF), (
            "ATK and damage rise only in the own turn"
        )
    if state.rows[row * table.ROW + table.ASSISTED]:
        can_assist = bool(state.variant.assist_powers) and state.arsenal.assist_cost[state.kind_at(row)] >= 0
        assert on_turn and can_assist, "only dinos with an Assist Power assist, in the turn of their player"


def check_seat(state: Battle, seat: int) -> None:
    hand = sum(int(state.count(table.HAND, seat, kind)) for kind in range(cards.KINDS))
    assert hand == state.hand_count(seat), "the hand is counted right"
    held = {kind for kind in range(cards.KINDS) if state.held_kinds(seat) >> kind & 1}
    assert held == set(state.kinds_in(table.HAND, seat)), "the kinds in the hand are known"
    assert state.paralysis(seat) >= 0, "paralysis is never negative"
    for kind in range(cards.KINDS):
        below = state.deck_order(seat).count(kind) <= state.count(table.SHUFFLED, seat, kind)
        assert below, "a deck holds only what was shuffled into it"
    played = [kind for kind in range(cards.KINDS) if state.count(table.PLAYED, seat, kind)]
    in_play = len(state.kinds_in(table.PLAYED, seat))
    assert in_play == state.seats[seat * table.SEAT + table.IN_PLAY], "the cards in play are counted right"
    assert all(kind >= cards.FIRST_STRATEGY for kind in played), "only strategies and items are played"
    if seat != state.on_turn:
        assert all(kind >= cards.FIRST_ITEM for kind in played), "strategies are played in the own turn"
        assert state.seats[seat * table.SEAT + table.LINGERING] == 0, "Paralyze is shaken off or purged in the own turn"
    assert state.seats[seat * table.SEAT + table.POISONER] != seat, "nobody poisons himself"
    trophies = sum(int(state.trophies[seat * cards.DINO_KINDS + kind]) for kind in range(cards.DINO_KINDS))
    assert trophies == state.seats[seat * table.SEAT + table.TROPHIES], "trophies are counted right"
    items = sum(kind >= cards.FIRST_ITEM for kind in state.deck_order(seat))
    items += sum(table.kind_of(card) >= cards.FIRST_ITEM for card in state.attached if table.seat_of(card) == seat)
    for zone in (table.HAND, table.DISCARD, table.PLAYED):
        items += sum(int(state.count(zone, seat, kind)) for kind in range(cards.FIRST_ITEM, cards.KINDS))
    assert items == state.seats[seat * table.SEAT + table.ITEMS_OWNED], "items are counted right"


def check_turn(state: Battle) -> None:
    assert min(state.strategies, state.attaches, state.buys) >= 0, "allowances are never negative"
    assert state.combat_used <= 1 + state.combat_bonus, "no more Combat Moves than allowed"
    assert 1 <= state.round <= state.variant.round_limit, "the round limit holds"


def check_end(state: Battle) -> None:
    most = max(int(state.score(seat)) for seat in range(state.players))
    won = most >= state.variant.trophies_to_win
    if state.phase != moves.OVER:
        assert state.ending == 0, "an ending belongs to the end"
        assert not won and state.supply[W] > 0, "the game goes on only while it is not decided"
        out = Moves()
        try:
            state.list_moves(state.turn(), out)
        except IndexError:
            raise AssertionError("what is pending fits the table") from None
        assert out.count > 0, "who decides has a move"
        return
    assert not state.frames, "nothing is pending after the end"
    if state.ending == table.BY_TROPHIES:
        assert won, "trophies end the game only if there are enough"
    elif state.ending == table.BY_WOUNDS:
        assert state.supply[W] == 0 and not won, "Wounds end the game only when their stack is empty"
    else:
        assert state.ending == table.BY_LIMIT and state.round == state.variant.round_limit, (
            "the limit ends the last round"
        )
