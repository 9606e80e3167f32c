"""The notation: ``attach:A@a`` ``attack:1`` ``at:P2`` ``pay:AE`` ``evade`` ``buy:scrap_run`` ``dino:3`` ``done``.

Own dinos are ``a`` (active) and ``b1`` to ``b3`` (bench places), others' ``P2a``, ``P2b1``. A card played from a
dino is written with it: ``strategy:overclock@b1``, ``item:missile_pod/2@a``. Several small moves may be written in one,
with spaces between them: ``attack:1 at:P2 pay:AE``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles.cards import (
    CARD_IDS,
    COMBAT_KINDS,
    FIRST_ITEM,
    FIRST_STRATEGY,
    KINDS,
    W,
    Z,
)
from mesozoic.games.biomechanic_dino_battles.rules_table import DISCARD, HAND, LINE, OFFERED
from mesozoic.kernel.notation import unreadable

PLACES: Final = ("a", "b1", "b2", "b3")
MOST_PLAYERS: Final = 4
MOST_POSITIONS: Final = 255
_HOW: Final = "write it like attach:A@a, attack:1, pay:AE, evade, item:missile_pod/1, buy:scrap_run, dino:3 or done"
_PLAIN: Final = {
    moves.END_ACTIONS: "end",
    moves.PASS: "pass",
    moves.EVADE: "evade",
    moves.DEFEND: "defend",
    moves.STOP: "stop",
    moves.STAY: "stay",
    moves.NO_SALVAGE: "none",
    moves.DONE: "done",
}
_WITH_PLACE: Final = {
    moves.RETREAT: "retreat",
    moves.ASSIST: "assist",
    moves.CHOOSE_ACTIVE: "promote",
    moves.HEAL_DINO: "heal",
    moves.SWITCH_WITH: "switch",
    moves.MOVE_CARDS_FROM: "from",
    moves.MOVE_CARDS_TO: "to",
}
_WITH_SEAT: Final = {moves.CHOOSE_OPPONENT: "at", moves.SPILL_ON: "poison"}
_WITH_DINO: Final = {moves.JAM_DINO: "jam", moves.LOOK_AT: "look", moves.HIT_DINO: "hit"}
_WITH_CARD: Final = {moves.PURGE_CARD: "purge", moves.BUY_CARD: "buy"}
_CARD_AND_PLACE: Final = {moves.ATTACH_CARD: "attach", moves.SALVAGE_CARD: "salvage"}


def payment_text(argument: int) -> str:
    """``AAE``."""
    return "".join(CARD_IDS[kind] * (argument >> kind * 4 & 15) for kind in range(COMBAT_KINDS))


def move_text(code: int) -> str:
    """A small move as text."""
    kind, argument = moves.kind_of(code), moves.argument_of(code)
    card, place = argument & 31, argument >> moves.SOURCE_AT
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _WITH_PLACE:
        return f"{_WITH_PLACE[kind]}:{PLACES[argument]}"
    if kind in _WITH_SEAT:
        return f"{_WITH_SEAT[kind]}:P{argument + 1}"
    if kind in _WITH_DINO:
        return f"{_WITH_DINO[kind]}:P{(argument >> moves.SEAT_AT) + 1}{PLACES[argument & 3]}"
    if kind in _WITH_CARD:
        return f"{_WITH_CARD[kind]}:{CARD_IDS[argument]}"
    if kind in _CARD_AND_PLACE:
        return f"{_CARD_AND_PLACE[kind]}:{CARD_IDS[card]}@{PLACES[place]}"
    if kind == moves.PLAY_STRATEGY:
        return f"strategy:{CARD_IDS[card]}{_source(place)}"
    if kind == moves.PLAY_ITEM:
        return f"item:{CARD_IDS[FIRST_ITEM + card // 2]}/{card % 2 + 1}{_source(place)}"
    if kind == moves.ATTACK:
        return f"attack:{argument + 1}"
    if kind == moves.PAY:
        return f"pay:{payment_text(argument)}"
    if kind == moves.JAM_CARD:
        return f"card:{argument}"
    if kind == moves.BUY_DINO:
        return f"dino:{argument + 1}"
    return "cure:hand" if argument == HAND else "cure:discard"


def _source(source: int) -> str:
    return "" if source == 0 else f"@{PLACES[source - 1]}"


def _every_move() -> Iterator[int]:
    """Every move that can ever be legal."""
    loose = [kind for kind in range(KINDS) if not W <= kind <= Z]
    at = moves.SOURCE_AT
    pairs: list[tuple[int, list[int]]] = [
        *[(kind, [0]) for kind in _PLAIN],
        *[(kind, list(range(LINE))) for kind in _WITH_PLACE],
        *[(kind, list(range(MOST_PLAYERS))) for kind in _WITH_SEAT],
        *[(kind, list(range(MOST_PLAYERS * LINE))) for kind in _WITH_DINO],
        *[(kind, list(range(KINDS))) for kind in _WITH_CARD],
        (moves.ATTACH_CARD, [place << at | card for card in loose for place in range(LINE)]),
        (moves.SALVAGE_CARD, [place << at | card for card in range(COMBAT_KINDS) for place in range(LINE)]),
        (moves.PLAY_STRATEGY, [s << at | card for card in range(FIRST_STRATEGY, FIRST_ITEM) for s in range(LINE + 1)]),
        (moves.PLAY_ITEM, [s << at | power for power in range(2 * (KINDS - FIRST_ITEM)) for s in range(LINE + 1)]),
        (moves.ATTACK, [0, 1]),
        (moves.PAY, [a | e << 4 | d << 8 for a in range(6) for e in range(6) for d in range(6) if 0 < a + e + d <= 5]),
        (moves.JAM_CARD, list(range(1, MOST_POSITIONS + 1))),
        (moves.BUY_DINO, list(range(OFFERED))),
        (moves.CURE_FROM, [HAND, DISCARD]),
    ]
    for kind, arguments in pairs:
        for argument in arguments:
            yield moves.move(kind, argument)


MOVES: Final = {move_text(code).casefold(): code for code in _every_move()}


def read_move(text: str) -> int:
    """The small move that a text means."""
    if text.casefold() not in MOVES:
        raise unreadable(text, _HOW)
    return MOVES[text.casefold()]


def split_moves(text: str) -> list[str]:
    """Small moves written one behind the other, with spaces between them."""
    return text.split(" ") if all(part.casefold() in MOVES for part in text.split(" ")) else [text]
