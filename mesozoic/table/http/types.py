"""The OpenAPI document with everything that a typed client needs: requests, socket messages, each game's view.

``mesozoic openapi`` writes it; the browser's types are generated from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mesozoic.client import messages, workshop
from mesozoic.kernel.game import Game
from mesozoic.kernel.tabletop import EncyclopediaEntry

REF = "#/components/schemas/"


def message_schemas() -> dict[str, Any]:
    """The messages of the socket, in both directions."""
    wanted = [messages.ServerMessage, messages.ClientMessage, messages.Update, messages.LessonState, messages.Replay]
    roots, components = msgspec.json.schema_components(wanted, ref_template=REF + "{name}")
    return {"ServerMessage": roots[0], "ClientMessage": roots[1], **components}


def all_schemas() -> dict[str, Any]:
    """Everything that crosses the wire, exactly: no other fields in requests, all fields in answers."""
    kinds = (messages.Answer, messages.Request)
    said = [*vars(messages).values(), *vars(workshop).values()]
    named = dict.fromkeys(one for one in said if isinstance(one, type) and issubclass(one, kinds))
    wanted = [one for one in named if one not in kinds] + [EncyclopediaEntry]
    _, components = msgspec.json.schema_components(wanted, ref_template=REF + "{name}")
    for schema in components.values():
        if schema.get("additionalProperties") is not False and "properties" in schema:
            schema["required"] = list(schema["properties"])
    return components


def exact(document: dict[str, Any]) -> dict[str, Any]:
    """The document with our own schemas in place of those that the framework has worked out, which say less."""
    schemas = {**document.get("components", {}).get("schemas", {}), **all_schemas()}
    return {**document, "components": {**document.get("components", {}), "schemas": schemas}}


def view_schemas(game: Game) -> dict[str, Any]:
    """The game's view and everything in it, under names of its own: ``CarbonDatingView``."""
    prefix = "".join(word.capitalize() for word in game.name.split("-"))
    _, components = msgspec.json.schema_components([game.view_type], ref_template=REF + prefix + "{name}")
    return {prefix + name: schema for name, schema in components.items()}


def openapi(games: Iterable[Game]) -> dict[str, Any]:
    """The whole document with the views of these games, in a stable order."""
    from mesozoic.table.http.app import create_app
    from mesozoic.table.settings import Settings

    document = exact(create_app(Settings()).openapi_schema.to_schema())
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in message_schemas().items():
        schemas[name] = schema
    for game in games:
        schemas.update(view_schemas(game))
    return document
