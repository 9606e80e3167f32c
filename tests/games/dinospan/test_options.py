"""Options (ledger section 6), deals, positions and the notation."""

from __future__ import annotations

import pytest

from mesozoic.kernel.errors import BadOptions, IllegalMove, UnreadableMove

from .helpers import CARDS, GAME, go, of, seat, table


def test_action_markers():
    """DS-R1."""
    assert GAME.start(2, seed=1, options={"action_markers": 5}).position()["seats"][0]["markers"] == 5
    with pytest.raises(BadOptions):
        GAME.start(2, seed=1, options={"action_markers": 6})


def test_egg_supply():
    """DS-R3."""
    supplies = {"printed": (50, 15), "seventyfive": (60, 15), "unlimited": (1000, 1000)}
    for name, supply in supplies.items():
        view = GAME.start(2, seed=1, options={"egg_supply": name}).view(0)
        assert (view.red_eggs, view.gold_eggs) == supply


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (2, {"first_player": 2}, "no seat"),
        (2, {"solo_level": 3}, "solo game"),
        (2, {"scenario": "J01"}, "Cretaceous card"),
        (2, {"triassic_setup": "none"}, "random or first_game"),
        (2, {"cards": "nonsense"}, "card table"),
        (2, {"cards": 7}, "a text"),
    ],
)
def test_refused_options(players, options, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(players, seed=1, options=options)


def test_deals_are_checked():
    triassic = [card for card in CARDS if card[0] == "T"]
    for deal, why in (
        ({"triassic": triassic[1:]}, "lacks T01"),
        ({"triassic": [*triassic[1:], "J01"]}, "does not belong"),
        ({"trias": []}, "unknown part"),
        ({"first_player": 7}, "from 0 to 1"),
        ({"reshuffles": ["J01"]}, "must be a list"),
        ({"research": ["R01"]}, "not played"),
    ):
        with pytest.raises(BadOptions, match=why):
            GAME.start(2, deal=deal)
    state = GAME.start(2, seed=5)
    again = GAME.start(2, deal=state.journal.deal)
    assert again.position() == state.position()


def broken(**more):
    position = table().position()
    position.update(more)
    return position


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (broken(phase="lunch"), "phase"),
        (broken(round=5), "round"),
        (broken(key="J01"), "Cretaceous"),
        (broken(hype=["J01"]), "length at least 4"),
        (broken(archive=["J01"]), "two places"),
        (broken(archive=["X1"]), "no card"),
        (broken(seats=[]), "2 seats"),
        (broken(pending=[{"kind": "nap", "seat": 0, "numbers": [0, 0, 0, 0]}]), "nothing that can be pending"),
        (broken(pending=[{"kind": "take", "seat": 0, "numbers": [0, 0, 0, 0]}]), "at the bottom"),
        (broken(seats=[seat(), seat()]), "must be a list"),
        (broken(surprise=1), "unknown part"),
    ],
)
def test_positions_are_checked(position, why):
    with pytest.raises(BadOptions, match=why):
        GAME.start(2, position=position)


def test_impossible_tables_are_refused():
    for mine, why in (
        (seat({"L2": "J03"}), "gaps"),
        (seat({"L1": "J02"}), "Hemisphere"),
        (seat({"L1": ("J24", 2)}), "capacity"),
        (seat(P=11), "at most 10"),
    ):
        with pytest.raises(BadOptions, match=why):
            table(mine, seat())


def test_a_position_keeps_its_reshuffles():
    state = table(seat({"G1": "J21"}), seat(), hype=["J01", "J02", "J03", "J04"], footprint=[], archive=["J12", "J13"],
                  reshuffles=[["J13", "J12"]])  # fmt: skip
    assert state.position()["reshuffles"] == [["J13", "J12"]]
    go(state, "analyze:G")
    assert of(state)["hand"] == ["J13"]


def test_notation_reads_back():
    from mesozoic.games.dinospan import rules_moves as moves
    from mesozoic.games.dinospan.notation import WORDS

    texts = set()
    for kind, (_, names) in WORDS.items():
        for argument in range(len(names)):
            code = moves.move(kind, argument)
            assert GAME.parse(GAME.text(code)) == code
            texts.add(GAME.text(code))
    assert len(texts) == sum(len(names) for _, names in WORDS.values())


def test_several_moves_in_one_text():
    state = table(seat({"L1": ("J40", 1)}, hand=["J43", "J45"]), seat())
    before = state.position()
    with pytest.raises(IllegalMove, match="choose the overlay"):
        state.play(0, "publish card:J43 egg:red")
    assert state.position() == before
    state.play(0, "publish card:J43 high")
    assert of(state)["atlas"]["L1"]["card"] == "J43"
    with pytest.raises(UnreadableMove, match="not a move"):
        state.play(state.to_move[0], "dance")


@pytest.mark.parametrize(
    ("mine", "moves", "wrong", "why"),
    [
        (seat({"L1": "J36", "L2": ("J24", 1), "G1": "J41"}), "analyze:L", "lay:L2", "no room"),
        (seat({"L1": "J08"}, P=10), "analyze:L", "gain:P", "at 10"),
        (seat(), "", "card:J01", "publish first"),
        (seat({"L1": "J54"}), "analyze:L", "analyze:G", "choose where the card comes from"),
    ],
)
def test_reasons(mine, moves, wrong, why):
    state = table(mine, seat())
    go(state, moves)
    with pytest.raises(IllegalMove, match=why):
        state.play(0, wrong)
