"""Can a scenario be set up as it is written? Checks that need the board: ground, stacking, the enemy, ways in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from wab.content.operations import ScenarioFile
from wab.content.operations_battle import load_battle
from wab.content.operations_checks import entries_of, labels
from wab.content.operations_loader import (
    all_problems,
    load_battle_map,
    load_catalogues,
    load_experience,
    load_tables,
    scenario_document,
    scenario_id,
    scenario_path,
    scenario_paths,
)
from wab.content.reader import Document
from wab.engine.errors import DataError
from wab.systems.operations.board import CLOSED, SIDE_CODE, SIDES, Board, Profile, enemy_of
from wab.systems.operations.setup import make_board, unit_numbers

Problem = tuple[str, str]


def check_scenario(board: Board, document: Document[ScenarioFile] | None = None) -> list[DataError]:
    """Everything that is unsound in a scenario, as errors with file, line and field; empty for a sound one.

    `document` is the file as it was read, for a scenario that does not lie among the others.
    """
    document = document or scenario_document(scenario_path(board.scenario_id))
    checks = (_hexes, _ground, _stacking, _arrivals, _objectives)
    return [document.error(where, problem) for check in checks for where, problem in check(board)]


def _hexes(board: Board) -> Iterator[Problem]:
    """Every hex that the scenario names lies in the play area and can be reached by somebody (OPS-11.1-3)."""
    ships = set(_ships(board))
    for where, label in labels(board.scenario):
        hex_ = board.grid.parse(label)
        if not board.in_play[hex_]:
            yield where, f"{label} is outside the play area"
        elif where in ships:
            if not board.at_sea(hex_):
                yield where, f"{label} is {board.map.terrain_name(hex_)}, where no ship can be"
        elif not board.land[hex_]:
            yield where, f"{label} is {board.map.terrain_name(hex_)}, where no unit can be"


def _ships(board: Board) -> Iterator[str]:
    """The fields that say where a ship is."""
    numbers = unit_numbers(board.scenario)
    for side in SIDES:
        forces = board.scenario.allied if side == "allied" else board.scenario.axis
        for where, entry in entries_of(forces):
            if board.roster[numbers[side, entry.unit]].is_ship:
                yield f"{side}.{where}.hex"


def _ground(board: Board) -> Iterator[Problem]:
    """A unit stands where it could have come to; one that cannot move may stand on any land (OPS-6.2-9)."""
    for where, hex_, profile in _placed(board):
        if board.land[hex_] and profile.movement and not _may_be_in(board, profile, hex_):
            terrain = board.map.terrain_name(hex_)
            yield f"{where}.hex", f"{profile.name} cannot enter {board.grid.label(hex_)} ({terrain} without a road)"


def _stacking(board: Board) -> Iterator[Problem]:
    """No hex holds more than the stacking limit, none holds both sides (OPS-8.1-1, OPS-8.1-2)."""
    weights: Counter[int] = Counter()
    sides: dict[int, str] = {}
    limit = board.tables.conduct.stacking
    for where, hex_, profile in _placed(board):
        label = board.grid.label(hex_)
        weights[hex_] += profile.weight
        if profile.weight and weights[hex_] > limit:
            yield f"{where}.hex", f"{label} holds more than {limit} stacking points"
        if sides.setdefault(hex_, profile.side) != profile.side:
            yield f"{where}.hex", f"{label} holds units of the other side"


def _placed(board: Board) -> Iterator[tuple[str, int, Profile]]:
    numbers = unit_numbers(board.scenario)
    for side in SIDES:
        forces = board.scenario.allied if side == "allied" else board.scenario.axis
        for i, placement in enumerate(forces.setup):
            yield f"{side}.setup[{i}]", board.grid.parse(placement.hex), board.roster[numbers[side, placement.unit]]


def _may_be_in(board: Board, profile: Profile, hex_: int) -> bool:
    """Tell whether a unit could get into a hex from some neighbour."""
    costs = board.leave_cost[profile.move_class]
    return any(costs[other, board.grid.direction(other, hex_)] < CLOSED for other in board.grid.adjacent(hex_))


def _arrivals(board: Board) -> Iterator[Problem]:
    """A reinforcement enters on ground of its own side, free of the enemy, and can go on from there (OPS-8.3.1-2)."""
    numbers = unit_numbers(board.scenario)
    held = {hex_: board.roster[unit].side for unit, (hex_, _, _) in board.start.items()}
    for side in SIDES:
        forces = board.scenario.allied if side == "allied" else board.scenario.axis
        for where, arrival in entries_of(forces)[len(forces.setup) :]:
            hex_, profile = board.grid.parse(arrival.hex), board.roster[numbers[side, arrival.unit]]
            if not board.land[hex_]:
                continue  # said already
            if held.get(hex_) == enemy_of(side) or board.start_control[hex_] != SIDE_CODE[side]:
                yield f"{side}.{where}.hex", f"{arrival.hex} is not in the hands of its side at the start"
            if (board.leave_cost[profile.move_class][hex_] == CLOSED).all():
                yield f"{side}.{where}.hex", f"{profile.name} could not leave {arrival.hex}"


def _objectives(board: Board) -> Iterator[Problem]:
    """The side that holds an objective is not denied it by a unit that stands there (OPS-9.2.2-5)."""
    for i, objective in enumerate(board.objectives):
        code = board.start_control[objective.hex]
        if board.land[objective.hex] and code != SIDE_CODE[objective.held_by]:
            yield f"objectives[{i}].held_by", f'is "{objective.held_by}", but the other side stands in the hex'


def check_file(path: str | Path) -> list[DataError]:
    """Everything wrong with a scenario file, wherever it lies: what stops its reading, else all that is unsound."""
    if errors := list(all_problems(path)):
        return errors
    document = scenario_document(path)
    board = make_board(scenario_id(path), document.content, load_tables(), load_battle_map())
    return check_scenario(board, document)


def check_all() -> list[DataError]:
    """Everything wrong with the data of this system: the first fault of tables, forces or map, else of scenarios."""
    try:
        load_tables()
        load_experience()
        load_battle()
        load_catalogues()
        load_battle_map()
    except DataError as error:
        return [error]
    return [error for path in scenario_paths() for error in check_file(path)]
