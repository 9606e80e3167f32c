"""Whether a position can come about: what is pending, and what the turn has given.

What is pending is a stack of frames, the newest on top.
Attacks lie at the bottom, each but the first an answer to the one below it; with items=anytime there may be a window
over each of them, and below all a text that is announced, with its window. On them rests at most one text that is being
carried out, and on top what is asked: a choice of that text, a promotion, or a move that is not yet complete. In the
cleanup there is only the promotion between two Poisons.
"""

from __future__ import annotations

from typing import Final

from mesozoic.games.biomechanic_dino_battles import cards
from mesozoic.games.biomechanic_dino_battles import rules_moves as moves
from mesozoic.games.biomechanic_dino_battles import rules_table as table
from mesozoic.games.biomechanic_dino_battles.cards import FIRST_STRATEGY, KINDS, P
from mesozoic.games.biomechanic_dino_battles.printed import Effect, Item, Strategy
from mesozoic.games.biomechanic_dino_battles.rules import Battle
from mesozoic.games.biomechanic_dino_battles.rules_costs import next_way
from mesozoic.games.biomechanic_dino_battles.rules_table import NONE

BEGUN: Final = (moves.ATTACK, moves.RETREAT, moves.ASSIST, moves.PLAY_ITEM, moves.BUY_CARD, moves.BUY_DINO)
"""The move that each purpose of a payment begins with."""
VERBS: Final = {
    moves.HEALING: (cards.HEAL,),
    moves.PURGING: (cards.PURGE,),
    moves.SWITCHING: (cards.SWITCH, cards.SWAP),
    moves.JAMMING: (cards.JAM,),
    moves.JAM_POSITION: (cards.JAM,),
    moves.SPILLING: (cards.SPILL,),
    moves.SALVAGING: (cards.SALVAGE,),
    moves.LOOKING: (cards.LOOK,),
    moves.MOVE_FROM: (cards.MOVE,),
    moves.MOVE_TO: (cards.MOVE,),
    moves.CURING: (cards.CURE,),
    moves.HITTING: (cards.HIT,),
    moves.PROMOTE: (cards.HIT,),
}
"""Which verbs of a text ask for each choice."""
ALLOWANCES: Final = {
    "strategies": ("strategy", 1),
    "attaches": ("attach", 1),
    "buys": ("buy", 1),
    "combat_bonus": ("combat", 0),
}
"""What the turn allows: the verb that gives more, and what it begins with."""
MODIFIERS: Final = {table.MORE_ATK: "atk", table.MORE_EVA: "eva", table.MORE_DEF: "def", table.MORE_DAMAGE: "damage"}


def check(state: Battle) -> None:
    """Raise AssertionError, naming what is wrong, if nothing can lead to what is pending."""
    frames = [
        [int(number) for number in state.frames[at : at + moves.FRAME]]
        for at in range(0, state.frame_size, moves.FRAME)
    ]
    if state.phase == moves.OVER:
        return  # the invariants know that nothing is pending then
    if state.phase == moves.CLEANUP:
        check_cleanup(state, frames)
        return
    if state.phase == moves.REACTION:
        assert state.reactor != state.on_turn, "only opponents react"
        assert frames or state.may_hold_item(state.reactor), "only those react who may hold an item"
    actor = int(state.reactor if state.phase == moves.REACTION else state.on_turn)
    depth = 0
    while depth < len(frames) and (frames[depth][0] == moves.DEFENCE or is_announced(frames, depth)):
        if frames[depth][0] == moves.DEFENCE:
            check_attack(state, frames[depth], actor, depth)
        else:
            check_announced(state, frames[depth], actor, depth)
        actor = frames[depth][1]
        depth += 1
        if depth < len(frames) and frames[depth][0] >= moves.DECLARED:
            check_window(state, frames[depth - 1], frames[depth])
            actor = frames[depth][1]
            depth += 1
    above = frames[depth:]
    if not above:
        check_question(state, frames)
    elif above[0][0] == moves.EFFECTS:
        assert len(above) == 2, "a text that is being carried out waits for one choice"
        check_choice(state, above[0], above[1], actor)
    else:
        assert len(above) == 1, "only the newest work asks somebody"
        assert above[0][0] in (moves.PROMOTE, moves.OPPONENT, moves.PAYMENT), "a choice belongs to a text"
        if above[0][0] == moves.PROMOTE:
            check_promotion(state, above[0])
        else:
            check_begun(state, above[0], actor)


def check_cleanup(state: Battle, frames: list[list[int]]) -> None:
    """BD-R34: everything but Poison is discarded; somebody is asked only after a knock-out."""
    seat = int(state.on_turn)
    kinds = [(frame[0], frame[1]) for frame in frames]
    assert kinds == [(moves.POISONS, seat), (moves.PROMOTE, seat)], "the cleanup asks only for a promotion"
    check_promotion(state, frames[1])
    assert state.hand_count(seat) == state.count(table.HAND, seat, P), "in the cleanup only Poison is left in the hand"


