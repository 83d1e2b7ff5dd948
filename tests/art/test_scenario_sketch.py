"""The map in letters, for people who write scenarios."""

from __future__ import annotations

import pytest

from art.scenario_sketch import main
from art.sketching.front import ranges
from tests.content.designer import Designer
from wab.content.normandy.ground import behind_the_front, snapshot_of
from wab.content.operations.loader import load_battle_map

CARENTAN = ("-1.5", "-1.02", "49.16", "49.42")
PLACES = {  # by day: what was Allied that evening, what was not
    "1944-06-07": (("Sainte-Mère-Église", "Bayeux"), ("Carentan", "Caen", "Isigny-sur-Mer")),
    "1944-06-18": (("Carentan", "Isigny-sur-Mer"), ("Cherbourg", "Valognes", "Caen")),
    "1944-06-24": (("Valognes", "Montebourg"), ("Cherbourg", "Saint-Lô")),
    "1944-07-18": (("Cherbourg",), ("Avranches", "Falaise")),
    "1944-08-13": (("Avranches", "Le Bény-Bocage", "Alençon"), ("Falaise", "Trun")),
    "1944-08-25": (("Falaise", "Argentan", "Trun"), ("Le Havre",)),
}


@pytest.fixture
def sketch(capsys):
    def run(*arguments: str) -> str:
        assert main(list(arguments)) == 0
        return str(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("day", PLACES)
def test_the_ground_behind_the_front_is_that_of_the_day(day):
    hexmap = load_battle_map()
    held = behind_the_front(snapshot_of(day), hexmap)
    allied, axis = PLACES[day]
    known = {place.name for place in hexmap.places}
    assert [name for name in allied if name in known and not held[hexmap.place(name).hex]] == []
    assert [name for name in axis if name in known and held[hexmap.place(name).hex]] == []
    assert not (held & hexmap.is_terrain("sea")).any()


def test_the_last_front_before_a_day_counts():
    assert snapshot_of("1944-06-06") is None
    found = snapshot_of("1944-06-17")
    assert found is not None and found.day == "1944-06-12"


def test_hexes_are_told_as_ranges_of_a_row():
    hexmap = load_battle_map()
    cols = hexmap.grid.cols
    assert list(ranges([5, 3, 4, cols - 1, cols, cols + 2], hexmap)) == ["0003-0005", f"00{cols - 1}", "0100", "0102"]


def test_a_window_is_drawn_with_its_places_and_its_front(sketch):
    told = sketch(*CARENTAN, "--date", "1944-06-13")
    hexmap = load_battle_map()
    label = hexmap.grid.label(hexmap.place("Carentan").hex)
    assert f"{label}  town         Carentan (town)" in told
    assert "Front of 1944-06-12:" in told and "  allied: [" in told
    rows = [line for line in told.splitlines() if line[:2].isdigit() and line[2:4] == "  " and "+" in line]
    assert len(rows) >= 8
    odd = next(line for line in told.splitlines() if line.startswith(f"{int(label[:2]) | 1:02}  "))
    assert odd[4:6] == "  ", "odd rows stand half a hex farther east"


def test_hexes_are_found_by_degrees_and_by_name(sketch):
    hexmap = load_battle_map()
    place = hexmap.place("Carentan")
    label = hexmap.grid.label(place.hex)
    assert sketch("--at", f"{place.lat},{place.lon}").strip().endswith(f"{label} town Carentan")
    assert f"{label} town Carentan (town)" in sketch("--find", "carentan")
    assert "no place of the map" in sketch("--find", "Stalingrad")
    assert "beyond the edge" in sketch("--at", "10,10")
    assert f"{label}  town" in sketch("--sides", label) and "river" in sketch("--sides", label)


def test_a_scenario_is_drawn_with_units_objectives_and_sources(sketch):
    told = sketch("--scenario", "causeway-to-carentan")
    assert "!" not in told.splitlines()[0]
    assert "*X1-" in told, "an Axis unit on an objective"
    assert "Carentan, 4 a turn, 8 at the end, held by axis" in told
    assert "turn 3: CCA/2A at" in told and "OUT OF SUPPLY" not in told


def test_what_is_wrong_with_a_scenario_is_said_first(sketch, tmp_path, monkeypatch):
    designer = Designer(tmp_path, monkeypatch)
    designer.replace("causeway-to-carentan", "unit: us_501pir, hex: 4922", "unit: us_501pir, hex: 4721")
    told = sketch("--scenario", "causeway-to-carentan").splitlines()
    assert told[0].startswith("! campaigns/operations/scenarios/causeway-to-carentan.yaml:")


@pytest.mark.parametrize(
    "arguments",
    [
        ("-1.5", "-1.0", "49.1"),
        ("10.0", "11.0", "49.0", "50.0"),
        (*CARENTAN, "--date", "1944-06-01"),
        ("--sides", "9999"),
        ("--scenario", "nowhere"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(capsys, arguments):
    assert main(list(arguments)) == 2
    printed = capsys.readouterr()
    assert len(printed.err.strip().splitlines()) == 1 and "Traceback" not in printed.err
