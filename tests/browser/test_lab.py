"""The lab's pages in the browser: they fit a desk and a phone, by day and by night, and axe finds nothing wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from mesozoic.lab.compare import compare
from mesozoic.lab.experiments import Plan, run
from mesozoic.lab.pieces import ThisMachine
from mesozoic.lab.report import report
from tests.browser.conftest import DESK, PHONE, fits
from tests.browser.rest import PATIENCE
from tests.lab.made_up import make_up


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reports_fit_and_can_be_read(browser: Browser, axe: Callable[[Page], None], tmp_path: Path, theme: str) -> None:
    one, other = make_up(tmp_path / "one", games=120, seed=1), make_up(tmp_path / "other", games=120, seed=2)
    run(Plan(run=one.setup, bots=("random",), games=10, seed="1"), one.folder, ThisMachine(1))
    for name, text in (("report", report(one)), ("compare", compare(one, other))):
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
