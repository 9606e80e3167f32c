"""The laws that every state keeps, and therefore every position that is taken up."""

from itertools import chain

from mesozoic.kernel.parts import law

from .rules import CARDS, HAND, NONE, Nests


def check(state: Nests) -> None:
    rounds = state.setup.options["rounds"]
    law(0 <= state.rounds_left <= rounds, "no round is played twice")
    law({len(state.hands), len(state.played), len(state.eggs)} == {state.players}, "every seat has its things")
    law(all(len(hand) == HAND - (not state.rounds_left) for hand in state.hands), "every hand is full")
    law(sorted([*chain(*state.hands), *state.deck, *state.discard]) == CARDS, "every card is in one place")
    law(all(card in (NONE, *state.hands[at]) for at, card in enumerate(state.played)), "what is played is in the hand")
    is_first = state.rounds_left == rounds
    law(len(state.turned_up) == (0 if is_first else state.players), "every round turns up a card of each seat")
    law(set(state.turned_up) <= set(CARDS), "cards that were turned up are cards")
    law(NONE in state.played, "cards are turned up when all have played")
    law(min(state.eggs) >= 0 and sum(state.eggs) == rounds - state.rounds_left, "every round gives an egg")
