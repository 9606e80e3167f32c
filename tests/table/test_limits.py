"""One client must not stop the others: what is too large is refused, and what is asked too often.

Each test asserts the refusal or the bound itself. A bystander meanwhile is measured by ``make abuse-test``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from mesozoic.client import messages
from mesozoic.client.client import Declined, new_key
from mesozoic.table.errors import TooMuch
from mesozoic.table.http import files, guard
from mesozoic.table.matches import hub, limits
from mesozoic.table.matches import room as rooms
from mesozoic.table.matches.hub import LISTED_ENOUGH, SITS_ENOUGH
from mesozoic.table.matches.limits import BOTS_ONLY_COST, BYTES, FILES, MATCHES, REQUESTS, SITTINGS, Held, Limits
from mesozoic.table.settings import Settings, read_settings
from mesozoic.table.storage import retention
from tests.games.dinospan.test_cards import changed
from tests.table.local import Table, at_a_table
from tests.table.patience import PATIENCE
from tests.table.stored import rows

# --- Sizes ------------------------------------------------------------------------------------------------------------


def test_only_a_record_may_be_large(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        for path in ("/matches", "/mine", "/games/dinospan/lesson"):
            answer = await there.http.post(f"/api{path}", content=b" " * 400_000)
            assert (answer.status_code, answer.json()["reason"]) == (413, "That is too large."), path
        assert (await there.http.post("/api/replay", content=b" " * 400_000)).status_code == 400

    at_a_table(tmp_path, story)


def test_a_card_table_is_stored_once_however_it_is_padded(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    cards = changed("J03", "ability", "gain M 5")

    async def story(there: Table) -> None:
        made = []
        for padding in ("", " " * 100_000, "\n" * 1000):
            match, token = await there.create("dinospan", "me", "random", options={"cards": cards + padding})
            made.append((match, token))
            assert (await there.get(f"/matches/{match}/view", token=token)).status_code == 200
        texts = rows(url, "select length(text) as size from texts")
        assert [one["size"] for one in texts] == [len(cards.rstrip())]
        sizes = rows(url, "select max(length(options)) as size from matches")
        assert sizes[0]["size"] < 2_000

    async def again(there: Table) -> None:
        for one in rows(url, "select id from matches"):
            shown = (await there.get(f"/matches/{one['id']}")).json()
            assert shown["status"] == "playing" and shown["options"]["cards"].startswith("id,genus")

    at_a_table(tmp_path, story)
    at_a_table(tmp_path, again)


# --- Rates ------------------------------------------------------------------------------------------------------------


def test_each_client_has_its_own_allowance_of_each_kind_and_it_comes_back_with_time() -> None:
    now = [0.0]
    allowed = Limits(Settings(requests_per_minute=60, matches_per_hour=60, megabytes_per_minute=60), lambda: now[0])

    def how_many(kind: str, client: str, cost: float = 1) -> int:
        taken: list[int] = []

        def take_all() -> None:
            while True:
                allowed.take(kind, client, cost)
                taken.append(1)

        with pytest.raises(TooMuch, match=limits.SENTENCES[kind]):
            take_all()
        return len(taken)

    assert how_many(REQUESTS, "a") == 20 and how_many(REQUESTS, "b") == 20
    assert how_many(MATCHES, "a") == 15
    assert how_many(BYTES, "a", 1_000_000) == 15
    now[0] = 10.0
    assert how_many(REQUESTS, "a", cost=5) == 2
    assert how_many(MATCHES, "a") == 0
    assert how_many(BYTES, "a", 1_000_000) == 10
    now[0] = 1e9
    assert how_many(REQUESTS, "a", cost=1000) == 1, "what costs more than there ever is waits for all of it"


def test_a_class_opens_its_pages_behind_one_address_and_files_are_bounded_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    files_of_a_visit = ["/", "/theme.js", *(f"/assets/part-{number}.js" for number in range(18))]
    for path in files_of_a_visit:
        (folder / (path[1:] or "index.html")).write_text("nothing")
    monkeypatch.setattr(files, "FOLDER", folder)

    async def story(there: Table) -> None:
        now = there.hub.timeline.count()
        there.hub.limits.clock = lambda: now

        async def ask(method: str, path: str) -> int:
            return (await there.http.request(method, path)).status_code

        for _ in range(32):
            assert {await ask("GET", path) for path in files_of_a_visit} == {200}
        of_one = {kind: allowance for (kind, _), allowance in there.hub.limits.known.items()}
        assert REQUESTS not in of_one, "what they ask for at their tables is all left"
        of_one[FILES].left = 2
        assert [await ask(method, "/theme.js") for method in ("HEAD", "GET", "GET")] == [200, 200, 429]
        assert [await ask("GET", path) for path in ("/nothing.js", "/match/abc")] == [404, 200]
        assert await ask("POST", "/theme.js") in (404, 405)
        [asked] = [allowance for (kind, _), allowance in there.hub.limits.known.items() if kind == REQUESTS]
        assert asked.left == asked.at_once - 3, "where there is no file each is a request"

    at_a_table(tmp_path, story, requests_per_minute=600)


def test_clients_that_asked_longest_ago_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CLIENTS", 3)
    allowed = Limits(Settings())
    for number in range(50):
        allowed.take(REQUESTS, f"10.0.0.{number}")
    assert len(allowed.known) == 3 * len(allowed.rates) and (REQUESTS, "10.0.0.49") in allowed.known


def scope(*forwarded: str, client: str = "192.0.2.1") -> dict[str, Any]:
    return {"headers": [(b"x-forwarded-for", one.encode()) for one in forwarded], "client": (client, 1)}


def test_a_client_is_an_address_or_an_ipv6_network_and_no_client_chooses_it() -> None:
    alone, behind_one, behind_two = Settings(), Settings(trust_proxy=1), Settings(trust_proxy=2)
    assert guard.client_of(scope("203.0.113.7"), alone) == "192.0.2.1", "without a proxy nobody is believed"
    assert guard.client_of(scope("203.0.113.7"), behind_one) == "203.0.113.7"
    assert guard.client_of(scope("10.9.9.9, 203.0.113.7"), behind_one) == "203.0.113.7"
    assert guard.client_of(scope("10.9.9.9", "203.0.113.7"), behind_one) == "203.0.113.7", "the last line counts"
    assert guard.client_of(scope("10.9.9.9", "203.0.113.7, 198.51.100.1"), behind_two) == "203.0.113.7"
    assert guard.client_of(scope(), behind_one) == "192.0.2.1"
    for ports in ("203.0.113.7:5678", "203.0.113.7:1"):
        assert guard.client_of(scope(f"10.9.9.9, {ports}"), behind_one) == "203.0.113.7", "each connection has its port"
    for written in ("[2001:db8:1:2::9]:99", "[2001:db8:1:2::9]", "2001:db8:1:2::99", "[2001:db8:1:2::9%eth0]:1"):
        assert guard.client_of(scope(written), behind_one) == "2001:db8:1:2::/64"
    assert guard.client_of(scope("[::ffff:203.0.113.7]:1"), behind_one) == "203.0.113.7"
    assert guard.client_of(scope("::ffff:203.0.113.7"), behind_one) == "203.0.113.7"
    one, other = (guard.client_of(scope(client=f"2001:db8:1:2::{end}"), alone) for end in ("1", "ffff:1"))
    assert one == other == "2001:db8:1:2::/64"
    assert guard.client_of(scope(client="2001:db8:1:3::1"), alone) != one
    assert guard.client_of(scope(client="::ffff:192.0.2.1"), alone) == "192.0.2.1"
    assert guard.client_of(scope("x" * 1000), behind_one) == "x" * 64


def test_what_is_hard_to_answer_counts_several_times() -> None:
    assert guard.cost_of("GET", "/api/lobby") == 1
    assert guard.cost_of("POST", "/api/replay") > guard.cost_of("GET", "/api/matches/x/replay") > 1
    assert guard.cost_of("GET", "/api/docs") > 1 < guard.cost_of("POST", "/api/mine")
    assert guard.cost_of("POST", "/api/replay//") == guard.cost_of("POST", "/api/replay"), "it leads to the same"


def test_the_number_of_proxies_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, expected in (("2", 2), ("true", 1), ("0", 0)):
        monkeypatch.setenv("MESOZOIC_TRUST_PROXY", text)
        assert read_settings().trust_proxy == expected


def test_matches_and_tables_in_the_lobby_are_bounded_for_one_client(tmp_path: Path) -> None:
    listed = {"game": "carbon-dating", "seats": [{"kind": "me"}]}

    async def story(there: Table) -> None:
        made = [await there.create("dolphins-and-dinos", "me", "open", listed=True) for _ in range(2)]
        full = await there.post("/matches", {**listed, "listed": True})
        assert (full.status_code, full.json()["code"]) == (429, "busy")
        assert full.json()["reason"].startswith("2 of your tables wait in the lobby")
        assert len((await there.get("/lobby")).json()) == 2
        await there.join(made[0][0], "Bob")
        assert (await there.post("/matches", {**listed, "listed": True})).status_code == 429, "its seats may open again"
        assert (await there.post(f"/matches/{made[0][0]}/start", token=made[0][1])).status_code == 200
        assert (await there.post("/matches", {**listed, "listed": True})).status_code == 201, "one has begun"
        answers = [await there.post("/matches", listed) for _ in range(12)]
        assert [one.status_code for one in answers].count(201) == 7, "ten at once"
        assert answers[-1].json()["reason"] == limits.SENTENCES[MATCHES]

    at_a_table(tmp_path, story, most_listed_from_one=2, matches_per_hour=1)


def test_tables_that_have_begun_take_no_place_in_the_lobby_when_nobody_looks_at_them_any_more(tmp_path: Path) -> None:
    listed = {"game": "dolphins-and-dinos", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}

    async def story(there: Table) -> None:
        for _ in range(2):
            match, token = await there.create("dolphins-and-dinos", "me", "open", listed=True)
            await there.join(match, "Bob")
            assert (await there.post(f"/matches/{match}/start", token=token)).status_code == 200
            there.hub.rooms.pop(match).close()
        for status in (201, 201, 429):
            assert (await there.post("/matches", listed)).status_code == status
            for room in list(there.hub.rooms.values()):
                room.close()
            there.hub.rooms.clear()

    at_a_table(tmp_path, story, most_listed_from_one=2)


def test_a_table_whose_seats_are_taken_by_bots_counts_as_one_that_waits(tmp_path: Path) -> None:
    listed = {"game": "dolphins-and-dinos", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}

    async def story(there: Table) -> None:
        for _ in range(2):
            match, token = await there.create("dolphins-and-dinos", "me", "open", listed=True)
            assert (await there.post(f"/matches/{match}/seats/1", {"kind": "bot"}, token)).status_code == 200
        assert (await there.get("/lobby")).json() == []
        full = await there.post("/matches", listed)
        assert (full.status_code, full.json()["reason"]) == (429, LISTED_ENOUGH.format(2))
        assert (await there.post(f"/matches/{match}/seats/1", {"kind": "open"}, token)).status_code == 200
        assert [one["id"] for one in (await there.get("/lobby")).json()] == [match]

    at_a_table(tmp_path, story, most_listed_from_one=2)


def test_a_table_that_everybody_has_left_waits_in_no_lobby(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("dolphins-and-dinos", "me", "open", listed=True)
        bob = await there.join(match, "Bob")
        assert (await there.post(f"/matches/{match}/leave", token=token)).status_code == 200
        assert [one["id"] for one in (await there.get("/lobby")).json()] == [match]
        assert (await there.post(f"/matches/{match}/leave", token=bob)).status_code == 200
        assert (await there.get("/lobby")).json() == []
        await there.create("dolphins-and-dinos", "me", "open", listed=True)

    at_a_table(tmp_path, story, most_listed_from_one=1)


def test_tables_without_an_open_seat_push_nobody_out_of_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LOBBY_SIZE", 3)

    async def story(there: Table) -> None:
        match, _ = await there.create("dolphins-and-dinos", "me", "open", "open", listed=True)
        for _ in range(3):
            full, token = await there.create("dolphins-and-dinos", "me", "open", listed=True)
            assert (await there.post(f"/matches/{full}/seats/1", {"kind": "bot"}, token)).status_code == 200
            joined, _ = await there.create("dolphins-and-dinos", "me", "open", listed=True)
            await there.join(joined, "Bob")
        await there.join(match, "Cy")
        assert [one["id"] for one in (await there.get("/lobby")).json()] == [match]

    at_a_table(tmp_path, story)


KEYED = {"name": "Bob", "key": "k" * 20}


async def from_address(there: Table, address: str, path: str, body: Any, token: str = "") -> httpx.Response:
    headers = {"X-Forwarded-For": address, **({"Authorization": f"Bearer {token}"} if token else {})}
    return await there.http.post(f"/api{path}", json=body, headers=headers)


def test_one_address_holds_so_many_seats_before_the_games_begin(tmp_path: Path) -> None:
    ipv6 = "2001:db8:1:2::{}"

    async def story(there: Table) -> None:
        made = [await there.create("dolphins-and-dinos", "me", "open", listed=True) for _ in range(5)]
        tokens = []
        for number, (match, _) in enumerate(made[:2]):
            answer = await from_address(there, ipv6.format(number), f"/matches/{match}/join", {"name": "Mallory"})
            tokens.append(answer.json()["token"])

        async def joins(at: int, address: str = ipv6.format("9"), **more: Any) -> int:
            path = f"/matches/{made[at][0]}/join"
            return (await from_address(there, address, path, {"name": "Mallory", **more})).status_code

        assert [await joins(2), await joins(2)] == [429, 429], "all of a network are one client"
        assert len((await there.get("/lobby")).json()) == 3
        assert await joins(2, "203.0.113.7") == 201, "others sit down as before"
        await there.post(f"/matches/{made[0][0]}/leave", token=tokens[0])
        assert [await joins(3, key="k" * 20), await joins(4)] == [201, 429], "who leaves may sit down elsewhere"
        assert await joins(3, key="k" * 20) == 201, "who asks again is answered as before"
        for room in list(there.hub.rooms.values()):
            room.close()
        there.hub.rooms.clear()
        assert await joins(4) == 429, "also when nobody has looked at them for a while"
        assert (await there.post(f"/matches/{made[1][0]}/start", token=made[1][1])).status_code == 200
        assert [await joins(4), await joins(0)] == [201, 429], "a game has begun"
        await retention.delete(there.hub.store, [made[3][0]])
        there.hub.rooms.pop(made[3][0]).close()
        assert await joins(0) == 201, "a match was deleted"

    at_a_table(tmp_path, story, trust_proxy=1, most_waiting_seats_from_one=2)


def test_one_client_sits_down_so_often_at_a_match_and_does_not_fill_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MOST_ENTRIES", 46)

    async def story(there: Table) -> None:
        now = there.hub.timeline.count()
        there.hub.limits.clock = lambda: now
        match, ann = await there.create("dolphins-and-dinos", "me", "open", "open")
        other, _ = await there.create("dolphins-and-dinos", "me", "open")

        async def comes_and_goes(address: str, table: str = match, key: str | None = None) -> httpx.Response:
            wanted = {"name": "Mallory", "key": key}
            answer = await from_address(there, address, f"/matches/{table}/join", wanted)
            if answer.status_code == 201:
                await there.post(f"/matches/{table}/leave", token=answer.json()["token"])
            return answer

        for _ in range(20):
            assert (await comes_and_goes("203.0.113.7")).status_code == 201
        refused = await comes_and_goes("203.0.113.7")
        assert (refused.status_code, refused.json()["reason"]) == (429, limits.SENTENCES[SITTINGS])
        assert (await comes_and_goes("203.0.113.7", other)).status_code == 201, "another table"
        again = [await from_address(there, "203.0.113.8", f"/matches/{match}/join", KEYED) for _ in range(30)]
        assert {one.status_code for one in again} == {201}, "who asks again sits down once"
        now += 3601
        assert (await comes_and_goes("203.0.113.7")).status_code == 201
        assert (await comes_and_goes("203.0.113.9")).status_code == 201

        assert there.hub.rooms[match].match.number == 46, "as many as there may be"
        assert (await comes_and_goes("203.0.113.9")).status_code == 403
        bot, opened = {"kind": "bot", "level": "random"}, {"kind": "open"}
        for wanted, status in ((opened, 403), (bot, 200), (bot, 403), (opened, 403)):
            assert (await there.post(f"/matches/{match}/seats/2", wanted, ann)).status_code == status, wanted
        assert (await there.post(f"/matches/{match}/start", token=ann)).json()["status"] == "playing"

    at_a_table(tmp_path, story, trust_proxy=1)


def test_of_many_who_sit_down_at_once_no_more_do_than_may(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        made = [await there.create("dolphins-and-dinos", "me", "open") for _ in range(6)]
        joins = (there.post(f"/matches/{match}/join", {"name": "Mallory"}) for match, _ in made)
        answers = await asyncio.gather(*joins)
        assert sorted(one.status_code for one in answers) == [201] * 4 + [429] * 2
        refused = next(one for one in answers if one.status_code == 429)
        assert refused.json() == {"reason": SITS_ENOUGH.format(4), "code": "busy"}

    at_a_table(tmp_path, story, most_waiting_seats_from_one=4)


def test_what_clients_hold_is_forgotten_of_those_first_that_took_something_longest_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_CLIENTS", 3)

    async def all_of_them(names: set[str]) -> set[str]:
        return names

    async def story() -> None:
        held = Held(1, "{} is enough.", all_of_them)
        for number in range(50):
            async with held.one_more(f"10.0.0.{number}") as mine:
                mine.add("a seat")
        assert list(held.known) == ["10.0.0.47", "10.0.0.48", "10.0.0.49"] and not held.coming
        with pytest.raises(TooMuch, match="1 is enough"):
            async with held.one_more("10.0.0.49"):
                pass

    asyncio.run(story())


def test_a_rematch_counts_as_a_match_for_who_makes_it(tmp_path: Path) -> None:
    """Whoever resigns and plays again, in one match after the other, makes as many as anybody."""

    async def story(there: Table) -> None:
        made = [await there.create("carbon-dating", "me") for _ in range(9)]
        match, token = made[0]
        async with there.client(match, token) as ann:
            with pytest.raises(Declined, match="end first"):
                await ann.ask(messages.Rematch(new_key()))
            await ann.ask(messages.HandOver(new_key(), resign=True))
            await there.until_over(match)
            for _ in range(3):
                await ann.ask(messages.Rematch(new_key()))  # one is made, and told again to who asks again
        async with there.client(*made[1]) as ann:
            await ann.ask(messages.HandOver(new_key(), resign=True))
            await there.until_over(made[1][0])
            with pytest.raises(Declined, match=limits.SENTENCES[MATCHES]):
                await ann.ask(messages.Rematch(new_key()))
        assert (await there.get(f"/matches/{made[0][0]}")).json()["next_match"]
        assert not (await there.get(f"/matches/{made[1][0]}")).json()["next_match"]

    at_a_table(tmp_path, story, matches_per_hour=1)


def test_bots_that_take_open_seats_count_as_a_match_of_bots_alone(tmp_path: Path) -> None:
    """Nobody has to sit down for it: who makes the match may only watch."""
    bot = {"kind": "bot", "level": "random"}

    async def story(there: Table) -> None:
        taken: list[float] = []
        take = there.hub.limits.take

        def noting(kind: str, client: str, cost: float = 1.0) -> None:
            if kind == REQUESTS:
                taken.append(cost)
            take(kind, client, cost)

        there.hub.limits.take = noting  # type: ignore[method-assign]
        await there.create("carbon-dating", "random")
        assert taken.count(BOTS_ONLY_COST) == 1
        match, token = await there.create("carbon-dating", "open")
        assert (await there.post(f"/matches/{match}/start", token=token)).status_code == 403
        assert (await there.post(f"/matches/{match}/seats/0", bot, token)).status_code == 200
        assert taken.count(BOTS_ONLY_COST) == 1
        assert (await there.post(f"/matches/{match}/start", token=token)).status_code == 200
        assert taken.count(BOTS_ONLY_COST) == 2
        match, token = await there.create("dolphins-and-dinos", "me", "open")
        assert (await there.post(f"/matches/{match}/seats/1", bot, token)).status_code == 200
        assert (await there.post(f"/matches/{match}/start", token=token)).status_code == 200
        assert taken.count(BOTS_ONLY_COST) == 2, "somebody plays"

    at_a_table(tmp_path, story)


def test_what_a_client_sends_is_counted_whether_or_not_it_says_how_much(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(2):
            yield b" " * 100_000

    async def story(there: Table) -> None:
        for sent in (b" " * 2_900_000, b" " * 2_900_000, pieces()):
            assert (await there.http.post("/api/replay", content=sent)).status_code == 400
        for sent in (b" " * 200_000, pieces()):
            answer = await there.http.post("/api/replay", content=sent)
            assert (answer.status_code, answer.json()) == (429, {"reason": limits.SENTENCES[BYTES], "code": "busy"})
        assert (await there.get("/lobby")).status_code == 200

    at_a_table(tmp_path, story, megabytes_per_minute=0)


def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create("carbon-dating", "me")
        url = f"{there.address.replace('http', 'ws')}/api/matches/{match}/socket"

        async def shake_hands() -> None:
            for _ in range(40):
                async with websockets.connect(url, open_timeout=PATIENCE):
                    pass

        with pytest.raises(websockets.InvalidStatus):
            await shake_hands()

    at_a_table(tmp_path, story, requests_per_minute=1)


def test_whoever_is_refused_for_asking_too_much_is_not_read_any_further(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        answers = [await there.get("/games") for _ in range(21)]
        assert [one.status_code for one in answers] == [200] * 20 + [429]
        assert [one.headers.get("connection") for one in answers][-2:] == [None, "close"]

    at_a_table(tmp_path, story, requests_per_minute=1)
