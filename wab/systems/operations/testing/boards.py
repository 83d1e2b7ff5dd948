"""Tiny artificial boards for tests of the flagship's rules: draw the ground, place units, ask the rules.

    b = make_board([". . f",        # the north; odd rows counted from the south are half a hex farther east
                    ". m ."],       # the south: hexes 0, 1, 2
                   rivers=[(0, 1)], roads=[(1, 2)])
    tank = b.place("armour", hex=0)                        # unit id; Allied unless told otherwise
    foe = b.place("infantry", hex=2, side="axis", defence=7, fatigue=20, supplied=False)
    b.state, b.board                                       # a State like any other, and its Board
    events = b.happen(execute_move(b.state, order))        # applies each event before the next is asked for

Hexes are numbered as everywhere: row * columns + column, row 0 in the south, which is the LAST line of a drawing. On a
board of one row the hexes are simply 0, 1, 2... from west to east. Letters: see LETTERS. Kinds of units: the round ones
of KINDS, or any kind of the campaign's unit tables. The side of a hex follows from the units placed there; all other
land is the Allies' unless `control` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np
import yaml

from wab.content.data import rules_root
from wab.content.hexmap import HexMap, Projection
from wab.content.operations.loader import load_tables
from wab.content.operations.shapes import (
    Box,
    ControlData,
    Forces,
    Margins,
    ScenarioFile,
    Sides,
    Switches,
    VictoryData,
    Weather,
)
from wab.content.operations.tables import Tables
from wab.engine import Dice, Event, Text
from wab.hexes import Grid, Workspace
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.board import FIRST_SQUADRON, NOBODY, SIDE_CODE, AirProfile, Board, Profile
from wab.systems.operations.state.costs import land_in_play, leave_costs, march_costs, sight_table, zoc_sides
from wab.systems.operations.state.setup import as_written
from wab.systems.operations.state.state import Squadron, State, Unit

LETTERS = {
    ".": "clear",
    "b": "bocage",
    "f": "woods",
    "h": "hills",
    "H": "hill_bocage",
    "m": "marsh",
    "t": "town",
    "c": "city",
    "s": "beach",
    "~": "sea",
    "=": "estuary_flats",
}
"""Ground by letter; hexes of a row are separated by blanks."""

KINDS: dict[str, dict[str, Any]] = {
    "infantry": {"type": "infantry", "move_class": "inf", "attack": 6, "defence": 10, "movement": 6},
    "mechanised": {"type": "mechanised", "move_class": "mec", "attack": 8, "defence": 10, "movement": 10},
    "armour": {"type": "armoured", "move_class": "arm", "attack": 10, "defence": 12, "movement": 10},
    "recon": {"type": "mechanised", "move_class": "rec", "attack": 3, "defence": 5, "movement": 12, "sight": 6},
    "battalion": {"type": "infantry", "move_class": "inf", "attack": 3, "defence": 5, "hp": 4, "size": "battalion"},
    "company": {"type": "infantry", "move_class": "inf", "attack": 1, "defence": 2, "hp": 2, "size": "company"},
    "artillery": {
        "type": "other", "move_class": "art", "attack": 0, "defence": 4, "hp": 4, "size": "group",
        "bombardment": 3, "range": 2, "movement": 6,
    },
    "commander": {
        "type": "other", "move_class": "cdr", "size": "commander", "hp": 2, "attack": 0, "defence": 1,
        "movement": 14, "zoc": 0, "weight": 0,
    },
    "ship": {
        "type": "other", "move_class": "ship", "size": "ship", "hp": 6, "attack": 0, "defence": 10,
        "bombardment": 6, "range": 4, "movement": 4, "strategic": False,
    },
}  # fmt: skip
"""Units with round numbers: what is not said is a veteran regiment of 8 HP, sight 3, 6 movement points."""

_DEFAULTS: dict[str, Any] = {
    "size": "regiment",
    "quality": "veteran",
    "hp": 8,
    "sight": 3,
    "movement": 6,
    "symbol": "infantry",
}
_NATION = {"allied": "us", "axis": "heer"}
_TERRAINS = tuple(LETTERS.values())


@cache
def _ledger() -> dict[str, Any]:
    ledger: dict[str, Any] = yaml.load((rules_root() / "operations.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return ledger


@cache
def ledger_examples() -> dict[str, dict[str, Any]]:
    """The worked examples of the flagship's ledger by id: each with `given` and `expect`."""
    return {example["id"]: example for example in _ledger()["examples"]}


