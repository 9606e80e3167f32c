"""What is told to somebody who is away: that it is their turn, where, and with whom. Never what lies on the table."""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec

from mesozoic.table.errors import Refusal
from mesozoic.table.outside.post import Letter, read_address

LONGEST_PREFIX = 100
FIELD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")
HARMLESS = str.maketrans({"@": "(at)", "<": "(", ">": ")", "`": "'", "*": "", "_": " ", "~": "-", "|": " "})
"""A name must not call everybody in somebody's channel, nor be a link."""


@dataclass(frozen=True)
class Notice:
    """One message, whatever way it goes."""

    text: str
    path: str
    """Of the page where one goes on."""


def your_turn(title: str, match: str, others: list[str]) -> Notice:
    names = [one.translate(HARMLESS) for one in others]
    with_whom = f" with {listed(names)}" if names else ""
    return Notice(f"Your turn in {title}{with_whom}", f"/match/{match}")


def test_message() -> Notice:
    return Notice("This is a test: messages from your Mesozoic table arrive here", "/reminders")


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True)
class Webhook:
    """One address of a person. The text goes into a field of a JSON object, as Discord (content) and Slack (text) want
    it, or is the whole body, as ntfy wants it (no field). The prefix is how one is called there."""

    url: str
    field: str = ""
    prefix: str = ""

    def check(self) -> None:
        read_address(self.url)
        if self.field and FIELD.fullmatch(self.field) is None:
            raise Refusal("The name of a field is letters and digits, such as content or text.")
        if len(self.prefix) > LONGEST_PREFIX or not self.prefix.isprintable():
            raise Refusal(f"What stands before the message is one line of at most {LONGEST_PREFIX} characters.")

    def letter(self, notice: Notice, origin: str) -> Letter:
        text = " ".join(part for part in (self.prefix, f"{notice.text}: {origin}{notice.path}") if part)
        if not self.field:
            return Letter(self.url, text.encode(), {"content-type": "text/plain; charset=utf-8"})
        return Letter(self.url, msgspec.json.encode({self.field: text}), {"content-type": "application/json"})
