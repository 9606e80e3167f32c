"""Many games of one set-up, stepped by one call inside the compiled engine: ``mesozoic.batch`` gives them to NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from mesozoic.kernel.errors import IllegalMove
from mesozoic.kernel.observe import Actions, Numbers, Observer, observe
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import NOBODY, Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup


ACTION_BYTES: Final = 8


@final
class ManyGames:
    """So many games side by side; one that ends starts anew. The n-th game in a place has the seed ``seed/place/n``.

    Places count from ``first`` on: a part of a greater number of games plays the same ones as the whole.
    """

    def __init__(
        self,
        setup: Setup,
        observer: Observer,
        actions: Actions,
        size: int,
        games: int,
        seed: object,
        ranks: bool,
        first: int = 0,
    ) -> None:
        self.setup = setup
        self.observer = observer
        self.actions = actions
        self.size: i64 = size
        self.games: i64 = games
        self.seed = seed
        self.ranks = ranks
        self.first = first
        self.players: i64 = setup.players
        self.states: list[State] = []
        self.begun = [0] * games
        self.observations = Numbers(size, games)
        self.seats = vec[i32]([0] * games)  # who decides in each game
        self.done = vec[i32]([0] * games)  # 1 where a game has just ended
        self.marks = vec[i32]([0] * (games * setup.players))  # points, or places, of those that have just ended
        self.legal = vec[i64]()  # the legal actions of all games: the game's place times the actions, plus the action
        self.listed: i64 = 0
        self.ends = vec[i64]([0] * games)  # where the actions of each game end in that list
        self.out = Moves()

    def reset(self) -> None:
        """New games in all places, the first ones of their seeds."""
        self.begun = [0] * self.games
        self.states = [self.begin(place) for place in range(self.games)]
        place: i64 = 0
        while place < self.games:
            self.done[place] = 0
            place += 1
        self.look()

    def begin(self, place: int) -> State:
        state = self.setup.shuffle(seeded(self.seed, self.first + place, self.begun[place]))
        self.begun[place] += 1
        return state

    def step(self, chosen: bytes) -> None:
        """One action in each game, as numbers of eight bytes, the lowest first, as NumPy keeps them.

        If one is not legal, IllegalMove says which and nothing happens in any game.
        """
        place: i64 = 0
        while place < self.games:
            action = read_i64_le(chosen, place * ACTION_BYTES)
            if not self.is_listed(place, action):
                raise IllegalMove(f"The action {action} of game {place} is not possible now: see the mask.")
            place += 1
        place = 0
        while place < self.games:
            state = self.states[place]
            seat = i64(self.seats[place])
            state.apply(seat, self.actions.code(state, seat, read_i64_le(chosen, place * ACTION_BYTES)))
            self.done[place] = 0
            if state.turn() == NOBODY:
                self.done[place] = 1
                self.mark(state, place)
                self.states[place] = self.begin(place)
            place += 1
        self.look()

    def is_listed(self, place: i64, action: i64) -> bool:
        wanted = place * self.actions.size + action
        at = self.ends[place - 1] if place > 0 else 0
        while at < self.ends[place]:
            if self.legal[at] == wanted:
                return 0 <= action < self.actions.size
            at += 1
        return False

    def mark(self, state: State, place: i64) -> None:
        """How a game ended for each seat: its place if that was asked for (alone 1 won, 2 lost), else its points."""
        at = place * self.players
        if self.ranks:
            result = self.setup.game.result(state)
            for number in result.places if self.players > 1 else (1 if result.winners else 2,):
                self.marks[at] = i32(number)
                at += 1
            return
        seat: i64 = 0
        while seat < self.players:
            self.marks[at + seat] = i32(state.score(seat))
            seat += 1

    def look(self) -> None:
        """Write what whoever decides may know and do, in every game."""
        self.observations.at = 0
        self.listed = 0
        out = self.out
        place: i64 = 0
        while place < self.games:
            state = self.states[place]
            seat = state.turn()
            self.seats[place] = i32(seat)
            observe(self.observer, state, seat, self.observations, self.size)
            state.list_moves(seat, out)
            start = place * self.actions.size
            at: i64 = 0
            while at < out.count:
                self.add_legal(start + self.actions.action(out.codes[at]))
                at += 1
            self.ends[place] = self.listed
            place += 1

    def add_legal(self, number: i64) -> None:
        if self.listed == len(self.legal):
            self.legal = append(self.legal, number)
        else:
            self.legal[self.listed] = number
        self.listed += 1
