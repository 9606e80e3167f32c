"""A real PostgreSQL for tests: a private cluster on loopback, gone afterwards. It refuses root, who lends it a user."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg

from tests.table.patience import PATIENCE
from tests.table.server import free_port

FOLDERS = [Path("/usr/local/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


def program(name: str) -> str | None:
    found = shutil.which(name)
    return found or next((str(folder / name) for folder in FOLDERS if (folder / name).exists()), None)


def lent_user() -> str | None:
    """Whom to run it as: nobody else unless we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    return None


class Postgres:
    """One cluster; every test makes itself a database in it."""

    def __init__(self, fsync: str = "off") -> None:
        self.fsync = fsync
        self.folder = Path(tempfile.mkdtemp(prefix="mesozoic-postgres-"))
        self.port = free_port()
        self.made = 0
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://mesozoic@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        user = lent_user()
        if user is not None:
            shutil.chown(self.folder, user)
        data = self.folder / "data"
        initdb = program("initdb")
        assert initdb is not None
        made = subprocess.run(
            [initdb, "-D", data, "-U", "mesozoic", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"],
            user=user,
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert made.returncode == 0, made.stderr
        self._launch()

    def _launch(self) -> None:
        user, postgres = lent_user(), program("postgres")
        assert postgres is not None
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(self.folder), "fsync": self.fsync}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [postgres, "-D", self.folder / "data", "-p", str(self.port), *options],
                user=user,
                cwd=self.folder,
                stderr=log,
                stdout=log,
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.ask("select 1")
                return
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.05)

    def fall_and_rise(self) -> None:
        """It ends at once, in the middle of whatever it does, and comes back by what its log says."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        self._launch()

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)  # it takes its shared memory with it
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, question: str, database: str = "postgres") -> list[dict[str, Any]]:
        async def asked() -> list[dict[str, Any]]:
            connection: Any = await asyncpg.connect(self.url(database), timeout=PATIENCE)
            try:
                return [dict(one) for one in await connection.fetch(question)]
            finally:
                await connection.close()

        return asyncio.run(asked())

    def new_database(self) -> str:
        """The address of an empty one."""
        self.made += 1
        name = f"table_{self.made}"
        self.ask(f"create database {name}")
        return self.url(name)

    def drop_connections(self, url: str) -> int:
        """As a network or an operator would: every connection of the database breaks."""
        name = url.rpartition("/")[2]
        return len(self.ask(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"))
