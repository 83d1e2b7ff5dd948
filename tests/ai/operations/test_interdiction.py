"""Interdiction: enemies who are parted from their supply by one move, and one's own way opened again."""

import dataclasses

import pytest
from msgspec.structs import replace

from ai.agents import make_agent
from ai.operations.judgement.levels import level_named
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.lookahead.replies import Replies
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.staff import Staff, weights_of
from ai.operations.tactics.interdiction import Interdiction, reopening
from ai.operations.tactics.tactician import Manner, Tactician
from ai.operations.tactics.watch import StaffMemory
from tests.ai.operations.scenes import game_of, scene
from wab.engine.kernel.dice import Chance
from wab.systems.operations.state.orders import Move, Pass
from wab.systems.operations.units.supply import supplied

ROWS = [". . . . . . . . ~ . . ."] * 2 + [". " * 12] + [". . . . . . . . ~ . . ."] * 2
SOURCE, NECK, BESIDE, BEHIND, FLANK = 24, 32, 43, 34, 53
"""The enemy's source, the only way from it to the enemy group, a hex next to that, the group, and our raider."""


def neck(raider="armour", **settings):
    """Three enemy regiments beyond a neck of land through which their supply comes, and one of ours on its flank."""
    sources = {"axis": {SOURCE: 1}, "allied": {FLANK: 1}}
    builder = scene(ROWS, supply=True, sources=sources, control="axis", **{"turns": 6, **settings})
    group = [builder.place("infantry", hex=BEHIND, side="axis") for _ in range(3)]
    unit = builder.place(raider, hex=FLANK)
    return builder, unit, group


def picture_of(builder, side="allied", **weights):
    view = game_of(builder).view(side)
    weighing = dataclasses.replace(STAFF, **weights)
    return Picture(view, StaffMemory(view.board, weighing.threat_share), weighing, Chance(1, "tests"))


def best(builder, side="allied", plan=None, **weights):
    picture = picture_of(builder, side, **weights)
    return Interdiction().best(picture, plan or plan_from_greedy(picture))


def test_a_unit_goes_where_it_cuts_off_most():
    builder, unit, group = neck()
    raid = best(builder)
    assert raid is not None and raid.hp == 24
    assert raid.step.order.units == (unit,)
    game = game_of(builder)
    assert set(group) <= supplied(game.state, "axis")
    game.play(raid.step.order)
    game.play(Pass())
    assert not supplied(game.state, "axis") & set(group)
    assert all(not game.state.units[foe].supplied for foe in group), "judged as his impulse begins"


@pytest.mark.parametrize(
    ("settings", "weights"),
    [({}, {"interdiction": 0.0}), ({"raider": "commander"}, {}), ({}, {"move_from": 1000.0})],
    ids=["who does not look", "no fighter", "not worth it"],
)
def test_nobody_goes(settings, weights):
    builder, *_ = neck(**settings)
    assert best(builder, **weights) is None


def test_not_where_armies_hold_lines_nor_where_supply_is_no_matter():
    builder, *_ = neck()
    assert best(builder) is not None
    assert best(neck(turns=14)[0]) is None
    builder = scene(ROWS, supply=False, control="axis", turns=6)
    builder.place("infantry", hex=BEHIND, side="axis")
    builder.place("armour", hex=FLANK)
    assert best(builder) is None


def test_the_plan_says_where_units_may_go():
    builder, unit, _ = neck()
    free = plan_from_greedy(picture_of(builder))
    bound = Plan(free.goals, free.duties, limits={unit: frozenset({FLANK})})
    assert best(builder, plan=bound) is None


