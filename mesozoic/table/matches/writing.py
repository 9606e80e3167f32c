"""What people write, as others can read it: names and lines of chat without anything unseen or pretended.

A name is brought to one form (NFKC), holds nothing that cannot be seen, and is written in one alphabet: an ``А`` of
Cyrillic among Latin letters has only one purpose. Two names at a table that look the same get a number.
"""

from __future__ import annotations

import unicodedata

from mesozoic.client.messages import LONGEST_NAME
from mesozoic.table.errors import Garbled

MOST_MARKS = 3
"""So many marks may stand on one letter; more would hang over the lines around it."""
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0E), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Letters and marks that draw nothing, though they count as something to read."""
JOINERS = "\u200c\u200d"
"""Between parts of an emoji, or letters of writing that joins them, they are part of the spelling."""
COLOURED = "\ufe0f"
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "DESERET", "OLD")
"""Those whose letters look like each other's."""
NOTHING = "There is nothing to read in this: write a few letters."

SAME_LOOKS = str.maketrans(
    "АВЕЅІЇЈКМНОРСТУХҮԌԚԜаеѕіїјорсухһԁԛԝӏѵꙇӀ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυχϲϳ" + "ՕՏՍԼօսոցհզյ" + "1|I0ǀıɑɡƖℓ",
    "ABESllJKMHOPCTYXYGQWaesiijopcyxhdqwlvil" + "ABEZHlKMNOPTYXayiKvopuxcj" + "OSULounghqj" + "lllOliagll",
)
"""Letters and digits that look like a Latin letter, and which."""


def spoken(text: str) -> str:
    """A line as it can be read out: nothing unseen, no turned writing, single spaces."""
    words = " ".join(_seen(unicodedata.normalize("NFC", text)).split())
    if not any(_is_drawn(one) for one in words):
        raise Garbled(NOTHING)
    return words


def name_of(text: str) -> str:
    """A name as it is shown to others."""
    name = spoken(unicodedata.normalize("NFKC", text))
    if len(name) > LONGEST_NAME:
        raise Garbled(f"A name has at most {LONGEST_NAME} letters.")
    if len(_alphabets(name)) > 1:
        raise Garbled("A name is written in one alphabet: some of these letters only look like others.")
    return name


def looks(name: str) -> str:
    """The same for two names that one could take for each other."""
    apart = unicodedata.normalize("NFKD", name).translate(SAME_LOOKS)
    plain = "".join(one for one in apart if unicodedata.category(one)[0] in "LNM")
    return plain.casefold().replace("rn", "m").replace("vv", "w") or name


def _seen(text: str) -> str:
    """Without what draws nothing, and with as many marks on a letter as one can read."""
    kept: list[str] = []
    marks = 0
    for letter in text:
        if letter.isspace():
            kept.append(" ")
        elif _may_stand(letter, kept[-1] if kept else " "):
            marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
            if marks <= MOST_MARKS:
                kept.append(letter)
    return "".join(kept).rstrip(JOINERS)


def _may_stand(letter: str, before: str) -> bool:
    if letter in JOINERS:
        return unicodedata.category(before) in ("So", "Sk", "Lo", "Mn", "Mc")
    if letter == COLOURED:
        return unicodedata.category(before)[0] in "SPN"
    return unicodedata.category(letter)[0] != "C" and letter not in UNSEEN


def _is_drawn(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNSP"


def _alphabets(name: str) -> set[str]:
    words = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return words & set(ALPHABETS)
