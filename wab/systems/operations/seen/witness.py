"""Events as a side sees them (OPS-5.1-5): the other side's actions as far as they lie in sight.

So a player need not watch live: the game shows them before the player acts, today or from a save next week
(OPS-5.1-11).
"""

from __future__ import annotations

from msgspec.structs import replace

from wab.engine.kernel.events import Event, Rolled
from wab.systems.operations.combat import air, naval
from wab.systems.operations.ground.sight import levels, visible_hexes
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.state import State

_ALWAYS = (ev.TurnBegan, ev.QualityChanged, ev.Scored, ev.GameEnded, ev.Removed, ev.CombatResolved)


def witnessed(before: State, event: Event, after: State, side: str) -> Event | None:
    """An event as `side` sees it: the event itself, a lesser one, or None when nothing of it is seen.

    The other side never learns which aircraft and ships a side has at hand, even if there is no fog of war.
    """
    if isinstance(event, ev.AirReadied | ev.FleetReadied):
        return event if event.side == side else None
    if isinstance(event, Rolled):
        return event if event.stream not in _streams_of(enemy_of(side)) else None
    if not after.board.rules.fog or isinstance(event, _ALWAYS):
        return event
    match event:
        case ev.ImpulseBegan() | ev.ImpulseEnded():
            return event if event.side == side else _impulse_of_enemy(event)
        case ev.Sighted():
            return replace(event, units=_known_ids(after, event.units, side)) if event.side == side else None
        case ev.SupplyJudged():
            return _own_supply(after, event, side)
        case ev.SquadronFlew():
            return _flew(before, event, side)
        case ev.Moved():
            return _moved(before, event, after, side)
        case ev.CombatJoined():
            return _combat(before, event, side)
        case ev.Bombarded():
            return _bombarded(before, event, side)
        case ev.Activated() | ev.Tired() | ev.LostHp() | ev.Retreated() | ev.Reconstituted() | ev.Arrived():
            return _of_one_unit(before, event, after, side)
        case ev.Intruded() | ev.Advanced():
            return _of_units(event, after, side)
        case ev.AdvanceOffered():
            return event if after.side_of(event.units[0]) == side else None
    return None


def _streams_of(side: str) -> tuple[str, ...]:
    """Dice that tell what a side has at hand."""
    return air.stream_of(side), naval.stream_of(side)


def _flew(before: State, event: ev.SquadronFlew, side: str) -> ev.SquadronFlew:
    """Both sides see aircraft fight and how much fire they meet; whose guns they are only as far as they know them."""
    return replace(event, guns=_known_ids(before, event.guns, side))


def _impulse_of_enemy(event: ev.ImpulseBegan | ev.ImpulseEnded) -> Event:
    if isinstance(event, ev.ImpulseBegan):
        return replace(event, unsupplied=(), supplied=(), held=())
    return event


def _own_supply(after: State, event: ev.SupplyJudged, side: str) -> ev.SupplyJudged:
    def own(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(unit for unit in units if after.side_of(unit) == side)

    return ev.SupplyJudged(own(event.unsupplied), own(event.supplied))


def _known_ids(state: State, units: tuple[int, ...], side: str) -> tuple[int, ...]:
    """The ids by which a side knows units: their own when identified, else the contacts in their hex."""
    seen = levels(state, side)
    known = known_state(state, side)
    ids: list[int] = []
    for unit in units:
        if unit in state.board.squadrons or state.side_of(unit) == side or seen.get(unit) == "identified":
            ids.append(unit)
        elif unit in seen:
            there = [id_ for id_ in known.stacks.get(state.units[unit].hex, ()) if id_ not in state.units]
            ids += [id_ for id_ in there if id_ not in ids][:1]
    return tuple(ids)


def _moved(before: State, event: ev.Moved, after: State, side: str) -> ev.Moved | None:
    if before.side_of(event.units[0]) == side:
        return event
    ids = _known_ids(after, event.units, side) or _known_ids(before, event.units, side)
    in_sight = visible_hexes(after, side)
    path = tuple(hex_ for hex_ in event.path if in_sight[hex_])
    if not ids or not path:
        return None
    return replace(event, units=ids, path=path, spent=0, stopped=None)


def _combat(before: State, event: ev.CombatJoined, side: str) -> ev.CombatJoined:
    if before.side_of(event.attackers[0]) == side:
        return event
    return replace(event, supports=_known_ids(before, event.supports, side))


def _of_units(event: ev.Intruded | ev.Advanced, after: State, side: str) -> Event | None:
    """Own units in full; enemy units only if they are seen where they are now. A choice not to advance is seen too."""
    if not event.units or after.side_of(event.units[0]) == side:
        return event
    known = _known_ids(after, event.units, side)
    return replace(event, units=known) if known else None


def _bombarded(before: State, event: ev.Bombarded, side: str) -> ev.Bombarded:
    if before.side_of(event.units[0]) == side:
        return event
    return replace(event, units=_known_ids(before, event.units, side))


def _of_one_unit(
    before: State,
    event: ev.Activated | ev.Tired | ev.LostHp | ev.Retreated | ev.Reconstituted | ev.Arrived,
    after: State,
    side: str,
) -> Event | None:
    state = after if event.unit in after.units else before
    if state.side_of(event.unit) == side:
        return event
    if isinstance(event, ev.Activated):
        return None
    known = {levels(state, side).get(event.unit) for state in (before, after)}
    return event if "identified" in known else None
