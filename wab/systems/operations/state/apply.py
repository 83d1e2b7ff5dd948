"""The changes that each event makes. The only place that writes to a state: no dice, no choice, no rule is decided
here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from wab.engine.kernel.agenda import put, settled
from wab.engine.kernel.events import Changes, Event, Rolled, change_of
from wab.engine.kernel.values import Outcome
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDE_CODE, enemy_of
from wab.systems.operations.state.control import takes_hexes
from wab.systems.operations.state.state import Offer, State, Unit


def apply(state: State, event: Event) -> None:
    """Change the state by one event; TypeError for an event that is not of this system."""
    change_of(_CHANGES, event)(state, event)
    state.version += 1


def _change(state: State, unit: int, **values: Any) -> None:
    state.put(replace(state.units[unit], **values))


def _rolled(state: State, event: Rolled) -> None:
    state.dice = state.dice.after(event)


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    state.turn, state.weather, state.impulse, state.active = event.turn, event.weather, 0, ""
    state.attacked_hexes, state.rebuild_points = {}, event.rebuild_points
    for unit in list(state.units.values()):
        state.put(
            Unit(
                unit.id,
                unit.hex,
                unit.hp,
                unit.fatigue,
                supplied=unit.supplied,
                turns_unsupplied=unit.turns_unsupplied,
                spotted=unit.spotted,
            )
        )


def _quality_changed(state: State, event: ev.QualityChanged) -> None:
    """The new values of the units follow from the turn: see `Board.roster_on`."""
    for regrading in state.board.regradings:
        if (regrading.turn, regrading.quality) == (state.turn, event.quality):
            changed = {unit: regrading.profiles[unit] for unit in event.units if unit in regrading.profiles}
            state.roster = {**state.roster, **changed}


def _impulse_began(state: State, event: ev.ImpulseBegan) -> None:
    state.active, state.impulse, state.activation_points = event.side, event.impulse, event.activation_points
    for unit in event.unsupplied:
        _change(state, unit, supplied=False)
    _back_in_supply(state, event.supplied)
    for unit in event.held:  # once held, held for the turn: OPS-8.2.1-2
        _change(state, unit, held=True)


def _back_in_supply(state: State, units: Iterable[int]) -> None:
    """All effects end at once, the count starts again (OPS-8.5.2-5): in or out, nothing between (OPS-3.2-16)."""
    for unit in units:
        _change(state, unit, supplied=True, turns_unsupplied=0)


def _impulse_ended(state: State, event: ev.ImpulseEnded) -> None:
    _take_hexes(state, event.side, event.control)
    state.active = ""
    for unit in list(state.units_of(enemy_of(event.side))):  # OPS-6.5-3: to the end of the spotter's next impulse
        if unit.spotted:
            _change(state, unit.id, spotted=unit.lasting, lasting=False)


def _take_hexes(state: State, side: str, hexes: Iterable[int]) -> None:
    code, ports = SIDE_CODE[side], state.board.ports.get(side)
    for hex_ in hexes:
        if ports and hex_ in ports and state.control[hex_] != code:
            state.taken[hex_] = state.turn
        state.control[hex_] = code


def _arrived(state: State, event: ev.Arrived) -> None:
    entry = state.board.entries[event.entry]
    state.put(Unit(event.unit, event.hex, entry.hp, entry.fatigue))
    state.awaited = tuple(number for number in state.awaited if number != event.entry)
    if takes_hexes(state.profile(event.unit)):
        _take_hexes(state, state.side_of(event.unit), (event.hex,))


def _activated(state: State, event: ev.Activated) -> None:
    _change(state, event.unit, activated=state.impulse)
    state.activation_points -= 1


def _moved(state: State, event: ev.Moved) -> None:
    gone = len(event.path) > 1
    for id_ in event.units:
        unit = state.units[id_]
        state.put(
            replace(
                unit,
                hex=event.path[-1],
                spent=unit.spent + event.spent,
                moved=True,
                marched=unit.marched or event.strategic,
                halted=unit.halted or event.halted or (unit.held and gone),  # OPS-8.2.1-2: its one hex
                spotted=False,
                lasting=False,
            )
        )
    _take_hexes(state, state.side_of(event.units[0]), event.control)


def _nothing(state: State, event: Event) -> None:
    """Some records tell people what happened and change nothing by themselves."""


def _intruded(state: State, event: ev.Intruded) -> None:
    for unit in event.units:
        _change(state, unit, spotted=True, lasting=state.active == enemy_of(state.side_of(unit)))


def _air_readied(state: State, event: ev.AirReadied) -> None:
    state.squadrons.update({squadron.id: squadron for squadron in event.squadrons})


def _fleet_readied(state: State, event: ev.FleetReadied) -> None:
    for ship in event.missing:
        _change(state, ship, available=False)


def _squadron_flew(state: State, event: ev.SquadronFlew) -> None:
    squadron = state.squadrons[event.squadron]
    state.squadrons[squadron.id] = replace(squadron, hp=squadron.hp - event.hp, flown=True, out_to=event.out_to)
    if event.hp:
        _count_lost(state, squadron.id, event.hp)


def _guns_fired(state: State, units: Iterable[int]) -> None:
    """The record of their flight holds what aircraft did."""
    for unit in units:
        if unit in state.units:
            _change(state, unit, supported=True)


def _combat_joined(state: State, event: ev.CombatJoined) -> None:
    for unit in event.attackers:
        _change(state, unit, attacked=True)
    _guns_fired(state, event.supports)
    side = state.side_of(event.attackers[0])
    state.attacked_hexes[side] = tuple(sorted((*state.attacked_hexes.get(side, ()), event.target)))


def _bombarded(state: State, event: ev.Bombarded) -> None:
    _guns_fired(state, event.units)


def _lost_hp(state: State, event: ev.LostHp) -> None:
    _change(state, event.unit, hp=state.units[event.unit].hp - event.hp)
    _count_lost(state, event.unit, event.hp)


def _count_lost(state: State, unit: int, hp: int) -> None:
    side = state.side_of(unit)
    state.hp_lost[side] = state.hp_lost.get(side, 0) + hp


def _tired(state: State, event: ev.Tired) -> None:
    fatigue = state.units[event.unit].fatigue + event.percent
    _change(state, event.unit, fatigue=max(0, min(100, fatigue)))


def _retreated(state: State, event: ev.Retreated) -> None:
    _change(state, event.unit, hex=event.hex, spotted=False, lasting=False)
    if event.control:
        _take_hexes(state, state.side_of(event.unit), (event.hex,))


def _removed(state: State, event: ev.Removed) -> None:
    state.take(event.unit)
    state.removed = (*state.removed, event.unit)
    _count_lost(state, event.unit, event.hp)


def _advance_offered(state: State, event: ev.AdvanceOffered) -> None:
    state.agenda = put(state.agenda, Offer(event.target, event.units))


def _advanced(state: State, event: ev.Advanced) -> None:
    for unit in event.units:
        halted = state.units[unit].halted or event.halted
        _change(state, unit, hex=event.target, halted=halted, spotted=False, lasting=False)
    if event.control:
        _take_hexes(state, state.side_of(event.units[0]), (event.target,))
    state.agenda = settled(state.agenda, Offer)


def _reconstituted(state: State, event: ev.Reconstituted) -> None:
    _change(state, event.unit, hp=state.units[event.unit].hp + event.hp)
    state.rebuild_points -= event.points


def _scored(state: State, event: ev.Scored) -> None:
    state.earned[event.side] = state.earned.get(event.side, 0) + event.points
    if event.objective >= 0:
        points = dict(state.objective_points.get(event.objective, {}))
        points[event.side] = points.get(event.side, 0) + event.points
        state.objective_points[event.objective] = points


def _supply_judged(state: State, event: ev.SupplyJudged) -> None:
    for unit in event.unsupplied:
        _change(state, unit, supplied=False, turns_unsupplied=state.units[unit].turns_unsupplied + 1)
    _back_in_supply(state, event.supplied)


def _game_ended(state: State, event: ev.GameEnded) -> None:
    totals = {side: float(points) for side, points in event.points.items()}
    state.result = Outcome(event.winner, event.level, totals, event.reason)
    state.active, state.agenda = "", ()


_CHANGES: Changes[State] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.AirReadied: _air_readied,
    ev.FleetReadied: _fleet_readied,
    ev.QualityChanged: _quality_changed,
    ev.ImpulseBegan: _impulse_began,
    ev.ImpulseEnded: _impulse_ended,
    ev.Arrived: _arrived,
    ev.Activated: _activated,
    ev.Moved: _moved,
    ev.Sighted: _nothing,
    ev.Intruded: _intruded,
    ev.SquadronFlew: _squadron_flew,
    ev.CombatJoined: _combat_joined,
    ev.CombatResolved: _nothing,
    ev.Bombarded: _bombarded,
    ev.LostHp: _lost_hp,
    ev.Tired: _tired,
    ev.Retreated: _retreated,
    ev.Removed: _removed,
    ev.AdvanceOffered: _advance_offered,
    ev.Advanced: _advanced,
    ev.Reconstituted: _reconstituted,
    ev.Scored: _scored,
    ev.SupplyJudged: _supply_judged,
    ev.GameEnded: _game_ended,
}
