"""Imagined worlds: everything that a seat knows stays true in them, and nothing else is kept.

A hidden card is one of the pile it was drawn from: a deck, or an Archive that was shuffled in. Each test names what
a player at the table would know.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesozoic import seeded
from mesozoic.games.dinospan import events, rules_imagine

from .helpers import CARDS, GAME, activated, go, of, seat, table

WORLDS = 40
TRIASSIC = [f"T{n:02}" for n in range(1, 17)]


def worlds(state, who, number=WORLDS):
    """Imagined positions; each looks the same to the seat, and imagining again from it gives the same."""
    found = []
    for at in range(number):
        world = state.imagine(who, seeded("world", at))
        assert world.view(who) == state.view(who)
        assert world.imagine(who, seeded("world", at)).position() == world.position()
        GAME.check_invariants(world)
        found.append(world.position())
    return found


def hands(position, but=None):
    return [set(one["hand"]) for who, one in enumerate(position["seats"]) if who != but]


# --- The change of era --------------------------------------------------------------------------------------------


def known_at_the_change_of_era():
    """J20 lies known on top of the Jurassic Footprint when Round II ends; P2 holds a card that nobody saw."""
    state = table(seat({"L1": "J08"}, markers=0), seat(hand=["J12"], markers=1), on_turn=1, number=2, known=1,
                  hype=["J01", "J02", "J03", "J04"], footprint=["J20", "J30", "J31"],
                  options={"hype_round_refresh": "refill"})  # fmt: skip
    state.play(1, "analyze:L")
    assert state.position()["round"] == 3
    return state


def test_no_real_card_is_left_where_nobody_reads():
    """The Jurassic Footprint was longer than what was drawn since, and the reserve has become the Footprint."""
    state = known_at_the_change_of_era()
    state.footprint_size -= 3
    world = state.imagine(0, seeded("world"))
    assert not any(list(world.footprint)[world.footprint_size :]) and len(world.reserve) == 0
    assert not any(list(world.frames)[world.frame_size :]) and not any(list(world.shown)[world.shown_size :])


def test_a_known_card_leaves_the_game_known():
    """DS-R18, DS-R20: it is in no hand afterwards."""
    state = known_at_the_change_of_era()
    assert state.view(0).removed == ("J20",)
    for position in worlds(state, 0):
        assert position["removed"] == ["J20"] and "J20" not in position["seats"][1]["hand"]
    seen = {tuple(position["seats"][1]["hand"]) for position in worlds(state, 0)}
    assert len(seen) > 5, "any other Jurassic card may be there"


def test_the_position_keeps_what_is_known_in_the_box():
    state = known_at_the_change_of_era()
    again = GAME.start(2, options={"hype_round_refresh": "refill"}, position=state.position())
    assert again.position() == state.position() and again.view(0).removed == ("J20",)


# --- Triassic cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_first_game_pairs(players):
    """DS-10: everybody has an Ornithischian and a Sauropod, in every imagined world."""
    state = GAME.start(players, seed=3, options={"triassic_setup": "first_game", "first_player": 0})
    seen = set()
    for position in worlds(state, 0):
        for one in position["seats"]:
            assert sorted(CARDS[card].order for card in one["triassic"]) == ["Orn", "Sau"]
        seen.add(tuple(position["seats"][1]["triassic"]))
    assert len(seen) > 5


def test_first_game_when_one_card_is_published():
    """The other one is of the other Order."""
    for number in range(30):
        state = GAME.start(3, seed=number, options={"triassic_setup": "first_game", "first_player": 1})
        state.play(1, state.moves(1)[number % 4])
        held = of(state, 1)["triassic"]
        if len(held) == 1:
            (placed,) = (space["card"] for space in of(state, 1)["atlas"].values())
            for position in worlds(state, 0, 10):
                (other,) = position["seats"][1]["triassic"]
                assert {CARDS[placed].order, CARDS[other].order} == {"Orn", "Sau"}
            return
    pytest.fail("no game with a pending first ability")


def drafted(players, number):
    """After the draft of a game for so many; also what each seat got, passed on and left lying."""
    state = GAME.start(players, seed=number, options={"triassic_setup": "draft"})
    rng = seeded("draft", number)
    dealt = [set(one["pack"]) for one in state.position()["seats"]]
    first = []
    for who in range(players):
        first.append(state.moves(who)[rng.below(len(dealt[who]))])
        state.play(who, first[-1])
    passed = [dealt[who] - {first[who].removeprefix("keep:")} for who in range(players)]
    left = []
    for who in range(players):
        pack = passed[who - 1]
        move = state.moves(who)[rng.below(len(pack))]
        left.append(pack - {move.removeprefix("keep:")})
        state.play(who, move)
    return state, passed, left


def triassic_of(one):
    """What a seat holds or has published."""
    return {
        *one["triassic"],
        *one["second"],
        *(space["card"] for space in one["atlas"].values() if space["card"][0] == "T"),
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(2))
def test_after_the_draft(players, number):
    """DS-62, DS-R60: what was left lying is in no hand; of the pack passed on the neighbour kept exactly one."""
    state, passed, left = drafted(players, number)
    assert state.position()["phase"] == "triassic"
    rng = seeded("publication", number)
    while state.position()["phase"] == "triassic":
        for who in range(players):
            mine = triassic_of(of(state, who))
            for position in worlds(state, who, 3):
                for other, one in enumerate(position["seats"]):
                    held = triassic_of(one)
                    assert len(held) == 2
                    if other == who:
                        assert held == mine
                        continue
                    assert not held & (left[who] | mine)
                    assert len(held & passed[who]) == (1 if other == (who + 1) % players else 0)
        who = state.to_move[0]
        state.play(who, state.moves(who)[rng.below(len(state.moves(who)))])
    rest = {card for one in left for card in one}
    assert all(not one.get("pack") for one in state.position()["seats"])
    assert rest.isdisjoint(
        {card for one in state.position()["seats"] for card in (triassic_of({**one, "triassic": [], "second": []}))}
    )


def test_spectators_of_the_draft_know_nothing():
    state, _, _ = drafted(3, 1)
    seen = {tuple(position["seats"][0]["pack"]) for position in worlds(state, None)}
    assert len(seen) > 5


# --- Reshuffles ---------------------------------------------------------------------------------------------------


def reshuffled():
    """P2 holds J12, from the Jurassic deck. The Footprint runs out, and six cards of the Archive are shuffled in."""
    archive = ["J01", "J02", "J04", "J10", "J11", "J13"]
    state = table(seat({"G1": "J21"}), seat({"G1": "J50"}, hand=["J12"]), hype=["J03", "J05", "J06", "J07"],
                  footprint=["J30"], archive=archive)  # fmt: skip
    go(state, "analyze:G")
    go(state, "analyze:G", 1)
    return state, set(archive)


def test_a_reshuffled_footprint_holds_only_what_was_in_the_archive():
    """DS-R17: P2's first card was never seen, the one drawn afterwards was in the Archive."""
    state, archive = reshuffled()
    position = state.position()
    (pile,) = position["returned"]
    assert set(pile) <= archive and set(position["footprint"]) <= set(pile)
    assert state.view(0).returned == (tuple(pile),)
    seen = set()
    for world in worlds(state, 0):
        assert set(world["footprint"]) <= archive
        hand = set(world["seats"][1]["hand"])
        assert len(hand - archive) == sum(state.view(0).seats[1].hand_drawn[:2])
        assert len(hand & archive) == state.view(0).seats[1].hand_drawn[2]
        seen.add(tuple(world["footprint"]))
    assert len(seen) > 5


