"""A view of Dolphins and Dinos for the terminal and for playthroughs: plain words first, colour only on top of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from mesozoic.games.dolphins_and_dinos import rules
from mesozoic.games.dolphins_and_dinos.cards import ITEM_NAMES, SQUARE_NAMES
from mesozoic.games.dolphins_and_dinos.notation import read_item
from mesozoic.games.dolphins_and_dinos.view import CardView, ColumnView, HallView, SeatView, View
from mesozoic.kernel.bits import has

PATH: Final = ("1", "2", "3", "4", "5", "5", "4", "3", "1+2")
COLUMNS: Final = 5
OWN_WIDTH: Final = 50
SMALL_WIDTH: Final = 15
HALL_WORDS: Final = {"r1": "row 1", "r2": "row 2", "r3": "row 3", "ca": "col a", "cb": "col b", "cc": "col c"}

OPEN, BREAKS, CLOSED = "+", "!", "."
"""Signs in empty squares: one may build here, one may but a hall would break, one may not."""


def draw(view: View) -> RenderableType:
    """The whole view; it takes the width that the console has."""
    return Board(view)


class Board:
    """The table, the museums and what is to be decided; after the last round the scores."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        view = self.view
        yield path_strip(view)
        if view.result is None:
            yield offer(view)
            yield from crowd_pullers(view)
        yield museums(view, options.max_width)
        if view.result is not None:
            yield scores(view)
        yield status(view)


# --- The table --------------------------------------------------------------------------------------------


def path_strip(view: View) -> Text:
    """The path over the columns with the marker on this round: ``1-2-[3]-4-5-5-4-3-(1+2)``."""
    strip = Text("Game over" if view.result is not None else f"Round {view.round} of {rules.ROUNDS}", style="bold")
    strip.append("  Path ", style="not bold")
    for number, stop in enumerate(PATH, 1):
        strip.append("-" if number > 1 else "", style="not bold")
        if number == view.round and view.result is None:
            strip.append(f"[{stop}]", style="bold reverse")
        else:
            strip.append(f"({stop})" if "+" in stop else stop, style="not bold")
    strip.append(f"  Deck {view.deck_count}  W water A ancient L life", style="not bold")
    return strip


def offer(view: View) -> Table:
    """The five table columns, those on offer marked."""
    table = Table(box=box.SIMPLE_HEAD, expand=True, padding=0, pad_edge=False, show_edge=False)
    for at in range(COLUMNS):
        table.add_column(column_head(view, at), ratio=1, header_style="")
    for row in range(3):
        table.add_row(*[card_cell(view, at, row) for at in range(COLUMNS)])
    return table


def column_head(view: View, at: int) -> Text:
    if at >= len(view.columns):
        return Text(f"T{at + 1}\ndealt in round {at}")
    column = view.columns[at]
    name = Text(f"▶ T{column.number} on offer", style="bold reverse") if column.active else Text(f"T{column.number}")
    return name.append(f"\n{when(column, view.round)}", style="not bold not reverse")


def when(column: ColumnView, round: int) -> str:
    """When one may pick from the column again."""
    later = [number for number in column.rounds if number > round]
    if column.active:
        return f"back in round {later[0]}" if later else "last chance"
    if not later:
        return "over"
    if later[0] == round + 1:
        return "next round"
    back = "back " if column.rounds[0] < round else ""
    return f"{back}in round {later[0]}"


def card_cell(view: View, at: int, row: int) -> Text:
    if at >= len(view.columns):
        return Text("(face down)\n")
    column = view.columns[at]
    card = column.cards[row]
    if card.removed:
        return Text.assemble((f"{card.item} {card.name}", "strike"), "\nleft the game")
    if card.barred:
        return Text(f"{card.item} {card.name}\nin your museum", style="italic")
    return Text.assemble((f"{card.item} {card.name}", "bold" if column.active else ""), f"\n{price(card)}")


def price(card: CardView) -> str:
    """Features and price: ``A $8+2 each`` costs two dollars more for each player who picks it."""
    if card.item == "R":
        return "brings $0 to $7"
    surcharge = f"+{card.surcharge} each" if card.surcharge else ""
    return f"{card.features} ${card.price}{surcharge}"


def crowd_pullers(view: View) -> Iterator[Text]:
    """What the surcharge means and when such a card leaves, whenever one is on offer."""
    for column in view.columns:
        for card in column.cards:
            if column.active and card.leaves_at and not card.removed and not view.solo:
                count = "1 player places" if card.leaves_at == 1 else f"{card.leaves_at} players place"
                costs = f"costs ${card.price} and ${card.surcharge} for each player who picks it"
                yield Text(f"{card.item} {costs}; it leaves once {count} it.", style="italic")


