"""One call that tells a game's author whether the contract holds.

``check_game(game)`` plays random games at every number of players and over a spread of options, and tries everything
that the contract promises at every step. It raises :class:`ContractBroken` with a sentence, the law, and how to get
there again; otherwise it returns what it did. There are no exemptions: a game passes or it does not.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from mesozoic.kernel.errors import BadOptions, BadRecord, IllegalMove, MesozoicError, UnreadableMove
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.record import Record, take_back
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import HOST, Moves, State, seat_name
from mesozoic.kernel.tabletop import Tabletop

GARBAGE = ("", " ", "?", "none of these", "@", "-1", "99999999999999999999", "\x00", "🦕", "P1", "1" * 500, "()", "\n")
MOVES_TRIED = 8
"""At most so many of the listed moves are tried at each step, drawn by chance."""
MOVES_READ = 60
"""Of longer lists than this so many moves, drawn by chance, are written, read back and put into words."""
THOROUGH = 80
"""So many steps of a game are tried in every way; of those that follow in a longer game, one in ``SOME`` by chance."""
SOME = 10
RECURS = 40
"""A secret met this often must have been imagined differently at least once."""

Tell = Callable[[str], None]


class ContractBroken(AssertionError):
    """The game does not keep the contract."""


@dataclass
class Report:
    """What a check did."""

    game: str
    setups: int = 0
    games: int = 0
    decisions: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    scores: tuple[int, int] | None = None
    longest: int = 0
    secrets_met: Counter[str] = field(default_factory=Counter)
    secrets_redealt: Counter[str] = field(default_factory=Counter)

    def lines(self) -> Iterator[str]:
        """The report for people."""
        yield f"{self.game}: {self.setups} set-ups, {self.games} random games, {self.decisions} decisions"
        yield f"  scores {self.scores}, longest game {self.longest} decisions"
        for law, times in sorted(self.checks.items()):
            yield f"  {times:>9,} x {law}"
        for secret, times in sorted(self.secrets_met.items()):
            yield f"  {times:>9,} x hidden: {secret}, imagined differently {self.secrets_redealt[secret]:,} times"


def check_game(
    game: Game, games: int = 2, seed: int | str = 0, tell: Tell = lambda line: None, most: int | None = None
) -> Report:
    """Check one game; ``games`` random games for each set-up, or for at most so many of them. Raises ContractBroken."""
    report = Report(game.name)
    chance_seen: set[str] = set()
    kinds_seen: set[str] = set()
    for setup in some_setups(spread(game), most):
        report.setups += 1
        given = ", ".join(f"{name}={value}" for name, value in setup.options.items())
        tell(f"{game.name}, {setup.players} players, {given}")
        for number in range(games):
            trial = _Trial(setup, f"{seed}/{report.setups}/{number}", report)
            trial.run()
            chance_seen.add(json.dumps(trial.deal, sort_keys=True))
            kinds_seen |= trial.kinds_seen
    _check_facts(game, len(chance_seen) > 1, kinds_seen)
    for secret, times in report.secrets_met.items():
        if times >= RECURS and not report.secrets_redealt[secret]:
            raise ContractBroken(f"{game.name}: imagine() never redeals {secret}, met {times} times.")
    return report


def spread(game: Game) -> list[Setup]:
    """Set-ups worth checking: defaults and some mixtures with every number of players; every option's values one by one
    with the two lowest numbers and the highest."""
    found: dict[str, Setup] = {}
    few, many = game.facts.fewest_players, game.facts.most_players
    for players in range(few, many + 1):
        wishes: list[dict[str, Any]] = [{}]
        if players in (few, few + 1, many):
            wishes += [{**option.needs, option.name: value} for option in game.options for value in option.spread()]
        rng = seeded("spread", game.name, players)
        for _ in range(4):
            wishes.append({option.name: _one_of(option.spread(), rng) for option in game.options})
        for wish in wishes:
            try:
                setup = game.prepare(players, wish)
            except BadOptions as error:
                _expect(len(str(error)) > 10, game.name, "a refusal of options says why")
                continue
            found.setdefault(f"{players} {sorted(setup.options.items())}", setup)
    return list(found.values())


def some_setups(setups: list[Setup], most: int | None) -> list[Setup]:
    """The defaults with every number of players, and of the others as many as fit, from all over the list."""
    if most is None or len(setups) <= most:
        return setups
    first = {setup.players: setup for setup in reversed(setups)}
    others = [setup for setup in setups if first[setup.players] is not setup]
    room = max(1, most - len(first))
    return [*reversed(first.values()), *(others[at * len(others) // room] for at in range(room))]


def _check_facts(game: Game, chance_seen: bool, kinds_seen: set[str]) -> None:
    facts = game.facts
    declared = {
        "chance": (facts.chance, chance_seen),
        "hidden": (facts.hidden, "hidden" in kinds_seen),
        "simultaneous": (facts.simultaneous, "simultaneous" in kinds_seen),
        "realtime": (facts.realtime, "realtime" in kinds_seen),
    }
    for name, (said, seen) in declared.items():
        _expect(said == seen, game.name, f"the fact {name} is declared as it is ({said} declared, {seen} seen)")


def _expect(holds: bool, where: str, law: str) -> None:
    if not holds:
        raise ContractBroken(f"{where}: broken law: {law}")


def _one_of(items: Any, rng: Rng) -> Any:
    return items[rng.below(len(items))]


def plain(value: Any) -> Any:
    """Typed structures as plain JSON values; TypeError for anything that a page could not be sent."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"{type(value).__name__} is no plain value")


