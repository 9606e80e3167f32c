"""Around the whole application, unknown addresses too: limits, origins, and the headers that browsers obey."""

from __future__ import annotations

import time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from mesozoic.client import messages
from mesozoic.table.errors import TooMuch
from mesozoic.table.http.access import AccessLog
from mesozoic.table.http.files import is_built
from mesozoic.table.http.guard import HEADERS, UNKEPT, client_of, cost_of, is_page, is_welcome
from mesozoic.table.matches import present
from mesozoic.table.matches.house import NOT_WELCOME
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.limits import BYTES, FILES, REQUESTS
from mesozoic.table.settings import Settings


class Gate:
    """Every request passes here, and every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, hub: Hub) -> None:
        self.app = app
        self.settings = settings
        self.hub = hub
        self.limits = hub.limits
        self.log = AccessLog(settings.access_log)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            if scope["type"] == ScopeType.WEBSOCKET:
                self._write(scope, "SOCKET", 101, began, 0)
            return
        asked = dict(scope["headers"])
        answer = Answer(scope["path"], asked.get(b"if-none-match"), send)
        client = client_of(scope, self.settings)
        refusal = self._refusal(scope, asked, client)
        try:
            if refusal is None:
                is_counted = b"content-length" in asked
                await self.app(scope, receive if is_counted else self._counted(receive, client), answer.send)
            else:
                has_body = asked.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in asked
                await answer.refuse(*refusal, has_body)
        finally:
            self.hub.measured.requests.add(time.perf_counter() - began)
            if answer.status >= 400:
                self.hub.measured.refused(f"http_{answer.status}")
            self._write(scope, scope["method"], answer.status, began, answer.size)

    def _write(self, scope: Scope, method: str, status: int, began: float, size: int) -> None:
        client = client_of(scope, self.settings)
        self.log.write(self.hub.wall(), client, method, scope["path"], status, time.perf_counter() - began, size)

    def _counted(self, receive: Receive, client: str) -> Receive:
        """A body whose length was not said counts as it arrives; what is too much is refused in the middle."""

        async def counting() -> Any:
            message = await receive()
            if message["type"] == "http.request" and message["body"]:
                self.limits.take(BYTES, client, len(message["body"]))
            return message

        return counting

    def _refusal(self, scope: HTTPScope, asked: dict[bytes, bytes], client: str) -> tuple[int, messages.Problem] | None:
        """Limits per address; no writes from pages of other origins."""
        if self.hub.house.is_refused(client):
            return 403, messages.Problem(NOT_WELCOME, "forbidden")
        try:
            is_file = scope["method"] in ("GET", "HEAD") and is_page(scope["path"]) and is_built(scope["path"])
            self.limits.take(FILES if is_file else REQUESTS, client, cost_of(scope["method"], scope["path"]))
            length = asked.get(b"content-length", b"0")
            self.limits.take(BYTES, client, int(length) if length.isdigit() else 0)
        except TooMuch as refusal:
            return refusal.status, messages.Problem(str(refusal), refusal.code)
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if is_welcome(scope, self.settings):
            return None
        return 403, messages.Problem("Pages of other origins may not talk to this table.", "forbidden")


class Answer:
    """What goes back, with our headers; what the client has already is not sent again."""

    def __init__(self, path: str, known: bytes | None, send: Send) -> None:
        self.headers = HEADERS if is_page(path) else {**HEADERS, **UNKEPT}
        self.known = known
        self.pass_on = send
        self.is_known = False
        self.status = 0
        self.size = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message["headers"])
            names = {name for name, _ in given}
            self.is_known = message["status"] == 200 and (b"etag", self.known) in given
            if self.is_known:
                message["status"] = 304
                given = [(name, value) for name, value in given if not name.startswith(b"content-")]
            self.status = message["status"]
            extra = [(name.lower().encode(), value.encode()) for name, value in self.headers.items()]
            message["headers"] = [*given, *(one for one in extra if one[0] not in names)]
        elif message["type"] == "http.response.body" and self.is_known:
            message["body"] = b""
        if message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self.pass_on(message)

    async def refuse(self, status: int, why: messages.Problem, has_body: bool) -> None:
        body = present.encoded(why)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if status == TooMuch.status and not has_body:  # who is cut off in the middle of a body does not hear why
            headers.append((b"connection", b"close"))  # nothing more is read of whoever asks on all the same
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body, "more_body": False})
