"""The card table: every card, every ability form, the parser's errors, and tables of designers."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest
from typer.testing import CliRunner

from mesozoic.cli import app
from mesozoic.games.dinospan.abilities import KEYS, parse
from mesozoic.games.dinospan.cards import CARD_IDS, GOAL_MASKS, GOAL_NAMES, GOALS, PRINTED_PERCENT
from mesozoic.games.dinospan.tables import read_table
from mesozoic.kernel.card_tables import BadTable, CardError
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record

from .helpers import CARDS, GAME, TABLE, eggs, go, of, seat, stack, table, track

CSV = resources.files("mesozoic.games.dinospan").joinpath("cards.csv").read_text("utf-8")
FAMILIES = ("Basal", "Ceratopsia")


def changed(card, column, value):
    """The table with one field changed."""
    lines = CSV.splitlines()
    at = lines[0].split(",").index(column)
    for number, line in enumerate(lines):
        if line.startswith(f"{card},"):
            fields = line.split(",")
            fields[at] = value
            lines[number] = ",".join(fields)
    return "\n".join(lines)


def problems(text):
    with pytest.raises(BadTable) as error:
        read_table(text)
    return error.value.problems


# --- The table itself -------------------------------------------------------------------------------------------


def test_counts_and_order():
    """DS-02: 16, 54 and 70."""
    assert [card.id for card in TABLE.cards] == list(CARD_IDS)
    assert [sum(card.era == era for card in TABLE.cards) for era in "TJK"] == [16, 54, 70]
    assert [sum(card.order == order for card in TABLE.cards) for order in ("Orn", "Sau", "The")] == [54, 40, 46]


def test_all_abilities_differ():
    """DS-R57; 22 cards have an ecosystem effect."""
    assert len({card.notation for card in TABLE.cards}) == 140
    assert len({card.text for card in TABLE.cards}) == 140
    assert sum(card.ability.ecosystem is not None for card in TABLE.cards) == 22


def test_goal_percentages():
    """DS-05, DS-R13: every printed percentage is the share of 140, and each category is a partition."""
    assert list(TABLE.deck.percent) == list(PRINTED_PERCENT) and TABLE.notes == ()
    for card in range(140):
        assert sum(bool(TABLE.deck.traits[card] & GOAL_MASKS[goal]) for goal in range(GOALS)) == 4
    assert len(set(GOAL_NAMES)) == GOALS


# --- Every card, every form: a line is a situation, the moves, and everything that is different afterwards ---------


HYPE = ("J01", "J19", "J42", "J26")  # Orn small Speed G, Sau colossal Herd L, The Display L, Sau colossal Display G
FOOTPRINT = ("J21", "J24", "J45", "J10", "J40", "J33")  # Sau G, Sau L, The L, Orn G, The L, Sau L
STAND_INS = ("J32", "J22", "J29")


def atlas_of(text, mine):
    """``L2:J40*1`` with a red egg, ``G2:K47/T14/low`` on a Parent, ``own*2`` for eggs on the card itself."""
    place, _, rest = text.partition(":")
    rest, _, red = rest.partition("*")
    cards = rest.split("/")
    mine[place] = (cards[0], int(red or 0)) if len(cards) == 1 else stack(*cards, red=int(red or 0))


def is_place(text):
    return len(text) > 2 and text[0] in "LG" and text[1] in "12345" and text[2] == ":"


def situated(card, situation, options=None):
    """Seat 0 has the card alone at the head of its row, and what the situation says."""
    row = CARDS[card].hemisphere
    piles = {"hand": [], "archive": [], "hype": None, "footprint": None}
    mine, yours, numbers, own = {}, {}, {}, 0
    for word in situation.split():
        name, _, rest = word.partition(":")
        if name in piles:
            piles[name] = rest.split(",")
        elif name == "you":
            atlas_of(rest, yours)
        elif is_place(word):
            atlas_of(word, mine)
        elif word.startswith("own*"):
            own = int(word[4:])
        else:
            numbers[word[0]] = int(word[1:])
    mine = {f"{row}1": (card, own), **mine}
    named = {card, *piles["hand"], *piles["archive"], *(piles["hype"] or ()), *(piles["footprint"] or ())}
    for one in (*mine.values(), *yours.values()):
        named |= {one["card"], one["parent"]} if isinstance(one, dict) else {one[0]}
    free = [one for one in STAND_INS if one not in named]
    for name, usual in (("hype", HYPE), ("footprint", FOOTPRINT)):
        if piles[name] is None:
            piles[name] = [free.pop(0) if one in named else one for one in usual]
    hand = piles.pop("hand")
    key = "K69" if card == "K70" else "K70"
    return table(seat(mine, hand, **numbers), seat(yours), key=key, options=options, **piles)


def eggs_of(text):
    """``L1=1,G2=0+1``: red, or red + gold."""
    found = {}
    for one in text.split(","):
        place, _, number = one.partition("=")
        red, _, gold = number.partition("+")
        found[place] = (int(red), int(gold or 0))
    return found


def everything(state):
    """What an ability can change: for both seats tracks, hand and eggs; the Archive."""
    return {
        **{f"{who}{name}": of(state, at)[name] for at, who in enumerate(("", "you:")) for name in "PTM"},
        **{f"{who}hand": sorted(of(state, at)["hand"]) for at, who in enumerate(("", "you:"))},
        **{f"{who}eggs": eggs(state, at) for at, who in enumerate(("", "you:"))},
        "archive": state.position()["archive"],
    }


def expected(before, after):
    """All as before but what is written: ``P2 hand:J21 eggs:L1=1 archive:J01 you:M1 footprint:J24``; ``-`` for none."""
    wanted, top = dict(before), []
    for word in after.split():
        who = "you:" if word.startswith("you:") else ""
        name, colon, rest = word.removeprefix("you:").partition(":")
        if not colon:
            wanted[who + name[0]] = int(name[1:])
        elif name == "footprint":
            top = rest.split(",")
        elif name == "eggs":
            wanted[f"{who}eggs"] = eggs_of(rest) if rest != "-" else {}
        else:
            wanted[who + name] = [] if rest == "-" else rest.split(",")
    return wanted, top


def check(card, situation, moves, after, options=None):
    """Analyze the card's row, answer with the moves, and compare everything."""
    state = situated(card, situation, options)
    wanted, top = expected(everything(state), after)
    state.play(0, f"analyze:{CARDS[card].hemisphere}")
    for word in moves.split():
        who, _, move = word.rpartition(">")
        assert move in state.moves(1 if who else 0), f"{word} among {state.moves(0)}"
        state.play(1 if who else 0, move)
    assert everything(state) == wanted
    assert state.position()["footprint"][: len(top)] == top
    assert state.to_move == (1,) and not state.position()["pending"], "the ability is done and the turn over"
    assert None not in state.position()["hype"], "refreshed when the marker left"
    assert of(state)["markers"] == 3


