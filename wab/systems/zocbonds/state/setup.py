"""Setting up (ZOC-1, ZOC-2, ZOC-24.1 to 26.2): the board of a scenario, made once, and the state before turn 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from wab.content.reader import Title
from wab.content.zocbonds.loader import (
    PACK,
    load_battle_map,
    load_forces,
    load_lines,
    load_tables,
)
from wab.content.zocbonds.scenario import ScenarioFile
from wab.content.zocbonds.shapes import Forces, TypeRow, UnitCard, cadre_kind, replacement_kind
from wab.content.zocbonds.tables import Tables
from wab.engine.kernel.dice import Dice
from wab.field.packs import boards
from wab.field.zones import Zones
from wab.hexes import Grid, Workspace
from wab.systems.zocbonds.state.board import CODES, Board, Profile
from wab.systems.zocbonds.state.bonds import Ground
from wab.systems.zocbonds.state.state import Now, State, Unit, Works

SHORT = 12
"""Letters that a counter has room for."""
_AS_WRITTEN = (
    *("title", "turns", "victory", "special", "lesson", "options"),
    *("arrivals", "mobilisation", "drops", "gliders", "assault", "second_wave"),
)


def make_board(scenario_id: str, scenario: ScenarioFile) -> Board:
    """The board of a scenario that was read already."""
    battle_map, tables, lines, forces = load_battle_map(), load_tables(), load_lines(), load_forces()
    grid = battle_map.grid
    sea, marsh = battle_map.is_terrain("sea"), battle_map.is_terrain("marsh")
    in_play = ~battle_map.is_terrain("beyond")
    if scenario.special is not None:  # ZOC-26.1-3: no unit enters the column
        columns = np.arange(grid.size) % grid.cols
        in_play &= columns != scenario.special.closed_column
    ground = Ground(grid, sea, battle_map.closed_side, marsh, in_play)
    roster = _roster(scenario, forces, tables)
    ids = {profile.key: id_ for id_, profile in roster.items()}
    ashore = scenario.lesson.allied if scenario.lesson is not None else {}
    placed = {ids[key]: hex_ for key, hex_ in {**scenario.at_start, **scenario.strongpoints, **ashore}.items()}
    return Board(
        **{name: getattr(scenario, name) for name in _AS_WRITTEN},
        id=scenario_id,
        tables=tables,
        lines=lines,
        map=battle_map,
        grid=grid,
        formations=forces.formations,
        roster=roster,
        ids=ids,
        ground=ground,
        zones=Zones(grid, ground.open_),
        in_play=in_play,
        sea=sea,
        marsh=marsh,
        dry=in_play & ~sea & ~marsh,
        impassable=battle_map.closed_side,
        placed=placed,
        boxes=_boxes(scenario, ids),
        beaches={beach: place.hex for beach, place in lines.beaches.items()},
        landings={
            landing: lines.pointe_du_hoc if landing == "pointe_du_hoc" else lines.beaches[landing].hex
            for landing in scenario.assault
        },
        workspace=Workspace(grid),
    )


build_board = boards(PACK, make_board)
"""Finds the board of a scenario by its id."""


def _roster(scenario: ScenarioFile, forces: Forces, tables: Tables) -> dict[int, Profile]:
    """Every unit of a scenario with its number: strongpoints and units by their ids in order, 1 first."""
    keys = sorted({*scenario.german_units, *scenario.allied_units, *scenario.strongpoints})
    found = {}
    for number, key in enumerate(keys, 1):
        if key in forces.units:
            found[number] = _profile(number, key, forces, tables)
        else:
            found[number] = _strongpoint(number, key, forces.strongpoints[key], tables.types["strongpoint"])
    return found


def _profile(number: int, key: str, forces: Forces, tables: Tables) -> Profile:
    card: UnitCard = forces.units[key]
    row = tables.types[card.type]
    values = [(strength, card.movement, card.quality) for strength in card.strengths]
    cadre = cadre_kind(card, row) if card.has_cadre else None
    if cadre is not None:
        counter = tables.cadres.of(card.nation)[cadre]
        values.append((counter.strength, counter.movement, counter.quality))
    formation = forces.formations.get(card.formation or "")
    return Profile(
        id=number,
        key=key,
        label=card.label,
        name={str(language): text for language, text in card.name.items()},
        side="axis" if card.nation == "german" else "allied",
        army=card.army,
        nation=card.nation,
        formation=card.formation or "",
        division=card.formation if card.formation and formation is not None and formation.division else "",
        type=card.type,
        size=card.size,
        steps=card.steps,
        values=tuple(values),
        armour=card.armour,
        guns=card.guns,
        vehicle=card.vehicle or "",
        branch=_branch(card, forces),
        foot=row.foot,
        infantry=row.infantry,
        armoured=row.armoured,
        silhouette=row.silhouette,
        zone=row.zone,
        free=row.free,
        defends_only=row.defends_only,
        restricted=card.restricted,
        replacement=replacement_kind(card, row),
        cadre=cadre,
        landing=card.landing or 0,
    )


def _branch(card: UnitCard, forces: Forces) -> str:
    """The branch of a German unit: its own, its formation's, else the army."""
    if card.nation != "german":
        return ""
    formation = forces.formations.get(card.formation or "")
    return card.branch or (formation.branch if formation is not None else None) or "heer"


