"""The events that a side sees give no hidden name away."""

from collections.abc import Iterator

import pytest

from wab.engine import Event
from wab.systems.operations import SYSTEM
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.seen.knowledge import FIRST_CONTACT, known_state
from wab.systems.operations.seen.witness import witnessed
from wab.systems.operations.state import events as ev
from wab.testing.walks import SCENARIOS, Table, walk, walked

PUBLIC = (ev.TurnBegan, ev.Scored, ev.GameEnded, ev.Removed, ev.CombatResolved, ev.CombatJoined)


@pytest.fixture(scope="module", params=[name for name in SCENARIOS if name.startswith("operations/")])
def scenario(request):
    """Every scenario of the system, one after the other, so that its tests share a walk."""
    return request.param


def happenings(scenario: str) -> Iterator[tuple[object, Event, object]]:
    """Every event of a walk with the state before and after it."""
    game = walked(Table(scenario))[0]
    state = SYSTEM.new_state(game.setup.scenario, game.setup.seed, {})
    for record in game.journal:
        for event in record.events:
            before = state.copy()
            SYSTEM.apply(state, event)
            yield before, event, state


def named(event: Event) -> list[int]:
    """All units that an event names."""
    units = [getattr(event, "unit", None)]
    for field in ("units", "supports", "unsupplied", "supplied"):
        units += getattr(event, field, ())
    return [unit for unit in units if unit is not None]


@pytest.mark.clause("OPS-6.1-9", "OPS-6.1-10")
def test_an_enemy_that_is_not_identified_is_never_named(scenario):
    seen_by = dict.fromkeys(SYSTEM.sides, 0)
    for before, event, after in happenings(scenario):
        for side in seen_by:
            known = witnessed(before, event, after, side)
            if known is None or isinstance(known, PUBLIC):
                continue
            seen_by[side] += 1
            for unit in named(known):
                own = unit in after.roster and after.side_of(unit) == side
                identified = "identified" in (levels(before, side).get(unit), levels(after, side).get(unit))
                in_the_air = unit in after.board.squadrons  # aircraft are seen over their target (OPS-7.6-1)
                assert own or identified or in_the_air or unit >= FIRST_CONTACT, (side, known)
    assert all(seen_by.values())


def sightings(scenario: str) -> list[tuple[set[int], set[int]]]:
    """The contacts that each sighting of a walk names, and all units in the view of the side that sights.

    The walk is the walk of the least seed in which a sighting names a unit: a unit that is out of sight again after the
    move is not named.
    """
    for seed in range(1, 20):
        found = []
        for moment in (walked(Table(scenario)) if seed == 1 else walk(scenario, seed))[1]:
            if not any(isinstance(event, ev.Sighted) for event in moment.events):
                continue
            state = moment.state.copy()
            for event in moment.events:
                before = state.copy()
                SYSTEM.apply(state, event)
                if isinstance(event, ev.Sighted):
                    known = witnessed(before, event, state, event.side)
                    found.append((set(known.units), set(known_state(state, event.side).units)))
        if any(named for named, _ in found):
            return found
    return []


def test_contacts_in_a_sighting_stand_in_the_view_and_without_fog_nobody_comes_into_sight(scenario):
    """Without fog all units are in sight already."""
    if SYSTEM.new_state(scenario, 1, {}).board.rules.fog:
        found = sightings(scenario)
        assert found
        assert all(named <= standing for named, standing in found)
        return
    game, moments = walked(Table(scenario))
    assert not [event for moment in moments for event in moment.events if isinstance(event, ev.Sighted)]
    everybody = {unit.id: unit.hex for unit in game.state.units.values()}
    for side in SYSTEM.sides:
        known = known_state(game.state, side)
        assert {unit.id: unit.hex for unit in known.units.values()} == everybody
