"""Gymnasium's space of actions, of which a random one is a legal one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces


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
