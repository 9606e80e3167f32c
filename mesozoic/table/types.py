"""The OpenAPI document with everything that a typed client needs: requests, socket messages, each game's view.

``mesozoic openapi`` writes it; the browser's types are generated from it.
"""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec

import mesozoic
from mesozoic.kernel.game import Game
from mesozoic.table import messages

REF = "#/components/schemas/"


def message_schemas() -> dict[str, Any]:
    """The messages of the socket, in both directions."""
    wanted = [messages.ServerMessage, messages.ClientMessage, messages.Update, messages.LessonState, messages.Replay]
    roots, components = msgspec.json.schema_components(wanted, ref_template=REF + "{name}")
    return {"ServerMessage": roots[0], "ClientMessage": roots[1], **components}


def view_schemas(game: Game) -> dict[str, Any]:
    """The game's view and everything in it, under names of its own: ``CarbonDatingView``."""
    view = get_type_hints(type(game).view)["return"]
    prefix = "".join(word.capitalize() for word in game.name.split("-"))
    _, components = msgspec.json.schema_components([view], ref_template=REF + prefix + "{name}")
    return {prefix + name: schema for name, schema in components.items()}


def openapi() -> dict[str, Any]:
    """The whole document, in a stable order."""
    from mesozoic.table.app import create_app
    from mesozoic.table.settings import Settings

    document: dict[str, Any] = create_app(Settings()).openapi_schema.to_schema()
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in message_schemas().items():
        schemas[name] = schema
    for game in mesozoic.games().values():
        schemas.update(view_schemas(game))
    return document
