"""What must be true whatever happens. The oracle reads what is committed and folds it, apart from any server.

Every entry is looked at when it is committed: who may have made it, whose clock ran, what each reader was told by it.
What clients receive and what they are promised is compared with that.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from mesozoic.client import messages
from mesozoic.kernel.event import Event
from mesozoic.kernel.sharing import looking_together, merged
from mesozoic.kernel.state import HOST
from mesozoic.table.matches import present
from mesozoic.table.matches.clocks import Clocks
from mesozoic.table.matches.match import Match, Reader, Told
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry, MatchRow

if TYPE_CHECKING:
    from tests.table.simulated.world import World

CLOCKS = Clocks()
UNNOTICED_SECONDS = 1.6
"""A server that was away for no longer than this may be charged to those who think."""
SURELY = ("move", "chat", "undo", "answer_undo")
"""Requests that are an entry of their own when they were accepted; others may have found nothing left to do."""
ENTRY_OF = {"chat": ("chat",), "move": ("move",), "undo": ("undo", "undo_ask"), "answer_undo": ("undo_answer", "undo")}
TOLD = ("view", "decision", "moves", "to_move", "result", "can_undo", "turns_back", "undo", "passes")
"""What an update says that depends on nothing but the entries that its reader was told of."""


class Wrong(AssertionError):
    """Something that must never be."""


def digest(value: Any) -> str:
    plain = msgspec.json.decode(present.encoded(value))
    return hashlib.blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=8).hexdigest()


def digests(update: messages.Update) -> dict[str, str]:
    return {name: digest(getattr(update, name)) for name in TOLD}


@dataclass
class Request:
    """What a client asked for, and what it was told of it."""

    match: str
    seat: int
    key: str
    kind: str
    said: Any
    """The message."""
    answer: str = ""
    """``accepted`` or ``refused``; a server that is busy has not answered."""
    copies: int = 0
    """So many of it may still be on their way: a refusal of one says nothing of the others."""

    @property
    def stored_key(self) -> str:
        return f"{self.seat}:{self.key}"


@dataclass
class Ledger:
    """One match as its entries make it, and what each reader may have seen of it."""

    match: Match
    entries: list[Entry] = field(default_factory=list)
    keys: dict[str, Entry] = field(default_factory=dict)
    told: dict[tuple[Reader, int], dict[str, str]] = field(default_factory=dict)
    """By reader and version."""
    events: dict[tuple[Reader, int], list[str]] = field(default_factory=dict)
    logs: dict[tuple[Reader, int], list[tuple[int, Event]]] = field(default_factory=dict)
    began: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Of each seat's decision: how long servers had run, and how often they had been away."""
    is_unsure: set[int] = field(default_factory=set)
    """Seats whose decision goes on where it was taken up before."""


