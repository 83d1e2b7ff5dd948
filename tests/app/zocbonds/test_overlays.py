"""Overlays: bonds as an order would leave them, supply lines that agree with the rules, points."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from tests.rules.zocbonds.field import position
from wab import new_game
from wab.app.wargame.adapter.adapter import Still
from wab.app.zocbonds.looks import overlays
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.combat.retreat import without_way_back
from wab.systems.zocbonds.ground.lines_of_supply import sources, supplied, way
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.state import ISOLATED, OUT

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture(scope="module")
def view():
    """Return what the Germans know as they begin."""
    return new_game("zocbonds/the-first-week", seed=1).view("axis")


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_line_is_found_wherever_the_rules_say_that_there_is_one(view, side):
    state = view.position
    fed, ends = supplied(state, side), set(sources(state, side))
    hexes = range(0, state.board.grid.size, 3)
    for hex_ in hexes:
        line = way(state, side, hex_)
        assert bool(line) == bool(fed[hex_]), state.board.grid.label(hex_)
        if line:
            assert line[0] == hex_ and line[-1] in ends
            assert all(state.board.grid.are_adjacent(*pair) for pair in pairwise(line))
    assert any(len(way(state, side, hex_)) > 5 for hex_ in hexes) or side == "allied"


def test_a_supply_line_is_a_bar_from_the_stack_to_its_source(view):
    state = view.position
    hex_ = next(hex_ for hex_, units in sorted(state.stacks.items()) if state.side_in(hex_) == "axis"
                and len(way(state, "axis", hex_)) > 3)  # fmt: skip
    (bar,) = overlays.supply_bars(state, hex_)
    assert bar.ends[0] == pytest.approx(tuple(state.board.grid.centres[hex_]))
    assert len(bar.ends) == len(way(state, "axis", hex_))
    assert overlays.supply_bars(state, None) == ()
    assert overlays.supply_words(state, hex_).startswith("Supply from ")


def test_units_out_of_supply_are_named_with_their_clause():
    state = position({"de_352id_914": ("1432", {"supply": OUT}), "de_352id_915": "1431"}, side="axis")
    notes = list(overlays.supply_notes(state, "axis"))
    assert (notes[1].unit, notes[1].clause) == (state.board.ids["de_352id_914"], "ZOC-18.3-1")
    assert notes[1].text == "914: out of supply"


@pytest.mark.clause("ZOC-UI-5")
def test_the_supply_overlay_shows_line_source_and_when_units_were_judged(view):
    state = view.position
    hex_ = next(hex_ for hex_ in sorted(state.stacks) if state.side_in(hex_) == "axis"
                and len(way(state, "axis", hex_)) > 3)  # fmt: skip
    line = way(state, "axis", hex_)
    source = state.board.map.name(line[-1]) or state.board.grid.label(line[-1])
    assert source in overlays.supply_words(state, hex_) or "near" in overlays.supply_words(state, hex_)
    adapter = ZocBondsAdapter(Still(view))
    assert adapter.layer_with("supply", hex_).bars == overlays.supply_bars(state, hex_) != ()
    cut = position(
        {"de_352id_914": ("1432", {"supply": OUT}), "de_352id_915": ("1431", {"supply": ISOLATED})}, side="axis", turn=4
    )
    told = [note.text for note in overlays.supply_notes(cut, "axis")]
    assert told == ["Judged in the supply phase of day 3:", "914: out of supply", "915(-): isolated"]


@pytest.mark.parametrize(("side", "phase", "of", "day"), [
    ("axis", "movement", "axis", 4), ("allied", "movement", "axis", 5), ("allied", "movement", "allied", 4),
    ("", "end", "allied", 5), ("", "initial", "axis", 4),
])  # fmt: skip
def test_supply_is_judged_in_the_supply_phase_of_ones_own_player_turn(side, phase, of, day):
    assert overlays.last_judged(position({}, turn=5, side=side, phase=phase), of) == day


@pytest.mark.clause("ZOC-UI-6")
def test_cities_and_villages_show_who_holds_them():
    state = position({"us_4id_8": "2512"})
    adapter = ZocBondsAdapter(Still(looking_on(state)))
    flags = {flag.hex: flag for flag in adapter.flags()}
    built = state.board.map.is_terrain("city", "village") & state.board.in_play
    assert set(flags) == set(map(int, np.flatnonzero(built)))
    assert flags[state.board.hex("2512")].side == 1, "Carentan is Allied"
    assert flags[state.board.hex("1815")].side == 2 and flags[state.board.hex("1815")].value == "2"
    held = adapter.layer("control")
    assert (held.colours[state.board.hex("2512")] != held.colours[state.board.hex("1815")]).any()


@pytest.mark.clause("ZOC-8.5.6-2")
def test_bonds_of_both_sides_are_drawn_those_that_are_cancelled_are_not():
    pair = {"us_4id_8": "1432", "us_4id_12": "1434"}
    state = position({**pair, "de_352id_914": "1631", "de_352id_915": "1633"})
    bars = overlays.bond_bars(state)
    grid = state.board.grid
    for side, code in (("allied", 1), ("axis", 2)):
        own = [bar for bar in bars if bar.side == code]
        assert len(own) == len(state.bonds_of(side).each) > 0, "in the colour of the side"
    between = next(bar for bar in bars if bar.side == 1 and len(bar.ends) == 2)
    assert {tuple(grid.centres[state.board.hex(label)]) for label in ("1432", "1434")} == set(between.ends)
    cancelled = position({**pair, "de_352id_914": "1433"})
    assert not [bar for bar in overlays.bond_bars(cancelled) if bar.side == 1 and bar.ends == between.ends]


@pytest.mark.clause("ZOC-8.5.6-2")
def test_a_bond_to_coast_edge_or_marsh_is_drawn_out_to_it():
    state = position({"us_4id_8": "2719"})
    edges = [bond for bond in state.bonds_of("allied").each if bond.kind == "edge"]
    assert edges
    grid, sea = state.board.grid, np.flatnonzero(state.board.sea)
    coast = {
        tuple(np.round(grid.centres[hex_] + grid.corner_offsets[corner], 6)) for hex_ in sea for corner in range(6)
    }
    bars = [bar for bar in overlays.bond_bars(state) if len(bar.ends) == 3 and bar.side == 1]
    assert len(bars) == len(edges)
    assert all(tuple(np.round(bar.ends[-1], 6)) in coast for bar in bars)


ROUND = {"de_352id_914": "1432", "us_4id_8": "1433", "us_4id_12": "1531", "us_1id_16": "1232"}
"""A German regiment with three stacks around it: a fourth in 1430 closes its last way back by bonds."""


def test_a_stack_without_a_way_back_is_ringed_and_named():
    held = position(ROUND | {"us_1id_18": "1430"}, player="allied")
    trapped = without_way_back(held, "axis")
    assert trapped == (held.board.hex("1432"),) and without_way_back(position(ROUND), "axis") == ()
    (ring,) = [bar for bar in overlays.rings(held) if bar.tone == "ring" and bar.side == 2]
    middle = np.mean(ring.ends[:-1], axis=0)
    assert middle == pytest.approx(held.board.grid.centres[trapped[0]]) and ring.ends[0] == pytest.approx(ring.ends[-1])
    told = overlays.bond_words(held, trapped[0], {"allied": "Allies", "axis": "Germans"})
    assert told.endswith("No way back from here.")


def test_a_march_tells_whom_it_takes_the_last_way_back():
    state = position(ROUND | {"us_1id_18": "1429"}, player="allied")
    order = a_march(state, "1429", "1430", unit="us_1id_18")
    after = overlays.position_after(looking_on(state), order)
    assert after is not None and not overlays.rings(state)
    assert len([bar for bar in overlays.rings(state, after) if bar.side == 2]) == 1
    (told,) = overlays.ways_told(state, after)
    assert told.startswith("The enemy would have no way back: ")
    notes = ZocBondsAdapter(Still(looking_on(state))).notes_of(order)
    assert told in notes, "it stands beside the order under the pointer"


def test_a_strongpoint_alone_is_not_ringed():
    state = position({"de_yorck": "2814", "us_4id_8": "2713"})
    assert without_way_back(state, "axis") == ()


def test_the_overlay_explains_its_bars():
    adapter = ZocBondsAdapter(Still(looking_on(position({}))))
    keys = adapter.layer("bonds").keys
    assert [(key.side, key.tone, key.bolt) for key in keys] == [
        (1, "", False), (2, "", False), (1, "", True), (1, "new", False), (1, "gone", False), (1, "ring", False)
    ]  # fmt: skip
    assert keys[0].words == "Allies: bonds" and all(key.words for key in keys)


def a_march(state, *labels, unit="us_4id_8"):
    return Move((state.board.ids[unit],), state.board.hexes(labels))


def looking_on(state):
    """A view of a position on which orders can be tried out."""
    return SimpleNamespace(
        rules=SYSTEM, position=state, why_not=lambda order: SYSTEM.why_not(state, order),
        side="allied", seat="allied", to_act="allied",
    )  # fmt: skip


def test_a_march_shows_the_bonds_that_it_closes_and_opens():
    state = position({"us_4id_8": "1432", "us_4id_12": "1434", "us_4id_22": "1330"}, player="allied")
    view = looking_on(state)
    before = overlays.bond_bars(state)
    assert before and not any(bar.tone for bar in before)
    order = a_march(state, "1432", "1431")
    after = overlays.position_after(view, order)
    assert after is not None and after is not state
    bars = overlays.bond_bars(state, after)
    now, later = set(state.bonds_of("allied").each), set(after.bonds_of("allied").each)
    assert sum(bar.tone == "new" for bar in bars) == len(later - now)
    assert sum(bar.tone == "gone" for bar in bars) == len(now - later) > 0
    told = overlays.bonds_told(state, after)
    assert f"Opens {len(now - later)} bond" in " ".join(told)
    assert state.units[state.board.ids["us_4id_8"]].hex == state.board.hex("1432"), "nothing has happened"


def test_the_overlay_of_bonds_follows_the_march_under_the_pointer_and_that_of_supply_the_stack():
    state = position({"us_4id_8": "1432", "us_4id_12": "1434"}, player="allied")
    adapter = ZocBondsAdapter(Still(looking_on(state)))
    order = a_march(state, "1432", "1431")
    assert adapter.focus("bonds", 5, order) == order and adapter.focus("bonds", 5, None) is None
    assert adapter.focus("supply", state.board.hex("1432"), order) == state.board.hex("1432")
    assert adapter.focus("supply", state.board.hex("1431"), order) is None
    assert any(bar.tone for bar in adapter.layer_with("bonds", order).bars)
    assert not any(bar.tone for bar in adapter.layer("bonds").bars)


def test_points_are_listed_hex_by_hex_with_their_sum(view):
    state = view.position
    notes = list(overlays.points_notes(state))
    assert len(notes) == 1 + len(victory.points(state))
    assert f"Net points {victory.net(state)}" in notes[0].text and "14" in notes[0].text
    tints = ZocBondsAdapter(Still(view)).layer("points")
    counted = {score.hex for score in victory.points(state) if score.hex is not None}
    assert set(np.flatnonzero(tints.colours[:, 3])) == counted
