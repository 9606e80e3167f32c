"""Laws of what is shown: plain values, films, the generic table, the terminal."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from mesozoic.kernel.conformance.moves import some_of
from mesozoic.kernel.conformance.swaps import leaves
from mesozoic.kernel.event import Event
from mesozoic.kernel.state import HOST, State
from mesozoic.kernel.tabletop import Tabletop

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial


def plain(value: Any) -> Any:
    """Typed structures as plain JSON values; TypeError for anything that a page could not be sent."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"{type(value).__name__} is no plain value")


def is_json(value: Any) -> bool:
    try:
        json.dumps(plain(value))
    except (TypeError, ValueError):
        return False
    return True


# --- The table --------------------------------------------------------------------------------------------------------


def check_table(trial: Trial, seat: int, move: str) -> None:
    """The generic table is made for everybody who watches, and moves name things that lie on it."""
    state, game = trial.state, trial.game
    view = state.view(trial.one_of(trial.everybody))
    table = game.tabletop.lay_out(view)
    trial.law(isinstance(table, Tabletop) and is_json(table), "the table of a view is plain data")
    trial.law(game.tabletop.lay_out(view) == table, "the table depends on the view alone")
    lying = things_on(game.tabletop.lay_out(state.view(None if seat == HOST else seat)), trial.setup.players)
    for code in some_of(trial, state.codes(seat)):
        found = game.tabletop.elements(state, seat, code)
        trial.law(isinstance(found, tuple) and all(isinstance(one, str) and one for one in found), "elements are ids")
        missing = set(found) - lying
        trial.law(not missing, "elements of moves lie on the table", f"{game.text(code)} names {missing}")


def things_on(table: Tabletop, players: int) -> set[str]:
    """Everything on a table that can be pointed at: its cards, and the seats."""
    return {card.id for zone in table.zones for card in zone.cards} | {f"seat:{seat}" for seat in range(players)}


# --- Films ------------------------------------------------------------------------------------------------------------


def check_film(trial: Trial, seat: int, move: str) -> None:
    """A film tells the same as playing does, changes nothing else, and ends with the table as it then is."""
    filmed, played = trial.state.clone(), trial.state.clone()
    film = filmed.play_filmed(seat, move)
    trial.law([event for event, _ in film] == played.play(seat, move), "a film tells what playing tells")
    trial.law(filmed.position() == played.position() and filmed.film is None, "filming changes nothing")
    for _, frame in film:
        trial.law(frame.codes(seat) == [], "nobody decides in a picture of a film")
    check_pictures(trial, film, filmed, trial.one_of(trial.everybody))


def check_pictures(trial: Trial, film: list[tuple[Event, State]], after: State, watcher: int | None) -> None:
    """Every picture shows its event done: nothing that the event names moves only with the next one, which does not
    name it, and nothing moves after the last."""
    law = "a picture shows the table right after its event"
    tables = [lying_for(trial, state, watcher) for state in (trial.state, *(frame for _, frame in film), after)]
    moved = [moved_between(before, then) for before, then in pairwise(tables)]
    names = [names_in(event.facts()) if event.is_known_to(watcher) else set() for event, _ in film]
    for at in range(len(film) - 1):
        early, late = map(named, moved[at : at + 2])
        found = names[at] & (late - early) - names[at + 1]
        trial.law(not found, law, f"{film[at][0]}, but {sorted(found)} moves only with {film[at + 1][0]}")
    if film and film[-1][0].is_known_to(watcher):
        trial.law(not moved[-1], law, f"{film[-1][0]}, but not yet {sorted(moved[-1])}")


Lying = dict[tuple[str, int | None], set[tuple[str, int]]]
"""The cards, and how many of each, in every zone that holds some."""


def lying_for(trial: Trial, state: State, watcher: int | None) -> Lying:
    view = state.view(watcher)
    trial.law(is_json(view), "the view of a picture is plain data")
    zones = [zone for zone in trial.game.tabletop.lay_out(view).zones if zone.cards]
    return {(zone.name, zone.owner): {(card.id, card.count) for card in zone.cards} for zone in zones}


def moved_between(shown: Lying, then: Lying) -> set[str]:
    """The cards that have come or gone in zones that hold some both times. (Places to choose from come and go.)"""
    return {card for zone in shown.keys() & then.keys() for card, _ in shown[zone] ^ then[zone]}


def named(cards: set[str]) -> set[str]:
    """What events call these cards: ``P1:hand:raptor`` is ``raptor``."""
    return {card.rpartition(":")[2] for card in cards}


def names_in(facts: dict[str, Any]) -> set[str]:
    return {value for _, value in leaves(plain(facts)) if isinstance(value, str)}
