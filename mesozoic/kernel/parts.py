"""What every game needs of its state beside the rules: positions read with care, places ranked.

A game declares the shape of its positions and deals as msgspec structs, with the bounds of every number and the
words that a part may have; ``read`` turns plain JSON into such a struct, or says in a sentence what does not fit. What
the shape cannot say (no card twice, a step at which there is something to decide) stays with the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from mesozoic.kernel.errors import BadOptions

Shape = TypeVar("Shape", bound=msgspec.Struct)

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "a JSON object",
    "null": "nothing",
}


# --- Positions and deals as structs -----------------------------------------------------------------------------


def read(shape: type[Shape], what: str, given: Any) -> Shape:
    """The struct that plain JSON describes; BadOptions says where it does not fit."""
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        raise BadOptions(f"The {what} cannot be read: {_sentence(str(error))}") from None


def written(struct: msgspec.Struct) -> dict[str, Any]:
    """The same as plain JSON again, as ``read`` takes it; the struct says whether defaults are left out."""
    plain: dict[str, Any] = msgspec.to_builtins(struct)
    return plain


def shown(shape: type[Shape], state: Any) -> dict[str, Any]:
    """The position of a state whose fields have the names of the struct's."""
    return written(shape(*[getattr(state, name) for name in shape.__struct_fields__]))


def fill(state: Any, struct: msgspec.Struct) -> None:
    """The other way round: the fields of the struct become those of the state."""
    for name in struct.__struct_fields__:
        setattr(state, name, getattr(struct, name))


def _sentence(error: str) -> str:
    """msgspec's ``Expected `int` >= 1 - at `$.seats[0].round``` in words: the round of seats, number 1, must be ..."""
    reason, _, place = error.partition(" - at ")
    where = _place(place.strip("`"))
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", reason):
        return f"{where} has an unknown part {unknown[1]!r}."
    if missing := re.fullmatch(r"Object missing required field `(.*)`", reason):
        return f"{where} has no {missing[1]!r}."
    if invalid := re.fullmatch(r"Invalid (?:enum )?value (.*)", reason):
        return f"{where} cannot be {invalid[1]}."
    if expected := re.fullmatch(r"Expected `(.*?)`(.*?)(?:, got `(.*)`)?", reason):
        kinds = " or ".join(_KINDS.get(kind.strip(), kind.strip()) for kind in expected[1].split("|"))
        bounds = expected[2].replace("length >=", "length at least").replace("length <=", "length at most")
        bounds = bounds.replace(">=", "of at least").replace("<=", "of at most").replace(", got ", ", not ")
        got = f", not {_KINDS.get(expected[3], expected[3])}" if expected[3] else ""
        return f"{where} must be {kinds}{bounds}{got}."
    return f"{where}: {reason}."


def _place(path: str) -> str:
    """``$.seats[0].money`` as "the money of seats, number 1"."""
    if not path:
        return "it"
    words: list[str] = []
    for name, number in re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", path):
        words.append(name if name else "number " + (str(int(number) + 1) if number.isdigit() else "one"))
    said = ""
    for word in words:
        said = f"{said}, {word}" if word.startswith("number ") else f"{word} of {said}" if said else word
    return said or "it"


# --- Readers of single values -----------------------------------------------------------------------------------


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds that only the set-up knows."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOptions(f"{name} must be a whole number from {low} to {high}, not {value!r}.")
    return value


def card(name: str, value: Any, cards: Mapping[str, int]) -> int:
    """A card by its name in the notation."""
    if not isinstance(value, str) or value not in cards:
        raise BadOptions(f"{name} holds {value!r}, which is no card of this game.")
    return cards[value]


def cards_of(name: str, given: Sequence[Any], cards: Mapping[str, int]) -> list[int]:
    """Cards by their names."""
    return [card(name, one, cards) for one in given]


# --- Laws -------------------------------------------------------------------------------------------------------

Kept = TypeVar("Kept")


def law(holds: bool, words: str) -> None:
    """One of a game's own laws; unlike an assert it is kept also where Python leaves those out."""
    if not holds:
        raise AssertionError(words)


def lawful(check: Callable[[Kept], None], state: Kept) -> Kept:
    """The state of a position, if it keeps the game's laws; BadOptions names the one that it breaks."""
    try:
        check(state)
    except AssertionError as broken:
        raise BadOptions(f"The position is not possible, by this law: {broken}.") from None
    return state


# --- Ranking ----------------------------------------------------------------------------------------------------


def ranking(standings: Sequence[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and winners, from what each seat ranks by, the least first; equals share a place."""
    places = tuple(1 + sum(other < mine for other in standings) for mine in standings)
    return places, tuple(seat for seat, place in enumerate(places) if place == 1)
