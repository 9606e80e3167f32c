"""Who may talk to the server, how much, and with which headers it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from mesozoic.table.http.reach import is_loopback
from mesozoic.table.settings import Settings

WAY = "mesozoic.way"
"""Under this name the scope of a socket holds a function: how long the way to the client and back is."""
GIVE = "mesozoic.give"
"""Under this one: a function that hands a message to the socket at once."""
END_SOON = "mesozoic.end_soon"
"""And under this one: a function that cuts the line of a client who does not take its farewell."""
OWN_BITS = 64
"""So much of an IPv6 address is the network's; the rest a client chooses."""
COSTS = (
    ("GET", "/replay", 5),
    ("POST", "/replay", 10),
    ("POST", "/lesson", 3),
    ("POST", "/mine", 3),
    ("POST", "/data", 10),
    ("POST", "/reminders/test", 20),
    ("POST", "/reminders/webhook", 20),
    ("POST", "/reminders/mail", 40),
    ("POST", "/reminders/mail/code", 20),
    ("POST", "/reminders/seats", 3),
    ("POST", "/matches", 3),
    ("GET", "/docs", 3),
    ("GET", "/openapi.json", 3),
    ("GET", "/messages.json", 3),
)
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


def is_welcome(scope: Any, settings: Settings) -> bool:
    """May the page that asks talk to the server? Programs name no origin; a browser's page must come from here."""
    asked = dict(scope["headers"])
    origin, host = (asked[name].decode("latin-1") if name in asked else None for name in (b"origin", b"host"))
    if origin is None:
        return True
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return host is not None and parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def needed_later(headers: Iterable[tuple[bytes, bytes]], settings: Settings) -> list[tuple[bytes, bytes]]:
    """Of a socket's headers those that somebody asks for; the others would stay in memory as long as the socket."""
    names = {b"host", b"origin", b"x-forwarded-for", settings.proxy_way_header.lower().encode("latin-1")}
    return [line for line in headers if line[0] in names]


def address_of(scope: Any, settings: Settings) -> str:
    """The client's address; behind proxies of one's own, what the outermost of them has seen.

    Whatever stands further left in X-Forwarded-For, or in lines before the last, the client may have written.
    """
    if settings.trust_proxy:
        lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        hops = [hop.strip() for hop in ",".join(lines).split(",") if hop.strip()]
        if hops:
            return without_port(hops[max(0, len(hops) - settings.trust_proxy)])
    client = scope.get("client")
    return client[0] if client else "unknown"


def client_of(scope: Any, settings: Settings) -> str:
    """Whose requests count together: an address, or with IPv6 its network, of which a client has all addresses."""
    return client_named(address_of(scope, settings))


def without_port(address: str) -> str:
    """As some proxies write it, with the port that the client has at the other end: 192.0.2.1:99, [2001:db8::1]:99."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    name, colon, port = address.partition(":")
    return name if colon and port.isdigit() and "." in name else address


def client_named(text: str) -> str:
    """The client of an address as it was written."""
    address = without_port(text).partition("%")[0]
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, OWN_BITS), strict=False))


def cost_of(method: str, path: str) -> int:
    """How many requests one counts for, by the time that it takes to answer. Slashes at the end change no address."""
    path = path.rstrip("/")
    return next((cost for one, end, cost in COSTS if one == method and path.endswith(end)), 1)


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


PROXIES = (
    *(b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-forwarded-server"),
    *(b"x-real-ip", b"x-client-ip", b"x-original-host", b"cf-connecting-ip", b"true-client-ip", b"fly-client-ip"),
)
"""Headers that only something between the server and the client adds."""


def is_at_this_machine(scope: Any, settings: Settings) -> bool:
    """Is it a person at the server's own machine, or a page of this very server in that person's browser?

    The connection comes from the machine itself and through no proxy; the browser's address bar names the machine too,
    since a name of somebody else's may be made to lead here (DNS rebinding); and the page that asks, if one does, is
    ours. Behind proxies, trusted or known by their headers, nobody is at the machine.
    """
    if settings.trust_proxy or not is_own_machine(scope):
        return False
    headers = scope["headers"]
    if any(name in PROXIES for name, _ in headers):
        return False
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    if len(hosts) != 1 or not is_loopback_name(hosts[0]):
        return False
    origins = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
    sites = [value for name, value in headers if name == b"sec-fetch-site"]
    is_ours = all(origin == f"{scope.get('scheme', 'http')}://{hosts[0].lower()}" for origin in origins)
    return is_ours and all(site in (b"same-origin", b"none") for site in sites)


def is_loopback_name(host: str) -> bool:
    """Does a Host header name the machine itself, with a port or without?"""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    return name is not None and not set(host) & set("@/?#\\ ") and is_loopback(name)


def may_measure(scope: Any, settings: Settings) -> bool:
    """May this client read the metrics? What came through a proxy that is not trusted has no known address."""
    forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
    return address_of(scope, settings) in settings.metrics_from and (bool(settings.trust_proxy) or not forwarded)
