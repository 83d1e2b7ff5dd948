"""Orders of no unit by a click on their hex, and the question before the actions end."""

import pytest
from msgspec.structs import replace

from tests.app.omaha.bench import INLAND, at_turn, begun, hand_of, hex_of, moved, unit_of
from wab.app.omaha.hand import dangers, forecast
from wab.app.omaha.pages.records import SHORT
from wab.app.omaha.screen import answers
from wab.app.wargame.offers.offers import Mode
from wab.locale import language
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import CLIFF
from wab.systems.omaha.state.steps import Force


@pytest.fixture(autouse=True)
def _english(english):
    yield


def test_a_click_on_a_lit_hex_clears_it():
    hand = hand_of(at_turn(2, "engineers"))
    assert hand.mode is Mode.SELECTED and hand.reach.near, "hexes are lit without a unit"
    hex_ = min(hand.reach.near)
    hand.click(hex_)
    assert hex_ in hand.view.position.now.cleared


def test_a_question_is_answered_by_a_click_also_on_the_hex_of_an_own_stack():
    game = begun(scenario=INLAND)
    hand = hand_of(game)
    assert hand.view.phase == "sand"
    hex_ = game.state.agenda[0].among[0]
    game.state.store(replace(next(iter(game.state.units.values())), hex=hex_))
    hand.refresh()
    hand.click(hex_)
    assert game.state.agenda[1].picks == (hex_,) and hand.units == frozenset()


def test_a_selected_unit_has_its_own_orders_alone():
    game = at_turn(4, "actions", acting="east", naval=1)
    game = moved(game, **{"E/2/16": "0716"})
    hand = hand_of(game)
    assert all(isinstance(order, od.NavalBarrage) for orders in hand.goals.values() for order in orders)
    hand.click(hex_of(game, "0716"))
    assert hand.units and not any(isinstance(one, od.NavalBarrage) for found in hand.goals.values() for one in found)


def words(game):
    return [danger.words for danger in dangers.of(SYSTEM.view(game.state, "us").position)]


def test_the_tide_is_told_the_turn_before_it_rises():
    early, last = at_turn(5, "actions", acting="east"), at_turn(6, "actions", acting="east")
    for game in (early, last):
        moved(game, **{"E/2/16": "0516"})
    assert not any("water rises" in line for line in words(early))
    assert any("water rises next turn" in line and "0516" in line for line in words(last))


def test_the_tide_that_takes_units_now_is_told_but_not_of_units_on_a_cliff():
    game = moved(at_turn(7, "actions", acting="east"), **{"E/2/16": "0516"})
    assert any("at the end of this turn" in line and "0516" in line for line in words(game))
    unit = game.state.units[game.state.board.ids["E/2/16"]]
    game.state.store(replace(unit, climb=CLIFF))
    assert not any("0516" in line for line in words(game) if "at the end" in line)


def test_too_many_units_and_too_many_steps_in_a_hex_are_told():
    game = moved(at_turn(9, "actions", acting="east"), **{"E/2/16": "0716", "F/2/16": "0716"})
    assert any("5 steps or more" in line and "0716" in line for line in words(game))
    assert not any("the rest is lost" in line for line in words(game))
    moved(game, **{"G/2/16": "0716"})
    assert any("the rest is lost" in line and "0716" in line for line in words(game))


def test_the_other_sector_is_warned_when_its_own_actions_end():
    game = moved(at_turn(9, "actions", acting="east"), **{"E/2/116": "0620", "F/2/116": "0620"})
    assert not any("0620" in line for line in words(game)), "the west has still its actions"
    game.state.changed(done=("east",), acting="west")
    assert any("0620" in line for line in words(game))


def test_the_end_of_the_actions_asks_if_there_is_a_danger_and_only_then():
    game = moved(at_turn(9, "actions", acting="east"), **{"E/2/16": "0716", "F/2/16": "0716"})
    hand = hand_of(game)
    assert not hand.end_turn() and hand.question is not None and "0716" in hand.question.words
    safe = at_turn(9, "actions", acting="east")
    for unit in list(safe.state.units):
        safe.state.take(unit)
    hand = hand_of(safe)
    assert hand.end_turn() and hand.question is None


def test_weapons_that_are_lacking_are_named_apart_from_those_at_hand():
    game = moved(at_turn(6, "actions", acting="east"), **{"E/2/16": "0713"})
    state, target = game.state, hex_of(game, "0812")
    state.changed(forces={target: Force("squad-1", "wn_marker-1")})
    position = SYSTEM.view(state, "us").position
    order = od.Attack(target, (unit_of(game, "E/2/16"),))
    hand_, *asked = forecast.weapon_words(position, order)
    at_hand = {part.split(" (")[0] for part in hand_.removeprefix("Weapons at hand: ").rstrip(".").split(", ")}
    assert at_hand == {name for code, name in SHORT if f"({code})" in hand_}
    assert len(asked) == 2 and all("Lacking: " in line for line in asked)
    for line in asked:
        there, lacking = line.split(" Lacking: ")
        needs = {part.split(" (")[0] for part in there.split("asks for: ")[1].rstrip(".").split(", ")}
        assert needs <= at_hand
        names = {part.split(" (")[0] for part in lacking.rstrip(".").split(", ")}
        assert names <= {name for _code, name in SHORT} - at_hand


def test_the_fire_that_reaches_a_hex_is_told_as_print_wants_it():
    state = at_turn(1, "actions").state
    with language("fr"):
        lines = answers.hex_lines(state, state.board.hex("0515"))
    assert any(": WN" in line for line in lines) and not any(": " in line.replace("\u00a0: ", "") for line in lines)
