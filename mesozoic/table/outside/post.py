"""One POST to an address that somebody else has given us.

Whoever can name an address could make the server knock at doors of its own network. So a name is resolved once, every
address that it stands for is looked at, and the connection is made to exactly that address; the same again for each
redirect. What the other side answers is read by its status only and told to nobody.
"""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass, field
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urljoin, urlsplit

import h11

from mesozoic.table.errors import Refusal
from mesozoic.table.outside.names import Names

SECONDS = 10.0
"""So long the whole of it may take, redirects included."""
MOST_REDIRECTS = 3
REDIRECTS = (301, 302, 307, 308)
LONGEST_ADDRESS = 1_000
LOW_PORTS = (80, 443)
"""Below 1024 other protocols live, whose servers might take a request for theirs."""
LARGEST_ANSWER = 65_536
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of the old kind behind a translator (RFC 6052)."""
GIVEN_OUT = IPv6Network("2000::/3")
"""All that is given out to the internet of new addresses: sites' own, compatible and translated ones lie elsewhere."""
OF_PROTOCOLS = IPv4Network("192.0.0.0/24")
"""Of old ones these are for what runs between machines (RFC 6890); some clouds tell their secrets there."""
_names = Names()
PRIVATE = "This address lies in a private network, which this table does not send to."


class Undelivered(Exception):
    """A message did not arrive; a sentence that says why. ``is_gone``: nobody is there any more, and never will be."""

    def __init__(self, why: str, is_gone: bool = False) -> None:
        super().__init__(why)
        self.is_gone = is_gone


class Unwanted(Undelivered):
    """This table sends nothing there."""


@dataclass(frozen=True)
class Letter:
    """What is sent."""

    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


def read_address(url: str) -> SplitResult:
    """The parts of an address that a message can be sent to; a sentence that says what is wrong with any other."""
    if len(url) > LONGEST_ADDRESS or not url.isascii() or any(sign <= " " for sign in url):
        raise Refusal("This is no web address: copy it whole, without blanks.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refusal("This is no web address.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise Refusal("A web address begins with https:// and names a host.")
    if parts.username is not None or parts.password is not None:
        raise Refusal("A web address with a name and a password before @ is not taken.")
    return parts


def port_of(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def is_public(text: str) -> bool:
    """May strangers make us connect there? Also what an address of the new kind hides of the old kind counts."""
    found = ip_address(text.partition("%")[0])
    inner = hidden_in(found) if isinstance(found, IPv6Address) else None
    if inner is not None:
        return is_public(str(inner))
    is_elsewhere = found not in GIVEN_OUT if isinstance(found, IPv6Address) else found in OF_PROTOCOLS
    return found.is_global and not found.is_multicast and not is_elsewhere


def hidden_in(found: IPv6Address) -> IPv4Address | None:
    if found.ipv4_mapped is not None:
        return found.ipv4_mapped
    if found.sixtofour is not None:
        return found.sixtofour
    if found.teredo is not None:
        return found.teredo[1]
    return IPv4Address(int(found) & 0xFFFF_FFFF) if found in TRANSLATED else None


async def resolved(host: str, port: int, allow_private: bool) -> str:
    """The address behind a name; if one of several is private, none is used."""
    addresses = await _names.addresses(host)
    if addresses is None:
        raise Undelivered("So many names are looked up just now that this one has to wait: try again in a minute.")
    if not addresses:
        raise Undelivered(f"There is no host {host!r}, or its name cannot be looked up now.")
    if not allow_private:
        if port < 1024 and port not in LOW_PORTS:
            raise Unwanted(f"This table sends nothing to port {port}.")
        if not all(is_public(one) for one in addresses):
            raise Unwanted(PRIVATE)
    return addresses[0]


async def check_reach(url: str, allow_private: bool) -> None:
    """Refuse an address that nothing would be sent to. A name that cannot be looked up now may be found later; where
    it leads is looked at again for every message."""
    parts = read_address(url)
    try:
        async with asyncio.timeout(SECONDS):
            await resolved(str(parts.hostname), port_of(parts), allow_private)
    except Unwanted as why:
        raise Refusal(str(why)) from None
    except (TimeoutError, Undelivered):
        return


async def post(letter: Letter, allow_private: bool) -> None:
    """Send it, following redirects; raises Undelivered unless it was taken."""
    try:
        async with asyncio.timeout(SECONDS):
            await _post(letter, allow_private)
    except TimeoutError:
        raise Undelivered(f"The address did not answer within {SECONDS:.0f} seconds.") from None
    except (ssl.SSLError, ssl.CertificateError):
        raise Undelivered("No secure connection could be made: the certificate does not fit the address.") from None
    except (OSError, h11.ProtocolError, asyncio.IncompleteReadError):
        raise Undelivered("No connection could be made to the address.") from None
    except Refusal as refusal:  # of a redirect
        raise Undelivered(str(refusal)) from None


async def _post(letter: Letter, allow_private: bool) -> None:
    url = letter.url
    for _ in range(MOST_REDIRECTS + 1):
        parts = read_address(url)
        status, moved_to = await _exchange(parts, letter, allow_private)
        if status in REDIRECTS and moved_to is not None:
            url = urljoin(url, moved_to)
        elif 200 <= status < 300:
            return
        else:
            raise Undelivered(f"The address answered with status {status}.", is_gone=status in (404, 410))
    raise Undelivered("The address sends on to another one again and again.")


async def _exchange(parts: SplitResult, letter: Letter, allow_private: bool) -> tuple[int, str | None]:
    """One request over a connection of its own: the status, and where it went."""
    host, port = str(parts.hostname), port_of(parts)
    address = await resolved(host, port, allow_private)
    secure = trusted() if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        address, port, ssl=secure, server_hostname=host if secure is not None else None, limit=LARGEST_ANSWER
    )
    try:
        talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_ANSWER)
        headers = {"host": parts.netloc, "user-agent": "Mesozoic", "connection": "close", **letter.headers}
        headers["content-length"] = str(len(letter.body))
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        ask = h11.Request(method="POST", target=target, headers=list(headers.items()))
        for event in (ask, h11.Data(data=letter.body), h11.EndOfMessage()):
            writer.write(talk.send(event) or b"")
        await writer.drain()
        return await _status(talk, reader)
    finally:
        writer.close()


async def _status(talk: h11.Connection, reader: asyncio.StreamReader) -> tuple[int, str | None]:
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(LARGEST_ANSWER))
        elif isinstance(event, h11.Response):
            places = [value for name, value in event.headers if name == b"location"]
            return event.status_code, places[0].decode("latin-1") if places else None
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionError


@cache
def trusted() -> ssl.SSLContext:
    """Certificates as this system trusts them."""
    return ssl.create_default_context()
