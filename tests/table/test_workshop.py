"""The workshop's server: who may come in, cards looked through, runs played, stopped, gone on with and deleted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mesozoic
from mesozoic.client.workshop import WorkshopWish
from mesozoic.lab import run as lab
from mesozoic.lab.pieces import ThisMachine
from mesozoic.lab.results import Run
from mesozoic.table.http.guard import is_at_this_machine
from mesozoic.table.settings import Settings
from mesozoic.workshop import bench as bench_file
from mesozoic.workshop import worker
from mesozoic.workshop.plans import SIDES, new_plan
from mesozoic.workshop.shelf import Shelf
from tests.table.local import Table, table
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.server import Server

SMALL: dict[str, Any] = {
    "game": "dolphins-and-dinos",
    "players": [2],
    "bots": ["random"],
    "games": 32,
    "options": {"tune_money": 30},
}
LONG = {**SMALL, "bots": ["greedy"], "games": 20_000}
"""Nobody waits for its end."""


def at_the_bench(folder: Path, story: Callable[[Table], Awaitable[None]], **settings: Any) -> None:
    """A server with a workshop of its own, and what happens there."""

    async def tell() -> None:
        async with table(folder, **{"workshop": str(folder / "workshop"), **settings}) as found:
            await story(found)

    asyncio.run(tell())


def in_the_workshop(story: Callable[[Table], Awaitable[None]]) -> Callable[[Path], None]:
    def test(tmp_path: Path) -> None:
        at_the_bench(tmp_path, story)

    test.__doc__ = story.__doc__
    return test


def shelf_of(bench: Table) -> Shelf:
    return Shelf(Path(bench.hub.settings.workshop))


def app_of(bench: Table) -> Any:
    return bench.server.config.app


def asked(host: str = "127.0.0.1:8000", client: str = "127.0.0.1", **headers: str) -> dict[str, Any]:
    """A request as the server sees it."""
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"client": (client, 50_000), "scheme": "http", "headers": [(b"host", host.encode()), *given]}


# --- Who may come in ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scope",
    [
        asked(),
        asked("localhost:8000"),
        asked("LOCALHOST"),
        asked("[::1]:8000", "::1"),
        asked(origin="http://127.0.0.1:8000", sec_fetch_site="same-origin"),
        asked(sec_fetch_site="none"),
    ],
)
def test_the_person_at_the_machine_comes_in(scope: dict[str, Any]) -> None:
    assert is_at_this_machine(scope, Settings())
    assert is_at_this_machine(scope, Settings(host="0.0.0.0")), "also while guests of the network play"
    assert not is_at_this_machine(scope, Settings(trust_proxy=1)), "behind a proxy nobody is at the machine"


@pytest.mark.parametrize(
    "scope",
    [
        asked(client="192.168.1.20"),
        asked("192.168.1.10:8000", "192.168.1.20"),
        asked("192.168.1.10:8000"),
        asked("table.example"),
        asked("127.0.0.1.table.example"),
        asked("localhost.table.example:8000"),
        asked("user@127.0.0.1:8000"),
        asked("127.0.0.1:8000/"),
        asked(""),
        asked(x_forwarded_for="203.0.113.5"),
        asked(forwarded="for=203.0.113.5"),
        asked(x_real_ip="203.0.113.5"),
        asked(via="1.1 proxy"),
        asked(origin="http://table.example"),
        asked(origin="http://127.0.0.1:9000"),
        asked(origin="null"),
        asked(sec_fetch_site="cross-site"),
        asked(sec_fetch_site="same-site"),
        {"client": None, "headers": [(b"host", b"127.0.0.1")]},
        {"client": ("127.0.0.1", 1), "headers": []},
        {"client": ("127.0.0.1", 1), "headers": [(b"host", b"127.0.0.1"), (b"host", b"table.example")]},
    ],
)
def test_nobody_else_comes_in(scope: dict[str, Any]) -> None:
    assert not is_at_this_machine(scope, Settings())


@in_the_workshop
async def test_every_door_is_closed_to_guests(bench: Table) -> None:
    paths = [
        (method, route.path.replace("{game:str}", "dinospan").replace("{run:str}", "0" * 12).replace("{page:str}", "x"))
        for route in app_of(bench).routes
        if route.path.startswith("/api/workshop")
        for method in sorted(route.methods - {"OPTIONS", "HEAD"})
    ]
    assert len(paths) == 10
    for method, path in paths:
        for headers in ({"Host": "table.example"}, {"X-Forwarded-For": "203.0.113.5"}):
            answer = await bench.http.request(method, path, headers=headers, content=b"{" if method == "POST" else None)
            assert answer.status_code == 403, path
            assert "for the person at the machine" in answer.json()["reason"]
    reach = [(await bench.http.get("/api/reach", headers=given)).json() for given in ({}, {"Host": "table.example"})]
    assert [found["has_workshop"] for found in reach] == [True, False]
    assert not shelf_of(bench).folder.exists()


@pytest.mark.parametrize("settings", [{"workshop": ""}, {"trust_proxy": 1}])
def test_a_host_without_a_workshop(tmp_path: Path, settings: dict[str, Any]) -> None:
    async def story(one: Table) -> None:
        assert (await one.get("/workshop")).status_code == 403
        assert not (await one.get("/reach")).json()["has_workshop"]

    at_the_bench(tmp_path, story, **settings)


# --- Cards -------------------------------------------------------------------------------------------------------


@in_the_workshop
async def test_every_game_is_there_with_its_own_cards(bench: Table) -> None:
    for name, game in mesozoic.all_games().items():
        found = (await bench.get(f"/workshop/games/{name}")).json()
        assert (found["cards"] is None) == (game.card_table is None)
        assert found["bots"][0]["name"] == "hatchling" and all(bot["help"] for bot in found["bots"])
        if found["cards"]:
            rows = found["cards"]["rows"]
            checked = (await bench.post(f"/workshop/games/{name}/cards", {"rows": rows})).json()
            assert (checked["rows"], checked["problems"], checked["changes"]) == (rows, [], [])
            assert checked["text"] == game.other_cards().own_text, "the same file"


@in_the_workshop
async def test_three_mistakes_are_told_at_their_cells(bench: Table) -> None:
    sheet = (await bench.get("/workshop/games/dolphins-and-dinos")).json()["cards"]
    columns = [column["name"] for column in sheet["columns"]]
    rows = sheet["rows"]
    rows[0][columns.index("value")] = "31"
    rows[3][columns.index("features")] = "LW"
    rows[6][columns.index("name")] = rows[5][columns.index("name")]
    checked = (await bench.post("/workshop/games/dolphins-and-dinos/cards", {"rows": rows})).json()
    assert [(one["row"], one["column"]) for one in checked["problems"]] == [(0, "value"), (3, "features"), (6, "name")]
    assert checked["problems"][0]["text"] == "line 2, column 1: value is a whole number from 1 to 29, not '31'"
    problems, _ = mesozoic.game("dolphins-and-dinos").check_cards(checked["text"])
    assert [one["text"] for one in checked["problems"]] == problems, "the same as of the file"
    refused = await bench.post("/workshop/runs", {**SMALL, "cards": checked["text"]})
    assert refused.status_code == 400 and "line 2, column 1" in refused.json()["reason"]


@in_the_workshop
async def test_what_a_parser_finds_is_told_at_its_cell_too(bench: Table) -> None:
    sheet = (await bench.get("/workshop/games/dinospan")).json()["cards"]
    rows = sheet["rows"]
    rows[4][-1] = 'gain X 1, "so"'
    rows[7][1] = "Big, old"
    checked = (await bench.post("/workshop/games/dinospan/cards", {"rows": rows})).json()
    assert [(one["row"], one["column"]) for one in checked["problems"]] == [(4, "ability")]
    assert checked["rows"] == rows and checked["changes"][-1] == "T08: genus Mbiresaurus becomes Big, old"


@in_the_workshop
async def test_a_file_is_laid_out_or_refused_as_a_whole(bench: Table) -> None:
    own = mesozoic.game("carbon-dating").other_cards().own_text
    path = "/workshop/games/carbon-dating/cards"
    checked = (await bench.post(path, {"text": own.replace("Iguanodon", "Ignatius")})).json()
    assert checked["rows"][0][1] == "Ignatius" and checked["changes"][0] == "IGU1: name Iguanodon becomes Ignatius"
    for wrong, words in ((own + "IGU1,short\n", "line 40"), ("id,name\n", "the head must read"), ("", "the head")):
        refused = await bench.post(path, {"text": wrong})
        assert refused.status_code == 400 and words in refused.json()["reason"], wrong
    for wish in ({}, {"rows": [["a\nb"]]}, {"rows": [["a"]]}, {"rows": [], "text": ""}):
        assert (await bench.post(path, wish)).status_code == 400
    assert (await bench.post("/workshop/games/clades/cards", {"text": own})).status_code == 400


# --- Runs --------------------------------------------------------------------------------------------------------


async def until(bench: Table, run: str, *statuses: str) -> Any:
    """Until the run is in one of these states."""
    async with asyncio.timeout(PATIENCE):
        while (found := (await bench.get(f"/workshop/runs/{run}")).json())["status"] not in statuses:
            await asyncio.sleep(0.02)
    return found


async def begin(bench: Table, wish: dict[str, Any]) -> str:
    answer = await bench.post("/workshop/runs", wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@in_the_workshop
async def test_a_run_is_played_and_compared(bench: Table) -> None:
    own = mesozoic.game("dolphins-and-dinos").other_cards().own_text
    cards = own.replace("15,T. Rex,A,8", "15,<b>Rex</b>,A,9")
    assert cards != own
    wish = {**SMALL, "cards": cards, "options": {"tune_money": 30}, "both": {"sheets": "closed"}}
    run = await begin(bench, wish)
    found = await until(bench, run, "finished", "stopped")
    assert (found["status"], found["done"], found["total"], found["trouble"]) == ("finished", 64, 64, "")
    assert "Money: 48 becomes 30" in found["changes"] and found["short"] and found["wish"]["both"] == wish["both"]
    assert found["reports"] == ["compare", "usual", "changed"]
    listed = (await bench.get("/workshop")).json()["runs"]
    assert [one["id"] for one in listed] == [run]
    page = await bench.get(f"/workshop/runs/{run}/pages/compare?theme=dark")
    assert "sandbox" in page.headers["content-security-policy"] and "script" not in page.text
    assert "With your changes" in page.text and "color-scheme: dark" in page.text and "<b>Rex" not in page.text
    assert (await bench.get(f"/workshop/runs/{run}/pages/plan.json")).status_code == 404
    assert (await bench.get(f"/workshop/runs/{run}/pages/..%2Fplan.json")).status_code == 404
    sides = [Run.open(shelf_of(bench).open(run).side(side)) for side in SIDES]
    assert [side.setup.options.get("tune_money") for side in sides] == [None, "30"]
    assert all(side.setup.options["sheets"] == "closed" and side.setup.seed == "1" for side in sides)
    assert (await bench.post(f"/workshop/runs/{run}/delete")).status_code == 200
    assert (await bench.get(f"/workshop/runs/{run}")).status_code == 404
    assert (await bench.get("/workshop")).json()["runs"] == []


@in_the_workshop
async def test_what_cannot_be_played_is_refused_and_leaves_nothing(bench: Table) -> None:
    for change, words in (
        ({"options": {}}, "Nothing is changed yet"),
        ({"options": {"tune_money": 1000}}, "0 to 99"),
        ({"options": {"no_such": 1}}, "There is no option"),
        ({"players": [9]}, "1 to 6 players"),
        ({"bots": ["os:System"]}, "There is no bot"),
        ({"games": 10**6}, "20000"),
        ({"game": "chess"}, "There is no game"),
        ({"cards": "value\n1\n"}, "the head must read"),
    ):
        refused = await bench.post("/workshop/runs", {**SMALL, **change})
        assert refused.status_code in (400, 404) and words in refused.json()["reason"], refused.text
    assert not shelf_of(bench).runs()


def test_without_the_labs_libraries_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_file, "find_spec", lambda name: None)

    async def story(bench: Table) -> None:
        assert "pip install 'mesozoic[lab]'" in (await bench.get("/workshop")).json()["needs"]
        refused = await bench.post("/workshop/runs", SMALL)
        assert refused.status_code == 409 and "pip install" in refused.json()["reason"]
        assert not shelf_of(bench).runs()

    at_the_bench(tmp_path, story)


@in_the_workshop
async def test_a_stopped_run_is_reported_and_goes_on_to_the_same_end(bench: Table) -> None:
    """Half of it was played before: what is there is reported on, and what comes out is as if it had never stopped."""
    kept = shelf_of(bench).add(new_plan(WorkshopWish(**SMALL)))
    parts = worker.begin(kept)
    assert [part.side for part in parts[:4]] == ["usual", "changed"] * 2, "both games in turn"
    for part in parts[: len(parts) // 2]:
        worker.play(kept, part, lambda said: None)
    path = f"/workshop/runs/{kept.name}"
    assert ((await bench.get(path)).json()["status"], (await bench.get(path)).json()["done"]) == ("stopped", 32)
    assert (await bench.post(f"{path}/report")).status_code == 200
    halfway = await until(bench, kept.name, "stopped", "finished")
    assert (halfway["status"], halfway["done"], halfway["short"] != []) == ("stopped", 32, True)
    assert "16 games of 32 that were asked for" in (await bench.get(f"{path}/pages/compare")).text
    assert (await bench.post(f"{path}/go-on")).json()["status"] == "playing"
    assert (await until(bench, kept.name, "stopped", "finished"))["done"] == 64
    for side in SIDES:
        found = kept.side(side)
        whole = lab.run(Run.open(found).setup, found.with_name(f"whole-{side}"), ThisMachine(1)).folder
        for name in ("games", "seats", "cards", "decisions"):
            assert (found / f"{name}.parquet").read_bytes() == (whole / f"{name}.parquet").read_bytes()


@in_the_workshop
async def test_a_run_stopped_before_both_games_are_played_is_no_trouble(bench: Table) -> None:
    kept = shelf_of(bench).add(new_plan(WorkshopWish(**SMALL)))
    worker.play(kept, worker.begin(kept)[0], lambda said: None)
    path = f"/workshop/runs/{kept.name}"
    refused = await bench.post(f"{path}/report")
    assert refused.status_code == 409 and "Nothing can be compared yet" in refused.json()["reason"]
    assert (await bench.post(f"{path}/go-on")).json()["status"] == "playing"
    assert (await bench.post(f"{path}/stop")).status_code == 200
    stopped = await until(bench, kept.name, "stopped")
    assert (stopped["done"], stopped["trouble"], stopped["reports"]) == (2, "", [])


@in_the_workshop
async def test_one_run_at_a_time_and_it_can_be_stopped(bench: Table) -> None:
    run = await begin(bench, LONG)
    async with asyncio.timeout(PATIENCE):
        while (await bench.get(f"/workshop/runs/{run}")).json()["done"] == 0:
            await asyncio.sleep(0.02)
    going = (await bench.get(f"/workshop/runs/{run}")).json()
    assert going["status"] == "playing" and going["rate"] > 0 and going["seconds_left"] > 0
    refused = await bench.post("/workshop/runs", SMALL)
    assert refused.status_code == 409 and "Another run is being played" in refused.json()["reason"]
    assert (await bench.post(f"/workshop/runs/{run}/delete")).status_code == 409
    other_folder = shelf_of(bench).folder.parent / "other"
    other_folder.mkdir()
    async with table(other_folder, workshop=str(shelf_of(bench).folder)) as other:
        refused = await other.post("/workshop/runs", SMALL)
        assert refused.status_code == 409 and "Another server" in refused.json()["reason"]
    pids = {one.process.pid for one in app_of(bench).state.bench.going.workers}
    assert (await bench.post(f"/workshop/runs/{run}/stop")).status_code == 200
    stopped = await until(bench, run, "stopped")
    assert 0 <= stopped["done"] < stopped["total"] and not stopped["trouble"]
    assert not pids & running(), "nobody plays any more"
    assert (await bench.post(f"/workshop/runs/{run}/stop")).status_code == 409
    assert (await bench.post(f"/workshop/runs/{run}/delete")).status_code == 200


# --- Ends --------------------------------------------------------------------------------------------------------


def running() -> set[int]:
    """The workshop's processes on this machine."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    lines = [line.split(None, 2) for line in told.splitlines()]
    return {int(pid) for pid, state, args in lines if "mesozoic.workshop.worker" in args and not state.startswith("Z")}


def workers_of(server: int | None) -> set[int]:
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return running() & {int(pid) for pid, parent in map(str.split, told.splitlines()) if int(parent) == server}


@pytest.fixture
def server(tmp_path: Path, nursery: Nursery) -> Iterator[Server]:
    with Server(tmp_path, nursery) as one:
        yield one


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_server_that_ends_leaves_nobody_playing(server: Server, sign: signal.Signals) -> None:
    run = server.post("/api/workshop/runs", LONG)["id"]
    patience = time.monotonic() + PATIENCE
    while Shelf(server.workshop).open(run).done() == 0:
        assert time.monotonic() < patience and not server.complains(), server.said()
        time.sleep(0.02)
    workers = workers_of(server.pid)
    assert workers and all(os.getpriority(os.PRIO_PROCESS, pid) >= 10 for pid in workers), "they give way"
    server.kill(sign)
    while workers & running():
        assert time.monotonic() < patience, "somebody still plays"
        time.sleep(0.02)
    server.start()
    found = server.get(f"/api/workshop/runs/{run}")
    assert found["status"] == "stopped" and 0 < found["done"] < found["total"]
    assert server.post(f"/api/workshop/runs/{run}/go-on")["status"] == "playing"
