"""The works of the afternoon as the players do them: engineer bases, vehicles, command posts, exits."""

import pytest
from msgspec.structs import replace

import wab
from ai.omaha.engineers import draw_of, worth_of_base, worth_of_range
from ai.omaha.goals import ways_of_rangers, ways_of_vehicles
from ai.omaha.inland import led_by_post, stays_post
from ai.omaha.moves import leaders
from ai.omaha.picture import Picture
from ai.omaha.weights import weights
from wab.systems.omaha.ground.control import under_fire
from wab.systems.omaha.state.steps import Base

NORMAL = weights().normal


@pytest.fixture
def ten():
    """Ten in the morning, without Germans."""
    state = wab.new_game("omaha/beyond-the-beach", seed=3).state.copy()
    state.changed(turn=17, forces={}, bases=())
    return state


def hexes(state, *labels):
    return [state.board.grid.parse(label) for label in labels]


def test_the_first_base_of_a_sector_stands_where_a_way_up_is_nearest(ten):
    near, far = hexes(ten, "0719", "0712")
    assert worth_of_base(Picture(ten), near) > worth_of_base(Picture(ten), far)


def test_the_second_base_serves_another_draw(ten):
    first, same, other = hexes(ten, "0718", "0717", "0711")
    ten.changed(bases=(Base("east", first, 0),))
    assert draw_of(Picture(ten), first) == draw_of(Picture(ten), same) == "E-1"
    assert draw_of(Picture(ten), other) == "E-3"
    assert worth_of_base(Picture(ten), other) > worth_of_base(Picture(ten), same)


def test_a_base_that_reaches_its_draw_lets_the_other_grow(ten):
    first, other = hexes(ten, "0718", "0711")
    short, enough = Base("east", first, 3), Base("east", first, 5)
    behind = Base("east", other, 0)
    seen = Picture(ten)
    assert worth_of_range(seen, short) > worth_of_range(seen, behind) > worth_of_range(seen, enough)


def test_vehicles_on_the_heights_go_on_and_those_on_the_sand_wait_where_a_way_will_open(ten):
    ways = ways_of_vehicles(Picture(ten), NORMAL)["gun"]
    sand, top, beyond = hexes(ten, "0719", "0721", "0920")
    assert ways[sand] > ways[top] > ways[beyond]
    assert ways[hexes(ten, "0716")[0]] > ways[sand]


def test_rangers_go_to_the_western_exits_late(ten):
    assert ways_of_rangers(Picture(ten), NORMAL) is None
    ten.changed(turn=NORMAL.rangers_from)
    ways = ways_of_rangers(Picture(ten), NORMAL)
    assert ways[ten.board.exits["G"]] < 0.1 < ways[hexes(ten, "0830")[0]] < ways[hexes(ten, "1115")[0]]


def test_a_command_post_stays_while_troops_are_in_its_range(ten):
    post = next(unit for unit in ten.units.values() if ten.profile(unit.id).leader == "hq")
    ten.changed(posts={post.id: 0})
    assert led_by_post(Picture(ten), post.hex, 2) >= 3 and stays_post(Picture(ten), post.id)
    ten.changed(phase="actions", acting="east")
    ways = ways_of_vehicles(Picture(ten), NORMAL)["gun"]
    assert post.id not in {step.order.units[0] for step in leaders(Picture(ten), NORMAL, ways)}
    ten.changed(posts={})
    assert post.id in {step.order.units[0] for step in leaders(Picture(ten), NORMAL, ways)}
    ten.changed(posts={post.id: 0})
    ten.store(replace(post, hex=hexes(ten, "2036")[0]))
    assert not stays_post(Picture(ten), post.id)


def test_a_command_post_under_fire_may_go():
    state = wab.new_game("omaha/beyond-the-beach", seed=3).state.copy()
    post = next(unit for unit in state.units.values() if state.profile(unit.id).leader == "hq")
    swept = next(hex_ for hex_ in hexes(state, "0912", "1111", "0810") if under_fire(state)[hex_])
    state.store(replace(post, hex=swept))
    state.changed(posts={post.id: 0})
    assert led_by_post(Picture(state), swept, 4) >= 3 and not stays_post(Picture(state), post.id)
