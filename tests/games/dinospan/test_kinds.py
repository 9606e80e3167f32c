"""The tables at which every kind of ability is played."""

from __future__ import annotations

import pytest

from tests.games.dinospan.helpers import CARDS
from tests.games.dinospan.kinds import SCRIPTED, kinds_of, script


def test_every_kind_of_the_140_cards_is_scripted():
    assert len(CARDS) == 140
    every = set().union(*map(kinds_of, CARDS.values()))
    scripted = set().union(*(kinds_of(CARDS[card]) for card in SCRIPTED))
    assert scripted == every
    assert len(every) == 37


@pytest.mark.parametrize("card", SCRIPTED)
def test_a_script_does_something(card):
    """J02 draws one card unseen: there is nothing to choose."""
    assert len(script(card)) > 1 or card == "J02"
