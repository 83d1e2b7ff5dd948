"""The planner: goals priced, a main effort chosen, units given their tasks, and what it remembers."""

from types import SimpleNamespace

import pytest

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import updated
from ai.operations.judgement.levels import personality_named
from ai.operations.judgement.planning import planning
from ai.operations.outlines.goals import Goal
from ai.operations.outlines.stakes import (
    CONTEST,
    HOLD,
    IGNORE,
    LATER,
    SEIZE,
    Outline,
    Stake,
    chosen_outline,
    drawn,
    outlines,
    stakes_of,
)
from ai.operations.outlines.tasks import (
    ASSAULT,
    CLOSE,
    COUNTER,
    DEFEND,
    GUARD,
    RELIEF,
    SCREEN,
    WITHDRAW,
    Task,
)
from ai.operations.picture.forces import Forces
from ai.operations.picture.goals import stakes_at
from ai.operations.picture.picture import FAR
from ai.operations.planning import planner
from ai.operations.planning.assignment import Shares, assign
from ai.operations.planning.estimate import Estimate
from ai.operations.planning.planner import PlanMemory, current_plan, make_plan, reserve_share
from ai.operations.planning.staffwork import staff_paper
from ai.operations.planning.tasks import counter_tasks, pocket_tasks, relief_tasks, supply_tasks
from ai.operations.planning.withdrawal import withdrawal_tasks
from tests.ai.operations.scenes import picture_of, scene

BALANCED = personality_named("balanced")
LONG = [". " * 16] * 3
OPEN = [". " * 10] * 6


def estimate_of(builder, side="allied"):
    picture = picture_of(builder, side)
    return Estimate(Analysis(picture, updated(None, picture)), planning())


def stakes_in(builder, failures=None, side="allied"):
    estimate = estimate_of(builder, side)
    return {stake.goal.hex: stake for stake in stakes_of(estimate, stakes_at(estimate.picture), failures or {})}


def plan_of(builder, memory=None, side="allied", seed=1, personality=BALANCED):
    return make_plan(picture_of(builder, side, seed), memory or PlanMemory(), personality)


def tasks_of(builder, unit, side="allied"):
    return [mission.task for mission in plan_of(builder, side=side).missions if unit in mission.units]


# ------------------------------------------------------------------------------------------------- groups and forces


def test_forces_count_turns_and_strength():
    builder = scene(LONG)
    builder.place("infantry", hex=0)
    builder.place("artillery", hex=0)
    forces = Forces.of(picture_of(builder), picture_of(builder).own)
    assert forces.attack.tolist() == [6, 0]
    assert forces.turns_to(6).tolist()[0] == pytest.approx(1.0)  # six hexes, six movement points
    assert forces.turns_to(0).tolist() == [0, 0]


def test_nobody_marches_over_the_sea():
    builder = scene([". ~ ."])
    builder.place("infantry", hex=0)
    assert Forces.of(picture_of(builder), picture_of(builder).own).turns_to(2).tolist() == [FAR]


# ------------------------------------------------------------------------------------------------- prices and postures


def test_the_chance_grows_with_the_force():
    curve = planning().chance
    chances = [curve.chance(force, 10) for force in (0, 5, 10, 20)]
    assert chances == sorted(chances)
    assert curve.chance(10 * curve.even, 10) == pytest.approx(0.5)
    assert (chances[0], curve.chance(1, 0)) == (0, 1)


def test_a_goal_nobody_defends_is_seized_and_a_fortress_left_alone():
    builder = scene(goals=[(20, "axis", 1, 5), (7, "axis", 1, 5)])
    builder.place("infantry", hex=18)
    for _ in range(4):
        builder.place("armour", hex=7, side="axis")
    stakes = stakes_in(builder)
    assert [stakes[20].posture, stakes[7].posture] == [SEIZE, IGNORE]
    assert stakes[20].value > stakes[7].value


def test_a_goal_in_danger_is_held_and_one_turns_away_is_for_later():
    builder = scene([". " * 30] * 3, goals=[(32, "allied", 1, 5), (58, "axis", 1, 50)])
    builder.place("infantry", hex=31)
    builder.place("armour", hex=35, side="axis")
    stakes = stakes_in(builder)
    assert [stakes[32].posture, stakes[58].posture] == [HOLD, LATER]


