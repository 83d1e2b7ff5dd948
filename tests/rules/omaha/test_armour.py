"""German armour (OMA-23, ours): entry, field of fire, actions, movement, attacks on it, points."""

from __future__ import annotations

import pytest

from tests.content.ledger_of_omaha import tables
from tests.rules.omaha.playing import at, tasks
from tests.rules.omaha.printed import card, label, of, run
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.combat import armour
from wab.systems.omaha.combat.attack import shaken
from wab.systems.omaha.combat.barrage import why_not_naval
from wab.systems.omaha.combat.fields import fields_in
from wab.systems.omaha.combat.fire import shooters, terms
from wab.systems.omaha.combat.german_actions import action_of
from wab.systems.omaha.ground.control import is_occupied, under_fire
from wab.systems.omaha.sequence import invariants, victory
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.setup import build_board, set_up, starting_state
from wab.systems.omaha.state.state import GONE, State, Unit
from wab.systems.omaha.state.steps import Force, Task

DAY = build_board("omaha/d-day-at-omaha-beach")
TANK = Force("armour-1", "armour_marker-1")


def game(turn: int = 18, forces: dict[str, Force] | None = None, **units: str) -> State:
    """A state with armour in its pools, but for what stands on the map."""
    state = starting_state(DAY, 1, {"armour": "yes"})
    run(state, set_up(state))
    placed = {at(name): force for name, force in (forces or {}).items()}
    taken = {one for force in placed.values() for one in (force.unit, force.marker)}
    pools = {name: tuple(one for one in pool if one not in taken) for name, pool in state.now.pools.items()}
    state.changed(turn=turn, phase="fire", forces=dict(sorted(placed.items())), pools=pools)
    for name, place in units.items():
        number = of(name, DAY)
        state.store(Unit(number, hex=at(place), steps=DAY.roster[number].full))
    return state


@pytest.mark.clause("OMA-23-1", "OMA-T-ARMOUR")
def test_four_units_and_four_markers_as_the_ledger_says():
    rebuilt = tables()["OMA-T-ARMOUR"]
    german = DAY.content.german
    assert [(row.name, row.strength, list(row.needs)) for row in german["armour"]] == [
        (one["id"], one["str"], one["req"]) for one in rebuilt["units"]
    ]
    assert [(row.strength, list(row.needs)) for row in german["armour_marker"]] == [
        (one["str"], one["req"]) for one in rebuilt["markers"]
    ]
    assert list(DAY.tables.variants.armour.exits) == rebuilt["entry_exits"]
    assert len(game().now.pools["armour"]) == 4
    plain = starting_state(DAY, 1)
    run(plain, set_up(plain))
    assert "armour" not in plain.now.pools


@pytest.mark.clause("OMA-23-1")
@pytest.mark.parametrize("turn", [16, 17])
def test_meyer_brings_one_armour_unit_a_turn_from_turn_17(turn: int):
    state = game(turn, E_2_16="1916")
    tasks(state, Task("happen", sector="meyer", at=("meyer",)))
    there = [hex_ for hex_, force in state.now.forces.items() if force.armour]
    assert [label(hex_) for hex_ in there] == (["2017"] if turn == 17 else [])  # exit C, the nearest
    for hex_ in there:
        assert state.now.forces[hex_].marker is not None and not state.now.forces[hex_].seen
    run(state, armour.enter(state))
    assert sum(force.armour for force in state.now.forces.values()) == len(there)
    assert not [problem for problem in invariants.problems(state) if "Germans stand" in problem]


@pytest.mark.clause("OMA-23-1")
def test_a_single_symbol_of_resupply_calls_armour_to_a_sector_without_it():
    single, double = (
        next(
            name
            for name in DAY.cards
            if any(sign[1:] == (kind, "R") for sign in DAY.card(name).fire)
            and not any(sign[1:] == (other, "R") for sign in DAY.card(name).fire)
        )
        for kind, other in (("single", "double"), ("double", "single"))
    )
    for name, count in ((single, 1), (double, 0)):
        state = game(E_2_16="1916")
        tasks(state, Task("armour", sector="east", card=name))
        assert sum(force.armour for force in state.now.forces.values()) == count
    state = game(forces={"1518": TANK}, E_2_16="1916")
    sector = DAY.sector(at("1518"))
    tasks(state, Task("armour", sector=sector, card=single))
    assert len(state.now.forces) == 1


