"""What is typed behind a command, read and checked: options, deals, who sits where. BadOptions says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mesozoic.bots import bots_for, check_bot, is_own, usual_bot
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game

USUAL_PLAYERS = 4
"""How many play when nobody says, as far as the game allows."""
LONGEST_NAME = 24


def parse_options(given: Sequence[str]) -> dict[str, str]:
    """``["sheets=closed"]`` as ``{"sheets": "closed"}``; the game itself checks names and values."""
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not name or not equals:
            raise BadOptions(f"Write an option as name=value, not {text!r}.")
        if name in options:
            raise BadOptions(f"The option {name!r} is given twice: give it once.")
        options[name] = value.strip()
    return options


def read_deal(path: Path) -> dict[str, Any]:
    """The deal in a JSON file; the game itself checks the cards."""
    try:
        deal = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadOptions(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise BadOptions(f"{path} is not a deal: it is not even text.") from None
    except json.JSONDecodeError as error:
        raise BadOptions(f"{path} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise BadOptions(f"{path} is not a deal: it is nested too deeply.") from None
    if not isinstance(deal, dict):
        raise BadOptions(f"{path} is not a deal: it should hold a JSON object.")
    return deal


def read_text(path: Path) -> str:
    """The text of a file; BadOptions if it has none."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadOptions(f"{path} is no text.") from None
    except OSError as error:
        raise BadOptions(f"{path} cannot be read: {error.strerror or error}.") from None


def usual_players(game: Game) -> int:
    return min(max(USUAL_PLAYERS, game.facts.fewest_players), game.facts.most_players)


def seat_names(game: Game, players: int | None, given: Sequence[str]) -> list[str]:
    """Who sits in each seat. Seats beyond the given ones are taken by the usual bot.

    Without a number of players exactly the given seats play; without either, one person plays against bots.
    """
    names = check_seats(game, given)
    if players is None:
        players = len(names) or usual_players(game)
    game.prepare(players)
    if len(names) > players:
        raise BadOptions(f"{len(names)} seats are given for {players} player{'s' * (players > 1)}.")
    names = names or ["you"]
    people = [name for name in names if not is_bot(game, name)]
    for name in people:
        if people.count(name) > 1:
            raise BadOptions(f"Two seats are called {name}: give every person a different name.")
    for name in names:
        if is_bot(game, name):
            check_bot(game, name, players=players)
    return names + [usual_bot(game)] * (players - len(names))


def is_bot(game: Game, name: str) -> bool:
    try:
        check_bot(game, name)
    except BadOptions:
        return False
    return True


def check_seats(game: Game, names: Sequence[str]) -> list[str]:
    """Each as :func:`check_seat` has it; beside people no bot that is only for measuring."""
    checked = [check_seat(game, name) for name in names]
    bots = [name for name in checked if is_bot(game, name)]
    if len(bots) < len(checked):
        for name in bots:
            check_bot(game, name, with_people=True)
    return checked


def check_seat(game: Game, name: str) -> str:
    """A bot's name, ``you``, or a person's name, which starts with a capital letter so that no bot is mistyped."""
    name = name.strip()
    if is_own(name):
        raise BadOptions(f"{name!r} cannot sit down here: bots of one's own play in simulate, ladder and join --bot.")
    if ":" in name:
        check_bot(game, name)  # says what is wrong with a budget
    if is_bot(game, name) or name == "you":
        return name
    is_name = name[:1].isalpha() and not name[0].islower() and name.isprintable() and len(name) <= LONGEST_NAME
    if not is_name:
        bots = ", ".join(bots_for(game))
        raise BadOptions(f"{name[:40]!r} cannot sit down: a seat is you, a name such as Ann, or a bot ({bots}).")
    return name
