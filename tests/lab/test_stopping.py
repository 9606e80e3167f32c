"""Ctrl-C in the lab: it ends at once whatever the bots do, says what is done, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 120
"""Seconds after which something has failed; nothing that works is near it."""
STUCK = """
import os
import threading
from pathlib import Path

from mesozoic.bots import Bot


class Stuck(Bot):
    def code(self, state, seat):
        Path(f"{os.getpid()}.playing").touch()
        threading.Event().wait()
"""
GAME = ["dolphins-and-dinos", "--players", "2", "--games", "4", "--workers", "2"]
COMMANDS = {
    "simulate": (["simulate", *GAME, "--bots", "stuck:Stuck"], ""),
    "ladder": (["ladder", *GAME, "--bots", "random,greedy,stuck:Stuck"], "1 of 2 rungs"),
    "lab run": (["lab", "run", *GAME, "--bots", "stuck:Stuck", "--out", "run"], "0 of 4 games are kept in run"),
}


def started(folder: Path, words: list[str]) -> subprocess.Popen[str]:
    (folder / "stuck.py").write_text(STUCK, "utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "mesozoic.cli", *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )  # fmt: skip


def hear_ctrl_c() -> None:
    """What a shell starts in the background does not, and passes that on to all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def playing(folder: Path, process: subprocess.Popen[str]) -> list[int]:
    """The processes of both cores, as soon as each is in the middle of a game."""
    for _ in range(PATIENCE * 20):
        found = [int(path.stem) for path in folder.glob("*.playing")]
        if len(found) == 2 or process.poll() is not None:
            return found
        time.sleep(0.05)
    return []


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_every_process_at_once(tmp_path: Path, name: str) -> None:
    words, sentence = COMMANDS[name]
    process = started(tmp_path, words)
    try:
        cores = playing(tmp_path, process)
        assert len(cores) == 2
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
        out, said = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130 and "Traceback" not in said and sentence in said
    assert ("greedy" in out) == (name == "ladder")
    for core in cores:
        with pytest.raises(ProcessLookupError):
            os.kill(core, 0)