def test_two_reshuffles_are_kept_apart():
    """A card drawn after the first one is not imagined among those of the second, nor the other way round."""
    state = table(seat({"G1": "J41"}, hand=["J20"]), seat(hand=["J10", "J30"]), hype=["J03", "J05", "J06", "J07"],
                  footprint=["J12", "J13"], returned=[["J10", "J11"], ["J12", "J13", "J20"]])  # fmt: skip
    seen = set()
    for world in worlds(state, None):
        (mine,), yours = (set(one["hand"]) for one in world["seats"])
        assert mine in ("J12", "J13", "J20") and {mine, *world["footprint"]} == {"J12", "J13", "J20"}
        assert len(yours & {"J10", "J11"}) == 1
        seen.add((mine, *sorted(yours)))
    assert len(seen) > 5


def test_reshuffled_cards_in_the_box():
    """The rest of a reshuffled Footprint leaves the game at the change of era: any of its cards may be in the hand."""
    state = table(seat({"L1": "J08"}, markers=0), seat(hand=["J12"], markers=1), on_turn=1, number=2,
                  hype=["J01", "J02", "J03", "J04"], footprint=["J20", "J30"], returned=[["J12", "J20", "J30"]],
                  options={"hype_round_refresh": "refill"})  # fmt: skip
    state.play(1, "analyze:L")
    assert {tuple(world["seats"][1]["hand"]) for world in worlds(state, 0)} == {("J12",), ("J20",), ("J30",)}


# --- Pending choices ----------------------------------------------------------------------------------------------


def rare_hand():
    """P1 pays with a Sauropod: only J24 and J29 of all cards that nobody has seen are Sauropods."""
    sauropods = [card for card in CARDS if CARDS[card].order == "Sau" and CARDS[card].era != "T"]
    archive = [card for card in sauropods if card not in ("J24", "J29", "K42")]
    state = activated("K42", hand=["J24", "J29", "J08"], archive=archive, number=3,
                      hype=["K01", "K02", "K03", "K04"])  # fmt: skip
    go(state, "swap")
    assert state.moves(0) == ["pay:J24", "pay:J29"]
    return state


