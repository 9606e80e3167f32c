"""A first evening with a teacher: four rounds of a fixed deck, from the first good date to the Pterodactyl."""

from __future__ import annotations

from typing import Final

from mesozoic.games.carbon_dating.cards import IDS, ORDINARY_CARDS
from mesozoic.kernel.lesson import Beat, Lesson

_FIRST: Final = ["STE3", "GAL2", "IGU1", "VEL1", "SPI1", "BRA2", "IGU2", "PAC4", "STE1", "VEL3", "ALL1", "COM4"]

LESSON: Final = Lesson(
    title="Your first evening as a matchmaker",
    players=1,
    seat=0,
    options={},
    deal={"deck": _FIRST + [card for card in IDS[:ORDINARY_CARDS] if card not in _FIRST]},
    beats=(
        Beat(
            say="Good evening! Four dinosaurs sit at your table already. Every card has an arrow on its left edge "
            "and four places on its right edge: a whole heart, a broken one or nothing. When two become neighbours "
            "they have a date, and only one comparison counts: the arrow of the right-hand one points at a place of "
            "the left-hand one. Iguanodon's arrow points at Gallimimus's top place, a broken heart: that would be a "
            "bad date. They were dealt like this, so nobody dates yet.",
            goal="Have a look at the arrows and hearts, then go on.",
            allow=(),
            marked=("STE3", "GAL2", "IGU1", "VEL1"),
        ),
        Beat(
            say="Two guests are at the door. One goes to the left end, the other to the right end, in the order "
            "you like. Under the table you see what each choice would set off. Spinosaurus is hungry: as soon as it "
            "sits down it eats its neighbour.",
            goal="Seat Spinosaurus at the left end and watch what follows.",
            allow=("SPI1 left",),
            wrong="That works too, but for this lesson let Spinosaurus start its meal at the left end.",
            after="Stegosaurus was eaten, Gallimimus saw it and ran to the discard pile, the gap closed, and the "
            "new neighbours fell in love. A whole heart: both leave happy, and what Spinosaurus ate leaves with it.",
            marked=("SPI1", "left"),
        ),
        Beat(
            say="The left end is taken for this round, so Brachiosaurus has only the right end. Its arrow points "
            "at an empty place of Velociraptor: a medium date, after which nothing happens.",
            goal="Seat Brachiosaurus at the right end.",
            allow=("BRA2 right",),
            wrong="Keep Tyrannosaurus for later: seat Brachiosaurus at the right end.",
            after="A medium date. They stay where they are, and they will not date again while they sit side by side.",
            marked=("BRA2", "right"),
        ),
        Beat(
            say="Both guests are seated. Pterodactyl and Tyrannosaurus wait at the side; each can be called in "
            "once, in any round. Not now.",
            goal="End the round.",
            allow=("end round",),
            wrong="Save the guests on call: end the round.",
            marked=("PTE", "TYR"),
        ),
        Beat(
            say="Round 2. Whoever you seat at the left end is the left-hand one of the date, so its own hearts "
            "count. Velociraptor's arrow is at the top, and Iguanodon has a whole heart there.",
            goal="Seat Iguanodon at the left end.",
            allow=("IGU2 left",),
            wrong="Look for the whole heart: Iguanodon, at the left end.",
            after="Two more leave happy.",
            marked=("IGU2", "left", "VEL1"),
        ),
        Beat(
            say="On a bad date the left-hand one does what its card says under the broken heart. Brachiosaurus has "
            "its head in the clouds: nothing happens.",
            goal="Seat Pachycephalosaurus at the right end.",
            allow=("PAC4 right",),
            wrong="Seat Pachycephalosaurus at the right end.",
            after="A bad date, and Brachiosaurus has not even noticed. Others would have stormed off or had a snack.",
            marked=("PAC4", "right", "BRA2"),
        ),
        Beat(
            say="That is all for this round.",
            goal="End the round.",
            allow=("end round",),
            wrong="Save the guests on call: end the round.",
        ),
        Beat(
            say="Round 3, and now the art of the game: a bad date can make a good one. Stegosaurus swipes its date "
            "to the left end. Whoever sat behind becomes its new neighbour. Read the preview of the left end.",
            goal="Seat Stegosaurus at the left end.",
            allow=("STE1 left",),
            wrong="Try the left end with Stegosaurus and see the chain.",
            after="The bad date flung Brachiosaurus away, Stegosaurus met Pachycephalosaurus, and it was love. "
            "Every pair that becomes neighbours dates; a chain runs until nobody new has met.",
            marked=("STE1", "left"),
        ),
        Beat(
            say="Brachiosaurus is alone now. Its third place is a whole heart, and Velociraptor's arrow is at "
            "height 3.",
            goal="Seat Velociraptor at the right end.",
            allow=("VEL3 right",),
            wrong="Seat Velociraptor at the right end.",
            after="An empty table: nobody is left to complain. With nothing more to play the round ended by itself.",
            marked=("VEL3", "right"),
        ),
        Beat(
            say="Round 4. At an empty table the first guest has no date, but the end you name is used up all the same.",
            goal="Seat Allosaurus at the left end.",
            allow=("ALL1 left",),
            wrong="Begin with Allosaurus at the left end.",
            marked=("ALL1", "left"),
        ),
        Beat(
            say="Compsognathus may let two neighbours swap seats when it arrives, but there is no pair to bother yet.",
            goal="Seat Compsognathus at the right end.",
            allow=("COM4 right",),
            wrong="Seat Compsognathus at the right end.",
            marked=("COM4", "right"),
        ),
        Beat(
            say="Time for a guest on call. Pterodactyl lands between any two neighbours.",
            goal="Pick Pterodactyl, then the gap between Allosaurus and Compsognathus.",
            allow=("PTE gap 1",),
            wrong="Pick Pterodactyl from the cards on call and let it land in the gap.",
            after="It has two new neighbours at once, and only one of the two dates takes place: you choose.",
            marked=("PTE", "gap:1"),
        ),
        Beat(
            say="With Allosaurus on its left the date is medium and nothing happens. With Compsognathus on its "
            "right the date is bad, and Pterodactyl would flap off to the discard pile. The date that you do not "
            "pick is cancelled.",
            goal="Pick one of the two dates.",
            allow=("date ALL1 PTE", "date PTE COM4"),
            wrong="Pick one of the two dates.",
            after="Your table, your choice.",
            marked=("gap:1", "gap:2"),
        ),
        Beat(
            say="Whoever sits in the discard pile comes back: when the deck is empty, the pile is shuffled into a "
            "new one. The evening ends when both are empty. Then everybody at the table or in the discard pile "
            "writes a bad review; those who left happy do not, and those who were eaten cannot. No review makes you "
            "a Flawless Matchmaker, one or two a Love Maestro, three or four a Matchmaking Guru, more an Extinction "
            "Accelerator.",
            goal="Look at the piles and the reviews, then finish.",
            allow=(),
            marked=("discard", "deck", "satisfied", "reviews"),
        ),
    ),
    closing="That is everything. The challenges in the lobby make it harder: impatient customers, a blind date, an "
    "audit that counts your meals. Now open a table of your own.",
)
