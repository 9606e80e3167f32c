"""What a seat may know, built up from nothing, field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mesozoic.games.biomechanic_dino_battles import cards, preview, rules_imagine, texts, words
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import D, P
from mesozoic.games.biomechanic_dino_battles.events import ANSWERS
from mesozoic.games.biomechanic_dino_battles.position import FRAMES, PHASES, dino_pile, is_in_supply, zone_pile
from mesozoic.games.biomechanic_dino_battles.preview import missing
from mesozoic.games.biomechanic_dino_battles.printed import Attack, Dino, Item, Power, Strategy
from mesozoic.games.biomechanic_dino_battles.result import result, standings, wound_ranks
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_imagine import SPECTATOR
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.games.biomechanic_dino_battles.shown import (
    AttachedView,
    AttackCard,
    AttackView,
    DinoCard,
    DinoView,
    OfferView,
    PowerView,
    SeatView,
    StackView,
    View,
)
from mesozoic.games.biomechanic_dino_battles.tables import Table
from mesozoic.kernel.bits import has
from mesozoic.kernel.parts import ranking
from mesozoic.kernel.sharing import remembered, shared
from mesozoic.kernel.state import seat_name

# --- The view ---------------------------------------------------------------------------------------------


def look(state: Battle, seat: int | None) -> View:
    """The view of a seat, or of a spectator."""
    over = state.phase == moves.OVER
    purse = _purse(state, seat)
    printed: Table = state.variant.table
    return View(
        seat=seat,
        round=int(state.round),
        round_limit=int(state.variant.round_limit),
        phase=PHASES[state.phase],
        on_turn=int(state.on_turn),
        decision=decision(state, seat),
        choosing=choosing(state) if seat is not None and state.turn() == seat else "",
        asked=None if over else int(state.turn()),
        strategies=int(state.strategies),
        attaches=int(state.attaches),
        buys=int(state.buys),
        combat_bonus=int(state.combat_bonus),
        combat_used=int(state.combat_used),
        combat_struck=_struck(state, seat),
        attack=_attack(state, seat),
        forecasts=tuple(preview.forecasts(state, seat)) if seat is not None and _acts(state, seat) else (),
        reminders=tuple(_reminders(state, seat)) if seat is not None and not over else (),
        ahead=ranking(wound_ranks(standings(state)))[1],
        dinos=tuple(_printed(dino) for kind, dino in enumerate(printed.dinos) if has(state.chosen_dinos, kind)),
        stacks=tuple(
            _stack(printed, kind, int(state.supply[kind]), bool(state.variant.items_anytime), purse)
            for kind in range(cards.KINDS)
            if is_in_supply(state, kind)
        ),
        offering=tuple(
            _offer(slot, None if kind == NONE else printed.dinos[kind], purse)
            for slot, kind in enumerate(state.offering, 1)
        ),
        dino_deck_count=len(state.dino_deck) - int(state.dinos_shown),
        purgatory=tuple(cards.CARD_IDS[kind] for kind in range(cards.KINDS) for _ in range(state.purgatory[kind])),
        purged_dinos=tuple(dino_pile(list(state.purgatory)[cards.KINDS :])),
        seats=tuple(_seat(state, other, seat) for other in range(state.players)),
        attacks_paid_by_all=bool(state.variant.pays_from_all_dinos),
        items_anytime=bool(state.variant.items_anytime),
        trophies_to_win=int(state.variant.trophies_to_win),
        result=result(state) if over else None,
    )


def decision(state: Battle, seat: int | None) -> str:
    """What is to be decided, as far as the reader may know."""
    if state.phase == moves.OVER:
        return ""
    at = state.frame_size - moves.FRAME
    while at >= 0 and state.frames[at] in (moves.OPPONENT, moves.PAYMENT) and state.frames[at + 1] != seat:
        at -= moves.FRAME
    return PHASES[state.phase] if at < 0 else FRAMES[state.frames[at]][0]


def choosing(state: Battle) -> str:
    """What an unfinished choice began with, in words."""
    if not state.is_private():
        return ""
    begun = (moves.ATTACK, moves.RETREAT, moves.ASSIST, moves.PLAY_ITEM, moves.BUY_CARD, moves.BUY_DINO)
    begun_with = moves.move(begun[state.top(2)], state.top(3))
    named = words.label(state, int(state.turn()), begun_with).partition(": ")[0]
    aimed = state.pending() == moves.PAYMENT and state.top(4) != NONE
    return f"{named} against {seat_name(state.top(4))}" if aimed else named


def _acts(state: Battle, seat: int) -> bool:
    """Is it the seat's own action phase?"""
    return state.phase == moves.ACTION and state.on_turn == seat


def _struck(state: Battle, seat: int | None) -> int:
    """BD-R18: nothing while the active dino is Immune to Paralyze."""
    return 0 if seat is None or state.on_turn != seat or state.is_unshakable(seat) else int(state.paralysis(seat))


