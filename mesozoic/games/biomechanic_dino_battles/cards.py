"""Every card, one row each, and the tables that the engine reads them from (ledger section 8).

Costs are written as on the card: ``A`` Attack, ``E`` Evade, ``D`` Defend, ``*`` any of the three. An effect is a
phrase of verbs with their numbers, carried out from left to right; ``words.py`` says the same phrase to the players.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

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
"""The verbs by number, as the effects below write them."""

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


class Attack(NamedTuple):
    """``status`` names the cards that the damaged dino's controller takes; ``bench`` hits each benched dino."""

    name: str
    cost: str
    damage: int
    status: str = ""
    bench: int = 0
    atk: int = 0
    """Only an item's attack has its own ATK; that of a dino is printed on the dino."""


class Power(NamedTuple):
    """An Assist Power or one of an item's powers: an effect, or an attack."""

    name: str
    cost: str
    timing: str
    effect: str
    attack: Attack | None = None


class Dino(NamedTuple):
    id: str
    name: str
    type: str
    cost: str
    retreat: str
    hp: int
    atk: int
    eva: int
    defence: int
    attacks: tuple[Attack, Attack]
    special: tuple[str, ...] = ()
    assist: Power | None = None


class Strategy(NamedTuple):
    id: str
    name: str
    cost: str
    effect: str


class Item(NamedTuple):
    id: str
    name: str
    cost: str
    powers: tuple[Power, Power]


def _item_attack(name: str, cost: str, atk: int, damage: int, status: str = "") -> Power:
    return Power(name, cost, "any", "", Attack(name, cost, damage, status, 0, atk))


DINOS: Final = (
    # id, name, type, cost, retreat, HP, ATK, EVA, DEF, attacks (name, cost, damage, status, bench), special, assist
    Dino("compy", "Scrap Compy", "Runner", "**", "", 25, 5, 5, 1,
         (Attack("Scrap Nip", "E", 10), Attack("Swarm Rush", "AE", 15, "W")),
         assist=Power("Scavenge", "E", "own", "draw 2")),
    Dino("raptor", "Gearclaw Raptor", "Runner", "AE*", "", 30, 5, 5, 1,
         (Attack("Sickle Slash", "A", 10), Attack("Flywheel Pounce", "AE", 20))),
    Dino("pachy", "Ramhead Pachy", "Runner", "A**", "E", 35, 5, 3, 4,
         (Attack("Skull Tap", "A", 5, "Z"), Attack("Full-Bore Charge", "AAD", 30))),
    Dino("dilopho", "Venomcoil Dilopho", "Predator", "AE*", "E", 30, 4, 4, 2,
         (Attack("Acid Spit", "E", 5, "P"), Attack("Venom Bite", "AE", 15, "P")), ("Immune to Poison",),
         Power("Corrosive Mist", "E*", "own", "hit 5")),
    Dino("spino", "Turbine Spino", "Predator", "AE**", "E", 35, 6, 3, 3,
         (Attack("Fin Slice", "A", 10), Attack("Turbine Shred", "AAE", 30, "W"))),
    Dino("rex", "Ironjaw Rex", "Predator", "AA***", "E", 40, 7, 1, 3,
         (Attack("Piston Bite", "AA", 20), Attack("Crushing Maw", "AAA", 30, "W"))),
    Dino("stego", "Plateback Stego", "Armored", "DD*", "E", 30, 4, 1, 5,
         (Attack("Plate Shove", "D", 5), Attack("Spike Tail", "AD", 15, "W")), ("Spiked",)),
    Dino("ankylo", "Boltspine Ankylo", "Armored", "DD**", "E", 30, 4, 1, 6,
         (Attack("Club Tap", "D", 5), Attack("Wrecking Tail", "ADD", 25, "Z")), ("Spiked", "Immune to Paralyze")),
    Dino("dozer", "Trihorn Dozer", "Armored", "AD**", "E", 35, 5, 2, 5,
         (Attack("Gore", "A", 10), Attack("Bulldoze", "ADD", 25, "W"))),
    Dino("pterano", "Voltwing Pterano", "Flyer", "EE*", "", 25, 4, 6, 1,
         (Attack("Wing Cut", "E", 10), Attack("Shock Dive", "AE", 20, "Z")), ("Immune to Paralyze",),
         Power("Spotter", "E", "own", "atk 2")),
    Dino("quetzal", "Razorbeak Quetzal", "Flyer", "AE**", "", 30, 5, 5, 2,
         (Attack("Gust", "E", 5, "", 5), Attack("Strafing Run", "AEE", 25, "", 5))),
    Dino("bronto", "Hydraulic Bronto", "Giant", "D***", "EE", 50, 5, 1, 4,
         (Attack("Stomp", "AA", 20), Attack("Quake", "ADD", 20, "", 10)),
         assist=Power("Coolant Share", "D", "own", "cool 10")),
    Dino("parasaur", "Shockcrest Parasaur", "Giant", "DE*", "", 35, 4, 3, 3,
         (Attack("Crest Bash", "D", 10), Attack("Sonic Stun", "DE", 20, "Z")), ("Immune to Paralyze",),
         Power("War Call", "*", "own", "damage 5")),
    Dino("iguano", "Dynamo Iguano", "Giant", "DE*", "E", 30, 5, 2, 4,
         (Attack("Thumb Spike", "A", 10), Attack("Dynamo Punch", "AD", 20)), ("Immune to Poison",),
         Power("Jump Start", "A", "own", "combat 1")),
)  # fmt: skip

