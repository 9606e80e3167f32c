"""A view of CLADES for the terminal and for playthroughs: three rows by clade, a letter on every card to call it by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_letters
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mesozoic.games.clades.view import SeatView, SharedView, View
from mesozoic.kernel.realtime import Desk
from mesozoic.kernel.state import State

ROW_NAMES: Final = ("mammals", "sauropsids", "arthropods")
SIGNS: Final = {"W": "≈", "L": "▲", "A": "~"}
PLACES: Final = {"W": "water", "L": "land", "A": "air"}
COLOURS: Final = {"B": ("blue", "bright_blue"), "G": ("green", "green"), "R": ("red", "bright_red")}
CLADE_SIGNS: Final = {"M": "m", "S": "s", "A": "a"}
PHASE_WORDS: Final = {
    "ready": "the shared cards lie face down",
    "shown": "the shared cards are turned up, personal cards stay closed",
    "open": "call a triple",
    "settling": "a triple was called: others may still call",
    "round_over": "the round is over",
    "over": "the game is over",
}
NO_LETTERS: Final[Mapping[str, str]] = {}


def draw(view: View, letters: Mapping[str, str] = NO_LETTERS) -> RenderableType:
    return Group(*table_parts(view, letters))


def table_parts(view: View, letters: Mapping[str, str]) -> Iterator[RenderableType]:
    yield heading(view)
    rows = Table.grid(padding=(0, 2))
    for name, row in zip(ROW_NAMES, view.rows, strict=True):
        rows.add_row(name, Columns([shared_card(one, letters) for one in row], padding=(0, 2)))
    yield rows
    if view.phase == "ready":
        yield Text(f"{view.shared_count} shared cards lie face down.")
    for seat in view.seats:
        yield seat_line(seat, view, letters)
    if view.last_triple is not None:
        last = view.last_triple
        yield Text(f"Last triple: {' '.join(last.cards)}, P{last.seat + 1} after {last.at / 1000:.1f} s.")
    if view.phase == "over":
        yield Text(f"Triples left over: {'; '.join(' '.join(cards) for cards in view.left_over) or 'none'}.")


def heading(view: View) -> Text:
    bonus = f", bonus cards seen: {' '.join(view.bonus_seen)}" if view.bonus_seen else ""
    rounds = f", triples per round: {' '.join(map(str, view.rounds))}" if view.rounds else ""
    more = "" if view.mode == "table" else f", {view.seats[0].triples} triples"
    cards = f"{view.shared_count} shared cards, {view.deck_count} in the deck"
    return Text(f"{cards}{bonus}{rounds}{more}: {PHASE_WORDS[view.phase]}", style="bold")


def card_text(card: str, letters: Mapping[str, str]) -> Text:
    """``a MW2B mm≈blue``: letter, name, as many signs as animals, environment, colour."""
    plain = card.removeprefix("o")
    colour, style = COLOURS[plain[3]]
    key = f"{letters[card]} " if card in letters else ""
    animals = CLADE_SIGNS[plain[0]] * int(plain[2])
    return Text.assemble(
        (key, "bold reverse" if key else ""), (f"{card} {animals:>3}{SIGNS[plain[1]]}{colour:<5}", style)
    )


def shared_card(one: SharedView, letters: Mapping[str, str]) -> Text:
    ribbon = f"(penalty {one.paid_by})" if one.paid_by else ""
    return Text.assemble(card_text(one.card, letters), ribbon)


def seat_line(seat: SeatView, view: View, letters: Mapping[str, str]) -> Text:
    badges = [
        word
        for word, worn in (
            ("on break", seat.on_break),
            ("locked", seat.locked),
            ("sees none", seat.voted),
            ("has scored", seat.scored),
            (f"{seat.owed} owed", seat.owed > 0),
        )
        if worn
    ]
    line = Text(f"{seat.name:<4}pile {len(seat.pile):>2}  ", style="bold" if seat.seat == view.seat else "")
    seen = seat.personal or ()
    for card in seen:
        line.append_text(card_text(card, letters)).append("  ")
    line.append("[?] " * (seat.personal_count - len(seen)))
    return line.append(", ".join(badges))


# --- Playing in real time -----------------------------------------------------------------------------------


class LetterDesk(Desk):
    """Every card has a letter as long as it lies there; three letters are a call, the space bar says ``none``."""

    def __init__(self) -> None:
        self.letters: dict[str, str] = {}

    def help(self) -> str:
        return "three letters call their cards, space says that you see none, backspace forgets the letters typed"

    def look(self, state: State, seat: int | None, now: int, typed: str) -> RenderableType:
        view: View = state.view(seat)
        self.learn(view)
        return Group(clock_line(view, now, typed), draw(view, self.letters))

    def learn(self, view: View) -> None:
        """Cards that are gone free their letters, new cards take the first free ones."""
        lying = [one.card for row in view.rows for one in row]
        lying += [card for seat in view.seats for card in seat.personal or ()]
        kept = {card: self.letters[card] for card in lying if card in self.letters}
        free = (letter for letter in ascii_letters if letter not in kept.values())
        self.letters = {card: kept[card] if card in kept else next(free, "·") for card in lying}

    def read(self, state: State, seat: int, typed: str) -> str | None:
        view: View = state.view(seat)
        self.learn(view)
        if view.phase == "round_over":
            return {"r": "reshuffle", "s": "stop"}.get(typed.strip().lower()[-1:])
        if " " in typed:
            return "none"
        cards = {letter: card for card, letter in self.letters.items()}
        named = [cards[letter] for letter in dict.fromkeys(typed) if letter in cards]
        return f"call({','.join(named)})" if len(named) == 3 + self.gives(view, seat, named) else None

    def gives(self, view: View, seat: int, named: list[str]) -> int:
        """Is a fourth card to be named, the one that is given in a switch?"""
        mine = view.seats[seat].personal or ()
        foreign = [card for other in view.seats if other.seat != seat for card in other.personal or ()]
        return int(view.switch and len(mine) > 1 and any(card in foreign for card in named))


def clock_line(view: View, now: int, typed: str) -> Text:
    """The stopwatch or the countdown, and the letters typed so far."""
    passed = max(0, now - view.revealed_at) / 1000 if view.mode != "table" else now / 1000
    if view.deadline is not None:
        passed = max(0, view.deadline - now) / 1000
    again = "  r: reshuffle, s: stop" if view.phase == "round_over" else ""
    return Text(f"{int(passed // 60):02}:{passed % 60:04.1f}   > {typed}{again}", style="bold reverse")
