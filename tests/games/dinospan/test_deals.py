"""Deals: piles given by hand, the queue of reshuffles, and records that play a game again. Bad ones are refused."""

from __future__ import annotations

import copy
import functools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesozoic import BadOptions, MesozoicError
from mesozoic.kernel.errors import BadRecord
from mesozoic.kernel.record import Record

from .helpers import CARDS, CRETACEOUS, GAME, JURASSIC, go, of, seat, table

TRIASSIC = [card for card in CARDS if card[0] == "T"]
RESEARCH = [f"R{n:02}" for n in range(1, 13)]
DEAL = {"triassic": TRIASSIC, "jurassic": JURASSIC, "cretaceous": CRETACEOUS, "first_player": 0}
DRAFT = {"triassic_setup": "draft", "personal_research": True}
FIRST_GAME = {"triassic_setup": "first_game", "scenario": "velociraptor"}


def dealt(players=3, options=None, seed=1, **deal):
    return GAME.start(players, seed=seed, options=options or {}, deal={**DEAL, **deal})


def kept(state, name):
    return [one[name] for one in state.position()["seats"]]


def refused(players, match, deal, options=None):
    """Refused with a sentence for people, and the deal is as it was."""
    before = copy.deepcopy(deal)
    with pytest.raises(BadOptions, match=match) as caught:
        GAME.start(players, seed=1, options=options or {}, deal=deal)
    sentence = str(caught.value)
    assert sentence.endswith(".") and " " in sentence
    assert deal == before


# --- What a deal says is what lies there -----------------------------------------------------------------------


def test_piles_are_listed_top_first():
    """DS-03, DS-06, DS-10: the Key Species, Hype, and two Triassic cards each in turn order."""
    jurassic, cretaceous, triassic = JURASSIC[::-1], CRETACEOUS[::-1], TRIASSIC[::-1]
    state = dealt(jurassic=jurassic, cretaceous=cretaceous, triassic=triassic, first_player=2)
    position = state.position()
    assert (position["hype"], position["footprint"]) == (jurassic[:4], jurassic[4:])
    assert (position["key"], position["reserve"]) == ("K70", cretaceous[1:])
    assert kept(state, "triassic") == [["T13", "T14"], ["T11", "T12"], ["T15", "T16"]]
    assert state.to_move == (2,) and position["first"] == 2
    assert (position["archive"], position["reshuffles"], position["known"]) == ([], [], 0)


def test_cards_come_from_the_top_of_the_given_piles():
    """DS-36, DS-R14: the next card drawn is the next one listed."""
    state = dealt(2, triassic=["T13", "T10", *[card for card in TRIASSIC if card not in ("T13", "T10")]])
    go(state, "gondwana:T13")
    assert of(state)["hand"] == ["J05"], "Eodromaeus drew the fifth"
    go(state, "hype:1")
    assert of(state)["hand"] == ["J01", "J05"] and state.position()["hype"] == ["J06", "J02", "J03", "J04"]


def test_a_scenario_lifts_its_card_out_of_the_pile():
    """DS-03, DS-R11."""
    position = dealt(2, {"scenario": "K05"}).position()
    assert position["key"] == "K05"
    assert position["reserve"] == [card for card in CRETACEOUS if card != "K05"], "the first card stays in the deck"


def test_first_game_takes_the_topmost_of_each_order():
    """DS-10: from a given pile, in turn order."""
    triassic = ["T12", "T09", "T06", "T04", "T02", *[card for card in TRIASSIC if card not in "T12T09T06T04T02"]]
    state = dealt(2, {"triassic_setup": "first_game"}, triassic=triassic, first_player=1)
    assert kept(state, "triassic") == [["T02", "T06"], ["T04", "T09"]]


def test_draft_packs_and_research_come_from_the_top():
    """DS-62, DS-63: four cards and two Research cards each, in turn order from the First Player."""
    state = dealt(3, DRAFT, research=RESEARCH[::-1], first_player=1)
    assert [state.moves(at) for at in range(3)] == [
        ["research:R07", "research:R08"],
        ["research:R11", "research:R12"],
        ["research:R09", "research:R10"],
    ]
    assert kept(state, "pack") == [TRIASSIC[8:12], TRIASSIC[:4], TRIASSIC[4:8]]
    assert kept(dealt(5, DRAFT, research=RESEARCH), "pack")[4] == TRIASSIC[12:15]


