"""A film: the table right after every single event, for those who watch a chain step by step.

That every picture can be shown and shows its event done is tried in all games by conformance (``shown.py``).
"""

from __future__ import annotations

from typing import Any

import pytest

import mesozoic
from mesozoic.games.carbon_dating import events as dating
from mesozoic.games.dolphins_and_dinos import events as museums
from mesozoic.kernel.conformance import some_setups, spread
from mesozoic.kernel.errors import IllegalMove
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State

GAMES = list(mesozoic.all_games().values())
STEPS = 150


def chosen(state: State, rng: Rng) -> tuple[int, str]:
    seat = state.to_move[rng.below(len(state.to_move))]
    return seat, state.setup.game.text(state.random_move(seat, rng, Moves()))


def watchers(setup: Setup) -> list[int | None]:
    return [None, *range(setup.players)]


def facts(events: list[Event], watcher: int | None) -> list[Any]:
    return [(event.kind, event.facts()) for event in events if event.is_known_to(watcher)]


@pytest.mark.parametrize("game", [game for game in GAMES if game.facts.hidden], ids=lambda game: game.name)
def test_frames_betray_nothing(game: Game) -> None:
    """Where only hidden things are different and the same is told, every frame looks the same."""
    compared = 0
    for number, setup in enumerate(some_setups(spread(game), 6)):
        rng = mesozoic.seeded("secret film", number)
        state = game.start(setup.players, seed=number, options=setup.options)
        for _ in range(STEPS):
            if state.is_over:
                break
            seat, move = chosen(state, rng)
            everybody = watchers(setup)
            watcher = everybody[rng.below(len(everybody))]
            here, there = state.clone(), state.imagine(watcher, rng)
            if there.is_legal(seat, game.parse(move)):
                filmed_here, filmed_there = here.play_filmed(seat, move), there.play_filmed(seat, move)
                told_here, told_there = [[event for event, _ in film] for film in (filmed_here, filmed_there)]
                if facts(told_here, watcher) == facts(told_there, watcher) and here.view(watcher) == there.view(
                    watcher
                ):
                    seen_here, seen_there = (
                        [frame.view(watcher) for event, frame in film if event.is_known_to(watcher)]
                        for film in (filmed_here, filmed_there)
                    )
                    assert seen_here == seen_there, (setup.options, seat, move, watcher)
                    compared += bool(seen_here)
            state.play(seat, move)
    assert compared > 20


def check_chain(state: State, before: Any, filmed: list[tuple[Event, State]]) -> None:
    """Carbon Dating: row, tucked cards and piles show what the event beside them says."""
    for event, frame in filmed:
        after = frame.view(0)
        row, row_before = [one.card for one in after.table], [one.card for one in before.table]
        eaten = {one.card: set(one.eaten) for one in (*after.table, *after.satisfied)}
        pairs = [(pair.left, pair.right) for batch in after.waiting for pair in batch]
        match event:
            case dating.Drew(card=None):
                assert after.face_down
                assert after.deck == before.deck - 1
            case dating.Drew(card=card):
                assert card in [one.card for one in after.drawn]
                assert card not in after.unseen
            case dating.Reshuffled(cards=cards):
                assert after.deck == cards
                assert after.discard == ()
            case dating.PlacedFaceDown():
                assert after.face_down
            case dating.Revealed(card=card):
                assert not after.face_down
                assert card in [one.card for one in after.drawn]
            case dating.Lifted(card=card):
                assert after.played is not None
                assert after.played.card == card
            case dating.Placed(card=card, place=place, number=number):
                at = {"left": 0, "right": len(row) - 1, "gap": number, "seat": number - 1}[place]
                assert row[at] == card
                assert len(row) == len(row_before) + 1
                assert card not in [one.card for one in (*after.drawn, *after.aside)]
            case dating.Met(left=left, right=right):
                assert (left, right) in pairs
                assert row.index(left) + 1 == row.index(right)
            case dating.Struck(left=left, right=right):
                assert (left, right) not in pairs
            case dating.Cancelled(left=left, right=right):
                assert (left, right) not in pairs
            case dating.Dated(left=left, right=right):
                assert after.dates[-1] == (left, right)
                assert row.index(left) + 1 == row.index(right)
            case dating.LeftSatisfied(left=left, right=right):
                assert {left, right} <= {one.card for one in after.satisfied}
                assert not {left, right} & set(row)
            case dating.StormedOff(card=card, freed=freed):
                assert {card, *freed} <= set(after.discard)
                assert card not in row
            case dating.Ate(eater=eater, victim=victim, inherited=inherited):
                assert {victim, *inherited} <= eaten[eater]
                assert victim in row_before
                assert victim not in row
            case dating.Fled(card=card):
                assert card in after.discard
                assert card not in row
            case dating.Stampeded(card=card):
                assert row[-1] == card
            case dating.Flung(card=card):
                assert row[0] == card
            case dating.Swapped(left=left, right=right):
                assert row.index(left) + 1 == row.index(right)
                assert row_before.index(right) + 1 == row_before.index(left)
            case dating.Closed(bad_reviews=reviews):
                assert after.result.scores == (reviews,)
        before = after
    last, final = (before, state.view(0)) if filmed else (None, None)
    if last is not None:
        # What follows the last event in silence: whose turn it is and the play that has ended.
        for name in ("table", "discard", "satisfied", "aside", "drawn", "deck", "waiting", "round", "bad_reviews"):
            assert getattr(last, name) == getattr(final, name), name


