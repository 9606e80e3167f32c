"""What each decision is about, for the terminal: the parts of the table that stand beside the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rich.text import Text

from mesozoic.games.dinospan.events import RESOURCES, ROWS, amount
from mesozoic.games.dinospan.shown import CardView, HandCardView, SeatView, SpaceView, View
from mesozoic.games.dinospan.words import counted

ORDER_STYLES: Final = {"Orn": "green", "Sau": "yellow", "The": "red"}
Words = list[tuple[str, str]]
"""Texts with their styles."""
Told = Callable[[CardView | None], Words]
HANDLESS: Final = Text("  Your hand is empty.", style="italic")
EMPTY_ATLAS: Final = Text("  Your Atlas is empty.", style="italic")


def concerns(view: View) -> tuple[str, ...]:
    """The parts that the reader decides by, the nearest to the question last; none for whoever decides nothing."""
    if view.seat is None or view.result is not None or not view.seats[view.seat].to_decide:
        return ()
    return ABOUT[view.phase if view.task is None else view.task.kind]


ABOUT: Final[dict[str, tuple[str, ...]]] = {
    "research": ("goals", "draft"),
    "draft 1": ("goals", "draft"),
    "draft 2": ("goals", "draft"),
    "triassic": ("atlas", "draft"),
    "play": ("atlas", "hand", "own"),
    "card": ("hand", "own"),
    "method": ("atlas", "own", "asked"),
    "overlay": ("atlas", "own", "asked"),
    "egg": ("atlas", "own", "asked"),
    "pay": ("own", "asked", "hand"),
    "order": ("atlas", "own"),
    "branch": ("atlas", "hand", "own", "asked"),
    "resource": ("asked", "hand", "own"),
    "source": ("hand", "own", "hype"),
    "lay": ("own", "atlas"),
    "upgrade": ("own", "atlas"),
    "take": ("hand", "own", "revealed"),
    "dispose": ("hand", "own", "revealed"),
    "churn": ("hand", "own", "hype"),
    "cull": ("asked", "own", "hype"),
    "swap": ("hand", "own", "asked"),
}


def wordings(view: View, part: str) -> list[Text]:
    """A part in full, then in fewer and fewer lines."""
    assert view.seat is not None
    return PARTS[part](view, view.seats[view.seat])


# --- Parts ----------------------------------------------------------------------------------------------------


def own(view: View, me: SeatView) -> list[Text]:
    """What the reader has, and how it stands for the Goal of the round."""
    have = ", ".join(amount(number, at) for at, number in enumerate((me.plants, me.trees, me.mammals)))
    goal, count = view.goals[view.round - 1].name, counted(me.goal_counts[view.round - 1], "card")
    return [
        Text.assemble(
            ("You have ", "bold"),
            f"{have}; {counted(me.markers, 'marker')} left\n",
            ("Goal now ", "bold"),
            f"{goal}: {count} of yours, {me.goal_now} PP",
        )
    ]


def goals(view: View, me: SeatView) -> list[Text]:
    names = ", ".join(f"{goal.round} {goal.name} ({goal.percent} % of cards)" for goal in view.goals)
    return [Text.assemble(("Goals ", "bold"), f"{names}. ", ("Key Species ", "bold"), view.key.name)]


def draft(view: View, me: SeatView) -> list[Text]:
    """The Triassic cards to choose from or to place."""
    ids = (*(me.triassic or ()), *(me.pack or ()))
    cards = [card for card in view.printed if card.id in ids]
    if not cards:
        return []
    return [lines([("Triassic ", card_line(card)) for card in cards]), lines([("", facts(card)) for card in cards])]


def offered(view: View, me: SeatView) -> list[Text]:
    return [hype(view, card_line), hype(view, facts)]


def hype(view: View, told: Told) -> Text:
    return lines([(f"Hype {slot} ", told(card)) for slot, card in enumerate(view.hype, 1)])


def revealed(view: View, me: SeatView) -> list[Text]:
    return [
        lines([("Revealed ", card_line(card)) for card in view.revealed]),
        lines([("Revealed ", facts(card)) for card in view.revealed]),
    ]


def asked(view: View, me: SeatView) -> list[Text]:
    """The card that is published, or whose ability runs."""
    found = next((card for card in all_cards(view) if view.task is not None and card.id == view.task.card), None)
    return [] if found is None else [lines([("For ", [*facts(found), (f". {found.text}", "")])])]


def all_cards(view: View) -> Iterable[CardView]:
    for seat in view.seats:
        for space in seat.atlas:
            yield space.card
            if space.parent is not None:
                yield space.parent
        yield from (one.card for one in seat.hand or ())
    yield from (card for card in (*view.hype, *view.revealed, *view.printed) if card is not None)


def hand(view: View, me: SeatView) -> list[Text]:
    """Each card with why it cannot be published now; at last by names alone."""
    cards = me.hand or ()
    if not cards:
        return [HANDLESS]
    able = [one for one in cards if one.can_publish]
    names = names_of(cards)
    return [
        lines([("  Hand ", [*card_line(one.card), note(one)]) for one in cards]),
        lines([("  ", [*facts(one.card), note(one)]) for one in cards]),
        lines([("  ", [*name_and_cost(one.card), note(one)]) for one in cards]),
        *([lines([*[("  ", facts(one.card)) for one in able], ("", [(names.plain, "")])])] if able else []),
        names,
    ]


def note(one: HandCardView) -> tuple[str, str]:
    return f" [{'can be published' if one.can_publish else one.short}]", "dim"


def name_and_cost(card: CardView) -> Words:
    return [(f"{card.id} {card.genus}", f"bold {ORDER_STYLES[card.order]}"), (f" {card.tag}, {price(card)}", "")]


def names_of(cards: Iterable[HandCardView]) -> Text:
    able = [one.card.genus for one in cards if one.can_publish]
    other = [one.card.genus for one in cards if not one.can_publish]
    first = f"can be published: {', '.join(able) or 'none'}"
    return Text.assemble(("Hand ", "bold"), first + (f"; cannot: {', '.join(other)}" if other else ""))


def atlas(view: View, me: SeatView) -> list[Text]:
    """Every space in full; then without what it does, where rows are analyzed first with only that; last the eggs."""
    if not me.atlas:
        return [EMPTY_ATLAS]
    kin = lines([(f"  {space.place} ", kin_of(space)) for space in me.atlas])
    deeds = lines([(f"  {space.place} ", [name_of(space), (f": {deeds_of(space)}", "")]) for space in me.atlas])
    full = Text("\n").join(space_text(space) for space in me.atlas)
    return [full, *([deeds] if view.task is None or view.task.kind == "order" else []), kin, rows(me)]


def rows(me: SeatView) -> Text:
    text = Text()
    for at, row in enumerate("LG"):
        spaces = [space for space in me.atlas if space.place[0] == row]
        cards = [f"{space.place[1]} {space.card.genus} ({eggs_of(space)})" for space in spaces]
        text.append("\n" * at).append(f"{ROWS[at]} ", style="bold")
        text.append(", ".join(cards) or "empty")
    return text


# --- Cards ----------------------------------------------------------------------------------------------------


def lines(rows: Iterable[tuple[str, Words]]) -> Text:
    return Text("\n").join(Text.assemble((head, "bold"), *words) for head, words in rows)


def card_line(card: CardView | None) -> Words:
    if card is None:
        return [("empty until it is refreshed", "dim")]
    return [
        (f"{card.id} {card.name.split()[0]} ", f"bold {ORDER_STYLES[card.order]}"),
        (f"{card.hemisphere} {card.order} {card.family}, cost {card.cost}, {card.pp} PP, ", ""),
        (f"{counted(card.eggs, 'egg')}, {card.tag}, ", ""),
        (f"{card.size}/{card.continent}/{card.teeth}/{card.food}. {card.text}", ""),
    ]


def facts(card: CardView | None) -> Words:
    """A card without its ability."""
    if card is None:
        return card_line(card)
    return [
        (f"{card.id} {card.genus} ", f"bold {ORDER_STYLES[card.order]}"),
        (f"{card.hemisphere} {card.order} {card.family}, {card.tag}, {price(card)}, ", ""),
        (f"{card.pp} PP, {counted(card.eggs, 'egg')}", ""),
    ]


def price(card: CardView) -> str:
    """``2 Plants + 1 card``."""
    parts = [amount(number, at) for at, number in enumerate(card.costs[: len(RESOURCES)]) if number]
    return " + ".join([*parts, *([counted(card.costs[3], "card")] if card.costs[3] else [])]) or "free"


def space_text(space: SpaceView) -> Text:
    """``L2 Allosaurus The Allosauroidea, Fang, 5 PP, eggs 2 red 1 gold of 3: Lay 1 egg.`` and what it lies on."""
    text = Text.assemble((f"  {space.place} ", ""), *kin_of(space))
    return text.append(f": {deeds_of(space)}", style="dim")


def kin_of(space: SpaceView) -> Words:
    """A space without what it does."""
    card = space.card
    eggs = f"eggs {space.red} red {space.gold} gold of {space.capacity}"
    below = f", {space.overlay.upper()} on {space.parent.genus}" if space.parent is not None else ""
    kin = f" {card.order} {card.family}, {' '.join(space.tags) or 'no tag'}, {space.points} PP, {eggs}{below}"
    return [name_of(space), (kin, "")]


def name_of(space: SpaceView) -> tuple[str, str]:
    return space.card.genus, f"bold {ORDER_STYLES[space.card.order]}"


def deeds_of(space: SpaceView) -> str:
    """Its ability, and that of the Parent that stays in sight."""
    if space.parent is None or space.overlay.lower() != "high":
        return space.card.text
    return f"{space.card.text} | {space.parent.genus}: {space.parent.text}"


def eggs_of(space: SpaceView) -> str:
    return f"{space.red + space.gold} of {counted(space.capacity, 'egg')}"


PARTS: Final[dict[str, Callable[[View, SeatView], list[Text]]]] = {
    "own": own,
    "goals": goals,
    "draft": draft,
    "hype": offered,
    "revealed": revealed,
    "asked": asked,
    "hand": hand,
    "atlas": atlas,
}
