"""A bot of one's own at a table of a server: it thinks on this computer and knows what its seat may know.

For every decision the server gives a position that the seat cannot tell from the real one; the bot is asked about that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import mesozoic
from mesozoic.bots import Bot
from mesozoic.client import messages
from mesozoic.client.client import Declined, Lost, new_key
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.terminal.join import Place, Server, Visit, choose_table, find_seat, forget_seat, read_address
from mesozoic.terminal.mishap import sound_choice
from mesozoic.terminal.screens import Screen


@dataclass(frozen=True)
class Own:
    """The bot, by its name."""

    name: str
    check: Callable[[Game], None]
    """Raises BadOptions, with the reason, if it cannot play this game."""
    make: Callable[[], Bot]
    """Before it sits down: raises an error with the reason if it does not come so far."""


def join(address: str, called: str, own: Own, screen: Screen) -> int:
    """Let the bot sit down and play until the game is over; returns the exit status."""
    place = read_address(address)
    server = Server(place.server)
    match = place.match or choose_table(server, False, screen, own.name)
    info = server.read(server.get(f"/matches/{match}"), messages.MatchInfo)
    game = mesozoic.game(info.game)
    if game.facts.realtime:
        raise BadOptions(f"{game.title} is played in real time: only the server's own bots keep its time.")
    own.check(game)
    bot = own.make()
    _, token = find_seat(Place(place.server, match, place.token), called, False, screen, own.name)
    visit = BotVisit(place.server, match, token, screen, own, bot)
    try:
        return asyncio.run(visit.stay())
    except KeyboardInterrupt:
        visit.say_goodbye()
        return 0
    except Lost as lost:
        if "holds no seat" in str(lost):
            forget_seat(place.server, match, own.name)
        raise


class BotVisit(Visit):
    """The bot at the table: what happens is told, and what it does."""

    def __init__(self, server: str, match: str, token: str | None, screen: Screen, own: Own, bot: Bot) -> None:
        super().__init__(server, match, token, screen)
        self.own = own
        self.bot = bot

    async def stay(self) -> int:
        async with self.client:
            while not self.hear(await self.client.news.get()):
                await self.decide()
        return 0

    def look_on(self, update: messages.Update) -> None:
        """It needs no table drawn."""

    def say_goodbye(self) -> None:
        if self.client.seat is not None:
            bot = f"--bot {self.own.name}"
            self.screen.say_command(f"Its seat is kept: mesozoic join {self.server}/match/{self.match} {bot}")

    async def decide(self) -> None:
        """Whatever the table asks of the seat, as it stands now."""
        while (update := self.client.update) is not None and update.result is None:
            try:
                if update.undo is not None and self.client.seat in update.undo.needed:
                    await self.client.ask(messages.AnswerUndo(new_key(), True))
                    return
                if not update.moves:
                    return
                await self.think()
            except Declined as declined:
                if declined.refused.code != "stale":
                    self.tell(str(declined), "italic")
                    return

    async def think(self) -> None:
        assert self.client.match is not None and self.client.seat is not None
        world: messages.World = await self.client.ask(messages.AskWorld(new_key()))
        match = self.client.match
        state = self.game.start(match.players, options=match.options, position=world.position)
        move = await asyncio.to_thread(sound_choice, self.own.name, self.bot, state, self.client.seat, self.tell)
        self.tell(f"{self.own.name} plays {move}")
        await self.client.move(move, world.decision)
