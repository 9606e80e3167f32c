"""The files of a game's folder: each is found by its name, and what an optional one leaves out has a default here.

A game writes plain functions into files with these names; nothing is registered. ``game.words.label(...)`` asks the
function ``label`` of its ``words.py`` if there is one, and else the default below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.event import Event
from mesozoic.kernel.lesson import Lesson
from mesozoic.kernel.notation import unreadable
from mesozoic.kernel.parts import fill, lawful, ranking, read, shown
from mesozoic.kernel.realtime import Desk, Tempo
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import HOST
from mesozoic.kernel.tabletop import CardFace, Drawing, EncyclopediaEntry, Tabletop, plain_drawing, reflect, spaced
from mesozoic.kernel.witness import Witness

if TYPE_CHECKING:
    from mesozoic.kernel.game import Game, Result, Setup


def file_of(package: str, name: str) -> ModuleType | None:
    """A module of the game's folder, None if there is none of that name. A game of one file has everything in it."""
    folder = import_module(package)
    if not hasattr(folder, "__path__"):
        return folder
    whole = f"{package}.{name}"
    return import_module(whole) if find_spec(whole) is not None else None


def has_file(package: str, name: str) -> bool:
    """Is there such a file, finished or not? Chapters of the rules (``rules_setup.py``) may stand in ``rules.py``."""
    if not hasattr(import_module(package), "__path__"):
        return True
    names = (name, "rules") if name.startswith("rules_") else (name,)
    return any(find_spec(f"{package}.{one}") is not None for one in names)


@cache
def written(package: str, file: str, function: str) -> Any:
    """What every game has to write in this file of its folder; a chapter of the rules may stand in ``rules.py``."""
    home = file_of(package, file) or (file_of(package, "rules") if file.startswith("rules_") else None)
    own = getattr(home, function, None)
    if own is None:
        raise BadOptions(f"{package} is not finished: it needs {function!r} in {file}.py.")
    return own


@cache
def _texts(package: str) -> dict[int, str]:
    return {code: text for text, code in written(package, "notation", "MOVES").items()}


class Part:
    """One optional file of a game's folder: its own functions, and the defaults of this class for those it lacks."""

    file: str

    def __init__(self, game: Game) -> None:
        self.game = game
        module = file_of(game.package, self.file)
        self.is_written = module is not None
        for name in vars(type(self)):
            if not name.startswith("_") and callable(own := getattr(module, name, None)):
                setattr(self, name, own)


class Notation(Part):
    """``notation.py``: moves as text. A game whose moves can be listed writes a table ``MOVES`` of their codes by text
    and a sentence ``HOW`` one writes them; any other writes ``move_text`` and ``read_move``."""

    file = "notation"

    def move_text(self, code: int) -> str:
        """A move in the game's notation."""
        return _texts(self.game.package)[code]

    def read_move(self, text: str) -> int:
        """The move that a text means, legal or not; UnreadableMove if it is none."""
        moves: dict[str, int] = written(self.game.package, self.file, "MOVES")
        if text not in moves:
            raise unreadable(text, written(self.game.package, self.file, "HOW"))
        return moves[text]

    def split_moves(self, text: str) -> list[str]:
        """The small moves that are written as one text. Most notations have one text per move."""
        return [text]

    def steps(self, state: Any, seat: int, text: str) -> list[str]:
        """The small moves of a text, to be played from this state."""
        return self.game.split(text)

    def join_moves(self, moves: Sequence[str]) -> str:
        """Small moves as one text that ``split_moves`` takes apart again."""
        return " ".join(moves)


