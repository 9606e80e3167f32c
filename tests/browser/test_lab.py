"""The lab's pages in the browser: they fit a desk and a phone, by day and by night, and axe finds nothing wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import mesozoic
from mesozoic.lab.compare import compare
from mesozoic.lab.experiments import Plan, run
from mesozoic.lab.pieces import ThisMachine
from mesozoic.lab.report import report
from mesozoic.lab.tournament import hold
from mesozoic.lab.tournament_page import tournament_page
from mesozoic.lab.tune import read_aim, read_change, tune, tuning_page
from tests.browser.conftest import DESK, PHONE, fits
from tests.browser.rest import PATIENCE
from tests.lab.made_up import make_up

SOLO = mesozoic.game("carbon-dating").prepare(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reports_fit_and_can_be_read(browser: Browser, axe: Callable[[Page], None], tmp_path: Path, theme: str) -> None:
    one, other = make_up(tmp_path / "one", games=120, seed=1), make_up(tmp_path / "other", games=120, seed=2)
    run(Plan(run=one.setup, bots=("random",), games=10, seed="1"), one.folder, ThisMachine(1))
    pages = {
        "report": report(one),
        "compare": compare(one, other),
        "tournament": tournament_page(hold(SOLO, ["random", "greedy"], 3, workers=1), "mesozoic lab tournament"),
        "tuning": tuning_page(
            tune(
                SOLO, read_change(SOLO.game, "tune_row: 3,4"), read_aim(SOLO.game, "score = 9"), "random", 8, workers=1
            ),
            "mesozoic lab tune",
        ),
    }
    for name, text in pages.items():
        (tmp_path / f"{name}.html").write_text(text, "utf-8")
        context = browser.new_context(viewport=DESK, color_scheme=theme)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto((tmp_path / f"{name}.html").as_uri())
        for details in page.locator("summary").all():
            details.click()
        axe(page)
        fits(page)
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        fits(page)
        context.close()
