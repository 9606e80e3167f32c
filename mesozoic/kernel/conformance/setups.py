"""With how many players and which options a game is checked."""

from __future__ import annotations

from typing import Any

from mesozoic.kernel.conformance.report import broken, said_of_error
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Game, Setup
from mesozoic.kernel.options import Option
from mesozoic.kernel.rng import Rng, seeded

TRIES = 60
"""A value that goes only with certain others is looked for in so many mixtures."""

Wish = dict[str, Any]


def spread(game: Game) -> list[Setup]:
    """For every number of players: the defaults, every value of every option by itself, and mixtures."""
    return _different([setup for players in _numbers(game) for setup in _long(game, players)])


def short_spread(game: Game) -> list[Setup]:
    """For every number of players: the defaults, and a few mixtures in which every value of every option occurs."""
    return _different([setup for players in _numbers(game) for setup in _short(game, players)])


def drawn_setup(game: Game, rng: Rng) -> Setup:
    """Any number of players, and about every second option with any of its values, as far as they go together."""
    numbers = _numbers(game)
    setup = game.prepare(numbers[rng.below(len(numbers))])
    wish: Wish = {}
    for option in game.options:
        value = _one_of(option.spread(), rng)
        if rng.below(2) == 0:
            tried = {**wish, **option.needs, option.name: value}
            valid = _prepared(game, setup.players, tried)
            if valid is not None:
                setup, wish = valid, tried
    return setup


def some_setups(setups: list[Setup], most: int | None) -> list[Setup]:
    """The defaults with every number of players, and of the others as many as fit, from all over the list."""
    if most is None or len(setups) <= most:
        return setups
    first = {setup.players: setup for setup in reversed(setups)}
    others = [setup for setup in setups if first[setup.players] is not setup]
    room = max(1, most - len(first))
    return [*reversed(first.values()), *(others[at * len(others) // room] for at in range(room))]


def _numbers(game: Game) -> range:
    return range(game.facts.fewest_players, game.facts.most_players + 1)


def _different(setups: list[Setup]) -> list[Setup]:
    found: dict[str, Setup] = {}
    for setup in setups:
        found.setdefault(f"{setup.players} {sorted(setup.options.items())}", setup)
    return list(found.values())


def _short(game: Game, players: int) -> list[Setup]:
    default = game.prepare(players)
    return [default, *_mixtures(game, players, default)]


def _long(game: Game, players: int) -> list[Setup]:
    rng = seeded("spread", game.name, players)
    alone = [_valid(game, players, option, value, rng) for option in game.options for value in option.spread()]
    return [*_short(game, players), *(setup for setup in alone if setup is not None)]


def _mixtures(game: Game, players: int, default: Setup) -> list[Setup]:
    """Mixtures until every value that is possible with so many players has occurred outside the defaults."""
    rng = seeded("mixtures", game.name, players)
    found: list[Setup] = []
    for option in game.options:
        for value in option.spread():
            if value != default.options[option.name] and not _occurs(option, value, found):
                base = _valid(game, players, option, value, rng)
                if base is not None:
                    found.append(_filled_up(base, option, value, rng))
    return found


def _occurs(option: Option, value: Any, setups: list[Setup]) -> bool:
    return any(setup.options[option.name] == option.read(value) for setup in setups)


def _valid(game: Game, players: int, option: Option, value: Any, rng: Rng) -> Setup | None:
    """A set-up with this value: beside the defaults, or beside what it goes together with; None if with nothing."""
    wish = {**option.needs, option.name: value}
    setup = _prepared(game, players, wish)
    for _ in range(TRIES):
        if setup is not None:
            return setup
        setup = _prepared(game, players, {**{one.name: _one_of(one.spread(), rng) for one in game.options}, **wish})
    return setup


def _filled_up(base: Setup, kept: Option, value: Any, rng: Rng) -> Setup:
    """The set-up with as many other values in it as go together."""
    wish: Wish = {**base.options}
    for option in base.game.options:
        if option.name == kept.name or option.name in kept.needs:
            continue
        tried = {**wish, option.name: _one_of(option.spread(), rng)}
        setup = _prepared(base.game, base.players, tried)
        if setup is not None and setup.options[kept.name] == kept.read(value):
            wish = tried
    return base.game.prepare(base.players, wish)


def _prepared(game: Game, players: int, wish: Wish) -> Setup | None:
    """The set-up, or None if these options do not go together."""
    how = f"set-up: prepare({players}, {wish})"
    try:
        return game.prepare(players, wish)
    except BadOptions as error:
        if len(str(error)) <= 10:
            raise broken(game.name, "a refusal of options says why", how) from error
    except Exception as error:
        raise broken(game.name, "options are taken or refused, without an error", how, said_of_error(error)) from error
    return None


def _one_of(items: list[Any], rng: Rng) -> Any:
    return items[rng.below(len(items))]
