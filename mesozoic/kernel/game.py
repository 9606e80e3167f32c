"""What a game is: its facts, options and notation, and how it starts. The other half is ``state.py``."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, Final, cast

from mesozoic.kernel.card_tables import OPTION, BadTable, CardTable
from mesozoic.kernel.deal import HUGE, expect_plain
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.event import Event
from mesozoic.kernel.folder import (
    Ending,
    Experiments,
    Figures,
    Invariants,
    Levels,
    Notation,
    Positions,
    TabletopPart,
    Terminal,
    Words,
    has_file,
    lesson_of,
    written,
)
from mesozoic.kernel.hints import Hints
from mesozoic.kernel.lesson import Lesson
from mesozoic.kernel.options import Option, read_options
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import Journal, State


@dataclass(frozen=True)
class Facts:
    """What kind of game it is. Declared here, checked by conformance."""

    fewest_players: int
    most_players: int
    minutes: tuple[int, int]
    hidden: bool
    """Does anybody know something that somebody else does not?"""
    chance: bool
    simultaneous: bool
    realtime: bool
    fewest_points_win: bool = False
    turns_follow: bool = False
    """Simultaneous at its beginning alone (a draft): then turns go round."""

    @property
    def pace(self) -> str:
        """How decisions follow each other, in few words."""
        if self.realtime:
            return "real time"
        if self.most_players == 1:
            return "solo"
        return "all at once" if self.simultaneous and not self.turns_follow else "turn by turn"


@dataclass(frozen=True)
class Setup:
    """A game with its number of players and every option settled; any number of games can start from it."""

    game: Game
    players: int
    options: Mapping[str, Any]
    variant: Any = None
    """The game's own digest of players and options, made once by :meth:`Game.variant`."""

    def shuffle(self, rng: Rng) -> State:
        """A new game for the engine: chance from ``rng``, no history."""
        return self.game.shuffle(self, rng)


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 is best; equal places are shared."""
    winners: tuple[int, ...]
    """The seats that won; more than one share the win, none if a solo game is lost."""
    why: str
    details: tuple[Any, ...] = ()
    """Each seat's score taken apart, as this game's typed structure."""


NEEDED: Final = {
    "shuffle": "rules_setup",
    "imagine": "rules_imagine",
    "text": "notation",
    "deal_out": "position",
    "view": "view",
}
"""Which file of a game's folder says what a method needs, unless the game has that method itself."""


