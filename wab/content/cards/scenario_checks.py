"""Faults and oddities of a scenario of the card game that has its shape (CRD-S-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from wab.content.cards.checks import PLAIN, Problem
from wab.content.cards.geometry import Field, field_of
from wab.content.cards.scenario import Medal, Placement, ScenarioFile
from wab.content.cards.shapes import Tables, TerrainKind
from wab.content.hints import hint_problems
from wab.content.reader import not_in_file
from wab.content.shelf import words_problems
from wab.engine.words.text import N_, Text
from wab.hexes import OFF_MAP

SIDES = ("allies", "axis")
_ENEMY = {"allies": "axis", "axis": "allies"}
_MAJORITY_HEXES = 2
_BRIDGE = "bridge"
_RIVER = "river"


def scenario_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Everything that is wrong with a scenario, each with the path of the field (CRD-S-2)."""
    yield from _text_problems(scenario)
    ground = field_of(tables.board, scenario.board.boards)
    yield from hint_problems(scenario.hints, (), ground.grid, SIDES)
    off_board = list(_hex_problems(scenario, ground))
    yield from off_board
    names = list(_name_problems(scenario, tables))
    yield from names
    if off_board or names:  # the rest needs places and kinds that there are
        return
    yield from _count_problems(scenario)
    yield from _ground_problems(scenario, tables)
    yield from _unit_problems(scenario, tables)
    yield from _medal_problems(scenario, tables)
    yield from _special_problems(scenario, tables)
    yield from _number_problems(scenario, tables)
    yield from _reach_problems(scenario, tables)