@pytest.mark.parametrize("options", [{}, {"blind_dates": True, "staffing_shortage": True}, {"closing_round": 4}])
def test_a_chain_of_dates_is_shown_step_by_step(options: dict[str, Any]) -> None:
    kinds = set()
    for seed in range(25):
        rng = mesozoic.seeded("chain", seed)
        state = mesozoic.all_games()["carbon-dating"].start(1, seed=seed, options=options)
        while not state.is_over:
            before = state.view(0)
            seat, move = chosen(state, rng)
            filmed = state.play_filmed(seat, move)
            kinds |= {event.kind for event, _ in filmed}
            check_chain(state, before, filmed)
    assert {"ate", "dated", "met", "left_satisfied", "stormed_off", "closed"} <= kinds


def check_round(before: Any, filmed: list[tuple[Event, State]], watcher: int | None) -> None:
    """Dolphins and Dinos: money, lines and cards show what the event beside them says."""
    for event, frame in filmed:
        if not event.is_known_to(watcher):
            continue
        after = frame.view(watcher)
        was = before.seats[getattr(event, "seat", 0)]
        now = after.seats[getattr(event, "seat", 0)]
        line = now.lines[-1] if now.lines else None
        assert after.free_item is None or (after.phase == "features" and after.free_item.isdecimal())
        match event:
            case museums.Chose() | museums.Decided():
                assert was.to_decide and not now.to_decide
            case museums.Revealed(item=item, square=square, number=number):
                assert after.phase == "features" and after.free_item is None
                assert (line.item, line.square, line.number) == (item, square, number)
            case museums.Paid(item=item, amount=amount):
                assert (line.item, line.paid, was.money - now.money) == (item, amount, amount)
            case museums.Unpaid(item=item):
                assert (line.item, line.unpaid, now.money) == (item, True, was.money)
            case museums.Received(amount=amount):
                assert (line.income, now.money - was.money) == (amount, amount)
            case museums.Removed(item=item):
                assert item in [card.item for column in after.columns for card in column.cards if card.removed]
            case museums.Featured(drawn=drawn, feature=feature, fee=fee):
                letter = feature[0].upper() if feature else None
                assert (line.drew_feature, line.feature, line.fee) == (drawn, letter, fee)
                assert now.money == was.money - fee
            case museums.ColumnDealt(column=column, items=items):
                assert tuple(card.item for card in after.columns[column - 1].cards) == items
            case museums.RoundBegan(round=number):
                assert (after.round, after.phase) == (number, "choose")
            case museums.HiddenShown(item=item):
                assert after.hidden == item
            case museums.Scored(seat=seat, total=total):
                assert after.result.scores[seat] == total
        before = after


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("sheets", ["open", "closed"])
def test_a_round_of_museums_is_shown_step_by_step(players: int, sheets: str) -> None:
    """DD-17 to DD-34: a feature is seen and charged in the frame that tells it; free is what is known."""
    kinds = set()
    for seed in range(5):
        rng = mesozoic.seeded("museums", seed)
        state = mesozoic.game("dolphins-and-dinos").start(players, seed=seed, options={"sheets": sheets})
        while not state.is_over:
            watcher = (None, *range(players))[rng.below(players + 1)]
            before = state.view(watcher)
            filmed = state.play_filmed(*chosen(state, rng))
            kinds |= {event.kind for event, _ in filmed}
            check_round(before, filmed, watcher)
    assert {"revealed", "paid", "featured", "column_dealt", "scored"} <= kinds


def test_a_frame_is_only_to_be_looked_at() -> None:
    state = mesozoic.all_games()["carbon-dating"].start(1, seed=1)
    frame = state.play_filmed(0, state.moves(0)[0])[0][1]
    with pytest.raises(IllegalMove):
        frame.play(0, state.moves(0)[0])


def test_nothing_is_filmed_unasked() -> None:
    state = mesozoic.all_games()["carbon-dating"].start(1, seed=1)
    state.play(0, state.moves(0)[0])
    assert state.film is None
    with pytest.raises(IllegalMove):
        state.play_filmed(0, "IGU1 left" if "IGU1 left" not in state.moves(0) else "IGU2 left")
    assert state.film is None