def lines(text):
    """The lines of a table as (first, situation, moves, after), with names for pytest."""
    rows = [[part.strip() for part in line.split(" ; ")] for line in text.strip().splitlines() if line.strip()]
    seen = Counter()
    named = []
    for row in rows:
        seen[row[0]] += 1
        named.append(pytest.param(*row, id=f"{row[0]} {seen[row[0]]}"))
    return named


EFFECTS = """
T01 ; - ; gain:T ; T1 hand:J21
T02 ; - ; do:1 gain:P gain:M ; P1 M1
T02 ; - ; do:2 hype:2 ; hand:J19
T03 ; - ; hype:3 ; P1 hand:J42
T04 ; - ; drop:1 hype:1 ; P1 hand:J21 archive:J01
T05 ; - ; take:J24 top:J21 gain:M ; M1 hand:J24 footprint:J21,J45
T06 ; - ; hype:4 ; M1 hand:J26
T07 ; - ; take:J21 archive:J24 ; P1 hand:J21 archive:J24
T08 ; - ; take:J21 top:J24 ; T1 hand:J21 footprint:J24
T09 ; - ; footprint ; T1 hand:J21
T10 ; - ; hype:1 ; T1 hand:J01
T11 ; - ; do:1 ; P1 eggs:L1=1
T11 ; - ; do:2 footprint ; hand:J21
T12 ; - ; hype:2 ; M1 hand:J19
T13 ; - ; - ; M1 hand:J21
T14 ; - ; drop:4 drop:1 hype:4 ; M1 hand:J24 archive:J26,J01
T15 ; - ; take:J24 archive:J21 ; M1 hand:J24 archive:J21
T16 ; - ; hype:2 gain:P ; P1 hand:J19
J01 ; - ; - ; P1
J01 ; G2:K03 L1:J05 ; - ; P2
J02 ; - ; - ; P1 hand:J21
J03 ; - ; - ; P2
J03 ; P9 ; - ; P10
J04 ; P2 ; swap ; P1 eggs:L1=1
J04 ; P2 ; stop ; P2
J05 ; archive:J12,J54 ; - ; eggs:L1=2
J05 ; archive:J54,J12 ; - ; P0
J06 ; own*2 ; do:1 ; eggs:G1=1+1
J06 ; own*2 ; all ; you:P1
J06 ; - ; - ; you:P1
J07 ; - ; do:1 hype:3 ; hand:J42
J07 ; - ; do:2 ; P1
J08 ; - ; gain:M ; M1
J09 ; - ; take:J24 top:J21 ; hand:J24 footprint:J21,J45
J10 ; - ; do:1 ; P1
J10 ; - ; do:2 ; hand:J21
J11 ; P1 ; swap ; P0 hand:J21 eggs:L1=1
J11 ; - ; - ; hand:J21
J12 ; - ; - ; P1
J12 ; own*3 L2:J05*2 L3:K08*3 ; - ; P3
J12 ; own*3 L2:J05*2 L3:K08*3 L4:J04*2 ; - ; P3
J13 ; - ; hype:3 ; hand:J42
J13 ; - ; footprint ; hand:J21
J14 ; P3 ; do:1 ; P1 eggs:L1=2
J14 ; P3 ; all ; you:P1
J14 ; P1 ; - ; you:P1
J15 ; own*3 G2:J37*3 ; - ; P2
J15 ; own*3 G2:J37*3 G3:K03/J06/low*2 ; stop ; P3
J16 ; - ; gain:T ; T1
J16 ; L1:J05 L2:J04 L3:J14 ; gain:P gain:T gain:M ; P1 T1 M1
J17 ; - ; - ; P1
J17 ; G1:J25 G2:J39 G3:J09 G4:J06 ; - ; P5
J17 ; G1:J44/J39/high ; - ; P1
J17 ; G1:J44/J39/low ; - ; P2
J18 ; L1:J36 ; - ; T2
J18 ; L1:J36 L2:J31 L3:J30 ; - ; T3
J19 ; - ; do:1 ; T2
J19 ; - ; do:2 ; P2
J20 ; - ; archive:J21 top:J24 ; eggs:G1=2 archive:J21 footprint:J24,J45
J20 ; footprint:J45,J10,J40 ; top:J10 archive:J45 ; archive:J45 footprint:J10,J40
J21 ; footprint:J24,J45 ; - ; T1 hand:J24
J22 ; T2 L1:J36 ; do:1 lay:L1 lay:G1 ; T0 eggs:G1=1,L1=1
J22 ; T2 ; do:1 ; T0 eggs:G1=1
J22 ; T2 ; all ; you:T1
J22 ; T1 ; - ; you:T1
J23 ; G1:J35 G2:J37 ; do:1 lay:G2 ; eggs:G2=1
J23 ; G1:J35 G2:J37 ; all ; you:T1
J23 ; G1:J35 ; - ; you:T1
J24 ; - ; - ; P3
J25 ; - ; do:1 ; P1
J25 ; - ; do:2 take:J21 archive:J24 ; hand:J21 archive:J24
J26 ; - ; hype:1 ; P1 hand:J01
J27 ; - ; hype:2 ; hand:J19
J27 ; own*1 L2:J36*3 ; hype:1 footprint ; hand:J01,J21
J27 ; own*1 L2:J36*3 L3:J31*3 L4:J34*1 ; footprint footprint footprint ; T5 hand:J21,J24,J45
J28 ; - ; gain:P ; P1
J28 ; G2:J35 G3:J37 G4:K42 ; gain:T gain:T gain:M ; T2 M1
J29 ; T2 ; do:1 hype:1 swap footprint ; T0 hand:J01,J21
J29 ; T4 ; do:1 hype:1 swap hype:2 swap hype:3 ; T1 hand:J01,J19,J42
J29 ; T4 ; do:1 hype:1 stop ; T3 hand:J01
J29 ; T4 ; all ; you:hand:J21
J29 ; - ; - ; you:hand:J21
J30 ; - ; - ; T1 eggs:L1=1
J31 ; - ; do:1 ; eggs:L1=1
J31 ; - ; do:2 ; T2
J32 ; own*1 G2:J35*2 ; gild:G2 gild:G2 ; eggs:G1=1,G2=0+2
J32 ; own*1 ; - ; eggs:G1=0+1
J33 ; G1:J20 ; - ; T2
J33 ; G1:J20 G2:J21 G3:J22 G4:J18 ; - ; T4
J34 ; - ; - ; T3
J35 ; archive:J12,J20,J30 ; take:J20 ; hand:J20 archive:J12,J30
J36 ; - ; - ; eggs:L1=1
J36 ; G1:J41 ; lay:G1 ; eggs:G1=1
J37 ; P3 ; swap swap ; P1 eggs:G1=2
J37 ; P3 ; swap stop ; P2 eggs:G1=1
J38 ; - ; - ; T1 P1
J39 ; - ; cull:3 ; eggs:G1=1 archive:J42
J39 ; - ; stop ; P0
J40 ; - ; - ; M1
J40 ; G1:J25 G2:J09 G3:J06 ; - ; M3
J41 ; - ; do:1 ; hand:J21
J41 ; - ; do:2 ; M1
J42 ; - ; drop:1 drop:2 hype:2 ; hand:J24 archive:J01,J19
J43 ; M2 ; do:1 hype:1 footprint ; M1 hand:J01,J21
J43 ; M2 ; all ; you:M1
J43 ; - ; - ; you:M1
J44 ; archive:J20 ; - ; M1 eggs:G1=1
J44 ; archive:J17 ; - ; M1
J45 ; footprint:J24,J33 ; top:J24 ; M1 eggs:L1=1 footprint:J24
J45 ; footprint:J21,J33 ; archive:J21 ; M1 archive:J21
J46 ; hand:J12,J30 ; swap pay:J12 gain:P gain:T ; P1 T1 hand:J30 archive:J12
J47 ; - ; take:J45 top:J21 top:J24 ; hand:J45 footprint:J24,J21,J10
J48 ; - ; do:1 ; M1
J48 ; - ; do:2 ; eggs:L1=1
J49 ; - ; - ; M2
J50 ; - ; - ; M1 hand:J21
J51 ; M1 ; swap ; M0 eggs:L1=1
J52 ; own*1 ; do:1 ; eggs:L1=2
J52 ; own*1 ; do:2 ; eggs:L1=0+1
J53 ; - ; stop ; hand:J21
J53 ; hand:J12 ; swap pay:J12 ; M1 hand:J21 archive:J12
J54 ; - ; hype:4 ; hand:J26
K01 ; own*1 ; - ; P1 eggs:L1=0+1
K01 ; - ; - ; P1
K02 ; archive:J12 ; do:1 ; eggs:G1=2
K02 ; archive:J12 ; all ; you:P1
K02 ; archive:J54 ; - ; you:P1
K03 ; P3 own*1 ; swap ; P1 eggs:G1=0+1
K04 ; own*1 ; do:1 ; eggs:L1=0+1
K04 ; own*2 G1:K03*1 G2:J16*1 ; do:1 gild:L1 gild:G1 ; eggs:L1=1+1,G1=0+1,G2=1
K04 ; own*1 ; all ; you:P1
K05 ; G1:J25 ; gain:P gain:T ; P1 T1
K05 ; G1:J25 G2:J09 G3:J06 ; gain:P gain:P gain:M ; P2 M1
K06 ; L2:K08 ; do:1 lay:L1 lay:L2 ; eggs:L1=1,L2=1
K06 ; L2:K08 ; all ; you:P1
K06 ; L2:J05 ; - ; you:P1
K07 ; P1 ; swap ; P0 eggs:L1=2
K07 ; P1 ; stop ; eggs:L1=1
K08 ; hand:J12,J30 ; swap pay:J30 ; hand:J12 archive:J30 eggs:L1=1
K09 ; - ; drop:3 drop:4 hype:3 ; P1 hand:J21 archive:J42,J26
K10 ; G1:J25 ; do:1 lay:G1 lay:G1 ; eggs:G1=2
K10 ; G1:J25 G2:J09 ; do:1 lay:L1 lay:G1 ; eggs:L1=1,G1=1
K10 ; - ; all ; you:P1
K11 ; - ; - ; P2 eggs:L1=1
K12 ; - ; - ; hand:J21,J24
K13 ; footprint:J10,J08,J33 ; archive:J10 archive:J08 ; eggs:L1=2 archive:J10,J08
K14 ; - ; gain:P gain:M ; P1 M1
K15 ; G2:K03 ; - ; P2
K15 ; G2:K03 G3:K47/T14/low ; - ; P3
K16 ; T5 G1:J37 ; do:1 lay:L1 swap ; T1 eggs:L1=1,G1=3
K16 ; T5 G1:J37 ; all ; you:T1
K16 ; T1 ; - ; you:T1
K17 ; - ; - ; eggs:L1=2
K18 ; - ; drop:1 drop:2 drop:3 hype:1 ; hand:J21 archive:J01,J19,J42
K19 ; - ; - ; P0
K19 ; G1:J13 ; hype:1 ; hand:J01
K19 ; G1:J13 G2:J15 G3:J20 ; hype:1 hype:2 ; hand:J01,J19
K20 ; - ; - ; eggs:L1=1
K20 ; hype:J01,J02,J19,J26 ; - ; P0
K21 ; L1:K17 ; - ; P2
K21 ; L1:K17 L2:K18 L3:K19 ; - ; P3
K22 ; - ; - ; T2 P2
K23 ; - ; cull:2 cull:4 ; eggs:L1=2 archive:J19,J26
K23 ; - ; cull:4 stop ; eggs:L1=1 archive:J26
K24 ; - ; do:1 ; hand:J21
K24 ; - ; do:2 ; P2
K25 ; G1:J13 ; gain:P gain:T ; P1 T1
K25 ; G1:J13 G2:K26 G3:K27 ; gain:P gain:P gain:P ; P3
K26 ; - ; take:J10 archive:J21 archive:J24 archive:J45 ; hand:J10 archive:J21,J24,J45
K27 ; L1:J05 ; footprint ; hand:J21
K27 ; G2:K03 ; footprint footprint ; hand:J21,J24
K28 ; - ; hype:1 ; hand:J01
K28 ; L1:J17 L2:J07 ; hype:1 hype:2 ; hand:J01,J19
K29 ; G1:J09 ; - ; P2
K29 ; G1:J09 G2:J13 G3:J02 G4:K03 ; - ; P4
K30 ; - ; do:1 take:J24 top:J21 archive:J45 ; hand:J24 archive:J45 footprint:J21
K30 ; - ; do:2 ; P2
K31 ; - ; do:1 ; eggs:L1=2
K31 ; - ; all ; you:P1
K31 ; hype:J01,J19,J42,J20 ; - ; you:P1
K32 ; P1 ; swap hype:1 ; P0 hand:J01
K32 ; - ; - ; P1
K33 ; - ; top:J21 ; eggs:G1=2 footprint:J21,J24
K33 ; footprint:J24,J33 ; archive:J24 ; archive:J24
K34 ; G2:J35 ; - ; T2
K34 ; G2:J35 G3:K42 G4:J37/T06/low ; - ; T4
K35 ; T7 own*1 G1:J35*2 ; do:1 gild:G1 swap gild:L1 ; T1 eggs:L1=0+1,G1=1+1
K35 ; T7 own*1 ; all ; you:T1
K35 ; T2 own*1 ; - ; you:T1
K36 ; L2:J05 L3:K08 ; - ; P3
K36 ; L2:J05 L3:K08 L4:J46 L5:J04 ; stop ; P4
K37 ; G2:J35 ; lay:G1 lay:G2 ; eggs:G1=1,G2=1
K37 ; G2:J35 G3:K42 ; lay:G1 lay:G1 ; eggs:G1=2
K38 ; hand:J12,J30,J36 ; do:1 pay:J12 swap pay:J30 ; P6 hand:J36 archive:J12,J30
K38 ; hand:J12 ; all ; you:P1
K38 ; - ; - ; you:P1
K39 ; - ; - ; T2 hand:J21
K40 ; L1:J36 ; do:1 lay:G1 ; eggs:G1=1
K40 ; L1:J30 L2:J34 L3:J31 ; do:1 lay:G1 lay:L1 lay:L1 ; eggs:G1=1,L1=2
K40 ; you:L1:J36 ; all ; you:eggs:L1=1
K40 ; own*1 you:L1:J36 you:L2:J31 ; you>lay:L2 ; you:eggs:L2=1
K41 ; T4 L1:J36 ; do:1 lay:L1 swap lay:L1 swap lay:G1 ; T1 eggs:L1=2,G1=1
K41 ; T4 ; all you>gain:M ; you:M1
K41 ; - ; you>gain:T ; you:T1
K42 ; hand:J24,J29,J08 ; swap pay:J24 swap pay:J29 stop ; hand:J08 archive:J24,J29 eggs:G1=2
K43 ; archive:J12,J20,J30,J36 ; take:J30 ; T1 hand:J30 archive:J12,J20,J36
K44 ; G2:K03 ; do:1 ; T2
K44 ; G2:K03/T03/low G3:K47/T14/low ; do:1 ; T4
K44 ; - ; all ; you:T1
K44 ; T10 ; - ; you:T1
K45 ; T1 ; swap ; T0 eggs:G1=2
K46 ; - ; do:1 ; M1 archive:J01
K46 ; hype:J01,J04,J19,J26 ; do:1 cull:1 cull:2 ; M2 archive:J01,J04
K46 ; - ; all ; you:M1
K46 ; hype:J20,J12,J19,J26 ; - ; you:M1
K47 ; hand:J08,J12,J24,J54 ; swap pay:J08 pay:J24 ; hand:J12,J54 archive:J08,J24 eggs:G1=1
K48 ; G2:K47 ; footprint footprint stop ; hand:J21,J24
K48 ; G2:K47/T14/low G3:J39 ; footprint footprint footprint stop stop ; hand:J21,J24,J45
K49 ; hand:J12,J54 ; do:1 pay:J54 ; M3 hand:J12 archive:J54
K49 ; hand:J54 ; all ; you:M1
K49 ; hand:J12 ; all ; you:M1
K50 ; - ; do:1 ; M1
K50 ; - ; do:2 hype:1 ; hand:J01
K51 ; G1:J02 ; - ; hand:J21,J24
K51 ; G1:J02 G2:J50 G3:K48 ; - ; hand:J21,J24,J45
K52 ; - ; do:1 ; P1
K52 ; - ; do:2 ; M1
K53 ; - ; do:1 ; eggs:L1=1
K53 ; - ; do:2 ; P2
K54 ; archive:J12,J20,J30 ; do:1 take:J12 ; hand:J12 archive:J20,J30
K54 ; archive:J12 ; do:2 ; M1
K54 ; - ; - ; M1
K55 ; - ; gain:P ; P1
K55 ; G1:K62 G2:K66 ; gain:P gain:T ; P1 T1
K56 ; own*1 ; do:1 ; eggs:L1=0+1
K56 ; own*1 ; do:2 ; P2
K57 ; G1:J41 ; - ; T2
K57 ; G1:J41 G2:J50 G3:K47 ; - ; T3
K58 ; G1:J37*3 ; - ; eggs:L1=2,G1=3
K58 ; G1:J37 G2:K37 G3:K42 ; lay:G1 lay:G1 lay:G2 ; eggs:G1=2,G2=1
K59 ; - ; - ; T2 eggs:L1=1
K60 ; archive:J12,J20,J30,J36 ; take:J30 ; hand:J30 archive:J12,J20,J36
K61 ; L1:J54 ; - ; M2
K61 ; L1:J54 L2:J43 L3:J48 L4:J49 ; - ; M4
K62 ; - ; archive:J21 archive:J24 ; M1 archive:J21,J24
K62 ; footprint:J21,J10,J33 ; archive:J21 top:J10 ; M2 archive:J21 footprint:J10,J33
K63 ; - ; take:J21 take:J45 top:J24 ; hand:J21,J45 footprint:J24,J10
K64 ; M3 ; swap swap ; M1 eggs:L1=2
K65 ; own*1 ; do:1 ; eggs:L1=0+1
K65 ; own*1 ; do:2 hype:1 ; hand:J01
K66 ; archive:J20 ; do:1 ; eggs:G1=2
K66 ; archive:J20 ; all ; you:M1
K66 ; archive:J17 ; - ; you:M1
K67 ; G1:J44 ; hype:1 footprint ; hand:J01,J21
K67 ; G1:T14 G2:J44 G3:K26 ; hype:1 hype:2 hype:3 ; hand:J01,J19,J42
K68 ; - ; top:J21 top:J24 ; footprint:J24,J21,J45
K68 ; footprint:J45,J40,J33 ; top:J45 top:J40 ; M2 footprint:J40,J45,J33
K69 ; - ; do:1 ; archive:J01 eggs:L1=1
K69 ; - ; all ; you:hand:J21
K69 ; hype:J20,J42,J19,J26 ; - ; you:hand:J21
K70 ; M3 own*1 G1:J37*1 ; do:1 gild:G1 swap ; M1 eggs:L1=0+1,G1=0+1
K70 ; M3 own*1 ; all ; you:hand:J21
K70 ; own*1 ; - ; you:hand:J21
"""


