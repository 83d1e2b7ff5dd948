"""Supply (ZOC-18.1 to 18.4): where lines lead, what cuts them, what the supply phase makes of that."""

import numpy as np
import pytest

from tests.rules.zocbonds.field import CAMPAIGN, board, carried_out, ids, position, unit
from wab.engine.kernel.dice import Chance
from wab.systems.zocbonds.ground import lines_of_supply
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import SupplyChecked
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.state import ISOLATED, OUT, SUPPLIED, Mulberry, Unit
from wab.systems.zocbonds.units import supply

ENGINEERS = {"us_1_esb_utah": "2814"}


def has_line(state, label, side="allied"):
    return bool(supply.supplied(state, side)[state.board.hex(label)])


@pytest.mark.clause("ZOC-18.1-2")
@pytest.mark.clause("ZOC-18.1-3")
@pytest.mark.clause("ZOC-18.1-4")
def test_open_beaches_supply_both_armies_and_nothing_else_does():
    """ZOC-18.1-2, ZOC-18.1-3, ZOC-18.1-4: a beach without its engineers is no source."""
    state = position({"us_1_esb_utah": "2814", "uk_6ab_5": "2710"})
    assert supply.in_supply(state, state.board.ids["uk_6ab_5"])
    without = position({"us_4id_8": "2814", "uk_6ab_5": "2710"})
    assert not supply.in_supply(without, without.board.ids["uk_6ab_5"]) and not supply.sources(without, "allied")


@pytest.mark.clause("ZOC-18.1-2")
@pytest.mark.clause("ZOC-18.1-4")
def test_a_finished_mulberry_is_a_source_by_itself():
    """ZOC-18.1-2, ZOC-18.1-4."""
    state = position({"uk_50id_69": "2322"}, mulberries={"commonwealth": Mulberry(ready=9)})
    assert not has_line(state, "2322")
    state = position({"uk_50id_69": "2322"}, mulberries={"commonwealth": Mulberry(done=True)})
    assert has_line(state, "2322")


@pytest.mark.clause("ZOC-18.1-1")
def test_german_sources_are_cherbourg_and_the_entry_hexes_that_they_control():
    """ZOC-18.1-1."""
    state = position({})
    before = set(supply.sources(state, "axis"))
    assert set(path(state, "3606", "3705", "3706", "1006", "2240")) <= before
    state = position({"us_4id_8": "1006"})
    assert before - set(supply.sources(state, "axis")) == set(path(state, "1006"))


@pytest.mark.clause("ZOC-26.1-4")
def test_at_cherbourg_every_road_south_over_the_line_is_a_source_and_no_other_ground_is():
    """ZOC-26.1-4: the hex behind the line, as long as it is German."""
    state = position({}, scenario="zocbonds/cherbourg")
    on, line = state.board, state.board.overlay("allied_side_27_june")
    for hex_ in map(int, np.flatnonzero(on.dry & ~line)):
        crossed = [
            there >= 0 and bool(line[there]) and bool(on.dry[there]) and on.map.road[hex_, direction] > 0
            for direction, there in enumerate(map(int, on.grid.neighbours[hex_]))
        ]
        assert (hex_ in supply.sources(state, "axis")) is any(crossed), on.grid.label(hex_)


@pytest.mark.clause("ZOC-26.1-4")
@pytest.mark.clause("ZOC-23.2-3")
def test_at_cherbourg_roads_beyond_the_line_are_free_of_allied_zones():
    """ZOC-26.1-4: zones that reach over the line from its Allied side cut nothing there. So the western coast is cut
    off where the Allies bar the way on their own side alone.
    """
    at_the_line = {"us_4id_22": "2511", "us_79id_313": "2607", "us_90id_359": "2704"}
    for further, open_ in (({}, True), ({"us_9id_39": "2609", "us_9id_47": "2706"}, False)):
        state = position({**at_the_line, **further}, scenario="zocbonds/cherbourg")
        beyond = ~state.board.overlay("allied_side_27_june")
        assert (state.zone_of("allied") & beyond).sum() > 2
        south = supply.lines_to(state, "axis", lines_of_supply.south_sources(state), "south")
        for label in ("2804", "2905", "3107"):
            assert bool(south[state.board.hex(label)]) is open_, (label, further)


