"""``mesozoic new-game`` writes a game that is played everywhere, and a half-written game hurts nobody."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import mesozoic
from mesozoic import games, template
from mesozoic.bots import make_bot
from mesozoic.cli import app
from mesozoic.kernel import folder
from mesozoic.kernel.conformance import check_game
from mesozoic.kernel.errors import BadOptions
from mesozoic.lab.new_game import write_game
from mesozoic.table.http import about
from tests.table.local import table

CACHES = (games._announced, folder.written, folder._texts, about.all_infos, about.game_info, about.rules)
FIVE = {"biomechanic-dino-battles", "carbon-dating", "clades", "dinospan", "dolphins-and-dinos"}


def forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games outside the package; those in it are found the next time that somebody asks."""
    before, modules = list(sys.path), set(sys.modules)
    monkeypatch.setenv(games.FOLDERS, str(tmp_path))
    forget()
    yield tmp_path
    sys.path[:] = before
    for name in set(sys.modules) - modules:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    monkeypatch.undo()
    forget()


def written(outside: Path, name: str = "egg-race") -> mesozoic.Game:
    write_game(name, into=outside)
    forget()
    return mesozoic.game(name)


def call(*words: str, typed: str = "") -> Any:
    return CliRunner().invoke(app, list(words), input=typed, prog_name="mesozoic")


# --- The written game -------------------------------------------------------------------------------------------


def test_the_new_game_keeps_the_contract(outside: Path) -> None:
    game = written(outside)
    assert (game.title, type(game).__name__, game.package) == ("Egg Race", "EggRace", "egg_race")
    assert "**ER-01**" in game.document("rules.md")
    assert check_game(game, most=3).decisions > 10


def test_the_new_game_is_played_in_the_terminal(outside: Path) -> None:
    written(outside)
    played = call("play", "egg-race", "-p", "2", "-o", "rounds=4", "--seed", "1", typed="1\n" * 4)
    assert "The game is over." in played.output, played.output
    assert played.stderr == ""


def test_the_new_game_is_played_at_a_table(outside: Path) -> None:
    written(outside)

    async def play() -> None:
        async with table(outside) as server:
            offered = (await server.get("/games")).json()
            assert {game["name"] for game in offered} == FIVE | {"egg-race"}
            assert "ER-02" in (await server.get("/games/egg-race/rules")).text
            match, token = await server.create("egg-race", "me", "random", options={"rounds": 1})
            seen = (await server.get(f"/matches/{match}/view", token)).json()
            move = seen["moves"][0]
            assert move["label"] == move["text"].capitalize() and move["elements"] == [move["text"].split()[1]]
            wish = {"type": "move", "key": "once-and-for-all", "move": move["text"]}
            assert (await server.post(f"/matches/{match}/move", wish, token)).is_success

    asyncio.run(play())


def test_the_template_is_small() -> None:
    files = [one for one in Path(template.__file__).parent.iterdir() if one.suffix == ".py"]
    lines = [line for one in files for line in one.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) < 250


