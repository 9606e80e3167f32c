"""Many games between named bots, on all cores, with the same result on any number of them.

Game i takes its chance from the seed and i alone; the bots change seats from game to game, so that no bot owes its
figures to a seat. Paired, every deal is played with the bots in each seat in turn, so that none owes them to its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from mesozoic.bots import Bot
from mesozoic.bots.random import RandomBot
from mesozoic.games import find_game
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Result, Setup
from mesozoic.kernel.playout import NO_MOVE, watch_randomly
from mesozoic.kernel.realtime import run
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import NOBODY, State, seat_name
from mesozoic.kernel.witness import GAME_CELLS, NOTHING, PLAYED, SEAT_CELLS, TAKEN, Figure, Witness
from mesozoic.lab.entrants import check_entrant, make_checked
from mesozoic.lab.pieces import ThisMachine, wanted
from mesozoic.lab.statistics import SURE, wilson

CHUNK = 25
"""Games per piece of work, at most: small enough for a steady progress bar."""
PIECES = 8
"""A short run is cut into so many pieces for each core, so that none waits for another."""


@dataclass(frozen=True)
class Outcome:
    """One simulated game."""

    number: int
    bots: tuple[str, ...]
    """Who sat in each seat."""
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """Each seat's share of the win: 1, or an equal part of a shared one."""
    decisions: int
    figures: dict[str, float] = field(default_factory=dict)
    seat_figures: tuple[dict[str, float], ...] = ()

    seconds: float = 0.0
    """How long it lasted on its own clock, in a real-time game."""


@dataclass(frozen=True)
class SeatFigure:
    """A figure that a game tells about its seats, over all seats of all games."""

    mean: float
    share: float
    """How many of the seats had more than 0 of it."""
    win_share: float
    """How often those won, with a 95 % interval."""
    win_low: float
    win_high: float


@dataclass(frozen=True)
class Standing:
    """What a bot (or a seat) achieved, each figure with a 95 % interval. A bot in several seats: per seat."""

    games: int
    wins: float
    win_share: float
    win_low: float
    win_high: float
    mean_score: float
    score_error: float
    """Half the width of the mean score's interval."""


@dataclass(frozen=True)
class Played:
    """What was played, so that it can be played again."""

    game: str
    rules: int
    players: int
    options: dict[str, Any]
    games: int
    seed: str

    def json(self) -> dict[str, Any]:
        return asdict(self)

    def options_words(self) -> str:
        """The options that are not as usual."""
        game = find_game(self.game)
        usual = game.prepare(self.players).options
        changed = {name: value for name, value in self.options.items() if value != usual[name]}
        if game.cards_option in changed:
            changed[game.cards_option] = "another table"
        return " ".join(f"{name}={value}" for name, value in changed.items())


def as_played(setup: Setup, games: int, seed: int | str) -> dict[str, Any]:
    """What all that is played says of itself."""
    return asdict(
        Played(setup.game.name, setup.game.rules_version, setup.players, dict(setup.options), games, str(seed))
    )


@dataclass(frozen=True)
class Simulation(Played):
    """What a run of games gave."""

    bots: tuple[str, ...]
    mean_decisions: float
    mean_seconds: float
    """By the game's own clock; 0 where there is none."""
    by_bot: dict[str, Standing]
    by_seat: dict[str, Standing]
    paired: bool
    """Was each deal played with the bots in every seat? Then the intervals are those of deals, not of games."""
    scores: dict[str, dict[int, int]]
    """For each bot how often it ended with each score, lowest first."""
    figures: dict[str, float] = field(default_factory=dict)
    """The means of what the game itself tells about its games, where that was asked for."""
    seat_figures: dict[str, SeatFigure] = field(default_factory=dict)


def check_deals(setup: Setup, games: int) -> None:
    """BadOptions unless each deal can be played in every seat."""
    if games < setup.players or games % setup.players:
        raise BadOptions(f"Each deal is played in every seat: give a multiple of {setup.players} games, not {games}.")


