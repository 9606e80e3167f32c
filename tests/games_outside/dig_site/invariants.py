"""The laws that every state keeps, and therefore every position that is taken up."""

from itertools import chain

from mesozoic.kernel.parts import law

from .rules import CARDS, HAND, ROUNDS, Site, kind


def check(state: Site) -> None:
    kinds = [kind(card) for card in state.trench]
    law(1 <= state.round <= ROUNDS + 1 and 0 <= state.on_turn < state.players, "somebody's turn in some round")
    law(len(state.hands) == len(state.museums) == state.players, "every seat has its things")
    everywhere = [*state.deck, *state.trench, *state.discard, *chain(*state.hands, *state.museums)]
    law(sorted(everywhere) == list(range(CARDS)), "every card is in one place")
    law(all(len(hand) <= HAND and all(map(kind, hand)) for hand in state.hands), "a hand holds at most two bones")
    law(set(state.turned_up) <= set(everywhere), "what was turned up are cards")
    law(all(map(kind, chain(*state.museums))), "museums show bones")
    law(len(set(kinds)) == len(kinds) and 0 not in kinds, "what lies in a trench has not caved in")
    law(bool(state.trench) or not state.has_added, "what was added lies in the trench")
    law(state.round <= ROUNDS or (not state.trench and not state.on_turn), "the game ends between two rounds")
