"""What all notations share."""

from __future__ import annotations

from mesozoic.kernel.errors import UnreadableMove


def unreadable(text: str, how: str) -> UnreadableMove:
    """The refusal of a text that is no move of this game; ``how`` says how a move is written."""
    return UnreadableMove(f"{text[:40]!r} is not a move of this game: {how}.")
