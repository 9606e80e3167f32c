"""What is shown to whom: the look of a seat, the legal moves, what happened, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Game, Result, Setup
from mesozoic.kernel.sight import EDGES, Sight, lines_of
from mesozoic.kernel.state import State, seat_name
from mesozoic.kernel.tabletop import Drawing
from mesozoic.terminal.sitting import Seat, Sitting

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what has scrolled off it, so that nobody scrolls back to another's secrets."""
FEW_MOVES = 4
"""So many moves are listed one below the other; more of them side by side."""

GAP = 2
"""So many blanks stand between moves that share a line."""

MORE = Text("(moves: all that they do)", style="dim")

LONG_LINE = 68
"""Longer texts and words together do not stay on one line of a usual terminal."""

HELP = """\
{move}  a move as it is listed; several in one go where the notation allows it
#3      the third move of the list; 3 alone where that is no move
moves   the whole list in words, where the screen had no room for it
table   the whole table once more; so does look
card    card NAME tells all about a card
Enter   the only move, where there is just one
hint    what a strong bot would do here, and why
undo    take your last small move back, unless it has told anybody anything
rules   the rules of the game; rules NUMBER shows one of them
log     everything that you have been told so far
save    keep the game in a file; save FILE chooses its name
quit    leave, and go on another day if you like; so do Ctrl-C and Ctrl-D
?       this list, also help
"""


def make_console() -> Console:
    """Texts are printed as they are: nothing in them is taken for markup."""
    return Console(markup=False, highlight=False, emoji=False)


class Screen:
    """One terminal. ``shared``: several people sit here and must not see each other's secrets."""

    def __init__(self, console: Console, shared: bool) -> None:
        self.console = console
        self.shared = shared
        self.typed_ahead = ""
        """What was typed where Enter would have done: the answer to the next question."""

    # --- Talking with people ----------------------------------------------------------------------------

    def say(self, sentence: str, style: str = "") -> None:
        self.console.print(Text(sentence, style=style))

    def say_command(self, sentence: str) -> None:
        """A sentence that ends with a command: never broken into lines, so that it can be copied."""
        self.console.print(Text(sentence), soft_wrap=True)

    def ask(self, question: str) -> str:
        """What a person types; EOFError for Ctrl-D."""
        if self.typed_ahead:
            typed, self.typed_ahead = self.typed_ahead, ""
            self.say(f"{question}{typed}")
            return typed
        try:
            return input(question).strip()
        except UnicodeDecodeError:
            return "?"

    def hand_over(self, seat: Seat) -> None:
        """Clear the screen and wait until the right person sits at the keyboard."""
        self.wipe()
        self.ask(f"Hand the keyboard to {seat.title}, then press Enter. ")
        self.wipe()

    def wipe(self) -> None:
        if self.console.is_terminal:
            dumb = self.console.is_dumb_terminal  # it cannot clear: push everything out of sight
            self.console.file.write("\n" * 2 * self.console.height if dumb else WIPE)
            self.console.file.flush()

    @contextmanager
    def thinking(self, seat: Seat) -> Iterator[None]:
        """A sign of life while a bot thinks."""
        if not self.console.is_terminal:
            yield
            return
        with self.console.status(Text(f"{seat.title} is thinking (Ctrl-C saves and leaves)")):
            yield

    # --- Looking at the game ----------------------------------------------------------------------------

    def welcome(self, sitting: Sitting) -> None:
        self.say(sitting.game.title, "bold")
        self.say(f"At the table: {', '.join(seat.title for seat in sitting.seats)}.")

    def look(self, sitting: Sitting, seat: Seat) -> None:
        """What happened since the seat last looked, what it sees, and what it may do."""
        self.console.print(Rule(Text(whose_look(sitting, seat), style="bold"), align="left"))
        table = sitting.game.terminal.draw(sitting.state.view(seat.number))
        table, moves = self.in_sight(table, move_lists(legal_moves(sitting.state, seat.number)))
        self.show_news(event_lines(sitting.state.setup, sitting.news(seat.number), seat.number), table, moves)

    def in_sight(self, table: Any, lists: list[RenderableType]) -> tuple[Any, RenderableType]:
        """The first list of moves with which what it is about stays in sight, else the last; and the table for it."""
        if not self.console.is_terminal:
            return table, lists[0]
        least = table.least(self.console) if isinstance(table, Sight) else lines_of(self.console, table)
        room = self.console.height - EDGES
        moves = next((one for one in lists if least + lines_of(self.console, one) <= room), lists[-1])
        if isinstance(table, Sight):
            table = table.within(room - lines_of(self.console, moves))
        return table, moves

    def show_news(self, news: list[Text], *rest: RenderableType) -> None:
        """What happened, then how it stands; on a small screen the reader turns the page in between."""
        if news:
            self.show(*news, Text())
            if not self.has_room_for(*news, Text(), *rest):
                self.typed_ahead = self.ask("Press Enter to see the table. ")
        self.show(*rest)

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def has_room_for(self, *parts: RenderableType) -> bool:
        """Do they all stay in sight, with a line above and one below? Always so where no person reads a screen."""
        if not self.console.is_terminal:
            return True
        return sum(lines_of(self.console, part) for part in parts) + EDGES <= self.console.height

    def log(self, sitting: Sitting, seat: Seat) -> None:
        known = sitting.known(seat.number)
        self.tell(sitting.state.setup, known, seat.number)
        if not known:
            self.say("Nothing has happened yet.")

    def tell(self, setup: Setup, events: Iterable[Event], seat: int | None) -> None:
        self.show(*event_lines(setup, events, seat))

    def help(self, sitting: Sitting, seat: Seat) -> None:
        self.say(HELP.format(move=f"{sitting.state.moves(seat.number)[0]:<6}").rstrip())

    def result(self, sitting: Sitting, seat: int | None) -> None:
        """The last news, the final position, and who won; without a seat as everybody may see it."""
        result = sitting.state.result
        assert result is not None
        news = sitting.public_news() if seat is None else sitting.news(seat)
        table = sitting.game.terminal.draw(sitting.state.view(seat))
        titles = [one.title for one in sitting.seats]
        self.show(Rule(Text("The end", style="bold"), align="left"))
        self.show_news(
            event_lines(sitting.state.setup, news, seat), table, Text(), *result_parts(sitting.game, result, titles)
        )


