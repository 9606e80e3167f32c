"""What the lab counts of a battle: what is bought and played, and by which ending it is decided."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.biomechanic_dino_battles import cards
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles.position import ENDINGS
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.state import State
from mesozoic.kernel.witness import PLAYED, TAKEN, Figure, Lines, Witness

GAMES: Final = (Figure("start_seat_won", "1 if the seat that began won, 0 if not."),)
SEATS: Final = (
    Figure("points_trophies", "Trophies.", "trophies", True),
    Figure("wounds", "Wounds in the end.", "wounds"),
    Figure("hp_left", "HP that the own dinos have left.", "HP"),
    Figure("attacks", "Attacks made.", "attacks"),
    Figure("cards_bought", "Cards bought.", "cards"),
    Figure("dinos_bought", "Dinos bought.", "dinos"),
)
CARD_WORDS: Final = {
    "offered": "How often the seat could have bought it.",
    "taken": "How often the seat bought it.",
    "played": "How often the seat played or attached it; never counted for dinos.",
    "left": "How many the seat bought of a card that it never played; never counted for dinos.",
}
ATTACKS: Final = 0
BOUGHT: Final = 1
DINOS: Final = 2
TALLY: Final = 3


def witness(setup: Setup) -> Witness:
    return BattleWitness(setup)


@final
class BattleWitness(Witness):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, GAMES, SEATS, (*cards.CARD_IDS, *cards.DINO_IDS), CARD_WORDS)
        self.every = 8 * setup.players
        self.tally = vec[i64]([0] * (setup.players * TALLY))

    def round_of(self, state: State) -> i64:
        assert isinstance(state, Battle)
        return state.round

    def ending_of(self, state: State, result: Result) -> str:
        assert isinstance(state, Battle)
        return str(ENDINGS[state.ending])

    def standing(self, state: State, seat: i64) -> i64:
        """Trophies, and among equals the fewest Wounds (BD-46)."""
        assert isinstance(state, Battle)
        return 100 * state.score(seat) - state.wounds(seat)

    def begun(self, state: State) -> None:
        at: i64 = 0
        while at < len(self.tally):
            self.tally[at] = 0
            at += 1

    def before(self, state: State, seat: i64, move: i64) -> None:
        assert isinstance(state, Battle)
        kind = moves.kind_of(move)
        if kind in (moves.BUY_CARD, moves.BUY_DINO, moves.DONE) or state.phase == moves.BUY:
            self.note_offers(state, seat)
        argument = moves.argument_of(move)
        if kind == moves.BUY_CARD:
            self.take(seat, argument, state.round)
            self.tally[seat * TALLY + BOUGHT] += 1
        elif kind == moves.BUY_DINO:
            self.take(seat, cards.KINDS + state.offering[argument], state.round)
            self.tally[seat * TALLY + DINOS] += 1
        elif kind == moves.ATTACK:
            self.tally[seat * TALLY + ATTACKS] += 1
        elif kind in (moves.PLAY_STRATEGY, moves.ATTACH_CARD):
            self.play(seat, argument & 31, state.round)
        elif kind == moves.PLAY_ITEM:
            self.play(seat, cards.FIRST_ITEM + (argument & 31) // 2, state.round)

    def note_offers(self, state: Battle, seat: i64) -> None:
        out = self.out
        at: i64 = 0
        while at < out.count:
            kind = moves.kind_of(out.codes[at])
            argument = moves.argument_of(out.codes[at])
            if kind == moves.BUY_CARD:
                self.offer(seat, argument)
            elif kind == moves.BUY_DINO:
                self.offer(seat, cards.KINDS + state.offering[argument])
            at += 1

    def ended(self, state: State) -> None:
        seat: i64 = 0
        while seat < self.players:
            kind: i64 = 0
            while kind < cards.KINDS:
                if self.counted(seat, kind, PLAYED) == 0:
                    self.leave(seat, kind, self.counted(seat, kind, TAKEN))
                kind += 1
            seat += 1

    def write_game(self, state: State, result: Result, out: Lines) -> None:
        assert isinstance(state, Battle)
        out.put(int(int(state.start_seat) in result.winners))

    def write_seat(self, state: State, result: Result, seat: i64, out: Lines) -> None:
        assert isinstance(state, Battle)
        standing = result.details[seat]
        out.put(standing.trophies)
        out.put(standing.wounds)
        out.put(standing.hp)
        out.put(self.tally[seat * TALLY + ATTACKS])
        out.put(self.tally[seat * TALLY + BOUGHT])
        out.put(self.tally[seat * TALLY + DINOS])
