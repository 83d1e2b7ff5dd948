"""Attrition of the isolated (ZOC-18.5)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, ids, load, position, unit
from wab.engine.kernel.events import Rolled
from wab.systems.zocbonds.state.events import AttritionRolled, Eliminated
from wab.systems.zocbonds.state.state import ISOLATED, OUT
from wab.systems.zocbonds.units import attrition, supply

RED = {"supply": ISOLATED}
RING = dict(
    zip(
        ("de_91id_1057", "de_91id_1058", "de_6fj_fj", "de_352id_914", "de_352id_915", "de_352id_916"),
        ("1821", "1823", "1921", "1922", "1721", "1722"),
        strict=True,
    )
)
"""Six regiments around 1822, far from the coast."""
NOBODY = position({})


def after(state, **dice):
    state = load(state, **dice)
    return state, carried_out(state, supply.supply_phase(state))


def rolls(events):
    return [event for event in events if isinstance(event, AttritionRolled)]


@pytest.mark.clause("ZOC-18.5-1")
@pytest.mark.clause("ZOC-3-8")
def test_the_isolated_beside_the_enemy_roll_and_nobody_else():
    """ZOC-18.5-1, ZOC-3-8: an enemy headquarters is enough; far from the enemy no unit rolls, nor does a unit that is
    merely out.
    """
    units = {
        "us_82ab_505": ("2710", RED), "us_82ab_507": ("2706", RED), "us_82ab_508": "2509",
        "de_lxxxiv": "2709", "de_91id_1058": "2508",
    }  # fmt: skip
    state, events = after(position(units, phase="supply"), attrition=(6, 6))
    assert [event.unit for event in rolls(events)] == list(ids(state, "us_82ab_505"))
    assert unit(state, "us_82ab_508").supply == OUT


@pytest.mark.clause("ZOC-18.5-2")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (4, True), (5, False), (6, False)])
def test_one_to_four_costs_a_step(die, lost):
    """ZOC-18.5-2."""
    assert attrition.loses_step(NOBODY, die, 0) is lost


@pytest.mark.clause("ZOC-18.5-2")
@pytest.mark.clause("ZOC-17.9-5")
def test_the_last_step_can_be_lost():
    """ZOC-18.5-2, ZOC-17.9-5: a cadre goes to the cadre box."""
    units = {"us_4id_8": ("2508", {**RED, "steps": 1}), "de_91id_1058": "2509"}
    state, events = after(position(units, phase="supply"), attrition=(1,))
    assert events[-1] == Eliminated(state.board.ids["us_4id_8"], "attrition", "cadres")


@pytest.mark.clause("ZOC-18.5-3")
def test_sheltered_by_city_strongpoint_coast_and_headquarters():
    """ZOC-18.5-3."""
    for units, key, expected in (
        ({"us_4id_8": "1822", **RING}, "us_4id_8", False),
        ({"us_4id_8": "1822", "us_vii": "1822", **RING}, "us_4id_8", True),
        ({"us_4id_8": "2803", "de_91id_1058": "2509"}, "us_4id_8", True),
        ({"us_4id_8": "2323", "us_1id_16": "2322", "de_91id_1058": "2424"}, "us_4id_8", True),
    ):
        state = position(units)
        assert attrition.is_sheltered(state, state.board.ids[key]) is expected, units


@pytest.mark.clause("ZOC-18.5-4")
def test_quality_counts_and_the_sum_is_three_at_most():
    """ZOC-18.5-4."""
    assert attrition.modifier_of(NOBODY, 1, True) == 3
    assert attrition.modifier_of(NOBODY, -2, False) == -2
    assert attrition.modifier_of(NOBODY, 2, True) == NOBODY.board.tables.dice.attrition.most_modifier == 3


@pytest.mark.clause("ZOC-X-18.5")
@pytest.mark.clause("ZOC-X-18.5b")
def test_the_worked_examples():
    """ZOC-X-18.5, ZOC-X-18.5b."""
    given, expect = example("ZOC-X-18.5")
    assert given["unit"] == "German TQ +1 in a strongpoint hex"
    assert attrition.modifier_of(NOBODY, 1, True) == given["modifier"]
    assert [die for die in range(1, 7) if attrition.loses_step(NOBODY, die, given["modifier"])] == expect[
        "loses_step_on"
    ]
    given, expect = example("ZOC-X-18.5b")
    assert given["unit"] == "TQ -1, no line to anything"
    modifier = attrition.modifier_of(NOBODY, -1, False)
    assert given["die"] + modifier == expect["modified"]
    assert attrition.loses_step(NOBODY, given["die"], modifier) is expect["loses_step"]


@pytest.mark.clause("ZOC-18.5-5")
def test_a_strongpoint_rolls_only_alone_and_at_once_when_its_garrison_dies():
    """ZOC-18.5-5."""
    units = {"de_wn_utah": ("2814", RED), "de_709id_919": ("2814", {**RED, "steps": 1}), "us_4id_8": "2713",
             "us_1id_16": "2813", "us_1id_18": "2913"}  # fmt: skip
    state = position(units, side="axis", phase="supply")
    garrison, strongpoint = state.board.ids["de_709id_919"], state.board.ids["de_wn_utah"]
    assert not attrition.rolls(state, strongpoint)
    state, events = after(state, attrition=(1, 6))
    assert [event.unit for event in rolls(events)] == [garrison, strongpoint]
    assert rolls(events)[1].modifier == state.board.tables.dice.attrition.sheltered == 2
    assert unit(state, "de_wn_utah").hex == state.board.hex("2814")


@pytest.mark.clause("ZOC-18.5-6")
def test_isolated_headquarters_never_roll_and_are_lost_without_a_friend():
    """ZOC-18.5-6."""
    alone = {"us_vii": ("2508", RED), "de_91id_1058": "2509"}
    state, events = after(position(alone, phase="supply"))
    assert Eliminated(state.board.ids["us_vii"], "attrition") in events
    assert not [event for event in events if isinstance(event, Rolled)]
    state, events = after(position({**alone, "us_82ab_505": "2507"}, phase="supply"))
    assert "us_vii" in {state.profile(id_).key for id_ in state.units} and not rolls(events)


@pytest.mark.clause("ZOC-18.5-6")
def test_only_an_isolated_headquarters_is_lost_and_whoever_stands_before_it_in_the_list():
    """ZOC-18.5-6: one that is merely out of supply, or in it, is not; an isolated unit elsewhere does not shield it."""
    for marker, gone in ((RED, True), ({"supply": OUT}, False), ({}, False)):
        units = {"de_91id_1057": ("1436", RED), "de_lxxxiv": ("1822", marker), **FOREIGN_RING}
        state = position(units, side="axis", phase="supply")
        events = carried_out(state, attrition.begin(state, "axis"))
        lost = [event.unit for event in events if isinstance(event, Eliminated)]
        assert (state.board.ids["de_lxxxiv"] in lost) is gone, marker


FOREIGN_RING = dict(
    zip(
        ("us_4id_8", "us_4id_12", "us_4id_22", "us_1id_16", "us_1id_18", "us_1id_26"),
        ("1821", "1823", "1921", "1922", "1721", "1722"),
        strict=True,
    )
)
"""Six American regiments around 1822."""
