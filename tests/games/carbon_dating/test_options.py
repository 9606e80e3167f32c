"""The extra challenges, alone and together: CD-52 to CD-56, CD-R26 to CD-R28, CD-R30, CD-R37."""

from __future__ import annotations

import itertools

import pytest

from mesozoic import BadOptions, IllegalMove, seeded

from .helpers import GAME, IDS, dates, deal, kinds, pile, play, play_out, position, row, told

IMPATIENT = {"impatient_customers": True}
STAFFING = {"staffing_shortage": True}
AUDIT = {"health_and_safety_audit": True}
VIP = {"vip": True}
BLIND = {"blind_dates": True}
CHALLENGES = [IMPATIENT, STAFFING, AUDIT, VIP, BLIND]


# --- Impatient Customers -------------------------------------------------------------------------------------


def test_impatient_customers_see_one_reshuffle():
    """CD-52: afterwards a draw from an empty deck fails even if the discard pile has cards."""
    first = position("VEL1 VEL3", options=IMPATIENT, discard="IGU1 IGU2 IGU3")
    assert first.position()["reshuffles_used"] == 1
    second = position("VEL1 VEL3", options=IMPATIENT, discard="IGU1 IGU2 IGU3", reshuffles_used=1)
    assert second.is_over
    assert second.result.scores == (5,), "they stay and give bad reviews"


def test_without_the_challenge_there_are_many_reshuffles():
    """CD-52 only with the option."""
    state = position("VEL1 VEL3", discard="IGU1 IGU2 IGU3", reshuffles_used=7)
    assert state.position()["reshuffles_used"] == 8


def test_setup_shuffles_are_no_reshuffles():
    """CD-R28."""
    state = GAME.start(1, seed=1, options={**IMPATIENT, **STAFFING})
    assert state.position()["reshuffles_used"] == 0
    assert state.view(0).can_reshuffle


# --- Staffing Shortage ---------------------------------------------------------------------------------------


def test_staffing_shortage_shuffles_the_specials_into_the_deck():
    """CD-53: after the row is dealt, into the remaining 34."""
    for seed in range(40):
        state = GAME.start(1, seed=seed, options=STAFFING)
        position_now = state.position()
        assert not {"PTE", "TYR"} & set(position_now["table"])
        assert position_now["aside"] == []
        assert len(position_now["deck"]) == 32
        assert {"PTE", "TYR"} <= {*position_now["deck"], *position_now["drawn"]}


def test_anywhere_in_the_deck():
    """CD-53: not just at its top or bottom."""
    places = {
        GAME.start(1, seed=seed, options=STAFFING).journal.deal["staffing_deck"].index("TYR") for seed in range(150)
    }
    assert len(places) > 25
    assert {0, 33} <= places or max(places) - min(places) > 30


def test_a_staffing_deck_can_be_given():
    """Section 2: 36 cards for the row, then the 34 that are drawn."""
    given = deal("VEL1 VEL4 ALL1 ANK1")
    later = ["TYR", "PTE", *(card for card in IDS[:36] if card not in ("VEL1", "VEL4", "ALL1", "ANK1"))]
    state = GAME.start(1, options=STAFFING, deal={**given, "staffing_deck": later})
    assert (row(state), pile(state, "drawn")) == ("VEL1 VEL4 ALL1 ANK1", "TYR PTE")
    assert state.moves(0) == ["TYR seat 1", "TYR seat 2", "TYR seat 3", "PTE gap 1", "PTE gap 2", "PTE gap 3"]


# --- Goals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "won"), [("VEL1(IGU1,IGU2,IGU3)", True), ("VEL1(IGU1,IGU2,IGU3,GAL2)", False)])
def test_health_and_safety_audit(start, won):
    """CD-54: at most 3 eaten at the end, beside the rating."""
    state = position(start, options=AUDIT)
    assert state.result.details[0].goals == {"health_and_safety_audit": won}
    assert state.result.details[0].rating == "Love Maestro"


@pytest.mark.parametrize(
    ("start", "satisfied", "won"),
    [
        ("VEL1(IGU1,IGU2,IGU3,GAL2,GAL3)", "", True),
        ("VEL1(IGU1,IGU2,IGU3,GAL2)", "", False),
        ("VEL1(IGU1,IGU2,IGU3) VEL4(GAL2,GAL3)", "", False),
        ("", "VEL1(IGU1,IGU2,IGU3,GAL2,GAL3) STE1", True),
    ],
)
def test_vip(start, satisfied, won):
    """CD-55, CD-R29: one dinosaur has eaten 5 or more, seated or satisfied."""
    state = position(start, options=VIP, satisfied=satisfied)
    assert state.result.details[0].goals == {"vip": won}


def test_audit_and_vip_cannot_both_be_won():
    """CD-R30: allowed together, and the options say so."""
    for meal in range(8):
        eaten = ",".join(["IGU1", "IGU2", "IGU3", "GAL2", "GAL3", "GAL4", "BRA1", "BRA2"][: meal + 1])
        state = position(f"VEL1({eaten})", options={**AUDIT, **VIP})
        assert sum(state.result.details[0].goals.values()) <= 1
        assert state.result.winners == ()
    helps = {option.name: option.help for option in GAME.options}
    assert "VIP" in helps["health_and_safety_audit"]
    assert "audit" in helps["vip"]


# --- Blind Dates -----------------------------------------------------------------------------------------------


def blind(row_text, drawn, **more):
    return position(row_text, drawn, BLIND, face_down=True, **more)


