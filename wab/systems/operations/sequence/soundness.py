"""Can a scenario be set up as it is written? Checks that need the board: ground, stacking, the enemy, ways in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wab.content.normandy.history import load_weather_history
from wab.content.operations.battle import load_battle
from wab.content.operations.calendar import calendar_problems
from wab.content.operations.checks import entries_of, forces_of
from wab.content.operations.loader import (
    load_battle_map,
    load_catalogues,
    load_tables,
    operations_root,
    scenario_document,
    scenario_faults,
    scenario_id,
    scenario_infos,
    scenario_path,
    scenario_paths,
)
from wab.content.operations.shapes import ScenarioFile
from wab.content.reader import Document
from wab.engine.words.errors import DataError
from wab.engine.words.text import Text
from wab.hexes.paths import connected
from wab.systems.operations.state.board import CLOSED, SIDE_CODE, SIDES, Board, Profile, enemy_of
from wab.systems.operations.state.control import takes_hexes
from wab.systems.operations.state.setup import make_board, starting_state
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.reinforcements import place_of_arrival
from wab.systems.operations.units.strength import is_exhausted
from wab.systems.operations.units.supply import why_unsupplied

Problem = tuple[str, str | Text]
Written = Document[ScenarioFile]


def check_scenario(board: Board, document: Written | None = None) -> list[DataError]:
    """Everything that is unsound in a scenario, as errors with file, line and field; empty for a sound one.

    `document` is the file as it was read, for a scenario that does not lie among the others.
    """
    document = document or scenario_document(scenario_path(board.scenario_id))
    ground = (_hexes, _ground, _stacking, _foreign_ground, _arrivals, _room, _fit_to_fight, _objectives, _reach)
    checks = (*ground, _supply, _ports, _history)
    return [document.error(where, problem) for check in checks for where, problem in check(board, document)]


def require_ground(board: Board) -> None:
    """Raise the first DataError for a unit of a scenario where none can be, or for a hex that holds too much."""
    found = board.once("unsound ground", lambda: _unsound_ground(board))
    if found is not None:
        raise found


def _unsound_ground(board: Board) -> DataError | None:
    document = scenario_document(scenario_path(board.scenario_id))
    faults = (fault for check in (_hexes, _stacking) for fault in check(board, document))
    return next((document.error(*fault) for fault in faults), None)


def _hexes(board: Board, document: Written) -> Iterator[Problem]:
    """Every hex that the scenario names lies in the play area and some unit can reach it (OPS-11.1-3)."""
    ships = set(_ships(board, document.content))
    for where, hex_ in document.hexes:
        label = board.grid.label(hex_)
        if not board.in_play[hex_]:
            yield where, f"{label} is outside the play area"
        elif where in ships:
            if not board.at_sea(hex_):
                yield where, f"{label} is {board.map.terrain_name(hex_)}, where no ship can be"
        elif not board.land[hex_]:
            yield where, f"{label} is {board.map.terrain_name(hex_)}, where no unit can be"


def _ships(board: Board, scenario: ScenarioFile) -> Iterator[str]:
    """The fields that say where a ship is."""
    for side, forces in forces_of(scenario).items():
        for where, entry in entries_of(forces):
            if board.roster[board.numbers[side, entry.unit]].is_ship:
                yield f"{side}.{where}.hex"


def _ground(board: Board, document: Written) -> Iterator[Problem]:
    """A unit stands in a hex that it could have reached; one that cannot move may stand on any land (OPS-6.2-9)."""
    for where, hex_, profile in _placed(board, document.content):
        if board.land[hex_] and profile.movement and not _may_be_in(board, profile, hex_):
            terrain = board.map.terrain_name(hex_)
            yield f"{where}.hex", f"{profile.name} cannot enter {board.grid.label(hex_)} ({terrain} without a road)"


def _stacking(board: Board, document: Written) -> Iterator[Problem]:
    """No hex holds more than the stacking limit, none holds both sides (OPS-8.1-1, OPS-8.1-2)."""
    weights: Counter[int] = Counter()
    sides: dict[int, str] = {}
    limit = board.tables.conduct.stacking
    for where, hex_, profile in _placed(board, document.content):
        label = board.grid.label(hex_)
        weights[hex_] += profile.weight
        if profile.weight and weights[hex_] > limit:
            yield f"{where}.hex", f"{label} holds more than {limit} stacking points"
        if sides.setdefault(hex_, profile.side) != profile.side:
            yield f"{where}.hex", f"{label} holds units of the other side"


def _placed(board: Board, scenario: ScenarioFile) -> Iterator[tuple[str, int, Profile]]:
    for side, forces in forces_of(scenario).items():
        for i, placement in enumerate(forces.setup):
            yield f"{side}.setup[{i}]", placement.hex, board.roster[board.numbers[side, placement.unit]]


def _may_be_in(board: Board, profile: Profile, hex_: int) -> bool:
    """Tell whether a unit could get into a hex from some neighbour."""
    costs = board.leave_cost[profile.move_class]
    return any(costs[other, board.grid.direction(other, hex_)] < CLOSED for other in board.grid.adjacent(hex_))


def _foreign_ground(board: Board, document: Written) -> Iterator[Problem]:
    """No unit stands on ground that the scenario's own list gives to the other side (OPS-6.5-2)."""
    control = document.content.control
    spans = {"allied": control.allied, "axis": control.axis}
    given = {side: {hex_ for span in spans[side] for hex_ in span} for side in SIDES}
    for where, hex_, profile in _placed(board, document.content):
        other = enemy_of(profile.side)
        if takes_hexes(profile) and hex_ in given[other]:
            label = board.grid.label(hex_)
            yield f"{where}.hex", f"{label} is on the list control.{other}, the ground of the other side"


