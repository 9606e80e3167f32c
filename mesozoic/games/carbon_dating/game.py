"""Carbon Dating as the kernel sees it: facts, options, notation, deals; the rules themselves are in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesozoic.games.carbon_dating.cards import CARDS
from mesozoic.games.carbon_dating.hints import MatchmakerHints
from mesozoic.games.carbon_dating.rules_table import DEALT, Variant
from mesozoic.games.carbon_dating.tables import CARD_TABLE
from mesozoic.kernel.card_tables import OPTION, cards_option
from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Flag, Number, tune


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
    card_table = CARD_TABLE
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
            "goal besides the rating: at most 3 dinosaurs eaten (not with the VIP)",
            False,
        ),
        Flag("vip", "goal besides the rating: one dinosaur has eaten 5 or more (not with the audit)", False),
        Flag("blind_dates", "the second card drawn in a round stays face down until it is placed", False),
        Number("closing_round", "the table closes after this round even if cards are left", 60, 1, 200),
        cards_option(),
        tune("row", "dinosaurs in the starting row", DEALT, 2, 8),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(dict(values), CARD_TABLE.of(values[OPTION]))

    # --- The end --------------------------------------------------------------------------------------------

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        return 0, CARDS

    def longest(self, setup: Setup) -> int:
        """In a round 4 plays and its end; in a play a placing, a second one or a swap, and no date twice (CD-R11)."""
        most_dates = CARDS * (CARDS - 1)
        rounds: int = setup.options["closing_round"]
        return rounds * (4 * (2 + most_dates) + 1)
