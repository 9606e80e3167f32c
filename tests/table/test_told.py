"""Whoever is not told of something sees no difference: the table is the same for who stayed and for who comes."""

from __future__ import annotations

import random
from typing import Any

import pytest

import mesozoic
from mesozoic.kernel.errors import IllegalMove
from mesozoic.kernel.record import take_back
from mesozoic.kernel.state import HOST
from mesozoic.table.matches.match import Match, Reader
from mesozoic.table.storage.entries import MOVE, SEATS, START, UNDO, Entry, MatchRow

GAMES = ("biomechanic-dino-battles", "carbon-dating", "dinospan", "dolphins-and-dinos")
MOVES = 150


class Folding:
    """A match that is played by folding entries, looked at by everybody after each of them."""

    def __init__(self, game: str, people: int, bots: int) -> None:
        players = people + bots
        rules = mesozoic.game(game).rules_version
        self.match = Match(MatchRow("2345678923", game, rules, players, {}, "7", False, False, None, 0.0, "salt"))
        seats = [{"kind": "person" if one < people else "bot", "name": f"P{one + 1}"} for one in range(players)]
        self.fold(SEATS, data={"seats": seats, "creator": 0, "tokens": {}})
        self.fold(START)

    def fold(self, kind: str, seat: int | None = None, data: dict[str, Any] | None = None) -> list[Reader]:
        """Who was told; raises AssertionError if somebody else could notice."""
        match, before = self.match, self._seen()
        entry = Entry(match.row.id, match.number + 1, kind, seat, data or {}, match.number, float(match.number))
        readers = match.fold(entry).readers
        after = self._seen()
        for reader in set(match.readers) - set(readers):
            assert before.get(reader) == after.get(reader), f"{entry}: reader {reader} was not told"
        return readers

    def _seen(self) -> dict[Reader, Any]:
        state = self.match.state
        return {} if state is None else {one: (state.view(one), self.match.to_move) for one in self.match.readers}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_not_told_of_a_move_or_its_taking_back_sees_no_difference(game: str) -> None:
    facts, chance = mesozoic.game(game).facts, random.Random(5)
    for people in range(1, min(2, facts.most_players) + 1):
        folding = Folding(game, people, max(0, facts.fewest_players - people))
        taken_back = 0
        for _ in range(MOVES):
            state = folding.match.state
            assert state is not None
            if not folding.match.to_move:
                break
            seat = chance.choice([one for one in folding.match.to_move if one != HOST])
            folding.fold(MOVE, seat, {"move": chance.choice(state.moves(seat))})
            try:
                take_back(state, seat)
            except IllegalMove:
                continue
            if folding.match.status == "playing" and chance.random() < 0.3:
                folding.fold(UNDO, seat)
                taken_back += 1
        assert taken_back or game == "carbon-dating", "nothing was taken back"


def test_spectators_are_told_when_somebody_who_plays_alone_takes_back() -> None:
    folding = Folding("dinospan", 1, 0)
    chance = random.Random(1)
    for _ in range(MOVES):
        state = folding.match.state
        assert state is not None
        told = folding.fold(MOVE, 0, {"move": chance.choice(state.moves(0))})
        try:
            take_back(state, 0)
        except IllegalMove:
            continue
        if None in told:
            assert None in folding.fold(UNDO, 0)
            return
    raise AssertionError("nothing could be taken back")
