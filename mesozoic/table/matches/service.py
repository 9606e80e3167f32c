"""What people can do with matches: make, join, leave, start, hand over, take back, play again."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec

import mesozoic
from mesozoic.bots import check_bot, usual_bot
from mesozoic.client import messages
from mesozoic.kernel.game import Game
from mesozoic.table.errors import Forbidden, Refusal, Unknown
from mesozoic.table.matches import present, tokens, wishes
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.limits import BOTS_ONLY_COST, REQUESTS, SITTINGS
from mesozoic.table.matches.match import Match, Reader, Stay
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.wishes import Wish
from mesozoic.table.matches.writing import free_name, name_of, spoken
from mesozoic.table.storage import entries as kinds
from mesozoic.table.storage.entries import Entry, MatchRow, asking
from mesozoic.table.storage.retention import SOMEBODY

Moves = list[tuple[int, str, int]]
"""Seat, move, and when it was made."""


def find_game(name: str) -> Game:
    if name not in mesozoic.all_games():
        raise Unknown(f"There is no game {name!r}: this table has {', '.join(mesozoic.all_games())}.")
    return mesozoic.game(name)


class Service:
    """The table's desk. Who asks is known by a token, checked before anything here is called."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    # --- Making -----------------------------------------------------------------------------------------------

    async def create(self, wanted: messages.NewMatch) -> messages.Seated:
        self.hub.check_new()
        self.hub.house.check_name(name_of(wanted.name))
        game = find_game(wanted.game)
        setup = game.prepare(len(wanted.seats), wanted.options)
        seats = self._seats(game, wanted)
        mine = [number for number, wish in enumerate(wanted.seats) if wish.kind == "me"]
        if len(mine) > 1:
            raise Refusal("You can take only one seat yourself.")
        seat = mine[0] if mine else None
        row = self._row(game, setup.players, dict(setup.options), wanted)
        begun: Moves = []
        if wanted.try_from is not None:
            row, begun = await self._go_on(row, wanted)
        secret = tokens.new_secret(row.salt, wanted.key)
        more: dict[str, Any] = {"begun": begun} if begun else {}
        if wanted.key is not None:
            more["asked"] = _hash_of(wanted)
        room = await self._open(row, seats, seat, {tokens.hashed(secret): seat}, **more)
        if room is None:
            return await self._made_before(row, wanted)
        return messages.Seated(room.info(), seat, tokens.token_of(row.id, secret))

    async def _go_on(self, row: MatchRow, wanted: messages.NewMatch) -> tuple[MatchRow, Moves]:
        """The match as it goes on from a step of a finished one: its options, its cards, its moves up to there."""
        assert wanted.try_from is not None
        match = (await self.hub.room(wanted.try_from.match)).match
        if match.state is None or match.status != "over":
            raise Forbidden("Only a finished game can be tried from one of its steps.")
        if match.row.game != row.game or match.row.rules != row.rules:
            raise Refusal("That game was played by other rules, so it cannot be played on.")
        if match.game.facts.realtime:
            raise Refusal(f"{match.game.title} is played in real time and cannot be tried from the middle.")
        if len(wanted.seats) != match.row.players or any(wish.kind == "open" for wish in wanted.seats):
            raise Refusal(f"Name who sits in each of the {match.row.players} seats: you, or a bot.")
        moves = match.record().moves
        if wanted.try_from.step >= len(moves):
            raise Refusal("The game is over there: choose an earlier step.")
        begun = [(one.seat, one.move, one.at) for one in moves[: wanted.try_from.step]]
        old = match.row
        return replace(row, options=old.options, seed=old.seed, seed_was_chosen=old.seed_was_chosen), begun

    async def _made_before(self, row: MatchRow, wanted: messages.NewMatch) -> messages.Seated:
        """The request came twice: answer as before. Another one with its key is refused."""
        assert wanted.key is not None
        room = await self.hub.room(await self.hub.store.match_with_key(tokens.hashed(wanted.key)) or "")
        if not _is_same(room.match, row, wanted):
            raise Forbidden(wishes.USED_KEY)
        token = tokens.token_of(room.match.row.id, tokens.new_secret(room.match.row.salt, wanted.key))
        return messages.Seated(room.info(), self.hub.seat_of(room, token), token)

    def _row(self, game: Game, players: int, options: dict[str, Any], wanted: messages.NewMatch) -> MatchRow:
        clock = None
        if wanted.clock is not None:
            if game.facts.realtime:
                raise Refusal(f"{game.title} has its own clock: leave out the time to think.")
            clock = {"per": wanted.clock.per, "seconds": wanted.clock.seconds, "then": wanted.clock.then}
        return MatchRow(
            id=tokens.new_match_id(),
            game=game.name,
            rules=game.rules_version,
            players=players,
            options=options,
            seed=wanted.seed if wanted.seed is not None else str(secrets.randbits(62)),
            seed_was_chosen=wanted.seed is not None,
            listed=wanted.listed,
            clock=clock,
            created=self.hub.wall(),
            salt=secrets.token_hex(16),
            key=None if wanted.key is None else tokens.hashed(wanted.key),
        )

    def _seats(self, game: Game, wanted: messages.NewMatch) -> list[dict[str, Any]]:
        """Nobody who makes a match is called like one of its bots."""
        most_ms = self.hub.settings.bot_budget_ms
        bots = [
            bot_seat(game, wish.level, number, most_ms, len(wanted.seats))
            if wish.kind == "bot"
            else {"kind": "open", "name": ""}
            for number, wish in enumerate(wanted.seats)
        ]
        me = {"kind": "person", "name": free_name(name_of(wanted.name), [SOMEBODY, *(bot["name"] for bot in bots)])}
        return [me if wish.kind == "me" else bot for wish, bot in zip(wanted.seats, bots, strict=True)]

    async def _open(
        self,
        row: MatchRow,
        seats: list[dict[str, Any]],
        creator: int | None,
        held: dict[str, Reader],
        **more: Any,
    ) -> Room | None:
        """Store the match and start it if nobody is missing; None if one was made with the same key."""
        data = {"seats": seats, "creator": creator, "tokens": held, **more}
        first = Entry(row.id, 1, kinds.SEATS, None, data, 0, self.hub.wall())
        if not await self.hub.store.create(row, first, "waiting"):
            return None
        room = await self.hub.room(row.id)
        if all(seat["kind"] != "open" for seat in seats):
            await room.do(lambda: self._start_wish(room))
        return room

    def _start_wish(self, room: Room) -> Wish | None:
        if room.match.status == "waiting" and any(seat.kind == "open" for seat in room.match.seats):
            raise Forbidden("A seat is still open: wait for somebody, or let a bot take it.")
        return room.begin_wish()

    # --- Before the start ---------------------------------------------------------------------------------------

    async def join(self, match: str, wanted: messages.JoinMatch, client: str | None = None) -> messages.Seated:
        """It counts for a client, if one is named."""
        room = await self.hub.room(match)
        secret = tokens.new_secret(room.match.row.salt, wanted.key)
        asked_name = name_of(wanted.name)
        self.hub.house.check_name(asked_name)

        def wish() -> Wish:
            seat = self._open_seat(room.match, wanted.seat)
            data = {"name": free_name(asked_name, _names(room.match)), "token": tokens.hashed(secret)}
            data = data if data["name"] == asked_name else {**data, "asked": asked_name}
            if client is not None:
                self.hub.limits.take(SITTINGS, f"{match} {client}")
            return Wish(kinds.JOIN, seat, data, _open_seats(room.match, seat, is_open=False))

        key = None if wanted.key is None else tokens.hashed(wanted.key)
        async with self._counted(room, tokens.hashed(secret), client):
            await room.do(wish, key=key, asked=asking(kinds.JOIN, asked_name))
        token = tokens.token_of(match, secret)
        seat = self.hub.seat_of(room, token)
        if wanted.seat not in (None, seat):
            raise Forbidden(wishes.USED_KEY)
        return messages.Seated(room.info(), seat, token)

    @asynccontextmanager
    async def _counted(self, room: Room, held: str, client: str | None) -> AsyncIterator[None]:
        """A seat of a game that has not begun counts for its client; whoever asks again has it already."""
        if client is None or held in room.match.tokens:
            yield
            return
        async with self.hub.joined.one_more(client) as mine:
            try:
                yield
            finally:  # also what was stored when whoever asked had gone
                mine.add(f"{room.match.row.id}.{held}")

    def _open_seat(self, match: Match, wanted: int | None) -> int:
        if match.status != "waiting":
            raise Forbidden("This match has begun: you can watch it.")
        free = [seat.number for seat in match.seats if seat.kind == "open"]
        if not free:
            raise Forbidden("All seats are taken: you can watch.")
        if wanted is not None and wanted not in free:
            raise Forbidden("That seat is not open.")
        return free[0] if wanted is None else wanted

    async def leave(self, room: Room, seat: int) -> None:
        def wish() -> Wish:
            if room.match.status != "waiting":
                raise Forbidden("The game has begun: hand your seat to a bot, or resign.")
            return _leave_wish(room.match, seat)

        await room.do(wish)
        self.hub.reminders.seat_is_free(room.match.row.id, seat)

    async def change_seat(self, room: Room, seat: int, wanted: messages.ChangeSeat) -> None:
        def wish() -> Wish:
            match = room.match
            if match.status != "waiting":
                raise Forbidden("The game has begun: seats stay as they are.")
            if seat >= len(match.seats):
                raise Forbidden("There is no such seat at this table.")
            if match.seats[seat].kind == "person":
                return _free_wish(match, seat, wanted)
            data = {"kind": "open", "name": ""}
            if wanted.kind == "bot":
                bot = bot_seat(match.game, wanted.level, seat, self.hub.settings.bot_budget_ms, len(match.seats))
                data = {**bot, "name": free_name(bot["name"], _names(match, but=seat))}
            return Wish(kinds.SEAT, seat, data, _open_seats(match, seat, is_open=wanted.kind == "open"))

        had_person = seat < len(room.match.seats) and room.match.seats[seat].kind == "person"
        await room.do(wish)
        if had_person:
            self.hub.reminders.seat_is_free(room.match.row.id, seat)

    async def start(self, room: Room, key: str | None = None, seat: Reader = None, client: str = "") -> None:
        """Whoever let bots take all the seats has made a match of bots alone after all."""

        def wish() -> Wish | None:
            begun = self._start_wish(room)
            if begun is not None and not room.match.people:
                self.hub.limits.take(REQUESTS, client, BOTS_ONLY_COST)
            return begun

        await room.do(wish, seat, key, asked=asking(kinds.START))

    # --- During the game ----------------------------------------------------------------------------------------

    async def undo(self, room: Room, seat: int, key: str, turns: int = 0) -> None:
        """Take back the last move, at once if it is nobody else's business, else when all the others agree; or go back
        to the beginning of one's last turn, or of the one before it, and so on."""

        def wish() -> Wish:
            match = room.match
            if match.status != "playing":
                raise Forbidden("Nothing can be taken back now.")
            if match.undo is not None:
                raise Forbidden("Somebody is asking already to take back a move.")
            if turns:
                after, all_others = match.question_back(seat, turns)
                back = {"after": after, "turns": turns}
                return (
                    Wish(kinds.UNDO_ASK, seat, {**back, "needed": all_others})
                    if all_others
                    else Wish(kinds.UNDO, seat, back)
                )
            needed = match.undo_question(seat)
            if not needed:
                return Wish(kinds.UNDO, seat)
            return Wish(kinds.UNDO_ASK, seat, {"needed": needed})

        await room.do(wish, seat, key, asked=asking(kinds.UNDO, *([turns] if turns else [])))

    async def answer_undo(self, room: Room, seat: int, agree: bool, key: str) -> None:
        asked = asking(kinds.UNDO_ANSWER, agree)
        await room.do(lambda: wishes.answer_undo(room.match, seat, agree), seat, key, asked=asked)

    async def hand_over(self, room: Room, seat: int, wanted: messages.HandOver) -> None:
        if wanted.level is not None:
            most_ms, players = self.hub.settings.bot_budget_ms, len(room.match.seats)
            check_bot(room.match.game, wanted.level, with_people=True, most_ms=most_ms, players=players)
        if not wanted.resign and not room.may_hand_over:
            raise Forbidden("At this table no bot takes over where people play each other: play on, or resign.")
        level = wanted.level or usual_bot(room.match.game)
        asked = asking(kinds.HAND_OVER, level, wanted.resign)
        await room.do(lambda: wishes.hand_over(room.match, seat, level, wanted.resign), seat, wanted.key, asked=asked)
        if wanted.resign:
            await room.do(lambda: wishes.abandon(room.match))

    async def come_back(self, room: Room, seat: int, key: str) -> None:
        await room.do(
            lambda: wishes.come_back(room.match, seat, self.hub.clocks, self.hub.wall()),
            seat,
            key,
            asked=asking(kinds.COME_BACK),
        )

    async def let_pass(self, room: Room, seat: int, on: bool, key: str) -> None:
        asked = asking(kinds.PROGRAM, on)
        await room.do(lambda: wishes.let_pass(room.match, seat, on), seat, key, asked=asked)

    async def say(self, room: Room, seat: int, text: str, key: str) -> None:
        line = {"name": room.match.seats[seat].name, "text": spoken(text)}

        def wish() -> Wish:
            most = self.hub.settings.most_chat_lines
            if room.match.chat_lines >= most:
                raise Forbidden(f"All {most} lines that a table has for talk are used up.")
            return Wish(kinds.CHAT, seat, line)

        await room.do(wish, seat, key, asked=asking(kinds.CHAT, line["text"]))

    def stay_of(self, match: Match, token: str | None) -> Stay | None:
        """Where whoever holds this token sits, or sat before they left; None for somebody who only watches. Forbidden
        if it never held anything."""
        named, secret = tokens.parted(token or "")
        given = tokens.hashed(secret)
        stays = match.stays.items() if tokens.same(named, match.row.id) else []
        found = [stay for hash_, stay in stays if tokens.same(hash_, given)]
        if not found:
            self.hub.holder(match, token)
        return found[0] if found else None

    async def forget(self, match: Match, stay: Stay) -> None:
        """Whoever sits or sat there goes out of the match for good; a game that is going on is resigned first."""
        name, has_left = match.row.id, stay.until is not None
        if match.status == "playing" and not has_left and not match.seats[stay.seat].resigned:
            resigning = messages.HandOver(secrets.token_hex(8), resign=True)
            await self.hand_over(await self.hub.room(name), stay.seat, resigning)
        elif match.status == "waiting" and not has_left:
            await self.leave(await self.hub.room(name), stay.seat)
        await self.hub.forget(name, stay)

    async def data_of(self, match: Match, stay: Stay) -> list[messages.MyEntry]:
        """Everything that is stored of what somebody did in a match, and nothing of others in the same seat."""
        return [
            messages.MyEntry(one.kind, present.timestamp(one.wall), {k: v for k, v in one.data.items() if k != "token"})
            for one in await self.hub.store.entries_after(match.row.id, stay.since - 1, stay.seat)
            if stay.until is None or one.number <= stay.until
        ]

    def would_make_rematch(self, room: Room) -> bool:
        """It counts as a new match, and only who makes it counts: the others are led there."""
        return room.match.status == "over" and room.match.next_match is None

    def _check_names(self, match: Match) -> None:
        """Names may have been refused since their people sat down."""
        for seat in match.seats:
            if seat.kind == "person" and self.hub.house.refuses_name(seat.name):
                raise Forbidden(f"The host of this table does not allow the name {seat.name}: begin anew without it.")

    async def rematch(self, room: Room, seat: int, key: str) -> None:
        """The same people and bots once more, each a seat further; everybody's own secret holds the new seat too."""
        match = room.match
        if match.status != "over":
            raise Forbidden("Play this game to its end first.")
        if match.next_match is not None:
            return
        self.hub.check_new()
        self._check_names(match)
        turned = _turned(match)
        new_seats = {old: new for new, old in enumerate(turned)}
        old = match.row
        row = MatchRow(
            id=tokens.new_match_id(),
            game=old.game,
            rules=mesozoic.game(old.game).rules_version,
            players=old.players,
            options=old.options,
            seed=str(secrets.randbits(62)),
            seed_was_chosen=False,
            listed=False,
            clock=old.clock,
            created=self.hub.wall(),
            salt=secrets.token_hex(16),
            key=f"rematch:{old.id}",
        )
        held = {hash_: None if one is None else new_seats[one] for hash_, one in match.tokens.items()}
        names = _told_apart([match.seats[one].name for one in turned])
        seats = [
            {"kind": match.seats[one].kind, "name": name, "level": _own_level(match, one)}
            for one, name in zip(turned, names, strict=True)
        ]
        made = await self._open(row, seats, new_seats[seat], held)
        name = row.id if made is not None else await self.hub.store.match_with_key(f"rematch:{old.id}")
        await room.do(
            lambda: None if match.next_match is not None else Wish(kinds.REMATCH, seat, {"match": name}),
            seat,
            key,
            asked=asking(kinds.REMATCH),
        )