def without_dash(text):
    return "" if text == "-" else text


@pytest.mark.parametrize(("card", "situation", "moves", "after"), lines(EFFECTS))
def test_card(card, situation, moves, after):
    """What the card does, and nothing else: numbers before and after."""
    check(card, without_dash(situation), without_dash(moves), after)


def test_every_card_has_its_test():
    tested = [line.split(" ; ")[0] for line in EFFECTS.strip().splitlines()]
    assert list(dict.fromkeys(tested)) == list(CARD_IDS)
    given_away = {line.split(" ; ")[0] for line in EFFECTS.strip().splitlines() if "you:" in line.split(" ; ")[3]}
    assert given_away == {card.id for card in TABLE.cards if card.ability.ecosystem}, "all 22 ecosystem effects"


@pytest.mark.parametrize("card", [card.id for card in TABLE.cards if card.ability.ecosystem])
def test_ecosystem_effects_of_the_solo_game(card):
    """DS-70: the Rival gets study points, as many as there are units, on top of those for its own turn."""
    row = CARDS[card].hemisphere
    mine = seat({f"{row}1": (card, CARDS[card].eggs)}, P=10, T=10, M=10)
    key = "K69" if card == "K70" else "K70"
    state = table(mine, key=key, options={"solo_level": 1}, rival={"collection": ["T03"], "study": 2})
    state.play(0, f"analyze:{row}")
    if state.moves(0)[-1] == "all":
        state.play(0, "all")
    assert state.position()["rival"]["study"] == 2 + CARDS[card].ability.ecosystem.number
    assert (track(state), eggs(state)) == ((10, 10, 10), {f"{row}1": (CARDS[card].eggs, 0)})


