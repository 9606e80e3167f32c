"""A first game with a teacher: two Atlases, a fixed deal, and one idea at a time (ledger section 9)."""

from __future__ import annotations

from itertools import product

from mesozoic.games.dinospan.cards import CARD_IDS
from mesozoic.kernel.lesson import Beat, Lesson, Reply

YOU, RIVAL = 0, 1
ROW = Reply(RIVAL, "analyze:L")
"""All that the other player ever does: a row of one card that draws and gains."""


def _deck(era: str, first: str) -> list[str]:
    """The cards of an era, those that matter on top."""
    named = first.split()
    return [*named, *[card for card in CARD_IDS if card[0] == era and card not in named]]


GOAL = Beat(
    say=(
        "Welcome to the Academy. You fill an Atlas with dinosaurs: Laurasia above, Gondwana below. There are four "
        "rounds of four actions. Prestige Points come from cards, from eggs, from the four Goals on top, and from "
        "Bio-Resources that are left. Most points win."
    ),
    goal="Look at the ruler with its four Goals, then read on.",
    allow=(),
    marked=("goal:1", "goal:2", "goal:3", "goal:4"),
)
TRIASSIC = Beat(
    say=(
        "You begin with two Triassic cards, one for each row, free of cost. A card's ability, at its lower edge, "
        "works as soon as it is published. Pisanosaurus gives a card and a Plant."
    ),
    goal="Put Pisanosaurus into Gondwana, then take Lesothosaurus from Hype.",
    allow=("gondwana:T03 hype:1",),
    wrong="Pisanosaurus goes into Gondwana, and the card that we want is Lesothosaurus, in Hype.",
    after="A card for your hand, a Plant on your tracker. The gap in Hype was filled at once.",
    marked=("T03", "gondwana:T03", "J02"),
)
EGG = Beat(
    say=(
        "Thecodontosaurus took the other row by itself. It offers a choice: a Plant and an egg, or a card. An egg may "
        "be laid on any space of yours with room; the dashed places on a card show how many it holds. Each is worth a "
        "point, and more than that, as you will see."
    ),
    goal="Choose the Plant and the egg, and lay it on Pisanosaurus.",
    allow=("do:1 lay:G1",),
    wrong="Choose the Plant and the egg, and lay it on Pisanosaurus in Gondwana.",
    after="P2 has published two cards as well. Round I begins, and you are the First Player.",
    marked=("do:1", "G1"),
    replies=(Reply(RIVAL, "laurasia:T13"), Reply(RIVAL, "gain:P")),
)
CARD = Beat(
    say=(
        "Read your Lesothosaurus from top to bottom: the letter of its land, its cost of 1 Plant, a sign for its "
        "Trait, 1 point in gold. Colour and pattern tell its Order. Beside the animal: size, continent, teeth and "
        "food, which the Goals count. Then its family, its nest, and its ability. The pointer or a long look opens "
        "it."
    ),
    goal="Look at the card, then read on.",
    allow=(),
    marked=("J02",),
)
ANALYZE = Beat(
    say=(
        "An action uses one of your four markers. To analyze is to send it along a row: every ability there works, "
        "from left to right, and each has to be used. Gondwana has one card so far; rows grow into engines."
    ),
    goal="Analyze Gondwana, and take Heterodontosaurus from Hype.",
    allow=("analyze:G hype:4",),
    wrong="Press the arrow of Gondwana, then take Heterodontosaurus.",
    after="A card and a Plant again: you have 3 Plants. P2 analyzes a row too.",
    marked=("P1G", "J09"),
    replies=(ROW,),
)
NEW_GENUS = Beat(
    say=(
        "The other action is to publish a card from your hand. As a New Genus it goes to the first free space of its "
        "own land, and you pay its cost; the trackers show what you would keep. Then its ability works."
    ),
    goal="Publish Lesothosaurus on Gondwana 2.",
    allow=("publish card:J02 new",),
    wrong="Publish Lesothosaurus, as a New Genus.",
    after="1 Plant paid, 1 Plant and a card gained. That card came unseen.",
    marked=("J02", "G2"),
    replies=(ROW,),
)
EVOLVE = Beat(
    say=(
        "Here is what eggs are for. A card may evolve on a relative in its land: the same family, or a Basal card of "
        "the same Order. It costs one egg from there and nothing else. Laid LOW, the points and Trait below still "
        "show; laid HIGH, the ability below does. Early in the game abilities pay: choose HIGH."
    ),
    goal="Evolve Heterodontosaurus HIGH on Pisanosaurus.",
    allow=("publish card:J09 evolve:G1 high",),
    wrong="Heterodontosaurus shall evolve, HIGH on Pisanosaurus in Gondwana.",
    after="Only the new card works now. When you analyze the row, both will.",
    marked=("J09", "G1", "high"),
)
PILES = Beat(
    say=(
        "Cards come from three places. Hype lies open to everybody; its gaps are filled when the marker moves on. The "
        "Footprint is the deck of the era, face down: two of its cards lie before you now. Every discard goes to the "
        "Archive, where all may look: some abilities care for its top card, some dig at its bottom."
    ),
    goal="Take Spicomellus, and put the other into the Archive.",
    allow=("take:J06 archive:J44",),
    wrong="Spicomellus is the one for you; Asfaltovenator goes into the Archive.",
    marked=("footprint", "archive", "J06", "archive:J44"),
    replies=(ROW,),
)
NEST = Beat(
    say="The egg is spent. Thecodontosaurus can lay another, and Heterodontosaurus has room for two.",
    goal="Analyze Laurasia: a Plant and an egg, on Heterodontosaurus.",
    allow=("analyze:L do:1 lay:G1",),
    wrong="Analyze Laurasia, choose the Plant and the egg, and lay it on Gondwana 1.",
    after="That was everybody's last marker: the round is over.",
    marked=("P1L", "do:1", "J09"),
    replies=(ROW,),
)
SCORED = Beat(
    say=(
        "The Goal of Round I counted eaters of ground plants: you have 4, P2 has 1. The lowest scores nothing, "
        "everybody else 2 points for each card more, at most 10: 6 points for you. Whoever was last gets the First "
        "Player token. Hype is dealt anew, and Round II asks for cards of the New World."
    ),
    goal="Look at the first Goal, then read on. P2 begins.",
    allow=(),
    marked=("goal:1", "goal:2"),
    replies=(ROW,),
)
ECOSYSTEM = Beat(
    say=(
        "Some cards carry a second effect with three figures: if you cannot or do not want to do the first, every "
        "other player gains what it says. Spicomellus turns a red egg into gold, 3 points instead of 1; else the "
        "others get a Plant."
    ),
    goal="Publish Spicomellus for 2 Plants and upgrade your egg.",
    allow=("publish card:J06 new do:1",),
    wrong="Publish Spicomellus as a New Genus, and choose to upgrade.",
    after="You have one red egg only, so that is the one that turns gold.",
    marked=("J06", "G3", "do:1"),
    replies=(ROW,),
)
ENGINE = Beat(
    say=(
        "Now run your engine. Two abilities lie on Gondwana 1, and you choose which goes first. Then the marker goes "
        "on to Lesothosaurus and Spicomellus. Mind the last: with no red egg left it must help P2."
    ),
    goal="Analyze Gondwana, Pisanosaurus first, and take Eocursor from Hype.",
    allow=("analyze:G first:parent hype:4",),
    wrong="Analyze Gondwana, let Pisanosaurus go first, and take Eocursor.",
    after="Heterodontosaurus shows you the top two cards of the Footprint.",
    marked=("P1G", "T03", "J01"),
)
REVEALED = Beat(
    say=(
        "One of the two is yours. The other goes back on top, where everybody knows it, or into the Archive. On top "
        "it would come into the gap of Hype."
    ),
    goal="Take one card, and put the other where you like.",
    allow=tuple(
        f"take:{mine} {place}:{other}"
        for (mine, other), place in product((("J11", "J13"), ("J13", "J11")), ("top", "archive"))
    ),
    wrong="Take one of the two, then put the other away.",
    after="All four abilities worked, and Spicomellus gave P2 a Plant.",
    marked=("J11", "J13"),
    replies=(ROW,),
)
ERA = Beat(
    say=(
        "I use your last two markers of this round on Laurasia: two Plants and two eggs for Thecodontosaurus. Then "
        "the Cretaceous begins. Its cards replace the Footprint and Hype, the Jurassic cards in your hand stay."
    ),
    goal="Read on, and watch.",
    allow=(),
    after="In Round II you and P2 were equal: nobody scored, and the token is yours again.",
    marked=("goal:3", "footprint"),
    replies=(Reply(YOU, "analyze:L do:1 lay:L1"), ROW, Reply(YOU, "analyze:L do:1 lay:L1")),
)
LOW = Beat(
    say=(
        "Camarasaurus would cost 4 Trees, and you have none. But Thecodontosaurus is a Basal Sauropod with eggs. Late "
        "in the game points matter more than one more ability: LOW keeps the point and the Trait below."
    ),
    goal="Evolve Camarasaurus LOW on Thecodontosaurus, and lay its egg where you like.",
    allow=tuple(f"publish card:J30 low lay:{place}" for place in ("L1", "G1", "G2", "G3")),
    wrong="Evolve Camarasaurus LOW on Laurasia 1.",
    after="5 points on one space, without a single Tree.",
    marked=("J30", "L1", "low"),
    replies=(ROW,),
)
END = Beat(
    say=(
        "After Round IV all is added: the points that show on your cards, 1 for each red egg and 3 for each gold one, "
        "your Goals, and for each Bio-Resource 3 points at 8 or 9 units, 5 points at 10. Cards in hand count nothing. "
        "A tie goes to whoever sits farthest clockwise from the First Player. Your score, by its sources, always "
        "stands above the Atlas."
    ),
    goal="Make one more action, whichever you like.",
    marked=("plants", "trees", "mammals"),
)

LESSON = Lesson(
    title="Your first Atlas",
    players=2,
    seat=YOU,
    options={"scenario": "triceratops", "first_player": YOU},
    deal={
        "triassic": _deck("T", "T03 T11 T13 T01"),
        "jurassic": _deck("J", "J02 J08 J03 J09 J24 J12 J20 J40 J14 J30 J16 J44 J06 J45 J10 J37 J29 J07"),
        "cretaceous": _deck("K", "K11 K24 K17 K26 K67 K08 K38 K12 K27 K30 K58 K25 K60 K01"),
        "first_player": YOU,
    },
    beats=(
        *(GOAL, TRIASSIC, EGG, CARD, ANALYZE, NEW_GENUS, EVOLVE, PILES),
        *(NEST, SCORED, ECOSYSTEM, ENGINE, REVEALED, ERA, LOW, END),
    ),
    closing=(
        "You know all that DinoSpan asks of you: publish, evolve, analyze, and keep an eye on the Goal of the round. "
        "If other engine builders are known to you, mind what differs: every ability of a row must be used, each may "
        "help the others instead, and eggs buy the dearest cards. Now try two or three rivals."
    ),
)
