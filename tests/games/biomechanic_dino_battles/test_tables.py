"""Other cards: what a table may change, what it must keep, and that rules, texts, hints and names go by it."""

from __future__ import annotations

import csv
import io

import pytest

import mesozoic
from mesozoic.games.biomechanic_dino_battles import texts
from mesozoic.games.biomechanic_dino_battles.tables import CARD_TABLE, VERBS
from mesozoic.kernel.tabletop import CardFace
from mesozoic.terminal.cards import describe

from .helpers import GAME, damage, do, options, seat, stack, table, zone


def changed(card, **fields):
    """The game's own table with one card changed."""
    rows = list(csv.DictReader(io.StringIO(CARD_TABLE.own_text)))
    next(row for row in rows if row["id"] == card).update(fields)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize(
    ("card", "field", "written", "sentence"),
    [
        ("raptor", "kind", "item", "line 3, column 8: raptor is a dino, not 'item'"),
        ("raptor", "cost", "AX", "column 29: cost is at most 6 letters of AED* (* is any), or 0 for nothing, not 'AX'"),
        ("raptor", "cost", "AAAAAAA", "at most 6 letters"),
        ("raptor", "cost", "", "cost is missing"),
        ("raptor", "count", "10", "count is a whole number from 1 to 9, or empty (as many as usual), not '10'"),
        ("overclock", "count", "21", "count is a whole number from 1 to 20"),
        ("raptor", "type", "Fish", "type is one of Runner, Predator, Armored, Flyer, Giant, not 'Fish'"),
        ("raptor", "hp", "33", "hp goes in steps of 5, as damage does, not '33'"),
        ("raptor", "hp", "", "hp is a whole number from 5 to 200, not ''"),
        ("raptor", "atk", "21", "atk is a whole number from 0 to 20"),
        ("raptor", "special", "Fast", "special is some of Spiked, Immune to Poison, Immune to Paralyze"),
        ("raptor", "effect", "draw 1", "a dino has no effect: leave it empty"),
        ("overclock", "hp", "5", "a strategy has no hp: leave it empty"),
        ("missile_pod", "assist", "Go [A] draw 1", "an item has no assist: leave it empty"),
        ("missile_pod", "second", "", "an item needs its second"),
        ("raptor", "first", "Slash", "write name, [cost] and what it does, such as 'Quake [ADD] 20 damage + bench 10'"),
        ("raptor", "first", "Slash [A] hard", "an attack begins with its damage, such as '10 damage', not 'hard'"),
        ("raptor", "first", "Slash [A] 7 damage", "the number of damage is 5 to 100, in steps of 5, not '7'"),
        ("raptor", "first", "Slash [A] 5 damage + Fire", "an attack can add Poison, Paralyze, Wound and bench"),
        ("raptor", "first", "Slash [A] 5 damage + Wound + Wound", "each once, not 'Wound'"),
        (
            "raptor",
            "assist",
            "Help [A] reduce 5",
            "reduce goes with an answer to an attack, not with a power for the own",
        ),
        ("raptor", "second", "Sickle Slash [A] 5 damage", "first is called 'Sickle Slash' too: give it another name"),
        ("missile_pod", "first", "Bang [A] soon: draw 1", "when it can be used (own, any, resp) and a colon"),
        ("missile_pod", "first", "Bang [A] any: ATK 0 + 5 damage", "the number of ATK is 1 to 20, not '0'"),
        ("missile_pod", "first", "Bang [A] any: combat 1", "combat goes with a strategy or a power for the own action"),
        ("missile_pod", "first", "Bang [A] any: draw 1 + cure 1", "cure must be the first verb of its text"),
        ("overclock", "effect", "fly 1", "an effect is made of verbs with a number, such as 'draw 1'"),
        ("overclock", "effect", "draw", "the number of draw is 1 to 6, not ''"),
        ("overclock", "effect", "jam 2", "the number of jam is 1, not '2'"),
        ("overclock", "effect", " + ".join(["draw 1"] * 7), "an effect has at most 6 verbs, not 7"),
        ("overclock", "name", "Battle Plan", "the name 'Battle Plan' stands in line"),
        (
            "overclock",
            "id",
            "turbo",
            "id is one of compy to cargo_winch, as the game's own table has them, not 'turbo'",
        ),
    ],
)
def test_every_mistake_has_its_sentence(card, field, written, sentence):
    problems, _ = GAME.check_cards(changed(card, **{field: written}))
    assert problems[0].startswith("line ") and sentence in problems[0], problems


