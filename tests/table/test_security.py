"""Tokens, origins, headers, sizes, rates: who may do what at a table, and that nothing else can be done."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import sqlite3
import time
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import websockets

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import Client, Declined, new_key
from mesozoic.kernel.record import Record
from mesozoic.table.errors import Garbled
from mesozoic.table.http import files, guard, reach
from mesozoic.table.http.wire import LONGEST_MESSAGE
from mesozoic.table.matches import tokens, writing
from mesozoic.table.matches.hub import Hub
from mesozoic.table.settings import Settings
from tests.table.by_hand import hub_by_hand
from tests.table.local import Table, at_a_table
from tests.table.patience import PATIENCE, until

DOLPHINS = "dolphins-and-dinos"
HOLDS_NOTHING = "This link or token holds no seat at this table."


async def two_people(there: Table, game: str = DOLPHINS) -> tuple[str, str, str]:
    match, ann = await there.create(game, "me", "open")
    bob = await there.join(match, "Bob")
    assert (await there.post(f"/matches/{match}/start", token=ann)).status_code == 200
    return match, ann, bob


async def talk(
    there: Table, match: str, *said: Any, token: str | None = None, answers: int = 1, **more: Any
) -> list[Any]:
    """Say hello and then this over a socket; everything but news that comes back, until so many answers are there."""
    found: list[Any] = []
    async with websockets.connect(socket_of(there, match), open_timeout=PATIENCE, **more) as socket:
        await socket.send(json.dumps({"type": "hello"} if token is None else {"type": "hello", "token": token}))
        for one in said:
            await socket.send(one if isinstance(one, (str, bytes)) else json.dumps(one))
        while len(found) < answers:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] == "update" and message["accepted"] is not None:
                message = {"type": "accepted", "key": message["accepted"]}  # an update may be the answer
            if message["type"] in ("refused", "accepted", "gone", "pong"):
                found.append(message)
            elif message.get("accepted"):  # an update that is the answer, too
                found.append({"type": "accepted", "key": message["accepted"]})
    return found


def socket_of(there: Table, match: str) -> str:
    return f"{there.address.replace('http', 'ws')}/api/matches/{match}/socket"


def stored(folder: Path) -> bytes:
    """Every byte of the database, its log included."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("table.sqlite*")))


# --- Tokens -------------------------------------------------------------------------------------------------------


