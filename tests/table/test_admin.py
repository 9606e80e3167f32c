"""The host at work: matches ended, deleted, exported, people refused and muted, things said, a house closed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mesozoic.cli import app
from mesozoic.client import messages
from mesozoic.client.client import Declined, new_key
from tests.table.local import Table, table
from tests.table.patience import until
from tests.table.postgres import Postgres


async def admin(folder: Path | str, *words: str) -> str:
    """The command in a thread of its own, as beside a running server; on the database of a folder, or at a URL."""
    where = ["--database", folder if isinstance(folder, str) else f"sqlite:///{folder / 'table.sqlite'}"]
    done = await asyncio.to_thread(CliRunner().invoke, app, ["admin", *words, *where])
    assert done.exit_code == 0, done.output
    return done.output


async def heard(there: Table, what: Any) -> None:
    await until(lambda: what(there.hub.house.rules), "the server hears of it")


def test_matches_are_listed_ended_exported_and_deleted_beside_a_running_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, token = await there.create("dinospan", "me", "bot")
            async with there.client(match, token) as client:
                await until(lambda: client.update is not None)
                assert match in await admin(tmp_path, "list", "--status", "playing")
                found = json.loads(await admin(tmp_path, "export", match))
                text = json.dumps(found)
                assert found["match"]["game"] == "dinospan" and found["entries"][0]["kind"] == "seats"
                assert token.partition(".")[2] not in text and "salt" not in text and "tokens" not in text
                await admin(tmp_path, "end", match, "--why", "The host was tired.")
                await there.until_over(match)
                assert (await there.get(f"/matches/{match}")).json()["why_over"] == "The host was tired."
                await admin(tmp_path, "delete", match)
                await until(lambda: match not in there.hub.rooms)
            assert (await there.get(f"/matches/{match}")).status_code == 404

    asyncio.run(story())


def test_on_postgresql_the_host_can_do_the_same(tmp_path: Path, postgres: Postgres) -> None:
    async def story() -> None:
        database = await asyncio.to_thread(postgres.new_database)
        async with table(tmp_path, database=database) as there:
            match, _ = await there.create("dinospan", "me", "open")
            assert match in await admin(database, "list", "--status", "waiting")
            await admin(database, "ban", "--name", "Mallory")
            await admin(database, "announce", "Soup is ready.")
            await heard(there, lambda rules: rules.refused and rules.announced == "Soup is ready.")
            refused = await there.post(f"/matches/{match}/join", {"name": "Mallory"})
            assert refused.status_code == 403
            assert json.loads(await admin(database, "export", match))["match"]["game"] == "dinospan"
            await admin(database, "end", match, "--why", "The host was tired.")
            await there.until_over(match)
            await admin(database, "delete", match)
            await until(lambda: match not in there.hub.rooms)
            assert (await there.get(f"/matches/{match}")).status_code == 404

    asyncio.run(story())


def test_names_and_addresses_are_refused_muted_and_let_in_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, token = await there.create("dinospan", "me", "open")
            await admin(tmp_path, "ban", "--name", "Mallory")
            await heard(there, lambda rules: rules.refused)
            refused = await there.post(f"/matches/{match}/join", {"name": "MaIlory"})
            assert refused.status_code == 403 and "does not allow that name" in refused.json()["reason"]
            await admin(tmp_path, "ban", "--name", "mallory", "--off")
            await heard(there, lambda rules: not rules.refused)
            await there.hub.house.host.refuse("name", "ștefan")  # as an older table kept it
            await heard(there, lambda rules: rules.refused)
            assert (await there.post(f"/matches/{match}/join", {"name": "ŞTEFAN"})).status_code == 403
            await admin(tmp_path, "ban", "--name", "Ștefan", "--off")
            await heard(there, lambda rules: not rules.refused)
            await there.join(match, "Mallory")
            async with there.client(match, token) as client:
                await admin(tmp_path, "mute", "--name", "Ann")
                await heard(there, lambda rules: rules.refused)
                with pytest.raises(Declined, match="does not let you talk"):
                    await client.ask(messages.Chat(new_key(), "Hello"))
                await admin(tmp_path, "mute", "--name", "Ann", "--off")
                await heard(there, lambda rules: not rules.refused)
                await client.ask(messages.Chat(new_key(), "Hello"))
            await admin(tmp_path, "ban", "--address", "127.0.0.1")
            await heard(there, lambda rules: rules.refused)
            answer = await there.get("/games")
            assert answer.status_code == 403 and "does not let you in" in answer.json()["reason"]

    asyncio.run(story())


def test_no_rematch_seats_somebody_whose_name_is_refused_meanwhile(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, token = await there.create("carbon-dating", "me")
            async with there.client(match, token) as client:
                await client.ask(messages.HandOver(new_key(), resign=True))
                await there.until_over(match)
                await admin(tmp_path, "ban", "--name", "Ann")
                await heard(there, lambda rules: rules.refused)
                with pytest.raises(Declined, match="does not allow the name Ann: begin anew without it"):
                    await client.ask(messages.Rematch(new_key()))
                await admin(tmp_path, "ban", "--name", "Ann", "--off")
                await heard(there, lambda rules: not rules.refused)
                await client.ask(messages.Rematch(new_key()))

    asyncio.run(story())


def test_something_is_announced_and_a_house_that_closes_begins_nothing_new(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as there:
            match, token = await there.create("dinospan", "me", "bot")
            async with there.client(match, token) as client:
                await until(lambda: client.update is not None)
                await admin(tmp_path, "announce", "Tonight at ten\nthe table is moved.")
                await until(lambda: client.match.announced == "Tonight at ten the table is moved.")
            await admin(tmp_path, "drain")
            await heard(there, lambda rules: rules.is_closing)
            assert (await there.get("/health/ready")).status_code == 503
            refused = await there.post("/matches", {"game": "carbon-dating", "seats": [{"kind": "me"}]})
            assert refused.status_code == 503 and "nothing new begins" in refused.json()["reason"]
            assert "closing" in await admin(tmp_path, "list")
            async with there.client(match, token) as client:
                await until(lambda: client.update is not None)  # what was begun goes on
            await admin(tmp_path, "drain", "--off")
            await heard(there, lambda rules: not rules.is_closing)
            assert (await there.get("/health/ready")).status_code == 200

    asyncio.run(story())


def test_what_the_host_cannot_do_is_said_in_a_sentence(tmp_path: Path) -> None:
    wrong = (["list"], ["ban"], ["ban", "--address", "1.2.3.4", "--name", "x"], ["list", "--status", "asleep"])
    for words in wrong:
        done = CliRunner().invoke(app, ["admin", *words, "--database", f"sqlite:///{tmp_path / 'none.sqlite'}"])
        assert done.exit_code == 2 and done.output.startswith("mesozoic: "), done.output


def test_the_access_log_has_a_line_of_json_for_each_request_and_no_secret(tmp_path: Path) -> None:
    async def story() -> None:
        log = tmp_path / "access.log"
        async with table(tmp_path, access_log=str(log)) as there:
            match, token = await there.create("dinospan", "me", "bot")
            await there.get(f"/matches/{match}/view?tabletop=true", token)
            await there.get("/nowhere")
            async with there.client(match, token) as client:
                await until(lambda: client.update is not None and client.update.moves)
                move = client.update.moves[0].text
                await client.move(move)
                with pytest.raises(Declined):
                    await client.move("nonsense")
            await until(lambda: "SOCKET" in log.read_text())
            metrics = (await there.get("/metrics")).text
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        assert {"at", "client", "method", "path", "status", "ms", "bytes"} == set(lines[0])
        assert [(one["method"], one["status"]) for one in lines[:3]] == [("POST", 201), ("GET", 200), ("GET", 404)]
        assert token.partition(".")[2] not in log.read_text() and "?" not in log.read_text()
        assert 'mesozoic_request_seconds_bucket{le="+Inf"}' in metrics and "mesozoic_bots_waiting" in metrics
        assert "mesozoic_move_seconds_count 1" in metrics
        assert 'mesozoic_refusals_total{kind="http_404"} 1' in metrics
        assert 'mesozoic_refusals_total{kind="unreadable"} 1' in metrics

    asyncio.run(story())
