"""The server as an ASGI application: routes, errors, limits, headers, the browser's files."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

import mesozoic
from mesozoic.client import messages
from mesozoic.kernel.errors import MesozoicError
from mesozoic.table.errors import code_of, status_of
from mesozoic.table.http import api, document
from mesozoic.table.http.files import browser_files
from mesozoic.table.http.guard import HEADERS, UNKEPT, Limits, address_of, is_page, is_welcome
from mesozoic.table.matches import present
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.service import Service
from mesozoic.table.settings import Settings

log = logging.getLogger("mesozoic.table")
LARGEST_REQUEST = 3_000_000
"""A record file, or a card table as an option."""


def create_app(settings: Settings) -> Litestar:
    """The application of one server process."""
    hub = Hub(settings)
    service = Service(hub)
    limits = Limits(settings.requests_per_minute)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    async def give_hub() -> Hub:
        return hub

    async def give_service() -> Service:
        return service

    routes = Router(
        "/api",
        route_handlers=[*api.ROUTES, *document.ROUTES],
        dependencies={"hub": Provide(give_hub), "service": Provide(give_service)},
    )
    app = Litestar(
        route_handlers=[routes, *browser_files()],
        lifespan=[lifespan],
        exception_handlers={
            MesozoicError: refused,
            HTTPException: not_understood,
            RecursionError: too_deep,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Mesozoic table",
            version=mesozoic.__version__,
            path="/api/schema",
            render_plugins=[document.ExactDocument(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        cors_config=cors(settings),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["/api/matches/.*/socket"]),
        request_max_body_size=LARGEST_REQUEST,
        logging_config=None,
        signature_types=[Hub, Service],
    )
    app.asgi_handler = guarded(app.asgi_handler, settings, limits)  # around the router: unknown addresses count too
    return app


def cors(settings: Settings) -> CORSConfig | None:
    """Browsers let pages of other origins read our answers only if we name them."""
    if not settings.origins:
        return None
    return CORSConfig(allow_origins=list(settings.origins), allow_headers=["Authorization", "Content-Type"])


def guarded(app: ASGIApp, settings: Settings, limits: Limits) -> ASGIApp:
    """Every request: limits per address, no writes from pages of other origins, the headers that browsers obey."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", []))
                known = {name for name, _ in given}
                more = dict(HEADERS) if is_page(scope["path"]) else {**HEADERS, **UNKEPT}
                extra = [(name.lower().encode(), value.encode()) for name, value in more.items()]
                message["headers"] = [*given, *(one for one in extra if one[0] not in known)]
            await send(message)

        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        problem = None
        if not limits.take(address_of(scope, settings)):
            problem = (429, "busy", "That is too much at once: wait a moment and try again.")
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not is_welcome(
            headers.get(b"origin"), headers.get(b"host"), settings
        ):
            problem = (403, "forbidden", "Pages of other origins may not talk to this table.")
        if problem is None:
            await app(scope, receive, with_headers)
            return
        status, code, reason = problem
        body = present.encoded(messages.Problem(reason, code))
        start: Any = {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
        }
        await with_headers(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return handle


def problem(status: int, reason: str, code: str) -> Response[bytes]:
    body = present.encoded(messages.Problem(reason, code))
    return Response(body, status_code=status, media_type="application/json")


def refused(_: Request[Any, Any, Any], error: MesozoicError) -> Response[bytes]:
    return problem(status_of(error), " ".join(str(error).split()), code_of(error))


def not_understood(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses by itself: garbled bodies, unknown paths."""
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(in_words(one) for one in extra[:5] if isinstance(one, dict)) or error.detail
    words = {
        404: "There is nothing at this address.",
        405: "This address does not take such a request.",
        413: "That is too large.",
    }
    reason = words.get(error.status_code, f"This request cannot be read: {details.rstrip('.')}.")
    code = "unknown" if error.status_code == 404 else "garbled"
    return problem(error.status_code, reason, code)


def in_words(one: dict[str, Any]) -> str:
    """What is wrong with one part of a request."""
    key, message = str(one.get("key", "data")), str(one.get("message", ""))
    if key == "data":
        return "it has no body" if message == "'data'" else message
    return f"{key}: {message}"


def too_deep(_: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    return problem(400, "This request cannot be read: it is nested too deeply.", "garbled")


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: told in the log, not to the client."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(500, "Something went wrong on the server; nothing was changed.", "failed")
