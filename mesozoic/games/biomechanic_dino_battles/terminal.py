"""A view of Biomechanic Dino Battles for the terminal and for playthroughs: words first, colour on top of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mesozoic.games.biomechanic_dino_battles import texts
from mesozoic.games.biomechanic_dino_battles.cards import FIRST_STRATEGY
from mesozoic.games.biomechanic_dino_battles.preview import missing
from mesozoic.games.biomechanic_dino_battles.shown import AttachedView, AttackView, DinoView, SeatView, View
from mesozoic.kernel.state import seat_name

FEW_WOUNDS: Final = 4
BACK: Final = "?"
"""A face-down card whose face the reader does not know."""
DECISIONS: Final = {
    "action": "act, or end your actions",
    "reaction": "pass, or play an item",
    "buy": "buy, or be done",
    "opponent": "choose an opponent",
    "payment": "choose how to pay",
    "defence": "answer the attack",
    "promote": "choose the new active dino",
    "declared": "pass, or play an item before the attack is answered",
    "answered": "pass, or play an item before the attack is carried out",
    "announced": "pass, or play an item before the text is carried out",
}


def parts(view: View, width: int) -> Iterator[RenderableType]:
    """The centre, the seats and what is to be decided; after the end the standings."""
    yield heading(view)
    yield centre(view)
    for seat in sorted(view.seats, key=lambda one: one.seat == view.seat):  # the own one beside the question
        yield table_of(view, seat)
    if view.result is not None:
        yield standings(view)
    else:
        yield from wares(view)
        yield from status(view)


# --- The centre -------------------------------------------------------------------------------------------


def heading(view: View) -> Text:
    wounds = view.stacks[3].count
    text = Text(f"Round {view.round} of at most {view.round_limit}", style="bold")
    text.append(f"  {seat_name(view.on_turn)} is on turn: {view.phase}  ", style="not bold")
    text.append(f"Wounds left {wounds}", style="bold red" if wounds <= FEW_WOUNDS else "bold")
    text.append(f"  Poison {view.stacks[4].count}  Paralyze {view.stacks[5].count}", style="not bold")
    return text


def centre(view: View) -> Text:
    """Offering, stacks and Purgatory."""
    text = Text("Offering ", style="bold")
    for offer in view.offering:
        name = "(empty)" if offer.dino is None else f"{offer.dino} {offer.cost}"
        text.append(f" {offer.slot}:{name}", style="not bold")
    text.append(f"  (1 leaves next round; {view.dino_deck_count} in the Dino Deck)", style="not bold")
    text.append("\nFree     ", style="bold")
    text.append(" ".join(f" {stack.card} x{stack.count}" for stack in view.stacks[:3]), style="not bold")
    text.append("\nSupply   ", style="bold")
    stacks = [f" {stack.card} {stack.cost} x{stack.count}" for stack in view.stacks[FIRST_STRATEGY:]]
    text.append(" ".join(stacks), style="not bold")
    gone = pile(view.purgatory + view.purged_dinos)
    text.append("\nPurgatory", style="bold").append(f"  {gone or 'empty'}", style="not bold")
    return text


def pile(cards: Sequence[str]) -> str:
    """``A x2, W``."""
    return ", ".join(card if number == 1 else f"{card} x{number}" for card, number in Counter(cards).items())


# --- The seats --------------------------------------------------------------------------------------------


def table_of(view: View, seat: SeatView) -> RenderableType:
    own = seat.seat == view.seat
    whose = f"{seat.name} (you)" if own else seat.name
    text = Text(f"\n{whose}", style="bold underline")
    trophies = f"trophies {len(seat.trophies)}/{view.trophies_to_win}"
    hand = pile(seat.hand) if seat.hand is not None else f"{seat.hand_count} cards"
    text.append(f"  {trophies}  Wounds {seat.wounds}  deck {seat.deck_count}", style="not bold not underline")
    text.append(f"\n  hand     {hand or 'empty'}", style="not bold not underline")
    text.append(f"\n  discard  {pile(seat.discard) or 'empty'}", style="not bold not underline")
    if seat.played:
        text.append(f"\n  played   {pile(seat.played)}", style="not bold not underline")
    if own and seat.seat == view.on_turn:
        text.append(f"\n  left     {allowances(view, seat)}", style="not bold not underline")
    dinos = ([seat.active] if seat.active else []) + list(seat.bench)
    for dino in dinos:
        text.append(f"\n  {dino_line(dino)}", style="not bold not underline")
        text.append(f"\n     {printed_line(view, dino, own)}", style="dim not bold not underline")
    if not dinos:
        text.append("\n  no dino: attacks hit this player directly", style="italic not bold not underline")
    return text


def allowances(view: View, seat: SeatView) -> str:
    combat = 1 + view.combat_bonus - view.combat_used
    is_immune = seat.active is not None and "Immune to Paralyze" in seat.active.special
    struck = f" (less {seat.paralysis} by Paralyze)" if seat.paralysis and not is_immune else ""
    return f"Strategy {view.strategies}, Attach {view.attaches}, Combat {combat}{struck}, Buy {view.buys}"


def dino_line(dino: DinoView) -> str:
    """``a  raptor 20/30 HP  ATK 5 EVA 5 DEF 1  [A ?]``."""
    bonus = f" +{dino.damage_bonus} damage" if dino.damage_bonus else ""
    cards = " ".join(attached(card) for card in dino.attached)
    values = f"ATK {dino.atk} EVA {dino.eva} DEF {dino.defence}{bonus}"
    return f"{dino.place:<2} {dino.id:<8} {dino.left:>2}/{dino.hp} HP  {values}  [{cards}]"


def printed_line(view: View, dino: DinoView, own: bool) -> str:
    """Attacks with their costs, retreat, specials and assist: what one decides by."""
    known = Counter(card.card for card in dino.attached if card.card)
    printed = next(card for card in view.dinos if card.id == dino.id)
    pairs = zip(dino.attacks, printed.attacks, strict=True)
    attacks = [said + lack_text(attack.cost, known, own) for said, attack in pairs]
    assist = [f"assist {dino.assist}{' (used)' * dino.assist_used}"] if dino.assist else []
    retreat = f"retreat {texts.cost_text(printed.retreat)}"
    return "; ".join([*attacks, retreat, *dino.special, *assist])


def lack_text(cost: str, pool: Counter[str], own: bool) -> str:
    """What a reader's own cards lack for a cost."""
    lacking = missing(cost, pool) if own else ""
    return f" [lacks {texts.cost_text(lacking)}]" if lacking else ""


