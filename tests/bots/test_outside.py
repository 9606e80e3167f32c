"""Bots of other packages sit down by the name of their entry point."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

import mesozoic
from mesozoic import bots
from mesozoic.bots import Bot, bot_names, check_bot, make_bot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import seeded


class Last(Bot):
    """Always the last move of the list."""

    name = "last"

    def code(self, state, seat):
        return state.codes(seat)[-1]


class Leaves(Last):
    """One that would end whoever asks for it."""

    def __init__(self, rng):
        raise SystemExit("no licence")


class Rants(Last):
    def __init__(self, rng):
        raise ValueError("no " * 100_000)


class Unspeakable(BaseException):
    def __str__(self):
        raise ValueError


class Mute(Last):
    def __init__(self, rng):
        raise Unspeakable


@pytest.fixture
def outside(monkeypatch):
    module = ModuleType("outside")
    monkeypatch.setitem(sys.modules, "outside", module)
    monkeypatch.setattr(module, "Last", Last, raising=False)
    monkeypatch.setattr(module, "Nothing", lambda rng: None, raising=False)
    for kind in (Leaves, Rants, Mute):
        monkeypatch.setattr(module, kind.__name__, kind, raising=False)
    places = {
        "last": "outside:Last",
        "leaves": "outside:Leaves",
        "rants": "outside:Rants",
        "mute": "outside:Mute",
        "nothing": "outside:Nothing",
        "gone": "outside:Gone",
        "greedy": "outside:Last",
    }
    points = [EntryPoint(name, place, bots.GROUP) for name, place in places.items()]
    monkeypatch.setattr(bots, "entry_points", lambda group: points if group == bots.GROUP else [])
    bots._announced.cache_clear()
    yield
    bots._announced.cache_clear()


@pytest.mark.usefixtures("outside")
def test_it_plays_like_any_other():
    assert "last" in bot_names()
    game = mesozoic.game("dolphins-and-dinos")
    check_bot(game, "last")
    state = game.start(players=2, seed=1)
    bot = make_bot("last", seeded(1))
    while not state.is_over:
        seat = state.to_move[0]
        state.play(seat, bot.choose(state, seat))
    assert state.result is not None


@pytest.mark.usefixtures("outside")
def test_it_takes_no_name_of_ours_and_breaks_nothing_but_itself():
    assert not isinstance(make_bot("greedy", seeded(1)), Last)
    with pytest.raises(BadOptions, match="'nothing' cannot be loaded: outside:Nothing makes no Bot"):
        make_bot("nothing", seeded(1))
    with pytest.raises(BadOptions, match="'leaves' cannot be loaded: SystemExit: no licence"):
        check_bot(mesozoic.game("dolphins-and-dinos"), "leaves")
    with pytest.raises(BadOptions, match=rf"'rants' cannot be loaded: ValueError: {'no ' * 100}\.\.\.\.$"):
        make_bot("rants", seeded(1))
    with pytest.raises(BadOptions, match=r"'mute' cannot be loaded: Unspeakable\.$"):
        make_bot("mute", seeded(1))
    with pytest.raises(BadOptions, match="'gone' cannot be loaded: AttributeError"):
        make_bot("gone", seeded(1))
