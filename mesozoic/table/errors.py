"""Why a request was refused. Each has a sentence for people and a word for programs."""

from __future__ import annotations

from mesozoic.kernel.errors import IllegalMove, MesozoicError, UnreadableMove


class Refusal(MesozoicError):
    """A request that cannot be carried out."""

    code = "illegal"
    status = 400


class Forbidden(Refusal):
    code = "forbidden"
    status = 403


class Unknown(Refusal):
    code = "unknown"
    status = 404


class Stale(Refusal):
    code = "stale"
    status = 409


class Garbled(Refusal):
    code = "garbled"
    status = 400


class Busy(Refusal):
    code = "busy"
    status = 503


class TooMuch(Busy):
    """This client has asked for too much: it must wait, others need not."""

    status = 429


def code_of(error: MesozoicError) -> str:
    if isinstance(error, Refusal):
        return error.code
    return "unreadable" if isinstance(error, UnreadableMove) else "illegal"


def status_of(error: MesozoicError) -> int:
    if isinstance(error, Refusal):
        return error.status
    return 409 if isinstance(error, IllegalMove) else 400
