"""The encyclopedia: every card of the game, and the animal that each machine is built after."""

from __future__ import annotations

from typing import Final, NamedTuple

from mesozoic.games.biomechanic_dino_battles import texts
from mesozoic.games.biomechanic_dino_battles.cards import CARD_IDS, COMBAT_KINDS, FIRST_STRATEGY
from mesozoic.games.biomechanic_dino_battles.printed import Dino, Item, Power, Strategy
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE, Table
from mesozoic.kernel.game import Setup
from mesozoic.kernel.tabletop import EncyclopediaEntry


class Animal(NamedTuple):
    name: str
    lived: str
    sentence: str


ANIMALS: Final = {
    "compy": Animal("Compsognathus", "Late Jurassic, Germany and France",
                    "A hunter of lizards, about as heavy as a chicken; whole skeletons lay in the stone of lagoons."),
    "raptor": Animal("Velociraptor", "Late Cretaceous, Mongolia and China",
                     "Knee-high to a person, feathered, with a sickle claw that it held off the ground on each foot."),
    "pachy": Animal("Pachycephalosaurus", "Late Cretaceous, North America",
                    "The roof of its skull was a dome of bone as thick as a hand is long."),
    "dilopho": Animal("Dilophosaurus", "Early Jurassic, Arizona",
                      "Two thin crests ran along its head. That it spat poison was made up for the cinema."),
    "spino": Animal("Spinosaurus", "Late Cretaceous, North Africa",
                    "It waded and fished below a sail on spines as long as a person is tall."),
    "rex": Animal("Tyrannosaurus", "Late Cretaceous, western North America",
                  "Its bite broke bones; few animals on land, if any, have ever bitten harder."),
    "stego": Animal("Stegosaurus", "Late Jurassic, western North America and Portugal",
                    "Two rows of plates on its back, and four spikes on a tail that it could swing."),
    "ankylo": Animal("Ankylosaurus", "Late Cretaceous, western North America",
                     "Armoured from its eyelids to its tail, which ended in a club of solid bone."),
    "dozer": Animal("Triceratops", "Late Cretaceous, western North America",
                    "Three horns and a frill of solid bone, on a head longer than a person is tall."),
    "pterano": Animal("Pteranodon", "Late Cretaceous, Kansas",
                      "No dinosaur but a pterosaur: it soared over an inland sea on wings of six metres, and had no "
                      "teeth."),
    "quetzal": Animal("Quetzalcoatlus", "Late Cretaceous, Texas",
                      "A pterosaur with wings of some ten metres: nothing larger is known to have flown."),
    "bronto": Animal("Brontosaurus", "Late Jurassic, western North America",
                     "Over twenty metres from head to tail. For a century it was thought to be the same as "
                     "Apatosaurus."),
    "parasaur": Animal("Parasaurolophus", "Late Cretaceous, North America",
                       "The tube of its crest was an air passage of its nose, in which a call could sound."),
    "iguano": Animal("Iguanodon", "Early Cretaceous, Europe",
                     "Among the first dinosaurs that got a name, in 1825; its thumb spike was first put on its nose."),
}  # fmt: skip


def encyclopedia(setup: Setup | None = None) -> tuple[EncyclopediaEntry, ...]:
    """The dinos, the strategies and items, then what every game has."""
    table: Table = CARD_TABLE.of("") if setup is None else setup.variant.table
    return (
        *[_dino(dino, table) for dino in table.dinos],
        *[_strategy(card) for card in table.strategies],
        *[_item(card) for card in table.items],
        *[_basic(kind, table.names) for kind in range(FIRST_STRATEGY)],
    )


def _dino(dino: Dino, table: Table) -> EncyclopediaEntry:
    animal = ANIMALS[dino.id]
    facts = {
        "Type": dino.type,
        "HP": str(dino.hp),
        "ATK, EVA, DEF": f"{dino.atk}, {dino.eva}, {dino.defence}",
        **_costs(dino.cost),
        "Retreat": texts.cost_text(dino.retreat),
        "First attack": texts.attack_text(dino.attacks[0]),
        "Second attack": texts.attack_text(dino.attacks[1]),
        **({"Special": ", ".join(dino.special)} if dino.special else {}),
        **({"Assist Power": texts.power_text(dino.assist)} if dino.assist else {}),
    }
    text = f"Built after {animal.name} ({animal.lived}). {animal.sentence}"
    kin = tuple(other.id for other in table.dinos if other.type == dino.type and other is not dino)
    return EncyclopediaEntry(dino.id, dino.name, "Dinos", facts, text, kin)


def _strategy(card: Strategy) -> EncyclopediaEntry:
    does = texts.effect_text(card.effect)
    return EncyclopediaEntry(card.id, card.name, "Strategies", _costs(card.cost), f"{does[0].upper()}{does[1:]}.")


def _item(card: Item) -> EncyclopediaEntry:
    first, second = [texts.timing_text(power.timing, anytime=False) for power in card.powers]
    one, other = [power.name for power in card.powers]
    when = f"Both are played {first}." if first == second else f"{one} is played {first}; {other} {second}."
    facts = {**_costs(card.cost), **{power.name: _power(power) for power in card.powers}}
    return EncyclopediaEntry(card.id, card.name, "Items", facts, when)


def _power(power: Power) -> str:
    does = texts.hit_text(power.attack) if power.attack else texts.effect_text(power.effect)
    return f"for {texts.cost_text(power.cost)}: {does}"


def _basic(kind: int, names: dict[str, str]) -> EncyclopediaEntry:
    group = "Combat cards" if kind < COMBAT_KINDS else "Status cards"
    costs = {"Costs": "nothing"} if kind < COMBAT_KINDS else {"Costs": "not for sale"}
    return EncyclopediaEntry(CARD_IDS[kind], names[CARD_IDS[kind]], group, costs, texts.NOTES[CARD_IDS[kind]])


def _costs(cost: str) -> dict[str, str]:
    return {"Costs": texts.cost_text(cost)}
