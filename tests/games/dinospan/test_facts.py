"""Species facts: one for each of the 140 cards, short, whole sentences, none twice."""

from __future__ import annotations

from mesozoic.games.dinospan.cards import CARD_IDS
from mesozoic.games.dinospan.facts import facts

LONGEST = 120


def test_every_card_has_a_fact():
    found = facts()
    assert list(found) == list(CARD_IDS)
    sentences = [one.sentence for one in found.values()]
    assert len(set(sentences)) == 140
    for one in found.values():
        assert one.sentence.endswith(".") and one.sentence[0].isupper() and 20 <= len(one.sentence) <= LONGEST, one
        assert all((one.name, one.period, one.place, one.size, one.diet, one.teeth))


def test_a_fact():
    one = facts()["J43"]
    assert (one.name, one.period, one.place) == ("Allosaurus fragilis", "Jurassic", "USA, North America")
    assert (one.size, one.diet, one.teeth) == ("8.5 m", "meat-eating", "blade-toothed")