def test_the_rival_gets_the_next_two():
    """DS-66."""
    triassic = TRIASSIC[::-1]
    position = dealt(1, triassic=triassic).position()
    assert position["seats"][0]["triassic"] == ["T15", "T16"]
    assert position["rival"]["collection"] == ["T13", "T14"]


@pytest.mark.parametrize("part", DEAL)
def test_what_a_deal_leaves_open_comes_from_the_seed(part):
    """The given parts stand whatever the seed; the open one follows it."""
    deal = {name: given for name, given in DEAL.items() if name != part}
    states = [GAME.start(4, seed=seed, deal=deal) for seed in range(12)]
    again = [GAME.start(4, seed=seed, deal=deal) for seed in range(12)]
    assert [one.position() for one in states] == [one.position() for one in again]
    found = {json.dumps(one.journal.deal[part]) for one in states}
    assert len(found) > 1
    if part != "triassic":  # the cards dealt are told, not the order of the rest
        assert kept(states[0], "triassic")[int(states[0].first)] == ["T01", "T02"]
    for name, given_part in deal.items():
        if name != "triassic":
            assert all(one.journal.deal[name] == given_part for one in states)


def test_a_deal_without_parts_is_all_chance():
    deals = [GAME.start(2, seed=seed, deal={}).journal.deal for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_the_deal_that_was_given_is_left_alone():
    deal = copy.deepcopy(DEAL | {"reshuffles": []})
    before = copy.deepcopy(deal)
    state = GAME.start(2, seed=1, deal=deal)
    thirsty(state, 60)
    assert deal == before


# --- Refusals ---------------------------------------------------------------------------------------------------


BAD_PILES = [
    (lambda pile: pile[1:], "lacks"),
    (lambda pile: [], "lacks"),
    (lambda pile: [*pile, pile[0]], "twice"),
    (lambda pile: [pile[1], *pile[1:]], "twice"),
    (lambda pile: [pile[0].lower(), *pile[1:]], "does not belong"),
    (lambda pile: ["X01", *pile[1:]], "does not belong"),
    (lambda pile: [None, *pile[1:]], "does not belong"),
    (lambda pile: [0, *pile[1:]], "does not belong"),
    (lambda pile: [True, *pile[1:]], "does not belong"),
    (lambda pile: [[pile[0]], *pile[1:]], "does not belong"),
    (lambda pile: [{"card": pile[0]}, *pile[1:]], "does not belong"),
    (lambda pile: " ".join(pile), "must be a list"),
    (lambda pile: None, "must be a list"),
    (lambda pile: 7, "must be a list"),
    (lambda pile: dict.fromkeys(pile, 1), "must be a list"),
]


@pytest.mark.parametrize("part", ["triassic", "jurassic", "cretaceous"])
@pytest.mark.parametrize(("spoil", "match"), BAD_PILES)
def test_bad_piles(part, spoil, match):
    """DS-02: each deck holds its own cards, each once; the sentence names the pile."""
    refused(2, f"{part} .*{match}", DEAL | {part: spoil(DEAL[part])})


@pytest.mark.parametrize(("spoil", "match"), BAD_PILES)
def test_bad_research_piles(spoil, match):
    """DS-63."""
    refused(2, f"research .*{match}", DEAL | {"research": spoil(RESEARCH)}, {"personal_research": True})


def test_a_card_of_another_deck():
    refused(2, "triassic holds 'J01', which does not belong there", DEAL | {"triassic": ["J01", *TRIASSIC[1:]]})
    refused(2, "jurassic holds 'K01', which does not belong there", DEAL | {"jurassic": ["K01", *JURASSIC[1:]]})
    refused(2, "cretaceous holds 'R01', which does not belong", DEAL | {"cretaceous": ["R01", *CRETACEOUS[1:]]})


@pytest.mark.parametrize("deal", [[], "jurassic", 5, [["triassic", TRIASSIC]]])
def test_a_deal_is_an_object(deal):
    refused(2, "JSON object", deal)


@pytest.mark.parametrize("first", [-1, 2, 99, 10**30, True, None, "0", "random", 0.0, [0], {}])
def test_bad_first_players(first):
    """DS-07: a seat of this game."""
    refused(2, "first_player must be a whole number|a number that is too large", DEAL | {"first_player": first})


def test_a_first_player_agrees_with_the_option():
    """DS-07."""
    with pytest.raises(BadOptions, match="P3 is First Player here, but the option first_player"):
        GAME.start(3, seed=1, options={"first_player": 1}, deal={"first_player": 2})
    assert GAME.start(3, seed=1, options={"first_player": 1}, deal={"first_player": 1}).to_move == (1,)


@pytest.mark.parametrize(
    ("reshuffles", "match"),
    [
        (None, "reshuffles must be a list"),
        ("J01", "reshuffles must be a list"),
        ({}, "reshuffles must be a list"),
        (["J01"], "reshuffles, number 1 must be a list"),
        ([["J01"], None], "reshuffles, number 2 must be a list"),
        ([["j01"]], "'j01', which is no card"),
        ([[1]], "reshuffles, number 1, number 1 must be a text"),
        ([[["J01"]]], "reshuffles, number 1, number 1 must be a text"),
        ([["R01"]], "'R01', which is no card"),
    ],
)
def test_bad_reshuffles(reshuffles, match):
    """DS-R17: orders of cards of this game."""
    refused(2, match, DEAL | {"reshuffles": reshuffles})


def test_unknown_parts_and_parts_that_are_not_played():
    refused(2, "unknown part 'hype'", DEAL | {"hype": JURASSIC[:4]})
    refused(2, "unknown part 'Triassic'", {"Triassic": TRIASSIC})
    refused(2, "personal_research is not played", DEAL | {"research": RESEARCH})


NONSENSE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 200),
    st.sampled_from([10**30, 1.0, float("nan"), "", "J01", "t01", "R01", "\ud800", "K70 ", [], {}, [["J01"]], ["J01"]]),
    st.text(max_size=4),
)


