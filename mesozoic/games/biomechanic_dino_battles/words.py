"""Moves in words: a label for a menu that says what the move will do, and a sentence why a move is not possible."""

from __future__ import annotations

from typing import Final

from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import texts
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    FIRST_STRATEGY,
    IMMUNE_P,
    KINDS,
    D,
    P,
)
from mesozoic.games.biomechanic_dino_battles.events import Naming
from mesozoic.games.biomechanic_dino_battles.notation import payment_text
from mesozoic.games.biomechanic_dino_battles.printed import Dino
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import BENCH, HAND, LINE, MORE_DAMAGE, NONE, OFFERED, ROW
from mesozoic.games.biomechanic_dino_battles.tables import Table
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Setup
from mesozoic.kernel.state import seat_name

PLACE_WORDS: Final = ("active", "bench 1", "bench 2", "bench 3")
DECISIONS: Final = {
    moves.OPPONENT: "choose an opponent",
    moves.PAYMENT: "choose how to pay",
    moves.DEFENCE: "answer the attack",
    moves.PROMOTE: "choose the new active dino",
    moves.HEALING: "choose a dino to heal",
    moves.PURGING: "purge a card or stop",
    moves.SWITCHING: "choose a dino to switch with",
    moves.JAMMING: "choose a dino to jam",
    moves.JAM_POSITION: "choose a card by its position",
    moves.SPILLING: "choose who takes the Poison",
    moves.SALVAGING: "salvage a card or none",
    moves.LOOKING: "choose a dino to look at",
    moves.MOVE_FROM: "choose the dino whose cards move",
    moves.MOVE_TO: "choose where the cards go",
    moves.CURING: "choose where the Poison is purged",
    moves.HITTING: "choose a dino to hit",
    moves.DECLARED: "pass, or play an item before the attack is answered",
    moves.ANSWERED: "pass, or play an item before the attack is carried out",
    moves.ANNOUNCED: "pass, or play an item before the text is carried out",
}
NO_ITEM: Final = (
    "You cannot use that power now: you need the item there, its cost in hand, a use for it, and the right moment "
    "(BD-38)."
)
PHASE_WORDS: Final = ("act or end your actions", "pass or play an item", "buy something or be done")


def printed(state: Battle) -> Table:
    """The card table that is played with."""
    found: Table = state.variant.table
    return found


def card_name(state: Battle, kind: int) -> str:
    return printed(state).names[CARD_IDS[kind]]


def dino_of(state: Battle, row: int) -> Dino:
    """The dino in a row, as printed."""
    return printed(state).dinos[state.kind_at(row)]


def own_dino(state: Battle, seat: int, place: int) -> str:
    """``Gearclaw Raptor (active)``."""
    return f"{dino_of(state, state.row_at(seat, place)).name} ({PLACE_WORDS[place]})"


def their_dino(state: Battle, argument: int) -> str:
    seat, place = argument >> moves.SEAT_AT, argument & 3
    return f"{own_dino(state, seat, place)} of {seat_name(seat)}"


def told(setup: Setup, event: Event) -> str:
    """An event with the names that its cards have in this table."""
    return event.words(setup.variant.table.names) if isinstance(event, Naming) else event.words()


