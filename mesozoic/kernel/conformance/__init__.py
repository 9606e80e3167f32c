"""One call that tells a game's author whether the contract holds.

``check_game(game)`` plays random games at every number of players and over a spread of options, and tries everything
that the contract promises. It raises :class:`ContractBroken` with the law, a sentence, and how to get there again;
otherwise it returns what it did. There are no exemptions: a game passes or it does not.

``setups.py`` says with which options, ``campaign.py`` shares the games out, ``trial.py`` plays one; the laws themselves
are in ``moves.py``, ``worlds.py`` (positions and imagined worlds), ``leaks.py``, ``shown.py`` and ``ending.py``.

``check_lot`` is for many millions of decisions: ``lots.py`` counts and tells, ``bulk.py`` plays and checks inside the
compiled engine.
"""

from mesozoic.kernel.conformance.campaign import check_game
from mesozoic.kernel.conformance.lots import Counted, LawBroken, check_lot
from mesozoic.kernel.conformance.report import ContractBroken, Report
from mesozoic.kernel.conformance.setups import short_spread, some_setups, spread
from mesozoic.kernel.conformance.shown import plain
from mesozoic.kernel.conformance.trial import Trial

__all__ = [
    "ContractBroken",
    "Counted",
    "LawBroken",
    "Report",
    "Trial",
    "check_game",
    "check_lot",
    "plain",
    "short_spread",
    "some_setups",
    "spread",
]
