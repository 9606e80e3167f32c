"""A table in letters for somebody who decides: what the decision is about stands last and keeps to a small screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

EDGES = 2
"""The line above what is shown and the question below it."""
Wordings = Sequence[Any]
"""One part of the table, in full first, then in fewer and fewer lines."""


class Sight:
    """The table above; below it, nearest to the question, what the present decision is about (a Rich renderable)."""

    def __init__(
        self,
        above: Callable[[Collection[str]], Iterable[Any]],
        near: Mapping[str, Wordings],
        room: int | None = None,
    ) -> None:
        self.above = above
        """The rest of the table, without the parts that stand in full below."""
        self.near = {part: wordings for part, wordings in near.items() if wordings}
        self.room = room
        """The lines that there are for what is near; where nobody says so a screen, or all where it is none."""

    def within(self, room: int) -> Sight:
        return Sight(self.above, self.near, room)

    def least(self, console: Any) -> int:
        """The lines that what is near needs in the fewest words."""
        return sum(lines_of(console, wordings[-1]) for wordings in self.near.values())

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        room = self.room
        if room is None and console.is_terminal:
            room = console.height - EDGES
        chosen = dict.fromkeys(self.near, 0) if room is None else self.fitting(console, options, room)
        yield from self.above([part for part, at in chosen.items() if at == 0])
        yield from (self.near[part][at] for part, at in chosen.items())

    def fitting(self, console: Any, options: Any, room: int) -> dict[str, int]:
        """The fullest wordings that fit together: the longest part gives way first."""
        lines = {part: [lines_of(console, one, options) for one in wordings] for part, wordings in self.near.items()}
        chosen = dict.fromkeys(lines, 0)
        while sum(lines[part][at] for part, at in chosen.items()) > room:
            longer = [part for part, at in chosen.items() if at + 1 < len(lines[part])]
            if not longer:
                break
            chosen[max(longer, key=lambda part: lines[part][chosen[part]])] += 1
        return chosen


def lines_of(console: Any, part: Any, options: Any = None) -> int:
    return len(console.render_lines(part, options, pad=False))
