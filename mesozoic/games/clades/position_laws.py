"""Whether the parts of a position fit together: a game must be able to come to it and to go on from it.

The lists of a position may be shorter or longer than those of a dealt game (a grid of three cards, piles that no
triples explain), so this asks for less than ``invariants.py``.
"""

from __future__ import annotations

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.cards import NAMES, SHARK, is_triple
from mesozoic.games.clades.rules import Table
from mesozoic.kernel.bits import count, has
from mesozoic.kernel.errors import BadOptions


def check(state: Table) -> None:
    """Raise BadOptions, with the reason, if the position is none of this game."""
    for is_wrong, reason in [
        *_endings(state),
        *_windows(state),
        *_options(state),
        *_beginning(state),
        *_votes(state),
        *_times(state),
        *_solitaire(state),
        *[found for seat in range(state.players) for found in _seats(state, seat)],
    ]:
        if is_wrong:
            raise BadOptions(reason)


def _endings(state: Table) -> list[tuple[bool, str]]:
    """Phase and why, each as the game's mode knows it."""
    phase, why, variant = state.phase, state.why, state.variant
    ended = phase in (terms.ROUND_OVER, terms.OVER)
    triples = int(state.counted(0, terms.TRIPLES))
    return [
        (phase == terms.ROUND_OVER and not variant.casual, "Only the casual game has rounds: it is never round_over."),
        (phase == terms.SHOWN and variant.solitaire, "Solitaire begins when the cards are turned up: it is not shown."),
        (ended and why == terms.GOING_ON, "A game or round that is over needs a why: it is not going_on."),
        (not ended and why != terms.GOING_ON, "A game that is not over is going_on: it has no other why."),
        (
            variant.casual and ended and (phase == terms.OVER) != (why == terms.STOPPED),
            "A casual game is over when the player has stopped; a round ends with none_left or none_seen.",
        ),
        (why == terms.STOPPED and not variant.casual, "Only the casual game is stopped."),
        (why == terms.TEN_TRIPLES and not variant.race, "Only the race ends with ten_triples."),
        (why == terms.TIME_UP_REASON and not variant.countdown, "time_up needs a race with a countdown."),
        (
            variant.race and (triples > terms.RACE_TRIPLES or (triples == terms.RACE_TRIPLES) != _is_won(state)),
            "A race is over, with ten_triples, as soon as it has ten triples.",
        ),
    ]


def _is_won(state: Table) -> bool:
    return state.why == terms.TEN_TRIPLES


def _windows(state: Table) -> list[tuple[bool, str]]:
    """CL-R9, CL-R10: who has scored in the open window."""
    entries = [int(entry) for entry in state.window[: state.scored]]
    scorers = state.scorers()
    foreign = [entry for entry in entries if terms.owner_of(entry) != terms.scorer_of(entry)]
    return [
        ((state.phase == terms.SETTLING) != bool(scorers), "There are scorers in phase settling, and only then."),
        (
            bool(scorers) and not any(state.is_free(seat) for seat in range(state.players)),
            "A window that nobody can call in has closed: it is not settling (CL-R11).",
        ),
        (len(set(scorers)) < len(scorers), "A seat scores at most once in a window (CL-R10)."),
        (bool(scorers) and state.variant.solitaire, "In solitaire nobody waits for further calls: it is not settling."),
        (bool(scorers) and state.last_scorer != scorers[-1], "last_scorer must be the last of the scorers."),
        (
            any(terms.shared_of(entry) + terms.personal_of(entry) > 3 for entry in entries),
            "A scorer has taken three cards: shared and personal are too many.",
        ),
        (
            any(terms.personal_of(entry) != 1 or not state.hands_open for entry in foreign),
            "A scorer replaces a card for another seat only if it used one open card of it.",
        ),
    ]


def _options(state: Table) -> list[tuple[bool, str]]:
    """What needs an option, or a bonus card of this game."""
    variant = state.variant
    temporary = any(state.is_temporary(card) for card in state.in_grid())
    seen = [SHARK + i for i in range(4) if has(state.bonus_seen, i)]
    foreign = [NAMES[card] for card in seen if card not in variant.cards]
    coming = [NAMES[card] for card in seen if state.zone[card] == terms.DECK]
    return [
        (state.on_break >= 0 and not variant.victory_break, "on_break needs the option victory_break."),
        (temporary and state.phase < terms.OPEN, "Before play begins nobody has paid a penalty: temp is empty."),
        (state.hands_open and not variant.open_hand, "hands_open needs the option open_hand."),
        (bool(foreign), f"bonus_seen names {', '.join(foreign)}, which is no card of this game."),
        (bool(coming), f"bonus_seen names {', '.join(coming)}, which is still in the deck."),
    ]


