"""A view of DinoSpan for the terminal and for playthroughs: words first, colour on top of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from mesozoic.games.dinospan.shown import CardView, SeatView, SpaceView, View
from mesozoic.games.dinospan.words import counted
from mesozoic.kernel.state import seat_name

ORDER_STYLES: Final = {"Orn": "green", "Sau": "yellow", "The": "red"}
SHOWN_AT_THE_ENDS: Final = 2


def parts(view: View, width: int) -> Iterator[RenderableType]:
    """The central board, the seats, and what is to be decided; after the end the result."""
    yield heading(view)
    yield goals(view)
    for slot, card in enumerate(view.hype, 1):
        yield Text.assemble((f"Hype {slot} ", "bold"), *card_line(card))
    yield piles(view)
    for card in view.revealed:
        yield Text.assemble(("Revealed ", "bold"), *card_line(card))
    for seat in sorted(view.seats, key=lambda one: one.seat == view.seat):  # the own one beside the question
        yield from atlas(view, seat)
    if view.rival is not None:
        yield rival(view)
    if view.result is not None:
        yield Text(view.result.why, style="bold")
    elif view.seat is None or view.seats[view.seat].to_decide:
        yield Text(f"To decide: {view.decision}.", style="bold")


def heading(view: View) -> Text:
    era = "Cretaceous" if view.round > 2 else "Jurassic (Cretaceous from Round III)"
    token = "the Rival" if view.first == len(view.seats) else seat_name(view.first)
    text = Text(f"Round {view.round} of 4, {view.phase}", style="bold")
    text.append(f"  {era}  First Player: {token}  Eggs: {view.red_eggs} red, {view.gold_eggs} gold", style="not bold")
    return text


def goals(view: View) -> Text:
    text = Text(f"Key Species {view.key.id} {view.key.name}. Goals: ")
    for goal in view.goals:
        style = "bold reverse" if goal.round == view.round else "dim" if goal.round < view.round else ""
        mark = ">" if goal.round == view.round else ""
        text.append(f"{mark}{goal.round} {goal.name} {goal.percent} %", style=style)
        text.append("  ")
    return text


def card_line(card: CardView | None) -> list[tuple[str, str]]:
    if card is None:
        return [("empty until it is refreshed", "dim")]
    return [
        (f"{card.id} {card.name.split()[0]} ", f"bold {ORDER_STYLES[card.order]}"),
        (f"{card.hemisphere} {card.order} {card.family}, cost {card.cost}, {card.pp} PP, ", ""),
        (f"{counted(card.eggs, 'egg')}, {card.tag}, ", ""),
        (f"{card.size}/{card.continent}/{card.teeth}/{card.food}. {card.text}", ""),
    ]


def piles(view: View) -> Text:
    known = f", on top {' '.join(view.footprint_known)}" if view.footprint_known else ""
    pile = list(view.archive)
    if len(pile) > 2 * SHOWN_AT_THE_ENDS:
        pile = [*pile[:SHOWN_AT_THE_ENDS], "..", *pile[-SHOWN_AT_THE_ENDS:]]
    return Text(
        f"Footprint {counted(view.footprint_count, 'card')}{known}  Reserve {view.reserve_count}  "
        f"Archive {len(view.archive)}: {' '.join(pile) or 'empty'}"
    )


def atlas(view: View, seat: SeatView) -> Iterator[Text]:
    points = seat.points
    counts = "/".join(map(str, seat.goal_counts))
    text = Text(f"{seat.name}{' (you)' if seat.seat == view.seat else ''}", style="bold")
    text.append(
        f"  P {seat.plants} T {seat.trees} M {seat.mammals}  markers {seat.markers}  hand {seat.hand_count}  "
        f"PP {points.total} (cards {points.cards}, eggs {points.eggs}, goals {points.goals}, "
        f"resources {points.resources})  for the Goals {counts}, now {seat.goal_now} PP",
        style="not bold",
    )
    yield text
    for row, name in (("L", "Laurasia"), ("G", "Gondwana")):
        spaces = [space for space in seat.atlas if space.place[0] == row]
        if not spaces:
            yield Text(f"  {name}: empty")
        for space in spaces:
            yield space_text(space)
    if seat.triassic:
        yield Text(f"  Triassic cards: {' '.join(seat.triassic)}")
    if seat.pack:
        yield Text(f"  Pack: {' '.join(seat.pack)}")
    if seat.research:
        yield Text(f"  Research: {seat.research_kept or ' or '.join(seat.research)}")
    for one in seat.hand or ():
        style, note = ("bold", "can be published") if one.can_publish else ("", one.why_not)
        yield Text.assemble(("  Hand ", style), *card_line(one.card), (f" [{note}]", "dim"))


def space_text(space: SpaceView) -> Text:
    """``L2 Allosaurus The Allosauroidea, Fang, 5 PP, eggs 2 red 1 gold of 3: Lay 1 egg.`` and what it lies on."""
    card = space.card
    eggs = f"eggs {space.red} red {space.gold} gold of {space.capacity}"
    kin = f"{card.order} {card.family}, {' '.join(space.tags) or 'no tag'}, {space.points} PP, {eggs}"
    text = Text.assemble(f"  {space.place} ", (card.name.split()[0], f"bold {ORDER_STYLES[card.order]}"), f" {kin}")
    if space.parent is not None:
        text.append(f", {space.overlay.upper()} on {space.parent.name.split()[0]}")
    abilities = [card.text]
    if space.parent is not None and space.overlay.lower() == "high":
        abilities.append(f"{space.parent.name.split()[0]}: {space.parent.text}")
    return text.append(f": {' | '.join(abilities)}", style="dim")


def rival(view: View) -> Text:
    found = view.rival
    assert found is not None
    return Text(
        f"The Rival: {' '.join(found.collection)}  study {found.study}  goals {found.goals}  "
        f"{found.goal_count} for the Goal  PP {found.points}"
    )
