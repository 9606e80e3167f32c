"""On 24 lines of 80 columns a person sees what the decision is about and the list of moves in words."""

from __future__ import annotations

import asyncio
from functools import partial
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console
from rich.text import Text

import mesozoic
from mesozoic.bots import make_bot
from mesozoic.client.messages import MoveOption, Update
from mesozoic.games.biomechanic_dino_battles.concerns import attack_words
from mesozoic.games.carbon_dating.terminal import cells, waiting
from mesozoic.games.dolphins_and_dinos.terminal import GOALS, HALL_SIGNS, standing, status
from mesozoic.kernel.sight import Sight
from mesozoic.kernel.state import State
from mesozoic.kernel.tabletop import Drawing
from mesozoic.terminal.join import Visit
from mesozoic.terminal.screens import FEW_MOVES, Screen, beginnings, grouped_list, legal_moves, paragraph, told_moves
from mesozoic.terminal.sitting import Sitting, sit_down
from mesozoic.terminal.turn import GameFile, Turn

SPAN, BATTLE, DATING, MUSEUMS = "dinospan", "biomechanic-dino-battles", "carbon-dating", "dolphins-and-dinos"
IN_CODES = "(moves: in words)"


def sitting_of(state: State, players: int) -> Sitting:
    names = ["you"] + ["random"] * (players - 1)
    return Sitting(state, sit_down(state.setup.game, names, 1), [], 1)


def screen_of(width: int = 80, height: int = 24) -> tuple[Screen, StringIO]:
    page = StringIO()
    console = Console(
        file=page, force_terminal=True, color_system=None, width=width, height=height, markup=False, highlight=False
    )
    return Screen(console, shared=False), page


def decisions(name, players, seed, bot="random", **options):
    """Every decision of the first seat in a game: its state, and the lines that its screen shows."""
    state = mesozoic.game(name).start(players, seed=seed, options=options)
    bot = make_bot(bot, mesozoic.seeded(seed))
    sitting = sitting_of(state, players)
    while state.to_move:
        seat = state.to_move[0]
        if seat == 0:
            screen, page = screen_of()
            screen.look(sitting, sitting.seats[0])
            yield state, page.getvalue().splitlines()
        state.play(seat, bot.choose(state, seat))


def joined(state: State, monkeypatch: pytest.MonkeyPatch) -> tuple[Visit, StringIO]:
    """The first seat at a server's table, with what the server tells it."""
    screen, page = screen_of()
    visit = Visit("http://127.0.0.1:1", "match", None, screen)
    monkeypatch.setattr(Visit, "game", state.setup.game)
    monkeypatch.setattr(Visit, "titles", ["P1 you"])
    labels = [state.setup.game.words.label(state, 0, code) for code in state.codes(0)]
    moves = [MoveOption(text, label, []) for text, label in zip(state.moves(0), labels, strict=True)]
    visit.client.seat = 0
    visit.client.update = Update(
        1, 1, msgspec.to_builtins(state.view(0)), None, moves, [], [0], False, None, [], 0, None
    )
    return visit, page


def span_names(view: Any) -> list[str]:
    """The cards that a decision of DinoSpan is about."""
    me = view.seats[0]
    kind = view.phase if view.task is None else view.task.kind
    hand = [one.card.genus for one in me.hand]
    atlas = [space.card.genus for space in me.atlas]
    return {
        "play": [*hand, *atlas],
        "card": hand,
        "pay": hand,
        "source": [card.genus for card in view.hype if card is not None],
        "churn": [card.genus for card in view.hype if card is not None],
        "cull": [card.genus for card in view.hype if card is not None],
        "take": [card.genus for card in view.revealed],
        "dispose": [card.genus for card in view.revealed],
        "lay": atlas,
        "upgrade": atlas,
        "overlay": atlas,
        "order": atlas,
    }.get(kind, [])


def battle_names(view: Any) -> list[str]:
    """What a decision of a battle is about: the own dinos' attacks, whom they meet, and what is for sale."""
    me = view.seats[0]
    foes = [seat.active.id for seat in view.seats[1:] if seat.active]
    mine = [dino.id for dino in [me.active, *me.bench] if dino]
    attacks = [attack.name for card in view.dinos if card.id in mine for attack in card.attacks]
    return {
        "action": [*attacks, *foes, "Hand"],
        "buy": [*[stack.name for stack in view.stacks[6:] if stack.count], "Hand"],
        "defence": [*mine, *([view.attack.name] if view.attack else [])],
        "promote": attacks,
        "opponent": foes,
    }.get(view.decision, [])


