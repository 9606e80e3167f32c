"""Whatever is said to people is said in words: no label, log line, hint or headline reads as notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

import mesozoic
from mesozoic.bots import advise, make_bot
from mesozoic.bots.searcher import Budget
from mesozoic.kernel.state import HOST, State

NOTATION = re.compile(
    r"\w:\w|\w@\w|\w_\w|\w/\d|\(\w+,\w+\)"  # attach:A@a, scrap_run, missile_pod/2, call(a,b)
    r"|\bo?[MSA][WLA][123][RGB]\b"  # a card of CLADES
    r"|\b[A-Z]{3}[1-4]\b|\b(PTE|TYR)\b"  # a card of Carbon Dating
    r"|\b[TJK]\d\d\b|\b[LG][1-5]\b|\b[LG]\b|\b\d+[PTM]\b"  # a card, a space, a row and a cost of DinoSpan
    r"|\[[AED*]+\]|(?<!\w)[AED*]*([AED][AED*]|\*)[AED*]*(?!\w)"  # a cost of Biomechanic Dino Battles
    r"|\b1 (eggs|cards|points|Wounds)\b"
)
SETUPS: list[tuple[str, int, dict[str, object]]] = [
    ("biomechanic-dino-battles", 2, {}),
    ("biomechanic-dino-battles", 4, {"setup": "random"}),
    ("carbon-dating", 1, {}),
    ("carbon-dating", 1, {"blind_dates": True, "vip": True}),
    ("clades", 1, {"mode": "casual"}),
    ("clades", 3, {}),
    ("dinospan", 1, {}),
    ("dinospan", 3, {"personal_research": True}),
    ("dolphins-and-dinos", 1, {}),
    ("dolphins-and-dinos", 4, {}),
]
STEPS = 160
MOVES = 12
"""So many of the offered moves are read at each step."""
HINTS = 5


def said(name: str, players: int, options: dict[str, object], seed: int) -> Iterator[str]:
    """Everything that somebody reads in one game of random players."""
    state = mesozoic.game(name).start(players, seed=seed, options=options)
    game, setup = state.setup.game, state.setup
    bot = make_bot("random", mesozoic.seeded("words", seed))
    for step in range(STEPS):
        if state.is_over:
            return
        seat = state.to_move[0]
        if seat != HOST:
            yield from (game.words.label(state, seat, code) for code in game.tabletop.offered(state, seat)[:MOVES])
            yield from game.tabletop.lay_out(state.view(seat)).facts.values()
            if step % (STEPS // HINTS) == 7:
                yield from hinted(state, seat)
        for event in state.play(seat, bot.choose(state, seat)):
            yield game.words.told(setup, event)


def hinted(state: State, seat: int) -> Iterator[str]:
    advice = advise(state, seat, mesozoic.seeded("hint"), Budget(visits=8, figures={"width": 4}))
    yield from (advice.words, advice.why, advice.value, advice.next_best)


GRAMMAR = re.compile(
    r"\b1 (eggs|cards|points|triples|Wounds|dinos|features|copies|markers|trophies)\b"
    r"|\b([02-9]|\d\d+) (egg|card|point|triple|Wound|dino|feature|marker)\b|\ba (Ornith|egg|Evade|Attack)"
)


@pytest.mark.parametrize(("name", "players", "options"), SETUPS, ids=str)
def test_one_and_many_are_told_apart_in_the_terminal(name: str, players: int, options: dict[str, object]) -> None:
    console = Console(file=StringIO(), width=1000, markup=False, highlight=False, emoji=False)
    state = mesozoic.game(name).start(players, seed=3, options=options)
    bot = make_bot("random", mesozoic.seeded("drawn"))
    for step in range(STEPS):
        if state.is_over:
            break
        seat = state.to_move[0]
        if seat != HOST and step % 4 == 0:
            console.print(state.setup.game.terminal.draw(state.view(seat)))
        state.play(seat, bot.choose(state, seat))
    found = GRAMMAR.search(console.file.getvalue())
    assert found is None, found


@pytest.mark.parametrize(("name", "players", "options"), SETUPS, ids=str)
def test_nothing_that_is_said_reads_as_notation(name: str, players: int, options: dict[str, object]) -> None:
    wrong = {}
    for seed in range(2):
        for text in said(name, players, options, seed):
            if found := NOTATION.search(text):
                wrong.setdefault(re.sub(r"\d+", "#", text)[:40], f"{found[0]!r} in {text!r}")
    assert not wrong, "\n".join(wrong.values())


@pytest.mark.parametrize(("name", "players", "options"), SETUPS, ids=str)
def test_choices_that_differ_read_differently_in_a_hint(name: str, players: int, options: dict[str, object]) -> None:
    alike = []
    for seed in range(3):
        state = mesozoic.game(name).start(players, seed=seed, options=options)
        bot = make_bot("random", mesozoic.seeded("brief", seed))
        words = state.setup.game.words
        for _ in range(STEPS):
            if state.is_over:
                break
            seat = state.to_move[0]
            read: dict[str, str] = {}
            for code in state.codes(seat)[:40] if seat != HOST else ():
                told = words.label(state, seat, code)
                if read.setdefault(words.brief(state, seat, code), told) != told:
                    alike.append((words.brief(state, seat, code), told))
            state.play(seat, bot.choose(state, seat))
    assert not alike, alike[:3]


def test_a_hint_says_what_an_ability_does_and_not_only_its_condition() -> None:
    state = mesozoic.game("dinospan").start(2, seed=1)
    bot = make_bot("random", mesozoic.seeded("abilities"))
    read = set()
    for _ in range(3000):
        if state.is_over:
            state = mesozoic.game("dinospan").start(2, seed=len(read))
        seat = state.to_move[0]
        for code in state.codes(seat):
            if state.setup.game.text(code).startswith(("do:", "all", "gain:")):
                read.add(state.setup.game.words.brief(state, seat, code))
        state.play(seat, bot.choose(state, seat))
    assert any(text.startswith("if ") for text in read)
    assert all(", " in text for text in read if text.startswith(("if ", "decline")))
    assert "gain 1 Plant" in read and "1 Plant" not in read


@pytest.mark.parametrize(("name", "option"), [("biomechanic-dino-battles", "start_seat"), ("dinospan", "first_player")])
def test_an_option_for_a_seat_says_whose_number_is_whose(name: str, option: str) -> None:
    [found] = [one for one in mesozoic.game(name).options if one.name == option]
    assert "0 for Seat 1, 1 for Seat 2" in found.help


def test_the_pattern_knows_notation_from_words() -> None:
    codes = ["attach:A@a", "pay:AAAD", "hype:3", "holds MW1G", "dino:3", "GAL4-PTE", "on L1", "costs AA***", "2P 1T"]
    words = [
        "P2 buys a Rex for 2 Attack + 1 any.",
        "HP 50, ATK 5, EVA 1",
        "A triple: 2 red land mammals",
        "T. Rex (15)",
    ]
    assert all(NOTATION.search(code) for code in codes)
    assert not [word for word in words if NOTATION.search(word)]
