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
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from mesozoic.games.clades import position_laws as laws
from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import NAMES, NUMBER_OF, SHARK, is_bonus
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.rules_setup import deal_places, empty_table, new_game
from mesozoic.games.clades.rules_table import Variant
from mesozoic.kernel.bits import has
from mesozoic.kernel.deal import Chance, expect_pile
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.game import Setup
from mesozoic.kernel.parts import cards_of, read, whole, written
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import LATEST

Seat = Annotated[int, Meta(ge=0, le=7)]
Number = Annotated[int, Meta(ge=0, le=999)]
Taken = Annotated[int, Meta(ge=0, le=3)]
Time = Annotated[int, Meta(ge=0, le=LATEST)]
Trio = Annotated[list[str], Meta(min_length=3, max_length=3)]
Phase = Literal["ready", "shown", "open", "settling", "round_over", "over"]
Why = Literal["going_on", "none_left", "none_seen", "ten_triples", "time_up", "stopped"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
ENDINGS: Final[tuple[Why, ...]] = get_args(Why)
TALLIES: Final = {
    "triples": terms.TRIPLES,
    "clade_triples": terms.CLADE_TRIPLES,
    "extras": terms.EXTRAS,
    "paid": terms.PAID,
    "false_calls": terms.FALSE_CALLS,
    "owed": terms.OWED,
    "released": terms.RELEASED,
}
BONUS: Final = {name: card for name, card in NUMBER_OF.items() if is_bonus(card)}


class Deal(Struct, forbid_unknown_fields=True):
    order: list[str]
    after_setup: list[str] | None = None
    penalty: list[str] = []
    reshuffles: list[list[str]] = []


class Scorer(Struct, forbid_unknown_fields=True, rename={"owner": "for"}):
    """Who has scored in the open window, and how many cards are to be replaced."""

    seat: Seat
    shared: Taken
    personal: Taken
    owner: Seat


class LastTriple(Struct, forbid_unknown_fields=True):
    cards: Trio
    at: Time


class Position(Struct, forbid_unknown_fields=True, kw_only=True):
    phase: Phase | UnsetType = UNSET
    clock: Time = 0
    tick: Time = 0
    grid: list[str] = []
    hands: list[list[str]] | None = None
    deck: list[str] = []
    piles: list[list[str]] | None = None
    temp: dict[str, Seat | None] | list[str] = {}
    """The temporary shared cards, each with the seat that paid it, if that is known."""
    last_scorer: Seat | None = None
    bonus_seen: list[str] = []
    scorers: list[Scorer] = []
    on_break: Seat | None = None
    locked: list[Seat] = []
    votes: list[Seat] = []
    hands_open: bool = False
    known: list[list[str]] | None = None
    """Personal cards that everybody has seen, seat by seat (CL-R44)."""
    last_triple: LastTriple | None = None
    shuffled_back: Time = 0
    rounds: Annotated[list[Number], Meta(max_length=terms.MOST_ROUNDS)] = []
    revealed_at: Time = 0
    ended_at: Time = 0
    why: Why = "going_on"
    penalty: list[str] = []
    reshuffles: list[list[str]] = []
    refuted: list[Trio] = []
    triples: list[Number] | None = None
    clade_triples: list[Number] | None = None
    extras: list[Number] | None = None
    paid: list[Number] | None = None
    false_calls: list[Number] | None = None
    owed: list[Number] | None = None
    released: list[Number] | None = None


# --- Deals ------------------------------------------------------------------------------------------------


def deal_out(setup: Setup, given: Mapping[str, Any], rng: Rng) -> Table:
    deal = read(Deal, "deal", given)
    variant: Variant = setup.variant
    after = None if deal.after_setup is None else _different("after_setup", deal.after_setup, _known(variant))
    chance, penalties = _later(deal, rng)
    return new_game(setup, _read_order(variant, deal.order), after, chance, penalties)


def _read_order(variant: Variant, given: list[str]) -> list[int]:
    """The shuffled pile; of a race the 39 cards in use are enough."""
    known = _known(variant)
    if variant.race:
        cards = _different("The order", given, known)
        if len(cards) not in (terms.RACE_CARDS, len(known)):
            raise BadOptions(f"The order of a race must name {terms.RACE_CARDS} cards, not {len(cards)}.")
        return cards[: terms.RACE_CARDS]
    return [known[name] for name in expect_pile("The order", given, list(known))]


def _later(given: Deal | Position, rng: Rng) -> tuple[Chance, list[int]]:
    """The chance of later reshuffles and penalties: first as it is given, then from the generator."""
    orders = [_different("A reshuffle", order, NUMBER_OF) for order in given.reshuffles]
    return Chance(rng, orders), cards_of("penalty", given.penalty, NUMBER_OF)


def _known(variant: Variant) -> dict[str, int]:
    return {NAMES[card]: card for card in variant.cards}


def _different(what: str, given: Sequence[str], known: Mapping[str, int]) -> list[int]:
    """Different cards out of those that are known."""
    cards = cards_of(what, given, known)
    if len(set(cards)) < len(cards):
        raise BadOptions(f"{what} holds a card twice: {' '.join(given)}.")
    return cards


def deal_of(state: Table) -> dict[str, Any]:
    """What chance gave, as an order that needs no replacing: dealt cards first, then the deck."""
    hands = [list(state.held(seat)) for seat in range(state.players)]
    order: list[int] = []
    for place in deal_places(state.variant):
        if place != terms.GRID:
            order.append(hands[place - terms.HAND].pop(0))
    return {"order": _names([*order, *state.in_grid(), *state.deck])}


# --- Writing a position -----------------------------------------------------------------------------------


def position_of(state: Table) -> dict[str, Any]:
    seats = range(state.players)
    return written(
        Position(
            phase=PHASES[state.phase],
            clock=int(state.clock),
            tick=int(state.tick),
            grid=_names(state.in_grid()),
            hands=[_names(state.held(seat)) for seat in seats],
            deck=_names(state.in_deck()),
            piles=[_names(state.pile(seat)) for seat in seats],
            temp={NAMES[card]: payer_of(state, card) for card in state.in_grid() if state.is_temporary(card)},
            last_scorer=none_if_negative(state.last_scorer),
            bonus_seen=bonus_seen(state),
            scorers=[_scorer(int(state.window[i])) for i in range(state.scored)],
            on_break=none_if_negative(state.on_break),
            locked=[seat for seat in seats if has(state.locked, seat)],
            votes=[seat for seat in seats if has(state.votes, seat)],
            hands_open=bool(state.hands_open),
            known=[_names(remembered(state, seat)) for seat in seats],
            last_triple=last_triple(state),
            shuffled_back=int(state.shuffled_back),
            rounds=rounds_of(state),
            revealed_at=int(state.revealed_at),
            ended_at=int(state.ended_at),
            why=ENDINGS[state.why],
            penalty=_names(state.penalties),
            reshuffles=[_names(order) for order in state.chance.orders[state.chance.used :]],
            refuted=[list(trio_of(code)) for code in state.refuted],
            **{name: [int(state.counted(seat, what)) for seat in seats] for name, what in TALLIES.items()},
        )
    )


def remembered(state: Table, seat: int) -> list[int]:
    first = seat * terms.MOST_PERSONAL
    return [card for at, card in enumerate(state.held(seat), first) if has(state.remembered, at)]


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def payer_of(state: Table, card: int) -> int | None:
    """Who paid a temporary card, if that is known."""
    return none_if_negative(state.payers[card])


def none_if_negative(seat: int) -> int | None:
    return None if seat < 0 else int(seat)


def bonus_seen(state: Table) -> list[str]:
    return [name for name, card in BONUS.items() if has(state.bonus_seen, card - SHARK)]


def rounds_of(state: Table) -> list[int]:
    """The triples of each round of the casual game."""
    return [int(number) for number in state.rounds[: state.round]]


def _scorer(entry: int) -> Scorer:
    return Scorer(
        int(terms.scorer_of(entry)),
        int(terms.shared_of(entry)),
        int(terms.personal_of(entry)),
        int(terms.owner_of(entry)),
    )


def last_triple(state: Table) -> LastTriple | None:
    return None if state.last_call == 0 else LastTriple(list(trio_of(state.last_call)), int(state.last_call_at))


def trio_of(code: int) -> tuple[str, ...]:
    """The three cards of a call by name."""
    return tuple(NAMES[card] for card in terms.cards_in(code))


# --- Reading a position -------------------------------------------------------------------------------------


def take_up(setup: Setup, given: Mapping[str, Any]) -> Table:
    """The state of a position. Later chance comes from the position itself, so that a record replays alike."""
    position = read(Position, "position", given)
    chance, penalties = _later(position, seeded("clades", "position"))
    state = empty_table(setup, chance, penalties)
    _take_cards(state, position)
    _take_marks(state, position)
    _take_counts(state, position)
    laws.check(state)
    if position.phase is UNSET:
        state.phase = terms.SHOWN
        state.begin()
    else:
        laws.check_open(state)
    return state


def _take_cards(state: Table, position: Position) -> None:
    """Every card to its place; what is named in two is refused."""
    known = _known(state.variant)

    def named(where: str, names: list[str], no_bonus: bool = False) -> list[int]:
        cards = _different(where, names, known)
        for card in cards:
            if state.zone[card] != terms.ASIDE:
                raise BadOptions(f"The position names {NAMES[card]!r} in two places.")
            if no_bonus and is_bonus(card):
                raise BadOptions(f"{NAMES[card]} is a bonus card and never lies in {where}.")
        return cards

    temporary = _temporary(state, position)
    for card in named("the grid", position.grid, no_bonus=True):
        state.lay(card, terms.GRID)
        if card in temporary:
            state.payers[card] = temporary[card]
    for seat, names in enumerate(_per_seat(state, "hands", position.hands, [])):
        if len(names) > terms.MOST_PERSONAL:
            raise BadOptions(f"A hand holds at most {terms.MOST_PERSONAL} personal cards, not {len(names)}.")
        for card in named("a hand", names, no_bonus=True):
            state.lay(card, terms.HAND + seat)
    for seat, names in enumerate(_per_seat(state, "known", position.known, [])):
        for card in _different("known", names, known):
            if card not in state.held(seat):
                raise BadOptions(f"known names {NAMES[card]}, which is no personal card of that seat.")
            state.remember(card, seat)
    for seat, names in enumerate(_per_seat(state, "piles", position.piles, [])):
        for card in named("a pile", names):
            state.zone[card] = terms.PILE + seat
            state.add_to(seat, terms.CARDS, 1)
            if is_bonus(card):
                state.bonus_seen |= 1 << (card - SHARK)
    state.take_deck(named("the deck", position.deck))
    for card in state.deck:
        state.zone[card] = terms.DECK


def _temporary(state: Table, position: Position) -> dict[int, int]:
    """The temporary shared cards with who paid them."""
    payers = position.temp if isinstance(position.temp, dict) else dict.fromkeys(position.temp)
    if not set(payers) <= set(position.grid):
        raise BadOptions("temp must name shared cards, with the seat that paid each of them.")
    if payers and not state.variant.penalty:
        raise BadOptions("temp needs the option false_call_penalty.")
    found = cards_of("temp", list(payers), NUMBER_OF)
    return {
        card: terms.UNKNOWN_PAYER if payer is None else _seat(state, "temp", payer)
        for card, payer in zip(found, payers.values(), strict=True)
    }


def _take_marks(state: Table, position: Position) -> None:
    state.phase = terms.OPEN if position.phase is UNSET else PHASES.index(position.phase)
    state.why = ENDINGS.index(position.why)
    if position.last_scorer is not None:
        state.last_scorer = _seat(state, "last_scorer", position.last_scorer)
    if position.on_break is not None:
        state.on_break = _seat(state, "on_break", position.on_break)
        if position.last_scorer is None:
            state.last_scorer = state.on_break  # nobody else takes a break
    state.locked = sum(1 << _seat(state, "locked", seat) for seat in set(position.locked))
    state.votes = sum(1 << _seat(state, "votes", seat) for seat in set(position.votes))
    state.hands_open = position.hands_open
    for card in _different("bonus_seen", position.bonus_seen, BONUS):
        state.bonus_seen |= 1 << (card - SHARK)
    if len(position.scorers) > state.players:
        raise BadOptions(f"{state.players} seats cannot have {len(position.scorers)} scorers.")
    for one in position.scorers:
        seat, owner = _seat(state, "scorers", one.seat), _seat(state, "scorers", one.owner)
        state.window[state.scored] = terms.scorer_entry(seat, one.shared, one.personal, owner)
        state.scored += 1
    if position.last_triple is not None:
        state.last_call = _trio(state, "last_triple", position.last_triple.cards)
        state.last_call_at = position.last_triple.at
    state.take_refuted(sorted(_trio(state, "refuted", cards) for cards in position.refuted))


def _take_counts(state: Table, position: Position) -> None:
    for name in ("clock", "tick", "revealed_at", "ended_at", "shuffled_back"):
        setattr(state, name, getattr(position, name))
    for name, what in TALLIES.items():
        for seat, number in enumerate(_per_seat(state, name, getattr(position, name), 0)):
            state.add_to(seat, what, number)
    if position.false_calls is None:  # only a false call locks
        for seat in set(position.locked):
            state.add_to(seat, terms.FALSE_CALLS, 1)
    if state.variant.casual:
        rounds = position.rounds or [int(state.counted(0, terms.TRIPLES))]
        state.round = len(rounds)
        for at, number in enumerate(rounds):
            state.rounds[at] = number
        if position.triples is None:
            state.add_to(0, terms.TRIPLES, sum(rounds))
        elif sum(rounds) != state.counted(0, terms.TRIPLES):
            raise BadOptions("rounds must count the triples of each round: together they are all triples.")
    elif position.rounds:
        raise BadOptions("Only the casual game has rounds.")


def _per_seat(state: Table, name: str, given: list[Any] | None, default: Any) -> list[Any]:
    if given is None:
        return [default] * state.players
    if len(given) != state.players:
        raise BadOptions(f"{name} must be a list with one part for each of the {state.players} seats.")
    return given


def _seat(state: Table, name: str, seat: int) -> int:
    return whole(name, seat, 0, state.players - 1)


def _trio(state: Table, what: str, given: Trio) -> int:
    """The call of three animal cards."""
    a, b, c = sorted(_different(what, given, _known(state.variant)))
    if is_bonus(c):
        raise BadOptions(f"{what} must name three animal cards.")
    return int(terms.call(a, b, c))
