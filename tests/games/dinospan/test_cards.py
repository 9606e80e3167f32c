"""The card table: every card, every ability form, the parser's errors, and tables of designers."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from typer.testing import CliRunner

from mesozoic.cli import app
from mesozoic.games.dinospan.abilities import CardError, parse
from mesozoic.games.dinospan.cards import CARD_IDS, GOAL_MASKS, GOAL_NAMES, GOALS, PRINTED_PERCENT
from mesozoic.games.dinospan.tables import BadTable, read_table
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.record import Record

from .helpers import CARDS, GAME, TABLE, activated, eggs, go, of, seat, table, track

CSV = resources.files("mesozoic.games.dinospan").joinpath("cards.csv").read_text("utf-8")
FAMILIES = ("Basal", "Ceratopsia")


def changed(card, column, value):
    """The table with one field changed."""
    lines = CSV.splitlines()
    at = lines[0].split(",").index(column)
    for number, line in enumerate(lines):
        if line.startswith(f"{card},"):
            fields = line.split(",")
            fields[at] = value
            lines[number] = ",".join(fields)
    return "\n".join(lines)


def problems(text):
    with pytest.raises(BadTable) as error:
        read_table(text)
    return error.value.problems


# --- The table itself -------------------------------------------------------------------------------------------


def test_counts_and_order():
    """DS-02: 16, 54 and 70."""
    assert [card.id for card in TABLE.cards] == list(CARD_IDS)
    assert [sum(card.era == era for card in TABLE.cards) for era in "TJK"] == [16, 54, 70]
    assert [sum(card.order == order for card in TABLE.cards) for order in ("Orn", "Sau", "The")] == [54, 40, 46]


def test_all_abilities_differ():
    """DS-R57; 22 cards have an ecosystem effect."""
    assert len({card.notation for card in TABLE.cards}) == 140
    assert len({card.text for card in TABLE.cards}) == 140
    assert sum(card.ability.ecosystem is not None for card in TABLE.cards) == 22


def test_goal_percentages():
    """DS-05, DS-R13: every printed percentage is the share of 140, and each category is a partition."""
    assert list(TABLE.deck.percent) == list(PRINTED_PERCENT) and TABLE.notes == ()
    for card in range(140):
        assert sum(bool(TABLE.deck.traits[card] & GOAL_MASKS[goal]) for goal in range(GOALS)) == 4
    assert len(set(GOAL_NAMES)) == GOALS


@pytest.mark.parametrize("card", CARD_IDS)
def test_card(card):
    """Every card can be activated from a rich table, and whatever it asks can be answered to the end."""
    one = CARDS[card]
    row = one.hemisphere
    other = "J41" if card != "J41" else "J50"
    mine = seat({f"{row}1": (card, 1), **({"G2": other} if row == "G" else {"G1": other})}, ["J01", "J24", "J43"][:2],
                P=4, T=4, M=4)  # fmt: skip
    if card in ("J01", "J24"):
        mine["hand"] = ["J43"]
    free = [one for one in ("J04", "J19", "J42", "J26", "J45", "J10", "J21", "J40", "J33", "J46", "J51") if one != card]
    state = table(mine, seat(), archive=["J54"] if card != "J54" else ["J49"], key="K70" if card != "K70" else "K69",
                  hype=free[:4], footprint=free[4:])  # fmt: skip
    before = state.position()
    told = [event.kind for event in state.play(0, f"analyze:{row}")]
    assert "ability_began" in told
    steps = 0
    while state.to_move == (0,) and steps < 60:
        state.play(0, state.moves(0)[0])
        steps += 1
    assert state.to_move == (1,)
    after = state.position()
    if card not in ("J23", "K06"):  # these two ask for more Sauropods or Ceratopsians than lie here
        assert after["seats"][0] != before["seats"][0] | {"markers": 3}
    assert after["seats"] != before["seats"]


# --- One test per ability form -----------------------------------------------------------------------------------


FORMS = {
    "gain R n": ("J03", lambda: track(activated("J03")) == (2, 0, 0)),
    "gain B n": ("J08", lambda: activated("J08").moves(0) == ["gain:P", "gain:T", "gain:M"]),
    "gain R n per": ("J17", lambda: track(activated("J17")) == (1, 0, 0)),
    "gain R n per max": ("J40", lambda: track(activated("J40", atlas={"G1": "J25", "G2": "J26", "G3": "J06"}))[2] == 3),
    "card H": ("J54", lambda: activated("J54").moves(0) == ["hype:1", "hype:2", "hype:3", "hype:4"]),
    "card F": ("K12", lambda: len(of(activated("K12"))["hand"]) == 2),
    "card HF": ("J13", lambda: "footprint" in activated("J13").moves(0)),
    "egg": ("J36", lambda: eggs(activated("J36")) == {"L1": (1, 0)}),
    "egg per": ("K58", lambda: eggs(activated("K58", atlas={"G1": ("J37", 3)})) == {"L1": (2, 0), "G1": (3, 0)}),
    "up": ("J06", lambda: activated("J06", atlas={"G1": ("J06", 1)}).moves(0) == ["do:1", "all"]),
    "look": ("K63", lambda: len(activated("K63").moves(0)) == 3),
    "churn": ("K18", lambda: activated("K18").moves(0) == ["drop:1", "drop:2", "drop:3", "drop:4"]),
    "dig": ("K60", lambda: of(activated("K60", archive=["J01"]))["hand"] == ["J01"]),
    "flip": ("K62", lambda: track(activated("K62", footprint=["J21", "J24", "J30"])) == (0, 0, 1)),
    "cull": ("K23", lambda: "cull:2" in activated("K23", hype=["J01", "J20", "J02", "J03"]).moves(0)),
    "if hype n": ("K31", lambda: activated("K31", hype=["J40", "J42", "J02", "J03"]).moves(0) == ["do:1", "all"]),
    "if mine": ("K06", lambda: activated("K06", atlas={"L2": "K05"}).moves(0)[0] == "do:1"),
    "if arch hemi": ("J44", lambda: eggs(activated("J44", archive=["J21"])) == {"G1": (1, 0)}),
    "swap R": ("J51", lambda: activated("J51", M=1).moves(0) == ["swap", "stop"]),
    "swap card": ("J46", lambda: activated("J46", hand=["J01"]).moves(0) == ["swap", "stop"]),
    "branches": ("J07", lambda: activated("J07").moves(0) == ["do:1", "do:2"]),
    "ecosystem card": ("J29", lambda: len(of(activated("J29"), 1)["hand"]) == 1),
}


@pytest.mark.parametrize("form", FORMS)
def test_form(form):
    assert FORMS[form][1](), FORMS[form][0]


def test_text_and_effect_come_from_one_notation():
    assert CARDS["J43"].text == (
        "Pay 1 Mammals to gain 2 cards from Hype or the Footprint, up to 1 time - or instead: every other player may "
        "gain 1 Mammals."
    )
    assert "Sauropod in Gondwana" in CARDS["J32"].text
    for card in TABLE.cards:
        for number in re.findall(r"\b[2-9]\b", card.notation):
            assert number in card.text, card.id


# --- The parser ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("gain X 1", 6, "a Bio-Resource"),
        ("gain P", 7, "missing"),
        ("gain P 0", 8, "from 1 to 9"),
        ("jump 2", 1, "a step is"),
        ("gain P 1 + egg", 15, "missing"),
        ("gain P 1 | card Q 1", 17, "a source"),
        ("egg 1 / gain P 1", 9, "'all'"),
        ("egg 1 / all swap 1", 13, "a reward"),
        ("egg 1 per [order=Bird]", 12, "order is one of"),
        ("egg 1 per [colour=red]", 12, "a filter asks for"),
        ("flip 2 [row=G] : egg 1", 9, "no meaning here"),
        ("swap 1 card[diff=order] -> card H 1 x 1", 35, "never pays"),
        ("swap 1 P -> gain P 2 x 1", 20, "never pays"),
        ("if arch [fam=Birds] : egg 1", 10, "fam is one of"),
        ("look 2 1 1", 10, "too much"),
        ("egg 1 per order", 11, "a filter such as"),
        ("egg 1 per [order=Sau order=The]", 22, "twice"),
        ("egg 1 per []", 11, "nothing"),
    ],
)
def test_errors_have_line_and_column(text, column, message):
    with pytest.raises(CardError, match=message) as error:
        parse(text, FAMILIES, line=7, column=1)
    assert (error.value.line, error.value.column) == (7, column)


# --- Whole tables ---------------------------------------------------------------------------------------------------


def test_problems_of_a_table():
    assert problems("") and problems("id,genus\n")
    assert "line 2, column" in problems(changed("T01", "ability", "gain X 1"))[0]
    assert "the id 'T02' stands in line" in problems(changed("T03", "id", "T02"))[0]
    assert any("era T has 15 cards" in one for one in problems(CSV.replace(CSV.splitlines()[1] + "\n", "")))
    assert "size" in problems(changed("J03", "size", "L"))[0]
    assert "lies in" in problems(changed("J03", "hemisphere", "G"))[0]
    assert "add up" in problems(changed("J03", "cost_p", "0"))[0]
    assert "notation" in problems(changed("J03", "ability", "gain P 3"))[0]
    assert "possible parents" in problems(changed("J03", "order", "Sau").replace(",Orn,Basal,L,", ",Orn,Odd,L,"))[0]
    assert "fields" in problems(CSV + "J01,short\n")[0]
    assert "pp is a whole number" in problems(changed("J03", "pp", "12"))[0]


def test_goal_shares_of_a_changed_table_are_told():
    text = changed("J03", "food", "T")
    text = "\n".join(text.splitlines())
    for card in ("J04", "J05"):
        text = text.replace(*[next(line for line in t.splitlines() if line.startswith(card))
                              for t in (text, changed(card, "food", "T"))])  # fmt: skip
    assert any("Ground-Plant Feeders: 45 %" in note for note in read_table(text).notes)


def test_own_cards_are_played_and_recorded():
    text = changed("J03", "ability", "gain M 5")
    state = GAME.start(2, seed=1, options={"cards": text})
    assert next(card for card in state.variant.table.cards if card.id == "J03").text == "Gain 5 Mammals."
    for _ in range(12):
        who = state.to_move[0]
        state.play(who, state.moves(who)[0])
    again = Record.parse(Record.of(state).text()).replay(lambda name: GAME)
    assert again.position() == state.position()
    with pytest.raises(BadOptions, match=r"line 2, column \d+: a Bio-Resource"):
        GAME.start(2, seed=1, options={"cards": changed("T01", "ability", "gain X 1")})
    mine = table(seat({"L1": "J03"}), seat(), options={"cards": text})
    go(mine, "analyze:L")
    assert track(mine) == (0, 0, 5)


def test_the_command(tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(CSV, "utf-8")
    bad.write_text(changed("T01", "ability", "gain X 1"), "utf-8")
    run = CliRunner().invoke
    found = run(app, ["cards", "check", "dinospan", str(good)])
    assert found.exit_code == 0 and "can be played" in found.stdout
    found = run(app, ["cards", "check", "dinospan", str(bad)])
    assert found.exit_code == 1 and "line 2, column" in found.stdout
    found = run(app, ["simulate", "dinospan", "-p", "2", "-g", "1", "-b", "random", "--cards", str(good)])
    assert found.exit_code == 0, found.output
    assert run(app, ["cards", "check", "dolphins-and-dinos", str(good)]).exit_code == 2
