"""A view of DinoSpan for the terminal and for playthroughs: words first, colour on top of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Final

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from mesozoic.games.dinospan.concerns import card_line, concerns, hype, space_text, wordings
from mesozoic.games.dinospan.shown import SeatView, View
from mesozoic.games.dinospan.words import counted
from mesozoic.kernel.sight import Sight
from mesozoic.kernel.state import seat_name

SHOWN_AT_THE_ENDS: Final = 2


def draw(view: View) -> Sight:
    """The table, and below it what the reader decides by; after the end the result."""
    return Sight(partial(above, view), below(view))


def below(view: View) -> dict[str, Sequence[RenderableType]]:
    """What the reader decides by, under the question."""
    parts = concerns(view)
    question = Rule(Text(f"To decide: {view.decision}", style="bold"), align="left")
    return {"question": [question], **{part: wordings(view, part) for part in parts}} if parts else {}


def above(view: View, near: Collection[str]) -> Iterator[Text]:
    """The central board and the seats, without what stands in full below."""
    yield heading(view)
    yield goals(view)
    if "hype" not in near:
        yield hype(view, card_line)
    yield piles(view)
    if "revealed" not in near:
        yield from (Text.assemble(("Revealed ", "bold"), *card_line(card)) for card in view.revealed)
    for seat in sorted(view.seats, key=lambda one: one.seat == view.seat):  # the own one beside the question
        yield from table_of(view, seat, near)
    if view.rival is not None:
        yield rival(view)
    if view.result is not None:
        yield Text(view.result.why, style="bold")
    elif view.seat is None:
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


def piles(view: View) -> Text:
    known = f", on top {' '.join(view.footprint_known)}" if view.footprint_known else ""
    pile = list(view.archive)
    if len(pile) > 2 * SHOWN_AT_THE_ENDS:
        pile = [*pile[:SHOWN_AT_THE_ENDS], "..", *pile[-SHOWN_AT_THE_ENDS:]]
    return Text(
        f"Footprint {counted(view.footprint_count, 'card')}{known}  Reserve {view.reserve_count}  "
        f"Archive {len(view.archive)}: {' '.join(pile) or 'empty'}"
    )


def table_of(view: View, seat: SeatView, near: Collection[str]) -> Iterator[Text]:
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
    if seat.seat != view.seat or "atlas" not in near:
        yield from atlas(seat)
    if seat.triassic and "draft" not in near:
        yield Text(f"  Triassic cards: {' '.join(seat.triassic)}")
    if seat.pack and "draft" not in near:
        yield Text(f"  Pack: {' '.join(seat.pack)}")
    if seat.research:
        yield Text(f"  Research: {seat.research_kept or ' or '.join(seat.research)}")
    for one in seat.hand or () if "hand" not in near else ():
        style, note = ("bold", "can be published") if one.can_publish else ("", one.why_not)
        yield Text.assemble(("  Hand ", style), *card_line(one.card), (f" [{note}]", "dim"))


def atlas(seat: SeatView) -> Iterator[Text]:
    for row, name in (("L", "Laurasia"), ("G", "Gondwana")):
        spaces = [space for space in seat.atlas if space.place[0] == row]
        if not spaces:
            yield Text(f"  {name}: empty")
        yield from map(space_text, spaces)


def rival(view: View) -> Text:
    found = view.rival
    assert found is not None
    return Text(
        f"The Rival: {' '.join(found.collection)}  study {found.study}  goals {found.goals}  "
        f"{found.goal_count} for the Goal  PP {found.points}"
    )
