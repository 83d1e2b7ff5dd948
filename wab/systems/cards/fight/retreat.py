"""Retreats (ledger section 4.4.9): toward the own base line, a hex a flag; flags not carried out cost figures.

A retreat is no move: the rules of movement do not hold for it, its own do (CRD-4.3-13).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.combat import lose
from wab.systems.cards.fight.obstacles import bridge_allows, is_passable, left_behind
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Retreat
from wab.systems.cards.state.state import State, Unit


class Way(NamedTuple):
    """A way back: the hexes, the unit's own first; whether a flag is ignored; the figures it costs."""

    path: tuple[int, ...]
    ignore: bool
    losses: int


def may_retreat_into(state: State, unit: Unit, origin: int, target: int) -> bool:
    """Return whether one step back is possible (CRD-4.4.9-4 to CRD-4.4.9-6).

    Terrain does not slow it, bluffs and cliffs do not close it (CRD-A2.11-5). Hexes impassable for the unit and hexes
    with any unit do; so does the ocean (CRD-A2.10-3); bridges are left and reached by dry land (CRD-A2.8-3).
    """
    ground = state.board.ground[target]
    return (
        target not in state.at
        and ground is not None
        and not ground.no_retreat_into
        and is_passable(state, state.board.type_of(unit.kind), target)
        and abs(state.board.height[target] - state.board.height[origin]) <= 1
        and bridge_allows(state, origin, target)
    )


def paths_back(state: State, unit: Unit, longest: int) -> dict[int, list[tuple[int, ...]]]:
    """Every way back of up to `longest` hexes, by length, the way of no hex at all included.

    Each step goes one row nearer to the base line of the unit's owner (CRD-4.4.9-2); on that line there is no way back
    (CRD-4.4.9-12). A gun or tank set up in a bunker stays, so that its flags cost figures (CRD-A2.17-2, CRD-A2.17-3).
    """
    ways: dict[int, list[tuple[int, ...]]] = {0: [(unit.hex,)]}
    if state.profile(unit.id).fixed:
        return ways
    back = state.board.back(unit.side)
    for length in range(1, longest + 1):
        longer = [
            (*path, hex_)
            for path in ways[length - 1]
            for hex_ in back[path[-1]]
            if may_retreat_into(state, unit, path[-1], hex_)
        ]
        if not longer:
            break
        ways[length] = longer
    return ways


def all_ways(state: State) -> tuple[Way, ...]:
    """Everything that the owner of the unit that must go back may choose (CRD-4.4.9-3)."""
    return state.derived("ways back", lambda: tuple(_all_ways(state)))


def _all_ways(state: State) -> Iterator[Way]:
    due = state.retreat
    assert due is not None, "nobody has to go back"
    unit = state.units[due.unit]
    per_flag = state.board.kind(unit.kind).retreat_per_flag
    ways = paths_back(state, unit, due.flags * per_flag[1])
    for ignored in range(due.ignorable + 1):  # CRD-4.4.9-10: the owner may ignore it, and need not
        yield from _ways(ways, due.flags - ignored, per_flag[1], ignore=bool(ignored))


def _ways(ways: dict[int, list[tuple[int, ...]]], flags: int, most: int, *, ignore: bool) -> Iterator[Way]:
    """The ways of a number of flags: a hex each, one to three for the Resistance (CRD-4.4.9-1, CRD-A1.5-3).

    No figure may be given while all flags can be carried out (CRD-4.4.9-8); else the unit goes as far as it can and
    loses one for each flag left over (CRD-4.4.9-7, CRD-4.4.9-9, CRD-A1.5-4).
    """
    longest = max(ways)
    if longest < flags:
        for path in ways[longest]:
            yield Way(path, ignore, flags - longest)
        return
    for length in range(flags, min(longest, flags * most) + 1):
        for path in ways[length]:
            yield Way(path, ignore, 0)


def choices(state: State) -> tuple[Way, ...]:
    """The ways worth asking about: to each hex the way that costs fewest figures, then tramples fewest sandbags.

    A flag that may be ignored and would not move the unit is ignored: a figure more buys nothing (CRD-4.4.9-10).
    """
    return state.derived("choices back", lambda: _choices(state))


def _choices(state: State) -> tuple[Way, ...]:
    best: dict[int, tuple[int, int, Way]] = {}
    for way in all_ways(state):
        harm = sum(1 for _ in left_behind(state, way.path[1:-1]))
        found = (way.losses, harm, way)
        if way.path[-1] not in best or found < best[way.path[-1]]:
            best[way.path[-1]] = found
    return tuple(sorted((way for _, _, way in best.values()), key=lambda way: (way.path[-1], way.ignore)))


_NO_WAY = Refusal(
    Text(N_("The unit cannot retreat that way.")), ("CRD-4.4.9-2", "CRD-4.4.9-5", "CRD-4.4.9-6"), code="no-way"
)
_MUST_GO = Refusal(
    Text(N_("While there is a way back for every flag, it must be taken.")), ("CRD-4.4.9-8",), code="must-go"
)
_NOT_IGNORED = Refusal(Text(N_("Here no flag may be ignored.")), ("CRD-4.4.9-10",), code="not-ignored")


def why_not_retreat(state: State, order: Retreat) -> Refusal | None:
    """None if a unit may go back that way."""
    due = state.retreat
    if due is None:
        return _NO_WAY
    if order.ignore and not due.ignorable:
        return _NOT_IGNORED
    ways = [way for way in all_ways(state) if way.ignore == order.ignore]
    if any(way.path == order.path for way in ways):
        return None
    shorter = order.path and any(way.path[: len(order.path)] == order.path for way in ways)
    return _MUST_GO if shorter else _NO_WAY


def offered_retreats(state: State) -> Iterator[Retreat]:
    """The choices of the owner. Other paths between the same hexes are legal too, and are not listed."""
    return (Retreat(way.path, way.ignore) for way in choices(state))


def execute_retreat(state: State, order: Retreat) -> Iterator[Event]:
    """A unit goes back, and then loses the figures for what it could not carry out (CRD-4.4.9-13, CRD-4.4.9-11)."""
    due = state.retreat
    assert due is not None, "nobody has to go back"
    way = next(way for way in all_ways(state) if way.path == order.path and way.ignore == order.ignore)
    yield ev.Retreated(due.unit, way.path, int(way.ignore))
    yield from left_behind(state, way.path[:-1])
    if way.losses:
        yield from lose(state, due.unit, way.losses, "retreat")
