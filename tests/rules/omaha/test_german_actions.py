"""German actions from turn 17 (OMA-16 to OMA-16.91), each by a card that names it."""

import pytest
from msgspec.structs import replace

from tests.rules.omaha.printed import BOARD, GRID, at, card, example, game, hexes_with, label, of, play, run
from wab.systems.omaha.combat.advance import defence, destination, fires, path
from wab.systems.omaha.combat.fire_phase import TASKS
from wab.systems.omaha.combat.german_actions import action_of, in_mortar_range, stragglers, transfer
from wab.systems.omaha.ground.control import linked_hexes
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import DEAD, GONE, HERO
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units import losses

ALL = {**TASKS, "sacrifice": losses.sacrifice}
POOLS = {
    "mobile_marker": ("mobile_marker-1", "mobile_marker-2"),
    "building_marker": ("building_marker-1",),
    "tactical": ("tactical-1", "tactical-2"),
    "division": ("division-1",),
}
WEAK, MARKED = Force("tactical-1"), Force("tactical-6", "mobile_marker-3")
"""A lone company of the 716th Division; one of the 352nd with a marker."""
assert BOARD.counters["tactical-1"].row.division == "716" and BOARD.counters["tactical-6"].row.division == "352"


def home(name):
    """The label of the first hex of a position."""
    return label(BOARD.positions[name].hexes[0])


def dot(name, level):
    """A hex with a dot of a level of a position, without a position of its own."""
    return next(label(hex_) for hex_ in hexes_with(name, level) if hex_ not in BOARD.position_at)


def late(forces=None, pools=(), **units):
    state = game(turn=20, forces={home(name): force for name, force in (forces or {}).items()}, **units)
    state.changed(pools={**POOLS, **dict(pools)})
    state.changed(linked=linked_hexes(state))
    return state


def action(state, name, icon, symbol="single"):
    place = BOARD.positions[name]
    return action_of(state, place, card((place.colour, symbol, icon)))


class Drawn:
    """A board whose card "01" is made for a test."""

    def __init__(self, made):
        self.made = made

    def __getattr__(self, name):
        return getattr(BOARD, name)

    def card(self, name):
        return self.made


def carry_out(state, name, icon, *tasks, symbol="single", target="circle", answers=()):
    """Carry out tasks for a card on which the colour of a position has an icon."""
    place = BOARD.positions[name]
    state.board = Drawn(card((place.colour, symbol, icon), target=target))
    names = tasks or ("resupply", "volley", "act", "advances")
    steps = (Task(one, sector=place.sector, card="01", at=(name,)) for one in names)
    return play(state, ALL, *steps, answers=answers)


def unit(state, name):
    return state.unit(of(name))


# ---------------------------------------------------------------- which action


@pytest.mark.clause("OMA-16-2", "OMA-16-3", "OMA-16-4", "OMA-16-5", "OMA-16-6", "OMA-16-10", "OMA-16.21-1")
def test_the_summary_names_the_action():
    engaged = late({"WN64": Force("squad-1"), "C1": WEAK}, E_2_16="0716", F_2_16=dot("C1", "sustained"))
    assert {icon: action(engaged, "WN64", icon) for icon in ("fire", "star", "P", "A", "M", "R")} == dict.fromkeys(
        ("fire", "star", "P", "A", "M", "R"), "fire"
    )
    found = {icon: action(engaged, "C1", icon) for icon in ("fire", "armour", "P", "A", "M", "R")}
    assert list(found.values()) == ["fire", "fire", "patrol", "advance", "fire", "resupply"]
    idle = late({"WN64": Force("squad-1"), "C1": WEAK})
    assert [action(idle, "WN64", icon) for icon in ("fire", "P", "A", "M", "R")] == ["", "", "shell", "mortar", ""]
    assert [action(idle, "C1", icon) for icon in ("fire", "P", "A", "M", "R")] == [
        "", "patrol", "advance", "mortar", "redeploy",
    ]  # fmt: skip
    assert [action(idle, "C1", icon, "double") for icon in ("P", "A", "M", "R")] == [""] * 4
    assert action(engaged, "C1", "R", "double") == "resupply"
    assert action(late({"C1": replace(MARKED, disrupted=True)}), "C1", "P") == ""


