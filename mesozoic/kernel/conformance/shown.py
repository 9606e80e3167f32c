"""Laws of what is shown: plain values, films, the generic table, the terminal."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from mesozoic.kernel.conformance.moves import some_of
from mesozoic.kernel.state import HOST
from mesozoic.kernel.tabletop import Tabletop

if TYPE_CHECKING:
    from mesozoic.kernel.conformance.trial import Trial


def plain(value: Any) -> Any:
    """Typed structures as plain JSON values; TypeError for anything that a page could not be sent."""
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
    watcher = trial.one_of(trial.everybody)
    if film and film[-1][0].is_known_to(watcher):
        moved = moved_between(trial, film[-1][1].view(watcher), filmed.view(watcher))
        trial.law(not moved, "a picture shows the table right after its event", f"{film[-1][0]}, but not yet {moved}")


def moved_between(trial: Trial, shown: Any, then: Any) -> str:
    """The zones that hold cards in both views, but not the same ones. (Places to choose from come and go.)"""
    before, after = cards_in(trial.game.tabletop.lay_out(shown)), cards_in(trial.game.tabletop.lay_out(then))
    zones = [zone for zone in before.keys() & after.keys() if before[zone] != after[zone]]
    return "; ".join(f"{name} of {owner}: {before[name, owner]}, then {after[name, owner]}" for name, owner in zones)


def cards_in(table: Tabletop) -> dict[tuple[str, int | None], list[tuple[str, int]]]:
    """The cards of every zone that holds some, in no particular order."""
    zones = [zone for zone in table.zones if zone.cards]
    return {(zone.name, zone.owner): sorted((card.id, card.count) for card in zone.cards) for zone in zones}
