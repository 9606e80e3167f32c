"""The browser's files, where they were built; every other address of the site is the one page's to understand."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import InternalServerException, NotFoundException
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ExceptionHandlersMap

from mesozoic.table.http.problems import not_understood

FOLDER = Path(__file__).parents[1] / "static"
mimetypes.add_type("application/manifest+json", ".webmanifest")
FOREVER = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)
"""Built files carry a hash of their content in their names."""
ASK_AGAIN = CacheControlHeader(no_cache=True)
Answering = Callable[[Request[Any, Any, Any], Exception], Response[Any]]
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Mesozoic</title>
<body style="font: 1.1rem/1.6 Georgia, serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">
<h1>Mesozoic</h1><p>The server runs, but the pages of the browser table have not been built.
Run <code>make play</code>, or play in a terminal: <code>mesozoic join</code> with this address.</p>"""


def is_built(path: str) -> bool:
    """Does the address name one of the files?"""
    try:
        return ".." not in path and (FOLDER / (path.strip("/") or "index.html")).is_file()
    except (OSError, ValueError):
        return False  # no file can have that name


def no_file(request: Request[Any, Any, Any], _: Exception) -> Response[Any]:
    """There is no such file, or none can have that name."""
    return not_understood(request, NotFoundException())


def the_page(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Where there is no file: a name with a dot should be one, all others are pages."""
    path = request.url.path
    if path.startswith("/api") or "." in path.rpartition("/")[2]:
        return no_file(request, error)
    headers = {"Cache-Control": ASK_AGAIN.to_header()}
    index = FOLDER / "index.html"
    if not index.is_file():
        return Response(NOT_BUILT, media_type="text/html", headers=headers)
    return File(index, filename=index.name, content_disposition_type="inline", headers=headers)


def browser_files() -> list[Router]:
    built = create_static_files_router(
        "/assets", [FOLDER / "assets"], name="assets", cache_control=FOREVER, exception_handlers=instead(no_file)
    )
    others = create_static_files_router(
        "/", [FOLDER], html_mode=True, cache_control=ASK_AGAIN, exception_handlers=instead(the_page)
    )
    return [built, others]


def instead(answer: Answering) -> ExceptionHandlersMap:
    """A name that is too long or holds what no name can is a fault to the framework; it is only no file."""
    return {NotFoundException: answer, InternalServerException: answer, ValueError: answer}
