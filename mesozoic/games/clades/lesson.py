"""A first game with a teacher: from the four qualities of a card to the bonus cards, with a fixed deal of three seats.

There is no clock in a lesson: the host and the others act as replies, at times given with them.
"""

from __future__ import annotations

from typing import Final

from mesozoic.games.clades.cards import NAMES
from mesozoic.kernel.lesson import Beat, Lesson, Reply
from mesozoic.kernel.state import HOST

_GRID: Final = ["ML1B", "SL2G", "AL3R", "ML1R", "SL1R", "AL1G", "MW1B", "ML2B", "MA3B", "AW1R", "SA3B", "AW3R"]
_HANDS: Final = ["SW3B", "MW3R", "SA2R"]
_DECK: Final = [
    *("MA1G", "MA1R", "AL2R"),  # for the first triple
    *("AA3B", "AW1B", "AL1B", "AA2R", "SA1R"),  # two extra cards and three new ones for the clade triple
    *("SL3B", "MA2R", "SL2R"),  # two shared cards and the new personal card
    *("AL2B", "ML3R", "ML1G", "SW3R", "AL2G", "SW2R"),  # for two triples in one window, after which there is none
    "SA3R",  # the thirteenth card
    *("SHARK", "AA3R", "MA3R"),
    *("BIVALVE", "SL2B", "MW3B", "MW2G", "SW1R", "SL1G", "AW3B", "MA2B", "MW2R"),
]
_REST: Final = [card for card in NAMES[:81] if card not in {*_GRID, *_HANDS, *_DECK}]