def test_assaults_that_failed_twice_are_given_up_unless_more_comes():
    builder = scene(goals=[(18, "axis", 1, 5)])
    for _ in range(2):
        builder.place("infantry", hex=16)
    builder.place("infantry", hex=18, side="axis")
    before, after = (stakes_in(builder, failures)[18] for failures in ({}, {18: 2}))
    assert (before.given_up, after.given_up) == (False, True)
    assert after.posture in (CONTEST, IGNORE)
    even = Outline(None, 0.0)
    assert drawn(after, even, planning(), 0.0).draw < drawn(before, even, planning(), 0.0).draw


def test_announced_reinforcements_make_a_goal_ask_for_more():
    def need(entries):
        builder = scene(LONG, goals=[(20, "allied", 1, 5)], entries=entries)
        builder.place("infantry", hex=20)
        builder.remove(builder.place("armour", hex=24, side="axis"))
        return stakes_in(builder)[20].need

    assert need(((2, 24, 2),)) > need(())


# ------------------------------------------------------------------------------------------------- outlines


def stake(hex_, worth, force=10.0, need=10.0):
    chance = planning().chance.chance(force, need)
    return Stake(Goal(hex_, worth, False, f"goal {hex_}", worth), SEIZE, need, force, chance, worth * chance, 9)


def test_the_main_effort_goes_where_more_strength_changes_most():
    found = outlines([stake(1, 20.0), stake(2, 20.0, force=100.0), stake(3, 5.0)], planning())
    assert found[0].main == 1
    assert {outline.main for outline in found} == {None, 1, 2, 3}


def test_an_outline_is_kept_until_another_is_clearly_better():
    numbers = planning()
    old = Outline(1, 0.0)
    little = [Outline(2, 10.9), Outline(1, 10.0)]
    much = [Outline(2, 11.6), Outline(1, 10.0)]
    assert chosen_outline(little, old, numbers, 0).main == 1
    assert chosen_outline(much, old, numbers, 0).main == 2


def test_among_openings_as_good_chance_chooses():
    found = [Outline(1, 10.0), Outline(2, 9.8), Outline(3, 8.0)]
    assert {chosen_outline(found, None, planning(), pick).main for pick in range(6)} == {1, 2}


def test_the_main_effort_draws_more():
    plain, main = (drawn(stake(1, 20.0), Outline(hex_, 0.0), planning(), 0.0).draw for hex_ in (None, 1))
    assert main == pytest.approx(plain * planning().main_effort)
    assert drawn(stake(1, 20.0), Outline(1, 0.0), planning(), 1.0).draw > main


# ------------------------------------------------------------------------------------------------- tasks


def test_units_go_where_they_do_most_and_nobody_is_wasted():
    builder = scene(goals=[(0, "axis", 1, 5), (39, "axis", 1, 5)])
    west, east = builder.place("infantry", hex=1), builder.place("infantry", hex=38)
    estimate = estimate_of(builder)
    tasks = [Task(ASSAULT, Goal(hex_, 15.0, False, "", 15.0), 5.0) for hex_ in (0, 39)]
    assigned = assign(estimate, tasks, {})
    assert {unit: duty.goal.hex for unit, duty in assigned.duties.items()} == {west: 0, east: 39}


def test_a_unit_is_loyal_to_what_it_had_to_do():
    builder = scene([". " * 9] * 3, goals=[(9, "axis", 1, 5), (17, "axis", 1, 5)])
    unit = builder.place("infantry", hex=13)
    estimate = estimate_of(builder)
    tasks = [Task(ASSAULT, Goal(hex_, 15.0, False, "", 15.0), 5.0) for hex_ in (9, 17)]
    for old in (9, 17):
        assert assign(estimate, tasks, {unit: old}).duties[unit].goal.hex == old


@pytest.mark.parametrize("claims, goal", [(True, 39), (False, 30)])
def test_who_is_left_over_rather_stands_by_a_goal_in_danger_than_joins_a_hopeless_attack(claims, goal):
    builder = scene(goals=[(30, "allied", 1, 5), (39, "axis", 1, 5)])
    builder.place("infantry", hex=30)
    spare = builder.place("infantry", hex=37)
    builder.place("armour", hex=16, side="axis")
    tasks = [
        Task(DEFEND, Goal(30, 15.0, True, "", 15.0), 5.0),
        Task(ASSAULT, Goal(39, 15.0, False, "", 2.0), 90.0, claims=claims),
    ]
    assert assign(estimate_of(builder), tasks, {}).duties[spare].goal.hex == goal


