"""Real time at the table: the server's clock and order, host timers, lag, and a fair answer to two calls at once."""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from mesozoic.client import messages
from mesozoic.client.client import Client, Declined, new_key
from mesozoic.table.errors import Busy
from mesozoic.table.http.guard import WAY, way_of
from mesozoic.table.matches.calls import TooLate
from mesozoic.table.matches.lag import UNPROVEN_MS, Credit
from mesozoic.table.settings import Settings
from mesozoic.table.storage.entries import Entry
from tests.games.clades.helpers import triples_among
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, at_a_table
from tests.table.patience import told, until
from tests.table.test_service import heard, ready

ALONE = {"personal": 0, "settle_ms": 300, "lock_ms": 300}


async def two_at_a_table(there: Table, **options: Any) -> tuple[str, str, str]:
    match, ann = await there.create("clades", "me", "open", options={**ALONE, **options}, seed="fair")
    bob = await there.join(match, "Bob")
    assert (await there.post(f"/matches/{match}/start", token=ann)).status_code == 200
    return match, ann, bob


def shared(client: Client) -> list[str]:
    assert client.update is not None
    return [card["card"] for row in client.update.view["rows"] for card in row]


async def first_triple(client: Client) -> str:
    """A triple among the shared cards, once they lie open and calls count."""
    await ready(
        client, lambda: client.update and client.update.view["phase"] == "open" and triples_among(shared(client))
    )
    return " ".join(triples_among(shared(client))[0])


def test_the_host_turns_the_cards_up_starts_and_settles_by_itself(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token, bob_token = await two_at_a_table(there)
        async with there.client(match, ann_token) as ann, there.client(match, bob_token) as bob:
            call = await first_triple(ann)
            await ann.move(call)
            settling = await told(bob, lambda update: update.view["phase"] == "settling")
            assert settling.view["seats"][0]["triples"] == 1
            settled = await told(bob, lambda update: update.view["phase"] == "open")
            assert sum(len(row) for row in settled.view["rows"]) == 12

    at_a_table(tmp_path, story)


def test_of_two_calls_for_the_same_cards_one_counts_and_the_other_is_told_who_was_faster(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token, bob_token = await two_at_a_table(there)
        async with there.client(match, ann_token) as ann, there.client(match, bob_token) as bob:
            call = await first_triple(ann)
            await first_triple(bob)
            answers = await asyncio.gather(ann.move(call), bob.move(call), return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, Declined)]
            assert len(refused) == 1
            winner, loser = ("Ann", "Bob") if isinstance(answers[1], Declined) else ("Bob", "Ann")
            assert str(refused[0]).startswith(winner) and loser not in str(refused[0]).split(".")[0]
            await ready(ann, lambda: ann.update and sum(seat["triples"] for seat in ann.update.view["seats"]) == 1)

    at_a_table(tmp_path, story, fair_ms=5000)  # long enough for two messages that are sent one right after the other


def test_whoever_called_first_wins_though_the_call_arrives_later(tmp_path: Path) -> None:
    """Bob's way here takes 100 ms: his call arrives 50 ms after Ann's, but was made 50 ms before it."""

    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, wall):
            seats = [messages.SeatWish("me"), messages.SeatWish("open")]
            made = await service.create(messages.NewMatch("clades", seats, ALONE, name="Ann", seed="fair"))
            await service.join(made.match.id, messages.JoinMatch("Bob"))
            room = await hub.room(made.match.id)
            await service.start(room)

            def look() -> Any:
                assert room.match.state is not None
                return room.match.state.view(None)

            def is_open_later() -> bool:
                wall.now += 0.02
                return bool(look().phase == "open")

            await until(is_open_later, "the beginning")
            wall.now += 1.0
            call = " ".join(triples_among([one.card for row in look().rows for one in row])[0])
            ann = asyncio.create_task(room.move(0, call, None, "the-call-of-ann", head_start_ms=0))
            await asyncio.sleep(0)  # it has arrived
            wall.now += 0.05
            bob = asyncio.create_task(room.move(1, call, None, "the-call-of-bob", head_start_ms=100))
            with pytest.raises(TooLate, match="Bob was 50 ms faster"):
                await ann
            await bob

    asyncio.run(play())


