"""One match, folded from its entries: seats, the game, what each reader has been told. It knows no network.

Folding is deterministic: the same entries give the same match in every process, down to the version numbers that
readers see. A *reader* is a seat, or None for spectators.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

import mesozoic
from mesozoic.kernel.errors import IllegalMove, MesozoicError
from mesozoic.kernel.event import Event, Said
from mesozoic.kernel.game import Game
from mesozoic.kernel.record import Record, go_back, take_back
from mesozoic.kernel.state import HOST, State, seat_name
from mesozoic.table.storage.entries import COME_BACK, MOVE, OWN, Entry, MatchRow

Reader = int | None

LOG_LINES = 120
"""So many events are kept for each reader who comes later, of those that it may know."""
CHAT_LINES = 200
MOST_TURNS_BACK = 5


@dataclass
class Seat:
    """Who sits there."""

    number: int
    kind: str
    """``person``, ``bot`` or ``open``."""
    name: str
    level: str | None = None
    away: bool = False
    resigned: bool = False

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away or self.resigned

    @property
    def is_present_person(self) -> bool:
        return self.kind == "person" and not self.is_played_by_bot


@dataclass
class Stay:
    """Somebody sits or sat in a seat, from one entry on to another one."""

    seat: int
    name: str
    since: int
    until: int | None = None
    """None as long as they sit there."""


@dataclass
class ChatEntry:
    number: int
    seat: int | None
    name: str
    text: str
    wall: float


@dataclass
class UndoAsked:
    """Somebody wants to take back a move; these others have to agree."""

    seat: int
    needed: list[int]
    agreed: list[int] = field(default_factory=list)
    after: int | None = None
    """Everything after this entry is to be taken back; None for the seat's last move alone."""


@dataclass
class Told:
    """What an entry brought, and who may notice."""

    entry: Entry
    film: list[tuple[Event, State]] = field(default_factory=list)
    readers: list[Reader] = field(default_factory=list)
    """They get an update."""
    match_changed: bool = False
    chat: ChatEntry | None = None

    def accepted(self, reader: Reader) -> str | None:
        """The key of the reader's own move, if this is what came of it. Other requests may bring more than this."""
        if self.entry.kind != MOVE or self.entry.seat != reader:
            return None
        answers = self.entry.answers
        return answers[1] if answers is not None and answers[0] == reader else None


