"""Real time at the table: the server's clock and order, host timers, lag, and a fair answer to two calls at once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from mesozoic.table import messages
from mesozoic.table.client import Client, Declined, new_key
from tests.games.clades.helpers import triples_among
from tests.table.local import Table
from tests.table.test_service import at_a_table, heard, ready

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
            await ready(bob, lambda: bob.update and bob.update.view["phase"] == "settling")
            assert bob.update is not None and bob.update.view["seats"][0]["triples"] == 1
            await ready(bob, lambda: bob.update and bob.update.view["phase"] == "open")
            assert len(shared(bob)) == 12

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

    at_a_table(tmp_path, story)


def test_whoever_called_first_wins_though_the_call_arrives_later(tmp_path: Path) -> None:
    """Bob's line takes 200 ms there and back; his call arrives 50 ms after Ann's, but was made 50 ms before it."""

    async def story(there: Table) -> None:
        match, ann_token, bob_token = await two_at_a_table(there)
        async with there.client(match, ann_token) as ann, Slow(there, match, bob_token, 0.1) as bob:
            await bob.measure()
            call = await first_triple(ann)
            late = asyncio.create_task(bob.client.move(call))
            await asyncio.sleep(0.05)
            with pytest.raises(Declined, match=r"Bob was \d+ ms faster"):
                await ann.move(call)
            await late

    at_a_table(tmp_path, story, fair_ms=120)


class Slow:
    """A client whose every message is held up on its way, in both directions."""

    def __init__(self, there: Table, match: str, token: str, seconds: float) -> None:
        self.client = there.client(match, token)
        self.seconds = seconds

    async def __aenter__(self) -> Slow:
        send, hear = self.client._send, self.client._hear

        async def slow_send(request: Any) -> None:
            await asyncio.sleep(self.seconds)
            await send(request)

        def slow_hear(message: Any) -> None:
            asyncio.get_running_loop().call_later(self.seconds, hear, message)

        self.client._send = slow_send  # type: ignore[method-assign]
        self.client._hear = slow_hear  # type: ignore[method-assign]
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.close()

    async def measure(self) -> None:
        await ready(self.client, lambda: self.client.match)
        for _ in range(3):
            await self.client._send(messages.Ping(time.time()))
            await asyncio.sleep(2.5 * self.seconds)


def test_lag_is_measured_and_reported(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("clades", "me", "child")
        async with there.client(match, token) as ann:
            await ready(ann, lambda: ann.match)
            pongs: list[messages.Pong] = []
            hear = ann._hear
            ann._hear = lambda message: (  # type: ignore[method-assign]
                pongs.append(message) if isinstance(message, messages.Pong) else None,
                hear(message),
            )[1]
            for _ in range(3):
                await ann._send(messages.Ping(time.time()))
                await asyncio.sleep(0.05)
            assert pongs[0].lag_ms is None
            assert pongs[-1].lag_ms is not None and 0 <= pongs[-1].lag_ms < 200
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


def test_a_false_call_locks_its_caller_until_the_host_unlocks(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token, _ = await two_at_a_table(there)
        async with there.client(match, ann_token) as ann:
            await first_triple(ann)
            cards = shared(ann)
            wrong = next(
                f"{a} {b} {c}"
                for i, a in enumerate(cards)
                for j, b in enumerate(cards[i + 1 :], i + 1)
                for c in cards[j + 1 :]
                if (a, b, c) not in triples_among(cards) and not triples_among([a, b, c])
            )
            await ann.move(wrong)
            await ready(ann, lambda: ann.update and ann.update.view["seats"][0]["locked"])
            with pytest.raises(Declined):
                await ann.ask(messages.Move(new_key(), wrong))
            await ready(ann, lambda: ann.update and not ann.update.view["seats"][0]["locked"])

    at_a_table(tmp_path, story)
