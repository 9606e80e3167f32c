"""A seat is held by an unguessable token, ``match.secret``. The database keeps only a hash of the secret."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


ID_LENGTH = 10


def new_match_id() -> str:
    """Short enough for a link, and not to be guessed: 49 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def is_match_id(text: str) -> bool:
    """Could this be the name of a match? No database need be asked for anything else."""
    return len(text) == ID_LENGTH and all(letter in ALPHABET for letter in text)


def new_secret(salt: str, key: str | None) -> str:
    """A new secret; for a request that is repeated with the same key, the same again."""
    if key is None:
        return secrets.token_urlsafe(24)
    return hmac.new(salt.encode(), key.encode(), hashlib.sha256).hexdigest()[:48]


def hashed(secret: str) -> str:
    """The secret has 192 random bits, so a plain hash is as good as a slow one.

    The key of a request that is answered with a token is kept like this too: with the salt it gives the secret.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def token_of(match: str, secret: str) -> str:
    return f"{match}.{secret}"


def parted(token: str) -> tuple[str, str]:
    """Match and secret of a token; both empty if it is none."""
    match, dot, secret = token.partition(".")
    return (match, secret) if dot else ("", "")


def same(one: str, other: str) -> bool:
    """Compared in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
