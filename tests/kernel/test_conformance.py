"""Conformance of every game, and proof that the check itself fails loudly when a law is broken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.conformance import ContractBroken, check_game, some_setups, spread
from mesozoic.kernel.event import EVERYBODY, only
from mesozoic.kernel.game import Facts
from mesozoic.kernel.state import Moves, State
from tests.kernel import grab
from tests.kernel.grab import Grab, Grabbing


@pytest.mark.parametrize("name", list(mesozoic.all_games()))
def test_every_game_keeps_the_contract(name: str) -> None:
    """A part of the spread, for speed; ``make check`` goes through all of it."""
    report = check_game(mesozoic.game(name), games=1, most=12)
    assert report.games == report.setups == min(12, len(spread(mesozoic.game(name))))
    assert report.decisions > 100


def test_every_number_of_players_and_every_option_value_is_tried() -> None:
    for game in mesozoic.all_games().values():
        setups = spread(game)
        facts = game.facts
        assert {setup.players for setup in setups} == set(range(facts.fewest_players, facts.most_players + 1))
        for option in game.options:
            tried = [setup.options[option.name] for setup in setups]
            assert all(value in tried for value in option.spread())


def test_a_part_of_the_spread_holds_every_number_of_players() -> None:
    setups = spread(mesozoic.game("dolphins-and-dinos"))
    part = some_setups(setups, 9)
    assert len(part) == 9 and {setup.players for setup in part} == set(range(1, 7))
    assert some_setups(setups, None) == some_setups(setups, len(setups)) == setups


def test_a_real_time_game_with_a_host_and_reshuffles_keeps_the_contract() -> None:
    report = check_game(Grab(), games=4)
    assert report.secrets_redealt["other hands"] > 0


# --- Broken games: each breaks one law ---------------------------------------------------------------------


class WithState(Grab):
    """Grab with another kind of state."""

    def __init__(self, state_class: type[Grabbing], **changed: Any) -> None:
        self.state_class = state_class
        for name, value in changed.items():
            setattr(self, name, value)


class ListsTwice(Grabbing):
    def list_moves(self, seat: int, out: Moves) -> None:
        super().list_moves(seat, out)
        out.add(out.codes[0])


class SharesPiles(Grabbing):
    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.piles = self.piles
        return copy


class LosesACard(Grabbing):
    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        if move == grab.CLEAR and self.cleared:
            self.cleared.pop()


class TellsHands(Grabbing):
    def announce(self, what: str, card: int, known_to: int = EVERYBODY) -> None:
        super().announce(what, card, EVERYBODY)


class TellsNobody(Grabbing):
    def announce(self, what: str, card: int, known_to: int = EVERYBODY) -> None:
        super().announce("" if what == "cleared" else what, card, known_to)


class NeverEnds(Grabbing):
    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, grab.CLEAR if move == grab.GRAB else move)
        self.deck += self.cleared
        self.cleared = []


class HidesItsReshuffles(Grabbing):
    def put_away(self) -> None:
        journal, self.journal = self.journal, None
        super().put_away()
        self.journal = journal


class UsesTheWorldsChance(Grabbing):
    def put_away(self) -> None:
        before = len(self.deck)
        super().put_away()
        if len(self.deck) > before:
            self.deck.sort(key=lambda card: random.random())


class LeaksTheDeck(Grab):
    def view(self, state: Grabbing, seat: int | None) -> grab.Seen:
        return replace(super().view(state, seat), passed=tuple(state.deck))


class LabelsTell(Grab):
    def label(self, state: Grabbing, seat: int, code: int) -> str:
        return f"{super().label(state, seat, code)} {state.deck[:1]}"


class RefusalsTell(Grab):
    def explain(self, state: Grabbing, seat: int, code: int) -> str:
        return f"Not now, but {state.hands} are the hands."


class ImaginesTheTruth(Grab):
    def imagine(self, state: Grabbing, seat: int | None, rng: mesozoic.Rng) -> State:
        return state.clone()


class ImaginesFromTheTruth(Grab):
    def imagine(self, state: Grabbing, seat: int | None, rng: mesozoic.Rng) -> State:
        other = super().imagine(state, seat, rng)
        assert isinstance(other, Grabbing)
        if state.deck and state.deck[0] % 2:
            other.deck.reverse()
        return other


class OneTextForTwo(Grab):
    def text(self, code: int) -> str:
        return {grab.PASS: "grab"}.get(code, super().text(code))


class WrongBounds(Grab):
    def score_bounds(self, setup: Any) -> tuple[int, int]:
        return 1, 5


class TooShort(Grab):
    def longest(self, setup: Any) -> int:
        return 3


class AnythingGoes(Grab):
    def parse(self, text: str) -> int:
        return next((code for code, known in grab.TEXTS.items() if text.startswith(known)), grab.GRAB)


NOT_REALTIME = Facts(2, 3, (1, 1), hidden=True, chance=True, simultaneous=True, realtime=False)
NOT_HIDDEN = Facts(2, 3, (1, 1), hidden=False, chance=True, simultaneous=True, realtime=True)

BROKEN: dict[str, tuple[Callable[[], Grab], str]] = {
    "a move listed twice": (lambda: WithState(ListsTwice), "listed twice"),
    "clones that share": (lambda: WithState(SharesPiles), "clone|every card is somewhere"),
    "a lost card": (lambda: WithState(LosesACard), "every card is somewhere"),
    "an event told to everybody": (lambda: WithState(TellsHands), "events tell a seat no more"),
    "an event without words": (lambda: WithState(TellsNobody), "words"),
    "a game without end": (lambda: WithState(NeverEnds), "longer than declared|games end"),
    "chance that is not recorded": (lambda: WithState(HidesItsReshuffles), "replay"),
    "chance from elsewhere": (lambda: WithState(UsesTheWorldsChance), "play and apply|replay|same"),
    "a view of the deck": (LeaksTheDeck, "looks the same"),
    "a label that tells": (LabelsTell, "labels betray"),
    "a refusal that tells": (RefusalsTell, "refusals betray"),
    "imagining the truth": (ImaginesTheTruth, "never redeals|depends on nothing"),
    "imagining with the truth": (ImaginesFromTheTruth, "depends on nothing"),
    "one text for two moves": (OneTextForTwo, "unique"),
    "wrong bounds": (WrongBounds, "bounds"),
    "wrong length": (TooShort, "longer than declared|games end"),
    "any text is a move": (AnythingGoes, "refused|unreadable"),
    "a clock not declared": (lambda: WithState(Grabbing, facts=NOT_REALTIME), "realtime|seat|move"),
    "secrets not declared": (lambda: WithState(Grabbing, facts=NOT_HIDDEN), "hidden"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_law_is_found(fault: str) -> None:
    make, words = BROKEN[fault]
    with pytest.raises(ContractBroken, match=words):
        check_game(make(), games=6)


def test_known_to_is_a_mask_of_seats() -> None:
    event = grab.Happened("secret", 3, known_to=only(1))
    assert [event.is_known_to(seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    assert grab.Happened("open", 3).is_known_to(None)