def dating_names(view: Any) -> list[str]:
    """The row as it lies there, the hand, the dates that wait, and the question."""
    row = [
        line
        for first in range(0, len(view.table), 8)
        for line in cells(view.table[first : first + 8]).plain.split("\n")
    ]
    question = "being played" if view.played else "pick a date" if view.step == "date" else "to be played"
    return [*row, *[card.card for card in view.drawn], *[text.plain for text in waiting(view)], question]


def museum_names(view: Any) -> list[str]:
    """The round, alone also the goal; what is on offer with its price, the own halls, and the question."""
    cards = [card for column in view.columns if column.active for card in column.cards] if not view.choice else []
    goal = [GOALS[view.goal]] if view.solo else []
    halls = [f"{HALL_SIGNS[hall.name]} {hall.points}" for hall in view.seats[0].halls]
    offered = [*[card.name for card in cards], *[standing(view, card) for card in cards]]
    return [f"Round {view.round} of", *goal, *offered, *halls, status(view).plain]


def plain(text: str) -> str:
    """A line's end or an id's ``_`` may stand where a name has a blank."""
    return "".join(text.split()).replace("_", "").casefold()


ABOUT = [
    (SPAN, 2, span_names),
    (BATTLE, 2, battle_names),
    (DATING, 1, dating_names),
    (MUSEUMS, 1, museum_names),
    (MUSEUMS, 4, museum_names),
    (MUSEUMS, 6, museum_names),
]


@pytest.mark.parametrize(("name", "players", "named"), ABOUT)
def test_what_a_decision_is_about_stands_on_the_screen_with_its_moves(name, players, named):
    asked, in_words = 0, 0
    for state, lines in decisions(name, players, seed=4):
        last = "\n".join(lines[-23:])
        assert [one for one in named(state.view(0)) if plain(one) not in plain(last)] == []
        assert "#1 " in last and f"#{len(state.codes(0))} " in last
        asked += 1
        in_words += IN_CODES not in last
    assert asked > 20
    assert in_words == asked if name == SPAN else in_words > 0.9 * asked


@pytest.mark.parametrize(("name", "players", "named"), ABOUT)
def test_it_stands_there_at_the_table_of_a_server_too(name, players, named, monkeypatch):
    for number, (state, _) in enumerate(decisions(name, players, seed=4)):
        if number % 4 == 1:
            visit, page = joined(state, monkeypatch)
            asyncio.run(visit.obey("table"))
            last = "\n".join(page.getvalue().splitlines()[-23:])
            assert [one for one in named(state.view(0)) if plain(one) not in plain(last)] == []
            assert "#1 " in last and f"#{len(state.codes(0))} " in last
            assert last.endswith("Your move (? for help):")


@pytest.mark.parametrize(("name", "players"), [(SPAN, 4), (BATTLE, 4)])
def test_everything_else_stands_above(name, players):
    """Whoever scrolls back finds every dinosaur on the table with all that is printed on it."""
    for number, (state, lines) in enumerate(decisions(name, players, seed=2)):
        if number % 8 == 3:
            page = plain("\n".join(lines))
            printed = span_texts(state.view(0)) if name == SPAN else battle_texts(state.view(0))
            assert [one for one in printed if plain(one) not in page] == []


def span_texts(view: Any) -> list[str]:
    spaces = [space.card.text for seat in view.seats for space in seat.atlas]
    return [*spaces, *[one.card.text for one in view.seats[0].hand]]


def battle_texts(view: Any) -> list[str]:
    """The attacks of all dinos in play, and what the supply costs."""
    there = {dino.id for seat in view.seats for dino in [seat.active, *seat.bench] if dino}
    attacks = [attack.name for card in view.dinos if card.id in there for attack in card.attacks]
    return [*attacks, *[f"{stack.card} {stack.cost} x{stack.count}" for stack in view.stacks[6:]]]


def test_what_a_card_would_set_off_stands_beside_it_or_among_the_moves():
    foretold = 0
    for state, lines in decisions(DATING, 1, seed=4):
        last, view = plain("\n".join(lines[-23:])), state.view(0)
        for option in view.options if len(view.options) <= FEW_MOVES else ():
            dates = [step.cards for step in option.steps if step.verdict is not None][:1]
            if option.move.endswith((" left", " right")) and dates:
                assert plain("-".join(dates[0])) in last or plain(option.words) in last
                foretold += 1
    assert foretold > 40


def test_the_farthest_and_longest_gives_way():
    text = {"board": [Text("\n".join("abcdef")), Text("g")], "hand": [Text("x\ny\nz"), Text("h")]}
    sight = Sight(lambda near: [Text(str(len(near)))], text)
    screen, page = screen_of()
    screen.show(sight.within(9), sight.within(4), sight.within(2))
    assert page.getvalue().split() == [*"2abcdefxyz", *"1gxyz", *"0gh"]
    assert sight.least(screen.console) == 2