def test_a_missing_card_is_named():
    lines = CARD_TABLE.own_text.splitlines()
    problems, _ = GAME.check_cards("\n".join([*lines[:2], *lines[3:]]))
    assert problems == ["there is no card raptor: each id stands in one line"]


def test_every_verb_can_be_written_somewhere():
    """A power of each timing takes each verb that fits it, and no other."""
    for verb, law in VERBS.items():
        for timing in ("own", "any", "resp"):
            given = changed("missile_pod", first=f"Try [A] {timing}: {verb} {law.low}")
            assert (GAME.check_cards(given)[0] == []) == (timing in law.where.split()), (verb, timing)


def test_costs_values_attacks_and_effects_are_those_of_the_table():
    raptor = changed(
        "raptor", name="Tin Raptor", hp="10", first="Nudge [0] 15 damage + Paralyze", cost="0", retreat="A"
    )
    state = table(seat("raptor", "rex"), seat("bronto"), cards=raptor)
    assert "Nudge (nothing), 15 damage, Paralyze" in state.view(0).seats[0].active.attacks
    assert "retreat:b1" not in options(state)
    do(state, "attack:1")
    assert damage(state, 1) == 15 and zone(state, 1, "discard") == "Z"
    plan = table(seat(hand="overclock", deck="A A A"), seat(), cards=changed("overclock", effect="draw 3 + buy 2"))
    do(plan, "strategy:overclock")
    assert zone(plan, 0, "hand") == "A A A" and plan.view(0).buys == 3
    assert "+3 Draw; +2 Buy" in next(one.text for one in plan.view(0).stacks if one.card == "overclock")


def test_the_table_says_how_many_there_are():
    given = changed("raptor", count="9")
    state = GAME.start(2, seed=1, options={"cards": given})
    assert state.position()["dino_deck"].count("raptor") + state.position()["offering"].count("raptor") == 9
    two = GAME.start(2, seed=1, options={"cards": changed("overclock", count="2")})
    assert (stack(two, "overclock"), stack(two, "battle_plan")) == (2, 6)


def test_names_are_those_of_the_table():
    """In labels, events, what can be read and the table for any game."""
    given = changed("raptor", name="Tin Raptor", cost="0")
    state = table(seat(hand=""), seat(), phase="buy", offering="raptor", cards=given)
    setup = state.setup
    assert "Tin Raptor" in GAME.words.label(state, 0, GAME.parse("dino:1"))
    told = " ".join(GAME.words.told(setup, event) for event in state.play(0, "dino:1"))
    assert "buys Tin Raptor" in told and "Gearclaw" not in told
    faces = [card for zone in GAME.tabletop.lay_out(state.view(0)).zones for card in zone.cards]
    assert "Tin Raptor" in [face.title for face in faces if isinstance(face, CardFace)]
    assert "Tin Raptor" in [entry.title for entry in GAME.tabletop.encyclopedia(setup)]
    assert "Gearclaw Raptor" in [entry.title for entry in GAME.tabletop.encyclopedia()]
    assert "Tin Raptor" in str(describe(setup, "raptor")[0])


def test_bots_judge_a_card_by_its_text():
    """A stronger text is worth more to them, a weaker one less; the game's own stay as they are."""
    own = CARD_TABLE.of("").arsenal
    better = CARD_TABLE.of(changed("overclock", effect="draw 4 + combat 2 + damage 10")).arsenal
    worse = CARD_TABLE.of(changed("missile_pod", second="Fizzle [AAA] any: draw 1")).arsenal
    overclock, pod = 7, 18
    assert better.card_worth[overclock] > own.card_worth[overclock] == 8.0
    assert worse.card_worth[pod] < own.card_worth[pod] == 6.0
    assert list(own.card_worth)[:overclock] == list(better.card_worth)[:overclock]


def test_greedy_bots_buy_what_a_table_makes_strong():
    given = changed("signal_jammer", effect="draw 6 + attach 3 + combat 3 + damage 50")
    bot = mesozoic.bots.make_bot("greedy", mesozoic.seeded(1))
    own, other = [
        table(seat("rex", hand="A E D"), seat("rex"), phase="buy", **({"cards": text} if text else {}))
        for text in ("", given)
    ]
    assert bot.choose(own, 0) != "buy:signal_jammer"
    assert bot.choose(other, 0) == "buy:signal_jammer"


def test_words_agree_with_numbers():
    assert texts.effect_text((("purge", 1),)).startswith("purge up to 1 card from")
    assert texts.effect_text((("purge", 3),)).startswith("purge up to 3 cards from")