@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(part=st.sampled_from([*DEAL, "research", "reshuffles"]), at=st.none() | st.integers(0, 11), value=NONSENSE)
def test_nonsense_in_a_deal_is_refused_or_harmless(part, at, value):
    """BadOptions and nothing else; what is accepted is a deal."""
    deal = copy.deepcopy(DEAL | {"research": RESEARCH, "reshuffles": [["J01"]]})
    if at is None or not isinstance(deal[part], list) or at >= len(deal[part]):
        deal[part] = value
    else:
        deal[part][at] = value
    try:
        state = GAME.start(2, seed=1, options={"personal_research": True}, deal=deal)
    except BadOptions:
        return
    GAME.check_invariants(state)
    assert GAME.start(2, options={"personal_research": True}, deal=state.journal.deal).to_move == state.to_move


# --- Reshuffles -------------------------------------------------------------------------------------------------


def pick(state, who):
    """A player who draws from the Footprint and discards whenever possible."""
    options = state.moves(who)
    for word in ("footprint", "archive:", "cull:", "swap", "take:", "pay:", "publish"):
        for move in options:
            if move.startswith(word):
                return move
    if "analyze:L" in options:
        return "analyze:L" if of(state, who)["markers"] % 2 else "analyze:G"
    return options[0]


def thirsty(state, most, stop=lambda told: False):
    """Everybody draws for so many moves, or until something was told."""
    for _ in range(most):
        if state.is_over:
            break
        who = state.to_move[0]
        if stop(state.play(who, pick(state, who))):
            break
    return state


def is_reshuffle(told):
    return any(event.kind == "reshuffled" for event in told)


@functools.cache
def game_with_a_reshuffle(options=()):
    """The moves of a game of five until the Footprint of Round I or II has run dry."""
    state = thirsty(GAME.start(5, seed=4, options=dict(options)), 400, is_reshuffle)
    assert state.position()["round"] < 3 and len(state.journal.deal["reshuffles"]) == 1
    return state


def replayed(state, deal):
    """The same moves from another deal; stops before the move that is refused."""
    again = GAME.start(state.players, seed=99, deal=deal)
    for played in state.history:
        again.play(played.seat, played.move)
    return again


def test_a_reshuffle_is_written_into_the_deal():
    """DS-R17: what chance gave later stands beside what it gave first."""
    state = game_with_a_reshuffle()
    (order,) = state.journal.deal["reshuffles"]
    assert len(order) == len(set(order)) > 10
    position = state.position()
    left = [card for card in order if card in position["footprint"]]
    assert position["footprint"] == left, "the cards lie in that order"
    assert set(left) <= {card for pile in position["returned"] for card in pile}
    assert replayed(state, state.journal.deal).position() == position


