"""Leaving the map, and what it brings: diversion, upkeep, points (BLD-18, BLD-19-7 to BLD-19-11)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.blind.shapes import Edge
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.blind.movement.marching import is_mover, points_left, why_not_move
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.areas import status
from wab.systems.blind.state.state import COMING, ISOLATED, RESERVE, State
from wab.systems.blind.state.steps import Exit

_NO_EXIT = Refusal(
    Text(
        "A unit leaves from a German entry hex on which it began its movement, in the first or second movement phase."
    ),
    ("BLD-18-1", "BLD-18-3", "BLD-18-15"),
    code="no-exit",
)
_EDGES: tuple[Edge, ...] = ("east", "south", "west")


def why_not_leave(state: State, order: od.Leave) -> Refusal | None:
    """Only Allied units leave (BLD-18-1), from an entry hex on which their movement began (BLD-18-3), for a point
    (BLD-18-15).
    """
    if found := why_not_move(state, order.unit):
        return found
    unit, board = state.units[order.unit], state.board
    elsewhere = unit.hex not in board.edges or unit.act == "moved" or is_mover(state, order.unit)
    if state.now.side != "allied" or state.now.phase in RESERVE or elsewhere or _is_bound(state, order.unit):
        return _NO_EXIT
    return None if points_left(state, order.unit) >= board.tables.terrain.leaving else _NO_EXIT


def _is_bound(state: State, unit: int) -> bool:
    return state.now.phase == "allied_second" and state.units[unit].bound >= 0


def execute_leave(state: State, order: od.Leave) -> Iterator[Event]:
    """It never comes back (BLD-18-4); the enemy sees the unit and the side of the map."""
    hex_ = state.units[order.unit].hex
    yield ev.Left(order.unit, state.re(order.unit), state.board.edge(hex_), hex_)


def offered_exits(state: State, unit: int | None) -> Iterator[Group]:
    """The units that can leave now."""
    orders = (od.Leave(one.id) for one in state.units_of("allied") if unit in (None, one.id))
    yield [order for order in orders if why_not_leave(state, order) is None]


# ---------------------------------------------------------------- what it costs


def re_off_map(state: State, account: str = "") -> int:
    """The RE that have left, of an account or of all."""
    profile = state.profile
    return sum(gone.re for gone in state.now.exits if account in ("", profile(gone.unit).account))


def upkeep(state: State) -> Iterator[Event]:
    """As a turn begins: a point of attack supply for four RE off the map, by army group (BLD-18-11). The points that
    stock lacks are owed from what arrives (BLD-18-16).
    """
    per_point = state.board.tables.limits.supplied_off_map
    need = {account: -(-re_off_map(state, account) // per_point) for account in ("br", "us")}
    paid = {account: min(points, state.now.stocks.get(account, 0)) for account, points in need.items() if points}
    if paid:
        owed = {account: need[account] - points for account, points in paid.items() if need[account] > points}
        yield ev.Upkeep(paid, owed)


def air_cover(state: State) -> Iterator[Event]:
    """As interdiction begins: an air unit for eight RE off the map, of any nation (BLD-12-9, BLD-18-12)."""
    per_unit = state.board.tables.limits.covered_off_map
    need = -(-re_off_map(state) // per_unit)
    if need:
        units = min(need, state.now.air)
        yield ev.AirBound(units, max(0, re_off_map(state) - units * per_unit))


def counted_exits(state: State) -> list[Exit]:
    """The units off the map that are paid for (BLD-18-13): of each account, and of all by aircraft, the last to leave
    go unpaid first.
    """
    lacking = dict(state.now.unpaid)
    found = []
    for gone in reversed(state.now.exits):
        account = state.profile(gone.unit).account
        short = max(lacking.get(account, 0), lacking.get("air", 0)) > 0
        for key in (account, "air"):
            lacking[key] = lacking.get(key, 0) - (gone.re if short else 0)
        if not short:
            found.append(gone)
    return found[::-1]


def diversions(state: State) -> Iterator[Event]:
    """German reinforcements of the turn go to meet units off the map, RE for RE by the same side (BLD-16-12, BLD-18-7).

    Units due first go first, what is owed carries over (BLD-18-8), and they never enter (BLD-18-9). If one RE is owed a
    regiment goes if one is due, else a division, whose surplus is credited (BLD-18-10).
    """
    for edge in _EDGES:
        owed = sum(gone.re for gone in counted_exits(state) if gone.edge == edge) - state.now.diverted.get(edge, 0)
        waiting = _due_by(state, edge)
        units, re = [], 0
        while owed > re and waiting:
            small = [unit for unit in waiting if _full_re(state, unit) == 1]
            unit = small[0] if owed - re == 1 and small else waiting[0]
            waiting.remove(unit)
            units.append(unit)
            re += _full_re(state, unit)
        if units:
            yield ev.Diverted(tuple(units), edge, re)


def _full_re(state: State, unit: int) -> int:
    return state.profile(unit).row.re


def _due_by(state: State, edge: str) -> list[int]:
    """The German units that the table lists for this turn by a side of the map, first phase first."""
    found = []
    for unit in state.box(COMING):
        profile = state.profile(unit)
        arrives = profile.arrives if profile.side == "axis" else None
        listed = arrives is not None and arrives.turn == state.now.turn
        if arrives is not None and listed and state.board.edge(profile.entry[0]) == edge:
            found.append((arrives.phase, unit))
    return [unit for _, unit in sorted(found)]


# ---------------------------------------------------------------- what it brings


def award(state: State) -> Iterator[Event]:
    """A point for each RE off the map (BLD-19-7), at the end of both Allied movement phases, or as the option says
    (BLD-19-8); less diverted RE of the same side of the map (BLD-19-9), up to a limit by side (BLD-19-11).
    """
    manner = state.now.options.get("exit_vp", "each_phase")
    if manner == "each_turn" and state.now.phase == "allied_first":
        return
    for edge in _EDGES:
        points = award_by(state, edge, fresh=manner == "once")
        most = state.board.tables.limits.most_by_edge.get(edge)
        before = state.now.scored.get(edge, 0)
        if most is not None:
            points = min(points, most - before)
        if points > 0:
            yield ev.Scored(edge, points)


def award_by(state: State, edge: str, *, fresh: bool) -> int:
    """Points by a side of the map: only units that can trace a line from the hex by which they left (BLD-19-10)."""
    gone = [one for one in counted_exits(state) if one.edge == edge]
    if fresh:
        gone = [one for one in gone if (one.turn, one.phase) == (state.now.turn, state.now.phase)]
    lined = [one for one in gone if status(state, state.profile(one.unit).account, one.hex) != ISOLATED]
    against = 0 if fresh else state.now.diverted.get(edge, 0)
    return max(0, sum(one.re for one in lined) - against)
