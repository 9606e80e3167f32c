"""The table as zones of cards, and which of its things a move concerns.

Ids: a dino is its seat and place, ``P1a`` active, ``P2b1`` on the bench; the third card attached to it ``P1a:3``.
A kind of card is ``P1:hand:A`` in a hand, ``P1:discard:A`` in a discard pile and ``stack:scrap_run`` in the Supply; a
slot of the Offering ``offer:3``. A seat is ``seat:0`` for P1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import texts
from mesozoic.games.biomechanic_dino_battles.album import encyclopedia as encyclopedia
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    COMBAT_KINDS,
    FIRST_ITEM,
    FIRST_STRATEGY,
)
from mesozoic.games.biomechanic_dino_battles.notation import PLACES, payment_text
from mesozoic.games.biomechanic_dino_battles.preview import missing
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import HAND, LINE, STEP, kind_of, row_of
from mesozoic.games.biomechanic_dino_battles.shown import (
    AttachedView,
    AttackCard,
    AttackView,
    DinoCard,
    DinoView,
    OfferView,
    SeatView,
    StackView,
    View,
)
from mesozoic.games.biomechanic_dino_battles.tables import Table
from mesozoic.games.biomechanic_dino_battles.words import DECISIONS
from mesozoic.kernel.game import Setup
from mesozoic.kernel.state import seat_name
from mesozoic.kernel.tabletop import CardFace, Tabletop, Zone

# --- Which things a move concerns ----------------------------------------------------------------------------

_BUTTONS: Final = (moves.END_ACTIONS, moves.PASS, moves.STOP, moves.STAY, moves.NO_SALVAGE, moves.DONE)
_OWN_DINO: Final = (
    *(moves.ASSIST, moves.CHOOSE_ACTIVE, moves.HEAL_DINO, moves.SWITCH_WITH, moves.MOVE_CARDS_FROM),
    moves.MOVE_CARDS_TO,
)
_THEIR_DINO: Final = (moves.JAM_DINO, moves.LOOK_AT, moves.HIT_DINO)


def elements(state: Battle, seat: int, code: int) -> tuple[str, ...]:
    """The card, dino, stack or seat that is chosen, and the other one it goes to; nothing for a mere button."""
    kind, argument = int(moves.kind_of(code)), int(moves.argument_of(code))
    card, place = argument & 31, argument >> moves.SOURCE_AT
    me = seat_name(seat)
    if kind in _BUTTONS:
        return ()
    if kind in _OWN_DINO:
        return (f"{me}{PLACES[argument]}",)
    if kind in _THEIR_DINO:
        return (f"{seat_name(argument >> moves.SEAT_AT)}{PLACES[argument & 3]}",)
    if kind in (moves.PLAY_STRATEGY, moves.PLAY_ITEM):
        return _played(state, seat, card if kind == moves.PLAY_STRATEGY else FIRST_ITEM + card // 2, place)
    if kind in (moves.ATTACH_CARD, moves.SALVAGE_CARD):
        pile = "hand" if kind == moves.ATTACH_CARD else "discard"
        return f"{me}:{pile}:{CARD_IDS[card]}", f"{me}{PLACES[place]}"
    if kind == moves.RETREAT:
        return f"{me}{PLACES[argument]}", f"{me}a"
    if kind in (moves.ATTACK, moves.EVADE, moves.DEFEND):
        return (f"{me}a",)
    if kind in (moves.CHOOSE_OPPONENT, moves.SPILL_ON):
        return (f"seat:{argument}", f"{seat_name(argument)}a") if state.has_dino(argument) else (f"seat:{argument}",)
    if kind == moves.PAY:
        return _paid(state, seat, argument)
    if kind == moves.PURGE_CARD:
        return (f"{me}:hand:{CARD_IDS[argument]}",)
    if kind == moves.JAM_CARD:
        dino = _dino_of_row(state, int(state.top(2)))
        return f"{dino}:{argument}", dino
    if kind == moves.CURE_FROM:
        return (f"{me}:{'hand' if argument == HAND else 'discard'}:P",)
    return (f"stack:{CARD_IDS[argument]}",) if kind == moves.BUY_CARD else (f"offer:{argument + 1}",)


def _played(state: Battle, seat: int, kind: int, source: int) -> tuple[str, ...]:
    """A card played from the hand, or from under a dino."""
    if source == 0:
        return (f"{seat_name(seat)}:hand:{CARD_IDS[kind]}",)
    dino = f"{seat_name(seat)}{PLACES[source - 1]}"
    row = state.row_at(seat, source - 1)
    under = [int(kind_of(card)) for card in state.attached if row_of(card) == row]
    return (f"{dino}:{under.index(kind) + 1}", dino) if kind in under else (dino,)


def _paid(state: Battle, seat: int, argument: int) -> tuple[str, ...]:
    """Attacks, retreats and assists are paid with attached cards, everything else from the hand."""
    purpose, detail, me = state.top(2), int(state.top(3)), seat_name(seat)
    if purpose in (moves.FOR_ATTACK, moves.FOR_RETREAT):
        return (f"{me}a",)
    if purpose == moves.FOR_ASSIST:
        return (f"{me}{PLACES[detail]}",)
    return tuple(f"{me}:hand:{letter}" for letter in dict.fromkeys(payment_text(argument)))


def _dino_of_row(state: Battle, row: int) -> str:
    for seat in range(state.players):
        for place in range(LINE):
            if state.row_at(seat, place) == row:
                return f"{seat_name(seat)}{PLACES[place]}"
    return ""


# --- The table -------------------------------------------------------------------------------------------------

PHASES: Final = {
    "action": "act, or end your actions",
    "reaction": "pass, or play an item",
    "buy": "buy, or be done",
}
_FRAMES: Final = {
    name: DECISIONS[kind]
    for name, kind in {
        "opponent": moves.OPPONENT,
        "payment": moves.PAYMENT,
        "defence": moves.DEFENCE,
        "promote": moves.PROMOTE,
        "declared": moves.DECLARED,
        "answered": moves.ANSWERED,
        "announced": moves.ANNOUNCED,
    }.items()
}
_ANSWERS: Final = {"pass": "let it happen", "evade": "Evade", "defend": "Defend"}
FEW_WOUNDS: Final = 4
_KIND_OF: Final = {name: kind for kind, name in enumerate(CARD_IDS)}


def lay_out(view: View) -> Tabletop:
    return Tabletop(_facts(view), tuple(_zones(view)), tuple(_figures(view, seat) for seat in view.seats))


def _facts(view: View) -> dict[str, str]:
    facts = {"Round": f"{view.round} of at most {view.round_limit}"}
    if view.result is not None:
        return {**facts, "The end": view.result.why}
    facts["On turn"] = f"{seat_name(view.on_turn)}, {view.phase}"
    facts["To decide"] = f"{_asked(view)}: {PHASES.get(view.decision) or _FRAMES.get(view.decision, view.decision)}"
    if view.choosing:
        facts["You are about to"] = view.choosing
    wounds = next((stack.count for stack in view.stacks if stack.card == "W"), 0)
    facts["Wounds left"] = f"{wounds}{' - the game is about to end' if wounds <= FEW_WOUNDS else ''}"
    if view.attack is not None:
        facts["Attack"] = _attack_said(view, view.attack)
        facts["Answers"] = _answers(view, view.attack)
    if view.seat is not None:
        facts |= _own_facts(view, view.seats[view.seat])
    return facts


def _asked(view: View) -> str:
    return "nobody" if view.asked is None else "you" if view.asked == view.seat else seat_name(view.asked)


def _own_facts(view: View, me: SeatView) -> dict[str, str]:
    facts: dict[str, str] = {}
    if me.seat == view.on_turn:
        combat = 1 + view.combat_bonus - view.combat_used
        calm = me.active is not None and "Immune to Paralyze" in me.active.special
        struck = f" (less {me.paralysis} by Paralyze)" if me.paralysis and not calm else ""
        left = f"Strategy {view.strategies}, Attach {view.attaches}, Combat {combat}{struck}, Buy {view.buys}"
        facts["Left this turn"] = left
        if view.phase == "action":
            facts |= _previews(view, me)
    if view.reminders:
        facts["Mind"] = " ".join(view.reminders)
    return facts


# --- Attacks ------------------------------------------------------------------------------------------------------


def _previews(view: View, me: SeatView) -> dict[str, str]:
    """What each attack of the own active dino would meet, and what is missing for it."""
    if me.active is None:
        return {}
    found = {}
    dinos = [me.active, *me.bench] if view.attacks_paid_by_all else [me.active]
    pool = Counter(card.card for dino in dinos for card in dino.attached if card.card)
    attacks = zip(me.active.attacks, _printed(view, me.active.id).attacks, strict=True)
    for number, (said, attack) in enumerate(attacks, 1):
        lacking = missing(attack.cost, pool)
        affordable = f"lacks {texts.cost_text(lacking)}. " if lacking else "can be paid. "
        meets = [_meets(me.active, attack, other) for other in view.seats if other.seat != me.seat]
        found[f"Attack {number}"] = f"{said}: {affordable}{' '.join(meets)}"
    return found


def _meets(dino: DinoView, attack: AttackCard, other: SeatView) -> str:
    damage = attack.damage + dino.damage_bonus
    if other.active is None:
        return f"{other.name} has no dino: {texts.wounds_text(damage // STEP)}."
    target = other.active
    evade = "works" if target.eva >= dino.atk else "does not"
    defend = "works" if target.defence >= dino.atk else "does not"
    status = "".join(f", {texts.STATUS_WORDS[letter]}" for letter in attack.status)
    bench = f", {attack.bench} to each on the bench" if attack.bench else ""
    return (
        f"{other.name}: ATK {dino.atk}, Evade {evade} (EVA {target.eva}), Defend {defend} (DEF {target.defence}); "
        f"{len(target.attached)} attached; {damage} damage leaves {max(0, target.left - damage)}{status}{bench}."
    )


def _attack_said(view: View, attack: AttackView) -> str:
    who = f"an item of {seat_name(attack.by)}" if attack.attacker is None else _printed(view, attack.attacker).name
    at = seat_name(attack.target)
    if attack.direct:
        return f"{attack.name} by {who} hits {at} directly: {texts.wounds_text(attack.wounds)}."
    status = f", then {', '.join(texts.STATUS_WORDS[letter] for letter in attack.status)}" if attack.status else ""
    bench = f", {attack.bench} to each on the bench" if attack.bench else ""
    return f"{attack.name} by {who} on {at}: ATK {attack.atk}, {attack.damage} damage{bench}{status}."


def _answers(view: View, attack: AttackView) -> str:
    target = view.seats[attack.target].active
    if target is None:
        return "A direct attack can only be passed."
    if attack.answer is not None:
        return f"{seat_name(attack.target)} has answered: {_ANSWERS[attack.answer]}."
    evade = "works" if target.eva >= attack.atk else "does not work"
    defend = "works" if target.defence >= attack.atk else "does not work"
    return (
        f"Evade (EVA {target.eva}) {evade}, Defend (DEF {target.defence}) {defend}; "
        f"passing leaves {max(0, target.left - attack.damage)} HP."
    )


# --- Zones --------------------------------------------------------------------------------------------------------


def _zones(view: View) -> Iterator[Zone]:
    me = None if view.seat is None else view.seats[view.seat]
    purse = Counter(me.hand or ()) if me is not None else None
    offering = tuple(_offer(view, offer, purse) for offer in view.offering)
    yield Zone("offering", "Dino Offering", None, offering, f"{view.dino_deck_count} in the Dino Deck")
    groups = {"Combat cards": "AED", "Status cards": "WPZ"}
    for title, letters in groups.items():
        found = [stack for stack in view.stacks if stack.card in letters]
        yield Zone(title.lower(), title, None, tuple(_stack(stack, purse) for stack in found))
    for title, first, end in (("Strategies", FIRST_STRATEGY, FIRST_ITEM), ("Items", FIRST_ITEM, len(CARD_IDS))):
        found = [stack for stack in view.stacks if first <= _KIND_OF[stack.card] < end]
        yield Zone(title.lower(), title, None, tuple(_stack(stack, purse) for stack in found))
    for seat in sorted(view.seats, key=lambda one: one.seat != view.seat):
        yield from _seat_zones(view, seat)
    gone = [*view.purgatory, *view.purged_dinos]
    yield Zone("purgatory", "Purgatory", None, tuple(_pile(view, "purgatory", gone)), "Out of the game for good")


def _seat_zones(view: View, seat: SeatView) -> Iterator[Zone]:
    dinos = ([seat.active] if seat.active is not None else []) + list(seat.bench)
    note = "" if dinos else "No dino: attacks hit this player directly."
    yield Zone("dinos", f"Dinos of {seat.name}", seat.seat, tuple(_dino(view, seat, dino) for dino in dinos), note)
    for dino in dinos:
        if dino.attached:
            cards = tuple(_attached(view, seat, dino, at, card) for at, card in enumerate(dino.attached, 1))
            yield Zone(f"attached:{dino.place}", f"Attached to {dino.name} ({dino.place})", seat.seat, cards)
    if seat.hand is not None:
        yield Zone("hand", "Your hand", seat.seat, tuple(_pile(view, f"{seat.name}:hand", seat.hand)))
    elif seat.hand_count:
        back = CardFace(f"{seat.name}:hand", "Hand", face_down=True, count=seat.hand_count)
        yield Zone("hand", f"Hand of {seat.name}", seat.seat, (back,))
    if seat.played:
        yield Zone(
            "played", f"Played by {seat.name}", seat.seat, tuple(_pile(view, f"{seat.name}:played", seat.played))
        )
    deck = (CardFace(f"{seat.name}:deck", "Deck", face_down=True, count=seat.deck_count),) if seat.deck_count else ()
    shuffled = ", ".join(f"{_stack_of(view, card).name} x{number}" for card, number in Counter(seat.shuffled).items())
    yield Zone("deck", f"Deck of {seat.name}", seat.seat, deck, f"When last shuffled: {shuffled}" if shuffled else "")
    discard = tuple(_pile(view, f"{seat.name}:discard", seat.discard))
    yield Zone("discard", f"Discard pile of {seat.name}", seat.seat, discard)
    if seat.trophies:
        yield Zone("trophies", f"Trophies of {seat.name}", seat.seat, tuple(_pile(view, "trophy", seat.trophies)))


def _figures(view: View, seat: SeatView) -> dict[str, str]:
    found = {
        "Trophies": f"{len(seat.trophies)} of {view.trophies_to_win}",
        "Wounds": str(seat.wounds),
        "Hand": str(seat.hand_count),
        "Deck": str(seat.deck_count),
    }
    if seat.paralysis:
        found["Paralyze in hand"] = str(seat.paralysis)
    if view.result is not None:
        found["Place"] = str(view.result.places[seat.seat])
    elif seat.to_decide:
        found["Note"] = "decides"
    elif seat.seat == view.on_turn:
        found["Note"] = "is on turn"
    return found


# --- Cards ----------------------------------------------------------------------------------------------------------


def _offer(view: View, offer: OfferView, purse: Counter[str] | None) -> CardFace:
    slot = f"offer:{offer.slot}"
    leaves = ("leaves at the next round",) if offer.slot == 1 else ()
    if offer.dino is None:
        return CardFace(slot, "Empty", marks=leaves)
    dino = _printed(view, offer.dino)
    return CardFace(slot, dino.name, dino.type, offer.text, (*_price(offer.cost, purse), *leaves), tone=dino.type)


def _stack(stack: StackView, purse: Counter[str] | None) -> CardFace:
    price = ("not for sale",) if stack.cost == "-" else _price(stack.cost, purse)
    text = stack.text or texts.NOTES.get(stack.card, "")
    marks = price if stack.count else (*price, "none left")
    return CardFace(f"stack:{stack.card}", stack.name, "", text, marks, count=stack.count, tone=_tone(stack.card))


def _price(cost: str, purse: Counter[str] | None) -> tuple[str, ...]:
    """The cost, and what the reader's hand lacks for it."""
    if cost in ("", "0"):
        return ("free",)
    lacking = missing(cost, purse) if purse is not None else ""
    price = f"costs {texts.cost_text(cost)}"
    return (price, f"you lack {texts.cost_text(lacking)}") if lacking else (price,)


