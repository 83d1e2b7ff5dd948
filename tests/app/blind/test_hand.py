"""The hand: two rows of a call, orders by hex, calls along a way, the boundary, the switches of the table."""

import pytest

from tests.app.blind.bench import attacked, hand_of, hex_of, staged, unit_of
from wab.app.blind.hand import forecast
from wab.app.blind.hand.table_rows import TablePlan
from wab.app.wargame.hand.drafts import Drafts
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.areas import zone

pytestmark = pytest.mark.usefixtures("english")


def test_a_click_over_the_border_lists_a_look_and_an_attack():
    game = staged()
    hand = hand_of(game)
    hand.select(unit_of(game, "us_1_inf"))
    hand.click(hex_of(game, "1006"))
    assert [order.attack for order in hand.plan.orders] == [False, True]
    notes = " ".join(hand.adapter.notes_of(hand.plan.orders[1]))
    assert "room for 3" in notes and "An attack takes 2 of 20" in notes and "second movement" in notes
    hand.choose(1)
    hand.confirm()
    assert game.state.now.contacts == {hex_of(game, "1006"): 1}
    hand.select(unit_of(game, "us_rangers"))
    assert isinstance(hand.goals[hex_of(game, "1006")][0], od.Declare)
    assert hex_of(game, "1006") in hand.reach.rose


def test_with_shift_calls_go_on_while_hexes_are_vacant():
    game = staged()
    hand, unit = hand_of(game), unit_of(game, "us_4_cav")
    hand.select(unit)
    hand.click(hex_of(game, "0907"))
    assert "With Shift" in hand.toast.text and game.state.units[unit].hex == hex_of(game, "0905")
    hand.select(unit)
    hand.click(hex_of(game, "0907"), shift=True)
    assert game.state.units[unit].hex == hex_of(game, "0907"), "0906 was called on the way"
    stopped = staged(units={"us_4_cav": "0905", "ge_352_inf": "0906", "us_1_inf": "1005"})
    other = hand_of(stopped)
    other.select(unit_of(stopped, "us_4_cav"))
    other.click(hex_of(stopped, "0907"), shift=True)
    assert stopped.state.units[unit_of(stopped, "us_4_cav")].act in ("halted", "moved")
    assert stopped.state.now.contacts or stopped.state.units[unit].hex == hex_of(stopped, "0907")


@pytest.mark.parametrize(("phase", "order"), [("interdiction", od.Interdict), ("allied_first", od.March)])
def test_orders_of_the_air_need_no_unit(phase, order):
    game = staged(phase, air=2)
    hand = hand_of(game)
    hand.hover(hex_of(game, "1008"))
    if phase == "interdiction":
        assert len(hand.reach.near) == 7, "the hexes that it would cost"
        hand.click(hex_of(game, "1008"))
        assert isinstance(hand.plan.order, order) and not game.state.now.interdicted, "it is weighed first"
        hand.click(hex_of(game, "1008"))
        assert game.state.now.interdicted == (hex_of(game, "1008"),)
    else:
        assert not hand.goals


def test_a_click_draws_the_boundary_while_its_overlay_lies_there():
    game = staged()
    hand = hand_of(game)
    hand.drawing = True
    board = game.state.board
    assert all(isinstance(order, od.Boundary) for order in hand.loose) and len(hand.loose) >= 5
    hex_ = next(there for here, there in game.state.now.boundary if here == hex_of(game, "1112"))
    hand.click(hex_)
    assert zone(board, game.state.now.boundary, "us")[hex_] or hand.toast is not None
    hand.drawing = False
    assert not any(isinstance(order, od.Boundary) for order in hand.loose)


def test_a_plan_counts_on_no_answer(window):
    from wab.app.play.archive import Seats
    from wab.app.play.session import Session

    game = staged()
    drafts = Drafts(Session(game, Seats("allied", {"axis": "random"}), start_worker=lambda: None))
    drafts.read_by(hand_of(game).adapter)
    drafts.planning = True
    drafts.add(od.Call(unit_of(game, "us_1_inf"), hex_of(game, "0906")))
    after = drafts.view.position
    assert after.units[unit_of(game, "us_1_inf")].hex == hex_of(game, "1005") and not after.now.contacts


def test_the_attacker_sets_restraint_losses_and_units_called_off():
    game = attacked("us_1_inf", "us_rangers")
    while game.to_act == "axis":
        game.play(next(iter(game.view("axis").legal_orders())))
    hand = hand_of(game, "allied")
    assert isinstance(hand.plan, TablePlan) and isinstance(hand.plan.order, od.Press)
    groups = {row.group for row in hand.rows}
    assert {"The attack", "Called off"} <= groups
    hand.choose(0)
    assert hand.plan.order.restrained and not hand.plan.order.called_off
    hand.cancel()
    hand.click(hex_of(game, "1005"))
    assert isinstance(hand.plan, TablePlan) and hand.plan.order.restrained, "a question stays as it was put together"
    odds = forecast.odds_of(hand.position, hand.plan.order)
    assert odds is None or abs(sum(result.chance for result in odds.results) - 1) < 1e-9
    assert hand.confirm() and game.state.now.stage != "conduct"


def test_the_defender_chooses_whole_forces_and_the_advance_takes_all_that_fit():
    game = attacked("us_1_inf", defenders={"ge_6_para_regt": "1006"})
    hand = hand_of(game, "axis")
    assert isinstance(hand.plan.order, od.Form) and sum(bool(row.ticked) for row in hand.rows) == 1
    hand.step(1)
    hand.choose(len(hand.rows) - 1)
    assert hand.plan.order.forces == ()


def test_forecasts_are_exact():
    game = staged()
    volleys = [forecast.Volley("a", 3, ()), forecast.Volley("b", 0, ()), forecast.Volley("c", 2, ())]
    ways = forecast.taken(game.state, volleys)
    table = game.state.board.tables.combat
    want = [one + two for one in table.row(0, 3) for two in table.row(0, 2)]
    assert ways == {steps: want.count(steps) for steps in sorted(set(want))}
