"""The table of DinoSpan: zones, and what happens to them whatever the reason.

A space is one number: its top card and its Parent (each + 1), the overlay, red and gold eggs. A hand is three words of
48 cards. The Footprint's top is the end of its pile, the Archive's top too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mesozoic.games.dinospan import events
from mesozoic.games.dinospan.cards import CARD_IDS, CARDS, FAMILY_AT, GOAL_MASKS, ORDER_BITS, TAG_BITS, Deck
from mesozoic.kernel.deal import Chance
from mesozoic.kernel.state import Moves, State

if TYPE_CHECKING:
    from mesozoic.kernel.game import Setup

NONE: Final = -1
HYPE: Final = 4
ROUNDS: Final = 4
SPACES: Final = 5
ATLAS: Final = 10
TRACK: Final = 10
FRAME: Final = 6
WORDS: Final = 3
BITS: Final = 48
NEW_ERA: Final = 3
"""The round that begins with the Cretaceous deck (DS-54)."""

# --- A space --------------------------------------------------------------------------------------------------
TOP: Final = 255
PARENT_AT: Final = 8
HIGH_AT: Final = 16
RED_AT: Final = 17
GOLD_AT: Final = 20
ONE_RED: Final = 1 << 17
ONE_GOLD: Final = 1 << 20

# --- A seat's numbers -------------------------------------------------------------------------------------------
SEAT: Final = 8
MARKERS: Final = 3  # after P, T, M
GOAL_POINTS: Final = 4  # one of each round; NONE before it is scored

# --- What a seat holds in secret: Triassic cards kept, the draft pack, Research ------------------------------------
SECRET: Final = 3
SECOND_AT: Final = 16
"""The second card kept in the draft stands so far to the left of the first."""
KEPT_AT: Final = 12
"""The Research card kept stands so far to the left of those dealt."""

# --- Words of a card set ------------------------------------------------------------------------------------------
WORD: Final = vec[i64]([card // 48 for card in range(CARDS)])
BIT: Final = vec[i64]([1 << (card % 48) for card in range(CARDS)])
TRAIL: Final = vec[i64]([next((n for n in range(66) if pow(2, n, 67) == rest), 0) for rest in range(67)])
"""The number of a lone bit is found by its remainder: 2 is a generator modulo 67."""


# --- Where the card sets of ``masks`` begin --------------------------------------------------------------------
OPEN: Final = 0  # cards of hands and of the box that everybody knows there
BOX: Final = 3
COLLECTION: Final = 6  # the Rival's


def lone(low: i64) -> i64:
    """The number of the only bit of a mask."""
    return TRAIL[low % 67]


@mypyc_attr(acyclic=True)
class Variant:
    """Players and options as the rules ask for them."""

    def __init__(self, players: int, options: dict[str, Any], table: Any) -> None:
        self.table = table
        self.deck: Deck = table.deck
        self.players: i64 = players
        self.solo = players == 1
        self.sides: i64 = 2 if players == 1 else players  # the Rival is a side too
        self.markers: i64 = options["action_markers"]
        self.resources: i64 = options["tune_resources"]
        supply = options["egg_supply"]
        self.red: i64 = {"printed": 50, "seventyfive": 60, "unlimited": 1000}[supply]
        self.gold: i64 = 1000 if supply == "unlimited" else 15
        self.visible_goals: bool = options["goals_count"] == "visible"
        self.refill: bool = options["hype_round_refresh"] == "refill"
        self.literal: bool = options["hype_timing"] == "literal"
        self.level: i64 = options["solo_level"]
        self.research: bool = options["personal_research"]
        self.triassic: str = options["triassic_setup"]
        self.unshuffled = vec[i64]([0] * CARDS)  # no card was shuffled in yet
        self.buffer = Moves()  # for looking whether a choice has a single option


@mypyc_attr(acyclic=True)
class Table(State):
    """Zones and numbers of a game in progress."""

    def __init__(
        self,
        setup: Setup,
        variant: Variant,
        chance: Chance,
        footprint: vec[i64],
        reserve: vec[i64],
        archive: vec[i64],
        hype: vec[i64],
        hands: vec[i64],
        masks: vec[i64],
        spaces: vec[i64],
        seats: vec[i64],
        secret: vec[i64],
        goals: vec[i64],
        shown: vec[i64],
        frames: vec[i64],
    ) -> None:
        super().__init__(setup)
        self.variant = variant
        self.deck = variant.deck
        self.chance = chance
        self.footprint = footprint  # replaced, never changed, so clones share it
        self.reserve = reserve  # never changes: it is the Footprint's from Round III on
        self.archive = archive
        self.hype = hype
        self.hands = hands
        self.masks = masks  # known cards, the box, the Rival's collection
        self.spaces = spaces
        self.seats = seats
        self.secret = secret  # for each seat: Triassic cards kept, draft pack, Research
        self.goals = goals  # never changes
        self.shown = shown
        self.frames = frames
        self.batch = variant.unshuffled  # in which reshuffle each card was last, 0 for none; replaced, never changed
        self.batches: i64 = 0  # reshuffles so far
        self.footprint_size: i64 = 0
        self.known: i64 = 0
        self.archive_size: i64 = 0
        self.shown_size: i64 = 0
        self.frame_size: i64 = 0
        self.red: i64 = 0
        self.gold: i64 = 0
        self.round: i64 = 1
        self.phase: i64 = 0
        self.on_turn: i64 = 0
        self.first: i64 = 0
        self.key: i64 = 0
        self.rival_study: i64 = 0
        self.rival_goals: i64 = 0
        self.rival_turns: i64 = 0
        self.last_seat: i64 = NONE  # who made the last open move, and which
        self.last_move: i64 = 0

    # --- Frames ---------------------------------------------------------------------------------------------

    def push(self, kind: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        at = self.frame_size
        while len(self.frames) < at + FRAME:
            self.frames = append(self.frames, 0)
        frames = self.frames
        frames[at] = kind
        frames[at + 1] = seat
        frames[at + 2] = a
        frames[at + 3] = b
        frames[at + 4] = c
        frames[at + 5] = d
        self.frame_size = at + FRAME

    def drop(self) -> None:
        self.frame_size -= FRAME

    def top(self, field: i64) -> i64:
        at = self.frame_size - FRAME + field
        return self.frames[at]

    def set_top(self, field: i64, value: i64) -> None:
        self.frames[self.frame_size - FRAME + field] = value

    # --- Card sets ------------------------------------------------------------------------------------------

    def has_in_hand(self, seat: i64, card: i64) -> bool:
        at = seat * WORDS + WORD[card]
        return self.hands[at] & BIT[card] != 0

    def hand_size(self, seat: i64) -> i64:
        size: i64 = 0
        word: i64 = seat * WORDS
        while word < seat * WORDS + WORDS:
            mask = self.hands[word]
            while mask != 0:
                mask &= mask - 1
                size += 1
            word += 1
        return size

    def is_in(self, what: i64, card: i64) -> bool:
        at = what + WORD[card]
        return self.masks[at] & BIT[card] != 0

    def put(self, what: i64, card: i64) -> None:
        self.masks[what + WORD[card]] |= BIT[card]

    def take_out(self, what: i64, card: i64) -> None:
        self.masks[what + WORD[card]] &= ~BIT[card]

    def to_hand(self, seat: i64, card: i64, is_open: bool) -> None:
        self.hands[seat * WORDS + WORD[card]] |= BIT[card]
        if is_open:
            self.put(OPEN, card)

    def from_hand(self, seat: i64, card: i64) -> None:
        self.hands[seat * WORDS + WORD[card]] &= ~BIT[card]
        self.take_out(OPEN, card)

    # --- Footprint, Hype, Archive -----------------------------------------------------------------------------

    def to_archive(self, card: i64) -> None:
        """DS-R19: on top."""
        self.archive[self.archive_size] = card
        self.archive_size += 1

    def from_archive(self, at: i64) -> i64:
        card = self.archive[at]
        self.archive_size -= 1
        while at < self.archive_size:
            self.archive[at] = self.archive[at + 1]
            at += 1
        return card

    def can_draw(self) -> bool:
        return self.footprint_size + self.archive_size > 0

    def draw_card(self) -> i64:
        """The top card of the Footprint, the Archive shuffled in if it is empty (DS-R17); NONE if there is none."""
        if self.footprint_size == 0:
            if self.archive_size == 0:
                return NONE
            self.reshuffle()
        self.reveals += 1
        self.footprint_size -= 1
        if self.known > 0:
            self.known -= 1
        at = self.footprint_size
        return self.footprint[at]

    def has_given_chance(self) -> bool:
        return self.chance.is_given()

    def take_batches(self, numbers: list[int]) -> None:
        """A position's: in which reshuffle each card was."""
        self.batch = vec[i64](numbers)

    def reshuffle(self) -> None:
        pile = [int(self.archive[i]) for i in range(self.archive_size)]
        order = self.shuffled(self.chance, pile, CARD_IDS)
        size = len(order)
        footprint = self.footprint[:]
        batch = self.batch[:]
        self.batches += 1
        for place, card in enumerate(order):
            footprint[size - 1 - place] = card
            batch[card] = self.batches
        self.footprint = footprint
        self.batch = batch
        self.footprint_size = size
        self.archive_size = 0
        self.known = 0
        if self.log is not None:
            self.tell(events.Reshuffled(size))

    def refresh(self) -> None:
        """DS-R14: empty slots are filled, the lowest first."""
        slot: i64 = 0
        while slot < HYPE:
            if self.hype[slot] == NONE:
                card = self.draw_card()
                if card == NONE:
                    return
                self.hype[slot] = card
                if self.log is not None:
                    self.tell(events.HypeFilled(slot + 1, CARD_IDS[card]))
            slot += 1

    # --- Spaces -----------------------------------------------------------------------------------------------

    def row_length(self, seat: i64, row: i64) -> i64:
        spaces = self.spaces
        at = seat * ATLAS + row * SPACES
        length: i64 = 0
        while length < SPACES and spaces[at + length] != 0:
            length += 1
        return length

    def room(self, seat: i64, place: i64) -> i64:
        """DS-46: how many more eggs the space takes."""
        at = seat * ATLAS + place
        space = self.spaces[at]
        if space == 0:
            return 0
        card = (space & TOP) - 1
        return self.deck.eggs[card] - ((space >> RED_AT) & 7) - (space >> GOLD_AT)

    def has_room(self, seat: i64) -> bool:
        place: i64 = 0
        while place < ATLAS:
            if self.room(seat, place) > 0:
                return True
            place += 1
        return False

    def has_red_egg(self, seat: i64) -> bool:
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            if (self.spaces[place] >> RED_AT) & 7 != 0:
                return True
            place += 1
        return False

    def count_own(self, seat: i64, mask: i64, row: i64) -> i64:
        """DS-47, DS-R26 to DS-R28: the seat's published cards that match; a covered tag does not count."""
        found: i64 = 0
        place: i64 = 0
        end: i64 = ATLAS
        if row == 1:
            end = SPACES
        elif row == 2:
            place = SPACES
        traits = self.deck.traits
        place += seat * ATLAS
        end += seat * ATLAS
        while place < end:
            space = self.spaces[place]
            if space != 0:
                if traits[(space & TOP) - 1] & mask == mask:
                    found += 1
                parent = (space >> PARENT_AT) & TOP
                if parent != 0:
                    seen = traits[parent - 1]
                    if (space >> HIGH_AT) & 1 != 0:
                        seen &= ~TAG_BITS
                    if seen & mask == mask:
                        found += 1
            place += 1
        return found

    def goal_count(self, seat: i64, goal: i64) -> i64:
        """DS-49, DS-R34: the cards of a side that belong to the goal's class."""
        mask = GOAL_MASKS[goal]
        traits = self.deck.traits
        found: i64 = 0
        if seat == self.variant.players:
            return self.count_collection(mask)
        place = seat * ATLAS
        while place < seat * ATLAS + ATLAS:
            space = self.spaces[place]
            if space != 0:
                if traits[(space & TOP) - 1] & mask != 0:
                    found += 1
                parent = (space >> PARENT_AT) & TOP
                if parent != 0 and not self.variant.visible_goals and traits[parent - 1] & mask != 0:
                    found += 1
            place += 1
        return found

    def count_collection(self, mask: i64) -> i64:
        traits = self.deck.traits
        found: i64 = 0
        word: i64 = 0
        while word < WORDS:
            left = self.masks[COLLECTION + word]
            while left != 0:
                low = left & -left
                left ^= low
                if traits[word * BITS + lone(low)] & mask != 0:
                    found += 1
            word += 1
        return found

    def is_link(self, parent: i64, card: i64) -> bool:
        """DS-21: the same Order, and the same Family or a Basal Parent (DS-R31)."""
        below = self.deck.traits[parent]
        above = self.deck.traits[card]
        if (below ^ above) & ORDER_BITS != 0:
            return False
        return (below >> FAMILY_AT) == (above >> FAMILY_AT) or (below >> FAMILY_AT) == 1

    # --- Resources and eggs -----------------------------------------------------------------------------------

    def gain(self, seat: i64, resource: i64, number: i64) -> None:
        """DS-35: at most 10, the excess is lost."""
        at = seat * SEAT + resource
        before = self.seats[at]
        after = before + number
        if after > TRACK:
            after = TRACK
        self.seats[at] = after
        if self.log is not None and after != before:
            self.tell(events.Gained(seat, resource, after - before, after))

    def lay(self, seat: i64, place: i64) -> None:
        self.spaces[seat * ATLAS + place] += ONE_RED
        self.red -= 1
        if self.log is not None:
            self.tell(events.EggLaid(seat, place))

    def gild(self, seat: i64, place: i64) -> None:
        """DS-45."""
        self.spaces[seat * ATLAS + place] += ONE_GOLD - ONE_RED
        self.red += 1
        self.gold -= 1
        if self.log is not None:
            self.tell(events.EggUpgraded(seat, place))

    def draw_to_hand(self, seat: i64) -> None:
        """DS-36: unseen by others, unless everybody knew that card."""
        was_known = self.known > 0
        card = self.draw_card()
        if card == NONE:
            return
        self.to_hand(seat, card, was_known)
        if self.log is not None:
            self.tell_all(events.drew(seat, CARD_IDS[card], was_known))

    def take_from_hype(self, seat: i64, slot: i64) -> None:
        card = self.hype[slot]
        self.hype[slot] = NONE
        self.to_hand(seat, card, True)
        if self.log is not None:
            self.tell(events.TookFromHype(seat, slot + 1, CARD_IDS[card]))
