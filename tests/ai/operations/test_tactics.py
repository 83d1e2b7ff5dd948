"""Tactics of the staff, module by module, on small boards: what the greedy player lacks."""

import dataclasses
from collections import Counter

import msgspec
import pytest

import wab
from ai.agents import make_agent
from ai.operations.greedy.packages import Slot
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.judgement.weights import GREEDY
from ai.operations.lookahead.appraisal import appraise, prospect
from ai.operations.lookahead.courses import Search, courses_of
from ai.operations.lookahead.rehearsal import Course, Rehearsal
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Memory, Picture, moved
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.tactics.assault import assaults, ranked
from ai.operations.tactics.batteries import best_gun_move
from ai.operations.tactics.command import best_ride
from ai.operations.tactics.fire import best_fire_on, softening
from ai.operations.tactics.moves import best_move
from ai.operations.tactics.rebuild import best_refit
from ai.operations.tactics.slots import left_behind, slots_for
from ai.operations.tactics.supports import backings, planes_of
from ai.operations.tactics.tactician import Manner, Tactician
from ai.operations.tactics.watch import Changes
from ai.search.even_dice import EvenDice, beginning_with
from tests.ai.operations.scenes import game_of, picture_of, scene
from wab.engine.kernel.dice import Chance, Dice
from wab.engine.words.text import Text
from wab.systems.operations.combat.odds import odds
from wab.systems.operations.combat.two_dice import WAYS
from wab.systems.operations.state.orders import Attack, Bombard, Move, Pass

SEA = ["~ ~ ~ ~ ~ ~ ~ ~", *[". . . . . . . ."] * 4]


def plan_of(picture, **traits):
    plan = plan_from_greedy(picture)
    return Plan(plan.goals, plan.duties, **traits)


def assault_on(picture, target, plan=None):
    return next(assaults(picture, plan or plan_from_greedy(picture), (target,)))


def orders_of_impulse(builder, manner=None):
    game, side, orders = game_of(builder), builder.state.active, []
    tactician = Tactician(manner or Manner())
    while game.to_act == side and game.turn == 1:
        view = game.view(side)
        picture = picture_at(game, side)
        legal = (c.order for c in tactician.choices(picture, plan_from_greedy(picture)) if not view.why_not(c.order))
        orders.append(next(legal, Pass()))
        game.play(orders[-1])
    return orders, game


def test_odds_that_are_kept_are_those_worked_out_anew(monkeypatch):
    asked = []

    def checked(picture, position, order):
        found = kept(picture, position, order)
        assert found == odds(position, order)
        asked.append(found)
        return found

    kept = Picture.odds
    monkeypatch.setattr(Picture, "odds", checked)
    game = wab.new_game("operations/steel-on-the-odon", seed=3)
    players = {side: make_agent("normal", "operations", 1) for side in game.seats}
    while game.to_act is not None and game.turn < 4:
        game.play(players[game.to_act].decide(game.view(game.to_act)))
    assert not any(player.incidents for player in players.values())
    assert len(asked) > 200


def picture_at(game, side):
    view = game.view(side)
    return Picture(view, Memory(view.board), GREEDY, Chance(1, "tests"))


# ------------------------------------------------------------------------------------------------- supports


def attackers_and_prey(**settings):
    board = scene(goals=[(20, "axis", 1, 6)], **settings)
    board.place("infantry", hex=18)
    board.place("infantry", hex=18)
    board.place("infantry", hex=19)
    board.place("infantry", hex=20, side="axis")
    return board


def test_aircraft_back_an_attack_that_they_make_better():
    board = attackers_and_prey()
    alone = assault_on(picture_of(board), 20).best
    planes = [board.squadron(), board.squadron()]
    backed = assault_on(picture_of(board), 20).best
    assert set(planes) & set(backed.order.supports)
    assert backed.value > alone.value


def test_anti_aircraft_fire_makes_aircraft_worth_less():
    board = attackers_and_prey()
    board.squadron(), board.squadron()
    quiet = backings(picture_of(board), 20, (), planes_of(picture_of(board)))
    board.place("infantry", hex=20, side="axis", anti_air=9, weight=0)
    loud = backings(picture_of(board), 20, (), planes_of(picture_of(board)))

    def mean(options):
        return max(sum(bonus * chance for bonus, chance in one.bonuses) for one in options)

    assert mean(loud) < mean(quiet)
    assert max(one.price for one in loud) > max(one.price for one in quiet)


