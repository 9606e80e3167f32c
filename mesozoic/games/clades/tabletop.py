"""The table as zones of cards, and which of its things a move concerns.

Ids: a card is its name (``MW1B``, ``oSL2G``, ``SHARK``); a seat that is let call again is ``seat:0`` for P1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mesozoic.games.clades import rules_moves as terms
from mesozoic.games.clades.animals import BONUS, ENCYCLOPEDIA, SUBCLADES, Animal, Subclade, shown_on, subclade_of
from mesozoic.games.clades.cards import ANIMALS, NAMES, NUMBER_OF
from mesozoic.games.clades.qualities import CLADE_NAMES, ENVIRONMENT_NAMES
from mesozoic.games.clades.rules import Table
from mesozoic.games.clades.shown import SeatView, SharedView, View
from mesozoic.games.clades.words import card_words
from mesozoic.kernel.game import Setup
from mesozoic.kernel.tabletop import CardFace, EncyclopediaEntry, Tabletop, Zone

ROWS: Final = ("Mammals", "Sauropsids", "Arthropods")
PHASES: Final = {
    "ready": "the shared cards are still face down",
    "shown": "the shared cards are up; nobody has looked at personal cards yet",
    "open": "find a triple",
    "settling": "a triple was made: the cards are about to be replaced",
    "round_over": "the round is over",
    "over": "the game is over",
}


def elements(state: Table, seat: int, code: int) -> tuple[str, ...]:
    """The three cards of a call and the card that is given for them; the seat of an unlock; else nothing."""
    if code >= terms.CALL:
        given = terms.given_of(code)
        return tuple(NAMES[card] for card in (*terms.cards_in(code), *([given] if given >= 0 else [])))
    return (f"seat:{code - terms.UNLOCK}",) if code >= terms.UNLOCK else ()


# --- The table ------------------------------------------------------------------------------------------------


def lay_out(view: View) -> Tabletop:
    return Tabletop(_facts(view), tuple(_zones(view)), tuple(_figures(view, seat) for seat in view.seats))


def _facts(view: View) -> dict[str, str]:
    facts = {"Now": PHASES.get(view.phase, view.phase), "Deck": f"{view.deck_count} card{'s' * (view.deck_count != 1)}"}
    if view.seats and any(seat.voted for seat in view.seats):
        facts["See no triple"] = f"{sum(seat.voted for seat in view.seats)} of {view.votes_needed}"
    if view.last_triple is not None:
        cards = ", ".join(card_words(NUMBER_OF[card]) for card in view.last_triple.cards)
        facts["Last triple"] = f"{view.seats[view.last_triple.seat].name}: {cards}"
    if view.hands_open:
        facts["Personal cards"] = "open to all" + ("; whoever uses another's gives one" if view.switch else "")
    if view.rounds:
        facts["Triples per round"] = " ".join(map(str, view.rounds))
    if view.left_over:
        facts["Triples left over"] = "; ".join(" ".join(cards) for cards in view.left_over)
    return facts


def _figures(view: View, seat: SeatView) -> dict[str, str]:
    found = {"Cards": str(len(seat.pile)), "Triples": str(seat.triples)}
    notes = {"on a break": seat.on_break, "locked after a false call": seat.locked, "sees no triple": seat.voted}
    said = ", ".join(note for note, holds in notes.items() if holds)
    if said:
        found["Note"] = said
    if seat.owed:
        found["Owes"] = str(seat.owed)
    if seat.penalties:
        found["Penalties"] = str(seat.penalties)
    return found


def _zones(view: View) -> Iterator[Zone]:
    if any(view.rows):
        for title, row in zip(ROWS, view.rows, strict=True):
            yield Zone(title.lower(), title, None, tuple(map(_shared, row)))
    else:
        backs = (CardFace("shared", "Shared cards", face_down=True, count=view.shared_count),)
        yield Zone("shared", "Shared cards", None, backs if view.shared_count else ())
    deck = (CardFace("deck", "Deck", face_down=True, count=view.deck_count),) if view.deck_count else ()
    yield Zone("deck", "Deck", None, deck)
    for seat in view.seats:
        yield Zone("personal", f"Personal cards of {seat.name}", seat.seat, _personal(seat))
        yield Zone("pile", f"Won by {seat.name}", seat.seat, tuple(_face(card) for card in seat.pile))
    if view.aside:
        yield Zone("aside", "Out of this game", None, tuple(_face(card) for card in view.aside))


def _personal(seat: SeatView) -> tuple[CardFace, ...]:
    faces = tuple(_face(card) for card in seat.personal or ())
    count = seat.personal_count - len(faces)
    closed = CardFace(f"personal:{seat.seat}", "Personal cards", face_down=True, count=count)
    return (*faces, closed) if count else faces


def _shared(shared: SharedView) -> CardFace:
    face = _face(shared.card)
    if shared.paid_by is None:
        return face
    return CardFace(
        face.id, face.title, face.subtitle, face.text, (*face.marks, f"paid by {shared.paid_by}"), tone=face.tone
    )


def _face(name: str) -> CardFace:
    card = NUMBER_OF[name]
    if card >= ANIMALS:
        return CardFace(name, BONUS[card].name.capitalize(), "bonus card", BONUS[card].fact, tone="bonus")
    letters = name.removeprefix("o")
    marks = (CLADE_NAMES[letters[0]], ENVIRONMENT_NAMES[letters[1]], letters[2], letters[3])
    animals = ", ".join(animal.name for animal in shown_on(card))
    return CardFace(name, card_words(card), f"{subclade_of(card).name}: {animals}", marks=marks, tone=letters[3])


# --- Reading ----------------------------------------------------------------------------------------------------


def encyclopedia(setup: Setup | None = None) -> tuple[EncyclopediaEntry, ...]:
    """The groups of the cards, their animals and the bonus cards."""
    found: list[EncyclopediaEntry] = []
    for key, group in SUBCLADES.items():
        clade, environment = key[-2], key[-1]
        facts = {
            "Clade": CLADE_NAMES[clade] + "s",
            "Environment": ENVIRONMENT_NAMES[environment],
            "Scientific name": group.scientific,
            "Meaning": group.meaning,
            "Set": "original" if key.startswith("o") else "prehistoric",
        }
        animals = [_animal(key, group, number, animal) for number, animal in enumerate(group.animals)]
        links = tuple(animal.id for animal in animals)
        found += [EncyclopediaEntry(key, group.name, "Groups", facts, group.teaching, links), *animals]
    for card, animal in BONUS.items():
        title = animal.name.capitalize()
        found.append(EncyclopediaEntry(NAMES[card], title, "Bonus cards", {"Era": animal.era}, animal.fact))
    for number, said in enumerate(ENCYCLOPEDIA, 1):
        found.append(EncyclopediaEntry(f"kinship:{number}", f"Kinship {number}", "Kinship", {}, said))
    return tuple(found)


def _animal(key: str, group: Subclade, number: int, animal: Animal) -> EncyclopediaEntry:
    clade, environment = key[-2], key[-1]
    on_cards = ("on every card of its group", "on cards with 2 or 3 animals", "on cards with 3 animals")[number]
    facts = {
        "Group": group.name,
        "Clade": CLADE_NAMES[clade] + "s",
        "Environment": ENVIRONMENT_NAMES[environment],
        "Era": animal.era,
        "Shown": on_cards,
    }
    if number < 2:
        facts["Closest kin in its group"] = group.animals[1 - number].name
    title = animal.name[0].upper() + animal.name[1:]
    return EncyclopediaEntry(f"{key}:{number + 1}", title, group.name, facts, animal.fact, (key,))


def cards(setup: Setup) -> tuple[CardFace, ...]:
    """Every card with its animals."""
    return tuple(_face(name) for name in NAMES)


def offered(state: Table, seat: int) -> list[int]:
    """Three cards are called by naming them; only what is no call is listed."""
    return [code for code in state.codes(seat) if code < terms.CALL]
