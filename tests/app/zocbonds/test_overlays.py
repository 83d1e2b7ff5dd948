"""Overlays: bonds as an order would leave them, supply lines that agree with the rules, points."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from tests.rules.zocbonds.field import position
from wab import new_game
from wab.app.wargame.adapter import Still
from wab.app.zocbonds import overlays
from wab.app.zocbonds.adapter import ZocBondsAdapter
from wab.locale import language
from wab.systems.zocbonds import SYSTEM, victory
from wab.systems.zocbonds.lines_of_supply import sources, supplied, way
from wab.systems.zocbonds.orders import Move
from wab.systems.zocbonds.state import OUT


@pytest.fixture(autouse=True)
def _english():
    with language("en"):
        yield


@pytest.fixture(scope="module")
def view():
    """What the Germans know as they begin."""
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
    assert (notes[0].unit, notes[0].clause) == (state.board.ids["de_352id_914"], "ZOC-18.3-1")
    assert notes[0].text == "914: out of supply"


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
