"""Everything that the manual says of the rules is in the ledgers and the data."""

import re
from typing import get_args

import pytest

from tools import manual_tables
from tools.manual_tables import PAGE
from wab.content.ledger import ledgers
from wab.content.zocbonds.loader import load_tables
from wab.content.zocbonds.tables import Result
from wab.systems import NAMES

MANUAL = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))
CLAUSE = re.compile(r"\b(?:BLD|CRD|OMA|OPS|ZOC)-[A-Z0-9][A-Za-z0-9_.-]*\w")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sections(id_):
    """The sections that a clause stands in: OPS-7.3 and OPS-7.3.5 of OPS-7.3.5-1."""
    numbers = id_.rpartition("-")[0].split(".")
    return {".".join(numbers[:count]) for count in range(1, len(numbers) + 1)}


@pytest.mark.parametrize("system", NAMES)
def test_every_clause_that_the_manual_cites_is_in_the_ledger(system):
    ledger = ledgers()[system]
    known = {clause.id for clause in ledger.clauses} | {table.id for table in ledger.tables}
    known |= {section for id_ in known for section in sections(id_)}
    cited = {id_ for id_ in CLAUSE.findall(MANUAL) if id_.startswith(f"{ledger.prefix}-")}
    assert cited and cited - known == set()


def test_the_manual_holds_the_tables_of_zocbonds_as_the_data_have_them():
    assert manual_tables.section() in PAGE.read_text(encoding="utf-8"), "python -m tools.manual_tables writes them"


def test_the_manual_explains_each_result_of_the_combat_table():
    assert all(f"| {result} | " in MANUAL for result in get_args(Result))


def sentences():
    """Sentences of the manual of zocbonds with numbers of the data."""
    tables = load_tables()
    points, markers, shifts, cadres = tables.points, tables.markers, tables.shifts, tables.cadres
    lost, retreat = cadres.most_lost, tables.combat.retreat
    return (
        ("by {} of three objectives", points.automatic.objectives),
        ("if {} beaches or Mulberries are closed", points.automatic.closed),
        ("if {} American", lost["us"]),
        ("American or {} British units", lost["commonwealth"]),
        ("British units of {} steps", cadres.big_steps),
        ("the Allies need {} (ZOC-24.3-1)", points.to_win["line"]),
        ("A city hex gives {}", points.city),
        ("and a village {}, beyond", points.village),
        ("{} stacks a side may wait in reserve", markers.reserve["axis"]),
        ("the points of {} mechanised units a side", markers.strategic["axis"]),
        ("A hex holds {} stacking points", markers.stacking.most),
        ("**Artillery**: {} shifts an attack", shifts.right["artillery"]),
        ("shifts an attack, {} in a storm", shifts.right["artillery_in_storm"]),
        ("**Aircraft**: {} unit an attack", shifts.right["air"]),
        ("unit an attack, {} from 22 June on", shifts.right["air_late"]),
        ("**Ships**: {} shift within", shifts.right["naval"]),
        ("A headquarters within {} hexes", tables.ranges.headquarters),
        ("| DR | the defender retreats {} hexes", retreat.near),
        ("the defender retreats {} hexes (ZOC-12.1-2)", retreat.far),
        ("the attackers may advance {} hexes", tables.combat.advance.full),
        ("at most {} in all (ZOC-12.4.1-8)", tables.defence.most_modifier),
        ("{} steps buy a desperate defence", tables.defence.desperate_steps),
        ("A retreat goes on for {} hexes at most", tables.combat.most_further),
        ("A village gives {} points of defence", tables.terrain.terrain["village"].bonus),
        ("{} points of troops a day", tables.weather.rows[5].us.landing),
        ("a day, {} at most over one beach", tables.landing.most_a_beach),
    )


@pytest.mark.parametrize(("words", "number"), sentences())
def test_numbers_of_the_manual_are_those_of_the_data(words, number):
    assert words.format(NUMBERS[number]).casefold() in MANUAL.casefold()
