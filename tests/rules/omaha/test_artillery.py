"""German artillery (OMA-6.5, OMA-6.51 to OMA-6.53)."""

import pytest
from msgspec.structs import replace

from tests.content.ledger_of_omaha import tables
from tests.rules.omaha.printed import BOARD, TABLES, example, game, guns
from wab.systems.omaha.combat.artillery import Exposed, active_batteries, calibres, fires, victims
from wab.systems.omaha.combat.fire import terms_of
from wab.systems.omaha.state.steps import Force


@pytest.mark.parametrize("number", [19, 20, 21, 22])
@pytest.mark.clause("OMA-6.5-1", "OMA-6.5-2")
@pytest.mark.clause("OMA-X-19", "OMA-X-20", "OMA-X-21", "OMA-X-22")
def test_enough_guns_of_the_calibres_on_the_card_hit(number):
    given, expect = example(number)
    terms = terms_of(TABLES, given.get("turn", 10))
    assert fires(guns(given["card"]), given["active_guns"], terms) is expect["unit_hit"]


@pytest.mark.clause("OMA-6.5-1")
def test_a_card_without_a_value_fires_no_guns():
    assert not fires(None, [105, 105, 88], terms_of(TABLES, 10))


def wn_guns():
    """A gun of each kind where the ledger prints one."""
    places = {}
    for name, calibre in tables()["OMA-T-ARTILLERY"]["wn_guns"].items():
        position = BOARD.positions[name.rstrip("NS")]
        places[BOARD.grid.label(position.hexes[-1 if name.endswith("S") else 0])] = Force(f"wn{calibre}-1")
    return places


def held(state, name):
    """US infantry on each observer of a battery."""
    observers = BOARD.content.positions.batteries[name].observers
    hexes = [hex_ for observer in observers for hex_ in BOARD.positions[observer].hexes]
    companies = [unit for unit in state.now.off.values() if state.profile(unit.id).regular]
    for unit, hex_ in zip(companies, hexes, strict=False):
        state.store(replace(unit, hex=hex_, box="", steps=1))
    return hexes


@pytest.mark.clause("OMA-6.51-2", "OMA-6.51-3", "OMA-6.51-4")
@pytest.mark.clause("OMA-X-23")
def test_a_battery_is_silent_while_all_its_observers_are_under_us_control():
    given, expect = example(23)
    state = game()
    assert active_batteries(state) == ("E-I", "E-II", "W-I", "W-II")
    hexes = held(state, given["unit"])
    assert set(given["observers_under_US_control"]) == {BOARD.position_at[hex_].id for hex_ in hexes}
    assert (given["unit"] in active_batteries(state)) is expect["active"]
    last = next(unit for unit in state.units.values() if unit.hex == hexes[-1])
    state.store(replace(last, hex=BOARD.hex("1036")))
    assert given["unit"] in active_batteries(state)
    state.store(replace(last, hex=hexes[-1]))
    state.changed(forces={hexes[0]: Force("squad-1")})
    assert given["unit"] in active_batteries(state)


@pytest.mark.clause("OMA-6.51-4", "OMA-12.2-2")
def test_control_alone_silences_an_observer_that_has_no_german_line():
    """A company of three steps next to C1 controls it; C1 keeps its line along the road until all around is held."""
    state = game()
    hexes = held(state, "E-II")
    observer = next(unit for unit in state.units.values() if unit.hex == BOARD.positions["C1"].hexes[0])
    assert BOARD.positions["C1"].hexes[0] in hexes
    near = BOARD.grid.adjacent(observer.hex)
    state.store(replace(observer, hex=near[0], steps=3))
    assert "E-II" in active_batteries(state)
    rest = [unit for unit in state.now.off.values() if state.profile(unit.id).regular]
    for unit, hex_ in zip(rest, near[1:], strict=False):
        state.store(replace(unit, hex=hex_, box="", steps=3))
    assert "E-II" not in active_batteries(state)


@pytest.mark.clause("OMA-6.5-2", "OMA-6.51-1", "OMA-6.52-1", "OMA-6.53-1")
def test_all_guns_of_a_sector_count_but_disrupted_and_silenced_ones():
    def alive(**changed):
        forces = wn_guns() | {label[1:]: force for label, force in changed.items()}
        return sorted(calibres(game(forces=forces), "east", ("E-I", "E-II", "W-I")))

    assert alive() == [75, 75, 75, 88, 105, 105]
    assert alive(_0912=Force("wn75-1", disrupted=True)) == [75, 75, 88, 105, 105]
    assert alive(_0912=Force("squad-1")) == alive(_0912=Force("rocket-1")) == [75, 75, 88, 105, 105]
    assert sorted(calibres(game(forces=wn_guns()), "west", ("W-I",))) == [75, 75, 75, 88, 105]


@pytest.mark.clause("OMA-6.5-3", "OMA-6.5-4", "OMA-6.5-5")
def test_victims_come_by_class_and_then_by_steps():
    boat = Exposed(1, "circle", True, True, 2)
    tank = Exposed(2, "circle", False, False, 2)
    afloat = Exposed(3, "circle", False, True, 2)
    company = Exposed(4, "circle", True, False, 3)
    order = [company, afloat, tank, boat]
    found = []
    while order:
        (hit,) = victims(order, "circle")
        order = [one for one in order if one.unit != hit]
        found.append(hit)
    assert found == [1, 2, 3, 4]
    assert victims([boat, boat._replace(unit=5, steps=3)], "circle") == [5]
    assert victims([boat, boat._replace(unit=5)], "circle") == [1, 5]
    assert victims([boat, company], "diamond") == []
    assert victims([boat, company], "diamond", {4}) == [4]
    assert victims([boat, company], None) == [1]
    assert victims([boat._replace(spared=True), company], "circle") == [4]
