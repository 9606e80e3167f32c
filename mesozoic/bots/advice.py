"""A hint for a person: the whole choice in words, why in the game's own units, and what the next best would give.

A choice is often several small moves. They are followed on an imagined state as long as nothing is revealed and the
game says that they belong together, so that one press plays them all.
"""

from __future__ import annotations

from dataclasses import dataclass

from mesozoic.bots.greedy import GreedyBot
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import HOST, State

LONGEST_PLAN = 12
"""No choice of a game has more small moves; a plan that does is told as far as this."""


@dataclass(frozen=True)
class Advice:
    """What a good bot would do here."""

    moves: tuple[str, ...]
    """The small moves, in the game's notation."""
    whole: str
    """All of them as one move that :meth:`State.play` takes."""
    words: str
    """The whole choice in words: ``publish Stegosaurus as a New Genus, discard Allosaurus``."""
    value: str
    """How the game should go with it: ``about 6.2 bad reviews in the end``; empty where nothing is to be chosen."""
    next_best: str
    """The next best choice in words, and its value."""
    elements: tuple[str, ...]
    """The things on the table that the choice concerns, by the ids of the view."""
    why: str
    """Value and next best as sentences."""


@dataclass(frozen=True)
class Plan:
    """A whole choice: its first move and what the bot would do next, as long as that belongs together."""

    moves: tuple[str, ...]
    words: str
    elements: tuple[str, ...]


def advise(state: State, seat: int, rng: Rng) -> Advice:
    """What the greedy bot would do in this seat, knowing what the seat knows."""
    bot = GreedyBot(rng)
    seen = state.imagine(None if seat == HOST else seat, rng)
    ranked = sorted(bot.values(seen, seat), reverse=True)
    game = state.setup.game
    best, code = ranked[0]
    plan = follow(bot, seen, seat, code)
    if len(ranked) == 1:
        value, second = "", ""
        only = len(state.codes(seat)) == 1
        why = "There is nothing else to do." if only else "Nothing else is worth thinking about."
    else:
        value = game.words.value_words(state, best)
        other = follow(bot, seen, seat, ranked[1][1])
        second_value = game.words.value_words(state, ranked[1][0])
        second = f"{other.words}: {second_value}"
        why = f"That should lead to {value}."
        if other.words != plan.words:
            is_equal = second_value == value
            why += f" The next best, {other.words}, {'looks as good' if is_equal else f'to {second_value}'}."
    return Advice(plan.moves, game.join(plan.moves), plan.words, value, second, plan.elements, why)


def follow(bot: GreedyBot, state: State, seat: int, code: int) -> Plan:
    """The choice that begins with this move, made as the bot would make it."""
    game = state.setup.game
    after = state.clone()
    moves: list[str] = []
    words: list[str] = []
    elements: list[str] = []
    while True:
        moves.append(game.text(code))
        words.append(game.words.brief(after, seat, code))
        elements += [one for one in game.tabletop.elements(after, seat, code) if one not in elements]
        after.apply(seat, code)
        is_done = (
            after.reveals != state.reveals or not after.is_waiting_for(seat) or not game.words.is_midway(after, seat)
        )
        if is_done or len(moves) == LONGEST_PLAN:
            return Plan(tuple(moves), ", ".join(word for word in words if word), tuple(elements))
        code = bot.code(after, seat)
