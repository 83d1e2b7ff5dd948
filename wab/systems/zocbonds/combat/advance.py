"""Advance after combat (ZOC-14), and the reserve that a result allows (ZOC-15.1-6).

Each attacker goes on its own, one or two hexes, until all have gone or the player ends the series; that ends the
combat. `Fight.advance` and `Fight.limited` say how far the result lets them go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import DIRECTIONS, HexId
from wab.systems.zocbonds.combat.into_reserve import why_not_into_reserve
from wab.systems.zocbonds.ground import crossings
from wab.systems.zocbonds.ground.leashes import is_beyond_the_line
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.events import Advanced, Answered, FightChanged, MarkerSet
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.orders import Advance, Done, IntoReserve, LiftReserve, Path
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.state.steps import Fight, MayAdvance
from wab.systems.zocbonds.units.entering import control_won, overrun, room_for
from wab.systems.zocbonds.units.reserve import offered_lift_reserve


def step_of_advance(state: State) -> MayAdvance | None:
    """The advance that is being decided, None if none is."""
    step = state.agenda[0] if state.agenda else None
    return step if isinstance(step, MayAdvance) else None


def seat_of_advance(state: State) -> str | None:
    """The attacker."""
    step = step_of_advance(state)
    return step.seat if step else None


# ------------------------------------------------------------------------------------------------- who, how far


def still_to_go(state: State, fight: Fight) -> tuple[Unit, ...]:
    """Attackers that have not finished: every unit that took part may advance (ZOC-14.1-2)."""
    return tuple(state.units[unit] for unit in fight.units if unit in state.units and unit not in fight.moved)


def is_vacated(state: State, fight: Fight) -> bool:
    """Return whether the defenders have left their hex, by retreat or altogether."""
    return state.side_in(fight.target) in (None, fight.side)


def reach(state: State, fight: Fight, unit: Unit) -> int:
    """Return how many hexes a unit may advance: two (ZOC-14.1-1, ZOC-14.1-3); into the vacated hex alone in a limited
    advance (ZOC-14.1-4), or if it landed this turn (ZOC-14.1-5, ZOC-EOP-7), which the switch `landed_advance` may lift.
    """
    if not is_vacated(state, fight) or state.values(unit)[1] == 0:
        return 0
    landed = unit.landed and state.board.tables.conduct.landed_advance == "limited"
    return min(fight.advance, 1) if landed or fight.limited else fight.advance


def is_limited(state: State, fight: Fight, unit: Unit) -> bool:
    """Return whether a unit may enter the vacated hex alone (ZOC-14.1-4, ZOC-14.1-5)."""
    return reach(state, fight, unit) < 2


# ------------------------------------------------------------------------------------------------- one step


class Pursuit:
    """The surroundings of the advance of one unit: bonds and zones of the enemy as they stand when it begins."""

    def __init__(self, state: State, fight: Fight, unit: Unit) -> None:
        self.state, self.board, self.fight, self.unit = state, state.board, fight, unit
        self.profile = state.profile(unit.id)
        self.args: dict[str, Argument] = {"unit": unit_noun(state, unit.id)}
        enemy = enemy_of(fight.side)
        self.zone, self.bonds = state.zone_of(enemy), state.bonds_of(enemy)

    def paths(self) -> Iterator[Path]:
        """Every path that the unit may advance along, to where it finds room (ZOC-14.2-1, ZOC-14.2-2)."""
        most = reach(self.state, self.fight, self.unit)
        for first in range(len(DIRECTIONS)) if most else ():
            there = self.board.grid.neighbour(self.unit.hex, first)
            if self.why_not_step((self.unit.hex,), first):
                continue
            path = (self.unit.hex, there)
            if self.has_room(there):
                yield path
            for second in range(len(DIRECTIONS)) if most > 1 else ():
                beyond = self.board.grid.neighbour(there, second)
                if not self.why_not_step(path, second) and beyond != self.unit.hex and self.has_room(beyond):
                    yield (*path, beyond)

    def has_room(self, hex_: HexId) -> bool:
        """Stacking holds again when an advance is over (ZOC-14.2-2, ZOC-7.2-1)."""
        return room_for(self.state, (self.unit.id,), hex_)

    def why_not_step(self, path: Path, direction: int) -> Refusal | None:
        """None if the unit may go on from the last hex of a path in a direction, else the first reason."""
        for check in (self._closed, self._only_the_vacated, self._bond, self._stopped, self._zone_to_zone, self._deep):
            if refusal := check(path, direction):
                return refusal
        return None

    def _closed(self, path: Path, direction: int) -> Refusal | None:
        """Ground closed to a march, beyond the line of the Cherbourg scenario (ZOC-26.1-2), and hexes of the enemy
        (ZOC-14.3-6, ZOC-14.3-7, ZOC-14.3-8)."""
        here = path[-1]
        there = self.board.grid.neighbour(here, direction)
        if crossings.closed(self.board, self.profile, here, direction):
            text = Text("The ground is closed to {unit:the}.", self.args)
            return Refusal(text, ("ZOC-14.3-6", "ZOC-14.3-7", "ZOC-14.3-8"), (here,), "closed")
        if is_beyond_the_line(self.state, self.unit.id, there):
            text = Text("The Allies do not cross the line of 27 June in this scenario.")
            return Refusal(text, ("ZOC-26.1-2",), (there,), "line")
        if self.state.side_in(there) == enemy_of(self.fight.side):
            return Refusal(Text("The enemy stands there."), ("ZOC-14.1-1",), (there,), "enemy")
        return None

    def _only_the_vacated(self, path: Path, direction: int) -> Refusal | None:
        """ZOC-14.1-4, ZOC-14.1-5."""
        there = self.board.grid.neighbour(path[-1], direction)
        if there == self.fight.target or not is_limited(self.state, self.fight, self.unit):
            return None
        text = Text("{unit:The} may advance into the vacated hex alone.", self.args)
        return Refusal(text, ("ZOC-14.1-4", "ZOC-14.1-5", "ZOC-6.5.2-3"), (there,), "limited")

    def _bond(self, path: Path, direction: int) -> Refusal | None:
        """Enemy bonds stop every step but that into the vacated hex (ZOC-14.3-4, ZOC-8.5.2-3)."""
        there = self.board.grid.neighbour(path[-1], direction)
        if there == self.fight.target or not self.bonds.bars(path[-1], direction, there):
            return None
        text = Text("An enemy bond bars the way.")
        return Refusal(text, ("ZOC-14.3-4", "ZOC-8.5.2-3"), (there,), "bond")

    def _stopped(self, path: Path, direction: int) -> Refusal | None:
        """A unit that has entered an enemy zone stops (ZOC-14.3-2), as in bocage and flooded hexes off the road
        (ZOC-14.3-5, ZOC-14.3-7); the vacated hex stops no unit by its zone.
        """
        if len(path) == 1:
            return None
        here = path[-1]
        if self.zone[here] and here != self.fight.target:
            text = Text("{unit:The} {unit:|stops|stop} in the enemy zone.", self.args)
            return Refusal(text, ("ZOC-14.3-2",), (here,), "zone")
        came = self.board.grid.direction(path[-2], here)
        if self._slows(here) and not crossings.by_road(self.board, path[-2], came):
            text = Text("{unit:The} {unit:|stops|stop} there, off the road.", self.args)
            return Refusal(text, ("ZOC-14.3-5", "ZOC-14.3-7"), (here,), "off-road")
        return None

    def _slows(self, hex_: HexId) -> bool:
        return self.board.tables.terrain.terrain[self.board.terrain(hex_)].slows

    def _zone_to_zone(self, path: Path, direction: int) -> Refusal | None:
        """Not from zone to zone of the same enemies, unless into the vacated hex or after it (ZOC-14.3-1,
        ZOC-14.3-3)."""
        here = path[-1]
        there = self.board.grid.neighbour(here, direction)
        if there == self.fight.target or self.fight.target in path:
            return None
        if not (self.zone[here] and self.zone[there]):
            return None
        if self._holders(here) & self._holders(there):
            text = Text("{unit:The} cannot go from hex to hex in the zone of the same enemies.", self.args)
            return Refusal(text, ("ZOC-14.3-1",), (there,), "zone-to-zone")
        return None

    def _holders(self, hex_: HexId) -> set[HexId]:
        """The hexes of the enemy stacks whose zone reaches a hex."""
        posts, covered = self.state.deployed(enemy_of(self.fight.side)).posts, self.state.zones.covered
        beside = (around for around in self.board.grid.adjacent(hex_) if around in posts and posts[around].zone)
        return {around for around in beside if hex_ in covered(around)}

    def _deep(self, path: Path, direction: int) -> Refusal | None:
        """Major rivers and floods without a way over them are crossed as the first step alone (ZOC-14.3-8,
        ZOC-14.3-9)."""
        if len(path) == 1 or not crossings.first_only(self.board, path[-1], direction):
            return None
        text = Text("Deep water is crossed as the first step alone.")
        return Refusal(text, ("ZOC-14.3-8", "ZOC-14.3-9"), (path[-1],), "deep-water")


# ------------------------------------------------------------------------------------------------- the decision


def advance_by_itself(state: State) -> Iterator[Event] | None:
    """If no unit can advance or go into reserve, the combat is over."""
    if step_of_advance(state) is None:
        return None
    if any(True for group in offered_advances(state) for order in group if not isinstance(order, Done)):
        return None
    return execute_done(state, Done())


def why_not_advance(state: State, order: Advance) -> Refusal | None:
    """None if a unit may advance along a path (ZOC-14)."""
    if step_of_advance(state) is None:
        return Refusal(Text("There is no advance to be made now."), ("ZOC-14.1-1",), (), "no-advance")
    fight = state.fight
    if order.unit not in {unit.id for unit in still_to_go(state, fight)}:
        text = Text("Only units that took part in the attack advance, each of them once.")
        return Refusal(text, ("ZOC-14.1-2", "ZOC-14.2-2"), (), "not-offered")
    unit = state.units[order.unit]
    most = reach(state, fight, unit)
    if not 1 <= len(order.path) - 1 <= most or order.path[0] != unit.hex:
        args: dict[str, Argument] = {"unit": unit_noun(state, unit.id), "n": most}
        text = Text("{unit:The} may advance no more than {n} {n:|hex|hexes}.", args)
        return Refusal(text, ("ZOC-14.1-1", "ZOC-14.1-4"), (unit.hex,), "too-far")
    return _why_not_along(state, Pursuit(state, fight, unit), order.path)


def _why_not_along(state: State, pursuit: Pursuit, path: Path) -> Refusal | None:
    grid = state.board.grid
    for number, target in enumerate(path[1:], 1):
        if target not in grid or not grid.are_adjacent(path[number - 1], target) or target in path[:number]:
            text = Text("A path goes from hex to neighbouring hex.")
            return Refusal(text, ("ZOC-14.1-1",), (path[number - 1],), "no-path")
        if refusal := pursuit.why_not_step(path[:number], grid.direction(path[number - 1], target)):
            return refusal
    if pursuit.has_room(path[-1]):
        return None
    return Refusal(Text("The hex holds no more units."), ("ZOC-14.2-2", "ZOC-7.1-1"), (path[-1],), "stack-full")


def execute_advance(state: State, order: Advance) -> Iterator[Event]:
    """A unit advances, at no cost, and without turning any marker (ZOC-14.3-10)."""
    side = state.side_of(order.unit)
    yield from overrun(state, side, order.path[1:])
    yield Advanced(order.unit, order.path, control_won(state, side, order.path[1:]))
    yield from _finished(state, (order.unit,))


def why_not_reserve(state: State, order: IntoReserve) -> Refusal | None:
    """None if attackers of one hex may go into reserve after this result (ZOC-15.1-6)."""
    if step_of_advance(state) is None or not state.fight.may_reserve:
        text = Text("This result lets no unit go into reserve.")
        return Refusal(text, ("ZOC-15.1-6",), (), "no-reserve")
    fought = {unit for unit in state.fight.units if unit in state.units and not state.units[unit].reserve}
    if list(order.units) != sorted(set(order.units)) or not set(order.units) <= fought:
        text = Text("Only units that took part in the attack go into reserve.")
        return Refusal(text, ("ZOC-15.1-6",), (), "not-offered")
    return why_not_into_reserve(state, order.units)


def execute_reserve(state: State, order: IntoReserve) -> Iterator[Event]:
    """They go into reserve, instead of or after an advance, and keep it though they have just attacked
    (ZOC-15.1-6, ZOC-15.1-9)."""
    yield MarkerSet(order.units, "reserve", "combat")
    yield from _finished(state, order.units)


def _finished(state: State, units: tuple[int, ...]) -> Iterator[Event]:
    fight = state.fight
    yield FightChanged(replace(fight, moved=tuple(sorted({*fight.moved, *units}))))


def why_not_done(state: State, order: Done) -> Refusal | None:
    """Nothing is against ending a series of advances."""
    return None


def execute_done(state: State, order: Done) -> Iterator[Event]:
    """The series of advances is over, and with it the combat."""
    yield Answered()
    yield FightChanged(None)


def offered_advances(state: State, unit: int | None = None) -> Iterator[tuple[Order, ...]]:
    """Every path of every unit, the stacks that may go into reserve, markers that may be lifted for them, and the
    end."""
    fight = state.fight
    for one in still_to_go(state, fight):
        if unit in (None, one.id):
            yield tuple(Advance(one.id, path) for path in Pursuit(state, fight, one).paths())
    if fight.may_reserve:
        yield tuple(_into_reserve(state, fight, lambda one: unit is None or unit in one.units))
        if unit is None and (lifts := _lifted_for(state, fight)):
            yield lifts
    if unit is None:
        yield (Done(),)


def _lifted_for(state: State, fight: Fight) -> tuple[LiftReserve, ...]:
    """The markers of others that may be taken off for attackers who could go into reserve but for want of one
    (ZOC-15.4-2, ZOC-15.1-3)."""
    waiting = [state.units[one] for one in fight.units if one in state.units and not state.units[one].reserve]
    if not any(_lacks_marker(why_not_into_reserve(state, (unit.id,))) for unit in waiting):
        return ()
    fought = {unit.hex for unit in state.units.values() if unit.id in fight.units}
    lifts = (order for group in offered_lift_reserve(state) for order in group)
    return tuple(order for order in lifts if order.hex not in fought)


def _lacks_marker(refusal: Refusal | None) -> bool:
    return refusal is not None and refusal.code == "no-marker"


def _into_reserve(state: State, fight: Fight, wanted: Callable[[IntoReserve], bool]) -> Iterator[IntoReserve]:
    """Of each hex all attackers that may, together."""
    by_hex: dict[HexId, list[int]] = {}
    for id_ in fight.units:
        if id_ in state.units and not state.units[id_].reserve and why_not_into_reserve(state, (id_,)) is None:
            by_hex.setdefault(state.units[id_].hex, []).append(id_)
    for units in by_hex.values():
        order = IntoReserve(tuple(units))
        if wanted(order) and why_not_reserve(state, order) is None:
            yield order