@cache
def ledger_tables() -> dict[str, dict[str, Any]]:
    """The tables of the flagship's ledger by id: each with `known` and `rebuild`."""
    return {table["id"]: table for table in _ledger()["tables"]}


class BoardBuilder:
    """A board with its state, to be filled with units. All hexes are in play."""

    def __init__(self, board: Board, state: State) -> None:
        self.board = board
        self.state = state

    def place(self, kind: str, hex: int, side: str = "allied", **traits: Any) -> int:
        """Put a unit on the board and return its id (1, 2, 3...).

        `traits` override values of the kind (names of `Profile`) or say how the unit fares (names of `Unit`: fatigue,
        spent, supplied, activated...). `hp` is what it has left, `full_hp` what its kind has (`hp` if left out never
        changes it: a unit is fresh unless told).
        """
        unit_id = len(self.board.roster) + 1
        profile = _profile(self.board.tables, kind, side, unit_id, traits)
        fares = {name: traits[name] for name in traits if name in Unit.__struct_fields__ and name != "hp"}
        self.board.roster[unit_id] = profile
        self.state.roster[unit_id] = profile
        self.state.put(Unit(id=unit_id, hex=hex, hp=traits.get("hp", profile.hp), **fares))
        if self.state.control[hex] != NOBODY and not profile.is_commander:
            self.state.control[hex] = SIDE_CODE[side]
        self.changed()
        return unit_id

    def squadron(self, kind: str = "us_fighter_bombers", side: str = "allied", **traits: Any) -> int:
        """Add an air unit of a kind of the campaign and return its id (50000, 50001...): fresh and ready unless told.

        `traits` override values of the kind (names of `AirProfile`) or say how it fares (names of `Squadron`); `hp` is
        what it has left, `full_hp` what its kind has.
        """
        id_ = FIRST_SQUADRON + len(self.board.squadrons)
        noun = Text.of_data({"en": traits.pop("name", f"{kind} {id_}")})
        values = msgspec.structs.asdict(self.board.tables.air[kind]) | {"noun": noun, "short": str(id_)}
        values |= {"side": side, "kind": kind} | {name: traits[name] for name in traits if name != "hp"}
        values["hp"] = traits.get("full_hp", values["hp"])
        fares: dict[str, Any] = {"status": "ready"} | {
            name: traits[name] for name in traits if name in Squadron.__struct_fields__
        }
        unknown = set(traits) - set(AirProfile.__struct_fields__) - set(Squadron.__struct_fields__) - {"full_hp"}
        if unknown:
            raise TypeError(f"neither an air unit nor its profile has {', '.join(sorted(unknown))}")
        profile = AirProfile(**{name: values[name] for name in AirProfile.__struct_fields__ if name in values})
        self.board.squadrons[id_] = profile
        self.state.squadrons[id_] = Squadron(**({"id": id_, "hp": profile.hp} | fares))
        self.changed()
        return id_

    def change(self, unit: int, **fares: Any) -> None:
        """Change how a unit fares (names of `Unit`)."""
        self.state.put(msgspec.structs.replace(self.state.units[unit], **fares))
        self.changed()

    def remove(self, unit: int) -> None:
        """Take a unit off the board."""
        self.state.take(unit)
        self.changed()

    def control(self, side: str, *hexes: int) -> None:
        """Give hexes to a side, or to none."""
        for hex_ in hexes:
            self.state.control[hex_] = SIDE_CODE.get(side, NOBODY)
        self.changed()

    def set(self, **facts: Any) -> None:
        """Set fields of the state: weather, turn, impulse, active, activation_points..."""
        for name, value in facts.items():
            setattr(self.state, name, value)
        self.changed()

    def changed(self) -> None:
        """Forget derived facts: call it after changing the state by hand."""
        self.state.version += 1

    def at(self, row: int, col: int) -> int:
        """The hex in a row (0 is the south) and a column."""
        return row * self.board.grid.cols + col

    def happen(self, events: Iterable[Event]) -> list[Event]:
        """Let events happen, each applied before the next is asked for, and return them."""
        happened = []
        for event in events:
            apply(self.state, event)
            happened.append(event)
        return happened


