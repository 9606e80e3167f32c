"""The access log: every request one line of JSON. Nothing that holds a seat is in it: tokens travel in headers and in
bodies, and neither those nor what stands after a question mark is written."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import msgspec

from mesozoic.table.matches import present

log = logging.getLogger("mesozoic.table")


class AccessLog:
    def __init__(self, where: str) -> None:
        self.file: TextIO | None = None
        if where == "-":
            self.file = sys.stdout
        elif where:
            self.file = open(where, "a", encoding="utf-8", buffering=1)  # noqa: SIM115 -- as long as the server runs

    def write(self, wall: float, client: str, method: str, path: str, status: int, seconds: float, size: int) -> None:
        if self.file is None:
            return
        line = {
            "at": present.timestamp(wall),
            "client": client,
            "method": method,
            "path": path[:200],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "bytes": size,
        }
        try:
            print(msgspec.json.encode(line).decode(), file=self.file, flush=True)
        except (OSError, ValueError) as trouble:
            log.warning("the access log cannot be written to: %s", trouble)
            self.file = None