def test_who_cuts_enemies_off_stays_for_it():
    builder, unit, _ = neck()
    builder.state.put(replace(builder.state.units[unit], hex=BESIDE))
    builder.control("allied", BESIDE)
    picture, look = picture_of(builder), Interdiction()
    assert look.kept(picture, picture.position.units[unit]) == pytest.approx(STAFF.interdiction * picture.gain * 24)
    assert look.best(picture, plan_from_greedy(picture)) is None, "nobody is left to be cut off"
    elsewhere, away, _ = neck()
    picture = picture_of(elsewhere)
    assert Interdiction().kept(picture, picture.position.units[away]) == 0.0


def test_what_was_found_out_is_forgotten_when_the_lines_change():
    builder, _, group = neck()
    look = Interdiction()
    picture = picture_of(builder)
    assert look.best(picture, plan_from_greedy(picture)).hp == 24
    builder.state.put(replace(builder.state.units[group[0]], hp=3))
    builder.state.version += 1
    picture = picture_of(builder)
    assert look.best(picture, plan_from_greedy(picture)).hp == 19


def test_the_enemy_on_our_way_is_worth_more_than_his_hit_points():
    def cut_off(turns):
        builder = scene(ROWS, supply=True, sources={"allied": {SOURCE: 1}}, control="allied", turns=turns)
        for _ in range(2):
            builder.place("infantry", hex=BEHIND)
        builder.place("infantry", hex=26)
        builder.place("battalion", hex=NECK, side="axis")
        builder.place("battalion", hex=48, side="axis")
        return builder

    builder = cut_off(turns=6)
    picture = picture_of(builder)
    assert reopening(picture_of(cut_off(turns=14)), NECK) == 0.0, "not where armies hold lines"
    assert reopening(picture, NECK) == pytest.approx(STAFF.interdiction * picture.loss * 16)
    assert reopening(picture, 48) == 0.0
    assert reopening(picture_of(builder, interdiction=0.0), NECK) == 0.0


def test_the_tactician_raids_and_says_why():
    builder, unit, _ = neck()
    picture = picture_of(builder)
    choices = list(Tactician().choices(picture, plan_from_greedy(picture)))
    raids = [choice for choice in choices if "supply" in choice.reason.text.msgid]
    assert raids and isinstance(raids[0].order, Move) and raids[0].order.units == (unit,)
    assert "24 HP" in str(raids[0].reason.text)


def test_easy_does_not_look_at_supply_and_the_others_more_and_more():
    easy, normal, hard = (level_named(name) for name in ("easy", "normal", "hard"))
    assert [level.interdicts for level in (easy, normal, hard)] == [False, True, True]
    assert [level.raids for level in (easy, normal, hard)] == [False, False, True]
    balanced = make_agent("normal", "operations", 1).personality
    assert weights_of(balanced, interdicts=False).interdiction == 0.0
    assert weights_of(balanced).interdiction == STAFF.interdiction
    assert Staff(1, level_named("easy"))._weights.interdiction == 0.0


def test_who_does_not_look_for_raids_makes_none():
    builder, *_ = neck()
    picture = picture_of(builder)
    plan = plan_from_greedy(picture)
    choices = Tactician(Manner(raids=False)).choices(picture, plan)
    assert not [choice for choice in choices if "supply" in choice.reason.text.msgid]


# ------------------------------------------------------------------------------------------------- replies


def test_supply_is_judged_again_in_what_he_could_do_if_we_stood_elsewhere():
    """Enemy tanks that could strike are no danger to a unit that cuts them off before they can."""
    builder = scene(ROWS, supply=True, sources={"axis": {SOURCE: 1}, "allied": {FLANK: 1}}, control="axis", turns=6)
    raider = builder.place("armour", hex=FLANK)
    weak = builder.place("infantry", hex=59, hp=4)
    builder.control("allied", 59)
    for _ in range(3):
        builder.place("armour", hex=BEHIND, side="axis")
    replies = Replies()
    reply = replies.after(picture_of(builder))
    assert reply is not None and 59 in [attack.target for attack in reply.attacks]
    assert weak in reply.state.units
    assert replies.worth_after(reply, {raider: NECK}) < reply.worth
