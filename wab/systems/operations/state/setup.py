"""Setting up: a scenario's board, made of its data once, and the state of a battle before its first turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wab.content.hexmap import HexMap
from wab.content.normandy.grammar import noun
from wab.content.operations.checks import entries_of, units_of_change
from wab.content.operations.derivation import derived_traits
from wab.content.operations.loader import (
    data_digest,
    load_battle_map,
    load_catalogues,
    load_scenario,
    load_tables,
    scenario_path,
)
from wab.content.operations.shapes import (
    Arrival,
    Box,
    Catalogue,
    Forces,
    Placement,
    Quality,
    ScenarioFile,
    SquadronData,
    UnitOverride,
)
from wab.content.operations.tables import Tables
from wab.engine.kernel.dice import Dice
from wab.hexes import Grid
from wab.hexes.paths import Workspace
from wab.systems.operations.state.board import (
    FIRST_SQUADRON,
    NOBODY,
    SIDE_CODE,
    SIDES,
    AirProfile,
    Board,
    Entry,
    Objective,
    Profile,
    Regrading,
    enemy_of,
)
from wab.systems.operations.state.costs import land_in_play, leave_costs, march_costs, sight_table, zoc_sides
from wab.systems.operations.state.state import Squadron, State, Unit

Start = tuple[int, int, int]
"""Hex, HP and fatigue with which a unit begins."""
Numbers = dict[tuple[str, str], int]
"""The ids of units by side and key of the catalogue."""
_AS_WRITTEN = (
    *("title", "kind", "rules", "first_player", "impulses", "activation_points", "dates", "weather_by_turn", "victory"),
    *("random_weather", "reconstitution_points", "campaigns", "hints"),
)


def build_board(scenario: str) -> Board:
    """The board of a scenario by its id, made once for the data as they are.

    UsageError for an unknown scenario, DataError when its files are wrong.
    """
    return _board(scenario, data_digest())


@lru_cache(maxsize=64)
def _board(scenario: str, digest: str) -> Board:
    return make_board(scenario, load_scenario(scenario_path(scenario)), load_tables(), load_battle_map())


def make_board(scenario_id: str, scenario: ScenarioFile, tables: Tables, battle_map: HexMap) -> Board:
    """The board of a scenario that was read already, on a map."""
    grid = battle_map.grid
    in_play = hexes_in(scenario.window, battle_map)
    leave = leave_costs(battle_map, tables.terrain, in_play)
    catalogues = load_catalogues()
    numbers = unit_numbers(scenario)
    roster, start, entries = _forces(scenario, numbers, catalogues, tables)
    squadrons = _squadrons(scenario, tables)
    land = land_in_play(battle_map, leave, in_play)
    farthest = max(kind.sight for kind in tables.units.values())
    return Board(
        **as_written(scenario),
        scenario_id=scenario_id,
        tables=tables,
        map=battle_map,
        grid=grid,
        in_play=in_play,
        land=land,
        leave_cost=leave,
        march_cost=march_costs(battle_map, tables.terrain, leave),
        zoc_side=zoc_sides(battle_map, in_play),
        sight=sight_table(battle_map, tables.terrain, max([farthest, *(unit.sight for unit in roster.values())])),
        workspace=Workspace(grid),
        roster=roster,
        start=start,
        entries=entries,
        squadrons=squadrons,
        squadron_hp=_squadron_hp(scenario, squadrons),
        objectives=_objectives(scenario),
        start_control=_control(scenario, grid, land, roster, start),
        supply_hexes=_supply_hexes(scenario),
        supplied_to=_supplied_to(scenario, numbers),
        numbers=numbers,
        departures=_departures(scenario, numbers),
        regradings=_regradings(scenario, numbers, catalogues, tables),
        ports=_ports(scenario),
        division_nouns={
            division: noun(formation.name, formation.grammar)
            for side in SIDES
            for division, formation in catalogues[side].divisions.items()
        },
    )


def as_written(scenario: ScenarioFile) -> dict[str, Any]:
    """The facts of a board that stand in the scenario as they are."""
    return {name: getattr(scenario, name) for name in _AS_WRITTEN}


def starting_state(board: Board, seed: int, weather_rule: str = "") -> State:
    """The state before the first event: units set up, control as the scenario gives it, every reinforcement awaited.

    `weather_rule`: the players' choice of weather, empty to leave it to the scenario.
    """
    state = State(
        board,
        dict(board.roster),
        Dice(seed),
        weather=board.weather_by_turn[0],
        control=bytearray(board.start_control),
        awaited=tuple(range(len(board.entries))),
        weather_rule=weather_rule,
    )
    for unit, (hex_, hp, fatigue) in board.start.items():
        state.put(Unit(unit, hex_, hp, fatigue))
    state.squadrons = {id_: Squadron(id_, hp) for id_, hp in board.squadron_hp.items()}
    return state


def hexes_in(window: Box, battle_map: HexMap) -> NDArray[np.bool_]:
    """bool[N]: the play area (OPS-11.1-3), a piece of the one map (OPS-4.1-1): hexes whose centre lies in the box."""
    lon, lat = battle_map.projection.to_degrees(battle_map.grid.centres).T
    inside: NDArray[np.bool_] = (
        (window.west <= lon) & (lon <= window.east) & (window.south <= lat) & (lat <= window.north)
    )
    inside.setflags(write=False)
    return inside


# ------------------------------------------------------------------------------------------------- forces


def _departures(scenario: ScenarioFile, numbers: Numbers) -> tuple[tuple[int, int], ...]:
    """Turn and unit of every withdrawal, by turn (OPS-T-REINF)."""
    named = [
        (withdrawal.turn, numbers[side, unit])
        for side in SIDES
        for withdrawal in _of(scenario, side).withdrawals
        for unit in withdrawal.units
    ]
    return tuple(sorted(named))


def unit_numbers(scenario: ScenarioFile) -> Numbers:
    """The id of every unit by side and catalogue key: from 0, set-up of both sides, then reinforcements of both."""
    keys = [(side, entry.unit) for side in SIDES for entry in _of(scenario, side).setup]
    keys += [(side, entry.unit) for side in SIDES for entry in _of(scenario, side).reinforcements]
    return {key: number for number, key in enumerate(keys)}


def _forces(
    scenario: ScenarioFile, numbers: Numbers, catalogues: dict[str, Catalogue], tables: Tables
) -> tuple[dict[int, Profile], dict[int, Start], tuple[Entry, ...]]:
    roster: dict[int, Profile] = {}
    start: dict[int, Start] = {}
    entries: list[Entry] = []
    for side in SIDES:
        for placement in _of(scenario, side).setup:
            number = numbers[side, placement.unit]
            roster[number] = _profile(side, catalogues[side], placement, tables)
            start[number] = (placement.hex, placement.hp or roster[number].hp, placement.fatigue)
        for arrival in _of(scenario, side).reinforcements:
            number = numbers[side, arrival.unit]
            roster[number] = profile = _profile(side, catalogues[side], arrival, tables)
            hp = arrival.hp or profile.hp
            entries.append(Entry(arrival.turn, arrival.hex, number, hp, arrival.fatigue, arrival.entry))
    entries.sort(key=lambda entry: (entry.turn, entry.unit))
    return dict(sorted(roster.items())), dict(sorted(start.items())), tuple(entries)


def _squadrons(scenario: ScenarioFile, tables: Tables) -> dict[int, AirProfile]:
    """The air units of both sides by id, in the order of the file (OPS-10.3.1-1)."""
    entries = [(side, entry) for side in SIDES for entry in _of(scenario, side).squadrons]
    return {FIRST_SQUADRON + i: _air_profile(side, entry, tables) for i, (side, entry) in enumerate(entries)}


def _air_profile(side: str, entry: SquadronData, tables: Tables) -> AirProfile:
    kind = tables.air[entry.kind]
    values = {name: value for name, value in msgspec.structs.asdict(kind).items() if name not in ("title", "why")}
    title = noun(entry.name, entry.grammar)
    values["available"] = {str(weather): percent for weather, percent in kind.available.items()}
    values |= {"from_turn": entry.from_turn, "to_turn": entry.to_turn}
    return AirProfile(noun=title, short=entry.short or title.msgid, side=side, kind=entry.kind, **values)


def _squadron_hp(scenario: ScenarioFile, squadrons: dict[int, AirProfile]) -> dict[int, int]:
    entries = [entry for side in SIDES for entry in _of(scenario, side).squadrons]
    return {id_: entry.hp or squadrons[id_].hp for id_, entry in zip(squadrons, entries, strict=True)}


def _of(scenario: ScenarioFile, side: str) -> Forces:
    return scenario.allied if side == "allied" else scenario.axis


def _regradings(
    scenario: ScenarioFile, numbers: Numbers, catalogues: dict[str, Catalogue], tables: Tables
) -> tuple[Regrading, ...]:
    """Every change of quality of both sides, by turn, in the order of the file."""
    found: list[Regrading] = []
    for side in SIDES:
        entries = {entry.unit: entry for _, entry in entries_of(_of(scenario, side))}
        for change in _of(scenario, side).quality_changes:
            profiles = {
                numbers[side, key]: _profile(side, catalogues[side], entries[key], tables, change.quality)
                for key in units_of_change(change, catalogues[side], entries)
            }
            found.append(Regrading(change.turn, change.quality, profiles))
    return tuple(sorted(found, key=lambda regrading: regrading.turn))


def _profile(
    side: str, catalogue: Catalogue, entry: Placement | Arrival, tables: Tables, later: Quality | None = None
) -> Profile:
    """The kind's values at the unit's quality and part (derivation.yaml), then what catalogue and scenario add.

    `later`: the quality that it comes to have in the course of the scenario, None for the quality that it begins with.
    """
    unit = catalogue.units[entry.unit]
    kind = tables.units[unit.kind]
    quality = later or entry.traits.quality or unit.traits.quality or unit.quality
    values = {name: value for name, value in msgspec.structs.asdict(kind).items() if name not in ("title", "why")}
    values |= derived_traits(unit.kind, kind, tables.derivation, quality, unit.part)
    values |= _given(unit.traits) | _given(entry.traits) | ({"quality": quality} if quality else {})
    return Profile(
        noun=noun(unit.name, unit.grammar),
        short=unit.short,
        side=side,
        nation=unit.nation,
        kind=unit.kind,
        division=unit.division,
        corps=unit.corps,
        **values,
    )


def _given(traits: UnitOverride) -> dict[str, object]:
    return {name: value for name, value in msgspec.structs.asdict(traits).items() if value is not None}


# ------------------------------------------------------------------------------------------------- objectives, control


def _objectives(scenario: ScenarioFile) -> tuple[Objective, ...]:
    return tuple(
        Objective(
            names={str(code): name for code, name in data.name.items()},
            grammar=noun(data.name, data.grammar).grammar,
            hex=data.hex,
            held_by=data.held_by,
            per_turn=data.per_turn,
            at_end=data.at_end,
            scores_for=data.scores_for,
            main=data.main,
            immediate=tuple(v.side for v in scenario.victory.immediate if data.hex in v.hexes),
        )
        for data in scenario.objectives
    )


def _control(
    scenario: ScenarioFile, grid: Grid, land: NDArray[np.bool_], roster: dict[int, Profile], start: dict[int, Start]
) -> bytes:
    """A byte a hex, from general to particular: default side, ground about units, lists, objectives, own hexes."""
    data = scenario.control
    control = np.where(land, SIDE_CODE[data.default], NOBODY).astype(np.uint8)
    ashore = [(roster[n].side, hex_) for n, (hex_, _, _) in start.items() if not roster[n].is_ship]
    held = {side: sorted({hex_ for owner, hex_ in ashore if owner == side}) for side in SIDES}
    for side in SIDES:
        control[_ground_about(grid, held[side], held[enemy_of(side)], data.around_units) & land] = SIDE_CODE[side]
    for side, spans in (("allied", data.allied), ("axis", data.axis)):
        control[_on_land((hex_ for span in spans for hex_ in span), land)] = SIDE_CODE[side]
    for objective in scenario.objectives:
        control[_on_land([objective.hex], land)] = SIDE_CODE[objective.held_by]
    for side in SIDES:
        control[_on_land(held[side], land)] = SIDE_CODE[side]
    return control.tobytes()


def _on_land(hexes: Iterable[int], land: NDArray[np.bool_]) -> list[int]:
    return [hex_ for hex_ in hexes if land[hex_]]


def _ground_about(grid: Grid, own: list[int], enemy: list[int], radius: int) -> NDArray[np.bool_]:
    """bool[N]: hexes within a radius of own units, nearer to them than to the enemy's and not next to these."""
    to_own, to_enemy = _nearest(grid, own), _nearest(grid, enemy)
    return (to_own <= radius) & (to_enemy > np.maximum(to_own, 1))