def test_a_given_reshuffle_is_dealt_in_its_order():
    """DS-R17: the queue of the deal decides, not the seed."""
    state = game_with_a_reshuffle()
    deal = copy.deepcopy(state.journal.deal)
    deal["reshuffles"][0].reverse()
    turned = replayed_but_last(state, deal)
    told = turned.play(state.history[-1].seat, state.history[-1].move)
    assert is_reshuffle(told)
    order = deal["reshuffles"][0]
    assert turned.position()["footprint"] == [card for card in order if card in turned.position()["footprint"]]
    assert turned.position()["footprint"] != state.position()["footprint"]


def replayed_but_last(state, deal, **more):
    again = GAME.start(state.players, seed=99, deal=deal, **more)
    for played in state.history[:-1]:
        again.play(played.seat, played.move)
    return again


def test_without_a_given_order_the_seed_shuffles():
    """DS-R17: the same cards, in an order by chance."""
    state = game_with_a_reshuffle()
    deal = copy.deepcopy(state.journal.deal)
    (given_order,) = deal.pop("reshuffles")
    again = replayed_but_last(state, deal)
    again.play(state.history[-1].seat, state.history[-1].move)
    (order,) = again.journal.deal["reshuffles"]
    assert sorted(order) == sorted(given_order) and order != given_order


@pytest.mark.parametrize(
    "spoil",
    [lambda order: order[1:], lambda order: [*order, order[0]], lambda order: ["K70", *order[1:]], lambda order: []],
    ids=["too few", "too many", "another card", "none"],
)
def test_a_reshuffle_of_other_cards_is_refused_when_it_is_due(spoil):
    """The move is refused with a sentence and nothing has happened; other moves go on."""
    state = game_with_a_reshuffle()
    deal = copy.deepcopy(state.journal.deal)
    deal["reshuffles"][0] = spoil(deal["reshuffles"][0])
    again = replayed_but_last(state, deal)
    before, history = again.position(), again.history
    with pytest.raises(BadOptions, match="Reshuffle 1 of the deal does not hold the cards of the pile"):
        again.play(state.history[-1].seat, state.history[-1].move)
    assert again.position() == before and again.history == history


def test_a_given_reshuffle_waits_for_an_empty_footprint():
    """DS-R17: and for an Archive."""
    mine, yours = seat({"G1": "J21"}), seat({"G1": "J09"})
    state = table(mine, yours, hype=["J03", "J05", "J06", "J07"], footprint=[], archive=["J12", "J13"],
                  reshuffles=[["J13", "J12"], ["J12"]])  # fmt: skip
    go(state, "analyze:G")
    assert of(state)["hand"] == ["J13"] and state.position()["footprint"] == ["J12"]
    assert state.position()["reshuffles"] == [["J12"]], "the second order waits"
    go(state, "analyze:G", 1)
    assert of(state, 1)["hand"] == ["J12"], "one card was there to look at"
    assert state.position()["reshuffles"] == [["J12"]], "no Archive, nothing to shuffle"


def test_two_given_reshuffles():
    """DS-R17: the second one decides the second time."""
    hype = ["J03", "J05", "J06", "J07"]
    mine = seat({"G1": "J21", "G2": "J20", "G3": "J50"})
    state = table(mine, seat(), hype=hype, footprint=[], archive=["J12", "J13", "J14"],
                  reshuffles=[["J13", "J14", "J12"], ["J14", "J12"]])  # fmt: skip
    told = state.play(0, "analyze:G")
    assert is_reshuffle(told) and of(state)["hand"] == ["J13"]
    assert state.position()["shown"] == ["J14", "J12"], "the next two of the first order"
    go(state, "archive:J12")
    told = state.play(0, "archive:J14")
    assert is_reshuffle(told) and of(state)["hand"] == ["J13", "J14"]
    assert (state.position()["footprint"], state.position()["reshuffles"]) == (["J12"], [])


# --- Records ------------------------------------------------------------------------------------------------------