def make_board(
    rows: Sequence[str],
    *,
    rivers: Iterable[tuple[int, int]] = (),
    roads: Iterable[tuple[int, int]] = (),
    cliffs: Iterable[tuple[int, int]] = (),
    closed: Iterable[tuple[int, int]] = (),
    fortified: Iterable[int] = (),
    switches: dict[str, Any] | None = None,
    tables: Tables | None = None,
    control: str = "allied",
    supply: dict[str, dict[int, int]] | None = None,
    supplied_to: dict[int, int] | None = None,
    impulses: int = 1,
    turns: int = 10,
    weather: str = "overcast",
    active: str = "allied",
    activation_points: int = 99,
    seed: int = 1,
) -> BoardBuilder:
    """Draw a board. Pairs of hexes name the hexside between them; `supply`: by side, source hexes and from which turn.

    `switches` are fields of the scenario's `rules` (fog, supply, fatigue: on unless told); it is turn 1, impulse 1, the
    Allies' (`active`).
    """
    hex_map = _draw(rows, rivers, roads, cliffs, closed, fortified)
    tables = tables or campaign_tables()
    scenario = plain_scenario(switches or {}, impulses, turns, activation_points)
    sources = {side: tuple((supply or {}).get(side, {}).items()) for side in ("allied", "axis")}
    board = _board(hex_map, tables, scenario, sources, supplied_to or {}, control)
    state = State(board, dict(board.roster), Dice(seed), turn=1, impulse=1, active=active, weather=weather)
    state.control = bytearray(board.start_control)
    state.activation_points = activation_points
    state.attacked_hexes = {"allied": (), "axis": ()}
    state.hp_lost = {"allied": 0, "axis": 0}
    state.earned = {"allied": 0, "axis": 0}
    return BoardBuilder(board, state)


@cache
def campaign_tables() -> Tables:
    """The tables of the campaign, as a game reads them."""
    return load_tables()


def _profile(tables: Tables, kind: str, side: str, unit_id: int, traits: dict[str, Any]) -> Profile:
    noun = Text.of_data({"en": traits.get("name", f"{kind} {unit_id}")})
    values = _DEFAULTS | {"noun": noun, "short": str(unit_id), "side": side, "nation": _NATION[side]}
    values |= {"kind": kind}
    values |= KINDS[kind] if kind in KINDS else _campaign_kind(tables, kind)
    if side == "axis" and values["size"] in ("company", "battery"):
        values["weight"] = 0  # German units smaller than a battalion stack freely (OPS-8.1-3)
    values |= {name: value for name, value in traits.items() if name in Profile.__struct_fields__ and name != "hp"}
    if "full_hp" in traits:
        values["hp"] = traits["full_hp"]
    unknown = set(traits) - set(Profile.__struct_fields__) - set(Unit.__struct_fields__) - {"full_hp", "name"}
    if unknown:
        raise TypeError(f"neither a unit nor its profile has {', '.join(sorted(unknown))}")
    return Profile(**values)


def _campaign_kind(tables: Tables, kind: str) -> dict[str, Any]:
    row = msgspec.structs.asdict(tables.units[kind])
    return {name: value for name, value in row.items() if name in Profile.__struct_fields__}


