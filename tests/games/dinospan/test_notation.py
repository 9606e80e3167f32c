"""Moves as text: every form both ways, written carelessly, joined, and wrongly; a refusal says why, changes nothing."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesozoic import IllegalMove, MesozoicError, UnreadableMove

from .helpers import CARDS, GAME, activated, eggs, go, of, seat, stack, table, track

TRIASSIC = [card for card in CARDS if card[0] == "T"]
SPACES = [f"{row}{number}" for row in "LG" for number in range(1, 6)]
SLOTS = ["1", "2", "3", "4"]

FORMS = {
    "research:": [f"R{number:02}" for number in range(1, 13)],
    "keep:": TRIASSIC,
    "laurasia:": TRIASSIC,
    "gondwana:": TRIASSIC,
    "publish": [""],
    "analyze:": ["L", "G"],
    "card:": list(CARDS),
    "new": [""],
    "evolve:": SPACES,
    "low": [""],
    "high": [""],
    "egg:": ["red", "gold"],
    "pay:": list(CARDS),
    "first:": ["top", "parent"],
    "do:": ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    "all": [""],
    "gain:": ["P", "T", "M"],
    "hype:": SLOTS,
    "footprint": [""],
    "lay:": SPACES,
    "gild:": SPACES,
    "take:": list(CARDS),
    "top:": list(CARDS),
    "archive:": list(CARDS),
    "drop:": SLOTS,
    "cull:": SLOTS,
    "stop": [""],
    "swap": [""],
}
TEXTS = [word + name for word, names in FORMS.items() for name in names]


@contextmanager
def unchanged(state):
    """Nothing happens in here."""
    before, history, waiting = state.position(), state.history, state.to_move
    yield
    assert (state.position(), state.history, state.to_move) == (before, history, waiting)


def refused(state, who, text, match, kind=IllegalMove):
    """Refused with a sentence, and nothing has happened."""
    with unchanged(state), pytest.raises(kind, match=match) as caught:
        state.play(who, text)
    assert str(caught.value).endswith(".") and len(str(caught.value)) < 300
    assert GAME.title not in str(caught.value)


# --- Both ways --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_every_form_reads_back(form):
    """Each text means one move, and the move is written as that text."""
    for name in FORMS[form]:
        assert GAME.text(GAME.parse(form + name)) == form + name


def test_no_two_texts_mean_the_same_move():
    assert len({GAME.parse(text) for text in TEXTS}) == len(TEXTS) == len({text.casefold() for text in TEXTS})


def test_there_are_no_other_moves():
    """The forms above are all there are."""
    from mesozoic.games.dinospan.notation import WORDS

    assert sum(len(names) for _, names in WORDS.values()) == len(TEXTS)


def test_a_small_move_is_written_as_one():
    assert all(GAME.split(text) == [text] for text in TEXTS)


@pytest.mark.parametrize(("players", "options"), [(1, {}), (3, {"triassic_setup": "draft", "personal_research": True})])
def test_every_listed_move_reads_back(players, options):
    """Whatever a state lists, it also takes; every label is a sentence for people."""
    state = GAME.start(players, seed=6, options=options)
    number = 0
    while not state.is_over:
        for who in state.to_move:
            texts = state.moves(who)
            assert len(set(texts)) == len(texts)
            assert [GAME.parse(text) for text in texts] == state.codes(who)
            labels = [GAME.words.label(state, who, code) for code in state.codes(who)]
            assert len(set(labels)) == len(labels) and all(labels)
        who = state.to_move[number % len(state.to_move)]
        state.play(who, state.moves(who)[number % len(state.moves(who))])
        number += 1


# --- Each form in play ------------------------------------------------------------------------------------------


def two_ways():
    """Publishing asks for everything: the card, the method, the overlay, the egg."""
    return table(seat({"L1": ("J40", 1, 1)}, hand=["J43", "J08"], P=1, M=3), seat())


SITUATIONS = {
    "laurasia:T01": lambda: GAME.start(2, deal={"triassic": TRIASSIC, "first_player": 0}, seed=1),
    "gondwana:T02": lambda: GAME.start(2, deal={"triassic": TRIASSIC, "first_player": 0}, seed=1),
    "keep:T03": lambda: GAME.start(
        2, options={"triassic_setup": "draft"}, deal={"triassic": TRIASSIC, "first_player": 0}
    ),
    "publish": two_ways,
    "analyze:L": two_ways,
    "analyze:G": two_ways,
    "card:J43": lambda: went(two_ways(), "publish"),
    "new": lambda: went(two_ways(), "publish card:J43"),
    "evolve:L1": lambda: went(two_ways(), "publish card:J43"),
    "low": lambda: went(two_ways(), "publish card:J43 evolve:L1"),
    "high": lambda: went(two_ways(), "publish card:J43 evolve:L1"),
    "egg:red": lambda: went(two_ways(), "publish card:J43 evolve:L1 low"),
    "egg:gold": lambda: went(two_ways(), "publish card:J43 evolve:L1 high"),
    "pay:J08": lambda: went(table(seat(hand=["J43", "J08", "J09"], M=3), seat()), "publish card:J43 new"),
    "first:top": lambda: went(table(seat({"L1": stack("J43", "J40", "high")}), seat()), "analyze:L"),
    "first:parent": lambda: went(table(seat({"L1": stack("J43", "J40", "high")}), seat()), "analyze:L"),
    "do:2": lambda: activated("J07"),
    "all": lambda: activated("J43", M=1),
    "gain:T": lambda: activated("J08"),
    "hype:2": lambda: activated("J13"),
    "footprint": lambda: activated("J13"),
    "lay:G1": lambda: activated("J36", atlas={"G1": "J41"}),
    "gild:G2": lambda: activated("J32", atlas={"G2": ("J21", 2), "G3": ("J35", 1)}),
    "take:J20": lambda: activated("J09", footprint=["J12", "J20", "J30"]),
    "top:J12": lambda: went(activated("J09", footprint=["J12", "J20", "J30"]), "take:J20"),
    "archive:J12": lambda: went(activated("J09", footprint=["J12", "J20", "J30"]), "take:J20"),
    "drop:3": lambda: activated("J42"),
    "cull:1": lambda: activated("J39", hype=["J45", "J12", "J49", "J19"]),
    "stop": lambda: activated("J51", M=1),
    "swap": lambda: activated("J51", M=1),
    "research:R01": lambda: GAME.start(
        2,
        options={"personal_research": True},
        deal={"research": [f"R{number:02}" for number in range(1, 13)], "first_player": 0},
    ),
}


def went(state, moves):
    go(state, moves)
    return state


@pytest.mark.parametrize("text", SITUATIONS)
def test_every_form_is_played_and_written_down(text):
    """It is legal there, it is played, and the history holds its text."""
    state = SITUATIONS[text]()
    assert text in state.moves(0)
    state.play(0, text)
    assert state.history[-1].move == text and state.history[-1].seat == 0


def test_no_form_is_left_out():
    found = {
        next(form for form in sorted(FORMS, key=len, reverse=True) if text.startswith(form)) for text in SITUATIONS
    }
    assert found == set(FORMS)


# --- Case and blanks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", SITUATIONS)
def test_capitals_and_blanks_do_not_matter(text):
    """The history holds the move as it is properly written."""
    for careless in (text.upper(), text.lower(), f"  {text} ", f"\t{text.title()}"):
        state = SITUATIONS[text]()
        state.play(0, careless)
        assert state.history[-1].move == text


# --- Joined moves ---------------------------------------------------------------------------------------------------


def test_small_moves_are_told_apart_by_blanks():
    assert GAME.split("publish card:K12 evolve:L3 low") == ["publish", "card:K12", "evolve:L3", "low"]
    assert GAME.split("  do:1   hype:2 ") == ["do:1", "hype:2"]
    assert GAME.split("publish dance") == ["publish dance"], "one of them is no move, so none is"


def joined():
    """Everything that the first move of ``two_ways`` can ask for, in one text."""
    return two_ways(), "publish card:J43 evolve:L1 high egg:gold"


def test_a_joined_move_is_the_same_as_its_steps():
    """All events in their order; the history holds the small moves."""
    state, text = joined()
    stepwise, steps = two_ways(), text.split()
    told = state.play(0, text)
    assert told == [event for step in steps for event in stepwise.play(0, step)]
    assert [event.kind for event in told] == ["publish_began", "evolved", "ability_began"]
    assert state.position() == stepwise.position()
    assert [played.move for played in state.history] == steps
    assert of(state)["atlas"]["L1"] == {"card": "J43", "parent": "J40", "overlay": "high", "red": 1, "gold": 0}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("publish card:J24 new", "Apatosaurus is not in your hand"),
        ("publish card:J43 evolve:L2 low", r"Laurasia 2 is empty \(DS-20\)"),
        ("publish card:J43 low", "choose how to publish it"),
        ("publish card:J43 evolve:L1 low egg:red do:3", "choose what the ability does"),
        ("card:J43 publish", "Say publish first"),
        ("publish publish", "choose the card to publish"),
        ("analyze:L analyze:L", "reveals something: play it alone|nothing to decide now"),
    ],
)
def test_half_a_joined_move_is_not_played(text, why):
    """All of its steps are carried out or none."""
    refused(two_ways(), 0, text, why)


def test_a_joined_move_with_an_unreadable_part():
    refused(two_ways(), 0, "publish card:J99 new", "is not a move of this game", UnreadableMove)


def test_a_draw_is_not_joined_with_what_follows():
    """Nobody tries out what lies on top: the refusal comes before the second part is looked at."""
    for rest in ("hype:1", "gain:P", "stop"):
        state = table(seat({"G1": "J21", "G2": "J13"}), seat())
        refused(state, 0, f"analyze:G {rest}", "analyze:G reveals something: play it alone, and then what follows")


def test_choices_of_an_ability_can_be_joined_up_to_a_draw():
    state = table(seat({"L1": "K14", "L2": "K53"}), seat())
    state.play(0, "analyze:L gain:P gain:T do:1 lay:L2")
    assert track(state) == (1, 1, 0) and eggs(state) == {"L2": (1, 0)} and state.to_move == (1,)


# --- Refusals -------------------------------------------------------------------------------------------------------


GARBAGE = [
    "", " ", "x", "dance", "publish!", "publish:", "publish:K12", "analyze", "analyze:", "analyze:X", "analyze:LG",
    "analyse:L", "card", "card:", "card:K71", "card:J00", "card:J55", "card:T17", "card:R01", "card:K1", "card:12",
    "new:L1", "evolve", "evolve:", "evolve:L0", "evolve:L6", "evolve:A1", "evolve:1", "egg:", "egg:blue", "pay:",
    "pay:P", "first:", "first:bottom", "do:", "do:0", "do:10", "do:-1", "all:", "gain:B", "gain:", "hype:0", "hype:5",
    "hype:", "footprint:1", "lay:", "lay:L9", "gild:H1", "take:", "top:", "archive:R01", "drop:5", "cull:", "keep:J01",
    "laurasia:J01", "gondwana:K01", "research:R13", "research:R00", "stop it", "swap swap!", "pass", "-", "\x00",
    "analyze:\x00", "\ud800", "card:J\u0661\u0661", "publish\n\ndance", "p" * 5000, ":" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE, ids=ascii)
def test_garbage_is_unreadable(garbage):
    """Refused with a sentence that says how moves are written, and nothing has happened."""
    state = two_ways()
    refused(state, 0, garbage, "is not a move of this game: write such as analyze:L, publish", UnreadableMove)
    with pytest.raises(UnreadableMove):
        GAME.parse(garbage)


@pytest.mark.parametrize("thing", [None, 5, 5.0, True, b"publish", ["publish"], {"move": "publish"}])
def test_a_move_is_text(thing):
    refused(two_ways(), 0, thing, "A move is given as text", UnreadableMove)


@pytest.mark.parametrize(
    ("who", "text", "why"),
    [
        (0, "card:J43", "Say publish first, then the card"),
        (0, "new", "Now you have to publish, or analyze a row"),
        (0, "all", "Now you have to publish, or analyze a row"),
        (0, "laurasia:T01", "Now you have to publish, or analyze a row"),
        (0, "stop", "Now you have to publish, or analyze a row"),
        (1, "analyze:L", "P2 has nothing to decide now; the game waits for P1"),
        (2, "analyze:L", "There is no seat P3 in this game of 2"),
        (-1, "analyze:L", "There is no seat"),
    ],
)
def test_a_refusal_of_a_main_action(who, text, why):
    """DS-14: in one sentence for people."""
    refused(two_ways(), who, text, why)


def test_nothing_to_publish():
    """DS-15."""
    refused(
        table(seat(hand=["J24"]), seat()), 0, "publish", r"None of your hand cards has a legal method now \(DS-15\)"
    )


ROW = {"L1": "J40", "L2": "J38", "L3": "J36", "L4": "J31", "L5": "J48"}


@pytest.mark.parametrize(
    ("mine", "card", "why"),
    [
        (seat(hand=["J03", "J02", "J43"], P=2, M=2), "J43",
         "Allosaurus cannot be published: 1 Mammal missing for a New Genus .*, and there is no Parent for it"),
        (seat({"L1": "J40"}, hand=["J03", "J02", "J43"], P=2), "J43",
         r"3 Mammals missing for a New Genus \(DS-17, DS-18\), and its possible Parent has no egg \(DS-22\)"),
        (seat(hand=["J03", "J02", "J18"], P=2), "J18", "3 Trees missing"),
        (seat(hand=["J03", "J02", "K61"], P=2), "K61", "4 Mammals missing"),
        (seat(hand=["J02", "K47", "J41"], P=1, M=4), "J24", r"Apatosaurus is not in your hand \(DS-15\)"),
        (seat(ROW | {"G1": "J41"}, hand=["J02", "J01", "J49"], P=1, M=9), "J49", r"Laurasia is full \(DS-16\)"),
        (seat(hand=["J02", "J01", "K47"], P=1, M=3), "K47", "Giganotosaurus cannot be published: 1 Mammal missing"),
    ],
)  # fmt: skip
def test_a_refusal_of_a_card(mine, card, why):
    """DS-15 to DS-22: what is missing, and why no Parent will do."""
    state = table(mine, seat())
    state.play(0, "publish")
    refused(state, 0, f"card:{card}", why)


def test_too_few_cards_to_pay_with():
    """DS-18, DS-R56: the hand lets everything else be published but the dearest card."""
    state = table(seat(hand=["J41", "J50", "K47"], M=4), seat())
    state.play(0, "publish")
    assert state.moves(0) == ["card:J41", "card:J50", "card:K47"], "the two others pay for K47"
    state = table(seat({"G1": ("J39", 1)}, hand=["J41", "K47"], M=4), seat())
    state.play(0, "publish")
    assert state.moves(0) == ["card:J41", "card:K47"], "Giganotosaurus by Evolution only"
    state.play(0, "card:K47")
    assert state.moves(0) == ["low", "high"]


@pytest.mark.parametrize(
    ("situation", "text", "why"),
    [
        ("new", "evolve:L2", r"Allosaurus: Laurasia 2 is empty \(DS-20\)"),
        ("new", "evolve:G1", r"Allosaurus: Gondwana 1 is not in Laurasia \(DS-R33\)"),
        ("new", "card:J08", "choose how to publish it"),
        ("low", "egg:red", "choose the overlay, low or high"),
        ("egg:red", "low", "choose the egg to pay"),
        ("pay:J08", "pay:J43", "discard a card"),
        ("pay:J08", "pay:J12", "discard a card"),
        ("pay:J08", "stop", "discard a card"),
        ("first:top", "do:1", "choose which ability goes first"),
        ("do:2", "do:3", "choose what the ability does"),
        ("do:2", "all", "choose what the ability does"),
        ("all", "stop", "choose what the ability does"),
        ("gain:T", "stop", "choose a Bio-Resource"),
        ("hype:2", "take:J01", "choose where the card comes from"),
        ("lay:G1", "lay:G2", r"Gondwana 2 has no room for an egg \(DS-46\)"),
        ("gild:G2", "gild:G1", "upgrade an egg"),
        ("take:J20", "take:J30", "take a revealed card"),
        ("take:J20", "top:J12", "take a revealed card"),
        ("top:J12", "top:J20", "put a revealed card on top or into the Archive"),
        ("top:J12", "stop", "put a revealed card on top or into the Archive"),
        ("drop:3", "stop", "discard a Hype card"),
        ("drop:3", "hype:3", "discard a Hype card"),
        ("cull:1", "cull:2", "discard a matching Hype card or stop"),
        ("swap", "do:1", "pay for the swap or stop"),
        ("laurasia:T01", "laurasia:T03", "place a Triassic card"),
        ("laurasia:T01", "analyze:L", "place a Triassic card"),
        ("keep:T03", "keep:T05", "keep a Triassic card"),
        ("research:R01", "research:R03", "keep a Research card"),
    ],
)
def test_a_refusal_in_the_middle_of_a_turn(situation, text, why):
    """The sentence says what has to be decided now."""
    refused(SITUATIONS[situation](), 0, text, why)


def test_a_full_track_is_refused():
    """DS-35."""
    refused(activated("J08", P=10), 0, "gain:P", r"Plants stand at 10 already \(DS-35\)")


def test_a_refusal_after_the_end():
    state = table(seat(markers=0), seat(markers=1), number=4, on_turn=1)
    state.play(1, "analyze:L")
    for who in (0, 1, 2):
        refused(state, who, "analyze:L", "The game is over")


def test_a_second_secret_choice_is_refused():
    """DS-62: a choice of the draft is committed."""
    state = SITUATIONS["keep:T03"]()
    state.play(0, "keep:T03")
    refused(state, 0, "keep:T01", "P1 has nothing to decide now; the game waits for P2")


def test_labels_are_words():
    """Section 9: a menu says what a move will do."""

    def label(state, text):
        assert text in state.moves(0)
        return GAME.words.label(state, 0, GAME.parse(text))

    assert label(SITUATIONS["new"](), "new") == "as a New Genus, for 3 Mammals, 1 card"
    assert label(SITUATIONS["new"](), "evolve:L1") == "by Evolution from Dilophosaurus (Laurasia 1), for an egg"
    assert "3 PP and the tag Display of Dilophosaurus stay" in label(SITUATIONS["low"](), "low")
    assert "the ability of Dilophosaurus stays" in label(SITUATIONS["low"](), "high")
    assert label(SITUATIONS["all"](), "all") == "decline: every other player gains 1 Mammal"
    assert label(SITUATIONS["gain:T"](), "gain:T") == "1 Tree (0 now)"
    assert label(SITUATIONS["cull:1"](), "cull:1").startswith("discard Ceratosaurus from Hype slot 1")
    assert label(SITUATIONS["lay:G1"](), "lay:G1") == "lay an egg on Megapnosaurus (Gondwana 1, room for 3 more eggs)"


PIECES = st.sampled_from(
    ["publish", "card:", "J43", "analyze:", "L", "G", "new", "evolve:L1", "low", " ", "all", "do:1", "hype:", "2", ":",
     "STOP", "\n", "egg:red"]
)  # fmt: skip


@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(text=st.one_of(st.text(max_size=8), st.lists(PIECES, max_size=6).map("".join)))
def test_any_text_is_a_move_or_refused(text):
    """Nothing but a refusal comes back, and a refusal changes nothing."""
    state = two_ways()
    other = state.clone()
    try:
        other.play(0, text)
    except MesozoicError:
        with unchanged(state), pytest.raises(MesozoicError):
            state.play(0, text)
    else:
        state.play(0, text)
        assert state.position() == other.position()
        assert state.history[0].move in ("publish", "analyze:L", "analyze:G")