@pytest.mark.clause("ZOC-26.1-4")
@pytest.mark.clause("ZOC-A-20")
def test_at_cherbourg_allied_bonds_over_the_line_itself_still_bar_the_road():
    """ZOC-A-20: one over the side between 2511 and 2411; both its ends are on the Allied side."""
    for keys, crosses in ((("us_9id_39", "us_9id_47"), False), (("us_9id_39",), True)):
        units = dict(zip(keys, ("2412", "2510"), strict=False))
        state = position(units, scenario="zocbonds/cherbourg")
        here, there = path(state, "2511", "2411")
        bonded = state.bonds_of("allied").sides[here, state.board.grid.direction(here, there)]
        assert bonded != crosses and state.holds("axis", there)
        assert (lines_of_supply.way_to(state, "axis", here, (there,), "gate") == (here, there)) is crosses


def path(state, *labels):
    return state.board.hexes(labels)


@pytest.mark.clause("ZOC-18.1-1")
@pytest.mark.clause("ZOC-24.2-1")
@pytest.mark.clause("ZOC-26.1-4")
@pytest.mark.parametrize("scenario", (CAMPAIGN, "zocbonds/the-first-week", "zocbonds/cherbourg"))
def test_all_germans_begin_in_supply(scenario):
    """ZOC-18.1-1, ZOC-24.2-1, ZOC-26.1-4."""
    state = starting_state(board(scenario), 1, {})
    assert all(supply.in_supply(state, id_) for id_ in state.deployed("axis").ids)


@pytest.mark.clause("ZOC-18.2-1")
@pytest.mark.clause("ZOC-18.2-6")
def test_the_road_part_ends_before_an_enemy_village():
    """ZOC-18.2-1, ZOC-18.2-6: with Sainte-Mère-Église German the road west of it ends there, and five hexes across
    country are not enough for the western coast; with it in hand they are not needed."""
    state = position(ENGINEERS)
    assert has_line(state, "2712") and not has_line(state, "2706") and not has_line(state, "3105")
    state.control[state.board.hex("2812")] = 1
    assert has_line(state, "2706") and has_line(state, "3105")


@pytest.mark.clause("ZOC-18.2-5")
def test_no_line_enters_two_vacant_hexes_in_enemy_zones_one_after_the_other():
    """ZOC-18.2-5: one such hex is passed; of two in a row a friendly unit in one of them opens the way."""
    shut = position({**ENGINEERS, "de_91id_1058": "2812"})
    opened = position({**ENGINEERS, "de_91id_1058": "2812", "us_101ab_506": "2813"})
    assert all(shut.zone_of("axis")[list(path(shut, "2813", "2912"))])
    assert not has_line(shut, "3108") and has_line(opened, "3108")
    assert has_line(shut, "2612")  # past 2712 alone


def _line(state, side, start):
    """Return whether a line leads from a hex, step by step and in the words of ZOC-18.2, without any array."""
    board, grid = state.board, state.board.grid
    enemy = "axis" if side == "allied" else "allied"
    bonds, zone, to = state.bonds_of(enemy), state.zone_of(enemy), set(supply.sources(state, side))
    if start in to:
        return True

    def vacant(hex_):
        return bool(zone[hex_]) and state.side_in(hex_) != side

    seen, queue = set(), [(start, "country", 0)]
    while queue:
        here, part, used = queue.pop()
        for direction, there in enumerate(grid.neighbours[here].tolist()):
            if there < 0 or not board.dry[there] or state.side_in(there) == enemy:
                continue
            if board.impassable[here, direction] or bonds.bars(here, direction, there):
                continue
            if here != start and vacant(here) and vacant(there):
                continue
            held = board.terrain(there) in ("city", "village") and state.holds(enemy, there)
            road = bool(board.map.road[here, direction])
            ways = [("country", used + 1)] if part == "country" and used < 5 else []
            if road and not held and (part == "road" or here == start or not _enemy_town(state, enemy, here)):
                ways.append(("road", used))
            for way, spent in ways:
                if there in to:
                    return True
                if (there, way, spent) not in seen:
                    seen.add((there, way, spent))
                    queue.append((there, way, spent))
    return False


