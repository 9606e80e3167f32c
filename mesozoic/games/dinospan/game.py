"""DinoSpan as the kernel sees it: facts, options, notation, deals. The rules begin in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesozoic.games.dinospan import (
    tables,
)
from mesozoic.games.dinospan.cards import FIRST_CRETACEOUS
from mesozoic.games.dinospan.hints import SpanHints
from mesozoic.games.dinospan.rules_table import Variant
from mesozoic.kernel.card_tables import cards_option
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Choice, Flag, Number, NumberOr, tune

DECISIONS_AN_ABILITY = 40
SOURCES = ("cards", "eggs", "goals", "resources", "research")


class Scenario(Choice):
    """Any Cretaceous card may be the Key Species; a few are enough for checks."""

    def spread(self) -> list[str]:
        return ["standard", "triceratops"]

    @property
    def values_text(self) -> str:
        return "standard, triceratops, velociraptor or a Cretaceous card K01 to K70"


class DinoSpan(Game):
    name = "dinospan"
    title = "DinoSpan"
    summary = (
        "An engine builder: publish dinosaurs in the two hemispheres of an atlas, evolve them from their relatives, "
        "and analyze a row to fire all its abilities. Most Prestige Points after four rounds win."
    )
    rules_version = 2
    hints = SpanHints()
    package = __package__ or ""
    card_table = tables.CARD_TABLE
    facts = Facts(
        fewest_players=1,
        most_players=5,
        minutes=(20, 100),
        hidden=True,
        chance=True,
        simultaneous=True,
        turns_follow=True,
        realtime=False,
    )
    options = (
        Scenario(
            "scenario",
            "the Key Species, which picks the four Goals",
            "standard",
            {
                "standard": "by chance",
                "triceratops": "Triceratops, an introductory scenario",
                "velociraptor": "Velociraptor, an introductory scenario",
                **{card.id: card.genus for card in tables.CARD_TABLE.of("").cards[FIRST_CRETACEOUS:]},
            },
        ),
        Choice(
            "triassic_setup",
            "how the two Triassic cards come to each player",
            "random",
            {
                "random": "two from the top of the deck",
                "first_game": "an Ornithischian and a Sauropod",
                "draft": "kept in secret from packs that are passed on (a variant of ours)",
            },
        ),
        Flag("personal_research", "everybody keeps a secret Research card for the end (a variant of ours)", False),
        Number("solo_level", "how strong the Rival of the solo game is", 2, 1, 3),
        NumberOr("first_player", "who begins: 0 for Seat 1, 1 for Seat 2 and so on", "random", "random", 0, 4),
        Number("action_markers", "actions a round", 4, 4, 5),
        Choice(
            "egg_supply",
            "how many eggs there are",
            "printed",
            {"printed": "50 red and 15 gold", "seventyfive": "60 red and 15 gold", "unlimited": "as many as needed"},
        ),
        Choice(
            "goals_count",
            "which cards count for Goals",
            "published",
            {"published": "every card on the Atlas", "visible": "only the top card of each space"},
        ),
        Choice(
            "hype_round_refresh",
            "what happens to Hype after a round",
            "replace",
            {"replace": "four new cards", "refill": "empty slots are filled"},
        ),
        Choice(
            "hype_timing",
            "when gaps in Hype are filled",
            "refill",
            {
                "refill": "whenever the marker leaves a space, and after each publication",
                "literal": "only when the marker moves to a next space, and after a round",
            },
        ),
        cards_option(),
        tune("resources", "Plants, Trees and Mammals, of each, that everybody begins with", 0, 0, 5),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def check_options(self, players: int, values: Mapping[str, Any]) -> None:
        first = values["first_player"]
        if first != "random" and first >= players:
            raise BadOptions(f"first_player {first} is no seat of {players} players: give 0 to {players - 1}.")
        if players > 1 and values["solo_level"] != 2:
            raise BadOptions("solo_level is the Rival's of the solo game: leave it out with 2 to 5 players.")

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(players, dict(values), tables.table_of(values["cards"]))

    # --- The end --------------------------------------------------------------------------------------------

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        """Ten spaces with two cards of 9 PP and three gold eggs, four Goals, three full tracks, Research."""
        return 0, 10 * (2 * 9 + 3 * 3) + 4 * 10 + 3 * 5 + 8

    def longest(self, setup: Setup) -> int:
        """Every action activates at most ten abilities, and each asks a bounded number of times."""
        return setup.players * (8 + 4 * int(setup.options["action_markers"]) * 10 * DECISIONS_AN_ABILITY)
