"""The boundary between the army groups (BLD-6): its form, its moment, and the lines on offer."""

from __future__ import annotations

import pytest

from tests.rules.blind.field import board, hexes, number, offered, play, position, why
from wab.systems.blind.ground.boundary import border, is_sound
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.areas import zone


def drawn(state, name="argentan"):
    return why(state, od.Boundary(state.board.boundaries[name]))


def enclave(name, label):
    """A named line, and one around a hex of British ground."""
    on = board()
    us = zone(on, on.boundaries[name], "us").copy()
    us[on.hex(label)] = True
    return border(on, us)


@pytest.mark.clause("BLD-6-5")
def test_a_boundary_is_one_chain_between_two_whole_zones():
    on = board()
    line = on.boundaries["caumont"]
    us_side, sea_side = line[0], (on.hex("1005"), on.hex("1004"))
    assert is_sound(on, line)
    wrong = {
        "twice": (line[0], *line),
        "out of order": line[::-1],
        "a gap": line[1:],
        "a loose hexside": tuple(sorted((*line, (on.hex("1610"), on.hex("1611"))))),
        "turned round": tuple(sorted((there, here) for here, there in line)),
        "hexes apart": tuple(sorted((*line, (us_side[0], on.hex("1610"))))),
        "off the map": tuple(sorted((*line, (us_side[0], on.grid.size)))),
        "a side of the sea": tuple(sorted((*line, sea_side))),
        "an enclave": enclave("caumont", "1610"),
        "nothing": (),
    }
    assert {what for what, sides in wrong.items() if is_sound(on, sides)} == set()


@pytest.mark.clause("BLD-6-5")
def test_each_group_keeps_its_beaches():
    on = board()
    us = zone(on, on.boundaries["caumont"], "us")
    for beach, joins_us in (("gold", True), ("omaha", False)):
        other = us.copy()
        other[on.beaches[beach]] = joins_us
        assert not is_sound(on, border(on, other))


@pytest.mark.clause("BLD-6-3")
def test_no_boundary_is_drawn_after_a_unit_marched_landed_called_or_left():
    units = {"us_1_inf": "1006", "us_4_cav": "0117", "ge_91_inf": "0907", "ge_352_inf": "1107"}
    deeds = {
        "marched": lambda state: od.March(number(state, "us_1_inf"), hexes(state, "1006 1106")),
        "landed": lambda state: od.Enter(number(state, "us_9_inf"), *hexes(state, "0804")),
        "called": lambda state: od.Call(number(state, "us_1_inf"), *hexes(state, "0907")),
        "left": lambda state: od.Leave(number(state, "us_4_cav")),
    }
    for deed in deeds.values():
        state = position(units, turn=3, allied="1106", boxes={"coming": ("us_9_inf",)})
        assert drawn(state) is None and offered(state, od.Boundary)
        play(state, deed(state))
        assert drawn(state) == "boundary-late" and not offered(state, od.Boundary)
        state.changed(turn=4, passed=(), mover=None)
        state.change_all("allied", act="")
        assert drawn(state) is None


@pytest.mark.clause("BLD-6-3")
@pytest.mark.clause("BLD-15-4")
def test_a_unit_that_is_fitted_with_cutters_has_not_moved_until_it_attacks():
    state = position({"us_2_armd": "1006", "us_1_inf": "1006", "ge_91_inf": "0907"}, turn=14)
    play(state, od.Refit(number(state, "us_2_armd"), "cutters"))
    assert drawn(state) is None
    state.changed(contacts={state.board.hex("0907"): 1})
    play(state, od.Declare(number(state, "us_2_armd"), *hexes(state, "0907")))
    assert drawn(state) == "boundary-late"


@pytest.mark.clause("BLD-6-3")
@pytest.mark.clause("BLD-6-5")
def test_the_named_lines_are_offered_and_the_present_one_moved_by_its_last_hex():
    state = position({"us_1_inf": "1006"})
    on, now = state.board, state.now.boundary
    found = [order.sides for order in offered(state, od.Boundary)]
    assert now not in found and {*on.boundaries.values()} - {now} <= {*found}
    us = zone(on, now, "us")
    moved = [line for line in found if line not in on.boundaries.values()]
    changed = {tuple((zone(on, line, "us") != us).nonzero()[0].tolist()) for line in moved}
    ends = {hex_ for pair in now for hex_ in pair if len(on.grid.adjacent(hex_)) < 6}
    assert changed == {(hex_,) for hex_ in ends} and not offered(state, od.Boundary, "us_1_inf")
