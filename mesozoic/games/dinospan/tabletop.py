"""The table as zones of cards, and which of its things a move concerns.

Ids: a dinosaur card is its id wherever it lies (``K12``), also on a space of an Atlas; a Research card ``R05``. A row
of an Atlas is ``P1L`` or ``P1G``, the Footprint ``footprint``; the resources of the supply are ``plants``, ``trees``
and ``mammals``, the eggs ``red`` and ``gold``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mesozoic.games.dinospan import rules_moves as moves
from mesozoic.games.dinospan.abilities import CONTINENT_WORDS, ERA_WORDS, FOOD_WORDS, TEETH_WORDS
from mesozoic.games.dinospan.cards import CARD_IDS, RESEARCH_IDS, RESEARCH_NAMES, RESEARCH_TEXTS
from mesozoic.games.dinospan.facts import facts
from mesozoic.games.dinospan.rules import Span
from mesozoic.games.dinospan.rules_table import ATLAS, FRAME, PARENT_AT, TOP
from mesozoic.games.dinospan.shown import CardView, HandCardView, SeatView, SpaceView, View
from mesozoic.games.dinospan.tables import table_of
from mesozoic.games.dinospan.words import cost_words, counted
from mesozoic.kernel.game import Setup
from mesozoic.kernel.state import seat_name
from mesozoic.kernel.tabletop import CardFace, EncyclopediaEntry, Tabletop, Zone

ROWS: Final = {"L": "Laurasia", "G": "Gondwana"}
RESOURCES: Final = ("plants", "trees", "mammals")
ORDERS: Final = {"Orn": "Ornithischian", "Sau": "Sauropod", "The": "Theropod"}
SIZES: Final = {"S": "small", "M": "medium", "L": "large", "C": "colossal"}
GOOD_MARKS: Final = (8, 10)
MOST: Final = 10

# --- Which things a move concerns ----------------------------------------------------------------------------

_BUTTONS: Final = (moves.PUBLISH, moves.STOP, moves.PAY_SWAP)
_WITH_CARD: Final = (
    *(moves.KEEP, moves.PLACE_L, moves.PLACE_G, moves.CHOOSE, moves.DISCARD),
    *(moves.TAKE_CARD, moves.ON_TOP, moves.TO_ARCHIVE),
)
_WITH_SPACE: Final = (moves.EVOLVE, moves.LAY_ON, moves.GILD)
_WITH_SLOT: Final = (moves.FROM_SLOT, moves.DROP, moves.CULL_SLOT)


def elements(state: Span, seat: int, code: int) -> tuple[str, ...]:
    """The card, row, pile or resource that is chosen, and the card that it is for; nothing for a mere button."""
    kind, argument = int(moves.kind_of(code)), int(moves.argument_of(code))
    if kind in _BUTTONS:
        return ()
    if kind in (moves.PLACE_L, moves.PLACE_G):
        return CARD_IDS[argument], f"{seat_name(seat)}{'LG'[kind - moves.PLACE_L]}"
    if kind in _WITH_CARD:
        return (CARD_IDS[argument],)
    if kind == moves.ANALYZE:
        return (f"{seat_name(seat)}{'LG'[argument]}",)
    if kind in _WITH_SPACE:
        return (_on_space(state, seat, argument),)
    if kind in _WITH_SLOT:
        return (CARD_IDS[int(state.hype[argument])],)
    if kind == moves.KEEP_RESEARCH:
        return (RESEARCH_IDS[argument],)
    if kind == moves.DRAW:
        return ("footprint",)
    if kind == moves.GAIN_UNIT:
        return (RESOURCES[argument],)
    return _of_frame(state, seat, kind, argument)


def _of_frame(state: Span, seat: int, kind: int, argument: int) -> tuple[str, ...]:
    """Moves that say how, not what: their card stands in the question."""
    top = [int(state.frames[state.frame_size - FRAME + field]) for field in range(FRAME)]
    if kind == moves.FIRST:
        space = int(state.spaces[seat * ATLAS + top[2]])
        return (CARD_IDS[(space & TOP if argument == 0 else (space >> PARENT_AT) & TOP) - 1],)
    if kind == moves.PAY_EGG:
        return ("red", "gold")[argument], _on_space(state, seat, top[3])
    if kind == moves.SET_OVERLAY:
        return CARD_IDS[top[2]], _on_space(state, seat, top[3])
    return (CARD_IDS[top[2]],)  # a New Genus, a branch of an ability, an ecosystem


def _on_space(state: Span, seat: int, place: int) -> str:
    return CARD_IDS[(int(state.spaces[seat * ATLAS + place]) & TOP) - 1]


# --- The table -------------------------------------------------------------------------------------------------


def lay_out(view: View) -> Tabletop:
    return Tabletop(_facts(view), tuple(_zones(view)), tuple(_figures(view, seat) for seat in view.seats))


def _facts(view: View) -> dict[str, str]:
    found = {"Round": f"{view.round} of 4, {view.phase}"}
    if view.result is not None:
        found["The end"] = view.result.why
    else:
        found["Era"] = "Cretaceous" if view.round > 2 else "Jurassic (Cretaceous from Round III)"
        deciding = [seat.seat for seat in view.seats if seat.to_decide]
        who = ", ".join("you" if seat == view.seat else seat_name(seat) for seat in deciding)
        found["To decide"] = f"{who}: {view.decision}" if view.seat in deciding or view.seat is None else who
    token = "the Rival" if view.first == len(view.seats) else seat_name(view.first)
    found["First Player"] = token
    if view.round <= len(view.goals):
        goal = view.goals[view.round - 1]
        counts = ", ".join(_goal_count(view, seat) for seat in view.seats)
        rival = f", the Rival {view.rival.goal_count}" if view.rival is not None else ""
        found["Goal of this round"] = f"{goal.name} ({goal.category}, {goal.percent} %): {counts}{rival}"
    found["Eggs left"] = f"{view.red_eggs} red, {view.gold_eggs} gold"
    if view.rival is not None:
        rival_view = view.rival
        found["The Rival"] = (
            f"{rival_view.points} PP; {len(rival_view.collection)} cards, study {rival_view.study}, "
            f"goals {rival_view.goals}"
        )
    if view.result is None and view.phase == "play":
        found["Mind"] = "Abilities are mandatory. Hype is not refilled before the marker moves."
    return found


def _goal_count(view: View, seat: SeatView) -> str:
    """``P1 4 (2 PP now)``."""
    return f"{seat.name} {seat.goal_counts[view.round - 1]} ({seat.goal_now} PP now)"


def _figures(view: View, seat: SeatView) -> dict[str, str]:
    points = seat.points
    found = {
        "PP": str(points.total),
        "by source": f"cards {points.cards}, eggs {points.eggs}, goals {points.goals}, resources {points.resources}"
        + (f", research {points.research}" if points.research else ""),
        "Plants": _tracker(seat.plants),
        "Trees": _tracker(seat.trees),
        "Mammals": _tracker(seat.mammals),
        "Markers": str(seat.markers),
        "Hand": str(seat.hand_count),
        "Goals": " ".join("-" if points is None else str(points) for points in seat.goals),
    }
    if view.result is not None:
        found["Place"] = str(view.result.places[seat.seat])
    elif seat.to_decide:
        found["Note"] = "decides"
    return found


def _tracker(value: int) -> str:
    """Trackers go to 10; 8 and 10 are marked."""
    return f"{value} of {MOST}{' *' if value in GOOD_MARKS else ''}"


def _zones(view: View) -> Iterator[Zone]:
    hype = [
        _face(card) if card is not None else CardFace(f"hype:{slot}", "Empty") for slot, card in enumerate(view.hype, 1)
    ]
    yield Zone("hype", "Hype", None, tuple(hype), "Open cards; an empty slot is refilled when the marker moves")
    if view.revealed:
        yield Zone("revealed", "Revealed", None, tuple(map(_face, view.revealed)))
    yield from _piles(view)
    seats = sorted(view.seats, key=lambda one: one.seat != view.seat)
    for seat in seats:
        yield from _seat_zones(view, seat)
    yield Zone("goals", "Goals", None, tuple(_goals(view)))
    yield Zone("key", "Key Species", None, (_face(view.key),))
    yield Zone("supply", "Supply", None, tuple(_supply(view)))
    if view.rival is not None:
        yield Zone("rival", "Collection of the Rival", None, tuple(_short(card) for card in view.rival.collection))


def _piles(view: View) -> Iterator[Zone]:
    known = f"On top: {', '.join(view.footprint_known)}" if view.footprint_known else ""
    count = footprint_count(view)
    footprint = CardFace("footprint", "Footprint", face_down=True, count=count, text=known)
    yield Zone("footprint", "Footprint", None, (footprint,) if count else (), known)
    ends = f"Bottom two: {', '.join(view.archive[:2])}" if view.archive else ""
    yield Zone("archive", "Archive (top first)", None, tuple(_short(card) for card in reversed(view.archive)), ends)
    if view.reserve_count:
        reserve = CardFace("reserve", "Cretaceous cards to come", face_down=True, count=view.reserve_count)
        yield Zone("reserve", "Reserve", None, (reserve,))


def footprint_count(view: View) -> int:
    """How many cards lie in the Footprint."""
    backs = getattr(view, "footprint_backs", None)
    return len(backs) if backs is not None else int(getattr(view, "footprint_count", 0))


def _goals(view: View) -> Iterator[CardFace]:
    for goal in view.goals:
        now = ("this round",) if goal.round == view.round else ("done",) if goal.round < view.round else ()
        marks = (f"round {goal.round}", f"{goal.percent} % of the cards", *now)
        yield CardFace(f"goal:{goal.round}", goal.name, goal.category, marks=marks, tone="goal")


def _supply(view: View) -> Iterator[CardFace]:
    me = None if view.seat is None else view.seats[view.seat]
    for name in RESOURCES:
        have = (f"you have {getattr(me, name)}",) if me is not None else ()
        yield CardFace(name, name.capitalize(), marks=have, tone=name)
    yield CardFace("red", "Red eggs", "1 PP each", count=view.red_eggs, tone="red")
    yield CardFace("gold", "Gold eggs", "3 PP each", count=view.gold_eggs, tone="gold")


# --- A seat ---------------------------------------------------------------------------------------------------------


def _seat_zones(view: View, seat: SeatView) -> Iterator[Zone]:
    if seat.hand is not None:
        hand = sorted(seat.hand, key=lambda one: (one.card.hemisphere != "L", one.card.id))
        yield Zone("hand", "Your hand", seat.seat, tuple(map(_hand_card, hand)), "Sorted by hemisphere")
    elif seat.hand_count:
        back = CardFace(f"{seat.name}:hand", "Hand", face_down=True, count=seat.hand_count)
        seen = f"Everybody knows {', '.join(seat.hand_open)}" if seat.hand_open else ""
        yield Zone("hand", f"Hand of {seat.name}", seat.seat, (back,), seen)
    yield from _draft(seat)
    for at, (row, title) in enumerate(ROWS.items()):
        spaces = [space for space in seat.atlas if space.place[0] == row]
        cards = [card for space in spaces for card in _stack(space)]
        heading = CardFace(f"{seat.name}{row}", f"Analyze {title}", text=_preview(seat, at), tone="row")
        yield Zone(
            f"atlas:{row}", f"{title} of {seat.name}", seat.seat, (heading, *cards), f"{len(spaces)} of 5 spaces"
        )
    if seat.research or seat.research_kept:
        kept = [seat.research_kept] if seat.research_kept else list(seat.research or ())
        yield Zone("research", f"Research of {seat.name}", seat.seat, tuple(map(_research, kept)))


def _draft(seat: SeatView) -> Iterator[Zone]:
    """The cards of the beginning."""
    if seat.pack_count:
        pack = _closed(f"{seat.name}:pack", seat.pack, seat.pack_count)
        yield Zone("pack", f"Pack of {seat.name}", seat.seat, pack)
    if seat.triassic_count:
        held = _closed(f"{seat.name}:triassic", seat.triassic, seat.triassic_count)
        yield Zone("triassic", f"Triassic cards of {seat.name}", seat.seat, held)


def _closed(name: str, cards: tuple[str, ...] | None, count: int) -> tuple[CardFace, ...]:
    if cards is not None:
        return tuple(map(_short, cards))
    return (CardFace(name, "Cards", face_down=True, count=count),)


def _preview(seat: SeatView, row: int) -> str:
    """The abilities that an Analyze of the row would fire, in order."""
    lines = []
    for one in seat.previews[row]:
        notes = []
        if one.performable is False:
            notes.append("nothing to do now")
        if one.chosen_order:
            notes.append("which of the two comes first is chosen then")
        if one.others_gain:
            notes.append(one.others_gain)
        note = f" [{'; '.join(notes)}]" if notes else ""
        lines.append(f"{one.place} {one.card}: {one.text}{note}")
    return "\n".join(lines) or "Nothing there yet."


def _stack(space: SpaceView) -> Iterator[CardFace]:
    """The card on a space, and the Parent of which a strip still shows."""
    yield _space(space)
    if space.parent is not None:
        face = _face(space.parent)
        under = f"{space.place}, under {space.card.id} ({space.overlay.upper()})"
        yield CardFace(face.id, face.title, face.subtitle, face.text, (under,), tone=face.tone)


def _space(space: SpaceView) -> CardFace:
    face = _face(space.card)
    marks = [space.place, f"{space.points} PP", f"eggs: {space.red} red, {space.gold} gold of {space.capacity}"]
    text = face.text
    if space.parent is not None:
        kept = "its PP and tag stay" if space.overlay.lower() == "low" else "its ability stays"
        marks.append(f"{space.overlay.upper()} on {space.parent.name.split()[0]}")
        text += f"\nOn {space.parent.name} ({space.overlay.upper()}: {kept})"
        if space.overlay.lower() == "high":
            text += f": {space.parent.text}"
    return CardFace(face.id, face.title, face.subtitle, text, (*marks, *space.tags), tone=face.tone)


def _hand_card(one: HandCardView) -> CardFace:
    face = _face(one.card)
    light = "can be published" if one.can_publish else "cannot be published"
    parents = (f"could evolve on {', '.join(one.parents)}",) if one.parents else ()
    text = face.text if one.can_publish else f"{face.text}\n{one.why_not}"
    return CardFace(face.id, face.title, face.subtitle, text, (*face.marks, light, *parents), tone=face.tone)


# --- Cards --------------------------------------------------------------------------------------------------------


def _face(card: CardView) -> CardFace:
    what = f"{card.id}, {ORDERS.get(card.order, card.order)}, {card.family}, {ROWS.get(card.hemisphere, '')}"
    traits = (
        *(SIZES.get(card.size, card.size), CONTINENT_WORDS.get(card.continent, card.continent)),
        *(TEETH_WORDS.get(card.teeth, card.teeth), FOOD_WORDS.get(card.food, card.food)),
    )
    marks = (f"costs {card.cost or 'nothing'}", f"{card.pp} PP", counted(card.eggs, "egg"), card.tag, *traits)
    return CardFace(card.id, card.name, what, card.text, marks, tone=card.order)


def _short(card: str) -> CardFace:
    """A card of which the view tells the id only; what is printed on it stands in the game's own table."""
    found = table_of("").cards[CARD_IDS.index(card)]
    marks = (f"costs {found.cost_text or 'nothing'}", f"{found.pp} PP", counted(found.eggs, "egg"), found.tag)
    what = f"{card}, {ORDERS.get(found.order, found.order)}, {ROWS.get(found.hemisphere, '')}"
    return CardFace(card, found.name, what, found.text, marks, tone=found.order)


