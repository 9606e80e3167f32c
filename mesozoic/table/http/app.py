"""The server as an ASGI application, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

import mesozoic
from mesozoic.table.http import api, document, problems, reminders, workshop
from mesozoic.table.http.files import browser_files
from mesozoic.table.http.gate import Gate
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.service import Service
from mesozoic.table.settings import Settings
from mesozoic.workshop.bench import Bench

LARGEST_REQUEST = 300_000
"""A match with a card table of its own; a record file may be larger, see the API."""


def create_app(settings: Settings) -> Litestar:
    """The application of one server process."""
    hub = Hub(settings)
    service = Service(hub)
    bench = Bench(Path(settings.workshop), settings.bot_workers)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await bench.close()
            await hub.close()

    async def give_hub() -> Hub:
        return hub

    async def give_service() -> Service:
        return service

    routes = Router(
        "/api",
        route_handlers=[*api.ROUTES, *reminders.ROUTES, *document.ROUTES, workshop.router(bench)],
        dependencies={"hub": Provide(give_hub), "service": Provide(give_service)},
    )
    app = Litestar(
        route_handlers=[routes, *browser_files()],
        lifespan=[lifespan],
        exception_handlers=problems.HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Mesozoic table",
            version=mesozoic.__version__,
            openapi_router=document.router(),
            render_plugins=[document.ExactDocument(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        cors_config=cors(settings),
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=4,
            exclude=["/api/matches/.*/socket", "/(replay|data)/*$"],
        ),
        request_max_body_size=LARGEST_REQUEST,
        logging_config=None,
        signature_types=[Hub, Service, Bench],
    )
    app.state.hub = hub
    app.state.bench = bench
    app.asgi_handler = Gate(app.asgi_handler, settings, hub)
    return app


def cors(settings: Settings) -> CORSConfig | None:
    """Browsers let pages of other origins read our answers only if we name them."""
    if not settings.origins:
        return None
    return CORSConfig(allow_origins=list(settings.origins), allow_headers=["Authorization", "Content-Type"])
