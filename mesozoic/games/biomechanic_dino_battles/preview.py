"""What a seat can foresee: the outcomes of an attack, what is missing for a cost, where a modifier comes from.

Everything here is told from what the reader knows; nothing looks at a card that is face-down to the reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from mesozoic.games.biomechanic_dino_battles import cards, rules_imagine
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import D, E, W
from mesozoic.games.biomechanic_dino_battles.printed import Effect, Item, Strategy
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE
from mesozoic.games.biomechanic_dino_battles.shown import ForecastView, HitView, ModifierView, OutcomeView
from mesozoic.games.biomechanic_dino_battles.tables import Table

_PLACES: Final = ("a", "b1", "b2", "b3")


# --- Attacks ----------------------------------------------------------------------------------------------


def forecasts(state: Battle, seat: int) -> Iterator[ForecastView]:
    """Every attack that the seat could make in this turn, paid for or not, against every opponent."""
    others = [other for other in range(state.players) if other != seat]
    row = int(state.row_at(seat, 0))
    if row != NONE:
        first = 2 * int(state.kind_at(row))
        for number in (0, 1):
            for other in others:
                yield forecast(state, seat, f"attack:{number + 1}", first + number, row, other)
    for kind in range(cards.FIRST_ITEM, len(cards.CARD_IDS)):
        if not _holds(state, seat, kind):
            continue
        for number in (0, 1):
            attack = int(state.arsenal.power_attack[2 * (kind - cards.FIRST_ITEM) + number])
            for other in others if attack >= 0 else ():
                yield forecast(state, seat, f"item:{cards.CARD_IDS[kind]}/{number + 1}", attack, NONE, other)


def _holds(state: Battle, seat: int, kind: int) -> bool:
    """Does the seat have the card in its hand or under one of its dinos?"""
    under = (int(card) for card in state.attached if table.seat_of(card) == seat)
    return bool(state.count(table.HAND, seat, kind)) or any(table.kind_of(card) == kind for card in under)


def forecast(state: Battle, reader: int, move: str, attack: int, row: int, target: int) -> ForecastView:
    outcomes = tuple(foresee(state, reader, attack, row, target, 0))
    met = int(state.row_at(target, 0))
    under = _under(state, met)
    return ForecastView(
        move=move,
        target=target,
        atk=int(state.attack_value(attack, row)),
        damage=_damage(state, attack, row, 0),
        direct=met == NONE,
        unknown=sum(not rules_imagine.is_known(card, reader) for card in under),
        outcomes=outcomes,
    )


def foresee(state: Battle, reader: int, attack: int, row: int, target: int, reduction: int) -> Iterator[OutcomeView]:
    """BD-20 to BD-24: the answers to an attack of the dino in ``row`` (NONE: of an item), each with what follows."""
    damage = _damage(state, attack, row, reduction)
    met = int(state.row_at(target, 0))
    if met == NONE:
        wounds = min(damage // table.STEP, int(state.supply[W]))
        yield OutcomeView("pass", 0, False, True, 0, 0, "", (), wounds, False)
        return
    atk = int(state.attack_value(attack, row))
    spikes = row != NONE and int(state.special(met)) & cards.SPIKED != 0
    struck = _struck(state, attack, target, met, damage)
    yield OutcomeView("pass", 0, False, True, *struck, 0, False)
    for answer, value, kind in (("evade", int(state.evasion(met)), E), ("defend", int(state.defence(met)), D)):
        stops = value >= atk
        follows = (0, int(state.hp_left(met)), "", ()) if stops else struck
        possible = _may_have(state, reader, met, kind)
        yield OutcomeView(answer, value, stops, possible, *follows, 0, spikes and answer == "defend")


def _damage(state: Battle, attack: int, row: int, reduction: int) -> int:
    more = 0 if row == NONE else int(state.rows[row * table.ROW + table.MORE_DAMAGE])
    return max(0, int(state.arsenal.attack_damage[attack]) + more - reduction)


def _struck(
    state: Battle, attack: int, target: int, met: int, damage: int
) -> tuple[int, int, str, tuple[HitView, ...]]:
    """A successful attack: damage, HP left, status cards (BD-R23), the bench (BD-R24)."""
    immune = int(state.special(met))
    spared = "P" * bool(immune & cards.IMMUNE_P) + "Z" * bool(immune & cards.IMMUNE_Z)
    status = "".join(one for one in state.variant.table.attacks[attack].status if damage and one not in spared)
    benched = int(state.arsenal.attack_bench[attack])
    rows = [(place, int(state.row_at(target, place))) for place in range(1, table.LINE)] if benched else []
    bench = [HitView(_PLACES[at], max(0, int(state.hp_left(one)) - benched)) for at, one in rows if one != NONE]
    return damage, max(0, int(state.hp_left(met)) - damage), status, tuple(bench)


def _may_have(state: Battle, reader: int, row: int, kind: int) -> bool | None:
    """Is such a card attached? None if one that the reader does not know could be it."""
    under = _under(state, row)
    known = [int(table.kind_of(card)) for card in under if rules_imagine.is_known(card, reader)]
    if kind in known:
        return True
    return False if len(known) == len(under) else None


def _under(state: Battle, row: int) -> list[int]:
    return [] if row == NONE else [int(card) for card in state.attached if table.row_of(card) == row]


# --- Costs ------------------------------------------------------------------------------------------------


def missing(cost: str, pool: Counter[str]) -> str:
    """The letters of a cost that a pool of Combat cards cannot pay; ``*`` is any of the three."""
    lacking = []
    free = sum(pool[letter] for letter in "AED")
    for letter in "AED":
        need = cost.count(letter)
        lacking += [letter] * max(0, need - pool[letter])
        free -= min(need, pool[letter])
    return "".join([*lacking, *["*"] * max(0, cost.count("*") - free)])


def purse_of(state: Battle, seat: int) -> Counter[str]:
    """The Combat cards in the seat's hand."""
    return Counter({cards.CARD_IDS[kind]: int(state.count(table.HAND, seat, kind)) for kind in range(3)})


