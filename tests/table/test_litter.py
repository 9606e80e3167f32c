"""What nobody looks at any more leaves nothing behind in the server's memory."""

from __future__ import annotations

import asyncio
import weakref
from pathlib import Path

from litestar._asgi.routing_trie.traversal import parse_path_params

import mesozoic
from mesozoic.client import messages
from mesozoic.games.dinospan import view_cards as view
from mesozoic.kernel import sharing
from mesozoic.table import run
from mesozoic.table.http.app import create_app
from mesozoic.table.matches.room import Room
from mesozoic.table.settings import Settings
from tests.table.by_hand import hub_by_hand


def test_matches_that_nobody_looks_at_leave_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_by_hand(tmp_path, idle_seconds=10) as (hub, service, wall):
            clock = [0.0]
            sweeper = run.Sweeper(hub, sharing.forget, lambda: clock[0])
            rooms: list[weakref.ref[Room]] = []
            for _ in range(3):
                made = await service.create(messages.NewMatch("dolphins-and-dinos", [messages.SeatWish("me")]))
                rooms.append(weakref.ref(await hub.room(made.match.id)))
            assert not sweeper.is_due()
            wall.now += 20
            await hub._forget_idle()
            assert not hub.rooms and sweeper.is_due(), "nobody is there whom it could hold up"
            hub.connections = 1
            assert not sweeper.is_due()
            hub.litter_kb += run.MUCH_LITTER_KB
            assert sweeper.is_due()
            await sweeper()
            assert [one() for one in rooms] == [None] * 3 and hub.litter_kb == 0
            assert not sweeper.is_due()
            clock[0] += run.SWEEP_SECONDS + 1
            assert sweeper.is_due()

    asyncio.run(story())


def test_where_addresses_lead_is_forgotten_too(tmp_path: Path) -> None:
    """A thousand small things, come to be one by one, would keep a page of memory each."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'table.sqlite'}"))
    app.asgi_router.handle_routing(path="/api/matches/abc/view", method="GET")
    assert app.asgi_router.handle_routing.cache_info().currsize == 1
    assert parse_path_params.cache_info().currsize > 0
    run.forget(app)
    assert app.asgi_router.handle_routing.cache_info().currsize == 0
    assert parse_path_params.cache_info().currsize == 0


def test_parts_of_views_are_forgotten_when_the_last_reader_has_gone(tmp_path: Path) -> None:
    kept = view.printed  # of DinoSpan: one for each card that was looked at

    async def story() -> None:
        async with hub_by_hand(tmp_path) as (hub, _, _):
            sweeper = run.Sweeper(hub, sharing.forget)
            mesozoic.game("dinospan").start(2, seed=1).view(0)
            assert kept.cache_info().currsize > 0  # type: ignore[attr-defined]
            hub.connections, hub.litter_kb = 1, run.MUCH_LITTER_KB + 1
            await sweeper()
            assert kept.cache_info().currsize > 0, "somebody looks"  # type: ignore[attr-defined]
            hub.connections, hub.litter_kb = 0, 1
            await sweeper()
            assert kept.cache_info().currsize == 0  # type: ignore[attr-defined]

    asyncio.run(story())
