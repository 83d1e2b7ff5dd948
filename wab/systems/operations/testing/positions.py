"""Sound random positions of the flagship: on windows of the real map and on drawn ground, in the middle of a battle.

`position(number)` gives the same state for the same number, tables and map. `POSITIONS` is a system that plays them as
if they were scenarios, named "operations/position-NUMBER": so they can be started, saved, loaded and replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from unittest.mock import patch

import msgspec

from wab.content.operations.loader import load_battle_map
from wab.content.operations.shapes import Box, ImmediateVictory, Margins, Sides, VictoryData
from wab.engine import Chance, Event
from wab.systems.operations import Operations
from wab.systems.operations.ground.weather import WEATHERS
from wab.systems.operations.state import setup
from wab.systems.operations.state.board import CLOSED, SIDE_CODE, SIDES, Board, Entry, Objective, Profile
from wab.systems.operations.state.control import takes_hexes
from wab.systems.operations.state.stacking import fits_profile
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.testing.boards import BoardBuilder, campaign_tables, make_board, plain_scenario
from wab.systems.operations.units.reconstitution import points_of_turn
from wab.systems.operations.units.strength import is_exhausted

PREFIX = "operations/position-"
ALLIED_NATIONS = ("us", "uk", "ca", "pl", "fr")
_GROUND = "....bbbffhHmtcs~~="
_HIGHEST_FATIGUE = 101


@dataclass(frozen=True)
class Draw:
    """Choices of one position, each a draw from its own source of chance."""

    chance: Chance

    def among(self, first: int, last: int) -> int:
        """A whole number from `first` to `last`."""
        return first + self.chance.below(last - first + 1)

    def one(self, things: Sequence[Any]) -> Any:
        """One of some things."""
        return things[self.chance.below(len(things))]

    def happens(self, percent: int) -> bool:
        """True in so many cases of a hundred."""
        return self.chance.below(100) < percent


def position(number: int) -> State:
    """A sound state in the middle of a battle, the same for the same number."""
    return _made(number).copy()


@lru_cache(maxsize=8)
def _made(number: int) -> State:
    draw = Draw(Chance(number, "position"))
    builder = _drawn_ground(draw, number) if draw.happens(50) else _window(draw, number)
    _divide(draw, builder)
    _people(draw, builder)
    _lead(draw, builder)
    _fly(draw, builder)
    state = _with_expectations(draw, builder)
    _let_it_be_midway(draw, state)
    return state


# ------------------------------------------------------------------------------------------------- the ground


def _drawn_ground(draw: Draw, number: int) -> BoardBuilder:
    rows, cols = draw.among(4, 9), draw.among(4, 9)
    letters = [[draw.one(_GROUND) for _ in range(cols)] for _ in range(rows)]
    letters[rows // 2] = ["." if letter in "~=" else letter for letter in letters[rows // 2]]
    sides = _hexsides(rows, cols)
    turns = draw.among(2, 8)
    builder = make_board(
        [" ".join(line) for line in letters],
        rivers=[side for side in sides if draw.happens(12)],
        roads=[side for side in sides if draw.happens(15)],
        cliffs=[side for side in sides if draw.happens(4)],
        closed=[side for side in sides if draw.happens(3)],
        fortified=[hex_ for hex_ in range(rows * cols) if draw.happens(8)],
        switches=_switches(draw),
        impulses=draw.among(1, 2),
        turns=turns,
        activation_points=draw.among(1, 14),
        supply=_sources(draw, range(rows * cols), turns),
        seed=number,
    )
    return _named(builder.board, builder.state, number)


def _hexsides(rows: int, cols: int) -> list[tuple[int, int]]:
    """Every pair of neighbours on a board, once; sides that touch the sea or flats get what they get."""
    grid = make_board([" ".join("." * cols)] * rows).board.grid
    return [(hex_, other) for hex_ in range(grid.size) for other in grid.adjacent(hex_) if hex_ < other]


def _window(draw: Draw, number: int) -> BoardBuilder:
    """A piece of the real map about a random hex of land, with the rules of a made-up scenario."""
    battle_map, turns = load_battle_map(), draw.among(2, 8)
    dry = [hex_ for hex_ in range(battle_map.grid.size) if battle_map.land_share[hex_] > 0]
    lon, lat = battle_map.lonlat_of(draw.one(dry))
    wide, high = draw.among(8, 30) / 100, draw.among(6, 20) / 100
    plain = plain_scenario(_switches(draw), draw.among(1, 2), turns, draw.among(2, 14))
    scenario = msgspec.structs.replace(plain, window=Box(lon - wide, lon + wide, lat - high, lat + high))
    board = setup.make_board(PREFIX + str(number), scenario, campaign_tables(), battle_map)
    inside = [hex_ for hex_ in range(board.grid.size) if board.land[hex_]]
    board = replace(board, supply_hexes=_sources_of(draw, inside, turns))
    state = setup.starting_state(board, number)
    return _named(board, state, number)


def _named(board: Board, state: State, number: int) -> BoardBuilder:
    board = replace(board, scenario_id=PREFIX + str(number), by_side={})
    state.board = board
    return BoardBuilder(board, state)


def _switches(draw: Draw) -> dict[str, Any]:
    names = ("fog", "supply", "fatigue", "commanders", "air", "naval", "reconstitution_allied")
    switches: dict[str, Any] = {name: draw.happens(60) for name in names}
    switches["heavy_bombers"] = switches["air"] and draw.happens(60)
    switches["reconstitution_axis"] = switches["reconstitution_allied"] and draw.happens(60)
    switches["weather"] = draw.one(("fixed", "historical", "random"))
    switches["commander_cap"] = draw.one((0, 0, 1))
    return switches


def _sources(draw: Draw, hexes: Sequence[int], turns: int) -> dict[str, dict[int, int]]:
    return {side: {draw.one(hexes): draw.among(1, turns) for _ in range(draw.among(0, 3))} for side in SIDES}


def _sources_of(draw: Draw, hexes: Sequence[int], turns: int) -> dict[str, tuple[tuple[int, int], ...]]:
    if not hexes:
        return {}
    return {side: tuple(found.items()) for side, found in _sources(draw, hexes, turns).items()}


# ------------------------------------------------------------------------------------------------- who stands where


def _divide(draw: Draw, builder: BoardBuilder) -> None:
    """A front somewhere across the land: north or west of it the Allies, beyond it the Axis, with some pockets."""
    board, state = builder.board, builder.state
    land = [hex_ for hex_ in range(board.grid.size) if board.land[hex_]]
    state.control = bytearray(board.grid.size)
    if not land:
        return
    centre, upright = board.grid.centre(draw.one(land)), draw.happens(50)
    for hex_ in land:
        east, north = board.grid.centre(hex_)
        allied = east <= centre[0] if upright else north >= centre[1]
        allied ^= draw.happens(6)
        state.control[hex_] = SIDE_CODE["allied" if allied else "axis"]
    builder.changed()


def _people(draw: Draw, builder: BoardBuilder) -> None:
    """Units of many kinds, mostly near the front; a few in each other's rear."""
    kinds = [kind for kind in builder.board.tables.units if kind != "commander"]
    for side in SIDES:
        of_side = [kind for kind in kinds if _belongs(builder, kind, side)]
        for _ in range(draw.among(1, 11)):
            _settle(draw, builder, draw.one(of_side), side)


