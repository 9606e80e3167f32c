"""Where other devices reach this server: the machine's own addresses, for those who ask from the machine itself."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

ANYWHERE = "10.255.255.255"
"""Some address elsewhere: nothing is sent there, it only tells which of its own this machine would use."""
ALL = ("0.0.0.0", "::")


def is_loopback(host: str) -> bool:
    """Can only this machine reach the address?"""
    if host == "localhost":
        return True
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the most likely one first."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:  # if there is a network at all
        asked.connect((ANYWHERE, 9))
        found.append(str(asked.getsockname()[0]))
    with suppress(OSError):  # not every machine knows its own name
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys(one for one in found if not is_loopback(one)))


def addresses(host: str, port: int) -> list[str]:
    """What others type to reach a server that listens on this host; none if it listens to this machine alone."""
    if host in ALL:
        return [f"http://{one}:{port}" for one in own_addresses()]
    if is_loopback(host):
        return []
    return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]
