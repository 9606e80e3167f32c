"""Laws of moves: listing, notation, clones, refusals, and what bots are told about them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from mesozoic.kernel.errors import IllegalMove, MesozoicError, UnreadableMove
from mesozoic.kernel.state import HOST, Moves, State, seat_name

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial

GARBAGE = ("", " ", "?", "none of these", "@", "-1", "99999999999999999999", "\x00", "🦕", "P1", "1" * 500, "()", "\n")
MOVES_TRIED = 6
"""At most so many of the listed moves are tried at each step, drawn by chance."""
MOVES_READ = 40
"""Of longer lists than this so many moves, drawn by chance, are written, read back and put into words."""


def used_buffer() -> Moves:
    """A buffer that still holds the moves of another list."""
    out = Moves()
    for code in (0, 1, 2**30):
        out.add(code)
    return out


def some_of(trial: Trial, codes: list[int]) -> list[int]:
    """The moves, or some of them if they are many."""
    return codes if len(codes) <= MOVES_READ else trial.drawn_of(codes, MOVES_READ)


# --- Listing and notation -------------------------------------------------------------------------------------------


def check_listing(trial: Trial, seat: int, move: str) -> None:
    state = trial.state
    listed = state.codes(seat)
    trial.law(bool(listed), "a seat that is to move has a legal move")
    trial.law(len(set(listed)) == len(listed), "no move is listed twice")
    out = used_buffer()
    state.list_moves(seat, out)
    trial.law(out.listed() == listed, "a list of moves begins by clearing its buffer")
    trial.law(all(state.is_legal(seat, code) for code in some_of(trial, list(listed))), "every listed move is legal")
    check_drawing(trial, seat, listed)
    check_notation(trial, seat, some_of(trial, list(listed)))
    for beside in range(trial.setup.players):
        if beside not in state.to_move:
            trial.law(state.moves(beside) == [], "a seat that is not to move has no moves")


def check_drawing(trial: Trial, seat: int, listed: list[int]) -> None:
    word = trial.rng.clone()
    drawn = trial.state.random_move(seat, trial.rng, used_buffer())
    trial.law(drawn == listed[word.below(len(listed))], "a random move is drawn evenly from the list")


def check_notation(trial: Trial, seat: int, codes: list[int]) -> None:
    game = trial.game
    texts = [game.text(code) for code in codes]
    trial.law(len(set(texts)) == len(texts), "the notation is unique among the legal moves")
    neat = all(text and text.isprintable() and text == " ".join(text.split()) for text in texts)
    trial.law(neat, "the notation is one line without needless spaces", texts)
    trial.law([game.parse(text) for text in texts] == codes, "the notation reads back")
    trial.law(all(game.split(text) == [text] for text in texts), "a small move is written as one")
    labels = [game.words.label(trial.state, seat, code) for code in codes]
    trial.law(all(label.strip() for label in labels), "every move has a label in words")
    trial.texts_seen.update(texts)


# --- Clones -----------------------------------------------------------------------------------------------------------


def check_clone(trial: Trial, seat: int, move: str) -> None:
    state = trial.state
    before = state.position()
    for code in trial.drawn_of(state.codes(seat), MOVES_TRIED):
        text = trial.game.text(code)
        trial.trying = f"{seat_name(seat)}:{text}"
        copy = state.clone()
        trial.law(copy.position() == before, "a clone equals its original")
        check_bookkeeping(trial, copy)
        copy.apply(seat, code)
        trial.check_invariants(copy)
        told = state.clone()
        told.play(seat, text)
        trial.law(told.position() == copy.position(), "play and apply do the same")
        trial.law(told.reveals == copy.reveals, "play and apply reveal the same")
    trial.law(state.position() == before, "nothing done to a clone touches its original")


def check_bookkeeping(trial: Trial, copy: State) -> None:
    """What no position shows."""
    state = trial.state
    trial.law(copy.clock == state.clock, "a clone keeps the clock")
    trial.law(copy.reveals == state.reveals, "a clone keeps the count of what was revealed")
    trial.law(copy.history == [] and copy.log is None and not copy.is_frame, "a clone has no history")
    trial.law(copy.to_move == state.to_move, "a clone waits for the same seats")
    trial.law(copy.has_given_chance() == state.has_given_chance(), "a clone keeps what the deal still gives")


# --- Refusals -------------------------------------------------------------------------------------------------------


def check_refusals(trial: Trial, seat: int, move: str) -> None:
    refuse_unlisted(trial, seat)
    refuse_nonsense(trial, seat)
    state = trial.state
    for other in range(-2, trial.setup.players + 1):
        if other not in state.to_move:
            trial.trying = f"{seat_name(other)}:{move}"
            refuse(trial, IllegalMove, other, move, "only those to move may move")
    early = max(trial.now, int(state.clock)) - 1
    trial.refused(IllegalMove, lambda: state.play(seat, move, at=early), "time does not run backwards")


def refuse(trial: Trial, error: type[MesozoicError], seat: int, move: str, law: str) -> None:
    trial.trying = f"{seat_name(seat)}:{move!r}"
    trial.refused(error, lambda: trial.state.play(seat, move), law)


def refuse_unlisted(trial: Trial, seat: int) -> None:
    """Moves that were legal at another time."""
    legal = set(trial.state.codes(seat))
    seen = sorted(trial.texts_seen)
    for move in {trial.one_of(seen) for _ in range(6)} if seen else ():
        if trial.game.parse(move) not in legal:
            refuse(trial, IllegalMove, seat, move, "unlisted moves are refused")


def refuse_nonsense(trial: Trial, seat: int) -> None:
    legal = trial.state.codes(seat)
    move = trial.game.text(trial.one_of(legal))
    nonsense = trial.one_of(GARBAGE)
    if nonsense != move and not (len(legal) <= MOVES_READ and nonsense in trial.state.moves(seat)):
        refuse(trial, MesozoicError, seat, nonsense, "nonsense is refused")
    refuse(trial, UnreadableMove, seat, move + "?!", "a garbled move is unreadable")


# --- Hints ------------------------------------------------------------------------------------------------------------


def check_hints(trial: Trial, seat: int, move: str) -> None:
    """Bots ask of imagined worlds what is worth thinking about, and what a world is worth after a move."""
    hints = trial.game.hints
    world = trial.state.imagine(None if seat == HOST else seat, trial.rng)
    out = used_buffer()
    hints.candidates(world, seat, out)
    legal = set(world.codes(seat))
    trial.law(out.count > 0 and set(out.listed()) <= legal, "hints find legal moves worth thinking about")
    trial.law(hints.lines() >= 0, "hints say how many ways of going on are worth following")
    code = trial.one_of(out.listed())
    trial.trying = f"{seat_name(seat)}:{trial.game.text(code)} in an imagined world"
    world.apply(seat, code)
    for one in {seat, trial.rng.below(trial.setup.players)} - {HOST}:
        trial.law(isfinite(hints.value(world, one)), "hints value a world with a number")