@pytest.mark.clause("OMA-16-7", "OMA-16-9", "OMA-16-11", "OMA-16-13", "OMA-16.1-1", "OMA-16.1-2", "OMA-16.9-2")
def test_empty_positions_act_near_us_units_with_communication():
    near = late(E_2_16=dot("C1", "intense"))
    assert [action(near, "C1", icon) for icon in ("fire", "P", "A", "M", "R")] == ["", "", "ambush", "", "bring_up"]
    assert action(near, "C1", "A", "double") == "ambush"
    assert action(late(E_2_16="0716"), "C1", "A") == ""
    assert action(late(E_2_16=home("C1")), "C1", "R") == ""
    kept = late(E_2_16=dot("C1", "intense"))
    kept.changed(garrisons=(at(home("C1")),))
    assert action(kept, "C1", "A") == action(kept, "C1", "R") == ""
    cut = late(E_2_16=dot("C1", "intense"))
    cut.changed(linked=())
    assert action(cut, "C1", "R") == ""
    assert action(late(), "WN64", "R") == "reoccupy"
    kept.changed(garrisons=(BOARD.positions["WN62"].hexes[1],))
    assert action(kept, "WN62", "R") == ""


@pytest.mark.clause("OMA-16-13", "OMA-X-74")
def test_one_german_in_a_large_nest_occupies_it():
    _, expect = example(74)
    state = late({"WN62": Force("squad-1")})
    assert (action(state, "WN62", "R") == "reoccupy") is expect["reoccupied"]
    assert action(late(), "WN62", "R") == "reoccupy"


# ---------------------------------------------------------------- units that come or go


@pytest.mark.clause("OMA-16.1-1", "OMA-16.11-1", "OMA-16.12-1")
def test_lost_squads_come_back_face_up():
    gone = {GONE: ("squad-3", "squad-4", "tactical-7", "wn75-1")}
    state = late(pools=gone)
    carry_out(state, "WN62", "R")
    found = {label(hex_): force for hex_, force in state.now.forces.items()}
    assert set(found) == {"0812", "0912"} and {force.unit for force in found.values()} == {"squad-3", "squad-4"}
    assert all(force.seen and force.marker is None for force in found.values())
    one = late(pools={GONE: ("squad-3",)}, E_2_16=("1012", {"steps": 1}))
    carry_out(one, "WN62", "R")
    assert set(one.now.forces) == {at("0912")}
    none = late(pools={GONE: ("wn75-1",)})
    carry_out(none, "WN62", "R")
    assert not none.now.forces


@pytest.mark.clause("OMA-24-1", "OMA-16.1-2")
def test_stragglers_come_to_the_nearest_empty_nest():
    state = late(pools={GONE: ("squad-3",)}, E_2_16="0914")
    play(state, ALL, events=stragglers(state))
    near = min(
        (hex_ for place in BOARD.positions.values() if place.wn for hex_ in place.hexes),
        key=lambda hex_: GRID.distance(hex_, at("0914")),
    )
    assert list(state.now.forces) == [near]


@pytest.mark.clause("OMA-16.2-1", "OMA-16.2-2", "OMA-16.21-1", "OMA-16-6")
def test_resupply_brings_a_marker_and_then_fire():
    hex_ = dot("C1", "intense")

    def fire(force, linked=True, symbol="double"):
        state = late({"C1": force}, F_2_16=hex_)
        if not linked:
            state.changed(linked=())
        carry_out(state, "C1", "R", symbol=symbol)
        return state.now.forces[at(home("C1"))].marker, 3 - unit(state, "F_2_16").steps

    known = replace(WEAK, seen=True)
    marker, lost = fire(known)
    assert marker in POOLS["mobile_marker"] and lost == 1
    assert fire(known, linked=False) == (None, 0)
    assert fire(known, linked=False, symbol="single") == (None, 1)
    assert fire(replace(MARKED, seen=True)) == ("mobile_marker-3", 1)


