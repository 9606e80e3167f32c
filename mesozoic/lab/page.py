"""One self-contained page: words, and tables whose rows draw themselves. It needs no script and no internet.

A plot here is a table: every row has its words, its picture (an interval, a bar) and its numbers, so that whoever
cannot see the picture misses nothing, and a phone shows it as well as a sheet of paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from math import floor, isfinite
from typing import Final

from mesozoic.lab.statistics import Estimate

WIDE: Final = 1000
"""The width of every picture in its own units; it is stretched to the room there is."""
HIGH: Final = 20
MARGIN: Final = 20


@dataclass(frozen=True)
class Row:
    """A line of a table: its name, its numbers in words, and what is drawn."""

    name: str
    cells: Sequence[str]
    drawn: Estimate | None = None
    is_sure: bool = False
    """Is it too much to be chance?"""


@dataclass
class Section:
    """A chapter of the page."""

    title: str
    body: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    """What of it belongs to the summary: sentences."""

    @property
    def anchor(self) -> str:
        return "-".join("".join(letter if letter.isalnum() else " " for letter in self.title.lower()).split())

    def say(self, *sentences: str) -> None:
        if any(sentences):
            self.body.append(paragraph(" ".join(sentence for sentence in sentences if sentence)))

    def add(self, *parts: str) -> None:
        self.body += [part for part in parts if part]


def page(title: str, above: str, lead: str, sections: Iterable[Section], foot: str) -> str:
    """The whole file."""
    kept = [section for section in sections if section.body]
    shorts = "".join(f"<li>{escape(sentence)}</li>" for section in kept for sentence in section.short)
    links = "".join(f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>' for section in kept)
    summary = (
        f'<section class="short" aria-labelledby="in-short"><h2 id="in-short">In short</h2><ul>{shorts}</ul></section>'
    )
    chapters = "\n".join(map(chapter, kept))
    css = resources.files("mesozoic.lab").joinpath("page.css").read_text("utf-8")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{css}</style>
</head>
<body>
<header>
<p class="caps">{escape(above)}</p>
<h1>{escape(title)}</h1>
<p class="lead">{escape(lead)}</p>
<nav aria-label="Chapters"><ul>{links}</ul></nav>
</header>
<main>
{summary if shorts else ""}
{chapters}
</main>
<footer>
{foot}
</footer>
</body>
</html>
"""


def chapter(section: Section) -> str:
    body = "\n".join(section.body)
    title = f'<h2 id="{section.anchor}">{escape(section.title)}</h2>'
    return f'<section aria-labelledby="{section.anchor}">{title}\n{body}</section>'


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def heading(text: str) -> str:
    return f"<h3>{escape(text)}</h3>"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs) + "</dl>"


def command(text: str) -> str:
    """What somebody types to do the same again."""
    return f"<pre>{escape(text)}</pre>" if text else ""


def folded(title: str, body: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{body}</details>" if body else ""


# --- Tables that draw themselves ------------------------------------------------------------------------------------


def intervals(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Row],
    usual: float | None = None,
    bounds: tuple[float, float] | None = None,
) -> str:
    """Rows with a dot and its interval on one scale; a dashed line where nothing would be special."""
    if not rows:
        return ""
    low, high = bounds or _reach(rows, usual)
    return _table(caption, heads, rows, lambda one: _interval(one, low, high, usual))


def bars(caption: str, heads: Sequence[str], rows: Sequence[Row]) -> str:
    """Rows with a bar from nothing to their value."""
    if not rows:
        return ""
    least = min(0.0, *(row.drawn.value for row in rows if row.drawn))
    most = max(0.0, *(row.drawn.value for row in rows if row.drawn)) or 1.0
    return _table(caption, heads, rows, lambda one: _bar(one, least, most))


def plain(caption: str, heads: Sequence[str], rows: Sequence[Row]) -> str:
    """A table without pictures."""
    return _table(caption, heads, rows, None) if rows else ""


def _table(caption: str, heads: Sequence[str], rows: Sequence[Row], draw: object) -> str:
    name, *others = heads
    drawn = callable(draw)
    head = f'<th scope="col">{escape(name)}</th>' + ("<td></td>" if drawn else "")
    head += "".join(f'<th scope="col" class="number">{escape(one)}</th>' for one in others)
    lines = []
    for row in rows:
        picture = ""
        if callable(draw):
            picture = f'<td class="drawn">{draw(row) if row.drawn else ""}</td>'
        cells = "".join(
            f'<td class="number{" first" if at == 0 else ""}" data-head="{escape(other)}">{escape(cell)}</td>'
            for at, (other, cell) in enumerate(zip(others, row.cells, strict=True))
        )
        kind = ' class="sure"' if row.is_sure else ""
        lines.append(f'<tr{kind}><th scope="row">{escape(row.name)}</th>{picture}{cells}</tr>')
    body = "\n".join(lines)
    return (
        f"<figure><figcaption>{escape(caption)}</figcaption>"
        f'<table class="stacked"><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></figure>'
    )


