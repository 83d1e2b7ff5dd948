"""The staff's beliefs about enemies that it does not see."""

import numpy as np
import pytest

from ai.operations.analysis.belief import updated
from tests.ai.operations.scenes import picture_of, scene

LONG = [". " * 20] * 3


def battle(**settings):
    builder = scene(LONG, fog=True, **settings)
    builder.control("axis", *(hex_ for hex_ in range(60) if hex_ % 20 >= 8))
    return builder


def test_an_unseen_enemy_is_spread_over_his_own_unseen_ground():
    builder = battle()
    builder.place("infantry", hex=20)
    builder.place("infantry", hex=38, side="axis")
    belief = updated(None, picture_of(builder))
    assert belief.sightings == ()
    assert belief.occupancy.sum() == pytest.approx(1.0)
    assert belief.hidden_attack == 6
    assert not belief.occupancy[[hex_ for hex_ in range(60) if hex_ % 20 < 8]].any()


def test_nothing_is_hidden_without_fog():
    builder = scene(LONG)
    builder.place("infantry", hex=20)
    builder.place("infantry", hex=38, side="axis")
    belief = updated(None, picture_of(builder))
    assert not belief.occupancy.any()
    assert [sighting.hex for sighting in belief.sightings] == [38]


def test_an_identified_enemy_who_leaves_is_looked_for_near_his_last_hex():
    builder = battle()
    scout = builder.place("infantry", hex=29)
    foe = builder.place("infantry", hex=30, side="axis")
    before = updated(None, picture_of(builder))
    assert [(seen.unit, seen.first_seen, seen.last_seen) for seen in before.sightings] == [(foe, 1, 1)]
    builder.change(scout, hex=20)
    builder.change(foe, hex=35)
    builder.set(turn=2)
    after = updated(before, picture_of(builder))
    assert [(seen.unit, seen.hex, seen.last_seen) for seen in after.sightings] == [(foe, 30, 1)]
    assert after.occupancy.sum() == pytest.approx(1.0)
    assert after.occupancy[31] > after.occupancy[33] > 0
    assert after.occupancy[39] == 0  # nine hexes are more than the enemy marches in a turn


def test_a_sighting_is_forgotten_after_some_turns():
    builder = battle()
    scout = builder.place("infantry", hex=29)
    foe = builder.place("infantry", hex=30, side="axis")
    belief = updated(None, picture_of(builder))
    builder.change(scout, hex=20)
    builder.change(foe, hex=35)
    builder.set(turn=6)
    assert updated(belief, picture_of(builder)).sightings == ()


def test_a_lost_unit_is_believed_in_no_longer():
    builder = battle()
    builder.place("infantry", hex=29)
    foe = builder.place("infantry", hex=30, side="axis")
    belief = updated(None, picture_of(builder))
    builder.remove(foe)
    builder.set(removed=(foe,))
    after = updated(belief, picture_of(builder))
    assert after.sightings == ()
    assert not after.occupancy.any()


def test_the_timetable_says_who_is_to_come():
    builder = battle(entries=((2, 39, 2), (5, 39, 3)))
    builder.place("infantry", hex=20)
    for _ in range(2):
        builder.remove(builder.place("infantry", hex=39, side="axis"))
    belief = updated(None, picture_of(builder))
    assert [entry.unit for entry in belief.expected] == [2, 3]
    assert [entry.unit for entry in belief.expected_by(2)] == [2]
    assert not np.any(belief.occupancy)


def test_who_has_come_by_the_timetable_is_near_his_entry_until_he_is_seen_or_a_turn_has_passed():
    def arrived(turn, at=39, awaited=()):
        builder = battle(entries=((2, 39, 2),), turns=8)
        builder.place("infantry", hex=20)
        builder.place("infantry", hex=at, side="axis")
        builder.set(turn=turn, awaited=awaited)
        return [entry.unit for entry in updated(None, picture_of(builder)).arrived]

    assert arrived(1, awaited=(0,)) == []
    assert [arrived(turn) for turn in (2, 3, 4)] == [[2], [2], []]
    assert arrived(2, at=21) == []  # the enemy stands before us
