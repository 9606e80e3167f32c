"""Scripted people: they make matches, sit down, and play whatever game it is to its end, over any broken connection.

Everything that the server has acknowledged to them is written down, to be compared with what it has stored.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import httpx

from mesozoic.client import messages
from mesozoic.client.client import Client, Declined, Lost, new_key
from tests.table.patience import PATIENCE

CALL_SECONDS = 0.05


@dataclass
class Request:
    """Something that somebody asked for, and what came of it."""

    seat: int
    key: str
    kind: str
    text: str
    answer: str = ""
    """``accepted``, ``refused``, or nothing yet."""
    reason: str = ""

    @property
    def stored_key(self) -> str:
        return f"{self.seat}:{self.key}"


@dataclass
class Table:
    """A match that scripted people play, and what they were told."""

    game: str
    id: str
    tokens: dict[int, str]
    requests: list[Request] = field(default_factory=list)
    """In the order in which they were sent."""
    accepted: list[Request] = field(default_factory=list)
    """In the order in which the server said yes."""
    resent: int = 0
    reconnects: int = 0
    is_over: bool = False


async def insist(client: httpx.AsyncClient, path: str, body: dict[str, Any], token: str = "", tries: int = 1800) -> Any:
    """Ask over HTTP until there is an answer. The body has a key, so asking again does nothing twice."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    problem = "no answer"
    for _ in range(tries):
        try:
            answer = await client.post(path, json=body, headers=headers)
        except httpx.HTTPError as error:
            problem = repr(error)
        else:
            if answer.status_code < 300:
                return answer.json()
            problem = answer.text
            if answer.status_code not in (429, 503):
                break
        await asyncio.sleep(0.1)
    raise AssertionError(f"{path} was not answered: {problem}")


