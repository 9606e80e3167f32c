"""Positions made by hand: refused with a sentence, or played to the end with every law kept."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mesozoic import seeded
from mesozoic.games.dinospan.cards import CARD_IDS, RESEARCH_IDS
from mesozoic.games.dinospan.notation import PHASES
from mesozoic.games.dinospan.pending import FRAMES
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import Rng

from .helpers import GAME, activated, go, round_of, seat, table

OPTIONS = (
    {},
    {"triassic_setup": "draft", "personal_research": True},
    {"triassic_setup": "first_game", "hype_round_refresh": "refill"},
    {"personal_research": True, "action_markers": 5, "egg_supply": "unlimited"},
)
MOST_DECISIONS = 4000


def one_of(items, rng):
    return items[int(rng.below(len(items)))]


def played_out(state: Any, rng: Rng) -> Any:
    """Random moves to the end, every law tried on the way."""
    for number in range(MOST_DECISIONS):
        if state.is_over:
            GAME.check_invariants(state)
            assert state.result.scores
            return
        who = one_of(state.to_move, rng)
        codes = state.codes(who)
        assert codes
        state.apply(who, one_of(codes, rng))
        if number % 5 == 0:
            GAME.check_invariants(state)
        if number % 23 == 0:
            watcher = one_of([None, *range(state.players)], rng)
            world = state.imagine(watcher, seeded(number))
            assert world.view(watcher) == state.view(watcher)
            GAME.check_invariants(world)
    pytest.fail("the game does not end")


def some_position(rng: Rng) -> Any:
    """A position somewhere in a random game, with its players and options."""
    players = 1 + int(rng.below(5))
    options = one_of(OPTIONS, rng)
    state = GAME.start(players, seed=int(rng.word()), options=options)
    for _ in range(int(rng.below(90 * players))):
        if state.is_over:
            break
        who = one_of(state.to_move, rng)
        state.apply(who, one_of(state.codes(who), rng))
    return players, options, state.position()


def slots(value, path=()):
    """Every place of a nested position, the containers too."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, one in value.items():
            found += slots(one, (*path, key))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            found += slots(one, (*path, at))
    return found


def changed(value: Any, rng: Rng) -> Any:
    """Something else in the place of a value, often of its own kind."""
    kind = rng.below(10)
    if kind == 0:
        return one_of([None, [], {}, "", -1, 10**20, True, 1.5, "T01", ["J01"]], rng)
    if isinstance(value, bool | float) or value is None:
        return one_of([0, 2, None, "K05", "J05"], rng)
    if isinstance(value, int):
        return one_of([value + 1, value - 1, 0, 1, 2, 3, 5, 9, 139, 140, 1000, 2**61], rng)
    if isinstance(value, str):
        return one_of(
            [one_of(CARD_IDS, rng), one_of(FRAMES[1:], rng), one_of(PHASES, rng), one_of(RESEARCH_IDS, rng)], rng
        )
    if isinstance(value, list):
        new = list(value)
        if new and kind < 4:
            del new[int(rng.below(len(new)))]
        elif new and kind < 6:
            new.append(copy.deepcopy(one_of(new, rng)))
        elif len(new) > 1 and kind < 8:
            new.reverse()
        else:
            new.append(one_of([*CARD_IDS[:100:9], None, 3], rng))
        return new
    new = dict(value)
    if new:
        del new[one_of(sorted(new), rng)]
    return new


def put(position, path, value):
    inside = position
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value


def mutate(position: Any, rng: Rng) -> Any:
    position = copy.deepcopy(position)
    for _ in range(1 + int(rng.below(3))):
        everywhere = slots(position)
        deep = [path for path in everywhere if path[0] in ("pending", "seats", "phase", "shown", "returned", "removed")]
        path = one_of(deep if rng.below(3) else everywhere, rng)
        inside = position
        for key in path:
            inside = inside[key]
        put(position, path, changed(inside, rng))
    position["reshuffles"] = []  # orders that do not fit are refused when they are needed
    return position


def tried(players: int, options: Any, position: Any, rng: Rng) -> Any:
    try:
        state = GAME.start(players, options=options, position=position)
    except BadOptions:
        return False
    again = json.loads(json.dumps(state.position()))
    assert GAME.start(players, options=options, position=again).position() == state.position()
    for watcher in (None, *range(players)):
        world = state.imagine(watcher, rng.clone())
        assert world.view(watcher) == state.view(watcher)
        GAME.check_invariants(world)
        again = GAME.start(players, options=options, position=world.position())
        assert again.position() == world.position()
        GAME.check_invariants(again)
    played_out(state, rng)
    return True


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**31))
@example(12033)  # a marker used before the first round
def test_mutated_positions(number):
    """Wherever a position is changed: BadOptions, or a game to its end."""
    rng = seeded("mutation", number)
    players, options, position = some_position(rng)
    for _ in range(4):
        tried(players, options, mutate(position, rng), rng)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31))
