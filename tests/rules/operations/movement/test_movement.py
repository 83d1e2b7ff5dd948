"""Movement (ledger sections 6.2 to 6.4, and 8.4.2 for what it tires)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.moves import CLASSES, KIND_OF_CLASS, LETTER, code, known_to, move, step_cost
from wab.engine import Chance
from wab.hexes import Grid
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.movement.movement import (
    allowance,
    costs_for,
    execute_move,
    has_minimum_move,
    movement_left,
    offered_moves,
    path_cost,
    points_text,
    reach,
    walk,
    why_not_move,
)
from wab.systems.operations.state.board import CLOSED
from wab.systems.operations.state.events import Activated, Intruded, Moved, Removed, Sighted, Tired
from wab.systems.operations.state.orders import Move
from wab.systems.operations.testing.boards import LETTERS, ledger_examples, ledger_tables

# ---------------------------------------------------------------------------------------------- what ground costs


@pytest.mark.clause("OPS-6.2-9")
@pytest.mark.clause("OPS-T-MOVE")
@pytest.mark.parametrize("terrain", sorted(set(LETTERS.values())))
@pytest.mark.parametrize("class_", CLASSES)
def test_terrain_costs_are_those_of_the_table(board, terrain, class_):
    row = ledger_tables()["OPS-T-MOVE"]["rebuild"]["hex_costs"][terrain]["cost"][CLASSES.index(class_)]
    b = board([f". {LETTER[terrain]}"])
    unit = b.place(KIND_OF_CLASS[class_], 0)
    assert step_cost(b, unit, 0, 1) == (CLOSED if row == "P" else round(2 * row))


@pytest.mark.clause("OPS-T-MOVE")
@pytest.mark.parametrize("terrain", ["clear", "woods", "hill_bocage"])
def test_fortified_ground_costs_the_dearer_of_itself_and_what_is_under_it(board, terrain):
    costs = ledger_tables()["OPS-T-MOVE"]["rebuild"]["hex_costs"]
    b = board([f". {LETTER[terrain]}"], fortified=[1])
    for number, class_ in enumerate(CLASSES):
        unit = b.place(KIND_OF_CLASS[class_], 0)
        dearer = max(costs["fortified_zone"]["cost"][number], costs[terrain]["cost"][number])
        assert step_cost(b, unit, 0, 1) == round(2 * dearer)


@pytest.mark.clause("OPS-X-7")
@pytest.mark.clause("OPS-6.4-2")
@pytest.mark.clause("OPS-6.4-3")
@pytest.mark.clause("OPS-6.4-4")
@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("armoured", "armour"),
        ("artillery", "artillery"),
        ("reconnaissance", "recon"),
        ("mechanised", "mechanised"),
        ("infantry", "infantry"),
        ("commander", "commander"),
    ],
)
def test_worked_example_of_river_crossings(board, words, kind):
    expect = ledger_examples()["OPS-X-7"]["expect"]
    b = board([". ."], rivers=[(0, 1)])
    assert step_cost(b, b.place(kind, 0), 0, 1) == 2 * expect[words]


@pytest.mark.clause("OPS-X-7")
@pytest.mark.clause("OPS-6.4-1")
@pytest.mark.clause("OPS-6.2-11")
@pytest.mark.parametrize("kind", ["armour", "infantry", "recon", "commander"])
def test_worked_example_of_a_bridge(board, kind):
    expect = ledger_examples()["OPS-X-7"]["expect"]
    b = board([". ."], rivers=[(0, 1)], roads=[(0, 1)])
    assert step_cost(b, b.place(kind, 0), 0, 1) == 2 * expect["with_bridge_on_road"]


@pytest.mark.clause("OPS-6.2-10")
@pytest.mark.clause("OPS-6.2-12")
@pytest.mark.parametrize("ground", ["c", "f", "m"])
def test_a_step_along_a_road_costs_the_road(board, ground):
    b = board([f". {ground}", f". {ground}"], roads=[(0, 1)])
    tank = b.place("armour", 0)
    assert step_cost(b, tank, 0, 1) == 1
    assert step_cost(b, tank, b.at(1, 0), 1) > 1  # into the road hex, but not along the road


@pytest.mark.clause("OPS-T-MOVE")
def test_cliffs_are_climbed_on_foot_only(board):
    b = board([". ."], cliffs=[(0, 1)])
    assert step_cost(b, b.place("infantry", 0), 0, 1) == 6
    assert step_cost(b, b.place("armour", 0), 0, 1) == CLOSED


@pytest.mark.clause("OPS-6.2-9")
def test_closed_ground_is_refused(board):
    b = board([". m"])
    tank = b.place("armour", 0)
    assert code(b, Move((tank,), (0, 1))) == "closed"
    assert list(reach(b.state, (tank,))) == [0]


# ---------------------------------------------------------------------------------------------- how far


@pytest.mark.clause("OPS-6.2-1")
def test_a_unit_moves_within_its_movement(board):
    b = board([". . . . . ."])
    unit = b.place("infantry", 0, movement=3)
    assert list(reach(b.state, (unit,))) == [0, 1, 2, 3]
    assert code(b, Move((unit,), (0, 1, 2, 3))) is None
    assert code(b, Move((unit,), (0, 1, 2, 3, 4))) == "too-far"


@pytest.mark.clause("OPS-6.2-1")
@pytest.mark.clause("OPS-6.2-13")
def test_several_moves_share_one_allowance(board):
    b = board([". . . . . ."])
    unit = b.place("infantry", 0, movement=3)
    move(b, [unit], 0, 1, 2)
    assert movement_left(b.state, unit) == 2
    assert code(b, Move((unit,), (2, 3))) is None
    assert code(b, Move((unit,), (2, 3, 4))) == "too-far"


@pytest.mark.clause("OPS-T-MOVE")
def test_one_hex_can_always_be_moved(board):
    b = board([". H H"])
    unit = b.place("infantry", 0, movement=1)
    assert list(reach(b.state, (unit,))) == [0, 1]
    assert code(b, Move((unit,), (0, 1, 2))) == "too-far"
    move(b, [unit], 0, 1)
    assert movement_left(b.state, unit) == 0
    assert code(b, Move((unit,), (1, 2))) == "too-far"


@pytest.mark.clause("OPS-T-MOVE")
def test_the_minimum_move_is_for_units_that_have_not_moved(board):
    b = board([". . H"])
    unit = b.place("infantry", 0, movement=1)
    move(b, [unit], 0, 1)
    assert list(reach(b.state, (unit,))) == [1]


def test_units_without_movement_stay(board):
    b = board([". ."])
    gun = b.place("artillery", 0, movement=0)
    assert code(b, Move((gun,), (0, 1))) == "immobile"
    assert list(reach(b.state, (gun,))) == [0]


@pytest.mark.clause("OPS-8.5.2-3")
@pytest.mark.parametrize(("movement", "left"), [(6, 6), (5, 5), (1, 1)])
def test_without_supply_movement_is_halved(board, movement, left):
    b = board([". ."])
    unit = b.place("infantry", 0, movement=movement, supplied=False)
    assert allowance(b.state, unit) == left  # half points
    assert allowance(b.state, unit, strategic=True) == 2 * left


# ---------------------------------------------------------------------------------------------- where to


@pytest.mark.clause("OPS-6.2-2")
@pytest.mark.clause("OPS-8.1-1")
@pytest.mark.parametrize("kind", ["infantry", "commander"])
def test_enemy_hexes_are_never_entered(board, kind):
    b = board([". . ."])
    unit = b.place("infantry", 0)
    b.place(kind, 1, "axis")
    assert code(b, Move((unit,), (0, 1))) == "enemy"
    assert list(reach(b.state, (unit,))) == [0]


@pytest.mark.clause("OPS-6.2-6")
def test_the_cheapest_way_is_found(board):
    b = board([". . . .", ". f f .", ". . . ."], roads=[(0, 1), (1, 2), (2, 3)])
    unit = b.place("mechanised", b.at(1, 0))
    assert reach(b.state, (unit,)).path_to(b.at(1, 3)) == tuple(
        b.at(*place) for place in [(1, 0), (0, 1), (0, 2), (0, 3), (1, 3)]
    )


@pytest.mark.clause("OPS-6.2-5")
def test_every_hex_in_reach_is_offered_once_and_legal(board):
    b = board([". . b . .", ". f . . .", ". . . . ."], rivers=[(1, 2)], roads=[(2, 3)])
    unit = b.place("infantry", b.at(1, 1), movement=3)
    b.place("infantry", b.at(1, 3), "axis")
    offered = [order for order in offered_moves(b.state, unit) if not order.strategic]
    goals = [order.path[-1] for order in offered]
    assert sorted(goals) == sorted(set(reach(b.state, (unit,))) - {b.at(1, 1)})
    for order in offered:
        assert why_not_move(b.state, order) is None
        assert path_cost(b.state, order) == reach(b.state, (unit,)).spent_at(order.path[-1])


@pytest.mark.clause("OPS-6.2-7")
def test_a_stack_moves_as_one_from_one_hex(board):
    b = board([". . . ."])
    first, second, apart = b.place("infantry", 0), b.place("infantry", 0), b.place("infantry", 1)
    assert code(b, Move((first, apart), (0, 1, 2))) == "not-together"
    assert Move((first, second), (0, 1, 2)) in list(offered_moves(b.state))
    move(b, [first, second], 0, 1, 2)
    assert [b.state.units[unit].hex for unit in (first, second)] == [2, 2]


@pytest.mark.clause("OPS-6.2-8")
def test_every_step_costs_what_it_costs_the_slowest(board):
    b = board([". f . ."], rivers=[(2, 3)])
    pair = (b.place("infantry", 0, movement=20), b.place("armour", 0, movement=20))
    assert reach(b.state, pair).spent_at(1) == 6  # the tank's 3 in the woods, not the infantry's 2
    move(b, pair, 0, 1, 2, 3)
    assert [b.state.units[unit].spent for unit in pair] == [14, 14]  # 3 + 1 + (1 + 2 for the river)


@pytest.mark.clause("OPS-6.2-8")
def test_each_step_is_judged_by_itself(board):
    b = board([". m b"])
    pair = (
        b.place("infantry", 0, movement=20, name="dearer in the bocage"),
        b.place("mechanised", 0, movement=20, name="dearer in the marsh"),
    )
    assert reach(b.state, pair).spent_at(2) == 2 * (4 + 2)


@pytest.mark.clause("OPS-6.2-8")
def test_a_stack_stops_when_any_member_cannot_pay(board):
    b = board([". . . ."])
    pair = (b.place("infantry", 0, movement=1), b.place("mechanised", 0))
    assert list(reach(b.state, pair)) == [0, 1]
    assert code(b, Move(pair, (0, 1, 2))) == "too-far"


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        ((0,), "not-a-path"),
        ((), "not-a-path"),
        ((1, 2), "not-a-path"),
        ((0, 2), "gap"),
        ((0, 0), "gap"),
        ((0, 99), "off-map"),
        ((0, -1), "off-map"),
    ],
)
def test_paths_that_are_none_are_refused(board, path, refused):
    b = board([". . ."])
    assert code(b, Move((b.place("infantry", 0),), path)) == refused


def test_a_refusal_tells_clauses_and_place(board):
    b = board([". . ."])
    unit = b.place("infantry", 0, movement=1)
    refusal = why_not_move(b.state, Move((unit,), (0, 1, 2)))
    assert refusal is not None
    assert refusal.where == (2,)
    assert "OPS-6.2-1" in refusal.clauses
    assert "2 movement points" in str(refusal) and "; 1 left" in str(refusal)


def test_half_points_are_shown_as_people_count_them():
    assert [points_text(halves) for halves in (0, 1, 2, 5)] == ["0", "0.5", "1", "2.5"]


def test_one_unit_is_offered_its_own_moves_only(board):
    b = board([". . ."])
    first, second = b.place("infantry", 1), b.place("infantry", 1)
    assert {order.units for order in offered_moves(b.state, first)} == {(first,)}
    assert {order.units for order in offered_moves(b.state)} == {(first,), (second,), (first, second)}


def test_nothing_is_offered_to_enemy_units(board):
    b = board([". . ."])
    enemy = b.place("infantry", 1, "axis")
    assert list(offered_moves(b.state, enemy)) == []
    assert list(reach(b.state, (enemy,))) == [0, 1, 2]  # but any player may ask how far it could go


# ---------------------------------------------------------------------------------------------- what happens


def test_a_move_is_recorded_with_its_cost(board):
    b = board([". f ."])
    unit = b.place("infantry", 0)
    events = move(b, [unit], 0, 1, 2)
    assert events[:2] == [Activated(unit), Moved((unit,), (0, 1, 2), 6)]
    assert b.state.units[unit].moved and not b.state.units[unit].marched


@pytest.mark.clause("OPS-6.2-3")
def test_an_unseen_enemy_zone_stops_the_move(board):
    b = board([". . . . . . . ."])
    unit = b.place("recon", 0, sight=1, movement=12)
    enemy = b.place("infantry", 5, "axis")
    order = Move((unit,), (0, 1, 2, 3, 4))
    far = Move((unit,), (0, 1, 2, 3, 4, 5, 6))
    known = known_to(b, "allied")
    assert enemy not in known.units
    assert why_not_move(known, order) is None and why_not_move(known, far) is None
    events = b.happen(execute_move(b.state, far))
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.path, moved.spent, moved.halted) == ((0, 1, 2, 3, 4), 8, True)
    assert moved.stopped is not None and "4" in str(moved.stopped)
    assert levels(b.state, "allied") == {enemy: "identified"}


@pytest.mark.clause("OPS-6.2-3")
def test_units_stop_before_a_hex_with_an_unseen_enemy(board):
    b = board([". . . . . ."])
    unit = b.place("recon", 0, sight=1, movement=12)
    enemy = b.place("commander", 3, "axis")
    events = b.happen(execute_move(b.state, Move((unit,), (0, 1, 2, 3, 4))))
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.path, moved.spent, moved.halted) == ((0, 1, 2), 4, False)
    assert moved.stopped is not None
    assert levels(b.state, "allied") == {enemy: "identified"}
    assert not b.state.units[unit].marched  # it may still attack


@pytest.mark.clause("OPS-6.2-3")
def test_a_move_that_ends_where_it_should_was_not_stopped(board):
    b = board([". . . . ."])
    unit = b.place("infantry", 0)
    b.place("infantry", 3, "axis")
    moved = next(event for event in move(b, [unit], 0, 1, 2) if isinstance(event, Moved))
    assert moved.halted and moved.stopped is None


@pytest.mark.clause("OPS-6.1-13")
def test_what_is_seen_on_the_way_only_is_told(board):
    b = board([". . . . . . .", "f f f . f f f", "f f f . f f f", "f f f . f f f", ". . . . . . ."])
    unit = b.place("infantry", b.at(0, 0), sight=2, movement=12)
    enemy = b.place("infantry", b.at(2, 3), "axis")
    path = tuple(b.at(0, col) for col in range(7))
    assert levels(b.state, "allied") == {}
    events = move(b, [unit], *path)
    assert levels(b.state, "allied") == {}
    assert Sighted("allied", (enemy,)) in events


@pytest.mark.clause("OPS-8.4.2-5")
@pytest.mark.parametrize(("strategic", "percent"), [(False, 5), (True, 10)])
def test_moving_tires_once_a_turn(board, strategic, percent):
    b = board([". . . ."])
    unit = b.place("infantry", 0)
    assert Tired(unit, percent, "move") in move(b, [unit], 0, 1, strategic=strategic)
    assert not any(isinstance(event, Tired) for event in move(b, [unit], 1, 2, strategic=strategic))
    assert b.state.units[unit].fatigue == percent


@pytest.mark.clause("OPS-8.4.2-5")
def test_nobody_tires_where_fatigue_is_switched_off(board):
    b = board([". . ."], switches={"fatigue": False})
    unit = b.place("infantry", 0)
    assert not any(isinstance(event, Tired) for event in move(b, [unit], 0, 1))


@pytest.mark.clause("OPS-8.4.3-6")
def test_a_march_can_be_the_last(board):
    b = board([". . ."])
    unit = b.place("infantry", 0, quality="conscript", hp=1, fatigue=25)
    events = move(b, [unit], 0, 1, strategic=True)
    assert events[-1] == Removed(unit, "exhausted", 1)
    assert unit not in b.state.units


def test_the_state_is_left_alone_by_questions(board):
    b = board([". . . .", ". . . ."])
    unit = b.place("infantry", 0)
    b.place("infantry", 3, "axis")
    before = b.state.copy()
    list(offered_moves(b.state))
    why_not_move(b.state, Move((unit,), (0, 1)))
    assert before == b.state
    assert replace(b.state.units[unit]) == before.units[unit]


# --------------------------------------------------------------------------------- to the half point


@pytest.mark.clause("OPS-4.2.3-1")
@pytest.mark.parametrize("weather", ["sunny", "overcast", "rain", "storm"])
def test_the_share_of_the_weather_is_exact_for_any_allowance(board, weather):
    b = board([". ."], weather=weather)
    unit = b.place("infantry", 0, movement=60)
    percent = b.board.tables.weather.movement["allied_infantry"].percent[weather]
    assert allowance(b.state, unit) == 120 * percent // 100


@pytest.mark.clause("OPS-6.2-13")
def test_nothing_is_left_to_who_was_halted_or_has_spent_it_all(board):
    b = board([". ."])
    halted = b.place("infantry", 0, halted=True)
    spent = b.place("infantry", 0, spent=99)
    assert (movement_left(b.state, halted), movement_left(b.state, spent)) == (0, 0)


@pytest.mark.clause("OPS-T-MOVE")
def test_the_minimum_move_is_for_units_that_have_not_moved_all_of_them(board):
    b = board([". ."])
    fresh = b.place("infantry", 0)
    others = [b.place("infantry", 0, **traits) for traits in ({"moved": True}, {"halted": True}, {"movement": 0})]
    assert has_minimum_move(b.state, (fresh,))
    for other in others:
        assert not has_minimum_move(b.state, (other,))
        assert not has_minimum_move(b.state, (fresh, other))


@pytest.mark.clause("OPS-6.3-6")
def test_what_knows_no_march_marches_nowhere_alone_or_with_others(board):
    b = board(["~ ~ ."])
    ship, unit = b.place("ship", 0), b.place("infantry", 2)
    for units in ((ship,), (ship, unit)):
        costs = costs_for(b.state, units, strategic=True)
        assert costs.shape == (3, 6)
        assert (costs == CLOSED).all()


# --------------------------------------------------------------------------------- what is said and offered


@pytest.mark.clause("OPS-6.2-1")
def test_a_refusal_names_the_hexes_concerned(board):
    b = board([". . . ."])
    unit = b.place("infantry", 0)
    gap = why_not_move(b.state, Move((unit,), (0, 2)))
    assert gap is not None and gap.where == (0, 2)
    assert "0000" in str(gap.text) and "0002" in str(gap.text)
    elsewhere = why_not_move(b.state, Move((unit,), (1, 2)))
    assert elsewhere is not None and (elsewhere.code, elsewhere.where) == ("not-a-path", (1,))


@pytest.mark.clause("OPS-8.2.1-2")
def test_who_starts_in_a_zone_is_told_where(board):
    b = board([". . . .", ". . . ."])
    unit = b.place("infantry", 1, held=True)
    b.place("infantry", 0, "axis")
    refusal = why_not_move(b.state, Move((unit,), (1, 2, 3)))
    assert refusal is not None and (refusal.code, refusal.where) == ("starts-in-zoc", (1,))


@pytest.mark.clause("OPS-6.2-9")
def test_what_is_closed_to_everybody_is_no_matter_of_the_march(board):
    b = board([". ~ ."])
    unit = b.place("infantry", 0)
    assert code(b, Move((unit,), (0, 1))) == "closed"
    assert code(b, Move((unit,), (0, 1), strategic=True)) == "closed"


@pytest.mark.clause("OPS-6.2-7")
def test_those_of_a_stack_who_can_move_are_offered_as_one(board):
    b = board([". . ."])
    first, second = (b.place("infantry", 0, strategic=False) for _ in range(2))
    b.place("infantry", 0, halted=True)
    orders = list(offered_moves(b.state))
    assert Move((first, second), (0, 1)) in orders
    assert len(orders) == len(set(orders)), "a lone unit is no stack besides"
    b.remove(second)
    orders = list(offered_moves(b.state))
    assert len(orders) == len(set(orders))


@pytest.mark.clause("OPS-6.2-6")
def test_ways_are_offered_cheapest_first_and_then_by_hex(board):
    b = board([" ".join(["."] * 9)] * 9)
    unit = b.place("infantry", 40)
    orders = [order for order in offered_moves(b.state, unit) if not order.strategic]
    assert len(orders) > 50
    assert orders == sorted(orders, key=lambda order: (path_cost(b.state, order), order.path[-1]))


@pytest.mark.clause("OPS-6.5-3")
@pytest.mark.parametrize(("foreign", "seen"), [(1, False), (2, True)])
def test_only_the_hex_where_a_move_ends_gives_an_intruder_away(board, foreign, seen):
    b = board([". . . ."])
    unit = b.place("infantry", 0)
    b.control("axis", foreign)
    assert (Intruded((unit,)) in move(b, [unit], 0, 1, 2)) == seen


@pytest.mark.clause("OPS-8.2.1-1")
def test_who_is_stopped_before_the_first_step_is_not_halted_by_the_zone_he_stands_in(board):
    b = board([". . . ."])
    unit = b.place("infantry", 1)
    b.place("infantry", 2, "axis")
    way = walk(b.state, Move((unit,), (1, 2)))
    assert (way.path, way.spent, way.halted) == ((1,), 0, False)


# --------------------------------------------------------------------------------- two ways to the same answer


def legal_goals(b, units, strategic):
    """Hexes that some legal path leads to, found by trying every path step by step with `why_not_move`."""
    goals, tried = set(), [(b.state.units[units[0]].hex,)]
    while tried:
        path = tried.pop()
        for hex_ in b.board.grid.adjacent(path[-1]):
            longer = (*path, hex_)
            if hex_ not in path and why_not_move(b.state, Move(units, longer, strategic)) is None:
                goals.add(hex_)
                tried.append(longer)
    return goals


@pytest.mark.clause("OPS-6.2-5")
@pytest.mark.parametrize("strategic", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_reach_and_legality_agree_on_boards_drawn_by_lot(board, seed, strategic):
    chance = Chance(seed, "boards")
    rows, cols = 4, 4
    lines = [" ".join("..bfhmtc~"[chance.below(9)] for _ in range(cols)) for _ in range(rows)]
    pairs = [(here, there) for here in range(16) for there in Grid(rows, cols).adjacent(here) if here < there]
    roads, rivers = ([pair for pair in pairs if chance.below(4) == 0] for _ in range(2))
    b = board(lines, roads=roads, rivers=rivers)
    start = chance.below(16)
    kinds = [list(KIND_OF_CLASS.values())[chance.below(6)] for _ in range(1 + chance.below(2))]
    movers = tuple(b.place(kind, start, movement=2 + chance.below(2)) for kind in kinds)
    for _ in range(5):
        hex_ = chance.below(16)
        if b.state.side_in(hex_) != "axis" and hex_ != start and chance.below(3):
            b.place("infantry", hex_)
        elif b.state.side_in(hex_) in (None, "axis"):
            b.place("infantry" if chance.below(2) else "commander", hex_, "axis")
    assert set(reach(b.state, movers, strategic=strategic)) - {start} == legal_goals(b, movers, strategic)
