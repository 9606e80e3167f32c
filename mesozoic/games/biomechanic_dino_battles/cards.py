"""Kinds of cards, what their texts are made of, and a card table as the engine reads it (ledger section 8).

The cards themselves are the lines of ``cards.csv``; ``tables.py`` reads them. An effect is a phrase of verbs with their
numbers, carried out from left to right; ``texts.py`` says the same phrase to the players.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

# --- Kinds of cards in a player's deck --------------------------------------------------------------------
A: Final = 0
E: Final = 1
D: Final = 2
W: Final = 3
P: Final = 4
Z: Final = 5
FIRST_STRATEGY: Final = 6
FIRST_ITEM: Final = 18
KINDS: Final = 27
COMBAT_KINDS: Final = 3
COMBAT_CARDS: Final = 0b111
"""The kinds A, E and D as a set."""
STATUS: Final = 0b111000
"""The kinds W, P and Z as a set."""

# --- Effects: the verbs -----------------------------------------------------------------------------------
DRAW: Final = 1
STRATEGY: Final = 2
ATTACH: Final = 3
COMBAT: Final = 4
BUY: Final = 5
HEAL: Final = 6
ATK: Final = 7
EVA: Final = 8
DEF: Final = 9
DAMAGE: Final = 10
LOCK: Final = 11
PURGE: Final = 12
SPILL: Final = 13
JAM: Final = 14
SWITCH: Final = 15
SWAP: Final = 16
SALVAGE: Final = 17
HIT: Final = 18
COOL: Final = 19
REDUCE: Final = 20
CURE: Final = 21
SHAKE: Final = 22
LOOK: Final = 23
MOVE: Final = 24
VERBS: Final = (
    *("end", "draw", "strategy", "attach", "combat", "buy", "heal", "atk", "eva", "def", "damage", "lock", "purge"),
    *("spill", "jam", "switch", "swap", "salvage", "hit", "cool", "reduce", "cure", "shake", "look", "move"),
)
"""The verbs by number, as effects write them."""

# --- When an item power can be used (BD-R26) ----------------------------------------------------------------
OWN: Final = 0
ANY: Final = 1
RESP: Final = 2
TIMINGS: Final = ("own", "any", "resp")

# --- Specials and types -------------------------------------------------------------------------------------
SPIKED: Final = 1
IMMUNE_P: Final = 2
IMMUNE_Z: Final = 4
SPECIALS: Final = {"Spiked": SPIKED, "Immune to Poison": IMMUNE_P, "Immune to Paralyze": IMMUNE_Z}
PREDATOR: Final = "Predator"

# --- Ids: the same in every table ----------------------------------------------------------------------------
DINO_IDS: Final = (
    *("compy", "raptor", "pachy", "dilopho", "spino", "rex", "stego", "ankylo", "dozer", "pterano", "quetzal"),
    *("bronto", "parasaur", "iguano"),
)
STACK_IDS: Final = (
    *("rapid_deployment", "overclock", "supply_drop", "field_repair", "battle_plan", "war_footing", "scrap_run"),
    *("target_lock", "toxic_spill", "signal_jammer", "tactical_shift", "salvage_crew"),
    *("missile_pod", "repair_drone", "smoke_canister", "reactive_plating", "stim_injector", "toxin_sprayer"),
    *("shock_net", "scanner_array", "cargo_winch"),
)
"""The strategies, then the items."""
CARD_IDS: Final = (*"AEDWPZ", *STACK_IDS)
DINO_KINDS: Final = 14
STARTER_DINOS: Final = ("raptor", "dilopho", "rex", "stego", "pterano", "bronto")
STARTER_STACKS: Final = (
    *("rapid_deployment", "overclock", "supply_drop", "field_repair", "battle_plan", "scrap_run", "signal_jammer"),
    *("missile_pod", "reactive_plating", "stim_injector"),
)

# --- The table of the engine ---------------------------------------------------------------------------------
# A cost is packed into one integer: how many A, E, D, any kind, and how many in all, four bits each.
ANY_AT: Final = 12
TOTAL_AT: Final = 16
NOTHING: Final = -1
"""No Assist Power, no attack."""

# Where effects begin on the tape: the strategies, then the powers of the items, then the Assist Powers.
POWER_STARTS: Final = FIRST_ITEM - FIRST_STRATEGY
ASSIST_STARTS: Final = POWER_STARTS + 2 * (KINDS - FIRST_ITEM)
ITEM_ATTACKS: Final = 2 * DINO_KINDS
"""Attack 2k and 2k+1 are those of dino k; from here on follow the attacks of items."""


def packed_cost(cost: str) -> int:
    """``"AE*"`` as one integer."""
    places = {"A": 0, "E": 4, "D": 8, "*": ANY_AT}
    return sum([1 << places[symbol] for symbol in cost]) + (len(cost) << TOTAL_AT)


@final
@mypyc_attr(acyclic=True)
class Arsenal:
    """A card table as the engine reads it; made once per table."""

    def __init__(self, columns: dict[str, list[int]], card_worth: list[float], dino_worth: list[float]) -> None:
        self.tape = vec[i64](columns["tape"])  # all effects as verbs and numbers, each ended by 0
        self.starts = vec[i64](columns["starts"])
        self.attack_cost = vec[i64](columns["attack_cost"])
        self.attack_damage = vec[i64](columns["attack_damage"])
        self.attack_bench = vec[i64](columns["attack_bench"])
        self.attack_atk = vec[i64](columns["attack_atk"])  # only an item's attack has its own
        self.attack_status = vec[i64](columns["attack_status"])  # a mask of ``1 << P`` and so on
        # Powers by ``2 * (item - FIRST_ITEM) + power``.
        self.power_cost = vec[i64](columns["power_cost"])
        self.power_timing = vec[i64](columns["power_timing"])
        self.power_attack = vec[i64](columns["power_attack"])  # the attack that the power is, or NOTHING
        self.card_cost = vec[i64](columns["card_cost"])
        self.card_count = vec[i64](columns["card_count"])  # copies in the stack; 0 as the options say
        self.dino_cost = vec[i64](columns["dino_cost"])
        self.dino_count = vec[i64](columns["dino_count"])  # copies in the Dino Deck; 0 as Table 1 says
        self.dino_retreat = vec[i64](columns["dino_retreat"])
        self.dino_hp = vec[i64](columns["dino_hp"])
        self.dino_atk = vec[i64](columns["dino_atk"])
        self.dino_eva = vec[i64](columns["dino_eva"])
        self.dino_def = vec[i64](columns["dino_def"])
        self.dino_special = vec[i64](columns["dino_special"])
        self.dino_is_predator = vec[i64](columns["dino_is_predator"])
        self.assist_cost = vec[i64](columns["assist_cost"])  # of the Assist Power, or NOTHING
        self.card_worth = vec[float](card_worth)  # what bots think of them
        self.dino_worth = vec[float](dino_worth)