class Positions(Part):
    """``position.py``: deals and positions as plain JSON. Every game writes ``deal_out`` and ``deal_of``. Where the
    state has the fields of its msgspec struct ``Position`` and invariants say what is lawful, that is all."""

    file = "position"

    def position_of(self, state: Any) -> dict[str, Any]:
        """Everything there is, hidden parts included."""
        return shown(written(self.game.package, self.file, "Position"), state)

    def take_up(self, setup: Setup, position: Mapping[str, Any]) -> Any:
        """The state of a position: any game of this set-up, with everything in it as the position says."""
        given = read(written(self.game.package, self.file, "Position"), "position", position)
        state = setup.shuffle(seeded("position"))
        fill(state, given)
        return lawful(self.game.check_invariants, state)

    def have(self, name: str) -> bool:
        """Have this game's positions a part of that name?"""
        shape = getattr(file_of(self.game.package, self.file), "Position", None)
        return name in getattr(shape, "__struct_fields__", ())


class Ending(Part):
    """``result.py``: how a finished game ended."""

    file = "result"

    def result(self, state: Any) -> Result:
        """Most points win (or fewest, as the facts say), and equals share a place."""
        from mesozoic.kernel.game import Result

        scores = tuple(int(state.score(seat)) for seat in range(state.players))
        places, winners = ranking(scores if self.game.facts.fewest_points_win else [-score for score in scores])
        return Result(scores, places, winners, "The game is over.")


class Invariants(Part):
    """``invariants.py``: the game's own laws."""

    file = "invariants"

    def check(self, state: Any) -> None:
        """Raise AssertionError if the state breaks one of them."""

    def check_step(self, before: Any, after: Any) -> None:
        """Raise AssertionError if what one decision has made of the state before it breaks one of them."""

    def contradiction(self, state: Any, seat: int | None, told: list[Event]) -> str:
        """What in an imagined state denies something that the seat was told before, in words; nothing if all agrees."""
        return ""


class Words(Part):
    """``words.py``: moves and refusals for people."""

    file = "words"

    def label(self, state: Any, seat: int, code: int) -> str:
        """A legal move in words, for a menu: its notation, ``take_egg:3`` as "Take egg 3"."""
        return spaced(re.sub(r"[:@]+", " ", self.game.text(code)))

    def explain(self, state: Any, seat: int, code: int) -> str:
        """Why a readable move is not legal now, in one sentence for a player."""
        return f"{self.game.text(code)} is not possible now."

    def told(self, setup: Setup, event: Event) -> str:
        """An event in words for people: with names where its own words have the ids of cards."""
        return event.words()

    def brief(self, state: Any, seat: int, code: int) -> str:
        """A legal move in few words, without what it leads to; empty for one that the next small move says again."""
        return self.game.words.label(state, seat, code).partition(": ")[0]

    def is_midway(self, state: Any, seat: int) -> bool:
        """Is the seat, which has to decide, in the middle of a choice whose small moves belong together?"""
        return True

    @property
    def can_let_pass(self) -> bool:
        """Can somebody let the table pass for them? Then :meth:`passing` says where."""
        return "passing" in vars(self)

    def passing(self, state: Any, seat: int) -> str | None:
        """The move by which the seat, which is asked, lets go by what does not concern it; None where it must decide.

        It goes by what everybody can see, never by what the seat holds: so that it passes tells nobody anything.
        """
        return None

    def value_words(self, state: Any, value: float) -> str:
        """What a value of the game's own hints means, in units that people know; empty if there is none."""
        points = -value if state.setup.game.facts.fewest_points_win else value
        return f"about {points:.1f} points in the end"


