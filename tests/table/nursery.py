"""Starts server processes quickly: one process has everything loaded, and forks a new server whenever it is asked to.

Most of the second that ``mesozoic serve`` takes to start is Python reading modules. A test that kills servers by the
dozen need not wait for that each time; what runs, and what is killed, is the same.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any


class Nursery:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.table.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def new_server(self, port: int, database: str, environment: dict[str, str], log: Path) -> int:
        """The id of the new process."""
        assert self.process.stdin is not None and self.process.stdout is not None
        wanted = {"port": port, "database": database, "environment": environment, "log": str(log)}
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def main() -> None:
    import alembic.command
    import sqlalchemy.dialects.postgresql.asyncpg
    import sqlalchemy.dialects.sqlite.aiosqlite
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.websockets_sansio_impl

    import mesozoic
    import mesozoic.table.run

    assert alembic.command and sqlalchemy.dialects and uvicorn.loops and uvicorn.protocols  # they are only to be loaded
    mesozoic.all_games()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that end
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(json.loads(line))
        print(child, flush=True)


def serve(wanted: dict[str, Any]) -> None:
    """In the new process: what ``mesozoic serve`` does."""
    from mesozoic.table import run
    from mesozoic.table.settings import read_settings

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(wanted["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.update(wanted["environment"])
    try:
        run.serve(read_settings(port=wanted["port"], database=wanted["database"]))
    except BaseException as error:
        print(repr(error), file=sys.stderr, flush=True)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
