"""Campaigns: the same totals whoever checks, stopped and gone on with; what is broken is found and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import mesozoic
from mesozoic.kernel.conformance import Counted, LawBroken
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record
from mesozoic.lab.campaign import BROKEN_FILE, campaign, core_hour, counted_in, figures
from mesozoic.lab.pieces import PIECES, Interrupted, ThisMachine
from tests.kernel.test_conformance import LosesACard, WithState

ALONE = ThisMachine(1)
GAMES = ["dolphins-and-dinos", "carbon-dating"]
DECISIONS = 1600


def facts(found: dict[str, Counted]) -> dict[str, tuple[object, ...]]:
    """All but what it took."""
    return {game: (one.games, one.decisions, one.looks, one.players, one.fingerprint) for game, one in found.items()}


def test_the_same_totals_stopped_or_not_and_on_any_number_of_cores(tmp_path: Path) -> None:
    whole = campaign(GAMES, DECISIONS, "5", tmp_path / "one", ALONE)
    told: list[int] = []
    with pytest.raises(Interrupted, match=r"Stopped: 1,000 of 3,200 decisions are kept in .*The same command goes on"):
        campaign(GAMES, DECISIONS, "5", tmp_path / "two", ALONE, told.append, lambda: sum(told) >= 1000)
    begun = counted_in(tmp_path / "two")
    assert [one.decisions >= 400 for one in begun.values()] == [True, True], "all games are begun"
    (tmp_path / "two" / PIECES / ".carbon-dating-000007").mkdir()  # what a killed process had begun to write
    again = campaign(GAMES, DECISIONS, "5", tmp_path / "two", ThisMachine(2))
    assert facts(again) == facts(whole)
    assert all(one.decisions >= DECISIONS for one in whole.values())
    assert facts(campaign(GAMES, DECISIONS, "6", tmp_path / "other", ALONE)) != facts(whole)


def test_more_decisions_add_to_what_is_there(tmp_path: Path) -> None:
    campaign(GAMES[:1], DECISIONS, "0", tmp_path, ALONE)
    told: list[int] = []
    more = campaign(GAMES[:1], 2 * DECISIONS, "0", tmp_path, ALONE, told.append)
    assert told == [DECISIONS, *[200] * 8] and more[GAMES[0]].decisions >= 2 * DECISIONS
    assert len(list((tmp_path / PIECES).iterdir())) == 16


def test_a_planted_broken_rule_is_found_and_its_record_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = WithState(LosesACard)
    monkeypatch.setattr(mesozoic, "game", lambda name: game)
    with pytest.raises(LawBroken, match=r"(?s)grab: broken law: every card is somewhere.*seed='0/grab/0/") as found:
        campaign(["grab"], DECISIONS, "0", tmp_path, ALONE)
    assert f"mesozoic replay {tmp_path / BROKEN_FILE}" in str(found.value)
    state = Record.load(tmp_path / BROKEN_FILE).replay(lambda name: game)
    assert isinstance(state, LosesACard)
    with pytest.raises(AssertionError, match="every card is somewhere"):
        game.check_invariants(state)


def test_another_campaign_is_not_mixed_in(tmp_path: Path) -> None:
    campaign(GAMES[:1], 10, "0", tmp_path / "run", ALONE)
    with pytest.raises(BadOptions, match="holds a campaign of seed 0, not 1"):
        campaign(GAMES[:1], 10, "1", tmp_path / "run", ALONE)
    (tmp_path / "run" / "campaign.json").write_text("{")
    with pytest.raises(BadOptions, match="cannot be read"):
        campaign(GAMES[:1], 10, "0", tmp_path / "run", ALONE)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "letter.txt").write_text("Dear")
    with pytest.raises(BadOptions, match="holds other things than a campaign"):
        campaign(GAMES[:1], 10, "0", tmp_path / "letters", ALONE)
    with pytest.raises(BadOptions, match="at least 1 decision"):
        campaign(GAMES[:1], 0, "0", tmp_path / "none", ALONE)
    with pytest.raises(BadOptions, match="no game 'chess'"):
        campaign(["chess"], 10, "0", tmp_path / "none", ALONE)
    assert not (tmp_path / "none").exists()


def test_a_core_hour_goes_by_the_time_of_the_core() -> None:
    one = Counted(games=2, decisions=5000, seconds=0.5, players={2: 5000})
    assert core_hour(one) == 36_000_000 and core_hour(Counted(players={})) == 0
    told = figures({"carbon-dating": one})["carbon-dating"]
    assert told["decisions_a_core_hour"] == 36_000_000 and told["players"] == {"2": 5000}
