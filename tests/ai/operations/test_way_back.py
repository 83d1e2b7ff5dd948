"""Units that have no supply: what the staff knows of where there is some, and when they go back to it."""

import pytest

from ai.operations.outlines.goals import Goal
from ai.operations.outlines.plan import Plan
from ai.operations.tactics.tactician import Tactician
from tests.ai.operations.scenes import game_of, picture_of, scene
from wab.systems.operations.state.orders import Attack, Move

CUT_OFF, PREY = 1, 22


def one_cut_off_and_one_that_could_attack(points):
    """Infantry in hex 6 on foreign ground, two hexes from its supply; far away tanks next to a worn enemy."""
    builder = scene(
        [". " * 24] * 2,
        supply=True,
        sources={"allied": {0: 1, 23: 1}, "axis": {15: 1}},
        activation_points=points,
    )
    builder.place("infantry", hex=6)
    builder.place("armour", hex=23)
    builder.place("infantry", hex=PREY, side="axis", hp=2)
    builder.control("axis", *range(4, 23), *range(28, 47))
    return builder


def first_orders(builder):
    picture = picture_of(builder)
    choices = Tactician().choices(picture, Plan((Goal(PREY, 2.0, False, "", 0.0),), {}))
    return [choice.order for choice in choices if isinstance(choice.order, Attack | Move)]


@pytest.mark.parametrize("points, first", [(1, Move), (9, Attack)])
def test_who_has_no_supply_goes_back_before_a_lesser_attack_where_points_are_few(points, first):
    builder = one_cut_off_and_one_that_could_attack(points)
    assert not picture_of(builder).in_supply[6]
    orders = first_orders(builder)
    assert type(orders[0]) is first
    if first is Move:
        assert orders[0].units == (CUT_OFF,)
        game = game_of(builder)
        game.play(orders[0])
        assert picture_of(builder).in_supply[game.state.units[CUT_OFF].hex]