STRATEGIES: Final = (
    Strategy("rapid_deployment", "Rapid Deployment", "AED", "attach 2"),
    Strategy("overclock", "Overclock", "A*", "draw 1, combat 1, damage 10"),
    Strategy("supply_drop", "Supply Drop", "***", "draw 1, attach 1, buy 1"),
    Strategy("field_repair", "Field Repair", "D*", "draw 1, heal 10"),
    Strategy("battle_plan", "Battle Plan", "**", "draw 2, strategy 1"),
    Strategy("war_footing", "War Footing", "AD**", "draw 1, attach 1, combat 1"),
    Strategy("scrap_run", "Scrap Run", "*", "draw 1, purge 2"),
    Strategy("target_lock", "Target Lock", "AE", "draw 1, atk 2, lock 5"),
    Strategy("toxic_spill", "Toxic Spill", "EE*", "draw 1, spill 1"),
    Strategy("signal_jammer", "Signal Jammer", "DE*", "draw 1, jam 1"),
    Strategy("tactical_shift", "Tactical Shift", "E*", "draw 1, strategy 1, switch 1"),
    Strategy("salvage_crew", "Salvage Crew", "D*", "buy 1, salvage 1"),
)

ITEMS: Final = (
    Item("missile_pod", "Missile Pod", "AA*",
         (_item_attack("Light Missile", "A", 4, 5), _item_attack("Heavy Missile", "AA", 6, 10))),
    Item("repair_drone", "Repair Drone", "D*",
         (Power("Patch", "D", "any", "heal 10"), Power("Overhaul", "D*", "any", "heal 20"))),
    Item("smoke_canister", "Smoke Canister", "E*",
         (Power("Smoke Screen", "E", "any", "eva 3, draw 1"), Power("Smoke Swap", "E*", "own", "swap 1"))),
    Item("reactive_plating", "Reactive Plating", "DD",
         (Power("Hardened Plates", "D", "any", "def 3, draw 1"), Power("Blast Plates", "*", "resp", "reduce 10"))),
    Item("stim_injector", "Stim Injector", "A*",
         (Power("Rage Dose", "A", "own", "atk 2, damage 10"), Power("Speed Dose", "**", "own", "combat 1"))),
    Item("toxin_sprayer", "Toxin Sprayer", "AE*",
         (_item_attack("Toxin Cloud", "E*", 3, 5, "P"), Power("Antidote", "*", "any", "cure 1"))),
    Item("shock_net", "Shock Net", "DE",
         (_item_attack("Shock", "E*", 4, 5, "Z"), Power("Ground", "*", "own", "shake 1"))),
    Item("scanner_array", "Scanner Array", "*",
         (Power("Scan", "*", "any", "look 1, draw 1"), Power("Deep Survey", "**", "any", "draw 4"))),
    Item("cargo_winch", "Cargo Winch", "**",
         (Power("Hoist", "*", "own", "attach 1"), Power("Transfer", "*", "any", "move 1"))),
)  # fmt: skip

STARTER_DINOS: Final = ("raptor", "dilopho", "rex", "stego", "pterano", "bronto")
STARTER_STACKS: Final = (
    *("rapid_deployment", "overclock", "supply_drop", "field_repair", "battle_plan", "scrap_run", "signal_jammer"),
    *("missile_pod", "reactive_plating", "stim_injector"),
)

CARD_IDS: Final = (*"AEDWPZ", *[card.id for card in STRATEGIES], *[card.id for card in ITEMS])
CARD_NAMES: Final = (
    "Attack",
    "Evade",
    "Defend",
    "Wound",
    "Poison",
    "Paralyze",
    *[card.name for card in STRATEGIES],
    *[card.name for card in ITEMS],
)
DINO_IDS: Final = tuple([dino.id for dino in DINOS])
DINO_KINDS: Final = len(DINOS)
STACK_IDS: Final = CARD_IDS[FIRST_STRATEGY:]

