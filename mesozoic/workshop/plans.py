"""What a designer asks for: the changes of a game, checked before anything is played, and told in words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

import mesozoic
from mesozoic.bots import check_bot
from mesozoic.client.workshop import WorkshopWish
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game
from mesozoic.workshop import sheets

USUAL: Final = "usual"
CHANGED: Final = "changed"
SIDES: Final = (USUAL, CHANGED)
"""The game as it is, and with the changes: each a run of the lab in a folder of this name."""
TUNED: Final = "tune_"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A run of the workshop as it was asked for."""

    wish: WorkshopWish
    title: str
    made: str
    changes: list[str]

    @property
    def total(self) -> int:
        """Games in all."""
        return len(SIDES) * len(self.wish.players) * self.wish.games

    def options(self, side: str) -> dict[str, str]:
        """The options of one of the two games, as they would be typed."""
        given = {**self.wish.both, **(self.wish.options if side == CHANGED else {})}
        return {name: typed(value) for name, value in given.items()}

    def cards(self, side: str) -> str:
        return self.wish.cards if side == CHANGED else ""


def new_plan(wish: WorkshopWish) -> Plan:
    """The plan of a wish; BadOptions, with the reason, if it cannot be played or changes nothing."""
    game = mesozoic.game(wish.game)
    wish = msgspec.structs.replace(wish, players=sorted(set(wish.players)), cards=as_given(game, wish.cards))
    plan = Plan(wish=wish, title="", made=datetime.now(UTC).isoformat(timespec="seconds"), changes=[])
    for players in wish.players:
        for side in SIDES:
            cards = {game.cards_option: plan.cards(side)} if plan.cards(side) else {}
            game.prepare(players, {**plan.options(side), **cards})
    for bot in wish.bots:
        check_bot(game, bot)
    changes = changes_of(game, wish)
    if not changes:
        raise BadOptions("Nothing is changed yet: change a card, an option or a number first.")
    return msgspec.structs.replace(plan, title=wish.title.strip() or title_of(changes), changes=changes)


def as_given(game: Game, cards: str) -> str:
    """A card table in the form in which the workshop keeps it; nothing for the game's own."""
    if not cards:
        return ""
    table = game.other_cards()
    rows = sheets.rows_of(table, cards)
    return "" if rows == sheets.rows_of(table, table.own_text) else sheets.text_of(table, rows)


def changes_of(game: Game, wish: WorkshopWish) -> list[str]:
    """In what the changed game differs from the usual one, in words."""
    found = [change.words() for change in game.other_cards().changes("", wish.cards)] if wish.cards else []
    usual = game.prepare(wish.players[0], wish.both).options
    changed = game.prepare(wish.players[0], {**wish.both, **wish.options}).options
    differing = [name for name in usual if usual[name] != changed[name]]
    return found + [f"{plain(name)}: {in_words(usual[name])} becomes {in_words(changed[name])}" for name in differing]


def title_of(changes: list[str]) -> str:
    more = f", and {len(changes) - 1} more" if len(changes) > 1 else ""
    return changes[0][:80] + more


def plain(name: str) -> str:
    """An option's name for reading."""
    words = name.removeprefix(TUNED).replace("_", " ")
    return words[:1].upper() + words[1:]


def in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return typed(value).replace("_", " ") or "none"


def typed(value: Any) -> str:
    """An option's value as somebody would type it."""
    if isinstance(value, dict):
        return ",".join(f"{key}:{one}" for key, one in value.items())
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
