"""A long list as an answer, written and packed piece by piece, aside: nobody waits for the whole of it.

No more than a piece of it is in memory as it was before it was packed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

from mesozoic.table.http.aside import aside
from mesozoic.table.http.replays import PACKING_LEVEL
from mesozoic.table.matches import present

GZIP = 31
"""What zlib calls a window of the usual size with the head and the end of a gzip file."""


class Pieces:
    """A list of messages in letters; ``count`` is told how many bytes each adds, and may refuse them."""

    def __init__(self, may_pack: bool, count: Callable[[int], None]) -> None:
        self.packer = zlib.compressobj(PACKING_LEVEL, wbits=GZIP) if may_pack else None
        self.count = count
        self.made: list[bytes] = []
        self.number = 0

    async def add(self, message: object) -> None:
        before = b"," if self.number else b"["
        self.number += 1
        await self._write(lambda: before + present.encoded(message))

    async def whole(self) -> bytes:
        await self._write(lambda: b"]" if self.number else b"[]")
        if self.packer is not None:
            self.made.append(self.packer.flush())
        return b"".join(self.made)

    async def _write(self, make: Callable[[], bytes]) -> None:
        packer = self.packer
        made = await aside(make if packer is None else lambda: packer.compress(make()))
        self.count(len(made))
        self.made.append(made)
