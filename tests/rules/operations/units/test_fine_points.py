"""Points that show only at the edge of a rule: the hex that a refusal names, the side that learns of it, things that
are not there.
"""

from __future__ import annotations

import msgspec
import pytest

from tests.fights import code, only, the
from wab.content.operations.shapes import Box
from wab.engine import Rolled
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.air import ready_squadrons, why_not_fly
from wab.systems.operations.combat.naval import ready_ships
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.sequence import flow
from wab.systems.operations.sequence.decisions import DECISIONS
from wab.systems.operations.state.events import FleetReadied, Sighted, Tired
from wab.systems.operations.state.orders import Pass, Reconstitute
from wab.systems.operations.state.setup import hexes_in
from wab.systems.operations.state.stacking import full_for
from wab.systems.operations.state.state import Offer
from wab.systems.operations.testing.boards import campaign_tables, make_board
from wab.systems.operations.units.activation import why_not_activated
from wab.systems.operations.units.fatigue import tire_from_losses
from wab.systems.operations.units.reconstitution import offered_reconstitutions, regained

ROW = [". . . . . . . ."]


@pytest.mark.clause("OPS-5.2-4")
def test_a_lack_of_activation_points_is_told_at_the_first_of_the_units():
    b = make_board(ROW, activation_points=1)
    first, second = b.place("infantry", 2), b.place("infantry", 5)
    refusal = why_not_activated(b.state, (first, second))
    assert code(refusal) == "activation-points" and refusal.where == (2,)


@pytest.mark.clause("OPS-5.1-2")
def test_aircraft_that_a_side_does_not_know_of_are_refused_to_it():
    b = make_board(ROW)
    b.place("infantry", 2)
    b.place("infantry", 5, "axis")
    plane = b.squadron()
    known = known_state(b.state, "axis")
    assert plane not in known.squadrons and known.active == "allied"
    assert code(why_not_fly(known, plane)) == "not-own-unit"
    assert why_not_fly(b.state, plane) is None


@pytest.mark.clause("OPS-8.3.1-2")
def test_aircraft_that_were_withdrawn_have_flown_no_more():
    b = make_board(ROW)
    plane = b.squadron(to_turn=3, flown=True)
    b.set(turn=4)
    b.happen(ready_squadrons(b.state))
    assert (b.state.squadrons[plane].status, b.state.squadrons[plane].flown) == ("withdrawn", False)
    assert code(why_not_fly(b.state, plane)) == "withdrawn"


@pytest.mark.clause("OPS-8.4.2-2")
def test_every_hp_that_is_lost_tires():
    tables = campaign_tables()
    tables = msgspec.structs.replace(tables, fatigue=msgspec.structs.replace(tables.fatigue, per_hp=3))
    b = make_board(ROW, tables=tables)
    unit = b.place("infantry", 2)
    assert the(b.happen(tire_from_losses(b.state, unit, 2)), Tired).percent == 6


@pytest.mark.clause("OPS-6.1-13")
def test_who_ends_a_turn_is_not_told_what_better_weather_shows_him():
    """The impulse of the other side has begun: a discovery then is no order's doing."""
    b = make_board(ROW, weather="storm", switches={"supply": False})
    b.place("infantry", 2, sight=3)
    foe = b.place("infantry", 5, "axis", sight=3)
    b.happen(flow.execute(b.state, Pass()))
    before = levels(b.state, "axis")
    events = b.happen(flow.execute(b.state, Pass()))
    assert (b.state.turn, b.state.active, b.state.weather) == (2, "allied", "overcast")
    assert levels(b.state, "axis") != before and foe in levels(b.state, "allied")
    assert only(events, Sighted) == []


def test_nothing_is_on_offer_to_a_unit_that_is_not_there():
    b = make_board(ROW)
    unit = b.place("infantry", 2)
    assert list(SYSTEM.offered(b.state, unit))
    assert list(SYSTEM.offered(b.state, unit + 1)) == []


@pytest.mark.clause("OPS-10.1.1-15")
@pytest.mark.parametrize(("percent", "rolls"), [(0, 0), (1, 1), (99, 1), (100, 0)])
def test_only_what_is_certain_of_a_ship_is_not_rolled_for(percent, rolls):
    b = make_board(["~ ~ ~", "~ ~ ~"])
    ship = b.place("ship", 1, availability=percent)
    events = b.happen(ready_ships(b.state))
    assert len(only(events, Rolled)) == rolls
    readied = the(events, FleetReadied)
    assert (ship in readied.missing) != (ship in readied.ready)
    assert rolls or (ship in readied.missing) == (percent == 0)


@pytest.mark.clause("OPS-8.3.3-4")
def test_a_unit_that_lacks_one_hp_is_offered_one_point():
    b = make_board(ROW, switches={"reconstitution_axis": True, "supply": False}, active="axis")
    unit = b.place("infantry", 5, "axis", hp=7, full_hp=8, rebuild="manual")
    b.place("infantry", 6, "axis", rebuild="manual")
    b.set(rebuild_points=4)
    assert list(offered_reconstitutions(b.state)) == [Reconstitute(unit, 1)]


@pytest.mark.clause("OPS-8.3.2-5")
def test_who_has_fought_regains_nothing():
    b = make_board(ROW, switches={"reconstitution_allied": True})
    unit = b.place("infantry", 0, hp=2, full_hp=8, rebuild="automatic")
    fresh = b.state.units[unit]
    b.change(unit, attacked=True)
    assert regained(b.state, b.state.units[unit]) == 0 < regained(b.state, fresh)


@pytest.mark.clause("OPS-11.1-3")
@pytest.mark.parametrize("edge", ["west", "east", "south", "north"])
def test_a_hex_whose_centre_lies_on_the_edge_of_the_window_is_in_play(edge):
    hex_map = make_board([". . .", ". . .", ". . ."]).board.map
    lon, lat = hex_map.projection.to_degrees(hex_map.grid.centres)[4]
    wide = {"west": lon - 9, "east": lon + 9, "south": lat - 9, "north": lat + 9}
    assert hexes_in(Box(**wide | {edge: lon if edge in ("west", "east") else lat}), hex_map)[4]
    beyond = {"west": lon + 1e-6, "east": lon - 1e-6, "south": lat + 1e-6, "north": lat - 1e-6}
    assert not hexes_in(Box(**wide | {edge: beyond[edge]}), hex_map)[4]


@pytest.mark.clause("OPS-8.1-4")
def test_full_hexes_are_the_same_array_until_another_hex_is_full():
    b = make_board(ROW)
    for _ in range(b.board.tables.conduct.stacking):
        walker = b.place("infantry", 2, weight=1)
    b.place("infantry", 5, weight=1)
    before = full_for(b.state, "allied", 1)
    assert before.nonzero()[0].tolist() == [2]
    b.place("infantry", 6, weight=1)
    assert full_for(b.state, "allied", 1) is before
    b.change(walker, hex=3)
    after = full_for(b.state, "allied", 1)
    assert after is not before and not after.any()


@pytest.mark.clause("OPS-5.1-2")
def test_the_side_of_the_impulse_acts_and_nobody_between_impulses():
    b = make_board(ROW)
    unit = b.place("infantry", 2)
    for side in ("allied", "axis"):
        b.set(active=side)
        assert DECISIONS.to_act(b.state) == side
    b.set(active="allied", agenda=(Offer(3, (unit,)),))
    assert DECISIONS.to_act(b.state) == "allied"
    b.set(active="", agenda=())
    assert DECISIONS.to_act(b.state) is None
