"""Who looks on at games and writes down what the lab counts, in whole numbers and inside the compiled engine.

Nothing is told for it: a witness sees each move right before it is made, with all legal ones, and the state at the end.
A game refines it in its ``figures.py``: its rounds and endings, its own figures, and what becomes of its cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Result, Setup

NOTHING: Final = -(2**40)
"""A cell without a number."""
GAME_CELLS: Final = ("deal", "ending", "rounds", "decisions", "forced", "options", "lead_changes", "decided", "clock")
"""What a line about a game begins with; behind it the game's own figures."""
SEAT_CELLS: Final = ("game", "seat", "score", "winners", "place", "ahead", "looks")
CARD_CELLS: Final = ("game", "seat", "card", "offered", "taken", "played", "left", "round_taken", "round_played")
OFFERED: Final = 0
TAKEN: Final = 1
PLAYED: Final = 2
LEFT: Final = 3
ROUND_TAKEN: Final = 4
ROUND_PLAYED: Final = 5
COUNTS: Final = 6
"""What is counted for each seat and card."""


class Figure(NamedTuple):
    """Something that a game counts of its games or its seats: a column of the lab's tables."""

    name: str
    means: str
    """In one sentence."""
    unit: str = ""
    is_points: bool = False
    """Does it add up, with the others of its kind, to the score of the seat?"""


