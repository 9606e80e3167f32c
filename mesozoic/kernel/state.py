"""A game in progress: who may decide, what they may do, and doing it.

Two ways in, one source. The engine's way (``turn``, ``list_moves``, ``apply``, ``clone``) is made for search: moves
are small integers, nothing is checked, nothing is told, nothing is written down. The way for everybody else
(``to_move``, ``moves``, ``play``) speaks the game's notation, checks, tells events and keeps the history. The second
is built on the first, so they cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.kernel.errors import BadOptions, IllegalMove, UnreadableMove
from mesozoic.kernel.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mesozoic.kernel.deal import Chance
    from mesozoic.kernel.event import Event
    from mesozoic.kernel.game import Result, Setup

HOST: Final = -1
"""The neutral keeper of a real-time table: a pseudo-seat whose moves are the ticks of the clock."""

NOBODY: Final = -2
"""What :meth:`State.turn` says when the game is over."""

LATEST: Final = 2**40
"""No move is dated later, in milliseconds: more than thirty years."""


MOST_SEATS: Final = 10**6
"""Far more than any table has; a greater number is none of a seat."""


def seat_name(seat: int) -> str:
    """Seats are numbered from 0 inside and from P1 for people."""
    return "host" if seat == HOST else f"P{seat + 1}"


def expect_seat(seat: int | Any) -> None:
    """Refuse what is no number of a seat; True is none either, though Python counts it as 1."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not -MOST_SEATS < seat < MOST_SEATS:
        raise IllegalMove(f"A seat is given by its number (0 is P1); this {type(seat).__name__} is none.")


@final
@mypyc_attr(acyclic=True)
class Moves:
    """A buffer of moves that a state fills; made once and used again, so that listing allocates nothing."""

    def __init__(self) -> None:
        self.codes = vec[i64]([0] * 64)
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def add(self, code: i64) -> None:
        if self.count == len(self.codes):
            self.codes = append(self.codes, code)
        else:
            self.codes[self.count] = code
        self.count += 1

    def listed(self) -> list[int]:
        """The moves as an ordinary list."""
        return [self.codes[i] for i in range(self.count)]


@final
class Played:
    """One move of the history: who, what (in the game's notation), and when."""

    def __init__(self, seat: int, move: str, at: int, revealed: bool) -> None:
        self.seat = seat
        self.move = move
        self.at = at
        self.revealed = revealed


