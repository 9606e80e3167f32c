"""Conformance of every game, and proof that the check itself fails loudly when a law is broken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.conformance import ContractBroken, check_game, short_spread, some_setups, spread
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.event import EVERYBODY, only
from mesozoic.kernel.game import Facts, Game
from mesozoic.kernel.options import NumberOr, Option
from mesozoic.kernel.state import Moves, State
from tests.kernel import grab
from tests.kernel.grab import Grab, Grabbing

TABLES = [
    (game.name, players)
    for game in mesozoic.all_games().values()
    for players in range(game.facts.fewest_players, game.facts.most_players + 1)
]
MOST = 6
"""So many set-ups of every game's short spread, for speed; ``make check`` goes through all of it."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_keeps_the_contract(name: str, players: int) -> None:
    game = mesozoic.game(name)
    report = check_game(game, most=MOST, players=players)
    tried = [setup for setup in some_setups(short_spread(game), MOST) if setup.players == players]
    assert report.setups == report.games == len(tried) > 0
    assert report.decisions > 10 * report.games


# --- Set-ups ------------------------------------------------------------------------------------------------


def is_possible(game: Game, players: int, option: Option, value: Any) -> bool:
    try:
        game.prepare(players, {**option.needs, option.name: value})
    except BadOptions:
        return False
    return True


@pytest.mark.parametrize("of", [spread, short_spread])
@pytest.mark.parametrize("name", list(mesozoic.all_games()))
def test_every_value_of_every_option_is_tried_with_every_number_of_players(name: str, of: Any) -> None:
    game = mesozoic.game(name)
    setups = of(game)
    facts = game.facts
    for players in range(facts.fewest_players, facts.most_players + 1):
        of_these = [setup for setup in setups if setup.players == players]
        assert of_these[0].options == game.prepare(players).options
        for option in game.options:
            tried = [setup.options[option.name] for setup in of_these]
            for value in option.spread():
                assert value in tried or not is_possible(game, players, option, value), (players, option.name, value)


def test_values_are_tried_alone_and_in_mixtures() -> None:
    """DinoSpan's first player is any seat, and its solo levels are not thrown away with the mixtures around them."""
    game = mesozoic.game("dinospan")
    usual = game.prepare(4).options
    changed = [
        {name for name, value in setup.options.items() if value != usual[name]}
        for setup in spread(game)
        if setup.players == 4
    ]
    assert {"first_player"} in changed
    assert max(map(len, changed)) >= 5
    assert {setup.options["first_player"] for setup in spread(game) if setup.players == 4} == {"random", 0, 1, 2, 3}
    assert {setup.options["solo_level"] for setup in short_spread(game) if setup.players == 1} == {1, 2, 3}


class ChosenSeat(Grab):
    """A value that goes only with certain others is found in mixtures."""

    options = (*Grab.options, NumberOr("first", "who starts", "random", "random", 0, 7))

    def check_options(self, players: int, values: Any) -> None:
        if values["first"] != "random" and (values["second_pass"] or values["first"] >= players):
            raise BadOptions("Only without a second pass, and only a seat that is there.")


def test_a_value_that_needs_others_is_found() -> None:
    setups = short_spread(ChosenSeat())
    assert {setup.options["first"] for setup in setups if setup.players == 3} == {"random", 0, 1, 2}


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


class TellingLabels(grab.GrabWords):
    def label(self, state: Grabbing, seat: int, code: int) -> str:
        return f"{super().label(state, seat, code)} {state.deck[:1]}"


class LabelsTell(Grab):
    words_class = TellingLabels


class TellingRefusals(grab.GrabWords):
    def explain(self, state: Grabbing, seat: int, code: int) -> str:
        return f"Not now, but {state.hands} are the hands."


class RefusalsTell(Grab):
    words_class = TellingRefusals


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


class KeepsTheBuffer(Grabbing):
    def list_moves(self, seat: int, out: Moves) -> None:
        for code in [grab.CLEAR if self.shown else grab.FLIP] if seat == -1 else [grab.GRAB, grab.PASS]:
            out.add(code)


class LosesReveals(Grabbing):
    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.reveals = 0
        return copy


class LosesTheClock(Grabbing):
    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.clock = 0
        return copy


class ForgetsGivenChance(Grabbing):
    def has_given_chance(self) -> bool:
        return False


class CrashingHints(grab.GrabHints):
    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, Grabbing)
        return 1.0 / len(state.deck)


class TrailingSpace(Grab):
    def text(self, code: int) -> str:
        return super().text(code) + " " * (code == grab.PASS)

    def parse(self, text: str) -> int:
        return super().parse("pass" if text == "pass " else text)


class EmptyTable(grab.GrabTable):
    def elements(self, state: Grabbing, seat: int, code: int) -> tuple[str, ...]:
        return ("card:77",)


class PointsAtNothing(Grab):
    table_class = EmptyTable