@pytest.mark.parametrize("number", [55, 56])
@pytest.mark.clause("OMA-16.4-1", "OMA-16.4-2", "OMA-16.4-3", "OMA-X-55", "OMA-X-56")
def test_a_position_worth_points_is_reinforced_and_another_only_in_need(number):
    _, expect = example(number)
    vp = number == 56
    name = next(
        key
        for key, place in BOARD.positions.items()
        if place.sector == "east" and place.number and not place.wn and place.vp is vp and hexes_with(key, "sporadic")
    )
    far = next(
        hex_
        for hex_ in (hexes_with(name, "sporadic") if not vp else range(GRID.size))
        if GRID.distance(hex_, at(home(name))) == 2 and (not vp or hex_ not in BOARD.positions[name].dots)
    )
    state = late(E_2_16=label(far))
    carry_out(state, name, "R")
    force = state.now.forces.get(at(home(name)))
    assert (force is None) is (expect["action"] == "none")
    assert force is None or (force.unit in POOLS["tactical"] and force.marker)


@pytest.mark.clause("OMA-16.4-1")
def test_a_position_without_points_is_reinforced_with_us_units_on_near_dots():
    assert not BOARD.positions["u1012"].vp
    state = late(E_2_16=dot("u1012", "sustained"))
    carry_out(state, "u1012", "R")
    assert state.now.forces[at(home("u1012"))].marker and unit(state, "E_2_16").steps == 3


@pytest.mark.clause("OMA-16-12", "OMA-X-54")
def test_the_highest_number_acts_first():
    given, expect = example(54)
    one, two = (BOARD.positions[name] for name in given["eligible_reinforce"])
    state = late(
        pools={"tactical": ("tactical-2",), "division": ()}, E_2_16=dot("C4", "intense"), F_2_16=dot("C2", "intense")
    )
    state.board = Drawn(card((one.colour, "single", "R"), (two.colour, "single", "R")))
    play(state, ALL, Task("act", sector="east", card="01"))
    assert [label(hex_) for hex_ in state.now.forces] == [home(expect["reinforced"])]


@pytest.mark.clause("OMA-16.3-1", "OMA-16.3-2", "OMA-16.31-1", "OMA-16.32-1", "OMA-16.34-1")
def test_a_unit_redeploys_to_where_us_units_are():
    near = next(label(hex_) for hex_ in BOARD.positions["C5"].dots if hex_ not in BOARD.position_at)
    goals = [
        place
        for place in BOARD.positions.values()
        if not place.wn and place.sector == "east" and at(near) in place.dots and place.vp
    ]
    goal = min(goals, key=lambda place: (place.number, place.zone))
    state = late({"B7": MARKED}, E_2_16=near)
    assert not BOARD.positions["B7"].vp
    carry_out(state, "B7", "R", "redeploy")
    assert [label(hex_) for hex_ in state.now.forces] == [home(goal.id)]
    (force,) = state.now.forces.values()
    assert force.unit == "tactical-6" and unit(state, "E_2_16").steps == 3
    assert (force.marker == "mobile_marker-3") is not goal.building
    alone = late({"B7": MARKED})
    carry_out(alone, "B7", "R")
    assert alone.now.forces == {at(home("B7")): MARKED}


@pytest.mark.clause("OMA-16.34-1", "OMA-16.83-1")
def test_a_marker_is_exchanged_with_the_kind_of_ground():
    def moved(pools=()):
        state = late({"C1": replace(MARKED, marker_seen=True, seen=True)}, pools=pools)
        run(state, transfer(state, at(home("C1")), at(home("C5")), "redeploy"))
        return state.now.forces[at(home("C5"))], state

    force, state = moved()
    assert force == Force("tactical-6", "building_marker-1", seen=True)
    assert "mobile_marker-3" in state.now.pools["mobile_marker"]
    assert moved({"building_marker": ()})[0].marker == "mobile_marker-3"


# ---------------------------------------------------------------- mortars, patrols, guns, ambushes


@pytest.mark.clause("OMA-16.5-1", "OMA-16.5-4", "OMA-16.5-5", "OMA-16.51-1")
def test_mortars_reach_beyond_the_field():
    place = BOARD.positions["C1"]
    outside = [label(h) for h in range(GRID.size) if GRID.distance(h, place.hexes[0]) == 3 and h not in place.dots]
    outside = [hex_ for hex_ in outside if at(hex_) not in BOARD.position_at]
    where = {"F_2_16": outside[0], "I_3_16": outside[1], "C_1_16": (outside[2], {"steps": 2}), "E_2_16": outside[3]}

    def steps(force, answers):
        state = late({"C1": force}, **where)
        _, ties = carry_out(state, "C1", "M", answers=answers)
        return [unit(state, name).steps for name in where], len(ties)

    assert steps(WEAK, [of("I_3_16")]) == ([3, 2, 2, 3], 1)
    assert steps(MARKED, []) == ([2, 2, 2, 3], 0)
    state = late({"C1": WEAK}, E_2_16=outside[0])
    carry_out(state, "C1", "M")
    assert unit(state, "E_2_16").steps == 3  # a triangle


