"""Units, stacks, deployments, zones: carried on through any changes, as if worked out slowly from nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexes.random_maps import unhurried
from wab.field.deployment import Deployment, Stack
from wab.field.stacks import OnMap
from wab.field.zones import Zones
from wab.hexes import Grid

GRID = Grid(5, 6)
SIDES = ("red", "blue")


class Unit(NamedTuple):
    id: int
    hex: int
    weight: int = 1
    zone: bool = True


@dataclass
class State(OnMap[Unit, Stack]):
    """Odd ids are red, even ones blue."""

    sides: np.ndarray
    units: dict[int, Unit] = field(default_factory=dict)
    stacks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _deployed: dict[str, Deployment[Stack]] = field(default_factory=dict)
    _touched: set[int] = field(default_factory=set)

    def __post_init__(self):
        self._zones = Zones(GRID, self.sides)

    @property
    def zones(self):
        return self._zones

    def side_of(self, unit):
        return SIDES[1 - unit % 2]

    def post(self, hex_):
        there = self.stack(hex_)
        if not there:
            return None
        return Stack(self.stacks[hex_], sum(unit.weight for unit in there), any(unit.zone for unit in there))

    def copy(self):
        return replace(
            self,
            units=self.units.copy(),
            stacks=self.stacks.copy(),
            _deployed=self._deployed.copy(),
            _touched=self._touched.copy(),
        )


def anew(state, side):
    """Return what a deployment must be, hex by hex and unit by unit."""
    own = [unit for _, unit in sorted(state.units.items()) if state.side_of(unit.id) == side]
    occupied, stacked, zone = [False] * GRID.size, [0] * GRID.size, [0] * GRID.size
    for unit in own:
        occupied[unit.hex] = True
        stacked[unit.hex] += unit.weight
    for holder in sorted({unit.hex for unit in own if unit.zone}):
        for direction in range(6):
            there = GRID.neighbour(holder, direction)
            if there >= 0 and state.sides[holder, direction]:
                zone[there] += 1
    return tuple(unit.id for unit in own), occupied, stacked, zone


def shown(deployment):
    return deployment.ids, deployment.occupied.tolist(), deployment.stacked.tolist(), deployment.zone.tolist()


def sides_of(seed):
    return np.random.default_rng(seed).random((GRID.size, 6)) < 0.8


hexes = st.integers(0, GRID.size - 1)
changes = st.lists(
    st.one_of(
        st.builds(Unit, st.integers(1, 9), hexes, st.integers(0, 3), st.booleans()),
        st.integers(1, 9).map(lambda id_: ("take", id_)),
        st.just("read"),
        st.just("copy"),
    ),
    max_size=30,
)


@unhurried
@given(st.integers(0, 2**32 - 1), changes)
def test_what_is_carried_on_is_what_is_there(seed, changes):
    state, copied = State(sides_of(seed)), []
    for change in changes:
        if isinstance(change, Unit):
            if state.side_in(change.hex) in (None, state.side_of(change.id)):
                state.put(change)
        elif change == "copy":
            copied.append((state, {side: anew(state, side) for side in SIDES}))
            state = state.copy()
        elif change == "read":
            state.deployed("red")
        elif change[1] in state.units:
            assert state.take(change[1]).id == change[1]
        assert list(state.misplaced()) == []
    for known, expected in [*copied, (state, {side: anew(state, side) for side in SIDES})]:
        for side in SIDES:
            assert shown(known.deployed(side)) == expected[side]
            assert [unit.id for unit in known.units_of(side)] == list(expected[side][0])
            assert not any(array.flags.writeable for array in _arrays(known.deployed(side)))
        for hex_, ids in known.stacks.items():
            assert ids == tuple(sorted(id_ for id_, unit in known.units.items() if unit.hex == hex_))


def _arrays(deployment):
    return deployment.occupied, deployment.stacked, deployment.zone


@unhurried
@given(st.integers(0, 2**32 - 1), st.lists(st.builds(Unit, st.integers(1, 9), hexes), unique_by=lambda unit: unit.id))
def test_units_put_all_at_once_stand_as_if_put_one_by_one(seed, units):
    at_once, one_by_one = State(sides_of(seed)), State(sides_of(seed))
    at_once.put(Unit(9, 0))
    at_once.put_all(reversed(units))
    for unit in units:
        one_by_one.put(unit)
    assert at_once.stacks == one_by_one.stacks
    assert list(at_once.units) == sorted(one_by_one.units)


def test_no_unit_stands_in_two_places():
    state = State(sides_of(1))
    state.put(Unit(1, 3))
    with pytest.raises(ValueError, match="two places"):
        state.put_all([Unit(2, 4), Unit(2, 5)])
    assert state.units == {1: Unit(1, 3)}
    state.put(Unit(1, 4))
    assert state.stacks == {4: (1,)}
    with pytest.raises(KeyError):
        state.take(2)


def test_what_somebody_else_wrote_is_found():
    state = State(sides_of(1))
    state.put(Unit(1, 3))
    state.put(Unit(3, 3))
    state.stacks[4] = (2,)
    state.units[3] = Unit(3, 5)
    assert len(list(state.misplaced())) == 3
    state.put_all([Unit(1, 3), Unit(2, 3)])
    assert list(state.misplaced()) == [f"both sides stand in {GRID.label(3)}"]


def test_a_deployment_stays_the_same_object_while_nothing_of_it_changes():
    state = State(sides_of(1))
    assert state.deployed("red") is state.deployed("red")
    state.put(Unit(1, 3))
    red, blue = state.deployed("red"), state.deployed("blue")
    state.put(Unit(2, 8))
    assert state.deployed("red") is red
    assert state.deployed("blue") is not blue
    state.put(Unit(1, 3))
    assert state.deployed("red") is red


@unhurried
@given(st.integers(0, 2**32 - 1), st.sets(hexes))
def test_zones_counted_from_nothing(seed, holders):
    sides = sides_of(seed)
    zones = Zones(GRID, sides)
    counts = zones.counted(holders)
    for target in range(GRID.size):
        reaching = [holder for holder in holders if zones.reaches(holder, target)]
        assert counts[target] == len(reaching)
        for holder in reaching:
            assert sides[holder, GRID.direction(holder, target)]
            assert target in zones.covered(holder)


def test_zones_want_six_sides_a_hex_and_hand_out_nothing_to_write_to():
    with pytest.raises(ValueError, match="sides must be"):
        Zones(GRID, np.ones((GRID.size, 5), np.bool_))
    with pytest.raises(ValueError, match="read-only"):
        Zones(GRID, sides_of(1)).covered(7)[:1] = 1