async def set_up(
    url: str,
    game: str,
    people: int,
    bots: list[str] | None = None,
    options: dict[str, Any] | None = None,
    clock: dict[str, Any] | None = None,
    join_at: str | None = None,
) -> Table:
    """Make a match, let everybody sit down, start it."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *[{"kind": "bot", "level": one} for one in bots or []]]
    wanted: dict[str, Any] = {"game": game, "seats": seats, "options": options or {}, "key": new_key()}
    if clock is not None:
        wanted["clock"] = clock
    async with httpx.AsyncClient(base_url=f"{url}/api", timeout=PATIENCE) as client:
        made = await insist(client, "/matches", wanted)
        table = Table(game, made["match"]["id"], {made["seat"]: made["token"]})
        async with httpx.AsyncClient(base_url=f"{join_at or url}/api", timeout=PATIENCE) as other:
            for number in range(1, people):
                body = {"name": f"Guest {number}", "key": new_key()}
                seated = await insist(other, f"/matches/{table.id}/join", body)
                table.tokens[seated["seat"]] = seated["token"]
        if people > 1:
            await insist(client, f"/matches/{table.id}/start", {}, made["token"])
    assert len(table.tokens) == people
    return table


@dataclass
class Manner:
    """How somebody plays."""

    rng: random.Random
    pace: float = 0.0
    """Mean seconds of thinking before a move."""
    resend: float = 0.0
    """How often a request that was accepted is sent again with its key."""
    chat: float = 0.0
    about_to_send: Callable[[], None] = lambda: None


class Person:
    """Plays one seat of a table."""

    def __init__(self, url: str, table: Table, seat: int, manner: Manner) -> None:
        self.table = table
        self.seat = seat
        self.manner = manner
        self.client = Client(url, table.id, table.tokens[seat], attempts=2000)
        self.versions: list[int] = []
        self.look_again = False

    async def play(self, moves: int | None = None) -> None:
        """To the end, or until everybody has made so many moves: others may wait for one more of mine."""
        async with self.client:
            while not self._have_all_made(moves):
                update = await self._next_update(is_short=moves is not None)
                if update is None:
                    continue
                if update.result is not None:
                    break
                if isinstance(update.view, dict) and "rows" in update.view and self.table.game == "clades":
                    await self._call(update)
                elif update.moves:
                    await self._decide(update)
        self.table.reconnects += max(0, self.client.reconnects)

    def _have_all_made(self, moves: int | None) -> bool:
        made = Counter(one.seat for one in self.table.accepted if one.kind == "move")
        return moves is not None and all(made[seat] >= moves for seat in self.table.tokens)

    async def _next_update(self, is_short: bool) -> messages.Update | None:
        """The newest update; None if nothing has come for a moment and it is worth looking again."""
        news = self.client.news
        is_race = self.look_again or self.table.game == "clades"
        patience = 0.1 if self.look_again else 0.2 if is_race or is_short else 30
        self.look_again = False
        try:
            first = await asyncio.wait_for(news.get(), patience)
        except TimeoutError:
            return self.client.update if is_race or not is_short else None
        for message in [first, *[news.get_nowait() for _ in range(news.qsize())]]:
            if isinstance(message, Lost):
                raise message
            update = message.update if isinstance(message, messages.Welcome) else message
            if isinstance(update, messages.Update):
                self._check_order(message, update)
        return self.client.update

    def _check_order(self, message: Any, update: messages.Update) -> None:
        """Nobody is ever told less than before; only who comes back may hear the same again."""
        if self.versions:
            is_back = isinstance(message, messages.Welcome)
            assert update.version > self.versions[-1] or (is_back and update.version == self.versions[-1]), (
                f"{self.table.game} P{self.seat + 1}: version {update.version} after {self.versions[-1]}"
            )
        self.versions.append(update.version)

    async def _decide(self, update: messages.Update) -> None:
        await self._think()
        current = self.client.update
        if current is None or current.decision != update.decision:
            return
        option = self.manner.rng.choice(update.moves)
        key = new_key()
        await self.request(
            "move", option.text, key, lambda: self.client.move(option.text, decision=update.decision, key=key)
        )
        if self.manner.rng.random() < self.manner.chat:
            await self.say(f"That was {option.text}.")

    async def say(self, text: str) -> None:
        key = new_key()
        await self.request("chat", text, key, lambda: self.client.ask(messages.Chat(key, text)))

    async def _think(self) -> None:
        if self.manner.pace:
            await asyncio.sleep(min(2.0, self.manner.rng.expovariate(1 / self.manner.pace)))

    async def _call(self, update: messages.Update) -> None:
        """Real time: whatever three cards fit, or that there are none."""
        view = update.view
        if view["phase"] == "round_over" and update.moves:
            move = update.moves[0].text
        elif view["phase"] == "open":
            move = find_triple(view, self.seat)
        else:
            return
        await asyncio.sleep(CALL_SECONDS)
        if move == "none" and not any(one.text == "none" for one in update.moves):
            return
        key = new_key()
        await self.request("move", move, key, lambda: self.client.move(move, key=key))

    async def request(self, kind: str, text: str, key: str, ask: Callable[[], Awaitable[Any]]) -> None:
        """Ask, write down the answer, and now and then ask once more with the same key."""
        made = Request(self.seat, key, kind, text)
        self.table.requests.append(made)
        self.manner.about_to_send()
        try:
            await ask()
        except Declined as declined:
            made.answer, made.reason = "refused", str(declined)
            self.look_again = True
            return
        made.answer = "accepted"
        self.table.accepted.append(made)
        if self.manner.rng.random() < self.manner.resend:
            self.table.resent += 1
            await ask()


def find_triple(view: dict[str, Any], seat: int) -> str:
    cards = [one["card"] for row in view["rows"] for one in row if one is not None and one["paid_by"] is None]
    cards += view["seats"][seat]["personal"] or []
    for three in combinations(cards, 3):
        if all(len({card[quality] for card in three}) != 2 for quality in range(4)):
            return f"call({','.join(three)})"
    return "none"


async def play_out(url: str, table: Table, manner: Callable[[int], Manner], urls: dict[int, str] | None = None) -> None:
    """Everybody plays to the end."""
    people = [Person((urls or {}).get(seat, url), table, seat, manner(seat)) for seat in table.tokens]
    await asyncio.gather(*(person.play() for person in people))
    table.is_over = True
