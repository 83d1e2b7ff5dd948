"""Checks that the shapes of catalogues and scenarios cannot express: names that must exist elsewhere, turns,
doubles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from wab.content.hexmap import HexMap
from wab.content.hints import hint_problems
from wab.content.operations.derivation import Derivation, derived_traits, part_problems
from wab.content.operations.shapes import (
    MOMENTS,
    Arrival,
    Catalogue,
    CatalogueUnit,
    ControlData,
    Forces,
    Placement,
    QualityChange,
    ScenarioFile,
    Side,
    SquadronData,
    UnitKind,
    day_of,
)
from wab.content.operations.table_checks import Problem, words_problems
from wab.content.operations.tables import AirKind
from wab.content.reader import did_you_mean, not_in_file
from wab.engine.words.text import N_, Text
from wab.hexes import Grid, HexId

NATIONS: dict[Side, tuple[str, ...]] = {"allied": ("us", "uk", "ca", "pl", "fr"), "axis": ("heer", "ss", "luftwaffe")}
_MOST_KEY_HEXES = 3  # OPS-9.1-3
_BELOW_A_BATTALION = ("company", "battery")


def catalogue_problems(
    catalogue: Catalogue, side: Side, kinds: Mapping[str, UnitKind], derivation: Derivation
) -> Iterator[Problem]:
    """Every unit is of a kind, a part of it, a division and a nation that there are."""
    if catalogue.side != side:
        yield (
            "side",
            Text(
                'is "{side}" (expected "{expected}", as the file is called)', {"side": catalogue.side, "expected": side}
            ),
        )
    for key, division in catalogue.divisions.items():
        yield from name_problems(f"divisions.{key}.name", division.name)
    for key, unit in catalogue.units.items():
        yield from name_problems(f"units.{key}.name", unit.name)
        if unit.kind not in kinds:
            yield f"units.{key}.kind", not_in_file(unit.kind, "units.yaml", kinds)
        if unit.division and unit.division not in catalogue.divisions:
            message = N_('"{name}" is not among the divisions of this file ({hint})')
            hint = did_you_mean(unit.division, catalogue.divisions)
            yield f"units.{key}.division", Text(message, {"name": unit.division, "hint": hint})
        yield from part_problems(key, unit, kinds, derivation)
        yield from _weight_problems(key, unit, side, kinds)
        yield from _day_problems(key, unit)
        if unit.nation not in NATIONS[side]:
            yield f"units.{key}.nation", Text('"{name}" does not fight on this side', {"name": unit.nation})


def name_problems(where: str, name: str | Mapping[Any, str]) -> Iterator[Problem]:
    """A name is written once for all languages, or in each of them."""
    if not isinstance(name, str):
        yield from words_problems(where, name)


def _weight_problems(key: str, unit: CatalogueUnit, side: Side, kinds: Mapping[str, UnitKind]) -> Iterator[Problem]:
    """Each unit weighs 1, but commanders and German units smaller than a battalion weigh 0 (OPS-10.1.1-19)."""
    if unit.kind not in kinds:
        return
    kind = kinds[unit.kind]
    free = kind.size == "commander" or (side == "axis" and kind.size in _BELOW_A_BATTALION)
    if kind.weight != (0 if free else 1):
        yield (
            f"units.{key}.kind",
            Text(
                '"{name}" weighs {weight} in units.yaml (expected {expected})',
                {"name": unit.kind, "weight": kind.weight, "expected": 0 if free else 1},
            ),
        )


def _day_problems(key: str, unit: CatalogueUnit) -> Iterator[Problem]:
    days = {"available_from": unit.available_from, "available_to": unit.available_to}
    for name, text in days.items():
        if text and day_of(text) is None:
            yield f"units.{key}.{name}", Text('"{date}" is not a date (expected YYYY-MM-DD)', {"date": text})
            return
    if unit.available_from and unit.available_to and unit.available_from > unit.available_to:
        yield f"units.{key}.available_from", Text("is after available_to ({day})", {"day": unit.available_to})


def scenario_problems(
    scenario: ScenarioFile,
    catalogues: Mapping[str, Catalogue],
    kinds: Mapping[str, UnitKind],
    air: Mapping[str, AirKind],
    battle_map: HexMap,
) -> Iterator[Problem]:
    """Everything that can be said against a scenario without setting it up."""
    yield from _text_problems(scenario)
    yield from hint_problems(scenario.hints, MOMENTS, battle_map.grid)
    yield from _calendar_problems(scenario)
    yield from _reconstitution_problems(scenario)
    yield from _campaign_problems(scenario)
    for catalogue in catalogues.values():
        yield from _force_problems(scenario, catalogue.side, catalogue, kinds)
        yield from _squadron_problems(scenario, catalogue.side, air)
    yield from _ship_problems(scenario, catalogues, kinds)
    yield from _objective_problems(scenario, battle_map.grid)
    yield from _supply_problems(scenario)
    yield from _control_problems(scenario.control, battle_map.grid)
    if scenario.window.west >= scenario.window.east or scenario.window.south >= scenario.window.north:
        yield "window", Text("is empty (expected west below east and south below north)")


def forces_of(scenario: ScenarioFile) -> dict[Side, Forces]:
    """Return what both sides have."""
    return {"allied": scenario.allied, "axis": scenario.axis}


def entries_of(forces: Forces) -> list[tuple[str, Placement | Arrival]]:
    """Set-up units, then reinforcements, each with the path of its entry."""
    entries: list[tuple[str, Placement | Arrival]] = []
    entries += [(f"setup[{i}]", placement) for i, placement in enumerate(forces.setup)]
    entries += [(f"reinforcements[{i}]", arrival) for i, arrival in enumerate(forces.reinforcements)]
    return entries


def _text_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    texts = {"title": scenario.title, "summary": scenario.summary, "briefing": scenario.briefing}
    optional = ("teaches", "weather_why", "unsupplied_why", "why_unbalanced", "note")
    texts |= {name: words for name in optional if (words := getattr(scenario, name))}
    texts |= {f"objectives[{i}].name": objective.name for i, objective in enumerate(scenario.objectives)}
    for where, words in texts.items():
        yield from words_problems(where, words)


def _calendar_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    turns = len(scenario.weather_by_turn)
    if not turns:
        yield "weather_by_turn", Text("is empty (expected a weather for each turn)")
    if len(scenario.dates) != turns:
        yield (
            "dates",
            Text(
                "has {count} items (expected {turns}, one a turn as in weather_by_turn)",
                {"count": len(scenario.dates), "turns": turns},
            ),
        )
    previous = date.min
    for i, text in enumerate(scenario.dates):
        try:
            day = date.fromisoformat(text)
        except ValueError:
            yield f"dates[{i}]", Text('"{date}" is not a date (expected YYYY-MM-DD)', {"date": text})
            continue
        if day < previous:
            yield f"dates[{i}]", Text("{date} comes before the turn before it", {"date": text})
        previous = day
    if scenario.reconstitution_points and len(scenario.reconstitution_points) != turns:
        yield (
            "reconstitution_points",
            Text(
                "has {count} items (expected {turns}, one a turn)",
                {"count": len(scenario.reconstitution_points), "turns": turns},
            ),
        )


def _campaign_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    """A campaign is a chain: every scenario of that kind has its place in one, and no other has (OPS-1.3-1)."""
    if scenario.kind == "campaign" and not scenario.campaigns:
        yield (
            "campaigns",
            Text(
                "is missing (expected the place in the campaign of a side, such as {example})",
                {"example": "{allied: 1}"},
            ),
        )
    if scenario.kind != "campaign" and scenario.campaigns:
        yield "campaigns", Text('is given, but the kind is "{kind}" (expected "campaign")', {"kind": scenario.kind})


def _reconstitution_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    """Points need the rule, the rule needs points, and what the Axis has the Allies have as well (OPS-8.3.3-1)."""
    rules = scenario.rules
    if scenario.reconstitution_points and not rules.reconstitution_axis:
        yield "rules.reconstitution_axis", Text("is off, but reconstitution_points are given")
    if rules.reconstitution_axis and not scenario.reconstitution_points:
        yield "reconstitution_points", Text("are missing, but rules.reconstitution_axis is on")
    if rules.reconstitution_axis and not rules.reconstitution_allied:
        yield (
            "rules.reconstitution_allied",
            Text("is off, but on for the Axis (expected: on for both, or for the Allies)"),
        )


def random_weather_problems(scenario: ScenarioFile, rows: Mapping[str, object]) -> Iterator[Problem]:
    """A row of random weather that a scenario names is in the table (OPS-4.2.1-3)."""
    name = scenario.random_weather
    if name and name not in rows:
        yield "random_weather", not_in_file(name, "weather.yaml", rows)


def _force_problems(
    scenario: ScenarioFile, side: Side, catalogue: Catalogue, kinds: Mapping[str, UnitKind]
) -> Iterator[Problem]:
    forces = forces_of(scenario)[side]
    if not forces.setup and not forces.reinforcements:
        yield side, Text("has no units")
    named: dict[str, str] = {}
    for place, entry in entries_of(forces):
        where = f"{side}.{place}"
        yield from _unit_problems(entry, where, catalogue, kinds)
        if scenario.kind == "battle" and entry.unit in catalogue.units and catalogue.units[entry.unit].scenario_only:
            yield (
                f"{where}.unit",
                Text('"{name}" is for single scenarios, not for a whole battle', {"name": entry.unit}),
            )  # OPS-3.3-1
        if entry.unit in named:
            yield (
                f"{where}.unit",
                Text('"{name}" is named twice (first in {other})', {"name": entry.unit, "other": named[entry.unit]}),
            )
        named.setdefault(entry.unit, where)
    yield from _withdrawal_problems(scenario, side, named)
    yield from _quality_problems(scenario, side, catalogue, named)
    if scenario.historical:
        yield from _out_of_time(scenario, side, catalogue)
    for i, arrival in enumerate(forces.reinforcements):
        yield from _too_late(f"{side}.reinforcements[{i}].turn", arrival.turn, scenario)


def _withdrawal_problems(scenario: ScenarioFile, side: Side, present: Mapping[str, str]) -> Iterator[Problem]:
    """Only units of the scenario are withdrawn, within its turns."""
    for i, withdrawal in enumerate(forces_of(scenario)[side].withdrawals):
        yield from _too_late(f"{side}.withdrawals[{i}].turn", withdrawal.turn, scenario)
        yield from _absent(f"{side}.withdrawals[{i}].units", withdrawal.units, present)


def _too_late(where: str, turn: int, scenario: ScenarioFile) -> Iterator[Problem]:
    if turn > (turns := len(scenario.weather_by_turn)):
        yield where, Text("is {turn}, the scenario has {turns} turns", {"turn": turn, "turns": turns})


def _absent(where: str, names: Iterable[str], present: Collection[str]) -> Iterator[Problem]:
    """The names of a list that are none of a scenario."""
    for i, name in enumerate(names):
        if name not in present:
            message = N_('"{name}" is not in this scenario ({hint})')
            yield f"{where}[{i}]", Text(message, {"name": name, "hint": _hint(name, present)})


def _quality_problems(
    scenario: ScenarioFile, side: Side, catalogue: Catalogue, present: Mapping[str, str]
) -> Iterator[Problem]:
    """Only units and divisions of the scenario change their quality, within its turns, and once on a turn."""
    divisions = {unit.division: key for key, unit in catalogue.units.items() if key in present and unit.division}
    told: dict[tuple[int, str], str] = {}
    for i, change in enumerate(forces_of(scenario)[side].quality_changes):
        where = f"{side}.quality_changes[{i}]"
        yield from _too_late(f"{where}.turn", change.turn, scenario)
        if not change.units and not change.divisions:
            yield where, Text("names no unit whose quality changes (expected units or divisions)")
        yield from _absent(f"{where}.units", change.units, present)
        yield from _absent(f"{where}.divisions", change.divisions, divisions)
        for unit in sorted(units_of_change(change, catalogue, present)):
            if (change.turn, unit) in told:
                yield (
                    where,
                    Text(
                        'changes "{unit}" on turn {turn}, as {other} does',
                        {"unit": unit, "turn": change.turn, "other": told[change.turn, unit]},
                    ),
                )
            told.setdefault((change.turn, unit), where)


def units_of_change(change: QualityChange, catalogue: Catalogue, present: Iterable[str]) -> list[str]:
    """The units of a scenario whose quality changes, by key: the units that are named, and the units of named
    divisions.
    """
    return [
        key
        for key in present
        if key in change.units or (key in catalogue.units and catalogue.units[key].division in change.divisions)
    ]


def _out_of_time(scenario: ScenarioFile, side: Side, catalogue: Catalogue) -> Iterator[Problem]:
    """Units that come before, or are set up after, the days on which they were there (OPS-2.1.5-3, OPS-2.1.5-4)."""
    for where, entry in entries_of(forces_of(scenario)[side]):
        unit = catalogue.units.get(entry.unit)
        days = _days_of_turn(scenario, entry.turn if isinstance(entry, Arrival) else 1)
        if unit is None or days is None:
            continue
        if unit.available_from and days[1] < date.fromisoformat(unit.available_from):
            yield (
                f"{side}.{where}.unit",
                Text('"{name}" was not there before {day}', {"name": entry.unit, "day": unit.available_from}),
            )
        if unit.available_to and days[0] > date.fromisoformat(unit.available_to):
            yield (
                f"{side}.{where}.unit",
                Text('"{name}" was not there after {day}', {"name": entry.unit, "day": unit.available_to}),
            )


def _days_of_turn(scenario: ScenarioFile, turn: int) -> tuple[date, date] | None:
    """First and last day of a turn; the last turn is as long as the one before it. None if the dates are wrong."""
    starts = [day_of(text) for text in scenario.dates]
    if turn > len(starts) or None in starts:
        return None
    known = [start for start in starts if start is not None]
    lengths = [max(1, (later - earlier).days) for earlier, later in pairwise(known)]
    lengths.append(lengths[-1] if lengths else 1)
    return known[turn - 1], known[turn - 1] + timedelta(days=lengths[turn - 1] - 1)


def _unit_problems(
    entry: Placement | Arrival, where: str, catalogue: Catalogue, kinds: Mapping[str, UnitKind]
) -> Iterator[Problem]:
    unit = catalogue.units.get(entry.unit)
    if unit is None:
        message = N_('"{name}" is not in {file} ({hint})')
        file, hint = f"forces/{catalogue.side}.yaml", _hint(entry.unit, catalogue.units)
        yield f"{where}.unit", Text(message, {"name": entry.unit, "file": file, "hint": hint})
        return
    full = entry.traits.hp or unit.traits.hp or kinds[unit.kind].hp
    if entry.hp is not None and entry.hp > full:
        yield f"{where}.hp", Text("is {hp}, a full unit has {full}", {"hp": entry.hp, "full": full})


def part_hp_problems(
    scenario: ScenarioFile, catalogues: Mapping[str, Catalogue], kinds: Mapping[str, UnitKind], derivation: Derivation
) -> Iterator[Problem]:
    """A piece of a unit begins with no more HP than its share (OPS-10.1.1-3)."""
    for side, forces in forces_of(scenario).items():
        for where, entry in entries_of(forces):
            unit = catalogues[side].units.get(entry.unit)
            if unit is None or not unit.part or entry.hp is None or entry.traits.hp or unit.traits.hp:
                continue
            full = derived_traits(unit.kind, kinds[unit.kind], derivation, part=unit.part)["hp"]
            if isinstance(full, int) and entry.hp > full:
                yield (
                    f"{side}.{where}.hp",
                    Text("is {hp}, a full {part} has {full}", {"hp": entry.hp, "part": unit.part, "full": full}),
                )


def _ship_problems(
    scenario: ScenarioFile, catalogues: Mapping[str, Catalogue], kinds: Mapping[str, UnitKind]
) -> Iterator[Problem]:
    """Ships need the rule that is about them."""
    if scenario.rules.naval:
        return
    for side, forces in forces_of(scenario).items():
        for where, entry in entries_of(forces):
            unit = catalogues[side].units.get(entry.unit)
            if unit is not None and kinds[unit.kind].move_class == "ship":
                yield f"{side}.{where}.unit", Text('"{name}" is a ship, but rules.naval is off', {"name": entry.unit})


def _squadron_problems(scenario: ScenarioFile, side: Side, air: Mapping[str, AirKind]) -> Iterator[Problem]:
    """Air units are of a kind that there is, fight on this side, and the rules about them are switched on."""
    for i, squadron in enumerate(forces_of(scenario)[side].squadrons):
        where = f"{side}.squadrons[{i}]"
        yield from name_problems(f"{where}.name", squadron.name)
        kind = air.get(squadron.kind)
        if kind is None:
            yield f"{where}.kind", not_in_file(squadron.kind, "air.yaml", air)
            continue
        if kind.nation not in NATIONS[side]:
            yield f"{where}.kind", Text('"{name}" does not fight on this side', {"name": squadron.kind})
        switch = "heavy_bombers" if kind.bombardment else "air"
        if not getattr(scenario.rules, switch):
            yield (
                f"{where}.kind",
                Text('"{name}" cannot be used: rules.{switch} is off', {"name": squadron.kind, "switch": switch}),
            )
        if squadron.hp is not None and squadron.hp > kind.hp:
            yield f"{where}.hp", Text("is {hp}, a full unit has {full}", {"hp": squadron.hp, "full": kind.hp})
        yield from _turns_of_squadron(squadron, where, scenario)


def _turns_of_squadron(squadron: SquadronData, where: str, scenario: ScenarioFile) -> Iterator[Problem]:
    """The first fault of the turns in which an air unit is at hand."""
    last = len(scenario.weather_by_turn) if squadron.to_turn is None else squadron.to_turn
    found = [
        *_too_late(f"{where}.from_turn", squadron.from_turn, scenario),
        *_too_late(f"{where}.to_turn", last, scenario),
    ]
    if last < squadron.from_turn:
        message = Text("is before from_turn ({from_turn})", {"from_turn": squadron.from_turn})
        found.append((f"{where}.to_turn", message))
    yield from found[:1]


def _hint(word: str, known: Collection[str]) -> Text:
    """Return what a misspelt name may mean; a list of names only where it is short."""
    if not known:
        return Text("it has none")
    hint = did_you_mean(word, known)
    return hint if len(str(hint)) <= 80 else Text("no name is like it")


def _objective_problems(scenario: ScenarioFile, grid: Grid) -> Iterator[Problem]:
    places: dict[HexId, int] = {}
    for i, objective in enumerate(scenario.objectives):
        if objective.hex in places:
            yield (
                f"objectives[{i}].hex",
                Text(
                    "{hex} is the hex of objectives[{number}] already",
                    {"hex": grid.label(objective.hex), "number": places[objective.hex]},
                ),
            )
        places.setdefault(objective.hex, i)
    margins = scenario.victory.margins
    if not margins.draw < margins.marginal < margins.tactical:
        yield "victory.margins", Text("must grow from draw to tactical")
    for i, victory in enumerate(scenario.victory.immediate):
        if not 1 <= len(victory.hexes) <= _MOST_KEY_HEXES:
            yield (
                f"victory.immediate[{i}].hexes",
                Text(
                    "names {count} hexes (expected 1 to {most})", {"count": len(victory.hexes), "most": _MOST_KEY_HEXES}
                ),
            )
        if victory.supplied and not scenario.rules.supply:
            yield f"victory.immediate[{i}].supplied", Text("is true, but rules.supply is off")
        if victory.first_turn > victory.last_turn:
            yield (
                f"victory.immediate[{i}].first_turn",
                Text("is after last_turn ({last_turn})", {"last_turn": victory.last_turn}),
            )


def _supply_problems(scenario: ScenarioFile) -> Iterator[Problem]:
    if scenario.rules.supply:
        sides = {source.side for source in scenario.supply}
        yield from (
            ("supply", Text("names no source of the {side} side", {"side": side}))
            for side in NATIONS
            if side not in sides
        )
    turns = len(scenario.weather_by_turn)
    for i, source in enumerate(scenario.supply):
        if source.turns_after_capture is not None and source.turns_after_capture >= turns:
            problem = Text(
                "is {turns_after_capture}, which is never: the scenario has {turns} turns",
                {"turns_after_capture": source.turns_after_capture, "turns": turns},
            )
            yield f"supply[{i}].turns_after_capture", problem
    present = {entry.unit for forces in forces_of(scenario).values() for _, entry in entries_of(forces)}
    for i, exception in enumerate(scenario.supply_exceptions):
        yield from _absent(f"supply_exceptions[{i}].units", exception.units, present)


def _control_problems(control: ControlData, grid: Grid) -> Iterator[Problem]:
    """No hex is given to both sides."""
    given = {hex_ for span in control.allied for hex_ in span}
    for j, span in enumerate(control.axis):
        if both := sorted(given.intersection(span)):
            yield f"control.axis[{j}]", Text("{hex} is given to the other side as well", {"hex": grid.label(both[0])})
