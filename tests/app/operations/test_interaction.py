"""A player's actions on the map, click by click. No window."""

import pytest
from msgspec.structs import replace

import wab
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.operations.hand.plans import AdvancePlan, AttackPlan, BombardmentPlan
from wab.engine import Game
from wab.engine.kernel.values import Setup
from wab.locale import language
from wab.systems import get_system
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Pass
from wab.systems.operations.testing.boards import make_board

OMAHA, SEA, CARENTAN = (f"operations/{name}" for name in ("cliffs-and-shingle", "to-the-sea", "causeway-to-carentan"))


class Seat:
    """A side at a game without a window; remembers the orders that were played."""

    in_flight = False

    def __init__(self, game, side="allied"):
        self.game, self.side, self.played = game, side, []

    @property
    def view(self):
        return self.game.view(self.side)

    def play(self, order):
        self.played.append(order)
        return self.game.play(order)

    def undo(self):
        return self.game.undo()

    def why_not_undo(self):
        return self.game.why_not_undo()

    @property
    def lenient_undo(self):
        return self.game.setup.lenient_undo


def seat(scenario, side="allied"):
    return Seat(wab.new_game(scenario, seed=7), side)


def on_board(board, side="allied"):
    """A seat at a board for tests."""
    game = Game(get_system("operations"), Setup("operations", "board", 1), board.state)
    return Seat(game, side)


def label(interaction, text):
    return interaction.view.board.grid.parse(text)


# ------------------------------------------------------------------------------------------------- selection


@pytest.mark.clause("OPS-5.2-16")
def test_a_click_selects_the_whole_stack_and_further_clicks_its_units_in_turn():
    hand = Interaction(seat(OMAHA))
    hex_ = label(hand, "4930")
    whole = frozenset(unit.id for unit in hand.view.position.stack(hex_))
    seen = []
    for _ in range(len(whole) + 2):
        hand.click(hex_)
        seen.append(hand.units)
    assert seen[0] == whole and seen[-1] == whole
    assert sorted(seen[1:-1], key=min) == [frozenset({unit}) for unit in sorted(whole)]
    assert hand.mode is Mode.SELECTED


@pytest.mark.clause("OPS-5.2-16")
def test_single_units_of_the_stack_can_be_ticked_and_never_none():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    first, second = sorted(hand.units)
    hand.select(first, add=True)
    assert hand.units == {second}
    hand.select(second, add=True)
    assert hand.units == {second}
    hand.select_all()
    assert hand.units == {first, second}


def test_the_counter_that_was_hit_counts_more_than_the_hex_under_the_pointer():
    hand = Interaction(seat(OMAHA))
    stack = label(hand, "4932")
    hand.click(label(hand, "5032"), hand.view.position.stack(stack)[0].id)
    assert hand.hex == stack


def test_right_click_deselects():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    hand.right_click()
    assert (hand.units, hand.hex, hand.mode) == (frozenset(), None, Mode.IDLE)


def test_an_enemy_can_be_looked_at_but_not_ordered():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "5030"))
    assert hand.units == frozenset() and hand.shown_unit is not None
    assert hand.view.profile(hand.shown_unit).side == "axis"
    assert hand.reach.near == frozenset()


def test_next_goes_through_every_stack_that_has_not_acted_and_comes_back():
    hand = Interaction(seat(OMAHA))
    waiting = hand.waiting_hexes()
    visited = [hand.next_unit() for _ in range(len(waiting) + 1)]
    assert visited == [*waiting, waiting[0]]
    assert hand.next_unit(back=True) == waiting[-1]


def test_next_leaves_out_who_has_acted():
    hand = Interaction(seat(SEA))
    hand.next_unit()
    moved = hand.units
    hand.click(min(hand.reach.near), shift=True)
    waiting = {unit.id for hex_ in hand.waiting_hexes() for unit in hand.view.position.stack(hex_)}
    assert moved and waiting and not moved & waiting


# ------------------------------------------------------------------------------------------------- moves


