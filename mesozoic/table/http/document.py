"""The API document as a page of its own: made here from the OpenAPI document, with nothing from the internet."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import Any, TypeVar, cast

from litestar import Litestar, Request, Response, Router, get
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.plugins import JsonRenderPlugin

from mesozoic.table.http.aside import aside
from mesozoic.table.http.types import exact, message_schemas

Made = TypeVar("Made")
STYLE = (
    "body{font:1rem/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "code,pre{font-family:ui-monospace,monospace;font-size:.85rem}summary{cursor:pointer;padding:.3rem 0}"
    "pre{overflow:auto;padding:.6rem;border:1px solid #8886}b{display:inline-block;min-width:4rem}"
)
SOCKET = (
    "<p>Playing goes over a WebSocket at <code>/api/matches/{match_id}/socket</code>. The first message is a "
    "<code>hello</code>; the answer is a <code>welcome</code>. The messages are the schemas whose <code>type</code> "
    "is fixed; <a href='/api/messages.json'>all of them as JSON Schema</a>.</p>"
)


class ExactDocument(JsonRenderPlugin):
    """The document for programs."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return once(request.app, "document", lambda: JsonRenderPlugin.render(self, request, exact(openapi_schema)))


def once(app: Litestar, name: str, make: Callable[[], Made]) -> Made:
    """What never changes is made once for each server."""
    made = app.state.setdefault("made", {})
    if name not in made:
        made[name] = make()
    return cast(Made, made[name])


async def made_aside(request: Request[Any, Any, Any]) -> None:
    """Most of a second goes into the framework's part of the document: those who play do not wait for it."""
    await aside(request.app.plugins.get(OpenAPIPlugin).provide_openapi_schema)


def router() -> Router:
    """Where the document for programs is."""
    return Router("/api/schema", route_handlers=[], include_in_schema=False, before_request=made_aside)


@get("/docs", media_type="text/html", include_in_schema=False)
async def docs(request: Request[Any, Any, Any]) -> Response[str]:
    """The document for readers."""
    app = request.app
    text = await aside(lambda: once(app, "docs", lambda: page(exact(app.openapi_schema.to_schema()))))
    return Response(text, media_type="text/html")


def page(schema: dict[str, Any]) -> str:
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{html.escape(schema['info']['title'])}: API</title><style>{STYLE}</style>"
        f"<h1>{html.escape(schema['info']['title'])}, version {html.escape(schema['info']['version'])}</h1>{SOCKET}"
        "<p>The same <a href='/api/schema/openapi.json'>as an OpenAPI document</a>.</p><h2>Requests</h2>"
    ]
    for path, operations in sorted(schema["paths"].items()):
        for method, operation in operations.items():
            words = html.escape(operation.get("description") or operation.get("summary") or "")
            detail = html.escape(json.dumps(operation, indent=1))
            parts.append(
                f"<details><summary><b>{method.upper()}</b> <code>{html.escape(path)}</code> {words}</summary>"
                f"<pre>{detail}</pre></details>"
            )
    parts.append("<h2>Schemas</h2>")
    for name, one in sorted(schema.get("components", {}).get("schemas", {}).items()):
        parts.append(
            f"<details><summary><code>{html.escape(name)}</code></summary>"
            f"<pre>{html.escape(json.dumps(one, indent=1))}</pre></details>"
        )
    return "".join(parts)


@get("/messages.json", include_in_schema=False)
async def socket_messages(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The messages of the WebSocket, as JSON Schema."""
    app = request.app
    return await aside(lambda: once(app, "messages", message_schemas))


ROUTES = [docs, socket_messages]