class CrashingLabels(grab.GrabWords):
    def label(self, state: Grabbing, seat: int, code: int) -> str:
        return {1: "one", 2: "two"}[state.shown] if code == grab.GRAB else super().label(state, seat, code)


class LabelsCrash(Grab):
    words_class = CrashingLabels


class CrashesInTheMiddle(Grabbing):
    def put_away(self) -> None:
        super().put_away()
        assert len(self.cleared) < 3


class ViewsCrash(Grab):
    def view(self, state: Grabbing, seat: int | None) -> grab.Seen:
        raise KeyError("hand")


class OptionsCrash(Grab):
    def check_options(self, players: int, values: Any) -> None:
        _ = 1 / int(values["second_pass"])


class NeverStarts(Grab):
    def shuffle(self, setup: Any, rng: mesozoic.Rng) -> State:
        raise IndexError("no cards")


class ShowsHandsForAMoment(Grabbing):
    """While somebody grabs, all hands lie open."""

    open_now = False

    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.open_now = self.open_now  # type: ignore[attr-defined]
        return copy

    def put_away(self) -> None:
        self.open_now = True
        self.announce("put away", 0)
        self.open_now = False
        super().put_away()


class ShowsOpenHands(Grab):
    state_class = ShowsHandsForAMoment

    def view(self, state: Grabbing, seat: int | None) -> grab.Seen:
        seen = super().view(state, seat)
        return replace(seen, all_hands=tuple(state.hands)) if state.open_now else seen  # type: ignore[attr-defined]


class AsksWhoCan(Grabbing):
    """Whoever grabs and holds a high card is asked whether to show it; nobody ever does."""

    asked = -1

    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.asked = self.asked  # type: ignore[attr-defined]
        return copy

    @property
    def to_move(self) -> tuple[int, ...]:
        return super().to_move if self.asked < 0 else (self.asked,)

    def list_moves(self, seat: int, out: Moves) -> None:
        super().list_moves(seat, out)
        if self.asked >= 0:
            out.clear()
            out.add(grab.PASS)

    def apply(self, seat: int, move: int) -> None:
        if self.asked >= 0:
            self.asked = -1
            self.reveals += 1
            return
        super().apply(seat, move)
        if move == grab.GRAB and self.hands[seat] > 4:
            self.asked = seat


class AsksOnlyWhoCan(Grab):
    state_class = AsksWhoCan
    FIELDS = (*Grab.FIELDS, "asked")


class RemembersTheBottom(Grabbing):
    """The host shows the card at the bottom of the deck, and all may remember it."""

    bottom = 0

    def clone(self) -> Grabbing:
        copy = super().clone()
        copy.bottom = self.bottom  # type: ignore[attr-defined]
        return copy

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        self.bottom = self.deck[-1] if self.deck else 0
        self.announce("at the bottom lies", self.bottom)


class ForgetsTheBottom(Grab):
    """It stands in every view, but imagined decks do not keep to it."""

    state_class = RemembersTheBottom
    FIELDS = (*Grab.FIELDS, "bottom")

    def view(self, state: Grabbing, seat: int | None) -> grab.Seen:
        return replace(super().view(state, seat), deck_count=100 * state.bottom + len(state.deck))  # type: ignore[attr-defined]

    def contradiction(self, state: Grabbing, seat: int | None, told: list[Any]) -> str:
        bottoms = [event.card for event in told if event.what == "at the bottom lies"]
        wrong = bottoms and state.deck and state.deck[-1] != bottoms[-1]
        return f"at the bottom lies {state.deck[-1]}, not {bottoms[-1]}" if wrong else ""


class ImaginesTheImpossible(Grab):
    """Nobody is ever dealt an eight, but it is imagined in hands."""

    def new(self, setup: Any, hands: list[int], deck: list[int], chance: Any) -> Grabbing:
        if 8 in hands:
            at = hands.index(8)
            hands[at], deck[0] = deck[0], hands[at]
        return super().new(setup, hands, deck, chance)

    def check_invariants(self, state: Grabbing) -> None:
        assert 8 not in state.hands, "nobody holds an eight"


class ImaginesByTheHistory(Grab):
    """The count of what was revealed is in no position."""

    def imagine(self, state: Grabbing, seat: int | None, rng: mesozoic.Rng) -> State:
        for _ in range(int(state.reveals) % 2):
            rng.word()
        return super().imagine(state, seat, rng)


class RefusesItsOwnPosition(Grab):
    def take_up(self, setup: Any, position: Any) -> State:
        if len(position["passed"]) == 1:
            raise BadOptions("Either nobody has passed or all have.")
        return super().take_up(setup, position)


class HoldsOnToItself(Grabbing):
    """A function of this process means nothing to another one."""

    def apply(self, seat: int, move: int) -> None:
        super().apply(seat, move)
        self.shown_now = lambda: self.shown


class TellsBeforeItHappens(Grabbing):
    def apply(self, seat: int, move: int) -> None:
        if move == grab.CLEAR:
            self.announce("cleared", self.shown)
            log, self.log = self.log, None
            super().apply(seat, move)
            self.log = log
        else:
            super().apply(seat, move)