def whose_look(sitting: Sitting, seat: Seat) -> str:
    """``P1 you, with P2 greedy, P3 greedy``."""
    others = [other.title for other in sitting.seats if other is not seat]
    return seat.title + (f", with {', '.join(others)}" if others else "")


def event_lines(setup: Setup, events: Iterable[Event], seat: int | None) -> list[Text]:
    """The events in words, those of one kind in one paragraph, the own seat in bold."""
    lines = []
    for _, same in groupby(events, key=lambda event: event.kind):
        line = Text(" ".join(setup.game.words.told(setup, event) for event in same))
        if seat is not None:
            line.highlight_regex(rf"\b{seat_name(seat)}\b", "bold")
        lines.append(line)
    return lines


# --- The legal moves --------------------------------------------------------------------------------------


class Move(NamedTuple):
    """A legal move as it is listed."""

    text: str
    words: str
    brief: str
    """In few words, without what it leads to."""


def legal_moves(state: State, seat: int) -> list[Move]:
    game, moves = state.setup.game, []
    for code in state.codes(seat):
        words = game.words.label(state, seat, code)
        moves.append(Move(game.text(code), words, game.words.brief(state, seat, code) or words))
    return moves


def told_moves(labels: list[tuple[str, str]]) -> list[Move]:
    """Of texts and words alone: in few words they are without what they lead to, where that tells them apart."""
    heads = Counter(words.partition(": ")[0] for _, words in labels)
    briefly = {words: head for _, words in labels if heads[head := words.partition(": ")[0]] == 1}
    return [Move(text, words, briefly.get(words, words)) for text, words in labels]


def move_lists(moves: list[Move]) -> list[RenderableType]:
    """From the fullest words to the fewest lines; many moves at last by number and text alone."""
    lists = [move_list(moves), brief_list(moves), grouped_list(moves)]
    return [*lists, short_list(moves)] if len(moves) > FEW_MOVES else lists


def move_list(moves: list[Move]) -> RenderableType:
    """The legal moves: number, text, words."""
    return move_lines([(move.text, move.words) for move in moves])


