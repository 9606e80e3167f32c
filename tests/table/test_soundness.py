"""The database under a running server, and under one that starts: what is wrong with it is noticed and said."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from mesozoic.client.client import new_key
from mesozoic.kernel.errors import BadOptions
from mesozoic.table import admin, run
from mesozoic.table.settings import Settings, read_settings, without_password
from mesozoic.table.storage import file, retention, store, writer
from tests.table.local import Table, table
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.server import Server

DOLPHINS = "dolphins-and-dinos"


def url_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'table.sqlite'}"


def move() -> dict[str, str]:
    return {"type": "move", "key": new_key(), "move": "1"}


# --- While it runs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("harm", ["deleted", "its log deleted", "its log emptied", "replaced", "overwritten"])
def test_a_database_that_vanishes_is_noticed_before_anything_more_is_accepted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, harm: str
) -> None:
    there_was = tmp_path / "table.sqlite"

    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("carbon-dating", "me")
            first = (await there.get(f"/matches/{match}/view", token=ann)).json()["moves"][0]["text"]
            if harm == "deleted":
                there_was.unlink()
            elif harm == "its log deleted":
                there_was.with_name("table.sqlite-wal").unlink()
            elif harm == "its log emptied":
                os.truncate(there_was.with_name("table.sqlite-wal"), 0)
            elif harm == "replaced":
                there_was.rename(tmp_path / "elsewhere")
                there_was.write_bytes((tmp_path / "elsewhere").read_bytes())
            else:
                size = there_was.stat().st_size
                with there_was.open("r+b") as pages:
                    pages.write(b"\xa5" * size)
            refused = await there.post(f"/matches/{match}/move", {**move(), "move": first}, token=ann)
            assert (refused.status_code, refused.json()) == (503, {"reason": file.GONE, "code": "busy"})
            for path in ("/health", "/health/ready"):
                assert (await there.get(path)).status_code == 503
            assert (await there.get("/health/live")).json() == {"status": "alive"}
            assert "mesozoic_is_failing 1" in (await there.get("/metrics")).text
            if harm == "replaced":
                (tmp_path / "elsewhere").rename(there_was)
                accepted = await there.post(f"/matches/{match}/move", {**move(), "move": first}, token=ann)
                assert accepted.status_code == 200, "the same file is back"
                assert (await there.get("/health")).json()["failed_commits"] >= 1

    asyncio.run(story())
    assert file.GONE in caplog.text and str(there_was) in caplog.text


def test_a_log_that_is_emptied_in_the_middle_of_a_commit_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What SQLite writes behind the hole makes the log longer than it was."""
    log = tmp_path / "table.sqlite-wal"

    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("carbon-dating", "me")
            first, stored = await first_move(there, match, ann), there.hub.store._stored

            async def emptied(batch: list[store.Appending]) -> set[tuple[str, int]]:
                size = log.stat().st_size
                os.truncate(log, 0)
                done = await stored(batch)
                assert log.stat().st_size > size
                return done

            with monkeypatch.context() as now:
                now.setattr(there.hub.store, "_stored", emptied)
                refused = await there.post(f"/matches/{match}/move", first, token=ann)
            assert (refused.status_code, refused.json()["reason"]) == (503, file.GONE)
            assert (await there.get("/health")).json()["reason"] == file.GONE

    asyncio.run(story())


@pytest.mark.parametrize("page", [512, 4096, 65536])
def test_a_log_that_lacks_its_last_byte_is_noticed_for_good(tmp_path: Path, page: int) -> None:
    path, log = tmp_path / "table.sqlite", tmp_path / "table.sqlite-wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (f"pragma page_size={page}", "pragma journal_mode=wal", "create table some (bytes)"):
            connection.execute(statement)
        watched = file.DatabaseFile(path)
        watched.open()
        connection.execute("insert into some values (zeroblob(200000))")
        watched.check()
        size = log.stat().st_size
        os.truncate(log, size - 1)
        for back in (size - 1, size):
            os.truncate(log, back)
            with pytest.raises(file.DatabaseGone):
                watched.check()
        watched.close()