def _open_seats(match: Match, seat: int, is_open: bool) -> dict[str, Any]:
    """What the row says when this seat is open, or taken."""
    others = [one for one in match.seats if one.kind == "open" and one.number != seat]
    return {"open_seats": len(others) + is_open}


def _leave_wish(match: Match, seat: int, **data: Any) -> Wish:
    """A table that everybody has left waits for nobody in the lobby."""
    row = _open_seats(match, seat, is_open=True)
    is_held = any(holder != seat for holder in match.tokens.values())
    return Wish(kinds.LEAVE, seat, data, row if is_held else {**row, "listed": False})


def _free_wish(match: Match, seat: int, wanted: messages.ChangeSeat) -> Wish:
    """Whoever made the match takes the seat from somebody."""
    if seat == match.creator:
        raise Forbidden("This is your own seat: leave the table instead.")
    if wanted.kind != "open":
        raise Forbidden("Somebody sits there: free the seat first.")
    return _leave_wish(match, seat, freed=True)


def _hash_of(wanted: messages.NewMatch) -> str:
    """Of the whole request: its key, which nobody else knows, keeps names from being guessed from it."""
    return tokens.hashed(msgspec.json.encode(wanted, order="sorted").decode())


def _is_same(match: Match, row: MatchRow, wanted: messages.NewMatch) -> bool:
    """Was the match made by this request? Of matches that keep no hash of theirs, what their rows tell is compared."""
    if match.asked is not None:
        return tokens.same(match.asked, _hash_of(wanted))
    return _wanted_of(match.row, wanted) == _wanted_of(row, wanted)


