"""Web Push: a message to a browser that is closed, by the service that its maker runs (RFC 8030, 8188, 8291, 8292)."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from mesozoic.table.errors import Refusal
from mesozoic.table.outside.post import Letter, read_address

KEEP_SECONDS = 24 * 3600
"""So long the service keeps a message for a browser that is off."""


@dataclass(frozen=True)
class Subscription:
    """What a browser gives out: where to send, and how to lock the message so that only it can read it."""

    endpoint: str
    p256dh: str
    auth: str

    def check(self) -> None:
        """Raises if nothing could be sent with it."""
        read_address(self.endpoint)
        try:
            point, secret = unpacked(self.p256dh), unpacked(self.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except (ValueError, UnsupportedAlgorithm):
            raise Refusal("This subscription cannot be used: its keys are no keys.") from None
        if len(secret) != 16:
            raise Refusal("This subscription cannot be used: its secret has another length.")


def new_key() -> str:
    """The key by which push services know this server, as text for the database."""
    made = Vapid02()
    made.generate_keys()
    return bytes(made.private_pem()).decode()


def public_key(key: str) -> str:
    """Its half that browsers ask for."""
    return packed(_vapid(key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def letter(to: Subscription, text: str, key: str, contact: str) -> Letter:
    """The text, locked for one browser and signed by this server."""
    point = ec.generate_private_key(ec.SECP256R1())
    body = http_ece.encrypt(
        text.encode(),
        salt=os.urandom(16),
        private_key=point,
        dh=unpacked(to.p256dh),
        auth_secret=unpacked(to.auth),
        version="aes128gcm",
    )
    parts = urlsplit(to.endpoint)
    signed = _vapid(key).sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact})
    headers = {
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEEP_SECONDS),
        "urgency": "normal",
        "authorization": signed["Authorization"],
    }
    return Letter(to.endpoint, body, headers)


def _vapid(key: str) -> Vapid02:
    return Vapid02.from_pem(key.encode())


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
