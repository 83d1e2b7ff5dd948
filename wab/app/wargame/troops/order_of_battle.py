"""The order of battle as lines of a tree: the own side whole, the known enemy, units to come, units that are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.pictures import Echelon
from wab.app.wargame.adapter.typography import joined
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.locale.numbers import percent

TABS = {"own": N_("Own troops"), "enemy": N_("The enemy"), "arrivals": N_("To come"), "lost": N_("Lost")}
"""The lists by name, with their headings as messages."""


@dataclass(frozen=True)
class Line:
    """A line: a unit, or a formation with all that belongs to it.

    `units` stand on the map, `hex` is where to look for units that are still to come. `now` and `full` are the
    strength, 0 of 0 if it is not known; `note` tells the place or the condition of a unit. `energy` is 0 to 1, None if
    nothing tires.
    """

    key: str
    name: str
    depth: int = 0
    side: str = ""
    units: tuple[int, ...] = ()
    hex: HexId | None = None
    now: int = 0
    full: int = 0
    energy: float | None = None
    note: str = ""
    leaf: bool = True
    open: bool = False
    spent: bool = False


Entry = tuple[tuple[Echelon, ...], Line]
"""A unit with the formations to which it belongs."""


def lines(adapter: Adapter, tab: str, toggled: Collection[str] = ()) -> list[Line]:
    """Return the lines of a list that are in sight. Formations of the first level are open and lower formations
    closed, but formations whose keys are `toggled` are the other way round."""
    makers = {"own": _own, "enemy": _enemy, "arrivals": _arrivals, "lost": _lost}
    return list(_grown(makers[tab](adapter), 0, "", frozenset(toggled)))


def _grown(entries: Sequence[Entry], depth: int, above: str, toggled: frozenset[str]) -> Iterable[Line]:
    """Formations in the order in which they come, each with what belongs to it below; then units of none."""
    groups: dict[Echelon, list[Entry]] = {}
    for entry in entries:
        if len(entry[0]) > depth:
            groups.setdefault(entry[0][depth], []).append(entry)
    for echelon, members in groups.items():
        key = f"{above}/{echelon.key}"
        open_ = (depth == 0) != (key in toggled)
        yield _sum_of(members, key, echelon.name, depth, open_)
        if open_:
            yield from _grown(members, depth + 1, key, toggled)
    for path, line in entries:
        if len(path) == depth:
            yield replace(line, depth=depth, key=f"{above}/{line.key}")


def _sum_of(members: Sequence[Entry], key: str, name: str, depth: int, open_: bool) -> Line:
    parts = [line for _path, line in members]
    rested = [part.energy for part in parts if part.energy is not None]
    count = ngettext("{count} unit", "{count} units", len(parts)).format(count=len(parts))
    return Line(
        key,
        name,
        depth,
        parts[0].side if len({part.side for part in parts}) == 1 else "",
        tuple(unit for part in parts for unit in part.units),
        parts[0].hex,
        sum(part.now for part in parts),
        sum(part.full for part in parts),
        sum(rested) / len(rested) if rested else None,
        joined(count, parts[0].note if depth and not parts[0].units and len({part.hex for part in parts}) == 1 else ""),
        leaf=False,
        open=open_,
        spent=all(part.spent for part in parts),
    )


def _own(adapter: Adapter) -> list[Entry]:
    return [_entry(adapter, unit) for unit in _by_formation(adapter, adapter.own_units())]


def _enemy(adapter: Adapter) -> list[Entry]:
    return [
        _entry(adapter, unit) for unit in _by_formation(adapter, (u for u in adapter.units() if not adapter.is_own(u)))
    ]


def _by_formation(adapter: Adapter, units: Iterable[int]) -> list[int]:
    """Return units by id. Units that belong to a formation come before units of none."""
    return sorted(units, key=lambda unit: (not adapter.echelons(unit), unit))


def _entry(adapter: Adapter, unit: int) -> Entry:
    spec, hex_ = adapter.counter(unit), adapter.where(unit)
    known = spec.contact in ("own", "identified")
    path = tuple(adapter.echelons(unit))
    if not path:
        name = _("Independent units") if known else _("Not identified")
        path = (Echelon("" if known else "?", name),)
    line = Line(
        str(unit),
        adapter.unit_name(unit) or adapter.known(unit).name,
        side=adapter.side_in(hex_) or "" if hex_ is not None else "",
        units=(unit,),
        hex=hex_,
        now=spec.pips if known else 0,
        full=spec.pips_max if known else 0,
        energy=spec.energy if known else None,
        note=adapter.hex_title(hex_) if hex_ is not None else "",
        spent=spec.acted or spec.locked,
    )
    return path, line


def _arrivals(adapter: Adapter) -> list[Entry]:
    """Reinforcements by turn, then by formation, with the place of entry."""
    arrivals = adapter.arrivals()
    together = Counter((arrival.turn, arrival.echelons[-1:]) for arrival in arrivals)
    found = []
    for arrival in arrivals:
        when = Echelon(str(arrival.turn), joined(_("turn {turn}").format(turn=arrival.turn), arrival.day))
        formation = arrival.echelons[-1:] if together[arrival.turn, arrival.echelons[-1:]] > 1 else ()
        note = joined(arrival.place, _("waits for room") if arrival.late else "")
        line = Line(str(arrival.unit), arrival.name, side=arrival.side, hex=arrival.hex, note=note)
        found.append(((when, *formation), line))
    return found


def _lost(adapter: Adapter) -> list[Entry]:
    """Units that are gone, by side."""
    return [
        (
            (Echelon(gone.side, adapter.side_name(gone.side)),),
            Line(str(gone.unit), gone.name, side=gone.side, note=gone.formation),
        )
        for gone in sorted(adapter.lost(), key=lambda gone: (gone.side != adapter.view.side, gone.side))
    ]


def condition(line: Line) -> str:
    """Return the remaining strength of a unit or formation, in words for its tooltip."""
    strength = _("{now} of {full} steps").format(now=line.now, full=line.full) if line.full else ""
    rested = _("energy {percent}").format(percent=percent(line.energy)) if line.energy is not None else ""
    return joined(strength, rested)