def _wanted_of(row: MatchRow, wanted: messages.NewMatch) -> bytes:
    """What somebody chose of a match, as its row tells it."""
    seed = None if wanted.seed is None else row.seed
    return msgspec.json.encode([row.game, row.players, row.options, row.listed, row.clock, seed], order="sorted")


def _turned(match: Match) -> list[int]:
    """Old seats in the order in which they sit down again: everybody one further, so that another one begins."""
    players = match.row.players
    return [(seat + 1) % players for seat in range(players)]


def _names(match: Match, but: int | None = None) -> list[str]:
    """What nobody else can be called at this table: like who sits there, or like those who were forgotten."""
    return [SOMEBODY, *(seat.name for seat in match.seats if seat.number != but)]


def _told_apart(names: list[str]) -> list[str]:
    """Tables of former times may have had two of one name. Who was forgotten stays without one."""
    apart: list[str] = []
    for name in names:
        apart.append(name if name == SOMEBODY else free_name(name, apart))
    return apart


def _own_level(match: Match, seat: int) -> str | None:
    return match.seats[seat].level if match.seats[seat].kind == "bot" else None


def bot_seat(game: Game, level: str | None, seat: int, most_ms: int, players: int) -> dict[str, Any]:
    level = level or usual_bot(game)
    check_bot(game, level, with_people=True, most_ms=most_ms, players=players)
    return {"kind": "bot", "name": f"{BOT_NAMES[seat % len(BOT_NAMES)]} ({level})", "level": level}


BOT_NAMES = (
    "Anning",
    "Owen",
    "Mantell",
    "Leidy",
    "Marsh",
    "Cope",
    "Buckland",
    "Huene",
    "Seeley",
    "Huxley",
    "Nopcsa",
    "Osborn",
)
"""Bots are called after those who dug first."""
