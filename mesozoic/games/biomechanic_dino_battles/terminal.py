"""A view of Biomechanic Dino Battles for the terminal and for playthroughs: words first, colour on top of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Final

from rich import box
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from mesozoic.games.biomechanic_dino_battles.concerns import (
    NO_DINO,
    allowances,
    attack_words,
    concerns,
    lineup,
    offers,
    pile,
    printed_dinos,
    wordings,
)
from mesozoic.games.biomechanic_dino_battles.shown import SeatView, View
from mesozoic.kernel.sight import Sight
from mesozoic.kernel.state import seat_name

FEW_WOUNDS: Final = 4
DECISIONS: Final = {
    "action": "act, or end your actions",
    "reaction": "pass, or play an item",
    "buy": "buy, or be done",
    "opponent": "choose an opponent",
    "payment": "choose how to pay",
    "defence": "answer the attack",
    "promote": "choose the new active dino",
    "declared": "pass, or play an item before the attack is answered",
    "answered": "pass, or play an item before the attack is carried out",
    "announced": "pass, or play an item before the text is carried out",
    "heal": "choose a dino to heal",
    "purge": "purge a card, or stop",
    "switch": "choose a dino to switch with",
    "jam": "choose a dino to jam",
    "jam_position": "choose a card by its position",
    "poison": "choose who takes the Poison",
    "salvage": "salvage a card, or none",
    "look": "choose a dino to look at",
    "move_from": "choose the dino whose cards move",
    "move_to": "choose where the cards go",
    "cure": "choose where the Poison is purged",
    "hit": "choose a dino to hit",
}


def draw(view: View) -> Sight:
    """The table, and below it what the reader decides by; after the end the standings."""
    return Sight(partial(above, view), below(view))


def below(view: View) -> dict[str, Sequence[RenderableType]]:
    """What the reader decides by, under the question."""
    parts = concerns(view)
    asked = DECISIONS.get(view.decision, f"choose: {view.decision}")
    question = Rule(Text(f"Now {asked}", style="bold"), align="left")
    return {"question": [question], **{part: wordings(view, part) for part in parts}} if parts else {}


def above(view: View, near: Collection[str]) -> Iterator[RenderableType]:
    """The centre and the seats, without what stands in full below."""
    yield heading(view)
    if "market" not in near:
        yield offers(view)
    gone = pile(view.purgatory + view.purged_dinos)
    yield Text.assemble(("Purgatory", "bold"), f"  {gone or 'empty'}")
    for seat in sorted(view.seats, key=lambda one: one.seat == view.seat):  # the own one beside the question
        yield from table_of(view, seat, near)
    if view.result is not None:
        yield standings(view)
    elif not concerns(view):
        yield from status(view)


def heading(view: View) -> Text:
    wounds = view.stacks[3].count
    text = Text(f"Round {view.round} of at most {view.round_limit}", style="bold")
    text.append(f"  {seat_name(view.on_turn)} is on turn: {view.phase}  ", style="not bold")
    text.append(f"Wounds left {wounds}", style="bold red" if wounds <= FEW_WOUNDS else "bold")
    text.append(f"  Poison {view.stacks[4].count}  Paralyze {view.stacks[5].count}", style="not bold")
    return text


def table_of(view: View, seat: SeatView, near: Collection[str]) -> Iterator[Text]:
    own = seat.seat == view.seat
    trophies = f"trophies {len(seat.trophies)}/{view.trophies_to_win}"
    counts = f"  {trophies}  Wounds {seat.wounds}  deck {seat.deck_count}"
    yield Text.assemble("\n", (f"{seat.name} (you)" if own else seat.name, "bold underline"), counts)
    hand = pile(seat.hand) if seat.hand is not None else f"{seat.hand_count} cards"
    if not own or "own" not in near:
        yield Text(f"  hand     {hand or 'empty'}")
    yield Text(f"  discard  {pile(seat.discard) or 'empty'}")
    if seat.played:
        yield Text(f"  played   {pile(seat.played)}")
    if own and seat.seat == view.on_turn and "own" not in near:
        yield Text(f"  left     {allowances(view, seat)}")
    if ("dinos" if own else "opponents") not in near:
        yield from printed_dinos(view, seat) if lineup(seat) else [Text(f"  {NO_DINO}", style="italic")]


# --- What is to be decided; the end -------------------------------------------------------------------------


def status(view: View) -> Iterator[Text]:
    if view.attack is not None:
        yield Text(f"\n{attack_words(view.attack)}", style="bold")
    yield Text(f"\nWaiting for {seat_name(view.asked or 0)}.")


def standings(view: View) -> Table:
    assert view.result is not None
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, title=view.result.why, title_justify="left")
    for head in ("", "place", "trophies", "Wounds", "HP"):
        table.add_column(head, justify="right" if head else "left")
    for seat, standing in enumerate(view.result.details):
        name = f"{seat_name(seat)} you" if seat == view.seat else seat_name(seat)
        figures = (view.result.places[seat], standing.trophies, standing.wounds, standing.hp)
        table.add_row(name, *map(str, figures))
    return table