def pool_on(state: Battle, *rows: int) -> Counter[str]:
    """The Combat cards attached to the dinos in these rows."""
    return Counter(cards.CARD_IDS[table.kind_of(card)] for row in rows for card in _under(state, row))


# --- Modifiers --------------------------------------------------------------------------------------------

_GIVEN_BY: Final = {
    "ATK": (table.MORE_ATK, ("atk",)),
    "EVA": (table.MORE_EVA, ("eva",)),
    "DEF": (table.MORE_DEF, ("def",)),
    "damage": (table.MORE_DAMAGE, ("damage", "lock")),
}


def modifiers(state: Battle, owner: int, row: int) -> Iterator[ModifierView]:
    """BD-R17: they last as long as the cards that gave them lie in the play area."""
    for what, (field, verbs) in _GIVEN_BY.items():
        number = int(state.rows[row * table.ROW + field])
        if number:
            yield ModifierView(what, number, tuple(_sources(state, owner, verbs)))


def _sources(state: Battle, owner: int, verbs: tuple[str, ...]) -> Iterator[str]:
    printed: Table = state.variant.table
    for kind in range(cards.FIRST_STRATEGY, len(cards.CARD_IDS)):
        card = printed.stack(kind)
        if state.count(table.PLAYED, owner, kind) and any(_gives(effect, verbs) for effect in _effects(card)):
            yield card.name
    for place in range(table.LINE):
        row = int(state.row_at(owner, place))
        if row == NONE or not state.rows[row * table.ROW + table.ASSISTED]:
            continue
        dino = printed.dinos[state.kind_at(row)]
        if dino.assist is not None and _gives(dino.assist.effect, verbs):
            yield f"{dino.assist.name} of {dino.name}"


def _effects(card: Strategy | Item) -> tuple[Effect, ...]:
    return (card.effect,) if isinstance(card, Strategy) else tuple(power.effect for power in card.powers)


def _gives(effect: Effect, verbs: tuple[str, ...]) -> bool:
    return any(verb in verbs for verb, _ in effect)
