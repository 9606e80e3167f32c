"""The ability notation (ledger section 8.4): a parser with line and column, and its words for players.

``parse`` gives an :class:`Ability`; the engine's numbers (``tables.py``) and the text for people are both made of it,
so they cannot differ.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mesozoic.games.dinospan.cards import (
    CONTINENTS,
    ENDLESS,
    ERAS,
    FOODS,
    HEMISPHERES,
    ORDERS,
    SIZES,
    TAGS,
    TEETH,
)
from mesozoic.kernel.card_tables import CardError

RESOURCES: Final = ("P", "T", "M", "B")
SOURCES: Final = ("H", "F", "HF")
KEYS: Final = ("order", "fam", "era", "hemi", "row", "cont", "size", "teeth", "food", "tag", "diff")
VALUES: Final = {
    "order": ORDERS,
    "era": ERAS,
    "hemi": HEMISPHERES,
    "row": HEMISPHERES,
    "cont": CONTINENTS,
    "size": SIZES,
    "teeth": TEETH,
    "food": FOODS,
    "tag": TAGS,
    "diff": ("order",),
}
MOST_FILTERS: Final = 4
MOST_BRANCHES: Final = 9
"""The notation of moves counts them with one digit."""
_TOKEN: Final = re.compile(r"\[[^\]]*\]?|[^\s\[]+")


@dataclass(frozen=True)
class Filter:
    """Everything that a card must be."""

    pairs: tuple[tuple[str, str], ...] = ()

    def value(self, key: str) -> str | None:
        return dict(self.pairs).get(key)


@dataclass(frozen=True)
class Reward:
    """What is got: ``gain`` with a resource, ``card`` with a source, ``egg``, ``up``."""

    verb: str
    kind: str
    number: int


@dataclass(frozen=True)
class Step:
    """One step of a branch."""

    verb: str
    kind: str = ""
    """A resource, a source, the item of a swap, or the kind of a condition."""
    number: int = 0
    taken: int = 0
    """How many are taken, or how often a swap may be made."""
    filters: tuple[Filter, ...] = ()
    per: bool = False
    most: int = 0
    reward: Reward | None = None


@dataclass(frozen=True)
class Ability:
    """Branches, of which one is chosen; and what everybody else gets if none is."""

    branches: tuple[tuple[Step, ...], ...]
    ecosystem: Reward | None


# --- Parsing -----------------------------------------------------------------------------------------------


def parse(text: str, families: tuple[str, ...], line: int = 1, column: int = 1) -> Ability:
    """The ability of a text; ``column`` is where the text begins in its line. Raises CardError."""
    primary, slash, ecosystem = text.partition(" / ")
    reward = None
    if slash:
        at = column + len(primary) + 3
        words = _Words(ecosystem, families, line, at)
        words.expect("all")
        reward = words.reward()
        words.expect_end()
    branches = []
    at = column
    for number, branch in enumerate(primary.split(" | "), 1):
        if number > MOST_BRANCHES:
            raise CardError(f"an ability has at most {MOST_BRANCHES} branches", line, at)
        steps = []
        step_at = at
        for step in branch.split(" + "):
            words = _Words(step, families, line, step_at)
            steps.append(words.step())
            words.expect_end()
            step_at += len(step) + 3
        branches.append(tuple(steps))
        at += len(branch) + 3
    return Ability(tuple(branches), reward)


class _Words:
    """The words of one step, read from left to right."""

    def __init__(self, text: str, families: tuple[str, ...], line: int, column: int) -> None:
        self.found = [(match.group(), column + match.start()) for match in _TOKEN.finditer(text)]
        self.end = column + len(text)
        self.families = families
        self.line = line
        self.at = 0

    def error(self, message: str, back: int = 0) -> CardError:
        at = self.at - back
        column = self.found[at][1] if at < len(self.found) else self.end
        return CardError(message, self.line, column)

    def peek(self) -> str:
        return self.found[self.at][0] if self.at < len(self.found) else ""

    def next(self, what: str) -> str:
        if self.at >= len(self.found):
            raise self.error(f"{what} is missing")
        self.at += 1
        return self.found[self.at - 1][0]

    def expect(self, word: str) -> None:
        found = self.next(f"{word!r}")
        if found != word:
            raise self.error(f"{word!r} is expected, not {found!r}", 1)

    def expect_end(self) -> None:
        if self.at < len(self.found):
            raise self.error(f"{self.peek()!r} is too much")

    def one_of(self, what: str, known: tuple[str, ...]) -> str:
        found = self.next(what)
        if found not in known:
            raise self.error(f"{what} is {', '.join(known)}, not {found!r}", 1)
        return found

    def number(self, what: str = "a number") -> int:
        found = self.next(what)
        if found not in list("123456789"):
            raise self.error(f"{what} from 1 to 9 is expected, not {found!r}", 1)
        return int(found)

    def filter(self, more: tuple[str, ...] = ()) -> Filter:
        """``[order=Sau row=G]``; ``row`` and ``diff`` only where they have a meaning."""
        column = self.found[self.at][1] if self.at < len(self.found) else self.end
        text = self.next("a filter such as [order=Sau]")
        if not text.startswith("[") or not text.endswith("]"):
            raise self.error(f"a filter such as [order=Sau] is expected, not {text!r}", 1)
        pairs: list[tuple[str, str]] = []
        for match in re.finditer(r"\S+", text[1:-1]):
            at = column + 1 + match.start()
            key, equals, value = match.group().partition("=")
            if key not in KEYS or not equals:
                raise CardError(f"a filter asks for {', '.join(KEYS)}, not {match.group()!r}", self.line, at)
            if key in ("row", "diff") and key not in more:
                raise CardError(f"{key} has no meaning here", self.line, at)
            known = self.families if key == "fam" else VALUES[key]
            if value not in known:
                raise CardError(f"{key} is one of {', '.join(known)}, not {value!r}", self.line, at)
            if key in dict(pairs):
                raise CardError(f"{key} is asked for twice", self.line, at)
            pairs.append((key, value))
        if not pairs:
            raise CardError("the filter asks for nothing", self.line, column)
        return Filter(tuple(pairs))

    def reward(self) -> Reward:
        verb = self.one_of("a reward", ("gain", "card", "egg", "up"))
        return Reward(verb, self.kind(verb), self.number())

    def kind(self, verb: str) -> str:
        if verb == "gain":
            return self.one_of("a Bio-Resource", RESOURCES)
        return self.one_of("a source", SOURCES) if verb == "card" else ""

    def step(self) -> Step:
        verb = self.next("a step")
        if verb in ("gain", "card", "egg", "up"):
            return self.amount(verb)
        if verb in ("look", "churn", "dig"):
            return Step(verb, number=self.number(), taken=self.number("how many are taken, a number"))
        if verb == "flip":
            number, wanted = self.number(), self.filter()
            self.expect(":")
            return Step(verb, number=number, filters=(wanted,), reward=self.reward())
        if verb == "cull":
            wanted = self.filter()
            self.expect(":")
            return Step(verb, filters=(wanted,), reward=self.reward())
        if verb == "if":
            return self.condition()
        if verb == "swap":
            return self.swap()
        raise self.error(f"a step is gain, card, egg, up, look, churn, dig, flip, cull, if or swap, not {verb!r}", 1)

    def amount(self, verb: str) -> Step:
        kind, number = self.kind(verb), self.number()
        if self.peek() != "per":
            return Step(verb, kind, number)
        self.expect("per")
        wanted = self.filter(("row",))
        most = 0
        if self.peek() == "max":
            self.expect("max")
            most = self.number()
        return Step(verb, kind, number, filters=(wanted,), per=True, most=most)

    def condition(self) -> Step:
        where = self.one_of("a condition", ("hype", "mine", "arch"))
        filters = [self.filter(("row",) if where == "mine" else ())]
        kind, number = where, 1
        if where == "hype":
            while self.peek().startswith("+"):
                self.expect("+")
                filters.append(self.filter())
            if len(filters) > MOST_FILTERS:
                raise self.error(f"a condition has at most {MOST_FILTERS} filters", 1)
            if len(filters) == 1 and self.peek() == ">=":
                kind = "count"
        if where == "mine" or kind == "count":
            self.expect(">=")
            number = self.number()
        self.expect(":")
        return Step("if", kind, number, filters=tuple(filters), reward=self.reward())

    def swap(self) -> Step:
        number = self.number()
        item = self.one_of("what is paid", ("P", "T", "M", "card"))
        filters = (self.filter(("diff",)),) if item == "card" and self.peek().startswith("[") else ()
        self.expect("->")
        reward = self.reward()
        if reward.verb == "gain" and reward.kind in (item, "B") and item != "card":
            raise self.error("a swap never pays with what it gives", 1)
        if reward.verb == "card" and item == "card":
            raise self.error("a swap never pays with what it gives", 1)
        self.expect("x")
        times = ENDLESS if self.peek() == "inf" and self.next("inf") else self.number("how often, a number")
        return Step("swap", item, number, times, filters, reward=reward)


# --- Words for players ----------------------------------------------------------------------------------------

ORDER_WORDS: Final = {"Orn": "Ornithischian", "Sau": "Sauropod", "The": "Theropod"}
ERA_WORDS: Final = {"T": "Triassic", "J": "Jurassic", "K": "Cretaceous"}
ROW_WORDS: Final = {"L": "Laurasia", "G": "Gondwana"}
CONTINENT_WORDS: Final = {
    "NAM": "North America",
    "SAM": "South America",
    "EUR": "Europe",
    "ASI": "Asia",
    "AFR": "Africa",
    "OCE": "Oceania",
    "ANT": "Antarctica",
}
SIZE_WORDS: Final = {"S": "small", "M": "medium", "L": "large", "C": "colossal"}
TEETH_WORDS: Final = {"Z": "blade-toothed", "B": "battery-toothed", "L": "leaf-toothed", "S": "simple-toothed"}
FOOD_WORDS: Final = {"P": "ground-plant eating", "T": "tree browsing", "M": "meat-eating"}
RESOURCE_WORDS: Final = {"P": "Plant", "T": "Tree", "M": "Mammal"}
SOURCE_WORDS: Final = {"H": "from Hype", "F": "from the Footprint", "HF": "from Hype or the Footprint"}


def filter_words(wanted: Filter, number: int = 1) -> str:
    """``small Theropod of Laurasia``, and ``small Theropods`` for several."""
    before, noun, after = [], "card", []
    for key, value in wanted.pairs:
        if key == "order":
            noun = ORDER_WORDS[value]
        elif key == "fam":
            after.append(f"of the family {value}")
        elif key == "era":
            before.append(ERA_WORDS[value])
        elif key == "hemi":
            after.append(f"printed {ROW_WORDS[value]}")
        elif key == "row":
            after.append(f"in {ROW_WORDS[value]}")
        elif key == "cont":
            after.append(f"from {CONTINENT_WORDS[value]}")
        elif key == "size":
            before.append(SIZE_WORDS[value])
        elif key == "teeth":
            before.append(TEETH_WORDS[value])
        elif key == "food":
            before.append(FOOD_WORDS[value])
        elif key == "tag":
            after.append(f"with the visible tag {value}")
        else:
            after.append("of different Orders")
    return " ".join([*before, f"{noun}{'s' * (number > 1)}", *after])


def a(words: str) -> str:
    """``an Ornithischian``, ``a Sauropod``."""
    return f"{'an' if words[0] in 'AEIOUaeiou' else 'a'} {words}"


def reward_words(verb: str, kind: str, number: int) -> str:
    """``gain 2 Plants``, ``lay 1 egg`` ..."""
    if verb == "gain" and kind == "B":
        return f"gain {number} Bio-Resource{'s' * (number > 1)} of any kind"
    if verb == "gain":
        return f"gain {number} {RESOURCE_WORDS[kind]}{'s' * (number > 1)}"
    if verb == "card":
        return f"gain {number} card{'s' * (number > 1)} {SOURCE_WORDS[kind]}"
    if verb == "egg":
        return f"lay {number} egg{'s' * (number > 1)}"
    return f"upgrade {number} egg{'s' * (number > 1)}"


def _reward(reward: Reward | None) -> str:
    assert reward is not None
    return reward_words(reward.verb, reward.kind, reward.number)


def step_words(step: Step) -> str:
    """One step in words."""
    wanted = filter_words(step.filters[0]) if step.filters else "card"
    number = step.number
    if step.verb in ("gain", "card", "egg", "up"):
        text = reward_words(step.verb, step.kind, number)
        if not step.per:
            return text
        most = f", at most {step.most} of them counting" if step.most else ""
        return f"{text} for each {wanted} on your Atlas{most}"
    if step.verb == "look":
        return f"reveal the top {number} of the Footprint, take {step.taken}, the rest back on top or to the Archive"
    if step.verb == "churn":
        return f"discard {number} of Hype, refresh it, then take {step.taken} from Hype"
    if step.verb == "dig":
        return f"take {step.taken} of the bottom {number} of the Archive"
    if step.verb == "flip":
        return f"reveal the top {number} of the Footprint: {_reward(step.reward)} for each {wanted}"
    if step.verb == "cull":
        return f"discard any number of {filter_words(step.filters[0], 2)} in Hype: {_reward(step.reward)} for each"
    if step.verb == "if":
        return f"if {condition_words(step)}: {_reward(step.reward)}"
    times = "as often as you like" if step.taken == ENDLESS else f"up to {step.taken} time{'s' * (step.taken > 1)}"
    if step.kind == "card":
        paid = f"discard {number} {filter_words(step.filters[0] if step.filters else Filter(), number)}"
    else:
        paid = f"pay {number} {RESOURCE_WORDS[step.kind]}{'s' * (number > 1)}"
    return f"{paid} to {_reward(step.reward)}, {times}"


def condition_words(step: Step) -> str:
    number = step.number
    if step.kind == "hype":
        return "Hype shows " + " and ".join(a(filter_words(one)) for one in step.filters)
    if step.kind == "count":
        return f"Hype shows at least {number} {filter_words(step.filters[0], number)}"
    if step.kind == "mine":
        return f"your Atlas has at least {number} {filter_words(step.filters[0], number)}"
    return f"the top card of the Archive is {a(filter_words(step.filters[0]))}"


def branch_words(branch: tuple[Step, ...]) -> str:
    return "; then ".join(step_words(step) for step in branch)


def ecosystem_words(reward: Reward) -> str:
    verb, _, what = _reward(reward).partition(" ")
    return f"every other player {verb}s {what}"


def ability_words(ability: Ability) -> str:
    """The whole ability as a sentence."""
    text = " - or: ".join(branch_words(branch) for branch in ability.branches)
    if ability.ecosystem is not None:
        text += f" - or instead: {ecosystem_words(ability.ecosystem)}"
    return f"{text[0].upper()}{text[1:]}."
