"""The deployment of a side: carried on from event to event it agrees with the units there, and it is read-only."""

from __future__ import annotations

import numpy as np
import pytest

from wab.field.deployment import Deployment
from wab.systems.operations.state.deployment import Post, has_zone, post_of
from wab.systems.operations.testing.boards import make_board

GROUND = [". . . .", ". . . .", ". . . ."]


@pytest.fixture
def b():
    """An Allied regiment in the middle of the south, an Axis one in the north-east."""
    board = make_board(GROUND)
    board.place("infantry", 1)
    board.place("infantry", 11, "axis")
    return board


def around(b, hex_):
    return sorted(int(other) for other in b.board.grid.neighbours[hex_] if other >= 0)


def zone(b, side="allied"):
    """Hexes in the zone of control of a side, with how many stacks hold them."""
    counts = b.state.deployed(side).zone
    return {int(hex_): int(counts[hex_]) for hex_ in np.flatnonzero(counts)}


def test_nobody_stands_nowhere(b):
    nobody = Deployment.empty(5)
    assert (dict(nobody.posts), nobody.ids) == ({}, ())
    assert [array.tolist() for array in (nobody.occupied, nobody.stacked, nobody.zone)] == [[0] * 5] * 3
    assert not b.state.deployed("neutral").occupied.any()


def test_a_stack_is_where_its_units_stand(b):
    here = b.state.deployed("allied")
    assert here.ids == (1,)
    assert np.flatnonzero(here.occupied).tolist() == [1] and here.stacked.tolist()[:3] == [0, 1, 0]
    assert b.state.deployed("axis").ids == (2,)


@pytest.mark.clause("OPS-8.2-1")
def test_a_zone_of_control_is_the_ring_about_a_stack(b):
    assert zone(b) == dict.fromkeys(around(b, 1), 1)
    b.place("infantry", 3)
    shared = set(around(b, 1)) & set(around(b, 3))
    assert shared and zone(b) == {hex_: 2 if hex_ in shared else 1 for hex_ in {*around(b, 1), *around(b, 3)}}


@pytest.mark.clause("OPS-8.2-1")
def test_a_stack_that_leaves_takes_its_zone_with_it(b):
    assert zone(b)
    b.change(1, hex=9)
    here = b.state.deployed("allied")
    assert zone(b) == dict.fromkeys(around(b, 9), 1)
    assert np.flatnonzero(here.occupied).tolist() == [9] == np.flatnonzero(here.stacked).tolist()
    assert list(here.posts) == [9]


@pytest.mark.clause("OPS-8.2-1")
def test_a_second_unit_changes_weight_and_ids_and_not_the_zone(b):
    before, zone_before = b.state.deployed("allied"), zone(b)
    second = b.place("infantry", 1)
    after = b.state.deployed("allied")
    assert zone(b) == zone_before
    assert after.ids == (1, second) and after.stacked[1] == 2
    assert before.ids == (1,) and before.stacked[1] == 1, "what was made once is never written to"
    b.remove(second)
    assert b.state.deployed("allied").ids == (1,) and b.state.deployed("allied").stacked[1] == 1


def test_units_are_named_by_id_wherever_they_go(b):
    last = b.place("infantry", 0)
    assert b.state.deployed("allied").ids == (1, last)
    b.change(1, hex=8)
    b.change(last, hex=1)
    assert b.state.deployed("allied").ids == (1, last)
    b.remove(1)
    assert b.state.deployed("allied").ids == (last,)


@pytest.mark.clause("OPS-8.5.2-2")
def test_a_stack_that_loses_its_supply_loses_its_zone_and_gains_it_again(b):
    whole = zone(b)
    b.change(1, supplied=False)
    assert zone(b) == {} and b.state.deployed("allied").occupied[1]
    b.change(1, supplied=True)
    assert zone(b) == whole


@pytest.mark.clause("OPS-8.2-3")
def test_one_unit_with_a_zone_gives_it_to_the_stack(b):
    b.change(1, supplied=False)
    b.place("commander", 1)
    assert zone(b) == {}
    b.place("infantry", 1)
    assert zone(b) == dict.fromkeys(around(b, 1), 1)


@pytest.mark.clause("OPS-8.2-3")
@pytest.mark.parametrize(
    ("kind", "traits", "expected"),
    [
        ("infantry", {}, True),
        ("infantry", {"zoc": 0}, False),
        ("infantry", {"supplied": False}, False),
        ("commander", {"zoc": 1}, False),
    ],
)
def test_all_have_a_zone_but_commanders_and_units_out_of_supply(b, kind, traits, expected):
    unit = b.place(kind, 5, **traits)
    assert has_zone(b.state.units[unit], b.state.profile(unit)) is expected


@pytest.mark.clause("OPS-8.2-2")
def test_no_zone_goes_over_the_edge_or_into_the_sea():
    b = make_board([". ~ . ."])
    b.place("infantry", 0)
    b.place("infantry", 3)
    assert zone(b) == {2: 1}


def test_a_post_adds_up_its_stack(b):
    b.place("recon", 5, spotted=True)
    b.place("infantry", 5, supplied=False)
    b.place("battalion", 5, weight=0, sight=9)
    assert post_of(b.state.stack(5), b.state.roster) == Post((3, 4, 5), 2, True, 9, (3,))
    assert post_of((), b.state.roster) is None


def test_what_stays_as_it_is_stays_the_same_object(b):
    """Others ask "is it the same object?" to know whether anything has changed."""
    before = b.state.deployed("allied")
    assert before.carried_on(b.board.zones, {}) is before
    assert before.carried_on(b.board.zones, dict(before.posts)) is before
    assert before.carried_on(b.board.zones, {0: None}) is before
    b.change(1, fatigue=50)
    assert b.state.deployed("allied") is before
    b.change(1, spotted=True)
    after = b.state.deployed("allied")
    assert after is not before and after.posts[1].spotted == (1,)
    assert (after.occupied is before.occupied, after.stacked is before.stacked, after.zone is before.zone) == (
        True,
    ) * 3
    assert after.ids is before.ids


def test_nobody_can_write_into_a_deployment(b):
    for _ in range(2):
        here = b.state.deployed("allied")
        assert not any(array.flags.writeable for array in (here.occupied, here.stacked, here.zone))
        b.change(1, hex=6)
