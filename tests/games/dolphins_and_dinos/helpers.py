"""Helpers that let the tests read like the rule ledger: decks, choices, museums in its notation."""

from __future__ import annotations

import copy
import re
from contextlib import contextmanager

import mesozoic

GAME = mesozoic.game("dolphins-and-dinos")
SQUARES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
HALLS = ("r1", "r2", "r3", "ca", "cb", "cc")
COLUMNS_OF_ROUND = {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (5,), 6: (5,), 7: (4,), 8: (3,), 9: (1, 2)}
IDLE = "C C C / C C C / C C C"
SNAKE = ("a1", "b1", "c1", "c2", "b2", "a2", "a3", "b3", "c3")


# --- Starting -----------------------------------------------------------------------------------------------


def cards(text):
    """``"15 11 R"`` as the items of a deal; bars between the columns are for the reader."""
    return [word if word == "R" else int(word) for word in text.replace("|", " ").split()]


def deal(deck="", hidden=None, solo=False):
    """A deal that begins with these cards; the others follow in rising order, the highest unnamed one is hidden."""
    named = cards(deck)
    if solo:
        return {"deck": named + [value for value in range(1, 16) if value not in named]}
    if hidden is None:
        hidden = max(value for value in range(1, 13) if value not in named)
    rest = [value for value in [*range(1, 16), "R"] if value not in named and value != hidden]
    return {"hidden": hidden, "deck": named + rest}


def start(players=2, deck="", hidden=None, **options):
    return GAME.start(players, options=options, deal=deal(deck, hidden, solo=players == 1))


def restart(state, change):
    """The game taken up again from its position after ``change`` has edited that."""
    position = copy.deepcopy(state.position())
    change(position)
    return GAME.start(state.players, options=dict(state.setup.options), position=position)


def with_money(state, *amounts):
    """The same game with other purses."""

    def change(position):
        for seat, amount in zip(position["seats"], amounts, strict=True):
            seat["money"] = amount

    return restart(state, change)


# --- Playing ------------------------------------------------------------------------------------------------


def choose(state, *choices):
    """One whole choice for each seat, ``None`` for a seat that waits; returns what happened."""
    events = []
    for seat, choice in enumerate(choices):
        if choice is not None:
            events += state.play(seat, choice)
    return events


def features(state, **marks):
    """Every seat that may draw a feature decides: ``P3="L"``; a seat not named draws none."""
    events = []
    wanted = {int(name[1:]) - 1: mark for name, mark in marks.items()}
    if state.view(None).phase == "features":
        for seat in state.to_move:
            events += state.play(seat, wanted.pop(seat, "none"))
    assert not wanted, f"{wanted} had no feature to decide"
    return events


def play_round(state, *choices, **marks):
    return choose(state, *choices) + features(state, **marks)


def idle(state, until):
    """Everybody takes corridors, each on the first square there is, until that round begins (10: until the end)."""
    while not state.is_over and state.view(None).round < until:
        for seat in state.to_move:
            state.play(seat, "C" + squares(state, seat)[0])
    return state


def place(state, seat, item):
    """The seat takes the item on its first square; returns what happened."""
    return state.play(seat, item + squares(state, seat)[0])


def lap(state, *items, **marks):
    """A round in which it does not matter where things stand."""
    events = []
    for seat, item in enumerate(items):
        events += place(state, seat, item)
    return events + features(state, **marks)


# --- Looking ------------------------------------------------------------------------------------------------


def told(events, seat=None, kinds=None):
    """The events as (kind, fact, fact ...), those that the seat may know (None: a spectator); items as 11, "R", "C"."""
    found = []
    for event in events:
        if event.is_known_to(seat) and (kinds is None or event.kind in kinds):
            facts = event.facts()
            if "item" in facts:
                facts["item"] = item_sign(facts["item"])
            if "items" in facts:
                facts["items"] = tuple(map(item_sign, facts["items"]))
            found.append((event.kind, *facts.values()))
    return found


def item_sign(text):
    """Exhibits as numbers, to be compared and counted."""
    return int(text) if text.isdecimal() else text


def kinds(events):
    """The kinds of events in order, equal neighbours once."""
    found = []
    for event in events:
        if found[-1:] != [event.kind]:
            found.append(event.kind)
    return found


def money(state):
    return [seat.money for seat in state.view(None).seats]


def museum(state, seat):
    """The filled squares of a seat as it sees them: ``{"a1": "7L"}``."""
    return {square: text for square, text in zip(SQUARES, state.view(seat).seats[seat].museum, strict=True) if text}


def removed(state):
    return {card.item for column in state.view(None).columns for card in column.cards if card.removed}


def offer(state):
    """What the table shows on offer: the cards of the active columns that have not left."""
    columns = state.view(None).columns
    return [card.item for column in columns if column.active for card in column.cards if not card.removed]


def picks(state, seat=0):
    """The items that the seat may pick."""
    return state.moves(seat)


def squares(state, seat=0, item="C"):
    """The squares that the seat may choose for an item, as ``@a1``."""
    trial = state.clone()
    trial.play(seat, item)
    return trial.moves(seat)


def numbers(state, seat=0):
    """The numbers that the seat may give the restaurant."""
    trial = state.clone()
    trial.play(seat, "R")
    return [int(text.strip("()")) for text in trial.moves(seat)]


def face(state):
    """Everything that a refusal must leave alone."""
    history = [(played.seat, played.move, played.at, played.revealed) for played in state.history]
    return state.position(), history, state.to_move, state.clock, state.reveals


@contextmanager
def unchanged(*states):
    before = [face(state) for state in states]
    yield
    assert [face(state) for state in states] == before