def _tone(card: str) -> str:
    kind = _KIND_OF[card]
    if kind >= FIRST_ITEM:
        return "item"
    return "strategy" if kind >= FIRST_STRATEGY else "combat" if kind < COMBAT_KINDS else "status"


def _pile(view: View, prefix: str, cards: Sequence[str]) -> Iterator[CardFace]:
    """A pile by kinds of cards."""
    for card, number in Counter(cards).items():
        if card in _KIND_OF:
            name, text = _stack_of(view, card).name, _card_text(_stack_of(view, card))
            yield CardFace(f"{prefix}:{card}", name, text=text, count=number, tone=_tone(card))
        else:
            dino = _printed(view, card)
            yield CardFace(f"{prefix}:{card}", dino.name, dino.type, count=number, tone=dino.type)


def _printed(view: View, dino: str) -> DinoCard:
    """A dino of this game as printed."""
    return next(card for card in view.dinos if card.id == dino)


def _stack_of(view: View, card: str) -> StackView:
    """A card of this game as printed: each of them has, or had, a stack in the centre."""
    return next(stack for stack in view.stacks if stack.card == card)


def _card_text(stack: StackView) -> str:
    return f"{stack.text} (costs {texts.cost_text(stack.cost)})" if stack.text else texts.NOTES.get(stack.card, "")


