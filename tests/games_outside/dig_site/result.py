"""How a game ended: DG-13, DG-14."""

from mesozoic.kernel.game import Result
from mesozoic.kernel.parts import ranking

from .rules import Site


def result(state: Site) -> Result:
    scores = tuple(int(state.score(seat)) for seat in range(state.players))
    standings = [(-score, -len(museum)) for score, museum in zip(scores, state.museums, strict=True)]
    why = "The goal is reached." if max(scores) >= state.goal else "All rounds are played."
    return Result(scores, *ranking(standings), why)