# --- One test per form of the notation: Scelidosaurus (Laurasia, 2 eggs, Armour) gets another ability ---------------


FORMS = """
gain P 4 ; - ; - ; P4
gain T 4 ; T8 ; - ; T10
gain M 4 ; - ; - ; M4
gain B 3 ; P9 ; gain:P gain:T gain:T ; P10 T2
card H 2 ; - ; hype:1 hype:3 ; hand:J01,J42
card F 3 ; - ; - ; hand:J21,J24,J45
card HF 3 ; - ; footprint hype:4 footprint ; hand:J21,J24,J26
egg 3 ; G1:J41 ; lay:L1 lay:G1 lay:G1 ; eggs:L1=1,G1=2
egg 3 ; - ; - ; eggs:L1=2
up 2 ; own*1 G1:J41*2 ; gild:G1 gild:L1 ; eggs:L1=0+1,G1=1+1
gain P 2 per [order=Orn] ; G1:J09 ; - ; P4
gain P 3 per [order=Orn] max 1 ; G1:J09 ; - ; P3
card F 2 per [tag=Armour] ; - ; - ; hand:J21,J24
card H 1 per [order=Orn] max 3 ; G1:J09 ; hype:1 hype:2 ; hand:J01,J19
egg 2 per [order=Sau] ; G1:J37 ; lay:L1 lay:G1 ; eggs:L1=1,G1=1
up 1 per [order=Orn] max 3 ; own*2 G1:J09 ; - ; eggs:L1=0+2
gain T 1 per [fam=Massospondylidae] ; G1:J37 G2:J35 ; - ; T2
gain T 1 per [era=J] ; G1:J37 G2:T03 ; - ; T2
gain T 1 per [era=T] ; G1:J37 G2:T03 ; - ; T1
gain T 1 per [era=K] ; G1:K27 G2:T03 ; - ; T1
gain T 1 per [hemi=G] ; G1:J37 G2:T02 ; - ; T1
gain T 1 per [row=G] ; G1:J37 G2:T02 ; - ; T2
gain T 1 per [row=L] ; G1:J37 G2:T02 ; - ; T1
gain T 1 per [cont=AFR] ; G1:J37 G2:J35 ; - ; T1
gain T 1 per [cont=ANT] ; G1:J37 G2:J35 ; - ; T1
gain T 2 per [size=L] ; G1:J37 G2:J35 ; - ; T2
gain T 2 per [size=M] ; G1:J37 G2:J35 ; - ; T4
gain T 1 per [teeth=Z] ; G1:J41 G2:J35 ; - ; T1
gain T 1 per [teeth=B] ; G1:K27 G2:K38 ; - ; T2
gain T 1 per [teeth=L] ; G1:J41 G2:J35 ; - ; T2
gain T 1 per [teeth=S] ; G1:J20 G2:J35 ; - ; T1
gain T 1 per [food=T] ; G1:J37 G2:J35 ; - ; T1
gain T 1 per [food=M] ; G1:J41 G2:J35 ; - ; T1
gain T 1 per [tag=Nesting] ; G1:J37 G2:J35 ; - ; T1
gain T 1 per [order=Sau size=L food=T] ; G1:J37 G2:J35 ; - ; T1
gain T 1 per [order=Orn] ; G1:K03/J06/high ; - ; T3
gain T 1 per [tag=Display] ; G1:K03/J06/high ; - ; P0
gain T 1 per [tag=Display] ; G1:K03/J06/low ; - ; T1
look 4 2 ; - ; take:J10 take:J21 archive:J45 top:J24 ; hand:J10,J21 archive:J45 footprint:J24,J40
look 1 1 ; - ; - ; hand:J21
churn 4 2 ; - ; drop:4 drop:3 drop:2 hype:4 hype:1 ; hand:J10,J21 archive:J26,J42,J19,J01
dig 3 2 ; archive:J12,J20,J30,J36 ; take:J30 take:J12 ; hand:J12,J30 archive:J20,J36
dig 3 2 ; archive:J12 ; - ; hand:J12 archive:-
flip 3 [order=Sau] : gain M 2 ; - ; archive:J21 archive:J24 archive:J45 ; M4 archive:J21,J24,J45
flip 2 [hemi=L] : card H 1 ; - ; hype:2 top:J24 top:J21 ; hand:J19 footprint:J24,J45
flip 3 [order=The] : up 1 ; own*2 ; top:J21 top:J24 top:J45 ; eggs:L1=1+1 footprint:J45,J24,J21
flip 2 [order=Sau] : egg 2 ; - ; top:J21 top:J24 ; eggs:L1=2
cull [order=Sau] : gain T 2 ; - ; cull:2 cull:4 ; T4 archive:J19,J26
cull [size=S] : card F 1 ; - ; cull:1 ; hand:J21 archive:J01
cull [tag=Display] : up 1 ; own*2 ; cull:4 cull:3 ; eggs:L1=0+2 archive:J26,J42
if hype [order=Orn] : gain M 2 ; - ; - ; M2
if hype [order=Orn] : gain M 2 ; hype:J20,J42,J19,J26 ; - ; P0
if hype [order=Orn]+[tag=Display] : egg 2 ; - ; - ; eggs:L1=2
if hype [order=Orn]+[tag=Nesting] : egg 2 ; - ; - ; P0
if hype [order=Sau] >= 2 : card F 1 ; - ; - ; hand:J21
if hype [order=Sau] >= 3 : card F 1 ; - ; - ; P0
if hype [size=S]+[size=C]+[size=M]+[food=T] : gain P 1 ; - ; - ; P1
if hype [size=S]+[size=C]+[size=M]+[size=L] : gain P 1 ; - ; - ; P0
if mine [order=Orn] >= 2 : gain B 1 ; G1:J09 ; gain:P ; P1
if mine [order=Orn] >= 2 : gain B 1 ; G1:J37 ; - ; P0
if mine [order=Orn row=L] >= 2 : gain B 1 ; G1:J09 ; - ; P0
if arch [order=Sau food=T] : up 1 ; own*1 archive:J12,J20 ; - ; eggs:L1=0+1
if arch [order=Sau food=T] : up 1 ; own*1 archive:J20,J12 ; - ; P0
swap 1 P -> gain T 2 x 2 ; P3 ; swap swap ; P1 T4
swap 2 T -> card H 1 x 1 ; T3 ; swap hype:1 ; T1 hand:J01
swap 1 M -> gain P 1 x inf ; M3 ; swap swap swap ; M0 P3
swap 1 M -> gain P 1 x inf ; M3 ; swap stop ; M2 P1
swap 2 card -> up 1 x 1 ; own*1 hand:J08,J12,J54 ; swap pay:J54 pay:J08 ; hand:J12 archive:J54,J08 eggs:L1=0+1
swap 1 card[order=The] -> egg 1 x 2 ; hand:J08,J54 ; swap pay:J54 stop ; hand:J08 archive:J54 eggs:L1=1
swap 1 card[order=The] -> egg 1 x 2 ; hand:J08,J12 ; stop ; P0
swap 3 card[diff=order] -> gain P 2 x 1 ; hand:J08,J20,J54 ; swap pay:J20 pay:J08 pay:J54 ; P2 hand:- archive:J20,J08,J54
swap 3 card[diff=order] -> gain P 2 x 1 ; hand:J08,J12,J20 ; stop ; P0
gain P 1 | gain T 1 | gain M 1 ; - ; do:3 ; M1
gain P 1 | gain T 1 | gain M 1 ; P10 M10 ; - ; T1
gain P 1 + gain T 1 + gain M 1 ; T10 ; - ; P1 M1
gain P 1 + egg 1 | card F 1 + up 1 ; own*1 ; do:2 ; hand:J21 eggs:L1=0+1
gain P 4 / all gain T 2 ; - ; do:1 ; P4
gain P 4 / all gain T 2 ; - ; all ; you:T2
gain P 4 / all gain T 2 ; P10 ; - ; you:T2
gain P 4 / all gain B 2 ; - ; all you>gain:P you>gain:M ; you:P1 you:M1
gain P 4 / all card H 1 ; - ; all you>hype:3 ; you:hand:J42
gain P 4 / all card F 2 ; - ; all ; you:hand:J21,J24
gain P 4 / all egg 2 ; you:G1:J41 ; all ; you:eggs:G1=2
gain P 4 / all up 1 ; you:G1:J41*2 ; all ; you:eggs:G1=1+1
gain P 4 / all up 1 ; you:G1:J41 ; all ; P0
swap 1 P -> egg 1 x 2 / all gain T 2 ; P2 ; do:1 stop ; P1 eggs:L1=1
cull [order=Sau] : egg 1 / all gain T 2 ; - ; do:1 cull:2 stop ; eggs:L1=1 archive:J19
gain P 1 | egg 1 / all gain T 2 ; - ; do:2 ; eggs:L1=1
"""  # noqa: E501


