"""Facts that must hold in every state between orders: what is wrong with one, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.systems.omaha.ground.terrain import is_flooded
from wab.systems.omaha.state.state import CLIFF, State
from wab.systems.omaha.state.steps import Task

_BEFORE_ACTIONS = ("landing", "arrivals", "event", "fire", "engineers")


def problems(state: State) -> Iterator[str]:
    """Every fault of a true state."""
    yield from state.misplaced()
    yield from _units(state)
    yield from _germans(state)
    yield from _cards(state)
    if state.agenda and isinstance(state.agenda[0], Task):
        yield f"the task {state.agenda[0].name} waits"


def _units(state: State) -> Iterator[str]:
    """Each unit is in one place, with steps; none stands under water once the tide has come, but on a cliff."""
    there = Counter([*state.units, *state.now.off])
    yield from (f"unit {unit} is in {count} places" for unit, count in there.items() if count > 1)
    yield from (f"unit {unit} is nowhere" for unit in state.board.roster if unit not in there)
    turns = state.board.tables.turns
    settled = state.turn > 1 and turns.tide(state.turn - 1) == state.tide and state.now.phase in _BEFORE_ACTIONS
    for unit in state.units.values():
        if not state.profile(unit.id).leader and not 1 <= unit.steps <= state.profile(unit.id).full:
            yield f"unit {unit.id} has {unit.steps} steps"
        if unit.hex in state.now.forces:
            yield f"unit {unit.id} stands on Germans"
        if settled and is_flooded(state, unit.hex) and unit.climb != CLIFF:
            yield f"unit {unit.id} stands under water"
    if state.now.phase in ("landing", "arrivals") and not state.now.result:
        for hex_ in state.stacks:
            if len(state.us_in(hex_)) > state.board.tables.limits.stacking and not _landed(state):
                yield f"{state.board.grid.label(hex_)} holds too many units"


def _landed(state: State) -> bool:
    """Units that have landed may crowd a hex until the actions are over (OMA-7.6-1)."""
    return state.now.phase == "arrivals"


def _germans(state: State) -> Iterator[str]:
    """Germans stand on positions (OMA-2.1-6); pools and map hold every counter once."""
    now = state.now
    counters = [counter for pool in now.pools.values() for counter in pool]
    counters += [counter for force in now.forces.values() for counter in (force.unit, force.marker) if counter]
    if sorted(counters) != sorted(state.board.counters):
        yield "the German counters are not those of the game"
    for hex_ in now.forces:
        if state.place_at(hex_) is None:
            yield f"Germans stand off their positions in {state.board.grid.label(hex_)}"


def _cards(state: State) -> Iterator[str]:
    now = state.now
    if sorted((*now.pile, *now.discards, *(card for _, card in now.track))) != sorted(state.board.cards):
        yield "the cards are not those of the deck"
