"""Many trials of one game, on as many cores as there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from mesozoic.kernel.conformance.report import Report, broken
from mesozoic.kernel.conformance.setups import short_spread, some_setups, spread
from mesozoic.kernel.conformance.trial import LOOKS, Trial
from mesozoic.kernel.game import Game, Setup

RECURS = 40
"""A secret met this often must have been imagined differently at least once."""

FEWEST_GAMES = 20
"""A game with few options is checked with so many games all the same."""

MOST_LOOKS = 1000
"""About so many close looks fit into a minute; where there are many set-ups, each game gets fewer."""

Tell = Callable[[int, int], None]
"""How many set-ups are done, and how many there are."""
Job = tuple[Game, int, dict[str, Any], list[str], int]
"""Game, players, options, the seeds of the games, close looks in each: what a process needs to try one set-up."""


def check_game(
    game: Game,
    games: int | None = None,
    seed: int | str = 0,
    tell: Tell = lambda done, total: None,
    most: int | None = None,
    players: int | None = None,
    workers: int = 1,
    always: Mapping[str, Any] | None = None,
) -> Report:
    """Check one game, by default within a minute; raises ContractBroken.

    With ``games`` that many random games for every set-up of the whole spread, each looked at more closely. ``most``
    takes only so many of the set-ups, one game each and looked at less closely; ``players`` only those for so many.
    ``always`` gives options that hold in every set-up: another card table, for instance.
    """
    setups = some_setups(short_spread(game) if games is None else spread(game), most)
    each = games or (1 if most else max(1, FEWEST_GAMES // len(setups)))
    looks = 3 * LOOKS if games else LOOKS // 2 if most else min(LOOKS, MOST_LOOKS // len(setups))
    kept = always or {}
    jobs = [
        (game, setup.players, {**setup.options, **kept}, [f"{seed}/{number}/{one}" for one in range(each)], looks)
        for number, setup in enumerate(setups, 1)
        if players in (None, setup.players)
    ]
    report = Report(game.name)
    for done, part in enumerate(_carried_out(jobs, workers), 1):
        report.add(part)
        tell(done, len(jobs))
    _check_whole(game, report, most is None and players is None, f"over all {report.setups} set-ups, seed {seed!r}")
    return report


def _carried_out(jobs: list[Job], workers: int) -> Iterator[Report]:
    if workers == 1 or len(jobs) == 1:
        yield from map(_try_setup, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from (done.result() for done in as_completed([pool.submit(_try_setup, job) for job in jobs]))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _try_setup(job: Job) -> Report:
    game, players, options, seeds, looks = job
    setup: Setup = game.prepare(players, options)
    report = Report(game.name, setups=1)
    for seed in seeds:
        Trial(setup, seed, report, looks).run()
    return report


def _check_whole(game: Game, report: Report, is_whole: bool, where: str) -> None:
    """What only many games together can show; in a part of the set-ups not all that is declared need occur."""
    for name, said, seen in _facts(game, report):
        law = f"the fact {name} is declared as it is ({said} declared, {seen} seen)"
        _expect(said == seen or (said and not is_whole), game, law, where)
    for secret, times in report.secrets_met.items():
        law = f"imagine() redeals what is hidden: {secret}, met {times} times, never came out different"
        _expect(times < RECURS or report.secrets_redealt[secret] > 0, game, law, where)


def _facts(game: Game, report: Report) -> Iterable[tuple[str, bool, bool]]:
    facts = game.facts
    yield "chance", facts.chance, len(report.deals_seen) > 1
    yield "hidden", facts.hidden, "hidden" in report.kinds_seen
    yield "simultaneous", facts.simultaneous, "simultaneous" in report.kinds_seen
    yield "realtime", facts.realtime, "realtime" in report.kinds_seen


def _expect(holds: bool, game: Game, law: str, where: str) -> None:
    if not holds:
        raise broken(game.name, law, where)