@pytest.mark.parametrize(("ability", "situation", "moves", "after"), lines(FORMS))
def test_form(ability, situation, moves, after):
    """Section 8.4: the notation, played."""
    options = {"cards": changed("J03", "ability", ability)}
    check("J03", without_dash(situation), without_dash(moves), after, options)


def parts_of(ability):
    """The forms in an ability: verbs with kinds, rewards, prices, conditions, filters."""
    found = set()
    if ability.ecosystem:
        found.add(("all", ability.ecosystem.verb))
    if len(ability.branches) > 1:
        found.add(("branches",))
    for branch in ability.branches:
        if len(branch) > 1:
            found.add(("steps",))
        for step in branch:
            found.add((step.verb, step.kind, step.per, step.most > 0))
            if step.reward:
                found.add((step.verb, "reward", step.reward.verb))
            if step.verb == "swap":
                found.add(("swap", "endless" if step.taken > 9 else "times"))
            found |= {("filter", key) for one in step.filters for key, _ in one.pairs}
    return found


def test_every_form_has_its_test():
    """All forms that the cards use, and every key of a filter, stand in the tables above."""
    tested = set()
    for line in FORMS.strip().splitlines():
        tested |= parts_of(parse(line.split(" ; ")[0], tuple({card.family for card in TABLE.cards})))
    used = set().union(*(parts_of(card.ability) for card in TABLE.cards))
    forms = {one for one in used if one[0] not in ("gain", "card", "egg", "up")}
    assert forms <= tested
    assert {one[:2] for one in used} <= {one[:2] for one in tested}
    assert {key for what, key, *_ in (one for one in tested if one[0] == "filter")} == set(KEYS)