class Game(ABC):
    """One game of the collection. Its package makes one instance and calls it ``GAME``."""

    name: str
    title: str
    summary: str
    rules_version: int
    """Raised by every change to legal moves or scoring; records keep it."""
    facts: Facts
    options: tuple[Option, ...] = ()
    hints: Hints = Hints()
    """What a bot should value; the points so far, unless the game knows better."""
    package: str
    """The Python package that holds the game's texts."""
    card_table: CardTable[Any, Any] | None = None
    """What a table of other cards consists of, where a game has the option for one (``cards_option``)."""

    # --- Starting ---------------------------------------------------------------------------------

    def prepare(self, players: int, options: Mapping[str, Any] | None = None) -> Setup:
        """Check the number of players and the options, and settle every option."""
        few, many = self.facts.fewest_players, self.facts.most_players
        count = f"{few} to {many} players" if few < many else f"{few} player{'s' * (few > 1)}"
        if not isinstance(players, int) or isinstance(players, bool) or abs(players) > HUGE:
            raise BadOptions(f"{self.title} is for {count}: give their number.")
        if not few <= players <= many:
            raise BadOptions(f"{self.title} is for {count}, not {players}.")
        values = read_options(self.options, {} if options is None else options, players)
        if self.card_table is not None:
            self.card_table.expect(values[OPTION])
        self.check_options(players, values)
        return Setup(self, players, values, self.variant(players, values))

    def start(
        self,
        players: int,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        deal: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> State:
        """A new game: from a seed, from an explicit deal, from any position, or (none given) by chance.

        A seed beside a deal serves whatever chance the deal leaves open. Raises BadOptions.
        """
        setup = self.prepare(players, options)
        if position is not None and (deal is not None or seed is not None):
            raise BadOptions("Give a position alone: it leaves nothing for a seed or a deal.")
        if position is not None:
            expect_plain("position", position)
            state = self.take_up(setup, position)
            given = state.position()
            state.journal = Journal({}, given, lambda: self.start(players, None, options, None, given))
            return state
        if deal is not None:
            expect_plain("deal", deal)
        if seed is not None and (not isinstance(seed, (int, str)) or isinstance(seed, bool)):
            raise BadOptions(f"A seed is a whole number or a text, not {type(seed).__name__}.")
        chance = secrets.randbits(62) if seed is None else seed
        state = self.shuffle(setup, seeded(chance)) if deal is None else self.deal_out(setup, deal, seeded(chance))
        state.journal = Journal(self.deal_of(state), None, lambda: self.start(players, chance, options, deal))
        return state

    def check_options(self, players: int, values: Mapping[str, Any]) -> None:
        """Raise BadOptions, with the reason, for options that do not go together."""

    def variant(self, players: int, values: Mapping[str, Any]) -> Any:
        """Players and options in the form in which the game's rules ask for them."""
        return None

    def shuffle(self, setup: Setup, rng: Rng) -> State:
        """A new game dealt by chance."""
        return cast(State, self.own("rules_setup", "shuffle")(setup, rng))

    def deal_out(self, setup: Setup, deal: Mapping[str, Any], rng: Rng) -> State:
        """A new game from an explicit deal; BadOptions if the deal is none. Later chance comes from ``rng``."""
        return cast(State, self.own("position", "deal_out")(setup, deal, rng))

    def deal_of(self, state: State) -> dict[str, Any]:
        """What chance gave at the start, as a deal. Later chance adds itself to ``state.journal.deal``."""
        return cast(dict[str, Any], self.own("position", "deal_of")(state))

    def take_up(self, setup: Setup, position: Mapping[str, Any]) -> State:
        """The state of a position; BadOptions if the position is none."""
        return cast(State, self.positions.take_up(setup, position))

    def position_of(self, state: State) -> dict[str, Any]:
        """Everything there is, hidden parts included, as plain JSON."""
        return self.positions.position_of(state)

    # --- Notation ---------------------------------------------------------------------------------

    def text(self, code: int) -> str:
        """A move in the game's notation."""
        return self.notation.move_text(code)

    def parse(self, text: str) -> int:
        """The move that a text means, legal or not; UnreadableMove if it is none."""
        return self.notation.read_move(text)

    def split(self, text: str) -> list[str]:
        """The small moves that are written as one text: for instance ``11@b2`` is ``11`` and ``@b2``."""
        return self.notation.split_moves(text)

    def steps(self, state: State, seat: int, text: str) -> list[str]:
        """The small moves of a text, to be played from this state. A game in which forced ones are made by themselves
        leaves these out."""
        return self.notation.steps(state, seat, text)

    def join(self, moves: Sequence[str]) -> str:
        """Small moves as one text that :meth:`split` takes apart again."""
        return self.notation.join_moves(moves)

    # --- What a seat may know ---------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> Any:
        """What the seat (``None``: a spectator) may know, built up from nothing, field by field."""
        return self.own("view", "look")(state, seat)

    @property
    def view_type(self) -> type:
        """The structure that views of this game are: the class ``View`` of its ``view.py``."""
        return cast(type, self.own("view", "View"))

    def imagine(self, state: State, seat: int | None, rng: Rng) -> State:
        """A state drawn from all those that look like this one to the seat.

        It must be built from what the seat may know and from ``rng`` alone: two states with the same view and the
        same generator give the same imagined state. Its history is empty.
        """
        return cast(State, self.own("rules_imagine", "imagine")(state, seat, rng))

    def secrets(self, state: State, seat: int | None) -> dict[str, Any]:
        """Everything that is there and hidden from the seat, by name. Conformance sees that each is redealt."""
        return cast(dict[str, Any], self.own("view", "secrets")(state, seat))

    # --- The end ----------------------------------------------------------------------------------

    def result(self, state: State) -> Result:
        """How a finished game ended."""
        return self.ending.result(state)

    @abstractmethod
    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        """No game ends with a score outside these."""

    @abstractmethod
    def longest(self, setup: Setup) -> int:
        """No game has more decisions than this."""

    def check_invariants(self, state: State) -> None:
        """Raise AssertionError if the state breaks one of the game's own laws."""
        self.invariants.check(state)

    def check_step(self, before: State, after: State) -> None:
        """Raise AssertionError if what one decision has changed breaks one of the game's own laws."""
        self.invariants.check_step(before, after)

    def contradiction(self, state: Any, seat: int | None, told: list[Event]) -> str:
        """What in an imagined state denies something that the seat was told before, in words; nothing if all agrees."""
        return self.invariants.contradiction(state, seat, told)

    def check_cards(self, text: str) -> tuple[list[str], list[str]]:
        """What is wrong with a card table, and what is worth knowing about one that can be played."""
        table = self.other_cards()
        try:
            return [], table.notes(table.read(text))
        except BadTable as error:
            return error.problems, []

    @property
    def cards_option(self) -> str:
        """The option that takes another card table as text; nothing if the game plays with its own cards only."""
        return "" if self.card_table is None else OPTION

    def other_cards(self) -> CardTable[Any, Any]:
        """What tables of other cards consist of; BadOptions if the game plays with its own only."""
        if self.card_table is None:
            raise BadOptions(f"{self.title} plays with no other cards than its own.")
        return self.card_table

    # --- The files of its folder ------------------------------------------------------------------

    def own(self, file: str, function: str) -> Any:
        """A function that every game has to write in this file of its folder."""
        return written(self.package, file, function)

    def lacking(self) -> list[str]:
        """What every game has and this one does not have yet: facts about it, and files of its folder."""
        unsaid = [name for name in ("name", "title", "summary", "rules_version", "facts") if not hasattr(self, name)]
        if not getattr(self, "package", ""):
            return [*unsaid, "package"]
        needed = {
            method: file for method, file in NEEDED.items() if getattr(type(self), method) is getattr(Game, method)
        }
        return unsaid + sorted({f"{file}.py" for file in needed.values() if not has_file(self.package, file)})

    @cached_property
    def positions(self) -> Positions:
        return Positions(self)

    @cached_property
    def ending(self) -> Ending:
        return Ending(self)

    @cached_property
    def invariants(self) -> Invariants:
        return Invariants(self)

    @cached_property
    def notation(self) -> Notation:
        return Notation(self)

    @cached_property
    def words(self) -> Words:
        return Words(self)

    @cached_property
    def tabletop(self) -> TabletopPart:
        return TabletopPart(self)

    @cached_property
    def terminal(self) -> Terminal:
        return Terminal(self)

    @cached_property
    def figures(self) -> Figures:
        return Figures(self)

    @cached_property
    def experiments(self) -> Experiments:
        return Experiments(self)

    @cached_property
    def levels(self) -> Levels:
        return Levels(self)

    @cached_property
    def lesson(self) -> Lesson | None:
        """A first game with a teacher, where there is one."""
        return lesson_of(self.package)

    # --- Texts ------------------------------------------------------------------------------------

    def document(self, name: str) -> str:
        """One of the game's own pages: ``rules.md``, ``rulings.md``, ``README.md``."""
        return resources.files(self.package).joinpath(name).read_text("utf-8")