def test_the_second_card_stays_face_down():
    """CD-56, CD-R26: nobody sees it, the player names it ``?``."""
    state = position("VEL1 VEL4", options=BLIND, deck="ALL1 SPI4 IGU1")
    view = state.view(0)
    assert [card.card for card in view.drawn] == ["ALL1"]
    assert view.face_down
    assert view.unseen == ("IGU1", "SPI4")
    assert state.moves(0) == ["ALL1 left", "ALL1 right", "? left", "? right"]
    with pytest.raises(IllegalMove, match="neither drawn nor set aside"):
        state.play(0, "SPI4 left")


def test_the_face_down_card_is_revealed_once_placed():
    """CD-56: then resolved normally, immediate ability included."""
    state = blind("STE4 VEL4", "ALL1 SPI4")
    events = play(state, "? left")
    assert told(events)[:3] == [("placed_face_down", "left"), ("revealed", "SPI4"), ("placed", "SPI4", "left", 0)]
    assert row(state) == "SPI4(STE4) VEL4"
    assert state.moves(0) == ["ALL1 right"]


def test_the_draw_tells_nothing():
    """CD-56: nor do the labels."""
    state = position("VEL1 VEL4", "ALL1", BLIND, deck="ALL2 SPI4 IGU1")
    events = play(state, "ALL1 left")
    assert told(events, "drew") == [("drew", "ALL2"), ("drew", None)]
    code = next(code for code in state.codes(0) if GAME.text(code) == "? left")
    assert GAME.words.label(state, 0, code) == "the face-down card at the left end: shown once it is placed"


def test_a_card_drawn_alone_is_face_up():
    """CD-R26."""
    state = position("VEL1 VEL4", options=BLIND, deck="ALL1")
    assert not state.view(0).face_down
    assert state.moves(0) == ["ALL1 left", "ALL1 right"]


def test_a_blind_special_is_lifted_and_played_in_its_own_way():
    """CD-R27: the named end is not used up."""
    state = blind("VEL1 VEL4", "ALL1 PTE")
    events = play(state, "? left")
    assert kinds(events) == ["placed_face_down", "revealed", "lifted"]
    assert row(state) == "VEL1 VEL4"
    assert state.moves(0) == ["PTE gap 1"], "placing a drawn card is never automatic (CD-R37)"
    play(state, "PTE gap 1, date VEL1 PTE")
    assert "ALL1 left" in state.moves(0)
    assert "ALL1 right" in state.moves(0)


def test_a_blind_tyrannosaurus_picks_a_seat():
    """CD-R27."""
    state = blind("VEL1 ANK1 VEL4", "ALL1 TYR")
    play(state, "? right")
    assert state.moves(0) == ["TYR seat 1", "TYR seat 3"]
    with pytest.raises(IllegalMove, match="find a place for Tyrannosaurus"):
        state.play(0, "no swap")
    play(state, "TYR seat 3")
    assert row(state) == "VEL1 ANK1 TYR(VEL4)"


@pytest.mark.parametrize(("card", "start"), [("PTE", "ALL2"), ("TYR", "ANK1"), ("TYR", "")])
def test_a_blind_special_without_target_stays_where_it_was_put(card, start):
    """CD-R27: the targets are counted without the card itself; the end is not used up (CD-R38)."""
    state = blind(start, f"ALL1 {card}")
    events = play(state, "? right")
    assert row(state) == f"{start} {card}".strip()
    assert "lifted" not in kinds(events)
    assert state.moves(0)[:2] == ["ALL1 left", "ALL1 right"]


def test_after_an_ordinary_card_the_blind_one_takes_the_other_end():
    """CD-09 with CD-56."""
    state = blind("VEL1 VEL4", "ALL1 SPI2")
    play(state, "ALL1 right")
    assert state.moves(0) == ["? left"]
    with pytest.raises(IllegalMove, match="end is taken"):
        state.play(0, "? right")


def test_specials_beside_a_blind_card():
    """CD-11 with CD-56: set-aside cards can be played before the blind one is known."""
    state = blind("VEL1 VEL4", "ALL1 SPI2", aside="TYR")
    assert state.moves(0)[-2:] == ["TYR seat 1", "TYR seat 2"]
    assert dates(play(state, "TYR seat 2")) == ["VEL1-TYR medium"]


# --- Together ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", list(itertools.product([False, True], repeat=5)))
def test_every_combination_can_be_played_to_the_end(chosen):
    """Section 6: all 32 combinations of the challenges."""
    names = [next(iter(challenge)) for challenge in CHALLENGES]
    options = dict(zip(names, chosen, strict=True))
    state = GAME.start(1, seed=str(chosen), options=options)
    rng = seeded(str(chosen))
    while not state.is_over:
        moves = state.moves(0)
        state.play(0, moves[rng.below(len(moves))])
        GAME.check_invariants(state)
    goals = {name for name in ("health_and_safety_audit", "vip") if options[name]}
    assert set(state.result.details[0].goals) == goals


def test_all_five_together():
    """CD-52 to CD-56 in one game."""
    state = GAME.start(1, seed=8, options={name: True for challenge in CHALLENGES for name in challenge})
    events = play_out(state)
    assert kinds(events).count("reshuffled") <= 1
    assert set(state.result.details[0].goals) == {"health_and_safety_audit", "vip"}
    assert "placed_face_down" in kinds(events)
    assert state.result.winners == ()


@pytest.mark.parametrize(
    ("options", "words"),
    [({"closing_round": 0}, "from 1 to 200"), ({"vip": "maybe"}, "true or false"), ({"sheets": "open"}, "no option")],
)
def test_bad_options_are_refused(options, words):
    with pytest.raises(BadOptions, match=words):
        GAME.start(1, options=options)
    with pytest.raises(BadOptions, match="1 player"):
        GAME.start(2)
