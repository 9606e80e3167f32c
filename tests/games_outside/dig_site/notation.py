"""The notation: ``dig``, ``stop``, ``pass``, ``add 5c`` (a bone, by its worth and a letter)."""

from .rules import CARDS, DIG, PASS, STOP, kind


def card_id(card: int) -> str:
    return f"{kind(card)}{'abcdef'[card % 6]}"


MOVES = {"dig": DIG, "stop": STOP, "pass": PASS, **{f"add {card_id(card)}": card for card in range(6, CARDS)}}
HOW = "write dig, stop, pass, or add and a bone of your hand, such as add 5c"