@final
class Journal:
    """What a played game writes down: what chance gave, and the moves. Clones have none."""

    def __init__(self, deal: dict[str, Any], position: dict[str, Any] | None, begin: Callable[[], State]) -> None:
        self.deal = deal
        self.position = position
        self.begin = begin  # the same game again, with the same chance still to come
        self.moves: list[Played] = []
        self.noted: dict[tuple[str, int], int] = {}  # how often chance was noted under a name, for a seat

    def note(self, start: dict[str, Any], name: str, given: Any, seat: int, players: int) -> None:
        """Add what chance has given to what the game began with, unless it was given there."""
        found = start.setdefault(name, [] if seat == NOBODY else [[] for _ in range(players)])
        queue: list[Any] = found if seat == NOBODY else found[seat]
        number = self.noted.get((name, seat), 0)
        self.noted[name, seat] = number + 1
        if number == len(queue):
            queue.append(given)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """The contract every game keeps. A game implements the engine's part; the rest is built on it here."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.clock: i64 = 0  # milliseconds since the start, in a real-time game
        self.reveals: i64 = 0
        self.log: list[Event] | None = None
        self.film: list[State] | None = None
        self.is_frame = False  # one picture of a film: to be looked at, nobody decides in it
        self.journal: Journal | None = None

    # --- The engine's part: every game implements these -------------------------------------------

    def turn(self) -> i64:
        """One seat that may decide now (HOST if only the host may), NOBODY when the game is over."""
        raise NotImplementedError

    def list_moves(self, seat: i64, out: Moves) -> None:
        """Fill ``out`` with every legal move of a seat that may decide, each once, in a stable order."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64) -> None:
        """Carry out a legal move. Unchecked: what happens with any other is undefined.

        Raise ``reveals`` by one whenever somebody learns something that cannot be unlearnt (a card is drawn, a choice
        is committed or shown): a move can be taken back only while that number stands still. When ``log`` is not None,
        ``tell`` an event for everything that happens, each right after its change.
        """
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy for looking ahead: same hidden cards, same future chance, no history."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The seat's points as the game counts them at its end."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        """Say what has just happened. Games call this only where ``log`` is not None: search builds no event."""
        if self.log is not None:
            self.log.append(event)
        if self.film is not None:
            frame = self.clone()
            frame.is_frame = True
            self.film.append(frame)

    def tell_all(self, events: list[Event]) -> None:
        """The same for one thing that is told in different words to different seats."""
        for event in events:
            self.tell(event)

    def note_chance(self, name: str, given: Any, seat: int = NOBODY) -> None:
        """Write what chance has just given into the deal of a played game, or into its position if the game's
        positions have a part of that name, so that a record needs no generator. With a seat: into the seat's list."""
        journal = self.journal
        if journal is None:
            return
        start = journal.deal
        if journal.position is not None and self.setup.game.positions.have(name):
            start = journal.position
        journal.note(start, name, list(given) if isinstance(given, list) else given, seat, self.setup.players)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may decide now, the host last; ``()`` when the game is over.

        A game in which several seats decide at once overrides this, or is an :class:`AllAtOnce`.
        """
        seat = self.turn()
        return () if seat == NOBODY else (int(seat),)

    def is_waiting_for(self, seat: i64) -> bool:
        """May the seat decide now? A game in which several seats decide at once overrides this too."""
        return self.turn() == seat

    def random_move(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """A legal move drawn evenly, with one draw; a game with long lists overrides this and finds it without one."""
        self.list_moves(seat, out)
        return out.codes[rng.below(out.count)]

    def is_legal(self, seat: i64, move: i64) -> bool:
        """May the seat make this move now? A game with long lists of moves overrides this with a direct answer."""
        return int(move) in self.codes(seat)

    def has_given_chance(self) -> bool:
        """Does the deal still give chance that is to come? Then every move is tried on a copy first, as it may not fit.

        A game with reshuffles, or other chance in its middle, overrides this.
        """
        return False

    def shuffled(self, chance: Chance, pile: list[int], names: Sequence[Any]) -> list[int]:
        """The pile in the order that chance gives it, noted by the names of its cards."""
        order = chance.order(pile)
        if self.journal is not None:
            self.note_chance("reshuffles", [names[card] for card in order])
        return order

    # --- What everybody else uses -----------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.turn() == NOBODY

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def result(self) -> Result | None:
        """Scores, places, winners and why it ended; ``None`` while the game goes on."""
        return self.setup.game.result(self) if self.is_over else None

    @property
    def history(self) -> list[Played]:
        """The moves played so far, empty for a clone."""
        return [] if self.journal is None else list(self.journal.moves)

    def codes(self, seat: int | Any) -> list[int]:
        """Every legal move of the seat as engine codes; none if it has nothing to decide."""
        expect_seat(seat)
        if self.is_frame or seat not in self.to_move:
            return []
        out = Moves()
        self.list_moves(seat, out)
        return out.listed()

    def moves(self, seat: int | Any) -> list[str]:
        """Every legal move of the seat in the game's notation, in a stable order."""
        game = self.setup.game
        return [game.text(code) for code in self.codes(seat)]

    def play(
        self, seat: int | Any, move: str | Any, at: int | Any = None, is_rehearsed: bool | Any = False
    ) -> list[Event]:
        """Check a move and carry it out; returns what happened (filter by ``is_known_to`` before telling a seat).

        Several small decisions of one seat may be written as one move where the notation allows it (``11@b2``): all
        of them are carried out or none, and none but the last may reveal anything. ``at`` is the time in milliseconds
        since the start, never earlier than that of the move before. Raises UnreadableMove or IllegalMove with a
        sentence for people, and changes nothing then. Whoever has seen by ``rehearsed`` that the move is possible here
        says so, and it is not tried on a copy again.
        """
        expect_seat(seat)
        time = self._checked_time(at)
        steps = self._steps(seat, move)
        if not is_rehearsed and (len(steps) > 1 or self.has_given_chance()):
            self._rehearse(seat, steps, time)
        events: list[Event] = []
        for step in steps:
            events += self._play_step(seat, step, time)
        return events

    def rehearsed(self, seat: int | Any, move: str | Any, at: int | Any = None) -> State:
        """A copy in which the move was played; raises what ``play`` raises. Nothing happens here."""
        expect_seat(seat)
        return self._rehearse(seat, self._steps(seat, move), self._checked_time(at))

    def play_filmed(
        self, seat: int | Any, move: str | Any, at: int | Any = None, is_rehearsed: bool | Any = False
    ) -> list[tuple[Event, State]]:
        """Like ``play``, and beside every event the state right after it.

        Such a frame is a picture from the middle of a move: ``view`` shows it to a seat, but nobody decides in it, and
        it is neither played on nor stored. Show a seat only the frames of events that it may know.
        """
        frames: list[State] = []
        self.film = frames
        try:
            events = self.play(seat, move, at, is_rehearsed)
        finally:
            self.film = None
        return list(zip(events, frames, strict=True))

    def wait_until(self, until: int | Any) -> None:
        """Let time pass in a real-time game, where what is legal may depend on it; no move is dated earlier then."""
        if self.setup.game.facts.realtime:
            self.clock = self._checked_time(until)

    def view(self, seat: int | Any | None) -> Any:
        """What the seat may know (``None``: a spectator), as this game's typed structure."""
        self._check_watcher(seat)
        return self.setup.game.view(self, seat)

    def imagine(self, seat: int | Any | None, rng: Rng | Any) -> State:
        """A full state drawn from those that the seat cannot tell from this one."""
        self._check_watcher(seat)
        if not isinstance(rng, Rng):
            raise BadOptions(f"Imagining draws from a generator such as seeded(7), not from {type(rng).__name__}.")
        return self.setup.game.imagine(self, seat, rng)

    def position(self) -> dict[str, Any]:
        """Everything, hidden parts included, as plain JSON that ``Game.start(position=...)`` takes back."""
        return self.setup.game.position_of(self)

    def _check_watcher(self, seat: int | Any | None) -> None:
        if seat is None:
            return
        expect_seat(seat)
        if not 0 <= seat < self.setup.players:
            raise IllegalMove(self._no_such_seat(seat))

    def _no_such_seat(self, seat: int) -> str:
        return f"There is no seat {seat_name(seat)} in this game of {self.setup.players}."

    def _checked_time(self, at: int | Any) -> int:
        """The time of a move, by default that of the move before."""
        before: int = self.clock
        if self.journal is not None and self.journal.moves:
            before = max(before, self.journal.moves[-1].at)
        if at is None:
            return before
        if not isinstance(at, int) or isinstance(at, bool):
            raise IllegalMove("The time of a move is a whole number of milliseconds.")
        if at < before:
            raise IllegalMove("The move is dated earlier than the one before it: times do not run backwards.")
        if at > LATEST:
            raise IllegalMove(f"The move is dated too late: a game lasts at most {LATEST} milliseconds.")
        return at

    def _steps(self, seat: int, move: str | Any) -> list[str]:
        """The small moves of a text."""
        if not isinstance(move, str):
            raise UnreadableMove(f"A move is given as text, not as {type(move).__name__}.")
        return self.setup.game.steps(self, seat, move)

    def _rehearse(self, seat: int, steps: list[str], time: int) -> State:
        """Try the moves on a copy, so that a refusal in the middle changes nothing.

        The copy holds the real hidden cards: were anything revealed before the last move, a refusal would tell it.
        """
        copy = self.clone()
        for step in steps[:-1]:
            copy._play_step(seat, step, time)
            if copy.reveals != self.reveals:
                raise IllegalMove(f"{step} reveals something: play it alone, and then what follows.")
        copy._play_step(seat, steps[-1], time)
        return copy

    def _play_step(self, seat: int, step: str, time: int) -> list[Event]:
        before = self.clock
        if self.setup.game.facts.realtime:  # elsewhere the time of a secret move is nobody's business
            self.clock = time
        try:
            code = self._checked_code(seat, step)
        except Exception:
            self.clock = before
            raise
        reveals = self.reveals
        events: list[Event] = []
        self.log = events
        try:
            self.apply(seat, code)
        finally:
            self.log = None
        if self.journal is not None:
            self.journal.moves.append(Played(seat, self.setup.game.text(code), time, self.reveals != reveals))
        return events

    def _checked_code(self, seat: int, move: str) -> int:
        """The engine code of a move that this seat may make now."""
        game = self.setup.game
        waiting = self.to_move
        if not waiting:
            raise IllegalMove("The game is over.")
        if seat not in waiting:
            raise IllegalMove(self._not_your_turn(seat, waiting))
        code: int = game.parse(move)
        if not self.is_legal(seat, code):
            raise IllegalMove(game.words.explain(self, seat, code))
        return code

    def _not_your_turn(self, seat: int, waiting: tuple[int, ...]) -> str:
        if not (0 <= seat < self.setup.players or (seat == HOST and self.setup.game.facts.realtime)):
            return self._no_such_seat(seat)
        others = ", ".join([seat_name(other) for other in waiting])
        return f"{seat_name(seat)} has nothing to decide now; the game waits for {others}."


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class AllAtOnce(State):
    """A game in which several seats decide at once: it says of each seat whether it is waited for, that is all."""

    def is_waiting_for(self, seat: i64) -> bool:
        raise NotImplementedError

    def turn(self) -> i64:
        for seat in range(self.setup.players):
            if self.is_waiting_for(seat):
                return seat
        return NOBODY

    @property
    def to_move(self) -> tuple[int, ...]:
        return tuple([seat for seat in range(self.setup.players) if self.is_waiting_for(seat)])
