"""The front of Omaha: options and seats in words, boats that head for the land."""

import pytest
from msgspec.structs import replace

import wab
from tests.app.omaha.bench import WAVES, at_turn, due, unit_of
from wab.app.omaha.front import FRONT
from wab.app.omaha.looks import looks
from wab.content.omaha.checks import OPTIONS


@pytest.mark.usefixtures("english")
def test_every_option_and_value_has_words():
    for option, values in OPTIONS.items():
        assert option in FRONT.option_words and FRONT.option_name(option) != option
        assert all(value in FRONT.option_words for value in values)


@pytest.mark.usefixtures("english")
def test_two_persons_are_called_by_their_divisions_and_hide_nothing():
    game = wab.new_game(WAVES, seed=1, options={"players": "2"})
    assert [FRONT.seat_name(seat) for seat in game.seats] == ["1st Division", "29th Division"]
    assert FRONT.privacy(game).shared(*game.seats)


def test_a_company_in_its_box_is_a_boat_that_heads_for_the_land():
    game = due(6, "C/1/16")
    state = game.state
    unit = state.unit(unit_of(game, "C/1/16"))
    order = next(order for order in game.view("us").legal_orders() if getattr(order, "unit", None) == unit.id)
    assert looks.counter(state, unit, 0).figure == "us_infantry"
    game.play(order)
    boat = looks.counter(game.state, game.state.unit(unit.id), 0)
    assert (boat.figure, boat.heading) == ("landing_craft", looks.INLAND)


def test_tanks_in_a_box_come_on_a_craft_of_their_own():
    state = at_turn(1, "arrivals").state
    tanks = replace(state.unit(state.board.ids["1/B/741"]), box="ER1")
    carried = looks.counter(state, tanks, 0)
    assert (carried.figure, carried.heading) == ("tank_craft", looks.INLAND)
