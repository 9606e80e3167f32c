"""A game as text and as a picture, drawn from the view of somebody who watches."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.state import State, seat_name

WIDTH = 960
ROW = 44
CARD = 116
SIZE = 12


def text(state: State) -> str:
    """The board in letters, as the terminal shows it."""
    out = io.StringIO()
    console = Console(file=out, width=120, markup=False, highlight=False, emoji=False, color_system=None)
    console.print(state.setup.game.terminal.draw(state.view(None)))
    return out.getvalue()


def image(state: State) -> NDArray[np.uint8]:
    """The zones of the table with their cards, as red, green and blue."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise BadOptions("Pictures need Pillow: pip install pillow.") from None
    table = state.setup.game.tabletop.lay_out(state.view(None))
    lines: list[tuple[str, list[str]]] = [(", ".join(f"{name} {value}" for name, value in table.facts.items()), [])]
    for zone in table.zones:
        owner = "" if zone.owner is None else f"{seat_name(zone.owner)}: "
        cards = ["?" if card.face_down else card.title for card in zone.cards]
        lines += [(f"{owner}{zone.title}", cards[start : start + 6]) for start in range(0, max(1, len(cards)), 6)]
    picture = Image.new("RGB", (WIDTH, ROW * len(lines)), (250, 248, 240))
    pen: Any = ImageDraw.Draw(picture)
    font = ImageFont.load_default(SIZE)
    for number, (title, cards) in enumerate(lines):
        top = number * ROW
        pen.text((8, top + 14), title[: 160 if number == 0 else 34], fill=(30, 30, 30), font=font)
        for at, card in enumerate(cards):
            left = 240 + at * (CARD + 4)
            pen.rectangle((left, top + 4, left + CARD, top + ROW - 4), fill=(255, 255, 255), outline=(110, 110, 110))
            pen.text((left + 5, top + 14), card[:17], fill=(30, 30, 30), font=font)
    return np.asarray(picture, np.uint8).copy()