def test_greedy_beats_random_in_the_new_game(outside: Path) -> None:
    """Its hints are worth something: all games of one seed each, so nothing here is left to chance."""
    game = written(outside)
    eggs = [0, 0]
    for seed in range(20):
        state = game.start(2, seed=seed)
        bots = [make_bot("greedy", mesozoic.seeded(seed)), make_bot("random", mesozoic.seeded(seed, "other"))]
        while state.to_move:
            seat = state.to_move[0]
            state.play(seat, bots[seat].choose(state, seat))
        assert state.result is not None
        eggs = [sum(pair) for pair in zip(eggs, state.result.scores, strict=True)]
    assert eggs[0] > eggs[1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Egg Race", "is no name for one"),
        ("-egg", "is no name for one"),
        ("../egg", "is no name for one"),
        ("e" * 41, "is no name for one"),
        ("clades", "There is a game 'clades' already"),
        ("class", "means something else in Python"),
        ("there", "exists already"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_a_sentence(outside: Path, name: str, why: str) -> None:
    (outside / "there").mkdir()
    with pytest.raises(BadOptions, match=why):
        write_game(name, into=outside)
    assert [one.name for one in outside.iterdir()] == ["there"]


def test_a_title_is_one_line_without_quotation_marks(outside: Path) -> None:
    with pytest.raises(BadOptions, match="one line of plain text"):
        write_game("egg-race", 'An "egg"', outside)
    assert write_game("egg-race", "The Egg Race!", outside).joinpath("game.py").read_text().count("The Egg Race!") == 2


def test_the_command_says_what_to_do_next(outside: Path) -> None:
    said = call("new-game", "egg-race", "--into", str(outside))
    assert said.exit_code == 0 and f"{games.FOLDERS}={outside} mesozoic check egg-race" in said.stdout
    again = call("new-game", "egg-race", "--into", str(outside))
    assert again.exit_code == 2 and "already" in again.stderr


# --- Half-written games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("__init__.py", "import nothing_of_that_name", "No module named 'nothing_of_that_name'"),
        ("__init__.py", "def", "SyntaxError"),
        ("__init__.py", "", "its __init__.py makes no GAME"),
        ("__init__.py", "GAME = 7", "GAME is no Game but int"),
        ("game.py", "", "cannot import name 'EggRace'"),
        ("view.py", None, "it still needs view.py"),
        ("rules.py", None, "No module named 'egg_race.rules'"),
    ],
)
def test_a_half_written_game_breaks_only_itself(outside: Path, file: str, text: str | None, why: str) -> None:
    path = write_game("egg-race", into=outside) / file
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    forget()
    assert set(mesozoic.all_games()) == FIVE
    assert why in games.unloaded_games()["egg_race"]
    listed = call("games")
    assert listed.exit_code == 0 and "dolphins-and-dinos" in listed.stdout
    assert listed.stderr.count("egg_race is left out") == 1 and listed.stderr.count("\n") == 1
    with pytest.raises(BadOptions, match="The game 'egg-race' cannot be loaded: "):
        mesozoic.game("egg-race")


def test_of_two_games_with_one_name_the_first_stays(outside: Path) -> None:
    written(outside)
    write_game("egg-race-two", into=outside)
    (outside / "egg_race_two" / "game.py").write_text((outside / "egg_race" / "game.py").read_text())
    (outside / "egg_race_two" / "__init__.py").write_text("from .game import EggRace\n\nGAME = EggRace()\n")
    forget()
    assert set(mesozoic.all_games()) == FIVE | {"egg-race"}
    assert "another game of the name 'egg-race'" in games.unloaded_games()["egg_race_two"]


def test_a_game_with_a_broken_table_is_left_out_of_the_lobby(outside: Path) -> None:
    written(outside)
    (outside / "egg_race" / "tabletop.py").write_text("import nothing_of_that_name\n")
    assert {one.name for one in about.all_infos()} == FIVE


# --- What a game that says nothing of it gets -----------------------------------------------------------------------


def test_the_default_board_is_drawn_from_the_table(outside: Path) -> None:
    game = written(outside)
    state = game.start(2, deal={"deck": [*range(1, 17)]})
    state.play(1, "play 5")
    console = Console(width=80)
    with console.capture() as drawn:
        console.print(game.terminal.draw(state.view(1)))
    assert drawn.get() == (
        "Rounds left: 8, Deck count: 10, Turned up: nothing yet\n    Eggs  Has played\nP1  0     no\nP2  0     yes\n"
        "Hand     4, 6\nPlayed   5\nDiscard  nothing\n"
    )


def test_default_words_are_made_of_the_notation(outside: Path) -> None:
    game = written(outside)
    state = game.start(2, deal={"deck": [*range(1, 17)]})
    assert game.words.label(state, 0, 3) == "Play 3"
    assert game.tabletop.elements(state, 0, 3) == ("3",)
    with pytest.raises(mesozoic.UnreadableMove, match="is not a move of this game: write play and a card"):
        state.play(0, "play 99")


def test_by_default_most_points_win_and_equals_share_a_place(outside: Path) -> None:
    game = written(outside)
    state = game.start(3, seed=1, options={"rounds": 3})
    state.eggs, state.rounds_left = [1, 2, 1], 0  # type: ignore[attr-defined]
    result = game.result(state)
    assert (result.scores, result.places, result.winners) == ((1, 2, 1), (2, 1, 2), (1,))
