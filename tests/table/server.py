"""Real servers for tests: processes of ``mesozoic serve`` that are started, asked, killed and started again."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from mesozoic.client.client import socket_url
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE

READY_SECONDS = 120.0
"""It takes a second or two; a busy machine is given much more."""
USUAL = {
    "MESOZOIC_REQUESTS_PER_MINUTE": "1000000",
    "MESOZOIC_MESSAGES_PER_SECOND": "1000",
    "MESOZOIC_MATCHES_PER_HOUR": "1000000",
    "MESOZOIC_MEGABYTES_PER_MINUTE": "1000",
    "MESOZOIC_MOST_LISTED_FROM_ONE": "1000",
    "MESOZOIC_MOST_WAITING_SEATS_FROM_ONE": "1000",
    "MESOZOIC_BOT_PAUSE_MS": "10",
    "MESOZOIC_BOT_LEAST_MS": "0",
    "MESOZOIC_COUNTDOWN_MS": "0",
    "MESOZOIC_BOT_WORKERS": "1",
    "MESOZOIC_BOT_BUDGET_MS": "90000",
    "MESOZOIC_BOT_SEED": "7",
    "MESOZOIC_FAIR_MS": "20",
}


HELD: list[socket.socket] = []
"""What tells other test processes on this machine which ports are taken, as long as this process lives."""


def free_port() -> int:
    """A port that nobody else is given meanwhile, also while its server is away: the system deals out higher ones to
    whoever connects somewhere, and other tests see a name that only one process can have (on Linux)."""
    while True:
        port = random.randrange(20_000, 32_000)
        name = socket.socket(socket.AF_UNIX)
        with socket.socket() as one, suppress(OSError):
            if sys.platform == "linux":
                name.bind(f"\0mesozoic-tests-{port}")
            one.bind(("127.0.0.1", port))
            HELD.append(name)
            return port
        name.close()


class Server:
    """One server process on a port of its own, which it keeps over all restarts.

    Its log lies in the folder, and its database too unless another one is named.
    """

    def __init__(self, folder: Path, nursery: Nursery | None = None, database: str = "", **settings: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.database = database or f"sqlite:///{folder / 'table.sqlite'}"
        self.log = folder / "server.log"
        self.nursery = nursery
        self.http = httpx.Client(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.workshop = folder / "workshop"
        settings = {"workshop": self.workshop, **settings}
        self.environment = USUAL | {f"MESOZOIC_{name.upper()}": str(value) for name, value in settings.items()}
        self.pid: int | None = None
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self, cold: bool = False) -> None:
        """Start the process; it is not ready yet. Cold: by its command, whatever that takes."""
        assert self.pid is None
        if self.nursery is not None and not cold:
            self.pid = self.nursery.new_server(self.port, self.database, self.environment, self.log)
            return
        command = [sys.executable, "-m", "mesozoic.cli", "serve", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **self.environment}, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        self.pid = self.process.pid

    @property
    def is_alive(self) -> bool:
        if self.process is not None:
            return self.process.poll() is None
        if self.pid is None:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def is_well(self) -> bool:
        try:
            return self.http.get(f"{self.url}/api/health", timeout=20).status_code == 200
        except httpx.HTTPError:
            return False

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + READY_SECONDS
        while not self.is_well():
            if not self.is_alive or time.monotonic() > until:
                raise AssertionError(f"The server did not start:\n{self.said()[-3000:]}")
            time.sleep(0.02)

    def start(self, cold: bool = False) -> Self:
        self.launch(cold)
        self.wait()
        return self

    def kill(self, sign: signal.Signals = signal.SIGKILL) -> None:
        """SIGKILL: it has no moment to put anything in order."""
        if self.pid is None:
            return
        if self.is_alive:
            os.kill(self.pid, sign)
        if self.process is not None:
            self.process.wait()
        while self.is_alive:
            time.sleep(0.002)
        self.pid = self.process = None

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def complains(self) -> bool:
        """Whether its log names a fault of its own."""
        return re.search(r"\b(ERROR|Traceback)\b", self.said()) is not None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    # --- To ask it ---

    def get(self, path: str, token: str | None = None) -> Any:
        return self._ask("GET", path, token)

    def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        return self._ask("POST", path, token, body)

    def _ask(self, method: str, path: str, token: str | None, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.request(method, self.url + path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def create(self, game: str, *seats: str, **more: Any) -> tuple[str, str]:
        """A new match and the token of who made it; seats are ``me``, ``open``, ``bot``, or the level of a bot."""
        made = self.post("/api/matches", {"game": game, "seats": [wished(one) for one in seats], "name": "Ann", **more})
        return made["match"]["id"], made["token"]

    @contextmanager
    def socket(self, match: str) -> Iterator[ClientConnection]:
        with connect(socket_url(self.url, match), max_size=None, open_timeout=PATIENCE) as socket:
            yield socket

    @contextmanager
    def hello(self, match: str, token: str | None) -> Iterator[ClientConnection]:
        with self.socket(match) as socket:
            socket.send(json.dumps({"type": "hello", "token": token}))
            yield socket


def wished(seat: str) -> dict[str, Any]:
    """A seat of a new match: ``me``, ``open``, ``bot`` of the usual level, or the level of a bot."""
    if seat in ("me", "open"):
        return {"kind": seat}
    return {"kind": "bot", "level": None if seat == "bot" else seat}