LESSON: Final = Lesson(
    title="Your first triples",
    players=3,
    seat=0,
    options={},
    position={"grid": _GRID, "hands": [[card] for card in _HANDS], "deck": _DECK + _REST},
    beats=(
        Beat(
            say="Twelve cards lie open for everybody, sorted into three drawers by clade: mammals, sauropsids (that "
            "is, reptiles and birds) and arthropods. There are no turns. Whoever sees a triple calls it, and the "
            "earliest call counts. In this lesson nobody hurries you.",
            goal="Look at the three drawers, then go on.",
            allow=(),
            marked=("drawers",),
        ),
        Beat(
            say="Every card is four switches with three positions each. Take this one: its clade is mammal; its "
            "environment is land (others show waves for water, or clouds for air); its number is one (others show "
            "two or three animals); its colour is blue, and a blue frame is always dotted. Green frames are striped, "
            "red ones plain. Kin of one kind look alike, whatever their colour.",
            goal="Find the four qualities on the card, then go on.",
            allow=(),
            marked=("ML1B",),
        ),
        Beat(
            say="Three cards are a triple if each quality, taken by itself, is the same on all three or different on "
            "all three. For any two cards exactly one third card fits. Here are two: one blue land mammal and two "
            "green land sauropsids. Clade, number and colour differ, so they must differ on the third card too; the "
            "environment is land on both, so it must be land again.",
            goal="Pick the two marked cards and the one that completes them. The third card calls.",
            allow=("call(ML1B,SL2G,AL3R)",),
            wrong="Not those. An arthropod is missing, on land, three animals, and neither blue nor green.",
            after="A triple! Three red land arthropods: environment all the same, everything else all different. The "
            "cards went to your pile, and after a moment they were replaced from the deck.",
            marked=("ML1B", "SL2G"),
            replies=(Reply(HOST, "settle", 1500),),
        ),
        Beat(
            say="Now the other side of it. These three look tempting: three clades, all on land, one animal each. "
            "What about the colour?",
            goal="Call the three marked cards and see what breaks them.",
            allow=("call(ML1R,SL1R,AL1G)",),
            wrong="Call the three marked cards: it costs you nothing here.",
            after="Two red ones and a green one: two of a kind, and one such quality is enough to break it. A false "
            "call shows your cards to everybody and locks you for three seconds.",
            marked=("ML1R", "SL1R", "AL1G"),
            replies=(Reply(HOST, "unlock(P1)", 4500),),
        ),
        Beat(
            say="If all three cards of a triple are of one clade you get two cards from the deck on top: five instead "
            "of three. Clade triples are worth looking for, and one drawer holds all that you need.",
            goal="Call the clade triple: the three blue mammals from water, land and air.",
            allow=("call(MW1B,ML2B,MA3B)",),
            wrong="Look into the drawer of the mammals: three blue ones, with one, two and three animals.",
            after="Three cards and two extra ones: five more in your pile.",
            marked=("MW1B",),
            replies=(Reply(HOST, "settle", 9000),),
        ),
        Beat(
            say="The card before you is your personal card. Only you see it, and only you may use it, with two of the "
            "shared cards. Yours shows three blue water sauropsids. This time everything will be different: look for "
            "a mammal and an arthropod, one from the land and one from the air, with one and two animals.",
            goal="Make a triple with your personal card.",
            allow=("call(MA1G,SW3B,AL2R)",),
            wrong="Your own card must be in it, with one green mammal of the air. Which arthropod fits?",
            after="All four qualities differ: a triple as good as any. You drew a new personal card. But P2 was not "
            "asleep either.",
            marked=("SW3B", "MA1G"),
            replies=(Reply(HOST, "settle", 12000), Reply(1, "call(MA2R,SL1R,AW3R)", 14000)),
        ),
        Beat(
            say="P2 has called a triple a moment ago, and its cards are gone. Nothing is replaced yet: while the bar "
            "runs out the others may still call from what is left, each of them once.",
            goal="There is one more, all red, one animal each. Call it before the bar runs out.",
            allow=("call(ML1R,SA1R,AW1R)",),
            wrong="Three red cards with one animal each: a mammal, a sauropsid and an arthropod.",
            after="You came second and still got yours. Now the cards are replaced, first those of P2, then yours. "
            "Had P2 taken one of your three cards, your call would have come too late, at no cost.",
            replies=(Reply(HOST, "settle", 15500),),
        ),
        Beat(
            say="Look around: do you see a triple? There is none this time, but nobody tells you so. Who sees none "
            "says it with the button. When all have said so, or most of them for five seconds, a card is added.",
            goal="Say that you see no triple here.",
            allow=("none",),
            wrong="There really is none. Press “No triple here”, or the key 0.",
            after="The others see none either, so there is a thirteenth card.",
            marked=("none",),
            replies=(Reply(1, "none", 21000), Reply(2, "none", 22000)),
        ),
        Beat(
            say="The added card glows. It is shared like any other, and it makes a triple with two of the others.",
            goal="Call the triple with the added card: three red animals of the air.",
            allow=("call(MA1R,SA3R,AA2R)",),
            wrong="All of them red, all of the air, and with one, two and three animals.",
            after="With thirteen on the table only two cards were laid, so that there are twelve again. One of the "
            "cards that came up was the shark: a bonus card, which goes to the player on your right. It counts as a "
            "card in P3's pile.",
            marked=("SA3R",),
            replies=(Reply(HOST, "settle", 27000),),
        ),
        Beat(
            say="The bivalve is still in the deck; it goes to the left of whoever makes it come up. And whoever gets "
            "the second bonus card gets five cards with it. P3 is about to call, and you sit to the left of P3.",
            goal="Go on, and watch the piles.",
            allow=(),
            after="P3's triple brought up the bivalve: it went to you, and five cards from the deck with it. So "
            "keep an eye on which bonus cards are out.",
            marked=("seats",),
            replies=(Reply(2, "call(ML3R,SW3R,AA3R)", 31000), Reply(HOST, "settle", 32500)),
        ),
        Beat(
            say="So it goes on until the deck is empty and nobody finds a triple any more. Then the piles are counted, "
            "and most cards win: three for a triple, five for one of a single clade, and whatever the bonus cards "
            "brought.",
            goal="Go on to finish the lesson.",
            allow=(),
            marked=("seats",),
        ),
    ),
    closing="You know everything you need. For a first game take the option “teaching”: only cards with three animals, "
    "seven on the table, so there is one quality less to look at. A “hatchling” is a patient opponent.",
)