def _reminders(state: Battle, seat: int) -> Iterator[str]:
    row = state.row_at(seat, 0)
    if row == NONE:
        yield "You have no dino: attacks hit you directly and bring Wounds."
    if seat != state.on_turn:
        return
    if state.phase == moves.BUY and state.buys:
        yield "Combat cards cost nothing: take one rather than nothing."
    if state.row_at(seat, table.LINE - 1) != NONE:
        yield "Your bench is full."
    poison = int(state.count(table.HAND, seat, P))
    if poison and row != NONE and not state.special(row) & cards.IMMUNE_P:
        yield f"Your active dino will lose {table.STEP * poison} HP by Poison at the end of your turn."


def _attack(state: Battle, seat: int | None) -> AttackView | None:
    """The newest attack that waits for its answer."""
    at = state.frame_size - moves.FRAME
    while at >= 0 and state.frames[at] != moves.DEFENCE:
        at -= moves.FRAME
    if at < 0:
        return None
    target, attack, by, row, reduction = (int(state.frames[at + field]) for field in range(1, moves.FRAME))
    gone = row != NONE and state.kind_at(row) < 0
    more = 0 if row == NONE else int(state.rows[row * table.ROW + table.MORE_DAMAGE])
    printed: Attack = state.variant.table.attacks[attack]
    damage = max(0, printed.damage + more - reduction)
    direct = not state.has_dino(target)
    above = at + moves.FRAME
    answered = above < state.frame_size and state.frames[above] == moves.ANSWERED
    return AttackView(
        by=by,
        target=target,
        attacker=None if row == NONE or gone else cards.DINO_IDS[state.kind_at(row)],
        name=printed.name,
        atk=0 if gone else int(state.attack_value(attack, row)),
        damage=damage,
        status="" if direct else printed.status,
        bench=0 if direct else printed.bench,
        direct=direct,
        wounds=damage // table.STEP if direct else 0,
        answer=ANSWERS[state.frames[above + 3] - moves.PASS] if answered else None,
        outcomes=() if gone else tuple(preview.foresee(state, _eyes(seat), attack, row, target, reduction)),
    )


def _eyes(seat: int | None) -> int:
    return SPECTATOR if seat is None else seat


Purse = tuple[tuple[str, int], ...]
"""The Combat cards in a hand, as a value that can be remembered."""


def _purse(state: Battle, seat: int | None) -> Purse | None:
    return None if seat is None else tuple(preview.purse_of(state, seat).items())


def _lacking(cost: str, purse: Purse | None) -> str:
    return "" if purse is None else missing(cost, Counter(dict(purse)))


@remembered(5_000)
def _stack(printed: Table, kind: int, left: int, anytime: bool, purse: Purse | None) -> StackView:
    """Looked at by every reader and in every frame of a film, and there are few different ones."""
    id_ = cards.CARD_IDS[kind]
    if kind < cards.FIRST_STRATEGY:
        word, cost = ("combat", "0") if kind <= D else ("status", "-")
        return StackView(id_, printed.names[id_], word, left, cost, "", (), (), "")
    card = printed.stack(kind)
    return StackView(
        card=id_,
        name=card.name,
        kind="item" if isinstance(card, Item) else "strategy",
        count=left,
        cost=card.cost or "0",
        text=texts.stack_text(card, anytime),
        phrases=texts.phrases(card.effect) if isinstance(card, Strategy) else (),
        powers=tuple(_power(power, anytime, purse) for power in card.powers) if isinstance(card, Item) else (),
        lacks=_lacking(card.cost, purse),
    )


def _power(power: Power, anytime: bool, purse: Purse | None) -> PowerView:
    when = texts.timing_text(power.timing, anytime)
    text = texts.effect_text(power.effect) if power.attack is None else texts.hit_text(power.attack)
    lacks = _lacking(power.cost, purse)
    return PowerView(power.name, power.cost, text, when, power.attack is not None, lacks)


@remembered(1_000)
def _printed(dino: Dino) -> DinoCard:
    assist = None
    if dino.assist is not None:
        text = texts.effect_text(dino.assist.effect)
        assist = PowerView(dino.assist.name, dino.assist.cost, text, "", False, "")
    return DinoCard(
        *(dino.id, dino.name, dino.type, dino.cost, dino.retreat, dino.hp, dino.atk, dino.eva, dino.defence),
        tuple(AttackCard(one.name, one.cost, one.damage, one.status, one.bench) for one in dino.attacks),
        dino.special,
        assist,
    )


@remembered(5_000)
def _offer(slot: int, dino: Dino | None, purse: Purse | None) -> OfferView:
    if dino is None:
        return OfferView(slot, None, "", "", "", "")
    return OfferView(slot, dino.id, dino.name, dino.cost or "0", texts.dino_text(dino), _lacking(dino.cost, purse))


def _seat(state: Battle, other: int, seat: int | None) -> SeatView:
    own = other == seat
    bench = [state.row_at(other, place) for place in range(1, table.LINE)]
    return SeatView(
        hand=tuple(zone_pile(state, table.HAND, other)) if own else None,
        active=_dino(state, other, 0, seat) if state.has_dino(other) else None,
        bench=tuple(_dino(state, other, place, seat) for place, row in enumerate(bench, 1) if row != NONE),
        paralysis=int(state.paralysis(other)) if own else None,
        **_open_seat(state, other),
    )


