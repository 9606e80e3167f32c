"""What the fields of an observation must say, read off the view alone."""

import re

from mesozoic.games.dolphins_and_dinos.cards import FEATURE_LETTERS, SQUARE_NAMES
from mesozoic.games.dolphins_and_dinos.position import PHASES

PLACES = ["", *map(str, range(1, 16)), "R", "C"]
"""Exhibits are told by their place in the card table, the restaurant and a corridor after them."""


def said(view, setup):
    seats = [view.seats[(view.seat + ahead) % setup.players] for ahead in range(setup.players)]
    cards = [card for column in view.columns for card in column.cards]
    removed = {card.item for card in cards if card.removed}
    item, number, place = re.fullmatch(r"(\w*)(?:\((\d+)\))?(?:@(\w\w))?", view.choice).groups()

    def by_round(told):
        lines = [[told(line) for line in seat.lines] for seat in seats]
        return [number for line in lines for number in line + [0] * (9 - len(line))]

    return {
        "seat": [view.seat],
        "round": [view.round],
        "phase": [PHASES.index(view.phase)],
        "cards": ([PLACES.index(card.item) for card in cards] + [0] * 15)[:15],
        "removed": [item in removed for item in PLACES[1:16]],
        "free exhibit": [PLACES.index(view.free_item or "")],
        "hidden exhibit": [PLACES.index(view.hidden or "")],
        "choice": [PLACES.index(item), int(number or 0), square(place)],
        "money": [seat.money for seat in seats],
        "to decide": [seat.to_decide for seat in seats],
        "item": by_round(lambda line: PLACES.index(line.item)),
        "unpaid": by_round(lambda line: line.unpaid),
        "paid": by_round(lambda line: line.paid),
        "income": by_round(lambda line: line.income),
        "fee": by_round(lambda line: line.fee),
        "square": by_round(lambda line: square(line.square)),
        "number": by_round(lambda line: line.number or 0),
        "feature": by_round(feature),
    }


def square(name):
    return 0 if name is None else SQUARE_NAMES.index(name) + 1


def feature(line):
    return FEATURE_LETTERS.index(line.feature) if line.feature else 4 * line.drew_feature