def test_text_and_effect_come_from_one_notation():
    assert CARDS["J43"].text == (
        "Pay 1 Mammal to gain 2 cards from Hype or the Footprint, up to 1 time - or instead: every other player "
        "gains 1 Mammal."
    )
    assert "Sauropod in Gondwana" in CARDS["J32"].text
    for card in TABLE.cards:
        for number in re.findall(r"\b[2-9]\b", card.notation):
            assert number in card.text, card.id


def test_words_of_cards_are_english():
    """Plurals and articles; what the others get is no offer (DS-R48)."""
    texts = " ".join(card.text for card in TABLE.cards)
    for wrong in (r"\ba Orn", r"\b[2-9] card\b", r"player may", r"\b1 (cards|eggs)\b"):
        assert not re.search(wrong, texts), wrong
    assert CARDS["K47"].text.startswith("Discard 2 cards of different Orders to lay 1 egg")
    assert CARDS["K69"].text.startswith("Discard any number of Ornithischians in Hype: lay 1 egg for each")
    assert CARDS["K69"].text.endswith("every other player gains 1 card from the Footprint.")


def test_a_face_says_one_egg():
    faces = {face.id: face for zone in GAME.tabletop.lay_out(table(seat({"L1": "J49"}), seat()).view(0)).zones
             for face in zone.cards}  # fmt: skip
    assert any("1 egg" in face.marks for face in faces.values())
    assert not any("1 eggs" in face.marks for face in faces.values())


