"""Stacking (ZOC-7)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, ids, position
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.events import Answered, Asked, Eliminated
from wab.systems.zocbonds.state.orders import Remove
from wab.systems.zocbonds.state.steps import Excess
from wab.systems.zocbonds.units import excess

KINDS = {
    "infantry 6": ("us_4id_8", "us_4id_12"),
    "tank silhouette 3": ("us_746", "us_745"),
    "HQ 1": ("us_vii",),
}
"""Units of the order of battle for the words of the examples."""


def stack(words):
    left = {word: list(keys) for word, keys in KINDS.items()}
    return position(dict.fromkeys([left[word].pop(0) for word in words], "2814"))


def too_many(*more):
    return position(dict.fromkeys(("us_4id_8", "us_4id_12", "us_746", *more), "2814"), side="allied")


def overfull(state):
    return bool(stacking.overfull(state, "allied"))


@pytest.mark.clause("ZOC-7.1-1")
@pytest.mark.clause("ZOC-7.1-2")
@pytest.mark.clause("ZOC-7.1-3")
@pytest.mark.clause("ZOC-X-7.1")
@pytest.mark.clause("ZOC-X-7.1b")
@pytest.mark.parametrize("id_", ["ZOC-X-7.1", "ZOC-X-7.1b"])
def test_the_stacks_of_the_examples(id_):
    given, expect = example(id_)
    state = stack(given["hex_units"])
    there = state.stacks[state.board.hex("2814")]
    assert state.weight(there) == expect["stack_points"]
    assert overfull(state) is not expect["legal"]


@pytest.mark.clause("ZOC-7.1-3")
def test_one_unit_of_each_free_kind_stands_in_a_hex():
    assert not overfull(too_many("us_vii", "us_1_esb_utah"))
    assert overfull(too_many("us_vii", "us_v"))


@pytest.mark.clause("ZOC-7.1-2")
def test_units_that_lose_strength_take_less_room():
    state = position({"us_4id_8": "2814", "us_4id_12": "2814", "us_4id_22": ("2814", {"steps": 1})})
    assert overfull(state)
    state.change(*ids(state, "us_4id_12"), steps=1)
    assert not overfull(state), "a cadre of strength 2 counts one point"


@pytest.mark.clause("ZOC-7.2-3")
def test_americans_and_british_stack_together():
    state = position({"us_4id_8": "2814", "uk_3id_8": "2814"})
    assert not overfull(state)
    assert stacking.full_for(state, ids(state, "us_4id_8"), [state.board.hex("2814")]) != []


@pytest.mark.clause("ZOC-7.1-1")
def test_full_hexes_are_found_for_every_kind_of_mover():
    state = position({"us_4id_8": "2814", "us_4id_12": "2814", "us_746": "2713", "us_745": "2712", "us_vii": "2711"})
    here = [state.board.hex("2814"), state.board.hex("2712")]
    for key, full in (("us_746", []), ("us_vii", [])):
        assert stacking.full_for(state, ids(state, key), here[:1]) == full
    assert stacking.full_for(state, ids(state, "us_4id_22"), here) == here[:1], "a unit that is not on the map yet"
    assert stacking.full_for(state, ids(state, "us_746", "us_745"), here) == here[:1]
    taken = position({"us_4id_8": "2814", "us_4id_12": "2814", "us_746": "2814", "us_4id_22": "2713"})
    beside = [taken.board.hex("2814"), taken.board.hex("2713")]
    assert stacking.full_for(taken, ids(taken, "us_745"), beside) == beside[:1], "the free one is there already"
    assert stacking.full_for(taken, ids(taken, "us_90id_357"), beside) == beside[:1], "two regiments just fit"


@pytest.mark.clause("ZOC-7.2-1")
@pytest.mark.clause("ZOC-7.2-2")
def test_the_owner_of_an_overfull_hex_removes_units_until_it_holds():
    state = too_many("us_4id_22", "us_vii")
    hex_ = state.board.hex("2814")
    step = Excess("allied", hex_)
    assert carried_out(state, stacking.ask_excess(state, "allied")) == [Asked((step,))]
    assert excess.seat_of_excess(state) == "allied" and excess.excess_by_itself(state) is None
    for key in ("us_vii", "us_746", "us_90id_357"):
        assert excess.why_not_remove(state, Remove(*ids(state, key))).code == "no-excess"
    offered = [order.unit for group in excess.offered_removals(state) for order in group]
    assert offered == list(ids(state, "us_4id_8", "us_4id_12", "us_4id_22"))
    done = carried_out(state, excess.execute_remove(state, Remove(*ids(state, "us_4id_22"))))
    assert done == [Eliminated(*ids(state, "us_4id_22"), "excess", "eliminated")]
    assert carried_out(state, excess.excess_by_itself(state)) == [Answered(())]
    assert excess.why_not_remove(state, Remove(*ids(state, "us_4id_8"))).code == "no-excess"


@pytest.mark.clause("ZOC-7.2-2")
def test_he_is_asked_on_while_it_holds_too_much():
    state = too_many("us_4id_22", "us_90id_357")
    carried_out(state, stacking.ask_excess(state, "allied", ("allied",)))
    assert state.agenda == (Excess("allied", state.board.hex("2814")),)
    carried_out(state, excess.execute_remove(state, Remove(*ids(state, "us_4id_8"))))
    assert excess.excess_by_itself(state) is None
    assert not list(stacking.ask_excess(state, "allied", ("axis",))), "of other seats nobody is asked"


@pytest.mark.clause("ZOC-7.2-2")
@pytest.mark.clause("ZOC-7.1-3")
def test_of_two_of_a_free_kind_one_goes_and_nobody_else():
    """ZOC-7.2-2, ZOC-7.1-3: where the points alone are too many, headquarters make no room."""
    double = too_many("us_vii", "us_v")
    step = Excess("allied", double.board.hex("2814"))
    kinds = {double.profile(unit).type for unit in excess.removable(double, step)}
    assert kinds == {"hq"} and len(excess.removable(double, step)) == 2
    crowd = too_many("us_vii", "us_4id_22", "us_90id_357")
    assert overfull(crowd)
    assert "hq" not in {crowd.profile(unit).type for unit in excess.removable(crowd, step)}


@pytest.mark.clause("ZOC-9.8.2-2")
@pytest.mark.clause("ZOC-7.1-3")
def test_hexes_of_columns_and_of_another_headquarters_are_told_from_others():
    """ZOC-9.8.2-2, ZOC-7.1-3."""
    state = position({"us_746": ("2713", {"column": True}), "us_745": "2712", "us_vii": "2711", "us_v": "2811"})
    assert stacking.in_column(state, "allied") == {state.board.hex("2713")}
    here = [state.board.hex("2711"), state.board.hex("2712")]
    assert stacking.full_for(state, ids(state, "us_v"), here) == here[:1]