class Oracle:
    def __init__(self, world: World) -> None:
        self.world = world
        self.ledgers: dict[str, Ledger] = {}
        self.last_row = 0
        self.requests: dict[tuple[str, str], Request] = {}
        self.accounts: dict[tuple[str, int, float], tuple[float, int]] = {}
        """By match, number and time of an entry: how long servers had run when it was written down."""
        self.checks: Counter[str] = Counter()

    # --- What is committed --------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Fold what was committed since the last look."""
        looking = self.world.disk.looking
        found = looking.execute("select rowid, * from entries where rowid > ? order by rowid", (self.last_row,))
        names = [one[0] for one in found.description]
        for row in found.fetchall():
            values = dict(zip(names, row, strict=True))
            self.last_row = values.pop("rowid")
            values["data"] = json.loads(values["data"])
            self._fold(Entry(**values))

    def look_at_everything(self) -> None:
        """After a fall: nothing that was committed is gone or different, and rows say what entries say."""
        self.look()
        looking = self.world.disk.looking
        found = looking.execute("select match, number, kind, seat, data, at, wall, key from entries order by rowid")
        stored: dict[str, list[Entry]] = {}
        for one in found.fetchall():
            match, number, kind, seat, data, at, wall, key = one
            entry = Entry(match, number, kind, seat, json.loads(data), at, wall, key)
            stored.setdefault(entry.match, []).append(entry)
        for name, ledger in self.ledgers.items():
            if stored.get(name, []) != ledger.entries:
                raise Wrong(f"what was committed of {name} is not what is stored now")
        self.checks["stored entries read again after a fall"] += sum(map(len, stored.values()))
        self._check_rows()

    def _check_rows(self) -> None:
        found = self.world.disk.looking.execute("select id, status, deadline from matches").fetchall()
        for name, status, deadline in found:
            match = self.ledgers[name].match if name in self.ledgers else None
            if match is None:
                raise Wrong(f"match {name} was stored without its first entry")
            if match.status != status:
                raise Wrong(f"the row of {name} says {status}, its entries {match.status}")
            if match.row.clock is not None and (deadline is None) == (status == "playing"):
                raise Wrong(f"match {name} is {status} with the deadline {deadline}")
            self.checks["rows of matches"] += 1

    def _ledger(self, name: str) -> Ledger:
        if name not in self.ledgers:
            fields = ", ".join(MatchRow.__dataclass_fields__)
            row = self.world.disk.looking.execute(f"select {fields} from matches where id = ?", (name,)).fetchone()
            values = dict(zip(MatchRow.__dataclass_fields__, row, strict=True))
            for one in ("options", "clock", "deal"):
                values[one] = None if values[one] is None else json.loads(values[one])
            self.ledgers[name] = Ledger(Match(MatchRow(**values)))
        return self.ledgers[name]

    def _fold(self, entry: Entry) -> None:
        ledger = self._ledger(entry.match)
        match = ledger.match
        if entry.number != match.number + 1:
            raise Wrong(f"entry {entry.number} of {entry.match} follows {match.number}")
        if entry.key is not None and entry.key in ledger.keys:
            raise Wrong(f"{entry.key} was carried out twice in {entry.match}")
        self._check_maker(ledger, entry)
        before, wish = list(match.decisions), match.undo
        told = match.fold(entry)
        ledger.entries.append(entry)
        if entry.key is not None:
            ledger.keys[entry.key] = entry
        self.world.trace(f"stored {entry.match} {entry.number} {entry.kind} {entry.seat} {entry.data}")
        self.checks["entries folded"] += 1
        if match.state is not None:
            self._note_told(ledger, told)
            self._check_clocks(ledger, told, before, is_wish_gone=wish is not None and match.undo is None)

    def _check_maker(self, ledger: Ledger, entry: Entry) -> None:
        """Only a seat's person, by a request that was made, or whoever plays it just then."""
        match = ledger.match
        if entry.answers is not None:
            seat, key = entry.answers
            asked = self.requests.get((entry.match, key))
            if asked is None or asked.seat != seat:
                raise Wrong(f"nobody asked for {entry}")
            if asked.answer == "refused" and asked.copies == 0:
                raise Wrong(f"{entry} was refused, and is stored")
            if entry.kind == kinds.MOVE and (entry.data["move"] != asked.said.move or entry.seat != seat):
                raise Wrong(f"{asked} became {entry}")
            if entry.kind == kinds.CHAT and entry.data["text"] != asked.said.text:
                raise Wrong(f"{asked} became {entry}")
            if entry.kind == kinds.MOVE and match.seats[seat].is_played_by_bot:
                raise Wrong(f"{entry}: a bot plays that seat")
            self.checks["requests carried out"] += 1
        elif entry.kind == kinds.MOVE and entry.seat is not None and entry.seat != HOST:
            self._check_bot(match, entry, entry.seat)

    def _check_bot(self, match: Match, entry: Entry, seat: int) -> None:
        self.checks["moves of bots"] += 1
        if match.seats[seat].is_played_by_bot:
            return
        if entry.data.get("by_itself"):
            if (seat, entry.data["move"]) not in match.passes():
                raise Wrong(f"{entry}: nobody let the table pass there")
            return
        clock = match.row.clock
        if clock is None or clock["then"] != "bot_moves" or CLOCKS.left(match, seat, entry.wall) > 0.05:
            raise Wrong(f"{entry}: no bot plays that seat")

    # --- What readers are told ----------------------------------------------------------------------------------------

    def _note_told(self, ledger: Ledger, told: Told) -> None:
        match = ledger.match
        assert match.state is not None
        told.film = merged(told.film, match.state)
        with looking_together():
            for reader in match.readers:
                self._note_reader(ledger, told, reader)

    def _note_reader(self, ledger: Ledger, told: Told, reader: Reader) -> None:
        match = ledger.match
        place = (reader, match.versions.get(reader, 0))
        update = present.update(match, reader, told, 0.0, CLOCKS, False, False)
        found, log = digests(update), list(match.logs[reader])
        if place in ledger.told:
            changed = [name for name in TOLD if ledger.told[place][name] != found[name]]
            if changed or ledger.logs[place] != log:
                raise Wrong(f"{told.entry}: reader {reader} was not told, but {changed or ['log']} changed")
            self.checks["readers who notice nothing"] += 1
        ledger.told[place], ledger.logs[place] = found, log
        if reader in told.readers:
            ledger.events[place] = [frame.event.words for frame in update.frames]

    def check_update(self, name: str, reader: Reader, update: messages.Update, is_news: bool) -> None:
        """Exactly what this reader may know at this version; ``update`` has its view whole."""
        ledger = self.ledgers[name]
        place = (reader, update.version)
        expected = ledger.told.get(place)
        if expected is None:
            raise Wrong(f"reader {reader} of {name} was told version {update.version} before it was stored")
        found = digests(update)
        for one in TOLD:
            if found[one] != expected[one]:
                raise Wrong(f"reader {reader} of {name}, version {update.version}: another {one} than it may know")
        if is_news and [frame.event.words for frame in update.frames] != ledger.events[place]:
            raise Wrong(f"reader {reader} of {name}, version {update.version}: other events than it may know")
        self.checks["updates compared"] += 1

    def check_welcome(self, name: str, reader: Reader, welcome: messages.Welcome) -> None:
        if welcome.update is not None:
            self.check_update(name, reader, welcome.update, is_news=False)
            ledger = self.ledgers[name]
            assert ledger.match.state is not None
            setup = ledger.match.state.setup
            lines = [setup.game.words.told(setup, event) for _, event in ledger.logs[reader, welcome.update.version]]
            if welcome.log != lines:
                raise Wrong(f"reader {reader} of {name}: another log than it may know")
        talk = [line.text for line in welcome.chat]
        if talk != [line.text for line in self.ledgers[name].match.chat][: len(talk)]:
            raise Wrong(f"{name}: another talk than is stored")

    # --- What is promised ---------------------------------------------------------------------------------------------

    def asked(self, request: Request) -> None:
        self.requests[request.match, request.key] = request

    def answered(self, request: Request, answer: str) -> None:
        """A client is told that its request was carried out, or was not."""
        entry = self.ledgers[request.match].keys.get(request.stored_key)
        if answer == "accepted" and request.kind in SURELY:
            if entry is None:
                raise Wrong(f"{request} was acknowledged and is not stored")
            if entry.kind not in ENTRY_OF[request.kind]:
                raise Wrong(f"{request} became {entry}")
        if request.copies <= 1 and answer == "refused" and entry is not None:
            raise Wrong(f"{request} was refused and is stored")
        if request.copies <= 1 and request.answer not in ("", answer):
            raise Wrong(f"{request} was {request.answer} before and is {answer} now")
        if request.answer != "accepted":
            request.answer = answer
        self.checks[f"requests {answer}"] += 1

    # --- Clocks -------------------------------------------------------------------------------------------------------

    def written(self, entry: Entry) -> None:
        """A server has written it down, and stores it when the disk lets it."""
        self.accounts[entry.match, entry.number, entry.wall] = self.world.account()

    def _check_clocks(self, ledger: Ledger, told: Told, before: list[int], is_wish_gone: bool) -> None:
        """Nobody is charged for more time than servers ran, as the world has counted it."""
        entry, match, clock = told.entry, ledger.match, ledger.match.row.clock
        if clock is None:
            return
        now = self.world.account()
        is_back = entry.kind == kinds.UNDO
        for seat in range(match.row.players):
            is_new = (
                match.decisions[seat] != before[seat] and None in told.readers and not is_wish_gone
            )  # else it is sealed: one clock for all; that a wish to take back is gone is told to everybody, too
            if entry.kind == kinds.START or is_new:
                if clock["per"] == "move" or entry.kind == kinds.START:
                    ledger.began[seat] = self.accounts.get((entry.match, entry.number, entry.wall), now)
                (ledger.is_unsure.add if is_back else ledger.is_unsure.discard)(seat)
        for seat in match.to_move:
            if seat == HOST or not CLOCKS.runs(match, seat) or (seat in ledger.is_unsure and clock["per"] == "move"):
                continue
            ran, falls = (one - other for one, other in zip(now, ledger.began[seat], strict=True))
            most = ran + UNNOTICED_SECONDS * (falls + 1)
            charged = clock["seconds"] - CLOCKS.left(match, seat, entry.wall)
            if charged > most:
                raise Wrong(f"{entry}: P{seat + 1} is charged {charged:.1f} s, servers ran {ran:.1f} s ({falls} falls)")
            self.checks["clocks compared"] += 1

    # --- In the end ---------------------------------------------------------------------------------------------------

    def check_end(self) -> None:
        self.look_at_everything()
        for request in self.requests.values():
            if not request.answer:
                raise Wrong(f"{request} was never answered")
            entry = self.ledgers[request.match].keys.get(request.stored_key)
            if entry is None and request.answer == "accepted" and request.kind in SURELY:
                raise Wrong(f"{request} was acknowledged and is lost")
            if entry is not None and request.answer == "refused" and request.copies == 0:
                raise Wrong(f"{request} was refused and is stored as {entry}")
        for name, ledger in self.ledgers.items():
            if ledger.match.status != "over":
                raise Wrong(f"{ledger.match.row.game} {name} was not played to its end")
