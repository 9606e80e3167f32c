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


POWERS = {
    "missile_pod": ("Scatter Shot [0] any: ATK 2 + 15 damage + Poison + bench 5", "Hold Fast [*] resp: def 2 + draw 1"),
    "repair_drone": ("Wash [*] any: cure 1 + heal 5", "Second Wind [AA] own: strategy 2 + combat 1 + buy 2"),
    "smoke_canister": ("Fog [0] resp: reduce 5 + eva 1", "Sweep [E] own: hit 5 + jam 1"),
    "shock_net": ("Ground [0] own: shake 1 + purge 2", "Net [DD] any: ATK 9 + 20 damage + Paralyze + Wound"),
}
ASSISTS = {"raptor": "Howl [0] lock 5 + attach 1", "rex": "Lick [A*] cure 1"}
EFFECTS = {
    "overclock": "combat 2 + atk 1 + damage 5",
    "field_repair": "heal 5 + heal 5 + cool 10",
    "scrap_run": "purge 4 + draw 3",
    "toxic_spill": "spill 1 + spill 1 + hit 5",
    "salvage_crew": "salvage 1 + move 1 + look 1",
    "tactical_shift": "swap 1 + switch 1 + def 1",
}


def machines(row: Row) -> None:
    """Other costs, values, attacks, powers and texts, some cards in other numbers, nearly all names."""
    row["name"] = f"{row['name']} II"
    row["cost"] = {"AE*": "0", "D*": "EEE", "AED": "DEAA"}.get(row["cost"], row["cost"][::-1])
    if row["kind"] == "strategy":
        row["effect"] = EFFECTS.get(row["id"], row["effect"])
        row["count"] = "3" if row["id"] in EFFECTS else ""
    elif row["kind"] == "item":
        row["first"], row["second"] = POWERS.get(row["id"], (row["second"], row["first"]))
        row["count"] = "12" if row["id"] in POWERS else ""
    else:
        row["hp"] = str(int(row["hp"]) + 10)
        row["atk"], row["eva"], row["def"] = row["def"], row["atk"], row["eva"]
        row["retreat"] = {"0": "A*", "E": "0"}.get(row["retreat"], "D")
        row["first"], row["second"] = "Free Kick [0] 5 damage", row["first"].replace("[E]", "[**]")
        row["special"] = "Spiked + Immune to Poison" if row["type"] == "Flyer" else ""
        row["assist"] = ASSISTS.get(row["id"], row["assist"])
        row["type"] = "Predator" if row["type"] == "Giant" else row["type"]
        row["count"] = {"raptor": "7", "stego": "1"}.get(row["id"], "")


CHANGES: dict[str, Callable[[Row], None]] = {
    "biomechanic-dino-battles": machines,
    "carbon-dating": dinosaurs,
    "dolphins-and-dinos": exhibits,
}


def other_cards(name: str) -> str:
    return changed(name, CHANGES[name])
