"""Write web/openapi.json: the server's document with all messages, and the views of the games that have a board.

The browser's types are made from it (`make web-types`). `--check` only says whether the file is current.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

import mesozoic
from mesozoic.client import messages
from mesozoic.kernel.game import Game
from mesozoic.kernel.tabletop import EncyclopediaEntry
from mesozoic.table.http import types

WEB = Path(__file__).resolve().parent.parent / "web"
OPENAPI = WEB / "openapi.json"


def message_types() -> list[type]:
    """Every message, in the order of its module."""
    kinds = (messages.Answer, messages.Request)
    named = [one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, kinds)]
    return [one for one in named if one not in kinds] + [EncyclopediaEntry]


def games_with_boards() -> list[Game]:
    """Those whose types the browser uses; the table for any game asks for no types of its own."""
    return [game for name, game in mesozoic.all_games().items() if (WEB / "src" / "boards" / name).is_dir()]


def game_prefix(name: str) -> str:
    """``dolphins-and-dinos`` as the beginning of its types' names."""
    return "".join([word.capitalize() for word in name.split("-")])


def components() -> dict[str, Any]:
    """The schemas of all messages, and of the views that have a board."""
    schemas = components_of(message_types(), "")
    for game in games_with_boards():
        schemas |= components_of([game.view_type], game_prefix(game.name))
    return schemas


def components_of(types: list[type], prefix: str) -> dict[str, Any]:
    template = "#/components/schemas/" + prefix + "{name}"
    _, found = msgspec.json.schema_components(types, ref_template=template)
    return {prefix + name: everything_is_sent(schema) for name, schema in found.items()}


def everything_is_sent(schema: Any) -> Any:
    """Answers are sent whole, so their fields with defaults are there as well; only requests may leave some out."""
    is_answer = schema.get("type") == "object" and schema.get("additionalProperties") is not False
    if is_answer and "properties" in schema:
        schema["required"] = list(schema["properties"])
    return schema


def openapi() -> str:
    document = types.openapi(games_with_boards())
    document["components"]["schemas"] |= components()
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def main() -> None:
    text = openapi()
    if "--check" in sys.argv:
        if not OPENAPI.exists() or OPENAPI.read_text("utf-8") != text:
            sys.exit("web/openapi.json is not what the messages say: run `make web-types`.")
        return
    OPENAPI.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
