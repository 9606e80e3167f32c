"""A first battle with a teacher: five turns from a fixed table, one idea at a time (ledger section 9)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from mesozoic.games.biomechanic_dino_battles.cards import STARTER_DINOS, STARTER_STACKS
from mesozoic.kernel.lesson import Beat, Lesson, Reply

YOU, RIVAL = 0, 1

# --- The table: the decks are written turn by turn; only before the last one a deck is shuffled ---------------

_YOUR_HAND: Final = "A A E E D W"
_YOUR_DECK: Final = (
    "A E D D W scrap_run",
    "W",  # drawn by Scrap Run
    "E E A D E D",
    "rapid_deployment A E D D P",
)
_RIVALS_HAND: Final = "E D W battle_plan overclock supply_drop"
_RIVALS_DECK: Final = (
    "A E D W W field_repair",
    "A battle_plan overclock supply_drop field_repair battle_plan",
    "A field_repair supply_drop overclock battle_plan supply_drop",
    "overclock field_repair battle_plan supply_drop overclock field_repair",
)
_OFFERING: Final = ("stego", "raptor", "rex", "raptor", "pterano")
_DINO_DECK: Final = (
    *("dilopho", "bronto", "stego", "dilopho", "rex", "bronto", "dilopho"),
    *("bronto", "pterano", "raptor", "pterano", "rex", "stego"),
)
"""The last ones decide with the rest of the table how your deck is shuffled: the item comes at once."""
_ALL: Final = {**dict.fromkeys("AED", 16), "W": 14, "P": 10, "Z": 10, **dict.fromkeys(STARTER_STACKS, 6)}
"""How many there are of each card with two players, stacks and decks together."""


def _seat(hand: str, deck: tuple[str, ...]) -> dict[str, Any]:
    below = " ".join(deck).split()
    zones: dict[str, Any] = {"deck": below, "hand": hand.split(), "discard": [], "played": [], "shuffled": below}
    return {**zones, "active": None, "bench": [], "trophies": [], "calm": 0, "poisoner": None}


def _position() -> dict[str, Any]:
    seats = [_seat(_YOUR_HAND, _YOUR_DECK), _seat(_RIVALS_HAND, _RIVALS_DECK)]
    used = Counter(card for seat in seats for zone in ("hand", "deck") for card in seat[zone])
    return {
        "round": 1,
        "start_seat": YOU,
        "on_turn": YOU,
        "phase": "action",
        "reactor": None,
        "turn": {"strategies": 1, "attaches": 1, "buys": 1, "combat_bonus": 0, "combat_used": 0},
        "dinos": list(STARTER_DINOS),
        "stacks": list(STARTER_STACKS),
        "supply": {card: number - used[card] for card, number in _ALL.items()},
        "purgatory": [],
        "purged_dinos": [],
        "dino_deck": list(_DINO_DECK),
        "offering": list(_OFFERING),
        "seats": seats,
        "pending": [],
        "ending": None,
    }


def _rival(*moves: str) -> tuple[Reply, ...]:
    return tuple(Reply(RIVAL, move) for move in moves)


# --- The beats ----------------------------------------------------------------------------------------------

BEATS: Final = (
    Beat(
        say="Welcome to the workshop. Your hand is both your money and your ammunition. There are three kinds of "
        "Combat card: Attack, Evade and Defend. They pay for cards and dinos, they pay for attacks once they are "
        "attached to a dino, and an attached Evade or Defend can stop an attack. The Wound is only in the way.",
        goal="Look at your hand and at the four counters, then read on.",
        allow=(),
        marked=("P1:hand:A", "P1:hand:E", "P1:hand:D", "strategy", "attach", "combat", "buy"),
    ),
    Beat(
        say="A turn begins with actions: play a strategy, attach a card, make a Combat Move. Without a dino there is "
        "nobody to attach to and nobody to attack with, so go on to buying.",
        goal="End your actions.",
        allow=("end",),
        wrong="There is nothing to act with yet: end your actions.",
    ),
    Beat(
        say="The Offering shows five dinos with their prices. The Gearclaw Raptor costs one Attack, one Evade and one "
        "card of any kind, which a coin with a star means. You may choose what pays for the star: keep it cheap, give "
        "the Defend. Your first dino becomes your active dino.",
        goal="Buy the Gearclaw Raptor in the second place with Attack, Evade and Defend, and be done.",
        allow=("dino:2 pay:AED done",),
        wrong="Take the Raptor in the second place, and pay with Attack, Evade and Defend.",
        after="At the end of a turn the whole hand is discarded and six cards are drawn. P2 has bought no dino yet.",
        marked=("offer:2", "P1:hand:A", "P1:hand:E", "P1:hand:D"),
        replies=_rival("end", "buy:A", "done"),
    ),
    Beat(
        say="Now load your machine. Once a turn you attach a card face down to one of your dinos; the others see a "
        "back. Sickle Slash needs one Attack card attached to the Raptor.",
        goal="Attach an Attack to the Raptor: press the card, then the dino, or drag it there.",
        allow=("attach:A@a",),
        wrong="The Raptor needs an Attack for Sickle Slash.",
        marked=("P1:hand:A", "P1a", "attach"),
    ),
    Beat(
        say="A player without a dino is hit directly: one Wound for every 5 damage. Wounds matter, because whoever "
        "owns the fewest wins when their stack runs out.",
        goal="Attack with Sickle Slash.",
        allow=("attack:1",),
        wrong="Use the attack that you can pay: Sickle Slash.",
        after="Two Wounds went to P2's discard pile, and the stack is two smaller. The Attack that paid lies in your "
        "discard pile: it will come back.",
        marked=("P1a", "stack:W", "seat:1"),
    ),
    Beat(
        say="You may also play one strategy a turn, before or after the rest; playing it costs nothing. Scrap Run "
        "draws a card, then lets you purge up to two cards: out of the game for good. Wounds are the best to lose.",
        goal="Play Scrap Run and purge two Wounds.",
        allow=("strategy:scrap_run purge:W purge:W",),
        wrong="Play Scrap Run, then purge the Wounds.",
        after="Two Wounds less in your deck, and two less at the end of the game.",
        marked=("P1:hand:scrap_run", "P1:hand:W", "strategy"),
    ),
    Beat(
        say="Every turn ends with one purchase, and Combat cards cost nothing. If you can afford nothing better, take "
        "one: more Attacks, more attacks.",
        goal="End your actions, take an Attack from the Supply, and be done.",
        allow=("end buy:A done",),
        wrong="End your actions, then take a free Attack.",
        after="P2 has bought a Raptor too. From now on attacks meet dinos.",
        marked=("stack:A",),
        replies=_rival("end", "dino:2", "done"),
    ),
    Beat(
        say="P2's Raptor will strike. Its ATK is 5. An attached Evade stops an attack if your EVA is at least that "
        "ATK, a Defend if your DEF is. Your Raptor has EVA 5 and DEF 1: load an Evade, a Defend would be wasted. Then "
        "buy a second dino for your bench: the Voltwing Pterano in the first place would leave at the next round.",
        goal="Attach an Evade to the Raptor, end your actions, buy the Pterano with two Evades and a Defend, be done.",
        allow=("attach:E@a end dino:1 pay:EED done",),
        wrong="First an Evade on the Raptor; then buy the Pterano with two Evades and a Defend.",
        marked=("P1:hand:E", "P1a", "offer:1"),
        replies=_rival("attach:A@a", "attack:1"),
    ),
    Beat(
        say="You are attacked. The panel compares both answers with ATK 5 and says what each would do. If you pass, "
        "your Raptor takes 10 damage. EVA 5 is enough.",
        goal="Evade.",
        allow=("evade",),
        wrong="Your Evade holds: use it.",
        after="No damage. The Evade is purged for good, so do not spend one that cannot hold: against ATK 6 it would "
        "be gone for nothing.",
        marked=("P1a",),
        replies=_rival("end", "buy:D", "done"),
    ),
    Beat(
        say="Rapid Deployment gives two more attachments this turn. Put an Attack on the Raptor, and an Evade on the "
        "Pterano: benched dinos pay their Assist Power with their own cards.",
        goal="Play Rapid Deployment, attach an Attack to the Raptor and an Evade to the Pterano.",
        allow=(
            "strategy:rapid_deployment attach:A@a attach:E@b1",
            "strategy:rapid_deployment attach:E@b1 attach:A@a",
        ),
        wrong="First Rapid Deployment, then an Attack for the Raptor and an Evade for the Pterano.",
        marked=("P1:hand:rapid_deployment", "P1:hand:A", "P1:hand:E", "P1a", "P1b1"),
    ),
    Beat(
        say="Spotter, the Pterano's Assist Power, gives your active dino ATK +2 for this turn: now even an Evade of "
        "P2's Raptor would fail. Choose an attack first to see what it would do.",
        goal="Use Spotter, then attack with Sickle Slash.",
        allow=("assist:b1 attack:1",),
        wrong="First the Assist Power of the Pterano, then Sickle Slash.",
        after="10 damage. A dino without HP is knocked out, and becomes a trophy of whoever did it. Damage never heals "
        "by itself.",
        marked=("P1b1", "P1a", "P2a"),
    ),
    Beat(
        say="There is a Poison in your hand. When you discard it at the end of your turn your active dino loses 5 HP. "
        "Its cousin is Paralyze: each one drawn takes a Combat Move from your next turn. Some attacks deal out such "
        "cards, and some dinos are immune.",
        goal="End your actions, buy Reactive Plating with two Defends, be done, and watch the Poison.",
        allow=("end buy:reactive_plating done",),
        wrong="End your actions, then buy Reactive Plating with two Defends.",
        after="Your Raptor has 25 HP left. Your deck was empty, so your discard pile became the new one, and the item "
        "came to your hand at once. And P2 attacks again.",
        marked=("P1:hand:P", "stack:reactive_plating"),
        replies=_rival("attach:A@a", "attack:1"),
    ),
    Beat(
        say="No Evade is attached this time, but an item can be played in the turn of another: when you are attacked, "
        "and once when an opponent has ended the actions. Reactive Plating has two powers; Blast Plates takes 10 from "
        "this attack's damage and costs one Combat card of your hand.",
        goal="Play Reactive Plating with its second power, Blast Plates, and pay with the Defend.",
        allow=("item:reactive_plating/2 pay:D",),
        wrong="Play the second power of Reactive Plating, and pay with the Defend.",
        after="10 less than 10 is nothing. With no card and no item left to answer with, nobody asked you further.",
        marked=("P1:hand:reactive_plating", "P1:hand:D"),
        replies=_rival("end", "buy:E", "done"),
    ),
    Beat(
        say="A hurt dino can retreat: that is a Combat Move too. It swaps with a benched one and keeps its damage and "
        "its cards. The Raptor retreats for nothing; heavy machines have to pay from your hand.",
        goal="Retreat: let the Pterano become active.",
        allow=("retreat:b1",),
        wrong="Choose Retreat on the Raptor, then the Pterano.",
        after="The Pterano has EVA 6: hardly anybody hits it while it has an Evade.",
        marked=("P1a", "P1b1", "combat"),
    ),
    Beat(
        say="There are two ways to win. Three trophies win at once. And if the stack of Wounds runs out before, the "
        "fewest Wounds win: the strip in the middle always says who that would be. Buy a second dino early, a few "
        "strategies and items, and a Combat card rather than nothing; attach what your best attack needs, and an "
        "Evade or Defend only where it holds.",
        goal="Look at the sockets for trophies and at the stack of Wounds, then finish.",
        allow=(),
        marked=("seat:0", "seat:1", "stack:W"),
    ),
)

LESSON: Final = Lesson(
    title="Your first battle",
    players=2,
    seat=YOU,
    options={},
    position=_position(),
    beats=BEATS,
    closing="That is everything you need. Open a table of your own; the forager is a fair first opponent.",
)