def test_an_attack_without_hope_claims_nobody():
    def claimed(defenders):
        builder = scene(goals=[(0, "allied", 1, 5), (39, "axis", 1, 5)])
        spare = builder.place("infantry", hex=30)
        for _ in range(defenders):
            builder.place("armour", hex=39, side="axis", defence=60)
        builder.place("armour", hex=3, side="axis")
        builder.place("infantry", hex=0)
        return spare in plan_of(builder).duties and plan_of(builder).duties[spare].goal.hex == 39

    assert claimed(0) and not claimed(3)


def test_a_source_in_danger_is_guarded():
    builder = scene(LONG, supply=True, sources={"allied": {16: 1}, "axis": {31: 1}})
    unit = builder.place("infantry", hex=17)
    builder.place("armour", hex=21, side="axis")
    (task,) = supply_tasks(estimate_of(builder))
    assert (task.kind, task.goal.hex, task.hp) == (GUARD, 16, 8)
    assert tasks_of(builder, unit) == [GUARD]


def test_a_ring_is_closed_only_where_we_are_the_stronger():
    def kinds(ours):
        neck = [". . . ~ . . ."] * 2 + [". . . . . . ."] + [". . . ~ . . ."] * 2
        builder = scene(neck, supply=True, sources={"axis": {14: 1}, "allied": {6: 1}}, control="axis")
        builder.place("battalion", hex=20, side="axis", hp=4)
        builder.control("allied", 5, 6)
        builder.place(ours, hex=6)
        return [task.kind for task in pocket_tasks(estimate_of(builder))]

    assert kinds("armour") == [CLOSE]
    assert kinds("company") == []


def test_who_is_cut_off_breaks_out():
    builder = scene([". . . . . . ."], supply=True, sources={"allied": {0: 1}, "axis": {3: 1}})
    builder.place("infantry", hex=0)
    unit = builder.place("infantry", hex=6)
    builder.place("infantry", hex=3, side="axis")
    (task,) = relief_tasks(estimate_of(builder))
    assert (task.kind, task.only) == (RELIEF, (unit,))
    assert tasks_of(builder, unit) == [RELIEF]


def test_a_place_is_manned_against_reinforcements_that_came_unseen_and_may_be_near():
    def planned(turn):
        builder = scene(LONG, [(20, "allied", 2, 4)], fog=True, entries=((2, 31, 2),), turns=8)
        builder.control("axis", *(hex_ for hex_ in range(48) if hex_ % 16 >= 8))
        builder.place("infantry", hex=20)
        builder.place("armour", hex=31, side="axis")
        builder.set(turn=turn, awaited=())
        estimate = estimate_of(builder)
        (goal,) = stakes_at(estimate.picture)
        return estimate.need(goal), plan_of(builder).walk_ins[20]

    (need, chance), (later, less) = planned(2), planned(6)
    assert need > later
    assert 0.3 < chance < 1.0
    assert chance > less


def salient(tanks=3, turns=8, **screen):
    """A group east of a neck, infantry west of it on the way back, and tanks next to the way."""
    lands = [". . . . . . . . ~ . . ."] * 2
    rows = [*lands, ". " * 12, *lands]
    builder = scene(rows, supply=True, sources={"allied": {24: 1}, "axis": {59: 1}}, turns=turns)
    group = builder.place("infantry", hex=35)
    behind = [builder.place("infantry", hex=29, **screen) for _ in range(2)]
    for _ in range(tanks):
        builder.place("armour", hex=58, side="axis")
    return builder, group, behind


def test_a_group_whose_corridor_can_be_closed_falls_back():
    builder, group, _ = salient()
    task, *_ = withdrawal_tasks(estimate_of(builder), (), {})
    assert (task.kind, task.only) == (WITHDRAW, (group,))
    assert task.goal.hex % 12 < 8  # west of the neck
    dear = (Goal(35, 100.0, True, "", 100.0),)
    assert list(withdrawal_tasks(estimate_of(builder), dear, {})) == []


@pytest.mark.parametrize("tanks, turns, falls_back", [(0, 8, 0), (1, 8, 0), (3, 8, 1), (0, 14, 0), (1, 14, 1)])
def test_a_weak_enemy_beside_the_way_alarms_nobody_in_a_short_battle(tanks, turns, falls_back):
    builder, group, _ = salient(tanks, turns)
    tasks = withdrawal_tasks(estimate_of(builder), (), {})
    assert [task.only for task in tasks if task.kind == WITHDRAW] == [(group,)] * falls_back