def test_mutated_pending_frames(number):
    """The same, aimed at what is pending."""
    rng = seeded("frames", number)
    players, options, position = some_position(rng)
    for _ in range(6):
        other = copy.deepcopy(position)
        stack = other["pending"]
        if stack and rng.below(3):
            frame = one_of(stack, rng)
            frame["numbers"][int(rng.below(4))] = int(one_of([0, 1, 2, 3, 4, 5, 9, 10, 60, 139, 140, 200, 999], rng))
        if stack and rng.below(3) == 0:
            one_of(stack, rng)["kind"] = one_of(FRAMES[1:], rng)
        if rng.below(3) == 0:
            frame = {"kind": one_of(FRAMES[1:], rng), "seat": int(rng.below(players)), "numbers": [0, 0, 0, 0]}
            frame["numbers"][0] = int(rng.below(150))
            stack.insert(int(rng.below(len(stack) + 1)), frame)
        other["reshuffles"] = []
        tried(players, options, other, rng)


def test_positions_of_real_games_are_taken():
    for number in range(40):
        rng = seeded("real", number)
        players, options, position = some_position(rng)
        assert tried(players, options, position, rng)


def refused(state, **changes):
    position = state.position()
    for path, value in changes.items():
        put(position, tuple(int(key) if key.isdigit() else key for key in path.split("__")), value)
    with pytest.raises(BadOptions) as refusal:
        GAME.start(state.players, options=state.setup.options, position=position)
    return str(refusal.value)


def frame(kind, *numbers, at=0):
    return {"kind": kind, "seat": at, "numbers": [*numbers, *[0] * (4 - len(numbers))]}


END = frame("end turn")


@pytest.mark.parametrize(
    ("pending", "why"),
    [
        ([frame("end turn")], "asks nobody"),
        ([frame("card")], "does not lie at the bottom"),
        ([END, frame("method", 20)], "does not fit the table"),
        ([END, frame("method", 300)], "holds 300"),
        ([END, frame("overlay", 58, 99)], "holds 99"),
        ([END, frame("refresh"), frame("order", 3)], "does not fit the table"),
        ([END, frame("refresh"), frame("branch", 139)], "does not fit the table"),
        ([END, frame("refresh"), frame("steps", 1, 400), frame("lay", 1)], "'steps' holds 400"),
        ([END, frame("refresh"), frame("steps", 0, 5), frame("lay", 1)], "'steps' does not fit"),
        ([END, frame("refresh"), frame("ability", 500), frame("lay", 1)], "'ability' holds 500"),
        ([END, frame("refresh"), frame("cull", 0)], "'cull' does not fit"),
        ([END, frame("refresh"), frame("swap", 9999, 1)], "'swap' holds 9999"),
        ([END, frame("walk", 0, 9), frame("refresh"), frame("lay", 1)], "'walk' holds 9"),
        ([END, frame("refresh"), frame("take", 1, 8)], "'take' holds 8"),
        ([END, frame("refresh"), frame("dispose")], "revealed exactly"),
        ([END, frame("refresh"), frame("lay", 1), frame("lay", 1)], "does not lie on 'lay'"),
        ([END, frame("refresh"), frame("churn", 1)], "does not lie there"),
        ([END, frame("refresh"), frame("effect", 9, 0, 1), frame("lay", 1)], "'effect' holds 9"),
        ([END, frame("refresh", 5), frame("lay", 1)], "'refresh' holds 5"),
        ([END, frame("refresh", at=1), frame("lay", 1)], "seat on turn"),
        ([END, frame("refresh"), frame("lay", 1)], "resolves by itself"),
    ],
)
def test_pending_frames(pending, why):
    """Each number within its range, each frame on one that it may lie on, the newest a choice."""
    state = table(seat({"L1": "J40"}, hand=["J43"], M=5), seat())
    assert why in refused(state, pending=pending)


@pytest.mark.parametrize("players", [1, 2])
def test_a_refill_of_hype_during_an_ability_of_a_walk_is_taken(players):
    """The deepest stack of random games; it has nothing to do with how many others there are."""
    middle = ("walk", 0, 1), ("refresh",), ("ability", 68), ("steps", 28, 29), ("source", 1, 1), ("refresh",)
    pending = [END, *[frame(*one) for one in middle], frame("churn", 1)]
    state = table(seat({"L1": CARD_IDS[68]}), *[seat()] * (players - 1), pending=pending)
    assert state.position()["pending"] == pending and state.moves(0)


def test_a_known_jurassic_card_on_a_later_footprint_was_shuffled_in():
    """DS-54: it was returned on top after a reshuffle."""
    state = table(number=4, hype=["K01", "K02", "K03", "K04"], footprint=["J23", "K48", "J30"], known=1)
    again = GAME.start(2, position=state.position())
    assert again.position() == state.position() and again.position()["returned"] == [["J30", "K48"]]
    for watcher in (None, 0, 1):
        assert again.imagine(watcher, seeded(1)).view(watcher) == state.view(watcher)


