"""German artillery (OMA-6.5, OMA-6.51 to OMA-6.53)."""

import pytest

from tests.rules.omaha.printed import TABLES, Force, at, example, fields, guns, tables
from wab.content.omaha.loader import load_content
from wab.systems.omaha.combat.artillery import Exposed, Ground, calibres, fires, is_active, victims
from wab.systems.omaha.combat.fire import terms_of

OFF_MAP = load_content().positions.batteries


def ground(german=(), occupied=(), controlled=(), linked=()):
    return Ground(*(frozenset(hexes).__contains__ for hexes in (german, occupied, controlled, linked)))


@pytest.mark.parametrize("number", [19, 20, 21, 22])
@pytest.mark.clause("OMA-6.5-1", "OMA-6.5-2")
def test_enough_guns_of_the_calibres_on_the_card_hit(number):
    given, expect = example(number)
    assert (
        fires(guns(given["card"]), given["active_guns"], terms_of(TABLES, given.get("turn", 10))) is expect["unit_hit"]
    )


@pytest.mark.clause("OMA-6.5-1")
def test_a_card_without_a_value_fires_no_guns():
    assert not fires(None, [105, 105, 88], terms_of(TABLES, 10))


@pytest.mark.clause("OMA-6.51-2", "OMA-6.51-3", "OMA-6.51-4")
def test_a_battery_is_silent_while_all_its_observers_are_under_us_control():
    given, expect = example(23)
    hexes = [hex_ for name in given["observers_under_US_control"] for hex_ in fields().positions[name].hexes]
    gun, last = OFF_MAP[given["unit"]], hexes[-1]
    assert is_active(gun, fields(), ground(occupied=hexes)) is expect["active"]
    assert not is_active(gun, fields(), ground(controlled=hexes))
    assert is_active(gun, fields(), ground(controlled=hexes[:-1]))
    assert is_active(gun, fields(), ground(controlled=hexes, linked=[last]))
    assert is_active(gun, fields(), ground(controlled=hexes, german=[last]))
    assert not is_active(gun, fields(), ground(occupied=hexes, linked=[last]))


@pytest.mark.clause("OMA-6.5-2", "OMA-6.51-1", "OMA-6.52-1")
def test_all_guns_of_a_sector_count_but_disrupted_and_silenced_ones():
    on_map = tables()["OMA-T-ARTILLERY"]["wn_guns"]
    places = {"WN62S": "0912"}
    forces = {}
    for name, calibre in on_map.items():
        position = fields().positions[name.rstrip("NS")]
        hex_ = position.hexes[-1 if name.endswith("S") else 0]
        forces[hex_] = Force(unit=f"wn{calibre}")
    assert at(places["WN62S"]) in forces

    def alive(held=(), changed=None):
        now = forces | (changed or {})
        found = calibres(
            "east", fields(), now, lambda one: int(one.unit[2:] or 0), OFF_MAP.values(), ground(occupied=held)
        )
        return sorted(found)

    assert alive() == [75, 75, 75, 88, 105, 105]
    assert alive(changed={at("0912"): Force("wn75", disrupted=True)}) == [75, 75, 88, 105, 105]
    assert alive(changed={at("0912"): Force("wn0")}) == [75, 75, 88, 105, 105]
    observers = [hex_ for name in OFF_MAP["E-I"].observers for hex_ in fields().positions[name].hexes]
    assert alive(held=observers) == [75, 75, 75, 88, 105]


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
