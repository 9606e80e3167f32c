"""What a seat is told and shown while a move goes on: never a card that it may not know."""

from __future__ import annotations

import random

import pytest

from mesozoic.games.clades.cards import ANIMALS, NAMES, NUMBER_OF

from .helpers import GAME, HOST, call, deck, hand, place
from .test_properties import some_move

GRID = "ML1B SL2G AL2R MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B"
OPEN = {"open_hand": "open"}


def frames_for(filmed, seat):
    return [(event.kind, event.facts(), frame.view(seat)) for event, frame in filmed if event.is_known_to(seat)]


def test_cl_49_a_personal_card_drawn_while_hands_lie_open_is_its_owners_alone():
    """CL-49: two scorers, so the second draws after the first one's new card lies there."""
    grid = "ML1B SL2G MW2B SA1G MW1B ML2B MA3B SW3G SL3G SA3G AA1B SW3B"
    state = place(3, grid, ["AL3R", "AL3B", "SL3R"], "AW1B AW2G AW3R AA2G AA3G MW3R SW1R SW1B", OPEN)
    state.play(HOST, "stall(timer)")
    call(state, 0, "ML1B SL2G AL3R")
    call(state, 1, "MA3B SW3B AL3B")
    filmed = state.play_filmed(HOST, "settle")
    drawn = [hand(state, 0)[0], hand(state, 1)[0]]
    for watcher in (None, 2):
        shown = repr([view for _, _, view in frames_for(filmed, watcher)])
        assert not any(f"'{card}'" in shown for card in drawn)
    seen = [view.seats[2].personal for _, _, view in frames_for(filmed, 0)]
    assert seen[0] == ("SL3R",) and seen[-1] is None, "what lay open stays open until all hands are closed"
    assert state.view(0).seats[0].personal == tuple(hand(state, 0))


def test_cl_49_no_later_picture_shows_it_either():
    """CL-49: one scorer, whose draw completes the pair, so that five cards follow before hands are closed."""
    coming = "SHARK BIVALVE AW1B AW2G AW3R AA2G AA3G MW3R MW3B"
    state = place(3, GRID, ["AL3R", "AL3B", "SL3R"], coming, OPEN)
    state.play(HOST, "stall(timer)")
    call(state, 0, "ML1B SL2G AL3R")
    filmed = state.play_filmed(HOST, "settle")
    assert [kind for kind, _, _ in frames_for(filmed, 1)][:5] == [
        "settled",
        "passed",
        "passed",
        "pair_completed",
        "won",
    ]
    assert all("AW1B" not in (view.seats[0].personal or ()) for _, _, view in frames_for(filmed, 1))


VARIANTS = [
    {},
    {"open_hand": "open", "personal": 2},
    {"open_hand": "switch", "personal": 3, "victory_break": True},
    {"open_hand": "open", "false_call_penalty": True, "victory_break": True, "combined": "genius"},
    {"personal": 3, "victory_break": True, "deck": "threes", "grid_size": 7},
]


def exchanged(position, one, other, penalties):
    """The same position with two cards in each other's place, and the same chance to come."""
    names = {one: other, other: one}
    swapped = {**position, "penalty": penalties}
    swapped["deck"] = [names.get(card, card) for card in position["deck"]]
    for part in ("hands", "known"):
        swapped[part] = [[names.get(card, card) for card in held] for held in position[part]]
    return swapped


def unknown(state, watcher):
    """The animal cards whose place the watcher does not know: in closed hands of others, and in the deck."""
    hands = [seat.seat for seat in state.view(watcher).seats if seat.personal is None]
    held = {card for seat in hands for card in hand(state, seat)}
    return held, {card for card in deck(state) if NUMBER_OF[card] < ANIMALS}


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_two_worlds_that_differ_in_unknown_cards_are_told_and_shown_alike(options):
    """Exchange a card that stays hidden in a hand with one that stays in the deck: nothing that is told changes."""
    compared = 0
    for seed in range(2):
        rng = random.Random(f"worlds {seed}")
        state = GAME.start(3, seed=seed, options=options)
        while state.to_move:
            seat, watcher = rng.choice(state.to_move), rng.choice((None, 0, 1, 2))
            before, move = state.position(), some_move(state, seat, rng)
            hidden = set.union(*unknown(state, watcher))
            filmed = state.play_filmed(seat, move)
            held, left = (
                sorted(card for card in cards & hidden if card not in move) for cards in unknown(state, watcher)
            )
            if not held or not left:
                continue
            paid = [NAMES[event.card] for event, _ in filmed if event.kind == "paid_penalty"]
            position = exchanged(before, rng.choice(held), rng.choice(left), paid)
            twin = GAME.start(3, options=options, position=position)
            assert frames_for(twin.play_filmed(seat, move), watcher) == frames_for(filmed, watcher)
            compared += 1
    assert compared > 20