def _enemy_town(state, enemy, hex_):
    return state.board.terrain(hex_) in ("city", "village") and state.holds(enemy, hex_)


@pytest.mark.clause("ZOC-8.5.2-4")
@pytest.mark.clause("ZOC-18.2-1")
@pytest.mark.clause("ZOC-18.2-2")
@pytest.mark.clause("ZOC-18.2-3")
@pytest.mark.clause("ZOC-18.2-4")
@pytest.mark.clause("ZOC-18.2-5")
@pytest.mark.clause("ZOC-18.2-6")
@pytest.mark.clause("ZOC-18.2-7")
@pytest.mark.parametrize("seed", range(6))
def test_lines_are_those_that_the_words_of_the_rule_describe(seed):
    """ZOC-18.2-1 to ZOC-18.2-7, hex by hex, with both sides scattered over the Cotentin."""
    chance = Chance(seed, "supply test")
    state = position(ENGINEERS)
    dry = [int(hex_) for hex_ in np.flatnonzero(state.board.dry) if int(state.board.grid.label(int(hex_))) % 100 <= 16]
    for id_ in sorted(state.board.roster):
        profile = state.board.roster[id_]
        if profile.type in ("infantry", "parachute", "fortress", "tank") and chance.below(3):
            hex_ = dry[chance.below(len(dry))]
            if state.side_in(hex_) in (None, profile.side):
                state.put(Unit(id_, hex_, profile.steps))
                for near in (hex_, *state.board.grid.adjacent(hex_)):
                    if state.board.dry[near] and state.side_in(near) in (None, profile.side):
                        state.control[near] = CODES[profile.side]
    for side in ("allied", "axis"):
        found = supply.supplied(state, side)
        free = [hex_ for hex_ in dry if state.side_in(hex_) in (None, side)]
        assert {hex_ for hex_ in free if found[hex_]} == {hex_ for hex_ in free if _line(state, side, hex_)}
        assert 0 < sum(bool(found[hex_]) for hex_ in free) < len(free)


@pytest.mark.clause("ZOC-18.2-2")
def test_the_marsh_of_gorges_lets_no_line_pass():
    """ZOC-18.2-2: nor do impassable hexsides."""
    state = position({})
    assert not supply.supplied(state, "axis")[state.board.hex("2309")]
    assert not supply.unlimited(state, "axis")[state.board.hex("2309")]


@pytest.mark.clause("ZOC-3-8")
@pytest.mark.clause("ZOC-18-1")
@pytest.mark.clause("ZOC-18.3-1")
@pytest.mark.clause("ZOC-18.3-2")
@pytest.mark.clause("ZOC-18.3-3")
@pytest.mark.clause("ZOC-20.1-4")
def test_the_supply_phase_marks_and_turns_and_lifts():
    """ZOC-3-8, ZOC-18-1, ZOC-18.3-1 to ZOC-18.3-3, ZOC-20.1-4: out, isolated, only too far, in supply again."""
    cases = {"us_82ab_505": SUPPLIED, "us_82ab_507": OUT, "us_82ab_508": ISOLATED}
    hexes = ("2811", "2810", "2710")
    units = {key: (hex_, {"supply": was}) for (key, was), hex_ in zip(cases.items(), hexes, strict=True)}
    state = position(units, phase="supply")
    events = carried_out(state, supply.supply_phase(state))
    assert events[0] == SupplyChecked("allied", ids(state, "us_82ab_505"), ids(state, "us_82ab_507", "us_82ab_508"), ())
    assert [unit(state, key).supply for key in cases] == [OUT, ISOLATED, ISOLATED]
    again = position({**units, **ENGINEERS}, phase="supply")
    carried_out(again, supply.supply_phase(again))
    assert {one.supply for one in again.units.values()} == {SUPPLIED}