def _nearest(grid: Grid, hexes: list[int]) -> NDArray[np.int32]:
    if not hexes:
        return np.full(grid.size, grid.size, np.int32)
    nearest: NDArray[np.int32] = np.stack([grid.distances(hex_) for hex_ in hexes]).min(axis=0)
    return nearest


# ------------------------------------------------------------------------------------------------- supply


def _supply_hexes(scenario: ScenarioFile) -> dict[str, tuple[tuple[int, int], ...]]:
    """Hexes of the sources of each side with the turn from which they work (OPS-8.5.1-1)."""
    return {
        side: tuple(
            (hex_, source.from_turn) for source in scenario.supply if source.side == side for hex_ in source.hexes
        )
        for side in SIDES
    }


def _ports(scenario: ScenarioFile) -> dict[str, dict[int, int]]:
    """The sources of each side that open some turns after their capture, with how many (OPS-T-SUPPLY-SOURCES)."""
    return {
        side: {
            hex_: source.turns_after_capture
            for source in scenario.supply
            if source.side == side and source.turns_after_capture is not None
            for hex_ in source.hexes
        }
        for side in SIDES
    }


def _supplied_to(scenario: ScenarioFile, numbers: Numbers) -> dict[int, int]:
    """The last turn in which units live on what they brought with them, by unit id."""
    return {
        numbers[side, unit]: exception.to_turn
        for exception in scenario.supply_exceptions
        for unit in exception.units
        for side in SIDES
        if (side, unit) in numbers
    }