def test_a_hand_that_chance_hardly_finds():
    """One of the two Sauropods is certain: nothing else of the real hand is kept."""
    state = rare_hand()
    others = set()
    for world in worlds(state, 1):
        hand = set(world["seats"][0]["hand"])
        assert {"J24", "J29"} & hand
        others |= hand
    assert len(others) > 10 and {"J24", "J29"} < others


def test_the_real_hand_is_never_looked_at(monkeypatch):
    """Without any luck the cards that the choice asks for are dealt first."""
    monkeypatch.setattr(rules_imagine, "TRIES", 1, raising=False)
    state = activated("K42", hand=["J24", "J29", "J08"], number=3)
    go(state, "swap")
    seen = {tuple(world["seats"][0]["hand"]) for world in worlds(state, 1)}
    assert len(seen) > 30
    assert sum("J24" in hand for hand in seen) < 20


@pytest.mark.parametrize(
    ("card", "hand", "moves"),
    [
        ("K47", ["J08", "J24", "J12", "J54"], "swap"),
        ("K47", ["J08", "J24", "J12", "J54"], "swap pay:J08"),
        ("K47", ["J08", "J24"], ""),
        ("K42", ["J24", "J29", "J08"], ""),
    ],
)
def test_pending_swaps(card, hand, moves):
    """DS-R51: the hand can pay in every world, with Orders that were not used."""
    state = activated(card, hand=hand, number=3)
    go(state, moves)
    before = state.position()
    for world in worlds(state, 1):
        assert world["pending"] == before["pending"]
        assert GAME.start(2, position=world).moves(0), "such a position is accepted"


def test_pending_card_to_publish():
    """D5: a card at least can be published."""
    hand = ["J43", "J45", "J24", "J29"]
    state = table(seat({"L1": ("J40", 1)}, hand=hand), seat(hand=["J12"]))
    go(state, "publish")
    for world in worlds(state, 1):
        assert GAME.start(2, position=world).moves(0)
    assert len({tuple(world["seats"][0]["hand"]) for world in worlds(state, 1)}) > 30


def test_pending_branch_of_a_swap():
    """D11, DS-R65: who is asked may have a Theropod to pay with, or none; who chose to pay has one in every world."""
    theropods = [card for card in CARDS if CARDS[card].order == "The" and CARDS[card].era != "T"]
    archive = [card for card in theropods if card not in ("K49", "J43", "J54", "K70")]
    state = activated("K49", hand=["J43", "J08"], number=3, archive=archive, hype=["K01", "K02", "K03", "K04"])
    assert state.moves(0) == ["do:1", "all"]
    seen = {tuple(world["seats"][0]["hand"]) for world in worlds(state, 1)}
    assert not all({"J43", "J54"} & set(hand) for hand in seen)
    go(state, "do:1")
    assert state.moves(0) == ["pay:J43"]
    seen = {tuple(world["seats"][0]["hand"]) for world in worlds(state, 1)}
    assert all({"J43", "J54"} & set(hand) for hand in seen) and len(seen) > 10


# --- Everywhere -----------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(
    players=st.integers(1, 5),
    seed=st.integers(0, 10**6),
    triassic=st.sampled_from(["random", "first_game", "draft"]),
    research=st.booleans(),
)
def test_everything_known_stays(players, seed, triassic, research):
    """Along random games: the view stays, the worlds are of the rules' making, hidden cards came from their piles."""
    state = GAME.start(players, seed=seed, options={"triassic_setup": triassic, "personal_research": research})
    rng = seeded(seed, "moves")
    while not state.is_over:
        who = state.to_move[int(rng.below(len(state.to_move)))]
        codes = state.codes(who)
        state.apply(who, codes[rng.below(len(codes))])
        if rng.below(12) == 0:
            worlds(state, [None, *range(players)][int(rng.below(players + 1))], 2)


# --- What was told -----------------------------------------------------------------------------------------------


def test_a_world_without_a_card_that_was_seen_taken_contradicts_what_was_told():
    """DS-R59: conformance counts such worlds. Whoever has discarded or published the card need not hold it."""
    state = table(seat(hand=["J11"]), seat())
    taken = events.TookFromHype(0, 1, "J12")
    assert GAME.contradiction(state, 1, [taken]) == "J12 is not in the hand of P1"
    for gone in (events.Discarded(0, "J12"), events.Published(0, "J12", 1), events.Evolved(0, "J12", "J01", 1, 0, 0)):
        assert GAME.contradiction(state, 1, [taken, gone]) == ""
    assert GAME.contradiction(state, 1, [events.Drew(0, None), events.Drew(0, "J11")]) == ""