# --- The parser ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("gain X 1", 6, "a Bio-Resource"),
        ("gain P", 7, "missing"),
        ("gain P 0", 8, "from 1 to 9"),
        ("jump 2", 1, "a step is"),
        ("gain P 1 + egg", 15, "missing"),
        ("gain P 1 | card Q 1", 17, "a source"),
        ("egg 1 / gain P 1", 9, "'all'"),
        ("egg 1 / all swap 1", 13, "a reward"),
        ("egg 1 per [order=Bird]", 12, "order is one of"),
        ("egg 1 per [colour=red]", 12, "a filter asks for"),
        ("flip 2 [row=G] : egg 1", 9, "no meaning here"),
        ("swap 1 card[diff=order] -> card H 1 x 1", 35, "never pays"),
        ("swap 1 P -> gain P 2 x 1", 20, "never pays"),
        ("swap 1 P -> gain B 2 x 1", 20, "never pays"),
        ("if arch [fam=Birds] : egg 1", 10, "fam is one of"),
        ("look 2 1 1", 10, "too much"),
        ("egg 1 per order", 11, "a filter such as"),
        ("egg 1 per [order=Sau order=The]", 22, "twice"),
        ("egg 1 per []", 11, "nothing"),
    ],
)
def test_errors_have_line_and_column(text, column, message):
    with pytest.raises(CardError, match=message) as error:
        parse(text, FAMILIES, line=7, column=1)
    assert (error.value.line, error.value.column) == (7, column)