def test_what_the_host_meant_to_do_while_the_database_was_away_is_done_after_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_by_hand(tmp_path) as (hub, service, wall):
            made = await service.create(messages.NewMatch("clades", [messages.SeatWish("me")], {**ALONE, "stall_s": 0}))
            room = await hub.room(made.match.id)
            append, failures = hub.store.append, 0

            async def fail(entry: Entry, **row: Any) -> bool:
                nonlocal failures
                if failures < 2:
                    failures += 1
                    raise Busy("The database does not answer.")
                return await append(entry, **row)

            hub.store.append = fail  # type: ignore[method-assign]

            def is_open_later() -> bool:
                wall.now += 0.05
                assert room.match.state is not None
                return bool(room.match.state.view(None).phase == "open")

            await until(is_open_later, "the beginning")
            assert failures == 2

    asyncio.run(play())


def test_a_head_start_is_half_of_the_smallest_way_and_bounded() -> None:
    credit = Credit(most_ms=75)
    assert credit.given_ms(None, 0) == 0
    credit.trips.extend((100, 90, 4000))
    assert credit.given_ms(None, 1) == UNPROVEN_MS, "nobody but the client says so"
    credit = Credit(most_ms=75)
    credit.trips.extend((100, 90, 4000))
    assert credit.given_ms(88, 1) == 44, "the system confirms it"
    assert credit.given_ms(500, 1) == 44, "what is slower from one moment to the next is not believed"
    assert credit.given_ms(500, 11) < 45
    assert Credit(most_ms=75).given_ms(500, 1) == 75


TRUE_WAY_MS = 10.0
HELD_UP_MS = 320.0


def cheat(measured_ms: float | None, begins: int) -> list[float]:
    """What somebody gains who holds up every echo from some call on, over an hour with a call every ten seconds."""
    credit, gains, now = Credit(most_ms=75), [], 0.0
    for number in range(360):
        now += 10.0
        for _ in range(2):  # a ping every five seconds
            credit.trips.append(TRUE_WAY_MS + (HELD_UP_MS if number >= begins else 0.0))
        gains.append(credit.given_ms(measured_ms, now) - TRUE_WAY_MS / 2)
    return gains


@pytest.mark.parametrize("measured_ms", [TRUE_WAY_MS, None])
@pytest.mark.parametrize("begins", [0, 1, 40])
def test_echoes_that_are_held_up_gain_less_than_15_ms(measured_ms: float | None, begins: int) -> None:
    gains = cheat(measured_ms, begins)
    assert max(gains) < 15
    assert measured_ms is None or max(gains) <= 0, "where the system measures, nothing at all"
    assert not any(later_ms < gain for later_ms in range(20, 51) for gain in gains), "no later call wins"


def test_who_now_and_then_holds_up_echoes_or_comes_anew_gains_nothing() -> None:
    credit = Credit(most_ms=75)
    for number in range(200):  # one echo of three is soon
        credit.trips.append(TRUE_WAY_MS + (HELD_UP_MS if number % 3 else 0.0))
        assert credit.given_ms(TRUE_WAY_MS + HELD_UP_MS, 10.0 * number) <= TRUE_WAY_MS / 2


