"""The report of a run: it finds what is there, says it in words, and needs nothing beside it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mesozoic.kernel.errors import BadOptions
from mesozoic.lab import chapters, chapters_cards
from mesozoic.lab.compare import compare, differences
from mesozoic.lab.experiments import ORDINARY, Trial
from mesozoic.lab.page import histogram
from mesozoic.lab.report import report
from mesozoic.lab.sample import CardUse, Sample
from mesozoic.lab.statistics import NARROW, share
from tests.lab.made_up import CARDS, make_up

VOID = {"meta", "br"}


class Balanced(HTMLParser):
    """Sees that every element is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def words_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.replace(NARROW, " ")))


def check_page(page: str) -> None:
    """Well-formed, alone, and without a number that is none."""
    reader = Balanced()
    reader.feed(page)
    assert reader.open == [] and len(reader.ids) == len(set(reader.ids))
    assert "<script" not in page and "http" not in page.replace("http-equiv", "") and "url(" not in page
    assert not re.search(r"\b(nan|inf|None(?! of))\b", words_of(page))


def test_a_report_says_what_the_games_show(tmp_path: Path) -> None:
    run = make_up(tmp_path, games=300, first_wins=0.9, seed=1)
    page = report(run)
    check_page(page)
    text = words_of(page)
    assert re.search(
        r"The (first|second) seat wins [\d.]+ % \([\d.]+ to [\d.]+\) of 300 games: too (often|rarely)", text
    )
    for chapter in ("Scores", "Length and choice", "Lead and tension", "Endings", "Cards, as observed", "Never chosen"):
        assert chapter in text
    assert "Eggs on the Atlas" in text and "Reshuffles of the Archive" in text and "mesozoic lab run dinospan" in text


def test_a_card_that_wins_is_observed_first(tmp_path: Path) -> None:
    sample = Sample(make_up(tmp_path, games=300, worth=lambda card: 8.0 if card == "K11" else 0.0))
    page = "".join(chapters_cards.observed(sample).body)
    first = re.search(r'<tr class="sure"><th scope="row">([^<]+)<', page)
    assert first is not None and "K11" in first[1]
    assert page.index("K11") < min(page.index(f"({card})") for card in CARDS if card != "K11")


def trials(card: str, gains: list[float]) -> list[Trial]:
    return [Trial(ORDINARY, "hunter", 2, game, 1, card, 0.5, 0.5, gain, 0.0) for game, gain in enumerate(gains)]


def test_experiments_rank_the_planted_card_first_and_little_samples_low(tmp_path: Path) -> None:
    sample = Sample(make_up(tmp_path, games=5))
    noise = [-6.0, 4.0, -3.0, 5.0, 1.0, -1.0, 2.0, -2.0]
    tried = trials("K11", [8 + one for one in noise] * 5) + trials("K01", [12.0, 9.0, 11.0])
    tried += [trial for card in ("J01", "J02", "J03", "K02") for trial in trials(card, noise * 5)]
    found = chapters_cards.effects(sample, tried, ORDINARY)
    assert [one.card for one in found if one.is_sure] == ["K11"] and found[0].card == "K11"
    assert "K01" not in {one.card for one in found}, "three games tell nothing"
    text = words_of("".join(chapters_cards.tried(sample, tried).body))
    assert "Triceratops horridus (K11) is the strongest card: worth +8.0" in text and "1 add and 0 cost" in text


def test_where_no_card_stands_out_none_is_called_strongest(tmp_path: Path) -> None:
    sample = Sample(make_up(tmp_path, games=5))
    noise = [-6.0, 4.0, -3.0, 5.0, 1.0, -1.0, 2.0, -2.0] * 3
    section = chapters_cards.tried(sample, [one for card in ("J01", "J02", "K01") for one in trials(card, noise)])
    assert section.short[0].startswith("No card is stronger than chance could do")


def test_three_wins_of_three_are_nothing_special(tmp_path: Path) -> None:
    """A sample that happens to agree has no scatter of its own."""
    sample = Sample(make_up(tmp_path, games=100))
    sample.uses.append(CardUse("K70", "Lucky", 200, 400, 3, 3, 0, (2,), (0.5, 0.5, 0.5)))
    page = "".join(chapters_cards.observed(sample).body)
    assert "Lucky" in page and 'class="sure"><th scope="row">Lucky' not in page


def test_two_runs_side_by_side(tmp_path: Path) -> None:
    one = make_up(tmp_path / "one", games=200, seed=5)
    other = make_up(tmp_path / "other", games=200, seed=5, worth=lambda card: 5.0)
    page = compare(one, other)
    check_page(page)
    assert "Score of a seat: " in words_of(page) and "pair by pair" in words_of(page)
    found = {each.figure.name: each for each in differences(Sample(one), Sample(other))}
    assert found["Score of a seat"].is_sure and not found["Rounds"].is_sure


def test_the_same_run_twice_differs_in_nothing(tmp_path: Path) -> None:
    run = make_up(tmp_path, games=60)
    text = words_of(compare(run, run))
    assert "Both runs have the same set-up." in text and "No figure of" in text


def test_runs_that_cannot_be_compared(tmp_path: Path) -> None:
    two, three = make_up(tmp_path / "two", games=5), make_up(tmp_path / "three", games=5, players=3)
    with pytest.raises(BadOptions, match="no number of players in common"):
        compare(two, three)


def test_alone_there_are_no_seats_to_compare(tmp_path: Path) -> None:
    run = make_up(tmp_path, games=30, players=1)
    check_page(report(run))
    section = chapters.seats(Sample(run))
    assert section.title == "Winning" and "The game is won" in section.short[0]


def test_a_histogram_counts_everything_once() -> None:
    drawn = histogram("Scores", "points", [1, 2, 2, 3, 40, 41])
    counts = [int(text) for text in re.findall(r'data-head="How many">(\d+)<', drawn)]
    assert sum(counts) == 6
    few = histogram("Few", "points", [0, 1, 1, 2, 3])
    assert re.findall(r'<th scope="row">([^<]+)</th>', few) == ["0", "1", "2", "3"], "whole numbers have no tenths"
    parts = histogram("Parts", "%", [0.1 * number for number in range(10)])
    assert set(re.findall(r'data-head="How many">(\d+)<', parts)) <= {"0", "1"}
    assert histogram("Nothing", "points", []) == "" and "5" in histogram("One", "points", [5])


def test_seats_of_all_sizes_of_tables_are_looked_at_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one size of table alone would show is chance where several were looked at."""
    sample = Sample(make_up(tmp_path, games=10))
    shares = {2: [share(61, 100), share(39, 100)], 5: [share(20, 100)] * 5}
    monkeypatch.setattr(chapters, "seat_shares", lambda sample, players: shares[players])
    assert "too often to be chance" in chapters.seats(sample).short[0]
    sample.__dict__["counts"] = [2, 5]
    assert all(sentence.startswith("No seat wins more or less often") for sentence in chapters.seats(sample).short)
