"""What the fields of an observation must say, read off the view alone."""

from mesozoic.games.dinospan.cards import CARD_IDS, GOAL_NAMES, RESEARCH_IDS
from mesozoic.games.dinospan.notation import PHASES, SPACE_NAMES, read_move
from mesozoic.games.dinospan.observe import MOST_FRAMES, MOST_RETURNED
from mesozoic.games.dinospan.pending import FRAMES

TRIASSIC = CARD_IDS[:16]


def said(view, setup):
    ahead = {number: (number - view.seat) % setup.players for number in range(setup.players)}
    ahead[setup.players] = setup.players  # the Rival
    seats = sorted(view.seats, key=lambda seat: ahead[seat.seat])
    own, rival = seats[0], view.rival
    holder = {card: ahead[seat.seat] + 1 for seat in seats for card in seat.hand_open}
    holder |= {card.card.id: 1 for card in own.hand}
    opened = {card for seat in seats for card in seat.hand_open}
    returned = {card: min(at, MOST_RETURNED) for at, pile in enumerate(view.returned, 1) for card in pile}

    def spaces(told):
        found = [{space.place: told(space) for space in seat.atlas} for seat in seats]
        return [atlas.get(place, 0) for atlas in found for place in SPACE_NAMES]

    return {
        "seat": [view.seat],
        "phase": [PHASES.index(view.phase)],
        "round": [view.round],
        "on turn": [ahead[view.on_turn]],
        "first player": [ahead[view.first]],
        "last move": last_move(view, ahead),
        "frames": [len(view.pending)],
        "frame": frames(view, ahead),
        "Key Species": [number(view.key)],
        "Goal": [GOAL_NAMES.index(goal.name) for goal in view.goals],
        "Hype": [number(card) for card in view.hype],
        "Footprint": [view.footprint_count],
        "reserve": [view.reserve_count],
        "eggs left": [view.red_eggs, view.gold_eggs],
        "Rival": [0, 0, 0] if rival is None else [rival.study, rival.goals, rival.turns],
        "known place in the Footprint": places(view.footprint_known),
        "place in the Archive": places(view.archive),
        "place among the revealed": places([card.id for card in view.revealed]),
        "in hand of": [holder.get(card, 0) for card in CARD_IDS],
        "seen by everybody in a hand": among(opened),
        "removed": among(view.removed),
        "of the Rival": among(() if rival is None else rival.collection),
        "returned with Archive": [returned.get(card, 0) for card in CARD_IDS],
        "Triassic cards kept": among(own.triassic, TRIASSIC),
        "draft pack": among(own.pack, TRIASSIC),
        "passed on": among(own.passed, TRIASSIC),
        "Research dealt": among(own.research, RESEARCH_IDS),
        "Research kept": [
            0 if seat.research_kept is None else RESEARCH_IDS.index(seat.research_kept) + 1 for seat in seats
        ],
        "to decide": [seat.to_decide for seat in seats],
        "Plants": [seat.plants for seat in seats],
        "Trees": [seat.trees for seat in seats],
        "Mammals": [seat.mammals for seat in seats],
        "markers": [seat.markers for seat in seats],
        "Goal points": [-1 if points is None else points for seat in seats for points in seat.goals],
        "hand size": [seat.hand_count for seat in seats],
        "Triassic cards": [seat.triassic_count for seat in seats],
        "pack size": [seat.pack_count for seat in seats],
        "unseen hand cards from": [one for seat in seats for one in drawn(seat.hand_drawn)],
        "space: card": spaces(lambda space: number(space.card)),
        "space: Parent": spaces(lambda space: number(space.parent)),
        "space: high overlay": spaces(lambda space: space.overlay == "high"),
        "space: red eggs": spaces(lambda space: space.red),
        "space: gold eggs": spaces(lambda space: space.gold),
    }


def number(card):
    return 0 if card is None else CARD_IDS.index(card.id) + 1


def places(cards):
    return [list(cards).index(card) + 1 if card in cards else 0 for card in CARD_IDS]


def among(cards, names=CARD_IDS):
    return [card in cards for card in names]


def drawn(piles):
    told = [*piles, *[0] * (2 + MOST_RETURNED - len(piles))]
    return [*told[: 1 + MOST_RETURNED], sum(told[1 + MOST_RETURNED :])]


def last_move(view, ahead):
    if view.last is None:
        return [0, 0, 0]
    code = read_move(view.last[1])
    return [ahead[view.last[0]] + 1, code >> 12, code & 4095]


def frames(view, ahead):
    told = []
    for pending in view.pending[::-1][:MOST_FRAMES]:
        kind, rest = next((name, pending[len(name) + 1 :]) for name in FRAMES[1:] if pending.startswith(f"{name} P"))
        seat, *numbers = rest.split()
        told += [FRAMES.index(kind), ahead[int(seat[1:]) - 1] + 1, *map(int, numbers)]
    return told + [0] * (6 * MOST_FRAMES - len(told))