def test_aircraft_that_have_flown_are_not_counted_on():
    board = attackers_and_prey()
    board.squadron(flown=True)
    assert planes_of(picture_of(board)) == ()


def test_the_chances_of_the_lines_that_supports_add_are_whole():
    board = attackers_and_prey()
    board.place("infantry", hex=20, side="axis", anti_air=4, weight=0)
    board.place("artillery", hex=19)
    board.squadron(), board.squadron(), board.squadron()
    picture = picture_of(board)
    for backing in backings(picture, 20, (5 + 1,), planes_of(picture)):
        assert sum(chance for _, chance in backing.bonuses) == pytest.approx(1.0)
        assert len(backing.units) <= picture.board.tables.support.most_supports


# ------------------------------------------------------------------------------------------------- attacks


def test_a_commander_beside_the_attackers_comes_along():
    board = scene_with(attackers_and_prey(), {"commanders": True})
    chief = board.place("commander", hex=18, columns=1, lines=1)
    assault = assault_on(picture_of(board), 20)
    before = assault.value
    assault.lead()
    assert chief in assault.best.order.units
    assert assault.value > before


def test_a_commander_who_could_ride_to_either_stack_of_attackers_is_named_once():
    board = scene_with(scene(goals=[(20, "axis", 1, 6)]), {"commanders": True})
    for hex_ in (19, 12):
        board.place("infantry", hex=hex_)
        board.place("infantry", hex=hex_)
    board.place("infantry", hex=20, side="axis")
    chief = board.place("commander", hex=10, columns=1, lines=1)
    picture = picture_of(board)
    assault = assault_on(picture, 20)
    assault.lead()
    assert assault.best.order.units.count(chief) == 1
    assert assault.best.places[chief] in {19, 12}
    game = game_of(board)
    game.play(Move((chief,), picture.reach(picture.position.units[chief]).path_to(assault.best.places[chief])))
    assert game.view("allied").why_not(assault.best.order) is None


def test_a_whole_division_attacks_together_for_its_column():
    board = scene(goals=[(20, "axis", 1, 6)])
    for hex_ in (19, 12):
        board.place("infantry", hex=hex_, division="1st")
    board.place("infantry", hex=20, side="axis")
    best = assault_on(picture_of(board), 20).best
    assert set(best.order.units) == {1, 2}
    assert any("OPS-7.4.1-1" in str(shift.clause) for shift in best.odds.columns)


def test_a_unit_that_is_to_rest_attacks_only_for_more():
    board = attackers_and_prey()
    picture = picture_of(board)
    usual = assault_on(picture, 20)
    rested = assault_on(picture, 20, plan_of(picture, resting=frozenset({1, 2, 3})))
    assert rested.value < usual.value


def test_nobody_attacks_from_a_hex_outside_his_limits():
    board = scene(goals=[(20, "axis", 1, 6)])
    unit = board.place("infantry", hex=17)
    board.place("infantry", hex=20, side="axis")
    picture = picture_of(board)
    assert list(assaults(picture, plan_of(picture), (20,)))
    assert not list(assaults(picture, plan_of(picture, limits={unit: frozenset({17})}), (20,)))


def test_no_attack_of_negative_value_is_made():
    board = scene(goals=[(36, "axis", 0, 1)])
    board.place("company", hex=18)
    board.place("armour", hex=19, side="axis")
    board.place("armour", hex=19, side="axis")
    picture = picture_of(board)
    found = list(assaults(picture, plan_from_greedy(picture)))
    assert ranked(picture, found, picture.weights.attack_from) == []
    orders, _ = orders_of_impulse(board)
    assert not [order for order in orders if isinstance(order, Attack)]


@pytest.mark.parametrize("turns, attacks", [(6, 0), (1, 1)])
def test_a_hex_that_would_hardly_ever_be_emptied_is_attacked_in_the_last_turn_only(turns, attacks):
    board = scene(goals=[(19, "axis", 0, 400)], turns=turns)
    for _ in range(2):
        board.place("infantry", hex=18)
    board.place("infantry", hex=19, side="axis")
    picture = picture_of(board)
    (found,) = assaults(picture, plan_from_greedy(picture))
    assert found.value > picture.weights.attack_from and 0 < found.best.clears < STAFF.long_shot
    orders, _ = orders_of_impulse(board)
    assert len([order for order in orders if isinstance(order, Attack)]) == attacks


