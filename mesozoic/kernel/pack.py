"""States as bytes for another process of this program: quick and trusted, unlike positions, which anybody may give.

A packed state is what differs from a fresh game of its set-up, field by field. Whoever takes it up needs the same
set-up and the same engine; nothing is checked. The engine's buffers go along as they are; an imagined world has
nothing of the real one even beyond the end of a pile.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from mesozoic.kernel.deal import Chance, SeatChance
from mesozoic.kernel.game import Setup
from mesozoic.kernel.rng import Rng, seeded
from mesozoic.kernel.state import State


def packed(state: State) -> bytes:
    """What ``unpacked`` takes. The state's history is left behind, as in a clone."""
    fresh = fields(_fresh(state.setup))
    changed = {name: value for name, value in fields(state).items() if name not in fresh or value is not fresh[name]}
    changed.pop("journal", None)
    out = io.BytesIO()
    pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = REDUCERS
    pickler.dump(changed)
    return out.getvalue()


def unpacked(setup: Setup, data: bytes) -> State:
    state = _fresh(setup)
    for name, value in pickle.loads(data).items():
        setattr(state, name, value)
    return state


def _fresh(setup: Setup) -> State:
    """The same for every process, so that what has not changed since need not be sent: the set-up, a table of cards."""
    return setup.shuffle(seeded("packed"))


def fields(thing: Any) -> dict[str, Any]:
    """The fields of a compiled object, of one that is not, and of one that is partly so."""
    names = [*getattr(thing, "__mypyc_attrs__", ()), *getattr(thing, "__dict__", ())]
    found = {name: getattr(thing, name, _UNSET) for name in names if name != "__dict__"}
    return {name: value for name, value in found.items() if value is not _UNSET}


_UNSET = object()
"""A compiled class names all its fields, also those that nothing was written to yet."""


def _vec(numbers: list[int]) -> vec[i64]:
    return vec[i64](numbers)


def _chance(kind: type[Any], rng: Rng, orders: list[Any], used: Any) -> Any:
    chance = kind(rng, orders)
    chance.used = used
    return chance


def _reduced_chance(chance: Any) -> tuple[Any, ...]:
    return _chance, (type(chance), chance.rng, chance.orders, chance.used)


REDUCERS: dict[type[Any], Any] = {
    **copyreg.dispatch_table,
    vec[i64]: lambda numbers: (_vec, (list(numbers),)),
    Rng: lambda rng: (Rng, (rng.a, rng.b, rng.c, rng.d)),
    Chance: _reduced_chance,
    SeatChance: _reduced_chance,
}
"""How the engine's own kinds are written down."""