def _strongpoint(number: int, key: str, name: Title, row: TypeRow) -> Profile:
    """A strongpoint (ZOC-16.2-1): strength of its type, one step, MA 0, TQ 0."""
    return Profile(
        id=number, key=key, label=str(name["en"]).partition(",")[0][:SHORT],
        name={str(lang): text for lang, text in name.items()},
        side="axis", army=None, nation="german", formation="", division="", type="strongpoint", size="II", steps=1,
        values=((row.strength, 0, 0),), armour=0, guns=False, vehicle="", branch="heer", foot=row.foot,
        infantry=row.infantry, armoured=row.armoured, silhouette=row.silhouette, zone=row.zone, free=row.free,
        defends_only=row.defends_only, restricted=False, replacement=row.replacement, cadre=None, landing=0,
    )  # fmt: skip


def _boxes(scenario: ScenarioFile, ids: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The units that begin off the map, by box (see `Now.boxes`)."""
    boxes = {
        "britain": scenario.britain,
        "gliders": tuple(scenario.gliders),
        "drops": tuple(scenario.drops),
        "arrivals": tuple(key for arrival in scenario.arrivals for key in arrival.units),
    }
    boxes |= {f"mobilisation/{formation}": units for formation, units in scenario.mobilisation.items()}
    boxes |= {f"assault/{landing}": units for landing, units in scenario.assault.items()}
    boxes |= {f"wave/{landing}": units for landing, units in scenario.second_wave.items()}
    return {name: tuple(sorted(ids[key] for key in keys)) for name, keys in sorted(boxes.items()) if keys}


def starting_state(board: Board, seed: int, options: Mapping[str, str]) -> State:
    """The state before the first event: Germans set up (ZOC-24.2-1), all other units in a box (ZOC-24.2-2), all ground
    German (ZOC-6.2-3). In a lesson, some Allied units stand ashore on ground of their own.
    """
    holders = bytearray(np.where(board.dry, CODES["axis"], 0).astype(np.uint8))
    if board.lesson is not None:
        for hex_ in (*board.lesson.ground, *board.lesson.allied.values()):
            holders[hex_] = CODES["allied"]
    fortress = board.special.fortress_supply.start if board.special else None
    supply = {str(track): points for track, points in board.tables.markers.initial_supply.items()}
    if fortress is not None:
        supply |= {"fortress": fortress, "seventh_army": 0}
    if options.get("players") == "4":
        supply["panzergruppe_west"] = 0
    now = Now(
        phase="invasion",
        options=dict(sorted(options.items())),
        boxes=board.boxes,
        supply=dict(sorted(supply.items())),
        works=tuple(Works(hex_, "axis", done=True, permanent=True) for hex_ in _permanent(board, board.grid)),
    )
    state = State(board=board, dice=Dice(seed), control=holders, now=now)
    state.put_all(Unit(id_, hex_, board.roster[id_].steps) for id_, hex_ in board.placed.items())
    return state


def _permanent(board: Board, grid: Grid) -> Iterable[int]:
    """The permanent works of the Perimeter (ZOC-16.3-2)."""
    return (int(hex_) for hex_ in np.flatnonzero(board.map.overlays["permanent_works"]))