def test_the_last_of_a_garrison_leaves_at_a_higher_price_than_one_of_two():
    def price(guards):
        board = scene(goals=[(18, "allied", 2, 10), (20, "axis", 0, 1)])
        for _ in range(guards):
            board.place("infantry", hex=18)
        board.place("company", hex=20, side="axis")
        picture = picture_of(board)
        plan = plan_from_greedy(picture)
        slot = slots_for(picture, plan, 20)[1][0]
        return left_behind(picture, plan, moved(picture.position, {1: slot.hex}), [slot])

    assert price(guards=1) > price(guards=2) >= 0.0


def test_a_garrison_that_nobody_threatens_leaves_for_nothing():
    board = scene(rows=[". " * 24] * 3, goals=[(24, "allied", 2, 10)])
    guard = board.place("infantry", hex=24)
    board.place("infantry", hex=46, side="axis")
    picture = picture_of(board)
    slot = Slot(picture.position.units[guard], 25, 6.0, 0.0)
    plan = plan_from_greedy(picture)
    assert left_behind(picture, plan, moved(picture.position, {guard: 25}), [slot]) == 0.0


def test_nobody_is_missed_who_attacks_from_where_he_stands():
    board = scene(goals=[(19, "allied", 2, 10)])
    board.place("infantry", hex=19)
    board.place("company", hex=20, side="axis")
    picture = picture_of(board)
    plan = plan_from_greedy(picture)
    slots = slots_for(picture, plan, 20)[1]
    assert [slot.hex for slot in slots] == [19]
    assert left_behind(picture, plan, picture.position, slots) == 0.0


# ------------------------------------------------------------------------------------------------- fire


def test_heavy_bombers_bomb_the_richest_stack():
    board = scene(turns=1)
    board.place("infantry", hex=0)
    board.place("company", hex=20, side="axis")
    for _ in range(3):
        board.place("infantry", hex=36, side="axis")
    bomber = board.squadron("us_heavy_bombers")
    picture = picture_of(board)
    fires = {target: best_fire_on(picture, plan_from_greedy(picture), target) for target in (20, 36)}
    assert fires[36].order.units == (bomber,)
    assert fires[36].value > fires[20].value
    orders, _ = orders_of_impulse(board)
    assert [order.target for order in orders if isinstance(order, Bombard)] == [36]


def test_shells_fall_before_the_assault_from_guns_that_do_not_support_it():
    board = attackers_and_prey()
    for _ in range(3):
        board.place("artillery", hex=10, bombardment=6, range=4)
    board.place("artillery", hex=9, bombardment=6, range=4)
    picture = picture_of(board)
    plan = plan_from_greedy(picture)
    package = assault_on(picture, 20, plan).best
    fire = softening(picture, plan, package)
    assert fire.order.target == 20
    assert not set(fire.order.units) & set(package.order.supports)


def test_a_ship_sails_to_where_it_reaches_the_enemy():
    board = scene(rows=SEA)
    ship = board.place("ship", hex=32, range=3)
    board.place("infantry", hex=13, side="axis")
    board.place("infantry", hex=12)
    picture = picture_of(board)
    step = best_gun_move(picture, plan_from_greedy(picture), picture.position.units[ship])
    assert picture.grid.distance(step.order.path[-1], 13) <= 3


def test_a_ship_in_range_stays():
    board = scene(rows=SEA)
    ship = board.place("ship", hex=35, range=4)
    board.place("infantry", hex=19, side="axis")
    picture = picture_of(board)
    assert best_gun_move(picture, plan_from_greedy(picture), picture.position.units[ship]) is None


# ------------------------------------------------------------------------------------------------- commanders, rest


def test_a_commander_joins_a_stack_rather_than_stand_alone():
    board = scene(goals=[(22, "axis", 1, 6)])
    chief = board.place("commander", hex=8)
    board.place("infantry", hex=18)
    board.place("infantry", hex=22, side="axis")
    picture = picture_of(board)
    ride = best_ride(picture, plan_from_greedy(picture), picture.position.units[chief])
    assert ride.order.path[-1] == 18


def test_a_commander_leaves_a_stack_that_is_about_to_be_lost():
    board = scene(goals=[(36, "allied", 1, 6)])
    chief = board.place("commander", hex=18)
    board.place("company", hex=18)
    for _ in range(2):
        board.place("infantry", hex=9)
    for hex_ in (19, 11, 27):
        board.place("armour", hex=hex_, side="axis")
    picture = picture_of(board)
    ride = best_ride(picture, plan_from_greedy(picture), picture.position.units[chief])
    assert ride is not None and ride.order.path[-1] == 9


