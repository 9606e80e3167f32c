"""What went wrong in a bot, in words that can be shown and kept, whatever the bot has put into its error."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

MOST_WORDS = 300
"""So many letters of an error's own words are told."""


def own_words(error: BaseException) -> str:
    """What the error itself says, in one short line; nothing where it cannot say it."""
    try:
        words = " ".join(str(error).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""
    words = words.rstrip(".: ") if len(words) <= MOST_WORDS else words[:MOST_WORDS] + "..."
    return words.encode(errors="replace").decode()


def words_of(error: BaseException) -> str:
    """The same with the kind of the error before it."""
    return f"{type(error).__name__}: {own_words(error)}".rstrip(": ")


def said_of(error: BaseException, module: str = "") -> str:
    """The same with the line where it was raised, in the file of this module if one is named."""
    file = f"{module.rpartition('.')[2]}.py"
    places = [place for place in extract_tb(error.__traceback__) if not module or Path(place.filename).name == file]
    where = f", in line {places[-1].lineno} of {Path(places[-1].filename).name}" if places else ""
    return words_of(error) + where
