"""The thirty lines of docs/write-a-bot.md: they are thirty, they beat random, and they enter the ladder."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import mesozoic
from mesozoic.bots import check_bot
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab.entrants import check_entrant, make_entrant
from mesozoic.lab.ladder import climb

PAGE = Path(mesozoic.__file__).parents[1] / "docs" / "write-a-bot.md"
NAME = "flat:FlatBot"


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's own lines as a file in the folder one is in."""
    [lines] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len([line for line in lines.splitlines() if line.strip()]) <= 30
    (tmp_path / "flat.py").write_text(lines, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "flat", raising=False)


@pytest.mark.usefixtures("written")
def test_thirty_lines_beat_random() -> None:
    setup = mesozoic.game("dolphins-and-dinos").prepare(2)
    (rung,) = climb(setup, ["random", NAME], 4, 1, 1).rungs
    assert rung.win_share == 1


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("game", ["carbon-dating", "dinospan", "biomechanic-dino-battles"])
def test_they_know_only_what_their_seat_knows(game: str) -> None:
    state = mesozoic.game(game).start(mesozoic.game(game).facts.fewest_players, seed=4)
    seat = state.to_move[0]
    elsewhere = state.imagine(seat, mesozoic.seeded("elsewhere"))
    here, there = (make_entrant(NAME, mesozoic.seeded(1)).choose(world, seat) for world in (state, elsewhere))
    assert here == there


@pytest.mark.usefixtures("written")
def test_a_table_takes_no_module_by_name_and_the_lab_says_what_is_wrong() -> None:
    game = mesozoic.game("dolphins-and-dinos")
    check_entrant(game, NAME)
    with pytest.raises(BadOptions, match="There is no bot 'flat:FlatBot'"):
        check_bot(game, NAME)
    for name, sentence in (
        ("flat:Other", "has no attribute 'Other'"),
        ("nowhere_at_all:Bot", "No module named 'nowhere_at_all'"),
        ("pathlib:Path", "must be a subclass"),
    ):
        with pytest.raises(BadOptions, match=sentence):
            check_entrant(game, name)
