"""What each decision is about, for the terminal: the parts of the table that stand beside the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.text import Text

from mesozoic.games.biomechanic_dino_battles import texts
from mesozoic.games.biomechanic_dino_battles.cards import FIRST_STRATEGY
from mesozoic.games.biomechanic_dino_battles.preview import missing
from mesozoic.games.biomechanic_dino_battles.shown import AttachedView, AttackView, DinoView, SeatView, View
from mesozoic.kernel.state import seat_name

BACK: Final = "?"
"""A face-down card whose face the reader does not know."""
NO_DINO: Final = "no dino: attacks hit this player directly"


def concerns(view: View) -> tuple[str, ...]:
    """The parts that the reader decides by, the nearest to the question last; none for whoever decides nothing."""
    if view.seat is None or view.result is not None or view.asked != view.seat:
        return ()
    begun = ("begun",) if view.choosing else ()
    under_attack = ("attack",) if view.attack is not None else ()
    return (*begun, *ABOUT.get(view.decision, ("opponents", "own", "dinos")), *under_attack)


ABOUT: Final[dict[str, tuple[str, ...]]] = {
    "buy": ("own", "dinos", "market"),
    "opponent": ("own", "dinos", "opponents"),
    "payment": ("own", "dinos"),
    "promote": ("rivals", "own", "dinos"),
    "heal": ("rivals", "own", "dinos"),
    "purge": ("own",),
    "switch": ("rivals", "own", "dinos"),
    "jam": ("own", "opponents"),
    "jam_position": ("own", "opponents"),
    "poison": ("own", "opponents"),
    "salvage": ("own", "discard", "dinos"),
    "look": ("own", "opponents"),
    "move_from": ("own", "dinos"),
    "move_to": ("own", "dinos"),
    "cure": ("discard", "own"),
    "hit": ("own", "opponents"),
}
"""What is not named, such as an action or the answer to an attack: the opponents, the hand and the own dinos."""


def wordings(view: View, part: str) -> list[Text]:
    """A part in full, then in fewer and fewer lines."""
    assert view.seat is not None
    return PARTS[part](view, view.seats[view.seat])


# --- Parts ----------------------------------------------------------------------------------------------------


def opponents(view: View, me: SeatView) -> list[Text]:
    """All opponents with their dinos; then without what is printed on these; at last each in a paragraph."""
    others = [seat for seat in view.seats if seat is not me]
    return [
        Text("\n").join(seat_text(view, seat, dinos) for seat in others)
        for dinos in (printed_dinos, active_printed, plain_dinos)
    ] + [Text("\n").join(map(seat_line, others))]


def rivals(view: View, me: SeatView) -> list[Text]:
    """All opponents, each in a paragraph."""
    return opponents(view, me)[-1:]


def begun(view: View, me: SeatView) -> list[Text]:
    return [Text(f"You are about to: {view.choosing}.", style="bold")]


def own(view: View, me: SeatView) -> list[Text]:
    """The hand, and in the own turn what it still allows; how one stands gives way."""
    text = Text.assemble(("Hand ", "bold"), pile(me.hand or ()) or "empty")
    if me.seat == view.on_turn:
        text.append("; left this turn ", style="bold").append(allowances(view, me), style="not bold")
    return [Text.assemble(("You have ", "bold"), standing(view, me), "\n", text), text]


def discard(view: View, me: SeatView) -> list[Text]:
    return [Text.assemble(("Discard ", "bold"), pile(me.discard) or "empty")]


def dinos(view: View, me: SeatView) -> list[Text]:
    """The own dinos; those on the bench give way first, and where one buys all of them to a line."""
    if not lineup(me):
        return [Text(f"  {NO_DINO}", style="italic")]
    found = [Text("\n").join(lines(view, me)) for lines in (printed_dinos, terse_bench, terse_dinos)]
    return [*found, seat_line(me)] if view.decision == "buy" else found


def attack(view: View, me: SeatView) -> list[Text]:
    return [] if view.attack is None else [Text(attack_words(view.attack), style="bold")]


def market(view: View, me: SeatView) -> list[Text]:
    """What there is to buy, and what the hand lacks for it; at last only that: the list of moves has the rest."""
    dear = too_dear(view, me)
    return [Text("\n").join([offers(view), *dear]), *dear]


# --- Who has what ---------------------------------------------------------------------------------------------


def standing(view: View, seat: SeatView) -> str:
    wounds = texts.wounds_text(seat.wounds)
    return f"{len(seat.trophies)} of {view.trophies_to_win} trophies, {wounds}, deck {seat.deck_count}"


def seat_text(view: View, seat: SeatView, dinos: Callable[[View, SeatView], Iterator[Text]]) -> Text:
    head = Text.assemble((seat.name, "bold underline"), f"  {standing(view, seat)}, hand {seat.hand_count}")
    return Text("\n").join([head, *(dinos(view, seat) if lineup(seat) else [Text(f"  {NO_DINO}", style="italic")])])


def seat_line(seat: SeatView) -> Text:
    """``P2  rex 40/40 HP EVA 1 DEF 3 [??]; bench: bronto 50/50``."""
    text = Text.assemble((f"{seat.name}  ", "bold"))
    if seat.active is None:
        return text.append(NO_DINO)
    active = seat.active
    cards = " ".join(map(attached, active.attached))
    text.append(f"{active.id} {hp(active)} ATK {active.atk} EVA {active.eva} DEF {active.defence} [{cards}]")
    bench = [f"{dino.id} {dino.left}/{dino.hp}" for dino in seat.bench]
    return text.append(f"; bench: {', '.join(bench)}" if bench else "")


def hp(dino: DinoView) -> str:
    return f"{dino.left}/{dino.hp} HP"


def lineup(seat: SeatView) -> list[DinoView]:
    return [*([seat.active] if seat.active else []), *seat.bench]


def printed_dinos(view: View, seat: SeatView) -> Iterator[Text]:
    for dino in lineup(seat):
        yield Text(f"  {dino_line(dino)}")
        yield printed_text(view, seat, dino)


def active_printed(view: View, seat: SeatView) -> Iterator[Text]:
    for dino in lineup(seat):
        yield Text(f"  {dino_line(dino)}")
        if dino is seat.active:
            yield printed_text(view, seat, dino)


def terse_bench(view: View, seat: SeatView) -> Iterator[Text]:
    for dino in lineup(seat):
        if dino is seat.active:
            yield Text(f"  {dino_line(dino)}")
            yield printed_text(view, seat, dino)
        else:
            yield terse_text(view, dino)


def terse_dinos(view: View, seat: SeatView) -> Iterator[Text]:
    for dino in lineup(seat):
        if dino is seat.active:
            yield Text(f"  {dino_line(dino)}")
            yield Text(f"     {terse_attacks(view, dino)}", style="dim")
        else:
            yield terse_text(view, dino)


def terse_text(view: View, dino: DinoView) -> Text:
    """``b1 rex 40/40 HP [A ?]  Piston Bite AA 20, Crushing Maw AAA 30``."""
    cards = " ".join(map(attached, dino.attached))
    return Text.assemble(f"  {dino.place:<2} {dino.id} {hp(dino)} [{cards}]", (f"  {terse_attacks(view, dino)}", "dim"))


def terse_attacks(view: View, dino: DinoView) -> str:
    printed = next(card for card in view.dinos if card.id == dino.id)
    return ", ".join(f"{attack.name} {attack.cost} {attack.damage}" for attack in printed.attacks)


def plain_dinos(view: View, seat: SeatView) -> Iterator[Text]:
    for dino in lineup(seat):
        yield Text(f"  {dino_line(dino)}")


def printed_text(view: View, seat: SeatView, dino: DinoView) -> Text:
    return Text(f"     {printed_line(view, dino, seat.seat == view.seat)}", style="dim")


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


def attached(card: AttachedView) -> str:
    """A learnt card is marked with an exclamation mark."""
    return BACK if card.card is None else f"{card.card}{'!' * card.learnt}"


def pile(cards: Sequence[str]) -> str:
    """``A x2, W``."""
    return ", ".join(card if number == 1 else f"{card} x{number}" for card, number in Counter(cards).items())


# --- The market and the attack --------------------------------------------------------------------------------


def offers(view: View) -> Text:
    """The Offering, and the stacks that cost nothing or something."""
    text = Text("Offering ", style="bold")
    for offer in view.offering:
        name = "(empty)" if offer.dino is None else f"{offer.dino} {offer.cost}"
        text.append(f" {offer.slot}:{name}", style="not bold")
    text.append(f"  (1 leaves next round; {view.dino_deck_count} in the Dino Deck)", style="not bold")
    text.append("\nFree     ", style="bold")
    text.append(" ".join(f" {stack.card} x{stack.count}" for stack in view.stacks[:3]), style="not bold")
    text.append("\nSupply   ", style="bold")
    stacks = [f" {stack.card} {stack.cost} x{stack.count}" for stack in view.stacks[FIRST_STRATEGY:]]
    return text.append(" ".join(stacks), style="not bold")


def too_dear(view: View, me: SeatView) -> list[Text]:
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
    return [Text(f"Too dear now: {', '.join(dict.fromkeys(dear))}", style="dim")] if dear else []


def attack_words(attack: AttackView) -> str:
    who = f"an item of {seat_name(attack.by)}" if attack.attacker is None else attack.attacker
    if attack.direct:
        wounds = "1 Wound" if attack.wounds == 1 else f"{attack.wounds} Wounds"
        return f"{attack.name} by {who} on {seat_name(attack.target)} directly: {wounds}."
    status = f", then {', '.join(texts.STATUS_WORDS[letter] for letter in attack.status)}" if attack.status else ""
    bench = f", {attack.bench} to each benched dino" if attack.bench else ""
    damage = f"{attack.damage} damage{bench}{status}"
    return f"{attack.name} by {who} on {seat_name(attack.target)}: ATK {attack.atk}, {damage}."


PARTS: Final[dict[str, Callable[[View, SeatView], list[Text]]]] = {
    "opponents": opponents,
    "rivals": rivals,
    "begun": begun,
    "own": own,
    "discard": discard,
    "dinos": dinos,
    "attack": attack,
    "market": market,
}