def test_the_way_is_what_the_system_measures_or_a_trusted_proxy_tells(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("clades", "me", "absent")
        async with there.client(match, token) as ann:
            await ready(ann, lambda: ann.match)
            [connection] = there.hub.rooms[match].connections
            measured = connection.measured_ms()
            assert measured is None or measured >= 0
            assert sys.platform != "linux" or measured is not None

    at_a_table(tmp_path, story)
    scope = {"headers": [(b"x-way", b"1"), (b"x-way", b"84000")], "extensions": {WAY: lambda: 0.1}}
    assert way_of(scope, Settings())() == 0.1
    assert way_of(scope, Settings(trust_proxy=True))() is None, "a client could have written it"
    assert way_of(scope, Settings(trust_proxy=True, proxy_way_header="X-Way"))() == 84


def test_no_bot_for_measuring_sits_down_at_a_table(tmp_path: Path) -> None:
    """Neither offered on the set-up page nor taken: for a new match, for a seat of it, as a stand-in."""

    async def story(there: Table) -> None:
        offered = [bot["name"] for bot in (await there.get("/games/clades")).json()["bots"]]
        assert offered == ["hatchling", "forager", "hunter", "alpha", "apex"]
        match, token = await there.create("clades", "me", "open")
        for level in ("oracle", "apex:compares=1"):
            seat = {"kind": "bot", "level": level}
            made = await there.post("/matches", {"game": "clades", "seats": [{"kind": "me"}, seat]})
            changed = await there.post(f"/matches/{match}/seats/1", seat, token=token)
            for refused in (made, changed):
                assert refused.status_code == 400 and "is for measuring" in refused.json()["reason"]
        async with there.client(*await there.create("clades", "me", "absent")) as ann:
            await ready(ann, lambda: ann.update)
            with pytest.raises(Declined, match="is for measuring"):
                await ann.ask(messages.HandOver(new_key(), level="oracle"))

    at_a_table(tmp_path, story)


@pytest.mark.parametrize("held_up", [0.0, 0.1])
def test_lag_is_measured_and_reported(tmp_path: Path, held_up: float) -> None:
    """Echoes that are held up on their way are missed by as much at least; a busy machine adds to it."""

    async def story(there: Table) -> None:
        match, token = await there.create("clades", "me", "absent")
        client = there.client(match, token)
        hear = client._hear
        pongs: list[messages.Pong] = []
        echoed = 0

        def echo(pong: messages.Pong) -> None:
            nonlocal echoed
            hear(pong)
            echoed += 1

        def hear_late(message: Any) -> None:
            if isinstance(message, messages.Pong):
                pongs.append(message)
                asyncio.get_running_loop().call_later(held_up, echo, message)
            else:
                hear(message)

        client._hear = hear_late  # type: ignore[method-assign]
        async with client as ann:
            await ready(ann, lambda: ann.match)
            # One ping after the other's echo: the server forgets all but the last few of those on their way.
            for number in (1, 2, 3):
                await ann._send(messages.Ping(time.time()))
                await until(lambda number=number: echoed >= number, "an echo")  # type: ignore[misc]
            await until(lambda: pongs[-1].lag_ms is not None, "a lag")
            assert pongs[0].lag_ms is None
            assert (pongs[-1].lag_ms or 0) >= 1000 * held_up
            assert pongs[-1].at_ms >= pongs[0].at_ms

    at_a_table(tmp_path, story)


def test_bots_call_on_the_servers_clock_and_people_vote_with_them(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("clades", "me", "champion", options={"settle_ms": 100})
        async with there.client(match, token) as ann:
            await ready(ann, lambda: ann.update and ann.update.view["seats"][1]["triples"] >= 1)
            event = await heard(ann, messages.Update)
            assert event.at_ms >= 0

    at_a_table(tmp_path, story)


def no_triple(cards: list[str]) -> str:
    return next(" ".join(three) for three in combinations(cards, 3) if not triples_among(list(three)))


def test_a_false_call_locks_its_caller_until_the_host_unlocks(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        for lock_ms in (600_000, 50):
            match, ann_token, _ = await two_at_a_table(there, lock_ms=lock_ms)
            async with there.client(match, ann_token) as ann:
                await first_triple(ann)
                wrong = no_triple(shared(ann))
                await ann.move(wrong)
                await told(ann, lambda update: update.view["seats"][0]["locked"])
                if lock_ms > 1000:
                    with pytest.raises(Declined):
                        await ann.ask(messages.Move(new_key(), wrong))
                else:
                    await told(ann, lambda update: not update.view["seats"][0]["locked"])

    at_a_table(tmp_path, story)