def _belongs(builder: BoardBuilder, kind: str, side: str) -> bool:
    is_axis = kind.startswith(("de_", "ss_"))
    if builder.board.tables.units[kind].move_class == "ship":
        return side == "allied" and builder.board.rules.naval
    return is_axis == (side == "axis")


def _settle(draw: Draw, builder: BoardBuilder, kind: str, side: str) -> int | None:
    """Put a unit where it may stand and finds room; None if it finds no place."""
    state, control = builder.state, builder.state.control[:]
    number = builder.place(kind, 0, side, **_traits(draw, builder, kind))
    profile = state.profile(number)
    state.take(number)
    state.control = control  # the builder gave the hex to the unit's side
    builder.changed()
    places = [hex_ for hex_ in _ground_of(draw, builder, profile) if fits_profile(state, profile, hex_)]
    if not places:
        del state.roster[number], builder.board.roster[number]
        return None
    unit = Unit(number, draw.one(places), draw.among(1, profile.hp))
    state.put(unit)
    if takes_hexes(profile):
        state.control[unit.hex] = SIDE_CODE[side]
    builder.changed()
    return number


def _traits(draw: Draw, builder: BoardBuilder, kind: str) -> dict[str, Any]:
    traits: dict[str, Any] = {"division": draw.one(("", "", "1st", "2nd"))}
    if builder.board.tables.units[kind].move_class == "ship":
        traits["availability"] = draw.one((0, 50, 100))
    return traits


