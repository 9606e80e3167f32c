"""What does not fit the shape of a position is refused in a sentence that says where."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import msgspec
import pytest

from mesozoic.kernel import parts
from mesozoic.kernel.errors import BadOptions


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    money: Annotated[int, msgspec.Meta(ge=0, le=99)]
    cards: list[str] = []


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    seats: list[Seat]
    step: Literal["pick", "place"] = "pick"
    pair: tuple[str, str] | None = None
    last: bool = False


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "it has no 'seats'."),
        ([], "it must be a JSON object, not a list."),
        ({"seats": [], "colour": 1}, "it has an unknown part 'colour'."),
        ({"seats": 3}, "seats must be a list, not a whole number."),
        ({"seats": [{"money": -1}]}, "money of seats, number 1 must be a whole number of at least 0."),
        ({"seats": [{"money": 100}]}, "money of seats, number 1 must be a whole number of at most 99."),
        ({"seats": [{"money": True}]}, "money of seats, number 1 must be a whole number, not true or false."),
        ({"seats": [{"money": 1}, {}]}, "seats, number 2 has no 'money'."),
        ({"seats": [{"money": 1, "cards": [7]}]}, "must be a text, not a whole number."),
        ({"seats": [], "step": "dance"}, "step cannot be 'dance'."),
        ({"seats": [], "pair": ["a"]}, "pair must be a list of length 2, not 1."),
        ({"seats": [], "last": "yes"}, "last must be true or false, not a text."),
    ],
)
def test_every_misfit_gets_a_sentence(given: Any, sentence: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        parts.read(Shape, "position", given)
    assert str(refusal.value).startswith("The position cannot be read: ")
    assert str(refusal.value).endswith(sentence)


def test_what_is_read_is_written_again() -> None:
    given = {"seats": [{"money": 3, "cards": ["a"]}], "step": "place", "pair": ["a", "b"], "last": True}
    assert json.loads(json.dumps(parts.written(parts.read(Shape, "position", given)))) == given


def test_laws_hold_where_python_leaves_out_asserts() -> None:
    def check(number: int) -> None:
        parts.law(number > 0, "there is something")

    assert parts.lawful(check, 1) == 1
    with pytest.raises(BadOptions, match="by this law: there is something"):
        parts.lawful(check, 0)


def test_equals_share_a_place() -> None:
    assert parts.ranking([3, 1, 1, 2]) == ((4, 1, 1, 3), (1, 2))