def label(state: Battle, seat: int, code: int) -> str:
    """A legal move in words, with what it does."""
    kind, argument = int(moves.kind_of(code)), int(moves.argument_of(code))
    card, place = argument & 31, argument >> moves.SOURCE_AT
    if kind == moves.PLAY_STRATEGY:
        text = texts.stack_text(printed(state).stack(card))
        return f"play {card_name(state, card)}{_source(state, seat, place)}: {text}"
    if kind == moves.PLAY_ITEM:
        item = printed(state).items[card // 2]
        return f"play {item.name}{_source(state, seat, place)}: {texts.power_text(item.powers[card % 2])}"
    if kind == moves.ATTACH_CARD:
        return f"attach {card_name(state, card)} face-down to {own_dino(state, seat, place)}"
    if kind == moves.SALVAGE_CARD:
        return f"attach {card_name(state, card)} from your discard pile to {own_dino(state, seat, place)}"
    if kind == moves.ATTACK:
        return _attack_label(state, seat, argument)
    if kind == moves.CHOOSE_OPPONENT:
        return f"attack {seat_name(argument)}: {_target_words(state, argument)}"
    if kind == moves.PAY:
        return f"pay {', '.join(printed(state).names[one] for one in payment_text(argument))}"
    if kind in (moves.BUY_CARD, moves.BUY_DINO):
        return _buy_label(state, seat, kind, argument)
    if kind in (moves.PASS, moves.EVADE, moves.DEFEND) and state.pending() == moves.DEFENCE:
        return _answer_label(state, seat, kind)
    if kind in (moves.JAM_DINO, moves.LOOK_AT, moves.HIT_DINO):
        verb = {moves.JAM_DINO: "jam", moves.LOOK_AT: "look at", moves.HIT_DINO: "hit"}[kind]
        return f"{verb} {their_dino(state, argument)}"
    return _plain_label(state, seat, kind, argument)


def brief(state: Battle, seat: int, code: int) -> str:
    """A legal move without what it leads to, but with what tells it from others: the power, the new active dino."""
    kind = int(moves.kind_of(code))
    said, _, following = label(state, seat, code).partition(": ")
    if kind == moves.PLAY_ITEM:
        return f"{said} for {following.partition(' (')[0]}"
    return f"{said}, {following}" if kind == moves.RETREAT else said


def _source(state: Battle, seat: int, source: int) -> str:
    return "" if source == 0 else f" from {own_dino(state, seat, source - 1)}"


def _attack_label(state: Battle, seat: int, number: int) -> str:
    """The attack and, against a single opponent, what it meets."""
    row = state.row_at(seat, 0)
    attack = 2 * int(state.kind_at(row)) + number
    bonus = int(state.rows[row * ROW + MORE_DAMAGE])
    more = f" +{bonus}" if bonus else ""
    target = int(state.only_opponent(seat))
    against = (
        "" if target == NONE else f": {_meets(state, target, int(state.attack_value(attack, row)), attack, bonus)}"
    )
    return f"attack with {texts.attack_text(printed(state).attacks[attack])}{more}{against}"


def _meets(state: Battle, target: int, atk: int, attack: int, bonus: int) -> str:
    damage = printed(state).attacks[attack].damage + bonus
    row = state.row_at(target, 0)
    if row == NONE:
        return f"a direct attack, {texts.wounds_text(damage // 5)} for {seat_name(target)}"
    evade = "works" if state.evasion(row) >= atk else "does not work"
    defend = "works" if state.defence(row) >= atk else "does not work"
    left = max(0, int(state.hp_left(row)) - damage)
    cards = int(state.attached_count(row))
    return (
        f"ATK {atk}, Evade (EVA {state.evasion(row)}) {evade}, Defend (DEF {state.defence(row)}) {defend}; "
        f"{cards} face-down; {dino_of(state, row).name} would have {left} HP left"
    )


def _target_words(state: Battle, target: int) -> str:
    row = state.row_at(target, 0)
    if row == NONE:
        return "no dino, so Wounds"
    return f"{dino_of(state, row).name}, {state.hp_left(row)} HP, {state.attached_count(row)} face-down"


def _buy_label(state: Battle, seat: int, kind: int, argument: int) -> str:
    if kind == moves.BUY_DINO:
        dino = printed(state).dinos[state.offering[argument]]
        where = "to your bench" if state.has_dino(seat) else "as your active dino"
        return f"buy {dino.name} for {texts.cost_text(dino.cost)}, {where}: {texts.dino_text(dino)}"
    if argument < FIRST_STRATEGY:
        return f"take {card_name(state, argument)} for free"
    card = printed(state).stack(argument)
    text = texts.stack_text(card, bool(state.variant.items_anytime))
    return f"buy {card.name} for {texts.cost_text(card.cost)}: {text}"


def _answer_label(state: Battle, seat: int, kind: int) -> str:
    row = state.row_at(seat, 0)
    attacker, damage = state.top(4), state.arsenal.attack_damage[state.top(2)] - state.top(5)
    if attacker != NONE:
        damage += state.rows[attacker * ROW + MORE_DAMAGE]
    damage = max(0, int(damage))
    if row == NONE:
        return f"let it happen: {texts.wounds_text(damage // 5)}"
    atk, left = state.attack_value(state.top(2), attacker), max(0, int(state.hp_left(row)) - damage)
    if kind == moves.PASS:
        return f"let it happen: {damage} damage, {left} HP left"
    name, value = ("EVA", state.evasion(row)) if kind == moves.EVADE else ("DEF", state.defence(row))
    outcome = "no damage" if value >= atk else f"too little, still {damage} damage"
    verb = "evade, purging an Evade" if kind == moves.EVADE else "defend, purging a Defend"
    return f"{verb}: {name} {value} against ATK {atk}, {outcome}"


def _plain_label(state: Battle, seat: int, kind: int, argument: int) -> str:
    if kind == moves.RETREAT:
        cost = texts.cost_text(dino_of(state, state.row_at(seat, 0)).retreat)
        return f"retreat for {cost}: {own_dino(state, seat, argument)} becomes active"
    if kind == moves.ASSIST:
        power = dino_of(state, state.row_at(seat, argument)).assist
        return f"assist by {own_dino(state, seat, argument)}: {texts.power_text(power) if power else ''}"
    if kind == moves.DONE:
        row = state.row_at(seat, 0)
        is_safe = row == NONE or state.special(row) & IMMUNE_P != 0
        poison = 0 if is_safe else int(state.count(HAND, seat, P))
        return "be done: discard your hand and draw" + (f"; your Poison will do {5 * poison} damage" if poison else "")
    if kind in (moves.CHOOSE_ACTIVE, moves.HEAL_DINO, moves.SWITCH_WITH, moves.MOVE_CARDS_FROM, moves.MOVE_CARDS_TO):
        verb = {
            moves.CHOOSE_ACTIVE: "move up",
            moves.HEAL_DINO: "heal",
            moves.SWITCH_WITH: "switch with",
            moves.MOVE_CARDS_FROM: "move the cards from",
            moves.MOVE_CARDS_TO: "move the cards to",
        }[kind]
        return f"{verb} {own_dino(state, seat, argument)}, {state.hp_left(state.row_at(seat, argument))} HP"
    return {
        moves.END_ACTIONS: "end your actions and go on to buying",
        moves.PASS: "pass",
        moves.PURGE_CARD: f"purge {card_name(state, argument % KINDS)} from your hand",
        moves.STOP: "purge no more",
        moves.STAY: "stay as you are",
        moves.JAM_CARD: f"discard the card in position {argument}",
        moves.SPILL_ON: f"{seat_name(argument)} takes 1 Poison",
        moves.NO_SALVAGE: "salvage nothing",
        moves.CURE_FROM: f"purge a Poison from your {'hand' if argument == HAND else 'discard pile'}",
    }[kind]


def value_words(state: Battle, value: float) -> str:
    """Nothing that people count: the hints weigh everything on the table."""
    return ""


# --- Why not ----------------------------------------------------------------------------------------------


def explain(state: Battle, seat: int, code: int) -> str:
    """Why a readable move is not legal now, told from what the seat knows."""
    kind, argument = int(moves.kind_of(code)), int(moves.argument_of(code))
    pending = int(state.pending())
    if pending:
        reason = _no_answer(state, seat, kind) if pending == moves.DEFENCE else ""
        if pending >= moves.DECLARED and kind == moves.PLAY_ITEM:
            reason = NO_ITEM
        return reason or f"Now you have to {DECISIONS[pending]}."
    if state.phase == moves.ACTION:
        reason = _no_action(state, seat, kind, argument)
    elif state.phase == moves.BUY:
        reason = _no_purchase(state, seat, kind, argument)
    else:
        reason = NO_ITEM if kind == moves.PLAY_ITEM else ""
    return reason or f"Now you have to {PHASE_WORDS[state.phase]}."


def _no_answer(state: Battle, seat: int, kind: int) -> str:
    if kind in (moves.EVADE, moves.DEFEND):
        card = "Evade" if kind == moves.EVADE else "Defend"
        if not state.has_dino(seat):
            return f"You have no dino that could {card.lower()}: a direct attack can only be passed (BD-24)."
        return f"Your active dino has no {card} attached (BD-20, BD-21)."
    return NO_ITEM if kind == moves.PLAY_ITEM else ""


def _no_action(state: Battle, seat: int, kind: int, argument: int) -> str:
    if kind == moves.PLAY_STRATEGY and state.strategies == 0:
        return "You have played your strategy for this turn (BD-09)."
    if kind == moves.PLAY_STRATEGY:
        return f"You have no {card_name(state, argument & 31)} there to play (BD-11)."
    if kind == moves.ATTACH_CARD and state.attaches == 0:
        return "You have attached your card for this turn (BD-09)."
    if kind in (moves.ATTACH_CARD, moves.ATTACK, moves.RETREAT) and not state.has_dino(seat):
        return "You have no dino: buy one first (BD-14, BD-15)."
    if kind in (moves.ATTACK, moves.RETREAT) and not state.has_combat_move(seat):
        return "Your active dino has no Combat Move left this turn (BD-15, BD-R18)."
    if kind == moves.ATTACK:
        attack = dino_of(state, state.row_at(seat, 0)).attacks[argument]
        cost = texts.cost_text(attack.cost)
        return f"{attack.name} costs {cost}, and the cards attached to your dino do not pay that (BD-16)."
    if kind in (moves.RETREAT, moves.ASSIST) and (argument >= LINE or state.row_at(seat, argument) == NONE):
        return "There is no dino in that place (BD-R38)."
    if kind == moves.ASSIST:
        return "That dino cannot assist now: it needs an Assist Power, unused this turn, that it can pay (BD-37)."
    if kind == moves.PLAY_ITEM:
        return NO_ITEM
    return ""


def _no_purchase(state: Battle, seat: int, kind: int, argument: int) -> str:
    if kind == moves.PLAY_ITEM:
        return NO_ITEM
    if kind not in (moves.BUY_CARD, moves.BUY_DINO):
        return ""
    if state.buys == 0:
        return "You have no purchase left this turn (BD-41)."
    if kind == moves.BUY_DINO:
        if argument >= OFFERED or state.offering[argument] == NONE:
            return "That slot of the Offering is empty (BD-R37)."
        if state.row_at(seat, BENCH) != NONE:
            return "Your Active zone and your bench are full (BD-43)."
        dino = printed(state).dinos[state.offering[argument]]
        return f"{dino.name} costs {texts.cost_text(dino.cost)}: you cannot pay that."
    if D < argument < FIRST_STRATEGY:
        return "Status cards cannot be bought (BD-R14)."
    if state.supply[argument] == 0:
        return f"There is no {card_name(state, argument)} in the Supply."
    return f"You cannot pay for {card_name(state, argument)} with the Combat cards in your hand (BD-41)."


def is_midway(state: Battle, seat: int) -> bool:
    return state.pending() != 0


def passing(state: Battle, seat: int) -> str | None:
    """In the windows of others (BD-R28, BD-R53), but not about an attack on oneself: that is for its player."""
    if seat == state.on_turn or not state.is_waiting_for(seat):
        return None
    pending = int(state.pending())
    if pending == 0:
        return "pass" if state.phase == moves.REACTION else None
    if pending not in (moves.DECLARED, moves.ANSWERED, moves.ANNOUNCED):
        return None
    is_attacked = pending != moves.ANNOUNCED and int(state.below(moves.WHO)) == seat
    return None if is_attacked else "pass"