def _is_json(value: Any) -> bool:
    try:
        json.dumps(plain(value))
    except (TypeError, ValueError):
        return False
    return True


class _Trial:
    """One random game with everything tried on the way."""

    def __init__(self, setup: Setup, seed: str, report: Report) -> None:
        self.setup = setup
        self.game = setup.game
        self.seed = seed
        self.report = report
        self.rng = seeded("conformance", seed)
        self.state = self.start()
        self.deal = self.state.journal.deal if self.state.journal else {}
        self.everybody: list[int | None] = [*range(setup.players), None]
        self.texts_seen: set[str] = set()
        self.kinds_seen: set[str] = set()

    def start(self) -> State:
        return self.game.start(self.setup.players, seed=self.seed, options=self.setup.options)

    @property
    def now(self) -> int:
        """The time of the last move."""
        return self.state.history[-1].at if self.state.history else 0

    def law(self, holds: bool, law: str) -> None:
        """Count a check, or say what broke and how to get there again."""
        self.report.checks[law] += 1
        if not holds:
            options = dict(self.setup.options)
            raise ContractBroken(
                f"{self.game.name}: broken law: {law}\n"
                f"  game: start({self.setup.players}, seed={self.seed!r}, options={options})\n"
                f"  moves: {' '.join(f'{seat_name(one.seat)}:{one.move}' for one in self.state.history)}"
            )

    # --- The whole game ---------------------------------------------------------------------------------------

    def run(self) -> None:
        longest = self.game.longest(self.setup)
        told: list[list[Event]] = []
        self.check_invariants(self.state)
        while self.state.to_move:
            self.law(len(self.state.history) < longest, "no game is longer than declared")
            self.state.wait_until(self.now + self.rng.below(1000))
            seat = _one_of(self.state.to_move, self.rng)
            self.note_kinds()
            move = self.random_move(seat)
            if len(self.state.history) < THOROUGH or self.rng.below(SOME) == 0:
                self.look_closely(seat, move)
            told.append(self.play(seat, move))
            self.report.decisions += 1
        self.report.games += 1
        self.report.longest = max(self.report.longest, len(self.state.history))
        self.check_end()
        self.check_record(told)
        self.check_same_seed(told)

    def random_move(self, seat: int) -> str:
        return self.game.text(self.state.random_move(seat, self.rng, Moves()))

    def look_closely(self, seat: int, move: str) -> None:
        self.check_listing(seat)
        self.check_clone(seat)
        self.check_refusals(seat)
        self.check_position()
        self.check_imagining()
        self.check_telling(seat, move)
        self.check_table(seat)

    def play(self, seat: int, move: str) -> list[Event]:
        before = self.state.position()
        revealed = self.state.reveals
        events = self.state.play(seat, move, at=None if self.game.facts.realtime else self.now + self.rng.below(1000))
        for event in events:
            self.law(bool(event.words().strip()), "every event has words")
            plain(event.facts())
        self.check_invariants(self.state)
        if self.rng.below(8) != 0:
            return events
        if self.state.reveals == revealed:
            back = take_back(self.state, seat)
            self.law(back.position() == before, "a move that revealed nothing can be taken back")
        else:
            self.refused(IllegalMove, lambda: take_back(self.state, seat), "what revealed something stays")
        return events

    def note_kinds(self) -> None:
        people = [seat for seat in self.state.to_move if seat != HOST]
        if len(people) > 1:
            self.kinds_seen.add("simultaneous")
        if HOST in self.state.to_move:
            self.kinds_seen.add("realtime")

    def check_invariants(self, state: State) -> None:
        try:
            self.game.check_invariants(state)
        except AssertionError as error:
            self.law(False, f"the game's own invariant: {error}")
        self.report.checks["the game's own invariants hold"] += 1

    # --- Moves ------------------------------------------------------------------------------------------------

    def check_listing(self, seat: int) -> None:
        listed = self.state.codes(seat)
        self.law(bool(listed), "a seat that is to move has a legal move")
        self.law(len(set(listed)) == len(listed), "no move is listed twice")
        codes = self.some_of(listed)
        texts = [self.game.text(code) for code in codes]
        self.law(len(set(texts)) == len(texts), "the notation is unique among the legal moves")
        self.law(all(self.state.is_legal(seat, code) for code in codes), "every listed move is legal")
        word = self.rng.clone()
        drawn = self.state.random_move(seat, self.rng, Moves())
        self.law(drawn == listed[word.below(len(listed))], "a random move is drawn evenly from the list")
        self.law([self.game.parse(text) for text in texts] == codes, "the notation reads back")
        self.law(all(self.game.split(text) == [text] for text in texts), "a small move is written as one")
        labels = [self.game.label(self.state, seat, code) for code in codes]
        self.law(all(label.strip() for label in labels), "every move has a label in words")
        self.texts_seen.update(texts)
        for seat_beside in range(self.setup.players):
            if seat_beside not in self.state.to_move:
                self.law(self.state.moves(seat_beside) == [], "a seat that is not to move has no moves")

    def some_of(self, codes: list[int]) -> list[int]:
        """The moves, or some of them if they are many."""
        return codes if len(codes) <= MOVES_READ else self.drawn_of(codes, MOVES_READ)

    def drawn_of(self, codes: list[int], number: int) -> list[int]:
        """At most so many different ones, drawn by chance."""
        if len(codes) <= number:
            self.rng.shuffle(codes)
            return codes
        return sorted({_one_of(codes, self.rng) for _ in range(number)})

    def check_clone(self, seat: int) -> None:
        before = self.state.position()
        for code in self.drawn_of(self.state.codes(seat), MOVES_TRIED):
            copy = self.state.clone()
            self.law(copy.position() == before, "a clone equals its original")
            copy.apply(seat, code)
            self.check_invariants(copy)
            told = self.state.clone()
            told.play(seat, self.game.text(code))
            self.law(told.position() == copy.position(), "play and apply do the same")
        self.law(self.state.position() == before, "nothing done to a clone touches its original")

    def refused(self, error: type[MesozoicError], call: Callable[[], object], law: str) -> None:
        before = self.state.position(), len(self.state.history), self.state.clock
        try:
            call()
        except error as refusal:
            self.law(len(str(refusal)) > 10, f"{law}: with a sentence")
        else:
            self.law(False, law)
        after = self.state.position(), len(self.state.history), self.state.clock
        self.law(before == after, "a refusal changes nothing")

    def check_refusals(self, seat: int) -> None:
        legal = self.state.codes(seat)
        seen = sorted(self.texts_seen)
        drawn = [_one_of(seen, self.rng) for _ in range(3)] if len(seen) > MOVES_READ else seen
        listed = set(legal)
        unlisted = [text for text in drawn if self.game.parse(text) not in listed]
        for _ in range(min(3, len(unlisted))):
            move = _one_of(unlisted, self.rng)
            self.refused(IllegalMove, lambda move=move: self.state.play(seat, move), "unlisted moves are refused")  # type: ignore[misc]
        move = self.game.text(_one_of(legal, self.rng))
        nonsense = _one_of(GARBAGE, self.rng)
        if nonsense != move and not (len(legal) <= MOVES_READ and nonsense in self.state.moves(seat)):
            self.refused(MesozoicError, lambda: self.state.play(seat, nonsense), "nonsense is refused")
        broken = move + "?!"
        self.refused(UnreadableMove, lambda: self.state.play(seat, broken), "a garbled move is unreadable")
        others = [other for other in range(-2, self.setup.players + 1) if other not in self.state.to_move]
        for other in others:
            self.refused(IllegalMove, lambda other=other: self.state.play(other, move), "only those to move may move")  # type: ignore[misc]
        early = max(self.now, int(self.state.clock)) - 1
        self.refused(IllegalMove, lambda: self.state.play(seat, move, at=early), "time does not run backwards")

    # --- Positions and what is hidden --------------------------------------------------------------------------

    def check_position(self) -> None:
        position = self.state.position()
        again = json.loads(json.dumps(position))
        taken = self.game.start(self.setup.players, options=self.setup.options, position=again)
        self.law(taken.position() == position, "a position is plain JSON and starts the same state")
        self.law(taken.to_move == self.state.to_move, "a position keeps who is to move")

    def watchers(self) -> set[int | None]:
        """Two of those who watch, drawn by chance: each comes up often enough in a whole game."""
        return {_one_of(self.everybody, self.rng) for _ in range(2)}

    def check_imagining(self) -> None:
        for watcher in self.watchers():
            view = self.state.view(watcher)
            plain(view)
            stream = self.rng.word()
            imagined = self.state.imagine(watcher, seeded(stream))
            self.law(imagined.view(watcher) == view, "an imagined state looks the same to the seat")
            twice = imagined.imagine(watcher, seeded(stream))
            self.law(twice.position() == imagined.position(), "imagining depends on nothing that the seat cannot see")
            self.law(imagined.to_move == self.state.to_move, "who is to move is public")
            if watcher is not None:
                self.law(imagined.codes(watcher) == self.state.codes(watcher), "legal moves betray nothing")
            self.check_labels(imagined, watcher)
            self.check_invariants(imagined)
            self.note_secrets(imagined, watcher)
            if self.rng.below(8) == 0:
                self.check_playable(imagined)

    def check_table(self, seat: int) -> None:
        """The generic table is made for everybody who watches, and moves name things by text."""
        for code in self.some_of(self.state.codes(seat)):
            found = self.game.elements(self.state, seat, code)
            self.law(
                isinstance(found, tuple) and all(isinstance(one, str) and one for one in found), "elements are ids"
            )
        view = self.state.view(_one_of(self.everybody, self.rng))
        table = self.game.tabletop(view)
        self.law(isinstance(table, Tabletop) and _is_json(table), "the table of a view is plain data")
        self.law(self.game.tabletop(view) == table, "the table depends on the view alone")

    def check_labels(self, imagined: State, watcher: int | None) -> None:
        if watcher is None:
            return
        for code in self.some_of(self.state.codes(watcher)):
            same = self.game.label(imagined, watcher, code) == self.game.label(self.state, watcher, code)
            self.law(same, "labels betray nothing")
            same = self.game.elements(imagined, watcher, code) == self.game.elements(self.state, watcher, code)
            self.law(same, "elements betray nothing")
        if watcher in self.state.to_move and self.texts_seen:
            code = self.game.parse(_one_of(sorted(self.texts_seen), self.rng))
            same = self.game.explain(imagined, watcher, code) == self.game.explain(self.state, watcher, code)
            self.law(same, "refusals betray nothing")

    def note_secrets(self, imagined: State, watcher: int | None) -> None:
        real, other = self.game.secrets(self.state, watcher), self.game.secrets(imagined, watcher)
        self.law(real.keys() == other.keys(), "the same things are hidden in an imagined state")
        for name, value in real.items():
            self.kinds_seen.add("hidden")
            kind = re.sub(r"\bP[0-9]+\b", "another seat", name)
            self.report.secrets_met[kind] += 1
            self.report.secrets_redealt[kind] += value != other[name]

    def check_playable(self, imagined: State) -> None:
        decisions = 0
        while imagined.to_move:
            seat = _one_of(imagined.to_move, self.rng)
            imagined.apply(seat, imagined.random_move(seat, self.rng, Moves()))
            decisions += 1
            self.law(decisions <= self.game.longest(self.setup), "imagined games end")
        self.check_invariants(imagined)
        self.check_scores(imagined)

    def check_telling(self, seat: int, move: str) -> None:
        """Events tell no seat more than its view: where only hidden things come out different, the events do not.

        Two open moves may lead to the very same state in different ways; there is nothing then to betray.
        """
        other_move = self.random_move(seat)
        for watcher in self.watchers():
            here, there = self.state.clone(), self.state.clone()
            self.compare_telling(here, there, seat, move, other_move if watcher != seat else move, watcher)
            here, there = self.state.clone(), self.state.imagine(watcher, self.rng)
            if there.is_legal(seat, self.game.parse(move)):
                self.compare_telling(here, there, seat, move, move, watcher)

    def compare_telling(
        self, here: State, there: State, seat: int, move: str, other_move: str, watcher: int | None
    ) -> None:
        told_here = [event for event in here.play(seat, move) if event.is_known_to(watcher)]
        told_there = [event for event in there.play(seat, other_move) if event.is_known_to(watcher)]
        if here.view(watcher) == there.view(watcher) and here.position() != there.position():
            same = [(one.kind, one.facts()) for one in told_here] == [(one.kind, one.facts()) for one in told_there]
            self.law(same, "events tell a seat no more than its view")

    # --- The end ------------------------------------------------------------------------------------------------

    def check_scores(self, state: State) -> None:
        result = state.result
        if result is None:
            self.law(False, "a finished game has a result")
            return
        low, high = self.game.score_bounds(self.setup)
        self.law(all(low <= score <= high for score in result.scores), "scores keep the declared bounds")
        self.law(len(result.scores) == len(result.places) == self.setup.players, "every seat has a score and a place")
        best = {seat for seat, place in enumerate(result.places) if place == 1}
        self.law(set(result.winners) <= best and bool(best), "winners are among the best")
        engine = tuple(int(state.score(seat)) for seat in range(self.setup.players))
        self.law(engine == result.scores, "the engine and the result count the same points")
        self.law(bool(result.why), "the result says why the game ended")
        plain(result)
        seen = (*result.scores, *(self.report.scores or ()))
        self.report.scores = (min(seen), max(seen))

    def check_end(self) -> None:
        self.check_scores(self.state)
        self.check_position()
        for watcher in self.everybody:
            self.law(self.state.imagine(watcher, self.rng).view(watcher) == self.state.view(watcher), "the end is seen")
        last = self.state.history[-1]
        self.refused(IllegalMove, lambda: self.state.play(last.seat, last.move), "nobody moves after the end")

    def check_record(self, told: list[list[Event]]) -> None:
        record = Record.of(self.state)
        text = record.text()
        self.law(Record.parse(text) == record, "a record reads back")
        again: list[list[Event]] = []
        replayed = record.replay(lambda name: self.game, lambda state, entry, events: again.append(events))
        self.law(replayed.position() == self.state.position(), "a record replays to the same end")
        self.law(again == told, "a record replays the same events")
        at = self.rng.below(len(text) - 1)
        for damaged in (text[:at], text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]):
            self.refused(BadRecord, lambda damaged=damaged: Record.parse(damaged), "a damaged record is refused")  # type: ignore[misc]

    def check_same_seed(self, told: list[list[Event]]) -> None:
        twin = self.start()
        again = [twin.play(one.seat, one.move, one.at) for one in self.state.history]
        self.law(twin.position() == self.state.position() and again == told, "same seed, same moves, same game")