@pytest.mark.clause("OMA-16.5-2", "OMA-16.5-3")
def test_a_nest_fires_its_mortars_far_along_the_beach():
    state, nest = late(), BOARD.positions["WN64"]
    five = [hex_ for hex_ in range(GRID.size) if GRID.distance(hex_, nest.hexes[0]) == 5]
    assert {bool(BOARD.beach[h]) for h in five if in_mortar_range(state, nest, h)} == {True} or any(
        BOARD.terrain[h] == "pavilion" for h in five
    )
    assert not any(in_mortar_range(state, nest, h) for h in five if not BOARD.low[h])
    three = [hex_ for hex_ in range(GRID.size) if GRID.distance(hex_, nest.hexes[0]) == 3]
    assert not any(in_mortar_range(state, nest, h) for h in three if not BOARD.low[h])
    assert all(in_mortar_range(state, BOARD.positions["C1"], h) for h in GRID.adjacent(at(home("C1"))))
    assert not in_mortar_range(state, BOARD.positions["C1"], at("0716"))


@pytest.mark.clause("OMA-16.6-1", "OMA-16.61-1")
def test_a_patrol_disrupts_all_on_near_dots():
    state = late(
        {"C1": WEAK},
        E_2_16=dot("C1", "intense"),
        F_2_16=dot("C1", "sustained"),
        G_2_16=dot("C1", "sporadic"),
        **{"16 HQ": dot("C1", "intense")},
    )
    carry_out(state, "C1", "P", target="diamond")
    assert [unit(state, name).disrupted for name in ("E_2_16", "F_2_16", "G_2_16", "16 HQ")] == [
        True,
        True,
        False,
        False,
    ]
    assert unit(state, "E_2_16").steps == 3


@pytest.mark.clause("OMA-16.6-2")
def test_a_patrol_without_prey_on_near_dots_goes_further():
    place = BOARD.positions["C1"]
    free = [h for h in range(GRID.size) if h not in place.dots and h not in BOARD.position_at]
    two, three = ([label(h) for h in free if GRID.distance(h, place.hexes[0]) == n] for n in (2, 3))

    def shaken(answers=(), **units):
        state = late({"C1": WEAK}, **units)
        carry_out(state, "C1", "P", answers=answers)
        return [name for name in units if unit(state, name).disrupted]

    assert shaken(E_2_16=two[0], F_2_16=three[0]) == ["E_2_16"]
    assert shaken(E_2_16=three[0], F_2_16=three[1]) == ["F_2_16"]  # a circle
    assert shaken(E_2_16=three[0], L_3_16=(three[1], {"steps": 2})) == ["E_2_16"]
    assert shaken([of("L_3_16")], E_2_16=three[0], L_3_16=three[1]) == ["L_3_16"]
    four = next(label(h) for h in free if GRID.distance(h, place.hexes[0]) == 4)
    assert shaken(E_2_16=four) == []


@pytest.mark.clause("OMA-16.7-1", "OMA-16.7-2", "OMA-16.7-3", "OMA-19.33-2")
def test_a_gun_of_a_nest_fires_at_beaches_and_boxes_of_both_sectors():
    def hit(gun, **units):
        state = late({"WN64": Force(gun)}, **units)
        carry_out(state, "WN64", "A")
        return [name for name in units if unit(state, name).steps < 3], ("east" in state.now.shelled)

    far, west = "0508", "0426"
    assert at(far) not in BOARD.positions["WN64"].dots
    assert hit("wn75-1", F_2_16=far) == (["F_2_16"], True)
    assert hit("squad-1", F_2_16=far) == hit("rocket-1", F_2_16=far) == ([], False)
    assert hit("wn75-1", E_2_16=far) == ([], True)
    assert hit("wn88-1", F_2_116=west, F_2_16=far) == (["F_2_16"], True)
    assert hit("wn88-1", F_2_116=west) == (["F_2_116"], True)
    assert hit("wn88-1", F_2_116="DW2", F_2_16=far) == (["F_2_116"], True)


