"""A table of other cards for each game that can be played with one: nearly everything differs from its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import mesozoic

Row = dict[str, str]


def changed(name: str, change: Callable[[Row], None]) -> str:
    """The game's own table, each card changed."""
    rows = list(csv.DictReader(io.StringIO(mesozoic.game(name).other_cards().own_text)))
    for row in rows:
        change(row)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def exhibits(row: Row) -> None:
    """Higher values, other names and features, dear ones without surcharge, cheap ones that draw crowds and leave."""
    value = int(row["value"])
    row["value"] = str(2 * value - 1)
    row["name"] = f"Great {row['name']}"
    row["features"] = {"A": "WAL", "L": "A", "WL": "L"}.get(row["features"], "W")
    row["price"] = str((value * 7) % 11)
    row["surcharge"] = "3" if value < 5 else "0"
    row["missed_by"] = "2" if value in (2, 8, 15) else ""


def dinosaurs(row: Row) -> None:
    """Other hearts and arrows, effects and names exchanged, some species in other numbers."""
    row["hearts"] = row["hearts"][::-1]
    row["arrow"] = str(5 - int(row["arrow"]))
    if row["id"][:3] in ("IGU", "BRA"):
        row.update(name="Carnotaurus", bad_date="Gobble: eat both", immediate="", constant="Thick skin: armour")
    elif row["id"] in ("ANK1", "ANK2"):
        row.update(name="Compsognathus", immediate="Underfoot: rearrange", constant="Jumpy: flee")
    elif row["id"][:3] == "VEL":
        row.update(name="Nice Raptor", bad_date="Sings on: nothing", constant="Song: serenade")
    elif row["id"] == "PTE":
        row["bad_date"] = "Dives: stampede"


CHANGES: dict[str, Callable[[Row], None]] = {"carbon-dating": dinosaurs, "dolphins-and-dinos": exhibits}


def other_cards(name: str) -> str:
    return changed(name, CHANGES[name])