def test_a_backup_copied_over_the_running_database_is_noticed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The file stays the same and begins as before; SQLite's log is put away, so nothing of it covers the old pages."""
    path, backup = tmp_path / "table.sqlite", tmp_path / "backup.sqlite"

    async def story() -> None:
        async with table(tmp_path) as there:
            before = await there.create("carbon-dating", "me")
            with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as copy:
                source.backup(copy)
            for _ in range(5):
                after = await there.create("carbon-dating", "me")
            first = {match: await first_move(there, match, token) for match, token in (before, after)}
            by_another_program(path, "pragma wal_checkpoint")
            assert (await there.get("/health")).status_code == 200
            same = path.stat().st_ino
            os.utime(backup, ns=(0, 0))
            shutil.copy2(backup, path)
            assert path.stat().st_ino == same
            for _ in range(2):
                for match, token in (before, after):
                    refused = await there.post(f"/matches/{match}/move", first[match], token=token)
                    assert (refused.status_code, refused.json()["reason"]) == (503, file.GONE)
                assert (await there.get("/health")).status_code == 503
                by_another_program(path, "pragma wal_checkpoint(truncate)")  # which makes nothing good

    asyncio.run(story())
    assert file.GONE in caplog.text


async def first_move(there: Table, match: str, token: str) -> dict[str, str]:
    view = (await there.get(f"/matches/{match}/view", token=token)).json()
    return {**move(), "move": view["moves"][0]["text"]}


def by_another_program(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement).fetchall()


@pytest.mark.parametrize("page", [4096, 65536])
def test_a_database_that_is_written_to_as_it_should_be_is_never_called_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    """Every commit of ours puts the log away; other programs write, put it away in all ways, and rewrite the file."""
    path = tmp_path / "table.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"pragma page_size={page}; vacuum")
    for module in (store, writer):
        monkeypatch.setattr(module, "PRAGMAS", (*writer.PRAGMAS, "wal_autocheckpoint=1"))
    ways = [f"pragma wal_checkpoint({way})" for way in ("passive", "full", "restart", "truncate")]
    writes = ["create table other (bytes)", "insert into other values (zeroblob(50000))", "drop table other", "vacuum"]

    async def story() -> None:
        async with table(tmp_path) as there:
            match, token = await there.create("carbon-dating", "me")

            async def goes_on() -> None:
                accepted = await there.post(f"/matches/{match}/move", await first_move(there, match, token), token)
                assert accepted.status_code == 200
                assert (await there.get("/health")).json()["status"] == "well"

            copied = path.stat().st_mtime_ns
            for write in writes:
                for statement in (write, *ways):
                    by_another_program(path, statement)
                    await goes_on()
            await retention.delete(there.hub.store, [(await there.create("carbon-dating", "me"))[0]])
            await there.hub.delete_stale()
            await goes_on()
            for words in (["list"], ["announce", "Hello"]):
                command = [sys.executable, "-m", "mesozoic.cli", "admin", *words, "--database", url_of(tmp_path)]
                await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
                await goes_on()
            assert path.stat().st_mtime_ns != copied, "the log was copied into the file meanwhile"

    asyncio.run(story())


def test_the_log_is_watched_where_it_lies_also_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "table.sqlite").symlink_to(tmp_path / "elsewhere" / "real.sqlite")

    async def story() -> None:
        async with table(tmp_path) as there:
            await there.create("carbon-dating", "me")
            (tmp_path / "elsewhere" / "real.sqlite-wal").unlink()
            assert (await there.get("/health")).json()["reason"] == file.GONE

    asyncio.run(story())


def test_others_may_open_the_database_and_close_it_again(tmp_path: Path) -> None:
    """As a backup does: SQLite's log must not be put away by them, as if nobody else had the database open."""
    question = "select count(*) from matches"
    outside = (
        f"import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(*c.execute('{question}').fetchone()); c.close()"
    )

    async def story() -> None:
        async with table(tmp_path) as there:
            for number in range(1, 3):
                await there.create("carbon-dating", "me")
                command = [sys.executable, "-c", outside, str(tmp_path / "table.sqlite")]
                seen = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
                assert seen.stdout.strip() == str(number)
                assert (tmp_path / "table.sqlite-wal").exists()
            assert (await there.get("/health")).status_code == 200

    asyncio.run(story())