@pytest.mark.clause("OMA-16.9-1", "OMA-16.91-1")
def test_an_empty_position_ambushes_one_unit():
    def hurt(answers=(), **units):
        state = late(**units)
        carry_out(state, "C1", "A", answers=answers)
        found = {name: unit(state, name) for name in units}
        return {name: (one.steps, one.disrupted) for name, one in found.items() if one.steps < 3 or one.disrupted}

    near, mid = dot("C1", "intense"), dot("C1", "sustained")
    assert hurt(F_2_16=near, I_3_16=mid) == {"F_2_16": (2, False)}
    assert hurt(F_2_16=mid) == {"F_2_16": (3, True)}
    assert hurt(E_2_16=near) == {}
    assert hurt([of("I_3_16")], F_2_16=near, I_3_16=near) == {"I_3_16": (2, False)}


# ---------------------------------------------------------------- advances


@pytest.mark.clause("OMA-16.86-1", "OMA-16.8-1", "OMA-16.8-3", "OMA-X-61", "OMA-X-62")
def test_b1_takes_the_arrow_that_leads_to_no_german():
    def goal(**forces):
        found = destination(late({"B1": MARKED, **forces}), BOARD.positions["B1"])
        return found.id if found else None

    assert goal(A7=WEAK) == example(61)[1]["B1_goes_to"]
    assert goal() == example(62)[1]["B1_goes_to"]
    assert goal(A7=WEAK, A6=WEAK) is None
    assert destination(late({"C9": MARKED}), BOARD.positions["C9"]) is None


@pytest.mark.parametrize("number", [57, 58])
@pytest.mark.clause("OMA-16.81-1", "OMA-X-57", "OMA-X-58")
def test_which_force_tries_with_us_units_in_its_field(number):
    _, expect = example(number)
    force = (
        Force("tactical-6", "mobile_marker-3") if number == 57 else Force("tactical-1", "mobile_marker-3", seen=True)
    )
    place = BOARD.positions["C5"]
    assert place.arrows
    state = late({"C5": force}, E_2_16=dot("C5", "sustained"))
    tries = destination(state, place) is not None
    assert tries is expect["attempts"]
    assert fires(state, place, card((place.colour, "single", "A"))) is not tries
    assert destination(late({"C5": WEAK}, E_2_16=dot("C5", "sustained")), place) is None
    assert destination(late({"C5": WEAK}), place) is not None
    known = late({"C5": replace(MARKED, seen=True)}, E_2_16=dot("C5", "sustained"))
    assert destination(known, place) is not None


@pytest.mark.clause("OMA-16.82-1", "OMA-T-ADVANCE")
def test_the_path_is_all_hexes_on_shortest_ways():
    for place in BOARD.positions.values():
        for arrow in place.arrows:
            origin, target = place.hexes[0], BOARD.positions[arrow].hexes[0]
            length = GRID.distance(origin, target)
            on_way = {h for h in range(GRID.size) if GRID.distance(origin, h) + GRID.distance(h, target) == length} - {
                origin
            }
            assert set(path(BOARD, origin, target)) == on_way
    assert [label(h) for h in path(BOARD, at("1612"), at("1411"))] in (["1512", "1411"], ["1411", "1512"])


@pytest.mark.parametrize("number", [59, 60])
@pytest.mark.clause("OMA-16.82-4", "OMA-16.84-1", "OMA-X-59", "OMA-X-60")
def test_the_strength_of_a_path(number):
    given, expect = example(number)
    (row,) = given["path_us"]
    hex_ = next(h for h in range(GRID.size) if BOARD.terrain[h] == row["hex"])
    steps = {4: 2, 2: 1}[row["strength"]]
    state = late(A_1_16=(label(hex_), {"steps": steps, "hero": HERO if row.get("hero") else ""}))
    assert defence(state, (hex_,)) == expect["total"]
    assert (expect["total"] >= BOARD.tables.actions.repelled) is (expect["advance"] == "repelled")
    state.store(replace(unit(state, "A_1_16"), disrupted=True))
    assert defence(state, (hex_,)) == 0


