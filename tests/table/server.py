"""Real servers for tests: processes of ``mesozoic serve`` that are started, killed and started again."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

READY_SECONDS = 40.0
USUAL = {
    "MESOZOIC_REQUESTS_PER_MINUTE": "1000000",
    "MESOZOIC_MESSAGES_PER_SECOND": "1000",
    "MESOZOIC_BOT_PAUSE_MS": "10",
    "MESOZOIC_BOT_WORKERS": "1",
    "MESOZOIC_FAIR_MS": "20",
}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Server:
    """One server process on a port of its own, which it keeps over all restarts."""

    def __init__(self, database: str, log: Path, **settings: Any) -> None:
        self.database = database
        self.log = log
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = {f"MESOZOIC_{name.upper()}": str(value) for name, value in settings.items()}
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def launch(self) -> None:
        """Start the process; it is not ready yet."""
        assert self.process is None
        command = [sys.executable, "-m", "mesozoic.cli", "serve", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **USUAL, **self.settings}, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        self.starts += 1

    def is_well(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/health", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def start(self) -> Server:
        """Start the process and wait until it answers."""
        self.launch()
        until = time.monotonic() + READY_SECONDS
        while not self.is_well():
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"The server did not start:\n{self.said()}")
            time.sleep(0.03)
        return self

    def kill(self) -> None:
        """SIGKILL: it has no moment to put anything in order."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(8)
            self.kill()

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()


def sqlite_server(folder: Path, **settings: Any) -> Server:
    return Server(f"sqlite:///{folder / 'table.sqlite'}", folder / "server.log", **settings)
