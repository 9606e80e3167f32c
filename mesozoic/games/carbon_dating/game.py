"""Carbon Dating as the kernel sees it: facts, options, notation, deals; the rules themselves are in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from mesozoic.games.carbon_dating import invariants, notation, position, rules, tabletop, view, words
from mesozoic.games.carbon_dating.cards import CARDS
from mesozoic.games.carbon_dating.hints import MatchmakerHints
from mesozoic.games.carbon_dating.lesson import LESSON
from mesozoic.games.carbon_dating.rules import Table, Variant
from mesozoic.games.carbon_dating.view import View
from mesozoic.kernel.event import Event
from mesozoic.kernel.game import Facts, Game, Result, Setup
from mesozoic.kernel.lesson import Lesson
from mesozoic.kernel.options import Flag, Number
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State
from mesozoic.kernel.tabletop import CardFace, Tabletop


class CarbonDating(Game):
    name = "carbon-dating"
    title = "Carbon Dating"
    summary = (
        "A solo game of seating dinosaurs in a row. New neighbours date; hearts send them home happy, broken hearts "
        "make them storm off, stampede or eat each other. Whoever is left at the end writes a bad review."
    )
    rules_version = 2
    hints = MatchmakerHints()
    package = __package__ or ""
    facts = Facts(
        fewest_players=1,
        most_players=1,
        minutes=(15, 25),
        hidden=True,
        chance=True,
        simultaneous=False,
        realtime=False,
        fewest_points_win=True,
    )
    options = (
        Flag("impatient_customers", "the discard pile is reshuffled only once in the whole game", False),
        Flag("staffing_shortage", "Pterodactyl and Tyrannosaurus are in the deck and must be played when drawn", False),
        Flag(
            "health_and_safety_audit",
            "goal besides the rating: at most 3 dinosaurs eaten (not with vip)",
            False,
        ),
        Flag("vip", "goal besides the rating: one dinosaur has eaten 5 or more (not with the audit)", False),
        Flag("blind_dates", "the second card drawn in a round stays face down until it is placed", False),
        Number("closing_round", "the table closes after this round even if cards are left", 60, 1, 200),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(dict(values))

    def shuffle(self, setup: Setup, rng: Rng) -> State:
        return rules.shuffle(setup, rng)

    def deal_out(self, setup: Setup, deal: Mapping[str, Any], rng: Rng) -> State:
        return rules.new_game(setup, *position.read_deal(setup, deal, rng))

    def deal_of(self, state: State) -> dict[str, Any]:
        return position.deal_of(cast(Table, state))

    def take_up(self, setup: Setup, given: Mapping[str, Any]) -> State:
        return position.take_up(setup, given)

    def position_of(self, state: Table) -> dict[str, Any]:
        return position.position_of(state)

    # --- Notation -----------------------------------------------------------------------------------------

    def text(self, code: int) -> str:
        return notation.move_text(code)

    def parse(self, text: str) -> int:
        return notation.read_move(text)

    def split(self, text: str) -> list[str]:
        return notation.split_moves(text)

    def label(self, state: Table, seat: int, code: int) -> str:
        return words.label(state, code)

    def explain(self, state: Table, seat: int, code: int) -> str:
        return words.explain(state, code)

    def told(self, setup: Setup, event: Event) -> str:
        return words.without_ids(event.words())

    # --- Hints for people -----------------------------------------------------------------------------------

    def join(self, moves: Sequence[str]) -> str:
        return ", ".join(moves)

    def is_midway(self, state: Table, seat: int) -> bool:
        return state.step != rules.PLAY

    def value_words(self, state: Table, value: float) -> str:
        return words.value_words(state, value)

    # --- What a seat may know -------------------------------------------------------------------------------

    def view(self, state: Table, seat: int | None) -> View:
        return view.look(state, seat)

    def imagine(self, state: Table, seat: int | None, rng: Rng) -> State:
        return view.imagine(state, rng)

    def secrets(self, state: Table, seat: int | None) -> dict[str, Any]:
        return view.secrets(state)

    # --- The end --------------------------------------------------------------------------------------------

    def result(self, state: Table) -> Result:
        return view.result(state)

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 0, CARDS

    def longest(self, setup: Setup) -> int:
        """In a round 4 plays and its end; in a play a placing, a second one or a swap, and no date twice (CD-R11)."""
        most_dates = CARDS * (CARDS - 1)
        rounds: int = setup.options["closing_round"]
        return rounds * (4 * (2 + most_dates) + 1)

    def check_invariants(self, state: Table) -> None:
        invariants.check(state)

    # --- For the browser --------------------------------------------------------------------------------------

    def elements(self, state: Table, seat: int, code: int) -> tuple[str, ...]:
        return tabletop.elements(state, code)

    def tabletop(self, seen: View) -> Tabletop:
        return tabletop.tabletop(seen)

    def cards(self, setup: Setup) -> tuple[CardFace, ...]:
        return tabletop.cards()

    def lesson(self) -> Lesson:
        return LESSON

    def draw(self, seen: View) -> Any:
        from mesozoic.games.carbon_dating import terminal

        return terminal.draw(seen)