@pytest.mark.parametrize("scenario", [OMAHA, SEA, CARENTAN])
def test_a_click_into_reach_plays_the_cheapest_legal_move(scenario):
    table = seat(scenario)
    hand = Interaction(table)
    for hex_ in sorted({unit.hex for unit in table.view.own_units()}):
        hand.click(hex_)
        free = [goal for goal in sorted(hand.reach.near) if not table.view.position.stacks.get(goal)]
        if hand.hex == hex_ and free:
            break
    units, goal, cost = hand.units, free[0], hand.reach.costs[free[0]]
    hand.hover(goal)
    assert hand.path.cost == cost
    view = table.view
    hand.click(goal)
    (order,) = table.played
    assert isinstance(order, Move) and order.units == tuple(sorted(units)) and order.path[-1] == goal
    assert view.why_not(order) is None
    assert hand.units == units and hand.hex == table.view.unit(min(units)).hex


def test_a_hex_that_only_a_march_reaches_is_marched_to():
    table = seat(SEA)
    hand = Interaction(table)
    hand.click(table.view.own_units()[0].hex)
    goal = min(hand.reach.far)
    hand.click(goal)
    assert table.played[-1].strategic and table.played[-1].path[-1] == goal


def test_friends_are_selected_by_a_click_and_joined_by_shift_and_click():
    board = make_board([". . . ."])
    one, other = board.place("infantry", hex=0), board.place("infantry", hex=1)
    table = on_board(board)
    hand = Interaction(table)
    hand.click(0)
    hand.click(1)
    assert hand.units == {other} and table.played == []
    hand.click(0)
    hand.click(1, shift=True)
    assert table.played == [Move((one,), (0, 1))]


def test_the_move_button_makes_the_next_click_a_move_onto_friends():
    board = make_board([". . . ."])
    one = board.place("infantry", hex=0)
    board.place("infantry", hex=1)
    table = on_board(board)
    hand = Interaction(table)
    hand.click(0)
    hand.aim_at(Aim.MOVE)
    hand.click(1)
    assert table.played == [Move((one,), (0, 1))] and hand.aim is Aim.ANY


@pytest.mark.parametrize(("goal", "clause"), [("4730", "OPS-8.2.1-2"), ("5129", "OPS-6.2-9"), ("5028", "OPS-7.2-1")])
def test_a_click_out_of_reach_says_why_with_its_clause(goal, clause):
    table = seat(OMAHA)
    hand = Interaction(table)
    hand.click(label(hand, "4930"))
    hand.click(label(hand, goal))
    assert table.played == []
    assert hand.toast.bad and hand.toast.text and hand.toast.hex == label(hand, goal)
    assert hand.mode is Mode.SELECTED
    assert clause in hand.toast.clauses


def test_a_toast_fades_by_itself():
    hand = Interaction(seat(OMAHA))
    hand.undo()
    assert hand.toast is not None
    hand.pass_time(60.0)
    assert hand.toast is None


# ------------------------------------------------------------------------------------------------- attacks


@pytest.mark.clause("OPS-7.2-8")
def test_a_click_on_an_adjacent_enemy_opens_a_plan_with_the_selected_ticked_the_others_offered_and_no_support():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    hand.click(label(hand, "5030"))
    plan = hand.plan
    assert hand.mode is Mode.ATTACK and isinstance(plan, AttackPlan)
    near = {
        unit.id
        for hex_ in hand.view.board.grid.adjacent(plan.target)
        for unit in hand.view.position.stack(hex_)
        if hand.view.profile(unit.id).side == "allied" and not hand.view.profile(unit.id).is_gun
    }
    assert {row.unit for row in plan.attackers} == near
    able = {row.unit for row in plan.attackers if row.refusal is None}
    assert plan.units == able & hand.units and able - hand.units
    assert {row.unit for row in plan.attackers if row.ticked} == plan.units
    assert plan.supports == frozenset()
    hand.tick_all()
    assert hand.plan.units == able
    assert plan.refusal is None and hand.view.why_not(plan.order) is None
    assert sum(branch.ways for branch in plan.preview.branches) == 36


