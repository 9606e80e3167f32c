"""CLADES Prehistoric as the kernel sees it: facts, options, notation, deals. The rules are in ``rules.py``."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import is_bonus
from mesozoic.games.clades.hints import TripleHints
from mesozoic.games.clades.rules_table import Variant, cards_in_use
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Facts, Game, Setup
from mesozoic.kernel.options import Choice, Flag, Map, Number, OneNumber, PerSeat

USUAL_SETS = {"M": "O", "S": "P", "A": "O"}
STANDARD = {"combined": "standard"}
LONGEST_WAIT = 600_000
TEACHING = Flag("teaching", "27 cards with three animals each, 7 shared cards", False)


class CladesPrehistoric(Game):
    name = "clades"
    title = "CLADES Prehistoric"
    summary = (
        "Everybody looks at the same cards at once and calls three that are alike or different in every quality. "
        "Calls count in the order they come; triples of one clade bring extra cards."
    )
    rules_version = 2
    hints = TripleHints()
    package = __package__ or ""
    facts = Facts(
        fewest_players=1,
        most_players=8,
        minutes=(15, 20),
        hidden=True,
        chance=True,
        simultaneous=True,
        realtime=True,
    )
    options = (
        Choice(
            "mode",
            "the game (race is usual for one player)",
            lambda players: "race" if players == 1 else "table",
            {
                "table": "2 to 8 players around one table",
                "casual": "solitaire without a goal: take triples, reshuffle when you like",
                "race": "solitaire against the clock: ten triples from 39 cards",
            },
        ),
        TEACHING,
        Choice(
            "deck",
            "the cards in use",
            "full",
            {"full": "all of them", "threes": "only those with three animals, no bonus cards"},
        ),
        OneNumber("grid_size", "how many shared cards (7 in the teaching game)", 12, (7, 12)),
        PerSeat("personal", "personal cards of each seat", lambda players: 0 if players == 1 else 1, 0, 3),
        Flag("victory_break", "who scores takes a break until somebody else does", False),
        Flag("false_call_penalty", "a false call costs a card of the pile", False),
        Choice(
            "open_hand",
            "what happens to personal cards when nobody calls",
            "off",
            {
                "off": "they stay closed",
                "open": "they are laid open, and everybody may use them",
                "switch": "the same, and who uses another's card gives an own one for it",
            },
        ),
        Choice(
            "combined",
            "together with the original CLADES",
            "none",
            {
                "none": "this set alone",
                "standard": "each clade from one of the two sets",
                "genius": "both sets shuffled together",
            },
        ),
        Map("clade_sets", "which set each clade comes from", USUAL_SETS, ("M", "S", "A"), ("P", "O"), needs=STANDARD),
        Choice(
            "bonus_set",
            "whose bonus cards are used",
            "P",
            {"P": "the prehistoric ones", "O": "the original ones"},
            needs=STANDARD,
        ),
        Number("casual_grid", "shared cards of the casual game", 15, 12, 24, needs={"mode": "casual"}),
        Number(
            "race_countdown_s",
            "seconds of the race, 0 for a stopwatch",
            0,
            0,
            3600,
            needs={"mode": "race"},
            tried=(0, 3),
        ),
        Number("settle_ms", "host: how long after a triple others may call", 1500, 0, LONGEST_WAIT, tried=(0, 1500)),
        Number("lock_ms", "host: how long a false call locks", 3000, 0, LONGEST_WAIT, tried=(0, 3000)),
        Number(
            "majority_ms", "host: how long after most see none a card comes", 5000, 0, LONGEST_WAIT, tried=(0, 5000)
        ),
        Number("stall_s", "host: seconds without a call before a card comes, 0 for never", 90, 0, 3600, tried=(0, 90)),
    )

    # --- Starting -----------------------------------------------------------------------------------------

    def prepare(self, players: int, options: Mapping[str, Any] | None = None) -> Setup:
        """The teaching game brings its own deck and grid (CL-37, CL-38)."""
        if isinstance(options, Mapping) and "teaching" in options and TEACHING.read(options["teaching"]):
            options = {"deck": "threes", "grid_size": 7, **options}
        return super().prepare(players, options)

    def check_options(self, players: int, values: Mapping[str, Any]) -> None:
        for is_wrong, reason in _refusals(players, values):
            if is_wrong:
                raise BadOptions(reason)
        _check_size(players, values)

    def variant(self, players: int, values: Mapping[str, Any]) -> Variant:
        return Variant(players, dict(values))

    # --- The end --------------------------------------------------------------------------------------------

    def score_bounds(self, setup: Setup) -> tuple[int, int]:
        variant: Variant = setup.variant
        if variant.race:
            return 0, 3 * terms.RACE_TRIPLES
        return 0, len(variant.cards) * (terms.MOST_ROUNDS if variant.casual else 1)

    def longest(self, setup: Setup) -> int:
        """Between two settles or stalls each seat makes at most a triple, three false calls, two of them unlocked, and
        a vote; scores are bounded by the cards and the penalties paid, stalls by the deck, the hand openings and the
        breaks (ledger section 10). In solitaire any three cards are called falsely at most once in a round."""
        variant: Variant = setup.variant
        seats = setup.players
        cards = len(variant.cards) + (terms.MOST_PENALTIES * seats if variant.penalty else 0)
        scores = cards // 3
        stalls = len(variant.cards) + (scores + 1 if variant.open_hand else 0) + scores + 2
        rounds = terms.MOST_ROUNDS if variant.casual else 1
        false_calls = comb(terms.RACE_CARDS if variant.race else cards, 3) if variant.solitaire else 0
        return 2 + rounds * (1 + (scores + stalls + 1) * (7 * seats + 1) + false_calls)


def _refusals(players: int, values: Mapping[str, Any]) -> list[tuple[bool, str]]:
    """What does not combine, each with its reason (ledger section 6)."""
    mode, deck, combined = values["mode"], values["deck"], values["combined"]
    solitaire = mode != "table"
    personal = values["personal"]
    some = any(personal) if isinstance(personal, list) else personal > 0
    only_table = ("teaching", "victory_break", "false_call_penalty")
    return [
        (solitaire and players > 1, f"mode={mode} is solitaire: it is for one player (CL-R1)."),
        (not solitaire and players == 1, "mode=table is for 2 to 8 players; alone play casual or race (CL-R1)."),
        *[
            (solitaire and values[name], f"{name} is for the table game: solitaire goes without it (CL-52)")
            for name in only_table
        ],
        (solitaire and some, "Solitaire has no personal cards: leave out personal (CL-52)."),
        (solitaire and values["open_hand"] != "off", "Solitaire has no personal cards to open: leave out open_hand."),
        (mode == "race" and deck == "threes", "The race needs 39 cards: the 27 threes are too few (CL-54)."),
        (solitaire and values["grid_size"] != 12, "grid_size is for the table game: solitaire has its own number."),
        (mode != "casual" and values["casual_grid"] != 15, "casual_grid is only for mode=casual (CL-R39)."),
        (mode != "race" and values["race_countdown_s"] != 0, "race_countdown_s is only for mode=race (CL-57)."),
        (
            isinstance(personal, list) and len(personal) != players,
            f"personal must give one number, or one for each of the {players} seats.",
        ),
        (values["teaching"] and combined == "genius", "The teaching game does not go with combined=genius."),
        (values["teaching"] and deck != "threes", "The teaching game is played with deck=threes (CL-37)."),
        (values["teaching"] and values["grid_size"] != 7, "The teaching game has 7 shared cards (CL-38)."),
        (values["open_hand"] != "off" and not some, "open_hand needs a seat with a personal card (CL-47)."),
        (
            combined != "standard" and values["clade_sets"] != USUAL_SETS,
            "clade_sets is only for combined=standard (CL-60).",
        ),
        (
            len(set(values["clade_sets"].values())) < 2,
            "clade_sets must use both sets: one clade from one, two from the other (CL-60).",
        ),
        (
            values["bonus_set"] != "P" and (combined != "standard" or deck != "full" or solitaire),
            "bonus_set is only for the table game with combined=standard and deck=full (CL-R41).",
        ),
    ]


def _check_size(players: int, values: Mapping[str, Any]) -> None:
    """CL-R5: three cards must be left over after the deal."""
    personal = values["personal"]
    dealt = sum(personal) if isinstance(personal, list) else personal * players
    grid = values["casual_grid"] if values["mode"] == "casual" else values["grid_size"]
    animals = sum(not is_bonus(card) for card in cards_in_use(dict(values)))
    if grid + dealt > animals - 3:
        raise BadOptions(
            f"{grid} shared and {dealt} personal cards are too many for a deck of {animals} animal cards: "
            f"at most {animals - 3} can be dealt (CL-R5)."
        )
