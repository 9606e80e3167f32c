"""Deals and positions as plain JSON, read with care and written out again.

A deal is ``{"order": ["SL1R", "SHARK", ...]}``, the whole shuffled pile, top first; optional are ``after_setup`` (the
deck once bonus cards were shuffled back), ``penalty`` (the cards that penalties take), ``reshuffles`` (later orders).
A position names what is where, and whatever else differs from a game that has just begun::

    {"grid": ["ML1B", "SL2G", "AL3R"], "hands": [["MW1B"], ["SA2R"]], "deck": ["SHARK", "AA1B"], "piles": [[], []],
     "last_scorer": 0, "bonus_seen": ["BIVALVE"]}

Cards that are named nowhere lie aside. Without a ``phase`` play has just begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.games.clades import fitting, rules
from mesozoic.games.clades import rules_terms as terms
from mesozoic.games.clades.cards import NAMES, NUMBER_OF, SHARK, is_bonus
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_terms import Variant
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import Chance, expect_keys, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import LATEST

PHASES: Final = ("ready", "shown", "open", "settling", "round_over", "over")
ENDINGS: Final = ("going_on", "none_left", "none_seen", "ten_triples", "time_up", "stopped")
TALLIES: Final = {
    "triples": terms.TRIPLES,
    "clade_triples": terms.CLADE_TRIPLES,
    "extras": terms.EXTRAS,
    "paid": terms.PAID,
    "false_calls": terms.FALSE_CALLS,
    "owed": terms.OWED,
    "released": terms.RELEASED,
}
ZONES: Final = ("grid", "hands", "deck", "piles", "temp")
REST: Final = (
    "last_scorer",
    "bonus_seen",
    "phase",
    "clock",
    "tick",
    "scorers",
    "on_break",
    "locked",
    "votes",
    "hands_open",
    "last_triple",
    "shuffled_back",
    "rounds",
    "revealed_at",
    "ended_at",
    "why",
    "penalty",
    "reshuffles",
    "refuted",
    *TALLIES,
)
UNKNOWN_PAYER: Final = 14

# --- Deals ------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, deal: Mapping[str, Any], rng: Rng) -> Table:
    expect_keys("deal", deal, ["order"], ["after_setup", "penalty", "reshuffles"])
    variant: Variant = setup.variant
    after = deal.get("after_setup")
    chance, penalties = read_chance(deal, rng)
    return rules.new_game(
        setup,
        _read_order(variant, deal["order"]),
        None if after is None else _read_cards("after_setup", after, variant),
        chance,
        penalties,
    )


def _read_order(variant: Variant, given: Any) -> list[int]:
    """The shuffled pile; of a race the 39 cards in use are enough."""
    if variant.race:
        cards = _read_cards("The order", given, variant)
        if len(cards) not in (terms.RACE_CARDS, len(variant.cards)):
            raise BadOptions(f"The order of a race must name {terms.RACE_CARDS} cards, not {len(cards)}.")
        return cards[: terms.RACE_CARDS]
    order = expect_pile("The order", given, [NAMES[card] for card in variant.cards])
    return [NUMBER_OF[name] for name in order]


def read_chance(given: Mapping[str, Any], rng: Rng) -> tuple[Chance, list[int]]:
    """The chance of later reshuffles and penalties: first as it is given, then from the generator."""
    orders = given.get("reshuffles", [])
    if not isinstance(orders, list):
        raise BadOptions("reshuffles must be a list of orders.")
    known = list(NUMBER_OF)
    found = [[NUMBER_OF[name] for name in _some_cards("A reshuffle", order, known)] for order in orders]
    penalties = given.get("penalty", [])
    if not isinstance(penalties, list) or any(not isinstance(one, str) or one not in NUMBER_OF for one in penalties):
        raise BadOptions("penalty must be a list of cards, one for each penalty to come.")
    return Chance(rng, found), [NUMBER_OF[name] for name in penalties]


def _some_cards(what: str, given: Any, known: Sequence[str]) -> list[str]:
    """A list of different cards out of those that are known."""
    if not isinstance(given, list):
        raise BadOptions(f"{what} must be a list of cards.")
    for at, name in enumerate(given):
        if not isinstance(name, str) or name not in known:
            raise BadOptions(f"{what} holds {name!r}, which is no card of this game.")
        if name in given[:at]:
            raise BadOptions(f"{what} holds {name!r} twice.")
    return given


def _read_cards(what: str, given: Any, variant: Variant) -> list[int]:
    return [NUMBER_OF[name] for name in _some_cards(what, given, [NAMES[card] for card in variant.cards])]


def deal_of(state: Table) -> dict[str, Any]:
    """What chance gave, as an order that needs no replacing: dealt cards first, then the deck."""
    hands = [list(state.held(seat)) for seat in range(state.players)]
    order: list[int] = []
    for place in rules.deal_places(state.variant):
        if place != terms.GRID:
            order.append(hands[place - terms.HAND].pop(0))
    order += [int(state.grid[i]) for i in range(state.laid)]
    return {"order": [NAMES[card] for card in [*order, *state.deck]]}


# --- Writing a position -----------------------------------------------------------------------------------


def position_of(state: Table) -> dict[str, Any]:
    seats = range(state.players)
    grid = [int(state.grid[i]) for i in range(state.laid)]
    return {
        "phase": PHASES[state.phase],
        "clock": int(state.clock),
        "tick": int(state.tick),
        "grid": [NAMES[entry & 255] for entry in grid],
        "hands": [[NAMES[card] for card in state.held(seat)] for seat in seats],
        "deck": [NAMES[state.deck[i]] for i in range(state.top, len(state.deck))],
        "piles": [[NAMES[card] for card in state.pile(seat)] for seat in seats],
        "temp": {NAMES[entry & 255]: payer_of(entry) for entry in grid if entry >> 8},
        "last_scorer": none_if_negative(state.last_scorer),
        "bonus_seen": [NAMES[SHARK + i] for i in range(4) if has(state.bonus_seen, i)],
        "scorers": [_scorer_json(state.window[i]) for i in range(state.scored)],
        "on_break": none_if_negative(state.on_break),
        "locked": [seat for seat in seats if has(state.locked, seat)],
        "votes": [seat for seat in seats if has(state.votes, seat)],
        "hands_open": bool(state.hands_open),
        "last_triple": last_triple(state),
        "shuffled_back": int(state.shuffled_back),
        "rounds": [int(state.rounds[i]) for i in range(state.round)] if state.variant.casual else [],
        "revealed_at": int(state.revealed_at),
        "ended_at": int(state.ended_at),
        "why": ENDINGS[state.why],
        "penalty": [NAMES[card] for card in state.penalties],
        "reshuffles": [[NAMES[card] for card in order] for order in state.chance.orders[state.chance.used :]],
        "refuted": [list(trio_of(code)) for code in state.refuted],
        **{name: [int(state.counted(seat, what)) for seat in seats] for name, what in TALLIES.items()},
    }


def payer_of(entry: int) -> int | None:
    """Who paid a temporary card, if that is known."""
    payer = (entry >> 8) - 1
    return None if payer == UNKNOWN_PAYER else payer


def none_if_negative(seat: int) -> int | None:
    return None if seat < 0 else int(seat)


def _scorer_json(entry: int) -> dict[str, int]:
    return {
        "seat": int(terms.scorer_of(entry)),
        "shared": int(terms.shared_of(entry)),
        "personal": int(terms.personal_of(entry)),
        "for": int(terms.owner_of(entry)),
    }


def last_triple(state: Table) -> dict[str, Any] | None:
    if state.last_call == 0:
        return None
    return {"cards": list(trio_of(state.last_call)), "at": int(state.last_call_at)}


def trio_of(code: int) -> tuple[str, ...]:
    """The three cards of a call by name."""
    return tuple(NAMES[terms.card_of(code, place)] for place in range(3))


# --- Reading a position -------------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Table:
    """The state of a position. Later chance comes from the position itself, so that a record replays alike."""
    expect_keys("position", given, [], [*ZONES, *REST])
    read = _Reader(setup, given)
    chance, penalties = read_chance(given, seeded("clades", "position"))
    state = rules.empty_table(setup, chance, penalties)
    read.zones(state)
    read.table(state)
    read.counts(state)
    fitting.check(state)
    if "phase" in given:
        fitting.check_open(state)
    else:
        state.phase = terms.SHOWN
        state.begin()
    return state


class _Reader:
    """Reads a position part by part; BadOptions says what is wrong."""

    def __init__(self, setup: Setup, given: Mapping[str, Any]) -> None:
        self.variant: Variant = setup.variant
        self.players = setup.players
        self.given = given
        self.known = [NAMES[card] for card in self.variant.cards]
        self.named: set[str] = set()

    def zones(self, state: Table) -> None:
        for card in self.cards("grid", self.given.get("grid", [])):
            self.refuse_bonus("the grid", card)
            state.lay(card, terms.GRID)
        for seat, hand in enumerate(self.per_seat("hands", [])):
            cards = self.cards("a hand", hand)
            if len(cards) > terms.MOST_PERSONAL:
                raise BadOptions(f"A hand holds at most {terms.MOST_PERSONAL} personal cards, not {len(cards)}.")
            for card in cards:
                self.refuse_bonus("a hand", card)
                state.lay(card, terms.HAND + seat)
        for seat, pile in enumerate(self.per_seat("piles", [])):
            for card in self.cards("a pile", pile):
                state.zone[card] = terms.PILE + seat
                state.add_to(seat, terms.CARDS, 1)
                if is_bonus(card):
                    state.bonus_seen |= 1 << (card - SHARK)
        deck = self.cards("the deck", self.given.get("deck", []))
        for card in deck:
            state.zone[card] = terms.DECK
        state.deck = vec[i64](deck)
        self.temporary(state)

    def temporary(self, state: Table) -> None:
        temp = self.given.get("temp", {})
        payers = {str(name): None for name in temp} if isinstance(temp, list) else temp
        if not isinstance(payers, Mapping) or any(name not in self.given.get("grid", []) for name in payers):
            raise BadOptions("temp must name shared cards, with the seat that paid each of them.")
        for place in range(state.laid):
            name = NAMES[state.grid[place]]
            if name in payers:
                payer = UNKNOWN_PAYER if payers[name] is None else self.seat("temp", payers[name])
                state.grid[place] |= (payer + 1) << 8

    def table(self, state: Table) -> None:
        given = self.given
        state.phase = self.one_of("phase", PHASES, "open")
        state.why = self.one_of("why", ENDINGS, "going_on")
        state.last_scorer = self.seat_or_none("last_scorer")
        state.on_break = self.seat_or_none("on_break")
        state.locked = self.seats("locked")
        state.votes = self.seats("votes")
        if not isinstance(given.get("hands_open", False), bool):
            raise BadOptions("hands_open must be true or false.")
        state.hands_open = given.get("hands_open", False)
        for name in _some_cards("bonus_seen", given.get("bonus_seen", []), [NAMES[SHARK + i] for i in range(4)]):
            state.bonus_seen |= 1 << (NUMBER_OF[name] - SHARK)
        self.scorers(state)
        self.last_triple(state)
        state.refuted = [self.trio("refuted", cards) for cards in self.listed("refuted", comb(len(self.known), 3))]

    def scorers(self, state: Table) -> None:
        for entry in self.listed("scorers", self.players):
            expect_keys("scorer", entry, ["seat", "shared", "personal", "for"])
            seat, owner = self.seat("scorers", entry["seat"]), self.seat("scorers", entry["for"])
            shared, personal = self.number("shared", entry["shared"], 3), self.number("personal", entry["personal"], 3)
            state.window[state.scored] = terms.scorer_entry(seat, shared, personal, owner)
            state.scored += 1

    def last_triple(self, state: Table) -> None:
        last = self.given.get("last_triple")
        if last is None:
            return
        expect_keys("last triple", last, ["cards", "at"])
        state.last_call = self.trio("last_triple", last["cards"])
        state.last_call_at = self.number("last_triple", last["at"], LATEST)

    def counts(self, state: Table) -> None:
        for name in ("clock", "tick", "revealed_at", "ended_at", "shuffled_back"):
            setattr(state, name, self.number(name, self.given.get(name, 0), LATEST))
        for name, what in TALLIES.items():
            for seat, number in enumerate(self.per_seat(name, 0)):
                state.add_to(seat, what, self.number(name, number, 999))
        if self.variant.casual:
            rounds = self.listed("rounds", terms.MOST_ROUNDS) or [int(state.counted(0, terms.TRIPLES))]
            state.round = len(rounds)
            for at, number in enumerate(rounds):
                state.rounds[at] = self.number("rounds", number, 999)
            if "triples" not in self.given:
                state.add_to(0, terms.TRIPLES, sum(rounds))
            elif sum(rounds) != state.counted(0, terms.TRIPLES):
                raise BadOptions("rounds must count the triples of each round: together they are all triples.")
        elif self.given.get("rounds"):
            raise BadOptions("Only the casual game has rounds.")

    # --- Small parts --------------------------------------------------------------------------------------

    def cards(self, what: str, given: Any) -> list[int]:
        """Cards that are named nowhere else in the position."""
        names = _some_cards(what, given, self.known)
        for name in names:
            if name in self.named:
                raise BadOptions(f"The position names {name!r} in two places.")
            self.named.add(name)
        return [NUMBER_OF[name] for name in names]

    def trio(self, what: str, given: Any) -> int:
        """The call of three animal cards."""
        cards = sorted(NUMBER_OF[name] for name in _some_cards(what, given, self.known))
        if len(cards) != 3 or is_bonus(cards[-1]):
            raise BadOptions(f"{what} must name three animal cards.")
        return int(terms.call(*cards))

    def refuse_bonus(self, where: str, card: int) -> None:
        if is_bonus(card):
            raise BadOptions(f"{NAMES[card]} is a bonus card and never lies in {where}.")

    def per_seat(self, name: str, default: Any) -> list[Any]:
        values = self.given.get(name)
        if values is None:
            return [default] * self.players
        if not isinstance(values, list) or len(values) != self.players:
            raise BadOptions(f"{name} must be a list with one part for each of the {self.players} seats.")
        return values

    def listed(self, name: str, most: int) -> list[Any]:
        values = self.given.get(name, [])
        if not isinstance(values, list) or len(values) > most:
            raise BadOptions(f"{name} must be a list of at most {most} parts.")
        return values

    def seat(self, what: str, value: Any) -> int:
        return self.number(what, value, self.players - 1)

    def seat_or_none(self, name: str) -> int:
        value = self.given.get(name)
        return -1 if value is None else self.seat(name, value)

    def seats(self, name: str) -> int:
        return sum(1 << seat for seat in {self.seat(name, value) for value in self.listed(name, self.players)})

    def number(self, what: str, value: Any, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= high:
            raise BadOptions(f"{what} must be a whole number from 0 to {high}, not {value!r}.")
        return value

    def one_of(self, name: str, values: Sequence[str], default: str) -> int:
        value = self.given.get(name, default)
        if value not in values:
            raise BadOptions(f"{name} must be {' or '.join(values)}, not {value!r}.")
        return values.index(value)
