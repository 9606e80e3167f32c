"""Write web/openapi.json: the server's document with all messages and the view of every game, named after the game.

The browser's types are made from it (`make web-types`). `--check` only says whether the file is current.
"""

from __future__ import annotations

import json
import sys
import typing
from pathlib import Path
from typing import Any

import msgspec

import mesozoic
from mesozoic.kernel.tabletop import EncyclopediaEntry
from mesozoic.table import messages, types

OPENAPI = Path(__file__).resolve().parent.parent / "web" / "openapi.json"


def message_types() -> list[type]:
    """Every message, in the order of its module."""
    kinds = (messages.Answer, messages.Request)
    named = [one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, kinds)]
    return [one for one in named if one not in kinds] + [EncyclopediaEntry]


def game_prefix(name: str) -> str:
    """``dolphins-and-dinos`` as the beginning of its types' names."""
    return "".join([word.capitalize() for word in name.split("-")])


def components() -> dict[str, Any]:
    """The schemas of all messages and views."""
    schemas = components_of(message_types(), "")
    for name in mesozoic.all_games():
        kind = type(mesozoic.game(name))
        view = typing.get_type_hints(kind.view)["return"]
        schemas |= components_of([view, *getattr(kind, "wire_types", ())], game_prefix(name))
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
    document = types.openapi()
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