SETUPS = [
    (1, {}),
    (1, {"solo_level": 3, **DRAFT}),
    (2, {}),
    (2, {"scenario": "triceratops", "egg_supply": "seventyfive", "goals_count": "visible"}),
    (3, DRAFT),
    (3, {"first_player": 1, "hype_round_refresh": "refill"}),
    (5, FIRST_GAME),
    (5, {"action_markers": 5}),
]


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_the_deal_of_a_game_deals_it_again(players, options):
    """Through JSON text, without the seed."""
    for seed in range(3):
        state = GAME.start(players, seed=seed, options=options)
        deal = json.loads(json.dumps(state.journal.deal))
        again = GAME.start(players, options=options, deal=deal)
        assert again.position() == state.position()
        assert again.journal.deal == deal
        for who in (None, *range(players)):
            assert again.view(who) == state.view(who)


def now(state):
    """The position but for the reshuffles that a record knows in advance."""
    return {name: part for name, part in state.position().items() if name != "reshuffles"}


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_a_record_plays_the_game_again(players, options):
    """The same positions and the same events after every move, to the end and the result."""
    state = GAME.start(players, seed=5, options=options)
    positions, events = [], []
    while not state.is_over:
        who = state.to_move[-1]
        events.append(state.play(who, pick(state, who), at=100 * len(events)))
        positions.append(now(state))
    record = Record.parse(Record.of(state, ["you"] * players).text())
    found = []
    again = record.replay(lambda name: GAME, lambda one, entry, told: found.append((now(one), told)))
    assert [told for _, told in found] == events
    assert [position for position, _ in found] == positions
    assert again.result == state.result
    assert Record.of(again, ["you"] * players) == record == Record.of(state, ["you"] * players)


def test_a_record_holds_the_reshuffles():
    """DS-R17: no generator is needed to play it again."""
    state = game_with_a_reshuffle()
    record = Record.parse(Record.of(state).text())
    assert record.deal["reshuffles"] == state.journal.deal["reshuffles"]
    assert record.replay(lambda name: GAME).position() == state.position()


def test_a_record_of_a_replayed_game_is_the_same_record():
    """Reshuffles that were given are written down as well, once."""
    state = game_with_a_reshuffle()
    record = Record.of(state)
    again = record.replay(lambda name: GAME)
    assert Record.of(again).text() == record.text()
    assert Record.of(again).replay(lambda name: GAME).position() == state.position()


def test_a_game_from_a_deal_with_reshuffles_goes_on_to_its_end():
    """A record of it, taken at the end, plays it again."""
    state = game_with_a_reshuffle()
    again = thirsty(replayed(state, state.journal.deal), 2000)
    assert again.is_over
    record = Record.parse(Record.of(again).text())
    assert record.replay(lambda name: GAME).position() == again.position()


def test_a_record_of_a_game_from_a_position():
    """The queue of reshuffles is in the position."""
    mine = seat({"G1": "J21", "G2": "J50"})
    state = table(mine, seat(), hype=["J03", "J05", "J06", "J07"], footprint=["J30"], archive=["J12", "J13"])
    go(state, "analyze:G")
    record = Record.parse(Record.of(state).text())
    assert sorted(record.position["reshuffles"][0]) == ["J12", "J13"]
    again = record.replay(lambda name: GAME)
    assert again.position() == state.position()
    assert Record.of(again).text() == record.text()


def test_a_spoilt_record_is_refused():
    """Changed, cut, or with a deal that is none."""
    text = Record.of(game_with_a_reshuffle()).text()
    with pytest.raises(BadRecord, match="changed after it was written"):
        Record.parse(text.replace("analyze:L", "analyze:G", 1))
    with pytest.raises(BadRecord, match="cut short"):
        Record.parse("\n".join(text.splitlines()[:-1]))
    record = Record.of(GAME.start(2, seed=1))
    broken = Record(**{**vars(record), "deal": record.deal | {"jurassic": JURASSIC[1:]}})
    with pytest.raises(BadRecord, match="cannot be set up: jurassic lacks J01"):
        Record.parse(broken.text()).replay(lambda name: GAME)


def test_a_move_that_does_not_fit_the_deal_is_refused():
    """Another Triassic deck: the recorded placement is not possible."""
    state = dealt(2)
    state.play(0, "laurasia:T01")
    record = Record.of(state)
    other = Record(**{**vars(record), "deal": record.deal | {"triassic": TRIASSIC[::-1]}})
    with pytest.raises(BadRecord, match=r"move 1 \(0ms P1 laurasia:T01\) cannot be played"):
        Record.parse(other.text()).replay(lambda name: GAME)
    assert issubclass(BadRecord, MesozoicError)