def _ground_of(draw: Draw, builder: BoardBuilder, profile: Profile) -> list[int]:
    """Hexes into which a unit could have come; hexes of its own side, except for one unit in eight."""
    board, state = builder.board, builder.state
    if profile.is_ship:
        return [hex_ for hex_ in range(board.grid.size) if board.at_sea(hex_)]
    costs, grid = board.leave_cost[profile.move_class], board.grid
    abroad = draw.happens(12)
    return [
        hex_
        for hex_ in range(grid.size)
        if board.land[hex_]
        and (abroad or state.controls(profile.side, hex_))
        and any(costs[other, grid.direction(other, hex_)] < CLOSED for other in grid.adjacent(hex_))
    ]


def _lead(draw: Draw, builder: BoardBuilder) -> None:
    """Commanders with a unit of their side, or alone; some with bonuses."""
    if not builder.board.rules.commanders:
        return
    for side in SIDES:
        for _ in range(draw.among(0, 2)):
            beside = [unit.hex for unit in builder.state.units_of(side) if not builder.state.profile(unit.id).is_ship]
            number = _settle(draw, builder, "commander", side)
            if number is not None and beside and draw.happens(75):
                builder.change(number, hex=draw.one(beside))
            if number is not None:
                values = {"columns": draw.among(0, 1), "lines": draw.among(0, 1)}
                profile = msgspec.structs.replace(builder.state.profile(number), **values)
                builder.state.roster[number] = builder.board.roster[number] = profile


def _fly(draw: Draw, builder: BoardBuilder) -> None:
    """Aircraft of the Allies in every condition in which a turn can find them."""
    rules = builder.board.rules
    if not rules.air:
        return
    kinds = [kind for kind, row in builder.board.tables.air.items() if rules.heavy_bombers or not row.bombardment]
    for _ in range(draw.among(0, 4)):
        kind = draw.one(kinds)
        full = builder.board.tables.air[kind].hp
        status = draw.one(("ready", "ready", "ready", "resting", "weather", "maintenance", "destroyed"))
        hp = 0 if status == "destroyed" else draw.among(1, full)
        out = {"resting": 8, "destroyed": 8}.get(status, 0)
        builder.squadron(kind, "allied", hp=hp, status=status, flown=status == "ready" and draw.happens(20), out_to=out)


# ------------------------------------------------------------------------------------------------- what is at stake


def _with_expectations(draw: Draw, builder: BoardBuilder) -> State:
    """Objectives, reinforcements on their way and points to rebuild with: the board that the game will know."""
    state, old = builder.state, builder.board
    land = [hex_ for hex_ in range(old.grid.size) if old.land[hex_]]
    objectives = tuple(
        _objective(draw, state, hex_) for hex_ in sorted({draw.one(land) for _ in range(3)} if land else ())
    )
    entries = _entries(draw, builder)
    board = replace(
        old,
        **_terms(draw, old, objectives),
        objectives=objectives,
        entries=entries,
        start={unit.id: (unit.hex, unit.hp, unit.fatigue) for unit in state.units.values()},
        start_control=bytes(state.control),
        squadron_hp={squadron.id: squadron.hp for squadron in state.squadrons.values()},
        by_side={},
    )
    state.board = board
    state.awaited = tuple(range(len(entries)))
    state.version += 1
    return state


def _objective(draw: Draw, state: State, hex_: int) -> Objective:
    held_by = "allied" if state.controls("allied", hex_) else "axis"
    worth = draw.among(0, 3), draw.among(0, 9)
    return Objective({"en": f"Hex {hex_}"}, hex_, held_by, *worth, draw.one(("both", *SIDES)), draw.happens(40))


def _entries(draw: Draw, builder: BoardBuilder) -> tuple[Entry, ...]:
    """Units that are still to come: taken off the map again, each to the hex where it stood."""
    turns, state, entries = builder.board.turns, builder.state, []
    for unit in [unit for _, unit in sorted(state.units.items())]:
        if not draw.happens(12):
            continue
        state.take(unit.id)
        entries.append(Entry(draw.among(1, turns), unit.hex, unit.id, unit.hp, draw.among(0, 40)))
    builder.changed()
    return tuple(sorted(entries, key=lambda entry: (entry.turn, entry.unit)))


