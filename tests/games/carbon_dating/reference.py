"""The ledger again, written as plainly as possible over lists, to be compared with the engine move by move.

It shares nothing with the engine: its own card table is written down as in section 8, its chain follows CD-25 to CD-28
word by word.
"""

from __future__ import annotations

from itertools import pairwise

HEARTS = {
    "IGU": "F--B",
    "GAL": "BF--",
    "VEL": "--B-",
    "SPI": "F-B-",
    "BRA": "-BFB",
    "TRI": "BF-B",
    "STE": "-BBF",
    "PAC": "B-B-",
    "ALL": "-B--",
    "PAR": "--FB",
    "COM": "-B-F",
    "ANK": "B---",
    "PTE": "---B",
    "TYR": "BF-B",
}
ARROWS = {"PTE": 3, "TYR": 2}


def arrow(card):
    return ARROWS.get(card) or int(card[3])


class Ledger:
    """One table. A seat is a list: the top card, then what it has eaten."""

    def __init__(self, position):
        self.row = [[card, *eaten] for card, eaten in map(read, position["table"])]
        self.drawn = list(position["drawn"])
        self.face_down = position["face_down"]
        self.ends = list(position["ends"])
        self.aside = list(position["aside"])
        self.discard = set(position["discard"])
        self.satisfied = {card: set(eaten) for card, eaten in map(read, position["satisfied"])}
        self.batches = []
        self.dates = []
        self.step = "play"
        self.played = None

    # --- Legal moves ----------------------------------------------------------------------------------------

    def moves(self):
        if self.step == "date":
            return {f"date {left} {right}" for left, right in map(self.oriented, self.batches[-1])}
        if self.step == "swap":
            tops = self.tops()
            pairs = [f"swap {a} {b}" for a, b in pairwise(tops) if self.played not in (a, b)]
            return {"no swap", *pairs}
        if self.step == "place":
            return self.special_places(self.played)
        found = set()
        for at, card in enumerate(self.drawn):
            if self.face_down and at == len(self.drawn) - 1:
                found |= {f"? {end}" for end in self.ends}
            elif card in ("PTE", "TYR"):
                found |= self.special_places(card) or {f"{card} left", f"{card} right"}
            else:
                found |= {f"{card} {end}" for end in self.ends}
        for card in self.aside:
            found |= self.special_places(card)
        return found if self.drawn else {*found, "end round"}

    def special_places(self, card):
        if card == "PTE":
            return {f"PTE gap {gap}" for gap in range(1, len(self.row))}
        return {f"TYR seat {at}" for at, seat in enumerate(self.row, 1) if seat[0][:3] != "ANK"}

    # --- Playing ------------------------------------------------------------------------------------------------

    def apply(self, move):
        """Carry out a move; True when the round is over."""
        words = move.split()
        if move == "end round":
            return True
        if words[0] == "date":
            self.take((words[1], words[2]))
        elif words[0] in ("swap", "no"):
            self.step = "play"
            if words[0] == "swap":
                self.event(lambda: self.swap(words[1], words[2]))
        else:
            self.place(words[0], words[1:])
        if self.step not in ("swap", "place"):
            self.loop()
        return self.step == "play" and not self.drawn and self.moves() == {"end round"}

    def place(self, card, where):
        if card == "?":
            card = self.drawn.pop()
            self.face_down = False
            if card in ("PTE", "TYR") and self.special_places(card):
                self.step, self.played = "place", card
                return
        elif self.step == "place":
            self.step = "play"
        elif card in self.drawn:
            self.drawn.remove(card)
        else:
            self.aside.remove(card)
        if where[0] == "gap":
            self.event(lambda: self.row.insert(int(where[1]), [card]))
        elif where[0] == "seat":
            self.event(lambda: self.gatecrash(int(where[1]) - 1))
        else:
            self.place_at_end(card, where[0])

    def place_at_end(self, card, end):
        if card not in ("PTE", "TYR"):
            self.ends.remove(end)
        at = 0 if end == "left" else len(self.row)
        self.event(lambda: self.row.insert(at, [card]))
        if card[:3] == "SPI" and len(self.row) > 1:
            victim = self.tops()[1 if end == "left" else -2]
            self.event(lambda: self.eat(card, [victim]))
        elif card[:3] == "COM" and len(self.row) > 2:
            self.step, self.played = "swap", card

    # --- The chain machine (CD-25 to CD-27) -----------------------------------------------------------------------

    def event(self, change):
        before = self.pairs()
        change()
        after = self.pairs()
        self.batches = [[pair for pair in batch if set(pair) in after] for batch in self.batches]
        self.batches.append([tuple(self.in_order(pair)) for pair in after if pair not in before])

    def loop(self):
        while True:
            self.batches = [[p for p in batch if self.oriented(p) not in self.dates] for batch in self.batches]
            self.batches = [batch for batch in self.batches if batch]
            if not self.batches:
                self.step = "play"
                self.dates = []
                return
            if len(self.batches[-1]) > 1:
                self.step = "date"
                return
            self.take(self.batches[-1][0])

    def take(self, pair):
        self.batches[-1] = [other for other in self.batches[-1] if not set(other) & set(pair)]
        self.date(*self.oriented(pair))

    def date(self, left, right):
        self.dates.append((left, right))
        slot = HEARTS[left[:3]][arrow(right) - 1]
        tops = self.tops()
        at = tops.index(left)
        if slot == "F":
            self.event(lambda: self.leave(left, right))
        elif slot == "B" and not any(one[:3] == "PAR" for one in tops[max(0, at - 1) : at] + tops[at + 1 : at + 2]):
            self.bad_date(left, right, at)

    def bad_date(self, left, right, at):
        kind = left[:3]
        if kind in ("IGU", "GAL", "SPI", "PAR", "COM", "ANK", "PTE"):
            self.event(lambda: self.throw_out(left))
        elif kind in ("VEL", "TYR"):
            self.event(lambda: self.eat(left, [right]))
        elif kind == "ALL":
            self.event(lambda: self.eat(left, [*self.tops()[max(0, at - 1) : at], right]))
        elif kind == "TRI":
            self.event(lambda: self.row.append(self.row.pop(at)))
        elif kind == "STE":
            self.event(lambda: self.row.insert(0, self.row.pop(at + 1)))
        elif kind == "PAC":
            self.event(lambda: self.swap(left, right))

    # --- Changes of the row -----------------------------------------------------------------------------------------

    def leave(self, *cards):
        for card in cards:
            seat = self.row.pop(self.tops().index(card))
            self.satisfied[card] = set(seat[1:])

    def throw_out(self, card):
        self.discard |= set(self.row.pop(self.tops().index(card)))

    def swap(self, left, right):
        at = self.tops().index(left)
        assert self.tops()[at + 1] == right
        self.row[at], self.row[at + 1] = self.row[at + 1], self.row[at]

    def eat(self, eater, victims):
        tops = self.tops()
        victims = [victim for victim in victims if victim[:3] != "ANK"]
        frightened = set()
        for victim in victims:
            at = tops.index(victim)
            frightened |= {one for one in tops[max(0, at - 1) : at] + tops[at + 1 : at + 2] if one[:3] == "GAL"}
        for victim in victims:
            meal = self.row.pop(self.tops().index(victim))
            self.row[self.tops().index(eater)] += meal
        for card in frightened - set(victims):
            self.throw_out(card)

    def gatecrash(self, at):
        victim = self.tops()[at]
        beside = self.tops()[max(0, at - 1) : at] + self.tops()[at + 1 : at + 2]
        self.row[at] = ["TYR", *self.row[at]]
        assert self.row[at][1] == victim
        for card in beside:
            if card[:3] == "GAL":
                self.throw_out(card)

    # --- Looking ------------------------------------------------------------------------------------------------------

    def tops(self):
        return [seat[0] for seat in self.row]

    def pairs(self):
        tops = self.tops()
        return [{a, b} for a, b in pairwise(tops)]

    def in_order(self, pair):
        return sorted(pair, key=self.tops().index)

    def oriented(self, pair):
        return tuple(self.in_order(pair))

    def picture(self):
        """What can be compared with a position."""
        return {
            "table": [(seat[0], set(seat[1:])) for seat in self.row],
            "discard": self.discard,
            "satisfied": self.satisfied,
            "aside": set(self.aside),
            "drawn": self.drawn,
            "waiting": [[self.oriented(pair) for pair in batch] for batch in self.batches if batch],
        }


def read(text):
    """``SPI1(STE3,GAL2)`` as its card and its meal."""
    card, _, eaten = text.rstrip(")").partition("(")
    return card, eaten.split(",") if eaten else []


def picture(position):
    """A position in the form of :meth:`Ledger.picture`."""
    return {
        "table": [(card, set(eaten)) for card, eaten in map(read, position["table"])],
        "discard": set(position["discard"]),
        "satisfied": {card: set(eaten) for card, eaten in map(read, position["satisfied"])},
        "aside": set(position["aside"]),
        "drawn": position["drawn"],
        "waiting": [[tuple(pair) for pair in batch] for batch in position["waiting"]],
    }