class Match:
    """A match as its entries made it."""

    is_shelved = False
    """Are these rules that the server no longer plays?"""

    def __init__(self, row: MatchRow) -> None:
        self.row = row
        self.game: Game = self._find_game()
        self.number = 0
        self.seats: list[Seat] = []
        self.creator: int | None = None
        self.asked: str | None = None
        """A hash of the request that made it, if it came with a key; none was kept in former times."""
        self.tokens: dict[str, int | None] = {}
        """Hashes of the secrets that hold seats; None for a creator who only watches."""
        self.stays: dict[str, Stay] = {}
        """By the same hashes. Whoever has left before the game began holds nothing any more, but what was stored of
        them is still theirs."""
        self.did: Counter[tuple[Reader, bool]] = Counter()
        """So often each seat did what can be done without end: its returns, and all else."""
        self.state: State | None = None
        self.started = 0.0
        self.abandoned = ""
        self.keys: dict[str, int] = {}
        """The keys of requests that were carried out, with a hash of what was asked."""
        self.chat: deque[ChatEntry] = deque(maxlen=CHAT_LINES)
        self.chat_lines = 0
        """Counted by themselves: the number of an entry would tell how many secret moves went before it."""
        self.logs: dict[Reader, deque[tuple[int, Event]]] = {reader: deque(maxlen=LOG_LINES) for reader in self.readers}
        """What each reader was told, with the number of the entry that brought it."""
        self.made: list[list[int]] = [[] for _ in range(row.players)]
        """The entries of each seat's moves, without those taken back."""
        self.begun: list[tuple[int, str, int]] = []
        """The moves that were made before this match: those of the game that it goes on with."""
        self.undo: UndoAsked | None = None
        self.passing: set[int] = set()
        """Seats that let the table pass for them where nothing concerns them."""
        self.next_match: str | None = None
        self.versions: dict[Reader, int] = {}
        self.decisions: list[int] = [0] * row.players
        self.since: list[float] = [0.0] * row.players
        """When each seat's present decision began."""
        self.turns: list[tuple[int, float]] = [(0, 0.0)] * row.players
        """The entry that made it each seat's turn, and when that was; a turn may be several decisions."""
        self.turn_starts: list[list[int]] = [[] for _ in range(row.players)]
        """The entries that began each seat's turns so far."""
        self.moved: list[int] = []
        """The entry behind each move of the game's history."""
        self.used: list[float] = [0.0] * row.players
        """Seconds that each seat has thought in decisions that are over."""
        self.handed: list[float] = [0.0] * row.players
        """Seconds that a seat had thought about its present decision when it was handed to a bot."""
        self.noticed: dict[int, list[Reader]] = {}
        """Who was told of each entry in ``made``: they are told as well when it is taken back."""
        self.thoughts: list[list[float]] = [[] for _ in range(row.players)]
        """The seconds behind each move in ``made``: who takes one back has thought for as long already."""
        self.clock_at = 0
        """The date of the last move; none may be dated earlier."""
        self.clock_base = 0
        self.clock_wall = 0.0
        """The game's time was ``clock_base`` then, and has run on since."""
        self.is_running = False
        """Real time: does the clock go on? Not before the start, and not before a new keeper has taken over."""

    def _find_game(self) -> Game:
        return mesozoic.game(self.row.game)

    # --- Asking ---------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if self.state is None:
            return "over" if self.abandoned else "waiting"
        return "over" if self.abandoned or self.state.is_over else "playing"

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def readers(self) -> list[Reader]:
        return [*range(self.row.players), None]

    @property
    def to_move(self) -> tuple[int, ...]:
        return self.state.to_move if self.state is not None and self.status == "playing" else ()

    @property
    def is_counted(self) -> bool:
        """Do people play each other, from the beginning of a game whose cards nobody could know?"""
        people = [seat for seat in self.seats if seat.kind == "person"]
        return len(people) > 1 and not self.begun and not self.row.seed_was_chosen

    @property
    def people(self) -> list[Seat]:
        """Persons who play themselves."""
        return [seat for seat in self.seats if seat.is_present_person]

    @property
    def why_over(self) -> str | None:
        if self.abandoned:
            return self.abandoned
        result = self.state.result if self.state is not None else None
        return None if result is None else result.why

    def now(self, wall: float) -> int:
        """The game's own time; it stands still while a real-time match is not kept by anybody."""
        if self.state is None:
            return 0
        if self.game.facts.realtime and not self.is_running:
            return self.clock_at
        return max(self.clock_at, self.clock_base + round((wall - self.clock_wall) * 1000))

    def passes(self) -> list[tuple[int, str]]:
        """Seats for which the table passes now, and by which move."""
        found = [
            (seat, self.game.words.passing(self.state, seat))
            for seat in self.to_move
            if seat in self.passing and self.seats[seat].is_present_person
        ]
        return [(seat, move) for seat, move in found if move is not None]

    def thought(self, seat: int, wall: float) -> float:
        """Seconds that the seat's person has thought about what it is asked now."""
        if self.seats[seat].is_played_by_bot:
            return self.handed[seat]
        return max(0.0, wall - self.since[seat]) if seat in self.to_move else 0.0

    def record(self) -> Record:
        assert self.state is not None
        return Record.of(self.state, [seat.name for seat in self.seats])

    @property
    def is_undo_agreed(self) -> bool:
        return self.undo is not None and not set(self.undo.needed) - set(self.undo.agreed)

    def ways_back(self, seat: int) -> list[int]:
        """Where a seat may ask to go back to: the entries that began its turns, the last first."""
        if self.state is None or self.game.facts.realtime:
            return []
        made, found = self.made[seat], dict[int, int]()  # by its own moves: those of others may be secret
        for start in reversed(self.turn_starts[seat]):
            kept = bisect_right(made, start)
            if kept < len(made):
                found.setdefault(kept, start)
            if len(found) == MOST_TURNS_BACK:
                break
        return list(found.values())

    def question_back(self, seat: int, turns: int) -> tuple[int, list[int]]:
        """To which entry the seat would go back, and who has to agree: all people. Alone nobody can agree to unsee."""
        assert self.state is not None
        ways = self.ways_back(seat)
        if not 0 < turns <= len(ways):
            raise IllegalMove("There is no turn of yours so far back that could be gone back to.")
        after = ways[turns - 1]
        others = [one for one in self.seats if one.kind == "person" and not one.resigned and one.number != seat]
        away = [one.name for one in others if not one.is_present_person]
        if away:
            raise IllegalMove(f"All must agree to go back, and {away[0]} is away.")
        if not others and any(played.revealed for played in self.state.history[bisect_right(self.moved, after) :]):
            raise IllegalMove("Something was revealed since: alone nobody can go back past it.")
        return after, [one.number for one in others]

    def undo_question(self, seat: int) -> list[int]:
        """Whose consent the seat needs to take back its last move: nobody's if no other person has noticed it.

        Raises IllegalMove if it cannot be taken back at all.
        """
        assert self.state is not None
        take_back(self.state, seat)
        others = [one.number for one in self.people if one.number != seat]
        return others if self._was_noticed(seat) else []

    def _was_noticed(self, seat: int) -> bool:
        """Have other people heard of the seat's last move? Of a sealed choice they hear only when it is made.

        What was heard cannot be unheard: it is taken back openly or not at all. The rest leaves no trace.
        """
        assert self.state is not None
        if len(self.people) < 2 or self.state.journal is None:
            return False
        last = self.made[seat][-1] if self.made[seat] else None
        logs = [log for reader, log in self.logs.items() if reader != seat]
        return not self.game.facts.simultaneous or any(number == last for log in logs for number, _ in log)

    # --- Folding --------------------------------------------------------------------------------------------

    def fold(self, entry: Entry) -> Told:
        """Make the entry part of the match. It was checked before it was stored, so it fits."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        told = getattr(self, f"_fold_{entry.kind}")(entry)
        assert isinstance(told, Told)
        self.number = entry.number
        if entry.kind in OWN:
            self.did[entry.seat, entry.kind == COME_BACK] += 1
        if entry.key is not None:
            self.keys[entry.key] = hash(entry.asked)
        for reader in told.readers:
            self.versions[reader] = self.versions.get(reader, 0) + 1
        return told

    def _fold_seats(self, entry: Entry) -> Told:
        self.seats = [Seat(number, **seat) for number, seat in enumerate(entry.data["seats"])]
        self.creator = entry.data["creator"]
        self.asked = entry.data.get("asked")
        self.tokens = dict(entry.data["tokens"])
        held = {hash_: seat for hash_, seat in self.tokens.items() if seat is not None}
        self.stays = {hash_: Stay(seat, self.seats[seat].name, entry.number) for hash_, seat in held.items()}
        self.begun = [(seat, move, at) for seat, move, at in entry.data.get("begun", [])]
        return Told(entry, match_changed=True)

    def _fold_join(self, entry: Entry) -> Told:
        assert entry.seat is not None
        self.seats[entry.seat] = Seat(entry.seat, "person", entry.data["name"])
        self.tokens[entry.data["token"]] = entry.seat
        self.stays[entry.data["token"]] = Stay(entry.seat, entry.data["name"], entry.number)
        return Told(entry, match_changed=True)

    def _fold_leave(self, entry: Entry) -> Told:
        assert entry.seat is not None
        self.seats[entry.seat] = Seat(entry.seat, "open", "")
        for hash_ in [one for one, seat in self.tokens.items() if seat == entry.seat]:
            del self.tokens[hash_]
            self.stays[hash_].until = entry.number
        if self.creator == entry.seat:
            people = self.people
            self.creator = people[0].number if people else None
        return Told(entry, match_changed=True)

    def _fold_seat(self, entry: Entry) -> Told:
        assert entry.seat is not None
        self.seats[entry.seat] = Seat(entry.seat, **entry.data)
        return Told(entry, match_changed=True)

    def _fold_start(self, entry: Entry) -> Told:
        row = self.row
        self.state = self.game.start(row.players, seed=row.seed, options=row.options)
        for seat, move, at in self.begun:
            self._tell(entry, self.state.play_filmed(seat, move, at, is_rehearsed=True))
            self.clock_at = self.clock_base = max(self.clock_at, at)
        self.moved = [entry.number] * len(self.state.history)
        self.started = self.clock_wall = entry.wall
        self.is_running = True
        for seat in self.to_move:
            if seat != HOST:
                self.decisions[seat] += 1
                self.since[seat] = entry.wall
                self._begin_turn(seat, entry)
        return Told(entry, readers=self.readers, match_changed=True)

    def _fold_resume(self, entry: Entry) -> Told:
        """The server was away, or nobody kept the match: that time counts for nobody."""
        self.clock_at = self.clock_base = max(self.clock_at, entry.at)
        self.clock_wall = entry.wall
        self.is_running = True
        gone = entry.data.get("gone")
        if gone is not None:
            for seat in self.to_move:
                if seat != HOST:  # whichever way the clock on the wall was set meanwhile
                    self.since[seat] = entry.wall - max(0.0, gone - self.since[seat])
        return Told(entry, readers=self.readers)

    def _fold_move(self, entry: Entry) -> Told:
        state = self.state
        assert state is not None and entry.seat is not None
        before, used, earlier = self._asked(), list(self.used), state.clone()
        film = state.play_filmed(entry.seat, entry.data["move"], entry.at, is_rehearsed=True)
        self.moved += [entry.number] * (len(state.history) - len(self.moved))
        self.clock_at = max(self.clock_at, entry.at)
        if entry.seat != HOST:
            self.made[entry.seat].append(entry.number)
        if not entry.data.get("by_itself"):
            self.passing.discard(entry.seat)  # its person is there and decides
        asked = self.undo
        if not (asked is not None and entry.seat != asked.seat and self.game.facts.simultaneous) or state.is_over:
            self.undo = None
        told = self._after(entry, before, film, earlier)
        if entry.seat != HOST:
            self.thoughts[entry.seat].append(self.used[entry.seat] - used[entry.seat])
        if asked is not self.undo:
            told.readers = self.readers
        self.noticed[entry.number] = told.readers
        return told

    def _fold_undo(self, entry: Entry) -> Told:
        assert self.state is not None and entry.seat is not None
        if "after" in entry.data:
            return self._fold_way_back(entry, entry.seat, entry.data["after"])
        mine = [at for at, played in enumerate(self.state.history) if played.seat == entry.seat]
        del self.moved[mine[-1]]
        before, was_noticed = self._asked(), self._was_noticed(entry.seat)
        used = self.used[entry.seat] - (self.thoughts[entry.seat].pop() if self.thoughts[entry.seat] else 0.0)
        earlier, self.state = self.state, take_back(self.state, entry.seat)
        self.undo = None
        gone = self.made[entry.seat].pop() if self.made[entry.seat] else None
        self._forget(gone)
        told = self._after(entry, before, [], earlier)
        self.since[entry.seat] -= self.used[entry.seat] - used  # the old decision goes on, its time used stays used
        self.used[entry.seat] = used
        heard = {entry.seat, *told.readers, *(self.readers if was_noticed else self.noticed.get(gone or 0, []))}
        told.readers = [reader for reader in self.readers if reader in heard]
        return told

    def _fold_way_back(self, entry: Entry, seat: int, after: int) -> Told:
        """Everything after an entry is taken back, before all eyes. Time used stays used."""
        assert self.state is not None
        before, earlier, kept = self._asked(), self.state, bisect_right(self.moved, after)
        self.state = go_back(self.state, kept)
        del self.moved[kept:]
        self.undo = None
        for one in range(self.row.players):
            del self.made[one][bisect_right(self.made[one], after) :]
            del self.thoughts[one][len(self.made[one]) :]
            del self.turn_starts[one][bisect_right(self.turn_starts[one], after) :]
            self.decisions[one] += one in self.state.to_move  # whatever was about to be answered is another question
        for reader, log in self.logs.items():
            self.logs[reader] = deque([line for line in log if line[0] <= after], maxlen=LOG_LINES)
        agreed = "all agreed" if "agreed_by" in entry.data else "nothing was revealed since"
        line = Said(f"{seat_name(seat)} went back to the beginning of an earlier turn: {agreed}.")
        told = self._after(entry, before, [], earlier)
        self._tell(entry, [(line, self.state)])  # with the whole log, which everybody gets anew
        told.readers = self.readers
        for one in self.to_move:
            if one != HOST and not (self.turn_starts[one] and self.turns[one][0] == entry.number):
                self._begin_turn(one, entry)
        return told

    def _begin_turn(self, seat: int, entry: Entry) -> None:
        self.turns[seat] = (entry.number, entry.wall)
        self.turn_starts[seat].append(entry.number)

    def _fold_undo_ask(self, entry: Entry) -> Told:
        assert entry.seat is not None
        self.undo = UndoAsked(entry.seat, list(entry.data["needed"]), after=entry.data.get("after"))
        return Told(entry, readers=self.readers)

    def _fold_undo_answer(self, entry: Entry) -> Told:
        assert entry.seat is not None
        if self.undo is not None:
            if entry.data["agree"]:
                self.undo.agreed.append(entry.seat)
            else:
                self.undo = None
        return Told(entry, readers=self.readers)

    def _fold_program(self, entry: Entry) -> Told:
        assert entry.seat is not None
        (self.passing.add if entry.data["on"] else self.passing.discard)(entry.seat)
        return Told(entry, readers=[entry.seat])

    def _fold_chat(self, entry: Entry) -> Told:
        self.chat_lines += 1
        line = ChatEntry(self.chat_lines, entry.seat, entry.data["name"], entry.data["text"], entry.wall)
        self.chat.append(line)
        return Told(entry, chat=line)

    def _fold_hand_over(self, entry: Entry) -> Told:
        assert entry.seat is not None
        seat = self.seats[entry.seat]
        if not seat.is_played_by_bot:
            self.handed[entry.seat] = self.thought(entry.seat, entry.wall)
        seat.away, seat.level, seat.resigned = True, entry.data["level"], bool(entry.data.get("resign"))
        return Told(entry, readers=self.readers, match_changed=True)

    def _fold_come_back(self, entry: Entry) -> Told:
        assert entry.seat is not None
        seat = self.seats[entry.seat]
        seat.away, seat.level = False, None
        self.since[entry.seat] = entry.wall - self.handed[entry.seat]
        return Told(entry, readers=self.readers, match_changed=True)

    def _fold_rematch(self, entry: Entry) -> Told:
        self.next_match = entry.data["match"]
        return Told(entry, match_changed=True)

    def _fold_abandon(self, entry: Entry) -> Told:
        self.abandoned = entry.data["why"]
        return Told(entry, readers=self.readers, match_changed=True)

    # --- What a move changes for whom -------------------------------------------------------------------------

    def _asked(self) -> list[list[int] | None]:
        """What each seat is asked now: its moves, or None. In real time everybody may always do something."""
        assert self.state is not None
        if self.game.facts.realtime:
            return [None] * self.row.players
        return [self.state.codes(seat) if self.state.is_waiting_for(seat) else None for seat in range(self.row.players)]

    def _after(
        self, entry: Entry, before: list[list[int] | None], film: list[tuple[Event, State]], earlier: State
    ) -> Told:
        """Count decisions, run clocks, and find out who may notice: nobody learns that a sealed choice goes on."""
        assert self.state is not None
        after = self._asked()
        self._tell(entry, film)
        everybody = self.state.is_over or [one is None for one in before] != [one is None for one in after]
        readers: list[Reader] = []
        for reader in self.readers:
            heard = everybody or (reader is not None and reader == entry.seat)
            if heard or any(event.is_known_to(reader) for event, _ in film) or self._sees_more(reader, earlier):
                readers.append(reader)
        for seat in range(self.row.players):
            if before[seat] is None and after[seat] is not None:
                self._begin_turn(seat, entry)
            if seat == entry.seat or before[seat] != after[seat]:
                self.decisions[seat] += after[seat] is not None
                if None in readers:  # else a clock would tell when somebody went on with a sealed choice
                    self._run_clock(seat, before[seat] is not None, entry.wall)
        return Told(entry, film, readers, match_changed=self.state.is_over)

    def _sees_more(self, reader: Reader, earlier: State) -> bool:
        """Did a small step without an event change what lies on the table for this reader?

        Where turns go round one looks on while another decides. Where all decide at once, choices are sealed.
        """
        assert self.state is not None
        return self.game.facts.pace == "turn by turn" and earlier.view(reader) != self.state.view(reader)

    def _tell(self, entry: Entry, film: list[tuple[Event, State]]) -> None:
        lines = [(entry.number, event) for event, _ in film]  # once for all logs
        for reader, log in self.logs.items():
            log.extend(line for line in lines if line[1].is_known_to(reader))

    def _forget(self, number: int | None) -> None:
        """What a move brought leaves the logs with it."""
        for reader, log in self.logs.items():
            kept = [line for line in log if line[0] != number]
            self.logs[reader] = deque(kept, maxlen=LOG_LINES)

    def _run_clock(self, seat: int, was_asked: bool, wall: float) -> None:
        """The seat's decision is over. What a bot thought in a person's seat counts for nobody."""
        if self.seats[seat].is_played_by_bot:
            self.used[seat] += self.handed[seat]
        elif was_asked:
            self.used[seat] += max(0.0, wall - self.since[seat])
        self.handed[seat] = 0.0
        self.since[seat] = wall


def checked_move(match: Match, seat: int, move: str, at: int) -> State:
    """The game after a move, tried on a copy; raises what a player may be told if it is not possible."""
    if match.state is None or match.status != "playing":
        raise NotPlaying("The game has not begun." if match.state is None else "The game is over.")
    return match.state.rehearsed(seat, move, at)


class NotPlaying(MesozoicError):
    """Something was asked that a match in this state cannot do."""


def public_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options as everybody may see them; a whole card table is only named."""
    return {
        name: (f"{value[:60]}…" if isinstance(value, str) and len(value) > 200 else value)
        for name, value in options.items()
    }