def test_a_staff_that_does_not_withdraw_makes_no_such_plan_but_breaks_out_all_the_same():
    builder, _, _ = salient()
    picture = picture_of(builder)
    usual = {mission.task for mission in make_plan(picture, PlanMemory(), BALANCED).missions}
    firm = {mission.task for mission in make_plan(picture, PlanMemory(), BALANCED, withdraws=False).missions}
    assert WITHDRAW in usual and WITHDRAW not in firm
    memory = PlanMemory()
    first = current_plan(picture, memory, BALANCED, withdraws=False)
    assert first is current_plan(picture, memory, BALANCED, withdraws=False)
    assert WITHDRAW not in {mission.task for mission in first.missions}


def test_who_stands_firm_beside_the_way_back_stays_until_the_others_are_through():
    builder, group, behind = salient()
    away = builder.place("infantry", hex=0)
    tasks = list(withdrawal_tasks(estimate_of(builder), (), {}))
    assert [(task.only, task.goal.hex) for task in tasks if task.kind == SCREEN] == [((unit,), 29) for unit in behind]
    plan = plan_of(builder)
    assert {plan.mission_of(unit).task for unit in behind} == {SCREEN}
    assert plan.mission_of(group).task == WITHDRAW
    assert plan.mission_of(away).task == GUARD


def test_who_would_be_thrown_out_screens_nobody():
    builder, *_ = salient()
    weak = builder.place("company", hex=32, hp=1)
    tasks = list(withdrawal_tasks(estimate_of(builder), (), {}))
    assert WITHDRAW in {task.kind for task in tasks}
    assert weak not in {unit for task in tasks if task.kind == SCREEN for unit in task.only}


@pytest.mark.parametrize("line, screens", [(False, True), (True, False)])
def test_an_army_that_holds_a_line_screens_nobody_beside(monkeypatch, line, screens):
    monkeypatch.setattr(planner, "is_beaten", lambda estimate: False)
    front = SimpleNamespace(covers=lambda hex_: False) if line else None
    tasks = planner._ways_back(estimate_of(salient()[0]), (), front, "pressed", {})
    kinds = {task.kind for task in tasks}
    assert WITHDRAW in kinds
    assert (SCREEN in kinds) == screens


def test_who_was_on_his_way_back_goes_on_while_the_enemy_can_reach_him():
    def tasks(foe):
        builder = scene(LONG, supply=True, sources={"allied": {0: 1}, "axis": {47: 1}})
        unit = builder.place("infantry", hex=21)
        builder.place("infantry", hex=32)
        builder.place("infantry", hex=foe, side="axis")
        return [(task.kind, task.only) for task in withdrawal_tasks(estimate_of(builder), (), {unit: 0})], unit

    near, unit = tasks(24)
    assert near == [(WITHDRAW, (unit,))]
    far, _ = tasks(31)
    assert far == []


def test_an_enemy_before_a_goal_in_danger_is_thrown_back_if_that_can_be_done():
    def kinds(reserves):
        builder = scene(OPEN, goals=[(31, "allied", 2, 10)])
        builder.place("company", hex=31)
        for _ in range(reserves):
            builder.place("armour", hex=30)
        builder.place("infantry", hex=34, side="axis")
        estimate = estimate_of(builder)
        return [task.kind for task in counter_tasks(estimate, stakes_of(estimate, stakes_at(estimate.picture), {}))]

    assert kinds(0) == []
    assert kinds(3) == [COUNTER]


def test_tired_units_rest_and_fresh_ones_do_not():
    builder = scene(fatigue=True, goals=[(20, "axis", 1, 5)])
    tired = builder.place("infantry", hex=16, fatigue=60)
    builder.place("infantry", hex=16)
    assert plan_of(builder).resting == {tired}


def test_a_reserve_is_kept_in_large_forces_only():
    builder = scene(OPEN, goals=[(39, "axis", 1, 5)])
    for hex_ in range(11):
        builder.place("infantry", hex=hex_)
    assert reserve_share(estimate_of(builder), BALANCED) == 0
    builder.place("armour", hex=12)
    share = reserve_share(estimate_of(builder), BALANCED)
    assert share == planning().reserve
    assert reserve_share(estimate_of(builder), personality_named("driver")) < share
    plan = plan_of(builder)
    strength = {unit.id: unit for unit in picture_of(builder).own}
    assert 0 < len(plan.reserve) <= 0.25 * len(strength)