def arrow():
    """A position of the east with an arrow to another two hexes away, and the hexes of the path between them."""
    for place in BOARD.positions.values():
        for name in place.arrows[:1]:
            target = BOARD.positions[name]
            between = set(path(BOARD, place.hexes[0], target.hexes[0])) - {target.hexes[0]}
            if place.sector == "east" and between and not place.building and not target.building:
                return place.id, name, label(min(between))
    raise AssertionError


@pytest.mark.clause("OMA-16.82-2", "OMA-16.82-3", "OMA-16.82-4", "OMA-16.82-5", "OMA-16.8-2", "OMA-16.85-1")
def test_a_force_advances_over_a_weak_path_and_is_repelled_by_a_strong_one():
    start, goal, between = arrow()

    def after(**units):
        state = late({start: MARKED}, **units)
        state.changed(garrisons=(at(home(goal)),))
        carry_out(state, start, "A")
        return state, state.now.forces.get(at(home(goal))) == MARKED

    state, moved = after()
    assert moved and state.now.garrisons == ()
    state, moved = after(E_2_16=between, F_2_16=(between, {"steps": 1}))
    assert not moved and unit(state, "F_2_16").disrupted is True  # a circle, six of the other hold
    assert state.now.garrisons == (at(home(goal)),)
    state, moved = after(E_2_16=(between, {"steps": 1}))
    assert moved and unit(state, "E_2_16").box == DEAD


@pytest.mark.clause("OMA-16.82-5", "OMA-16.82-6")
def test_units_in_the_way_are_pushed_to_a_hex_that_the_player_names():
    start, goal, _ = arrow()
    state = late({start: MARKED}, E_2_16=(home(goal), {"steps": 2}), Wyman=home(goal))
    told = []

    def answer(tie):
        told.append(tie)
        return tie.among[0]

    carry_out(state, start, "A", answers=answer)
    pushes = [tie for tie in told if tie.kind == "push"]
    assert len(pushes) == 2
    route = path(BOARD, at(home(start)), at(home(goal)))
    assert all(hex_ not in route and hex_ != at(home(start)) for tie in pushes for hex_ in tie.among)
    assert unit(state, "E_2_16").hex == pushes[0].among[0] and unit(state, "E_2_16").steps == 1
    assert state.now.forces == {at(home(goal)): MARKED}


@pytest.mark.clause("OMA-16-1", "OMA-16-8", "OMA-6.4-2")
def test_a_card_is_carried_out_in_order_from_turn_17():
    state = late({"C1": WEAK}, E_2_16="0716")
    state.changed(pile=("01",))
    told, _ = play(state, ALL, Task("fire", sector="east"))
    tasks = [task.name for event in told if isinstance(event, ev.Due) for task in event.steps if isinstance(task, Task)]
    assert [name for name in tasks if name in ("resupply", "volley", "act", "guns", "advances", "recover")] == [
        "resupply", "volley", "act", "guns", "advances", "recover",
    ]  # fmt: skip
    early = game(turn=9)
    early.changed(pile=("01",))
    told, _ = play(early, ALL, Task("fire", sector="east"))
    assert not any(task.name == "act" for event in told if isinstance(event, ev.Due) for task in event.steps)


@pytest.mark.clause("OMA-16.82-5", "OMA-16.82-6")
@pytest.mark.parametrize(("free", "asked"), [(2, True), (1, False), (0, False)])
def test_a_pushed_unit_goes_only_where_no_german_stands(free, asked):
    start, goal, _ = arrow()
    origin, target = at(home(start)), at(home(goal))
    route = path(BOARD, origin, target)
    state = late({start: MARKED}, E_2_16=(home(goal), {"steps": 2}))
    _, ties = play(state.copy(), ALL, Task("push", hexes=(origin, target)), answers=lambda tie: tie.among[0])
    open_ = ties[0].among
    assert not set(open_) & {*route, origin}
    state.changed(forces=dict(sorted({**state.now.forces, **dict.fromkeys(open_[free:], Force("squad-2"))}.items())))
    _, ties = play(state, ALL, Task("push", hexes=(origin, target)), answers=lambda tie: tie.among[-1])
    assert [tie.among for tie in ties] == ([open_[:2]] if asked else [])
    assert unit(state, "E_2_16").box == (DEAD if not free else "")
    assert not free or unit(state, "E_2_16").hex == open_[free - 1]