@dataclass(frozen=True, slots=True)
class Named(grab.Happened):
    name: str = ""


class TellsTooEarly(Grabbing):
    """Of two events of one move the first is told before it happens."""

    def apply(self, seat: int, move: int) -> None:
        if move == grab.CLEAR and self.log is not None:
            self.tell(Named("is cleared", self.shown, name=str(self.shown)))
        super().apply(seat, move)


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
    "chance from elsewhere": (lambda: WithState(UsesTheWorldsChance), "play and apply|replay|same|filming"),
    "a view of the deck": (LeaksTheDeck, "looks the same"),
    "a label that tells": (LabelsTell, "labels betray"),
    "a refusal that tells": (RefusalsTell, "refusals betray"),
    "imagining the truth": (ImaginesTheTruth, "redeals what is hidden|depends on nothing"),
    "imagining with the truth": (ImaginesFromTheTruth, "depends on nothing"),
    "one text for two moves": (OneTextForTwo, "unique"),
    "wrong bounds": (WrongBounds, "bounds"),
    "wrong length": (TooShort, "longer than declared|games end"),
    "any text is a move": (AnythingGoes, "refused|unreadable"),
    "a clock not declared": (lambda: WithState(Grabbing, facts=NOT_REALTIME), "realtime|seat|move"),
    "secrets not declared": (lambda: WithState(Grabbing, facts=NOT_HIDDEN), "hidden"),
    "a buffer of moves not cleared": (lambda: WithState(KeepsTheBuffer), "clearing its buffer"),
    "a clone that loses its reveals": (lambda: WithState(LosesReveals), "keeps the count of what was revealed"),
    "a clone that loses the clock": (lambda: WithState(LosesTheClock), "keeps the clock|position|clone equals"),
    "given chance that is forgotten": (lambda: WithState(ForgetsGivenChance), "chance of the deal that does not fit"),
    "hints that crash": (lambda: WithState(Grabbing, hints=CrashingHints()), "no error when bots ask the hints"),
    "a notation with a space at its end": (TrailingSpace, "without needless spaces"),
    "elements that are not there": (PointsAtNothing, "elements of moves lie on the table"),
    "labels that crash": (LabelsCrash, "no error when (moves are listed|a world is imagined)"),
    "moves that crash": (lambda: WithState(CrashesInTheMiddle), "no error when a"),
    "views that crash": (ViewsCrash, "no error when"),
    "options that crash": (OptionsCrash, "options are taken or refused"),
    "a game that cannot begin": (NeverStarts, "no error when a game is begun"),
    "a picture of hidden hands": (ShowsOpenHands, "frames show a seat no more"),
    "asking only those who can": (AsksOnlyWhoCan, "who cannot looks like who does not want"),
    "a world that denies what was told": (ForgetsTheBottom, "agrees with what the seat was told"),
    "a world that cannot be": (ImaginesTheImpossible, "(?s:invariants hold.*nobody holds an eight)"),
    "a world that depends on the history": (ImaginesByTheHistory, "after a position was stored and loaded"),
    "a position that is refused": (RefusesItsOwnPosition, "every position that a state writes is read back"),
    "a state that stays in its process": (lambda: WithState(HoldsOnToItself), "no error when a position is written"),
    "a picture of before": (lambda: WithState(TellsBeforeItHappens), "right after its event"),
    "a picture of before in the middle": (lambda: WithState(TellsTooEarly), "(?s:right after its event.*only with)"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_law_is_found(fault: str) -> None:
    make, words = BROKEN[fault]
    with pytest.raises(ContractBroken, match=words) as found:
        check_game(make(), games=3)
    assert str(found.value).startswith("grab: broken law: ")
    assert "seed" in str(found.value) or "prepare(" in str(found.value)


def test_an_error_of_the_game_says_how_to_get_there_again() -> None:
    with pytest.raises(ContractBroken) as found:
        check_game(WithState(CrashesInTheMiddle), games=6)
    law, game, moves, *rest = str(found.value).splitlines()
    assert law.startswith("grab: broken law: no error when a ")
    assert game.strip().startswith("game: start(2, seed='0/")
    assert moves.strip().startswith("moves: host:flip")
    assert "AssertionError" in rest[-1] and "test_conformance.py line" in rest[-1]


def test_several_processes_find_the_same() -> None:
    alone, together = check_game(Grab(), most=3), check_game(Grab(), most=3, workers=2)
    assert list(alone.lines()) == list(together.lines())
    with pytest.raises(ContractBroken, match="no error when a game is begun"):
        check_game(NeverStarts(), workers=2)


def test_known_to_is_a_mask_of_seats() -> None:
    event = grab.Happened("secret", 3, known_to=only(1))
    assert [event.is_known_to(seat) for seat in (0, 1, 2, None)] == [False, True, False, False]
    assert grab.Happened("open", 3).is_known_to(None)