# --- The museums ------------------------------------------------------------------------------------------


def museums(view: View, width: int) -> RenderableType:
    """The own museum large, the others small beside it; all of them small for a spectator."""
    others = [seat for seat in view.seats if seat.seat != view.seat]
    if view.seat is None:
        return small_museums(view, others, width)
    side = Table.grid(padding=(0, 1, 0, 0))
    side.add_row(own_museum(view), small_museums(view, others, width - OWN_WIDTH))
    return side


def own_museum(view: View) -> Text:
    """The grid with rank 3 on top, and beside it the six halls."""
    assert view.seat is not None
    own = view.seats[view.seat]
    assert own.museum is not None
    assert own.halls is not None
    signs = square_signs(view)
    features = f"{own.features} feature{'s' * (own.features != 1)}"
    text = Text.assemble((f"Your museum ({own.name})", "bold"), f"  ${own.money}  {features}")
    text.append("\n  ↑ rising up")
    for rank in (2, 1, 0):
        text.append(f"\n{rank + 1} │")
        for content in signs[3 * rank : 3 * rank + 3]:
            text.append(f"{content:^5}", style=square_style(content))
        text.append(f"│ {hall_words(own, own.halls[rank])}")
    text.append(f"\n  └{'─' * 15}┘ {hall_words(own, own.halls[3])}")
    text.append(f"\n    a    b    c    {hall_words(own, own.halls[4])}")
    text.append(f"\n  → rising right   {hall_words(own, own.halls[5])}")
    return text


def square_style(content: str) -> str:
    return {OPEN: "bold green", BREAKS: "bold red", CLOSED: "", "C": ""}.get(content, "bold")


def square_signs(view: View) -> list[str]:
    """The own squares; in the empty ones a sign whether one may build there now."""
    assert view.seat is not None
    own = view.seats[view.seat]
    museum = own.museum or ()
    filled = sum(1 << at for at, content in enumerate(museum) if content)
    choosing = view.phase == "choose" and own.to_decide
    value = chosen_value(view.choice) if choosing else 0
    signs = []
    for at, content in enumerate(museum):
        is_open = choosing and has(rules.OPEN_SQUARES[filled], at)
        sign = (BREAKS if breaks_a_hall(museum, at, value) else OPEN) if is_open else CLOSED
        signs.append(content or sign)
    return signs


def chosen_value(choice: str) -> int:
    """The number that the choice will write into the museum: ``11`` and ``R(11)`` give 11, a corridor 0."""
    digits = "".join(letter for letter in choice.partition("@")[0] if letter.isdecimal())
    return int(digits or 0)


def written_value(content: str) -> int:
    """The number that stands in a square: 7 for ``7L``, 10 for ``(10)``, 0 for a corridor or nothing."""
    return chosen_value(content)


def breaks_a_hall(museum: Sequence[str], square: int, value: int) -> bool:
    """Would a hall that still rises no longer rise with this value in this square?"""
    if not value:
        return False
    values = [written_value(content) for content in museum]
    halls = [[int(rules.HALLS[3 * hall + i]) for i in range(3)] for hall in range(6)]
    before = [rises([values[place] for place in hall]) for hall in halls]
    values[square] = value
    return any(was and not rises([values[place] for place in hall]) for hall, was in zip(halls, before, strict=True))


def rises(values: list[int]) -> bool:
    """DD-35, corridors and empty squares skipped."""
    numbers = [value for value in values if value]
    return all(left < right for left, right in zip(numbers, numbers[1:], strict=False))


def hall_words(own: SeatView, hall: HallView) -> str:
    """``row 2  14 rising, needs L``: points if the game ended now, state, and the mark that a bonus still needs."""
    points = f"{hall.points}+{hall.bonus}" if hall.bonus else str(hall.points)
    state = "broken" if not hall.ascending else "complete" if hall.complete else "rising"
    needed = missing_mark(own, hall)
    return f"{HALL_WORDS[hall.name]} {points:>5} {state}" + (f", needs {needed}" if needed else "")


def missing_mark(own: SeatView, hall: HallView) -> str:
    """The feature that would make a hall with two equal marks a themed one, if it still can become one."""
    at = rules.HALL_NAMES.index(hall.name)
    contents = [(own.museum or ())[rules.HALLS[3 * at + i]] for i in range(3)]
    marks = [content[-1] for content in contents if content and content[-1] in "WAL"]
    can_grow = hall.ascending and contents.count("") == 1
    return marks[0] if can_grow and len(marks) == 2 and marks[0] == marks[1] else ""