def test_axis_points_go_to_the_unit_that_gains_a_state_by_them():
    board = scene(active="axis", control="axis")
    rules = {"reconstitution_axis": True}
    board = scene_with(board, rules)
    board.place("infantry", hex=9, side="axis", hp=7, rebuild="manual")
    worn = board.place("armour", hex=10, side="axis", hp=4, rebuild="manual")
    board.place("infantry", hex=30, side="allied")
    board.set(rebuild_points=3)
    picture = picture_of(board, "axis")
    refit = best_refit(picture, plan_from_greedy(picture))
    assert (refit.order.unit, refit.order.points) == (worn, 3)


def test_without_points_nobody_is_rebuilt():
    board = scene_with(scene(active="axis", control="axis"), {"reconstitution_axis": True})
    board.place("infantry", hex=9, side="axis", hp=3, rebuild="manual")
    picture = picture_of(board, "axis")
    assert best_refit(picture, plan_from_greedy(picture)) is None


def test_a_worn_allied_unit_leaves_contact_to_rebuild():
    board = scene_with(scene(), {"reconstitution_allied": True})
    unit = board.place("infantry", hex=18, hp=4, rebuild="automatic")
    board.place("company", hex=20, side="axis", zoc=0, attack=0)
    board.change(unit, hex=19)
    picture = picture_of(board)
    step = best_move(picture, plan_from_greedy(picture), picture.position.units[unit])
    assert step is not None
    assert not picture.grid.are_adjacent(step.order.path[-1], 20)


def scene_with(builder, rules):
    switches = msgspec.structs.replace(builder.board.rules, **rules)
    builder.board = dataclasses.replace(builder.board, rules=switches, by_side={})
    builder.state.board = builder.board
    return builder


# ------------------------------------------------------------------------------------------------- the watch


def test_only_what_is_near_a_change_is_looked_at_again():
    board = scene(rows=[". " * 30] * 3)
    near, far = board.place("infantry", hex=2), board.place("infantry", hex=28)
    board.place("infantry", hex=60, side="axis")
    changes = Changes()
    changes.look(picture_of(board))
    assert changes.near is None
    board.change(near, hex=3)
    changes.look(picture_of(board))
    assert changes.own == {near}
    assert changes.concerns(4) and not changes.concerns(board.state.units[far].hex)


# ------------------------------------------------------------------------------------------------- even dice


def test_even_dice_throw_every_total_as_often_as_real_ones_in_the_long_run():
    dice, totals = EvenDice(3), Counter()
    for _ in range(720):
        rolled = dice.roll("combat", Text("Test"), 6, 2)
        totals[rolled.total] += 1
        dice = dice.after(rolled)
    for total, ways in WAYS.items():
        assert totals[total] == pytest.approx(20 * ways, abs=4)


def test_even_dice_differ_from_world_to_world_and_agree_within_one():
    def totals(start):
        dice, found = EvenDice(3, {}, start), []
        for _ in range(8):
            rolled = dice.roll("combat", Text("Test"), 6, 2)
            found.append(rolled.total)
            dice = dice.after(rolled)
        return found

    assert totals(0.0) == totals(0.0) != totals(0.5)
    luck = [sum(totals(world / 4)) / 8 for world in range(4)]
    assert max(luck) - min(luck) < 1.5


@pytest.mark.parametrize(("luck", "total"), [(0.0, 2), (0.25, 5), (0.5, 7), (0.75, 9), (0.999, 12)])
@pytest.mark.parametrize("stream", ["combat", "bombardment"])
def test_the_first_of_even_dice_falls_as_it_is_to(luck, total, stream):
    assert beginning_with(luck, stream).roll(stream, Text("Test"), 6, 2).total == total


def test_even_dice_of_other_kinds_are_drawn_as_usual():
    assert EvenDice(3).roll("losses", Text("Test"), 10, 1) == Dice(3).roll("losses", Text("Test"), 10, 1)


# ------------------------------------------------------------------------------------------------- appraisal, search


def test_a_position_is_as_good_for_one_side_as_it_is_bad_for_the_other():
    board = scene(goals=[(20, "axis", 1, 6), (8, "allied", 2, 0)])
    board.place("infantry", hex=18)
    board.place("infantry", hex=20, side="axis")
    assert prospect(board.state, "allied") == pytest.approx(-prospect(board.state, "axis"))
    assert appraise(board.state, "allied") + appraise(board.state, "axis") == pytest.approx(1.0)


