"""Retreats (ZOC-13): length, losses, what is lost for good, one-hex retreats, and what going back does."""

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, carried_out, ids, load, position, unit
from tests.rules.zocbonds.fighting import (
    DECISIONS,
    asked,
    attack,
    beside_the_line,
    fight,
    fought,
    of,
    offered,
    refused,
    scene,
)
from wab.systems.zocbonds.combat.retreat import Plan, Way, step_losses
from wab.systems.zocbonds.ground import crossings
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import LoseStep, RetreatTo
from wab.systems.zocbonds.state.state import Works
from wab.systems.zocbonds.state.steps import LoseSteps, MustRetreat

PLAIN = "1432"
EAST = {"us_4id_8": ("1433", {})}


def going_back(defenders, attackers=EAST, length=2, target=PLAIN, friends=(), works=(), settle=True, **now):
    """Defenders that must go back; `friends` stand elsewhere and did not fight."""
    state = scene(target, defenders, {**attackers, **dict(friends)}, **now)
    state.changed(works=works)
    fight(state, target, attackers, list(attackers)[:1], advance=2)
    step = MustRetreat(state.fight.against, state.fight.defenders, state.fight.target, length)
    if settle:
        asked(state, step)
    else:
        state.changed(agenda=(step,))
    return state


def plan(state):
    return Plan(state, state.fight, state.agenda[0])


def paths(state):
    """Every path on offer, as numbers."""
    found = {order.path for order in offered(state) if isinstance(order, RetreatTo)}
    return {tuple(map(state.board.grid.label, path)) for path in found}


def ends(state):
    return {path[-1] for path in paths(state)}


def retreat(state, *labels, units=None):
    """Order some units, or all who can, along a path."""
    numbers = state.agenda[0].units if units is None else ids(state, *units)
    return RetreatTo(numbers, state.board.hexes(labels))


def gone(state, key):
    return state.board.ids[key] not in state.units


# ------------------------------------------------------------------------------------------------- length and direction


@pytest.mark.clause("ZOC-13.1-1")
@pytest.mark.clause("ZOC-13.1-2")
@pytest.mark.parametrize("length", [2, 4])
def test_a_retreat_ends_as_many_hexes_away_as_it_is_long(length):
    state = going_back({"de_352id_914": {}}, length=length)
    distances = {board().grid.distance(board().hex(PLAIN), board().hex(end)) for end in ends(state)}
    assert distances == {length}
    assert refused(state, retreat(state, PLAIN, "1431", "1432")) == "no-way"


@pytest.mark.clause("ZOC-13.1-7")
def test_the_owner_chooses_among_ways_of_equal_loss():
    state = going_back({"de_352id_914": {}})
    assert len(ends(state)) > 3 and all(refused(state, order) == "" for order in offered(state))


@pytest.mark.clause("ZOC-13.1-6")
def test_a_stack_may_split():
    state = going_back({"de_352id_914": {}, "de_352id_915": {}})
    fought(state, retreat(state, PLAIN, "1431", "1430", units=["de_352id_914"]))
    assert state.agenda[0].units == ids(state, "de_352id_915")
    fought(state, retreat(state, PLAIN, "1531", "1631"))
    assert not gone(state, "de_352id_915") and state.agenda == ()
    assert unit(state, "de_352id_914").hex != unit(state, "de_352id_915").hex


@pytest.mark.clause("ZOC-13.1-5")
@pytest.mark.clause("ZOC-2.3.1-2")
@pytest.mark.clause("ZOC-16.2-5")
@pytest.mark.clause("ZOC-17.8-2")
def test_units_without_allowance_are_lost():
    state = going_back({"de_352id_914": {}, "de_yorck": {}, "de_30_flak_cherbourg": {}})
    assert gone(state, "de_yorck") and gone(state, "de_30_flak_cherbourg") and not gone(state, "de_352id_914")
    assert state.agenda[0].question == "retreat"


# ------------------------------------------------------------------------------------------------- zones


