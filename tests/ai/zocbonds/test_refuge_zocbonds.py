"""Worn units whose loss would all but end the game: out of the enemy's reach, behind others that keep it away."""

import pytest

from ai.zocbonds import judgement as j
from ai.zocbonds.refuge import Refuge
from ai.zocbonds.worths import must_be_spared
from tests.ai.gym_zocbonds.position import position_of
from tests.ai.zocbonds.test_planner_zocbonds import picture_of, planned
from tests.rules.zocbonds.field import ids, position, unit
from wab.systems.zocbonds.units import cadres

WORN = {"us_9id_39": ("1312", {"steps": 2}), "us_9id_47": ("1314", {"steps": 2})}
FRONT = {"us_9id_60": "1413", "de_17ss_37": "1212", "de_17ss_38": "1213", "de_17ss_stug": "1213"}
REGIMENTS = ("us_1id_16", "us_1id_18", "us_1id_26", "us_29id_115", "us_29id_116", "us_29id_175")


def near_defeat(short=1):
    """So many big American units more end the game; units that are down stand far behind the front."""
    down = REGIMENTS[: len(REGIMENTS) + 1 - short]
    behind = {key: (f"20{15 + number}", {"steps": 1}) for number, key in enumerate(down)}
    state = position(WORN | FRONT | behind)
    assert cadres.to_defeat(state, "us") == short
    return state


def reached(state, keys=tuple(WORN)):
    """The given units that the enemy can attack next turn, as things stand."""
    picture = picture_of(state)
    return [key for key in keys if picture.menace(unit(state, key).hex).strength]


def carried_out(state, **asked):
    plan, _ = planned(state, **asked)
    for one, place in plan.places.items():
        state.change(one, hex=place.hex)
    return state


def test_worn_units_are_spared_when_their_army_is_near_defeat():
    state = near_defeat()
    assert must_be_spared(state, unit(state, "us_9id_39")) and not must_be_spared(state, unit(state, "us_9id_60"))
    assert not must_be_spared(state, unit(state, "de_17ss_37")) and not must_be_spared(state, unit(state, "us_1id_16"))
    far = near_defeat(j.NEAR_DEFEAT + 1)
    assert not must_be_spared(far, unit(far, "us_9id_39"))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_they_march_out_of_reach_and_the_fresh_regiment_screens_them(level):
    state = near_defeat()
    assert reached(state) == list(WORN)
    after = carried_out(state, level=level)
    assert not reached(after)
    after.take(unit(after, "us_9id_60").id)
    assert reached(after), "without the regiment before them the enemy would get at them"


def test_the_screen_is_not_drawn_off_to_a_goal_that_another_could_keep():
    """Four hexes further east Saint-Lô, which the Allies hold, lies behind the front; a cadre may garrison it."""
    state = carried_out(position_of("cadres", 4).state)
    assert not reached(state)
    there = state.stacks.get(state.board.hex("1815"), ())
    assert there and unit(state, "us_9id_60").id not in there


def test_what_they_close_themselves_is_no_shelter():
    """In 1413 no enemy gets at a regiment as long as others close the way; these may be worn too."""
    state = position({"us_9id_39": "1413", "us_9id_47": "1314", "us_9id_60": "1312"} | {"de_17ss_37": "1212"})
    picture, hex_ = picture_of(state), state.board.hex("1413")
    assert not picture.menace(hex_).strength
    assert picture.without(ids(state, "us_9id_47", "us_9id_60"), state, j.HUNTED).menace(hex_).strength


def test_a_unit_that_was_lifted_is_weighed_with_the_steps_that_it_has():
    state = near_defeat()
    worn, hex_ = unit(state, "us_9id_39"), state.board.hex("1312")
    fresh = position(FRONT | {"us_9id_39": "1312"})
    seen = [picture_of(one).without((worn.id,), one, j.HUNTED) for one in (state, fresh)]
    exposures = [picture.exposure(hex_, (worn.id,)) for picture in seen]
    assert exposures[0] > j.DOWN[0] * 0.4 > exposures[1]
    assert worn.id in state.units


def test_enemies_that_are_not_looked_at_threaten_nobody():
    state = near_defeat()
    hex_ = state.board.hex("1312")
    seen = [picture_of(state).without((), state, j.HUNTED, ids(state, *foes)) for foes in (("de_17ss_37",), ())]
    assert seen[0].attackers(hex_) == ids(state, "de_17ss_37")
    assert set(seen[1].attackers(hex_)) == set(ids(state, "de_17ss_37", "de_17ss_38", "de_17ss_stug"))


def test_nobody_is_asked_to_screen_those_who_are_safe():
    state = position({"us_9id_39": ("2020", {"steps": 2}), "us_9id_60": "1921", "de_17ss_37": "1010"})
    worn, fresh = ids(state, "us_9id_39", "us_9id_60")
    hexes = {one: [state.units[one].hex] for one in (worn, fresh)}
    refuge = Refuge(picture_of(state), state, (worn,), hexes)
    assert refuge.screen([fresh], lambda _: pytest.fail("asked")) == {}


def test_of_safe_places_the_one_nearest_to_what_is_wanted_is_taken_and_no_full_one():
    far = {"us_4id_8": "2019", "us_4id_12": "2019"}
    state = position({"us_9id_39": ("2020", {"steps": 2}), "de_17ss_37": "1010"} | far)
    (worn,) = ids(state, "us_9id_39")
    pull = picture_of(state).ground.pull
    places = [state.board.hex(label) for label in ("2020", "1919", "2121")]
    assert len({float(pull[hex_]) for hex_ in places}) > 1
    best = max(places, key=lambda hex_: float(pull[hex_]))
    Refuge(picture_of(state), state, (worn,), {worn: [state.board.hex("2019"), *places]}).hide()
    assert state.units[worn].hex == best