@pytest.mark.parametrize("kinds, kept", [(["infantry"] * 7, 1), (["infantry"] * 5, 1), (["infantry"] * 3, 0)])
def test_one_who_is_too_strong_for_the_share_is_kept_back_if_the_reserve_does_not_become_too_large(kinds, kept):
    builder = scene(OPEN, goals=[(39, "axis", 1, 5)])
    for hex_, kind in enumerate(kinds):
        builder.place(kind, hex=hex_)
    estimate = estimate_of(builder)
    tasks = (Task(ASSAULT, Goal(39, 5.0, False, "", 5.0), 99.0),)
    assert len(assign(estimate, tasks, {}, Shares(reserve=0.15)).reserve) == kept


@pytest.mark.parametrize("pursuit", [False, True])
def test_the_quickest_are_kept_back_but_in_a_pursuit_those_farthest_behind(pursuit):
    builder = scene([". " * 30], goals=[(29, "axis", 1, 5)])
    kinds = ["infantry", "armour", *["infantry"] * 4]
    behind, quick, *_ = (builder.place(kind, hex=hex_) for hex_, kind in enumerate(kinds))
    builder.place("infantry", hex=29, side="axis")
    tasks = (Task(ASSAULT, Goal(29, 5.0, False, "", 5.0), 1.0),)
    kept = assign(estimate_of(builder), tasks, {}, Shares(reserve=0.25, pursuit=pursuit)).reserve
    assert (behind in kept, quick in kept) == (pursuit, not pursuit)


# ------------------------------------------------------------------------------------------------- plans


def front(**settings):
    builder = scene(OPEN, goals=[(35, "axis", 1, 6), (31, "allied", 1, 6)], **settings)
    for hex_ in (31, 32, 22):
        builder.place("infantry", hex=hex_, division="us_1id")
    builder.place("infantry", hex=35, side="axis")
    return builder


def test_a_plan_is_the_same_for_the_same_seed():
    one, other = plan_of(front()), plan_of(front())
    assert (one.missions, one.duties, one.goals) == (other.missions, other.duties, other.goals)


def test_a_plan_gives_every_unit_one_mission():
    plan = plan_of(front())
    named = [unit for mission in plan.missions for unit in mission.units]
    assert sorted(named) == sorted(plan.duties)
    assert {mission.task for mission in plan.missions} <= {ASSAULT, DEFEND, COUNTER}


def test_a_plan_lasts_for_the_impulse_and_is_made_anew_when_a_goal_changes_hands():
    builder, memory = front(), PlanMemory()
    plan = current_plan(picture_of(builder), memory, BALANCED)
    memory_board = memory.board
    again = picture_of(builder)
    assert again.board is memory_board
    assert current_plan(again, memory, BALANCED) is plan
    builder.control("allied", 35)
    assert current_plan(picture_of(builder), memory, BALANCED) is not plan


def test_assaults_are_remembered_until_the_hex_is_won():
    builder, memory = front(), PlanMemory()
    for turn in (1, 2):
        builder.set(turn=turn, attacked_hexes={"allied": (35,), "axis": ()})
        plan_of(builder, memory)
    assert memory.failures(3) == {35: 2}
    builder.remove(4)
    builder.control("allied", 35)
    plan_of(builder, memory)
    assert memory.failures(3) == {}


def test_a_memory_of_another_battle_is_begun_anew():
    memory = PlanMemory()
    plan_of(front(), memory)
    memory.assaulted[35] = (1, 2)
    other = front()
    plan_of(other, memory)
    assert memory.board is picture_of(other).board
    assert memory.assaulted == {}


# ------------------------------------------------------------------------------------------------- in words


def test_a_staff_paper_names_who_where_and_how_likely():
    builder = front()
    picture = picture_of(builder)
    plan = make_plan(picture, PlanMemory(), BALANCED)
    lines = staff_paper(picture, plan)
    assert [line.mission for line in lines] == list(range(len(lines)))
    assert {unit for line in lines for unit in line.units} == {1, 2, 3}
    texts = " ".join(str(line.text) for line in lines)
    assert "goal 35" in texts
    assert any(line.start in (22, 31, 32) and line.goal == 35 for line in lines)
