"""Setting up (OMA-3, OMA-25-1): the board of a scenario, made once, and the state before the first event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from wab.content.omaha.loader import PACK, Content, load_content, members
from wab.content.omaha.shapes import LEVELS, LateStart, LeaderRow, PlacedRow, PositionRow, ScenarioFile, UnitRow
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event
from wab.engine.kernel.pile import pile_of
from wab.engine.words.text import Text
from wab.field.packs import boards
from wab.field.zones import Zones
from wab.hexes import Grid, Workspace
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.board import LOW_GROUND, TIDES, Board, Box, Counter, Position, Profile
from wab.systems.omaha.state.pools import draw_counter
from wab.systems.omaha.state.state import ASIDE, DEAD, HERO, POINTE, US, Now, State, Unit, turn_box
from wab.systems.omaha.state.steps import Force

PURPOSE = Text("set-up")
_ARRIVED = "arrived"
"""The pool of counters that stand on positions as play begins."""


def make_board(scenario_id: str, scenario: ScenarioFile) -> Board:
    """The board of a scenario that was read already (OMA-T-MAP)."""
    content = load_content()
    battle_map, grid = content.map, content.map.grid
    rows = content.positions.positions.items()
    positions = {key: _position(key, row, content) for key, row in rows if row.sector in scenario.sectors}
    boxes = [key for key, box in content.positions.boxes.items() if box.sector in scenario.sectors]
    row = tuple(_box(key, place, content) for place, key in enumerate(boxes))
    roster = {number: _profile(number, key, content) for number, key in enumerate(members(scenario), 1)}
    return Board(
        id=scenario_id,
        scenario=scenario,
        content=content,
        grid=grid,
        zones=Zones(grid, np.zeros((grid.size, 6), np.bool_)),
        workspace=Workspace(grid),
        roster=roster,
        ids={profile.key: number for number, profile in roster.items()},
        positions=positions,
        boxes={box.id: box for box in row},
        row=row,
        draws={
            key: tuple(map(grid.parse, draw.hexes))
            for key, draw in content.positions.draws.items()
            if content.positions.sector(draw.hexes[0]) in scenario.sectors
        },
        exits={letter: grid.parse(label) for letter, label in content.positions.exits.items()},
        batteries={key: content.positions.batteries[key] for key in scenario.batteries},
        counters={
            f"{kind}-{number}": Counter(f"{kind}-{number}", kind, counter)
            for kind, counters in content.german.items()
            if "armour" in scenario.options or not kind.startswith("armour")
            for number, counter in enumerate(counters, 1)
        },
        cards=tuple(f"{number:02d}" for number in sorted(content.deck.cards)),
        terrain=tuple(battle_map.terrain_name(hex_) for hex_ in range(grid.size)),
        sides=_sides(content, grid),
        west=np.array([content.positions.sector(grid.label(hex_)) == "west" for hex_ in range(grid.size)]),
        beach=battle_map.is_terrain(*TIDES),
        low=battle_map.is_terrain(*LOW_GROUND),
    )


build_board = boards(PACK, make_board)
"""Finds the board of a scenario by its id."""


def _box(key: str, place: int, content: Content) -> Box:
    row, grid = content.positions.boxes[key], content.map.grid
    low, mid, high = (grid.parse(label) if label else None for label in (row.low, row.mid, row.high))
    return Box(key, place, row.sector, row.beach, (low, mid, high))


def _sides(content: Content, grid: Grid) -> tuple[tuple[str, ...], ...]:
    kinds = content.map.side_overlays
    return tuple(
        tuple(next((kind for kind, flags in kinds.items() if flags[hex_, direction]), "open") for direction in range(6))
        for hex_ in range(grid.size)
    )


def _position(key: str, row: PositionRow, content: Content) -> Position:
    grid, wn = content.map.grid, key.startswith("WN")
    numbered = not wn and not key.startswith("u")
    hexes = tuple(map(grid.parse, row.hexes))
    return Position(
        id=key,
        hexes=hexes,
        sector=row.sector,
        colour=row.colour,
        wn=wn,
        zone=key[0] if numbered else "",
        number=int(key[2:]) if wn else int(key[1:]) if numbered else 0,
        building=not wn and content.map.terrain_name(hexes[0]) == "building",  # OMA-2.1-10
        vp=row.vp,
        arrows=row.arrows,
        dots={grid.parse(label): level for level in LEVELS for label in getattr(row, level)},
    )


def _profile(number: int, key: str, content: Content) -> Profile:
    us, types = content.us, content.tables.types
    row: UnitRow | LeaderRow = us.units[key] if key in us.units else us.leaders[key]
    common = (number, key, row.division, row.type, types[row.type])
    if isinstance(row, LeaderRow):
        return Profile(*common, None, (), (), row.turn, row.at, row.type)
    return Profile(*common, row.symbol, row.strength, row.reduced, row.turn, row.at)


def starting_state(board: Board, seed: int, options: Mapping[str, str] | None = None) -> State:
    """The state before the first event: units in boxes and on the track, all German counters in their pools (OMA-3-5
    to OMA-3-8).
    """
    chosen = dict(sorted((options or {}).items()))
    units = {number: _waiting(board, profile, chosen) for number, profile in board.roster.items()}
    pools: dict[str, list[str]] = {}
    for counter in board.counters.values():
        pools.setdefault(counter.kind, []).append(counter.key)
    heroes = board.content.us.heroes
    now = Now(
        side=US,
        phase="landing",
        options=chosen,
        off=units,
        pools={kind: tuple(sorted(keys)) for kind, keys in sorted(pools.items())},
        pile=pile_of(dict.fromkeys(board.cards, 1)),
        heroes={str(division): len(names) for division, names in sorted(heroes.items())},
    )
    state = State(board=board, dice=Dice(seed), control=bytearray(board.grid.size), now=now)
    late = board.scenario.late
    if late is not None:  # OMA-21.1-8 to OMA-21.1-18
        placed = {key: row for key, row in late.placed.items() if not is_at_pointe(board, key, chosen)}
        state.put_all(_placed(board, key, row) for key, row in placed.items())
        left = dict(now.heroes)
        for key, row in late.placed.items():
            left[board.roster[board.ids[key]].division] -= row.hero
        off = {number: unit for number, unit in units.items() if number not in state.units}
        cleared = tuple(sorted(map(board.hex, late.cleared)))
        state.changed(off=off, cleared=cleared, rockets=late.rockets, heroes=left, turn=late.due)
    return state


def is_at_pointe(board: Board, key: str, options: Mapping[str, str]) -> bool:
    """Check if a ranger unit is ashore at Pointe du Hoc (OMA-22.3-1)."""
    rows = board.tables.variants.pointe_du_hoc
    return options.get("pointe_du_hoc") == "yes" and key in (*rows.steps, *rows.away)


def _waiting(board: Board, profile: Profile, options: Mapping[str, str]) -> Unit:
    """A unit that is not on the map as play begins: in its box, on the track, at Pointe du Hoc, or lost."""
    late, turn, steps, table = board.scenario.late, profile.turn, profile.full, board.tables.variants
    if is_at_pointe(board, profile.key, options):
        if profile.key in table.pointe_du_hoc.away:
            return Unit(profile.id, box=POINTE, steps=steps)
        return Unit(profile.id, box=turn_box(table.pointe_du_hoc.turn), steps=table.pointe_du_hoc.steps[profile.key])
    if turn and options.get("bombardment") == "effective":  # OMA-22.1-1
        turn += table.bombardment.later[turn >= table.bombardment.before]
    if late is not None:
        if profile.key in late.lost:
            return Unit(profile.id, box=DEAD)
        turn = late.delayed.get(profile.key, profile.turn)
        steps = profile.steps_of(late.sand[profile.key]) if profile.key in late.sand else profile.full
    if board.scenario.boxed:
        turn = 0
    return Unit(profile.id, box=turn_box(turn) if turn else profile.at, steps=steps)


def _placed(board: Board, key: str, row: PlacedRow) -> Unit:
    profile = board.roster[board.ids[key]]
    steps = profile.steps_of(row.strength) if row.strength else 0
    return Unit(profile.id, board.hex(row.hex), steps=steps, hero=HERO if row.hero else "", command=row.command or "")


def set_up(state: State) -> Iterator[Event]:
    """WN units, reserve markers and pools by lot (OMA-3-2, OMA-3-3, OMA-3-6, OMA-21.1-1 to OMA-21.1-6). The rest is
    out of the game.
    """
    scenario, board = state.board.scenario, state.board
    for named, labels in scenario.counters.items():
        for label in labels:
            counter = yield from draw_counter(state, named, PURPOSE)
            yield ev.ForceChanged(board.hex(label), Force(counter), ((counter, named, ""),), "set_up")
    for label in scenario.markers:
        hex_ = board.hex(label)
        marker = yield from draw_counter(state, "wn_marker", PURPOSE)
        force = state.now.forces[hex_]
        yield ev.ForceChanged(hex_, Force(force.unit, marker), ((marker, "wn_marker", ""),), "set_up")
    if scenario.late is not None:
        yield from _reinforcements(state, scenario.late)
    wanted: dict[str, int] = dict(scenario.pools)  # type: ignore[arg-type]  # kinds are words
    if state.chose("armour"):  # OMA-23-1
        wanted |= {kind: len(state.now.pools[kind]) for kind in ("armour", "armour_marker")}
    for kind in sorted(state.now.pools):
        while len(state.now.pools.get(kind, ())) > wanted.get(kind, 0):
            if not wanted.get(kind, 0):
                left = state.now.pools[kind]
                yield ev.CountersMoved(tuple((counter, kind, ASIDE) for counter in left), "set_up")
            else:
                counter = yield from draw_counter(state, kind, PURPOSE)
                yield ev.CountersMoved(((counter, kind, ASIDE),), "set_up")


def _reinforcements(state: State, late: LateStart) -> Iterator[Event]:
    """Counters drawn by lot stand on the positions named, some with a marker of their kind (OMA-21.1-7)."""
    for named, count in late.drawn.items():
        for _ in range(count):
            counter = yield from draw_counter(state, named, PURPOSE)
            yield ev.CountersMoved(((counter, named, _ARRIVED),), "set_up")
    for name, marked in late.arrived.items():
        position = state.board.positions[name]
        hex_ = position.hexes[0]
        counter = yield from draw_counter(state, _ARRIVED, PURPOSE)
        yield ev.ForceChanged(hex_, Force(counter), ((counter, _ARRIVED, ""),), "set_up")
        if marked:
            pool = "building_marker" if position.building else "mobile_marker"
            marker = yield from draw_counter(state, pool, PURPOSE)
            yield ev.ForceChanged(hex_, Force(counter, marker), ((marker, pool, ""),), "set_up")
