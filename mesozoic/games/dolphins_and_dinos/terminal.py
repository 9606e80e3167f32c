"""A view of Dolphins and Dinos for the terminal and for playthroughs: plain words first, colour only on top of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mesozoic.games.dolphins_and_dinos.cards import SQUARE_NAMES
from mesozoic.games.dolphins_and_dinos.rules_sheet import ROUNDS
from mesozoic.games.dolphins_and_dinos.shown import CardView, ColumnView, HallView, PlanView, SeatView, View
from mesozoic.kernel.sight import Sight
from mesozoic.kernel.tabletop import Drawing

COLUMNS: Final = 5
ROOMY: Final = 100
"""From this width on there is room for blank lines too; a terminal of 80 columns often has only 24 lines."""
OWN_WIDTH: Final = 38
SMALL_WIDTH: Final = 14
HALL_SIGNS: Final = {"r1": "1→", "r2": "2→", "r3": "3→", "ca": "a↑", "cb": "b↑", "cc": "c↑"}
"""Rows rise to the right, columns rise upwards."""

OPEN, BREAKS, CLOSED = "+", "!", "."
"""Signs in empty squares: one may build here, one may but a hall would break, one may not."""
NO_PLAN: Final = PlanView((), (), ())


def draw(view: View) -> RenderableType:
    """The table, the museums and what is to be decided, all of it near for whoever decides."""
    decides = view.seat is not None and view.result is None and view.seats[view.seat].to_decide
    return Sight(partial(above, view), below(view)) if decides else Drawing(partial(parts, view))


def below(view: View) -> dict[str, Sequence[RenderableType]]:
    """The round with the solo goal, the offer, the museums and the question, each in full, then in fewer lines."""
    surcharges = list(crowd_pullers(view))
    return {
        "path": [path_strip(view)],
        "offer": [Group(offer(view), *surcharges), Group(offer(view, returns=False), *surcharges), on_offer(view)],
        "museums": [apart(partial(museums, view)), apart(partial(museums, view, short=True))],
        "asked": [apart(lambda _: status(view))],
    }


def above(view: View, near: Collection[str]) -> Iterator[RenderableType]:
    if "offer" not in near:
        yield Group(offer(view), *crowd_pullers(view))
    if "museums" not in near:
        yield Drawing(lambda width: iter([museums(view, width)]))


def apart(part: Callable[[int], RenderableType]) -> Drawing:
    """With a blank line above it where there is room."""

    def lines(width: int) -> Iterator[RenderableType]:
        if width >= ROOMY:
            yield Text()
        yield part(width)

    return Drawing(lines)


def parts(view: View, width: int) -> Iterator[RenderableType]:
    """The table, the museums and what is to be decided; after the last round the scores."""
    drawn = final_parts if view.result is not None else table_parts
    for number, part in enumerate(drawn(view, width)):
        if number and width >= ROOMY:
            yield Text()
        yield part


def table_parts(view: View, width: int) -> Iterator[RenderableType]:
    yield Group(path_strip(view), offer(view), *crowd_pullers(view))
    yield museums(view, width)
    yield status(view)


def final_parts(view: View, width: int) -> Iterator[RenderableType]:
    yield last_line(view)
    yield museums(view, width)
    yield scores(view)


# --- The table --------------------------------------------------------------------------------------------


_HALLS: Final = "fill all nine squares, with one hall of three exhibits all marked A, one all W, one all L"
GOALS: Final = {
    "feature_halls": f"{_HALLS}; each of these halls ascends.",
    "all_halls": f"{_HALLS}; all six halls ascend.",
    "unordered": f"{_HALLS}; in any order.",
}
"""The solo goal in words (DD-46)."""


def path_strip(view: View) -> Text:
    """The path over the columns with the marker on this round: ``1-2-[3]-4-5-5-4-3-(1+2)``."""
    strip = Text(f"Round {view.round} of {ROUNDS}", style="bold")
    strip.append("  Path ", style="not bold")
    for number, columns in enumerate(view.path, 1):
        stop = "+".join(map(str, columns))
        strip.append("-" if number > 1 else "", style="not bold")
        if number == view.round:
            strip.append(f"[{stop}]", style="bold reverse")
        else:
            strip.append(f"({stop})" if "+" in stop else stop, style="not bold")
    strip.append(f"  Deck {view.deck_count}  W water A ancient L life", style="not bold")
    if view.solo:
        strip.append(f"\nYour goal: {GOALS[view.goal]}", style="bold")
    return strip


def offer(view: View, returns: bool = True) -> Table:
    """The five table columns, those on offer marked, and when they come back."""
    table = Table(box=box.SIMPLE_HEAD if returns else None, expand=True, padding=0, pad_edge=False, show_edge=False)
    for at in range(COLUMNS):
        lines = column_head(view, at).split()
        table.add_column(Text("\n").join(lines if returns else lines[:1]), ratio=1, header_style="")
    for row in range(3):
        table.add_row(*[card_cell(view, at, row) for at in range(COLUMNS)])
    return table


def column_head(view: View, at: int) -> Text:
    if at >= len(view.columns):
        return Text(f"T{at + 1}\nin round {at + 1}")
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


def on_offer(view: View) -> Text:
    """``T1 on offer, back in round 9: 10 Shark WL $5, 4 Frog you have it``, a line for each column."""
    lines = []
    for column in view.columns:
        if column.active:
            cards = [f"{card.item} {card.name} {standing(view, card)}" for card in column.cards]
            head = (f"T{column.number} on offer", "bold reverse")
            lines.append(Text.assemble(head, f", {when(column, view.round)}: {', '.join(cards)}"))
    return Text("\n").join(lines)


def card_cell(view: View, at: int, row: int) -> Text:
    if at >= len(view.columns):
        return Text("(face down)\n")
    column = view.columns[at]
    card = column.cards[row]
    style = "strike" if card.removed else "italic" if card.barred else "bold" if column.active else ""
    below = "italic" if card.barred and not card.removed else ""
    return Text.assemble((f"{card.item:>2} {card.name}", style), (f"\n   {standing(view, card)}", below))


def standing(view: View, card: CardView) -> str:
    """What a card costs, or why nobody gets it."""
    return "has left" if card.removed else "you have it" if card.barred else price(view, card)


def price(view: View, card: CardView) -> str:
    """Features and price: ``A $8+2 each`` costs two dollars more for each player who picks it."""
    if card.item == "R":
        return f"brings $0-${max(map(int, view.names)) // 2}"
    surcharge = f"+{card.surcharge} each" if card.surcharge else ""
    return f"{card.features} ${card.price}{surcharge}"


def crowd_pullers(view: View) -> Iterator[Text]:
    """What the surcharge means and when such a card leaves, while one is on offer; equal ones share a line."""
    cards = [card for column in view.columns if column.active for card in column.cards]
    alike: dict[tuple[int, int, int], list[str]] = {}
    for card in cards if view.phase == "choose" and not view.solo else ():
        if card.leaves_at and not card.removed:
            alike.setdefault((card.price, card.surcharge, card.leaves_at), []).append(card.item)
    for (price, surcharge, leaves_at), items in alike.items():
        count = "1 player has" if leaves_at == 1 else f"{leaves_at} players have"
        verbs = ("costs", "it leaves") if len(items) == 1 else ("cost", "one leaves")
        costs = f"{verbs[0]} ${price} and ${surcharge} more per picker"
        yield Text(f"{' and '.join(items)} {costs}; {verbs[1]} once {count} placed it.", style="italic")


# --- The museums ------------------------------------------------------------------------------------------


def museums(view: View, width: int, short: bool = False) -> RenderableType:
    """The own museum large, the others small beside it; all of them small for a spectator."""
    others = [seat for seat in view.seats if seat.seat != view.seat]
    if view.seat is None:
        return small_museums(view, others, width)
    side = Table.grid()
    side.add_column(width=OWN_WIDTH)
    side.add_row(own_museum(view), small_museums(view, others, width - OWN_WIDTH, short))
    return side


def own_museum(view: View) -> Text:
    """The grid with rank 3 on top, and beside it the six halls."""
    assert view.seat is not None
    own = view.seats[view.seat]
    assert own.museum is not None
    assert own.halls is not None
    signs = square_signs(view)
    features = f"{own.features} feature{'s' * (own.features != 1)}"
    text = Text.assemble((f"Your museum, {own.name}", "bold"), f"  ${own.money}  {features}")
    for rank in (2, 1, 0):
        text.append(f"\n{rank + 1} │")
        for content in signs[3 * rank : 3 * rank + 3]:
            text.append(f"{content:^5}", style=square_style(content))
        text.append(f"│ {hall_words(own, own.halls[rank])}")
    text.append(f"\n  └{'─' * 15}┘ {hall_words(own, own.halls[3])}")
    text.append(f"\n     a    b    c    {hall_words(own, own.halls[4])}")
    text.append(f"\n   rise → and ↑     {hall_words(own, own.halls[5])}")
    return text


def square_style(content: str) -> str:
    return {OPEN: "bold green", BREAKS: "bold red", CLOSED: "", "C": ""}.get(content, "bold")


def square_signs(view: View) -> list[str]:
    """The own squares; in the empty ones a sign whether one may build there now."""
    assert view.seat is not None
    own = view.seats[view.seat]
    plan = view.plan or NO_PLAN
    chosen = view.choice.removeprefix("R")
    breaking = [placing.square for placing in plan.placings if placing.breaks and placing.item == chosen]
    signs = {square: BREAKS if square in breaking else OPEN for square in plan.squares}
    return [content or signs.get(name, CLOSED) for name, content in zip(SQUARE_NAMES, own.museum or (), strict=True)]


def hall_words(own: SeatView, hall: HallView) -> str:
    """``2→ 14 rising LL``: points if the game ended now, state, and equal marks that may still become a bonus."""
    points = hall_score(hall.points, hall.bonus)
    state = "broken" if not hall.ascending else "complete" if hall.complete else "rising"
    if not any(hall_contents(own, hall)):
        state = "empty"
    return f"{HALL_SIGNS[hall.name]} {points:>5} {state} {equal_marks(own, hall)}".rstrip()


def hall_contents(own: SeatView, hall: HallView) -> list[str]:
    return [(own.museum or ())[SQUARE_NAMES.index(square)] for square in hall.squares]


def equal_marks(own: SeatView, hall: HallView) -> str:
    """``LL`` if the hall lacks one exhibit and both others are marked L: with a third L it gets the bonus."""
    contents = hall_contents(own, hall)
    marks = "".join(content[-1] for content in contents if content and content[-1] in "WAL")
    is_open = hall.ascending and contents.count("") == 1
    return marks if is_open and marks in ("WW", "AA", "LL") else ""


def small_museums(view: View, seats: list[SeatView], width: int, short: bool = False) -> Table:
    """Museums side by side, as many in a row as there is room for."""
    per_row = max(1, width // SMALL_WIDTH)
    grid = Table.grid()
    for _ in range(min(per_row, len(seats))):
        grid.add_column(width=SMALL_WIDTH)
    for first in range(0, len(seats), per_row):
        grid.add_row(*[small_museum(view, seat, short) for seat in seats[first : first + per_row]])
    return grid


def small_museum(view: View, seat: SeatView, short: bool) -> Text:
    """Money, whether the seat has decided, the squares or (closed) the picks; in full points and features."""
    text = Text.assemble((f"{seat.name} ${seat.money}", "bold"))
    text.append("" if seat.to_decide or view.result is not None else " ✓done")
    if seat.museum is None or seat.halls is None:
        text.append(f"\nsheet closed\n{picks(seat)}")
    else:
        for rank in (2, 1, 0):
            cells = [content or CLOSED for content in seat.museum[3 * rank : 3 * rank + 3]]
            text.append("\n│" + "".join(f"{cell:>4}" for cell in cells))
        text.append("" if short else f"\n{sum(hall.points + hall.bonus for hall in seat.halls)} points")
    return text if short else text.append(f"\n{seat.features} feature{'s' * (seat.features != 1)}")


def picks(seat: SeatView) -> str:
    """What the seat picked, round by round, on a sheet that one may not read."""
    items = ["C" if line.unpaid else line.item for line in seat.lines]
    return "\n".join(" ".join(items[at : at + 4]) for at in range(0, len(items), 4)) or "nothing yet"


# --- What is to be decided; the end -------------------------------------------------------------------------


def status(view: View) -> Text:
    """One sentence: what the reader has to decide, or whom the table waits for."""
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
        return "You picked the Restaurant: now its number, one that is not in your museum yet."
    signs = square_signs(view)
    warning = f"; {BREAKS} would break a hall" if BREAKS in signs else ""
    return f"You picked {item_words(view, view.choice)}: now its square, one marked {OPEN}{warning}."


def feature_status(view: View, own: SeatView) -> str:
    line = own.lines[-1]
    where = f"You placed {item_words(view, line.item)} on {line.square}"
    if line.item == view.free_item:
        return f"{where}: a feature is free."
    free = f" (free for {item_words(view, view.free_item)})" if view.free_item else ""
    return f"{where}: a feature costs $1{free}."


def item_words(view: View, item: str | None) -> str:
    """``11`` as ``11 Snake``, ``R(10)`` as ``the Restaurant (10)``."""
    name, _, number = (item or "").partition("(")
    if name == "R":
        return f"the Restaurant ({number}" if number else "the Restaurant"
    if name == "C":
        return "a corridor"
    return f"{name} {view.names[name]}"


def last_line(view: View) -> Text:
    """What heads the final screen."""
    hidden = f" The hidden card was {item_words(view, view.hidden)}." if view.hidden else ""
    return Text.assemble(("Game over.", "bold"), hidden)


def scores(view: View) -> Table:
    """Every hall with its feature bonus, then the money bonus and the total."""
    assert view.result is not None
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Score", no_wrap=True)
    standard = () if view.solo else ("$ bonus",)
    for name in (*HALL_SIGNS.values(), "$ left", *standard, "total", "features"):
        table.add_column(name, justify="right", no_wrap=True)
    for seat, sheet in enumerate(view.result.details):
        halls = [hall_score(*pair) for pair in zip(sheet.halls, sheet.bonuses, strict=True)]
        bonus = [] if view.solo else [str(sheet.money_bonus)]
        own = " you" if seat == view.seat else ""
        total = Text(str(sheet.total), style="bold")
        table.add_row(f"{view.seats[seat].name}{own}", *halls, f"${sheet.money}", *bonus, total, str(sheet.features))
    return table


def hall_score(points: int, bonus: int) -> str:
    """``22+7``: the exhibits and, in a themed hall, the highest once more."""
    return f"{points}+{bonus}" if bonus else str(points)
