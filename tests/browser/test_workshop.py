"""The workshop in the browser: cards in a grid, mistakes shown at their cells, a run stopped and gone on with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from mesozoic.workshop.shelf import Shelf
from tests.browser.conftest import OpenPage, Server, fits
from tests.browser.rest import PATIENCE

VALUE, NAME, FEATURES, PRICE = range(4)
PLAY = "Play both and compare"


def cell(page: Page, card: int, column: int) -> Locator:
    return page.locator(f"[data-row='{card}'][data-column='{column}']")


def write(page: Page, card: int, column: int, text: str) -> None:
    """Change a cell, and wait until the table was looked through."""
    cell(page, card, column).click()
    expect(cell(page, card, column)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("table[role=grid] input")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(cell(page, card, column)).to_have_text(text)
    checked(page)


def checked(page: Page) -> None:
    expect(page.get_by_role("grid", name="Cards")).to_have_attribute("data-state", "checked")


def run_of(page: Page) -> str:
    page.wait_for_url("**/workshop/run/*")
    return page.url.rpartition("/")[2]


def until_kept(page: Page, server: Server, games: int) -> None:
    """Until so many games lie on the disk; then the run is stopped by the page."""
    shelf, run = Shelf(server.workshop), run_of(page)
    while shelf.open(run).done() < games:
        expect(page.locator("[data-status=playing]")).to_be_visible()
        page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")


def test_three_mistakes_then_a_run_stopped_halfway(
    own_server: Server, open_page: OpenPage, axe: Callable[[Page], None]
) -> None:
    def look() -> None:
        """By day and by night."""
        fits(page)
        for light in ("dark", "light"):
            page.emulate_media(color_scheme=light)
            axe(page)

    page = open_page("/", host=own_server)
    page.get_by_role("link", name="In the workshop").click()
    page.locator("a[href='/workshop/dolphins-and-dinos']").click()
    play = page.get_by_role("button", name=PLAY)
    expect(play).to_be_disabled()
    write(page, 0, VALUE, "31")
    write(page, 3, FEATURES, "LW")
    write(page, 6, NAME, "Fish")
    for card, column, words in ((0, VALUE, "1 to 29"), (3, FEATURES, "letters of WAL"), (6, NAME, "stands in line 7")):
        expect(cell(page, card, column)).to_have_attribute("aria-invalid", "true")
        expect(page.locator("[data-problems]")).to_contain_text(words)
    expect(page.locator("[aria-invalid=true]")).to_have_count(3)
    expect(page.locator("[data-problems]")).to_contain_text("(line 5, column 8)")
    expect(play).to_be_disabled()
    look()
    for card, column in ((0, VALUE), (3, FEATURES), (6, NAME)):
        page.locator("[data-problems] button").first.click()
        expect(cell(page, card, column)).to_be_focused()
        page.get_by_role("button", name="Undo this change").click()
        checked(page)
    expect(page.locator("[data-problems]")).to_have_count(0)
    write(page, 14, PRICE, "9")
    page.get_by_role("spinbutton", name="Games").fill("20000")
    page.get_by_role("checkbox", name="2 players").check()
    page.get_by_role("checkbox", name="3 players").uncheck()
    expect(page.locator("[data-lacks]")).to_have_text("1 change · 40,000 games in all")
    play.click()
    until_kept(page, own_server, 10)
    expect(page.get_by_text("games a second")).to_be_visible()
    look()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-status=stopped] [data-short]")).to_be_visible()
    report = page.frame_locator("iframe")
    expect(report.get_by_text("T. Rex: price 8 becomes 9").first).to_be_visible()
    expect(report.get_by_text("of 20,000 that were asked for").first).to_be_visible()
    look()
    kept = Shelf(own_server.workshop).open(run_of(page)).done()
    assert 10 <= kept < 40_000
    page.get_by_role("button", name="Go on").click()
    until_kept(page, own_server, kept + 5)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-status=stopped]")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/workshop")
    expect(page.get_by_role("heading", name="Earlier runs")).to_have_count(0)


def test_cards_come_from_a_file_and_go_into_one(server: Server, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/workshop/carbon-dating", allow=("400",))
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as CSV").click()
    own = Path(saving.value.path()).read_text("utf-8")
    file = tmp_path / "mine.csv"
    file.write_text(own.replace("IGU1,Iguanodon,F--B", "IGU1,Iguanodon,FX-B"), "utf-8")
    page.get_by_label("Load CSV").set_input_files(file)
    expect(cell(page, 0, 2)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Show only changed cards").check()
    expect(page.locator("tbody tr")).to_have_count(1)
    write(page, 0, 2, "FB-B")
    expect(page.locator("[data-problems]")).to_have_count(0)
    page.reload()
    expect(cell(page, 0, 2)).to_have_text("FB-B")
    file.write_text("id,name\nIGU1,short\n", "utf-8")
    page.get_by_label("Load CSV").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("mine.csv was not loaded")
    expect(cell(page, 0, 2)).to_have_text("FB-B")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as CSV").click()
    assert Path(saving.value.path()).read_text("utf-8") == own.replace("IGU1,Iguanodon,F--B", "IGU1,Iguanodon,FB-B")
    cell(page, 0, 2).click()
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    expect(cell(page, 1, 6)).to_be_focused()
    page.keyboard.type("x")
    page.keyboard.press("Escape")
    expect(cell(page, 1, 6)).to_have_text("")


def test_a_game_without_a_card_table_compares_options(
    server: Server, open_page: OpenPage, axe: Callable[[Page], None]
) -> None:
    page = open_page("/workshop/clades", phone=True)
    page.get_by_role("combobox", name="Grid size").select_option("7")
    page.get_by_role("group", name="Teaching").get_by_role("checkbox").check()
    page.get_by_role("checkbox", name="In both games: Teaching").check()
    page.get_by_role("button", name="Undo this change: Teaching").click()
    page.get_by_role("combobox", name="In every seat").select_option("apex")
    page.get_by_role("spinbutton", name="Games").fill("2")
    page.get_by_role("button", name=PLAY).click()
    page.wait_for_selector("[data-status=finished]", timeout=3 * PATIENCE)
    run = run_of(page)
    expect(page.frame_locator("iframe").get_by_text("With your changes").first).to_be_visible()
    axe(page)
    fits(page)
    page.get_by_role("button", name="The game as it is").click()
    expect(page.frame_locator("iframe").get_by_text("what the games show").first).to_be_visible()
    page.get_by_role("button", name="Change it further").click()
    expect(page.get_by_role("combobox", name="Grid size")).to_have_value("7")
    page.goto(server.url + "/workshop")
    row = page.locator(f"[data-run='{run}']")
    expect(row).to_contain_text("Grid size: 12 becomes 7")
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    expect(row).to_have_count(0)
