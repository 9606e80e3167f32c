"""The notation: every move has one text, and every text one move."""

from __future__ import annotations

import pytest

from mesozoic import IllegalMove, UnreadableMove
from mesozoic.games.biomechanic_dino_battles import notation

from .helpers import GAME, damage, do, seat, table


def test_every_move_reads_back():
    codes = list(notation._every_move())
    texts = [GAME.text(code) for code in codes]
    assert len(set(texts)) == len(set(codes)) == len(texts)
    assert [GAME.parse(text) for text in texts] == codes


@pytest.mark.parametrize(
    "text",
    [
        *("attach:A@a", "attach:overclock@b3", "attack:2", "retreat:b1", "assist:b2", "end", "at:P4", "pay:AAEDD"),
        *("strategy:overclock", "strategy:overclock@b1", "item:missile_pod/2", "item:cargo_winch/1@a", "pass", "evade"),
        *("defend", "promote:b3", "heal:a", "purge:W", "stop", "switch:b1", "stay", "jam:P2b1", "card:12", "poison:P3"),
        *("salvage:D@b2", "none", "look:P1a", "from:a", "to:b3", "cure:hand", "cure:discard", "hit:P3b2", "buy:A"),
        *("buy:scanner_array", "dino:5", "done"),
    ],
)
def test_texts(text):
    assert GAME.text(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "attach:W@a", "attach:A", "attack:3", "pay:", "pay:AAAAAA", "pay:EA", "dino:6", "at:P5"]
)
def test_nonsense_is_unreadable(text):
    with pytest.raises(UnreadableMove, match="is not a move of this game"):
        GAME.parse(text)


def test_small_moves_can_be_written_as_one():
    state = table(seat("dilopho E"), seat("rex"), seat("stego"))
    do(state, "attack:1 at:P3")
    assert damage(state, 2) == 5


def test_all_of_them_or_none():
    state = table(seat("dilopho E"), seat("rex"), seat("stego"))
    before = state.position()
    with pytest.raises(IllegalMove):
        state.play(0, "attack:1 at:P1")
    assert state.position() == before


def test_labels_say_what_a_move_will_do():
    state = table(seat("raptor A", "rex", hand="A overclock"), seat("stego -10 D E", "rex"))
    labels = {move: GAME.words.label(state, 0, GAME.parse(move)) for move in state.moves(0)}
    assert labels["attack:1"] == (
        "attack with Sickle Slash (1 Attack), 10 damage: ATK 5, Evade (EVA 1) does not work, "
        "Defend (DEF 5) works; 2 face-down; "
        "Plateback Stego would have 10 HP left"
    )
    assert labels["attach:A@b1"] == "attach Attack face-down to Ironjaw Rex (bench 1)"
    assert labels["strategy:overclock"].startswith("play Overclock: +1 Draw")
    do(state, "attack:1")
    answers = {move: GAME.words.label(state, 1, GAME.parse(move)) for move in state.moves(1)}
    assert answers == {
        "pass": "let it happen: 10 damage, 10 HP left",
        "evade": "evade, purging an Evade: EVA 1 against ATK 5, too little, still 10 damage",
        "defend": "defend, purging a Defend: DEF 5 against ATK 5, no damage",
    }


def test_the_label_of_done_warns_of_poison():
    state = table(seat("rex", hand="P P"), seat(), phase="buy")
    assert GAME.words.label(state, 0, GAME.parse("done")).endswith("your Poison will do 10 damage")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("strategy:overclock", "You have played your strategy"),
        ("attach:A@a", "You have attached your card"),
        ("assist:b1", "cannot assist"),
        ("item:missile_pod/1", "cannot use that power"),
        ("dino:1", "act or end your actions"),
    ],
)
def test_refusals_in_the_action_phase(move, why):
    state = table(seat("raptor", "rex", hand="A overclock"), seat(), turn={"strategies": 0, "attaches": 0})
    with pytest.raises(IllegalMove, match=why):
        do(state, move)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("dino:2", "slot of the Offering is empty"),
        ("dino:1", "Ironjaw Rex costs"),
        ("buy:overclock", "no Overclock in the Supply"),
        ("buy:supply_drop", "cannot pay for Supply Drop"),
        ("attack:1", "buy something or be done"),
    ],
)
def test_refusals_in_the_buy_phase(move, why):
    state = table(seat(hand="A"), seat(), phase="buy", offering="rex", supply={"overclock": 0})
    with pytest.raises(IllegalMove, match=why):
        do(state, move)


def test_a_whole_chain_can_be_written_as_one():
    state = table(seat("raptor A E A", "rex", hand="A"), seat("rex"), seat("stego"), attack_payment="any")
    do(state, "attack:1 at:P3")
    assert damage(state, 2) == 10
    state = table(seat("rex", hand="E D missile_pod toxin_sprayer A"), seat("rex"), seat("stego"))
    do(state, "item:toxin_sprayer/1 at:P3 pay:ED")
    assert damage(state, 2) == 5


def test_a_joined_move_cannot_probe_the_deck():
    """Whether the card that follows is drawn or not, the answer is the same, and nothing has happened."""
    answers = []
    for deck in ("overclock A A", "A A overclock"):
        state = table(seat("rex", hand="battle_plan", deck=deck), seat("rex"))
        before = state.position()
        with pytest.raises(IllegalMove) as refusal:
            state.play(0, "strategy:battle_plan strategy:overclock")
        assert state.position() == before
        answers.append(str(refusal.value))
    assert answers[0] == answers[1] and "reveals something" in answers[0]


@pytest.mark.parametrize("active", [None, "iguano"])
def test_the_label_of_done_knows_who_is_immune_to_poison(active):
    state = table(seat(active, hand="P P"), seat(), phase="buy")
    assert "Poison" not in GAME.words.label(state, 0, GAME.parse("done"))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("evade", "Your active dino has no Evade attached"),
        ("defend", "Your active dino has no Defend attached"),
        ("item:missile_pod/1", "cannot use that power"),
        ("end", "answer the attack"),
    ],
)
def test_refusals_in_a_defence(move, why):
    state = table(seat("raptor A"), seat("rex A", hand="A"))
    do(state, "attack:1")
    with pytest.raises(IllegalMove, match=why):
        do(state, move)


def test_refusals_without_a_dino_to_defend():
    state = table(seat("raptor A"), seat(hand="missile_pod"))
    do(state, "attack:1")
    with pytest.raises(IllegalMove, match="You have no dino that could evade"):
        do(state, "evade")


@pytest.mark.parametrize(
    ("phase", "reactor", "move", "why"),
    [
        ("action", None, "strategy:overclock", "You have no Overclock there"),
        ("action", None, "strategy:battle_plan@a", "You have no Battle Plan there"),
        ("buy", None, "item:missile_pod/1", "cannot use that power"),
        ("reaction", 1, "item:missile_pod/1", "cannot use that power"),
    ],
)
def test_refusals_of_cards_that_are_not_there(phase, reactor, move, why):
    hands = ("battle_plan", "repair_drone")
    state = table(seat("raptor", hand=hands[0]), seat("rex", hand=hands[1]), phase=phase, reactor=reactor)
    with pytest.raises(IllegalMove, match=why):
        do(state, move)