@final
@mypyc_attr(acyclic=True)
class Lines:
    """Lines of a table one behind the other; NumPy reads ``cells`` without a copy."""

    def __init__(self, width: int) -> None:
        self.width: i64 = width
        self.cells = vec[i64]([0] * (64 * width))
        self.size: i64 = 0

    def put(self, number: i64) -> None:
        if self.size == len(self.cells):
            self.cells = append(self.cells, number)
        else:
            self.cells[self.size] = number
        self.size += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Looks on at the games of one set-up, one after the other."""

    def __init__(
        self,
        setup: Setup,
        games: tuple[Figure, ...] = (),
        seats: tuple[Figure, ...] = (),
        cards: tuple[str, ...] = (),
        card_words: dict[str, str] | None = None,
    ) -> None:
        self.setup = setup
        self.game_figures = games
        self.seat_figures = seats
        self.card_names = cards  # the cards, or kinds of cards, that are counted, by id
        self.card_words = card_words or {}  # what the counts mean here, where that is special
        self.players: i64 = setup.players
        self.lists_moves = not setup.game.facts.realtime
        self.sign: i64 = -1 if setup.game.facts.fewest_points_win else 1
        self.every: i64 = 4 * setup.players  # who leads is looked at whenever so many decisions were made
        self.games = Lines(len(GAME_CELLS) + len(self.game_figures))
        self.seats = Lines(len(SEAT_CELLS) + len(self.seat_figures))
        self.cards = Lines(len(CARD_CELLS))
        self.endings: dict[str, int] = {}
        self.card_count: i64 = len(self.card_names)
        self.counts = vec[i64]([0] * (setup.players * len(self.card_names) * COUNTS))
        self.out = Moves()
        self.game: i64 = -1
        self.decisions: i64 = 0
        self.forced: i64 = 0
        self.options: i64 = 0
        self.leaders = vec[i64]([0] * 64)  # who led alone at each look, NOTHING for a tie
        self.looked_at = vec[i64]([0] * 64)  # after how many decisions that was
        self.looks: i64 = 0
        self.gap: i64 = 0  # every so many decisions one is sampled; 0: none
        self.due: i64 = 0

    # --- What a game says -----------------------------------------------------------------------------------------

    def round_of(self, state: State) -> i64:
        """The round that is played, from 1."""
        return NOTHING

    def ending_of(self, state: State, result: Result) -> str:
        """By which of the game's endings it is over, in few words that are the same for all such games."""
        return result.why

    def standing(self, state: State, seat: i64) -> i64:
        """Who leads in the middle of a game has most of this: the points so far."""
        return self.sign * state.score(seat)

    def is_due(self, state: State) -> bool:
        """Is it time to look who leads? A game may know better than by the number of decisions."""
        return self.decisions % self.every == 0

    def begun(self, state: State) -> None:
        """A game begins."""

    def before(self, state: State, seat: i64, move: i64) -> None:
        """The seat (or the host) is about to make this move. Outside real time all legal ones are in ``out``."""

    def ended(self, state: State) -> None:
        """The game is over: count what its end shows."""

    def write_game(self, state: State, result: Result, out: Lines) -> None:
        """The game's own figures about a finished game, in the order of ``game_figures``."""

    def write_seat(self, state: State, result: Result, seat: i64, out: Lines) -> None:
        """The same about one seat."""

    # --- Cards ----------------------------------------------------------------------------------------------------

    def offer(self, seat: i64, card: i64) -> None:
        self.counts[(seat * self.card_count + card) * COUNTS + OFFERED] += 1

    def take(self, seat: i64, card: i64, round: i64) -> None:
        at = (seat * self.card_count + card) * COUNTS
        self.counts[at + TAKEN] += 1
        if self.counts[at + ROUND_TAKEN] == NOTHING:
            self.counts[at + ROUND_TAKEN] = round

    def play(self, seat: i64, card: i64, round: i64) -> None:
        at = (seat * self.card_count + card) * COUNTS
        self.counts[at + PLAYED] += 1
        if self.counts[at + ROUND_PLAYED] == NOTHING:
            self.counts[at + ROUND_PLAYED] = round

    def leave(self, seat: i64, card: i64, number: i64 = 1) -> None:
        self.counts[(seat * self.card_count + card) * COUNTS + LEFT] += number

    def counted(self, seat: i64, card: i64, what: i64) -> i64:
        return self.counts[(seat * self.card_count + card) * COUNTS + what]

    # --- What the lab calls -----------------------------------------------------------------------------------------

    def begin(self, state: State, game: int, rng: Rng, gap: int) -> None:
        """Look on at a new game; from a random one on ``see`` says that every ``gap``-th is sampled."""
        self.game = game
        self.decisions = 0
        self.forced = 0
        self.options = 0
        self.looks = 0
        self.gap = gap
        self.due = 1 + rng.below(gap) if gap > 0 else 0
        counts = self.counts
        at: i64 = 0
        end: i64 = len(counts)
        while at < end:
            counts[at] = 0
            counts[at + 1] = 0
            counts[at + 2] = 0
            counts[at + 3] = 0
            counts[at + 4] = NOTHING
            counts[at + 5] = NOTHING
            at += COUNTS
        self.begun(state)

    def make(self, state: State, seat: i64, move: i64) -> bool:
        """See the seat's move and carry it out; True, and nothing is carried out, if it is one of those sampled."""
        if self.see(state, seat, move):
            return True
        state.apply(seat, move)
        return False

    def see(self, state: State, seat: i64, move: i64) -> bool:
        """The seat is about to make this move; is it one of those that are sampled?"""
        if self.lists_moves:
            state.list_moves(seat, self.out)
        return self.note(state, seat, move)

    def note(self, state: State, seat: i64, move: i64) -> bool:
        """The same where the legal moves are in ``out`` already."""
        if self.lists_moves:
            self.options += self.out.count
            if self.out.count == 1:
                self.forced += 1
        if self.players > 1 and self.is_due(state):
            self.look(state)
        self.decisions += 1
        self.before(state, seat, move)
        self.due -= 1
        if self.due != 0:
            return False
        self.due = self.gap
        return True

    def look(self, state: State) -> None:
        """Who leads?"""
        leader: i64 = 0
        best = self.standing(state, 0)
        seat: i64 = 1
        while seat < self.players:
            one = self.standing(state, seat)
            if one > best:
                best = one
                leader = seat
            elif one == best:
                leader = NOTHING
            seat += 1
        if self.looks == len(self.leaders):
            self.leaders = append(self.leaders, leader)
            self.looked_at = append(self.looked_at, self.decisions)
        else:
            self.leaders[self.looks] = leader
            self.looked_at[self.looks] = self.decisions
        self.looks += 1

    def finish(self, state: State, deal: int, result: Result) -> None:
        """The game is over: write its lines."""
        self.ended(state)
        ending = self.ending_of(state, result)
        out = self.games
        out.put(deal)
        out.put(self.endings.setdefault(ending, len(self.endings)))
        out.put(self.round_of(state))
        out.put(self.decisions)
        out.put(self.forced if self.lists_moves else NOTHING)
        out.put(self.options if self.lists_moves else NOTHING)
        winner: i64 = result.winners[0] if len(result.winners) == 1 else NOTHING
        out.put(self.lead_changes(winner))
        out.put(self.decided(winner))
        out.put(state.clock)
        self.write_game(state, result, out)
        seat: i64 = 0
        while seat < self.players:
            self.finish_seat(state, result, seat)
            self.finish_cards(seat)
            seat += 1

    def finish_seat(self, state: State, result: Result, seat: i64) -> None:
        out = self.seats
        out.put(self.game)
        out.put(seat)
        out.put(result.scores[seat])
        out.put(len(result.winners) if seat in result.winners else 0)
        out.put(result.places[seat])
        ahead: i64 = 0
        at: i64 = 0
        while at < self.looks:
            if self.leaders[at] == seat:
                ahead += 1
            at += 1
        out.put(ahead)
        out.put(self.looks)
        self.write_seat(state, result, seat, out)

    def finish_cards(self, seat: i64) -> None:
        """A line for every card that the seat had anything to do with."""
        out = self.cards
        counts = self.counts
        card: i64 = 0
        at = seat * self.card_count * COUNTS
        while card < self.card_count:
            if counts[at] | counts[at + 1] | counts[at + 2] | counts[at + 3] != 0:
                out.put(self.game)
                out.put(seat)
                out.put(card)
                what: i64 = 0
                while what < COUNTS:
                    out.put(counts[at + what])
                    what += 1
            card += 1
            at += COUNTS

    def lead_changes(self, winner: i64) -> i64:
        """How often somebody else led than before, the final winner at last; a tie changes nothing."""
        if self.players == 1:
            return NOTHING
        changes: i64 = 0
        leader: i64 = NOTHING
        at: i64 = 0
        while at <= self.looks:
            now = self.leaders[at] if at < self.looks else winner
            if now != NOTHING:
                if leader not in (NOTHING, now):
                    changes += 1
                leader = now
            at += 1
        return changes

    def decided(self, winner: i64) -> i64:
        """After how many decisions the final winner was seen in a lead that it kept; all of them if it never was."""
        if self.players == 1 or winner == NOTHING:
            return NOTHING
        at = self.looks
        while at > 0 and self.leaders[at - 1] == winner:
            at -= 1
        return self.decisions if at == self.looks else self.looked_at[at]