def _beginning(state: Table) -> list[tuple[bool, str]]:
    """CL-03 to CL-07: what is there before play begins, and what the last triple brings."""
    taken = state.last_scorer >= 0 or state.bonus_seen != 0 or any(state.tally)
    last = terms.cards_in(state.last_call) if state.last_call else ()
    lying = [NAMES[card] for card in last if _has_not_been_taken(state, card)]
    lost = [NAMES[card] for card in last if state.variant.race and state.zone[card] == terms.ASIDE]
    return [
        (state.phase < terms.OPEN and taken, "Before play begins nobody has taken, paid or been given a card."),
        (bool(last) and not is_triple(*last), "last_triple must be a triple."),
        (bool(last) and state.last_scorer < 0, "last_triple needs the last_scorer, who called it."),
        (bool(lying) and state.round == 1, f"last_triple has been taken: {', '.join(lying)} cannot still be in play."),
        (bool(lost), f"last_triple has been taken: of a race its cards lie in the pile, {', '.join(lost)} too."),
    ]


def _has_not_been_taken(state: Table, card: int) -> bool:
    """Is the card still to be scored? What has been paid as a penalty lies in the grid again (CL-45)."""
    zone = state.zone[card]
    return (
        zone == terms.DECK or terms.HAND <= zone < terms.PILE or (zone == terms.GRID and not state.is_temporary(card))
    )


def check_open(state: Table) -> None:
    """A position that says itself that play goes on."""
    if state.phase == terms.OPEN and state.deck_count() == 0 and not state.somebody_has_triple():
        raise BadOptions("With an empty deck and no triple left the game is not open any more (CL-R24).")


def _votes(state: Table) -> list[tuple[bool, str]]:
    """CL-R18, and that nothing of the play is there before it begins."""
    begun = state.phase in (terms.OPEN, terms.SETTLING)
    seen = state.hands_open or bool(state.remembered)
    marks = bool(state.votes) or seen or state.on_break >= 0 or bool(state.locked)
    is_open = state.phase == terms.OPEN
    return [
        (
            state.phase < terms.OPEN and marks,
            "Before play begins nobody is locked, on_break, has voted or shown a card.",
        ),
        (bool(state.votes) and not begun, "Votes are there only while the game goes on."),
        (is_open and state.on_break >= 0 and has(state.votes, state.on_break), "A seat on_break has no vote."),
        (is_open and count(state.votes) >= state.voters(), "When all have voted the stall step has happened (CL-R18)."),
    ]


def _times(state: Table) -> list[tuple[bool, str]]:
    latest = max(state.revealed_at, state.ended_at, state.last_call_at)
    return [(latest > state.clock, "The clock must not be earlier than what has happened (CL-R6).")]


def _solitaire(state: Table) -> list[tuple[bool, str]]:
    """CL-R16: alone nothing is punished; what was shown to be no triple is remembered while it lies there."""
    refuted = [terms.cards_in(code) for code in state.refuted]
    lying = all(state.zone[card] == terms.GRID for cards in refuted for card in cards)
    punished = bool(state.locked) or any(state.counted(seat, terms.FALSE_CALLS) for seat in range(state.players))
    return [
        (state.variant.solitaire and punished, "In solitaire no false call is punished: nobody is locked (CL-R16)."),
        (bool(refuted) and not state.variant.solitaire, "refuted is for solitaire: at a table a false call locks."),
        (bool(refuted) and state.phase == terms.READY, "Before the cards are turned up nothing can be refuted."),
        (len(set(refuted)) < len(refuted), "refuted names the same three cards twice."),
        (
            not lying or any(is_triple(*cards) for cards in refuted),
            "refuted must name shared cards that are no triple.",
        ),
    ]


def _seats(state: Table, seat: int) -> list[tuple[bool, str]]:
    """A seat's hand with what is still to come to it, and its counts."""
    owed, released = state.counted(seat, terms.OWED), state.counted(seat, terms.RELEASED)
    entries = [state.window[i] for i in range(state.scored) if terms.owner_of(state.window[i]) == seat]
    due = owed + released + sum(int(terms.personal_of(entry)) for entry in entries)
    false_calls, paid = state.counted(seat, terms.FALSE_CALLS), state.counted(seat, terms.PAID)
    return [
        (
            state.hand_count(seat) + due > terms.MOST_PERSONAL,
            f"A hand holds at most {terms.MOST_PERSONAL} personal cards, those that are still to come among them.",
        ),
        (owed > 0 and state.on_break != seat, "Only the seat on_break is owed cards (CL-41)."),
        (released > 0 and state.phase != terms.SETTLING, "Cards are released only in phase settling (CL-R34)."),
        (false_calls > terms.MOST_FALSE_CALLS, "A seat makes at most 3 false_calls between two settles (CL-R16)."),
        (
            false_calls == terms.MOST_FALSE_CALLS and not has(state.locked, seat),
            "A seat is locked after its third false call (CL-R16).",
        ),
        (
            false_calls == 0 and has(state.locked, seat),
            "Only a false call locks: who is locked has made some of the false_calls (CL-R16).",
        ),
        (paid > (terms.MOST_PENALTIES if state.variant.penalty else 0), "paid counts at most 60 penalties (CL-R35)."),
        (
            state.counted(seat, terms.CLADE_TRIPLES) > state.counted(seat, terms.TRIPLES),
            "clade_triples are triples too: there cannot be more of them.",
        ),
        (state.on_break == seat != state.last_scorer, "Only the last_scorer takes a break (CL-40, CL-R33)."),
    ]
