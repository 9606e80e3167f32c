"""What the host has said holds here: who may not come, who may not talk, what is announced, whether it closes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mesozoic.client import messages
from mesozoic.table.errors import Busy, Forbidden
from mesozoic.table.matches.writing import all_looks, looks
from mesozoic.table.storage import host
from mesozoic.table.storage.host import Host, HouseRules

if TYPE_CHECKING:
    from mesozoic.table.matches.hub import Hub

NOT_WELCOME = "The host of this table does not let you in."
CLOSES = "The host is about to close this table: what was begun goes on, but nothing new begins."
IS_GONE = "The host has taken this match away."


@lru_cache(maxsize=8)
def _looks_of(refused: frozenset[tuple[str, str]], kind: str) -> frozenset[str]:
    """Names are kept as they look; those of former times as they looked to the table then. Addresses are no names."""
    kept = {value for one, value in refused if one == kind}
    return frozenset(kept | {looks(value) for value in kept if not set(value) & set(".:")})


class House:
    """As this process knows it; it looks for news every second."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.host = Host(hub.store)
        self.rules = HouseRules()
        self.last = 0
        self.told: set[int] = set()
        """News that this process wrote itself, and has acted on."""

    async def open(self) -> None:
        self.last = await self.host.last_news()
        self.rules = await self.host.rules()

    async def look(self) -> None:
        """What the host and other processes did since the last look."""
        for number, kind, match in await self.host.news_after(self.last):
            self.hub.shelf.forget(match or "")
            if number in self.told:
                self.told.remove(number)
            elif kind == host.HOUSE:
                await self._change()
            elif match is not None and kind == host.ANEW:
                self.hub.lay_anew(match)
            elif match in self.hub.rooms and kind == host.LOOK:
                self.hub.rooms[match].look_again()
            elif match in self.hub.rooms:
                room = self.hub.rooms.pop(match)
                for connection in list(room.connections):
                    connection.close(IS_GONE)
                room.close()
            self.last = number  # what could not be acted on comes again with the next look

    async def tell_others(self, kind: str, match: str) -> None:
        """Let the other processes of the table know within a second."""
        self.told.add(await self.host.tell(kind, match))

    async def _change(self) -> None:
        before, self.rules = self.rules, await self.host.rules()
        if before.announced != self.rules.announced:
            for room in list(self.hub.rooms.values()):
                if room.connections:
                    room.send_all(messages.MatchChanged(room.info()))

    def is_refused(self, client: str) -> bool:
        return (host.ADDRESS, client) in self.rules.refused

    def refuses_name(self, name: str) -> bool:
        return self._is_meant(host.NAME, name)

    def check_name(self, name: str) -> None:
        if self.refuses_name(name):
            raise Forbidden("The host of this table does not allow that name: choose another one.")

    def check_talk(self, client: str, name: str) -> None:
        if (host.TALK, client) in self.rules.refused or self._is_meant(host.TALK, name):
            raise Forbidden("The host of this table does not let you talk.")

    def _is_meant(self, kind: str, name: str) -> bool:
        return bool(all_looks(name) & _looks_of(self.rules.refused, kind))

    def check_open(self) -> None:
        if self.rules.is_closing:
            raise Busy(CLOSES)