def small_museums(view: View, seats: list[SeatView], width: int) -> Table:
    """Museums side by side, as many in a row as there is room for."""
    per_row = max(1, width // (SMALL_WIDTH + 1))
    grid = Table.grid(padding=(0, 1, 0, 0))
    for first in range(0, len(seats), per_row):
        grid.add_row(*[small_museum(view, seat) for seat in seats[first : first + per_row]])
    return grid


def small_museum(view: View, seat: SeatView) -> Text:
    """Money, whether the seat has decided, the squares or (closed) the picks, points and features."""
    text = Text(f"{seat.name} ${seat.money}", style="bold")
    text.append("" if seat.to_decide or view.result is not None else " ✓ done", style="not bold")
    if seat.museum is None:
        text.append("\nsheet closed\n", style="not bold")
        text.append(picks(seat), style="not bold")
    else:
        for rank in (2, 1, 0):
            cells = [content or CLOSED for content in seat.museum[3 * rank : 3 * rank + 3]]
            text.append("\n" + " ".join(f"{cell:>4}" for cell in cells), style="not bold")
    points = f"{sum(hall.points + hall.bonus for hall in seat.halls)} pts " if seat.halls is not None else ""
    text.append(f"\n{points}{seat.features} feat.", style="not bold")
    return text


def picks(seat: SeatView) -> str:
    """What the seat picked, round by round, on a sheet that one may not read."""
    items = [f"{line.item}{'(unpaid)' if line.unpaid else ''}" for line in seat.lines]
    return "\n".join(" ".join(items[at : at + 5]) for at in range(0, len(items), 5)) or "no picks yet"


# --- What is to be decided; the end -------------------------------------------------------------------------


def status(view: View) -> Text:
    """One sentence: what the reader has to decide, or whom the table waits for."""
    if view.result is not None:
        hidden = f"The hidden card was {item_words(view.hidden)}." if view.hidden else ""
        return Text(hidden)
    own = None if view.seat is None else view.seats[view.seat]
    if own is None or not own.to_decide:
        waiting = ", ".join(seat.name for seat in view.seats if seat.to_decide)
        chosen = f"You chose {view.choice}. " if view.choice else ""
        return Text(f"{chosen}Waiting for {waiting}.")
    return Text(feature_status(view, own) if view.phase == "features" else choice_status(view), style="bold")


def choice_status(view: View) -> str:
    if not view.choice:
        columns = " or ".join(f"T{column.number}" for column in view.columns if column.active)
        return f"Pick a card of {columns}, or a corridor (C)."
    if view.choice == "R":
        return "You picked the Restaurant: now its number, which must not stand in your museum yet."
    signs = square_signs(view)
    warning = f"; {BREAKS} would break a hall" if BREAKS in signs else ""
    return f"You picked {item_words(view.choice)}: now its square, one marked {OPEN}{warning}."


def feature_status(view: View, own: SeatView) -> str:
    line = own.lines[-1]
    where = f"You placed {item_words(line.item)} on {line.square}"
    if line.item == view.free_item:
        return f"{where}: you may draw one of its features on it, for free."
    free = f" (free for {item_words(view.free_item)})" if view.free_item else ""
    return f"{where}: you may draw one of its features on it for $1{free}."


def item_words(item: str | None) -> str:
    """``11`` as ``11 Snake``, ``R(10)`` as ``the Restaurant (10)``."""
    name, _, number = (item or "").partition("(")
    if name == "R":
        return f"the Restaurant ({number}" if number else "the Restaurant"
    if name == "C":
        return "a corridor"
    return f"{name} {ITEM_NAMES[read_item(name)]}"


def scores(view: View) -> Table:
    """Every hall with its feature bonus, then the money bonus and the total."""
    assert view.result is not None
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Score")
    for name in (*HALL_WORDS.values(), "money left", "money bonus", "total", "features", "place"):
        if not (view.solo and name in ("money bonus", "place")):
            table.add_column(name, justify="right")
    for seat, sheet in enumerate(view.result.details):
        halls = [
            f"{points}+{bonus}" if bonus else str(points)
            for points, bonus in zip(sheet.halls, sheet.bonuses, strict=True)
        ]
        money = [f"${sheet.money}", *([] if view.solo else [str(sheet.money_bonus)])]
        place = [] if view.solo else [str(view.result.places[seat])]
        own = " (you)" if seat == view.seat else ""
        total = Text(str(sheet.total), style="bold")
        table.add_row(f"{view.seats[seat].name}{own}", *halls, *money, total, str(sheet.features), *place)
    return table


assert len(SQUARE_NAMES) == rules.SQUARES
