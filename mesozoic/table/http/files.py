"""The browser's files, where they were built; every other address of the site is the one page's to understand."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

FOLDER = Path(__file__).parents[1] / "static"
mimetypes.add_type("application/manifest+json", ".webmanifest")
FOREVER = "public, max-age=31536000, immutable"
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Mesozoic</title>
<body style="font: 1.1rem/1.6 Georgia, serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem">
<h1>Mesozoic</h1><p>The server runs, but the pages of the browser table have not been built.
Run <code>make play</code>, or play in a terminal: <code>mesozoic join</code> with this address.</p>"""


def find(path: str) -> Path | None:
    """The file of an address, never one outside the folder."""
    try:
        wanted = (FOLDER / path.lstrip("/")).resolve()
        return wanted if wanted.is_relative_to(FOLDER.resolve()) and wanted.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


@get("/", include_in_schema=False, sync_to_thread=False)
def front_page() -> Response[bytes]:
    return page_at("/")


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def other_page(path: FromPath[str]) -> Response[bytes]:
    return page_at(path)


def page_at(path: str) -> Response[bytes]:
    if path.startswith("/api"):
        raise NotFoundException
    found = find(path) if path != "/" else None
    if found is not None:
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return Response(found.read_bytes(), media_type=kind, headers={"Cache-Control": _keep(path)})
    if "." in path.rpartition("/")[2]:
        raise NotFoundException
    index = find("index.html")
    body = NOT_BUILT.encode() if index is None else index.read_bytes()
    return Response(body, media_type="text/html", headers={"Cache-Control": "no-cache"})


def _keep(path: str) -> str:
    """Built files carry a hash of their content in their names."""
    return FOREVER if path.startswith("/assets/") else "no-cache"


def browser_files() -> list[Any]:
    return [front_page, other_page]
