"""How other devices come to the table: addresses, and the code for their cameras in the terminal."""

from __future__ import annotations

from typing import Any

import pytest
import segno
from typer.testing import CliRunner

from mesozoic.cli import app
from mesozoic.table import run
from mesozoic.table.http import reach
from mesozoic.table.settings import Settings


def test_with_lan_the_server_listens_everywhere_and_says_how_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []

    def serve(*given: Any) -> int:
        served.append(given)
        return 0

    monkeypatch.setattr(run, "serve", serve)
    for options in (["--lan"], ["--lan", "--host", "192.0.2.7"], []):
        assert CliRunner().invoke(app, ["serve", *options]).exit_code == 0
    told = [(settings.host, lan) for settings, _, lan in served]
    assert told == [("0.0.0.0", True), ("192.0.2.7", True), (Settings().host, False)]


def test_the_invitation_names_every_address_and_draws_the_first() -> None:
    addresses = ["http://192.0.2.7:8000", "http://198.51.100.7:8000"]
    text = run.invitation(addresses, may_draw=True)
    assert all(one in text for one in addresses)
    rows = len(segno.make(addresses[0], error="m").matrix) + 4
    assert sum("█" in line for line in text.splitlines()) >= rows // 2
    assert run.invitation(addresses, may_draw=False).isascii(), "for terminals that cannot write its blocks"
    assert "cannot reach" in run.invitation([], may_draw=True)


def test_a_machines_own_addresses_are_never_its_loopback() -> None:
    assert not [one for one in reach.own_addresses() if reach.is_loopback(one)]
    assert reach.is_loopback("127.0.1.1") and reach.is_loopback("::1") and not reach.is_loopback("table.example")
