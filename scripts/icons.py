"""Draws the icons of the installed table from web/public/fossil.svg; they are small and kept beside it."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.browser.conftest import FLAGS, ROOT, chromium

PUBLIC = ROOT / "web" / "public"
CLOSER = ('viewBox="0 0 64 64"', 'viewBox="11.5 14 50.5 50.5"')
"""The mark leaves room for the dot of a turn; an icon has its fossil in the middle."""
GROUND = "#f6f0e2"
ICONS = {
    "icon-192": (192, 0.74, 22),
    "icon-512": (512, 0.74, 22),
    "icon-maskable": (512, 0.56, 0),
    "icon-touch": (180, 0.7, 0),
}
"""Size in pixels, how much of it the fossil fills, how round its corners are in percent; systems cut the last two."""


def main() -> None:
    fossil = (PUBLIC / "fossil.svg").read_text("utf-8").replace(*CLOSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, (size, part, corner) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size}, color_scheme="light")
            page.set_content(
                f"<style>body {{ margin: 0 }} div {{ width: {size}px; height: {size}px; display: grid; place-content: "
                f"center; background: {GROUND}; border-radius: {corner}% }} svg {{ width: {size * part}px }}</style>"
                f"<div>{fossil}</div>"
            )
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
