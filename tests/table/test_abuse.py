"""One client must not stop the others: what is asked too much, too large or never finished is refused, in small.

Each test asserts the refusal or the bound itself. A bystander meanwhile is measured by ``make abuse-test``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.games.dinospan.test_cards import changed
from tests.table.local import Table, table
from tests.table.patience import PATIENCE
from tests.table.stored import rows


def at_a_table(folder: Path, story: Callable[[Table], Awaitable[None]], **settings: Any) -> None:
    async def tell() -> None:
        async with table(folder, **settings) as found:
            await asyncio.wait_for(story(found), 2 * PATIENCE)

    asyncio.run(tell())


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