@shared
def _open_seat(state: Battle, other: int) -> dict[str, Any]:
    """What everybody sees of a seat, its dinos apart."""
    trophies = [state.trophies[other * cards.DINO_KINDS + kind] for kind in range(cards.DINO_KINDS)]
    return {
        "seat": other,
        "name": seat_name(other),
        "to_decide": state.turn() == other,
        "hand_count": int(state.hand_count(other)),
        "deck_count": int(state.deck_size(other)),
        "shuffled": tuple(zone_pile(state, table.SHUFFLED, other)),
        "discard": tuple(zone_pile(state, table.DISCARD, other)),
        "played": tuple(zone_pile(state, table.PLAYED, other)),
        "trophies": tuple(dino_pile(trophies)),
        "wounds": int(state.wounds(other)),
        "may_hold_item": state.may_hold_item(other),
    }


def _dino(state: Battle, owner: int, place: int, seat: int | None) -> DinoView:
    row = int(state.row_at(owner, place))
    attack_lacks, assist_lacks, retreat_lacks = _lacks(state, owner, row) if owner == seat else ((), "", "")
    return DinoView(
        attached=tuple(_card(state, int(card), owner, seat) for card in state.attached if table.row_of(card) == row),
        attack_lacks=attack_lacks,
        assist_lacks=assist_lacks,
        retreat_lacks=retreat_lacks,
        **_open_dino(state, owner, place),
    )


@shared
def _open_dino(state: Battle, owner: int, place: int) -> dict[str, Any]:
    """What everybody sees of a dino, the cards under it apart."""
    row = int(state.row_at(owner, place))
    dino: Dino = state.variant.table.dinos[state.kind_at(row)]
    return {
        "id": dino.id,
        "name": dino.name,
        "place": "a" if place == 0 else f"b{place}",
        "hp": dino.hp,
        "damage": int(state.rows[row * table.ROW + table.HURT]),
        "left": int(state.hp_left(row)),
        "atk": dino.atk + int(state.rows[row * table.ROW + table.MORE_ATK]),
        "eva": int(state.evasion(row)),
        "defence": int(state.defence(row)),
        "damage_bonus": int(state.rows[row * table.ROW + table.MORE_DAMAGE]),
        "assist_used": bool(state.rows[row * table.ROW + table.ASSISTED]),
        "attacks": tuple(texts.attack_text(attack) for attack in dino.attacks),
        "special": dino.special,
        "assist": texts.power_text(dino.assist) if dino.assist else None,
        "modifiers": tuple(preview.modifiers(state, owner, row)),
    }


def _lacks(state: Battle, owner: int, row: int) -> tuple[tuple[str, ...], str, str]:
    """What is missing for the attacks, the Assist Power and the retreat of an own dino (BD-R10, BD-R11, BD-37)."""
    dino: Dino = state.variant.table.dinos[state.kind_at(row)]
    under = preview.pool_on(state, row)
    lines = (
        [int(state.row_at(owner, place)) for place in range(table.LINE)] if state.variant.pays_from_all_dinos else [row]
    )
    pool = preview.pool_on(state, *lines)
    back = preview.purse_of(state, owner) if state.variant.retreats_from_hand else under
    assist = missing(dino.assist.cost, under) if dino.assist is not None else ""
    return tuple(missing(attack.cost, pool) for attack in dino.attacks), assist, missing(dino.retreat, back)


def _card(state: Battle, card: int, owner: int, seat: int | None) -> AttachedView:
    known = rules_imagine.is_known(card, SPECTATOR if seat is None else seat)
    is_open = rules_imagine.is_known(card, SPECTATOR)  # nobody had to look
    others = () if is_open else [other for other in range(state.players) if other != owner]
    lookers = tuple(other for other in others if rules_imagine.is_known(card, other))
    return AttachedView(cards.CARD_IDS[table.kind_of(card)] if known else None, known and owner != seat, lookers)


# --- What is hidden ---------------------------------------------------------------------------------------


def secrets(state: Battle, seat: int | None) -> dict[str, Any]:
    """Everything that the seat may not know, by name."""
    found: dict[str, Any] = {}
    if state.dinos_shown < len(state.dino_deck):
        found["Dino Deck"] = [int(kind) for kind in state.dino_deck][state.dinos_shown :]
    watcher = SPECTATOR if seat is None else seat
    for other in range(state.players):
        name = seat_name(other)
        if state.deck_size(other):
            found["own deck" if other == seat else f"deck of {name}"] = state.deck_order(other)
        if other == seat:
            continue
        if state.hand_count(other) and not rules_imagine.is_hand_open(state, other):
            found[f"hand of {name}"] = zone_pile(state, table.HAND, other)
        hidden = [int(table.kind_of(card)) for card in state.attached if table.seat_of(card) == other]
        known = [rules_imagine.is_known(card, watcher) for card in state.attached if table.seat_of(card) == other]
        if not all(known):
            found[f"face-down cards of {name}"] = hidden
        if state.turn() == other:
            found[f"unfinished choice of {name}"] = choosing(state)
    return found
