"""CL-13 to CL-18, CL-62: the cards and what is a triple; the numbers of ledger section 8; animal facts."""

from __future__ import annotations

import itertools
import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import mesozoic
from mesozoic.games.clades import animals, cards
from mesozoic.games.clades.cards import NAMES, NUMBER_OF, THIRD, find_triples, is_one_clade, is_triple, places
from mesozoic.kernel.state import Moves

from . import helpers
from .helpers import BARE, GAME, numbers

DECK = range(81)
ALL_TRIPLES = [trio for trio in itertools.combinations(DECK, 3) if is_triple(*trio)]


def found(hand):
    """Every triple among the cards, by the engine's finder."""
    out = Moves()
    find_triples(vec[i64](list(hand)), len(hand), out)
    return [tuple(hand[at] for at in places(code)) for code in out.listed()]


@pytest.mark.parametrize("card", range(81), ids=NAMES[:81])
def test_each_card(card):
    """Name, index, the four qualities, the animals: one test for each of the 81 combinations."""
    name = NAMES[card]
    clade, environment, number, colour = (
        "MSA".index(name[0]),
        "WLA".index(name[1]),
        int(name[2]) - 1,
        "BGR".index(name[3]),
    )
    assert card == 27 * clade + 9 * environment + 3 * number + colour == NUMBER_OF[name]
    assert NAMES[card + 81] == "o" + name
    shown = animals.shown_on(card)
    assert len(shown) == number + 1
    assert shown == animals.SUBCLADES[name[:2]].animals[: number + 1]
    for animal in (*shown, *animals.shown_on(card + 81)):
        assert animal.name and animal.era in ("Paleozoic", "Mesozoic", "Cenozoic", "today")
        assert animal.fact.endswith(".") and len(animal.fact) < 100


@pytest.mark.parametrize("card", range(162, 166), ids=NAMES[162:])
def test_each_bonus_card_is_part_of_no_triple(card):
    """CL-17."""
    assert cards.is_bonus(card)
    assert len(animals.shown_on(card)) == 1
    assert not is_triple(card, 0, 1) and not is_triple(0, card, 1) and not is_triple(0, 1, card)


def test_the_deck_holds_each_combination_once_and_27_of_each_colour():
    """CL-01: 81 animal cards and 2 bonus cards."""
    used = GAME.prepare(4).variant.cards
    assert used == [*range(81), cards.SHARK, cards.BIVALVE] and len(used) == 83
    assert all(sum(NAMES[card].endswith(colour) for card in range(81)) == 27 for colour in "BGR")


def test_three_qualities_are_the_rulebooks():
    """CL-13: four qualities of three types each."""
    assert cards.QUALITIES == ("clade", "environment", "number", "colour")
    for quality in range(4):
        assert {cards.TYPE[4 * face + quality] for face in DECK} == {0, 1, 2}


def test_a_triple_is_what_the_definition_says():
    """CL-14, CL-15: against the definition written out without tables, for every three cards."""
    for trio in itertools.combinations(range(0, 81), 3):
        names = [NAMES[card] for card in trio]
        assert is_triple(*trio) == helpers.is_triple(*names)
    assert not is_triple(5, 5, 5), "at least one quality must differ"


def test_two_cards_have_exactly_one_third():
    """CL-16: for every pair the table gives the only card that completes it."""
    for a, b in itertools.combinations(DECK, 2):
        assert [c for c in DECK if c not in (a, b) and is_triple(a, b, c)] == [THIRD[81 * a + b]]


def test_the_failing_qualities_are_counted():
    """CL-15: a quality fails when exactly two of the three cards share it."""
    rng = random.Random(1)
    for _ in range(500):
        trio = rng.sample(range(162), 3)
        faces = [NAMES[card].removeprefix("o") for card in trio]
        fails = [len({face[quality] for face in faces}) == 2 for quality in range(4)]
        assert cards.failing(*trio) == sum(fails)
        assert [cards.is_failing(quality, *trio) for quality in range(4)] == fails


# --- Numbers ------------------------------------------------------------------------------------------------


def test_1080_triples_351_of_one_clade():
    """CL-18."""
    assert len(ALL_TRIPLES) == 1080
    clade = [trio for trio in ALL_TRIPLES if is_one_clade(*trio)]
    assert len(clade) == 351
    assert all(len({NAMES[card][0] for card in trio}) == 1 for trio in clade)
    assert all(len({NAMES[card][0] for card in trio}) == 3 for trio in set(ALL_TRIPLES) - set(clade))


def test_triples_by_differing_qualities():
    differ = [cards.differing(a, b) for a, b, _ in ALL_TRIPLES]
    assert [differ.count(number) for number in (1, 2, 3, 4)] == [108, 324, 432, 216]
    mean = sum((0, 2.0, 1.3, 0.8, 0.45)[number] for number in differ) / len(differ)
    assert mean == pytest.approx(1, abs=0.005), "the weights of the reaction model have mean 1"


def test_the_27_threes_hold_117_triples_36_of_one_clade():
    threes = [card for card in DECK if NAMES[card][2] == "3"]
    inside = [trio for trio in itertools.combinations(threes, 3) if is_triple(*trio)]
    assert len(inside) == 117 == len(found(threes))
    assert sum(is_one_clade(*trio) for trio in inside) == 36