@pytest.mark.clause("ZOC-18.3-3")
def test_an_isolated_unit_with_a_line_that_is_only_too_long_is_merely_out():
    """ZOC-18.3-3."""
    state = position({**ENGINEERS, "us_9id_39": ("3105", {"supply": ISOLATED})}, phase="supply")
    assert not has_line(state, "3105") and supply.unlimited(state, "allied")[state.board.hex("3105")]
    carried_out(state, supply.supply_phase(state))
    assert unit(state, "us_9id_39").supply == OUT


@pytest.mark.clause("ZOC-18.4-2")
def test_the_marker_leaves_strength_quality_and_zone_as_they_are():
    """ZOC-18.4-2."""
    well, cut = (position({"us_4id_8": ("2713", {"supply": supply_})}) for supply_ in (SUPPLIED, OUT))
    assert well.values(unit(well, "us_4id_8")) == cut.values(unit(cut, "us_4id_8"))
    assert np.array_equal(well.zone_of("allied"), cut.zone_of("allied"))


@pytest.mark.clause("ZOC-17.2-10")
@pytest.mark.clause("ZOC-17.4-2")
def test_which_german_track_pays():
    """ZOC-17.2-10: both tracks where it traces both ways; the artillery of the Cotentin takes the fortress's alone
    (ZOC-17.4-2)."""
    state = position({"de_lxxxiv": "1815", "de_cotentin_art": "3108"})
    assert supply.tracks_of(state, state.board.ids["de_lxxxiv"]) == ("seventh_army", "fortress")
    assert supply.tracks_of(state, state.board.ids["de_cotentin_art"]) == ("fortress",)
    fallen = position({"de_lxxxiv": "1815", "us_9id_39": "3606", "us_9id_47": "3705", "us_9id_60": "3706"})
    assert supply.tracks_of(fallen, fallen.board.ids["de_lxxxiv"]) == ("seventh_army",)


@pytest.mark.clause("ZOC-27.1-4")
def test_with_four_players_panzergruppe_west_pays_from_its_own_track():
    """ZOC-27.1-4."""
    state = position({"de_i_ss_pz": "1831", "de_lxxxiv": "1815"}, options={"players": "4"})
    assert supply.tracks_of(state, state.board.ids["de_i_ss_pz"]) == ("panzergruppe_west",)
    assert supply.tracks_of(state, state.board.ids["de_lxxxiv"]) == ("seventh_army", "fortress")


@pytest.mark.clause("ZOC-5.3-5")
@pytest.mark.clause("ZOC-17.2-10")
def test_an_allied_headquarters_is_paid_by_its_army():
    """ZOC-5.3-5, ZOC-17.2-10."""
    state = position({**ENGINEERS, "us_vii": "2713"})
    assert supply.tracks_of(state, state.board.ids["us_vii"]) == ("us",)


@pytest.mark.clause("ZOC-18.2-4")
def test_lines_are_worked_out_anew_when_somebody_moves():
    """ZOC-18.2-4: what was found before does not stay when bonds and zones are others."""
    state = position({**ENGINEERS, "de_91id_1058": "1722"})
    assert has_line(state, "2509")
    state.change(state.board.ids["de_91id_1058"], hex=state.board.hex("2712"))
    assert not has_line(state, "2509")
    state.take(state.board.ids["de_91id_1058"])
    assert has_line(state, "2509")


@pytest.mark.clause("ZOC-17.2-10")
def test_a_headquarters_cut_off_from_the_edge_is_paid_by_the_fortress_alone():
    """ZOC-17.2-10: one that traces to neither gives nothing."""
    wall = dict(zip(
        ("us_4id_8", "us_4id_12", "us_4id_22", "us_1id_16", "us_1id_18", "us_1id_26", "us_29id_115"),
        ("2703", "2705", "2707", "2709", "2711", "2713", "2803"), strict=True,
    ))  # fmt: skip
    state = position({**wall, "de_lxxxiv": "3505"})
    assert supply.tracks_of(state, state.board.ids["de_lxxxiv"]) == ("fortress",)
    for label in ("3606", "3705", "3706"):
        state.control[state.board.hex(label)] = 1
    assert supply.tracks_of(state, state.board.ids["de_lxxxiv"]) == ()
