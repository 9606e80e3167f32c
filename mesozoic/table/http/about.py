"""What a client may know of the games themselves: options, bots, pages."""

from __future__ import annotations

import logging
import re
from functools import cache
from typing import Any

import mesozoic
from mesozoic.bots import bots_for, usual_bot
from mesozoic.bots.levels import HELP as LEVEL_HELP
from mesozoic.client import messages
from mesozoic.kernel import options as declared
from mesozoic.kernel.errors import MesozoicError
from mesozoic.kernel.game import Game
from mesozoic.table.matches.service import find_game

log = logging.getLogger("mesozoic.table")

KINDS: dict[type[Any], Any] = {
    declared.Choice: "choice",
    declared.Flag: "flag",
    declared.Number: "number",
    declared.OneNumber: "one_number",
    declared.PerSeat: "per_seat",
    declared.Map: "map",
    declared.NumberOr: "number_or",
    declared.Several: "several",
    declared.Text: "text",
}
SPEED_HELP = {
    "hatchling": "slow, and often wrong: children win against it",
    "forager": "takes its time, like somebody who plays now and then",
    "hunter": "quick, like a practised player",
    "alpha": "very quick, and seldom wrong",
    "apex": "as fast as the fastest people",
}


@cache
def all_infos() -> list[messages.GameInfo]:
    """All games; one whose files raise an error is left out, and the log says why."""
    found = []
    for name in mesozoic.all_games():
        try:
            found.append(game_info(name))
        except Exception:
            log.exception("the game %s is left out", name)
    return found


@cache
def game_info(name: str) -> messages.GameInfo:
    game = find_game(name)
    facts = game.facts
    return messages.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        fewest_players=facts.fewest_players,
        most_players=facts.most_players,
        minutes=facts.minutes,
        hidden=facts.hidden,
        simultaneous=facts.simultaneous,
        pace=facts.pace,
        realtime=facts.realtime,
        fewest_points_win=facts.fewest_points_win,
        rules_version=game.rules_version,
        options=[option_info(game, option) for option in game.options],
        bots=[messages.BotInfo(bot, bot_help(game, bot)) for bot in bots_for(game)],
        usual_bot=usual_bot(game),
        has_lesson=game.lesson is not None,
        has_encyclopedia=bool(game.tabletop.encyclopedia()),
    )


def bot_help(game: Game, bot: str) -> str:
    """What a person is told about a bot: by its speed in real time, elsewhere by how it thinks."""
    return (SPEED_HELP if game.levels.names() else LEVEL_HELP).get(bot, "")


def option_info(game: Game, option: declared.Option) -> messages.OptionInfo:
    facts = game.facts
    defaults = {str(n): option.default_for(n) for n in range(facts.fewest_players, facts.most_players + 1)}
    more: dict[str, Any] = {}
    match option:
        case declared.Choice():
            more["choices"] = dict(option.choices)
        case declared.OneNumber():
            more["choices"] = {str(number): "" for number in option.numbers}
        case declared.Number() | declared.PerSeat():
            more.update(low=option.low, high=option.high)
        case declared.NumberOr():
            more.update(low=option.low, high=option.high, word=option.word)
        case declared.Map():
            more.update(keys=list(option.keys), choices=dict.fromkeys(option.values, ""))
        case declared.Several():
            more.update(choices=dict.fromkeys(option.names, ""), count=option.number)
    return messages.OptionInfo(
        name=option.name,
        help=option.help,
        kind=next(KINDS[kind] for kind in type(option).__mro__ if kind in KINDS),
        defaults=defaults,
        values=option.values_text,
        needs=dict(option.needs),
        for_designers=option.for_designers,
        **more,
    )


@cache
def rules(name: str) -> messages.Rules:
    game = find_game(name)
    return messages.Rules(_page(game, "rules.md"), _page(game, "rulings.md"))


def _page(game: Game, file: str) -> messages.Page:
    try:
        text = game.document(file)
    except (OSError, MesozoicError):
        text = ""
    title = re.match(r"#\s+(.+)", text)
    return messages.Page(title[1] if title else f"{game.title}: {file.removesuffix('.md')}", text)
