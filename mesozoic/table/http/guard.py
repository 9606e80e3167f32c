"""Who may talk to the server, how much, and with which headers it answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from mesozoic.table.http.reach import is_loopback
from mesozoic.table.http.sockets import WAY
from mesozoic.table.matches.connection import Allowance
from mesozoic.table.settings import Settings

MOST_ADDRESSES = 20_000
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""With every answer. Styles may stand in elements (cards fly by them); scripts only come from files of the server."""
UNKEPT = {"Cache-Control": "no-store"}
"""With every answer that is no page: it may hold a token or a hand of cards."""


def is_page(path: str) -> bool:
    return not path.startswith("/api/")


def is_welcome(origin: str | None, host: str | None, settings: Settings) -> bool:
    """May a page of this origin talk to the server? Programs send none; a browser's page must come from here."""
    if origin is None:
        return True
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return host is not None and parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


class Limits:
    """How much each address may ask for. The addresses that asked longest ago are forgotten first."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self.known: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, address: str) -> bool:
        allowance = self.known.get(address)
        if allowance is None:
            allowance = self.known[address] = Allowance(self.per_minute / 60, max(20, self.per_minute / 4))
            if len(self.known) > MOST_ADDRESSES:
                self.known.popitem(last=False)
        self.known.move_to_end(address)
        return allowance.take()


def address_of(scope: Any, settings: Settings) -> str:
    """The client's address; behind a proxy of one's own, the last one that the proxy has seen."""
    if settings.trust_proxy:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return str(value.decode("latin-1").split(",")[-1].strip())
    client = scope.get("client")
    return client[0] if client else "unknown"


def way_of(scope: Any, settings: Settings) -> Callable[[], float | None]:
    """How long the way to a socket's client and back is, in milliseconds, as no client can make it up.

    The system measures it; behind a proxy only the proxy can, and tells it in a header if the host has named one.
    """
    if settings.trust_proxy:
        found = told_by_proxy(scope, settings.proxy_way_header)
        return lambda: found
    measured: Callable[[], float | None] | None = scope.get("extensions", {}).get(WAY)
    return measured or (lambda: None)


def told_by_proxy(scope: Any, header: str) -> float | None:
    """Microseconds in the last such line; None if the proxy does not tell."""
    name = header.lower().encode("latin-1")
    told = [value for one, value in scope["headers"] if header and one == name]
    return int(told[-1]) / 1000 if told and told[-1].isdigit() else None


def is_own_machine(scope: Any) -> bool:
    """Does somebody ask from the server's own machine? What came through a proxy came from elsewhere."""
    client = scope.get("client")
    forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    return client is not None and is_loopback(client[0]) and not forwarded


def may_measure(scope: Any, settings: Settings) -> bool:
    """May this client read the metrics? What came through a proxy that is not trusted has no known address."""
    forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    return address_of(scope, settings) in settings.metrics_from and (settings.trust_proxy or not forwarded)
