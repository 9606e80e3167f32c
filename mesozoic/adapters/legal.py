"""Actions as Gymnasium and PettingZoo give them: a space of which a random one is legal, and reading one."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction


class LegalActions(spaces.Discrete):
    """All actions there are. ``sample()`` without a mask draws one that is legal now, if any is."""

    def __init__(self, count: int, legal: Callable[[], list[int]]) -> None:
        super().__init__(count)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        legal = self._legal() if mask is None and probability is None else []
        if legal:
            return np.int64(legal[int(self.np_random.integers(len(legal)))])
        return super().sample(mask, probability)


def read_action(action: Any) -> int:
    """The number of an action; InvalidAction for anything that is not one whole number."""
    try:
        return index(action)
    except TypeError:
        raise InvalidAction(f"An action is one whole number, not {action!r}.") from None