def check_attack(state: Battle, frame: list[int], actor: int, depth: int) -> None:
    _, target, attack, by, row, reduction = frame
    assert by == actor, "whoever attacks has the turn, reacts, or answers the attack below"
    assert target != by, "nobody attacks himself"
    assert 0 <= attack < len(state.arsenal.attack_cost), "the attack is one of the game's"
    assert reduction >= 0 and reduction % table.STEP == 0, "damage is reduced in steps of 5"
    assert reduction <= most_given(state, "reduce"), "damage is reduced by no more than all cards of the game give"
    if row == NONE:
        assert attack >= cards.ITEM_ATTACKS, "a dino's attack needs its dino"
        return
    assert attack < cards.ITEM_ATTACKS, "an item's attack has no dino"
    assert depth == 0 and state.phase == moves.ACTION, "dinos attack in the action phase of their owner"
    is_there = state.rows[row * table.ROW + table.KIND] != 0
    assert row // table.LINE == by, "an attacking dino belongs to the attacker"
    assert not is_there or attack // 2 == state.kind_at(row), "a dino attacks with its own attacks"


def is_announced(frames: list[list[int]], depth: int) -> bool:
    """Is this a text that waits for the items of others?"""
    is_text = frames[depth][0] == moves.EFFECTS
    return is_text and depth + 1 < len(frames) and frames[depth + 1][0] == moves.ANNOUNCED


def check_announced(state: Battle, text: list[int], actor: int, depth: int) -> None:
    """BD-R53: a strategy that lies in the play area, or an Assist Power, and nothing of it is done yet."""
    _, seat, step, *_ = text
    assert seat == actor and depth == 0 and state.phase == moves.ACTION, "texts are announced in the own action phase"
    starts = [int(start) for start in state.arsenal.starts]
    assert step in starts, "nothing of an announced text is done yet"
    number = starts.index(step)
    if number < cards.POWER_STARTS:
        assert state.count(table.PLAYED, seat, cards.FIRST_STRATEGY + number) > 0, (
            "an announced strategy lies in the play area"
        )
    else:
        can_assist = bool(state.variant.assist_powers) and number >= cards.ASSIST_STARTS
        assert can_assist and state.arsenal.assist_cost[number - cards.ASSIST_STARTS] >= 0, (
            "only strategies and Assist Powers are announced"
        )


def check_window(state: Battle, below: list[int], window: list[int]) -> None:
    """BD-R53: who opened it, and whom it can have come to."""
    kind, asked, opener, answer, *_ = window
    assert state.variant.items_anytime, "windows over attacks and texts come with items=anytime"
    assert (kind == moves.ANNOUNCED) == (below[0] == moves.EFFECTS), "a window fits what it lies over"
    if kind == moves.ANNOUNCED:
        assert opener == below[1] != asked, "the others are asked about an announced text"
        return
    assert opener == below[3], "whoever attacks opens the window"
    assert kind == moves.ANSWERED or asked != below[1], "the attacked player plays items with the answer"
    assert kind == moves.DECLARED or moves.PASS <= answer <= moves.DEFEND, "an answer is Pass, Evade or Defend"


def check_question(state: Battle, frames: list[list[int]]) -> None:
    """BD-R27, BD-R29, BD-R53: an attack or a window waits only for somebody who might answer."""
    if not frames:
        return
    is_window = frames[-1][0] >= moves.DECLARED
    _, target, _, _, row, _ = frames[-2] if is_window else frames[-1]
    is_attack = frames[-1][0] != moves.ANNOUNCED
    gone = is_attack and row != NONE and state.rows[row * table.ROW + table.KIND] == 0
    assert not gone, "the attack of a dino that is gone is over"
    if is_window:
        assert state.may_hold_item(frames[-1][1]), "a window waits only for somebody who may hold an item"
        return
    active = state.row_at(target, 0)
    has_cards = active != NONE and state.attached_count(active) > 0
    assert has_cards or state.may_hold_item(target), "an attack waits only for somebody who might answer it"


def check_promotion(state: Battle, frame: list[int]) -> None:
    seat = frame[1]
    assert not state.has_dino(seat), "a dino moves up only to an empty Active zone"
    assert state.row_at(seat, 2) != NONE, "with fewer than two benched dinos nobody is asked who moves up"


