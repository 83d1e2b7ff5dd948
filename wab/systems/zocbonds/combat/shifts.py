"""Column shifts (ZOC-11.3 to ZOC-11.10): one function a cause, each asked of the same battle.

A shift has a value (right for the attacker, left below 0), its cause in words and its clause; `units` are the units of
the main assault force that gave it, since one of them must then take the loss (ZOC-12.2-2). No shift can be declined
(ZOC-12.2-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from wab.content.zocbonds.tables import SideKind
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground import crossings
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.state.state import State, Unit


class Earned(NamedTuple):
    """A shift, and the units of the main assault force that gave it."""

    shift: Shift
    units: tuple[int, ...] = ()


@dataclass(frozen=True)
class Battle:
    """A battle: the attackers of one hex, the main assault force among them, and how many means help.

    `guns`, `air`, `naval`: column shifts bought by artillery, aircraft and ships. Defenders that have fallen back onto
    others in this phase add nothing (ZOC-13.5-1).
    """

    state: State
    target: HexId
    units: tuple[int, ...]
    main: tuple[int, ...]
    guns: int = 0
    air: int = 0
    naval: int = 0

    @property
    def board(self) -> Board:
        """The board."""
        return self.state.board

    @cached_property
    def attackers(self) -> tuple[Unit, ...]:
        """The attacking units."""
        return tuple(self.state.units[unit] for unit in self.units)

    @cached_property
    def main_units(self) -> tuple[Unit, ...]:
        """The units of the main assault force (ZOC-10.3-3)."""
        return tuple(self.state.units[unit] for unit in self.main)

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """The units of the hex that fight."""
        return tuple(unit for unit in self.state.stack(self.target) if not is_passive(self.state, unit))

    def sides(self, unit: Unit) -> tuple[SideKind, ...]:
        """Return what runs along the hexside over which a unit attacks."""
        return crossings.kinds(self.board, unit.hex, self.board.grid.direction(unit.hex, self.target))

    def floods(self, unit: Unit) -> bool:
        """Return whether a unit attacks out of a flooded hex (ZOC-11.3-3)."""
        return crossings.is_flooded(self.board, unit.hex)


def is_passive(state: State, unit: Unit) -> bool:
    """Return whether a unit fell back in this phase onto others, which it cannot help now (ZOC-13.5-1).

    One that retreated into an empty hex fights there with all it has.
    """
    return unit.retreated and any(not other.retreated for other in state.stack(unit.hex))


# ------------------------------------------------------------------------------------------------- ground


def water(battle: Battle) -> Earned | None:
    """Left, if all of the main force attacks over a major river or flooded side, or out of a flooded hex
    (ZOC-11.3-4)."""
    rows, left = battle.board.tables.terrain.sides, battle.board.tables.shifts.left["water"]
    for unit in battle.main_units:
        if not battle.floods(unit) and not any(rows[kind].left for kind in battle.sides(unit)):
            return None
    return _left(left, Text("all of the main force attacks across or out of deep water"), "ZOC-11.3-4")


def hilltop(battle: Battle) -> Earned | None:
    """Left against a hilltop, added to any other terrain of it (ZOC-11.8-1)."""
    if not battle.board.overlay("hilltop")[battle.target]:
        return None
    return _left(battle.board.tables.shifts.left["hilltop"], Text("the defender holds a hilltop"), "ZOC-11.8-1")


# ------------------------------------------------------------------------------------------------- armour


def best_armour(units: Iterable[Unit], state: State) -> int:
    """The best armour value among units, of either colour; 0 if there is none."""
    return max((state.profile(unit.id).armour for unit in units), default=0)


def is_tank(state: State, unit: Unit) -> bool:
    """Return whether a unit has a grey armour value; a red one is of anti-tank units (ZOC-11.4.3-1)."""
    profile = state.profile(unit.id)
    return profile.armoured and profile.armour > 0 and not profile.guns


def armour(battle: Battle) -> Earned | None:
    """Right, if a grey armour value of the main force beats the best of the defenders, or they have none
    (ZOC-11.4.1-1, ZOC-11.4.1-2); only the best unit of each side counts."""
    state = battle.state
    if not _tanks_work_into(battle):
        return None
    able = [unit for unit in battle.main_units if is_tank(state, unit) and _tanks_work_from(battle, unit)]
    best, theirs = best_armour(able, state), best_armour(battle.defenders, state)
    if best <= theirs:
        return None
    gave = tuple(unit.id for unit in able if state.profile(unit.id).armour == best)
    if theirs:
        cause, clause = Text("better armour in the main force"), "ZOC-11.4.1-2"
    else:
        cause, clause = Text("armour in the main force, none in defence"), "ZOC-11.4.1-1"
    return Earned(Shift(battle.board.tables.shifts.right["armour"], cause, clause), gave)


def _tanks_work_from(battle: Battle, unit: Unit) -> bool:
    """Not over a major river or a flooded side, nor out of a flooded hex, road or not; over a plain river and over the
    airfield they do (ZOC-11.4.4-1, ZOC-11.3-1 to 11.3-3, ZOC-11.7-1)."""
    rows = battle.board.tables.terrain.sides
    return not battle.floods(unit) and all(rows[kind].armour for kind in battle.sides(unit))


def _tanks_work_into(battle: Battle) -> bool:
    """Not into city, woods or flooded ground, nor the Perimeter, nor against a strongpoint or finished works
    (ZOC-11.4.4-1, ZOC-16.1-1, ZOC-16.2-2, ZOC-16.3-1); into villages, bocage and hilltops they do (ZOC-11.4.4-3)."""
    state, board, target = battle.state, battle.board, battle.target
    if not board.tables.terrain.terrain[board.terrain(target)].armour or board.overlay("perimeter")[target]:
        return False
    return not state.has_works(target) and not _has_strongpoint(state, target)


def _has_strongpoint(state: State, hex_: HexId) -> bool:
    return any(state.profile(unit).type == "strongpoint" for unit in state.stacks.get(hex_, ()))


def defenders_armour(battle: Battle) -> Earned | None:
    """Left, if the main force has no armour value at all, and infantry and tanks defend together, in any terrain
    (ZOC-11.4.2-1, ZOC-11.4.4-2).

    An Allied armoured unit that is no silhouette is both at once (ZOC-11.4.2-2). Armour of the main force that the
    ground bars still denies the shift (ZOC-11.4.2-4), and a better value alone gives none (ZOC-11.4.2-3).
    """
    state = battle.state
    if best_armour(battle.main_units, state):
        return None
    tanks = [state.profile(unit.id) for unit in battle.defenders if is_tank(state, unit)]
    mixed = any(tank.side == "allied" and not tank.silhouette for tank in tanks)
    infantry = any(state.profile(unit.id).infantry for unit in battle.defenders)
    if not tanks or not (infantry or mixed):
        return None
    left = battle.board.tables.shifts.left["armour"]
    return _left(left, Text("infantry and armour defend together"), "ZOC-11.4.2-1")


def attacking_tigers(battle: Battle) -> Earned | None:
    """Right for Tigers in the main force, into any terrain but water (ZOC-11.9-1, ZOC-11.9-4), besides the armour
    shift (ZOC-11.9-3)."""
    into_water = crossings.is_flooded(battle.board, battle.target)
    gave = tuple(
        unit.id
        for unit in battle.main_units
        if battle.state.profile(unit.id).is_tiger and not into_water and _tanks_work_from(battle, unit)
    )
    if not gave:
        return None
    return Earned(Shift(battle.board.tables.shifts.right["tiger"], Text("Tigers attack"), "ZOC-11.9-1"), gave)


def defending_tigers(battle: Battle) -> Earned | None:
    """Left for defending Tigers, in any terrain (ZOC-11.9-2)."""
    if not any(battle.state.profile(unit.id).is_tiger for unit in battle.defenders):
        return None
    return _left(battle.board.tables.shifts.left["tiger"], Text("Tigers defend"), "ZOC-11.9-2")


# ------------------------------------------------------------------------------------------------- quality, columns


def quality(battle: Battle) -> Earned | None:
    """Right, if the best quality of the main force is above the best of the defenders, by however much
    (ZOC-11.5-1)."""
    state = battle.state
    ours = max((state.quality(unit) for unit in battle.main_units), default=0)
    theirs = max((state.quality(unit) for unit in battle.defenders), default=0)
    if ours <= theirs:
        return None
    gave = tuple(unit.id for unit in battle.main_units if state.quality(unit) == ours)
    right = battle.board.tables.shifts.right["quality"]
    return Earned(Shift(right, Text("better troop quality in the main force"), "ZOC-11.5-1"), gave)


def poor_quality(battle: Battle) -> Earned | None:
    """Left, if all units of the main force have a negative quality (ZOC-11.5-2)."""
    if not battle.main_units or any(battle.state.quality(unit) >= 0 for unit in battle.main_units):
        return None
    left = battle.board.tables.shifts.left["quality"]
    return _left(left, Text("all of the main force is of poor quality"), "ZOC-11.5-2")


def target_in_column(battle: Battle) -> Earned | None:
    """Right against a unit under a strategic movement marker (ZOC-9.8.4-1)."""
    if not any(unit.column for unit in battle.defenders):
        return None
    right = battle.board.tables.shifts.right["target_in_column"]
    return Earned(Shift(right, Text("the defender is caught in column"), "ZOC-9.8.4-1"))


# ------------------------------------------------------------------------------------------------- means


def artillery(battle: Battle) -> Earned | None:
    """Right for each shift of headquarters and Werfer brigades of the attacker (ZOC-11.6-1); the defender has none of
    that kind (ZOC-11.6-4)."""
    return _means(battle.guns, Text("artillery"), "ZOC-11.6-1")


def air_support(battle: Battle) -> Earned | None:
    """Right for each air unit of the attacker, at any ground, range and army (ZOC-19.1.2-1, ZOC-19.1.2-2)."""
    return _means(battle.air, Text("air support"), "ZOC-19.1.2-1")


def naval_support(battle: Battle) -> Earned | None:
    """Right for a ship of the attacker, in any terrain (ZOC-19.2-4, ZOC-19.2-7)."""
    return _means(battle.naval, Text("naval support"), "ZOC-19.2-4")


def _means(count: int, cause: Text, clause: str) -> Earned | None:
    return Earned(Shift(count, cause, clause)) if count else None


def _left(value: int, cause: Text, clause: str) -> Earned:
    return Earned(Shift(-value, cause, clause))


CAUSES: tuple[Callable[[Battle], Earned | None], ...] = (
    armour,
    attacking_tigers,
    quality,
    artillery,
    air_support,
    naval_support,
    target_in_column,
    water,
    hilltop,
    defenders_armour,
    defending_tigers,
    poor_quality,
)
"""Every cause; causes that help the attacker come first."""


def earned(battle: Battle) -> Iterator[Earned]:
    """Every shift of a battle; all of them are netted before the column is moved, without limit (ZOC-10.6-1).

    An Allied attack gathers six at most, seven from 22 June (ZOC-10.6-2). Aircraft, ships and the Perimeter have their
    part in the causes, the lack of supply in the strengths (ZOC-11.10-1).
    """
    for cause in CAUSES:
        found = cause(battle)
        if found is not None:
            yield found
