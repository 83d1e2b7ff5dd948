"""Movement (ZOC-9): moves of units on the map, in the movement phase and in reserve movement (ZOC-15.2).

One move at a time (ZOC-9.1-3): units go on in the phase only until another unit moves, and in the manner in which they
began. A stack that drops units on its way is several moves (ZOC-9.1-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import N_, Text
from wab.field.moves import Moves
from wab.hexes import HexId, Reach
from wab.systems.zocbonds.ground import columns, leashes
from wab.systems.zocbonds.ground.allowance import printed
from wab.systems.zocbonds.ground.manners import (
    MANNERS,
    ORDINARY,
    in_flood,
    is_for,
    left_out,
    told,
    why_not_end,
    why_not_manner,
)
from wab.systems.zocbonds.ground.marching import Fault, Going, Manner, fault, going, path_cost, reach
from wab.systems.zocbonds.movement import entries
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.armies import commands, seats_on_turn, sound
from wab.systems.zocbonds.state.board import Flags
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.orders import Ids, Move
from wab.systems.zocbonds.state.state import SUPPLIED, State
from wab.systems.zocbonds.units import reserve, works
from wab.systems.zocbonds.units.entering import control_won, overrun
from wab.systems.zocbonds.units.headquarters import turned

# ------------------------------------------------------------------------------------------------- start and end


def begin(state: State) -> Iterator[Event]:
    """The start of a side's movement phase (ZOC-3-4): works begun the turn before are finished or gone (ZOC-16.1-6),
    strategic and truck markers come off (ZOC-9.8.5-2), restricted units are released (ZOC-17.6-1). Where several seats
    of a side move one after the other, with the first of them."""
    if state.now.player not in ("", state.now.side, seats_on_turn(state)[0]):
        return
    yield from works.finished(state, state.now.side)
    yield from columns.lifted(state, state.now.side)
    if state.now.side == "axis":
        yield from leashes.released(state)


def end(state: State) -> Iterator[Event]:
    """The end of a seat's movement phase: it is asked about its hexes that hold too much, and after the last seat of
    the side the owner of every such hex (ZOC-7.2-1); once they hold, its reinforcements that did not enter wait
    (ZOC-6.6-4). Where something is asked the phase is ended again."""
    last = state.now.player in ("", state.now.side, seats_on_turn(state)[-1])
    asked = tuple(stacking.ask_excess(state, state.now.side, () if last else (state.now.player,)))
    if asked:
        yield from asked
    elif state.now.phase == "movement":
        yield from entries.held_back(state)


def must_return(state: State) -> tuple[int, ...]:
    """Units beyond their leash that have not moved and could: they must try to come back (ZOC-26.3-2, ZOC-26.3-4).
    Where every hex within reach is full they cannot."""
    return tuple(
        unit
        for unit in state.deployed(state.now.side).ids
        if leashes.is_astray(state, unit)
        and not state.units[unit].mode
        and any(True for _ in choices(state, (unit,), MANNERS[:2]))
    )


# ------------------------------------------------------------------------------------------------- why not


def why_not_move(state: State, order: Move) -> Refusal | None:
    """None if a move is legal, else the first reason against it, with its clauses and the hexes concerned."""
    manner = Manner(order.mode, bool(order.truck))
    if refusal := why_not_set_off(state, order.units, manner):
        return refusal
    start, how = state.units[order.units[0]].hex, going(state, order.units, manner)
    found = fault(state, order.units, order.path, manner, how)
    if order.path[:1] != (start,):
        found = Fault("not-a-path", (start,))
    if found is not None:
        return told(state, order.units, manner, found, how)
    return why_not_end(state, order.units, order.path[-1], manner)


def why_not_set_off(state: State, units: Ids, manner: Manner) -> Refusal | None:
    """None if units may start to move together in this manner, wherever to; else the first reason against it."""
    return _why_not_at_all(state, units) or _why_not_so(state, units, manner)


def _why_not_at_all(state: State, units: Ids) -> Refusal | None:
    """Return why units do not move together now, in any manner."""
    for check in (why_not_theirs, _together, _free_to_move, _last_movers):
        if refusal := check(state, units):
            return refusal
    return None


def _why_not_so(state: State, units: Ids, manner: Manner) -> Refusal | None:
    """Return why units that may move do not move in a manner."""
    return _in_one_manner(state, units, manner) or _fit_for(state, units, manner)


def why_not_theirs(state: State, units: Ids) -> Refusal | None:
    """Return why the seat on turn does not command units: they must be on the map, named once each, ascending, and its
    own (ZOC-9.1-1); others may cross the boundary, but keep their seat (ZOC-27.1-2).
    """
    if not sound(state, units):
        return Refusal(Text("An order names units on the map, each once and in order."), ("ZOC-9.1-1",), (), "units")
    for unit in units:
        if not commands(state, unit):
            text = Text("{unit:The} {unit:|is|are} not yours to move.", {"unit": unit_noun(state, unit)})
            return Refusal(text, ("ZOC-9.1-1",), (state.units[unit].hex,), "not-yours")
    return None


def _together(state: State, units: Ids) -> Refusal | None:
    """Units that move as a stack start in one hex, after one and the same way (ZOC-9.1-2)."""
    hexes = tuple(dict.fromkeys(state.units[unit].hex for unit in units))
    ways = {(state.units[unit].mode, state.units[unit].spent) for unit in units}
    if len(hexes) == 1 and len(ways) == 1:
        return None
    text = Text("Units that move together start together.")
    return Refusal(text, ("ZOC-9.1-2",), hexes, "not-together")


def _free_to_move(state: State, units: Ids) -> Refusal | None:
    """Units that never move (ZOC-2.3.1-2, ZOC-17.8-1), are scattered (ZOC-20.2-5), bound (ZOC-17.6-1), have stopped or
    dug (ZOC-16.1-6), or are no reserve in reserve movement (ZOC-3-6)."""
    for unit in units:
        standing = state.units[unit]
        if printed(state, unit) == 0:
            return _stays(
                state, unit, N_("{unit:The} {unit:|has|have} no movement allowance."), "immobile", "ZOC-2.3.1-2"
            )
        if state.now.phase == "reserve_movement" and not standing.reserve:
            return _stays(state, unit, N_("{unit:The} {unit:|is|are} not in reserve."), "no-reserve", "ZOC-15.2-1")
        if standing.scattered:
            words = N_("{unit:The} {unit:|is|are} scattered and cannot move.")
            return _stays(state, unit, words, "scattered", "ZOC-20.2-5")
        if refusal := leashes.why_bound(state, unit):
            return refusal
        if standing.stopped:
            return _stays(state, unit, N_("{unit:The} cannot move on in this phase."), "stopped", *_STOPPED)
    return None


_STOPPED = ("ZOC-8.2-1", "ZOC-9.1-3", "ZOC-16.1-6")


def _stays(state: State, unit: int, words: str, code: str, *clauses: str) -> Refusal:
    return Refusal(Text(words, {"unit": unit_noun(state, unit)}), clauses, (state.units[unit].hex,), code)


def _last_movers(state: State, units: Ids) -> Refusal | None:
    """A unit that has moved may continue only until another unit moves (ZOC-9.1-2, ZOC-9.1-3)."""
    for unit in units:
        standing = state.units[unit]
        if standing.mode and unit not in state.now.moving:
            text = Text(
                "{unit:The} {unit:|has|have} finished moving: others have moved since.",
                {"unit": unit_noun(state, unit)},
            )
            return Refusal(text, ("ZOC-9.1-3",), (standing.hex,), "has-moved")
    return None


def _in_one_manner(state: State, units: Ids, manner: Manner) -> Refusal | None:
    """A unit continues its move in the manner in which it began."""
    for unit in units:
        standing = state.units[unit]
        if standing.mode and (standing.mode != manner.mode or standing.truck != manner.truck):
            text = Text("{unit:The} {unit:|goes|go} on as {unit:|it|they} began.", {"unit": unit_noun(state, unit)})
            return Refusal(text, ("ZOC-9.1-3",), (standing.hex,), "other-manner")
    return None


def _fit_for(state: State, units: Ids, manner: Manner) -> Refusal | None:
    """Disrupted (ZOC-13.6-2) and unsupplied units (ZOC-18.4-1) use tactical movement (ZOC-9.10-1), others as they like:
    on trucks, by column or on bicycles where those allow it."""
    hex_ = state.units[units[0]].hex
    if refusal := why_not_manner(state, units, manner, hex_):
        return refusal
    for unit in units:
        standing = state.units[unit]
        if manner.mode != "tactical" and (standing.disrupted or standing.supply != SUPPLIED):
            text = Text(
                "{unit:The} {unit:|is|are} disrupted or out of supply: tactical movement alone.",
                {"unit": unit_noun(state, unit)},
            )
            return Refusal(text, ("ZOC-9.10-1", "ZOC-13.6-2", "ZOC-18.4-1"), (hex_,), "tactical-only")
    return None


# ------------------------------------------------------------------------------------------------- what happens


def execute_move(state: State, order: Move) -> Iterator[Event]:
    """Units move; they win control of what they pass (ZOC-6.2-3), and enemy works without defenders are gone
    (ZOC-16.1-12). A reserve that moves too far for one is none any more (ZOC-15.1-1), and a gun turns (ZOC-17.2-7)."""
    manner = Manner(order.mode, order.truck)
    how = going(state, order.units, manner)
    side = state.side_of(order.units[0])
    first = state.units[order.units[0]]
    cost = 0 if order.mode == "tactical" else path_cost(state, order.path, how)
    moved = ev.Moved(
        order.units,
        order.path,
        order.mode,
        first.spent + cost,
        control_won(state, side, order.path[1:]),
        first.left_zone or how.leaving > 0,
        _ends(state, order, how),
        order.truck,
    )
    yield from reserve.given_up(state, moved)
    yield from turned(state, order.units, len(order.path) - 1)
    yield moved
    yield from overrun(state, side, order.path[1:])


def _ends(state: State, order: Move, how: Going) -> bool:
    """Return whether units go no further in this phase: after tactical movement, in an enemy zone (ZOC-8.2-1,
    ZOC-8.3-1), in flooded ground off the roads (ZOC-9.5-2), or after their one hex (ZOC-6.2-8).
    """
    over = order.mode == "tactical" or how.one_hex or how.stop[order.path[-1]]
    return bool(over) or in_flood(state, order.path, how)


# ------------------------------------------------------------------------------------------------- on offer


def offered_move(state: State, unit: int | None = None) -> Iterator[Group]:
    """The moves on offer: of each unit alone, by id, the cheapest way to every hex that it may keep, in the first of
    `MANNERS` that gets it there; then what can move of each stack as one, in ordinary and tactical movement.

    Hexes that would hold too much are not offered, though nothing forbids to stop there for a while (ZOC-7.2-1).
    """
    if unit is not None:
        yield from choices(state, (unit,))
        return
    movers = []
    for id_ in state.deployed(state.now.side).ids:
        groups = list(choices(state, (id_,)))
        if groups:
            movers.append(id_)
        yield from groups
    for _, post in sorted(state.deployed(state.now.side).posts.items()):
        together = tuple(id_ for id_ in post.units if id_ in movers)
        if len(together) > 1:
            yield from choices(state, together, MANNERS[:2])


def choices(state: State, units: Ids, manners: Sequence[Manner] = MANNERS) -> Iterator[Moves[Move]]:
    """The moves of units together, a group a manner; none for units that cannot move or are not there."""
    if _why_not_at_all(state, units) is not None:
        return
    taken: Flags = state.board.workspace.nowhere.copy()
    for manner in manners:
        fitting = all(is_for(state, unit, manner) for unit in units)
        if fitting and _why_not_so(state, units, manner) is None:
            reached = reach(state, units, manner)
            group = _Choice(units, manner, reached, left_out(state, units, manner, reached, taken))
            taken[reached.hexes] = True
            if len(group):
                yield group


def goals(state: State, units: Ids, manner: Manner = ORDINARY) -> dict[HexId, Move]:
    """The moves that units of one hex may make together in a manner: by the cheapest way, to each hex where they may
    end. Nothing forbids to stop for a while in a hex that would hold too much (ZOC-7.2-1)."""
    if why_not_set_off(state, units, manner) is not None:
        return {}
    reached = reach(state, units, manner)
    return {
        hex_: Move(units, reached.path_to(hex_), manner.mode, manner.truck)  # type: ignore[arg-type]  # a mode
        for hex_ in reached
        if hex_ != reached.start and why_not_end(state, units, hex_, manner) is None
    }


class _Choice(Moves[Move]):
    """Moves of the same units in the same manner."""

    def __init__(self, units: Ids, manner: Manner, reached: Reach, near: Reach) -> None:
        super().__init__(reached, lambda path: Move(units, path, manner.mode, manner.truck), near)  # type: ignore[arg-type]  # a mode
        self.units, self.manner = units, manner