def test_genius_has_8640_triples_2808_of_one_clade_and_81_twin_pairs():
    """CL-R42, CL-62: twins have no third card, every other pair one in each set."""
    whole = found(list(range(162)))
    assert len(whole) == len(set(whole)) == 8640
    assert sum(is_one_clade(*trio) for trio in whole) == 2808
    assert not any(is_triple(card, card + 81, third) for card in DECK for third in range(162))
    for a, b in random.Random(2).sample(list(itertools.combinations(range(162), 2)), 300):
        thirds = [c for c in range(162) if c not in (a, b) and is_triple(a, b, c)]
        assert len(thirds) == (0 if a % 81 == b % 81 else 2)


def test_twenty_cards_without_a_triple():
    assert found(numbers(BARE)) == [] and len(set(BARE.split())) == 20


def bare_share(size, seen, pool=81):
    """The share of random deals that hold no triple."""
    rng = random.Random(size)
    cards_of_pool = range(pool)
    return sum(not found(rng.sample(cards_of_pool, size)) for _ in range(seen)) / seen


@pytest.mark.parametrize(
    ("size", "pool", "share"), [(12, 81, 0.032302), (13, 81, 0.010028), (12, 162, 0.0547), (13, 162, 0.0231)]
)
def test_how_often_there_is_none(size, pool, share):
    """3.2302 % of twelves and 1.0028 % of thirteens hold no triple; 5.47 % and 2.31 % in the genius game."""
    seen = 20_000 if mesozoic.compiled else 600
    tolerance = 4.5 * (share * (1 - share) / seen) ** 0.5
    assert bare_share(size, seen, pool) == pytest.approx(share, abs=tolerance)


def test_first_deals_in_which_nobody_can_call():
    """12 shared cards and one personal card each: 0.302 % with 2 seats, 0.025 % with 4 (ledger section 8)."""
    rng = random.Random(9)
    seen = 20_000 if mesozoic.compiled else 500
    none_of_two = 0
    for _ in range(seen):
        hand = rng.sample(DECK, 14)
        none_of_two += not found(hand[:13]) and not found([*hand[:12], hand[13]])
    assert none_of_two / seen == pytest.approx(0.00302, abs=0.0018)


def test_seven_of_the_threes_hold_none_in_14_percent():
    """Exactly 126,360 of 888,030 sets of seven: counted by extending sets without a triple."""
    threes = [card for card in DECK if NAMES[card][2] == "3"]
    sets = {frozenset()}
    for _ in range(7):
        larger = set()
        for one in sets:
            top = max(one, default=-1)
            barred = {THIRD[81 * a + b] for a, b in itertools.combinations(one, 2)}
            larger |= {one | {card} for card in threes if card > top and card not in barred}
        sets = larger
    assert len(sets) == 126_360


def test_twelve_of_the_threes_always_hold_one():
    """The largest set without a triple has 9 of the 27."""
    threes = [card for card in DECK if NAMES[card][2] == "3"]
    sets = {frozenset()}
    sizes = []
    while sets:
        sizes.append(len(next(iter(sets))))
        larger = set()
        for one in sets:
            top = max(one, default=-1)
            barred = {THIRD[81 * a + b] for a, b in itertools.combinations(one, 2)}
            larger |= {one | {card} for card in threes if card > top and card not in barred}
        sets = larger
    assert max(sizes) == 9


def test_twelve_cards_hold_2_785_triples_on_average():
    """Exactly C(12,3) / C(81,3) * 1080 = 2.785, of them 0.905 of one clade."""
    assert pytest.approx(2.785, abs=0.001) == 220 / 85320 * 1080
    assert pytest.approx(0.905, abs=0.001) == 220 / 85320 * 351
    rng = random.Random(4)
    many = [found(rng.sample(DECK, 12)) for _ in range(4000)]
    assert sum(map(len, many)) / len(many) == pytest.approx(2.785, rel=0.04)


def test_the_finder_agrees_with_trying_every_three():
    rng = random.Random(5)
    for pool in (81, 162):
        for _ in range(60):
            hand = rng.sample(range(pool), 13)
            tried = {trio for trio in itertools.combinations(hand, 3) if is_triple(*trio)}
            assert len(found(hand)) == len(tried) and set(found(hand)) == tried


# --- Animals ------------------------------------------------------------------------------------------------


def test_the_encyclopedia_covers_every_group_of_both_sets():
    keys = {clade + environment for clade in "MSA" for environment in "WLA"}
    assert set(animals.SUBCLADES) == keys | {"o" + key for key in keys}
    for group in animals.SUBCLADES.values():
        assert group.name and group.scientific and group.meaning and group.teaching.endswith(".")
        assert len({animal.name for animal in group.animals}) == 3
    assert len(animals.ENCYCLOPEDIA) == 6 and any("252 million" in fact for fact in animals.ENCYCLOPEDIA)


def test_misprints_of_the_rulebook_are_not_kept():
    """CL-R45: Theropods, Sauropsida, Afrotheria."""
    text = repr(animals.SUBCLADES) + GAME.document("rules.md") + GAME.document("rulings.md").split("CL-R45")[0]
    assert "Afrotheria" in text and "theropod" in text
    assert not any(wrong in text for wrong in ("Therapod", "Sauaropsida", "Af rotheria"))


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("MW1B", ["Valenictus"]),
        ("SL2G", ["Allosaurus", "Apatosaurus"]),
        ("AW3R", ["Hughmilleria", "Stylonurus", "Lunataspis"]),
        ("oSA3B", ["robin", "eagle", "ostrich"]),
        ("oML1R", ["human"]),
        ("SHARK", ["shark"]),
        ("oMOLLUSK", ["mollusk"]),
    ],
)
def test_which_animals_a_card_shows(card, names):
    assert [animal.name for animal in animals.shown_on(NUMBER_OF[card])] == names
