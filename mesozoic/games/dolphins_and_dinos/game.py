"""Dolphins and Dinos as the kernel sees it: facts, options, notation, deals. The rules are in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from mesozoic.games.dolphins_and_dinos import invariants, notation, position, rules, tabletop, view, words
from mesozoic.games.dolphins_and_dinos.hints import MuseumHints
from mesozoic.games.dolphins_and_dinos.lesson import LESSON
from mesozoic.games.dolphins_and_dinos.rules import Museums, Variant
from mesozoic.games.dolphins_and_dinos.view import View
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Facts, Game, Result, Setup
from mesozoic.kernel.lesson import Lesson
from mesozoic.kernel.options import Choice
from mesozoic.kernel.rng import Rng
from mesozoic.kernel.state import State
from mesozoic.kernel.tabletop import CardFace, Tabletop


class DolphinsAndDinos(Game):
    name = "dolphins-and-dinos"
    title = "Dolphins and Dinos"
    summary = (
        "Everybody fills a museum of nine squares in nine rounds of secret choices, on a tight budget. "
        "Rows and columns score when their exhibits rise; themed halls and money left score extra."
    )
    rules_version = 1
    hints = MuseumHints()
    package = __package__ or ""
    facts = Facts(
        fewest_players=1,
        most_players=6,
        minutes=(20, 30),
        hidden=True,
        chance=True,
        simultaneous=True,
        realtime=False,
    )
    options = (
        Choice(
            "sheets",
            "what the others see of a museum before the end",
            "open",
            {
                "open": "everything, once the choices are shown",
                "closed": "the card picked and the money, but neither squares nor numbers nor which feature",
            },
        ),
        Choice(
            "free_feature",
            "whose feature is free (chosen is usual with 2 to 6 players, offered in the solo game)",
            lambda players: "offered" if players == 1 else "chosen",
            {
                "chosen": "the lowest exhibit that anybody placed this round",
                "offered": "the lowest exhibit that lay on offer this round",
            },
        ),
        Choice(
            "solo_goal",
            "what the three themed halls of the solo game must be",
            "feature_halls",
            {
                "feature_halls": "each of the three ascending",
                "all_halls": "all six halls ascending",
                "unordered": "in any order",
            },
        ),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def check_options(self, players: int, values: Mapping[str, Any]) -> None:
        if players > 1 and values["solo_goal"] != "feature_halls":
            raise BadOptions("solo_goal is the goal of the solo game: leave it out with 2 to 6 players.")

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(players, dict(values))

    def shuffle(self, setup: Setup, rng: Rng) -> State:
        return rules.shuffle(setup, rng)

    def deal_out(self, setup: Setup, deal: Mapping[str, Any], rng: Rng) -> State:
        hidden, deck = position.read_deal(setup, "deal", deal)
        return rules.new_game(setup, deck, hidden)

    def deal_of(self, state: State) -> dict[str, Any]:
        return position.deal_of(cast(Museums, state))

    def take_up(self, setup: Setup, given: Mapping[str, Any]) -> State:
        return position.take_up(setup, given)

    def position_of(self, state: Museums) -> dict[str, Any]:
        return position.position_of(state)

    # --- Notation -----------------------------------------------------------------------------------------

    def text(self, code: int) -> str:
        return notation.move_text(code)

    def parse(self, text: str) -> int:
        return notation.read_move(text)

    def split(self, text: str) -> list[str]:
        return notation.split_choice(text)

    def label(self, state: Museums, seat: int, code: int) -> str:
        return words.label(state, seat, code)

    def explain(self, state: Museums, seat: int, code: int) -> str:
        return words.explain(state, seat, code)

    # --- Hints for people -----------------------------------------------------------------------------------

    def join(self, moves: Sequence[str]) -> str:
        return "".join(moves)

    def brief(self, state: Museums, seat: int, code: int) -> str:
        return words.brief(state, seat, code)

    def value_words(self, state: Museums, value: float) -> str:
        return words.value_words(state, value)

    # --- What a seat may know -------------------------------------------------------------------------------

    def view(self, state: Museums, seat: int | None) -> View:
        return view.look(state, seat)

    def imagine(self, state: Museums, seat: int | None, rng: Rng) -> State:
        return view.imagine(state, seat, rng)

    def secrets(self, state: Museums, seat: int | None) -> dict[str, Any]:
        return view.secrets(state, seat)

    # --- The end --------------------------------------------------------------------------------------------

    def result(self, state: Museums) -> Result:
        return view.result(state)

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 0, invariants.BEST_ARRAY[setup.players] + 2 * (setup.players - 1)

    def longest(self, setup: Setup) -> int:
        """9 picks, 9 squares and 9 features a seat, and a number for each of at most two restaurants."""
        return setup.players * (9 + 9 + 9 + (0 if setup.players == 1 else 2))

    def check_invariants(self, state: Museums) -> None:
        invariants.check(state)

    # --- For the browser --------------------------------------------------------------------------------------

    def elements(self, state: Museums, seat: int, code: int) -> tuple[str, ...]:
        return tabletop.elements(state, seat, code)

    def tabletop(self, seen: View) -> Tabletop:
        return tabletop.tabletop(seen)

    def cards(self, setup: Setup) -> tuple[CardFace, ...]:
        return tabletop.cards()

    def lesson(self) -> Lesson:
        return LESSON

    def draw(self, seen: View) -> Any:
        from mesozoic.games.dolphins_and_dinos import terminal

        return terminal.draw(seen)
