"""Helpers that let the tests read like the rule ledger: rows such as ``SPI1(STE3) IGU1``, moves as ``BRA2 right``."""

from __future__ import annotations

import re

import mesozoic
from mesozoic.games.carbon_dating.cards import IDS

GAME = mesozoic.game("carbon-dating")
ORDINARY = IDS[:36]
SPECIALS = ["PTE", "TYR"]


# --- Starting -----------------------------------------------------------------------------------------------


def deal(first="", **more):
    """A deal whose deck begins with these cards; the others follow in the order of the card table."""
    named = first.replace("/", " ").split()
    return {"deck": named + [card for card in ORDINARY if card not in named], **more}


def start(first="", options=None, **more):
    return GAME.start(1, options=options, deal=deal(first, **more))


def position(row, drawn=None, options=None, **more):
    """A game from a position. Piles are given as text; ``drawn`` is left out for the start of a round."""
    given = {"table": row.split()}
    for name, value in more.items():
        given[name] = value.split() if isinstance(value, str) and name not in ("step", "played") else value
    if drawn is not None:
        given["drawn"] = drawn.split()
    return GAME.start(1, options=options, position=given)


def seating(row, card, end=None, options=None, **more):
    """A round in which the card has been drawn with some other; played already if an end (or gap or seat) is given."""
    state = position(row, f"{card} {spare(row, card, more)}", options, **more)
    return (state, state.play(0, f"{card} {end}")) if end else state


def spare(row, card, more):
    """A card that is not in use; an Iguanodon if possible, which has nothing but a heart."""
    used = re.findall(r"[A-Z]{3}[1-4]?", " ".join([row, card, *(v for v in more.values() if isinstance(v, str))]))
    return next(one for one in IDS if one not in used)


def play(state, *moves):
    events = []
    for move in moves:
        events += state.play(0, move)
    return events


def play_out(state, first_wish=()):
    """Play on with the first legal move each time (or one that is wished for) until the game is over."""
    events = []
    while not state.is_over:
        moves = state.moves(0)
        wished = [move for move in moves if any(wish in move for wish in first_wish)]
        events += state.play(0, (wished or moves)[0])
    return events


def wander(state, rng):
    """Random moves to the end; yields the events of each."""
    while not state.is_over:
        yield state.play(0, rng.choice(state.moves(0)))


# --- Looking ------------------------------------------------------------------------------------------------


def row(state):
    """``SPI1(STE3) IGU1``."""
    return " ".join(state.position()["table"])


def pile(state, name):
    return " ".join(state.position()[name])


def waiting(state):
    """Batches, oldest first: ``ALL3-COM1 | IGU3-VEL1 STE4-ALL3``."""
    batches = state.position()["waiting"]
    return " | ".join(" ".join("-".join(pair) for pair in batch) for batch in batches)


def told(events, *kinds):
    """The events as (kind, fact, fact ...), all or those of some kinds."""
    return [(event.kind, *event.facts().values()) for event in events if not kinds or event.kind in kinds]


def dates(events):
    """``["SPI1-IGU1 good"]``."""
    return [f"{event.left}-{event.right} {event.verdict}" for event in events if event.kind == "dated"]


def kinds(events):
    return [event.kind for event in events]
