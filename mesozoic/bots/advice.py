"""A hint for a person: the whole choice in words, the chance to win with it, and what the next best would give.

A choice is often several small moves. They are followed on an imagined state as long as nothing is revealed and the
game says that they belong together, so that one press plays them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from mesozoic.bots.greedy import GreedyBot
from mesozoic.bots.lookahead import policy_move
from mesozoic.bots.searcher import Budget, SearchBot
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import HOST, State

HINT = Budget(ms=300)
"""As long as level 4 or longer, and short enough that a person has the hint within half a second."""
LONGEST_PLAN = 12
"""No choice of a game has more small moves; a plan that does is told as far as this."""

ALTERNATIVES = 12
"""So many of the best are looked through for a next best that reads otherwise."""


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
    """How the game should go with it: ``a chance to win of 62 % and about 171 points in the end``, alone the points;
    empty where nothing is to be chosen."""
    next_best: str
    """The next best choice in words, and its value; empty where what comes next is the same choice in other steps."""
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


def advise(state: State, seat: int, rng: Rng, budget: Budget = HINT) -> Advice:
    """What a good bot would do in this seat, knowing what the seat knows."""
    seen = state.imagine(None if seat == HOST else seat, rng)
    ranked = ranking(seen, seat, rng, budget)
    game = state.setup.game
    plan = follow(seen, seat, ranked[0].codes, rng)
    if len(ranked) == 1:
        value, second = "", ""
        only = len(state.codes(seat)) == 1
        why = "There is nothing else to do." if only else "Nothing else is worth thinking about."
    else:
        value = outcome(state, ranked[0])
        why = f"That should lead to {value}." if value else "It looks best at a glance."
        other = next_best(seen, seat, ranked, plan.words, rng)
        second = "" if other is None else f"{other.words}: {other.value}"
        if value and other is not None:
            why += f" The next best, {other.words}, {'looks as good' if other.value == value else f'to {other.value}'}."
    return Advice(plan.moves, game.join(plan.moves), plan.words, value, second, plan.elements, why)


class Other(NamedTuple):
    """What else can be done, in words, and what it should lead to."""

    words: str
    value: str


def next_best(seen: State, seat: int, ranked: list[Way], best: str, rng: Rng) -> Other | None:
    """The first that was looked at as the best was and is another choice for a person, too.

    It was dropped after fewer worlds. Where it was lucky in these, it is told to lead to what the best does.
    """
    for way in ranked[1:ALTERNATIVES]:
        words = follow(seen, seat, way.codes, rng).words
        if way.is_thought_through == ranked[0].is_thought_through and not reads_alike(words, best):
            return Other(words, outcome(seen, ranked[0] if way.told() >= ranked[0].told() else way))
    return None


def reads_alike(words: str, others: str) -> bool:
    """The same small choices, perhaps in another order."""
    return sorted(words.split(", ")) == sorted(others.split(", "))


@dataclass(frozen=True)
class Way:
    """Something that can be done, and what it should lead to."""

    codes: list[int]
    """Its small moves."""
    points: float
    """By the game's own hints."""
    chance: float | None = None
    """To win, where there are opponents and it was thought through."""
    is_thought_through: bool = False
    """Or was it only glanced at?"""

    def told(self) -> tuple[float, float]:
        """By what a person reads of two ways which of them is better: of equal chances the one with more points."""
        chance = self.chance or 0.0
        return 0.0 if chance < 0.01 else 100.0 if chance > 0.99 else round(100 * chance), self.points


def ranking(state: State, seat: int, rng: Rng, budget: Budget) -> list[Way]:
    """What can be done, best first."""
    if state.setup.game.facts.realtime:
        return [Way([code], value) for value, code in sorted(GreedyBot(rng).values(state, seat), reverse=True)]
    players = state.setup.players
    bold = state.setup.game.hints.thinking(state).boldness
    return [
        Way(
            list(plan.codes),
            plan.points(),
            None if players == 1 or not plan.visits else told_chance(plan.mean(), players, bold),
            plan.visits > 0,
        )
        for plan in SearchBot(rng, budget).plans(state, seat)
    ]


def told_chance(share: float, players: int, bold: float) -> float:
    """The chance to win that a share in the search's roll-outs stands for: further from an even one where bold."""
    if not 0 < share < 1:
        return share
    odds: float = (share / (1 - share) * (players - 1)) ** bold
    return odds / (odds + players - 1)


def outcome(state: State, way: Way) -> str:
    """What it should lead to, in units that people know."""
    points = state.setup.game.words.value_words(state, way.points)
    chance = "" if way.chance is None else f"a chance to win of {percent(way.chance)}"
    return " and ".join(filter(None, (chance, points)))


def percent(chance: float) -> str:
    return "under 1 %" if chance < 0.01 else "over 99 %" if chance > 0.99 else f"{100 * chance:.0f} %"


def follow(state: State, seat: int, codes: list[int], rng: Rng) -> Plan:
    """The choice that begins with these small moves, as far as they belong together."""
    game = state.setup.game
    after = state.clone()
    moves: list[str] = []
    words: list[str] = []
    elements: list[str] = []
    while True:
        known = len(moves) < len(codes)
        code = codes[len(moves)] if known else policy_move(after, seat, game.hints, rng)
        moves.append(game.text(code))
        words.append(game.words.brief(after, seat, code))
        elements += [one for one in game.tabletop.elements(after, seat, code) if one not in elements]
        after.apply(seat, code)
        is_done = (
            after.reveals != state.reveals or not after.is_waiting_for(seat) or not game.words.is_midway(after, seat)
        )
        if is_done or len(moves) == LONGEST_PLAN:
            return Plan(tuple(moves), ", ".join(word for word in words if word), tuple(elements))
