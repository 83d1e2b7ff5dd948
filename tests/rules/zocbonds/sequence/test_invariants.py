"""The invariants of every position, each broken once."""

import pytest
from msgspec.structs import replace

from tests.rules.zocbonds.field import board
from wab.systems.zocbonds.sequence.invariants import problems
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.state import OUT, Mulberry, Works
from wab.systems.zocbonds.state.steps import MayIgnore

PLAIN = "1432"


def start(**now):
    state = starting_state(board(), 1, {})
    state.changed(**{"side": "axis", "phase": "combat", "turn": 3, **now})
    return state


def number(key):
    return board().ids[key]


def put(state, key, label=None, **values):
    """A unit on the map, out of its box, on ground of its side."""
    unit = number(key)
    if unit not in state.units:
        apply(state, ev.Placed((unit,), board().hex(label or PLAIN), (board().hex(label or PLAIN),)))
    state.change(unit, **values)
    return state.units[unit].hex


def wrong(state):
    return list(problems(state))


def test_the_position_at_start_is_sound():
    assert wrong(start()) == []


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"steps": 0}, "has 0 steps"),
        ({"steps": 4}, "has 4 steps"),
        ({"supply": 3}, "has supply 3"),
        ({"spent": -1}, "-1 spent"),
        ({"reserve": True, "disrupted": True}, "is in reserve and cannot be"),
        ({"reserve": True, "scattered": True}, "is in reserve and cannot be"),
        ({"reserve": True, "replaced": True}, "is in reserve and cannot be"),
        ({"reserve": True, "supply": OUT}, "is in reserve and cannot be"),
    ],
)
def test_a_unit_in_no_possible_state(values, said):
    state = start()
    put(state, "de_352id_914", **values)
    assert [said in problem for problem in wrong(state)] == [True]


def test_a_unit_that_is_nowhere_or_in_two_places():
    state = start()
    boxes = dict(state.now.boxes)
    state.changed(boxes={**boxes, "britain": boxes["britain"][1:]})
    assert [problem.endswith("is nowhere") for problem in wrong(state)] == [True]
    state.changed(boxes={**boxes, "lost": (number("de_352id_914"),)})
    assert wrong(state) == [f"unit {number('de_352id_914')} is in 2 places"]


@pytest.mark.parametrize("units", [(), "doubled", "reversed"])
def test_a_box_that_is_empty_or_out_of_order(units):
    state = start()
    boxes = dict(state.now.boxes)
    britain = boxes["britain"]
    wrongly = {"doubled": (*britain, britain[-1]), "reversed": britain[::-1]}.get(units, ())
    state.changed(boxes={**boxes, "britain" if units else "lost": wrongly})
    assert wrong(state)[-1].startswith("the box")


def test_ground_that_is_sea_or_held_by_the_other_side():
    state = start()
    hex_ = put(state, "de_352id_914")
    state.control[hex_] = CODES["allied"]
    assert [problem.endswith("which its side does not hold") for problem in wrong(state)] == [True]
    state = start()
    sea = next(hex_ for hex_ in range(board().grid.size) if board().sea[hex_])
    state.put(replace(state.units[number("de_352id_914")], hex=sea))
    assert wrong(state) == [f"de_352id_914 stands in {board().grid.label(sea)}"]


@pytest.mark.clause("ZOC-7.2-1")
@pytest.mark.parametrize(
    ("now", "found"),
    [
        ({}, True),
        ({"phase": "supply"}, True),
        ({"phase": "movement"}, False),
        ({"phase": "replacement"}, False),
        ({"phase": "reserve_movement"}, False),
        ({"phase": "movement", "side": "allied"}, True),
        ({"agenda": (MayIgnore("axis"),)}, False),
    ],
)
def test_stacking_holds_but_while_a_side_moves_or_somebody_must_answer(now, found):
    """ZOC-7.2-1: the limit must hold when a movement phase or an advance ends."""
    state = start(**now)
    for key in ("de_352id_914", "de_352id_915", "de_352id_916"):
        state.put(replace(state.units[number(key)], hex=board().hex(PLAIN)))
    assert wrong(state) == ([f"{PLAIN} holds too much"] if found else [])


@pytest.mark.parametrize(
    ("marker", "count", "name"), [("reserve", 7, "reserve"), ("column", 4, "strategic movement"), ("truck", 2, "truck")]
)
def test_more_markers_than_there_are(marker, count, name):
    state = start()
    by_hex = {state.units[unit].hex: unit for unit in state.deployed("axis").ids}
    for unit in sorted(by_hex.values())[:count]:
        state.change(unit, **{marker: True})
    assert wrong(state) == [f"axis has 1 {name} markers too many"]


def test_more_cadres_than_there_are():
    state = start()
    of_the_kind = [
        unit
        for unit, profile in board().roster.items()
        if (profile.nation, profile.cadre) == ("us", "armour") and profile.has_cadre
    ]
    assert len(of_the_kind) > 3
    state.changed(evacuated=dict.fromkeys(of_the_kind[:3], 1))
    assert wrong(state) == []
    state.changed(evacuated=dict.fromkeys(of_the_kind[:4], 1))
    assert wrong(state) == ["us has 1 armour cadres too many"]
    state.changed(evacuated={of_the_kind[0]: 4})
    assert wrong(state) == [f"unit {of_the_kind[0]} was taken back with 4 steps"]


def test_works_are_counted_and_lie_one_a_hex_on_ground():
    state = start()
    permanent, hexes = state.now.works, [hex_ for hex_ in range(board().grid.size) if board().terrain(hex_) == "bocage"]
    laid = tuple(Works(hex_, "us") for hex_ in hexes[:4])
    state.changed(works=(*permanent, *laid))
    assert wrong(state) == []
    state.changed(works=(*permanent, *laid, Works(hexes[5], "us")))
    assert wrong(state) == ["us has laid 5 improved positions"]
    state.changed(works=(*permanent, laid[0], laid[0]))
    assert wrong(state) == [f"2 improved positions lie in hex {hexes[0]}"]
    state.changed(works=(*permanent, Works(hexes[0], "nobody")))
    assert wrong(state) == ["nobody has laid 1 improved positions"]


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({"supply": {"fortress": 20}}, ["the track fortress stands at 20"]),
        ({"supply": {"fortress": -1}}, ["the track fortress stands at -1"]),
        ({"replacements": {"us_armour": 10}}, ["the track us_armour stands at 10"]),
        ({"beached": {"gold": 5}}, ["the track gold stands at 5"]),
        ({"beached": {"mulberry_us": 6}}, []),
        ({"points": {"us": -1}}, ["us has -1 points left"]),
        ({"air": {"us": -1}}, ["us has -1 air left"]),
        ({"ships": {"us": -1}}, ["us has -1 ships left"]),
        ({"works_left": {"axis": -1}}, ["axis has -1 works left"]),
        ({"mulberries": {"us": Mulberry(done=True)}}, []),
    ],
)
def test_tracks_stay_within_their_limits(now, said):
    assert wrong(start(**now)) == said
