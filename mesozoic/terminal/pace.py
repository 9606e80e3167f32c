"""A bot at the terminal takes its level's time, whatever it holds: people at the screen see how long it thinks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from mesozoic.bots import seems_open
from mesozoic.bots.searcher import SearchBot, hurried
from mesozoic.terminal.mishap import sound_choice
from mesozoic.terminal.sitting import Seat, Sitting

LITTLE_MS: Final = 100
"""For a decision that nobody expects to take long."""
SLACK_SECONDS: Final = 0.1
"""A thought that takes its whole time is over by then: whoever had nothing to think about waits as long."""


def choose_in_time(sitting: Sitting, seat: Seat, tell: Callable[[str, str], None]) -> str:
    """What the bot does, or what is done for it; at once among bots alone, and where it has no time of its own."""
    bot = seat.bot
    assert bot is not None
    if not isinstance(bot, SearchBot) or not bot.budget.ms or not sitting.people:
        return sound_choice(seat.name, bot, sitting.state, seat.number, tell)
    budget, begun = bot.budget, time.monotonic()
    if goes_on(sitting, seat) or not seems_open(sitting.state, seat.number, sitting.luck):
        bot.budget = hurried(budget, LITTLE_MS)
    try:
        move = sound_choice(seat.name, bot, sitting.state, seat.number, tell)
        time.sleep(max(0.0, begun + bot.budget.ms / 1000 + SLACK_SECONDS - time.monotonic()))
    finally:
        bot.budget = budget
    return move


def goes_on(sitting: Sitting, seat: Seat) -> bool:
    """Has nothing been revealed since the seat decided last? Then it is the same turn, which has been thought about."""
    for played in reversed(sitting.state.history):
        if played.revealed:
            return False
        if played.seat == seat.number:
            return True
    return False
