"""Biomechanic Dino Battles as the kernel sees it: facts, options, notation, deals. The rules are in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesozoic.games.biomechanic_dino_battles import cards, tables
from mesozoic.games.biomechanic_dino_battles.hints import BattleHints
from mesozoic.games.biomechanic_dino_battles.rules_table import (
    BENCH,
    COMBAT_COUNT,
    COPIES,
    DINOS_IN_GAME,
    HAND_SIZE,
    STACKS_IN_GAME,
    Variant,
)
from mesozoic.kernel.card_tables import OPTION, cards_option
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Choice, Flag, Number, NumberOr, Several, tune

MOST_OF_A_STACK = 60
CHOSEN = {"setup": "chosen"}


class BiomechanicDinoBattles(Game):
    name = "biomechanic-dino-battles"
    title = "Biomechanic Dino Battles"
    summary = (
        "A deckbuilder with combat: buy dinosaurs, load them with face-down cards, and knock out three of your "
        "opponents' before the Wounds run out."
    )
    rules_version = 1
    hints = BattleHints()
    package = __package__ or ""
    card_table = tables.CARD_TABLE
    facts = Facts(
        fewest_players=2,
        most_players=4,
        minutes=(45, 60),
        hidden=True,
        chance=True,
        simultaneous=False,
        realtime=False,
    )
    options = (
        Choice(
            "setup",
            "which six dinos and ten stacks are in the game",
            "starter",
            {
                "starter": "the Starter Setup",
                "random": "drawn by chance",
                "chosen": "those of the options dinos and stacks; the Starter Setup's where one is left out",
            },
        ),
        Several("dinos", "the dinos of a chosen set-up", "", cards.DINO_IDS, DINOS_IN_GAME, needs=CHOSEN),
        Several(
            "stacks",
            "the strategies and items of a chosen set-up",
            "",
            cards.STACK_IDS,
            STACKS_IN_GAME,
            needs=CHOSEN,
        ),
        NumberOr("start_seat", "who begins: 0 for Seat 1, 1 for Seat 2 and so on", "random", "random", 0, 3),
        Number("trophies_to_win", "so many trophies win at once", 3, 1, 5),
        NumberOr("wound_stack", "Wounds in their stack: auto is 4 a player", "auto", "auto", 1, MOST_OF_A_STACK),
        NumberOr("poison_stack", "Poison in its stack: auto is 10, 15 or 20", "auto", "auto", 1, MOST_OF_A_STACK),
        NumberOr("paralyze_stack", "Paralyze in its stack: auto is 10, 15 or 20", "auto", "auto", 1, MOST_OF_A_STACK),
        NumberOr("supply_stack", "copies of each strategy and item: auto is 6, 8 or 10", "auto", "auto", 1, 10),
        Flag("assist_powers", "benched dinos may use their Assist Powers", True),
        Choice(
            "attack_payment",
            "which attached cards pay for an attack",
            "active",
            {"active": "those on the attacking dino", "any": "also those on the bench"},
        ),
        Choice(
            "retreat_payment",
            "where the cost of a retreat comes from",
            "hand",
            {"hand": "from the hand", "attached": "from the cards on the retreating dino"},
        ),
        Choice(
            "poison_trophy",
            "who gets a dino that Poison knocked out",
            "none",
            {"none": "nobody", "poisoner": "the opponent who last made that player take Poison"},
        ),
        Choice(
            "items",
            "when items can be played beside the own turn",
            "windows",
            {
                "windows": "when one is attacked, and once in each turn of an opponent, after the actions",
                "anytime": "also by anybody when an attack is declared or answered, or a strategy or Assist Power "
                "announced",
            },
        ),
        Number("round_limit", "after so many rounds the fewest Wounds win", 40, 1, 200),
        cards_option(),
        tune("hand", "cards drawn at the start and after each turn", HAND_SIZE, 3, 9),
        tune("dino_copies", "copies of each dino, where the card table says nothing", COPIES.__getitem__, 2, 9),
        tune("combat_stack", "cards in each stack of Attack, Evade and Defend", COMBAT_COUNT.__getitem__, 5, 30),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def check_options(self, players: int, values: Mapping[str, Any]) -> None:
        for name in ("dinos", "stacks"):
            if values["setup"] != "chosen" and values[name]:
                raise BadOptions(f"The option {name} goes only with setup=chosen.")
        if values["start_seat"] != "random" and values["start_seat"] >= players:
            last = players - 1
            raise BadOptions(f"start_seat {values['start_seat']} is no seat of {players} players: give 0 to {last}.")

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(players, dict(values), tables.CARD_TABLE.of(values[OPTION]))

    # --- The end --------------------------------------------------------------------------------------------

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        """One attack can knock out an active dino and a whole bench."""
        return 0, int(setup.options["trophies_to_win"]) - 1 + 1 + BENCH

    def longest(self, setup: Setup) -> int:
        """BD-R42: a turn is bounded by the cards that can be played in it, each at most once."""
        variant: Variant = setup.variant
        a_turn = 40 + int(variant.table.busiest) * int(variant.most_played)
        if variant.items_anytime:
            a_turn *= 1 + setup.players  # everybody may pass twice an attack, and once a text
        return int(variant.round_limit) * setup.players * a_turn
