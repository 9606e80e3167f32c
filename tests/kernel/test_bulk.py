"""Bulk play finds what is broken, says how to get there again, and checks the same whoever does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import mesozoic
from mesozoic.kernel.conformance import Counted, LawBroken, check_lot
from mesozoic.kernel.conformance.bulk import Inspector
from mesozoic.kernel.conformance.laws import laws_in, laws_of, laws_of_all
from mesozoic.kernel.conformance.setups import drawn_setup
from mesozoic.kernel.errors import Stopped
from mesozoic.kernel.game import Game, Result, Setup
from mesozoic.kernel.record import Record
from mesozoic.kernel.state import HOST, Moves, State
from tests.kernel import grab
from tests.kernel.grab import Grab, Grabbing
from tests.kernel.test_conformance import (
    ListsTwice,
    LosesACard,
    NeverEnds,
    SharesPiles,
    TooShort,
    UsesTheWorldsChance,
    WithState,
    WrongBounds,
)


class ListsNothing(Grabbing):
    """The host may do nothing, though it is asked."""

    def list_moves(self, seat: int, out: Moves) -> None:
        out.clear()
        if seat != HOST:
            super().list_moves(seat, out)


class LosesCardsInClones(Grabbing):
    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.cleared = copy.cleared[1:]
        return copy


class CrashesInTheMiddle(Grabbing):
    def apply(self, seat: int, move: int) -> None:
        if move == grab.CLEAR and len(self.cleared) == 2:
            raise ZeroDivisionError("two are enough")
        super().apply(seat, move)


class RevealsByChance(Grabbing):
    """How much is revealed depends on who counts."""

    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.reveals += 1
        return copy


class AsksNobody(Grabbing):
    def is_waiting_for(self, seat: int) -> bool:
        return False


class AsksOthers(Grabbing):
    """Waits for several, and says so only of one."""

    @property
    def to_move(self) -> tuple[int, ...]:
        return super().to_move[:1]

    def is_waiting_for(self, seat: int) -> bool:
        return seat in super().to_move


class WishfulHints(grab.GrabHints):
    def candidates(self, state: State, seat: int, out: Moves) -> None:
        state.list_moves(seat, out)
        if seat != HOST:
            out.add(grab.CLEAR)


class CountsOtherwise(Grab):
    def result(self, state: Grabbing) -> Result:
        found = super().result(state)
        return Result(tuple(score + 1 for score in found.scores), found.places, found.winners, found.why)


class CrownsTheLast(Grab):
    def result(self, state: Grabbing) -> Result:
        found = super().result(state)
        return Result(found.scores, found.places, (found.scores.index(min(found.scores)),), found.why)


class CrownsNobody(Grab):
    def result(self, state: Grabbing) -> Result:
        found = super().result(state)
        return Result(found.scores, found.places, (), found.why)


class GoesBack(Grab):
    """A law of what a decision changes, which this game does not keep."""

    def check_step(self, before: State, after: State) -> None:
        assert len(after.deck) == len(before.deck), "the deck stays as it is"  # type: ignore[attr-defined]


BROKEN: dict[str, tuple[Callable[[], Game], str]] = {
    "a lost card": (lambda: WithState(LosesACard), "every card is somewhere"),
    "a step that breaks a law": (GoesBack, "the deck stays as it is"),
    "a game without end": (lambda: WithState(NeverEnds), "no game is longer than declared"),
    "wrong length": (TooShort, "no game is longer than declared"),
    "nothing to do": (lambda: WithState(ListsNothing), "who decides has a move"),
    "nobody asked": (lambda: WithState(AsksNobody), "somebody has to decide until the game is over"),
    "others asked": (lambda: WithState(AsksOthers), "who decides is asked"),
    "a move listed twice": (lambda: WithState(ListsTwice), "every move is listed once"),
    "a move that is not listed": (lambda: WithState(Grabbing, hints=WishfulHints()), "draws a legal move"),
    "a clone that forgets": (lambda: WithState(LosesCardsInClones), "a clone equals its original"),
    "clones that share": (lambda: WithState(SharesPiles), "nothing done to|every card is somewhere"),
    "chance from elsewhere": (lambda: WithState(UsesTheWorldsChance), "the same move does the same"),
    "reveals by chance": (lambda: WithState(RevealsByChance), "the same move asks and reveals the same"),
    "wrong bounds": (WrongBounds, "scores keep the declared bounds"),
    "points counted otherwise": (CountsOtherwise, "count the same points"),
    "the wrong winner": (CrownsTheLast, "winners are among the best"),
    "no winner": (CrownsNobody, "somebody wins where several play"),
    "moves that crash": (lambda: WithState(CrashesInTheMiddle), "no error when a move is played"),
}
LOOKED_AT = 3
"""Here one decision in so many is looked at closely."""


def played(game: Game, games: int = 60) -> None:
    """Games of all set-ups under close inspection."""
    for number in range(games):
        rng = mesozoic.seeded(number)
        setup = drawn_setup(game, rng)
        Inspector(setup, LOOKED_AT).play(setup.shuffle(rng.clone()), rng, number % 2 == 0)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_law_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, words = BROKEN[fault]
    monkeypatch.setattr("mesozoic.kernel.conformance.lots.SELDOM", LOOKED_AT)
    with pytest.raises(LawBroken, match=f"grab: broken law: .*({words})") as found:
        check_lot(make(), "0", 0, 3000)
    assert "game: start(" in str(found.value) and "decisions" in str(found.value)


def test_a_game_that_keeps_its_laws_passes() -> None:
    played(Grab())


def test_every_law_of_bulk_play_is_broken_by_some_game() -> None:
    said = [part for _, words in BROKEN.values() for part in words.split("|")]
    assert [law for law in laws_of_all() if not any(part in law for part in said)] == []


def test_the_record_of_a_broken_game_leads_to_the_broken_law() -> None:
    game = WithState(LosesACard)
    with pytest.raises(LawBroken, match="every card is somewhere") as found:
        check_lot(game, "7", 3, 3000)
    state = replayed(game, Record.parse(found.value.record))
    with pytest.raises(AssertionError, match="every card is somewhere"):
        game.check_invariants(state)
    assert f"after {len(state.history)} decisions" in str(found.value)
    for number in range(len(state.history)):
        record = Record.parse(found.value.record)
        game.check_invariants(replayed(game, replace(record, moves=record.moves[:number])))


def replayed(game: Grab, record: Record) -> Grabbing:
    state = record.replay(lambda name: game)
    assert isinstance(state, Grabbing)
    return state


def test_the_record_of_a_crash_ends_before_it() -> None:
    game = WithState(CrashesInTheMiddle)
    with pytest.raises(LawBroken, match=r"(?s)no error when .*two are enough.*; then host:clear") as found:
        check_lot(game, "0", 0, 3000)
    assert Record.parse(found.value.record).replay(lambda name: game).to_move


def test_a_lot_is_the_same_wherever_it_is_played() -> None:
    one, same, other = (check_lot(Grab(), "0", number, 2000) for number in (4, 4, 5))
    assert facts(one) == facts(same) != facts(other)
    assert one.decisions >= 2000 and set(one.players) == {2, 3} and sum(one.players.values()) == one.decisions


def facts(counted: Counted) -> tuple[object, ...]:
    """All but what it took."""
    return counted.games, counted.decisions, counted.looks, counted.players, counted.fingerprint


def test_a_lot_can_be_stopped() -> None:
    with pytest.raises(Stopped):
        check_lot(Grab(), "0", 0, 2000, lambda: True)


@pytest.mark.parametrize("name", list(mesozoic.all_games()))
def test_every_game_keeps_its_laws_in_bulk(name: str) -> None:
    found = check_lot(mesozoic.game(name), "test", 0, 20_000 if mesozoic.compiled else 300)
    assert found.games > 1


def test_drawn_setups_reach_every_number_of_players_and_many_values() -> None:
    game = mesozoic.game("clades")
    rng = mesozoic.seeded(1)
    drawn: list[Setup] = [drawn_setup(game, rng) for _ in range(200)]
    assert {setup.players for setup in drawn} == set(range(1, 9))
    assert len({str(sorted(setup.options.items(), key=str)) for setup in drawn}) > 60


@pytest.mark.parametrize("name", list(mesozoic.all_games()))
def test_the_laws_of_a_game_are_read_from_its_source(name: str) -> None:
    laws = laws_of(mesozoic.game(name))
    assert len(laws) > 20 and all(laws)
    assert laws_in(__file__)