def move_lines(moves: list[tuple[str, str]]) -> RenderableType:
    """Texts and words of moves, numbered; many short ones in several columns, words that are long below themselves."""
    wide = max((len(text) for text, _ in moves), default=0)
    if max((len(words) for _, words in moves), default=0) + wide > LONG_LINE:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", width=4)
        for number, (text, words) in enumerate(moves, 1):
            table.add_row(f"#{number}", Text(text, style="bold"), Text(words))
        return table
    lines = [
        Text.assemble(f"{f'#{number}':>4}  ", (f"{text:<{wide}}", "bold"), f"  {words}")
        for number, (text, words) in enumerate(moves, 1)
    ]
    return Columns(lines, column_first=True, padding=(0, 2)) if len(lines) > FEW_MOVES else Text("\n").join(lines)


def brief_list(moves: list[Move]) -> RenderableType:
    """The legal moves: number, text, few words."""
    return Group(move_lines([(move.text, move.brief) for move in moves]), MORE)


def grouped_list(moves: list[Move]) -> RenderableType:
    """The legal moves by number and in few words, those that begin alike in one paragraph."""
    words = [move.brief.split() for move in moves]
    text = Text()
    for first, after, alike in beginnings(words):
        text.append("\n" * bool(first))
        if alike:
            text.append(f"{' '.join(words[first][:alike]).rstrip(',')}: ")
        for at in range(first, after):
            text.append(f"#{at + 1} ", style="bold").append(" ".join(words[at][alike:]))
            text.append(", " * (at + 1 < after))
    return Group(text, MORE)


def beginnings(words: list[list[str]]) -> Iterator[tuple[int, int, int]]:
    """Where moves stand whose words begin alike: the first, the one after the last, how many words are the same."""
    first = 0
    while first < len(words):
        after = first + 1
        alike = same_words(words[first], words[after]) if after < len(words) else 0
        while alike and after < len(words) and same_words(words[first], words[after]) >= alike:
            after += 1
        yield first, after, alike
        first = after


def same_words(one: list[str], other: list[str]) -> int:
    """How many words they have in common at the beginning, with at least one left that tells them apart."""
    most = min(len(one), len(other)) - 1
    return next((at for at in range(most) if one[at] != other[at]), max(0, most))


def short_list(moves: list[Move]) -> RenderableType:
    """The legal moves by number and text alone, so that the table stays in sight."""
    items = [Text.assemble(f"#{number} ", (move.text, "bold")) for number, move in enumerate(moves, 1)]
    return Drawing(partial(paragraph, [*items, Text("(moves: in words)", style="dim")]))


def paragraph(items: list[Text], width: int) -> Iterator[Text]:
    """One item after the other, none of them broken where a line ends."""
    line = Text()
    for item in items:
        if line and line.cell_len + GAP + item.cell_len > width:
            yield line
            line = Text()
        line.append(" " * GAP * bool(line)).append_text(item)
    yield line


# --- The end ----------------------------------------------------------------------------------------------


def result_parts(game: Game, result: Result, titles: list[str]) -> Iterator[RenderableType]:
    """Who won, why it ended, the standing, and each score taken apart unless the game has drawn that itself."""
    yield Text(f"{result.why} {winner_words(result, titles)}", style="bold")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for head in ("Place", "Seat", "Score"):
        table.add_column(head, justify="left" if head == "Seat" else "right")
    for seat in sorted(range(len(titles)), key=lambda seat: result.places[seat]):
        won = " (won)" if seat in result.winners else ""
        table.add_row(str(result.places[seat]), f"{titles[seat]}{won}", str(result.scores[seat]))
    yield table
    if result.details and not game.terminal.is_written:
        yield details_table(result.details, titles)


def winner_words(result: Result, titles: list[str]) -> str:
    names = [titles[seat] for seat in result.winners]
    if not names:
        return "Nobody wins."
    if len(names) == 1:
        return f"{names[0]} wins."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win."


def details_table(details: tuple[Any, ...], titles: list[str]) -> Table:
    """The parts of every seat's score side by side: one line per field of the game's own structure."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    for title in titles:
        table.add_column(title, justify="right")
    names = [one.name for one in fields(details[0])] if is_dataclass(details[0]) else []
    for name in names:
        table.add_row(name.replace("_", " "), *[plain(getattr(detail, name)) for detail in details])
    return table


def plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
