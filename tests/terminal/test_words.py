"""What a person types and reads at the terminal: cards by name, numbers, either case, nothing lost, all in sight."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.games.clades.terminal import SIGNS
from mesozoic.kernel.errors import BadOptions, UnreadableMove
from mesozoic.terminal.cards import describe
from mesozoic.terminal.evening import is_shared
from mesozoic.terminal.screens import Screen, move_lines
from mesozoic.terminal.sitting import Sitting, sit_down
from mesozoic.terminal.turn import meant_move

CARDS = [
    (
        "biomechanic-dino-battles",
        2,
        "IRONJAW",
        ("Ironjaw Rex", "HP 40", "Piston Bite (2 Attack), 20 damage", "retreat"),
    ),
    ("biomechanic-dino-battles", 2, "missile pod", ("Missile Pod", "costs")),
    ("carbon-dating", 1, "pterodactil", ("Pterodactyl (PTE)", "Land between", "broken heart")),
    ("clades", 2, "MW1B", ("1 blue water mammal", "water")),
    ("dinospan", 2, "stegosaurus", ("Stegosaurus", "costs", "PP", "room for", "tag")),
    ("dolphins-and-dinos", 1, "trex", ("T. Rex (15)", "may carry ancient", "$8")),
]


@pytest.mark.parametrize(("name", "players", "typed", "wanted"), CARDS)
def test_a_card_is_found_by_any_name_and_told_in_full(name, players, typed, wanted):
    setup = mesozoic.game(name).prepare(players)
    text = "\n".join(part.plain for part in describe(setup, typed))
    assert [one for one in wanted if one not in text] == []


@pytest.mark.parametrize(
    ("name", "players", "typed", "once", "further"),
    [
        (
            "biomechanic-dino-battles",
            2,
            "compy",
            ("Runner", "25", "Scrap Nip", "Scavenge"),
            "Built after Compsognathus",
        ),
        ("biomechanic-dino-battles", 2, "cargo_winch", ("Hoist", "Transfer", "2 any"), ""),
        ("clades", 2, "oMOLLUSK", ("From snail to squid",), "Era: today"),
        ("dinospan", 2, "T01", ("Ornithischian", "Triassic", "leaf-toothed"), "Found in: Tanzania"),
    ],
)
def test_nothing_about_a_card_is_told_twice(name, players, typed, once, further):
    [shown] = describe(mesozoic.game(name).prepare(players), typed)
    assert [shown.plain.count(one) for one in once] == [1] * len(once)
    assert further in shown.plain


@pytest.mark.parametrize("name", sorted(mesozoic.all_games()))
def test_who_names_a_card_exactly_hears_of_no_other(name):
    """An id of one letter stands in the name of nearly every animal."""
    game = mesozoic.game(name)
    setup = game.prepare(game.facts.fewest_players)
    for face in game.tabletop.cards(setup):
        [shown] = describe(setup, face.id.lower())
        assert shown.plain.startswith(f"{face.title} ({face.id})")


@pytest.mark.parametrize("name", sorted(mesozoic.all_games()))
def test_every_game_tells_its_cards(name):
    game = mesozoic.game(name)
    setup = game.prepare(game.facts.fewest_players)
    faces = game.tabletop.cards(setup)
    if not faces:
        pytest.skip("a game without faces of cards has nothing to tell about them")
    assert len({face.id for face in faces}) == len(faces) > 15
    with pytest.raises(BadOptions, match="No card is called 'qqqq': type card and a name such as"):
        describe(setup, "qqqq")


def test_a_bare_number_is_the_one_of_the_list_unless_it_is_a_move():
    span, museums = mesozoic.game("dinospan"), mesozoic.game("dolphins-and-dinos")
    assert meant_move(span, "2", ["publish", "analyze:L"]) == "analyze:L"
    assert meant_move(span, "#2", ["publish", "analyze:L"]) == "analyze:L"
    assert meant_move(museums, "2", ["7", "11", "C"]) == "2", "card 2 is not on offer: the game says so"
    with pytest.raises(UnreadableMove, match="numbers run from #1 to #2"):
        meant_move(span, "3", ["publish", "analyze:L"])


@pytest.mark.parametrize("name", sorted(mesozoic.all_games()))
def test_moves_are_taken_in_either_case(name):
    game = mesozoic.game(name)
    state = game.start(max(2, game.facts.fewest_players) if game.facts.most_players > 1 else 1, seed=1)
    while state.to_move[0] == mesozoic.HOST:
        state.play(mesozoic.HOST, state.moves(mesozoic.HOST)[0])
    seat = state.to_move[0]
    for move in state.moves(seat)[:20]:
        assert (
            meant_move(game, move.upper(), state.moves(seat))
            == move
            == meant_move(game, move.lower(), state.moves(seat))
        )


def test_several_moves_of_a_battle_are_taken_in_either_case():
    game = mesozoic.game("biomechanic-dino-battles")
    assert [game.parse(part) for part in game.split("ATTACK:1 pay:ae")] == [
        game.parse("attack:1"),
        game.parse("pay:AE"),
    ]


def test_what_is_typed_where_enter_would_do_is_not_lost(monkeypatch):
    screen = Screen(Console(file=StringIO(), force_terminal=True, width=80, height=5), shared=False)
    answers = iter(["hint", "7@b2"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    screen.show_news([screen.console.render_str("news")] * 9)
    assert screen.ask("Your move: ") == "hint"
    assert screen.ask("Your move: ") == "7@b2"


@pytest.mark.parametrize(("name", "options"), [("carbon-dating", {}), ("dolphins-and-dinos", {})])
def test_the_table_and_the_moves_fit_a_small_screen(name, options):
    """24 lines of 80 columns show the row or the museum together with the moves."""
    game = mesozoic.game(name)
    state = game.start(1, seed=3, options=options)
    sitting = Sitting(state, sit_down(game, ["you"], 1), [], 1)
    assert not is_shared(sitting)
    out = StringIO()
    screen = Screen(Console(file=out, force_terminal=True, color_system=None, width=80, height=24), shared=False)
    screen.look(sitting, sitting.seats[0])
    last = "\n".join(out.getvalue().splitlines()[-23:])
    sight = [card.card for card in state.view(0).table] if name == "carbon-dating" else ["Your museum", "Pick a card"]
    assert [one for one in [*sight, state.moves(0)[0]] if one not in last] == []


def test_what_one_decides_by_is_drawn():
    battle = drawn("biomechanic-dino-battles", 2, 400)
    assert "retreat" in battle and "damage" in battle and "lacks" in battle
    assert "each of these halls ascends" in drawn("dolphins-and-dinos", 1, 0)
    span = drawn("dinospan", 2, 12)
    assert any(order in span for order in ("Orn ", "Sau ", "The ")) and "PP, eggs" in span


def drawn(name: str, players: int, steps: int) -> str:
    state = mesozoic.game(name).start(players, seed=3)
    bot = make_bot("random", mesozoic.seeded(1))
    texts = []
    for step in range(steps + 1):
        if step == steps or step % 40 == 0:
            out = StringIO()
            Console(file=out, width=200).print(state.setup.game.terminal.draw(state.view(0)))
            texts.append(out.getvalue())
        if state.is_over:
            break
        state.play(state.to_move[0], bot.choose(state, state.to_move[0]))
    return "\n".join(texts)


def test_turns_of_dinospan_go_round():
    paces = {
        "biomechanic-dino-battles": "turn by turn",
        "carbon-dating": "solo",
        "clades": "real time",
        "dinospan": "turn by turn",
        "dolphins-and-dinos": "all at once",
    }
    assert {name: mesozoic.game(name).facts.pace for name in paces} == paces


def test_water_and_air_have_signs_that_differ_at_a_glance():
    assert set(SIGNS.values()) == {"≈", "▲", "○"}


def test_words_of_a_move_that_are_long_stand_below_themselves():
    page = StringIO()
    Console(width=40, file=page).print(move_lines([("a", "short"), ("buy:b", "many words " * 8)]))
    lines = page.getvalue().splitlines()
    assert lines[0].split() == ["#1", "a", "short"] and lines[1].startswith("  #2  buy:b  many")
    assert len(lines) > 3 and all(line.startswith(" " * 13) for line in lines[2:])
