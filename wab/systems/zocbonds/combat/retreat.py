"""Retreats (ZOC-13): ways of two or four hexes, or of one, that cost the fewest steps; their cost; the units that are
lost.

The owner chooses among the ways with the fewest losses (ZOC-13.1-7), and may split a stack (ZOC-13.1-6). Losses are
counted for the whole stack: a group goes its way only if the rest can still do as well as the best split of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.field import ways_back
from wab.hexes import OFF_MAP, HexId
from wab.systems.zocbonds.combat.results import ids, in_target
from wab.systems.zocbonds.ground import crossings
from wab.systems.zocbonds.ground.leashes import is_beyond_the_line
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.events import Answered, MarkerLifted, MarkerSet, Retreated
from wab.systems.zocbonds.state.orders import Path, RetreatTo
from wab.systems.zocbonds.state.special_units import is_fixed
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.state.steps import Fight, LoseSteps, MustRetreat
from wab.systems.zocbonds.units import works
from wab.systems.zocbonds.units.entering import control_won, overrun, room_for
from wab.systems.zocbonds.units.losses import eliminate


class Way(NamedTuple):
    """A way back: its hexes from the one attacked; `pursued`: its first hex is empty and in an enemy zone, a step
    (ZOC-13.2-1); `water`: it costs non-mechanised units a step (ZOC-13.2-2); `columns`: friends under strategic
    movement in its hexes (ZOC-13.6-10)."""

    path: Path
    pursued: bool
    water: bool
    columns: tuple[int, ...]


# ------------------------------------------------------------------------------------------------- one step of a way


class Country:
    """The country that retreating units find: bonds and zones of the enemy as they now stand, friends, water."""

    def __init__(self, state: State, fight: Fight, origin: HexId, length: int) -> None:
        self.state, self.board, self.origin, self.length = state, state.board, origin, length
        self.retreating = frozenset(fight.defenders)
        self.side, self.rows = enemy_of(fight.side), state.board.tables.combat
        self.beside = crossings.beside_major_rivers(self.board, origin)
        self.zone, self.bonds = state.zone_of(fight.side), state.bonds_of(fight.side)
        self._open: dict[tuple[bool, ...], list[Way]] = {}
        self._room: dict[tuple[tuple[int, ...], HexId], bool] = {}

    def ways(self, units: tuple[Unit, ...]) -> list[Way]:
        """Every way that all of some units can go together, where there is room for them at its end.

        One that is too full at its end goes on hex by hex until there is room (ZOC-13.1-10). Friends under strategic
        movement are in the way as long as there is another one (ZOC-13.6-10).
        """
        found = list(self._with_room(units))
        return [way for way in found if not way.columns] or found

    def _with_room(self, units: tuple[Unit, ...]) -> Iterator[Way]:
        for way in self._of_class(units):
            if len(way.path) - 1 < self.length:
                if self._may_stop(units, way):
                    yield way
            elif self._has_room(units, way.path[-1]):
                yield way
            else:
                yield from self._further(units, way)

    def _further(self, units: tuple[Unit, ...], way: Way) -> Iterator[Way]:
        if len(way.path) - 1 == self.length + self.rows.most_further:
            return
        for further in ways_back.further(way, partial(self._step, units)):
            if self._has_room(units, further.path[-1]):
                yield further
            else:
                yield from self._further(units, further)

    def _of_class(self, units: tuple[Unit, ...]) -> list[Way]:
        """The ways of all units that move as these do, full or not, and those after one hex alone that might end there;
        found once for each mixture of classes."""
        key = tuple(sorted({self.state.profile(unit.id).foot for unit in units}))
        known = self._open.get(key)
        if known is None:
            far = {self.length, 1} if self.length == self.rows.retreat.near else {self.length}
            start = Way((self.origin,), False, False, ())
            ways = ways_back.walks(start, self.length, partial(self._step, units))
            known = self._open[key] = [way for way in ways if len(way.path) - 1 in far]
        return known

    def _has_room(self, units: tuple[Unit, ...], hex_: HexId) -> bool:
        key = (ids(units), hex_)
        known = self._room.get(key)
        if known is None:
            known = self._room[key] = room_for(self.state, key[0], hex_)
        return known

    def _step(self, units: tuple[Unit, ...], way: Way, direction: int) -> Way | None:
        """One hex further away, None if they would be eliminated. Units are eliminated over a bond (ZOC-13.2-4 to
        ZOC-13.2-9, ZOC-8.5.2-2), or beyond the line that closes the Cherbourg scenario to the Allies (ZOC-26.1-2,
        ZOC-13.2-6).
        """
        here, gone = way.path[-1], len(way.path) - 1
        there = self.board.grid.neighbour(here, direction)
        if there == OFF_MAP or self.board.grid.distance(self.origin, there) != gone + 1:
            return None
        if self.bonds.bars(here, direction, there) or self.state.side_in(there) not in (None, self.side):
            return None
        by_class = {self.state.profile(unit.id).foot: self.state.profile(unit.id) for unit in units}
        if any(crossings.closed(self.board, profile, here, direction) for profile in by_class.values()):
            return None
        if is_beyond_the_line(self.state, units[0].id, there):
            return None
        pursued = bool(self.zone[there]) and not self._friends(there)
        if pursued and gone:
            return None
        wet = True in by_class and self._costs_on_foot(way, here, direction)
        if gone and False in by_class and self._deep(here, direction):
            return None
        columns = tuple(unit.id for unit in self._friends(there) if unit.column)
        return Way((*way.path, there), way.pursued or pursued, way.water or wet, (*way.columns, *columns))

    def _deep(self, here: HexId, direction: int) -> bool:
        """A major river without a bridge that does not run along the starting hex: mechanised units never cross it
        (ZOC-13.2-8), units on foot lose a step (ZOC-13.2-2).
        """
        river = crossings.major_river(self.board, here, direction)
        return bool(river) and river not in self.beside and not crossings.by_road(self.board, here, direction)

    def _costs_on_foot(self, way: Way, here: HexId, direction: int) -> bool:
        """Water that costs non-mechanised units a step: deep water, a flooded hexside that is none of the starting
        hex, or a flooded hex gone through off the road (ZOC-13.2-2); rivers never (ZOC-13.2-3).
        """
        gone = len(way.path) - 1
        if not gone:
            return False
        if self._deep(here, direction) or self._flooded(here, direction):
            return True
        if not crossings.is_flooded(self.board, here):
            return False
        came = self.board.grid.direction(way.path[-2], here)
        in_by_road = crossings.by_road(self.board, way.path[-2], came)
        return not (in_by_road and crossings.by_road(self.board, here, direction))

    def _flooded(self, here: HexId, direction: int) -> bool:
        flooded = crossings.FLOODED in crossings.kinds(self.board, here, direction)
        return flooded and crossings.first_only(self.board, here, direction)

    def _friends(self, hex_: HexId) -> tuple[Unit, ...]:
        """Friends in a hex that do not go back in this combat: they negate enemy zones there (ZOC-13.1-4)."""
        return tuple(unit for unit in self.state.stack(hex_) if unit.id not in self.retreating)

    def _may_stop(self, units: tuple[Unit, ...], way: Way) -> bool:
        """Return whether a retreat of two hexes may end after one (ZOC-13.3-1 to ZOC-13.3-3); one of four never does
        (ZOC-13.3-4).
        """
        hex_ = way.path[-1]
        steady = [unit for unit in self._friends(hex_) if not unit.disrupted]
        if self.zone[hex_] and not steady:
            return False
        if not self.shelters(hex_) and not self._stopped_by(steady, units, hex_):
            return False
        return self._has_room(units, hex_)

    def shelters(self, hex_: HexId) -> bool:
        """City, village, woods, bocage, a strongpoint or improved position (ZOC-13.3-1, ZOC-16.1-1, ZOC-16.2-3)."""
        ground = self.board.tables.terrain.terrain[self.board.terrain(hex_)]
        strongpoint = any(self.state.profile(unit.id).type == "strongpoint" for unit in self._friends(hex_))
        return ground.shelter or works.shelters(self.state, self.side, hex_) or strongpoint

    def _stopped_by(self, steady: list[Unit], units: tuple[Unit, ...], hex_: HexId) -> bool:
        """Friends stop as much strength as they have, undisrupted and not in column, in one combat phase; a unit that
        came to them after two hexes, or was stopped by the ground, takes none of it (ZOC-13.3-2).
        """
        hold = sum(self.state.strength(unit) for unit in steady if not unit.column)
        stopped = sum(self.state.strength(unit) for unit in self.state.stack(hex_) if unit.halted)
        return stopped + sum(map(self.state.strength, units)) <= hold


# ------------------------------------------------------------------------------------------------- fewest losses


class Plan(ways_back.FewestLosses[Way]):
    """The ways of a stack, and the fewest steps that it can lose however it splits (ZOC-13.1-7, ZOC-13.1-8).

    Since an enemy zone costs a step, empty hexes in one are avoided where that is possible (ZOC-13.1-3).
    """

    def __init__(self, state: State, fight: Fight, step: MustRetreat) -> None:
        super().__init__({unit: state.units[unit].steps for unit in retreating(state, step)})
        self.state = state
        self.country = Country(state, fight, step.origin, step.length)

    def open_ways(self, group: tuple[int, ...]) -> list[Way]:
        """The ways that a group can go."""
        return self.country.ways(tuple(self.state.units[unit] for unit in group))

    def loss(self, group: tuple[int, ...], way: Way) -> int:
        """Steps that a group loses on a way: one in all for an enemy zone, one in all for water, by units on foot
        (ZOC-13.2-1, ZOC-13.2-2).
        """
        on_foot = any(self.state.profile(unit).foot for unit in group)
        return int(way.pursued) + int(way.water and on_foot)

    def way(self, group: tuple[int, ...], path: Path) -> Way | None:
        """The way along a path, None if the group cannot go it."""
        return next((way for way in self.ways(group) if way.path == path), None)


def plan_of(state: State, fight: Fight, step: MustRetreat) -> Plan:
    """The plan of a retreat, the same while nothing that it rests on changes: units, works, the step itself."""
    basis = (step, fight, state.now.works, tuple(state.units.values()))
    return state.kept("retreat", basis, lambda: Plan(state.copy(), fight, step))


def retreating(state: State, step: MustRetreat) -> tuple[int, ...]:
    """The units that still have to go back."""
    there = state.stacks.get(step.origin, ())
    return tuple(unit for unit in step.units if unit in there)


def cannot_retreat(state: State, fight: Fight, unit: int) -> bool:
    """Return whether a unit is lost if it must go back: without movement allowance (ZOC-13.1-5, ZOC-16.2-5), or fallen
    back onto others before in this phase (ZOC-13.5-1).
    """
    return unit in fight.passive or is_fixed(state.profile(unit))


def all_would_be_lost(state: State, fight: Fight) -> bool:
    """Return whether a retreat of two hexes would be the end of all defenders (ZOC-12.5-1, ZOC-13.2-9)."""
    able = tuple(unit.id for unit in in_target(state, fight) if not cannot_retreat(state, fight, unit.id))
    near = state.board.tables.combat.retreat.near
    return Plan(state, fight, MustRetreat(fight.against, able, fight.target, near)).hopeless


def without_way_back(state: State, side: str) -> tuple[HexId, ...]:
    """The hexes of a side whose units would all be lost if they had to go back now, ascending; a hex that no unit could
    ever leave, with a strongpoint alone, is none of them (ZOC-13.2-9).
    """
    found = []
    for hex_, units in sorted(state.stacks.items()):
        fight = Fight(enemy_of(side), hex_, (), (), (), units, against=side)
        if state.side_in(hex_) == side and not all(cannot_retreat(state, fight, unit) for unit in units):
            found += [hex_] if all_would_be_lost(state, fight) else []
    return tuple(found)


def step_losses(state: State, units: tuple[int, ...], path: Path, fight: Fight) -> int:
    """Return the cost of a way if all units go it: for units that cannot, all their steps, for the others its price."""
    country = Country(state, fight, path[0], len(path) - 1)
    able, lost = [], 0
    for unit in units:
        standing = state.units[unit]
        if any(way.path == path for way in country.ways((standing,))):
            able.append(standing)
        else:
            lost += standing.steps
    way = next((one for one in country.ways(tuple(able)) if one.path == path), None) if able else None
    if way is None:
        return lost
    on_foot = any(state.profile(unit.id).foot for unit in able)
    return lost + int(way.pursued) + int(way.water and on_foot)


# ------------------------------------------------------------------------------------------------- the decision


def step_of_retreat(state: State) -> MustRetreat | None:
    """The retreat that is being decided, None if none is."""
    step = state.agenda[0] if state.agenda else None
    return step if isinstance(step, MustRetreat) else None


def seat_of_retreat(state: State) -> str | None:
    """The owner of the units that go back."""
    step = step_of_retreat(state)
    return step.seat if step else None


def retreat_by_itself(state: State) -> Iterator[Event] | None:
    """The retreat settles itself if no unit has to go back, some cannot and are lost, or there is one way alone."""
    step = step_of_retreat(state)
    if step is None:
        return None
    fight, units = state.fight, retreating(state, step)
    if fight.stood or not units:
        return iter((Answered(),))
    lost = tuple(unit for unit in units if cannot_retreat(state, fight, unit))
    if not lost and plan_of(state, fight, step).hopeless:
        lost = units
    if lost:
        return _are_lost(state, step, lost)
    orders = [order for group in offered_retreats(state) for order in group]
    return execute_retreat(state, orders[0]) if len(orders) == 1 else None


def _are_lost(state: State, step: MustRetreat, units: tuple[int, ...]) -> Iterator[Event]:
    """Eliminated instead of going back: the attacker advances all the same (ZOC-13.4-1)."""
    yield from eliminate(state, units, "retreat")
    yield from _go_on(state, step, ())


def _go_on(state: State, step: MustRetreat, losses: tuple[LoseSteps, ...]) -> Iterator[Event]:
    rest = retreating(state, step)
    more = (MustRetreat(step.seat, rest, step.origin, step.length),) if rest else ()
    yield Answered((*losses, *more))


def why_not_retreat(state: State, order: RetreatTo) -> Refusal | None:
    """None if these units may go back this way, or must be eliminated (a path of one hex)."""
    step = step_of_retreat(state)
    if step is None:
        return Refusal(Text("No unit has to retreat now."), ("ZOC-13.1-1",), (), "no-retreat")
    if list(order.units) != sorted(set(order.units)) or not order.units or not order.path:
        return Refusal(Text("Name each unit once, in ascending order."), (), (), "units-out-of-order")
    if not set(order.units) <= set(retreating(state, step)) or order.path[0] != step.origin:
        text = Text("Only units that were beaten out of this hex retreat.")
        return Refusal(text, ("ZOC-13.1-1",), (step.origin,), "not-beaten")
    plan = plan_of(state, state.fight, step)
    way = plan.way(order.units, order.path)
    if way is None and (len(order.path) > 1 or len(order.units) > 1):
        text = Text("The units cannot retreat this way.")
        return Refusal(text, ("ZOC-13.1-2", "ZOC-13.2-4", "ZOC-13.2-6"), (step.origin,), "no-way")
    if not plan.allows(order.units, way):
        text = Text("Another way costs fewer steps.")
        return Refusal(text, ("ZOC-13.1-7", "ZOC-13.1-8"), (step.origin,), "not-fewest-losses")
    return None


def execute_retreat(state: State, order: RetreatTo) -> Iterator[Event]:
    """They go back, are disrupted (ZOC-13.6-1), and lose what their way costs, by their owner's choice (ZOC-13.2-1).

    Friends that they pass are unaffected, unless these go by column (ZOC-13.1-9).
    """
    step = step_of_retreat(state)
    if step is None:
        raise ValueError("nobody has to retreat")
    plan = plan_of(state, state.fight, step)
    way = plan.way(order.units, order.path)
    if way is None:
        yield from _are_lost(state, step, order.units)
        return
    yield from _overtaken(state, way.columns)
    side = state.side_of(order.units[0])
    yield from overrun(state, side, order.path[1:])
    halted = len(order.path) - 1 < step.length and not plan.country.shelters(order.path[-1])
    yield Retreated(order.units, order.path, control_won(state, side, order.path[1:]), halted)
    on_foot = tuple(unit for unit in order.units if state.profile(unit).foot)
    losses = [LoseSteps(step.seat, order.units, 1, "retreat")] if way.pursued else []
    losses += [LoseSteps(step.seat, on_foot, 1, "retreat")] if way.water and on_foot else []
    yield from _go_on(state, step, tuple(losses))


def _overtaken(state: State, columns: tuple[int, ...]) -> Iterator[Event]:
    """Friends under strategic movement lose their marker and are disrupted (ZOC-13.6-10)."""
    if not columns:
        return
    yield MarkerLifted(columns, "column", "retreat")
    trucks = tuple(unit for unit in columns if state.units[unit].truck)
    if trucks:
        yield MarkerLifted(trucks, "truck", "retreat")
    yield MarkerSet(columns, "disrupted", "retreat")


def offered_retreats(state: State, unit: int | None = None) -> Iterator[tuple[RetreatTo, ...]]:
    """The ways with the fewest losses of all who go back together, and of each unit alone; of every part of the stack
    where neither serves."""
    step = step_of_retreat(state)
    if step is None:
        return
    plan = plan_of(state, state.fight, step)
    singles = [(one,) for one in plan.units if len(plan.units) > 1]
    found = [*_orders(plan, step, [plan.units, *singles])]
    if not found:
        parts = (part for count in range(len(plan.units) - 1, 1, -1) for part in combinations(plan.units, count))
        found = [*_orders(plan, step, parts)]
    yield tuple(order for order in found if unit is None or unit in order.units)


def _orders(plan: Plan, step: MustRetreat, groups: Iterable[tuple[int, ...]]) -> Iterator[RetreatTo]:
    for group in groups:
        yield from (RetreatTo(group, way.path) for way in plan.ways(group) if plan.allows(group, way))
        if len(group) == 1 and plan.allows(group, None):
            yield RetreatTo(group, (step.origin,))