def test_confirming_the_plan_plays_the_attack_that_was_shown():
    table = seat(OMAHA)
    hand = Interaction(table)
    hand.click(label(hand, "4930"))
    hand.click(label(hand, "5030"))
    order = hand.plan.order
    assert not hand.confirm() and hand.warned and not table.played, "at poor odds, once more"
    assert hand.confirm()
    assert table.played == [order] and isinstance(order, Attack)
    assert hand.mode in (Mode.SELECTED, Mode.IDLE, Mode.ADVANCE)


def test_a_tick_changes_the_order_and_the_odds():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    hand.click(label(hand, "5030"))
    before = hand.plan.preview.odds.attack
    unit = min(hand.plan.units)
    hand.toggle(unit)
    assert unit not in hand.plan.order.units and hand.plan.preview.odds.attack < before
    hand.toggle(unit)
    assert hand.plan.preview.odds.attack == before


def test_what_would_change_is_what_the_other_preview_says():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    hand.click(label(hand, "5030"))
    plan = hand.plan
    assert set(plan.each_change) == {row.unit for row in plan.rows if row.refusal is None}
    for change in plan.each_change.values():
        other = plan.toggle(change.unit).preview
        assert change.columns == other.odds.final - plan.preview.odds.final
        assert change.gain == pytest.approx(other.gain_chance - plan.preview.gain_chance)


def test_units_that_cannot_be_paid_for_are_not_ticked_and_say_so():
    board = make_board([". . .", ". . ."], activation_points=1)
    near = [board.place("infantry", hex=0), board.place("infantry", hex=2, attack=9)]
    board.place("infantry", hex=1, side="axis")
    hand = Interaction(on_board(board))
    hand.click(2)
    hand.click(1)
    assert hand.plan.units == {near[1]}
    hand.toggle(near[0])
    assert hand.plan.units == {near[1]}
    assert "OPS-5.2-4" in hand.toast.clauses
    hand.tick_all()
    assert hand.plan.units == {near[1]}
    hand.toggle(near[1])
    assert hand.plan.units == frozenset() and hand.plan.preview is None
    hand.tick_all()
    assert hand.plan.units == {near[1]}  # the stronger one


def test_who_is_ticked_and_who_supports_is_paid_for_before_others_are_ticked():
    board = make_board([". . .", ". . .", ". . ."], activation_points=3)
    weak = board.place("infantry", hex=0, attack=2)
    strong = [board.place("infantry", hex=hex_, attack=9) for hex_ in (2, 2)]
    board.place("infantry", hex=1, side="axis")
    gun = board.place("artillery", hex=4)
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    hand.toggle(gun)
    hand.tick_all()
    assert weak in hand.plan.units and len(hand.plan.units & set(strong)) == 1
    assert hand.plan.supports == {gun} and hand.plan.refusal is None


def test_where_none_of_the_selected_can_fight_nobody_is_ticked():
    board = make_board([". . .", ". . ."])
    spent, fresh = board.place("infantry", hex=0), board.place("infantry", hex=2)
    board.place("infantry", hex=1, side="axis")
    board.state.put(replace(board.state.units[spent], attacked=True))
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    assert hand.plan.units == frozenset() and hand.plan.refusal is not None
    hand.toggle(fresh)
    assert hand.plan.units == {fresh} and hand.plan.refusal is None


def test_supports_are_ticked_by_hand_and_three_at_most():
    board = make_board([". . . .", ". . . ."])
    board.place("infantry", hex=0)
    board.place("infantry", hex=1, side="axis")
    guns = [board.place("artillery", hex=hex_) for hex_ in (4, 4, 4, 2)]
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    assert {row.unit for row in hand.plan.supporters} == set(guns)
    for gun in guns:
        hand.toggle(gun)
    assert len(hand.plan.supports) == 3
    assert hand.toast.clauses == ("OPS-7.2-10",)