def _research(card: str) -> CardFace:
    number = RESEARCH_IDS.index(card)
    return CardFace(card, RESEARCH_NAMES[number], "Personal Research", RESEARCH_TEXTS[number], tone="research")


# --- Reading ------------------------------------------------------------------------------------------------------


def encyclopedia(setup: Setup | None = None) -> tuple[EncyclopediaEntry, ...]:
    """The 140 species of the game's own cards, with their relatives of the same family."""
    found = facts()
    cards = table_of("").cards
    entries = []
    for card in cards:
        fact = found[card.id]
        about = {
            "Order": ORDERS.get(card.order, card.order),
            "Family": card.family,
            "Period": fact.period,
            "Land": ROWS[card.hemisphere],
            "Continent": CONTINENT_WORDS[card.continent],
            "Found in": fact.place,
            "Size": SIZES[card.size],
            "Length": fact.size,
            "Diet": fact.diet,
            "Teeth": fact.teeth,
        }
        kin = tuple(
            other.id
            for other in cards
            if (other.order, other.family) == (card.order, card.family) and other.id != card.id
        )
        entries.append(EncyclopediaEntry(card.id, fact.name, ERA_WORDS[card.era], about, fact.sentence, kin))
    return tuple(entries)


def cards(setup: Setup) -> tuple[CardFace, ...]:
    """Every dinosaur of the table that is played with, and the Research cards."""
    table = setup.variant.table
    dinos = [
        CardFace(
            card.id,
            card.name,
            f"{ERA_WORDS.get(card.era, card.era)}, {ORDERS.get(card.order, card.order)}, {card.family}, "
            f"{ROWS.get(card.hemisphere, card.hemisphere)}",
            card.text,
            (
                f"costs {cost_words(card)}",
                f"{card.pp} PP",
                f"room for {counted(card.eggs, 'egg')}",
                f"tag {card.tag}",
                *(SIZES.get(card.size, card.size), CONTINENT_WORDS.get(card.continent, card.continent)),
                *(TEETH_WORDS.get(card.teeth, card.teeth), FOOD_WORDS.get(card.food, card.food)),
            ),
        )
        for card in table.cards
    ]
    return (*dinos, *[_research(card) for card in RESEARCH_IDS])