class TabletopPart(Part):
    """``tabletop.py``: what the table for any game shows."""

    file = "tabletop"

    def offered(self, state: Any, seat: int) -> list[int]:
        """The legal moves that a menu lists: all of them, unless they are too many to read."""
        return list(state.codes(seat))

    def elements(self, state: Any, seat: int, code: int) -> tuple[str, ...]:
        """The things on the table that a legal move concerns, the main one first, by the ids that the view uses.

        Without better knowledge those that its notation names.
        """
        table = self.game.tabletop.lay_out(state.view(None if seat == HOST else seat))
        lying = {card.id for zone in table.zones for card in zone.cards}
        return tuple(dict.fromkeys(word for word in re.findall(r"[\w-]+", self.game.text(code)) if word in lying))

    def lay_out(self, view: Any) -> Tabletop:
        """A view as zones of cards; without a better one it shows the view's own fields."""
        return reflect(view)

    def cards(self, setup: Setup) -> tuple[CardFace, ...]:
        """Every card that can come up in this game, with all that is printed on it."""
        return ()

    def encyclopedia(self, setup: Setup | None = None) -> tuple[EncyclopediaEntry, ...]:
        """What there is to read about the animals of this game; with a set-up, about its own cards."""
        return ()


class Terminal(Part):
    """``terminal.py``: the board in letters."""

    file = "terminal"

    def draw(self, view: Any) -> Any:
        """The view as a Rich renderable, for the terminal and for playthroughs."""
        return Drawing(partial(self.parts, view))

    def parts(self, view: Any, width: int) -> Iterator[Any]:
        """What stands there one below the other, in so many columns."""
        yield plain_drawing(self.game.tabletop.lay_out(view))

    def asks_first(self, view: Any, move: str) -> str:
        """What a move would do that is asked about first, such as "end the race"; nothing for nearly all."""
        return ""

    def desk(self) -> Desk:
        """Real time: a new place for a person at a keyboard."""
        return Desk()


class Figures(Part):
    """``figures.py``: what the lab and the bench count."""

    file = "figures"

    def witness(self, setup: Setup) -> Witness:
        """Who looks on at games of this set-up and counts; without a better one, what every game has."""
        return Witness(setup)

    def feats(self) -> dict[str, Callable[[int], object]]:
        """What this game's engine does often, by name, each as a function that does it so many times: for the bench."""
        return {}


class Experiments(Part):
    """``experiments.py``: what the lab has to know of a game's cards to try them. A game with a card table of its own
    also says there how a card becomes an ordinary one: ``EXCHANGE``, see ``Exchange``."""

    file = "experiments"

    def taken(self, state: Any, code: int) -> str:
        """The id of the card that a move takes for good, such as by buying or publishing it; empty for any other."""
        return ""


class Exchange(NamedTuple):
    """How the lab makes a card ordinary: it gets what makes the median card of its kind strong or weak."""

    id: str
    """The column that holds a card's id, as ``taken`` gives it."""
    kind: str
    """Only cards that are equal in this column of the table are of one kind; empty if all are."""
    worth: str
    """The median is the middle one by this column: a number, or a cost whose letters are counted."""
    columns: tuple[str, ...]
    """What makes a card strong or weak; everything else, such as names, stays as it is."""


def exchange_of(package: str) -> Exchange | None:
    """``experiments.py``: its EXCHANGE, where there is one."""
    found: Exchange | None = getattr(file_of(package, Experiments.file), "EXCHANGE", None)
    return found


class Levels(Part):
    """``levels.py``: the bots of a game that is played in real time."""

    file = "levels"

    def names(self) -> tuple[str, ...]:
        """The names of its bots, weakest first; they differ in speed, see ``tempo``."""
        return ()

    def understood(self) -> tuple[str, ...]:
        """Further names that may sit down though nobody is offered them, such as former ones."""
        return ()

    def lab_only(self) -> tuple[str, ...]:
        """Bots for measuring, which spoil a game with people."""
        return ()

    def tempo(self, state: Any, seats: Mapping[int, str], seed: object) -> Tempo:
        """The timed events of a game in which bots of these levels sit in these seats, deterministic from the seed."""
        raise BadOptions(f"{self.game.title} has no bots that play in real time.")


def lesson_of(package: str) -> Lesson | None:
    """``lesson.py``: its LESSON, a first game with a teacher, where there is one."""
    lesson: Lesson | None = getattr(file_of(package, "lesson"), "LESSON", None)
    return lesson
