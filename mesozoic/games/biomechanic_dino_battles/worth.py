"""What bots think of a card: chosen by hand for the own cards, and kept where a change lost games against the bot
before (``README.md`` says what it reaches).

A card that another table changes is worth as much more or less than the game's own as its text is.
"""

from __future__ import annotations

from typing import Final

from mesozoic.games.biomechanic_dino_battles.printed import Attack, Dino, Effect, Item, Power, Strategy

BASIC: Final = {"A": 1.6, "E": 1.3, "D": 1.3, "W": -2.5, "P": -3.5, "Z": -4.0}
WORTH: Final = {
    "rapid_deployment": 5.0, "overclock": 8.0, "supply_drop": 6.0, "field_repair": 4.0, "battle_plan": 6.0,
    "war_footing": 7.0, "scrap_run": 6.0, "target_lock": 6.0, "toxic_spill": 5.0, "signal_jammer": 4.0,
    "tactical_shift": 4.0, "salvage_crew": 5.0,
    "missile_pod": 6.0, "repair_drone": 5.0, "smoke_canister": 4.0, "reactive_plating": 4.0, "stim_injector": 7.0,
    "toxin_sprayer": 4.0, "shock_net": 4.0, "scanner_array": 4.0, "cargo_winch": 3.0,
}  # fmt: skip
VERBS: Final = {
    "draw": 2.0, "strategy": 1.5, "attach": 2.0, "combat": 3.0, "buy": 1.5, "heal": 0.2, "atk": 0.75, "eva": 0.6,
    "def": 0.6, "damage": 0.25, "lock": 0.35, "purge": 2.0, "spill": 3.0, "jam": 2.0, "switch": 1.0, "swap": 1.0,
    "salvage": 2.5, "hit": 0.5, "cool": 0.15, "reduce": 0.15, "cure": 1.5, "shake": 1.0, "look": 0.5, "move": 0.5,
}  # fmt: skip
"""What a text is worth for each 1 of a verb; for the strategies above that is within 1 of what was chosen by hand."""
A_PAID_CARD: Final = 0.8
THE_OTHER_POWER: Final = 0.5
A_STATUS_CARD: Final = 2.0


def card_worth(card: Strategy | Item, own: Strategy | Item) -> float:
    """``own`` is the card with the same id in the game's own table."""
    return max(0.0, WORTH[card.id] + (_text_worth(card) - _text_worth(own)))


def dino_worth(dino: Dino) -> float:
    best = max(attack.damage for attack in dino.attacks)
    return 0.12 * dino.hp + 0.9 * dino.atk + 0.7 * max(dino.eva, dino.defence) + 0.15 * best


def _text_worth(card: Strategy | Item) -> float:
    if isinstance(card, Strategy):
        return _effect_worth(card.effect)
    less, more = sorted(_power_worth(power) for power in card.powers)
    return more + THE_OTHER_POWER * less


def _power_worth(power: Power) -> float:
    does = _effect_worth(power.effect) if power.attack is None else _attack_worth(power.attack)
    return does - A_PAID_CARD * len(power.cost)


def _effect_worth(effect: Effect) -> float:
    return sum(VERBS[verb] * number for verb, number in effect)


def _attack_worth(attack: Attack) -> float:
    return 0.4 * (attack.damage + attack.bench) + 0.3 * attack.atk + A_STATUS_CARD * len(attack.status)
