"""Small receivers on loopback: what a table sends to people who are away arrives here and can be read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Answers every POST with the next of these statuses; the last one stays."""

    port: int = 0
    statuses: list[int] = field(default_factory=lambda: [200])
    moved_to: str = ""
    received: list[Received] = field(default_factory=list)

    def url(self, path: str = "/hook", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(Received(head[0].split()[1], headers, body))
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        moved = f"Location: {self.moved_to}\r\n" if self.moved_to else ""
        writer.write(f"HTTP/1.1 {status} X\r\n{moved}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def receiver(*statuses: int) -> AsyncIterator[Receiver]:
    made = Receiver(statuses=list(statuses or (200,)))
    server = await asyncio.start_server(made.answer, "0.0.0.0", 0)
    made.port = server.sockets[0].getsockname()[1]
    async with server:
        yield made


@dataclass
class MailBox:
    port: int = 0
    mails: list[str] = field(default_factory=list)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            match line.split()[0].upper():
                case b"DATA":
                    writer.write(b"354 go on\r\n")
                    self.mails.append((await reader.readuntil(b"\r\n.\r\n")).decode())
                    writer.write(b"250 taken\r\n")
                case b"QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                case _:
                    writer.write(b"250 yes\r\n")
        writer.close()


@asynccontextmanager
async def mail_box() -> AsyncIterator[MailBox]:
    made = MailBox()
    server = await asyncio.start_server(made.talk, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    async with server:
        yield made
