"""Checks that the shapes of the tables cannot express: rows as long as their columns, all classes there, no gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from wab.content.operations.derivation import Derivation
from wab.content.operations.shapes import MoveClass, Quality, Side, UnitKind, UnitType, Weather
from wab.content.operations.tables import (
    AirKind,
    AntiAirTable,
    BombardmentTable,
    CombatTable,
    Cost,
    Estimate,
    StateTable,
    SupportTable,
    TerrainTable,
    WeatherTable,
)
from wab.engine.words.text import Text

Problem = tuple[str, str | Text]
LAND_CLASSES = tuple(class_ for class_ in get_args(MoveClass) if class_ != "ship")
_LOWEST_TOTAL, _HIGHEST_TOTAL = 2, 12  # of two dice
_WHOLE = 100


def combat_problems(table: CombatTable) -> Iterator[Problem]:
    """Every row has a cell for each column, and retreats are written 0 or 1."""
    for i, row in enumerate(table.rows):
        for name, cells in (("attacker", row.attacker), ("defender", row.defender), ("retreat", row.retreat)):
            yield from _length(f"rows[{i}].{name}", len(cells), len(table.columns))
            highest = 1 if name == "retreat" else _WHOLE
            if any(not 0 <= cell <= highest for cell in cells):
                yield (
                    f"rows[{i}].{name}",
                    Text(
                        "holds {value} (expected numbers from 0 to {highest})",
                        {"value": str(list(cells)), "highest": highest},
                    ),
                )
    for i, ratio in enumerate(table.columns):
        left, _, right = ratio.partition(":")
        if not (left.isdigit() and right.isdigit() and 1 in (int(left), int(right))):
            yield (
                f"columns[{i}]",
                Text('"{ratio}" is not a ratio with 1 on one side (expected 1:3 or 3:1 style)', {"ratio": ratio}),
            )


def support_problems(table: SupportTable) -> Iterator[Problem]:
    """The bands begin at 0 and follow each other without a gap."""
    expected = 0
    for i, band in enumerate(table.bands):
        low, high = band.points
        if low != expected or high < low:
            yield (
                f"bands[{i}].points",
                Text(
                    "is [{low}, {high}] (expected to begin at {expected} and not to end below it)",
                    {"low": low, "high": high, "expected": expected},
                ),
            )
        expected = high + 1


def bombardment_problems(table: BombardmentTable) -> Iterator[Problem]:
    """A row for each total of two dice, a cell for each column, columns in ascending order."""
    yield from _length("rows", len(table.rows), _HIGHEST_TOTAL - _LOWEST_TOTAL + 1)
    for i, row in enumerate(table.rows):
        yield from _length(f"rows[{i}]", len(row), len(table.columns))
    if list(table.columns) != sorted(set(table.columns)):
        yield "columns", Text("must ascend")


def terrain_problems(table: TerrainTable) -> Iterator[Problem]:
    """Every class of land units has a cost everywhere, in half points that a search can count."""
    costs: dict[str, Mapping[MoveClass, Cost]] = {
        **{f"terrain.{name}.cost": row.cost for name, row in table.terrain.items()},
        "road": table.road,
        "river.add": table.river.add,
        "cliff.add": table.cliff.add,
        "fortified.cost": table.fortified.cost,
    }
    for where, by_class in costs.items():
        yield from _all_there(where, by_class, LAND_CLASSES)
        for class_, cost in by_class.items():
            if cost != "no" and not _in_halves(cost):
                yield (
                    f"{where}.{class_}",
                    Text("is {cost} (expected half or whole movement points, above 0 and below 40)", {"cost": cost}),
                )
    for name, row in table.terrain.items():
        if not _in_halves(row.sight):
            yield (
                f"terrain.{name}.sight",
                Text("is {sight} (expected half or whole hexes, above 0)", {"sight": row.sight}),
            )


def weather_problems(table: WeatherTable) -> Iterator[Problem]:
    """A row for every side and type, a percentage for every weather, random weather that adds up to 100."""
    rows = [f"{side}_{type_}" for side in get_args(Side) for type_ in (*get_args(UnitType), "commander")]
    yield from _all_there("movement", table.movement, rows)
    for name, row in table.movement.items():
        yield from _all_there(f"movement.{name}.percent", row.percent, get_args(Weather))
    yield from _all_there("sight_sixths", table.sight_sixths, get_args(Weather))
    for name, chances in table.random.items():
        yield from _all_there(f"random.{name}", chances, get_args(Weather))
        if (total := sum(chances.values())) != _WHOLE:
            yield f"random.{name}", Text("adds up to {total} (expected 100)", {"total": total})


def state_problems(table: StateTable) -> Iterator[Problem]:
    """Every quality has a row, and a lower state never has a higher value."""
    yield from _all_there("quality", table.quality, get_args(Quality))
    falling = {"level_over": table.level_over}
    for name, row in table.quality.items():
        falling |= {f"quality.{name}.attack": row.attack, f"quality.{name}.defence": row.defence}
    for where, values in falling.items():
        if list(values) != sorted(values, reverse=True):
            yield where, Text("is {value} (expected to fall from state 4 to state 1)", {"value": str(list(values))})


def unit_problems(kinds: dict[str, UnitKind]) -> Iterator[Problem]:
    """Titles in both languages; guns have a range, a range has guns."""
    for name, kind in kinds.items():
        yield from words_problems(f"{name}.title", kind.title)
        if kind.move_class == "ship":
            continue
        if kind.range > 1 and not kind.bombardment:
            yield f"{name}.range", Text("a unit without bombardment points has range 1")


def derivation_problems(table: Derivation) -> Iterator[Problem]:
    """All grades, each once; a step for every class; no part of nothing or of more than the whole."""
    if sorted(table.grades) != sorted(get_args(Quality)):
        yield (
            "grades",
            Text(
                "is {value} (expected each of {grades} once)",
                {"value": str(list(table.grades)), "grades": ", ".join(get_args(Quality))},
            ),
        )
    yield from _all_there("step", table.step, get_args(MoveClass))
    for name, part in table.parts.items():
        if not part.percent:
            yield f"parts.{name}.percent", Text("is 0 (expected 1 to 100)")


def estimate_problems(estimates: dict[UnitType, Estimate]) -> Iterator[Problem]:
    """An estimate for every type."""
    yield from _all_there("", estimates, get_args(UnitType))


def anti_air_problems(table: AntiAirTable) -> Iterator[Problem]:
    """Totals ascend, and the last row, and no other, has no upper end."""
    if not table.results:
        yield "results", Text("is empty")
    previous = None
    for i, row in enumerate(table.results):
        last = i == len(table.results) - 1
        if last != (row.up_to is None):
            yield f"results[{i}].up_to", Text("must stand in every row but the last")
        elif row.up_to is not None and previous is not None and row.up_to <= previous:
            yield (
                f"results[{i}].up_to",
                Text("is {up_to} (expected more than {previous})", {"up_to": row.up_to, "previous": previous}),
            )
        previous = row.up_to


def air_problems(kinds: dict[str, AirKind]) -> Iterator[Problem]:
    """Titles in both languages, a chance for each weather, and either support or bombs (OPS-7.5.1-4, OPS-10.3.1-3)."""
    for name, kind in kinds.items():
        yield from words_problems(f"{name}.title", kind.title)
        yield from _all_there(f"{name}.available", kind.available, get_args(Weather))
        if bool(kind.ground_attack) == bool(kind.bombardment):
            yield f"{name}.bombardment", Text("an air unit has either ground_attack or bombardment points")


def words_problems(where: str, words: Mapping[Any, str]) -> Iterator[Problem]:
    """A text for players is there in English and in French."""
    yield from _all_there(where, words, ("en", "fr"))


def _length(where: str, length: int, expected: int) -> Iterator[Problem]:
    if length != expected:
        yield where, Text("has {length} items (expected {expected})", {"length": length, "expected": expected})


def _all_there(where: str, given: Mapping[Any, object], names: Any) -> Iterator[Problem]:
    for name in names:
        if name not in given:
            yield (
                f"{where}.{name}".lstrip("."),
                Text("missing field (expected all of: {names})", {"names": ", ".join(names)}),
            )


def _in_halves(value: float) -> bool:
    return value > 0 and value * 2 == int(value * 2) and value < 40


TABLE_CHECKS: dict[str, Callable[[Any], Iterator[Problem]]] = {
    "combat": combat_problems,
    "support": support_problems,
    "bombardment": bombardment_problems,
    "terrain": terrain_problems,
    "weather": weather_problems,
    "state": state_problems,
    "units": unit_problems,
    "derivation": derivation_problems,
    "estimates": estimate_problems,
    "anti_air": anti_air_problems,
    "air": air_problems,
}