def _arrivals(board: Board, document: Written) -> Iterator[Problem]:
    """A reinforcement enters on ground of its own side, free of the enemy, and can go on from there (OPS-8.3.1-2)."""
    held = {hex_: board.roster[unit].side for unit, (hex_, _, _) in board.start.items()}
    for side, forces in forces_of(document.content).items():
        for where, arrival in entries_of(forces)[len(forces.setup) :]:
            hex_, profile = arrival.hex, board.roster[board.numbers[side, arrival.unit]]
            label = board.grid.label(hex_)
            if not board.land[hex_]:
                continue  # said already
            if held.get(hex_) == enemy_of(side) or board.start_control[hex_] != SIDE_CODE[side]:
                yield f"{side}.{where}.hex", f"{label} is not in the hands of its side at the start"
            if (board.leave_cost[profile.move_class][hex_] == CLOSED).all():
                yield f"{side}.{where}.hex", f"{profile.name} could not leave {label}"


def _room(board: Board, document: Written) -> Iterator[Problem]:
    """Yield what arrives in one turn finds room at its entry hexes or next to them (OPS-8.3.1-3, OPS-8.1-1)."""
    for turn in sorted({entry.turn for entry in board.entries}):
        state = starting_state(board, 0) if turn == 1 else _empty(board)
        for number, entry in enumerate(board.entries):
            if entry.turn != turn or not (board.land[entry.hex] or board.at_sea(entry.hex)):
                continue
            hex_ = place_of_arrival(state, entry)
            if hex_ is None:
                profile, label = board.roster[entry.unit], board.grid.label(entry.hex)
                problem = f"{profile.name} finds no room at {label} on turn {turn}, nor beside it"
                yield f"{_entry_field(board, document.content, number)}.hex", problem
            else:
                state.put(Unit(entry.unit, hex_, entry.hp))
                state.version += 1


def _fit_to_fight(board: Board, document: Written) -> Iterator[Problem]:
    """No unit begins or arrives so weak and tired that it would surrender (OPS-8.4.3-6)."""
    turns = {entry.unit: entry.turn for entry in board.entries}
    for side, forces in forces_of(document.content).items():
        for where, written in entries_of(forces):
            number, state = board.numbers[side, written.unit], starting_state(board, 0)
            state.roster = board.roster_on(turns.get(number, 1))
            unit = Unit(number, written.hex, written.hp or state.profile(number).hp, written.fatigue)
            if is_exhausted(state, unit):
                name, fares = state.profile(number).name, f"{unit.hp} HP and {unit.fatigue} % fatigue"
                yield f"{side}.{where}.fatigue", f"{name} would surrender with {fares}"


def _empty(board: Board) -> State:
    """The ground without units: later arrivals cannot know where the others will be."""
    state = starting_state(board, 0)
    for unit in list(state.units):
        state.take(unit)
    state.version += 1
    return state


def _entry_field(board: Board, scenario: ScenarioFile, number: int) -> str:
    """The field of an arrival."""
    unit = board.entries[number].unit
    for side, forces in forces_of(scenario).items():
        for i, arrival in enumerate(forces.reinforcements):
            if board.numbers[side, arrival.unit] == unit:
                return f"{side}.reinforcements[{i}]"
    raise KeyError(number)


def _reach(board: Board, document: Written) -> Iterator[Problem]:
    """A side can come to every objective that earns it points, were there no enemy (OPS-9.2.2-5)."""
    for side in SIDES:
        reachable = _reachable(board, side)
        for i, objective in enumerate(board.objectives):
            if objective.scores_for in ("both", side) and board.land[objective.hex] and not reachable[objective.hex]:
                yield f"objectives[{i}].hex", f"no unit of the {side} side could ever come to {objective.names['en']}"