def _reach(rows: Sequence[Row], usual: float | None) -> tuple[float, float]:
    """From the lowest to the highest end of an interval, with the usual value among them."""
    drawn = [row.drawn for row in rows if row.drawn is not None]
    ends = [end for one in drawn for end in (one.low, one.high, one.value) if isfinite(end)]
    ends += [] if usual is None else [usual]
    low, high = min(ends), max(ends)
    return (low, high) if high > low else (low - 1, high + 1)


def _at(value: float, low: float, high: float) -> float:
    within = min(max(value, low), high)
    return round(MARGIN + (within - low) / (high - low) * (WIDE - 2 * MARGIN), 1)


def _interval(row: Row, low: float, high: float, usual: float | None) -> str:
    one = row.drawn
    assert one is not None
    middle = HIGH // 2
    axis = ""
    if usual is not None:
        at = _at(usual, low, high)
        axis = f'<line class="axis" x1="{at}" x2="{at}" y1="-4" y2="{HIGH + 4}"/>'
    left, dot, right = (_at(value, low, high) for value in (one.low, one.value, one.high))
    return _svg(
        f'{axis}<line class="whisker" x1="{left}" x2="{right}" y1="{middle}" y2="{middle}"/>'
        f'<line class="dot" x1="{dot}" x2="{dot}" y1="{middle}" y2="{middle}"/>',
        HIGH,
        row.is_sure,
    )


def _bar(row: Row, least: float, most: float) -> str:
    assert row.drawn is not None
    zero, end = (_at(value, least, most) for value in (0.0, row.drawn.value))
    return _svg(f'<rect class="bar" x="{min(zero, end)}" width="{abs(end - zero)}" y="3" height="{HIGH - 6}"/>', HIGH)


def _svg(inner: str, high: int, is_sure: bool = False) -> str:
    kind = ' class="sure"' if is_sure else ""
    return f'<svg{kind} viewBox="0 0 {WIDE} {high}" preserveAspectRatio="none" aria-hidden="true">{inner}</svg>'


# --- Distributions --------------------------------------------------------------------------------------------------


def histogram(caption: str, unit: str, numbers: Sequence[float], most_bars: int = 24) -> str:
    """How often each number (or each stretch of numbers) came up, with the counts in a table below."""
    if not numbers:
        return ""
    stretches = _stretches(numbers, most_bars)
    most = max(count for _, count in stretches)
    width = WIDE / len(stretches)
    rects = "".join(
        f'<rect class="bar" x="{at * width + width * 0.06:.1f}" width="{width * 0.88:.1f}" '
        f'y="{200 - 196 * count / most:.1f}" height="{196 * count / most:.1f}"/>'
        for at, (_, count) in enumerate(stretches)
        if count
    )
    middle = stretches[len(stretches) // 2][0]
    scale = "".join(f"<span>{escape(name)}</span>" for name in (stretches[0][0], middle, f"{stretches[-1][0]} {unit}"))
    rows = [Row(name, (f"{count:,}", f"{100 * count / len(numbers):.1f} %")) for name, count in stretches]
    table = plain(f"The same in numbers: {len(numbers):,} in all.", (spaced_unit(unit), "How many", "Share"), rows)
    return (
        f'<figure class="histogram"><figcaption>{escape(caption)}</figcaption>{_svg(rects, 200)}'
        f'<div class="scale" aria-hidden="true">{scale}</div></figure>{folded("Show the numbers", table)}'
    )


def spaced_unit(unit: str) -> str:
    return unit[:1].upper() + unit[1:]


def _stretches(numbers: Sequence[float], most_bars: int) -> list[tuple[str, int]]:
    """The numbers in so many stretches of equal width at most, each with its name."""
    low, high = min(numbers), max(numbers)
    whole = all(number == int(number) for number in numbers)
    width = _round_width((high - low) / most_bars) if high > low else 1.0
    width = max(1.0, width) if whole else width
    first = _stretch(low, width)
    counts = [0] * (_stretch(high, width) - first + 1)
    for number in numbers:
        counts[_stretch(number, width) - first] += 1
    return [(_stretch_name((first + at) * width, width, whole), count) for at, count in enumerate(counts)]


def _stretch(number: float, width: float) -> int:
    """In which stretch a number lies; one that begins a stretch lies in it, whatever a division makes of it."""
    return floor(number / width + 1e-9)


def _round_width(width: float) -> float:
    """The next width that people count in: 1, 2, 5, 10 ... or 0.1, 0.05."""
    for power in range(-3, 7):
        for step in (1, 2, 5):
            if step * 10.0**power >= width:
                return step * 10.0**power
    return width


def _stretch_name(low: float, width: float, whole: bool) -> str:
    if whole and width <= 1:
        return f"{low:g}"
    high = low + width - (1 if whole else 0)
    return f"{low:g} to {high:g}"