def test_health_says_that_the_disk_is_full_and_when_it_no_longer_is(tmp_path: Path, nursery: Nursery) -> None:
    """A limit on the size of files is to a program what a full disk is."""
    with Server(tmp_path, nursery) as server:
        assert server.pid is not None

        def room_for(most: int) -> None:
            assert server.pid is not None
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        with httpx.Client(base_url=f"{server.url}/api", timeout=PATIENCE) as http:
            made = {"game": "carbon-dating", "seats": [{"kind": "me"}]}
            assert http.post("/matches", json=made).status_code == 201
            room_for(8_000)
            refused = http.post("/matches", json=made)
            assert (refused.status_code, refused.json()["reason"]) == (503, store.DOES_NOT_ANSWER)
            while http.get("/health").status_code == 200:  # a write of the last second still counted
                pass
            assert http.get("/health/live").status_code == 200
            room_for(resource.RLIM_INFINITY)
            assert http.post("/matches", json=made).status_code == 201
            assert http.get("/health").json()["status"] == "well"


def test_a_commit_that_failed_is_counted_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when another, smaller one would still fit."""
    monkeypatch.setattr(store, "PAUSES", ())

    async def story() -> None:
        async with table(tmp_path) as there:
            match, ann = await there.create("carbon-dating", "me")
            first = (await there.get(f"/matches/{match}/view", token=ann)).json()["moves"][0]["text"]
            with monkeypatch.context() as broken:

                async def full(*_: object) -> None:
                    raise OSError("the disk is full")

                broken.setattr(store.Store, "_stored", full)
                assert (await there.post(f"/matches/{match}/move", {**move(), "move": first}, token=ann)).is_error
            assert (await there.get("/health")).json()["reason"] == store.DOES_NOT_ANSWER
            assert "mesozoic_commits_failed_total 1" in (await there.get("/metrics")).text
            assert (await there.post(f"/matches/{match}/move", {**move(), "move": first}, token=ann)).is_success
            assert (await there.get("/health")).json() == {
                "status": "well",
                "matches": 1,
                "connections": 0,
                "failed_commits": 1,
            }

    asyncio.run(story())


def test_a_match_that_could_not_be_made_is_counted_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for everybody who was refused, and no longer shown once one is made."""
    waiting = {"game": "dolphins-and-dinos", "seats": [{"kind": "me"}, {"kind": "open"}]}

    async def story() -> None:
        async with table(tmp_path) as there:
            with monkeypatch.context() as broken:

                def full(*_: object) -> None:
                    raise OSError("the disk is full")

                broken.setattr(there.hub.store.engine.sync_engine.dialect, "do_commit", full)
                for failed in (1, 2):
                    refused = await there.post("/matches", waiting)
                    assert (refused.status_code, refused.json()["reason"]) == (503, store.DOES_NOT_ANSWER)
                    assert f"mesozoic_commits_failed_total {failed}\n" in (await there.get("/metrics")).text
            assert (await there.get("/health")).json()["reason"] == store.DOES_NOT_ANSWER
            assert (await there.post("/matches", waiting)).status_code == 201
            assert (await there.get("/health")).json()["failed_commits"] == 2

    asyncio.run(story())


# --- When it starts -------------------------------------------------------------------------------------------------


def prepared(folder: Path) -> None:
    asyncio.run(store.prepare(url_of(folder)))