RING = {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_4id_22": ("1332", {})}


@pytest.mark.clause("ZOC-13.1-3")
@pytest.mark.clause("ZOC-13.1-7")
def test_zones_are_avoided_where_that_costs_fewer_steps():
    state = going_back({"de_352id_914": {}}, RING)
    assert all(path[1] == "1431" for path in paths(state)), "the only neighbour out of every zone"
    assert refused(state, retreat(state, PLAIN, "1531", "1530")) == "not-fewest-losses"


@pytest.mark.clause("ZOC-13.2-1")
@pytest.mark.clause("ZOC-13.2-2")
def test_a_way_through_a_zone_and_through_water_costs_two_steps():
    """ZOC-13.2-1, ZOC-13.2-2: one each, the second only for units on foot."""
    state = going_back({"de_352id_914": {}, "de_902_stug": {}}, settle=False)
    way = Way(state.board.hexes((PLAIN, "1431", "1430")), True, True, ())
    foot, tanks = ids(state, "de_352id_914"), ids(state, "de_902_stug")
    assert [plan(state).loss(group, way) for group in (foot, tanks, tuple(sorted(foot + tanks)))] == [2, 1, 2]


@pytest.mark.clause("ZOC-13.2-1")
@pytest.mark.clause("ZOC-13.1-4")
@pytest.mark.clause("ZOC-13.2-5")
def test_the_loss_is_one_for_the_stack_and_the_second_hex_must_be_free():
    ring = {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_1id_16": ("1331", {})}
    state = going_back({"de_352id_914": {}, "de_352id_915": {}}, ring)
    labels = paths(state)
    assert labels, "there is a way"
    zone = state.zone_of("allied")
    assert all(not zone[state.board.hex(path[-1])] for path in labels)
    path = next(path for path in labels if len(path) == 3)
    assert zone[state.board.hex(path[1])]
    fought(state, retreat(state, *path, units=["de_352id_914", "de_352id_915"]))
    assert state.agenda[0] == LoseSteps("axis", ids(state, "de_352id_914", "de_352id_915"), 1, "retreat")
    fought(state, LoseStep(state.board.ids["de_352id_915"]))
    assert unit(state, "de_352id_915").steps == 1 and unit(state, "de_352id_914").steps == 2 and not state.agenda


@pytest.mark.clause("ZOC-13.1-4")
@pytest.mark.clause("ZOC-13.2-5")
@pytest.mark.clause("ZOC-13.6-6")
def test_friends_that_do_not_go_back_negate_a_zone():
    ring = {"us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_1id_16": ("1331", {})}
    friends = {"de_709id_729": ("1431", {"disrupted": True})}
    state = going_back({"de_352id_914": {}}, ring, friends=friends.items())
    assert {path[1] for path in paths(state)} == {"1431"}


@pytest.mark.clause("ZOC-13.2-4")
@pytest.mark.clause("ZOC-8.5.2-2")
def test_bonds_are_the_end():
    ring = {"us_4id_8": ("1433", {}), "us_4id_12": ("1531", {}), "us_1id_16": ("1331", {}), "us_1id_18": ("1630", {})}
    state = going_back({"de_352id_914": {}}, ring, settle=False)
    bonds = state.bonds_of("allied")
    assert bonds.hexes[state.board.hex("1431")] or bonds.each
    for way in plan(state).ways(ids(state, "de_352id_914")):
        for here, there in zip(way.path, way.path[1:], strict=False):
            assert not bonds.bars(here, state.board.grid.direction(here, there), there)


@pytest.mark.clause("ZOC-13.2-4")
@pytest.mark.clause("ZOC-13.2-9")
@pytest.mark.clause("ZOC-13.4-1")
def test_surrounded_by_bonds_and_enemies_a_stack_is_lost_at_once():
    around = {"us_4id_8": ("1433", {}), "us_4id_12": ("1531", {}), "us_4id_22": ("1331", {})}
    state = going_back({"de_352id_914": {}, "de_352id_915": {}}, around)
    assert gone(state, "de_352id_914") and gone(state, "de_352id_915") and not state.agenda
    assert len(state.bonds_of("allied").each) >= 3


@pytest.mark.clause("ZOC-13.2-6")
@pytest.mark.clause("ZOC-13.2-9")
@pytest.mark.clause("ZOC-9.2-1")
def test_off_the_map_and_into_the_sea_nobody_goes():
    state = going_back({"de_352id_914": {}}, {"us_4id_8": ("1130", {})}, target="1030")
    assert ends(state) and all(label.startswith("1") and label >= "1001" for label in ends(state))
    assert all(board().in_play[board().hex(label)] for path in paths(state) for label in path)


# ------------------------------------------------------------------------------------------------- water


@pytest.mark.clause("ZOC-X-13.1")
@pytest.mark.clause("ZOC-13.1-8")
@pytest.mark.clause("ZOC-13.2-2")
@pytest.mark.clause("ZOC-13.2-7")
def test_flooded_hexes_and_least_losses_as_in_the_example():
    """A and C in a zone, B flooded."""
    example = named("13.1")
    assert example.given["stack"] == ["tank unit with one step left", "non-mechanised unit"]
    assert example.given["first_hex_options"] == {
        "A": "vacant, EZOC", "B": "flooded hex, no EZOC", "C": "vacant, EZOC",
    }  # fmt: skip
    hexes = {"A": "2413", "B": "2412", "C": "2311"}
    enemies = {"us_101ab_506": ("2313", {}), "us_101ab_502": ("2212", {}), "us_101ab_501": ("2011", {}),
               "us_101ab_327": ("2113", {})}  # fmt: skip
    state = going_back({"de_100_pz": {"steps": 1}, "de_6fj_fj": {}}, enemies, target="2312", settle=False)
    grid, origin, zone = state.board.grid, state.board.hex("2312"), state.zone_of("allied")
    found = {}
    for name, label in hexes.items():
        first = state.board.hex(label)
        assert zone[first] == ("EZOC" in example.given["first_hex_options"][name] and name != "B")
        seconds = [hex_ for hex_ in grid.adjacent(first) if grid.distance(origin, hex_) == 2]
        ways = [(origin, first, far) for far in seconds]
        found[name] = min(step_losses(state, state.fight.defenders, way, state.fight) for way in ways)
    assert found == example.expect["step_losses"]
    asked(state)
    firsts = {path[1] for path in paths(state)}
    assert firsts == {hexes[name] for name in example.expect["legal"]}


@pytest.mark.clause("ZOC-13.2-2")
@pytest.mark.clause("ZOC-13.2-7")
def test_tanks_go_through_water_by_road_alone_and_infantry_pays_for_it():
    state = position({"de_100_pz": "2413", "de_6fj_fj": "2413", "us_4id_8": "2313"}, phase="combat")
    fight(state, "2413", ["us_4id_8"], ["us_4id_8"])
    hexes = state.board.hexes
    tank, foot = ids(state, "de_100_pz"), ids(state, "de_6fj_fj")
    through, into = ("2413", "2412", "2411"), ("2413", "2412")
    assert state.board.terrain(state.board.hex("2412")) == "flooded"
    assert step_losses(state, tank, hexes(through), state.fight) == 2, "eliminated with its two steps"
    assert step_losses(state, foot, hexes(through), state.fight) == 1
    assert step_losses(state, tank, hexes(into), state.fight) == 2


def far_sides(kind, road):
    """Three hexes in a row or bend, the second step over a side of a kind, with or without a road."""
    on = board()
    for first in range(on.grid.size):
        if not on.dry[first] or on.map.flooded[first]:
            continue
        for out in range(6):
            second = on.grid.neighbour(first, out)
            if second < 0 or not on.dry[second] or on.map.flooded[second] or on.impassable[first, out]:
                continue
            if crossings.kinds(on, first, out):
                continue
            for on_ in range(6):
                third = on.grid.neighbour(second, on_)
                if third < 0 or not on.dry[third] or on.map.flooded[third] or on.grid.distance(first, third) != 2:
                    continue
                if crossings.kinds(on, second, on_) == (kind,) and bool(on.map.road[second, on_]) is road:
                    back = [hex_ for hex_ in on.grid.adjacent(first) if on.grid.distance(hex_, third) == 3]
                    if back and on.dry[back[0]]:
                        return first, second, third, back[0]
    raise LookupError(kind)


@pytest.mark.clause("ZOC-13.2-2")
@pytest.mark.clause("ZOC-13.2-3")
@pytest.mark.clause("ZOC-13.2-8")
@pytest.mark.parametrize(("kind", "road", "tanks", "infantry"), [
    ("river", False, 0, 0), ("major_river", True, 0, 0), ("major_river", False, 2, 1),
])  # fmt: skip
def test_rivers_matter_only_where_they_are_deep_far_off_and_without_a_bridge(kind, road, tanks, infantry):
    first, second, third, back = far_sides(kind, road)
    label = board().grid.label
    state = scene(label(first), {"de_100_pz": {}, "de_6fj_fj": {}}, {"us_4_cav": (label(back), {"steps": 1})})
    fight(state, label(first), ["us_4_cav"], ["us_4_cav"])
    path = (first, second, third)
    assert step_losses(state, ids(state, "de_100_pz"), path, state.fight) == tanks
    assert step_losses(state, ids(state, "de_6fj_fj"), path, state.fight) == infantry


@pytest.mark.clause("ZOC-13.2-2")
@pytest.mark.clause("ZOC-13.2-6")
@pytest.mark.clause("ZOC-13.2-8")
def test_deep_water_beside_the_starting_hex_is_crossed_freely():
    state = scene("2130", {"de_100_pz": {}, "de_6fj_fj": {}}, {"us_4_cav": ("2129", {"steps": 1})})
    fight(state, "2130", ["us_4_cav"], ["us_4_cav"])
    path = state.board.hexes(("2130", "2131", "2132"))
    assert step_losses(state, ids(state, "de_100_pz"), path, state.fight) == 0
    assert step_losses(state, ids(state, "de_6fj_fj"), path, state.fight) == 0


@pytest.mark.clause("ZOC-13.2-2")
@pytest.mark.clause("ZOC-13.2-8")
def test_a_river_along_the_starting_hex_is_crossed_freely_farther_down():
    """The Orne runs along 1326 and between 1427 and 1526."""
    state = scene("1326", {"de_100_pz": {}, "de_6fj_fj": {}}, {"us_4_cav": ("1225", {"steps": 1})})
    fight(state, "1326", ["us_4_cav"], ["us_4_cav"])
    path = state.board.hexes(("1326", "1427", "1526"))
    assert step_losses(state, ids(state, "de_100_pz"), path, state.fight) == 0
    assert step_losses(state, ids(state, "de_6fj_fj"), path, state.fight) == 0


@pytest.mark.clause("ZOC-13.2-2")
@pytest.mark.clause("ZOC-13.2-1")
def test_a_water_loss_is_taken_by_units_on_foot():
    first, second, third, back = far_sides("major_river", False)
    label = board().grid.label
    state = scene(label(first), {"de_6fj_fj": {}, "de_352id_914": {}}, {"us_4_cav": (label(back), {"steps": 1})})
    fight(state, label(first), ["us_4_cav"], ["us_4_cav"])
    assert step_losses(state, state.fight.defenders, (first, second, third), state.fight) == 1


# ------------------------------------------------------------------------------------------------- one hex


def village_beside():
    """A clear hex with a bocage or village neighbour, and the neighbour."""
    return "2025", "2024", "1924"


@pytest.mark.clause("ZOC-13.3-1")
@pytest.mark.clause("ZOC-13.3-4")
@pytest.mark.clause("ZOC-16.1-1")
def test_shelter_stops_a_retreat_of_two_hexes_but_not_of_four():
    target, village, bocage = village_beside()
    state = going_back({"de_352id_914": {}}, {"us_4id_8": ("2026", {})}, target=target)
    assert {(target, village), (target, bocage)} <= paths(state)
    four = going_back({"de_352id_914": {}}, {"us_4id_8": ("2026", {})}, 4, target)
    assert not any(len(path) == 2 for path in paths(four))
    works = (Works(board().hex("1431"), "axis", done=True), Works(board().hex("1331"), "axis"),
             Works(board().hex("1531"), "us", done=True))  # fmt: skip
    dug = going_back({"de_352id_914": {}}, works=works)
    assert {path for path in paths(dug) if len(path) == 2} == {(PLAIN, "1431")}


@pytest.mark.clause("ZOC-X-13.3X")
@pytest.mark.clause("ZOC-X-13.3Y")
@pytest.mark.clause("ZOC-13.3-1")
@pytest.mark.clause("ZOC-13.3-3")
@pytest.mark.clause("ZOC-16.2-3")
def test_as_in_the_example_two_hexes_of_bocage_in_zones_do_not_stop_and_shelter_out_of_them_does():
    y = named("13.3Y")
    assert y.given["hexes"] == {"D": "bocage, no EZOC", "E": "strongpoint"} and y.expect["options"] == ["D", "E"]
    target, _, bocage = village_beside()
    friends = {"de_yorck": ("1925", {})}
    state = going_back({"de_352id_914": {}}, {"us_101ab_506": ("2125", {})}, target=target, friends=friends.items())
    one = {path[1] for path in paths(state) if len(path) == 2}
    assert {bocage, "1925"} <= one
    x = named("13.3X")
    assert x.given["hexes"]["B"] == "bocage in EZOC" and x.expect["stop_after_one_hex"] is False
    enemies = {"us_101ab_506": ("2512", {}), "us_101ab_502": ("2614", {}), "us_101ab_501": ("2415", {})}
    deep = going_back({"de_6fj_fj": {}, "de_352id_fus": {}}, enemies, target="2513")
    zone = deep.zone_of("allied")
    in_zone = {path for path in paths(deep) if zone[deep.board.hex(path[1])]}
    assert in_zone and all(len(path) == 3 for path in in_zone)
    assert plan(deep).least(plan(deep).units) == x.expect["step_loss"]


@pytest.mark.clause("ZOC-13.3-2")
@pytest.mark.clause("ZOC-X-13.3")
def test_undisrupted_friends_stop_as_much_strength_as_they_have():
    strength = named("13.3").given["regiment_strength"]
    assert named("13.3").expect["max_retreating_strength_stopped"] == strength == 6
    friends = {"de_2pz_2": ("1431", {})}
    for defenders, stopped in (
        ({"de_352id_914": {}}, True), ({"de_12ss_25": {}}, False), ({"de_352id_914": {}, "de_795_ost": {}}, False),
    ):  # fmt: skip
        state = going_back(defenders, friends=friends.items())
        together = {order.path for order in offered(state) if len(order.units) == len(defenders)}
        assert ((board().hex(PLAIN), board().hex("1431")) in together) is stopped
    for values in ({"disrupted": True}, {"column": True}):
        state = going_back({"de_352id_914": {}}, friends={"de_2pz_2": ("1431", values)}.items())
        assert (PLAIN, "1431") not in paths(state)


@pytest.mark.clause("ZOC-13.3-2")
def test_what_they_stopped_before_in_the_phase_counts():
    back = {"disrupted": True, "retreated": True, "halted": True}
    for key, stopped in (("de_795_ost", False), ("de_439_ost", True)):
        friends = {"de_709id_729": ("1431", {}), key: ("1431", back)}
        state = going_back({"de_352id_fus": {}}, friends=friends.items())
        assert ((PLAIN, "1431") in paths(state)) is stopped


@pytest.mark.clause("ZOC-13.3-2")
@pytest.mark.clause("ZOC-A-16")
def test_who_came_two_hexes_back_or_was_stopped_by_the_ground_takes_nothing_of_it():
    back = {"disrupted": True, "retreated": True}
    friends = {"de_709id_729": ("1431", {}), "de_795_ost": ("1431", back)}
    state = going_back({"de_352id_fus": {}}, friends=friends.items())
    assert (PLAIN, "1431") in paths(state)
    for way, halted in (((PLAIN, "1431"), True), ((PLAIN, "1431", "1430"), False)):
        copy = state.copy()
        done = fought(copy, retreat(copy, *way))
        assert of(done, ev.Retreated)[0].halted is unit(copy, "de_352id_fus").halted is halted
    target, village, _ = village_beside()
    state = going_back({"de_352id_915": {}}, {"us_4id_8": ("2026", {})}, target=target,
                       friends={"de_352id_fus": (village, {})}.items())  # fmt: skip
    fought(state, retreat(state, target, village))
    assert unit(state, "de_352id_915").retreated and not unit(state, "de_352id_915").halted
    carried_out(state, (ev.PhaseBegan("allied", "reserve_combat", ""),))
    assert not unit(state, "de_352id_915").retreated


@pytest.mark.clause("ZOC-13.3-2")
def test_a_new_phase_forgets_whom_friends_have_stopped():
    state = going_back({"de_352id_914": {}}, friends={"de_2pz_2": ("1431", {})}.items())
    fought(state, retreat(state, PLAIN, "1431"))
    assert unit(state, "de_352id_914").halted
    carried_out(state, (ev.PhaseBegan("allied", "reserve_combat", ""),))
    assert not unit(state, "de_352id_914").halted


@pytest.mark.clause("ZOC-13.3-3")
def test_one_hex_into_a_zone_needs_an_undisrupted_friend_there():
    target, village, _ = village_beside()
    enemies = {"us_4id_8": ("2026", {}), "us_4id_12": ("2124", {})}
    for friends, stopped in (({}, False), ({"de_352id_fus": (village, {})}, True),
                             ({"de_352id_fus": (village, {"disrupted": True})}, False)):  # fmt: skip
        state = going_back({"de_352id_915": {}}, enemies, target=target, friends=friends.items())
        assert state.zone_of("allied")[state.board.hex(village)]
        assert ((target, village) in paths(state)) is stopped


# ------------------------------------------------------------------------------------------------- room, friends


@pytest.mark.clause("ZOC-13.1-10")
def test_a_retreat_into_a_full_hex_goes_on_until_there_is_room():
    friends = {f"de_{key}": ("1430", {}) for key in ("2pz_2", "2pz_304")}
    state = going_back({"de_352id_914": {}, "de_352id_915": {}}, friends=friends.items())
    both = [order.path for order in offered(state) if len(order.units) == 2]
    labels = {tuple(map(board().grid.label, path)) for path in both}
    assert (PLAIN, "1431", "1430") not in labels and (PLAIN, "1431", "1430", "1429") in labels


@pytest.mark.clause("ZOC-13.1-9")
@pytest.mark.clause("ZOC-13.6-6")
def test_friends_passed_through_are_unaffected():
    state = going_back({"de_352id_914": {}}, friends={"de_2pz_2": ("1431", {})}.items())
    before = unit(state, "de_2pz_2")
    fought(state, retreat(state, PLAIN, "1431", "1430"))
    assert unit(state, "de_2pz_2") == before


@pytest.mark.clause("ZOC-13.3-2")
@pytest.mark.clause("ZOC-13.6-10")
def test_friends_in_column_stop_nobody():
    """ZOC-13.3-2: though there is no way but over them, which ends a hex further on."""
    around = {"us_4id_8": ("1433", {}), "us_4id_12": ("1531", {}), "us_4id_22": ("1331", {})}
    for values, lengths in (({}, {2, 3}), ({"column": True}, {3})):
        friends = {"de_2pz_2": ("1431", values)}
        state = going_back({"de_352id_914": {}}, around, friends=friends.items(), settle=False)
        assert {len(path) for path in paths(state)} == lengths
        assert {path[1] for path in paths(state)} == {"1431"}


@pytest.mark.clause("ZOC-13.6-10")
def test_friends_in_column_are_gone_through_only_where_there_is_no_other_way():
    column = {"de_2pz_2": ("1431", {"column": True, "truck": True})}
    state = going_back({"de_352id_914": {}}, friends=column.items())
    assert paths(state) and all("1431" not in path for path in paths(state))
    around = {"us_4id_8": ("1433", {}), "us_4id_12": ("1531", {}), "us_4id_22": ("1331", {})}
    state = going_back({"de_352id_914": {}}, around, friends=column.items(), settle=False)
    events = asked(state)
    if state.agenda:
        events += fought(state, next(order for order in offered(state)))
    assert any("1431" in map(board().grid.label, event.path) for event in of(events, ev.Retreated))
    caught = unit(state, "de_2pz_2")
    assert caught.disrupted and not caught.column and not caught.truck and not gone(state, "de_352id_914")


# ------------------------------------------------------------------------------------------------- afterwards


@pytest.mark.clause("ZOC-13.6-1")
@pytest.mark.clause("ZOC-13.6-9")
@pytest.mark.clause("ZOC-17.6-3")
@pytest.mark.clause("ZOC-17.2-7")
def test_who_goes_back_is_disrupted_released_and_out_of_reserve_and_guns_turn():
    state = going_back({"de_17_mg": {"reserve": True}, "de_lxxxiv": {}})
    fought(state, retreat(state, PLAIN, "1431", "1430"))
    man, gun = unit(state, "de_17_mg"), unit(state, "de_lxxxiv")
    assert man.disrupted and man.retreated and man.released and not man.reserve
    assert gun.disrupted and gun.moved_side


@pytest.mark.clause("ZOC-13.5-1")
@pytest.mark.clause("ZOC-13.6-1")
def test_who_falls_back_onto_friends_and_must_go_again_is_lost():
    back = {"disrupted": True, "retreated": True}
    state = scene(PLAIN, {"de_352id_fus": {}, "de_12ss_25": back}, EAST)
    fight(state, PLAIN, EAST, EAST, advance=2, passive=ids(state, "de_12ss_25"))
    asked(state, MustRetreat("axis", state.fight.defenders, state.fight.target, 2))
    assert gone(state, "de_12ss_25") and not gone(state, "de_352id_fus")
    alone = going_back({"de_12ss_25": back})
    assert not gone(alone, "de_12ss_25"), "alone in an empty hex it only goes back again"


@pytest.mark.clause("ZOC-13.5-2")
@pytest.mark.clause("ZOC-13.5-1")
@pytest.mark.clause("ZOC-12.1-7")
def test_they_take_no_losses_and_hold_the_hex():
    back = {"disrupted": True, "retreated": True}
    state = scene(PLAIN, {"de_716id_1_726": {}, "de_12ss_25": back}, {"us_4id_8": ("1433", {"steps": 2})})
    done = fought(load(state, combat=(2,)), attack(state, PLAIN, "us_4id"))
    assert of(done, ev.CombatRolled)[0].result == "EX"
    assert gone(state, "de_716id_1_726") and unit(state, "de_12ss_25").steps == 3
    assert state.now.fight is None, "nobody advances into a hex that is held"


@pytest.mark.clause("ZOC-6.2-3")
def test_the_ground_passed_is_won_back():
    state = going_back({"de_352id_914": {}})
    state.control[state.board.hex("1431")] = 1
    done = fought(state, retreat(state, PLAIN, "1431", "1430"))
    assert of(done, ev.Retreated)[0].taken == (state.board.hex("1431"),)


def test_nonsense_for_a_retreat_is_refused():
    state = going_back({"de_352id_914": {}})
    (unit_,) = ids(state, "de_352id_914")
    origin = state.board.hex(PLAIN)
    for order in (
        RetreatTo((), (origin,)), RetreatTo((unit_,), ()), RetreatTo((unit_, unit_), (origin,)),
        RetreatTo((-1,), (origin,)), RetreatTo((unit_,), (-5, 10**8)), RetreatTo((unit_,), (origin, 10**8, -3)),
        RetreatTo((unit_,), (origin, origin)),
    ):  # fmt: skip
        assert refused(state, order) != ""
    assert refused(state, RetreatTo((unit_,), (origin,))) == "not-fewest-losses"


@pytest.mark.clause("ZOC-13.1-6")
def test_units_of_a_retreat_are_named_once_and_in_order():
    state = asked_to_retreat()
    pair = ids(state, "de_91id_1057", "de_91id_1058")
    orders = [order for group in DECISIONS.offered(state, None) for order in group if order.units == pair]
    assert orders
    for wrong in (pair[::-1], (pair[0], pair[0]), ()):
        assert DECISIONS.why_not(state, RetreatTo(wrong, orders[0].path)).code == "units-out-of-order"


def asked_to_retreat():
    """Two German regiments, beaten out of open ground, with ways to choose from."""
    state = scene("1432", {"de_91id_1057": {}, "de_91id_1058": {}}, {"us_4id_8": ("1433", {})})
    fight(state, "1432", ["us_4id_8"], ["us_4id_8"], result="DR", advance=2)
    asked(state, MustRetreat("axis", state.fight.defenders, state.fight.target, 2))
    return state


@pytest.mark.clause("ZOC-13.2-6")
@pytest.mark.clause("ZOC-26.1-2")
def test_in_the_cherbourg_scenario_no_ally_goes_back_across_the_line():
    """ZOC-13.2-6, ZOC-26.1-2: ground closed to an Ally's movement is closed to its retreat; Germans go where
    they like.
    """
    inside, beyond = beside_the_line()
    on = board("zocbonds/cherbourg")
    south = ~on.overlay("allied_side_27_june")
    for key, side in (("us_9id_39", "axis"), ("de_91id_1057", "allied")):
        state = position({key: inside}, side=side, phase="combat", scenario="zocbonds/cherbourg")
        fight(state, inside, (), (), advance=2)
        state.changed(agenda=(MustRetreat(state.fight.against, state.fight.defenders, state.fight.target, 2),))
        crossing = [way for way in plan(state).ways(ids(state, key)) if south[list(way.path[1:])].any()]
        assert bool(crossing) is (side == "allied"), (key, beyond)
