"""Fights by chance: each ends soon, keeps to bonds and limits, and offers nothing that is not legal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.zocbonds.field import board, carried_out, position
from tests.rules.zocbonds.fighting import DECISIONS, offered
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.room import has_room
from wab.systems.zocbonds.state.state import State, Unit, Works

MOST_ORDERS = 40
MIDDLES = ("1432", "2025", "2513", "2130", "1929", "3606", "2812", "2419", "1815")


def melee(seed: int) -> State:
    """Units of both sides at random around a place, in a combat phase of one of them."""
    chance = random.Random(seed)
    side = chance.choice(("allied", "axis"))
    state = position({}, side=side, phase=chance.choice(("combat", "reserve_combat")), row=chance.randint(1, 6),
                     turn=chance.randint(2, 22), supply={"us": 3, "commonwealth": 3, "seventh_army": 3},
                     air={"us": 2, "commonwealth": 2}, ships={"us": 2, "commonwealth": 2}, seed=seed)  # fmt: skip
    on = board()
    around = [hex_ for hex_ in on.grid.disk(on.hex(chance.choice(MIDDLES)), 2) if on.dry[hex_]]
    owner = {hex_: chance.choice(("allied", "axis", "axis", "")) for hex_ in around}
    for profile in chance.sample(sorted(on.roster.values(), key=lambda one: one.id), 45):
        hex_ = chance.choice(around)
        if owner[hex_] != profile.side:
            continue
        unit = Unit(
            profile.id, hex_, chance.randint(1, profile.steps), disrupted=chance.random() < 0.1,
            reserve=chance.random() < 0.5, column=chance.random() < 0.1, retreated=chance.random() < 0.1,
            landed=chance.random() < 0.1,
        )  # fmt: skip
        if has_room(state, (unit,), hex_):
            state.put(unit)
    state.changed(works=tuple(
        Works(hex_, "axis", done=True) for hex_ in sorted(around) if owner[hex_] == "axis" and chance.random() < 0.2
    ))  # fmt: skip
    return state


def apply_and_watch(state: State, events) -> None:
    for event in events:
        if isinstance(event, ev.Advanced | ev.Retreated):
            _keeps_to_bonds(state, event)
        carried_out(state, (event,))


def _keeps_to_bonds(state: State, event) -> None:
    """ZOC-8.5.2-2, ZOC-8.5.2-3: none that stood when it began is crossed, but into the vacated hex."""
    unit = event.unit if isinstance(event, ev.Advanced) else event.units[0]
    bonds, grid = state.bonds_of(enemy_of(state.side_of(unit))), state.board.grid
    for here, there in zip(event.path, event.path[1:], strict=False):
        if isinstance(event, ev.Advanced) and there == state.fight.target:
            continue
        assert not bonds.bars(here, grid.direction(here, there), there)


def fight_once(state: State, chance: random.Random) -> int | None:
    """Make an attack by chance, and answer by chance until it is over; how many orders that took in all."""
    attacks = [order for order in offered(state) if isinstance(order, Attack)]
    if not attacks:
        return None
    order = chance.choice(attacks)
    for count in range(1, MOST_ORDERS + 2):
        assert DECISIONS.why_not(state, order) is None
        apply_and_watch(state, DECISIONS.execute(state, order))
        if not state.agenda:
            assert state.now.fight is None
            return count
        choices = offered(state)
        assert choices and len(set(choices)) == len(choices)
        assert all(DECISIONS.why_not(state, choice) is None for choice in chance.sample(choices, min(4, len(choices))))
        order = chance.choice(choices)
    return MOST_ORDERS + 1


@pytest.mark.clause("ZOC-10.2-1")
@pytest.mark.clause("ZOC-8.5.2-2")
@pytest.mark.clause("ZOC-8.5.2-3")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_every_fight_ends_within_forty_orders(seed):
    state, chance = melee(seed), random.Random(seed + 1)
    for _ in range(3):
        count = fight_once(state, chance)
        if count is None:
            break
        assert count <= MOST_ORDERS
        assert not list(state.misplaced())
        for side in ("allied", "axis"):
            assert all(has_room(state, (), hex_) for hex_ in state.deployed(side).posts)
        assert all(unit.steps > 0 for unit in state.units.values())
