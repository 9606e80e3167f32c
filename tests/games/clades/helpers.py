"""Helpers that let the tests read like the rule ledger: cards, positions, calls."""

from __future__ import annotations

import itertools

import pytest

import mesozoic
from mesozoic.games.clades.cards import NAMES, NUMBER_OF
from mesozoic.kernel.errors import MesozoicError
from mesozoic.kernel.state import Moves

GAME = mesozoic.game("clades")
HOST = mesozoic.HOST
BARE = "MW3R ML1B ML2G ML2R ML3B MA1G SW1G SW1R SW3G SW3R SA1B SA1G SA2B SA2G AW1G AL1R AL2R AL3B AL3G AA2B"
"""Twenty cards without a triple (ledger section 8)."""
CLADE_CALL = "MW1B ML2B MA3B"
MIXED_CALL = "ML1B SL2G AL3R"


def cards(text):
    """``"ML1B SL2G"`` as a list of names."""
    return text.split()


def numbers(text):
    return [NUMBER_OF[name] for name in text.split()]


def place(players=2, grid="", hands=None, deck="", options=None, **more):
    """A position in phase open; hands as one text a seat."""
    given = {"grid": cards(grid), "deck": cards(deck), **more}
    if hands is not None:
        given["hands"] = [cards(hand) for hand in hands]
    return GAME.start(players, options=options or {}, position=given)


def call(state, seat, text, at=None):
    """Call three cards; returns the events."""
    return state.play(seat, f"call({','.join(cards(text))})", at)


def told(events, kind):
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def kinds(events):
    return [event.kind for event in events]


def pile(state, seat):
    return set(state.position()["piles"][seat])


def counts(state):
    """How many cards each pile holds."""
    return [len(one) for one in state.position()["piles"]]


def grid(state):
    return state.position()["grid"]


def hand(state, seat):
    return state.position()["hands"][seat]


def deck(state):
    return state.position()["deck"]


def refusal(state, seat, move, at=None):
    """The sentence with which a move is refused; nothing may have changed."""
    before = state.position(), len(state.history)
    with pytest.raises(MesozoicError) as caught:
        state.play(seat, move, at)
    assert (state.position(), len(state.history)) == before
    return str(caught.value)


def order(first="", options=None, players=2):
    """A whole shuffled pile that begins with these cards; the others follow in canonical order."""
    named = cards(first)
    every = [NAMES[card] for card in GAME.prepare(players, options or {}).variant.cards]
    return named + [name for name in every if name not in named]


def dealt(players=2, first="", options=None, seed=1, **more):
    """A game from an explicit deal, before the shared cards are turned up."""
    deal = {"order": order(first, options, players), **more}
    return GAME.start(players, seed=seed, options=options or {}, deal=deal)


def begun(players=2, options=None, seed=1):
    """A game by chance, play just begun."""
    state = GAME.start(players, seed=seed, options=options or {})
    state.play(HOST, "reveal")
    if state.position()["phase"] == "shown":
        state.play(HOST, "start")
    return state


def true_calls(state, seat):
    """The seat's triples in the game's notation."""
    out = Moves()
    state.list_triples(seat, out)
    return [GAME.text(code) for code in out.listed()]


def false_call(state, seat):
    """Some call of the seat that is no triple."""
    triples = set(true_calls(state, seat))
    return next(move for move in state.moves(seat) if move.startswith("call") and move not in triples)


def is_triple(a, b, c):
    """The definition, written without tables."""
    for quality in range(4):
        if len({a[quality], b[quality], c[quality]}) == 2:
            return False
    return len({a, b, c}) == 3


def triples_among(names):
    return [trio for trio in itertools.combinations(names, 3) if is_triple(*[name.removeprefix("o") for name in trio])]
