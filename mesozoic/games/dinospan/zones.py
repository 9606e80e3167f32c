"""The zones of the table as lists of card ids, for positions, views and secrets."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.dinospan.cards import CARD_IDS
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_imagine import DECKS, Unseen
from mesozoic.games.dinospan.rules_table import BITS, BOX, COLLECTION, NEW_ERA, OPEN, WORDS

CARD_NUMBERS: Final = {card: number for number, card in enumerate(CARD_IDS)}


def footprint(state: Span) -> list[str]:
    """Top first."""
    return [CARD_IDS[state.footprint[at]] for at in range(int(state.footprint_size) - 1, -1, -1)]


def reserve(state: Span) -> list[str]:
    return [CARD_IDS[card] for card in reversed(list(state.reserve))] if state.round < NEW_ERA else []


def archive(state: Span) -> list[str]:
    return [CARD_IDS[state.archive[at]] for at in range(int(state.archive_size))]


def revealed(state: Span) -> list[str]:
    return [CARD_IDS[state.shown[at]] for at in range(int(state.shown_size))]


def collection(state: Span) -> list[str]:
    """What the Rival has collected."""
    return members(state.masks, COLLECTION)


def hand_of(state: Span, seat: int) -> list[str]:
    return members(state.hands, seat * WORDS)


def open_hand(state: Span, seat: int) -> list[str]:
    """Hand cards that everybody has seen."""
    return [card for card in hand_of(state, seat) if state.is_in(OPEN, CARD_NUMBERS[card])]


def removed(state: Span) -> list[str]:
    """Cards that everybody knows to have left the game."""
    return [card for card in members(state.masks, BOX) if state.is_in(OPEN, CARD_NUMBERS[card])]


def piles(unseen: Unseen) -> list[int]:
    """The piles from which hidden cards came: both decks, and the reshuffles of which some are left."""
    return [0, 1, *(pile for pile in range(DECKS, int(unseen.piles)) if len(unseen.of_pile(pile)))]


def returned(unseen: Unseen) -> list[list[str]]:
    """Of each Archive that was shuffled in, the cards that not everybody has seen since."""
    return [[CARD_IDS[card] for card in unseen.of_pile(pile)] for pile in piles(unseen)[DECKS:]]


def members(words: vec[i64], start: int) -> list[str]:
    """The cards of a set."""
    found = []
    for word in range(WORDS):
        mask = int(words[start + word])
        while mask:
            low = mask & -mask
            found.append(CARD_IDS[word * BITS + low.bit_length() - 1])
            mask ^= low
    return found


def bits(mask: int, names: tuple[str, ...]) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1] if mask else []