def test_the_main_attack_comes_from_the_strongest_of_those_that_are_ticked():
    board = make_board([". . .", ". . ."])
    strong, weak = board.place("infantry", hex=0, attack=9), board.place("infantry", hex=2, attack=3)
    board.place("infantry", hex=1, side="axis")
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    hand.toggle(weak)
    assert hand.plan.units == {strong, weak}
    assert hand.plan.order.main == 0 and hand.plan.refusal is None
    hand.toggle(strong)
    assert hand.plan.order.main == 2 and hand.plan.refusal is None


def test_a_stack_is_aimed_by_whose_weakest_unit_comes_first():
    """The units of a selection are named in the order of their ids; the main attack comes from the strongest hex."""
    board = make_board([". . .", ". . ."])
    board.place("infantry", hex=0, attack=3)
    board.place("infantry", hex=2, attack=9)
    foe = board.place("infantry", hex=1, side="axis")
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.units = frozenset({1, 2})
    assert hand.targets(Aim.ATTACK) == (board.state.units[foe].hex,)
    assert hand.why_not_aim(Aim.ATTACK) is None


def test_cancelling_a_plan_keeps_the_selection():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    units = hand.units
    hand.click(label(hand, "5030"))
    hand.cancel()
    assert (hand.mode, hand.plan, hand.units) == (Mode.SELECTED, None, units)


def test_a_far_enemy_is_refused_with_the_reason():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    hand.click(label(hand, "4826"))
    assert hand.plan is None and "OPS-7.2-1" in hand.toast.clauses


def test_guns_bombard_where_others_attack():
    table = seat(CARENTAN)
    hand = Interaction(table)
    gun = next(unit for unit in table.view.own_units() if table.view.profile(unit.id).is_gun)
    hand.select(gun.id)
    target = hand.targets(Aim.BOMBARD)[0]
    hand.click(target)
    assert hand.mode is Mode.BOMBARD and isinstance(hand.plan, BombardmentPlan)
    assert hand.plan.units == {gun.id} and hand.plan.preview is not None
    assert hand.confirm()
    assert table.played == [Bombard((gun.id,), target)]


def test_from_the_attack_to_a_bombardment_of_the_same_hex():
    board = make_board([". . . .", ". . . ."])
    board.place("infantry", hex=0)
    board.place("infantry", hex=1, side="axis")
    gun = board.place("artillery", hex=4)
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    hand.bombard_instead()
    assert hand.mode is Mode.BOMBARD and hand.plan.units == {gun}


def test_bombard_only_says_why_where_nobody_can():
    board = make_board([". . . .", ". . . ."])
    board.place("infantry", hex=0)
    board.place("infantry", hex=1, side="axis")
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    refusal = hand.why_not_bombard_instead()
    assert "No guns" in str(refusal.text)
    hand.bombard_instead()
    assert hand.mode is Mode.ATTACK and hand.toast.text == str(refusal.text)
    gun = board.place("artillery", hex=4)
    board.state.put(replace(board.state.units[gun], supported=True))
    spent = Interaction(on_board(board))
    spent.click(0)
    spent.click(1)
    assert "fired" in str(spent.why_not_bombard_instead().text)


@pytest.mark.parametrize("aim", [Aim.ATTACK, Aim.BOMBARD])
def test_a_button_that_can_do_nothing_says_why(aim):
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0)
    hand = Interaction(on_board(board))
    hand.click(0)
    assert str(hand.why_not_aim(aim).text)
    hand.aim_at(aim)
    assert hand.aim is Aim.ANY and hand.toast.bad


def test_the_attack_button_opens_the_plan_when_only_one_enemy_can_be_meant():
    board = make_board([". . ."])
    board.place("infantry", hex=0)
    board.place("infantry", hex=1, side="axis")
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.aim_at(Aim.ATTACK)
    assert hand.mode is Mode.ATTACK and hand.plan.target == 1


# ------------------------------------------------------------------------------------------------- advance


