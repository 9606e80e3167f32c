"""The text of every card, made from the very table that the engine runs, so that it cannot say anything else."""

from __future__ import annotations

from typing import Final

from mesozoic.games.biomechanic_dino_battles.printed import Attack, Dino, Effect, Item, Power, Strategy
from mesozoic.kernel.sharing import remembered

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
    "purge": "purge up to {n} card{s} from your hand, one after the other",
    "spill": "an opponent whose active dino is not Immune to Poison takes {n} Poison",
    "jam": "reveal and discard {n} card{s} attached to a dino of an opponent, chosen by position",
    "switch": "you may swap your active dino with a benched one",
    "swap": "swap your active dino with a benched one",
    "salvage": "you may attach {n} Combat card{s} from your discard pile to one of your dinos, open to all",
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


kept = remembered(1_000)
"""Asked for by every reader in every frame of a film."""


@kept
def cost_text(cost: str) -> str:
    """``AA*`` as ``2 Attack + 1 any``."""
    return " + ".join(f"{cost.count(one)} {word}" for one, word in COST_WORDS.items() if one in cost) or "nothing"


def wounds_text(wounds: int) -> str:
    return "1 Wound" if wounds == 1 else f"{wounds} Wounds"


def phrases(effect: Effect) -> tuple[str, ...]:
    """What an effect does, one after the other, as the players read it."""
    return tuple(VERB_WORDS[verb].format(n=number, twice=2 * number, s="s" * (number != 1)) for verb, number in effect)


def effect_text(effect: Effect) -> str:
    return "; ".join(phrases(effect))


@kept
def attack_text(attack: Attack) -> str:
    """``Quake (1 Attack + 2 Defend), 20 damage, Bench 10``."""
    return f"{attack.name} ({cost_text(attack.cost)}), {hit_text(attack)}"


def hit_text(attack: Attack) -> str:
    """``ATK 4, 5 damage, Poison``: an attack without its name and cost."""
    status = "".join(f", {STATUS_WORDS[letter]}" for letter in attack.status)
    bench = f", Bench {attack.bench}" if attack.bench else ""
    atk = f"ATK {attack.atk}, " if attack.atk else ""
    return f"{atk}{attack.damage} damage{status}{bench}"


def timing_text(timing: str, anytime: bool) -> str:
    return (ANYTIME_WORDS if anytime else TIMING_WORDS)[timing]


@kept
def power_text(power: Power) -> str:
    """A power of an item, or an Assist Power."""
    if power.attack is not None:
        return attack_text(power.attack)
    return f"{power.name} ({cost_text(power.cost)}), {effect_text(power.effect)}"


@kept
def stack_text(card: Strategy | Item, anytime: bool = False) -> str:
    """What a strategy does; both powers of an item, and when they can be used with ``items=anytime`` or without."""
    if isinstance(card, Strategy):
        return effect_text(card.effect)
    first, second = [timing_text(power.timing, anytime) for power in card.powers]
    one, other = map(power_text, card.powers)
    return f"{one} / {other}; both {first}" if first == second else f"{one}, {first} / {other}, {second}"


@kept
def dino_text(dino: Dino) -> str:
    """Everything printed on a dino beside its name and cost."""
    values = f"HP {dino.hp}, ATK {dino.atk}, EVA {dino.eva}, DEF {dino.defence}, retreat {cost_text(dino.retreat)}"
    parts = [dino.type, values, *[attack_text(attack) for attack in dino.attacks], *dino.special]
    return "; ".join([*parts, f"assist {power_text(dino.assist)}"] if dino.assist else parts)
