"""What the bench counts of CLADES."""

from __future__ import annotations

from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades import GAME, levels
from mesozoic.games.clades.cards import scan_often
from mesozoic.games.clades.rules_setup import shuffle
from mesozoic.kernel.realtime import run
from mesozoic.kernel.rng import seeded


def feats() -> dict[str, Callable[[int], object]]:
    tables = [shuffle(GAME.prepare(2), seeded("bench", number)) for number in range(8)]
    grids = [vec[i64](list(table.in_grid())) for table in tables]
    return {
        "scans of 12 shared cards for all triples": lambda times: [
            scan_often(grid, 1 + times // len(grids)) for grid in grids
        ],
        "four-player games of practised bots": _play_bots,
    }


def _play_bots(times: int) -> None:
    setup = GAME.prepare(4)
    for number in range(times):
        run(levels.tempo(shuffle(setup, seeded(number)), dict.fromkeys(range(4), "practised"), number))