# --- Whole tables ---------------------------------------------------------------------------------------------------


def test_problems_of_a_table():
    assert problems("") and problems("id,genus\n")
    assert "line 2, column" in problems(changed("T01", "ability", "gain X 1"))[0]
    assert "the id 'T02' stands in line" in problems(changed("T03", "id", "T02"))[0]
    assert any("era T has 15 cards" in one for one in problems(CSV.replace(CSV.splitlines()[1] + "\n", "")))
    assert "size" in problems(changed("J03", "size", "L"))[0]
    assert "lies in" in problems(changed("J03", "hemisphere", "G"))[0]
    assert "add up" in problems(changed("J03", "cost_p", "0"))[0]
    assert "the ability" in problems(changed("J03", "ability", "gain P 3"))[0]
    assert "possible parents" in problems(changed("J03", "order", "Sau").replace(",Orn,Basal,L,", ",Orn,Odd,L,"))[0]
    assert "fields" in problems(CSV + "J01,short\n")[0]
    assert "pp is a whole number" in problems(changed("J03", "pp", "12"))[0]


def test_words_of_a_card_are_short_and_a_table_has_no_more_cards_than_the_game():
    """They are shown at every turn: a genus of half a megabyte would fill everybody's line."""
    assert "genus is a word of at most 40 letters" in problems(changed("J03", "genus", "x" * 41))[0]
    assert "country is a word" in problems(changed("J03", "country", "\x1b[31m"))[0]
    assert "ability is a word of at most 200" in problems(changed("J03", "ability", "gain M 5 + " * 20))[0]
    many = CSV + (CSV.splitlines()[1] + "\n") * 141
    assert problems(many) == ["there are 281 cards, and 140 in a table"]


def test_a_card_table_is_bounded_and_kept_without_padding():
    text = changed("J03", "ability", "gain M 5")
    padded = text.replace("\n", "   \r\n") + " " * 1_000_000 + "\n" * 1000
    kept = GAME.prepare(2, {"cards": padded}).options["cards"]
    assert kept == text.rstrip()
    assert GAME.prepare(2, {"cards": kept}).options["cards"] is kept
    with pytest.raises(BadOptions, match="at most 64000"):
        GAME.prepare(2, {"cards": text + "x" * 64_000})
    with pytest.raises(BadOptions) as refused:
        GAME.prepare(2, {"first_player": "y" * 1_000_000})
    assert len(str(refused.value)) < 500


def test_goal_shares_of_a_changed_table_are_told():
    text = changed("J03", "food", "T")
    text = "\n".join(text.splitlines())
    for card in ("J04", "J05"):
        text = text.replace(*[next(line for line in t.splitlines() if line.startswith(card))
                              for t in (text, changed(card, "food", "T"))])  # fmt: skip
    assert any("Ground-Plant Feeders: 45 %" in note for note in read_table(text).notes)


def test_own_cards_are_played_and_recorded():
    text = changed("J03", "ability", "gain M 5")
    state = GAME.start(2, seed=1, options={"cards": text})
    assert next(card for card in state.variant.table.cards if card.id == "J03").text == "Gain 5 Mammals."
    for _ in range(12):
        who = state.to_move[0]
        state.play(who, state.moves(who)[0])
    again = Record.parse(Record.of(state).text()).replay(lambda name: GAME)
    assert again.position() == state.position()
    with pytest.raises(BadOptions, match=r"line 2, column \d+: a Bio-Resource"):
        GAME.start(2, seed=1, options={"cards": changed("T01", "ability", "gain X 1")})
    mine = table(seat({"L1": "J03"}), seat(), options={"cards": text})
    go(mine, "analyze:L")
    assert track(mine) == (0, 0, 5)


def test_the_command(tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(CSV, "utf-8")
    bad.write_text(changed("T01", "ability", "gain X 1"), "utf-8")
    run = CliRunner().invoke
    found = run(app, ["cards", "check", "dinospan", str(good)])
    assert found.exit_code == 0 and "can be played" in found.stdout
    found = run(app, ["cards", "check", "dinospan", str(bad)])
    assert found.exit_code == 1 and "line 2, column" in found.stdout
    found = run(app, ["simulate", "dinospan", "-p", "2", "-g", "1", "-b", "random", "--cards", str(good)])
    assert found.exit_code == 0, found.output
    assert run(app, ["cards", "check", "dolphins-and-dinos", str(good)]).exit_code == 1, "not its columns"
    assert run(app, ["cards", "check", "clades", str(good)]).exit_code == 2, "it has no card table"
