"""Every move as text, with its code: ``play 7``."""

from .rules import CARDS

MOVES = {f"play {card}": card for card in CARDS}
HOW = "write play and a card, such as play 7"
