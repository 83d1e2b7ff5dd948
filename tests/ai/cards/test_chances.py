"""The expected effect of dice, against counting all throws one by one."""

from itertools import product

import pytest

from ai.cards.chances import NOTHING, blow, wear
from ai.cards.weights import GONE

FACES = ("infantry", "infantry", "armour", "grenade", "star", "flag")


def counted(dice, hitting, figures, whole, ignored, room):
    """Damage, chance to eliminate and to drive back, by all throws of the dice."""
    damage = kills = drives = 0.0
    for throw in product(FACES, repeat=dice):
        hits = sum(face in hitting for face in throw)
        flying = max(0, throw.count("flag") - ignored)
        left = max(0, figures - hits - max(0, flying - room))
        damage += wear(left, whole) - wear(figures, whole)
        kills += left == 0
        drives += left > 0 and flying > 0 and room > 0
    return [value / len(FACES) ** dice for value in (damage, kills, drives)]


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("hitting", [("infantry", "grenade"), ("armour", "grenade"), ("grenade",)])
@pytest.mark.parametrize("figures, ignored, room", [(4, 0, 3), (1, 0, 3), (2, 1, 3), (2, 0, 0), (3, 0, 1)])
def test_a_blow_is_the_mean_over_all_throws(dice, hitting, figures, ignored, room):
    faces = sum(face in hitting for face in FACES)
    found = blow(dice, faces, 1, 6, figures, 4, ignored, room)
    assert list(found) == pytest.approx(counted(dice, hitting, figures, 4, ignored, room))


def test_damage_weighs_more_the_nearer_the_end_is():
    steps = [wear(left - 1, 4) - wear(left, 4) for left in (4, 3, 2, 1)]
    assert steps == sorted(steps)
    assert wear(4, 4) == 0
    assert wear(0, 4) == GONE > 1


def test_no_dice_do_nothing():
    assert blow(0, 3, 1, 6, 4, 4, 0, 3) == NOTHING
