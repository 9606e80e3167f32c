"""The table as zones of cards, and which of its things a move concerns.

Ids: a dinosaur is its card (``SPI1``), the face-down card ``?``. Places are ``left`` and ``right`` (the ends),
``gap:2`` (between the second and the third of the row) and ``seat:3`` (the third of the row), counted from the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mesozoic.games.carbon_dating import rules_moves as moves
from mesozoic.games.carbon_dating.cards import IDS
from mesozoic.games.carbon_dating.notation import ENDS, HIDDEN
from mesozoic.games.carbon_dating.rules import Table
from mesozoic.games.carbon_dating.rules_table import row_of
from mesozoic.games.carbon_dating.shown import CardView, View
from mesozoic.games.carbon_dating.tables import SPECIAL_WAYS
from mesozoic.kernel.game import Setup
from mesozoic.kernel.tabletop import CardFace, Tabletop, Zone

TO_DECIDE: Final = {
    "play": "play a drawn or a special card, or end the round",
    "place": "choose a place for the special card",
    "swap": "swap two neighbours, or nobody",
    "date": "pick the date that comes first",
}
GOALS: Final = {"health_and_safety_audit": "Health and Safety Audit", "vip": "Very Important Predator"}
HEARTS: Final = {"F": "full heart", "B": "broken heart", "-": "no heart"}


def elements(state: Table, seat: int, code: int) -> tuple[str, ...]:
    """The card and its place (with whoever sits there), or the two who swap or date; nothing for a mere button."""
    if code > moves.DATE_CODE:
        date = code - moves.DATE_CODE
        return IDS[date >> 6], IDS[date & 63]
    if code in (moves.DECLINE, moves.END_ROUND):
        return ()
    if code > moves.SWAP_CODE:
        pair = code - moves.SWAP_CODE
        return IDS[(pair >> 6) - 1], IDS[pair & 63]
    card, where = code >> moves.CARD_AT, code & 127
    name = HIDDEN if card == moves.FACE_DOWN else IDS[card]
    if where in ENDS:
        return name, ENDS[where]
    if where > moves.SEAT:
        return name, f"seat:{where - moves.SEAT}", IDS[row_of(state)[where - moves.SEAT - 1]]
    return name, f"gap:{where - moves.GAP}"


def lay_out(view: View) -> Tabletop:
    return Tabletop(_facts(view), tuple(_zones(view)), (_figures(view),))


def _facts(view: View) -> dict[str, str]:
    facts = {"Round": f"{view.round}{' (the final one)' if view.final else ''}"}
    if view.result is not None:
        facts["The end"] = view.result.why
    else:
        facts["To decide"] = TO_DECIDE.get(view.step, view.step)
    facts["Cards in the deck"] = str(view.deck)
    again = "can be shuffled again" if view.can_reshuffle else "not shuffled any more"
    facts["Discard pile"] = f"{len(view.discard)}, {again}"
    for goal, is_won in view.goals.items():
        facts[GOALS.get(goal, goal)] = "reached now" if is_won else "not reached yet"
    return facts


def _figures(view: View) -> dict[str, str]:
    return {
        "Bad reviews": str(view.bad_reviews),
        "Rating": view.rating,
        "Eaten": str(view.eaten),
        "Largest meal": str(view.largest_meal),
    }


def _zones(view: View) -> Iterator[Zone]:
    marks = [f"{pair.left} with {pair.right}: {pair.verdict}" for pair in view.marks]
    yield Zone("row", "The table", 0, tuple(map(_face, view.table)), f"If they met anew: {'; '.join(marks) or '-'}")
    drawn = [*map(_face, view.drawn)]
    if view.face_down:
        drawn.append(CardFace(HIDDEN, "A face-down card", face_down=True))
    yield Zone("drawn", "Drawn", 0, tuple(drawn))
    if view.played is not None:
        yield Zone("played", "Being played", 0, (_face(view.played),))
    yield Zone("aside", "Special cards", 0, tuple(map(_face, view.aside)))
    places = _places(view)
    if places:
        yield Zone("places", "Where to", 0, places)
    waiting = [f"{pair.left} with {pair.right} ({pair.verdict})" for batch in reversed(view.waiting) for pair in batch]
    if waiting:
        faces = tuple(CardFace(f"date:{number}", said) for number, said in enumerate(waiting, 1))
        yield Zone("waiting", "Dates that wait, newest first", 0, faces)
    yield Zone("satisfied", "Left satisfied", 0, tuple(map(_face, view.satisfied)))
    yield Zone("discard", "Discard pile", 0, tuple(CardFace(card, card) for card in view.discard))
    deck = (CardFace("deck", "Deck", face_down=True, count=view.deck),) if view.deck else ()
    yield Zone("deck", "Deck", None, deck, f"Not seen yet: {', '.join(view.unseen) or 'none'}")


def _places(view: View) -> tuple[CardFace, ...]:
    """The places that the offered moves name."""
    found: dict[str, str] = {}
    row = [one.card for one in view.table]
    for option in view.options:
        _, *where = option.move.split(" ")
        if where in (["left"], ["right"]):
            found[where[0]] = f"The {where[0]} end"
        elif where and where[0] == "gap":
            at = int(where[1])
            found[f"gap:{at}"] = f"Between {row[at - 1]} and {row[at]}"
        elif where and where[0] == "seat":
            at = int(where[1])
            found[f"seat:{at}"] = f"The seat of {row[at - 1]}"
    return tuple(CardFace(place, title) for place, title in found.items())


def _face(card: CardView) -> CardFace:
    eaten = (f"has eaten {', '.join(card.eaten)}",) if card.eaten else ()
    hearts = tuple(f"{height}: {HEARTS[slot]}" for height, slot in enumerate(card.hearts, 1))
    text = "\n".join(f"{one.title} ({one.trigger}): {one.text}" for one in card.abilities)
    return CardFace(
        card.card, card.species, card.card, text, (f"arrow at {card.arrow}", *hearts, *eaten), tone=card.card[:3]
    )


def cards(setup: Setup) -> tuple[CardFace, ...]:
    """Every dinosaur as printed."""
    hearts = {"F": "full heart", "B": "broken heart", "-": "empty slot"}
    found = []
    for card in setup.variant.table.cards:
        slots = ", ".join(hearts[letter] for letter in card.hearts)
        is_special = card.id in SPECIAL_WAYS
        arrow = "the only one of its species" if is_special else f"arrow at height {card.arrow} from the top"
        abilities = "; ".join(f"{one.trigger}: {one.title}. {card.sentence(one)}" for one in card.abilities)
        found.append(CardFace(card.id, card.name, f"Right edge from the top: {slots}", abilities, (arrow,)))
    return tuple(found)
