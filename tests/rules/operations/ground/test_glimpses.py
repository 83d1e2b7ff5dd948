"""Sight on the way, and the sight of stacks when they change (ledger 6.1-11, 6.1-13)."""

from __future__ import annotations

import pytest

from wab.systems.operations.ground.sight import glimpsed, levels
from wab.systems.operations.testing.boards import make_board

COLUMN = [". . . . . . .", "f f f . f f f", "f f f . f f f", "f f f . f f f", ". . . . . . ."]
"""A road of open ground through woods: who passes hex 3 in the south looks along it."""


def passing(path, *, sights=(2,), enemy="infantry", fog=True, before=None, **seen):
    """Return what units see on their way along the south that go from hex 0 to its end; an enemy stands at the north
    end.
    """
    b = make_board(COLUMN, switches={"fog": fog})
    units = [b.place("infantry", path[-1], sight=sight, movement=12) for sight in sights]
    foe = b.place(enemy, b.at(2, 3), "axis", **seen)
    return glimpsed(b.state, units, path, {foe: before} if before else {}), foe


@pytest.mark.clause("OPS-6.1-13")
def test_an_enemy_seen_on_the_way_only_is_glimpsed():
    found, foe = passing((0, 1, 2, 3, 4, 5, 6))
    assert found == (foe,)


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize("path", [(5, 4, 5), (6, 5, 4, 5), (5, 4, 5, 6), (2, 3, 2)])
def test_every_hex_between_the_first_and_the_last_counts(path):
    found, foe = passing(path)
    assert found == (foe,)


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize("path", [(0, 1, 2), (4, 5, 6), (5, 6), (6,)])
def test_who_does_not_pass_the_gap_glimpses_nobody(path):
    assert passing(path)[0] == ()


@pytest.mark.clause("OPS-6.1-11")
def test_the_best_eyes_of_those_who_move_count():
    assert passing((0, 1, 2, 3, 4, 5, 6), sights=(1, 4))[0] == passing((0, 1, 2, 3, 4, 5, 6), sights=(4, 1))[0] != ()
    assert passing((0, 1, 2, 3, 4, 5, 6), sights=(1, 1))[0] == ()


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize("before", ["detected", "recognised", "identified"])
def test_who_was_seen_as_well_before_is_no_news(before):
    found, foe = passing((0, 1, 2, 3, 4, 5, 6), sights=(4,), before=before)
    level = levels_from_the_gap(4)
    order = ["detected", "recognised", "identified"]
    assert found == ((foe,) if order.index(level) > order.index(before) else ())


def levels_from_the_gap(sight):
    """Return how well an enemy is seen from hex 3."""
    b = make_board(COLUMN)
    b.place("infantry", 3, sight=sight)
    foe = b.place("infantry", b.at(2, 3), "axis")
    return levels(b.state, "allied")[foe]


@pytest.mark.clause("OPS-6.1-1")
def test_without_fog_there_is_nothing_to_glimpse():
    assert passing((0, 1, 2, 3, 4, 5, 6), fog=False)[0] == ()


# ------------------------------------------------------------------------------------------------- stacks that change


ROW = [". . . . . . . . . . . ."]


@pytest.mark.clause("OPS-6.1-13")
def test_what_the_only_observer_saw_is_lost_with_him():
    b = make_board(ROW)
    eye, foe = b.place("infantry", 0, sight=3), b.place("infantry", 3, "axis")
    assert set(levels(b.state, "allied")) == {foe}
    b.remove(eye)
    assert levels(b.state, "allied") == {}


@pytest.mark.clause("OPS-6.1-11")
def test_a_stack_sees_as_far_as_those_who_are_left_in_it():
    b = make_board(ROW)
    b.place("infantry", 0, sight=1)
    foe = b.place("infantry", 4, "axis")
    assert levels(b.state, "allied") == {}
    far = b.place("recon", 0, sight=6)
    assert set(levels(b.state, "allied")) == {foe}
    b.remove(far)
    assert levels(b.state, "allied") == {}
