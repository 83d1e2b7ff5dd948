"""After the attacking fire: stand or give ground (BLD-7-38 to BLD-7-43), then the advance (BLD-7-44 to BLD-7-47)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.blind.combat.attack import defender
from wab.systems.blind.combat.conduct import _NO_SPREAD
from wab.systems.blind.combat.losses import Spread, spread, steps_lost, total
from wab.systems.blind.ground.stacking import free_room
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State
from wab.systems.blind.state.steps import Shown

_NO_WAY = Refusal(
    Text("No way of retreat is open to all units in the hex."), ("BLD-7-39", "BLD-12-22", "BLD-18-2"), code="no-way"
)
_NO_RETREAT = Refusal(
    Text("The units cannot go back so: to hexes next to theirs, without enemies, with room."),
    ("BLD-7-39",),
    code="no-retreat",
)
_NO_ADVANCE = Refusal(
    Text("Only units that attacked, and were not called off, enter the hex, as far as there is room."),
    ("BLD-7-36", "BLD-7-46"),
    code="no-advance",
)
_MOST = 24


# ---------------------------------------------------------------- stand or give ground


def hits_on(state: State) -> int:
    """The steps that the defender must lose (BLD-7-16)."""
    return state.table.hits(state.now.side)


def spread_of_defence(state: State, gives_ground: bool) -> Spread:
    """The defender's losses: units that fired first (BLD-7-20, BLD-7-21); by bombs all alike (BLD-12-24); halved down
    in a retreat (BLD-7-38, BLD-7-41).
    """
    table = state.table
    fired = tuple(unit for force in table.forces for unit in force)
    hits = hits_on(state)
    return spread(table.defenders, hits // 2 if gives_ground else hits, fired)


def answer_by_itself(state: State) -> Iterator[Event] | None:
    """In an empty hex a step or more lets the attacker in (BLD-7-49); bombs ask if losses can be spread in more than
    one way, as nothing else is to be decided (BLD-12-22).
    """
    table = state.table
    if not table.defenders:
        return _nobody(state)
    if table.bombs and len(list(spread_of_defence(state, False).choices())) == 1:
        return execute_yield(state, od.Yield())
    return None


def _nobody(state: State) -> Iterator[Event]:
    if hits_on(state) > 0:
        yield ev.Yielded(False, overrun=True)
    else:
        yield ev.TableClosed()


def ways_back(state: State, units: list[Shown]) -> list[list[HexId]]:
    """The hexes to which each unit could go, as far as this side knows (BLD-7-39): next to its own, without units of
    the enemy, with room for itself; never sea nor off the map (BLD-18-2). Army groups do not matter (BLD-6-5).
    """
    table, side = state.table, defender(state)
    hexes = [
        hex_
        for hex_ in state.board.around(table.target)
        if hex_ not in table.barred and (state.holds(side, hex_) or not _shown_in(state, hex_))
    ]
    return [[hex_ for hex_ in hexes if _re(state, one) <= free_room_for(state, side, hex_)] for one in units]


def _shown_in(state: State, hex_: HexId) -> bool:
    """Enemy units that lie on the table stand where they attack from."""
    return any(one.hex == hex_ for one in state.table.attackers)


def free_room_for(state: State, side: str, hex_: HexId) -> int:
    """The room in a hex; of a hex of the enemy only the size is known."""
    return free_room(state, hex_) if state.holds(side, hex_) else int(state.board.capacity[hex_])


def _re(state: State, one: Shown) -> int:
    return state.profile(one.unit).re(one.steps)


def fits(state: State, units: list[Shown], to: tuple[HexId, ...]) -> bool:
    """Check if units fit into the hexes to which they go together (BLD-5-5)."""
    wanted: dict[HexId, int] = {}
    for one, hex_ in zip(units, to, strict=True):
        wanted[hex_] = wanted.get(hex_, 0) + _re(state, one)
    return all(re <= free_room_for(state, defender(state), hex_) for hex_, re in wanted.items())


def plans(state: State, units: list[Shown]) -> list[tuple[HexId, ...]]:
    """The ways on which all units of a hex can go, all or none of them (BLD-7-39); at most so many."""
    found = []
    for to in product(*ways_back(state, units)):
        if fits(state, units, to):
            found.append(to)
        if len(found) >= _MOST:
            break
    return found


def can_go(state: State) -> bool:
    """Check if the defender has a way of retreat, by what this position knows."""
    table = state.table
    return not table.bombs and bool(table.defenders) and bool(plans(state, list(table.defenders)))


def why_not_yield(state: State, order: od.Yield) -> Refusal | None:
    """Bombs drive no unit back (BLD-12-22); the question is put in any case (BLD-7-39)."""
    if order.gives_ground and not can_go(state):
        return _NO_WAY
    return None if spread_of_defence(state, order.gives_ground).allows(order.losses) else _NO_SPREAD


def execute_yield(state: State, order: od.Yield) -> Iterator[Event]:
    """The defender knows the losses (BLD-7-43), and the attacker hears the answer (BLD-7-42). A retreat opens the way
    for an advance, as do more losses than the defender has steps (BLD-7-44, BLD-7-45). Bombs alone open none
    (BLD-7-46).
    """
    table, hits = state.table, hits_on(state)
    losses = spread_of_defence(state, order.gives_ground).losses(order.losses)
    overrun = not table.bombs and hits > total(table.defenders)
    yield ev.Yielded(order.gives_ground, overrun, hits - hits // 2 if order.gives_ground else 0)
    if losses:
        yield steps_lost(state, table.defenders, losses)
    if not order.gives_ground and not (overrun and state.table.active):
        yield ev.TableClosed()


def offered_answers(state: State, unit: int | None) -> Iterator[Group]:
    """Stand or go, with each spreading of losses."""
    if unit is None:
        ways = (False, True) if can_go(state) else (False,)
        yield [od.Yield(way, chosen) for way in ways for chosen in spread_of_defence(state, way).choices()]


# ---------------------------------------------------------------- where to


def retreat_by_itself(state: State) -> Iterator[Event] | None:
    """No unit is left to go: the hex is given up all the same (BLD-7-43). No way is left after calls in vain: the units
    stand after all, and lose the rest.
    """
    units = list(state.table.defenders)
    if not units:
        return iter([ev.Retreated(done=True)])
    return None if plans(state, units) else _stand_after_all(state)


def _stand_after_all(state: State) -> Iterator[Event]:
    table = state.table
    losses = spread(table.defenders, table.due).losses(())
    overrun = table.due > total(table.defenders)
    yield ev.Yielded(False, overrun)
    if losses:
        yield steps_lost(state, table.defenders, losses)
    if not overrun:
        yield ev.TableClosed()


def why_not_retreat(state: State, order: od.Retreat) -> Refusal | None:
    """One hex, each unit where it likes (BLD-7-39)."""
    units = list(state.table.defenders)
    ways = ways_back(state, units)
    sound = len(order.to) == len(units) and all(hex_ in way for hex_, way in zip(order.to, ways, strict=True))
    return None if sound and fits(state, units, order.to) else _NO_RETREAT


def execute_retreat(state: State, order: od.Retreat) -> Iterator[Event]:
    """Hexes of the enemy are called, and the answer holds (BLD-7-39); if one is occupied, another way must be found.

    Units may go where an attack is still to come (BLD-7-40).
    """
    side = defender(state)
    foreign = sorted({hex_ for hex_ in order.to if not state.holds(side, hex_)})
    called = tuple((hex_, bool(state.stacks.get(hex_))) for hex_ in foreign)
    if any(occupied for _, occupied in called):
        yield ev.Retreated(False, tuple(answer for answer in called if answer[1]))
    else:
        units = (one.unit for one in state.table.defenders)
        yield ev.Retreated(True, called, tuple(zip(units, order.to, strict=True)))


def offered_retreats(state: State, unit: int | None) -> Iterator[Group]:
    """The ways back that all can go."""
    if unit is None:
        yield [od.Retreat(to) for to in plans(state, list(state.table.defenders))]


# ---------------------------------------------------------------- the advance


def advance_by_itself(state: State) -> Iterator[Event] | None:
    """No attacker is left to enter."""
    return None if state.table.active else iter([ev.TableClosed()])


def why_not_advance(state: State, order: od.Advance) -> Refusal | None:
    """Any number of units that attacked, at no cost, as far as there is room (BLD-7-46)."""
    able = [one.unit for one in state.table.active]
    sound = list(order.units) == sorted({*order.units} & {*able})
    fits = sound and sum(map(state.re, order.units)) <= state.board.capacity[state.table.target]
    return None if fits else _NO_ADVANCE


def execute_advance(state: State, order: od.Advance) -> Iterator[Event]:
    """At once (BLD-7-44); a hex that no unit enters stays with the defender (BLD-7-47)."""
    if order.units:
        yield ev.Advanced(state.table.target, order.units)
    yield ev.TableClosed()


def offered_advances(state: State, unit: int | None) -> Iterator[Group]:
    """No unit, each unit, and all that fit."""
    if unit is not None:
        return
    able = [one.unit for one in state.table.active]
    groups = [group for size in range(len(able), 0, -1) for group in combinations(able, size)]
    sizes = (1, len(able))
    tried = [(), *(tuple(sorted(group)) for group in groups if len(group) in sizes or len(able) <= 3)]
    yield [order for order in map(od.Advance, dict.fromkeys(tried)) if why_not_advance(state, order) is None]