def test_a_file_gets_everything_in_full():
    state = mesozoic.game(SPAN).start(2, seed=4)
    page = StringIO()
    Console(file=page, width=80).print(state.setup.game.terminal.draw(state.view(state.to_move[0])))
    assert "To decide: " in page.getvalue()
    assert page.getvalue().count("Hype 1") == 1


def test_moves_that_begin_alike_are_told_in_one_breath():
    words = [line.split() for line in ("play Boost", "put A on Rex", "put A on Stego", "put B on Rex", "end")]
    assert list(beginnings(words)) == [(0, 1, 0), (1, 3, 3), (3, 4, 0), (4, 5, 0)]
    state = mesozoic.game(BATTLE).start(2, seed=1)
    seat = state.to_move[0]
    state.play(seat, "end")
    while state.to_move[0] != seat:
        state.play(state.to_move[0], state.moves(state.to_move[0])[0])
    screen, page = screen_of(width=200)
    screen.show(grouped_list(legal_moves(state, seat)))
    assert "take: #1 Attack for free, #2 Evade for free, #3 Defend for free" in page.getvalue()


@pytest.mark.parametrize("word", ["table", "look"])
def test_the_table_can_be_asked_for_again(word, monkeypatch):
    state = mesozoic.game(BATTLE).start(2, seed=1)
    sitting = sitting_of(state, 2)
    screen, page = screen_of()
    turn = Turn(sitting, sitting.seats[0], screen, GameFile(None))
    turn.obey(word)
    visit, joined_page = joined(state, monkeypatch)
    asyncio.run(visit.obey(word))
    for shown in (page.getvalue(), joined_page.getvalue()):
        assert "Round 1 of at most" in shown and "Offering" in shown
    assert not turn.changed


@pytest.mark.parametrize(("name", "once"), [(DATING, "Drawn, to be played"), (MUSEUMS, "Your museum")])
def test_a_table_that_has_room_is_not_shown_twice(name, once):
    sitting = sitting_of(mesozoic.game(name).start(1, seed=1), 1)
    screen, page = screen_of()
    Turn(sitting, sitting.seats[0], screen, GameFile(None)).obey("table")
    assert page.getvalue().count(once) == 1


def test_all_moves_can_be_had_in_words_at_the_table_of_a_server_too(monkeypatch):
    state = mesozoic.game(BATTLE).start(2, seed=1)
    visit, page = joined(state, monkeypatch)
    asyncio.run(visit.obey("moves"))
    assert plain(state.setup.game.words.label(state, 0, state.codes(0)[-1])) in plain(page.getvalue())
    visit.client.update.moves.clear()
    asyncio.run(visit.obey("moves"))
    assert "It is not your turn to decide" in page.getvalue()


def test_of_labels_alone_that_is_said_first_which_tells_moves_apart():
    told = told_moves([("a", "play Boost: heal 5"), ("b", "play Boost: draw 2"), ("c", "play Jam: wait"), ("d", "end")])
    assert [move.brief for move in told] == ["play Boost: heal 5", "play Boost: draw 2", "play Jam", "end"]


def test_what_one_is_about_to_do_is_not_cut():
    for state, lines in decisions(BATTLE, 2, seed=3):
        begun = state.view(0).choosing
        assert plain(begun) in plain("\n".join(lines[-23:]))
        assert "…" not in "\n".join(lines)


def test_an_attack_stands_beside_every_question_that_it_raises():
    asked = set()
    for state, lines in decisions(BATTLE, 2, seed=11, bot="greedy", setup="random", items="anytime"):
        view = state.view(0)
        if view.attack is not None:
            assert plain(attack_words(view.attack)) in plain("\n".join(lines[-23:]))
            asked.add(view.decision)
    assert asked == {"declared", "defence", "answered", "payment", "look"}


@pytest.mark.parametrize(("players", "seed", "options"), [(3, 1, {"setup": "random", "items": "anytime"}), (4, 4, {})])
def test_the_question_stays_in_sight_however_many_battle(players, seed, options):
    for state, lines in decisions(BATTLE, players, seed, bot="greedy", **options):
        last = "\n".join(lines[-23:])
        assert "Now " in last and ("Hand " in last)
        assert "#1 " in last and f"#{len(state.codes(0))} " in last


def test_no_short_move_is_broken_where_a_line_ends():
    screen, page = screen_of(width=20)
    moves = ["attach:A@a", "end", "attach:A@b1", "retreat:b1"]
    screen.show(Drawing(partial(paragraph, [Text(f"#{number} {text}") for number, text in enumerate(moves, 1)])))
    assert page.getvalue().splitlines() == ["#1 attach:A@a", "#2 end", "#3 attach:A@b1", "#4 retreat:b1"]
