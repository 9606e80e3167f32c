"""What a view of this game is made of; how it is made stands in the files beside it."""

from __future__ import annotations

from mesozoic.games.clades.qualities import Comparison
from mesozoic.kernel.sharing import Shown


class SharedView(Shown, frozen=True):
    """A shared card, face up; ``paid_by`` names the seat of a temporary card (``?`` if nobody knows)."""

    card: str
    paid_by: str | None


class SeatView(Shown, frozen=True):
    """A seat as everybody sees it; its personal cards only where the watcher may see them."""

    seat: int
    name: str
    pile: tuple[str, ...]
    personal_count: int
    personal: tuple[str, ...] | None
    owed: int
    on_break: bool
    locked: bool
    voted: bool
    scored: bool
    can_call: bool
    false_calls: int
    """Since the last settle or stall; after the third only the next of these unlocks (CL-R16)."""
    triples: int
    clade_triples: int
    extras: int
    penalties: int


class LastTriple(Shown, frozen=True):
    """Who called it, when, and why it is one."""

    seat: int
    cards: tuple[str, ...]
    at: int
    one_clade: bool
    check: tuple[Comparison, ...]


class HostTimes(Shown, frozen=True):
    """How long the host waits, in milliseconds; 0 for a stall that never comes by itself."""

    settle: int
    lock: int
    majority: int
    stall: int


class View(Shown, frozen=True):
    """The table for one seat, or for a spectator (``seat`` is None)."""

    seat: int | None
    mode: str
    phase: str
    rows: tuple[tuple[SharedView, ...], ...]
    """Mammals, sauropsids, arthropods; new cards at the end of their row. Empty until the cards are turned up."""
    shared_count: int
    grid_size: int
    deck_count: int
    seats: tuple[SeatView, ...]
    scorers: tuple[int, ...]
    votes_needed: int
    hands_open: bool
    open_hand: bool
    """May hands be opened in this game at all?"""
    switch: bool
    """Does a seat that uses another's open card give one of its own?"""
    bonus_seen: tuple[str, ...]
    shuffled_back: int
    """Bonus cards that came up before the first triple and went back into the deck."""
    last_scorer: int | None
    last_triple: LastTriple | None
    refuted: tuple[tuple[str, ...], ...]
    """Solitaire: three cards that lie there and were shown to be no triple; they are not called again (CL-R16)."""
    rounds: tuple[int, ...]
    revealed_at: int
    deadline: int | None
    ended_at: int | None
    times: HostTimes
    aside: tuple[str, ...]
    left_over: tuple[tuple[str, ...], ...]
    """When the game is over: the triples that were still possible, seat by seat without repeats."""