def scenario_warnings(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Yield what is odd, but allowed: more figures than the boxes hold, a side without units in a section (CRD-1-2)."""
    ground = field_of(tables.board, scenario.board.boards)
    for side in SIDES:
        figures: Counter[str] = Counter()
        sections: set[int] = set()
        for unit in scenario.units_of(side):
            kind = tables.units.kinds[unit.kind]
            figures[kind.type] += unit.figures or kind.figures
            sections.update(ground.section_of[ground.hex(unit.hex)])
        for type_, number in figures.items():
            box = tables.units.box.of(type_) * scenario.board.boards
            if number > box:
                yield (
                    side,
                    Text(
                        "has {number} {type} figures, the box has {box}", {"number": number, "type": type_, "box": box}
                    ),
                )
        for number in range(1, len(ground.size.section_lines) + 2):
            if number not in sections:
                yield side, Text("has no unit in section {number} from the west", {"number": number})


# ---------------------------------------------------------------------------------------------- names and places


def _text_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    texts = {
        "title": scenario.title,
        "date": scenario.date,
        "summary": scenario.summary,
        "briefing": scenario.briefing,
    }
    texts |= {f"places.{label}": words for label, words in scenario.places.items()}
    texts |= {f"medals[{i}].name": medal.name for i, medal in enumerate(scenario.medals)}
    texts |= {f"rules[{i}]": words for i, words in enumerate(scenario.rules)}
    texts |= {f"{side}[{i}].name": unit.name for side in SIDES for i, unit in enumerate(scenario.units_of(side))}
    if scenario.special.air_override:
        texts["special.air_override"] = scenario.special.air_override
    for where, words in texts.items():
        yield from words_problems(where, words)


def labels(scenario: ScenarioFile) -> Iterator[tuple[str, str]]:
    """Every hex that a scenario names, with the path of the field."""
    for group in ("terrain", "obstacles"):
        for kind, hexes in getattr(scenario, group).items():
            yield from ((f"{group}.{kind}[{i}]", label) for i, label in enumerate(hexes))
    for side in SIDES:
        yield from ((f"{side}[{i}].hex", unit.hex) for i, unit in enumerate(scenario.units_of(side)))
    for i, medal in enumerate(scenario.medals):
        yield from ((f"medals[{i}].hexes[{j}]", label) for j, label in enumerate(medal.hexes))
    yield from ((f"places.{label}", label) for label in scenario.places)
    special = scenario.special
    yield from ((f"special.fordable[{i}]", label) for i, label in enumerate(special.fordable))
    if special.rising:
        yield from ((f"special.rising.hexes[{i}]", label) for i, label in enumerate(special.rising.hexes))
    for i, arrivals in enumerate(special.reinforce):
        for j, unit in enumerate(arrivals.units):
            yield f"special.reinforce[{i}].units[{j}].hex", unit.hex
    for i, pair in enumerate(special.joined_bridges):
        yield from ((f"special.joined_bridges[{i}]", label) for label in pair)


def _hex_problems(scenario: ScenarioFile, ground: Field) -> Iterator[Problem]:
    for where, label in labels(scenario):
        if ground.grid.labelled(label) == OFF_MAP:
            message = N_('"{label}" is not a hex of this board (expected {expected})')
            yield where, Text(message, {"label": label, "expected": ground.grid.labels_expected})


def _name_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Terrain, obstacles and kinds of unit are in the tables; a hex has one terrain, and an obstacle once."""
    for group, known in (("terrain", tables.terrain), ("obstacles", tables.obstacles)):
        placed: dict[str, str] = {}
        for kind, hexes in getattr(scenario, group).items():
            if kind not in known:
                yield f"{group}.{kind}", not_in_file(kind, f"tables/{group}.yaml", known)
            for i, label in enumerate(hexes):
                taken = placed.get(label) if group == "terrain" else kind if label in hexes[:i] else None
                if taken:
                    yield f"{group}.{kind}[{i}]", Text("{label} is {taken} already", {"label": label, "taken": taken})
                placed[label] = kind
    for where, kind in _kinds(scenario):
        if kind not in tables.units.kinds:
            yield where, not_in_file(kind, "tables/units.yaml", tables.units.kinds)
    not_in = scenario.special.opening_barrage.not_in if scenario.special.opening_barrage else ""
    if not_in and not_in not in tables.obstacles:
        yield "special.opening_barrage.not_in", not_in_file(not_in, "tables/obstacles.yaml", tables.obstacles)
    if scenario.theatre not in tables.air.theatres:
        yield "theatre", not_in_file(scenario.theatre, "tables/air.yaml", tables.air.theatres)
    elif scenario.year not in tables.air.years:
        yield "year", Text("is {year} (expected one of the years of tables/air.yaml)", {"year": scenario.year})


def _kinds(scenario: ScenarioFile) -> Iterator[tuple[str, str]]:
    """Every kind of unit that a scenario names, with the path of the field."""
    for side in SIDES:
        yield from ((f"{side}[{i}].kind", unit.kind) for i, unit in enumerate(scenario.units_of(side)))
    for i, group in enumerate(scenario.special.reinforce):
        yield from ((f"special.reinforce[{i}].units[{j}].kind", unit.kind) for j, unit in enumerate(group.units))
    if scenario.special.rising:
        yield "special.rising.kind", scenario.special.rising.kind
    for i, medal in enumerate(scenario.medals):
        spared = medal.condition.not_kinds if medal.condition else ()
        yield from ((f"medals[{i}].condition.not_kinds[{j}]", kind) for j, kind in enumerate(spared))


def _count_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    """The stated counts match the lists, and every list has one."""
    listed = {kind: len(hexes) for kind, hexes in scenario.terrain.items()}
    listed |= {kind: len(hexes) for kind, hexes in scenario.obstacles.items()}
    for kind in {**listed, **scenario.counts}:
        stated = scenario.counts.get(kind)
        if stated != listed.get(kind):
            count = listed.get(kind, 0)
            if stated is None:
                yield f"counts.{kind}", Text("is missing, the scenario lists {count}", {"count": count})
            else:
                said = Text("is {stated}, the scenario lists {count}", {"stated": stated, "count": count})
                yield f"counts.{kind}", said


# ---------------------------------------------------------------------------------------------- ground and units


def terrain_at(scenario: ScenarioFile, tables: Tables) -> dict[str, str]:
    """The terrain of every hex by label: what the scenario places, else what is printed (CRD-B-8)."""
    ground, rows = field_of(tables.board, scenario.board.boards), tables.board.faces[scenario.board.face]
    found = {ground.label(hex_id): rows.get(ground.label_row(hex_id), PLAIN) for hex_id in ground.hexes}
    return found | {label: kind for kind, hexes in scenario.terrain.items() for label in hexes}


def _ground_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Obstacles stand where they can: bridges over water, sandbags not in the sea."""
    at = terrain_at(scenario, tables)
    for kind, hexes in scenario.obstacles.items():
        obstacle = tables.obstacles[kind]
        for i, label in enumerate(hexes):
            terrain = tables.terrain[at[label]]
            if obstacle.spans and not terrain.impassable:
                yield (
                    f"obstacles.{kind}[{i}]",
                    Text("{label} is {terrain}, which needs none", {"label": label, "terrain": at[label]}),
                )
            if at[label] in obstacle.not_on or (terrain.impassable and not obstacle.spans):
                yield (
                    f"obstacles.{kind}[{i}]",
                    Text("cannot stand on {terrain} ({label})", {"terrain": at[label], "label": label}),
                )


def _unit_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """One unit a hex, where its type can be; a unit that begins in a bunker stays there (CRD-A2.17-2)."""
    at = terrain_at(scenario, tables)
    taken: dict[str, str] = {}
    for side in SIDES:
        if not scenario.units_of(side):
            yield side, Text("has no units")
        for i, unit in enumerate(scenario.units_of(side)):
            where = f"{side}[{i}]"
            if unit.hex in taken:
                yield (
                    f"{where}.hex",
                    Text("{hex} is the hex of {other} already", {"hex": unit.hex, "other": taken[unit.hex]}),
                )
            taken.setdefault(unit.hex, where)
            yield from _standing_problems(scenario, tables, unit, where, tables.terrain[at[unit.hex]])


def _standing_problems(
    scenario: ScenarioFile, tables: Tables, unit: Placement, where: str, terrain: TerrainKind
) -> Iterator[Problem]:
    kind = tables.units.kinds[unit.kind]
    here = [name for name, hexes in scenario.obstacles.items() if unit.hex in hexes]
    crossed = any(tables.obstacles[name].spans for name in here) or unit.hex in scenario.special.fordable
    if terrain.impassable and not crossed:
        yield (
            f"{where}.hex",
            Text("no unit can stand in {hex} ({terrain})", {"hex": unit.hex, "terrain": terrain.title["en"].lower()}),
        )
    for name in here:
        obstacle = tables.obstacles[name]
        if kind.type in obstacle.closed_to and not obstacle.one_sided:
            yield (
                f"{where}.hex",
                Text("{hex} is closed to {type} ({name})", {"hex": unit.hex, "type": kind.type, "name": name}),
            )
    if unit.figures is not None and unit.figures > tables.units.box.of(kind.type):
        yield (
            f"{where}.figures",
            Text("is {figures}, the box has {most}", {"figures": unit.figures, "most": tables.units.box.of(kind.type)}),
        )


def _passable(scenario: ScenarioFile, tables: Tables) -> set[str]:
    """The hexes in which a unit can stand."""
    spanned = {label for kind, hexes in scenario.obstacles.items() if tables.obstacles[kind].spans for label in hexes}
    spanned.update(scenario.special.fordable)
    at = terrain_at(scenario, tables)
    return {label for label, terrain in at.items() if label in spanned or not tables.terrain[terrain].impassable}


def _reach_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """All ground on which there are units and objectives hangs together, over bridges and fords."""
    ground = field_of(tables.board, scenario.board.boards)
    open_hexes = {ground.hex(label) for label in _passable(scenario, tables)}
    if not scenario.allies:
        return
    reached = {ground.hex(scenario.allies[0].hex)}
    edge = list(reached)
    while edge:
        new = {other for hex_id in edge for other in ground.adjacent[hex_id] if other in open_hexes} - reached
        reached |= new
        edge = list(new)
    for where, label in labels(scenario):
        if where.startswith(("allies", "axis", "medals")) and ground.hex(label) not in reached:
            yield where, Text("{label} cannot be reached from {from}", {"label": label, "from": scenario.allies[0].hex})


# ---------------------------------------------------------------------------------------------- aims and numbers


def _medal_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Objectives are where they can be held, and are written as their type asks."""
    passable = _passable(scenario, tables)
    for i, medal in enumerate(scenario.medals):
        where = f"medals[{i}]"
        for j, label in enumerate(medal.hexes):
            if label not in passable:
                yield f"{where}.hexes[{j}]", Text("no unit can stand in {label}", {"label": label})
        if not medal.hexes:
            yield f"{where}.hexes", Text("is empty (expected the hexes of the objective)")
        yield from _medal_type_problems(scenario, tables, medal, where)


def _medal_type_problems(scenario: ScenarioFile, tables: Tables, medal: Medal, where: str) -> Iterator[Problem]:
    many = medal.type in ("majority_temporary", "exit")
    if not many and len(medal.hexes) > 1:
        yield (
            f"{where}.hexes",
            Text(
                "has {count} hexes (expected one for a {type} medal)", {"count": len(medal.hexes), "type": medal.type}
            ),
        )
    if medal.type == "majority_temporary" and len(medal.hexes) < _MAJORITY_HEXES:
        yield f"{where}.hexes", Text("has one hex (expected a group for a majority)")
    if (medal.type == "sudden_death") != (medal.condition is not None):
        yield f"{where}.condition", Text("belongs to a sudden_death medal, and every such medal has one")
    if medal.side == "both" and medal.type in ("exit", "sudden_death"):
        yield f"{where}.side", Text('is "both" (expected one side for {type})', {"type": medal.type})
    ground = field_of(tables.board, scenario.board.boards)
    last = ground.grid.cols - 1
    for j, label in enumerate(medal.hexes if medal.type == "exit" else ()):
        row, column = divmod(ground.hex(label), ground.grid.cols)
        if row not in (0, ground.grid.rows - 1) and column not in (0, last - row % 2):
            yield f"{where}.hexes[{j}]", Text("{label} is not at the edge of the board", {"label": label})


def attainable(scenario: ScenarioFile, side: str) -> int:
    """The most medals that a side could hold: one for each enemy, late ones too, each objective, each exit."""
    enemy, special = _ENEMY[side], scenario.special
    kills = len(scenario.units_of(enemy))
    kills += sum(len(group.units) for group in special.reinforce if group.side == enemy)
    if special.rising and special.rising.side == enemy:
        kills += special.rising.stock
    mine = [medal for medal in scenario.medals if medal.side in (side, "both") and medal.type != "sudden_death"]
    exits = any(medal.type == "exit" for medal in mine)
    objectives = sum(medal.type != "exit" for medal in mine)
    return kills + objectives + (len(scenario.units_of(side)) if exits else 0)


def _number_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Goals can be reached, hands are dealt from one deck, air dice agree with the table or say why not."""
    for side in SIDES:
        goal, most = scenario.medals_to_win.of(side), attainable(scenario, side)
        if not 1 <= goal <= most:
            yield (
                f"medals_to_win.{side}",
                Text(
                    "is {goal} (expected 1 to {most}, all that kills and objectives can give)",
                    {"goal": goal, "most": most},
                ),
            )
        hand, half = scenario.hands.of(side), sum(card.count for card in tables.deck.cards) // 2
        largest = max(tables.teams.hands) if scenario.board.boards == 1 else half
        if not 1 <= hand <= largest:
            yield f"hands.{side}", Text("is {hand} (expected 1 to {largest})", {"hand": hand, "largest": largest})
    dice = tables.air.dice_of(scenario.theatre, scenario.year)
    if (dice != scenario.air) != bool(scenario.special.air_override):
        table = f"allies {dice.allies}, axis {dice.axis} for {scenario.theatre} {scenario.year}"
        yield (
            "air",
            Text(
                "must be that of tables/air.yaml ({table}), or else special.air_override says why not", {"table": table}
            ),
        )


def _special_problems(scenario: ScenarioFile, tables: Tables) -> Iterator[Problem]:
    """Special rules are about things that the map has."""
    special, at = scenario.special, terrain_at(scenario, tables)
    for i, label in enumerate(special.fordable):
        if at[label] != _RIVER:
            yield (
                f"special.fordable[{i}]",
                Text("{label} is {terrain} (expected a river hex)", {"label": label, "terrain": at[label]}),
            )
    bridges = set(scenario.obstacles.get(_BRIDGE, ()))
    for i, pair in enumerate(special.joined_bridges):
        if not bridges.issuperset(pair):
            yield f"special.joined_bridges[{i}]", Text("{hexes} are not two bridges", {"hexes": ", ".join(pair)})
    if special.bunkers and "bunker" not in scenario.obstacles:
        yield "special.bunkers", Text("is given, but the map has no bunker")
    if special.opening_barrage:
        if not special.opening_barrage.attacks:
            yield "special.opening_barrage.attacks", Text("is empty (expected barrage or air_power)")
        if special.opening_barrage.one_per_command and scenario.board.boards == 1:
            yield "special.opening_barrage.one_per_command", Text("is for the double board")
    passable = _passable(scenario, tables)
    for i, label in enumerate(special.rising.hexes if special.rising else ()):
        if label not in passable:
            yield f"special.rising.hexes[{i}]", Text("no unit can stand in {label}", {"label": label})
    yield from _general_problems(scenario)


def _general_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    """A double board names its field generals, a single one has none (CRD-O-4)."""
    if scenario.board.boards == 1 and scenario.generals:
        yield "generals", Text("are for the double board")
    for side, generals in scenario.generals.items():
        for place, words in generals.items():
            yield from words_problems(f"generals.{side}.{place}", words)


def kinds_present(scenario: ScenarioFile, tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Terrain, obstacles and kinds of unit on this map, in the order of the tables (CRD-2.7-1)."""
    terrain = set(terrain_at(scenario, tables).values())
    units = {unit.kind for side in SIDES for unit in scenario.units_of(side)}
    units.update(unit.kind for group in scenario.special.reinforce for unit in group.units)
    if scenario.special.rising:
        units.add(scenario.special.rising.kind)
    return {
        "terrain": tuple(name for name in tables.terrain if name in terrain and name != PLAIN),
        "obstacles": tuple(name for name in tables.obstacles if scenario.obstacles.get(name)),
        "units": tuple(name for name in tables.units.kinds if name in units),
    }