def won_battle():
    """A seat whose attack has just emptied a hex."""
    board = make_board([". . . . .", ". . . . ."], activation_points=20)
    for _ in range(3):
        board.place("armour", hex=0, attack=20)
    board.place("company", hex=1, side="axis", defence=1, hp=1)
    board.place("infantry", hex=4, side="axis")
    table = on_board(board)
    hand = Interaction(table)
    hand.click(0)
    hand.click(1)
    hand.confirm()
    return table, hand


def test_after_a_won_hex_the_player_decides_who_advances():
    table, hand = won_battle()
    assert hand.mode is Mode.ADVANCE and isinstance(hand.plan, AdvancePlan)
    chosen = tuple(sorted(hand.plan.units))
    hand.click(hand.plan.target)
    assert table.played[-1] == Advance(chosen)
    assert all(table.view.unit(unit).hex == 1 for unit in chosen)


def test_staying_is_an_answer_too():
    table, hand = won_battle()
    assert hand.stay()
    assert table.played[-1] == Advance(()) and hand.mode is Mode.SELECTED


def test_nothing_else_can_be_done_while_an_advance_waits():
    table, hand = won_battle()
    hand.cancel()
    assert hand.mode is Mode.ADVANCE
    hand.end_turn()
    assert hand.toast.clauses and not any(isinstance(order, Pass) for order in table.played)


# ------------------------------------------------------------------------------------------------- undo and turn


def test_undo_takes_a_move_back_and_keeps_the_selection():
    table = seat(SEA)
    hand = Interaction(table)
    before = table.game.digest()
    hand.click(table.view.own_units()[0].hex)
    units, hex_ = hand.units, hand.hex
    hand.click(min(goal for goal in hand.reach.near if not table.view.position.stacks.get(goal)))
    assert table.game.digest() != before
    assert hand.undo()
    assert table.game.digest() == before and (hand.units, hand.hex) == (units, hex_)


def test_undo_beyond_dice_is_refused_with_the_reason():
    hand = Interaction(seat(OMAHA))
    hand.click(label(hand, "4930"))
    hand.click(label(hand, "5030"))
    hand.confirm()
    if hand.mode is Mode.ADVANCE:
        hand.stay()
    assert not hand.undo()
    assert hand.toast.text and hand.toast.bad


def test_ending_the_turn_asks_first_while_units_are_left():
    table = seat(OMAHA)
    hand = Interaction(table)
    with language("en"):
        assert not hand.end_turn()
    assert hand.question is not None and table.played == []
    assert f"and {table.view.position.activation_points} activation points" in hand.question.words
    hand.cancel()
    assert hand.question is None
    hand.end_turn()
    assert hand.confirm()
    assert table.played == [Pass()]
    assert hand.mode is Mode.WATCHING


def test_ending_the_turn_does_not_ask_when_nobody_is_left():
    board = make_board([". . . ."])
    board.place("infantry", hex=0, activated=1)
    board.place("infantry", hex=3, side="axis")
    table = on_board(board)
    assert Interaction(table).end_turn()
    assert table.played == [Pass()]


def test_while_the_other_side_decides_nothing_can_be_ordered():
    table = seat(OMAHA, side="axis")
    hand = Interaction(table)
    hand.click(label(hand, "5030"))
    assert hand.mode is Mode.WATCHING and hand.units == frozenset()
    hand.click(label(hand, "4930"))
    assert not hand.end_turn() and not hand.confirm() and table.played == []


def test_a_whole_game_can_be_played_through_the_interaction():
    """Both sides by clicks alone: move what can be moved, pass, to the end; no order is ever refused."""
    game = wab.new_game(SEA, seed=5)
    hands = {side: Interaction(Seat(game, side)) for side in ("allied", "axis")}
    for _ in range(2000):
        if game.outcome is not None:
            break
        hand = hands[game.to_act]
        hand.refresh()
        if hand.next_unit() is not None and hand.reach.near:
            hand.aim_at(Aim.MOVE)
            hand.click(min(hand.reach.near))
            assert hand.toast is None
        elif not hand.end_turn():
            assert hand.confirm()
    assert game.outcome is not None
    assert hands["allied"].mode is Mode.OVER
