"""Runs that nobody played: tables of the lab's own form, with what a test wants to be found in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mesozoic.kernel.rng import seeded
from mesozoic.kernel.witness import Figure
from mesozoic.lab.results import SETUP_FILE, Run
from mesozoic.lab.schema import run_setup, schemas

CARDS = ("J01", "J02", "J03", "J04", "K01", "K02", "K03", "K11")
SEAT_FIGURES = (
    Figure("points_eggs", "Eggs on the Atlas.", "points", True),
    Figure("points_cards", "Cards on the Atlas.", "points", True),
    Figure("evolved", "Cards that evolved from another.", "cards"),
)
GAME_FIGURES = (Figure("reshuffles", "Reshuffles of the Archive.", "times"),)


def make_up(
    folder: Path,
    games: int = 200,
    players: int = 2,
    seed: object = 0,
    first_wins: float = 0.5,
    worth: Callable[[str], float] = lambda card: 0.0,
) -> Run:
    """A run of DinoSpan in which the first of two seats wins so often, and cards are worth so many points."""
    setup = run_setup("dinospan", [players], ["hunter"], games, str(seed), command="mesozoic lab run dinospan")
    rng = seeded("made up", seed)

    def chance() -> float:
        return rng.below(1_000_000) / 1_000_000

    tables: dict[str, list[dict[str, Any]]] = {"games": [], "seats": [], "cards": [], "decisions": []}
    for game in range(games):
        hands = [[card for card in CARDS if chance() < 0.4] for _ in range(players)]
        scores = [60 + int(20 * chance()) + sum(worth(card) for card in hand) for hand in hands]
        if players == 2:
            best = max(scores[0], scores[1] + 1) if chance() < first_wins else min(scores[0], scores[1] - 1)
            scores[0] = best if not any(map(worth, CARDS)) else scores[0]
        tables["games"].append(_game(game, players, chance))
        for seat in range(players):
            share = float(scores[seat] == max(scores)) / scores.count(max(scores))
            tables["seats"].append(_seat(game, players, seat, int(scores[seat]), share))
            tables["cards"] += [_card(game, players, seat, card, card in hands[seat]) for card in CARDS]
        tables["decisions"].append(_decision(game, players))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SETUP_FILE).write_bytes(msgspec.json.encode(setup))
    for name, schema in schemas(setup, GAME_FIGURES, SEAT_FIGURES).items():
        pq.write_table(pa.Table.from_pylist(tables[name], schema=schema), folder / f"{name}.parquet")
    return Run.open(folder)


def _game(game: int, players: int, chance: Callable[[], float]) -> dict[str, Any]:
    return {
        "game": game, "players": players, "deal": game, "rounds": 4, "decisions": 80 + int(30 * chance()),
        "ending": "After four rounds." if chance() < 0.9 else "No eggs.", "forced": 20, "branching": 6.5,
        "lead_changes": int(4 * chance()), "decided_at": chance(), "seconds": None, "reshuffles": int(2 * chance()),
    }  # fmt: skip


def _seat(game: int, players: int, seat: int, score: int, share: float) -> dict[str, Any]:
    return {
        "game": game, "players": players, "seat": seat + 1, "bot": "hunter", "score": score, "share": share,
        "place": 1 if share else 2, "ahead": 0.5, "points_eggs": score // 3, "points_cards": score - score // 3,
        "evolved": 2,
    }  # fmt: skip


def _card(game: int, players: int, seat: int, card: str, is_taken: bool) -> dict[str, Any]:
    return {
        "game": game, "players": players, "seat": seat + 1, "card": card, "offered": 2, "taken": int(is_taken),
        "played": int(is_taken), "left": 0, "round_taken": 2 if is_taken else None,
        "round_played": 3 if is_taken else None,
    }  # fmt: skip


def _decision(game: int, players: int) -> dict[str, Any]:
    return {
        "game": game, "players": players, "number": 3, "seat": 1, "round": 1, "options": 2, "open": ["a", "b"],
        "chosen": "a", "value_before": 0.0, "value_after": 1.0,
    }  # fmt: skip
