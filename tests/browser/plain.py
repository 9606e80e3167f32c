"""Words for people: nothing on a page reads as notation."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

NOTATION = {
    "a card of CLADES": r"\b[MSA][WLA][123][BGR]\b",
    "a card of Carbon Dating": r"\b(?:[A-Z]{3}[1-4]|PTE|TYR)\b",
    "a card of DinoSpan": r"\b[TJK]\d\d\b",
    "a move": r"\b(?:attach|pay|hype|dino|analyze|publish|gain|call|date|swap|lay|take|cull|aim):\S",
    "a choice of Dolphins and Dinos": r"\b(?:\d+|R|C)(?:\(\d+\))?@[abc][123]\b",
    "where a card of Dolphins and Dinos lies": r"\b(?:\d+|R(?:\(\d+\))?|C) [abc][123]\b",
    "a switch of the command line": r"(?<!\S)\W?--[a-z]",
    "a seat": r"\bP[1-8]\b",
    "half an underscore": r"\b[a-z]+_[a-z]+\b",
}
READ = """() => [document.body.innerText, ...[...document.querySelectorAll('[aria-label], [title], [aria-valuetext]')]
    .map((one) => ['aria-label', 'title', 'aria-valuetext'].map((name) => one.getAttribute(name) ?? '').join(' '))
].join('\\n')"""
OPENERS = {
    "carbon-dating": (".seat button", "[data-pile=deck]", ".hand .picked"),
    "clades": ("button.pile",),
    "dinospan": ("[data-legend]", ".rival .mini", "[data-element=archive]", "[data-key]"),
    "dolphins-and-dinos": (),
    "biomechanic-dino-battles": ("button:text-matches('^Deck')", "button:text-matches('^Discard')"),
}
"""What opens something to be read, by game."""


def is_plain(page: Page) -> None:
    """Fails if anything that is read, seen or heard, looks like notation."""
    words = page.evaluate(READ)
    for what, pattern in NOTATION.items():
        found = re.search(f".*{pattern}.*", words)
        assert found is None, f"{page.url} shows {what}: {found and found[0]!r}"


def dialogs_are_plain(page: Page, game: str) -> None:
    """Opens what can be opened at a table, the table's own menu and keys too."""
    for opener in OPENERS[game]:
        thing = page.locator(f"[data-board-pane] {opener}:visible")
        if thing.count():
            thing.first.click()
            look_and_close(page)
    page.get_by_role("button", name="More", exact=True).click()
    look_and_close(page)
    page.keyboard.press("?")
    look_and_close(page)


def look_and_close(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_be_visible()
    is_plain(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