def _terms(draw: Draw, board: Board, objectives: Sequence[Objective]) -> dict[str, Any]:
    turns = board.turns
    rebuild = tuple(draw.among(0, 6) for _ in range(turns)) if board.rules.reconstitution_axis else ()
    immediate: tuple[ImmediateVictory, ...] = ()
    if objectives and draw.happens(20):
        hexes = tuple(objective.hex for objective in objectives[:2])
        immediate = (ImmediateVictory(draw.one(SIDES), hexes, draw.happens(50), draw.happens(50)),)
    return {
        "weather_by_turn": tuple(draw.one(WEATHERS) for _ in range(turns)),
        "activation_points": Sides(draw.among(1, 14), draw.among(1, 14)),
        "first_player": draw.one(SIDES),
        "reconstitution_points": rebuild,
        "victory": VictoryData(Sides(1, 1), Margins(5, 15, 30), Sides(draw.among(0, 9), 0), immediate),
    }


# ------------------------------------------------------------------------------------------------- midway


def _let_it_be_midway(draw: Draw, state: State) -> None:
    """Some turn and impulse, with units that have marched, fought, tired and lost their supply before."""
    state.turn, state.impulse = draw.among(1, state.board.turns), draw.among(1, state.board.impulses)
    state.weather, state.active = draw.one(WEATHERS), draw.one(SIDES)
    state.rebuild_points = draw.among(0, points_of_turn(state.board, state.turn))
    state.attacked_hexes, state.hp_lost, state.earned = {}, {}, {}
    state.awaited = tuple(number for number, entry in enumerate(state.board.entries) if entry.turn > state.turn)
    late = {entry.unit for number, entry in enumerate(state.board.entries) if number not in state.awaited}
    state.removed = tuple(sorted(late))
    for unit in [unit for _, unit in sorted(state.units.items())]:
        state.put(_worn(draw, state, unit))
    allowance: int = getattr(state.board.activation_points, state.active)
    used = sum(unit.activated == state.impulse for unit in state.units_of(state.active))
    for unit in list(state.units_of(state.active)):
        if used > allowance and unit.activated == state.impulse:
            state.put(msgspec.structs.replace(unit, activated=0, moved=False, marched=False, spent=0))
            used -= 1
    state.activation_points = draw.among(0, max(0, allowance - used))
    state.version += 1


def _worn(draw: Draw, state: State, unit: Unit) -> Unit:
    """A unit with a past: what it did this turn fits together, and it is not so tired that it would have given up."""
    values: dict[str, Any] = {"supplied": draw.happens(80)}
    values["turns_unsupplied"] = 0 if values["supplied"] else draw.among(0, 2)
    if state.side_of(unit.id) == state.active and draw.happens(30):
        values["activated"] = draw.among(1, state.impulse)
        values |= draw.one(
            ({}, {"held": True}, {"moved": True, "spent": 4}, {"moved": True, "marched": True, "spent": 6})
        )
    if state.board.rules.fatigue:
        values["fatigue"] = draw.among(0, _HIGHEST_FATIGUE - 1)
    worn = msgspec.structs.replace(unit, **values)
    return worn if not is_exhausted(state, worn) else msgspec.structs.replace(worn, fatigue=0)


# ------------------------------------------------------------------------------------------------- to play them


class Positions(Operations):
    """The flagship, whose scenarios are the positions."""

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> State:
        """The position of this name, with dice of this seed."""
        state = position(number_of(scenario))
        state.dice = msgspec.structs.replace(state.dice, seed=seed)
        return state

    def open(self, state: State) -> Iterator[Event]:
        """Nothing happens: the battle is under way."""
        return iter(())


def number_of(scenario: str) -> int:
    """The number of a position by its name."""
    return int(scenario.removeprefix(PREFIX))


def is_position(scenario: str) -> bool:
    """Tell whether a scenario is a position made here."""
    return scenario.startswith(PREFIX)


POSITIONS = Positions()


@contextmanager
def known_boards() -> Iterator[None]:
    """While it lasts, boards of positions are found by their names, as boards of scenarios are by their files."""
    from_file = setup._board

    def board(scenario: str, digest: str) -> Board:
        return position(number_of(scenario)).board if is_position(scenario) else from_file(scenario, digest)

    with patch.object(setup, "_board", board):
        yield
