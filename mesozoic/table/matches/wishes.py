"""What somebody wants to happen next in a match, checked against the match as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mesozoic.bots import usual_bot
from mesozoic.kernel.errors import MesozoicError
from mesozoic.table.errors import Forbidden, Stale
from mesozoic.table.matches.clocks import Clocks
from mesozoic.table.matches.match import Match, checked_move
from mesozoic.table.storage import entries as kinds

USED_KEY = "This key was used for another request: make a new one for each."


@dataclass(frozen=True, slots=True)
class Wish:
    """The next entry, and what changes with it in the row of the match."""

    kind: str
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    row: dict[str, Any] = field(default_factory=dict)


def may_answer(match: Match, seat: int, decision: int | None) -> None:
    """Refuse a person's move that answers another question than the one asked now, or whose seat a bot plays."""
    if decision is not None and decision != match.decisions[seat] and match.status == "playing":
        raise Stale("The table has moved on since: look again and decide anew.")
    if match.seats and match.seats[seat].is_played_by_bot:
        raise Forbidden("A bot plays this seat now: come back first.")


def make_move(match: Match, seat: int, move: str, at: int, clocks: Clocks, wall: float) -> Wish:
    """A move that is possible now, with what it does to the row of the match."""
    after = checked_move(match, seat, move, at)
    row: dict[str, Any] = {"status": "over", "deadline": None} if after.is_over else {}
    if match.row.clock is not None and not after.is_over:
        row["deadline"] = clocks.deadline_after(match, seat, after.to_move, wall)
    return Wish(kinds.MOVE, seat, {"move": move}, row)


def begin(match: Match, wall: float) -> Wish | None:
    """A match that was made with everybody in their seats begins, also when the server fell in between."""
    if match.status != "waiting" or any(seat.kind == "open" for seat in match.seats):
        return None
    row: dict[str, Any] = {"status": "playing"}
    if match.row.clock is not None:
        row["deadline"] = wall + match.row.clock["seconds"]
    return Wish(kinds.START, row=row)


def finish(match: Match, wall: float) -> Wish | None:
    """What was agreed but not yet done when a server fell: begin, take back, end."""
    if match.status == "playing" and match.is_undo_agreed:
        assert match.undo is not None
        if match.undo.after is not None:
            return Wish(kinds.UNDO, match.undo.seat, {"after": match.undo.after, "agreed_by": match.undo.agreed[-1]})
        try:
            match.undo_question(match.undo.seat)
        except MesozoicError:
            return Wish(kinds.UNDO_ANSWER, match.undo.needed[0], {"agree": False})
        return Wish(kinds.UNDO, match.undo.seat)
    return begin(match, wall) if match.number == 1 else abandon(match)


def answer_undo(match: Match, seat: int, agree: bool) -> Wish:
    """The last consent takes the move back in the same entry, so that no fall can come between them."""
    asked = match.undo
    if match.status != "playing" or asked is None or seat not in asked.needed or seat in asked.agreed:
        raise Forbidden("Nobody asks you to take back a move now.")
    is_last = agree and not set(asked.needed) - {*asked.agreed, seat}
    if is_last and asked.after is not None:
        return Wish(kinds.UNDO, asked.seat, {"agreed_by": seat, "after": asked.after})
    if is_last:
        match.undo_question(asked.seat)
        return Wish(kinds.UNDO, asked.seat, {"agreed_by": seat})
    return Wish(kinds.UNDO_ANSWER, seat, {"agree": agree})


def let_pass(match: Match, seat: int, on: bool) -> Wish | None:
    """The table passes for the seat where nothing concerns it, or no longer."""
    if not match.game.words.can_let_pass:
        raise Forbidden(f"In {match.game.title} nobody can let the table pass.")
    if match.status != "playing":
        raise Forbidden("The game is not being played.")
    return None if on == (seat in match.passing) else Wish(kinds.PROGRAM, seat, {"on": on})


def abandon(match: Match) -> Wish | None:
    """A match in which every person has resigned is over."""
    people = [seat for seat in match.seats if seat.kind == "person"]
    if match.status != "playing" or not people or any(not seat.resigned for seat in people):
        return None
    names = " and ".join(seat.name for seat in people)
    why = f"{names} {'has' if len(people) == 1 else 'have'} resigned."
    return Wish(kinds.ABANDON, None, {"why": why}, {"status": "over", "deadline": None})


def hand_over(match: Match, seat: int, level: str | None, resign: bool) -> Wish | None:
    if match.status != "playing":
        raise Forbidden("There is nothing to hand over: the game is not being played.")
    if match.seats[seat].resigned:
        raise Forbidden("You have resigned already.")
    if match.seats[seat].away and not resign:
        return None
    return Wish(kinds.HAND_OVER, seat, {"level": level or usual_bot(match.game), "resign": resign})


def come_back(match: Match, seat: int, clocks: Clocks, wall: float) -> Wish | None:
    """The seat is its person's again, with the time that was left: time used stays used."""
    if match.seats[seat].resigned:
        raise Forbidden("You have resigned from this game.")
    if not match.seats[seat].away:
        return None
    if match.row.clock is None or match.status != "playing":
        return Wish(kinds.COME_BACK, seat)
    if clocks.left(match, seat, wall) <= 0:
        if match.row.clock["per"] == "game":
            raise Forbidden("Your time for this game is over: the bot plays it to the end.")
        raise Forbidden("Your time for this decision is over: come back when the bot has made it.")
    return Wish(kinds.COME_BACK, seat, row={"deadline": clocks.deadline_with(match, seat, wall)})
