"""A player who thinks ahead (``search.py``), for a number of visits or for a time, and keeps to its plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from mesozoic.bots.bot import Bot
from mesozoic.bots.search import Plan, Search
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State

LONGEST_MS: Final = 60_000
MOST_VISITS: Final = 1_000_000
FIGURES: Final = {
    "turns": 50, "replies": 1, "width": 1000, "plans": 10_000, "glances": 1000, "spread": 10_000, "overlooks": 1,
    "misjudges": 10, "slips": 1,
}  # fmt: skip
"""What can be set beside the budget, as in ``search:500v:turns=2``, and the most it can be; see ``Thinking``."""


@dataclass(frozen=True)
class Budget:
    """How long a bot thinks, and what it does otherwise than the game's own hints say."""

    visits: int = 0
    ms: int = 0
    most_ms: int = 0
    """At a table: no longer than this, also where visits are counted or nothing is; 0 where nobody waits."""
    figures: Mapping[str, float] = field(default_factory=dict)
    is_enough: Callable[[], bool] | None = None
    """At a table: does somebody else wait for who thinks here?"""


class SearchBot(Bot):
    name = "search"

    def __init__(self, rng: Rng, budget: Budget) -> None:
        super().__init__(rng)
        self.budget = budget
        self.planned: list[int] = []
        self.foreseen: tuple[int, int, list[int]] | None = None
        """Where the plan goes on: the seat, how much was revealed, and what can be done there."""

    def plans(self, state: State, seat: int) -> list[Plan]:
        """The plans worth thinking about, best first."""
        thinking = state.setup.game.hints.thinking(state)
        for figure, number in self.budget.figures.items():
            setattr(thinking, figure, type(getattr(thinking, figure))(number))
        thinking.overlooks *= thinking.slips
        thinking.misjudges *= thinking.slips
        search = Search(state, seat, thinking, self.rng)
        search.is_enough = self.budget.is_enough
        return search.think(self.budget.visits, self.budget.ms / 1000, self.budget.most_ms / 1000)

    def plan(self, state: State, seat: int) -> list[int]:
        return list(self.plans(state, seat)[0].codes)

    def code(self, state: State, seat: int) -> int:
        """The next decision of the plan, as long as nothing was revealed since; otherwise a new plan's first.

        Somebody else may have moved in this seat meanwhile, and what can be done may look the same.
        """
        codes = state.codes(seat)
        if self.foreseen != (seat, state.reveals, codes) or self.planned[0] not in codes:
            self.planned = self.plan(state, seat)
        code = self.planned.pop(0)
        self.foreseen = None
        if self.planned:
            after = state.clone()
            after.apply(seat, code)
            self.foreseen = (seat, state.reveals, after.codes(seat))
        return code


def hurried(budget: Budget, most_ms: int, is_enough: Callable[[], bool] | None = None) -> Budget:
    """The same with at most so much time, and less where it is said to be enough, for a table where others wait."""
    return replace(budget, ms=min(budget.ms, most_ms), most_ms=most_ms, is_enough=is_enough)


def read_budget(name: str, usual: Budget) -> Budget:
    """What follows a bot's name: ``:500v`` visits or ``:1000ms``, then figures such as ``:turns=2``; else the usual."""
    words = name.split(":")[1:]
    visits, ms, figures = usual.visits, usual.ms, dict(usual.figures)
    for number, word in enumerate(words):
        if number == 0 and "=" not in word:
            visits, ms = _read_time(name, word)
        else:
            figure, value = _read_figure(name, word)
            figures[figure] = value
    return Budget(visits, ms, figures=figures)


def _read_time(name: str, word: str) -> tuple[int, int]:
    unit = word.lstrip("0123456789")
    digits = word[: len(word) - len(unit)]
    most = {"ms": LONGEST_MS, "v": MOST_VISITS}.get(unit, 0)
    if not digits or not most:
        raise BadOptions(f"{name!r} says no budget: write search:500ms for a time, search:500v for a number of visits.")
    if len(digits) > 9 or not 1 <= int(digits) <= most:
        raise BadOptions(f"{name!r} is no budget to think with: give 1{unit} to {most}{unit}.")
    return (int(digits), 0) if unit == "v" else (0, int(digits))


def _read_figure(name: str, word: str) -> tuple[str, float]:
    figure, _, text = word.partition("=")
    if figure not in FIGURES:
        raise BadOptions(f"{name!r}: {figure!r} is no figure of a search; there are {', '.join(FIGURES)}.")
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= FIGURES[figure] or (figure in ("width", "plans", "glances", "spread") and value < 1):
        raise BadOptions(f"{name!r}: {figure} is a number up to {FIGURES[figure]}, not {text!r}.")
    return figure, value
