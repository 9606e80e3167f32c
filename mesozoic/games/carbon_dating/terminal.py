"""A view of Carbon Dating for the terminal and for playthroughs: plain signs first, colour only on top of them.

Cards stand side by side as on the table: the hearts on a card's right edge touch the arrow on the next card's left
edge, so that the date of two neighbours can be read off: ``♥◄`` is good, ``✗◄`` bad, ``·◄`` medium.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mesozoic.games.carbon_dating.cards import (
    ARMOUR,
    BAD_DATE,
    CONSTANT,
    EAT_BOTH,
    EAT_DATE,
    FLEE,
    FLING,
    HEAD_BUTT,
    HEIGHTS,
    NOTHING,
    SENTENCES,
    SERENADE,
    STAMPEDE,
    STORM_OFF,
)
from mesozoic.games.carbon_dating.result import Reviews
from mesozoic.games.carbon_dating.shown import CardView, OptionView, View
from mesozoic.kernel.sight import Sight
from mesozoic.kernel.tabletop import Drawing

CELL: Final = 10  # columns of a card: arrow, eight letters, heart
MANY: Final = 16  # so many cards fill two lines of a usual terminal
ARROW: Final = "◄"
HEARTS: Final = {"F": "♥", "B": "✗", "-": "·"}
STYLES: Final = {"♥": "bold green", "✗": "bold red", "·": "dim", "good": "bold green", "bad": "bold red", "medium": ""}
SIGNS: Final = {"good": "♥", "bad": "✗", "medium": "·"}
LEGEND: Final = "♥ full heart, ✗ broken heart, · empty slot; ◄ the arrow that picks one of them"
IF_ANEW: Final = "  if they met anew"
ANEW: Final = "anew"
GOALS: Final = {"vip": "one dinosaur has eaten 5 or more", "health_and_safety_audit": "at most 3 eaten"}
BRIEF: Final = {
    STORM_OFF: "storms",
    EAT_DATE: "eats",
    NOTHING: "shrugs",
    STAMPEDE: "charges",
    FLING: "flings",
    HEAD_BUTT: "swaps",
    EAT_BOTH: "eats 2",
    FLEE: "skittish",
    SERENADE: "serenade",
    ARMOUR: "armour",
}
"""What a card does on a bad date and all the time, in the eight letters that there is room for."""


def draw(view: View) -> Sight:
    """The table, and last what the reader decides by; after the last round the reviews."""
    return Sight(partial(above, view), below(view) if view.seat is not None and view.result is None else {})


def below(view: View) -> dict[str, Sequence[RenderableType]]:
    """The row, the dates that wait and the hand, each in full, then in fewer lines."""
    dates = list(waiting(view))
    return {
        "row": rows(view),
        "waiting": [Group(*dates)] if dates else [],
        "hand": hands(view),
        "asked": list(asked(view)),
    }


def above(view: View, near: Collection[str]) -> Iterator[RenderableType]:
    """The counters and the piles, and whatever does not stand in full below."""
    yield head(view)
    yield piles(view)
    if view.result is None:
        yield Text(LEGEND, style="dim")
        yield from (card_text(card, "set aside, once: ") for card in view.aside)
    if "row" not in near:
        yield Drawing(partial(row, view))
    if view.result is not None:
        yield from reviews(view)
    else:
        yield from waiting(view) if "waiting" not in near else ()
        yield from hand(view) if "hand" not in near else ()
        yield from asked(view) if "asked" not in near else ()


# --- Counters and piles ---------------------------------------------------------------------------------------


def head(view: View) -> Text:
    """Round, deck, bad reviews if it ended now, meals and goals."""
    text = Text(f"Round {view.round}", style="bold")
    if view.final:
        text.append(" (final)", style="bold reverse")
    reviews = f"  Deck {view.deck}  Bad reviews now {view.bad_reviews}: {view.rating}"
    meals = f"  Eaten {view.eaten} (most {view.largest_meal})"
    text.append(reviews + meals, style="not bold")
    for goal, won in view.goals.items():
        text.append(f"\nGoal, {GOALS[goal]}: {'reached' if won else 'not reached'} now", style="not bold")
    return text


def piles(view: View) -> Text:
    again = "" if view.can_reshuffle else " (no reshuffle left)"
    lines = [f"Discard {len(view.discard)}{again}: {grouped(view.discard)}", f"Unseen: {grouped(view.unseen)}"]
    if view.satisfied:
        lines.append(f"Satisfied {len(view.satisfied)}: {' '.join(map(with_meal, view.satisfied))}")
    return Text("\n".join(lines))


def grouped(cards: tuple[str, ...]) -> str:
    """``IGU 1 3, VEL 4``: the arrows that there are of each species."""
    groups = groupby(cards, key=lambda card: card[:3])
    return ", ".join(" ".join([letters, *(card[3:] for card in lot if card[3:])]) for letters, lot in groups) or "none"


def with_meal(card: CardView) -> str:
    return card.card + (f"({','.join(card.eaten)})" if card.eaten else "")


# --- The row ----------------------------------------------------------------------------------------------------


def rows(view: View) -> list[RenderableType]:
    """The row with the dates there would be; without them; a row that would fill the screen by names alone."""
    long = [names(view)] if len(view.table) > MANY else []
    return [Drawing(partial(row, view)), Drawing(partial(row, view, dates=False)), *long]


def row(view: View, width: int, dates: bool = True) -> Iterator[Text]:
    """The table from left to right, in as many lines of cards as the width needs."""
    if not view.table:
        yield Text("The table is empty.", style="italic")
        return
    per_line = max(1, width // CELL)
    for first in range(0, len(view.table), per_line):
        cards = view.table[first : first + per_line]
        numbers = "".join(f" {first + at + 1:<{CELL - 1}}" for at in range(len(cards)))
        yield Text(numbers.rstrip(), style="dim")
        yield cells(cards)
        marks = "".join(f"{SIGNS[pair.verdict]:>{CELL}}" for pair in view.marks[first : first + len(cards)])
        if marks and dates:
            has_room = len(marks + IF_ANEW) <= width
            yield Text(marks + IF_ANEW if has_room else f"{ANEW:<{CELL - 1}}{marks[CELL - 1 :]}", style="dim")


def names(view: View) -> Text:
    """``VEL1 · BRA2 ✗ ANK1``: with the dates there would be."""
    marks = ["", *[f" {SIGNS[pair.verdict]} " for pair in view.marks]]
    return Text("".join(f"{mark}{card.card}" for mark, card in zip(marks, view.table, strict=True)))


def cells(cards: tuple[CardView, ...]) -> Text:
    """Cards side by side, four heights each."""
    text = Text()
    for height in range(HEIGHTS):
        for card in cards:
            text.append(ARROW if card.arrow == height + 1 else " ", style="bold")
            text.append(f"{inside(card)[height]:<{CELL - 2}}", style="bold" if height == 0 else "")
            heart = HEARTS[card.hearts[height]]
            text.append(heart, style=STYLES[heart])
        text.append("\n" if height < HEIGHTS - 1 else "")
    return text


def inside(card: CardView) -> list[str]:
    """What stands on a card: its name, what it does on a bad date and always, how many it has eaten."""
    verbs = {one.trigger: SENTENCES.index(one.text.replace(card.species, "{name}")) for one in card.abilities}
    bad = [BRIEF[verb] for trigger, verb in verbs.items() if trigger == BAD_DATE]
    always = [BRIEF[verb] for trigger, verb in verbs.items() if trigger == CONSTANT]
    return [card.card, *bad, *(always or [""]), f"ate {len(card.eaten)}" if card.eaten else ""]


def waiting(view: View) -> Iterator[Text]:
    """The dates that wait, newest first."""
    for batch in reversed(view.waiting):
        pairs = [f"{pair.left}-{pair.right} ({pair.verdict})" for pair in batch]
        yield Text(f"Waiting for a date: {', '.join(pairs)}", style="italic")


# --- The hand ---------------------------------------------------------------------------------------------------

CHAIN: Final = {
    "left_satisfied": "both leave",
    "shrugged": "{0} does not mind",
    "stormed_off": "{0} storms off",
    "ate": "{0} eats {1}",
    "withstood": "{0} cannot be eaten",
    "fled": "{0} flees",
    "stampeded": "{0} stampedes right",
    "flung": "{1} flings {0} left",
    "swapped": "{0} and {1} swap",
}
"""The steps of a chain in few words, for those whom they concern."""
ASKED: Final = {"place": "choose where", "swap": "you may swap two neighbours"}
THEN: Final = {"swap": "then you may swap two neighbours", "date": "then you pick a date"}


def hands(view: View) -> list[RenderableType]:
    """The hand in full; without its texts; without what it would set off; where something else is asked, by names."""
    found = list(hand(view))
    if not view.drawn:
        return [Group(*found)] if found else []
    chains = [line for card in view.drawn for line in ends(view, card.card, f"{card.card} ")]
    shorter = [beside(view, text) for text in (Text("\n").join(chains), Text())]
    if view.step != "play":
        shorter.append(Text(f"Still to be played: {', '.join(card.card for card in view.drawn)}"))
    return [Group(*found), *shorter]


def beside(view: View, text: Text) -> RenderableType:
    """The drawn cards side by side, and a text to the right of them."""
    table = Table.grid(padding=(0, 2))
    table.add_row(cells(view.drawn), text)
    return Group(*to_play(view), table, *face_down(view))


def hand(view: View) -> Iterator[RenderableType]:
    """The cards to play, each with all that it would set off at either end, and what is set aside."""
    if view.drawn:
        yield from to_play(view)
        table = Table.grid(padding=(0, 2))
        for card in view.drawn:
            table.add_row(cells((card,)), Text("\n").join([card_text(card), *ends(view, card.card)]))
        yield table
    yield from face_down(view)


def to_play(view: View) -> Iterator[Text]:
    yield Text(f"Drawn, to be played at the {' or '.join(view.ends)} end:", style="bold")


def face_down(view: View) -> Iterator[Text]:
    if view.face_down:
        yield Text("One more card lies face down: ? in the moves below.")


def asked(view: View) -> Iterator[Text]:
    """What is to be decided in the middle of a play."""
    if view.played is not None:
        played = f"{view.played.species} ({view.played.card})"
        yield Text(f"{played} is being played: {ASKED[view.step]}.", style="bold")
    elif view.step == "date":
        yield Text("Now pick a date.", style="bold")


def card_text(card: CardView, note: str = "") -> Text:
    abilities = "; ".join(f"{one.trigger}: {one.text.rstrip('.')}" for one in card.abilities)
    return Text.assemble((f"{card.card} {card.species}", "bold"), f"  {note}{abilities}")


def ends(view: View, card: str, name: str = "") -> Iterator[Text]:
    """What playing the card at each end would set off."""
    for option in view.options:
        if option.move in (f"{card} left", f"{card} right"):
            yield Text.assemble(f"{name}{option.move.split()[1]:<6}", *chain(option))


def chain(option: OptionView) -> Iterator[tuple[str, str]]:
    """The whole chain: ``✗ STE1-BRA2, STE1 flings BRA2 left, ♥ STE1-PAC4, both leave``."""
    parts: list[list[tuple[str, str]]] = []
    for step in option.steps:
        if step.verdict is not None:
            sign = SIGNS[step.verdict]
            parts.append([(sign, STYLES[sign]), (f" {'-'.join(step.cards)}", "")])
        elif step.kind in CHAIN:
            parts.append([(CHAIN[step.kind].format(*step.cards), "")])
    if option.then:
        parts.append([(THEN[option.then], "italic")])
    for number, part in enumerate(parts):
        yield from [(", ", ""), *part] if number else part
    if not parts:
        yield "no date", "dim"


# --- The end ------------------------------------------------------------------------------------------------------


def reviews(view: View) -> Iterator[Text]:
    """Who complains and how, the rating and the goals."""
    assert view.result is not None
    found: Reviews = view.result.details[0]
    for one in found.reviews:
        yield Text(f"  {one.card:<5}“{one.words}”")
    count = f"{found.bad_reviews or 'No'} bad review{'s' * (found.bad_reviews != 1)}"
    yield Text(f"{count} after {found.rounds} rounds: {found.rating}.", style="bold")
    for goal, won in found.goals.items():
        yield Text(f"Goal, {GOALS[goal]}: {'reached' if won else 'missed'}.", style="bold")
