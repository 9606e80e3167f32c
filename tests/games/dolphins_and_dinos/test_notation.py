"""Moves as text: both ways, written carelessly, written wrongly; a refusal says why and changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesozoic import IllegalMove, MesozoicError, UnreadableMove

from .helpers import GAME, SQUARES, choose, idle, lap, museum, start, unchanged

ITEMS = [*map(str, range(1, 16)), "R", "C"]
NUMBERS = [f"({number})" for number in range(1, 16)]
PLACES = [f"@{square}" for square in SQUARES]
MARKS = ["none", "W", "A", "L"]


@pytest.mark.parametrize("text", ITEMS + NUMBERS + PLACES + MARKS)
def test_every_small_move_reads_back(text):
    """Section 2: items, numbers, squares, features."""
    assert GAME.text(GAME.parse(text)) == text


def test_no_two_texts_mean_the_same_move():
    texts = ITEMS + NUMBERS + PLACES + MARKS
    assert len({GAME.parse(text) for text in texts}) == len(texts)


def test_every_listed_move_reads_back():
    """Whatever a state lists, it also takes."""
    state = GAME.start(3, seed=5)
    while not state.is_over:
        for seat in state.to_move:
            assert [GAME.text(GAME.parse(move)) for move in state.moves(seat)] == state.moves(seat)
            assert [GAME.parse(move) for move in state.moves(seat)] == state.codes(seat)
        state.play(state.to_move[-1], state.moves(state.to_move[-1])[0])


@pytest.mark.parametrize(
    ("whole", "steps"),
    [
        ("11@b2", ["11", "@b2"]),
        ("R(10)@c1", ["R", "(10)", "@c1"]),
        ("C@a3", ["C", "@a3"]),
        ("R(10)", ["R", "(10)"]),
        ("(10)@c1", ["(10)", "@c1"]),
        ("11", ["11"]),
        ("none", ["none"]),
    ],
)
def test_a_whole_choice_is_its_small_moves(whole, steps):
    """Section 2: a choice: 11@b2, R(10)@c1, C@a3."""
    assert GAME.split(whole) == steps


def test_a_whole_choice_is_the_same_as_its_steps():
    """The history holds the small moves either way."""
    once, stepwise = start(2, "R 7 9"), start(2, "R 7 9")
    once.play(0, "R(10)@c1")
    for step in ("R", "(10)", "@c1"):
        stepwise.play(0, step)
    assert once.position() == stepwise.position()
    for state in (once, stepwise):
        assert [played.move for played in state.history] == ["R", "(10)", "@c1"]


@pytest.mark.parametrize(
    ("careless", "content"),
    [
        ("7@B2", "7"),
        (" 7@b2 ", "7"),
        ("7 @b2", "7"),
        ("7 @ b2", "7"),
        ("r(10)@b2", "(10)"),
        ("R (10) @B2", "(10)"),
        ("c@b2", "C"),
        ("C @B2", "C"),
    ],
)
def test_capitals_and_spaces_do_not_matter(careless, content):
    state = start(2, "R 7 9")
    state.play(0, careless)
    state.play(1, "C@a1")
    assert museum(state, 0) == {"b2": content}


@pytest.mark.parametrize(("careless", "content"), [("w", "7W"), (" A", "7A"), ("l ", "7L"), ("NoNe", "7")])
def test_capitals_and_spaces_do_not_matter_to_features(careless, content):
    state = start(2, "R 7 9")
    choose(state, "7@b2", "C@a1")
    state.play(0, careless)
    assert museum(state, 0) == {"b2": content}


GARBAGE = [
    "", " ", "x", "16", "0", "07", "-1", "1.0", "100", "7@", "@", "@d1", "@a4", "@a0", "@1a", "7@b2@b3", "7b2", "b2",
    "()", "(0)", "(16)", "(07)", "R(", "R()@a1", "R(16)@a1", "R(x)@a1", "R10@a1", "7@b2!", "7@b2\n7@b3", "7@bb2",
    "\u0667@b2", "\u00b2", "7@b\u00b2", "no", "none none", "WA", "water", "T. Rex", "C@", "CC", "RR", "7 7", "pass",
    "\x00", "7@b2\x00", "\ud800", "@b2 7", "7" * 5000, "(" * 5000, "@" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE, ids=ascii)
def test_garbage_is_unreadable(garbage):
    """Refused with a sentence that says how to write a move, and nothing has happened."""
    state = start(2, "R 7 9")
    with unchanged(state), pytest.raises(UnreadableMove, match="write a whole choice like 11@b2") as caught:
        state.play(0, garbage)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("garbage", ["30", "(0)", "@d1", "", "x"])
def test_garbage_cannot_be_parsed(garbage):
    with pytest.raises(UnreadableMove):
        GAME.parse(garbage)


def in_round_6():
    """P1 holds 12 and (11), P2 the 15, which has left; both have filled a1 b1 c1 a2 b2."""
    state = start(2, "R 2 3 | 4 5 6 | 7 8 9 | 1 13 14 | 11 12 15")
    lap(state, "R(11)", "C")
    idle(state, 5)
    lap(state, "12", "15")
    return state


@pytest.mark.parametrize(
    ("seat", "move", "reason"),
    [
        (0, "12", r"Plesiosaur \(12\) stands in your museum already"),
        (0, "11", r"Snake \(11\) stands in your museum already"),
        (1, "15", r"T. Rex \(15\) has left the game"),
        (1, "9", r"Saber Tooth \(9\) is not on offer in round 6"),
        (1, "R", "The Restaurant is not on offer in round 6"),
        (1, "R(4)@c2", "The Restaurant is not on offer in round 6"),
        (1, "10", r"Shark \(10\) is not on offer"),
        (0, "C@a1", "Your square a1 is filled already"),
        (0, "C@c3", "c3 does not share a side with a filled square of yours"),
        (1, "12@c3", "c3 does not share a side"),
        (0, "(4)", "Now you have to pick a card or a corridor"),
        (0, "@c2", "Now you have to pick a card or a corridor"),
        (0, "W", "Now you have to pick a card or a corridor"),
        (0, "none", "Now you have to pick a card or a corridor"),
        (1, "12(3)@c2", "Now you have to choose a square"),
        (2, "C@c2", "There is no seat P3 in this game of 2"),
        (-1, "C@c2", "There is no seat"),
        (99, "C@c2", "There is no seat P100"),
    ],
)
def test_a_refusal_names_the_reason(seat, move, reason):
    """DD-16: in one sentence for people, and nothing has happened."""
    state = in_round_6()
    with unchanged(state), pytest.raises(IllegalMove, match=reason):
        state.play(seat, move)


def test_a_refusal_in_the_middle_of_a_choice():
    """DD-13: the number is asked for, and a used one refused."""
    state = start(2, "7 2 3 | R 5 6")
    lap(state, "7", "C")
    state.play(0, "R")
    for move, reason in [
        ("(7)", "7 stands in your museum already: choose another number"),
        ("(7)@b1", "choose another number"),
        ("@b1", "choose the restaurant's number"),
        ("5", "choose the restaurant's number"),
        ("R(5)@b1", "choose the restaurant's number"),
    ]:
        with unchanged(state), pytest.raises(IllegalMove, match=reason):
            state.play(0, move)
    state.play(0, "(5)")
    for move, reason in [("(5)", "choose a square"), ("R", "choose a square"), ("@c3", "share a side")]:
        with unchanged(state), pytest.raises(IllegalMove, match=reason):
            state.play(0, move)


def test_a_refusal_of_a_feature():
    """DD-29: the exhibit does not have it; a card is not asked for now."""
    state = start(2, "4 2 3")
    choose(state, "4@a1", "C@a1")
    for seat, move, reason in [
        (0, "A", "Frog does not have the feature ancient"),
        (0, "2", "Now you have to decide about a feature"),
        (0, "@b1", "Now you have to decide about a feature"),
        (0, "C@b1", "Now you have to decide about a feature"),
        (1, "W", "P2 has nothing to decide now; the game waits for P1"),
    ]:
        with unchanged(state), pytest.raises(IllegalMove, match=reason):
            state.play(seat, move)


def test_a_refusal_after_commitment():
    """DD-17: a committed seat waits."""
    state = start(2, "4 2 3")
    state.play(0, "4@a1")
    for move in ("4@a1", "@b1", "C", "W"):
        with unchanged(state), pytest.raises(IllegalMove, match="P1 has nothing to decide now; the game waits for P2"):
            state.play(0, move)


def test_a_refusal_after_the_end():
    """DD-34: the game is over."""
    state = idle(start(2), 10)
    for seat in (0, 1, 2):
        with unchanged(state), pytest.raises(IllegalMove, match="The game is over"):
            state.play(seat, "C@a1")


def test_half_a_choice_is_not_played():
    """All steps of a whole choice are carried out or none: the card is fine, the square is not."""
    state = start(2, "R 2 3 | 4 5 6")
    lap(state, "2", "C")
    for move in ("4@c3", "C@a1", "5(3)@b1", "4@d1"):
        with unchanged(state), pytest.raises(MesozoicError):
            state.play(0, move)
        assert state.view(0).choice == ""


def test_labels_are_words():
    """Section 9: a menu says what a move costs or brings."""
    state = start(3, "R 7 15")
    labels = {move: GAME.words.label(state, 0, GAME.parse(move)) for move in state.moves(0)}
    assert "Theater, $4" in labels["7"]
    assert "T. Rex" in labels["15"]
    assert "$10 alone, $12 with one more" in labels["15"]
    assert "Restaurant" in labels["R"]
    assert "corridor" in labels["C"]
    state.play(0, "R")
    assert "$5" in GAME.words.label(state, 0, GAME.parse("(10)"))
    state.play(0, "(10)")
    assert GAME.words.label(state, 0, GAME.parse("@c1")) == "c1, bottom right"
    choose(state, None, "15@a1", "7@a1")
    state.play(0, "@c1")
    assert "$1" in GAME.words.label(state, 1, GAME.parse("A"))
    assert "free" in GAME.words.label(state, 2, GAME.parse("A"))


PIECES = st.sampled_from(["7", "R", "C", "(", ")", "10", "@", "a1", "b2", "W", "none", " ", "0", "r", "c", "-", "\n"])


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(text=st.one_of(st.text(max_size=8), st.lists(PIECES, max_size=6).map("".join)))
def test_any_text_is_a_move_or_refused(text):
    """Nothing but a refusal comes back, and a refusal changes nothing."""
    state = start(2, "R 7 9")
    copy = state.clone()
    try:
        copy.play(0, text)
    except MesozoicError:
        with unchanged(state), pytest.raises(MesozoicError):
            state.play(0, text)
    else:
        state.play(0, text)
        assert state.position() == copy.position()
        assert state.view(0).choice != ""