# --- Finished museums in the ledger's notation --------------------------------------------------------------


def read_array(text):
    """``7L 14 13 / 6L 8 (10) / 2L C 5``, rows from the top, as ``{"a3": "7L", ...}``."""
    rows = [row.split() for row in text.split("/")]
    assert [len(row) for row in rows] == [3, 3, 3], text
    return {f"{file}{rank}": row[at] for rank, row in zip("321", rows, strict=True) for at, file in enumerate("abc")}


def array_text(array):
    return " / ".join(" ".join(array[f"{file}{rank}"] for file in "abc") for rank in "321")


def is_restaurant(content):
    return content.startswith("(")


def item_text(content):
    """What was picked for the square: ``7L`` is 7, ``(10)`` is R."""
    return "R" if is_restaurant(content) else content.rstrip("WAL")


def beside(square):
    """The squares that share a side with this one."""
    file, rank = ord(square[0]), int(square[1])
    return {other for other in SQUARES if abs(ord(other[0]) - file) + abs(int(other[1]) - rank) == 1}


def deck_for(text, solo=False):
    """A deck with which a lone player can fill this museum, in the order that :func:`order_for` finds."""
    array = read_array(text)
    restaurants = [square for square in SQUARES if is_restaurant(array[square])]
    order = list(SNAKE)
    if len(restaurants) == 2:  # the first in round 1, the second in round 9; the grid stays whole without it
        order = [restaurants[0]]
        while len(order) < 8:
            order.append(next(s for s in SQUARES if s not in order and s != restaurants[1] and beside(s) & set(order)))
        order.append(restaurants[1])
    columns = {number: [] for number in range(1, 6)}
    for number, square in enumerate(order, 1):
        item = item_text(array[square])
        if item != "C" and item not in [one for column in columns.values() for one in column]:
            columns[COLUMNS_OF_ROUND[number][0]].append(item)
    used = {item for column in columns.values() for item in column}
    hidden = None if solo else max(value for value in range(1, 13) if str(value) not in used)
    everything = [str(value) for value in range(1, 16) if value != hidden] + ([] if solo else ["R"])
    rest = [item for item in everything if item not in used]
    for column in columns.values():
        while len(column) < 3:
            column.append(rest.pop(0))
    return " ".join(item for column in columns.values() for item in column)


def order_for(text, deck):
    """The squares of a museum in an order in which this deck offers what stands in them, or None."""
    array = read_array(text)
    items = [str(card) for card in cards(deck)]

    def go_on(done):
        if len(done) == 9:
            return done
        columns = COLUMNS_OF_ROUND[len(done) + 1]
        on_offer = {item for column in columns for item in items[3 * column - 3 : 3 * column]} | {"C"}
        for square in SQUARES:
            if square not in done and (not done or beside(square) & set(done)) and item_text(array[square]) in on_offer:
                found = go_on([*done, square])
                if found:
                    return found
        return None

    return go_on([])


def sheet_lines(text, deck):
    """The lines of a score sheet that fill this museum, as a position has them."""
    array = read_array(text)
    order = order_for(text, deck)
    assert order, f"{text} cannot be filled from {deck}"
    return [line(array[square], square) for square in order]


def line(content, square):
    """One line of a score sheet: ``7L`` on a3."""
    item = item_text(content)
    found = {"item": int(item) if item.isdecimal() else item, "square": square}
    if is_restaurant(content):
        found["number"] = int(content.strip("()"))
    elif content[-1] in "WAL":
        found["feature"] = content[-1]
    return found


def finished(*arrays, purses=None, deck=None, **options):
    """A finished game with these museums; nobody has money unless told."""
    solo = len(arrays) == 1
    deck = deck or deck_for(arrays[0], solo)
    chance = deal(deck, solo=solo)
    whole = " ".join(map(str, chance["deck"]))
    purses = purses or [0] * len(arrays)
    seats = [{"money": purse, "sheet": sheet_lines(text, whole)} for text, purse in zip(arrays, purses, strict=True)]
    position = {"round": 9, "phase": "over", **chance, "removed": gone([one["sheet"] for one in seats]), "seats": seats}
    return GAME.start(len(arrays), options=options, position=position)


def gone(sheets):
    """What has left a game with these sheets, all of them paid (DD-26)."""
    found = set()
    for lines in zip(*sheets, strict=True):
        items = [one["item"] for one in lines]
        found |= {item for item in (13, 14, 15) if items.count(item) >= max(1, len(sheets) - (2 if item == 15 else 1))}
    return sorted(found)


def sheet_score(array):
    """A museum's score taken apart, without money: the owner and an idle rival are both broke."""
    return finished(array, IDLE).result.details[0]


def halls(array):
    """The points of the six halls by name, feature bonuses apart."""
    return dict(zip(HALLS, sheet_score(array).halls, strict=True))


def bonuses(array):
    """The feature bonuses that are not 0, by hall."""
    return {hall: points for hall, points in zip(HALLS, sheet_score(array).bonuses, strict=True) if points}


def play_museum(array, players=2, **options):
    """A whole game in which P1 builds this museum, a feature in each round as marked, and the others only idle."""
    deck = deck_for(array, players == 1)
    state = start(players, deck, **options)
    wanted = read_array(array)
    events = []
    for square in order_for(array, deck):
        content = wanted[square]
        number = content if is_restaurant(content) else ""
        events += state.play(0, f"{item_text(content)}{number}@{square}")
        for seat in range(1, players):
            events += place(state, seat, "C")
        mark = re.search("[WAL]$", content)
        events += features(state, **({"P1": mark[0]} if mark else {}))
    return state, events