def check_choice(state: Battle, text: list[int], choice: list[int], actor: int) -> None:
    """The choice is the one that the text has just come to."""
    _, seat, step, *_ = text
    kind, chooser, first, *_ = choice
    assert seat == actor, "a text is carried out by whoever played it"
    assert kind in VERBS, "no text asks that"
    ends = [int(start) for start in state.arsenal.starts[1:]] + [len(state.arsenal.tape)]
    spans = zip([int(start) for start in state.arsenal.starts], ends, strict=True)
    steps = [at for start, end in spans for at in range(start + 2, end, 2)]
    assert step in steps and state.arsenal.tape[step - 2] in VERBS[kind], "the text has come to another step"
    number = int(state.arsenal.tape[step - 1])
    if kind == moves.PROMOTE:
        assert chooser != seat, "a hit knocks out a dino of an opponent"
        check_promotion(state, choice)
        return
    assert chooser == seat, "whoever plays a text chooses"
    if kind in (moves.HEALING, moves.HITTING):
        assert first == number, "the text says how much"
    elif kind == moves.PURGING:
        assert 1 <= first <= number, "the text says how many cards may be purged"
    elif kind == moves.SWITCHING:
        assert first == (1 if state.arsenal.tape[step - 2] == cards.SWITCH else 0), "the text says whether one may stay"
    elif kind == moves.JAM_POSITION:
        assert first != NONE and first // table.LINE != seat, "a dino of an opponent is jammed"
        assert state.attached_count(first) > 1, "a single card is discarded without asking"
    elif kind == moves.MOVE_TO:
        assert 0 <= first < table.LINE and state.row_at(seat, first) != NONE, "cards move from a dino"
        assert state.attached_count(state.row_at(seat, first)) > 0, "there are cards to move"


def check_begun(state: Battle, frame: list[int], actor: int) -> None:
    """A move that is not complete yet could be begun, and leaves a choice open (BD-R12)."""
    kind, seat, purpose, detail, target, _ = frame
    assert seat == actor, "whoever decides completes the own move"
    before = state.clone()
    before.drop()
    code = int(moves.move(BEGUN[purpose], detail))
    assert 0 <= detail <= moves.ARGUMENT and code in before.codes(seat), "a move that is begun is legal"
    is_attack = purpose == moves.FOR_ATTACK or (
        purpose == moves.FOR_ITEM and state.arsenal.power_attack[detail & 31] >= 0
    )
    if kind == moves.OPPONENT:
        assert is_attack and state.players > 2, "only attacks ask for an opponent, and only where there are several"
        return
    if is_attack:
        assert 0 <= target < state.players and target != seat, "an attack has an opponent"
    else:
        assert target == NONE, "only attacks have an opponent"
    pool, cost = state.pool(seat, purpose, detail), state.cost(seat, purpose, detail)
    assert next_way(pool, cost, next_way(pool, cost, NONE)) != NONE, "a single way to pay is not asked for"


# --- What the turn has given ---------------------------------------------------------------------------------------


def check_turn(state: Battle) -> None:
    """Raise AssertionError if the turn has given more than all cards of the game together can give."""
    check_allowances(state)
    for seat in range(state.players):
        check_given(state, seat)


def check_allowances(state: Battle) -> None:
    """BD-10: an allowance is what the turn begins with and what cards grant."""
    for name, (verb, at_first) in ALLOWANCES.items():
        most = at_first + most_given(state, verb)
        if verb == "strategy":
            most -= sum(kind < cards.FIRST_ITEM for kind in state.kinds_in(table.PLAYED, state.on_turn))
        assert getattr(state, name) <= most, f"all cards of the game together allow {most} {name} at most"


def check_given(state: Battle, seat: int) -> None:
    """BD-R17, BD-R19: what the dinos of a seat have gained in this turn, and the Paralyze that it has got rid of."""
    rows = [seat * table.LINE + place for place in range(table.LINE)]
    for field, verb in MODIFIERS.items():
        most = most_given(state, verb)
        if verb == "damage":
            is_doubled = any(
                state.arsenal.dino_is_predator[state.kind_at(row)] for row in rows if state.kind_at(row) >= 0
            )
            most += most_given(state, "lock") * (2 if is_doubled else 1)
        gained = sum(int(state.rows[row * table.ROW + field]) for row in rows)
        assert gained <= most, f"all cards of the game together give {most} more {verb} at most"
    calm = state.seats[seat * table.SEAT + table.LINGERING]
    assert calm <= state.variant.paralyze_stack, "no more Paralyze has left a hand than there is"


def most_given(state: Battle, verb: str) -> int:
    """What all texts of a turn give at most, whichever stacks are in the game: every copy is played once (BD-R9), every
    dino assists once (BD-37)."""
    variant = state.variant
    kinds = range(FIRST_STRATEGY, KINDS)
    played = sum(int(variant.stacks[kind]) * amount(variant.table.stack(kind), verb) for kind in kinds)
    assists = [amount_in(dino.assist.effect, verb) for dino in variant.table.dinos if dino.assist]
    return played + table.LINE * max(assists, default=0)


def amount(card: Strategy | Item, verb: str) -> int:
    """What a card gives when it is played; of the powers of an item one is used."""
    if isinstance(card, Strategy):
        return amount_in(card.effect, verb)
    return max(amount_in(power.effect, verb) for power in card.powers)


def amount_in(effect: Effect, verb: str) -> int:
    return sum(number for name, number in effect if name == verb)
