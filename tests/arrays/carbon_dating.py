"""What the fields of an observation must say, read off the view alone."""

from mesozoic.games.carbon_dating.cards import IDS
from mesozoic.games.carbon_dating.notation import STEPS
from mesozoic.games.carbon_dating.observe import PLACES


def said(view, setup):
    cards = [(card, "in the row") for card in view.table] + [(card, "satisfied") for card in view.satisfied]
    cards += [(card, "aside") for card in view.aside] + [(card, "drawn") for card in view.drawn]
    place = dict.fromkeys(IDS, "unseen") | dict.fromkeys(view.discard, "discarded")
    place |= {card.card: where for card, where in cards}
    place |= {eaten: "eaten" for card, _ in cards for eaten in card.eaten}
    assert {card for card, where in place.items() if where == "unseen"} >= set(view.unseen)
    eater = {eaten: IDS.index(card.card) + 1 for card, _ in cards for eaten in card.eaten}
    row = {card.card: number for number, card in enumerate(view.table, 1)}
    waiting = {pair.left: number for number, batch in enumerate(view.waiting, 1) for pair in batch}
    return {
        "round": [view.round],
        "final": [view.final],
        "step": [STEPS.index(view.step)],
        "deck": [view.deck],
        "face down": [view.face_down],
        "ends": ["left" in view.ends, "right" in view.ends],
        "played": [0 if view.played is None else IDS.index(view.played.card) + 1],
        "reshuffles": [view.reshuffles],
        "can reshuffle": [view.can_reshuffle],
        "place": [PLACES.index(place[card]) for card in IDS],
        "seat in the row": [row.get(card, 0) for card in IDS],
        "eaten by": [eater.get(card, 0) for card in IDS],
        "waits for a date with its right neighbour, in batch": [waiting.get(card, 0) for card in IDS],
        "dated in this play": [(left, right) in view.dates for left in IDS for right in IDS],
    }
