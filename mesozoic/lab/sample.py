"""A run as the report reads it: seats with their game, and what each seat had to do with each card."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any, NamedTuple

import mesozoic
from mesozoic.lab.results import Run
from mesozoic.lab.statistics import Estimate, mean, of_means, share


class Seat(NamedTuple):
    """One seat of one game."""

    game: int
    players: int
    seat: int
    bot: str
    score: int
    share: float
    deal: int


@dataclass(frozen=True)
class CardUse:
    """What became of a card, over all seats that saw it."""

    card: str
    title: str
    seen: int
    """By so many seats."""
    offered: int
    taken: int
    played: int
    left: int
    rounds: tuple[int, ...]
    """In which rounds it was first taken or played."""
    lifts: tuple[float, ...]
    """For each seat that used it: its share of the win above what its bot wins anyway."""


class Sample:
    """The tables of a run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.setup = run.setup
        self.game = mesozoic.game(run.setup.game)

    def column(self, table: str, name: str) -> list[Any]:
        return list(getattr(self.run, table).column(name).to_pylist())

    @cached_property
    def counts(self) -> list[int]:
        """The numbers of players of which there are games."""
        return sorted(set(self.column("games", "players")))

    @cached_property
    def seats(self) -> list[Seat]:
        deals = dict(zip(self.column("games", "game"), self.column("games", "deal"), strict=True))
        columns = [self.column("seats", name) for name in Seat._fields[:-1]]
        return [Seat._make((*line, deals[line[0]])) for line in zip(*columns, strict=True)]

    @cached_property
    def bots(self) -> list[str]:
        return list(dict.fromkeys(seat.bot for seat in self.seats))

    @cached_property
    def usual(self) -> dict[tuple[int, str], float]:
        """The share of the win that a bot has at tables of so many."""
        lots: dict[tuple[int, str], list[float]] = defaultdict(list)
        for seat in self.seats:
            lots[seat.players, seat.bot].append(seat.share)
        return {key: fmean(lot) for key, lot in lots.items()}

    def of_seats(self, players: int, value: Callable[[Seat], float], which: Callable[[Seat], bool]) -> Estimate:
        """A mean over some seats; those of one deal belong together."""
        lots: dict[int, list[float]] = defaultdict(list)
        for seat in self.seats:
            if seat.players == players and which(seat):
                lots[seat.deal if self.setup.paired else seat.game].append(value(seat))
        return of_means(lots.values())

    def win_share(self, players: int, which: Callable[[Seat], bool]) -> Estimate:
        """How much of the wins some seats have: Wilson's interval, unless several games share a deal."""
        if self.setup.paired:
            return self.of_seats(players, lambda seat: seat.share, which)
        shares = [seat.share for seat in self.seats if seat.players == players and which(seat)]
        return share(sum(shares), len(shares))

    def games_of(self, players: int, name: str) -> list[float]:
        """A column of the games of so many players; games that have nothing there are left out."""
        lines = zip(self.column("games", "players"), self.column("games", name), strict=True)
        return [number for count, number in lines if count == players and number is not None]

    def mean_of(self, players: int, name: str) -> Estimate:
        return mean(self.games_of(players, name))

    # --- Cards --------------------------------------------------------------------------------------------------------

    @cached_property
    def titles(self) -> dict[str, str]:
        """The cards' names for people."""
        found: dict[str, str] = {}
        for setup in self.setup.prepare().values():
            found |= {card.id: card.title for card in self.game.tabletop.cards(setup)}
        return found

    def title(self, card: str) -> str:
        return self.titles.get(card, card)

    @cached_property
    def lifts(self) -> dict[tuple[int, int], float]:
        """For each game and seat its share of the win above what its bot wins anyway."""
        return {(seat.game, seat.seat): seat.share - self.usual[seat.players, seat.bot] for seat in self.seats}

    @cached_property
    def _lines(self) -> list[tuple[Any, ...]]:
        names = ("game", "seat", "card", "offered", "taken", "played", "left", "round_taken", "round_played")
        return list(zip(*(self.column("cards", name) for name in names), strict=True))

    @cached_property
    def uses(self) -> list[CardUse]:
        """Every card that was seen, in the order of the game."""
        lots: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for line in self._lines:
            lots[line[2]].append(line)
        order = {card: at for at, card in enumerate(self.titles)}
        return [self._use(card, lots[card]) for card in sorted(lots, key=lambda card: (order.get(card, 999), card))]

    def _use(self, card: str, lines: Sequence[tuple[Any, ...]]) -> CardUse:
        offered, taken, played, left = (sum(line[at] or 0 for line in lines) for at in (3, 4, 5, 6))
        rounds = [line[7] if line[7] is not None else line[8] for line in lines]
        lifts = [self.lifts[line[0], line[1]] for line in lines if is_used(line)]
        return CardUse(
            card, self.title(card), len(lines), offered, taken, played, left,
            tuple(one for one in rounds if one is not None), tuple(lifts),
        )  # fmt: skip

    def together(self, fewest: int) -> dict[tuple[str, str], list[float]]:
        """For each two cards that at least so many seats used both: what those won above their usual share."""
        hands: dict[tuple[int, int], list[str]] = defaultdict(list)
        for line in self._lines:
            if is_used(line):
                hands[line[0], line[1]].append(line[2])
        pairs = {key: sorted(hand) for key, hand in hands.items()}
        counts = Counter(
            (one, other) for hand in pairs.values() for at, one in enumerate(hand) for other in hand[at + 1 :]
        )
        wanted = {pair for pair, count in counts.items() if count >= fewest}
        lots: dict[tuple[str, str], list[float]] = {pair: [] for pair in wanted}
        for key, hand in pairs.items():
            for at, one in enumerate(hand):
                for other in hand[at + 1 :]:
                    if (one, other) in wanted:
                        lots[one, other].append(self.lifts[key])
        return lots


def is_used(line: Sequence[Any]) -> bool:
    """Did the seat take or play the card?"""
    return bool(line[4] or line[5])