def _reachable(board: Board, side: str) -> NDArray[np.bool_]:
    """bool[N]: hexes to which some unit of a side that takes hexes could go, and hexes that it holds at the start."""
    starts: dict[str, list[int]] = {}
    places = [(unit, hex_) for unit, (hex_, _, _) in board.start.items()]
    for unit, hex_ in (*places, *((entry.unit, entry.hex) for entry in board.entries)):
        profile = board.roster[unit]
        if profile.side == side and takes_hexes(profile) and profile.movement and board.land[hex_]:
            starts.setdefault(profile.move_class, []).append(hex_)
    found: NDArray[np.bool_] = np.frombuffer(board.start_control, np.uint8) == SIDE_CODE[side]
    for class_, hexes in sorted(starts.items()):
        found |= connected(board.workspace, sorted(set(hexes)), board.land, board.leave_cost[class_] == CLOSED)
    return found


def _supply(board: Board, document: Written) -> Iterator[Problem]:
    """Every unit has a supply line when play begins, or the scenario says why not (OPS-8.5.1-1)."""
    if not board.rules.supply or document.content.unsupplied_why:
        return
    state = starting_state(board, 0)
    state.turn = 1
    for side, forces in forces_of(document.content).items():
        for i, placement in enumerate(forces.setup):
            unit = board.numbers[side, placement.unit]
            if board.land[state.units[unit].hex] and (cut := why_unsupplied(state, unit)) is not None:
                remedy = "(open the line, name the unit in supply_exceptions, or say why in unsupplied_why)"
                yield f"{side}.setup[{i}].unit", f"{str(cut.text).rstrip('.')} when play begins {remedy}"


def _ports(board: Board, document: Written) -> Iterator[Problem]:
    """A port that opens after its capture is in the other side's hands when play begins (OPS-T-SUPPLY-SOURCES)."""
    for i, source in enumerate(document.content.supply):
        if source.turns_after_capture is None:
            continue
        for j, hex_ in enumerate(source.hexes):
            if board.start_control[hex_] != SIDE_CODE[enemy_of(source.side)]:
                label = board.grid.label(hex_)
                yield f"supply[{i}].hexes[{j}]", f"{label} is not held by the other side, so it cannot be captured"


def _history(board: Board, document: Written) -> Iterator[Problem]:
    yield from calendar_problems(document.content, load_battle(), load_weather_history())


def _objectives(board: Board, document: Written) -> Iterator[Problem]:
    """No enemy unit in an objective denies it to the side that holds it (OPS-9.2.2-5)."""
    for i, objective in enumerate(board.objectives):
        code = board.start_control[objective.hex]
        if board.land[objective.hex] and code != SIDE_CODE[objective.held_by]:
            yield f"objectives[{i}].held_by", f'is "{objective.held_by}", but the other side stands in the hex'


def check_file(path: str | Path) -> list[DataError]:
    """Everything wrong with a scenario file, wherever it lies: what stops its reading, else all that is unsound."""
    if errors := list(scenario_faults(path)):
        return errors
    document = scenario_document(path)
    board = make_board(scenario_id(path), document.content, load_tables(), load_battle_map())
    return [*check_scenario(board, document), *_doubled(Path(path), document)]


def _doubled(path: Path, document: Written) -> Iterator[DataError]:
    """A place in a campaign, and an id of the ledger, belong to one scenario of the game (OPS-1.3-1)."""
    if path.resolve().parent != (operations_root() / "scenarios").resolve():
        return
    scenario, own = document.content, scenario_id(path)
    for other in scenario_infos():
        if other.id == own:
            continue
        for side, place in scenario.campaigns.items():
            if other.campaigns.get(side) == place:
                yield document.error(f"campaigns.{side}", f"is {place}, the place of {other.id} in that campaign")
        if scenario.ledger and other.ledger == scenario.ledger:
            yield document.error("ledger", f"is {scenario.ledger}, the id of {other.id}")


def check_across() -> Iterator[DataError]:
    """Each campaign is a chain that begins with 1 and has no gap (OPS-1.3-1)."""
    for side in SIDES:
        places = {info.campaigns[side]: info for info in scenario_infos() if side in info.campaigns}
        for place in sorted(places):
            if place > 1 and place - 1 not in places:
                problem = f"is {place}, but no scenario has place {place - 1} in that campaign"
                yield scenario_document(places[place].path).error(f"campaigns.{side}", problem)


def check_all() -> list[DataError]:
    """Everything wrong with the data of this system: the first fault of tables, forces or map, else of scenarios."""
    try:
        load_tables()
        load_battle()
        load_weather_history()
        load_catalogues()
        load_battle_map()
    except DataError as error:
        return [error]
    return [*(error for path in scenario_paths() for error in check_file(path)), *check_across()]
