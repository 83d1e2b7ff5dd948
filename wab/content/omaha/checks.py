"""Checks of the data of Omaha Beach that a shape cannot express, each a field and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import asdict

from wab.content.hexmap import HexMap
from wab.content.omaha.shapes import (
    COLOURS,
    LEVELS,
    SYMBOLS,
    CounterKind,
    CounterRow,
    DeckFile,
    PositionsFile,
    ScenarioFile,
    USFile,
)
from wab.content.omaha.tables import FireTable, LandingTable, Tables
from wab.content.reader import did_you_mean
from wab.content.shelf import Problem
from wab.hexes import OFF_MAP

OPTIONS: dict[str, tuple[str, ...]] = {
    "players": ("1", "2"),
    "early_actions": ("no", "yes"),
    "bombardment": ("historical", "effective"),
    "tanks": ("swim", "carried"),
    "pointe_du_hoc": ("no", "yes"),
    "reaction": ("historical", "better"),
    "armour": ("no", "yes"),
}
"""The options that rules know, with their values, the usual one first (OMA-1-2, OMA-14.2-1, OMA-22-1, OMA-23-1)."""
CARDS, SINGLE, DOUBLE = 54, 18, 9
"""Cards of the deck; cards with a colour as a single and as a double symbol (OMA-T-DECK)."""
WATERLINES = {"low": "low_beach", "mid": "mid_beach", "high": "high_beach"}


def landing_problems(table: LandingTable) -> Iterator[Problem]:
    """Each code has an effect."""
    for number, band in enumerate(table.bands):
        for name, row in band.rows.items():
            yield from unknown(f"bands[{number}].rows.{name}", row, table.effects)


def fire_problems(table: FireTable) -> Iterator[Problem]:
    """Each code has an effect."""
    for column, rows in table.rows.items():
        for level, cells in rows.items():
            yield from unknown(f"rows.{column}.{level}", asdict(cells).values(), table.effects)


def unknown(where: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    """Yield the names that are not known."""
    known = set(known)
    yield from ((where, did_you_mean(name, known)) for name in names if name not in known)


def position_problems(file: PositionsFile, battle_map: HexMap) -> Iterator[Problem]:
    """No two positions share a hex, fields of one colour never do (OMA-6.23-1); arrows and observers name positions."""
    held: dict[str, str] = {}
    covered: dict[tuple[str, str], str] = {}
    for key, row in file.positions.items():
        where = f"positions.{key}"
        for label in row.hexes:
            if held.setdefault(label, key) != key:
                yield where, f"shares {label} with {held[label]}"
        dots = [label for level in LEVELS for label in getattr(row, level)]
        for label in dots:
            if covered.setdefault((row.colour, label), key) != key:
                yield where, f"has dots of {row.colour} in {label}, as {covered[row.colour, label]}"
        if len(set(dots)) < len(dots):
            yield where, "has two dots in one hex"
        yield from _strangers(where, battle_map, [*row.hexes, *dots])
        yield from unknown(f"{where}.arrows", row.arrows, file.positions)
    for key, box in file.boxes.items():
        for tide, terrain in WATERLINES.items():
            landing: str | None = getattr(box, tide)
            if landing is not None and terrain not in _terrain(battle_map, landing):
                yield f"boxes.{key}.{tide}", f"{landing} is no hex of the {tide} tide"
    for key, draw in file.draws.items():
        yield from _strangers(f"draws.{key}", battle_map, [*draw.hexes, *draw.mouth])
    yield from _strangers("exits", battle_map, file.exits.values())
    for key, battery in file.batteries.items():
        yield from unknown(f"batteries.{key}.observers", battery.observers, file.positions)


def _terrain(battle_map: HexMap, label: str) -> str:
    hex_ = battle_map.grid.labelled(label)
    return "" if hex_ == OFF_MAP else battle_map.terrain_name(hex_)


def _strangers(where: str, battle_map: HexMap, labels: Iterable[str]) -> Iterator[Problem]:
    yield from (
        (where, f"{label} is no land hex of the map") for label in labels if _terrain(battle_map, label) in ("", "sea")
    )


def deck_problems(deck: DeckFile) -> Iterator[Problem]:
    """54 cards; three colours on each, one of them double; 18 single and 9 double symbols a colour, 18 targets a
    symbol; one event at most on each turn (OMA-2.3-1 to OMA-2.3-4, OMA-T-DECK).
    """
    if sorted(deck.cards) != list(range(1, CARDS + 1)):
        yield "cards", f"are not numbered from 1 to {CARDS}"
    for number, card in deck.cards.items():
        if (
            len({sign[0] for sign in card.fire}) < len(card.fire)
            or [sign[1] for sign in card.fire].count("double") != 1
        ):
            yield f"cards.{number}.fire", "must show three colours, one of them double"
        if any(first.turns[1] >= second.turns[0] for first, second in zip(card.events, card.events[1:], strict=False)):
            yield f"cards.{number}.events", "has two events on one turn"
    signs = Counter(sign[:2] for card in deck.cards.values() for sign in card.fire)
    for colour in COLOURS:
        if (signs[colour, "single"], signs[colour, "double"]) != (SINGLE, DOUBLE):
            yield "cards", f"{colour} is not on {SINGLE} cards as a single and on {DOUBLE} as a double symbol"
    targets = Counter(card.target for card in deck.cards.values())
    if any(targets[symbol] != CARDS // len(SYMBOLS) for symbol in SYMBOLS):
        yield "cards", "do not show each target symbol equally often"


def us_problems(file: USFile, tables: Tables, positions: PositionsFile) -> Iterator[Problem]:
    """Each unit is of a kind that there is, with a place to land and weapons for each reduced face."""
    places = {*positions.boxes, *(box.beach for box in positions.boxes.values()), "1st", "29th"} - {""}
    for key, unit in file.units.items():
        yield from unknown(f"units.{key}.type", [unit.type], tables.types)
        yield from unknown(f"units.{key}.at", [unit.at], places)
        if unit.type in tables.types and tables.types[unit.type].moves == "foot":
            if len(unit.reduced) != len(unit.strength) - 1:
                yield f"units.{key}.reduced", "needs the weapons of each reduced face"
        elif unit.reduced:
            yield f"units.{key}.reduced", "is for infantry alone"
    for key, leader in file.leaders.items():
        yield from unknown(f"leaders.{key}.at", [leader.at], places)


def scenario_problems(
    scenario: ScenarioFile,
    positions: PositionsFile,
    counters: Mapping[CounterKind, tuple[CounterRow, ...]],
    tables: Tables,
) -> Iterator[Problem]:
    """WN units stand in hexes of WN positions, once each, and markers under them; no pool asks for too much."""
    wn = {label for key, row in positions.positions.items() if key.startswith("WN") for label in row.hexes}
    placed = [label for labels in scenario.counters.values() for label in labels]
    yield from (("counters", f"{label} is no hex of a WN, or stands twice") for label in placed if label not in wn)
    yield from (("counters", f"{label} stands {n} times") for label, n in Counter(placed).items() if n > 1)
    yield from (("markers", f"{label} holds no WN unit") for label in scenario.markers if label not in placed)
    asked: Counter[str] = Counter({kind: len(labels) for kind, labels in scenario.counters.items()})
    asked.update(scenario.pools)
    asked["wn_marker"] += len(scenario.markers)
    if scenario.late is not None:
        asked.update(scenario.late.drawn)
        if sum(scenario.late.drawn.values()) != len(scenario.late.arrived):
            yield "late.drawn", "must be as many counters as positions hold"
        yield from unknown("late.arrived", scenario.late.arrived, positions.positions)
    for kind, count in asked.items():
        if count > len(counters.get(kind, ())):  # type: ignore[call-overload]  # kinds are words
            yield "pools", f"there are not {count} counters of the kind {kind}"
    yield from unknown("batteries", scenario.batteries, positions.batteries)
    yield from unknown("victory", [scenario.victory], tables.victory.scenarios)
    for option, values in scenario.options.items():
        if tuple(values) != OPTIONS[option][: len(values)]:
            yield f"options.{option}", f"has other values than {', '.join(OPTIONS[option])}"
    if not scenario.first <= scenario.last:
        yield "last", "lies before the first turn"