# --- The tables of the engine -----------------------------------------------------------------------------
# A cost is packed into one integer: how many A, E, D, any kind, and how many in all, four bits each.
ANY_AT: Final = 12
TOTAL_AT: Final = 16


def packed_cost(cost: str) -> int:
    """``"AE*"`` as one integer."""
    places = {"A": 0, "E": 4, "D": 8, "*": ANY_AT}
    return sum([1 << places[symbol] for symbol in cost]) + (len(cost) << TOTAL_AT)


def _phrase(effect: str) -> list[int]:
    """An effect as verbs and numbers, ended by 0."""
    steps: list[int] = []
    for phrase in effect.split(", ") if effect else []:
        verb, number = phrase.split()
        steps += [VERBS.index(verb), int(number)]
    return steps + [0]


_POWERS: Final = [power for item in ITEMS for power in item.powers]
_EFFECTS: Final = (
    [card.effect for card in STRATEGIES]
    + [power.effect for power in _POWERS]
    + [dino.assist.effect if dino.assist else "" for dino in DINOS]
)
_PHRASES: Final = [_phrase(effect) for effect in _EFFECTS]
TAPE: Final = vec[i64]([step for phrase in _PHRASES for step in phrase])
"""All effects, one behind the other."""
STARTS: Final = vec[i64]([sum([len(phrase) for phrase in _PHRASES[:at]]) for at in range(len(_PHRASES))])
"""Where each effect begins: the strategies, then the powers of the items, then the Assist Powers."""
POWER_STARTS: Final = len(STRATEGIES)
ASSIST_STARTS: Final = POWER_STARTS + len(_POWERS)

ITEM_ATTACKS: Final = 2 * DINO_KINDS
"""Attack 2k and 2k+1 are those of dino k; from here on follow the attacks of items."""
_ATTACKS: Final = [attack for dino in DINOS for attack in dino.attacks] + [
    power.attack for power in _POWERS if power.attack
]
ATTACKS: Final = tuple(_ATTACKS)
ATTACK_COST: Final = vec[i64]([packed_cost(attack.cost) for attack in _ATTACKS])
ATTACK_DAMAGE: Final = vec[i64]([attack.damage for attack in _ATTACKS])
ATTACK_BENCH: Final = vec[i64]([attack.bench for attack in _ATTACKS])
ATTACK_ATK: Final = vec[i64]([attack.atk for attack in _ATTACKS])
ATTACK_STATUS: Final = vec[i64]([sum([1 << CARD_IDS.index(letter) for letter in attack.status]) for attack in _ATTACKS])
"""The status cards of an attack as a mask of ``1 << P`` and so on."""

POWER_COST: Final = vec[i64]([packed_cost(power.cost) for power in _POWERS])
POWER_TIMING: Final = vec[i64]([TIMINGS.index(power.timing) for power in _POWERS])
POWER_ATTACK: Final = vec[i64](
    [
        ITEM_ATTACKS + [other.attack for other in _POWERS if other.attack].index(power.attack) if power.attack else -1
        for power in _POWERS
    ]
)
"""By ``2 * (item - FIRST_ITEM) + power``: the attack that the power is, or -1."""

CARD_COST: Final = vec[i64](
    [0] * FIRST_STRATEGY + [packed_cost(card.cost) for card in STRATEGIES] + [packed_cost(card.cost) for card in ITEMS]
)
DINO_COST: Final = vec[i64]([packed_cost(dino.cost) for dino in DINOS])
DINO_RETREAT: Final = vec[i64]([packed_cost(dino.retreat) for dino in DINOS])
DINO_HP: Final = vec[i64]([dino.hp for dino in DINOS])
DINO_ATK: Final = vec[i64]([dino.atk for dino in DINOS])
DINO_EVA: Final = vec[i64]([dino.eva for dino in DINOS])
DINO_DEF: Final = vec[i64]([dino.defence for dino in DINOS])
DINO_SPECIAL: Final = vec[i64]([sum([SPECIALS[word] for word in dino.special]) for dino in DINOS])
DINO_IS_PREDATOR: Final = vec[i64]([int(dino.type == PREDATOR) for dino in DINOS])
ASSIST_COST: Final = vec[i64]([packed_cost(dino.assist.cost) if dino.assist else -1 for dino in DINOS])
"""What the Assist Power costs, -1 for a dino without one."""
