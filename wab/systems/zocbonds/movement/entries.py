"""German reinforcements from off the map (ZOC-6.6), and mobilisation (ZOC-6.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Argument, Text
from wab.field import arrivals
from wab.field.boxes import Boxes, box_of, family
from wab.field.moves import Moves
from wab.hexes import CLOSED, HexId
from wab.systems.zocbonds.ground import manners
from wab.systems.zocbonds.ground.allowance import allowance, classes
from wab.systems.zocbonds.ground.costs import road_rate
from wab.systems.zocbonds.ground.manners import MANNERS
from wab.systems.zocbonds.ground.marching import Fault, Going, Manner, fault, going_in, path_cost, reach_from
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import may_command
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.state.names import place_noun, unit_noun
from wab.systems.zocbonds.state.orders import Enter, Ids, Mobilise, Path
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.entering import control_won, overrun
from wab.systems.zocbonds.units.headquarters import turned


class Due(NamedTuple):
    """When a reinforcement comes, and by which colour, or (Cherbourg) at which hex; the other is ""."""

    turn: int
    entry: str
    hex: HexId | None


@lru_cache(maxsize=16)
def schedule(board: Board) -> dict[int, Due]:
    """When and where each German reinforcement comes (ZOC-6.6-1, ZOC-26.1-5)."""
    return {
        board.ids[key]: Due(arrival.turn, arrival.entry or "", arrival.hex)
        for arrival in board.arrivals
        for key in arrival.units
    }


def due(state: State) -> tuple[int, ...]:
    """Return reinforcements that may enter this turn, ascending: due this turn or held back (ZOC-6.6-4)."""
    return arrivals.due(schedule(state.board), state.box("arrivals"), state.now.turn)


def entry_hexes(state: State, unit: int) -> tuple[HexId, ...]:
    """The hexes at which a reinforcement may enter, ascending: hexes of its colour, none between them (ZOC-6.6-1), and
    of one more colour on either side for each day that it was held back (ZOC-6.6-4).
    """
    coming, lines = schedule(state.board)[unit], state.board.lines
    if coming.hex is not None:
        return (coming.hex,)
    order = lines.entry_order
    place, days = order.index(coming.entry), state.now.held.get(unit, 0)
    colours = order[max(0, place - days) : place + days + 1]
    return tuple(sorted(hex_ for colour in colours for hex_ in lines.entries[colour]))


# ------------------------------------------------------------------------------------------------- entering


def why_not_enter(state: State, order: Enter) -> Refusal | None:
    """Return why reinforcements do not enter along a path: they are not due or not one's own, the first hex is none of
    theirs (ZOC-6.6-1) or shut, or the way on is no sound one. Entering costs the road rate of the first hex
    (ZOC-6.6-2); in an enemy zone they stop there (ZOC-6.6-3); columns and trucks may enter so (ZOC-6.6-5, ZOC-9.8.1-3).
    """
    manner = Manner(order.mode, bool(order.truck))
    if refusal := _why_not_due(state, order.units) or manners.why_not_manner(state, order.units, manner, None):
        return refusal
    if refusal := _why_not_there(state, order.units, order.path[0] if order.path else -1):
        return refusal
    how = entering(state, order.units, manner, order.path[0])
    if found := _entry_fault(state, order, manner, how):
        return manners.told(state, order.units, manner, found, how)
    return manners.why_not_end(state, order.units, order.path[-1], manner)


def _why_not_due(state: State, units: Ids) -> Refusal | None:
    coming, player = due(state), state.now.player
    led = player in ("", state.now.side) or all(may_command(state, player, unit) for unit in units if unit in coming)
    sound = bool(units) and tuple(sorted(set(units))) == tuple(units) and all(unit in coming for unit in units)
    if sound and led and state.now.side == "axis" and state.now.phase == "movement":
        return None
    return Refusal(Text("These are no reinforcements of yours for this phase."), ("ZOC-6.6-1",), (), "not-due")


def _why_not_there(state: State, units: Ids, hex_: HexId) -> Refusal | None:
    for unit in units:
        if hex_ not in entry_hexes(state, unit):
            text = Text("{unit:The} {unit:|does|do} not enter there.", {"unit": unit_noun(state, unit)})
            return Refusal(text, ("ZOC-6.6-1", "ZOC-6.6-4"), (), "other-entry")
    return None


def entering(state: State, units: Ids, manner: Manner, hex_: HexId) -> Going:
    """Return what holds for reinforcements once they stand in their first hex, after paying for it (ZOC-6.6-2); the
    budget is below 0 if they cannot pay.
    """
    left = min(allowance(state, unit, manner.mode, manner.truck) for unit in units)
    return going_in(state, units, manner, left - _price(state, units, manner, hex_))


def _price(state: State, units: Ids, manner: Manner, hex_: HexId) -> int:
    """The road rate of the first hex (ZOC-6.6-2); one of their hexes in tactical movement."""
    if manner.mode == "tactical":
        return 1
    return max(road_rate(state.board, class_, hex_) for class_ in classes(state, units, manner.truck))


def _entry_fault(state: State, order: Enter, manner: Manner, how: Going) -> Fault | None:
    first = order.path[0]
    if how.closed[first]:
        enemy, avoided = state.deployed("allied").occupied[first], manner.off_zones and how.stop[first]
        return Fault("enemy" if enemy else "avoided" if avoided else "kept-out", (first, first))
    if how.budget < 0 or _price(state, order.units, manner, first) >= CLOSED:
        return Fault("too-far", (first,))
    if len(order.path) == 1:
        return None
    if how.stop[first]:
        return Fault("zone", (first,))
    return fault(state, order.units, order.path, manner, how)


def execute_enter(state: State, order: Enter) -> Iterator[Event]:
    """Reinforcements enter and march on (ZOC-6.6-2); in an enemy zone they stop (ZOC-6.6-3). The first hex counts for
    guns, which turn as on any march (ZOC-17.2-7, ZOC-17.3-5)."""
    manner = Manner(order.mode, order.truck)
    how = entering(state, order.units, manner, order.path[0])
    cost = path_cost(state, order.path, how) + _price(state, order.units, manner, order.path[0])
    yield ev.Entered(
        order.units,
        order.path,
        order.mode,
        0 if order.mode == "tactical" else cost,
        control_won(state, "axis", order.path),
        bool(how.stop[order.path[-1]]) or order.mode == "tactical" or manners.in_flood(state, order.path, how),
        order.truck,
    )
    yield from turned(state, order.units, 0)
    yield from overrun(state, "axis", order.path)


def offered_enter(state: State, unit: int | None = None) -> Iterator[Group]:
    """Each reinforcement alone, by id: at every hex where it may enter, to every hex that it reaches from there, in the
    first of `MANNERS` that gets it there."""
    for id_ in due(state):
        if unit in (None, id_) and _why_not_due(state, (id_,)) is None:
            for hex_ in entry_hexes(state, id_):
                yield from _entries(state, id_, hex_)


def _entries(state: State, unit: int, hex_: HexId) -> Iterator[Group]:
    taken = state.board.workspace.nowhere.copy()
    for manner in MANNERS:
        if not manners.is_for(state, unit, manner) or manners.why_not_manner(state, (unit,), manner, None) is not None:
            continue
        stay = _entry((unit,), manner, (hex_,))
        how = entering(state, (unit,), manner, hex_)
        if _entry_fault(state, stay, manner, how) is not None:
            continue
        if not taken[hex_] and why_not_enter(state, stay) is None:
            yield (stay,)
        if not how.stop[hex_]:
            reached = reach_from(state, hex_, how)
            near = manners.left_out(state, (unit,), manner, reached, taken)
            group = Moves(reached, partial(_entry, (unit,), manner), near)
            taken[reached.hexes] = True
            if len(group):
                yield group
        taken[hex_] = True


def _entry(units: Ids, manner: Manner, path: Path) -> Enter:
    return Enter(units, path, manner.mode, manner.truck)  # type: ignore[arg-type]  # a mode


def held_back(state: State) -> Iterator[Event]:
    """At the end of the German movement phase, reinforcements that have not entered wait another day (ZOC-6.6-4); of
    several seats, its own."""
    player = state.now.player
    waiting = tuple(unit for unit in due(state) if player in ("", state.now.side) or may_command(state, player, unit))
    if waiting and state.now.side == "axis":
        yield ev.HeldBack(waiting)


# ------------------------------------------------------------------------------------------------- mobilisation


def why_not_mobilise(state: State, order: Mobilise) -> Refusal | None:
    """Return the reason why a unit is not mobilised in a hex, or None.

    From turn 2 on, each division mobilises one unit a turn, in a mobilisation hex of its own (ZOC-6.7-1, ZOC-20.4-5).
    The hex holds no enemy, lies in no enemy zone (ZOC-6.7-2), and holds no unit in column (ZOC-9.8.2-2).
    """
    division = box_of(boxes(state), order.unit)
    player = state.now.player
    led = bool(division) and (player in ("", state.now.side) or may_command(state, player, order.unit))
    if not led or state.now.side != "axis" or state.now.phase != "movement":
        text = Text("This is no unit of yours to be mobilised now.")
        return Refusal(text, ("ZOC-6.7-1",), (), "no-mobilisation")
    if state.now.turn < state.board.tables.turns.mobilisation:
        first = state.board.tables.turns.mobilisation
        text = Text("Mobilisation begins on turn {turn}.", {"turn": first})
        return Refusal(text, ("ZOC-6.7-1", "ZOC-20.4-5"), (), "too-early")
    if division in state.now.mobilised:
        text = Text("The division has mobilised a unit this turn.")
        return Refusal(text, ("ZOC-6.7-1",), (), "once-a-turn")
    return _why_not_mobilised_there(state, division, order.hex)


def _why_not_mobilised_there(state: State, division: str, hex_: HexId) -> Refusal | None:
    if hex_ not in mobilisation_hexes(state.board, division):
        text = Text("This is no mobilisation hex of the division.")
        return Refusal(text, ("ZOC-6.7-1", "ZOC-6.7-4"), (), "other-hex")
    if state.deployed("allied").occupied[hex_] or state.zone_of("allied")[hex_]:
        where: dict[str, Argument] = {"hex": place_noun(state.board, hex_)}
        text = Text("The enemy stands {hex:at}, or has it in his zone of control.", where)
        return Refusal(text, ("ZOC-6.7-2",), (hex_,), "enemy")
    return manners.why_not_end(state, (), hex_, manners.ORDINARY)


def boxes(state: State) -> Boxes:
    """The units still to be mobilised by division."""
    return family(state.now.boxes, "mobilisation")


def mobilisation_hexes(board: Board, division: str) -> tuple[HexId, ...]:
    """Return where the units of a division appear (ZOC-6.7-1): the 243rd in the west of the Cotentin, the 709th at
    Cherbourg and in the east (ZOC-6.7-4).
    """
    return board.lines.mobilisation[division]


def execute_mobilise(state: State, order: Mobilise) -> Iterator[Event]:
    """A unit appears and may move and attack at once (ZOC-6.7-3)."""
    taken = control_won(state, "axis", (order.hex,))
    yield ev.Entered((order.unit,), (order.hex,), "ordinary", 0, taken, mobilised=True)
    yield from overrun(state, "axis", (order.hex,))


def offered_mobilise(state: State, unit: int | None = None) -> Iterator[tuple[Mobilise, ...]]:
    """Each unit that may be mobilised, in each hex that takes it."""
    for division, waiting in boxes(state).items():
        units = [one for one in waiting if unit in (None, one)]
        hexes = sorted(mobilisation_hexes(state.board, division))
        orders = (Mobilise(one, hex_) for one in units for hex_ in hexes)
        legal = tuple(order for order in orders if why_not_mobilise(state, order) is None)
        if legal:
            yield legal