@pytest.mark.clause("OMA-23-1")
def test_its_field_reaches_two_hexes_unless_something_screens_it():
    state = game(forces={"1518": TANK})
    place = state.place(at("1518"))
    for hex_ in range(DAY.grid.size):
        far = DAY.grid.distance(hex_, at("1518"))
        between = [one for one in DAY.grid.adjacent(hex_) if DAY.grid.are_adjacent(one, at("1518"))]
        seen = far == 2 and any(DAY.terrain[one] not in ("bocage", "woods", "building") for one in between)
        assert place.dots.get(hex_) == ("intense" if far == 1 else "sustained" if seen else None)
    assert under_fire(state)[DAY.grid.adjacent(at("1518"))[0]]
    near = min(
        DAY.positions.values(), key=lambda one: (min(DAY.grid.distance(h, at("1518")) for h in one.hexes), one.number)
    )
    assert place.colour == near.colour
    for kind in ("single", "double"):
        shot = card((place.colour, kind, "P"))
        (found,) = shooters(fields_in(state), shot, place.sector, {at("1518"): Force("armour-1")}, terms(state))
        assert found.bonus and found.position == place.id


@pytest.mark.clause("OMA-23-1")
def test_armour_in_an_empty_position_does_not_man_it():
    place = next(one for one in DAY.positions.values() if not one.wn and one.number)
    state = game(forces={label(place.hexes[0]): TANK})
    assert not is_occupied(state, place) and is_occupied(state, state.place(place.hexes[0]))


@pytest.mark.clause("OMA-23-1")
@pytest.mark.parametrize(("icon", "near", "wanted"), [
    ("P", True, "fire"), ("P", False, "drive"), ("M", True, "fire"), ("fire", False, "drive"),
    ("A", True, "drive"), ("R", False, "drive"),
])  # fmt: skip
def test_armour_fires_or_moves(icon: str, near: bool, wanted: str):
    beside = label(DAY.grid.adjacent(at("1518"))[0])
    state = game(forces={"1518": TANK}, E_2_16=beside if near else "0513")
    place = state.place(at("1518"))
    assert action_of(state, place, card((place.colour, "single", icon))) == wanted
    assert action_of(state, place, card((place.colour, "double", icon))) == wanted
    shaken_tank = game(forces={"1518": Force("armour-1", disrupted=True)})
    assert action_of(shaken_tank, place, card((place.colour, "single", icon))) == ""


def driven(state: State, origin: str) -> list[str]:
    """The hexes of armour after it has moved."""
    place = state.place(at(origin))
    name = next(name for name in DAY.cards if (sign := DAY.card(name).sign(place.colour)) and sign[2] in ("A", "R"))
    tasks(state, Task("drive", card=name, at=(place.id,)), answers=lambda tie: tie.among[0])
    return [label(hex_) for hex_, force in state.now.forces.items() if force.armour]


@pytest.mark.clause("OMA-23-1")
def test_armour_moves_three_hexes_along_roads_and_stops_beside_us_units():
    state = game(forces={"2017": TANK}, E_2_16="1216")
    (there,) = driven(state, "2017")
    assert 1 <= DAY.grid.distance(at(there), at("2017")) <= 3
    assert DAY.grid.distance(at(there), at("1216")) < DAY.grid.distance(at("2017"), at("1216"))
    assert state.now.forces[at(there)] == TANK
    close = game(forces={"2017": TANK}, E_2_16=there)
    (stopped,) = driven(close, "2017")
    assert DAY.grid.distance(at(stopped), at(there)) == 1


@pytest.mark.clause("OMA-23-1")
def test_armour_does_not_leave_the_road_twice_nor_enter_low_ground_or_bocage():
    state = game(forces={"2017": TANK}, E_2_16="1216")
    for hex_ in range(DAY.grid.size):
        for off_road in (False, True):
            there = armour.next_hex(state, hex_, off_road=off_road)
            if there is None:
                continue
            assert DAY.terrain[there] not in ("sea", "pavilion", "draw") and not DAY.beach[there]
            if not DAY.by_road(hex_, there):
                assert not off_road and DAY.terrain[there] == "field"


@pytest.mark.clause("OMA-23-1")
def test_infantry_on_its_road_meets_an_advance():
    origin = next(
        (hex_, there)
        for hex_ in range(DAY.grid.size)
        for there in DAY.grid.adjacent(hex_)
        if DAY.by_road(hex_, there)
        and not DAY.low[hex_]
        and not DAY.low[there]
        and DAY.terrain[there] == "field"
        and hex_ not in DAY.position_at
        and there not in DAY.position_at
    )
    here, there = map(label, origin)
    state = game(forces={here: TANK}, EF_5R=there)
    number = of("EF_5R", DAY)
    run(state, [ev.UnitChanged(Unit(number, hex=at(there), steps=1))])
    driven(state, here)
    assert number not in state.units or state.units[number].hex != at(there)
    assert state.now.forces.get(at(there)) == TANK


