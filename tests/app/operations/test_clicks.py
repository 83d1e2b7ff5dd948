"""Every click gets an answer: why a hex is out of reach, what an empty one is, why no unit can fire. No window."""

import pytest

from tests.app.operations.test_interaction import on_board
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Aim, Mode
from wab.systems.operations.movement.movement import reach, why_not_reach
from wab.systems.operations.testing.boards import make_board

pytestmark = pytest.mark.usefixtures("english")


def said(hand):
    return hand.toast.text if hand.toast is not None else ""


def test_a_click_on_a_distant_enemy_says_that_he_is_too_far():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, name="First", sight=9)
    board.place("infantry", hex=6, side="axis")
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(6)
    assert said(hand) == "First is not adjacent to that hex." and hand.units


def test_a_click_beyond_the_edge_and_on_the_own_hex_is_answered():
    board = make_board([". . . ."])
    board.place("infantry", hex=0)
    hand = Interaction(on_board(board))
    hand.click(None)
    assert said(hand) == "That is beyond the edge of the map."
    hand.click(0)
    hand.aim_at(Aim.MOVE)
    hand.click(0)
    assert said(hand) == "The units stand there already."


def test_an_empty_hex_is_described_when_nothing_is_selected():
    board = make_board([". . . ."])
    board.place("infantry", hex=0)
    hand = Interaction(on_board(board))
    hand.click(3)
    assert "open ground" in said(hand) and not hand.toast.bad and hand.toast.hex == 3


def test_guns_with_nobody_in_range_say_so():
    board = make_board([". . . . . . . ."])
    gun = board.place("artillery", hex=0, range=3, bombardment=4, sight=9)
    board.place("infantry", hex=6, side="axis")
    hand = Interaction(on_board(board))
    hand.select(gun)
    hand.aim_at(Aim.BOMBARD)
    assert said(hand) == "No known enemy stands within 3 hexes, the range of these guns."
    assert hand.toast.clauses == ("OPS-7.5.1-6",)


def test_an_attack_of_units_without_a_neighbour_says_so():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, sight=9)
    board.place("infantry", hex=2, side="axis")
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.aim_at(Aim.ATTACK)
    assert said(hand) == "No known enemy stands beside these units." and hand.mode is Mode.SELECTED


def test_a_second_aim_forgets_what_was_said_of_the_first():
    board = make_board([". . . . ."])
    gun = board.place("artillery", hex=0, range=3, bombardment=4, sight=9)
    board.place("infantry", hex=2, side="axis")
    hand = Interaction(on_board(board))
    hand.select(gun)
    hand.aim_at(Aim.ATTACK)
    assert said(hand)
    hand.aim_at(Aim.BOMBARD)
    assert said(hand) == "" and hand.mode is Mode.BOMBARD


# ------------------------------------------------------------------------------------------------- the rule


def test_a_goal_within_reach_has_no_reason_against_it():
    board = make_board([". . . . ."])
    unit = board.place("infantry", hex=0)
    for goal in reach(board.state, (unit,)):
        assert why_not_reach(board.state, (unit,), goal) is None


def test_a_goal_too_far_away_names_its_price():
    board = make_board([". . . . . . . . . . . . . . . . . . . . . ."])
    unit = board.place("infantry", hex=0, movement=3, strategic=False)
    found = why_not_reach(board.state, (unit,), 20)
    assert found.code == "too-far" and "20" in str(found.text)


def test_a_goal_behind_the_enemy_is_barred_by_zones_of_control():
    board = make_board([". . . . . . . . ."])
    unit = board.place("infantry", hex=0, strategic=False)
    board.place("infantry", hex=4, side="axis")
    assert why_not_reach(board.state, (unit,), 4).code == "enemy"
    assert why_not_reach(board.state, (unit,), 7).code in ("zoc", "no-way")


def test_the_sea_is_closed_to_those_on_land():
    board = make_board([". . ~ ~"])
    unit = board.place("infantry", hex=0)
    found = why_not_reach(board.state, (unit,), 3)
    assert found.code == "closed" and found.where == (3,)


def test_who_may_not_set_off_hears_why():
    board = make_board([". . . ."])
    unit = board.place("infantry", hex=0, movement=0)
    assert why_not_reach(board.state, (unit,), 2).code == "immobile"
