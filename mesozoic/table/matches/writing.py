"""What people write, as others can read it: names and lines of chat without anything unseen or pretended.

A name is brought to one form (NFKC) and holds nothing that cannot be seen. Its letters are of scripts in which people
write today, so that it is known which of them look like others, and it is written in one alphabet: an ``А`` of Cyrillic
among Latin letters has only one purpose. Of two names at a table that look the same the later one gets a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from mesozoic.client.messages import LONGEST_NAME
from mesozoic.table.errors import Garbled

MOST_MARKS = 3
"""So many marks may stand on one letter; more would hang over the lines around it."""
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159") | {
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0E), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Letters, marks and signs that draw nothing, though they count as something to read."""
JOINERS = "\u200c\u200d"
"""Between parts of an emoji, or letters of writing that joins them, they are part of the spelling."""
COLOURED = "\ufe0f"
DRAWS_NOTHING = UNSEEN | {COLOURED}
NOTHING = "There is nothing to read in this: write a few letters."

SCRIPTS = """
LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC THAANA ETHIOPIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL
TELUGU KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR KHMER HANGUL BOPOMOFO HIRAGANA KATAKANA CJK IDEOGRAPHIC
"""
EVERYDAY = frozenset(SCRIPTS.split())
"""The scripts that Unicode recommends for names (UAX 31), as those in which people write today, by the first word of
their letters' names. Others are known to few readers, and some of them were drawn after Latin capitals."""
ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN"})
"""Scripts whose letters look like each other's."""
EASTERN = frozenset({"HANGUL", "BOPOMOFO", "HIRAGANA", "KATAKANA", "CJK", "IDEOGRAPHIC"})
"""Scripts that stand in one word with each other, and with any other."""
LAST_LATIN, LAST_CYRILLIC = "\u024f", "\u052f"
"""Behind these stand letters of phoneticians and of old manuscripts."""
MORE_LETTERS = frozenset("ǀǁǂǃʹʻʼʽʾʿˇˊˋ")
"""Clicks, and the apostrophes of Hawaiian, Ukrainian and transcribed Arabic."""
MARKS = re.compile("[\u0300-\u036f\u20e3\u3099\u309a]")
"""Those that belong to no script: accents, and the frame of a key."""
SIGNS = re.compile("[!-~\u00a1-\u00bf\u00d7\u00f7\u2010-\u205e\u20a0-\u2bff\u3000-\u303f\U0001f000-\U0001faff]")
"""Punctuation, money, arrows, pictures."""

LIKE = """
A:АΑ B:ВΒ C:С E:ЕΕ F:Ғ G:Ԍ H:НΗ J:Ј K:КΚκ L:Լㄥ\u1102 M:МΜ N:Ν O:ОΟՕ0〇○◯ዐ\u110b\u11bc P:РΡ Q:Ԛ S:ЅՏ T:ТΤㄒ\u116e
U:Սሀ∪ W:Ԝ X:ХΧㄨ Y:УҮΥㄚ Z:Ζ a:аαɑ b:ЬьƄƅ c:с d:ԁ e:е g:ցɡ h:һհ i:іїιı j:јյȷ k:кĸ l:IІЇΙӀӏƖɩǀ1|∣│丨اוןւ\u1175
n:ոη o:оοօסهہھဝഠଠ p:рρƿ q:ԛզ r:г s:ѕ u:սυ v:νѵ∨ w:ԝωա x:хχ× y:уγ ll:ǁ ß:β æ:Ӕӕ ə:Әәǝ ɛ:ε ɵ:Өө 3:ЗзӠӡƷʒ
Г:Γ П:Π Ф:Φφ Л:ΛɅ ی:يى ک:ك ロ:口囗 カ:力 ニ:二 エ:工 ト:卜 ハ:八 タ:夕 ヘ:へ リ:り ー:一 チ:千 オ:才 ヒ:匕
\u0327:\u0326 \u0306:\u030c :ǃʹʻʼʽʾʿˇˊˋ
"""
"""What looks like another letter or accent, behind that one, which is a Latin one if it can be; the last ones look like
punctuation, which tells no names apart."""
SAME_LOOKS = str.maketrans(
    {letter: like for like, _, letters in (one.partition(":") for one in LIKE.split()) for letter in letters}
)


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
    strange = next((one for one in name if not _is_everyday(one)), None)
    if strange is not None:
        raise Garbled(f"Names are written in the alphabets of everyday life, and {strange} is in none: choose others.")
    if len(_alphabets(name) & ALIKE) > 1 or any(len(_alphabets(one) - EASTERN) > 1 for one in _words(name)):
        raise Garbled("A name is written in one alphabet: some of these letters only look like others.")
    return name


def free_name(name: str, taken: Iterable[str]) -> str:
    """Two Annas become Anna and Anna 2, also where only their letters look the same."""
    known = {look for one in taken for look in all_looks(one)}
    return next(one for one in _numbered(name) if not all_looks(one) & known)


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in range(2, 100):
        yield f"{name} {number}"


def all_looks(name: str) -> frozenset[str]:
    """As it is written, in small letters and in capitals: what is alike in one of them is alike."""
    return frozenset(looks(one) for one in (name, name.casefold(), name.upper()))


def are_alike(one: str, other: str) -> bool:
    return bool(all_looks(one) & all_looks(other))


def looks(name: str) -> str:
    """The same for two names that one could take for each other."""
    digits = "".join(str(unicodedata.digit(one, one)) for one in unicodedata.normalize("NFKD", name))
    apart = digits.translate(SAME_LOOKS)
    plain = "".join(one for one in apart if unicodedata.category(one)[0] in "LNM" and one not in DRAWS_NOTHING)
    same = plain.casefold().replace("i\u0307", "i").replace("rn", "m").replace("vv", "w")
    return same or name.replace(COLOURED, "")


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


def _is_everyday(letter: str) -> bool:
    """Something that people write in names today, so that it is known what looks like it."""
    if letter == COLOURED or letter in JOINERS or letter in MORE_LETTERS:
        return True
    kind = unicodedata.category(letter)[0]
    if letter == " " or (kind == "M" and MARKS.match(letter)) or (kind in "NPS" and SIGNS.match(letter)):
        return True
    base = unicodedata.normalize("NFD", letter)[0]
    return unicodedata.category(base)[0] in "LMNP" and _script(base) in EVERYDAY and _is_usual(base)


def _is_usual(letter: str) -> bool:
    """No small capital, nothing phonetic, nothing that only old books have; in alphabets that are older than these."""
    match _script(letter):
        case "LATIN":
            is_one_of_two = unicodedata.name(letter).startswith(("LATIN SMALL LETTER", "LATIN CAPITAL LETTER"))
            return is_one_of_two and min(letter.lower(), letter.upper()) <= LAST_LATIN
        case "CYRILLIC":
            return letter <= LAST_CYRILLIC
        case "GREEK":
            return "Α" <= letter <= "ω"
        case "GEORGIAN":
            return unicodedata.name(letter).startswith(("GEORGIAN LETTER", "GEORGIAN MTAVRULI"))
    return True


def _script(letter: str) -> str:
    """The first word of its name in Unicode: LATIN, CYRILLIC; the same for its digits and marks."""
    return re.split("[ -]", unicodedata.name(letter, "").removeprefix("EXTENDED "))[0]


def _alphabets(name: str) -> set[str]:
    return {_script(letter) for letter in name} & EVERYDAY


def _words(name: str) -> list[str]:
    """Where letters stand beside each other, with their marks and digits."""
    return "".join(one if unicodedata.category(one)[0] in "LMNC" else " " for one in name).split()