Rank = tuple[float, int, float]


def rank(setup: Setup, outcome: Outcome, seat: int) -> Rank:
    """Who has more of this did better: alone, or at the same table, the goal or the win first, then the points.

    Then whoever took less of the game's own time, as in a race alone (CL-R37); at one table it is the same for all.
    """
    points = outcome.scores[seat]
    return outcome.shares[seat], -points if setup.game.facts.fewest_points_win else points, -outcome.seconds


def better(one: Rank, other: Rank) -> float:
    """1 if the first rank is better than the second, 1/2 if they are equal."""
    return 0.5 if one == other else float(one > other)


def fill_seats(bots: list[str], players: int) -> list[str]:
    """One bot a seat: the last one named takes the seats that are left."""
    if players == 1 and len(bots) != 1:
        raise BadOptions(f"Who plays alone is one bot, not {len(bots)}: mesozoic ladder compares several.")
    if not bots or len(bots) > players:
        raise BadOptions(f"Name 1 to {players} bots for {players} players, not {len(bots)}.")
    return bots + bots[-1:] * (players - len(bots))


def simulate(
    setup: Setup,
    bots: list[str],
    games: int,
    seed: int | str = 0,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    figures: bool = False,
    paired: bool = False,
) -> Simulation:
    """Play ``games`` games between the bots and sum them up; ``progress`` is told how many more are done.

    With ``figures`` the game's own numbers are collected too.
    """
    seats = fill_seats(bots, setup.players)
    if paired and games % setup.players:
        raise BadOptions(f"Paired games of {setup.players} players come in lots of {setup.players}, so not {games}.")
    outcomes = play_all(setup, seats, games, seed, workers, progress, figures, paired)
    return _sum_up(setup, seats, seed, outcomes, paired)


