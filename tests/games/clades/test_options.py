"""Ledger section 6: every option, what combines and what is refused with a reason."""

from __future__ import annotations

import pytest

from mesozoic.kernel.conformance import short_spread, spread
from mesozoic.kernel.errors import BadOptions

from .helpers import GAME


def test_every_option_of_the_ledger_is_there_with_its_default():
    assert dict(GAME.prepare(4).options) == {
        "mode": "table",
        "teaching": False,
        "deck": "full",
        "grid_size": 12,
        "personal": 1,
        "victory_break": False,
        "false_call_penalty": False,
        "open_hand": "off",
        "combined": "none",
        "clade_sets": {"M": "O", "S": "P", "A": "O"},
        "bonus_set": "P",
        "casual_grid": 15,
        "race_countdown_s": 0,
        "settle_ms": 1500,
        "lock_ms": 3000,
        "majority_ms": 5000,
        "stall_s": 90,
    }


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"personal": [0, 1, 2, 3], "victory_break": True, "false_call_penalty": True, "open_hand": "switch"}),
        (4, {"combined": "genius", "deck": "threes", "victory_break": True, "personal": 3}),
        (3, {"teaching": True, "combined": "standard", "clade_sets": "M:P,S:O,A:O"}),
        (2, {"teaching": True, "open_hand": "open", "victory_break": True}),
        (2, {"teaching": "yes", "deck": "threes", "grid_size": "7"}),
        (8, {"combined": "standard", "bonus_set": "O", "open_hand": "open", "false_call_penalty": True}),
        (1, {"mode": "casual", "deck": "threes", "combined": "genius", "casual_grid": 24}),
        (1, {"mode": "race", "combined": "standard", "race_countdown_s": 300}),
        (2, {"personal": "0,2"}),
        (2, {"stall_s": 0, "settle_ms": 0}),
    ],
)
def test_what_combines(players, options):
    state = GAME.start(players, seed=1, options=options)
    GAME.check_invariants(state)


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (3, {"teaching": True, "combined": "genius"}, "does not go with combined=genius"),
        (3, {"teaching": True, "grid_size": 12}, "has 7 shared cards"),
        (3, {"teaching": True, "deck": "full"}, "deck=threes"),
        (3, {"open_hand": "open", "personal": 0}, "needs a seat with a personal card"),
        (3, {"open_hand": "switch", "personal": [0, 0, 0]}, "needs a seat with a personal card"),
        (3, {"clade_sets": "M:P,S:P,A:O"}, "only for combined=standard"),
        (3, {"combined": "genius", "clade_sets": "M:P,S:P,A:O"}, "only for combined=standard"),
        (3, {"combined": "standard", "clade_sets": "M:P,S:P,A:P"}, "must use both sets"),
        (3, {"bonus_set": "O"}, "bonus_set is only for"),
        (3, {"combined": "standard", "deck": "threes", "bonus_set": "O"}, "bonus_set is only for"),
        (3, {"personal": [1, 1]}, "one for each of the 3 seats"),
        (3, {"personal": 4}, "cannot be 4"),
        (3, {"personal": "1,x,2"}, "cannot be '1,x,2'"),
        (3, {"grid_size": 9}, "give 7 or 12"),
        (3, {"casual_grid": 20}, "only for mode=casual"),
        (3, {"race_countdown_s": 10}, "only for mode=race"),
        (8, {"deck": "threes", "personal": 2}, "CL-R5"),
        (1, {"mode": "race", "deck": "threes"}, "27 threes are too few"),
        (1, {"mode": "race", "grid_size": 7}, "solitaire has its own number"),
        (1, {"mode": "casual", "personal": 1}, "no personal cards"),
        (1, {"mode": "race", "victory_break": True}, "victory_break is for the table game"),
        (1, {"mode": "race", "false_call_penalty": True}, "false_call_penalty is for the table game"),
        (1, {"mode": "race", "open_hand": "open"}, "no personal cards to open"),
        (1, {"mode": "casual", "teaching": True}, "teaching is for the table game"),
        (1, {"mode": "casual", "race_countdown_s": 10}, "only for mode=race"),
        (1, {"mode": "race", "bonus_set": "O", "combined": "standard"}, "bonus_set is only for"),
        (1, {"mode": "casual", "casual_grid": 25}, "from 12 to 24"),
        (2, {"clade_sets": "M:P"}, "cannot be 'M:P'"),
        (2, {"clade_sets": 5}, "cannot be 5"),
    ],
)
def test_everything_else_is_refused_with_a_reason(players, options, reason):
    with pytest.raises(BadOptions, match=reason):
        GAME.start(players, seed=1, options=options)


def test_teaching_sets_deck_and_grid_size():
    """CL-R48, CL-37, CL-38."""
    values = GAME.prepare(4, {"teaching": True}).options
    assert (values["deck"], values["grid_size"]) == ("threes", 7)
    assert GAME.prepare(4, {"teaching": "no"}).options["grid_size"] == 12


@pytest.mark.parametrize("no", [False, "false", "False", "FALSE", "no", "No", "off", "OFF", "0"])
def test_no_teaching_game_however_it_is_written(no):
    """CL-37, CL-38."""
    options = GAME.prepare(2, {"teaching": no}).options
    assert (options["teaching"], options["deck"], options["grid_size"]) == (False, "full", 12)


@pytest.mark.parametrize("yes", [True, "true", "True", "YES", "on", "1"])
def test_the_teaching_game_however_it_is_written(yes):
    """CL-37, CL-38."""
    options = GAME.prepare(2, {"teaching": yes}).options
    assert (options["teaching"], options["deck"], options["grid_size"]) == (True, "threes", 7)


@pytest.mark.parametrize("neither", ["maybe", 1, None, []])
def test_a_teaching_game_is_chosen_or_not(neither):
    with pytest.raises(BadOptions, match="Option teaching cannot be"):
        GAME.prepare(2, {"teaching": neither})


@pytest.mark.parametrize(
    ("name", "usual"), [("settle_ms", 1500), ("lock_ms", 3000), ("majority_ms", 5000), ("stall_s", 90)]
)
def test_the_timers_of_the_host_are_tried_at_0_too(name, usual):
    """CL-R18: by its timer the host never stalls with 0."""
    for setups in (spread(GAME), short_spread(GAME)):
        assert {setup.options[name] for setup in setups} == {0, usual}
        assert len({setup.players for setup in setups if setup.options[name] == 0}) == 8