# ------------------------------------------------------------------------------------------------- the ground


def _draw(
    rows: Sequence[str],
    rivers: Iterable[tuple[int, int]],
    roads: Iterable[tuple[int, int]],
    cliffs: Iterable[tuple[int, int]],
    closed: Iterable[tuple[int, int]],
    fortified: Iterable[int],
) -> HexMap:
    letters = [line.split() for line in reversed(rows)]
    grid = Grid(len(letters), len(letters[0]))
    terrain = np.array([_TERRAINS.index(LETTERS[letter]) for line in letters for letter in line], np.uint8)
    is_land = ~np.isin(terrain, [_TERRAINS.index("sea"), _TERRAINS.index("estuary_flats")])
    ring = np.zeros(grid.size, np.bool_)
    ring[list(fortified)] = True
    return HexMap(
        grid=grid,
        projection=Projection(grid.rows, grid.cols, 3.0, 0.0, 49.0, 73.0, 111.0),
        terrain_names=_TERRAINS,
        terrain=terrain,
        under=terrain,
        elevation=np.zeros(grid.size, np.int16),
        land_share=is_land.astype(np.float32),
        river=_sides(grid, rivers).astype(np.uint8),
        road=_sides(grid, roads).astype(np.uint8),
        cliff=_sides(grid, cliffs),
        closed_side=_sides(grid, closed),
        overlays={"flooded": np.zeros(grid.size, np.bool_), "fortified_zone": ring},
        places=(),
        rivers=(),
        roads=(),
    )


def _sides(grid: Grid, pairs: Iterable[tuple[int, int]]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    flags = np.zeros((grid.size, 6), np.bool_)
    for first, second in pairs:
        flags[first, grid.direction(first, second)] = True
        flags[second, grid.direction(second, first)] = True
    return flags


def plain_scenario(switches: dict[str, Any], impulses: int, turns: int, activation_points: int) -> ScenarioFile:
    """A scenario without units and objectives."""
    words: Any = {"en": "A board for tests", "fr": "Un plateau d'essai"}
    calm: tuple[Weather, ...] = tuple("overcast" for _ in range(turns))
    return ScenarioFile(
        title=words,
        kind="battle",
        summary=words,
        briefing=words,
        first_player="allied",
        dates=tuple(f"1944-06-{6 + turn:02d}" for turn in range(turns)),
        weather_by_turn=calm,
        window=Box(-180.0, 180.0, -90.0, 90.0),
        impulses=impulses,
        activation_points=Sides(activation_points, activation_points),
        rules=Switches(**switches),
        objectives=(),
        control=ControlData("allied"),
        victory=VictoryData(Sides(1, 1), Margins(5, 15, 30)),
        allied=Forces(()),
        axis=Forces(()),
    )


def _board(
    hex_map: HexMap,
    tables: Tables,
    scenario: ScenarioFile,
    sources: dict[str, tuple[tuple[int, int], ...]],
    supplied_to: dict[int, int],
    control: str,
) -> Board:
    everywhere = np.ones(hex_map.grid.size, np.bool_)
    leave = leave_costs(hex_map, tables.terrain, everywhere)
    land = land_in_play(hex_map, leave, everywhere)
    return Board(
        **as_written(scenario),
        scenario_id="operations/board-for-tests",
        tables=tables,
        map=hex_map,
        grid=hex_map.grid,
        in_play=everywhere,
        land=land,
        leave_cost=leave,
        march_cost=march_costs(hex_map, tables.terrain, leave),
        zoc_side=zoc_sides(hex_map, everywhere),
        sight=sight_table(hex_map, tables.terrain, 8),
        workspace=Workspace(hex_map.grid, accelerated=False),
        roster={},
        start={},
        entries=(),
        objectives=(),
        start_control=np.where(land, SIDE_CODE.get(control, NOBODY), NOBODY).astype(np.uint8).tobytes(),
        supply_hexes=sources,
        supplied_to=supplied_to,
    )
