"""Bots of one's own in the lab: whatever is wrong with one is told in a sentence, and no wrong move is made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mesozoic
from mesozoic.bots.random import RandomBot
from mesozoic.cli import app
from mesozoic.kernel.pack import packed
from mesozoic.lab import experiments
from mesozoic.lab.entrants import BotFailed, make_checked

GAMES = ["biomechanic-dino-battles", "carbon-dating", "dinospan", "dolphins-and-dinos"]
BAD = """
from mesozoic.bots import Bot

class Illegal(Bot):
    def code(self, state, seat):
        return 987654

class Text(Bot):
    def code(self, state, seat):
        return state.moves(seat)[0]

class Raises(Bot):
    def code(self, state, seat):
        return {}["no idea"]

class NeverBegins(Bot):
    def __init__(self, rng):
        raise OSError("no weights")

    def code(self, state, seat):
        return 0

class Exits(Bot):
    def code(self, state, seat):
        raise SystemExit(3)

class NeverEvenBegins(Bot):
    def __init__(self, rng):
        raise SystemExit("no\\nlicence")

    def code(self, state, seat):
        return 0

class Plays(Bot):
    def code(self, state, seat):
        code = state.codes(seat)[0]
        for each in state.to_move:
            state.apply(each, state.codes(each)[-1])
        return code

class Rants(Bot):
    def code(self, state, seat):
        raise ValueError("no " * 100_000)

class Mute(Exception):
    def __str__(self):
        raise ValueError

class Stays(Bot):
    def code(self, state, seat):
        raise Mute

class Panic(BaseException):
    pass

class Panics(Bot):
    def code(self, state, seat):
        raise Panic("at the disco")

class Unfinished(Bot):
    pass

class First(Bot):
    def code(self, state, seat):
        return state.codes(seat)[0]
"""

Refusal = Callable[..., str]


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refusal:
    """The one sentence with which a command ends that is played by bots of this folder."""
    (tmp_path / "bad.py").write_text(BAD.lstrip(), "utf-8")
    (tmp_path / "worse.py").write_text("number = 1\nnumber / 0\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "leaves.py").write_text("raise SystemExit(4)\n", "utf-8")
    for module in ("bad", "worse", "leaves"):
        monkeypatch.delitem(sys.modules, module, raising=False)

    def run(*words: str) -> str:
        result = CliRunner().invoke(app, list(words))
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        [line] = result.stderr.splitlines()
        return line.removeprefix("mesozoic: ")

    return run


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_is_never_made(refusal: Refusal, game: str) -> None:
    said = refusal("simulate", game, "--bots", "bad:Illegal", "--games", "2", "--workers", "1")
    assert said == (
        "The bot 'bad:Illegal' answered 987654, which is no legal move: state.codes(seat) lists them "
        f"({mesozoic.game(game).title}, game 1, P1, decision 1 of the bot)."
    )


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("bad:Text", "The bot 'bad:Text' answered '"),
        ("bad:Raises", "The bot 'bad:Raises' failed: KeyError: 'no idea', in line 13 of bad.py (Dolphins and"),
        ("bad:NeverBegins", "The bot 'bad:NeverBegins' cannot begin: OSError: no weights, in line 17 of bad.py."),
        ("bad:Exits", "The bot 'bad:Exits' failed: SystemExit: 3, in line 24 of bad.py (Dolphins and"),
        ("bad:NeverEvenBegins", "The bot 'bad:NeverEvenBegins' cannot begin: SystemExit: no licence, in line 28"),
        ("bad:Rants", f"The bot 'bad:Rants' failed: ValueError: {'no ' * 100}..., in line 42 of bad.py (Dolphins and"),
        ("bad:Stays", "The bot 'bad:Stays' failed: Mute, in line 50 of bad.py (Dolphins and"),
        ("bad:Panics", "The bot 'bad:Panics' failed: Panic: at the disco, in line 57 of bad.py (Dolphins and"),
        ("leaves:Bot", "The bot 'leaves:Bot' cannot be loaded: SystemExit: 4, in line 1 of leaves.py."),
        ("bad:Unfinished", "'bad:Unfinished' is no bot yet: it lacks the method code."),
        ("worse:Bot", "The bot 'worse:Bot' cannot be loaded: ZeroDivisionError: division by zero, in line 2 of"),
    ],
)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_whatever_is_wrong_is_a_sentence_from_any_process(
    refusal: Refusal, bot: str, sentence: str, workers: str
) -> None:
    words = ["dolphins-and-dinos", "--games", "2", "--workers", workers]
    assert refusal("simulate", *words, "--bots", f"{bot},random").startswith(sentence)
    if workers == "1":
        assert refusal("ladder", *words, "--bots", f"random,{bot}").startswith(sentence)


@pytest.mark.usefixtures("refusal")
def test_experiments_believe_no_illegal_move_either() -> None:
    setup = mesozoic.game("dinospan").prepare(2)
    with pytest.raises(BotFailed, match=r"answered 987654.*game 4, P2"):
        list(experiments.try_cards(setup, ("bad:Illegal", "1", ""), 3))


@pytest.mark.usefixtures("refusal")
@pytest.mark.parametrize("game", ["biomechanic-dino-battles", "dolphins-and-dinos"])
def test_what_a_bot_plays_while_it_thinks_does_not_count_in_any_seat(game: str) -> None:
    """It moves for everybody who may decide; the game goes on as with one that does not."""
    worlds = []
    for name in ("bad:Plays", "bad:First"):
        state = mesozoic.game(game).start(2, seed=1)
        for number in range(8):
            seat = state.to_move[0]
            state.play(seat, make_checked(name, mesozoic.seeded(number), "game 1").choose(state, seat))
        worlds.append(packed(state))
    assert worlds[0] == worlds[1]


@pytest.mark.usefixtures("refusal")
def test_a_checked_bot_plays_as_it_is_and_ours_are_not_checked() -> None:
    state = mesozoic.game("dinospan").start(2, seed=1)
    bot = make_checked("bad:First", mesozoic.seeded(1), "game 1")
    assert bot.choose(state, 0) == state.moves(0)[0]
    assert type(make_checked("random", mesozoic.seeded(1), "game 1")) is RandomBot
