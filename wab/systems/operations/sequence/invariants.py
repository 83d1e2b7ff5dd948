"""Invariants of every state of a battle: for tests and the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator

from wab.systems.operations.state.board import NOBODY, SIDES
from wab.systems.operations.state.stacking import weight
from wab.systems.operations.state.state import State
from wab.systems.operations.units.reconstitution import points_of_turn
from wab.systems.operations.units.strength import state_level


def invariants(state: State) -> list[str]:
    """Everything that is wrong with a state, in words; empty for a sound one."""
    return [
        *_units(state),
        *_stacks(state),
        *_control(state),
        *_points(state),
        *_squadrons(state),
        *_comings_and_goings(state),
    ]


def _units(state: State) -> Iterator[str]:
    for id_, unit in sorted(state.units.items()):
        profile = state.profile(id_)
        if not 0 < unit.hp <= profile.hp:
            yield f"{profile.name} has {unit.hp} of {profile.hp} HP (OPS-3.2-6)"
        if not 0 <= unit.fatigue <= 100:
            yield f"{profile.name} has {unit.fatigue} % fatigue (OPS-8.4.1-1)"
        if state_level(state, unit) == 0:
            yield f"{profile.name} stands on the map at state 0 (OPS-8.4.3-6)"
        if not state.board.in_play[unit.hex]:
            yield f"{profile.name} stands outside the play area (OPS-4.1-1)"
        if not state.board.land[unit.hex] and not profile.is_ship:
            yield f"{profile.name} stands where no land unit may"
        if profile.is_ship and not state.board.at_sea(unit.hex):
            yield f"{profile.name} is not at sea (OPS-T-MOVE)"
        if id_ not in state.stacks.get(unit.hex, ()):
            yield f"{profile.name} is missing from its stack"
        if not 0 <= unit.activated <= state.impulse:
            yield f"{profile.name} was activated in impulse {unit.activated} of {state.impulse} (OPS-5.2-2)"
        if unit.marched and (unit.attacked or unit.supported):
            yield f"{profile.name} has marched and fought in one turn (OPS-6.3-2)"


def _stacks(state: State) -> Iterator[str]:
    limit = state.board.tables.conduct.stacking
    for hex_, ids in sorted(state.stacks.items()):
        label = state.board.grid.label(hex_)
        if len({state.side_of(id_) for id_ in ids}) > 1:
            yield f"both sides stand in {label} (OPS-8.1-1)"
        if weight(state, ids) > limit:
            yield f"{label} is overstacked (OPS-8.1-5)"
        if any(state.units[id_].hex != hex_ for id_ in ids):
            yield f"the stack in {label} holds a unit that is elsewhere"


def _control(state: State) -> Iterator[str]:
    for hex_ in range(state.board.grid.size):
        if bool(state.board.land[hex_]) != (state.control[hex_] != NOBODY):
            yield f"{state.board.grid.label(hex_)} is land without a holder, or the reverse (OPS-6.5-4)"
    for hex_, ids in sorted(state.stacks.items()):
        profiles = [state.profile(id_) for id_ in ids]
        takes = any(not profile.is_commander and not profile.is_ship for profile in profiles)
        if takes and not state.controls(profiles[0].side, hex_):
            yield f"{state.board.grid.label(hex_)} is not controlled by the side that stands in it (OPS-6.5-4)"


def _squadrons(state: State) -> Iterator[str]:
    for id_, squadron in sorted(state.squadrons.items()):
        profile = state.board.squadrons[id_]
        if not 0 <= squadron.hp <= profile.hp:
            yield f"{profile.name} has {squadron.hp} of {profile.hp} HP (OPS-10.3.1-4)"
        if squadron.status == "ready" and not squadron.hp and not squadron.flown:
            yield f"{profile.name} is destroyed and ready to fly (OPS-10.3.1-9)"
        if squadron.flown and squadron.status != "ready":
            yield f"{profile.name} has flown although it could not (OPS-10.3.1-12)"


def _points(state: State) -> Iterator[str]:
    if state.active and state.active not in SIDES:
        yield f"{state.active!r} is no side"
    elif state.active:
        allowance: int = getattr(state.board.activation_points, state.active)
        used = sum(unit.activated == state.impulse for unit in state.units_of(state.active))
        if not 0 <= state.activation_points <= allowance - used:
            yield f"{state.activation_points} of {allowance} activation points are left after {used} units (OPS-5.2-2)"
    if not 0 <= state.rebuild_points <= points_of_turn(state.board, state.turn):
        yield f"{state.rebuild_points} reconstitution points are left (OPS-8.3.3-5)"
    for side, hp in sorted(state.hp_lost.items()):
        if hp < 0:
            yield f"the {side} side has lost {hp} HP (OPS-9.2.2-2)"


def _comings_and_goings(state: State) -> Iterator[str]:
    """A unit that left the game is not on the map (OPS-3.3-2), nor is a unit that has yet to come."""
    for id_ in sorted({*state.removed} & {*state.units}):
        yield f"{state.profile(id_).name} has left the game and stands on the map (OPS-3.3-2)"
    for number in state.awaited:
        if (unit := state.board.entries[number].unit) in state.units:
            yield f"{state.profile(unit).name} is awaited and stands on the map (OPS-8.3.1-2)"