def _dino(view: View, seat: SeatView, dino: DinoView) -> CardFace:
    printed = _printed(view, dino.id)
    lines = [*dino.attacks, *dino.special]
    if dino.assist is not None:
        lines.append(f"Assist{' (used)' if dino.assist_used else ''}: {dino.assist}")
    marks = [f"HP {dino.left} of {dino.hp}", f"ATK {dino.atk}", f"EVA {dino.eva}", f"DEF {dino.defence}"]
    if dino.damage:
        marks.append(f"{dino.damage} damage")
    if dino.damage_bonus:
        marks.append(f"+{dino.damage_bonus} damage this turn")
    marks.append(f"retreat {texts.cost_text(printed.retreat)}")
    if dino.attached:
        marks.append(f"{len(dino.attached)} attached")
    place = "active" if dino.place == "a" else f"bench {dino.place[1:]}"
    return CardFace(
        f"{seat.name}{dino.place}",
        dino.name,
        f"{place}, {printed.type}",
        "\n".join(lines),
        tuple(marks),
        tone=printed.type,
    )


def _attached(view: View, seat: SeatView, dino: DinoView, at: int, card: AttachedView) -> CardFace:
    lookers = (f"seen by {', '.join(map(seat_name, card.looked_at_by))}",) if card.looked_at_by else ()
    name = f"{seat.name}{dino.place}:{at}"
    if card.card is None:
        return CardFace(name, f"Card {at}", marks=lookers, face_down=True)
    learnt = ("you have learnt it",) if card.learnt else ()
    return CardFace(
        name,
        _stack_of(view, card.card).name,
        text=_card_text(_stack_of(view, card.card)),
        marks=(*learnt, *lookers),
        tone=_tone(card.card),
    )


def cards(setup: Setup) -> tuple[CardFace, ...]:
    """Every card of the table that is played with, as printed."""
    table: Table = setup.variant.table
    anytime = bool(setup.variant.items_anytime)
    basic = [CardFace(card, table.names[card], _tone(card), texts.NOTES[card]) for card in CARD_IDS[:FIRST_STRATEGY]]
    dinos = [
        CardFace(dino.id, dino.name, dino.type, texts.dino_text(dino), (f"costs {texts.cost_text(dino.cost)}",))
        for dino in table.dinos
    ]
    stacks = [
        CardFace(
            card.id,
            card.name,
            _tone(card.id),
            f"{texts.stack_text(card, anytime)} (costs {texts.cost_text(card.cost)})",
        )
        for card in table.stacks
    ]
    return (*dinos, *basic, *stacks)
