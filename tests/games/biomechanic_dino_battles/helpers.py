"""Helpers that let the tests read like the rule ledger: tables described seat by seat, moves in the notation."""

from __future__ import annotations

from collections import Counter

import mesozoic
from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, DINO_IDS, STACK_IDS

GAME = mesozoic.game("biomechanic-dino-battles")
COPIES = {2: 3, 3: 4, 4: 5}
COMBAT = {2: 10, 3: 15, 4: 20}
STACK = {2: 6, 3: 8, 4: 10}
ROWS = {"atk": 0, "eva": 0, "def": 0, "damage_bonus": 0}


# --- A table, described ---------------------------------------------------------------------------------------


def dino(text):
    """``"raptor -15 A E"``: the dino, its damage, its attached cards; ``A!`` is known to all, ``A!1`` to seat 1 too."""
    name, *words = text.split()
    found = {"dino": name, "damage": 0, **ROWS, "assisted": False, "attached": []}
    for word in words:
        if word.startswith("-"):
            found["damage"] = int(word[1:])
        elif word.startswith("+"):
            field, number = word[1:].split("=")
            found[field] = int(number)
        else:
            card, _, known = word.partition("!")
            seats = "all" if word.endswith("!") else [int(seat) for seat in known]
            found["attached"].append({"card": card, "known": seats})
    return found


def seat(active=None, *bench, hand="", deck="", discard="", played="", trophies="", calm=0, poisoner=None):
    """A seat; unnamed zones are empty. The deck is written top first."""
    return {
        "deck": deck.split(),
        "hand": hand.split(),
        "discard": discard.split(),
        "played": played.split(),
        "shuffled": deck.split(),
        "active": dino(active) if active else None,
        "bench": [dino(one) for one in bench],
        "trophies": trophies.split(),
        "calm": calm,
        "poisoner": poisoner,
    }


def table(
    *seats,
    phase="action",
    on_turn=0,
    round=2,
    offering="",
    dino_deck="",
    supply=None,
    turn=None,
    start_seat=0,
    pending=(),
    reactor=None,
    **options,
):
    """The game with these seats; what is nowhere named lies in the stacks, or else in Purgatory."""
    players = len(seats)
    for number, one in enumerate(seats):
        for place in [one["active"], *one["bench"]]:
            for card in place["attached"] if place else []:
                card["known"] = card["known"] if card["known"] == "all" else sorted({number, *card["known"]})
    used = Counter(card for one in seats for zone in ("deck", "hand", "discard", "played") for card in one[zone])
    dinos = Counter()
    for one in seats:
        for place in [one["active"], *one["bench"]]:
            if place:
                dinos[place["dino"]] += 1
                used.update(card["card"] for card in place["attached"])
        dinos.update(one["trophies"])
    slots = [None if name == "-" else name for name in offering.split()]
    slots += [None] * (5 - len(slots))
    dinos.update([name for name in slots if name])
    dinos.update(dino_deck.split())
    stacks = in_game(STACK_IDS, [card for card in used if card in STACK_IDS] + list(supply or {}), 10)
    kinds = in_game(DINO_IDS, list(dinos), 6)
    stack, purgatory = stacks_and_purgatory(players, used, stacks, dict(supply or {}), options)
    position = {
        "round": round,
        "start_seat": start_seat,
        "on_turn": on_turn,
        "phase": phase,
        "reactor": reactor,
        "turn": {"strategies": 1, "attaches": 1, "buys": 1, "combat_bonus": 0, "combat_used": 0, **(turn or {})},
        "dinos": kinds,
        "stacks": stacks,
        "supply": stack,
        "purgatory": purgatory,
        "purged_dinos": [name for name in kinds for _ in range(COPIES[players] - dinos[name])],
        "dino_deck": dino_deck.split(),
        "offering": slots,
        "seats": list(seats),
        "pending": list(pending),
        "ending": None,
    }
    return GAME.start(players, options={"setup": "random", **options}, position=position)


def in_game(ids, named, number):
    """The named kinds, and as many others as the game needs."""
    chosen = [one for one in ids if one in named]
    chosen += [one for one in ids if one not in named][: number - len(chosen)]
    return sorted(chosen, key=ids.index)


def stacks_and_purgatory(players, used, stacks, given, options):
    usual = dict.fromkeys("AEDPZ", COMBAT[players]) | dict.fromkeys(stacks, STACK[players])
    usual["W"] = 4 * players
    named = {"W": "wound_stack", "P": "poison_stack", "Z": "paralyze_stack"}
    usual |= {card: options[name] for card, name in named.items() if isinstance(options.get(name), int)}
    if isinstance(options.get("supply_stack"), int):
        usual |= dict.fromkeys(stacks, options["supply_stack"])
    stack, purgatory = {}, []
    for card in [*"AEDWPZ", *stacks]:
        whole = usual[card] + (3 * players if card in "AEDW" else 0)
        left = whole - used[card]
        stack[card] = min(given.get(card, usual[card]), left)
        purgatory += [card] * (left - stack[card])
    return stack, sorted(purgatory, key=CARD_IDS.index)


# --- Playing --------------------------------------------------------------------------------------------------


def do(state, *moves):
    """Each move by whoever is to move; returns everything that was told."""
    told = []
    for move in moves:
        told += state.play(state.to_move[0], move)
    return told


def options(state):
    """The legal moves of whoever is to move."""
    return state.moves(state.to_move[0])


def asked(state):
    """Who is to move, and for what."""
    if not state.to_move:
        return None
    mover = state.to_move[0]
    return mover, state.view(mover).decision


def finish_turn(state):
    """The seat on turn does nothing more; everybody passes."""
    mine = state.on_turn
    rounds = state.round
    while state.to_move and (state.on_turn, state.round) == (mine, rounds):
        legal = options(state)
        do(state, next(move for move in ("end", "pass", "done", "stop", "stay", "none", legal[0]) if move in legal))
    return state


def kinds(told):
    return [event.kind for event in told]


# --- Looking --------------------------------------------------------------------------------------------------


def zone(state, number, name):
    """A pile of a seat as text: ``"A A E"``."""
    return " ".join(state.position()["seats"][number][name])


def active(state, number):
    """The active dino of a seat as the position writes it."""
    return state.position()["seats"][number]["active"]


def line_up(state, number):
    """The dinos of a seat, the active one first."""
    one = state.position()["seats"][number]
    return [place and place["dino"] for place in [one["active"], *one["bench"]]]


def damage(state, number, place=0):
    one = state.position()["seats"][number]
    return [one["active"], *one["bench"]][place]["damage"]


def attached(state, number, place=0):
    one = state.position()["seats"][number]
    return " ".join(card["card"] for card in [one["active"], *one["bench"]][place]["attached"])


def stack(state, card):
    return state.position()["supply"][card]


def purged(state, card):
    return [*state.position()["purgatory"], *state.position()["purged_dinos"]].count(card)


def trophies(state, number):
    return " ".join(state.position()["seats"][number]["trophies"])


def turn(state, name):
    return state.position()["turn"][name]
