"""Modifiers of land combat (ledger 7.4): one function a rule; each lists the shifts that it gives.

Columns shift the ratio, lines the dice; positive values favour the attacker, negative ones the defender (OPS-7.4-2,
OPS-7.4-3). All add up without limit (OPS-7.4-1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wab.content.normandy.grammar import noun
from wab.content.operations.tables import ConductTable, TerrainTable
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import N_, Text
from wab.systems.operations.state.board import Board, enemy_of
from wab.systems.operations.state.state import State, Unit

ATTACKER, DEFENDER = 1, -1


@dataclass(frozen=True, slots=True)
class AirSupport:
    """Support points of aircraft: points sent, and points that anti-aircraft fire lets through (OPS-7.4.4-4)."""

    sent: int = 0
    through: int = 0


@dataclass(frozen=True)
class Engagement:
    """A land combat as the modifiers see it: its attackers, supporters and defenders, and its hex.

    `supports` are guns and ships; the points of aircraft are in `air`.
    """

    state: State
    side: str
    attackers: tuple[Unit, ...]
    supports: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    target: int
    air: AirSupport = AirSupport()

    @cached_property
    def parties(self) -> tuple[tuple[int, str, tuple[Unit, ...]], ...]:
        """Both sides: the sign of their bonuses, their name, their units in the combat."""
        return (ATTACKER, self.side, self.attackers), (DEFENDER, enemy_of(self.side), self.defenders)

    @cached_property
    def origins(self) -> tuple[int, ...]:
        """The hexes from which the attack comes."""
        return tuple(sorted({unit.hex for unit in self.attackers}))

    @cached_property
    def hexsides(self) -> tuple[tuple[int, int], ...]:
        """The sides over which the attack comes: for each origin its hex and the direction of the target."""
        grid = self.state.board.grid
        return tuple([(hex_, grid.direction(hex_, self.target)) for hex_ in self.origins])

    @property
    def conduct(self) -> ConductTable:
        """The single numbers of the rules."""
        return self.state.board.tables.conduct

    @property
    def ground(self) -> TerrainTable:
        """The terrain table."""
        return self.state.board.tables.terrain

    def fighters(self, units: Sequence[Unit]) -> tuple[Unit, ...]:
        """The units without commanders."""
        roster = self.state.roster
        return tuple([unit for unit in units if not roster[unit.id].is_commander])

    def types(self, units: Sequence[Unit]) -> set[str]:
        """The unit types among some units: what several modifiers go by (OPS-10.1.1-2)."""
        roster = self.state.roster
        return {roster[unit.id].type for unit in units}


Shifts = list[Shift]
Modifier = Callable[[Engagement], Shifts]


def _shift(value: int, clause: str, text: Text) -> Shifts:
    """A shift as a list, empty if it is of nothing."""
    return [Shift(float(value), text, clause)] if value else []


# ------------------------------------------------------------------------------------------------- columns


def divisional_integrity(fight: Engagement) -> Shifts:
    """All units of one division in one combat help their side, once for any number of divisions (OPS-7.4.1-1)."""
    shifts: Shifts = []
    for sign, side, units in fight.parties:
        division = _whole_division(fight, side, units)
        if division is not None:
            name = fight.state.board.division_nouns.get(division, division)
            msgid = N_("Attacker: {division} complete") if sign == ATTACKER else N_("Defender: {division} complete")
            shifts += _shift(sign * fight.conduct.divisional_integrity, "OPS-7.4.1-1", Text(msgid, {"division": name}))
    return shifts


def _whole_division(fight: Engagement, side: str, units: tuple[Unit, ...]) -> str | None:
    """The first division that takes part with all its units on the map, at least two, commanders apart
    (OPS-7.4.1-2).
    """
    state = fight.state
    present = {unit.id for unit in units}
    if side == fight.side:
        present |= {unit.id for unit in fight.supports}
    divisions = {state.roster[unit.id].division for unit in fight.fighters(units)} - {""}
    for division in sorted(divisions):
        members = members_on_map(state, division, side)
        if len(members) >= 2 and present.issuperset(members):
            return division
    return None


def members_on_map(state: State, division: str, side: str) -> tuple[int, ...]:
    """The units of a division on the map, commanders apart."""
    present = state.deployed(side).ids
    return state.kept(f"divisions {side}", present, lambda: _divisions(state, side)).get(division, ())


def _divisions(state: State, side: str) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for unit in state.units_of(side):
        profile = state.profile(unit.id)
        if not profile.is_commander:
            found.setdefault(profile.division, []).append(unit.id)
    return {division: tuple(units) for division, units in found.items()}


def combined_arms(fight: Engagement) -> Shifts:
    """Tanks with infantry in one hex of the combat help their side, once; half-tracks are infantry here (OPS-7.4.2-1,
    OPS-7.4.2-2)."""
    shifts: Shifts = []
    for sign, _, units in fight.parties:
        if any(_arms_combined(fight, hex_, units) for hex_ in sorted({unit.hex for unit in units})):
            together = N_("Attacker: tanks and infantry together"), N_("Defender: tanks and infantry together")
            text = Text(together[sign == DEFENDER])
            shifts += _shift(sign * fight.conduct.combined_arms, "OPS-7.4.2-1", text)
    return shifts


def _arms_combined(fight: Engagement, hex_: int, units: tuple[Unit, ...]) -> bool:
    types = fight.types([unit for unit in units if unit.hex == hex_])
    return "armoured" in types and bool(types & {"infantry", "mechanised"})


def terrain_of_defender(fight: Engagement) -> Shifts:
    """The worst terrain of the attacked hex helps the defender (OPS-7.4.3-1, OPS-7.4.3-2); roads do nothing."""
    hex_map, rows = fight.state.board.map, fight.ground.terrain
    names = [hex_map.terrain_names[kind] for kind in (hex_map.terrain[fight.target], hex_map.under[fight.target])]
    worst = max(names, key=lambda name: rows[name].defence)
    ground = noun(rows[worst].name)
    return _shift(-rows[worst].defence, "OPS-7.4.3-1", Text("Terrain of the defender: {terrain}", {"terrain": ground}))


def rivers(fight: Engagement) -> Shifts:
    """A watercourse helps the defender if every attacker attacks across one; bridges change nothing (OPS-7.4.3-3)."""
    river = fight.state.board.map.river
    if all(river[side] for side in fight.hexsides):
        return _shift(-fight.ground.river.defence, "OPS-7.4.3-3", Text("All attackers attack across a river"))
    return []


def cliff(fight: Engagement) -> Shifts:
    """A cliff helps the defender if every attacker climbs one (OPS-7.4.3-1, OPS-T-TERRAIN-COMBAT)."""
    cliffs = fight.state.board.map.cliff
    if all(cliffs[side] for side in fight.hexsides):
        return _shift(-fight.ground.cliff.defence, "OPS-7.4.3-1", Text("All attackers climb a cliff"))
    return []


def from_the_sea(fight: Engagement) -> Shifts:
    """The defender is helped if the whole attack comes from the sea or off a landing beach (OPS-T-TERRAIN-COMBAT).

    Only the Allies land: an Axis unit on a beach has come by land.
    """
    hex_map = fight.state.board.map
    if fight.side == "allied" and all(hex_map.terrain_name(hex_) in ("sea", "beach") for hex_ in fight.origins):
        return _shift(-fight.ground.from_the_sea, "OPS-7.4.3-1", Text("All attackers come from the sea or off a beach"))
    return []


def commander_columns(fight: Engagement) -> Shifts:
    """Commanders in the combat shift the ratio for their side (OPS-7.4.5-2)."""
    shifts: Shifts = []
    for sign, _, units in fight.parties:
        for profile in (fight.state.profile(unit.id) for unit in leading_commanders(fight, units)):
            shifts += _shift(sign * profile.columns, "OPS-7.4.5-2", Text("Commander: {name}", {"name": profile.noun}))
    return shifts


def leading_commanders(fight: Engagement, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The commanders whose bonus counts: next to a fighting unit (OPS-7.4.5-3), the best of them up to the cap."""
    state, rules = fight.state, fight.state.board.rules
    if not rules.commanders:
        return ()
    leaders = [unit for unit in units if state.roster[unit.id].is_commander]
    if leaders:
        led = {unit.hex for unit in fight.fighters(units)}
        leaders = [unit for unit in leaders if unit.hex in led]
    leaders.sort(key=lambda unit: (-state.profile(unit.id).columns, -state.profile(unit.id).lines, unit.id))
    return tuple(leaders[: rules.commander_cap or None])


