"""Five strengths by name, the same in every game. The weaker ones err as people do: they overlook, they look less far.

A level says how long it thinks and how it errs; what else a game asks of a search its hints say. A real-time game has
its own levels, by speed, under the same names.
"""

from __future__ import annotations

from typing import Final

from mesozoic.bots.searcher import Budget

LEVELS: Final = {
    "hatchling": Budget(figures={"width": 1, "glances": 1, "overlooks": 0.55, "misjudges": 2.0}),
    "forager": Budget(figures={"width": 1, "glances": 1, "overlooks": 0.3, "misjudges": 0.8}),
    "hunter": Budget(figures={"width": 1, "glances": 4}),
    "alpha": Budget(ms=150),
    "apex": Budget(ms=1000),
}
"""Weakest first. Without a time a level only glances: it plays what looks best right away."""
USUAL: Final = Budget(ms=300)
"""How long ``search`` thinks when its name says nothing."""
EXAMPLE: Final = "search:500ms"
HELP: Final = {
    "hatchling": "overlooks a lot: good for a first game",
    "forager": "overlooks some things",
    "hunter": "takes what looks best right away",
    "alpha": "thinks a few turns ahead",
    "apex": "thinks longest: the strongest there is",
}
"""What a person is told about them."""
