"""Setting up (BLD-20-1 to BLD-20-5): the board of a scenario, made once, and the state before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import numpy as np

from wab.content.blind.loader import (
    PACK,
    load_battle_map,
    load_boundaries,
    load_forces,
    load_lines,
    load_tables,
    members,
)
from wab.content.blind.shapes import BeachLetter, LinesFile, ScenarioFile, UnitCard
from wab.content.blind.tables import Tables
from wab.engine.kernel.dice import Dice
from wab.field.packs import boards
from wab.field.zones import Zones
from wab.hexes import Grid, HexId, Workspace
from wab.systems.blind.state.board import CODES, Board, Profile
from wab.systems.blind.state.state import COMING, Now, State, Unit

OPTIONAL = "optional"


def make_board(scenario_id: str, scenario: ScenarioFile) -> Board:
    """The board of a scenario that was read already (BLD-T-MAP)."""
    battle_map, tables, lines = load_battle_map(), load_tables(), load_lines()
    grid = battle_map.grid
    land = ~battle_map.is_terrain(*tables.terrain.impassable)
    beyond = np.where(grid.neighbours >= 0, land[grid.neighbours], False)
    closed = battle_map.closed_side | ~beyond | ~land[:, None]
    cards = load_forces()
    roster = {
        number: _profile(number, key, cards[key], scenario, tables, lines, grid)
        for number, key in enumerate(members(scenario), 1)
    }
    named = load_boundaries()
    return Board(
        id=scenario_id,
        scenario=scenario,
        tables=tables,
        lines=lines,
        map=battle_map,
        grid=grid,
        zones=Zones(grid, np.zeros((grid.size, 6), np.bool_)),
        roster=roster,
        ids={profile.key: number for number, profile in roster.items()},
        land=land,
        closed=closed,
        coastal=battle_map.side_overlays["coastal"],
        capacity=((~closed).sum(axis=1) * tables.limits.stacking).astype(np.int16),  # BLD-5-4, BLD-5-7
        boundaries={name: _sides(grid, boundary.sides) for name, boundary in named.items()},
        places={grid.parse(label): place for label, place in lines.places.items()},
        port=grid.parse(lines.port),
        beaches={beach: grid.parse(place.hex) for beach, place in lines.beaches.items()},
        entries={letter: grid.parse(entry.hex) for letter, entry in lines.entries.items()},
        forts={grid.parse(fort): frozenset(map(grid.parse, fronts)) for fort, fronts in lines.fortified.items()},
        workspace=Workspace(grid),
    )


build_board = boards(PACK, make_board)
"""Finds the board of a scenario by its id."""


def _sides(grid: Grid, sides: tuple[str, ...]) -> tuple[tuple[HexId, HexId], ...]:
    pairs = (side.split("-") for side in sides)
    return tuple(sorted((grid.parse(here), grid.parse(there)) for here, there in pairs))


def _profile(
    number: int, key: str, card: UnitCard, scenario: ScenarioFile, tables: Tables, lines: LinesFile, grid: Grid
) -> Profile:
    """A unit as printed; units that the scenario weakens begin with fewer steps (BLD-8-2, BLD-20-4)."""
    row = tables.types[card.type]
    return Profile(
        id=number,
        key=key,
        label=card.label,
        name={str(language): text for language, text in card.name.items()},
        side="axis" if card.group is None else "allied",
        account=card.group or "ge",
        type=card.type,
        row=row,
        steps=len(row.fire) - scenario.lost.get(key, 0),
        disbandable=row.disbandable and not card.kept,
        arrives=card.arrives if not _is_placed(key, scenario) else None,
        entry=_entry(card, lines, grid),
    )


def _is_placed(key: str, scenario: ScenarioFile) -> bool:
    return any(key in keys for hexes in scenario.placed.values() for keys in hexes.values())


def _entry(card: UnitCard, lines: LinesFile, grid: Grid) -> tuple[HexId, ...]:
    """The hexes where a unit may come in, by its letter (BLD-16-4, BLD-16-9)."""
    if card.arrives is None:
        return ()
    if card.group is None:
        return (grid.parse(lines.entries[card.arrives.at].hex),)  # type: ignore[index]  # checked letters
    if card.arrives.at not in get_args(BeachLetter):
        raise ValueError(f"{card.arrives.at} is no beach")
    return tuple(grid.parse(beach.hex) for beach in lines.beaches.values() if card.arrives.at in beach.letters)


def starting_state(board: Board, seed: int, options: Mapping[str, str]) -> State:
    """The state before the first event (BLD-3-3, BLD-20-3, BLD-T-SETUP, BLD-T-OPTIONAL)."""
    scenario, grid, extra = board.scenario, board.grid, options.get("placement") == OPTIONAL
    holders = bytearray(np.where(board.land, CODES["axis"], 0).astype(np.uint8))
    for label in (*scenario.allied_ground, *(scenario.placement_ground if extra else ())):
        holders[grid.parse(label)] = CODES["allied"]
    placed = dict(board.set_up)
    if extra:  # BLD-20-2: units that make room for the optional set-up
        placed |= {board.ids[key]: grid.parse(label) for key, label in scenario.placement_moves.items()}
    waiting = tuple(number for number in board.roster if number not in placed)
    now = Now(
        phase="placement" if extra else "port",
        side="allied",
        options=dict(sorted(options.items())),
        boxes={COMING: waiting} if waiting else {},
        boundary=board.opening_boundary,
        stocks={account: scenario.stocks.get(account, 0) for account in ("br", "ge", "us")},
        rp={"br": 0, "ge": 0, "us": 0} | {key: n for key, n in board.tables.turns.airborne.items() if key in board.ids},
        port=scenario.demolition,
        captured=scenario.captured,
        repaired=scenario.repaired,
        forts=tuple(sorted(fort for fort in board.forts if holders[fort] == CODES["allied"])),
    )
    state = State(board=board, dice=Dice(seed), control=holders, now=now)
    state.put_all(Unit(number, hex_, board.roster[number].steps) for number, hex_ in placed.items())
    return state