def tiger(fight: Engagement) -> Shifts:
    """Tigers help their side on any ground, once even with two units (OPS-7.4.6-1)."""
    shifts: Shifts = []
    for sign, _, units in fight.parties:
        roster = fight.state.roster
        names = [roster[unit.id].noun for unit in units if roster[unit.id].tiger]
        if names:
            shifts += _shift(sign * fight.conduct.tiger, "OPS-7.4.6-1", Text("Tiger tanks: {name}", {"name": names[0]}))
    return shifts


def cherbourg_fortification(fight: Engagement) -> Shifts:
    """The fortified zone helps its owner against an attack wholly from outside it (OPS-7.4.7-1, OPS-7.4.7-2)."""
    zone, works = fight.state.board.map.overlays.get("fortified_zone"), fight.ground.fortified
    if zone is None or works.side == fight.side or not zone[fight.target]:
        return []
    if any(zone[hex_] for hex_ in fight.origins):
        return []
    return _shift(-works.defence, "OPS-7.4.7-1", Text("Fortified zone attacked from outside"))


def armour_in_the_open(fight: Engagement) -> Shifts:
    """Armour, or at least half-tracks, against nothing but infantry in clear ground (OPS-7.4.8-1 to OPS-7.4.8-3)."""
    hex_map = fight.state.board.map
    open_ground = fight.ground.terrain[hex_map.terrain_name(fight.target)].clear
    if not open_ground or fight.types(fight.fighters(fight.defenders)) != {"infantry"}:
        return []
    types = fight.types(fight.attackers)
    if "armoured" in types:
        return _shift(fight.conduct.open_ground_armoured, "OPS-7.4.8-1", Text("Tanks against infantry in the open"))
    if "mechanised" in types:
        return _shift(
            fight.conduct.open_ground_mechanised, "OPS-7.4.8-1", Text("Half-tracks against infantry in the open")
        )
    return []


