"""A campaign: random games by the hundred million decisions, every state checked, in pieces on any number of cores.

A piece is a lot of games of one game (``kernel/conformance/lots.py``). A campaign is never finished: asking for more
decisions in the same folder adds pieces to those that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

import mesozoic
from mesozoic.kernel.conformance import Counted, LawBroken, check_lot
from mesozoic.kernel.conformance.laws import laws_of, laws_of_all
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab.pieces import PIECES, Files, Workers, carry_out, write_whole, writing

SETUP_FILE: Final = "campaign.json"
COUNTED_FILE: Final = "counted.json"
BROKEN_FILE: Final = "broken.record"
LARGEST_LOT: Final = 1_000_000
"""So many decisions take seconds: little is lost when a campaign is stopped, and little is stored."""
FEWEST_LOTS: Final = 8
"""A short campaign is cut into so many lots a game, so that no core waits long for another."""


class CampaignSetup(msgspec.Struct, frozen=True):
    """What the lots of a folder depend on."""

    seed: str
    lot: int
    """So many decisions at least are in each."""
    version: str
    """The version of Mesozoic."""
    rules: dict[str, int]
    """The versions of the games' rules."""


@dataclass(frozen=True)
class Lot:
    """Some games of one game."""

    game: str
    number: int
    size: int
    """So many decisions at least."""

    @property
    def name(self) -> str:
        return f"{self.game}-{self.number:06}"


def campaign(
    games: Sequence[str],
    decisions: int,
    seed: str,
    folder: Path | str,
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> dict[str, Counted]:
    """Check at least so many decisions of each game; returns what was checked in this folder, before too.

    LawBroken says which law a game breaks, and leaves its record in the folder. Interrupted if somebody stops it; what
    is done is kept, and the same call goes on.
    """
    if decisions < 1:
        raise BadOptions(f"Check at least 1 decision, not {decisions}.")
    for name in games:
        mesozoic.game(name)
    home = Path(folder)
    setup = begin(home, seed, decisions)
    try:
        carry_out(home, partial(play, setup), lots(setup, games, decisions), workers, progress, is_stopped, "decisions")
    except LawBroken as broken:
        path = home / BROKEN_FILE
        write_whole(path, broken.record.encode())
        raise LawBroken(f"{broken}\n  record: mesozoic replay {path}", broken.record) from broken
    return {name: counted for name, counted in counted_in(home).items() if name in games}


def begin(home: Path, seed: str, decisions: int) -> CampaignSetup:
    """Make the folder this campaign's, or see that it is."""
    rules = {name: game.rules_version for name, game in mesozoic.all_games().items()}
    lot = max(1, min(LARGEST_LOT, decisions // FEWEST_LOTS))
    setup = CampaignSetup(seed, lot, mesozoic.__version__, rules)
    path = home / SETUP_FILE
    if not path.exists():
        if home.exists() and any(home.iterdir()):
            raise BadOptions(f"{home} holds other things than a campaign: name a new folder.")
        with writing(home):
            home.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(msgspec.json.encode(setup), indent=1))
        return setup
    try:
        before = msgspec.json.decode(path.read_bytes(), type=CampaignSetup)
    except msgspec.MsgspecError as error:
        raise BadOptions(f"{path} cannot be read: {error}.") from None
    for what in ("seed", "version", "rules"):
        one, other = getattr(before, what), getattr(setup, what)
        if one != other:
            raise BadOptions(f"{home} holds a campaign of {what} {one}, not {other}. Name another folder with --out.")
    return before


def lots(setup: CampaignSetup, games: Sequence[str], decisions: int) -> list[Lot]:
    """All lots, those of the games in turn, so that one that is stopped has checked all of them."""
    return [Lot(game, number, setup.lot) for number in range(-(-decisions // setup.lot)) for game in games]


def play(setup: CampaignSetup, lot: Lot, is_stopped: Callable[[], bool] = lambda: False) -> Files:
    """Check one lot, wherever this is called."""
    counted = check_lot(mesozoic.game(lot.game), setup.seed, lot.number, lot.size, is_stopped)
    return {COUNTED_FILE: msgspec.json.encode(counted)}


def counted_in(home: Path) -> dict[str, Counted]:
    """What was checked of each game in a folder."""
    found: dict[str, Counted] = {}
    for path in sorted((home / PIECES).glob(f"[!.]*/{COUNTED_FILE}")):
        game = path.parent.name.rpartition("-")[0]
        one = msgspec.json.decode(path.read_bytes(), type=Counted)
        found.setdefault(game, Counted(players={})).add(one)
    return found


def figures(found: dict[str, Counted]) -> dict[str, dict[str, object]]:
    """What was checked, for other programs."""
    return {
        name: {
            **msgspec.to_builtins(counted, str_keys=True),
            "decisions_a_core_hour": core_hour(counted),
            "laws": laws(name),
        }
        for name, counted in found.items()
    }


def core_hour(counted: Counted) -> int:
    """How many decisions one core checks in an hour."""
    return round(3600 * counted.decisions / counted.seconds) if counted.seconds else 0


def laws(name: str) -> int:
    """How many laws every decision of the game is checked by, or some of them."""
    return len(laws_of(mesozoic.game(name))) + len(laws_of_all())