def wares(view: View) -> Iterator[Text]:
    """In the buy phase: what there is to buy, and what the reader's hand lacks for it."""
    me = None if view.seat is None else view.seats[view.seat]
    if me is None or me.hand is None or view.phase != "buy" or view.on_turn != view.seat:
        return
    purse = Counter(me.hand)
    dear = [
        f"{offer.dino}{lack_text(offer.cost, purse, own=True)}"
        for offer in view.offering
        if offer.dino is not None and missing(offer.cost, purse)
    ]
    dear += [
        f"{stack.card}{lack_text(stack.cost, purse, own=True)}"
        for stack in view.stacks[FIRST_STRATEGY:]
        if stack.count and missing(stack.cost, purse)
    ]
    if dear:
        yield Text(f"Too dear now: {', '.join(dear)}", style="dim")


def attached(card: AttachedView) -> str:
    """A learnt card is marked with an exclamation mark."""
    return BACK if card.card is None else f"{card.card}{'!' * card.learnt}"


# --- What is to be decided; the end -------------------------------------------------------------------------


def status(view: View) -> Iterator[Text]:
    if view.attack is not None:
        yield Text(f"\n{attack_words(view.attack)}", style="bold")
    if view.asked != view.seat:
        yield Text(f"\nWaiting for {seat_name(view.asked or 0)}.")
        return
    begun = f"You are about to: {view.choosing}. " if view.choosing else ""
    yield Text(f"\n{begun}Now {DECISIONS.get(view.decision, f'choose: {view.decision}')}.", style="bold")


def attack_words(attack: AttackView) -> str:
    who = f"an item of {seat_name(attack.by)}" if attack.attacker is None else attack.attacker
    if attack.direct:
        wounds = "1 Wound" if attack.wounds == 1 else f"{attack.wounds} Wounds"
        return f"{attack.name} by {who} on {seat_name(attack.target)} directly: {wounds}."
    status = f", then {', '.join(texts.STATUS_WORDS[letter] for letter in attack.status)}" if attack.status else ""
    bench = f", {attack.bench} to each benched dino" if attack.bench else ""
    damage = f"{attack.damage} damage{bench}{status}"
    return f"{attack.name} by {who} on {seat_name(attack.target)}: ATK {attack.atk}, {damage}."


def standings(view: View) -> Table:
    assert view.result is not None
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, title=view.result.why, title_justify="left")
    for head in ("", "place", "trophies", "Wounds", "HP"):
        table.add_column(head, justify="right" if head else "left")
    for seat, standing in enumerate(view.result.details):
        name = f"{seat_name(seat)} you" if seat == view.seat else seat_name(seat)
        figures = (view.result.places[seat], standing.trophies, standing.wounds, standing.hp)
        table.add_row(name, *map(str, figures))
    return table