def test_a_server_does_not_start_on_a_database_that_it_cannot_use_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.sqlite"
    path.write_bytes(b"no database at all, but a long text of something else" * 100)
    with pytest.raises(BadOptions, match=r"is damaged .*put a backup in its place"):
        prepared(tmp_path)
    path.unlink()
    prepared(tmp_path)
    with pytest.MonkeyPatch.context() as readonly:
        readonly.setattr(os, "access", lambda *_: False)
        with pytest.raises(BadOptions, match="is read-only: let this user write to it"):
            prepared(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute("update alembic_version set version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(BadOptions, match="newer version of Mesozoic: its tables are of version 9999"):
        prepared(tmp_path)
    for why, said in (
        ("database or disk is full", "the disk is full: make room"),
        ("attempt to write a readonly database", "cannot be written to"),
        ("database is locked", "Another program holds the database"),
        ("database disk image is malformed", "is damaged"),
    ):
        assert said in str(store._why_not(url_of(tmp_path), sqlite3.OperationalError(why)))
    with pytest.raises(BadOptions, match=r"does not answer .*does PostgreSQL run"):
        asyncio.run(store.prepare("postgresql://nobody@127.0.0.1:1/none"))


def test_pages_that_are_damaged_within_are_found_at_the_start(tmp_path: Path) -> None:
    prepared(tmp_path)
    path = tmp_path / "table.sqlite"
    with path.open("r+b") as pages:
        pages.seek(4096)
        pages.write(b"\xa5" * (path.stat().st_size - 4096))
    with pytest.raises(BadOptions, match="is damaged"):
        prepared(tmp_path)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    other = f"Another server, process {os.getpid()}, uses the database"
    with file.sole_use(tmp_path / "table.sqlite"), pytest.raises(BadOptions, match=other):
        run.serve(Settings(database=url_of(tmp_path), port=0))
    with file.sole_use(tmp_path / "table.sqlite"):
        pass


def test_a_second_server_on_the_same_file_through_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "table.sqlite")
    real, linked = url_of(tmp_path), f"sqlite:///{tmp_path / 'link.sqlite'}"
    for first, second in ((real, linked), (linked, real)):
        with file.sole_use(file.path_of(first)), pytest.raises(BadOptions, match="Another server, process"):
            file.sole_use(file.path_of(second)).__enter__()


def test_a_folder_in_place_of_a_database_is_called_one(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite").mkdir()
    folder = r"table.sqlite is a folder: name a file with --database"
    with pytest.raises(BadOptions, match=folder):
        run.serve(Settings(database=url_of(tmp_path), port=0))
    with pytest.raises(BadOptions, match=folder):
        admin.through(url_of(tmp_path), lambda host: host.rules())
    assert os.listdir(tmp_path) == ["table.sqlite"], "no lock is left either"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:S3cret@127.0.0.1/x", "postgresql://ann@127.0.0.1/x"),
        ("postgresql://ann:S3c@ret@127.0.0.1/x", "postgresql://ann@127.0.0.1/x"),
        ("postgresql://ann:S3c/ret@127.0.0.1/x?ssl=require", "postgresql://ann@127.0.0.1/x"),
        ("postgresql://h/x?user=ann&password=S3cret", "postgresql://h/x"),
        ("postgresql://h/x?user=ann&password=S3c@ret", "postgresql://…"),
        ("postgresql://ann:S3c?ret@127.0.0.1/x", "postgresql://…"),
        ("mysql://ann:S3cret@127.0.0.1/x", "mysql://ann@127.0.0.1/x"),
        ("ann:S3cret@127.0.0.1/x", "…"),
        ("host=127.0.0.1 user=ann password=S3cret", "…"),
        ("postgresql://ann@127.0.0.1:5432/x", "postgresql://ann@127.0.0.1:5432/x"),
        ("sqlite:////home/ann:b@c/table.sqlite", "sqlite:////home/ann:b@c/table.sqlite"),
        ("table.sqlite", "table.sqlite"),
    ],
)
def test_passwords_are_shown_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str, shown: str
) -> None:
    """Neither where the server says what it keeps matches in, nor where it refuses a database."""

    class EnoughSaid(Exception):
        pass

    def say_no_more(_: Settings) -> None:
        raise EnoughSaid

    assert without_password(url) == shown
    monkeypatch.setattr(run, "bound", lambda _: SimpleNamespace(getsockname=lambda: ("127.0.0.1", 1)))
    monkeypatch.setattr(run, "create_app", say_no_more)
    with pytest.raises(EnoughSaid):
        run._serve(Settings(database=url), open_browser=False, lan=False)
    assert f"matches are kept in {shown})" in capsys.readouterr().out
    monkeypatch.setenv("MESOZOIC_DATABASE", url)
    if url.startswith(("sqlite:", "postgresql:")):
        assert read_settings().database == url
    else:
        with pytest.raises(BadOptions, match=f"The database '{re.escape(shown)}' is neither"):
            read_settings()


def test_a_database_may_be_named_as_those_who_rent_them_out_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOZOIC_DATABASE", "postgres://ann:S3cret@127.0.0.1/postgres://x")
    assert read_settings().database == "postgresql://ann:S3cret@127.0.0.1/postgres://x"


@pytest.mark.parametrize("url", ["postgresql://ann:S3cret@127.0.0.1:first/x", "postgresql://ann@127.0.0.1:/[x"])
def test_an_address_of_a_database_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("MESOZOIC_DATABASE", url)
    with pytest.raises(BadOptions, match="cannot be read: write postgresql://USER") as refused:
        read_settings()
    assert "S3cret" not in str(refused.value)


def test_the_command_says_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite").write_bytes(b"no database" * 1000)
    command = [sys.executable, "-m", "mesozoic.cli", "serve", "--port", "0", "--database", url_of(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 2 and "Traceback" not in ended.stderr
    assert "is damaged (file is not a database)" in " ".join(ended.stderr.split())
