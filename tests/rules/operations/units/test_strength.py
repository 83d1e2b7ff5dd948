"""The worth of a unit now: ledger 3.2, 8.4.3, 10.1.1."""

from __future__ import annotations

import pytest

from wab.systems.operations.testing.boards import ledger_examples, make_board
from wab.systems.operations.units.strength import (
    attack_value,
    defence_value,
    energy,
    hp_level,
    is_exhausted,
    state_level,
)

QUALITIES = ("elite", "veteran", "experienced", "conscript")


def unit_with(**traits):
    b = make_board([". ."], switches=traits.pop("switches", None))
    return b.state, b.state.units[b.place("infantry", hex=0, **traits)]


@pytest.mark.clause("OPS-3.2-5")
@pytest.mark.parametrize(
    ("full", "hp", "level"),
    [
        (8, 8, 4),
        (8, 7, 4),
        (8, 6, 3),
        (8, 5, 3),
        (8, 4, 2),
        (8, 3, 2),
        (8, 2, 1),
        (8, 1, 1),
        (4, 4, 4),
        (4, 3, 3),
        (4, 2, 2),
        (4, 1, 1),
    ],
)
def test_the_state_falls_with_every_quarter_of_the_hit_points(full, hp, level):
    state, unit = unit_with(full_hp=full, hp=hp)
    assert hp_level(state, unit) == level
    assert state_level(state, unit) == level


@pytest.mark.clause("OPS-3.2-11")
@pytest.mark.parametrize("quality", QUALITIES)
def test_a_lower_state_means_lower_attack_and_defence(quality):
    values = [unit_with(quality=quality, hp=hp) for hp in (8, 6, 4, 2)]
    attacks = [attack_value(state, unit) for state, unit in values]
    defences = [defence_value(state, unit) for state, unit in values]
    assert attacks == sorted(set(attacks), reverse=True)
    assert defences == sorted(set(defences), reverse=True)
    assert [state_level(state, unit) for state, unit in values] == [4, 3, 2, 1]  # four levels


@pytest.mark.clause("OPS-3.2-12")
@pytest.mark.clause("OPS-10.1.1-6")
@pytest.mark.clause("OPS-10.1.1-10")
def test_values_are_kept_in_hundredths_of_a_point():
    state, unit = unit_with(quality="veteran", hp=6, attack=7, defence=15)
    assert attack_value(state, unit) == 7 * 80
    assert defence_value(state, unit) == 15 * 85
    state, fresh = unit_with(attack=7, defence=15)
    assert (attack_value(state, fresh), defence_value(state, fresh)) == (700, 1500)


@pytest.mark.clause("OPS-3.2-2")
@pytest.mark.clause("OPS-10.1.1-4")
@pytest.mark.parametrize("hp", [6, 4, 2])
def test_better_quality_keeps_its_values_better(hp):
    units = [unit_with(quality=quality, hp=hp) for quality in QUALITIES]
    attacks = [attack_value(state, unit) for state, unit in units]
    defences = [defence_value(state, unit) for state, unit in units]
    assert attacks == sorted(set(attacks), reverse=True)
    assert defences == sorted(set(defences), reverse=True)


@pytest.mark.clause("OPS-X-27")
@pytest.mark.clause("OPS-3.2-7")
def test_energy_is_the_opposite_of_fatigue():
    example = ledger_examples()["OPS-X-27"]
    _, unit = unit_with(fatigue=example["given"]["fatigue"])
    assert energy(unit) == example["expect"]["energy"]


@pytest.mark.clause("OPS-3.2-10")
@pytest.mark.clause("OPS-8.4.3-1")
def test_fatigue_beyond_the_threshold_costs_one_level_and_rest_brings_it_back():
    state, tired = unit_with(quality="veteran", fatigue=51)
    _, rested = unit_with(quality="veteran", fatigue=49)
    assert (state_level(state, tired), state_level(state, rested)) == (3, 4)
    assert attack_value(state, tired) < attack_value(state, rested)


@pytest.mark.clause("OPS-3.2-3")
@pytest.mark.clause("OPS-8.4.3-7")
@pytest.mark.parametrize(
    ("quality", "threshold"),
    [
        pytest.param("elite", 70, marks=pytest.mark.clause("OPS-8.4.3-2")),
        pytest.param("veteran", 50, marks=pytest.mark.clause("OPS-8.4.3-3")),
        pytest.param("experienced", 40, marks=pytest.mark.clause("OPS-8.4.3-4")),
        pytest.param("conscript", 30, marks=pytest.mark.clause("OPS-8.4.3-5")),
    ],
)
def test_quality_says_how_much_fatigue_is_borne_and_the_threshold_itself_is_still_borne(quality, threshold):
    state, at = unit_with(quality=quality, fatigue=threshold)
    _, beyond = unit_with(quality=quality, fatigue=threshold + 1)
    assert (state_level(state, at), state_level(state, beyond)) == (4, 3)


@pytest.mark.clause("OPS-X-30")
@pytest.mark.clause("OPS-8.4.3-1")
def test_the_ledgers_example_of_the_thresholds():
    example = ledger_examples()["OPS-X-30"]
    for quality, told in example["expect"].items():
        state, unit = unit_with(quality=quality.lower(), fatigue=example["given"]["fatigue"])
        assert state_level(state, unit) == (4 if told == "no state loss" else 3), quality


@pytest.mark.clause("OPS-8.4.3-8")
def test_however_tired_a_unit_loses_one_level_only():
    state, unit = unit_with(quality="conscript", fatigue=100)
    assert state_level(state, unit) == 3


@pytest.mark.clause("OPS-X-31")
@pytest.mark.clause("OPS-8.4.3-6")
def test_a_unit_that_loses_its_last_level_by_fatigue_is_exhausted():
    given = ledger_examples()["OPS-X-31"]["given"]
    traits = {"quality": given["quality"].lower(), "hp": given["hp"], "full_hp": given["max_hp"]}
    state, unit = unit_with(**traits, fatigue=given["fatigue"])
    assert is_exhausted(state, unit)
    assert (attack_value(state, unit), defence_value(state, unit)) == (0, 0)
    state, fresher = unit_with(**traits, fatigue=30)
    assert not is_exhausted(state, fresher)


def test_where_fatigue_is_switched_off_it_costs_nothing():
    state, unit = unit_with(quality="conscript", hp=2, fatigue=100, switches={"fatigue": False})
    assert state_level(state, unit) == 1
    assert not is_exhausted(state, unit)


@pytest.mark.clause("OPS-8.5.2-1")
@pytest.mark.clause("OPS-8.5.2-6")
def test_without_supply_the_attack_is_nil_and_the_defence_unchanged():
    state, unit = unit_with(supplied=False, attack=7, defence=15)
    assert (attack_value(state, unit), defence_value(state, unit)) == (0, 1500)


@pytest.mark.clause("OPS-T-STATE")
@pytest.mark.parametrize(
    ("hp", "level"), [(200, 4), (151, 4), (150, 3), (101, 3), (100, 2), (51, 2), (50, 1), (1, 1), (0, 0)]
)
def test_the_limits_of_the_levels_are_exact(hp, level):
    b = make_board([". ."])
    unit = b.place("infantry", 0, full_hp=200, hp=hp)
    assert hp_level(b.state, b.state.units[unit]) == level


@pytest.mark.clause("OPS-8.4.3-6")
def test_who_has_no_hp_left_is_destroyed_and_not_exhausted():
    b = make_board([". ."])
    unit = b.state.units[b.place("infantry", 0, hp=0, fatigue=100)]
    assert state_level(b.state, unit) == 0
    assert not is_exhausted(b.state, unit)
