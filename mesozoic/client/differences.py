"""What has changed between two views, and the later view rebuilt from it.

A difference is ``[value]``, which stands in place of what was there, or an object: for an object it holds the
differences of the fields that changed, for a list those of the items that changed, by their places; where a list has
become longer or shorter, ``""`` holds ``[start, how many go, [what comes there]]`` and nothing else is said. Nothing
has changed: an empty object. It is made of the two views alone, so it tells nobody more than they do.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

SPLICE = ""
"""Under this name a list tells what left it and what came; no field is called so."""
PLAIN = frozenset({str, int, bool, float, type(None)})


Way = Callable[[Any, Any], Any]


def difference(old: Any, new: Any) -> Any:
    """What makes the new one of the old; both may be structures of the server's, or the plain values sent for them."""
    return {} if old is new or old == new else _changed(old, new)


def _changed(old: Any, new: Any) -> Any:
    """The difference of two values that are known not to be the same. Comparing whole structures is cheap: Python does
    not go through them, so it is done again for each of their parts."""
    kind = type(new)
    if kind in PLAIN or type(old) is not kind:
        return [new]
    way = _ways.get(kind)
    if way is None:
        way = _ways[kind] = _way_for(kind)
    return way(old, new)


_ways: dict[type, Way] = {}


def _way_for(kind: type) -> Way:
    """How values of a type are compared."""
    if issubclass(kind, (list, tuple)):
        return _items
    if issubclass(kind, dict):
        return _fields
    names: Any = getattr(kind, "__dataclass_fields__", None) or getattr(kind, "__struct_fields__", ())
    return _structures(tuple(names)) if names else lambda _, new: [new]


def _structures(names: Sequence[str]) -> Way:
    """By their fields, as they are sent."""
    get = attrgetter(*names)
    values = get if len(names) > 1 else lambda value: (get(value),)

    def changed(old: Any, new: Any) -> Any:
        found = {
            name: _changed(before, after)
            for name, before, after in zip(names, values(old), values(new), strict=True)
            if before is not after and before != after
        }
        return _unless_all(new, found, len(names))

    return changed


def _fields(old: dict[str, Any], new: dict[str, Any]) -> Any:
    if old.keys() != new.keys():
        return [new]
    found = {name: _changed(old[name], new[name]) for name in new if old[name] != new[name]}
    return _unless_all(new, found, len(new))


def _items(old: Sequence[Any], new: Sequence[Any]) -> Any:
    if len(old) != len(new):
        return _spliced(old, new)
    found = {
        str(at): _changed(before, after)
        for at, (before, after) in enumerate(zip(old, new, strict=True))
        if before is not after and before != after
    }
    return _unless_all(new, found, len(new))


def _spliced(old: Sequence[Any], new: Sequence[Any]) -> Any:
    """The same at the beginning and at the end; what lies between is told."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    kept = 0
    while kept < shorter - start and old[-1 - kept] == new[-1 - kept]:
        kept += 1
    return {SPLICE: [start, len(old) - start - kept, new[start : len(new) - kept]]}


def _unless_all(new: Any, found: dict[str, Any], among: int) -> Any:
    """Where hardly anything has stayed, the whole is shorter than all its parts by name."""
    if 2 * len(found) > among > 1 and 2 * sum(isinstance(one, list) for one in found.values()) > among:
        return [new]
    return found


def applied(old: Any, change: Any) -> Any:
    """The later view from the plain values of the earlier one, which stays as it was."""
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        if SPLICE in change:
            start, gone, put = change[SPLICE]
            return [*old[:start], *put, *old[start + gone :]]
        return [applied(item, change[str(at)]) if str(at) in change else item for at, item in enumerate(old)]
    if not change:
        return old
    return {name: applied(value, change[name]) if name in change else value for name, value in old.items()}


def fingerprint(plain: Any) -> int:
    """Of plain values: who has rebuilt a view compares it now and then."""
    parts: list[str] = []
    _spell(plain, parts)
    return zlib.crc32("".join(parts).encode())


def _spell(value: Any, parts: list[str]) -> None:
    """One text in every language: numbers in thousandths, names in their order."""
    kind = type(value)
    if kind is str:
        parts.append(value)
    elif kind is int:
        parts.append(f"{value * 1000}")
    elif value is None or kind is bool:
        parts.append({None: "~", True: "+", False: "-"}[value])
    elif kind is float:
        parts.append(f"{math.floor(value * 1000 + 0.5)}")
    elif kind is list:
        parts.append("[")
        for item in value:
            _spell(item, parts)
            parts.append(",")
        parts.append("]")
    else:
        parts.append("{")
        for name in sorted(value):
            parts.append(f"{name}:")
            _spell(value[name], parts)
            parts.append(",")
        parts.append("}")
