"""A view of CLADES for the terminal and for playthroughs: three rows by clade, a letter on every card to call it by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mesozoic.games.clades.rules_moves import MOST_FALSE_CALLS
from mesozoic.games.clades.shown import SeatView, SharedView, View
from mesozoic.kernel.realtime import Desk
from mesozoic.kernel.state import State

ROW_NAMES: Final = ("mammals", "sauropsids", "arthropods")
SIGNS: Final = {"W": "≈", "L": "▲", "A": "○"}
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
    more = "" if view.mode == "table" else f", {view.seats[0].triples} triple{'s' * (view.seats[0].triples != 1)}"
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
    """Every card has a letter as long as it lies there; three letters are a call, the space bar says ``none``.

    A letter means the card that has it when it is pressed, and is forgotten when that card is taken.
    """

    def __init__(self) -> None:
        super().__init__()
        self.letters: dict[str, str] = {}
        self.picked: list[str] = []
        self.freed: dict[str, str] = {}
        """The letters that no card has any more, with the cards that had them, the latest last."""
        self.note = ""
        self.asks = False
        """Does the next space end the race, or the round?"""
        self.locked_since: int | None = None

    def help(self) -> str:
        return "three letters call their cards, space says that you see none, backspace forgets the letters typed"

    def look(self, state: State, seat: int | None, now: int) -> RenderableType:
        view: View = state.view(seat)
        self.learn(view)
        return Group(self.status_line(view, now), draw(view, self.letters))

    def learn(self, view: View) -> None:
        """Cards that are gone free their letters and are picked no more; new cards take letters free the longest."""
        lying = [one.card for row in view.rows for one in row]
        lying += [card for seat in view.seats for card in seat.personal or ()]
        gone = [card for card in self.letters if card not in lying]
        for card in gone:
            letter = self.letters.pop(card)
            self.freed.pop(letter, None)
            self.freed[letter] = card
        for card in lying:
            if card not in self.letters:
                self.letters[card] = self.free_letter()
        lost = [card for card in self.picked if card in gone]
        if lost:
            self.picked = [card for card in self.picked if card not in gone]
            self.note = too_late(lost[0], view)
        if gone:
            self.asks = False

    def free_letter(self) -> str:
        """One that was never used before one that was, small before capital."""
        used = self.letters.values()
        never = [letter for letter in ascii_lowercase if letter not in used and letter not in self.freed]
        again = [letter for letter in self.freed if letter not in used]
        free = [*never, *again, *[letter for letter in ascii_uppercase if letter not in used]]
        if not free:
            return "·"
        self.freed.pop(free[0], None)
        return free[0]

    def press(self, state: State, seat: int, key: str) -> str | None:
        view: View = state.view(seat)
        self.note = ""
        self.learn(view)
        if view.phase == "round_over":
            return {"r": "reshuffle", "s": "stop"}.get(key.lower())
        if key == " ":
            return self.say_none(view)
        self.asks = False
        card = next((card for card, letter in self.letters.items() if letter == key), None)
        if card is None:
            self.note = too_late(self.freed[key], view) if key in self.freed else ""
        elif card not in self.picked:
            self.picked.append(card)
        return self.call(view, seat)

    def say_none(self, view: View) -> str | None:
        """Asked first where it would end something."""
        ending = asks_first(view, "none")
        if not ending or self.asks:
            self.clear()
            return "none"
        self.asks = True
        self.note = f"Press space again to {ending}, or call another triple."
        return None

    def call(self, view: View, seat: int) -> str | None:
        """The call of the cards picked, once they are enough."""
        needed = 3 + self.gives(view, seat)
        if len(self.picked) < needed:
            return None
        named = self.picked[:needed]
        self.clear()
        return f"call({','.join(named)})"

    def gives(self, view: View, seat: int) -> int:
        """Is a fourth card to be named, the one that is given in a switch?"""
        mine = view.seats[seat].personal or ()
        foreign = [card for other in view.seats if other.seat != seat for card in other.personal or ()]
        return int(view.switch and len(mine) > 1 and any(card in foreign for card in self.picked))

    def clear(self) -> None:
        self.picked = []
        self.asks = False
        self.note = ""

    # --- The line above the table -----------------------------------------------------------------------------

    def status_line(self, view: View, now: int) -> Text:
        """The time, the cards picked, who sees none, how long one is locked, and what else there is to say."""
        picked = " ".join(f"{self.letters[card]} {card}" for card in self.picked)
        again = "r: reshuffle, s: stop" if view.phase == "round_over" else ""
        parts = (f"> {picked}", self.lock_words(view, now), vote_words(view), again, self.note)
        return Text("   ".join([clock_words(view, now), *[part for part in parts if part]]), style="bold reverse")

    def lock_words(self, view: View, now: int) -> str:
        me = None if view.seat is None else view.seats[view.seat]
        if me is None or not me.locked:
            self.locked_since = None
            return ""
        if me.false_calls >= MOST_FALSE_CALLS:
            return "locked until cards are laid"
        if self.locked_since is None:
            self.locked_since = now
        return f"locked for {max(0, self.locked_since + view.times.lock - now) / 1000:.1f} s"


def too_late(card: str, view: View) -> str:
    """Where a card has gone that somebody wanted."""
    last = view.last_triple
    taker = f"{view.seats[last.seat].name} has taken it" if last and card in last.cards else "it is gone"
    return f"Too late for {card}: {taker}."


def vote_words(view: View) -> str:
    votes = sum(seat.voted for seat in view.seats)
    return f"{votes} of {view.votes_needed} see none" if votes else ""


def clock_words(view: View, now: int) -> str:
    """The stopwatch or the countdown."""
    passed = max(0, now - view.revealed_at) / 1000 if view.mode != "table" else now / 1000
    if view.deadline is not None:
        passed = max(0, view.deadline - now) / 1000
    return f"{int(passed // 60):02}:{passed % 60:04.1f}"


def asks_first(view: View, move: str) -> str:
    """Alone and with an empty deck ``none`` ends the race or the round."""
    ending = {"race": "end the race", "casual": "end the round"}.get(view.mode, "")
    return ending if move == "none" and not view.deck_count and view.phase == "open" else ""


def desk() -> LetterDesk:
    """A person's place at the keyboard."""
    return LetterDesk()