def test_a_revealed_jurassic_card_goes_back_onto_a_later_footprint():
    """DS-54: the ability of J45 has revealed it."""
    state = activated("J45", number=4, hype=["K01", "K02", "K03", "K04"], footprint=["J23", "K48", "J30"])
    state = GAME.start(2, position=state.position())
    state.play(0, "top:J23")
    GAME.check_invariants(state)
    assert GAME.start(2, position=state.position()).position() == state.position()


def test_a_marker_for_the_turn():
    """END_TURN uses one up."""
    state = table(seat({"L1": ("J40", 1)}, hand=["J43", "J45"], M=5), seat())
    go(state, "publish")
    assert "'end turn' does not fit" in refused(state, seats__0__markers=0)


def test_a_card_to_publish_is_in_the_hand():
    state = table(seat({"L1": ("J40", 1)}, hand=["J43", "J45"], M=5), seat())
    go(state, "publish card:J43")
    assert state.position()["pending"][-1]["kind"] == "method"
    assert "'method' does not fit" in refused(state, seats__0__hand=["J45"], seats__0__open=[])


def test_a_card_that_is_being_published_lies_open():
    """Else imagined worlds would put another card in its place."""
    state = table(seat({"L1": ("J40", 1)}, hand=["J43", "J45"], M=5), seat())
    go(state, "publish card:J43")
    assert "'method' does not fit" in refused(state, seats__0__open=[])
    go(state, "evolve:L1")
    assert state.position()["pending"][-1]["kind"] == "overlay"
    assert "'overlay' does not fit" in refused(state, seats__0__open=[])


def test_goals_are_four():
    state = table()
    for number in (0, 3, 5, 8):
        assert "The goals are 4" in refused(state, seats__0__goals=[None] * number)


@pytest.mark.parametrize(
    "returned", ["J30", ["J30"], [[]], [["J30", "J30"]], [["J30"], ["J30"]], [["J01"]], [["T01"]], [["J31"]], [7], None]
)
def test_garbled_returned(returned):
    """J01 lies in Hype; J31 alone would be one of two piles in the Footprint."""
    state = table(hype=["J01", "J02", "J03", "J04"], footprint=["J30", "J31"])
    refused(state, returned=returned)


def test_garbled_removed():
    state = table(hype=["J01", "J02", "J03", "J04"], footprint=["J30", "J31"])
    assert "lies elsewhere" in refused(state, removed=["J30"])


@pytest.mark.parametrize("phase", ["research", "draft 1", "draft 2", "triassic", "over"])
def test_phases_need_their_cards(phase):
    """Nobody would be left to choose, or the game would not be over."""
    refused(table(), phase=phase)


def test_nobody_left_to_choose():
    state = GAME.start(2, seed=1, options={"personal_research": True})
    kept = [one["research"][:1] for one in state.position()["seats"]]
    assert "nobody is left" in refused(state, seats__0__kept=kept[0], seats__1__kept=kept[1])


@pytest.mark.parametrize("options", [{"triassic_setup": "draft"}, {"personal_research": True}])
def test_the_first_player_is_on_turn_before_the_publication(options):
    """DS-10, DS-11, DS-62, DS-63: it begins the publication when all have chosen in secret."""
    state = GAME.start(3, seed=1, options={**options, "first_player": 2})
    while state.position()["phase"] != "triassic":
        assert GAME.start(3, options=state.setup.options, position=state.position()).position() == state.position()
        assert "on_turn is the First Player" in refused(state, on_turn=0)
        state.play(who := state.to_move[0], state.moves(who)[0])


def test_the_first_player_of_the_first_round_agrees_with_the_option():
    """DS-07, DS-51: after a round the token goes to somebody else."""
    for state in (GAME.start(3, seed=1, options={"first_player": 0}), table(options={"first_player": 0})):
        assert "P2 is First Player here" in refused(state, first=1, on_turn=1)
    state = round_of(table(seat({"L1": "J40"}), seat(), number=1, options={"first_player": 0}))
    assert state.position()["first"] == 1
    assert GAME.start(2, options={"first_player": 0}, position=state.position()).position() == state.position()


def test_the_rival_does_not_begin_the_first_round():
    """DS-66."""
    assert "The Rival is not First Player" in refused(GAME.start(1, seed=1), first=1)
    assert "The Rival is not First Player" in refused(table(seat()), first=1)
    assert table(seat(), number=2, first=1).position()["first"] == 1


def test_triassic_cards_are_never_drawn():
    state = table(hype=["J01", "J02", "J03", "J04"])
    assert "Triassic card" in refused(state, footprint=["T01"])
    assert "Triassic card" in refused(state, seats__0__hand=["T01"])


def test_revealed_cards_need_a_place_to_go():
    state = activated("J09")
    refused(state, shown=[])
    assert "nothing stays revealed" in refused(state, pending=[])


@pytest.mark.parametrize("options", [{}, {"triassic_setup": "draft"}, {"personal_research": True}])
def test_nothing_is_revealed_where_nothing_is_pending(options):
    """DS-11: nor before the first round."""
    state = GAME.start(2, seed=1, options=options)
    card, *rest = state.position()["footprint"]
    assert "revealed exactly" in refused(state, footprint=rest, shown=[card])
