"""``card NAME``: everything that is printed on a card, and what there is to read about its animal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from rich.text import Text

from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.tabletop import CardFace, EncyclopediaEntry

MOST = 3
"""So many cards are shown at once."""
LIKENESS = 0.6
SMALL_WORDS = {"both", "are", "for", "is", "played"}


def describe(setup: Setup, name: str) -> list[Text]:
    """The cards that somebody means; BadOptions names some if none is called like that."""
    faces = setup.game.tabletop.cards(setup)
    entries = {entry.id: entry for entry in setup.game.tabletop.encyclopedia(setup)}
    exact = called(faces, name)
    shown = [face_text(face, entries.pop(face.id, None)) for face in (exact or meant(faces, name))[:MOST]]
    if not exact:
        shown += [entry_text(entry) for entry in meant_entries(list(entries.values()), name)[: MOST - len(shown)]]
    if not faces:
        raise BadOptions(f"There is nothing more to read about the cards of {setup.game.title}.")
    if not shown:
        some = ", ".join(face.title for face in faces[:4])
        raise BadOptions(f"No card is called {name[:40]!r}: type card and a name such as {some}.")
    return shown


def called(faces: tuple[CardFace, ...], name: str) -> list[CardFace]:
    """By id or by name; capitals do not matter."""
    wanted = name.casefold().strip()
    return [face for face in faces if wanted in (face.id.casefold(), face.title.casefold())]


def meant(faces: tuple[CardFace, ...], name: str) -> list[CardFace]:
    """By a part of the name, or by a name much like it."""
    wanted = name.casefold().strip()
    part = [face for face in faces if wanted and wanted in face.title.casefold()]
    if part:
        return part
    titles = {name: face for face in faces for name in (face.title.casefold(), face.title.casefold().split()[0])}
    return [titles[close] for close in get_close_matches(wanted, titles, 1, LIKENESS)]


def meant_entries(entries: list[EncyclopediaEntry], name: str) -> list[EncyclopediaEntry]:
    wanted = name.casefold().strip()
    return [entry for entry in entries if wanted and wanted in entry.title.casefold()]


def face_text(face: CardFace, entry: EncyclopediaEntry | None) -> Text:
    """The card, and of its animal what the card does not say already."""
    subtitle = "" if face.text.startswith(face.subtitle) else face.subtitle
    lines = [line for line in (subtitle, ", ".join(face.marks), face.text) if line]
    if entry is not None:
        said = words_of(" ".join(lines))
        facts = {name: fact for name, fact in entry.facts.items() if not words_of(fact) <= said}
        lines += [line for line in entry_lines(facts, entry.text) if not words_of(line) <= said]
    return Text.assemble((face.title, "bold"), f" ({face.id})", *[f"\n  {line}" for line in lines])


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+(?:\.\d+)?", text.casefold())) - SMALL_WORDS


def entry_text(entry: EncyclopediaEntry) -> Text:
    lines = entry_lines(entry.facts, entry.text)
    return Text.assemble((entry.title, "bold"), f" ({entry.group})", *[f"\n  {line}" for line in lines])


def entry_lines(facts: Mapping[str, str], text: str) -> list[str]:
    return [line for line in ("; ".join(f"{name}: {fact}" for name, fact in facts.items()), text) if line]
