"""What the fields of an observation must say, read off the view alone."""

from mesozoic.games.clades.cards import NAMES
from mesozoic.games.clades.position import PHASES


def said(view, setup):
    ahead = {number: (number - view.seat) % setup.players for number in range(setup.players)}
    seats = sorted(view.seats, key=lambda seat: ahead[seat.seat])
    cards = [NAMES[card] for card in setup.variant.cards]
    place = dict.fromkeys(cards, 0) | dict.fromkeys(view.aside, 2)
    number, payer = dict.fromkeys(cards, 0), dict.fromkeys(cards, 0)
    for row in view.rows:
        for at, shared in enumerate(row, 1):
            place[shared.card], number[shared.card] = 1, at
            if shared.paid_by is not None:
                payer[shared.card] = 1 if shared.paid_by == "?" else 2 + ahead[int(shared.paid_by[1:]) - 1]
    for at, seat in enumerate(seats):
        place |= dict.fromkeys(seat.personal or (), 3 + at) | dict.fromkeys(seat.pile, 3 + setup.players + at)
    last = view.last_triple
    return {
        "seat": [view.seat],
        "phase": [PHASES.index(view.phase)],
        "shared cards": [view.shared_count],
        "cards in the deck": [view.deck_count],
        "hands open": [view.hands_open],
        "bonus seen": [card in view.bonus_seen for card in NAMES[162:]],
        "bonus cards shuffled back": [view.shuffled_back],
        "last scorer": [0 if view.last_scorer is None else ahead[view.last_scorer] + 1],
        "last triple": [0, 0, 0] if last is None else [NAMES.index(card) + 1 for card in last.cards],
        "time of the last triple": [0 if last is None else last.at],
        "turned up at": [view.revealed_at],
        "ended at": [view.ended_at or 0],
        "round": [max(1, len(view.rounds))],
        "triples of the round": [*view.rounds, *[0] * 20][:20],
        "scorers of the window": [*[ahead[seat] + 1 for seat in view.scorers], *[0] * 8][: setup.players],
        "place": [place[card] for card in cards],
        "number in its row": [number[card] for card in cards],
        "paid by": [payer[card] for card in cards],
        "personal cards": [seat.personal_count for seat in seats],
        "personal cards owed": [seat.owed for seat in seats],
        "on break": [seat.on_break for seat in seats],
        "locked": [seat.locked for seat in seats],
        "sees none": [seat.voted for seat in seats],
        "scored": [seat.scored for seat in seats],
        "may call": [seat.can_call for seat in seats],
        "false calls": [seat.false_calls for seat in seats],
        "triples": [seat.triples for seat in seats],
        "triples of one clade": [seat.clade_triples for seat in seats],
        "extra cards": [seat.extras for seat in seats],
        "penalties": [seat.penalties for seat in seats],
    }
