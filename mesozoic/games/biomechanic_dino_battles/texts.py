"""The text of every card, made from the very table that the engine runs, so that it cannot say anything else."""

from __future__ import annotations

from functools import cache
from typing import Final

from mesozoic.games.biomechanic_dino_battles.cards import DINOS, FIRST_ITEM, FIRST_STRATEGY, ITEMS, STRATEGIES, Attack

VERB_WORDS: Final = {
    "draw": "+{n} Draw",
    "strategy": "+{n} Strategy",
    "attach": "+{n} Attach",
    "combat": "+{n} Combat",
    "buy": "+{n} Buy",
    "heal": "+{n} HP for one of your dinos",
    "atk": "your active dino: ATK +{n} until end of turn",
    "eva": "your active dino: EVA +{n} until end of turn",
    "def": "your active dino: DEF +{n} until end of turn",
    "damage": "your active dino's attacks: +{n} damage until end of turn",
    "lock": "your active dino's attacks: +{n} damage until end of turn, +{twice} instead if it is a Predator",
    "purge": "purge up to {n} cards from your hand, one after the other",
    "spill": "an opponent whose active dino is not Immune to Poison takes {n} Poison",
    "jam": "reveal and discard {n} card attached to a dino of an opponent, chosen by position",
    "switch": "you may swap your active dino with a benched one",
    "swap": "swap your active dino with a benched one",
    "salvage": "you may attach {n} Combat card from your discard pile to one of your dinos, open to all",
    "hit": "{n} damage to one dino of an opponent",
    "cool": "+{n} HP for your active dino",
    "reduce": "this attack's main damage -{n}, not below 0",
    "cure": "purge {n} Poison from your hand or discard pile",
    "shake": "one Paralyze less counts this turn",
    "look": "look at all cards attached to one dino of an opponent",
    "move": "move all cards attached to one of your dinos to another of your dinos",
}
TIMING_WORDS: Final = {
    "own": "in your action phase",
    "any": "in your turn, when you are attacked, or when an opponent has ended the actions",
    "resp": "when you are attacked",
}
"""BD-R26: the moments in which a power can be used, as a player meets them."""
ANYTIME_WORDS: Final = {
    **TIMING_WORDS,
    "any": "in your turn, when anybody's attack is declared or answered, when an opponent announces a strategy or an "
    "Assist Power, or has ended the actions",
}
"""The same with ``items=anytime`` (BD-R53)."""
STATUS_WORDS: Final = {"W": "Wound", "P": "Poison", "Z": "Paralyze"}
NOTES: Final = {
    "A": "Pays for attacks, powers and purchases.",
    "E": "Pays; attached, it evades an attack if your EVA is at least its ATK.",
    "D": "Pays; attached, it defends against an attack if your DEF is at least its ATK.",
    "W": "A Wound. The fewest Wounds win when the stack is empty.",
    "P": "Poison: 5 damage to your active dino when it is discarded at the end of your turn.",
    "Z": "Paralyze: each one you draw takes a Combat Move of this turn or, if drawn after it, of your next one.",
}
"""What the cards without a text of their own are for."""
COST_WORDS: Final = {"A": "Attack", "E": "Evade", "D": "Defend", "*": "any"}


@cache
def cost_text(cost: str) -> str:
    """``AA*`` as ``2 Attack + 1 any``."""
    return " + ".join(f"{cost.count(one)} {word}" for one, word in COST_WORDS.items() if one in cost) or "nothing"


def wounds_text(wounds: int) -> str:
    return "1 Wound" if wounds == 1 else f"{wounds} Wounds"


@cache
def effect_text(effect: str) -> str:
    """``draw 1, combat 1`` as the players read it."""
    phrases = []
    for phrase in effect.split(", "):
        verb, number = phrase.split()
        phrases.append(VERB_WORDS[verb].format(n=number, twice=2 * int(number)))
    return "; ".join(phrases)


@cache
def attack_text(attack: Attack) -> str:
    """``Quake (1 Attack + 2 Defend), 20 damage, Bench 10``."""
    status = "".join(f", {STATUS_WORDS[letter]}" for letter in attack.status)
    bench = f", Bench {attack.bench}" if attack.bench else ""
    atk = f"ATK {attack.atk}, " if attack.atk else ""
    return f"{attack.name} ({cost_text(attack.cost)}), {atk}{attack.damage} damage{status}{bench}"


@cache
def hit_text(attack: Attack) -> str:
    """``ATK 4, 5 damage, Poison``: an item's attack without its name and cost."""
    return f"ATK {attack.atk}, {attack.damage} damage" + "".join(f", {STATUS_WORDS[one]}" for one in attack.status)


@cache
def timing_text(timing: str, anytime: bool) -> str:
    return (ANYTIME_WORDS if anytime else TIMING_WORDS)[timing]


@cache
def strategy_text(kind: int) -> str:
    return effect_text(STRATEGIES[kind - FIRST_STRATEGY].effect)


@cache
def power_text(power: int) -> str:
    """A power of an item, by ``2 * item + power``."""
    one = ITEMS[power // 2].powers[power % 2]
    if one.attack is not None:
        return attack_text(one.attack)
    return f"{one.name} ({cost_text(one.cost)}), {effect_text(one.effect)}"


@cache
def item_text(kind: int, anytime: bool = False) -> str:
    """Both powers, and when they can be used; ``anytime`` is the option of that name."""
    first, second = [timing_text(power.timing, anytime) for power in ITEMS[kind - FIRST_ITEM].powers]
    one, other = power_text(2 * (kind - FIRST_ITEM)), power_text(2 * (kind - FIRST_ITEM) + 1)
    return f"{one} / {other}; both {first}" if first == second else f"{one}, {first} / {other}, {second}"


@cache
def assist_text(kind: int) -> str | None:
    assist = DINOS[kind].assist
    return None if assist is None else f"{assist.name} ({cost_text(assist.cost)}), {effect_text(assist.effect)}"


@cache
def dino_text(kind: int) -> str:
    """Everything printed on a dino beside its name and cost."""
    dino = DINOS[kind]
    values = f"HP {dino.hp}, ATK {dino.atk}, EVA {dino.eva}, DEF {dino.defence}, retreat {cost_text(dino.retreat)}"
    parts = [dino.type, values, *[attack_text(attack) for attack in dino.attacks], *dino.special]
    assist = assist_text(kind)
    return "; ".join([*parts, f"assist {assist}"] if assist else parts)