def test_neither_tokens_nor_what_they_are_made_from_stand_in_the_database_or_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret: list[str] = []

    async def story(there: Table) -> None:
        keys = [new_key() + "_first", new_key() + "_second"]
        match, ann = await there.create(DOLPHINS, "me", "open", key=keys[0])
        bob = await there.join(match, "Bob", key=keys[1])
        again = await there.create(DOLPHINS, "me", "open", key=keys[0])
        assert again == (match, ann), "the same request again gets the same token again"
        assert await there.join(match, "Bob", key=keys[1]) == bob
        await there.post(f"/matches/{match}/start", token=ann)
        async with there.client(match, bob) as client:
            await until(lambda: client.update)
            with pytest.raises(Declined):
                await client.move("nonsense")
        await there.get(f"/matches/{match}/view", token=f"{match}.wrong{ann[-20:]}")
        secret.extend([*keys, ann.partition(".")[2], bob.partition(".")[2]])

    at_a_table(tmp_path, story)
    found = stored(tmp_path)
    assert b"Bob" in found, "this is the database"
    for one in secret:
        assert one.encode() not in found
        assert one not in caplog.text
    rows = sqlite3.connect(tmp_path / "table.sqlite").execute("select salt, key from matches").fetchall()
    for salt, key in rows:
        assert tokens.new_secret(salt, key) not in secret, "the stored key must not give the secret"


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compared: list[tuple[bytes, bytes]] = []
    real = hmac.compare_digest

    def watched(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return real(one, other)

    async def story(there: Table) -> None:
        match, ann, _ = await two_people(there)
        secret = ann.partition(".")[2]
        monkeypatch.setattr(hmac, "compare_digest", watched)
        assert (await there.get(f"/matches/{match}/view", token=f"{match}.{'x' * 30}")).status_code == 403
        hashes = [one for one, _ in compared if len(one) == 64]
        assert len(hashes) == 2, "all hashes are compared, wherever the right one stands"
        compared.clear()
        assert (await there.get(f"/matches/{match}/view", token=ann)).status_code == 200
        assert len([one for one, _ in compared if len(one) == 64]) == 2
        assert all(secret.encode() not in pair for pair in compared), "hashes are compared, not secrets"

    at_a_table(tmp_path, story)


def test_whatever_is_wrong_with_a_token_it_is_refused_with_the_same_sentence(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann, _ = await two_people(there)
        other, elsewhere, _ = await two_people(there)
        secret = ann.partition(".")[2]
        wrong = [
            f"{match}.{'0' * len(secret)}",
            f"{match}.{secret[:-1]}",
            f"{match}.{secret}0",
            f"{other}.{secret}",
            elsewhere,
            f"{match}.{elsewhere.partition('.')[2]}",
            f"{match}.{tokens.hashed(secret)}",
            "nonsense without a dot",
            "." * 20,
            f"{match}.",
            "ß.ä" * 8,
        ]
        for token in wrong:
            headers = {b"Authorization": f"Bearer {token}".encode()}
            seen = await there.http.get(f"/api/matches/{match}/view", headers=headers)
            moved = await there.http.post(
                f"/api/matches/{match}/move",
                json={"type": "move", "key": new_key(), "move": "1"},
                headers=headers,
            )
            for answer in (seen, moved):
                assert (answer.status_code, answer.json()) == (403, {"reason": HOLDS_NOTHING, "code": "forbidden"})
            if len(token) >= 16:
                said = await talk(there, match, token=token, answers=2)
                assert [one["reason"] for one in said] == [HOLDS_NOTHING, HOLDS_NOTHING]
                assert said[1]["type"] == "gone"
        mine = await there.post("/mine", {"tokens": [one for one in wrong if len(one) >= 16]})
        assert [one["match"]["id"] for one in mine.json()] == [other], "only the token of the other match holds a seat"

    at_a_table(tmp_path, story)


def test_those_who_watch_cannot_act_and_a_seat_acts_only_for_itself(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann, bob = await two_people(there)
        acts: list[dict[str, Any]] = [
            {"type": "move", "move": "1"},
            {"type": "undo"},
            {"type": "answer_undo", "agree": True},
            {"type": "say", "text": "hello"},
            {"type": "start"},
            {"type": "hand_over", "resign": True},
            {"type": "come_back"},
            {"type": "rematch"},
            {"type": "ask_hint"},
            {"type": "ask_world"},
        ]
        said = await talk(there, match, *({**one, "key": new_key()} for one in acts), answers=len(acts))
        assert {one["code"] for one in said} == {"forbidden"}
        for path in ("move", "leave", "start"):
            body = {"type": "move", "key": new_key(), "move": "1"} if path == "move" else None
            assert (await there.post(f"/matches/{match}/{path}", body)).status_code == 403
        assert (await there.post(f"/matches/{match}/seats/0", {"kind": "open"}, token=bob)).status_code == 403
        assert (await there.post(f"/matches/{match}/start", token=bob)).status_code == 403
        # There is no way to name another seat: a move counts for the seat that the token holds.
        async with there.client(match, ann) as one, there.client(match, bob) as two:
            await until(lambda: one.update and two.update)
            assert one.update is not None and two.update is not None
            before = two.update
            await one.move(one.update.moves[0].text)
            await two.ask(messages.Chat(new_key(), "What was to be told has been told before this is answered."))
            assert two.update.decision == before.decision and two.update.moves == before.moves
        refused = await talk(
            there, match, {"type": "move", "key": new_key(), "move": "1", "seat": 1}, token=ann, answers=1
        )
        assert refused[0]["code"] == "garbled" and "seat" in refused[0]["reason"]

    at_a_table(tmp_path, story)


def test_leaving_frees_the_seat_and_its_token_holds_nothing_any_more(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann = await there.create(DOLPHINS, "me", "open")
        bob = await there.join(match, "Bob")
        assert (await there.post(f"/matches/{match}/leave", token=bob)).json()["seats"][1]["kind"] == "open"
        assert (await there.post(f"/matches/{match}/leave", token=bob)).json()["reason"] == HOLDS_NOTHING
        cat = await there.join(match, "Cat")
        assert cat != bob
        await there.post(f"/matches/{match}/start", token=ann)
        assert (await there.get(f"/matches/{match}/view", token=bob)).json()["reason"] == HOLDS_NOTHING
        assert (await there.get(f"/matches/{match}/view", token=cat)).json()["view"]["seat"] == 1

    at_a_table(tmp_path, story)


def test_a_rematch_cannot_be_led_elsewhere_by_somebody_who_guesses_its_key(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann = await there.create("carbon-dating", "me")
        trap, _ = await there.create("carbon-dating", "me", key=f"rematch-{match}")
        resign = {"type": "hand_over", "key": new_key(), "resign": True}
        again = {"type": "rematch", "key": new_key()}
        assert [one["type"] for one in await talk(there, match, resign, again, token=ann, answers=2)] == [
            "accepted"
        ] * 2
        following = (await there.get(f"/matches/{match}")).json()["next_match"]
        assert following not in (trap, None)
        assert (await there.get(f"/matches/{following}/view", token=f"{following}.{ann.partition('.')[2]}")).is_success

    at_a_table(tmp_path, story)


# --- What must not leave --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [DOLPHINS, "dinospan", "biomechanic-dino-battles", "carbon-dating", "clades"])
def test_seed_salt_and_hashes_never_leave_and_the_record_only_at_the_end(tmp_path: Path, game: str) -> None:
    """Over a real network: all that two players and a spectator receive, and every answer over HTTP."""
    heard: list[bytes] = []

    async def listen(there: Table, match: str, token: str | None) -> None:
        async with websockets.connect(socket_of(there, match), open_timeout=PATIENCE) as socket:
            hello = {"type": "hello", "token": token, "frames": True, "tabletop": True}
            await socket.send(json.dumps(hello))
            async for message in socket:
                heard.append(message.encode() if isinstance(message, str) else message)

    async def story(there: Table) -> None:
        solo = game == "carbon-dating"
        if solo:
            match, ann = await there.create(game, "me")
            held: list[str | None] = [ann, None]
        else:
            match, ann, bob = await two_people(there, game)
            held = [ann, bob, None]
        listening = [asyncio.create_task(listen(there, match, one)) for one in held]
        for turn in range(5):
            for token in held:
                seen = await there.get(f"/matches/{match}/view?tabletop=true", token=token)
                heard.append(seen.content)
                for path in ("", "/record", "/replay", "/replay?eyes=P1"):
                    answer = await there.get(f"/matches/{match}{path}", token=token)
                    heard.append(answer.content)
                    assert path == "" or answer.status_code == 403, "the record holds everybody's cards"
                if token is not None:
                    moves = seen.json()["moves"]
                    move = moves[turn % len(moves)]["text"] if moves else "nonsense"
                    body = {"type": "move", "key": new_key(), "move": move}
                    heard.append((await there.post(f"/matches/{match}/move", body, token=token)).content)
        heard.append((await there.get("/lobby")).content)
        heard.append((await there.post("/mine", {"tokens": [one for one in held if one]})).content)
        heard.append((await there.get("/metrics")).content)
        for one in listening:
            one.cancel()
        seed, salt = sqlite3.connect(tmp_path / "table.sqlite").execute("select seed, salt from matches").fetchone()
        hashes = [tokens.hashed(one.partition(".")[2]) for one in held if one]
        everything = b"".join(heard)
        assert len(everything) > 50_000
        for secret in (seed, salt, *hashes, *(one.partition(".")[2] for one in held if one)):
            assert secret.encode() not in everything
        for token in held:
            if token is not None:
                resign = {"type": "hand_over", "key": new_key(), "resign": True}
                await talk(there, match, resign, token=token)
        await there.until_over(match)
        over = (await there.get(f"/matches/{match}")).json()
        assert over["status"] == "over" and "resigned" in over["why_over"]
        record = await there.get(f"/matches/{match}/record")
        assert record.status_code == 200 and "deal: " in record.text
        assert seed not in record.text, "what chance gave, but not the seed, which would also give what never came"
        ended = (await there.get(f"/matches/{match}/view", token=held[0])).json()
        assert ended["moves"] == [] and ended["result"] is None

    at_a_table(tmp_path, story)


def test_a_seed_that_was_chosen_is_flagged_for_everybody_and_not_shown(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create("carbon-dating", "me", seed="an-old-friend")
        info = await there.get(f"/matches/{match}")
        assert info.json()["seed_was_chosen"] is True and "an-old-friend" not in info.text
        usual, _ = await there.create("carbon-dating", "me")
        assert (await there.get(f"/matches/{usual}")).json()["seed_was_chosen"] is False

    at_a_table(tmp_path, story)


def test_metrics_are_for_the_host_alone(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        assert (await there.get("/metrics")).status_code == 200
        through_a_proxy = await there.http.get("/api/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
        assert through_a_proxy.status_code == 403

    at_a_table(tmp_path, story)
    scope = {"headers": [(b"x-forwarded-for", b"127.0.0.1, 203.0.113.9")], "client": ("127.0.0.1", 1)}
    assert not guard.may_measure(scope, Settings(trust_proxy=True)), "what the client claims does not count"
    assert not guard.may_measure({"headers": [], "client": ("203.0.113.9", 1)}, Settings())


def test_the_machines_addresses_are_told_on_the_machine_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "own_addresses", lambda: ["192.0.2.7"])

    async def closed(there: Table) -> None:
        assert (await there.get("/reach")).json() == {"is_asked_here": True, "addresses": [], "has_workshop": True}

    async def opened(there: Table) -> None:
        port = there.address.rpartition(":")[2]
        here = {"is_asked_here": True, "addresses": [f"http://192.0.2.7:{port}"], "has_workshop": True}
        assert (await there.get("/reach")).json() == here
        elsewhere = await there.http.get("/api/reach", headers={"X-Forwarded-For": "203.0.113.9"})
        assert elsewhere.json() == {"is_asked_here": False, "addresses": [], "has_workshop": False}

    at_a_table(tmp_path, closed)
    at_a_table(tmp_path, opened, host="0.0.0.0")
    assert not guard.is_own_machine({"headers": [], "client": ("192.0.2.9", 1)})
    assert reach.addresses("2001:db8::1", 80) == ["http://[2001:db8::1]:80"]
    assert reach.addresses("localhost", 80) == []


# --- Pages of others, headers, sizes, rates ---------------------------------------------------------------------------


def test_pages_of_other_origins_cannot_write(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create(DOLPHINS, "me", "open")
        own = there.address
        foreign = ["http://evil.example", "null", "http://[", "", "https://", own.replace("http", "file"), own + "0"]
        for origin in foreign:
            answer = await there.http.post(
                f"/api/matches/{match}/join", json={"name": "Eve"}, headers={"Origin": origin}
            )
            assert answer.status_code == 403 and "origins" in answer.json()["reason"], origin
            with pytest.raises(websockets.InvalidStatus):
                async with websockets.connect(
                    socket_of(there, match), open_timeout=PATIENCE, additional_headers={"Origin": origin}
                ):
                    pass
        for origin in (own, "http://friend.example"):
            assert (await there.http.post("/api/mine", json={"tokens": []}, headers={"Origin": origin})).is_success
            assert await talk(there, match, {"type": "ping", "sent": 1}, additional_headers={"Origin": origin})
        odd = await there.http.post("/api/mine", json={"tokens": []}, headers={"Host": "evil.example", "Origin": own})
        assert odd.status_code == 403
        assert "evil.example" not in (await there.http.get("/", headers={"Host": "evil.example"})).text

    at_a_table(tmp_path, story, origins=("http://friend.example",))


def test_every_answer_has_the_headers_that_protect_the_browser(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create(DOLPHINS, "me", "open")
        asked = [
            ("GET", "/", 200),
            ("GET", "/match/whatever", 200),
            ("GET", "/nothing.js", 404),
            ("GET", "/api/games", 200),
            ("GET", "/api/docs", 200),
            ("GET", "/api/schema/openapi.json", 200),
            ("GET", "/api/nothing", 404),
            ("POST", "/nothing", 405),
            ("DELETE", "/api/games", 405),
            ("HEAD", "/api/games", 405),
            ("OPTIONS", "/api/games", 204),
            ("GET", "/api/matches/0000000000", 404),
            ("GET", f"/api/matches/{match}/record", 403),
            ("POST", "/api/matches", 400),
            ("POST", "/api/matches/x/seats/999999999999999999999999", 400),
            ("GET", "/%00", 200),
            ("GET", "/" + "a" * 3000, 200),
        ]
        for method, path, status in asked:
            answer = await there.http.request(method, path)
            assert answer.status_code == status, (path, answer.text[:200])
            policy = answer.headers["Content-Security-Policy"]
            assert (
                "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "object-src 'none'" in policy
            )
            assert "script-src" not in policy and "unsafe-eval" not in policy, "scripts come from our files alone"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer", "links hold tokens"
            assert "server" not in answer.headers or "uvicorn" in answer.headers["server"]
            if path.startswith("/api/"):
                assert answer.headers["Cache-Control"] == "no-store"
            if status >= 400 and method != "HEAD":
                assert messages.Problem(**answer.json()).reason.endswith("."), answer.text

    at_a_table(tmp_path, story)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small browser's table, built into a folder of its own."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>One page</title>")
    (folder / "assets" / "board-1a2b.js").write_text("export const board = 1;\n" * 100)
    (folder / "manifest.webmanifest").write_text("{}")
    (tmp_path / "settings.py").write_text("secret")
    monkeypatch.setattr(files, "FOLDER", folder)
    return folder


def test_files_outside_the_browsers_folder_cannot_be_read(tmp_path: Path, built: Path) -> None:
    outside = ["../settings.py", "../../../etc/passwd", "/etc/passwd", "assets/../../settings.py", "..\\settings.py"]
    odd = ["\x00", "a" * 5000, ".", "assets", "\udc80", "assets/\x00", "assets/" + "a" * 5000]

    async def story(there: Table) -> None:
        for path in [*outside, *odd]:
            escaped = "".join(f"%{byte:02x}" for byte in path.encode(errors="surrogateescape"))
            answer = await there.http.get(f"/{escaped}")
            assert answer.status_code in (200, 404), (path, answer.text)
            assert b"root:" not in answer.content and b"secret" not in answer.content

    at_a_table(tmp_path, story)


def test_files_are_kept_asked_for_again_or_packed(tmp_path: Path, built: Path) -> None:
    async def story(there: Table) -> None:
        script = await there.http.get("/assets/board-1a2b.js")
        assert script.headers["Cache-Control"] == "max-age=31536000, public, immutable"
        assert script.headers["Content-Encoding"] == "gzip" and script.text.startswith("export const board")
        assert script.headers["Content-Type"].startswith("text/javascript")
        assert (await there.http.get("/manifest.webmanifest")).headers["Content-Type"] == "application/manifest+json"
        for path in ("/", "/match/whatever"):
            page = await there.http.get(path)
            assert (page.status_code, page.headers["Cache-Control"]) == (200, "no-cache"), path
            assert page.headers["Content-Type"].startswith("text/html") and "One page" in page.text
            again = await there.http.get(path, headers={"If-None-Match": page.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b""), path
            assert "Content-Security-Policy" in again.headers and again.headers["ETag"] == page.headers["ETag"]
        assert (await there.http.get("/", headers={"If-None-Match": '"another"'})).status_code == 200
        for path in ("/nothing.js", "/assets/nothing.js", "/assets", "/api/nothing", "/apis.txt"):
            assert (await there.http.get(path)).json()["code"] == "unknown", path

    at_a_table(tmp_path, story)


def test_sizes_are_bounded(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann, _ = await two_people(there)
        kind = {"Content-Type": "application/json"}
        large = await there.http.post("/api/replay", content=b'{"record":"' + b"a" * 3_200_000 + b'"}', headers=kind)
        assert (large.status_code, large.json()["reason"]) == (413, "That is too large.")

        async def endless() -> Any:
            for _ in range(400):
                yield b" " * 10_000

        assert (await there.http.post("/api/replay", content=endless(), headers=kind)).status_code == 413
        deep = b'{"game":"clades","seats":[{"kind":"me"}],"options":{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}}"
        assert (await there.http.post("/api/matches", content=deep, headers=kind)).status_code == 400
        seats = [{"kind": "open"}] * 13
        assert (await there.post("/matches", {"game": DOLPHINS, "seats": seats})).status_code == 400
        assert (await there.post("/matches", {"game": DOLPHINS, "seats": [{"kind": "me"}], "name": "x" * 41})).is_error
        said = await talk(there, match, "x" * (LONGEST_MESSAGE + 1), token=ann)
        assert said[0]["code"] == "garbled" and str(LONGEST_MESSAGE) in said[0]["reason"]
        long_chat = {"type": "say", "key": new_key(), "text": "x" * 501}
        assert (await talk(there, match, long_chat, token=ann))[0]["code"] == "garbled"

    at_a_table(tmp_path, story)


def test_rates_are_bounded(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann = await there.create("carbon-dating", "me")
        pings = [{"type": "ping", "sent": number} for number in range(60)]
        said = await talk(there, match, *pings, token=ann, answers=60)
        busy = [one for one in said if one["type"] == "refused"]
        assert busy and {one["code"] for one in busy} == {"busy"} and len(said) > len(busy)
        answers = [await there.get("/health") for _ in range(60)]
        refused = [one for one in answers if one.status_code == 429]
        assert answers[0].status_code == 200 and refused
        assert refused[0].json()["code"] == "busy" and "Content-Security-Policy" in refused[0].headers

    at_a_table(tmp_path, story, messages_per_second=1, requests_per_minute=1)  # too few also for a slow machine


async def until_there_is_room(url: str) -> None:
    """The server learns only in a moment that somebody has gone."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with websockets.connect(url, open_timeout=PATIENCE):
                    return
            except websockets.InvalidStatus:
                await asyncio.sleep(0.02)


def test_connections_are_bounded(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create("carbon-dating", "me")
        url = socket_of(there, match)
        async with websockets.connect(url, open_timeout=PATIENCE), websockets.connect(url, open_timeout=PATIENCE):
            with pytest.raises(websockets.InvalidStatus):
                async with websockets.connect(url, open_timeout=PATIENCE):
                    pass
        await until_there_is_room(url)
        assert await talk(there, match, {"type": "ping", "sent": 1}), "who goes makes room"

    at_a_table(tmp_path, story, most_connections_from_one=2)


# --- What people write ------------------------------------------------------------------------------------------------


def test_names_and_lines_are_plain_text(tmp_path: Path) -> None:
    assert writing.spoken("  Ann\t\n \x1b[31mB\u202e ") == "Ann [31mB"
    assert writing.spoken("👩‍🔬 Zoë") == "👩‍🔬 Zoë"

    async def story(there: Table) -> None:
        match, ann = await there.create(DOLPHINS, "me", "open")
        nobody = await there.post(f"/matches/{match}/join", {"name": "\x1b\u202e  "})
        assert (nobody.status_code, nobody.json()["code"]) == (400, "garbled")
        await there.join(match, "Bob\x1b]0;owned\x07")
        assert (await there.get(f"/matches/{match}")).json()["seats"][1]["name"] == "Bob]0;owned"
        async with there.client(match, ann) as client:
            await client.ask(messages.Chat(new_key(), "<script>\x00 alert(1)</script>\r\n"))
            line = await said(client)
        assert line.text == "<script> alert(1)</script>"

    at_a_table(tmp_path, story)


def test_nothing_unseen_stands_in_a_name() -> None:
    for unseen in (
        "\u200b",
        "\u200d",
        "\u2060",
        "\ufeff",
        "\u00ad",
        "\U000e0041",
        "\u3164",
        "\u034f",
        "\ufe0f",
        "\ue000",
    ):
        assert writing.name_of(f"An{unseen}na{unseen}") == "Anna", ascii(unseen)
        with pytest.raises(Garbled, match="nothing to read"):
            writing.name_of(unseen * 3)
    assert writing.name_of("Ａｎｎａ\u00a0\u2003Ⅱ") == "Anna II", "one form for all"
    assert writing.name_of("\U0001d400nna") == "Anna"
    assert writing.name_of("Z" + "\u0301" * 30) == "Ź" + "\u0301" * 3, "no tower of accents"
    for usual in ("Zoë", "Ολυμπία", "Анна", "अंक्षा", "نیلوفر\u200cجان", "陳大文 Chen", "🦖", "O'Brien-Łukasz", "❤️"):
        assert writing.name_of(usual) == unicodedata.normalize("NFKC", usual)
    for mixed in ("Аnna", "Αnna", "Annа", "Ԁave"):
        with pytest.raises(Garbled, match="one alphabet"):
            writing.name_of(mixed)
    with pytest.raises(Garbled, match="nothing to read"):
        writing.name_of("\U0001d159")  # the head of a note that is not drawn
    with pytest.raises(Garbled, match="at most 40"):
        writing.name_of("\ufdfa" * 30)


NAMES = """
Nguyễn Thị Ánh|Þóra Æsa|Şebnem İnci|Łukasz Groß|Kaʻiulani|ǃGawaxab|Ọlọ́runfẹ́mi|Ɗan Ƙwairo|Kofi Ɛsi|Mª José|d'Àrtagnan
Мар'яна Ґалаґан|Хьусейн Ӏумар|Ғалым Әлі|Мөнхбат|Αλέξανδρος|Անահիտ|გიორგი|ნინო ᲜᲘᲜᲝ|שרה|יוֹסֵף|يوسف|محمد ۴|ޢަލީ|ሰላማዊት
प्रिया|প্রিয়াঙ্কা|ਹਰਪ੍ਰੀਤ|પ્રિયા|ପ୍ରିୟା|தமிழ்ச்செல்வி|శ్రీనివాస్|ಕಾವ್ಯ|ശ്രീജ|සඳුනි|สมชาย|ສົມພອນ|བསྟན་འཛིན|အောင်ဆန်းစုကြည်|សុភ័ក្ត្រ
김민준|ㅋㅋ|さくら|ケンタロー|佐々木|山田・花子|李小龍|𠮷野|ㄅㄆㄇ
Annaさん|Ali علی|한글 Kim|1️⃣ Rex|👩‍🔬 Zoë|Ann ♥|X Æ A-12|$$$|Ann Lee, Jr.
"""


def test_people_are_called_as_they_are() -> None:
    for line in NAMES.split("\n"):
        for name in filter(None, line.split("|")):
            assert writing.name_of(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "name", ["ꓮꓠꓠꓮ", "ᴀɴɴᴀ", "ⲀⲚⲚⲀ", "ᗅNNᗅ", "ɑnnɑ", "ᎪᎬ", "𐌀nna", "Ꜳron", "ⵔⵏ", "Ϝoo", "a\u20dd", "\ufffcA", "𝄞"]
)
def test_what_is_drawn_like_other_letters_is_refused(name: str) -> None:
    """Small capitals, signs of phoneticians, and scripts of which few know what looks like what."""
    with pytest.raises(Garbled, match="alphabets of everyday life"):
        writing.name_of(name)


@pytest.mark.parametrize("name", ["Anna Анна", "Boဝb", "ዐAnna", "An\u064ena", "Bo০b"])
def test_a_word_is_written_in_one_alphabet_and_a_name_in_one_of_those_alike(name: str) -> None:
    with pytest.raises(Garbled, match="one alphabet"):
        writing.name_of(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Анна", "АННА"),
        ("ANNI", "anni"),
        ("ΓΙΑΝΝΗΣ", "Γιαννης"),
        ("ТОТО", "toto"),
        ("Bi∣∣", "Bill"),
        ("Anna ٢", "Anna 2"),
    ]
    + [
        ("カ", "力"),
        ("علی", "علي"),
        ("i\u0307da", "ida"),
        ("❤️", "❤"),
        ("ǃAnna", "Anna!"),
        ("Ștefan", "Ştefan"),
        ("ოო", "ᲝᲝ"),
    ],
)
def test_names_are_alike_in_small_letters_and_in_capitals(one: str, other: str) -> None:
    assert writing.are_alike(writing.name_of(one), writing.name_of(other))
    assert writing.free_name(one, ["Zoe", other]) == f"{one} 2"
    for apart in (("Anna", "Anne"), ("Zoe", "Zoë"), ("Νίκη", "HIKH"), ("Nera", "Vera")):
        assert not writing.are_alike(*apart)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "anna"), ("Ida", "lda"), ("poc", "рос"), ("AHA", "АНА"), ("Bo0", "BoO")]
)
def test_names_that_look_the_same_are_told_apart_by_a_number(one: str, other: str) -> None:
    assert writing.looks(one) == writing.looks(other)
    assert writing.looks("Anna") != writing.looks("Anne") and writing.looks("Zoe") != writing.looks("Zoë")


def test_two_who_look_the_same_sit_down_as_two(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create(DOLPHINS, "me", "open", "open", name="Anna")
        for number, name in enumerate(("An\u200bna", "Аnna")):
            joined = await there.post(f"/matches/{match}/join", {"name": name})
            if number == 0:
                assert joined.json()["match"]["seats"][1]["name"] == "Anna 2"
            else:
                assert (joined.status_code, joined.json()["code"]) == (400, "garbled")

    at_a_table(tmp_path, story)


def names_of(seated: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in seated["seats"]]


def test_nobody_is_called_like_a_bot_at_the_table(tmp_path: Path) -> None:
    """Whoever makes the match, whoever joins, and the bot that comes where somebody has its name."""
    me, bot, open_seat = {"kind": "me"}, {"kind": "bot", "level": "hunter"}, {"kind": "open"}

    async def story(there: Table) -> None:
        made = {"game": DOLPHINS, "seats": [me, bot, open_seat], "name": "0wen (hunter)"}
        answer = (await there.post("/matches", made)).json()
        match = answer["match"]["id"]
        assert names_of(answer["match"]) == ["0wen (hunter) 2", "Owen (hunter)", ""]
        joined = await there.post(f"/matches/{match}/join", {"name": "OWEN (HUNTER)"})
        assert names_of(joined.json()["match"])[2] == "OWEN (HUNTER) 3"
        made = {"game": DOLPHINS, "seats": [me, open_seat, open_seat], "name": "Owen (hunter)"}
        answer = (await there.post("/matches", made)).json()
        seat = f"/matches/{answer['match']['id']}/seats/1"
        for level in ("hunter", "greedy", "hunter"):
            changed = await there.post(seat, {**bot, "level": level}, token=answer["token"])
        assert names_of(changed.json()) == ["Owen (hunter)", "Owen (hunter) 2", ""]

    at_a_table(tmp_path, story)


def test_two_of_one_name_of_former_times_play_again_as_two(tmp_path: Path) -> None:
    made = messages.NewMatch(DOLPHINS, [messages.SeatWish("me"), messages.SeatWish("open")], name="Anna")

    async def story() -> None:
        async with hub_by_hand(tmp_path, bot_workers=0) as (_, service, _):
            match = (await service.create(made)).match.id
            await service.join(match, messages.JoinMatch("Bob"))
        with sqlite3.connect(tmp_path / "table.sqlite") as connection:
            connection.execute("update entries set data = json_set(data, '$.name', 'ANNA') where kind = 'join'")
        async with hub_by_hand(tmp_path, bot_workers=0) as (hub, service, _):
            room = await hub.room(match)
            await service.start(room)
            for seat in (0, 1):
                await service.hand_over(room, seat, messages.HandOver(new_key(), resign=True))
            await service.rematch(room, 0, new_key())
            again = await hub.room(room.match.next_match or "")
            assert [seat.name for seat in again.match.seats] == ["ANNA", "Anna 2"]

    asyncio.run(story())


def test_nobody_is_called_like_those_who_were_forgotten(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        made = {"game": DOLPHINS, "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Somebody"}
        answer = (await there.post("/matches", made)).json()
        joined = await there.post(f"/matches/{answer['match']['id']}/join", {"name": "somebody"})
        assert names_of(joined.json()["match"]) == ["Somebody 2", "somebody 3"]

    at_a_table(tmp_path, story)


def test_what_is_not_utf_8_is_refused_with_a_sentence(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bodies = (b"\xff", b'{"name":"\xff"}', b'{"name":"\xed\xa0\x80"}', b'{"\xff":1}', "{}".encode("utf-16"))

    async def story(there: Table) -> None:
        match, _ = await there.create(DOLPHINS, "me", "open")
        of_match = [f"/matches/{match}/{one}" for one in ("join", "move", "seats/1")]
        for path in ("/matches", "/mine", "/replay", "/games/dinospan/lesson", *of_match):
            for body in bodies:
                answer = await there.http.post(f"/api{path}", content=body)
                assert (answer.status_code, answer.json()["code"]) == (400, "garbled"), (path, body, answer.text)

    at_a_table(tmp_path, story)
    assert "Traceback" not in caplog.text and "failed" not in caplog.text


async def said(client: Client) -> messages.ChatLine:
    while True:
        news = await asyncio.wait_for(client.news.get(), PATIENCE)
        if isinstance(news, messages.ChatLine):
            return news


def test_nobody_looks_through_eyes_that_are_no_seats(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Among the digits of Unicode are some that make no number."""
    state = mesozoic.game(DOLPHINS).start(2, seed=1)
    record = Record.of(state).text()

    async def story(there: Table) -> None:
        for eyes in ("P²", "P٣", "P0", "P3", "P01", "P", "p1"):
            answer = await there.post("/replay", {"record": record, "eyes": eyes})
            assert answer.status_code == 400 and "Look through the eyes of" in answer.json()["reason"], eyes
        for eyes in ("P1", "P2", "all", "spectator"):
            assert (await there.post("/replay", {"record": record, "eyes": eyes})).status_code == 200

    at_a_table(tmp_path, story)
    assert not caplog.records


def test_nobody_makes_up_a_lag(tmp_path: Path) -> None:
    """A head start is given for the measured way only: a stamp that was never sent, or comes twice, counts nothing."""

    async def story(there: Table) -> None:
        match, _ = await there.create("carbon-dating", "me")
        async with websockets.connect(socket_of(there, match), open_timeout=PATIENCE) as socket:
            await socket.send('{"type": "hello"}')
            for stamp in (0, 1.5, 1e14):
                await socket.send(json.dumps({"type": "echo", "stamp": stamp}))
            began = time.monotonic()
            await socket.send('{"type": "ping", "sent": 1}')
            while (pong := json.loads(await socket.recv()))["type"] != "pong":
                pass
            assert pong["lag_ms"] is None
            await socket.send(json.dumps({"type": "echo", "stamp": pong["stamp"]}))
            await socket.send('{"type": "ping", "sent": 2}')
            while (pong := json.loads(await socket.recv()))["type"] != "pong":
                pass
            lag = pong["lag_ms"]
            assert 0 <= lag <= 1000 * (time.monotonic() - began) + 1

    at_a_table(tmp_path, story)


def test_what_is_no_name_of_a_match_never_reaches_the_database(tmp_path: Path) -> None:
    hub = Hub(Settings(database=f"sqlite:///{tmp_path / 'none.sqlite'}"))

    async def ask() -> None:
        for name in ("", "a" * 10_000, "abc\x00efghij", "ABCDEFGHIJ", "../../../..", "0123456789"):
            with pytest.raises(Exception, match="no such match"):
                await hub.room(name)

    asyncio.run(ask())
    assert tokens.is_match_id(tokens.new_match_id())


def test_a_browser_may_ask_from_an_origin_that_the_host_allows(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        friend = {"Origin": "http://friend.example"}
        asked = {**friend, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
        before = await there.http.options("/api/mine", headers=asked)
        assert before.headers["Access-Control-Allow-Origin"] == "http://friend.example"
        answer = await there.http.post("/api/mine", json={"tokens": []}, headers=friend)
        assert answer.headers["Access-Control-Allow-Origin"] == "http://friend.example"
        stranger = await there.http.get("/api/games", headers={"Origin": "http://evil.example"})
        assert "Access-Control-Allow-Origin" not in stranger.headers

    at_a_table(tmp_path, story, origins=("http://friend.example",))
