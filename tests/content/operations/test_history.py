"""The contents of the files of history, and the refusal of a wrong one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

from wab.content.normandy import normandy_root
from wab.content.normandy.history import held_on, load_captures, load_front, load_losses, men_lost, owner_on
from wab.content.operations.battle import load_battle
from wab.content.operations.loader import load_battle_map, operations_root
from wab.engine.words.errors import DataError

Damage = Callable[[str, str, str], Path]


@pytest.fixture
def damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Damage:
    """Replaces a piece of a file of history in a copy, which is loaded from then on."""
    copytree(operations_root(), tmp_path / "campaigns/operations", ignore=lambda folder, names: {"art"} & set(names))
    copytree(normandy_root(), tmp_path / "campaigns/normandy")
    monkeypatch.setenv("WAB_DATA", str(tmp_path))

    def change(file: str, old: str, new: str) -> Path:
        path = tmp_path / "campaigns" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return change


def test_a_place_is_german_until_it_is_taken_and_may_be_lost_again():
    mortain = load_captures()["mortain"]
    days = ("1944-06-06", "1944-08-02", "1944-08-03", "1944-08-06", "1944-08-07", "1944-08-11", "1944-08-12")
    assert [held_on(mortain, day) for day in days] == ["axis", "axis", "allied", "allied", "axis", "axis", "allied"]


def test_what_is_contested_stays_with_its_last_holder():
    hill = load_captures()["hill_112"]
    assert [owner_on(hill, day) for day in ("1944-06-29", "1944-07-01", "1944-07-20", "1944-08-05")] == [
        "allied",
        "axis",
        "contested",
        "allied",
    ]
    assert held_on(hill, "1944-07-20") == "axis"


def test_all_places_but_those_off_it_are_on_the_map_on_land():
    battle_map = load_battle_map()
    for capture in load_captures().values():
        hex_ = battle_map.hex_of(capture.lon, capture.lat)
        assert (hex_ < 0) == capture.off_map, capture.id
        around = [hex_, *battle_map.grid.adjacent(hex_)] if hex_ >= 0 else []
        assert capture.off_map or any(battle_map.terrain_name(h) != "sea" for h in around), capture.id


def test_the_front_is_known_on_fourteen_evenings_from_the_second_day_to_the_last():
    days = [snapshot.day for snapshot in load_front()]
    assert len(days) == 14 and days[0] == "1944-06-07" and days[-1] == load_battle().last_day
    assert {"1944-06-30", "1944-07-31", "1944-08-19"} <= set(days)


def side_of_line(points: np.ndarray, lon: float, lat: float) -> float:
    """The nearest stretch of a line that runs from west to east: above 0 if the point lies north of it."""
    starts, along = points[:-1], np.diff(points, axis=0)
    gaps = np.array([lon, lat]) - starts
    share = np.clip((gaps * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-12), 0.0, 1.0)
    nearest = np.argmin(((gaps - share[:, None] * along) ** 2).sum(axis=1))
    return float(along[nearest, 0] * gaps[nearest, 1] - along[nearest, 1] * gaps[nearest, 0])


@pytest.mark.parametrize(
    ("day", "taken", "not_yet"),
    [
        ("1944-07-18", ("saint_lo", "carentan", "caumont", "caen_north"), ("lessay", "coutances", "falaise", "vire")),
        ("1944-07-31", ("avranches", "coutances", "caumont"), ("vire", "mont_pincon", "falaise")),
    ],
)
def test_the_front_and_the_captures_tell_the_same_story(day, taken, not_yet):
    snapshot = next(snapshot for snapshot in load_front() if snapshot.day == day)
    line, captures = np.array(snapshot.traces[-1].points), load_captures()
    assert all(held_on(captures[name], day) == "allied" for name in taken)
    assert all(held_on(captures[name], day) == "axis" for name in not_yet)
    assert all(side_of_line(line, captures[name].lon, captures[name].lat) > 0 for name in taken)
    assert all(side_of_line(line, captures[name].lon, captures[name].lat) < 0 for name in not_yet)


WRONG = {
    "a day after the battle": ("day: 1944-08-25, to", "day: 1944-08-26, to", "expected 1944-06-06 to 1944-08-25"),
    "no such day": ("day: 1944-08-25, to", "day: 1944-08-32, to", "expected a day as YYYY-MM-DD"),
    "days out of order": ("day: 1944-08-07, to: axis", "day: 1944-08-01, to: axis", "before the one above it"),
    "nothing changes": ("day: 1944-08-07, to: axis", "day: 1944-08-07, to: allied", "had the place already"),
    "an id twice": ("id: vire,", "id: trun,", "is there twice"),
    "an unknown owner": ("day: 1944-08-07, to: axis", "day: 1944-08-07, to: french", "french"),
    "a place that nobody took": (
        'changes: [{day: 1944-06-20, to: allied, by: "4th Division (US)"}]',
        "changes: []",
        "empty",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_record_is_refused_with_file_and_line(damage: Damage, name: str):
    old, new, problem = WRONG[name]
    damage("normandy/history/captures.yaml", old, new)
    with pytest.raises(DataError, match=r"captures\.yaml:\d+: captures\[\d+\]") as error:
        load_captures()
    assert problem in str(error.value)


def test_a_front_of_one_point_is_refused(damage: Damage):
    damage(
        "normandy/history/front.yaml",
        "[-0.93, 49.382], [-0.915, 49.365], [-0.895, 49.345], [-0.875, 49.33], [-0.84, 49.318], "
        "[-0.805, 49.32],\n            [-0.785, 49.345]",
        "[-0.93, 49.382]",
    )
    with pytest.raises(DataError, match=r"front\.yaml:\d+: snapshots\[0\]\.traces\[1\]\.points: has fewer than 2"):
        load_front()


def test_men_lost_grow_from_day_to_day_in_equal_parts():
    first, last = load_losses()[0], load_losses()[-1]
    assert men_lost(first.day)["us"] == first.us and men_lost("1944-08-20")["german"] == last.german
    assert men_lost("1944-06-18")["us"] == pytest.approx((first.us + last.us) / 2)


def test_a_toll_that_falls_is_refused(damage: Damage):
    damage("normandy/history/losses.yaml", "us: 37000", "us: 3700")
    with pytest.raises(DataError, match=r"losses\.yaml:\d+: tolls\[1\]\.us: is less than on the day above it"):
        load_losses()


def test_an_objective_that_history_does_not_know_is_refused(damage: Damage):
    damage("operations/battle.yaml", "capture: falaise", "capture: falaize")
    with pytest.raises(DataError, match=r'battle\.yaml:\d+: .*"falaize".*did you mean "falaise"'):
        load_battle()


def test_an_objective_freed_on_another_turn_than_in_history_is_refused(damage: Damage):
    damage("operations/battle.yaml", "value: 10, freed: 38", "value: 10, freed: 37")
    with pytest.raises(DataError, match=r"freed: is 37 \(expected 38: history/captures\.yaml\)"):
        load_battle()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("first_day: 1944-06-06", "first_day: '0-06-06'", r"first_day: is 0-06-06 \(expected a day"),
        ("last_day: 1944-08-25", "last_day: never", r"last_day: is never \(expected a day"),
        (
            "{first: 1944-06-06, days: 1,",
            "{first: 1944-06-06, days: 9999999999,",
            r"calendar\[0\]\.days: is 9999999999",
        ),
    ],
)
def test_days_that_are_none_are_refused_in_the_calendar_of_the_battle(damage: Damage, old, new, problem):
    damage("operations/battle.yaml", old, new)
    with pytest.raises(DataError, match=problem):
        load_battle()
