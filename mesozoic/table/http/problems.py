"""What is answered instead: a sentence for people and a word for programs, whatever went wrong."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from mesozoic.client import messages
from mesozoic.kernel.errors import MesozoicError
from mesozoic.table.errors import code_of, status_of
from mesozoic.table.matches import present

log = logging.getLogger("mesozoic.table")
Asked = Request[Any, Any, Any]


def problem(status: int, reason: str, code: str) -> Response[bytes]:
    body = present.encoded(messages.Problem(reason, code))
    return Response(body, status_code=status, media_type="application/json")


def refused(_: Asked, error: MesozoicError) -> Response[bytes]:
    return problem(status_of(error), " ".join(str(error).split()), code_of(error))


def not_understood(_: Asked, error: HTTPException) -> Response[bytes]:
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


def too_deep(_: Asked, error: RecursionError) -> Response[bytes]:
    return problem(400, "This request cannot be read: it is nested too deeply.", "garbled")


def not_text(_: Asked, error: UnicodeDecodeError) -> Response[bytes]:
    return problem(400, "This request cannot be read: its text is not UTF-8.", "garbled")


def failed(request: Asked, error: Exception) -> Response[bytes]:
    """A fault of ours: told in the log, not to the client."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(500, "Something went wrong on the server; nothing was changed.", "failed")


HANDLERS: ExceptionHandlersMap = {
    MesozoicError: refused,
    HTTPException: not_understood,
    RecursionError: too_deep,
    UnicodeDecodeError: not_text,
    Exception: failed,
}
