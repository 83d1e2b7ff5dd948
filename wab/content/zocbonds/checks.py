"""Checks of the data of zocbonds that a shape cannot express, each a field and what is wrong with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from wab.content.hexmap import HexMap
from wab.content.hints import hint_problems
from wab.content.reader import did_you_mean
from wab.content.shelf import Problem
from wab.content.zocbonds.scenario import LinesFile, ScenarioFile
from wab.content.zocbonds.shapes import Army, Forces, ForcesFile, Nation, Side, cadre_kind, landing_kind
from wab.content.zocbonds.tables import (
    CadreTable,
    CombatTable,
    CostTable,
    DefenceCell,
    DefenceColumn,
    DefenceTable,
    MarkerTable,
    NamedTable,
    SideKind,
    Tables,
    TerrainTable,
    TurnTable,
    WeatherTable,
    sixths,
    stack_points,
)
from wab.hexes import Grid, HexId

SIDES: tuple[Side, ...] = get_args(Side)
SIDE_KINDS: tuple[SideKind, ...] = get_args(SideKind)
ROADS = ("main", "secondary")
NATIONS: dict[Army, tuple[Nation, ...]] = {"us": ("us",), "commonwealth": ("british", "canadian")}
"""The nations of an army."""


def combat_problems(table: CombatTable) -> Iterator[Problem]:
    """Every column has its row, and the cells that the source gives stand as it gives them."""
    if tuple(table.rows) != table.columns:
        yield "rows", "do not follow the columns one by one"
        return
    yield from _not_as_given(table)
    if table.retreat.near >= table.retreat.far:
        yield "retreat.far", f"is {table.retreat.far} (expected more than the {table.retreat.near} of near)"


def _not_as_given(table: CombatTable | DefenceTable) -> Iterator[Problem]:
    """Cells that the source gives, and that stand otherwise in the rows."""
    rows: Mapping[str, Sequence[str]] = table.rows  # type: ignore[assignment]  # by the names of its columns
    for number, (column, die, cell) in enumerate(table.pinned):
        if not 1 <= die <= len(rows[column]) or rows[column][die - 1] != cell:
            yield f"pinned[{number}]", f"is not what the table has on {die} (expected {cell})"


def _success(cell: DefenceCell) -> bool:
    return cell.startswith("holds")


def defence_problems(table: DefenceTable) -> Iterator[Problem]:
    """Given cells stand; success never falls with the die, nor from clear to other to works (ZOC-12.4)."""
    if tuple(table.rows) != table.columns:
        yield "rows", "do not follow the columns one by one"
        return
    yield from _not_as_given(table)
    for column, cells in table.rows.items():
        held = [_success(cell) for cell in cells]
        if held != sorted(held):
            yield f"rows.{column}", "succeeds on a lower total and fails on a higher one"
    steps: tuple[tuple[DefenceColumn, DefenceColumn], ...] = (("clear", "other"), ("other", "works"))
    for poorer, better in steps:
        pairs = zip(table.rows[poorer], table.rows[better], strict=True)
        if any(_success(low) and not _success(high) for low, high in pairs):
            yield f"rows.{better}", f"fails where {poorer} succeeds"


def weather_problems(table: WeatherTable) -> Iterator[Problem]:
    """One row a die; a storm brings no ships, no landings and no works (ZOC-4.3, ZOC-16.1)."""
    if [row.die for row in table.rows] != [1, 2, 3, 4, 5, 6]:
        yield "rows", "must be those of the dice 1 to 6, in order"
    for number, row in enumerate(table.rows):
        still = (row.german.works, row.us.ships, row.us.landing, row.commonwealth.ships, row.commonwealth.landing)
        if row.sky == "storm" and any(still):
            yield f"rows[{number}]", "a storm brings no ships, no landings and no works"
    for number, die in enumerate(table.second_turn):
        if not 1 <= die <= 6:
            yield f"second_turn[{number}]", f"{die} is no row of the table (expected 1 to 6)"


def cost_problems(table: CostTable) -> Iterator[Problem]:
    """Roads and the leaving of a zone have a price; units stop in terrain that has one."""
    for number, name in enumerate(table.stops):
        if name not in table.terrain:
            yield f"stops[{number}]", f"{name} has no row in terrain ({did_you_mean(name, table.terrain)})"
    for rank, road in table.roads.items():
        for field in ("mechanised", "foot", "german_by_day"):
            if not sixths(getattr(road, field)):
                yield f"roads.{rank}.{field}", "a road hex must cost something"
    if not sixths(table.leave_zone):
        yield "leave_zone", "must cost something"


def terrain_problems(table: TerrainTable, costs: CostTable) -> Iterator[Problem]:
    """Every terrain has its costs, and none is both open and closed."""
    for name in table.terrain:
        if name not in costs.terrain:
            yield f"terrain.{name}", f"has no row in costs.yaml ({did_you_mean(name, costs.terrain)})"
        if name in table.closed:
            yield f"terrain.{name}", "stands among the closed ones too"


def marker_problems(table: MarkerTable) -> Iterator[Problem]:
    """A hex takes every unit alone (ZOC-7.1)."""
    if not table.stacking.small <= table.stacking.large <= table.stacking.most:
        yield "stacking", "must rise from small to large and to most"


def counter_problems(table: CadreTable) -> Iterator[Problem]:
    """The units that count for the end of the game are of their army, and have cadres (ZOC-23.3)."""
    for army, nation in table.counted.items():
        if nation not in NATIONS[army]:
            yield f"counted.{army}", f"{nation} is not of this army"


def slowed_problems(turns: TurnTable, formations: Iterable[str]) -> Iterator[Problem]:
    """The formation that is slow on turn 1 is known (ZOC-20.4-3)."""
    known = set(formations)
    if turns.slowed.formation not in known:
        yield "slowed.formation", f"is not in the forces ({did_you_mean(turns.slowed.formation, known)})"


def named_problems(
    named: NamedTable, units: Iterable[str], strongpoints: Iterable[str], formations: Iterable[str]
) -> Iterator[Problem]:
    """Every name in the rules is in the forces."""
    wanted = (
        (units, {
            "second_rangers": named.second_rangers, "fifth_rangers": named.fifth_rangers,
            "cotentin_artillery": named.cotentin_artillery,
            **{f"commandos[{number}]": key for number, key in enumerate(named.commandos)},
        }),
        (strongpoints, {"longues": named.longues}),
        (formations, {f"airborne[{number}]": key for number, key in enumerate(named.airborne)}),
    )  # fmt: skip
    for there, keys in wanted:
        known = set(there)
        for where, key in keys.items():
            if key not in known:
                yield where, f"is not in the forces ({did_you_mean(key, known)})"


def turn_problems(turns: TurnTable, historical: int) -> Iterator[Problem]:
    """The weather of 1944 covers the track."""
    if turns.turns != historical:
        yield "turns", f"is {turns.turns}, and weather_1944.yaml has {historical} rows"


def forces_problems(content: ForcesFile, side: Side, types: Iterable[str]) -> Iterator[Problem]:
    """Units belong to formations of the file, have a type that is known, and steps that their card shows."""
    known = set(types)
    if content.side != side:
        yield "side", f"is {content.side} (expected {side})"
    for id_, unit in content.units.items():
        where = f"units.{id_}"
        if unit.formation is not None and unit.formation not in content.formations:
            yield f"{where}.formation", f"is not here ({did_you_mean(unit.formation, content.formations)})"
        if unit.type not in known:
            yield f"{where}.type", f"is not in types.yaml ({did_you_mean(unit.type, known)})"
        if unit.steps - len(unit.strengths) not in (0, 1):
            yield (
                f"{where}.steps",
                f"is {unit.steps} with {len(unit.strengths)} strengths (expected as many, or one more)",
            )
        if list(unit.strengths) != sorted(unit.strengths, reverse=True):
            yield f"{where}.strengths", "rise with losses"
        if (unit.nation == "german") != (side == "axis"):
            yield f"{where}.nation", f"{unit.nation} is not of the side {side}"
        yield from _branch_problems(content, id_)
    for id_, formation in content.formations.items():
        if formation.branch is not None and side != "axis":
            yield f"formations.{id_}.branch", "is for German formations alone"


def _branch_problems(content: ForcesFile, id_: str) -> Iterator[Problem]:
    """A branch is named once, of Germans: of a formation, or of a unit without one that says it."""
    unit = content.units[id_]
    formation = content.formations.get(unit.formation or "")
    if unit.branch is not None and unit.nation != "german":
        yield f"units.{id_}.branch", "is for German units alone"
    elif unit.branch is not None and formation is not None and formation.branch is not None:
        yield f"units.{id_}.branch", f"is named by its formation already ({formation.branch})"


def cadre_problems(content: ForcesFile, tables: Tables) -> Iterator[Problem]:
    """Three-step units leave a cadre for which their nation has counters (ZOC-17.9-1)."""
    for id_, unit in content.units.items():
        if unit.has_cadre and cadre_kind(unit, tables.types[unit.type]) not in tables.cadres.of(unit.nation):
            yield f"units.{id_}.steps", f"the nation {unit.nation} has no cadre for the type {unit.type}"


def landing_problems(content: ForcesFile, tables: Tables) -> Iterator[Problem]:
    """Yield what waits in Britain costs what the list says of its kind (ZOC-T-RP)."""
    for id_, unit in content.units.items():
        if unit.landing is not None and unit.landing != (cost := tables.landing.costs[landing_kind(unit)]):
            yield (
                f"units.{id_}.landing",
                f"is {unit.landing} (expected {cost}, as a unit of the kind {landing_kind(unit)})",
            )


def lines_problems(lines: LinesFile, hexmap: HexMap) -> Iterator[Problem]:
    """Every hex is on the map and in play; entries lie on the edge and on a road."""
    for colour, hexes in lines.entries.items():
        for hex_id in hexes:
            if problem := _ground_problem(hexmap, hex_id):
                yield f"entries.{colour}", problem
                continue
            label = hexmap.grid.label(hex_id)
            row, col = hexmap.grid.row_col(hex_id)
            if row != lines.south_row and col != lines.east_column:
                yield f"entries.{colour}", f"{label} does not lie on the southern or eastern edge"
            if not hexmap.road[hex_id].any():
                yield f"entries.{colour}", f"{label} has no road"
    yield from _name_problems(lines, hexmap)
    if sorted(lines.entry_order) != sorted(lines.entries):
        yield "entry_order", "does not name each colour once"
    named = {
        **{f"mobilisation.{box}": hexes for box, hexes in lines.mobilisation.items()},
        **{f"beaches.{name}.hex": (beach.hex,) for name, beach in lines.beaches.items()},
        **{f"batteries.{army}": hexes for army, hexes in lines.batteries.items()},
        **{f"cities.{name}": hexes for name, hexes in lines.cities.items()},
        **{f"mulberries.{army}": (hex_id,) for army, hex_id in lines.mulberries.items()},
        "pointe_du_hoc": (lines.pointe_du_hoc,),
        "carentan": (lines.carentan,),
        "linked.to": (lines.linked.to,),
        "mont_canisy": (lines.mont_canisy,),
    }
    for where, hexes in named.items():
        for hex_id in hexes:
            if problem := _ground_problem(hexmap, hex_id):
                yield where, problem


def _name_problems(lines: LinesFile, hexmap: HexMap) -> Iterator[Problem]:
    """Beaches and batteries that a line names are in the file (ZOC-25.2-2, ZOC-28.3-4)."""
    for beach in lines.linked.beaches:
        if beach not in lines.beaches:
            yield "linked.beaches", f"{beach} is not here ({did_you_mean(beach, lines.beaches)})"
    if lines.mont_canisy not in lines.batteries.get("commonwealth", ()):
        yield "mont_canisy", f"{hexmap.grid.label(lines.mont_canisy)} is no battery on the side of the Commonwealth"


def _ground_problem(hexmap: HexMap, hex_id: HexId) -> str:
    """Return why no unit can stand in a hex, "" if a unit can."""
    terrain = hexmap.terrain_name(hex_id)
    return (
        f"nobody can stand in {hexmap.grid.label(hex_id)} ({terrain})" if terrain in ("sea", "beyond", "marsh") else ""
    )


def scenario_problems(
    scenario: ScenarioFile, forces: Forces, lines: LinesFile, hexmap: HexMap, tables: Tables
) -> Iterator[Problem]:
    """Units are known and used once; hexes can be stood in; no stack is too high; arrivals have a way in."""
    yield from _unit_problems(scenario, forces)
    yield from hint_problems(scenario.hints, (), hexmap.grid)
    yield from _lesson_problems(scenario)
    places = (
        *((f"at_start.{id_}", hex_id) for id_, hex_id in scenario.at_start.items()),
        *((f"strongpoints.{id_}", hex_id) for id_, hex_id in scenario.strongpoints.items()),
        *((f"drops.{id_}", hex_id) for id_, hex_id in scenario.drops.items()),
        *((f"gliders.{id_}", hex_id) for id_, hex_id in scenario.gliders.items()),
        *_lesson_places(scenario),
    )
    for where, hex_id in places:
        if problem := _ground_problem(hexmap, hex_id):
            yield where, problem
    yield from _stacking_problems(scenario, forces, tables, hexmap.grid)
    for number, arrival in enumerate(scenario.arrivals):
        if (arrival.entry is None) == (arrival.hex is None):
            yield f"arrivals[{number}]", "must have an entry or a hex, and not both"
        if arrival.hex is not None and (problem := _ground_problem(hexmap, arrival.hex)):
            yield f"arrivals[{number}].hex", problem
    for box in scenario.mobilisation:
        if box not in lines.mobilisation:
            yield f"mobilisation.{box}", f"has no hexes in lines.yaml ({did_you_mean(box, lines.mobilisation)})"


def _lesson_places(scenario: ScenarioFile) -> Iterator[tuple[str, HexId]]:
    """The hexes of a lesson, each with its field."""
    lesson = scenario.lesson
    if lesson is None:
        return
    yield from ((f"lesson.allied.{id_}", hex_id) for id_, hex_id in lesson.allied.items())
    yield from ((f"lesson.ground[{number}]", hex_id) for number, hex_id in enumerate(lesson.ground))
    yield from ((f"lesson.goals[{number}]", hex_id) for number, hex_id in enumerate(lesson.goals))


def _lesson_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    """A lesson has what decides it, no scenario else has it, and no hex begins with units of both sides."""
    lesson = scenario.lesson
    if (lesson is None) == (scenario.victory == "lesson"):
        yield "lesson", "stands in a scenario that is won as a lesson, and in no other"
    if lesson is None:
        return
    if lesson.wanted > len(lesson.goals):
        yield "lesson.wanted", f"is {lesson.wanted} (expected {len(lesson.goals)} at most, the number of goals)"
    german = {*scenario.at_start.values(), *scenario.strongpoints.values()}
    for id_, hex_id in lesson.allied.items():
        if hex_id in german:
            yield f"lesson.allied.{id_}", "stands in a hex with German units"


def _unit_problems(scenario: ScenarioFile, forces: Forces) -> Iterator[Problem]:
    """Units exist, are on their side, and stand in one list alone."""
    lists: dict[str, tuple[Side, Iterable[str]]] = {
        "at_start": ("axis", scenario.at_start),
        **{f"mobilisation.{box}": ("axis", ids) for box, ids in scenario.mobilisation.items()},
        **{f"arrivals[{number}]": ("axis", arrival.units) for number, arrival in enumerate(scenario.arrivals)},
        "drops": ("allied", scenario.drops),
        "gliders": ("allied", scenario.gliders),
        **{f"assault.{beach}": ("allied", ids) for beach, ids in scenario.assault.items()},
        **{f"second_wave.{beach}": ("allied", ids) for beach, ids in scenario.second_wave.items()},
        "britain": ("allied", scenario.britain),
        "lesson.allied": ("allied", scenario.lesson.allied if scenario.lesson is not None else ()),
    }
    seen = Counter[str]()
    for where, (side, ids) in lists.items():
        known = forces.of(side)
        for id_ in ids:
            seen[id_] += 1
            if id_ not in known:
                yield where, f'"{id_}" is no unit of this side ({did_you_mean(id_, known)})'
            elif seen[id_] > 1:
                yield where, f'"{id_}" stands in two places'
    for id_ in scenario.strongpoints:
        if id_ not in forces.strongpoints:
            yield "strongpoints", f'"{id_}" is no strongpoint ({did_you_mean(id_, forces.strongpoints)})'
    for id_ in scenario.britain:
        if id_ in forces.units and forces.units[id_].landing is None:
            yield "britain", f'"{id_}" has no landing cost'


def _stacking_problems(scenario: ScenarioFile, forces: Forces, tables: Tables, grid: Grid) -> Iterator[Problem]:
    """Four points and one silhouette a hex, one of each free kind (ZOC-7.1)."""
    hexes: dict[HexId, list[str]] = defaultdict(list)
    stacking = tables.markers.stacking
    begun = scenario.lesson.allied if scenario.lesson is not None else {}
    for id_, hex_id in {**scenario.at_start, **begun}.items():
        if id_ in forces.units:
            hexes[hex_id].append(id_)
    for hex_id, ids in hexes.items():
        label = grid.label(hex_id)
        cards = [forces.units[id_] for id_ in ids]
        points, silhouettes, free = 0, [0], Counter[str]()
        for card in cards:
            row = tables.types[card.type]
            worth = stack_points(card.strengths[0], row, stacking)
            points += worth
            free[card.type] += row.free
            if row.silhouette:
                silhouettes.append(worth)
        if points - max(silhouettes) > stacking.most:
            yield f"at_start.{ids[-1]}", f"{label} holds {points} stacking points (expected {stacking.most} at most)"
        if any(count > 1 for count in free.values()):
            yield f"at_start.{ids[-1]}", f"{label} holds two of a kind that may stand there once"
