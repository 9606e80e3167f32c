"""What the fields of an observation must say, read off the view alone."""

import re

from mesozoic.games.biomechanic_dino_battles import cards
from mesozoic.games.biomechanic_dino_battles.events import ANSWERS
from mesozoic.games.biomechanic_dino_battles.observe import FACE_DOWN, MOST_ATTACHED
from mesozoic.games.biomechanic_dino_battles.position import KIND_OF, PHASES


def said(view, setup):
    ahead = {number: (number - view.seat) % setup.players for number in range(setup.players)}
    seats = sorted(view.seats, key=lambda seat: ahead[seat.seat])
    own = seats[0]
    dinos = [dino for seat in seats for dino in [seat.active, *seat.bench, None, None, None][:4]]
    offering = [0 if offer.dino is None else cards.DINO_IDS.index(offer.dino) + 1 for offer in view.offering]
    supply = {stack.card: stack.count for stack in view.stacks}

    def kept(told):
        printed = {card.id: card for card in view.dinos}
        return [0 if dino is None else told(dino, printed[dino.id]) for dino in dinos]

    def attached(told):
        slots = [[] if dino is None else [told(card) for card in dino.attached] for dino in dinos]
        return [one for slot in slots for one in [*slot, *[0] * MOST_ATTACHED][:MOST_ATTACHED]]

    def card(one):
        return FACE_DOWN if one.card is None else cards.CARD_IDS.index(one.card) + 1

    return {
        "seat": [view.seat],
        "round": [view.round],
        "phase": [PHASES.index(view.phase)],
        "on turn": [ahead[view.on_turn]],
        "asked": [0 if view.asked is None else ahead[view.asked] + 1],
        "decision": [KIND_OF.get(view.decision, 0)],
        "choosing": choosing(view, ahead),
        "moves left": [view.strategies, view.attaches, view.buys, view.combat_bonus, view.combat_used],
        "attack": attack(view, setup, ahead),
        "supply": [supply.get(kind, 0) for kind in cards.CARD_IDS],
        "purgatory": counts(view.purgatory, cards.CARD_IDS) + counts(view.purged_dinos, cards.DINO_IDS),
        "offering": offering,
        "dinos left": [view.dino_deck_count],
        "own hand": counts(own.hand, cards.CARD_IDS),
        "discard": [one for seat in seats for one in counts(seat.discard, cards.CARD_IDS)],
        "played": [one for seat in seats for one in counts(seat.played, cards.CARD_IDS)],
        "shuffled": [one for seat in seats for one in counts(seat.shuffled, cards.CARD_IDS)],
        "hand size": [seat.hand_count for seat in seats],
        "deck size": [seat.deck_count for seat in seats],
        "wounds": [seat.wounds for seat in seats],
        "may hold an item": [seat.may_hold_item for seat in seats],
        "own paralysis": [own.paralysis],
        "trophies": [one for seat in seats for one in counts(seat.trophies, cards.DINO_IDS)],
        "dino": kept(lambda dino, printed: cards.DINO_IDS.index(dino.id) + 1),
        "damage": kept(lambda dino, printed: dino.damage),
        "more ATK": kept(lambda dino, printed: dino.atk - printed.atk),
        "more EVA": kept(lambda dino, printed: dino.eva - printed.eva),
        "more DEF": kept(lambda dino, printed: dino.defence - printed.defence),
        "more damage": kept(lambda dino, printed: dino.damage_bonus),
        "Assist Power used": kept(lambda dino, printed: dino.assist_used),
        "attached": kept(lambda dino, printed: len(dino.attached)),
        "attached card": attached(card),
        "looked at by (1 you, 2 seat +1, 4 seat +2, 8 seat +3)": attached(
            lambda one: sum(1 << ahead[seat] for seat in one.looked_at_by)
        ),
    }


def counts(pile, kinds):
    return [pile.count(kind) for kind in kinds]


def choosing(view, ahead):
    """The view says it in words: whether something is chosen, and against whom."""
    if not view.choosing:
        return [0, 0, 0]
    against = re.search(r" against P(\d)$", view.choosing)
    return [range(1, 7), range(1, 4097), 0 if against is None else ahead[int(against[1]) - 1] + 1]


def attack(view, setup, ahead):
    """The view tells the attack by its name, and its damage less the reduction."""
    found = view.attack
    if found is None:
        return [0] * 6
    named = [number for number, one in enumerate(setup.variant.table.attacks, 1) if one.name == found.name]
    attacker = 0 if found.attacker is None else cards.DINO_IDS.index(found.attacker) + 1
    answer = 0 if found.answer is None else ANSWERS.index(found.answer) + 1
    return [ahead[found.by] + 1, ahead[found.target] + 1, named, attacker, range(1000), answer]