@pytest.mark.clause("OMA-23-1")
def test_attacks_on_armour_and_points_for_it():
    beside = label(DAY.grid.adjacent(at("1518"))[0])
    state = game(forces={"1518": TANK}, E_2_16=beside)
    state.changed(naval=1)
    refusal = why_not_naval(state, od.NavalBarrage(at("1518")))
    assert refusal is not None and refusal.code == "unrevealed"
    run(state, [shaken(at("1518"), TANK, True, "barrage")])
    assert state.now.forces[at("1518")] == Force("armour-1", disrupted=True)
    state.changed(forces={}, pools={**state.now.pools, GONE: ("armour-1", "armour_marker-1")})
    assert victory.late_points_by_source(state)["variants"] == 1 and victory.adjustment(state) == 5
    assert SYSTEM.decode(SYSTEM.encode(state)) == state


@pytest.mark.clause("OMA-23-1")
def test_armour_enters_by_another_exit_if_the_nearest_is_not_free():
    exits = [label(DAY.exits[letter]) for letter in DAY.tables.variants.armour.exits]
    state = game(forces={"2017": Force("squad-1")}, E_2_16="1916")
    run(state, armour.enter(state))
    (there,) = [label(hex_) for hex_, force in state.now.forces.items() if force.armour]
    assert there != "2017" and there in exits
    full = game(forces={hex_: Force(f"squad-{n}") for n, hex_ in enumerate(exits)}, E_2_16="1916")
    assert not list(armour.enter(full))
    early = game(16, E_2_16="1916")
    assert not list(armour.enter(early))
    none = game(E_2_16="1916")
    none.changed(pools={name: pool for name, pool in none.now.pools.items() if name != "armour"})
    assert not list(armour.enter(none))


@pytest.mark.clause("OMA-23-1")
def test_armour_off_its_road_stops_before_infantry_and_does_not_advance():
    here, there = next(
        (hex_, there)
        for hex_ in range(DAY.grid.size)
        for there in DAY.grid.adjacent(hex_)
        if not DAY.by_road(hex_, there)
        and DAY.terrain[hex_] == DAY.terrain[there] == "field"
        and not {hex_, there} & DAY.position_at.keys()
    )
    state = game(forces={label(here): TANK}, EF_5R=(label(there)))
    told, ties = tasks(state, Task("drive", at=(state.place(here).id,)))
    assert [type(event) for event in told] == [ev.Due, ev.Settled] and not ties
    assert state.now.forces == {here: TANK}


@pytest.mark.clause("OMA-23-1")
def test_armour_makes_for_the_nearest_us_unit_on_high_ground():
    near, far = game(forces={"2017": TANK}, E_2_16="1216"), game(forces={"2017": TANK}, E_2_16="2027")
    both = game(forces={"2017": TANK}, E_2_16="1216", F_2_16="2027")
    distances = [DAY.grid.distance(at("2017"), at(name)) for name in ("1216", "2027")]
    assert distances[0] < distances[1]
    ways = [armour.next_hex(state, at("2017"), off_road=False) for state in (near, far, both)]
    assert ways[2] == ways[0] != ways[1]
    low = game(forces={"2017": TANK}, E_2_16="0714")
    assert armour.next_hex(low, at("2017"), off_road=False) is None


@pytest.mark.clause("OMA-16-1", "OMA-16-12")
def test_an_action_is_dropped_if_its_position_acts_otherwise_by_now():
    state = game(forces={"1518": TANK}, E_2_16=label(DAY.grid.adjacent(at("1518"))[0]))
    place = state.place(at("1518"))
    done = armour.acting_place(lambda state, task, place: iter([ev.Happened("armour", hex=place.hexes[0])]))
    drives, fires = (
        next(name for name in DAY.cards if (sign := DAY.card(name).sign(place.colour)) and sign[2] in icons)
        for icons in ("AR", "P")
    )
    steps = {name: list(done(state, Task("drive", card=name, at=(place.id,)))) for name in (drives, fires, "")}
    assert steps[drives] == steps[""] == [ev.Happened("armour", hex=at("1518"))]
    assert action_of(state, place, DAY.card(fires)) == "fire"
    assert steps[fires] == [ev.Settled()]