def play_all(
    setup: Setup,
    bots: list[str],
    games: int,
    seed: int | str = 0,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    figures: bool = False,
    paired: bool = False,
) -> list[Outcome]:
    """The games one by one, in their order."""
    seats = fill_seats(bots, setup.players)
    for bot in seats:
        check_entrant(setup.game, bot)
    if games < 1:
        raise BadOptions(f"Play at least 1 game, not {games}.")
    here = ThisMachine(workers)
    outcomes: list[Outcome] = []
    chunk = max(1, min(CHUNK, games // (PIECES * here.cores)))
    pieces = [range(start, min(start + chunk, games)) for start in range(0, games, chunk)]
    play = partial(play_piece, setup.game.name, setup.players, dict(setup.options), seats, seed, figures, paired)
    with closing(here.play(play, pieces)) as done:
        for piece, played in done:
            outcomes += played
            progress(len(piece))
    return sorted(outcomes, key=lambda outcome: outcome.number)


def play_piece(
    game: str,
    players: int,
    options: Mapping[str, Any],
    seats: list[str],
    seed: int | str,
    figures: bool,
    paired: bool,
    numbers: range,
    is_stopped: Callable[[], bool],
) -> list[Outcome]:
    """Play the games of these numbers; Stopped if nobody wants them."""
    setup = find_game(game).prepare(players, options)
    return [play_one(setup, seats, seed, number, figures, paired) for number in wanted(numbers, is_stopped)]


def play_one(
    setup: Setup, seats: list[str], seed: int | str, number: int, figures: bool = False, paired: bool = False
) -> Outcome:
    """Play one game, the bots moved on by one seat for each game before it."""
    witness = setup.game.figures.witness(setup) if figures else None
    played = play_out(setup, seats, seed, number, paired, witness)
    result = played.result
    return Outcome(
        number,
        played.seated,
        result.scores,
        tuple(1 / len(result.winners) if at in result.winners else 0.0 for at in range(setup.players)),
        played.decisions,
        _own_of_game(witness) if witness else {},
        tuple(_own_of_seat(witness, at) for at in range(setup.players)) if witness else (),
        played.state.clock / 1000,
    )


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A game that was played to its end."""

    state: State
    seated: tuple[str, ...]
    result: Result
    decisions: int


Sample = Callable[[State, int, int], None]
"""Makes a move that is sampled."""


def play_out(
    setup: Setup,
    seats: list[str],
    seed: int | str,
    number: int,
    paired: bool = False,
    witness: Witness | None = None,
    sample: Sample = State.apply,
    game: int = 0,
    gap: int = 0,
) -> PlayedOut:
    """Play the game of this number. A witness sees it as ``game``, and about every ``gap`` moves one is ``sample``d."""
    turn = number % setup.players
    seated = seats[-turn:] + seats[:-turn] if turn else seats
    deal = number // setup.players if paired else number
    state = setup.shuffle(seeded(seed, deal))
    if witness is not None:
        witness.begin(state, game, seeded(seed, number, "decisions"), gap)
    levels = setup.game.levels
    if levels.names():
        tempo = levels.tempo(state, dict(enumerate(seated)), f"{seed}/{number}")
        decisions = run(tempo, None if witness is None else partial(_make, witness, sample))
    elif witness is None:
        decisions = _take_turns(state, seated, (seed, number))
    else:
        decisions = _take_watched_turns(state, seated, (seed, number), witness, sample)
    result = state.result
    assert result is not None
    if witness is not None:
        witness.finish(state, deal, result)
    return PlayedOut(state, tuple(seated), result, decisions)


def _make(witness: Witness, sample: Sample, state: State, seat: int, move: int) -> None:
    if witness.make(state, seat, move):
        sample(state, seat, move)


def _take_turns(state: State, seated: list[str], chance: tuple[object, int]) -> int:
    """Play a game in which every decision waits for its seat; returns how many there were."""
    bots = _bots(seated, chance)
    decisions = 0
    while (seat := state.turn()) != NOBODY:
        state.apply(seat, bots[seat].code(state, seat))
        decisions += 1
    return decisions


def _take_watched_turns(
    state: State, seated: list[str], chance: tuple[object, int], witness: Witness, sample: Sample
) -> int:
    """The same under the eyes of a witness."""
    bots = _bots(seated, chance)
    if all(type(bot) is RandomBot for bot in bots):
        rngs = [bot.rng for bot in bots]
        while (drawn := watch_randomly(state, rngs, witness)) != NO_MOVE:
            sample(state, int(state.turn()), drawn)
        return int(witness.decisions)
    decisions = 0
    while (seat := state.turn()) != NOBODY:
        move = bots[seat].code(state, seat)
        if witness.make(state, seat, move):
            sample(state, seat, move)
        decisions += 1
    return decisions


def _bots(seated: list[str], chance: tuple[object, int]) -> list[Bot]:
    where = f"game {chance[1] + 1}"
    return [make_checked(name, seeded(*chance, "bot", at), where) for at, name in enumerate(seated)]


def _own_of_game(witness: Witness) -> dict[str, float]:
    """The game's own figures about the only game that this witness has seen."""
    cells = list(witness.games.cells)[len(GAME_CELLS) : witness.games.width]
    return _filled(witness.game_figures, cells)


def _own_of_seat(witness: Witness, seat: int) -> dict[str, float]:
    """The same about a seat, and which cards it took and played."""
    width = int(witness.seats.width)
    cells = list(witness.seats.cells)[seat * width + len(SEAT_CELLS) : (seat + 1) * width]
    found = _filled(witness.seat_figures, cells)
    for card, name in enumerate(witness.card_names):
        found[f"took {name}"] = float(witness.counted(seat, card, TAKEN))
        found[f"played {name}"] = float(witness.counted(seat, card, PLAYED))
    return found


def _filled(figures: tuple[Figure, ...], cells: list[int]) -> dict[str, float]:
    pairs = zip(figures, cells, strict=True)
    return {figure.name: float(number) for figure, number in pairs if number != NOTHING}


def _sum_up(setup: Setup, seats: list[str], seed: int | str, outcomes: list[Outcome], paired: bool) -> Simulation:
    lots = setup.players if paired else 1
    everywhere = range(setup.players)
    by_bot = {
        bot: [_mean_of(outcome, [seat for seat in everywhere if outcome.bots[seat] == bot]) for outcome in outcomes]
        for bot in dict.fromkeys(seats)
    }
    by_seat = {seat_name(seat): [_mean_of(outcome, [seat]) for outcome in outcomes] for seat in everywhere}
    return Simulation(
        **as_played(setup, len(outcomes), seed),
        bots=tuple(seats),
        mean_decisions=sum(outcome.decisions for outcome in outcomes) / len(outcomes),
        mean_seconds=sum(outcome.seconds for outcome in outcomes) / len(outcomes),
        by_bot={bot: standing(lot, lots) for bot, lot in by_bot.items()},
        by_seat={seat: standing(lot, lots) for seat, lot in by_seat.items()},
        paired=paired,
        scores={bot: dict(sorted(Counter(scores_of(bot, outcomes)).items())) for bot in by_bot},
        figures=_mean_figures(outcomes),
        seat_figures=_mean_seat_figures(outcomes),
    )


def _mean_figures(outcomes: list[Outcome]) -> dict[str, float]:
    """Each over the games that have it."""
    lots: dict[str, list[float]] = {}
    for outcome in outcomes:
        for name, number in outcome.figures.items():
            lots.setdefault(name, []).append(number)
    return {name: sum(lot) / len(lot) for name, lot in lots.items()}


def _mean_seat_figures(outcomes: list[Outcome]) -> dict[str, SeatFigure]:
    """Every figure with its mean, who had any of it, and how often those won."""
    lots: dict[str, list[tuple[float, float]]] = {}
    for outcome in outcomes:
        for figures, share in zip(outcome.seat_figures, outcome.shares, strict=False):
            for name, number in figures.items():
                lots.setdefault(name, []).append((number, share))
    found = {}
    for name, lot in lots.items():
        having = [share for number, share in lot if number > 0]
        low, high = wilson(sum(having), len(having)) if having else (0.0, 1.0)
        mean = sum(number for number, _ in lot) / len(lot)
        wins = sum(having) / len(having) if having else 0.0
        found[name] = SeatFigure(mean, len(having) / len(lot), wins, low, high)
    return found


def scores_of(bot: str, outcomes: list[Outcome]) -> list[int]:
    """The final score of every seat in which a bot sat."""
    seats = [zip(outcome.bots, outcome.scores, strict=True) for outcome in outcomes]
    return [score for seated in seats for name, score in seated if name == bot]


def _mean_of(outcome: Outcome, seats: list[int]) -> tuple[float, float]:
    """A bot's score and share of the win in one game; of several seats the mean, as they are not independent."""
    scores, shares = [outcome.scores[seat] for seat in seats], [outcome.shares[seat] for seat in seats]
    return sum(scores) / len(seats), sum(shares) / len(seats)


def standing(lot: list[tuple[float, float]], paired: int = 1) -> Standing:
    """Scores and shares of the win of one player, game by game, summed up; so many games in turn share a deal."""
    games = len(lot)
    scores = _deals([score for score, _ in lot], paired)
    shares = _deals([share for _, share in lot], paired)
    mean, won = sum(scores) / len(scores), sum(shares) / len(shares)
    spread = _error(shares)
    low, high = max(0.0, won - spread), min(1.0, won + spread)
    if paired == 1 or not 0 < won < 1:
        low, high = wilson(won * games, games)
    return Standing(games, won * games, won, low, high, mean, _error(scores))


def _deals(numbers: list[float], paired: int) -> list[float]:
    """The mean of each deal."""
    return [sum(numbers[at : at + paired]) / paired for at in range(0, len(numbers), paired)]


def _error(numbers: list[float]) -> float:
    """Half the width of the 95 % interval of their mean."""
    mean = sum(numbers) / len(numbers)
    return SURE * sqrt(sum((one - mean) ** 2 for one in numbers) / max(1, len(numbers) - 1) / len(numbers))
