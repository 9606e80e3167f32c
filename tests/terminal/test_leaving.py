"""Leaving in the middle and going on another day: ``save``, ``quit``, Ctrl-D, Ctrl-C, a closed window."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mesozoic
from mesozoic.bots.bot import Bot
from mesozoic.kernel.record import Record
from mesozoic.terminal.screens import WIPE
from tests.terminal.scripts import GAME, always_the_first

NAME = re.compile(r"dolphins-and-dinos-\d{8}-\d{4}(-\d+)?\.record")


def only_record() -> Path:
    (path,) = Path().glob("*.record")
    return path


# --- Keeping and going on -------------------------------------------------------------------------------------


def test_the_end_of_input_keeps_the_game_and_says_how_to_go_on(call):
    result = call("play", GAME, "--seed", "7", typed=["7@b2"])
    assert result.exit_code == 0
    path = only_record()
    assert NAME.fullmatch(path.name)
    assert result.stdout.endswith(f"The game is saved. Go on with: mesozoic play --resume {path}\n")


def test_a_second_record_of_the_same_minute_gets_its_own_name(call):
    call("play", GAME, "--seed", "7")
    call("play", GAME, "--seed", "7")
    assert len(list(Path().glob("*.record"))) == 2


def test_a_game_goes_on_where_it_was_left(call):
    """Left and resumed after every few lines, the same person still finishes; who sits where is remembered."""
    call("play", GAME, "--seed", "7", "--seat", "Ann", "--seat", "random", "--save", "x.record", typed=["#1"])
    for _ in range(20):
        before = Record.load("x.record")
        assert before.names == ["Ann", "random"]
        result = call("play", "--resume", "x.record", typed=["#1"] * 3)
        assert result.exit_code == 0
        assert len(Record.load("x.record").moves) > len(before.moves)
        if "All nine rounds are played." in result.stdout:
            break
    record = Record.load("x.record")
    assert record.replay(mesozoic.game).is_over
    times = [entry.at for entry in record.moves]
    assert times == sorted(times)


def test_a_resumed_game_does_not_tell_old_news_but_knows_them(call):
    call("play", GAME, "--seed", "7", "--save", "x.record", typed=["7@b2", "L"])
    shown = call("play", "--resume", "x.record", typed=["log"]).stdout
    first, second, *_ = shown.split("Your move")
    assert "P1 chose Theater" not in first
    assert "P1 chose Theater" in second


def test_a_game_that_is_over_cannot_be_resumed(call, refused, answer):
    answer(always_the_first)
    call("play", GAME, "--seed", "7", "--save", "x.record")
    assert "is over" in refused("play", "--resume", "x.record")


def test_a_game_with_an_unknown_bot_cannot_be_resumed(call, refused):
    state = mesozoic.game(GAME).start(2, seed=1)
    Record.of(state, ["you", "oracle"]).save("x.record")
    assert "'oracle' cannot sit down" in refused("play", "--resume", "x.record")
    Record.of(state, ["you"]).save("x.record")
    assert "each of its 2 seats" in refused("play", "--resume", "x.record")


def test_save_keeps_the_game_and_play_goes_on(call):
    result = call("play", GAME, "--seed", "7", typed=["7", "save mine.record", "@b2", "save"])
    assert result.stdout.count("mesozoic play --resume mine.record") == 3
    assert [path.name for path in Path().iterdir()] == ["mine.record"]


def test_save_never_writes_over_something_else(call):
    Path("diary.txt").write_text("dear diary", "utf-8")
    assert "is not a record" in call("play", GAME, "--seed", "7", typed=["save diary.txt"]).stdout
    assert Path("diary.txt").read_text("utf-8") == "dear diary"


@pytest.mark.parametrize(("answer", "kept"), [("", 1), ("y", 1), ("n", 0), ("NO", 0)])
def test_quit_asks_whether_to_keep_the_game(call, answer, kept):
    result = call("play", GAME, "--seed", "7", typed=["quit", answer])
    assert result.exit_code == 0
    assert "Keep the game for later?" in result.stdout
    assert len(list(Path().glob("*.record"))) == kept


def keeping(answers: list[str]) -> Callable[[str], str]:
    """A person who plays to the end and then answers like that."""
    left = iter(answers)
    return lambda question: "#1" if " move (" in question else next(left)


@pytest.mark.parametrize(("answers", "names"), [([""], []), (["n"], []), (["no/x", "my.record"], ["my.record"])])
def test_the_end_offers_to_keep_the_record(call, answer, answers, names):
    answer(keeping(answers))
    result = call("play", GAME, "--seed", "7", "--players", "2")
    assert result.exit_code == 0
    assert result.stdout.count("Keep a record of this game?") == len(answers)
    assert [path.name for path in Path().iterdir()] == names


def test_yes_keeps_the_record_under_the_usual_name(call, answer):
    answer(keeping(["y"]))
    result = call("play", GAME, "--seed", "7", "--players", "2")
    assert NAME.fullmatch(only_record().name)
    assert f"mesozoic replay {only_record()}" in result.stdout


def test_a_folder_that_cannot_be_written_does_not_lose_the_game(call, monkeypatch, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    whole = Record.save

    def save(self: Record, path: Path) -> None:
        if elsewhere not in Path(path).parents:
            raise PermissionError(13, "Permission denied")
        whole(self, path)

    monkeypatch.setattr(Record, "save", save)
    result = call("play", GAME, "--seed", "7", typed=["7@b2", "save", "L"])
    assert "cannot be written: Permission denied." in result.stdout
    (kept,) = elsewhere.rglob("*.record")
    assert str(kept) in result.stdout
    assert len(Record.load(kept).moves) > 2


# --- Ctrl-C -----------------------------------------------------------------------------------------------------


def test_ctrl_c_at_the_prompt_keeps_the_game(call, monkeypatch):
    answers: Iterator[str | BaseException] = iter(["7@b2", KeyboardInterrupt()])

    def interrupted_input(question: str) -> str:
        answer = next(answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr("builtins.input", interrupted_input)
    result = call("play", GAME, "--seed", "7", "--players", "2")
    assert result.exit_code == 130
    assert [str(entry).split(" ", 1)[1] for entry in Record.load(only_record()).moves][:2] == ["P1 7", "P1 @b2"]
    assert f"mesozoic play --resume {only_record()}" in result.stdout


def test_ctrl_c_while_a_bot_thinks_keeps_what_was_played(call, monkeypatch):
    def interrupted(self: Bot, state: object, seat: int) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Bot, "choose", interrupted)
    result = call("play", GAME, "--seed", "7", "--players", "2", typed=["7@b2"])
    assert result.exit_code == 130
    assert [entry.move for entry in Record.load(only_record()).moves] == ["7", "@b2"]


def test_ctrl_c_elsewhere_says_nothing(call, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mesozoic.terminal.texts.show_rules", interrupted)
    result = call("rules", GAME)
    assert result.exit_code == 130
    assert result.output.strip() == ""


# --- A real terminal ----------------------------------------------------------------------------------------------


class Terminal:
    """The program in a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.text = ""
        self.known = 0
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background ignores it
            root = str(Path(mesozoic.__file__).parent.parent)
            environment = {**os.environ, "PYTHONPATH": root, "TERM": "xterm-256color", "LINES": "60", "COLUMNS": "100"}
            program = [sys.executable, "-c", "from mesozoic.cli import main; main()", *words]
            os.execve(sys.executable, program, environment)

    def read_until(self, text: str, seconds: float = 180.0) -> str:
        """Everything shown since the last call, up to this text."""
        start = self.known
        end = time.monotonic() + seconds
        while text not in self.text[start:]:
            ready, _, _ = select.select([self.file], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"waited for {text!r} in vain: {self.text[start:]!r}"
            try:
                self.text += os.read(self.file, 65536).decode("utf-8", "replace")
            except OSError:
                raise AssertionError(f"the program ended before {text!r}: {self.text[start:]!r}") from None
        self.known = self.text.index(text, start) + len(text)
        return self.text[start : self.known]

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def settle(self) -> None:
        """Until the program waits for a key: a signal between its question and its waiting is seen only afterwards."""
        while select.select([self.file], [], [], 0.05)[0] or not self.is_asleep():
            if select.select([self.file], [], [], 0)[0]:
                self.text += os.read(self.file, 65536).decode("utf-8", "replace")

    def is_asleep(self) -> bool:
        """A program that only waits for the processor is running, for Linux; after its question it sleeps for a key."""
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def status(self, seconds: float = 180.0) -> int:
        """Wait for the end; the exit status."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and select.select([self.file], [], [], left)[0]:
            try:
                self.text += os.read(self.file, 65536).decode("utf-8", "replace")
            except OSError:
                break
        assert time.monotonic() < end, f"the program does not end: {self.text[-200:]!r}"
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def run(*words: str) -> Terminal:
        opened.append(Terminal(*words))
        return opened[-1]

    yield run
    for one in opened:
        try:
            os.kill(one.pid, signal.SIGKILL)
            os.waitpid(one.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(one.file)


def test_ctrl_c_in_a_terminal_saves_and_exits_with_130(terminal, call):
    program = terminal("play", GAME, "--seed", "7", "--players", "2")
    program.read_until("Your move")
    program.type("7@b2\n")
    program.read_until("You placed 7 Theater on b2")
    program.read_until("Your move")
    program.settle()
    program.type("\x03")
    assert program.status() == 130
    assert f"mesozoic play --resume {only_record()}" in program.text
    assert [entry.move for entry in Record.load(only_record()).moves][:2] == ["7", "@b2"]
    assert call("play", "--resume", only_record(), typed=["L"]).exit_code == 0


def test_ctrl_d_in_a_terminal_saves(terminal):
    program = terminal("play", GAME, "--seed", "7", "--players", "2")
    program.read_until("Your move")
    program.type("\x04")
    assert program.status() == 0
    assert f"mesozoic play --resume {only_record()}" in program.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_window_leaves_a_record(terminal, number):
    program = terminal("play", GAME, "--seed", "7", "--players", "2")
    program.read_until("Your move")
    program.settle()
    os.kill(program.pid, number)
    assert program.status() == 128 + number
    assert only_record().exists()


def test_the_screen_is_wiped_around_a_hand_over(terminal):
    program = terminal("play", GAME, "--seed", "7", "--seat", "Ann", "--seat", "Bob")
    program.read_until("Hand the keyboard to P1 Ann")
    program.type("\n")
    program.read_until("Ann's move")
    program.type("7@b2\n")
    between = program.read_until("Hand the keyboard to P2 Bob")
    assert WIPE in between
    program.type("\n")
    screen = program.read_until("Bob's move")
    assert WIPE in screen
    assert "7@b2" not in screen
    program.type("\x1b[A\n")  # the up arrow brings nothing back
    assert "7@b2" not in program.read_until("Bob's move")
    program.settle()
    shown = len(program.text)
    program.type("\x03")
    assert program.status() == 130
    assert WIPE in program.text[shown:]
    assert "mesozoic play --resume" in program.text[shown:].rpartition(WIPE)[2]


# --- After every move -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP])
def test_a_game_with_a_file_is_kept_after_every_move(terminal, how):
    """The record holds the finished round before the next question is asked, so nothing can lose it."""
    program = terminal("play", GAME, "--seed", "7", "--players", "2", "--save", "x.record")
    program.read_until("Your move")
    program.type("7@b2\n")
    program.read_until("Your move")
    program.settle()
    os.kill(program.pid, how)
    program.status()
    moves = [entry.move for entry in Record.load("x.record").moves]
    assert moves[:2] == ["7", "@b2"] and len(moves) > 3, "the bot has chosen too"


def test_what_is_taken_back_leaves_the_file(terminal):
    program = terminal("play", GAME, "--seed", "7", "--players", "2", "--save", "x.record")
    program.read_until("Your move")
    for line, left in (("7\n", ["7"]), ("undo\n", [])):
        program.type(line)
        program.read_until("Your move")
        assert [entry.move for entry in Record.load("x.record").moves] == left


def test_a_file_that_cannot_be_written_any_more_is_told_once(call, monkeypatch):
    def save(self: Record, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Record, "save", save)
    monkeypatch.setattr("mesozoic.terminal.evening.save_somewhere", lambda record, path: path)
    shown = call("play", GAME, "--seed", "7", "--save", "x.record", typed=["7@b2", "L", "#1"]).stdout
    assert shown.count("No space left on device") == 1