# ------------------------------------------------------------------------------------------------- lines


def support(fight: Engagement) -> Shifts:
    """Guns, ships and aircraft in support help the attacker, never the defender (OPS-7.4.4-1, OPS-7.4.4-5).

    Where anti-aircraft fire has kept aircraft away it says so, even if nothing is left of the bonus (OPS-7.4.4-4).
    """
    points = support_points(fight)
    bands = fight.state.board.tables.support.bands
    bonus = next((band.bonus for band in reversed(bands) if points >= band.points[0]), 0)
    lost = fight.air.sent - fight.air.through
    if lost:
        text = N_("Support: {points} points, {lost} kept away by anti-aircraft fire")
        return [Shift(float(bonus), Text(text, {"points": points, "lost": lost}), "OPS-7.4.4-4")]
    return _shift(bonus, "OPS-7.4.4-1", Text("Support: {points} points", {"points": points}))


def support_points(fight: Engagement) -> int:
    """Support points that count, all supporting units together (OPS-7.4.4-3)."""
    return sum(fight.state.profile(unit.id).bombardment for unit in fight.supports) + fight.air.through


def commander_lines(fight: Engagement) -> Shifts:
    """Commanders in the combat shift the dice for their side (OPS-7.4.5-2)."""
    shifts: Shifts = []
    for sign, _, units in fight.parties:
        for profile in (fight.state.profile(unit.id) for unit in leading_commanders(fight, units)):
            shifts += _shift(sign * profile.lines, "OPS-7.4.5-2", Text("Commander: {name}", {"name": profile.noun}))
    return shifts


COLUMN_MODIFIERS: tuple[Modifier, ...] = (
    divisional_integrity,
    combined_arms,
    terrain_of_defender,
    rivers,
    cliff,
    from_the_sea,
    cherbourg_fortification,
    commander_columns,
    tiger,
    armour_in_the_open,
)
LINE_MODIFIERS: tuple[Modifier, ...] = (support, commander_lines)


GROUND: tuple[Modifier, ...] = (terrain_of_defender, cherbourg_fortification)
CROSSED: tuple[Modifier, ...] = (rivers, cliff, from_the_sea)


def ground_shifts(state: State, side: str, target: int, attackers: Sequence[Unit] = ()) -> tuple[Shift, ...]:
    """Return the worth of the ground of a hex against a side, for any defender; with attackers also the obstacles that
    they must cross.
    """
    fight = Engagement(state, side, tuple(attackers), (), (), target)
    return tuple(shift for modifier in (*GROUND, *(CROSSED if attackers else ())) for shift in modifier(fight))


def defence_columns(board: Board) -> NDArray[np.int8]:
    """int8[N]: columns that the terrain of each hex gives its defender (OPS-7.4.3-1). Read-only."""
    return board.once("defence columns", lambda: _defence_columns(board))


def _defence_columns(board: Board) -> NDArray[np.int8]:
    rows = board.tables.terrain.terrain
    worth = np.array([rows[name].defence for name in board.map.terrain_names], np.int8)
    found: NDArray[np.int8] = np.maximum(worth[board.map.terrain], worth[board.map.under])
    found.setflags(write=False)
    return found


def column_shifts(fight: Engagement) -> tuple[Shift, ...]:
    """Every shift of the ratio, in the order of the rules."""
    return tuple(shift for modifier in COLUMN_MODIFIERS for shift in modifier(fight))


def line_shifts(fight: Engagement) -> tuple[Shift, ...]:
    """Every shift of the dice, in the order of the rules."""
    return tuple(shift for modifier in LINE_MODIFIERS for shift in modifier(fight))
