"""Figures of a running server in the text format that monitors read."""

from __future__ import annotations

import resource
from pathlib import Path

from mesozoic.table.matches.hub import Hub


def figures(hub: Hub) -> dict[str, float]:
    live = [room for room in hub.rooms.values() if room.match.status == "playing"]
    found: dict[str, float] = {
        "connections": hub.connections,
        "matches_in_memory": len(hub.rooms),
        "matches_playing": len(live),
        "commits_total": hub.store.commits,
        "commits_failed_total": hub.store.failures,
        "is_failing": int(hub.store.is_gone or hub.store.is_failing),
        "bots_too_slow_total": hub.thinkers.too_slow,
        "bots_failed_total": hub.thinkers.failed,
        "entries_waiting": len(hub.store.waiting),
        "bots_waiting": len(hub.thinkers.waiting),
        "uptime_seconds": hub.wall() - hub.clocks.back,
        "memory_bytes": memory(),
    }
    found |= {f"{name}_total": count for name, count in hub.counts.items()}
    return found


def memory() -> int:
    """Resident memory of this process now; where the system does not tell, the most that it ever was."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def text(hub: Hub) -> str:
    lines = []
    for name, value in sorted(figures(hub).items()):
        kind = "counter" if name.endswith("_total") else "gauge"
        lines += [f"# TYPE mesozoic_{name} {kind}", f"mesozoic_{name} {value:.15g}"]
    lines.append("# TYPE mesozoic_refusals_total counter")
    lines += [f'mesozoic_refusals_total{{kind="{kind}"}} {n}' for kind, n in sorted(hub.measured.refusals.items())]
    lines += hub.measured.requests.lines("mesozoic_request_seconds")
    lines += hub.measured.moves.lines("mesozoic_move_seconds")
    return "\n".join([*lines, ""])
