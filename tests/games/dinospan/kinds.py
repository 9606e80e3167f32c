"""Every kind of step and choice of the 140 cards, each at a table where it can be done."""

from __future__ import annotations

from mesozoic.games.dinospan.abilities import Filter, Step
from mesozoic.games.dinospan.tables import Card
from mesozoic.kernel.state import State
from tests.games.dinospan.helpers import CARDS, seat, table

HAND = ("J01", "J30", "J40", "J44")
"""An Ornithischian, a Sauropod and two Theropods."""
FOR_ALL = ("K69", "K41", "K04", "J22")
"""Here what all others get is chosen."""
SCRIPTED = (
    *("J08", "J12", "J16", "J07", "J02"),  # gain, of any kind, for each of something; one of two; draw unseen
    *("J54", "T12", "K51", "K28", "J27"),  # from Hype, from either, for each of something
    *("J31", "K10", "J52", "J32", "K40"),  # eggs, gold, for each of something
    *("T15", "J42", "J35", "J20", "K62", "J39", "K46"),  # look, churn, dig, flip, cull
    *("J05", "K31", "K20", "J23"),  # if the Archive, if Hype, if one's own
    *("J04", "J43", "K35", "J46", "K08", "K42", "K49"),  # pay with a resource or with cards
    *FOR_ALL,
)
MOST = 6
"""The ability of the card, and not the whole of a long row."""


def kinds_of(card: Card) -> set[str]:
    """What a player may meet in a card's ability."""
    ability = card.ability
    kinds = {step_kind(step) for branch in ability.branches for step in branch}
    if len(ability.branches) > 1:
        kinds.add("or")
    if ability.ecosystem:
        kinds.add(f"all {ability.ecosystem.verb} {'any' * (ability.ecosystem.kind == 'B')}".strip())
    return kinds


def step_kind(step: Step) -> str:
    words = [step.verb]
    if step.verb in ("card", "if"):
        words.append(step.kind)
    if step.kind == "B":
        words.append("any")
    if step.verb == "swap":
        words.append("card" if step.kind == "card" else "resource")
    if step.verb == "swap" and step.filters:
        words.append("filtered")
    if step.reward and step.verb != "if":
        words.append(f"for {step.reward.verb}")
    return " ".join([*words, "per" * step.per]).strip()


def fits(card: Card, wanted: Filter) -> bool:
    """Is the card what a filter asks for? Where it lies does not matter here."""
    has = {"hemi": card.hemisphere, "cont": card.continent, "fam": card.family}
    return all(
        has.get(key, getattr(card, key, None)) == value for key, value in wanted.pairs if key not in ("row", "diff")
    )


def can_be_done(card_id: str) -> State:
    """The card alone in its row, and around it whatever its ability asks for."""
    card = CARDS[card_id]
    later = card.era == "K"
    steps = [step for branch in card.ability.branches for step in branch]
    taken = {card_id, "T03", "T05", "K70", *HAND}
    free = [one for one in CARDS.values() if one.era == ("K" if later else "J") and one.id not in taken]

    def some(wanted: Filter, number: int) -> list[str]:
        found = [one.id for one in free if fits(one, wanted)][:number]
        free[:] = [one for one in free if one.id not in found]
        return found

    hype, mine, archive, footprint = list[str](), list[str](), list[str](), list[str]()
    for step in steps:
        for wanted in step.filters:
            if step.verb == "cull" or step.kind in ("hype", "count"):
                hype += some(wanted, max(1, step.number))
            elif step.kind == "arch":
                archive = some(wanted, 1)
            elif step.verb == "flip":
                footprint = some(wanted, 2)
            elif step.per or step.kind == "mine":
                mine += some(wanted, 3)
    anything = Filter()
    hype += some(anything, 4 - len(hype))
    footprint += some(anything, 8)
    archive = [*some(anything, 2), *archive]
    north, south = [card_id], ["T03"]
    if card.hemisphere == "G":
        north, south = ["T05"], [card_id]
    for one in mine:
        (north if CARDS[one].hemisphere == "L" else south).append(one)
    atlas = {f"{row}{at}": one for row, cards in (("L", north), ("G", south)) for at, one in enumerate(cards, 1)}
    eggs = {place: (one, 1) if one in ("T03", "T05") else one for place, one in atlas.items()}
    me = seat(eggs, HAND, P=4, T=4, M=4)
    laid: State = table(me, seat(), hype=hype, footprint=footprint, archive=archive)
    return laid


def script(card_id: str) -> list[str]:
    """Moves that carry out the ability, each time the first that does something; or what all others get."""
    last = "all" if card_id not in FOR_ALL else ""
    state = can_be_done(card_id)
    made = [f"analyze:{CARDS[card_id].hemisphere}"]
    state.play(0, made[0])
    while len(made) < MOST and state.to_move == (0,):
        offered = state.moves(0)
        if any(move.startswith("analyze:") for move in offered):
            break
        wanted = [move for move in offered if move not in ("stop", last)]
        made.append("all" if "all" in wanted else (wanted or offered)[0])
        state.play(0, made[-1])
    return made
