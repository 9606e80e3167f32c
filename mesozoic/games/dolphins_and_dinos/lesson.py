"""A first game with a teacher: two museums, a fixed deal, and one idea at a time (ledger section 9)."""

from __future__ import annotations

from mesozoic.kernel.lesson import Beat, Lesson, Reply

YOU, RIVAL = 0, 1


def _rival(*moves: str) -> tuple[Reply, ...]:
    return tuple(Reply(RIVAL, move) for move in moves)


GOAL = Beat(
    say=(
        "Welcome, curator. In nine rounds you fill the nine squares of a museum. Its six halls are the three rows and "
        "the three columns. A hall scores the sum of its exhibits if their numbers rise: to the right in a row, "
        "upwards in a column. 3, 6, 15 scores 24; 6, 3, 15 scores nothing. Every exhibit counts in two halls."
    ),
    goal="Look at the nine squares and at the six plates around them, then read on.",
    allow=(),
    marked=("hall:r1", "hall:r2", "hall:r3", "hall:ca", "hall:cb", "hall:cc"),
)
LOW_CORNER = Beat(
    say=(
        "Three cards are on offer in every round. Everybody picks one in secret, also the same one, and a square for "
        "it. Low numbers feel at home at the bottom left, where both halls begin."
    ),
    goal="Pick the Trilobite, put it on a1 and seal the choice.",
    allow=("3@a1",),
    wrong="That would do, but the Trilobite is the lowest card: start with it in the corner a1.",
    after="The envelopes open together. You pay $2; P2 put a Saber Tooth into the middle for $5.",
    marked=("3", "a1"),
    replies=_rival("9@b2"),
)
FREE_FEATURE = Beat(
    say=(
        "An exhibit just placed may get one of its features: water, ancient or life. This costs $1, but nothing for "
        "the lowest exhibit that anybody placed, and that is yours. Three equal marks in a rising hall make a themed "
        "hall: its highest exhibit counts once more."
    ),
    goal="Mark the Trilobite with water.",
    allow=("W",),
    wrong="It is free, so take it; and take water, for much of what comes can swim.",
    marked=("feature:W",),
    replies=_rival("A"),
)
ADJACENT = Beat(
    say=(
        "From now on a new square must share a side with one of yours. Look ahead as well: the next column lies "
        "open already. A Shark comes, 10, at home in water. With a Fish between it and the Trilobite the left column "
        "would rise, all of it wet."
    ),
    goal="Put the Fish on a2, above the Trilobite.",
    allow=("6@a2",),
    wrong="The plan is a wet column on the left: the Fish belongs on a2.",
    marked=("6", "a2", "column:3"),
    replies=_rival("12@b3"),
)
SECOND_MARK = Beat(
    say="Your Fish is the lowest exhibit again, so its mark is free.",
    goal="Mark the Fish with water.",
    allow=("W",),
    wrong="A themed hall needs three equal marks: water again.",
    after="The plate of the left column says it: two of three marks.",
    marked=("feature:W", "hall:ca"),
    replies=_rival("W"),
)
SHARK = Beat(
    say=(
        "Here is the Shark. Once you have picked a card, every lit square tells you how many points it would bring "
        "now, and whether it would break a hall."
    ),
    goal="Put the Shark on a3, at the top of the column.",
    allow=("10@a3",),
    wrong="The Shark completes the left column: put it on a3.",
    after="P2 placed the Butterfly, 2. That is lower than your 10, so this time a mark costs you $1.",
    marked=("10", "a3"),
    replies=_rival("2@a2"),
)
THEMED_HALL = Beat(
    say="A dollar for the third water mark: the hall counts its highest exhibit once more, ten points.",
    goal="Pay $1 and mark the Shark with water.",
    allow=("W",),
    wrong="Ten points for a dollar: mark it with water.",
    after="Your first themed hall: 19 points for the exhibits and 10 for the theme.",
    marked=("feature:W", "hall:ca"),
    replies=_rival("L"),
)
RESTAURANT = Beat(
    say=(
        "A T. Rex, 15, waits in the next column; it would suit the top right corner. Between it and the Shark belongs "
        "a number from 11 to 14. The restaurant can be any number that you do not have yet. It scores nothing, but "
        "it fits, and it pays you half of its number."
    ),
    goal="Pick the restaurant, give it a number from 11 to 14, and put it on b3.",
    allow=("R(11)@b3", "R(12)@b3", "R(13)@b3", "R(14)@b3"),
    wrong="It shall close the gap on b3 between the Shark, 10, and a T. Rex, 15: number it from 11 to 14.",
    after="Money instead of a bill. P2 took a Skeleton.",
    marked=("R", "number:11", "number:12", "number:13", "number:14", "b3"),
    replies=_rival("5@b1", "none"),
)
TYRANT = Beat(
    say=(
        "The T. Rex costs $8, and everybody who picks it pays $2 more for each player who does. Alone that makes $10, "
        "together $12 each. If your money did not do, your square would become a corridor. The desk tells you what "
        "is left in each case."
    ),
    goal="Put the T. Rex on c3, the top right corner.",
    allow=("15@c3",),
    wrong="It is dear, but nothing scores like 15 in two halls: put it on c3.",
    after=(
        "P2 wanted it too: $12 each. And the T. Rex leaves the table, because enough players have placed it; only "
        "13, 14 and 15 ever do. You both keep yours."
    ),
    marked=("15", "c3"),
    replies=_rival("15@c3"),
)
TYRANT_MARK = Beat(
    say="You both placed the lowest exhibit of this round, for it is the only one. So the mark is free for both.",
    goal="Draw the mark or leave it, as you like.",
    allow=("A", "none"),
    marked=("feature:A",),
    replies=_rival("none"),
)
WAY_BACK = Beat(
    say=(
        "Round 6, and the path turns back: columns 5, 4 and 3 are on offer once more, and in the last round 1 and 2 "
        "together. What nobody removed can be picked again, but no number twice in one museum. I play two rounds for "
        "you: a Sea Horse, 8, on b2 and a Skeleton, 5, on b1."
    ),
    goal="Read on, and watch the two rounds.",
    allow=(),
    after="5, 8 and the restaurant: the middle column rises.",
    marked=("path",),
    replies=(
        Reply(YOU, "8@b2"),
        Reply(RIVAL, "4@a3"),
        Reply(YOU, "none"),
        Reply(RIVAL, "L"),
        Reply(YOU, "5@b1"),
        Reply(RIVAL, "C@c2"),
        Reply(YOU, "A"),
    ),
)
CORRIDOR = Beat(
    say=(
        "Round 8. The Shark is yours already, and 1 or 2 would break the halls of c1 and c2. Then a corridor helps: it "
        "is free and scores nothing, and halls skip it. The middle row 6, 8 still rises, and so will the right column."
    ),
    goal="Pick the corridor and put it on c2.",
    allow=("C@c2",),
    wrong="Any card of this round would break a hall: take the corridor, for c2.",
    marked=("C", "c2"),
    replies=_rival("1@a1", "none"),
)
LAST_SQUARE = Beat(
    say=(
        "The last round: six cards, less those that you have, and one square. In the bottom row it must be higher "
        "than 5, in the right column lower than 15. Mind the money as well: whoever has more than another at the end "
        "gets two points for it, and one each if you have the same."
    ),
    goal="Choose the exhibit for c1 yourself.",
    allow=("7@c1", "9@c1", "12@c1", "13@c1"),
    wrong="An exhibit above 5 scores in both halls of c1; a corridor scores nothing.",
    marked=("c1", "money"),
    replies=_rival("3@c1"),
)
LAST_DOLLAR = Beat(
    say=(
        "One more mark for $1? It can complete no theme any more. Marks break ties, but a dollar may decide the "
        "money bonus."
    ),
    goal="Decide for yourself.",
    marked=("money",),
    replies=_rival("none"),
)

LESSON = Lesson(
    title="Your first museum",
    players=2,
    seat=YOU,
    options={},
    deal={"hidden": 11, "deck": [3, 9, 13, 6, 12, 7, 10, 1, 2, "R", 5, 14, 15, 8, 4]},
    beats=(
        GOAL,
        LOW_CORNER,
        FREE_FEATURE,
        ADJACENT,
        SECOND_MARK,
        SHARK,
        THEMED_HALL,
        RESTAURANT,
        TYRANT,
        TYRANT_MARK,
        WAY_BACK,
        CORRIDOR,
        LAST_SQUARE,
        LAST_DOLLAR,
    ),
    closing=(
        "All six halls of yours rise. Each of them scores its exhibits, the left column ten points more for its theme; "
        "then comes the money bonus. P2 has a hall that does not rise and no theme at all: the museum of the year is "
        "yours. Now play against more than one: the dearest exhibits get dearer, and leave."
    ),
)
