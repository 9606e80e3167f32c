"""What can go wrong, each kind its own exception, each with a sentence for people.

A call that raises one of these has changed nothing.
"""


class MesozoicError(Exception):
    """The common base: everything that a caller may show to a person as it is."""


class BadOptions(MesozoicError):
    """The game cannot be set up like that: unknown game, seats, options, deal or position."""


class UnreadableMove(MesozoicError):
    """The text is no move of this game at all."""


class IllegalMove(MesozoicError):
    """A move of this game, but not one that this seat may make now."""


class BadRecord(MesozoicError):
    """The file is no record, or a damaged one, or one that these rules cannot replay."""


class Stopped(Exception):
    """Somebody wants no more of what takes long; nobody else hears of it."""