def test_strength_near_an_objective_of_the_enemy_is_worth_something():
    def share(hex_):
        board = scene(goals=[(20, "axis", 1, 20)])
        board.place("infantry", hex=hex_)
        board.place("company", hex=20, side="axis")
        return appraise(board.state, "allied")

    assert share(19) > share(16)


def test_the_search_prefers_the_course_that_wins():
    board = scene(goals=[(19, "axis", 0, 30)], turns=1)
    board.place("infantry", hex=17)
    board.place("infantry", hex=7, side="axis")
    picture = picture_of(board)
    rehearsal = Rehearsal(picture.view, 5, 2, lambda: True)
    idle = Course("idle", Manner(attack_from=30.0), emphasis={19: 0.0})
    usual = Course("usual")
    verdict = Search(rehearsal, 2, 2, lambda _: None).best((idle, usual), 8)
    assert verdict.course.name == "usual"
    assert verdict.share > dict(verdict.others)["idle"]


def test_the_search_keeps_to_its_budget_and_tells_its_progress():
    board = attackers_and_prey(turns=2)
    picture = picture_of(board)
    played, told = [], []

    class Counted(Rehearsal):
        def worth(self, course, world, impulses):
            played.append(course.name)
            return super().worth(course, world, impulses)

    courses = courses_of(Course("usual"), plan_from_greedy(picture).goals)
    Search(Counted(picture.view, 5, 4, lambda: True), 4, 2, told.append).best(courses, 7)
    assert len(played) == 7
    assert told == sorted(told) and told[-1] == 1.0


def test_a_rehearsal_leaves_the_battle_as_it_is():
    board = attackers_and_prey(turns=3)
    game = game_of(board)
    before, view = game.digest(), game.view("allied")
    seen = view.encode()
    Rehearsal(view, 5, 1, lambda: True).worth(Course("usual"), 0, 4)
    assert (game.digest(), view.encode()) == (before, seen)


def test_small_boards_are_played_to_the_end_of_the_impulse():
    orders, game = orders_of_impulse(attackers_and_prey())
    assert orders[-1] == Pass() and game.to_act == "axis"


def test_who_overlooks_everything_does_nothing_and_who_overlooks_nothing_attacks():
    blind, _ = orders_of_impulse(attackers_and_prey(), Manner(lapses=1.0))
    awake, _ = orders_of_impulse(attackers_and_prey(), Manner())
    assert blind == [Pass()]
    assert any(isinstance(order, Attack) for order in awake)


def test_after_the_best_move_come_those_of_the_others_as_long_as_there_are_points():
    """Else one order that the rules refuse, or the enemy's reply, would end the impulse for all units."""
    goals = [(20, "allied", 1, 6), (36, "allied", 1, 6)]
    board = scene(goals=goals, turns=3, activation_points=1)
    for hex_ in (17, 33):
        board.place("infantry", hex=hex_)
    board.place("infantry", hex=23, side="axis")
    game, tactician = game_of(board), Tactician()

    def moves():
        picture = picture_at(game, "allied")
        choices = list(tactician.choices(picture, plan_from_greedy(picture)))
        return [choice.order for choice in choices if isinstance(choice.order, Move)]

    first = moves()
    assert {order.units for order in first} == {(1,), (2,)}
    game.play(first[0])
    assert {order.units for order in moves()} <= {first[0].units}


def test_nobody_forgets_what_he_has_to_hold():
    board = scene(goals=[(20, "allied", 1, 6)], turns=3)
    board.place("infantry", hex=18)
    board.place("armour", hex=23, side="axis")
    orders, _ = orders_of_impulse(board, Manner(lapses=1.0))
    assert [order.path[-1] for order in orders if isinstance(order, Move)] == [20]


def test_what_is_overlooked_stays_overlooked_for_the_impulse():
    """Else who is asked often enough thinks of everything."""
    picture = picture_of(attackers_and_prey())
    tactician = Tactician(Manner(lapses=0.5))
    first = [tactician._notices(picture, "attack", hex_) for hex_ in range(40)]
    again = [tactician._notices(picture_of(attackers_and_prey()), "attack", hex_) for hex_ in range(40)]
    assert first == again and 5 < sum(first) < 35
