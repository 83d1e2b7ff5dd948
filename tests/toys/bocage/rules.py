"""The rules. Each side of a turn moves, then fights.

BOC-1 Movement. A unit moves once a turn, stops in enemy zones of control, and goes one hex out of them.
BOC-2 Stacking. A hex holds three units. BOC-3 Control. Units win the hexes that they enter.
BOC-4 Supply. A unit has supply on a line of its own side's hexes to a source, free of enemies and, where no friend
stands, of their zones of control. Without supply it moves and fights at half.
BOC-5 Combat. Odds give a column, ground shifts it, a die decides. Three attack through a hexside, two over a river.
BOC-6 Retreat. The beaten go back a hex or are lost. One attacker may follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np
from msgspec.structs import replace

from tests.toys.bocage import state as st
from tests.toys.bocage.board import SIDES
from tests.toys.bocage.state import CODES, Advance, Attack, Done, Move, Moved, State, Stay, StepLost, Unit, enemy_of
from wab.engine import Event, Group, Order, Outcome, Refusal, Rolled, Shift, Text
from wab.field import control, moves, stacking, supply
from wab.hexes import CLOSED, Reach, reach

RESULTS = {"--": (0, 0, 0), "A1": (1, 0, 0), "EX": (1, 1, 0), "D1": (0, 1, 0), "DR": (0, 0, 1), "DD": (0, 1, 1)}
"""Steps lost by the attacker, by the defender, and whether the defender retreats."""
WORDS = {
    "--": "No effect", "A1": "The attacker loses a step", "EX": "Both lose a step", "D1": "The defender loses a step",
    "DR": "The defender retreats", "DD": "The defender loses a step and retreats",
}  # fmt: skip


def held(state: State, unit: Unit) -> dict[str, object]:
    """Return what holds a unit (BOC-1, BOC-2), as `reach` and `moves.fault` take it."""
    side, limits = state.side_of(unit.id), state.board.battle.limits
    enemy = state.deployed(enemy_of(side))
    return {
        "budget": state.board.roster[unit.id].values["move"] // (1 if unit.supplied else 2),
        "stop": enemy.zone > 0,
        "closed": enemy.occupied | stacking.full(state.deployed(side).stacked, limits["hex"], 1),
        "first_step_only": bool(enemy.zone[unit.hex]),
        "minimum_step": True,
    }


def reach_of(state: State, unit: Unit) -> Reach:
    return reach(state.board.workspace, unit.hex, cost=state.board.costs, **held(state, unit))


def goes(state: State, unit: int, path: tuple[int, ...]) -> Moved:
    """A unit moves and wins the hexes that it enters (BOC-3)."""
    code = CODES[state.side_of(unit)]
    return Moved(unit, path, control.newly_held(state.control, code, path[1:], state.board.land))


def supplied_hexes(state: State, side: str) -> moves.Flags:
    """bool[N]: where units of a side are in supply (BOC-4)."""
    board, own, enemy = state.board, state.deployed(side), state.deployed(enemy_of(side))
    passes = control.held(state.control, CODES[side]) & ~enemy.occupied & ((enemy.zone == 0) | own.occupied)
    lines = supply.lines(board.workspace, board.sources[side], passes, board.costs == CLOSED)
    return supply.with_ends(board.grid, lines, np.flatnonzero(own.occupied), board.costs == CLOSED)


def strength(state: State, unit: int, value: str) -> int:
    """Attack or defence in quarters: half after a step loss, half without supply (BOC-4)."""
    fares, values = state.units[unit], state.board.roster[unit].values
    return values[value] * 4 * fares.steps // values["steps"] // (1 if fares.supplied else 2)


def over_river(state: State, hex_: int, target: int) -> bool:
    return bool(state.board.river[hex_, state.board.grid.direction(hex_, target)])


def shifts(state: State, order: Attack) -> list[Shift]:
    """Columns for the ground of the defender, and for a river that all attack over (BOC-5)."""
    terrain, moved = state.board.terrain[order.target], state.board.battle.shift
    causes = [Shift(moved[terrain], Text("Ground: {terrain}", {"terrain": terrain}), "BOC-5")]
    if all(over_river(state, state.units[unit].hex, order.target) for unit in order.units):
        causes.append(Shift(moved["river"], Text("Over a river"), "BOC-5"))
    return [cause for cause in causes if cause.value]


def strengths(state: State, order: Attack) -> tuple[int, int]:
    """Of attacker and defender, in quarters."""
    sides = (order.units, "attack"), (state.stacks[order.target], "defence")
    ours, theirs = (sum(strength(state, unit, value) for unit in units) for units, value in sides)
    return ours, theirs


def columns(state: State, order: Attack) -> tuple[int, int]:
    """The column of the ratio, and the column after all shifts."""
    return state.board.table.shifted(*strengths(state, order), shifts(state, order))


def attackers(state: State, target: int) -> tuple[int, ...]:
    return tuple(unit.id for unit in state.beside(target, state.now.side) if not unit.attacked)


def retreat_hex(state: State, unit: Unit) -> int | None:
    """Open ground with room, free of enemy zones; own ground first, then by number (BOC-6)."""
    terms, code = held(state, unit), CODES[state.side_of(unit.id)]
    shut = terms["closed"] | terms["stop"] | ~state.board.land
    around = [hex_ for hex_ in state.board.grid.adjacent(unit.hex) if not shut[hex_]]
    return min(around, key=lambda hex_: (state.control[hex_] != code, hex_), default=None)


def why_not(state: State, order: Order) -> Refusal | None:
    match order, state.now.stage:
        case Move(), "movement":
            return why_not_move(state, order)
        case Attack(), "combat":
            return why_not_attack(state, order)
        case Advance(unit=unit), "advance" if unit in state.now.offer.units:
            return None
        case (Stay(), "advance") | (Done(), "movement" | "combat"):
            return None
    return Refusal(Text("That cannot be done now."), ("BOC-1",), code="not-now")


def why_not_move(state: State, order: Move) -> Refusal | None:
    unit, grid = state.units.get(order.unit), state.board.grid
    if unit is None or state.side_of(unit.id) != state.now.side or unit.moved:
        return Refusal(Text("This unit cannot move now."), ("BOC-1",), code="cannot-move")
    found = moves.fault(grid, order.path, unit.hex, costs=state.board.costs, **held(state, unit))
    return found and Refusal(moves.sentence(grid, found), ("BOC-1",), found.hexes, found.kind)


def why_not_attack(state: State, order: Attack) -> Refusal | None:
    if order.target not in state.board.grid or state.side_in(order.target) != enemy_of(state.now.side):
        return Refusal(Text("No enemy stands there."), ("BOC-5",), code="no-enemy")
    if not order.units or list(order.units) != sorted({*order.units} & {*attackers(state, order.target)}):
        return Refusal(Text("Only units beside it attack, once a phase, each named once."), ("BOC-5",), code="cannot")
    limits, gone = state.board.battle.limits, stacking.passed(state.now.passed)
    going = Counter(state.units[unit].hex for unit in order.units)
    most = {hex_: limits["river" if over_river(state, hex_, order.target) else "side"] for hex_ in going}
    if hexes := stacking.crowded(most.__getitem__, gone, going, order.target):
        return Refusal(Text("No more can attack through one hexside."), ("BOC-5",), hexes, "crowded")
    return None


def groups(state: State, unit: int | None) -> Iterator[Group]:
    """Moves by unit; attacks by each unit alone and by all who can; advances."""
    if state.now.stage == "movement":
        own = [one for one in state.units_of(state.now.side) if unit in (None, one.id) and not one.moved]
        yield from (moves.Moves(reach_of(state, one), partial(Move, one.id)) for one in own)
    elif state.now.stage == "combat":
        targets = [(hex_, attackers(state, hex_)) for hex_ in sorted(state.deployed(enemy_of(state.now.side)).posts)]
        attacks = [Attack(units, hex_) for hex_, able in targets for units in {(one,): 0 for one in able} | {able: 0}]
        yield [one for one in attacks if unit in (None, *one.units) and why_not(state, one) is None]
    elif state.now.offer:
        yield [Advance(one) for one in state.now.offer.units if unit in (None, one)]
    if unit is None:
        yield (Stay() if state.now.offer else Done(),)


def execute(state: State, order: Order) -> Iterator[Event]:
    match order:
        case Move(unit=unit, path=path):
            yield goes(state, unit, path)
        case Attack():
            yield from fight(state, order)
        case Advance() | Stay() if state.now.offer:
            if isinstance(order, Advance):
                yield goes(state, order.unit, (state.units[order.unit].hex, state.now.offer.target))
            yield st.Offered(state.now.offer.target, ())
        case Done():
            yield from next_phase(state)


def fight(state: State, order: Attack) -> Iterator[Event]:
    """An attack (BOC-5), the retreat and the offer to advance (BOC-6)."""
    table, place, target = state.board.table, columns(state, order)[1], order.target
    rolled = state.dice.roll("combat", Text("Attack on {hex}", {"hex": state.board.grid.label(target)}))
    yield rolled
    result = table.result(place, rolled.total)
    yield st.Fought(order.units, target, table.ratios[place], result)
    ours, theirs, back = RESULTS[result]
    for loses, units, value in ((ours, order.units, "attack"), (theirs, state.stacks[target], "defence")):
        if loses:
            hit = max(units, key=lambda unit: (strength(state, unit, value), -unit))
            yield StepLost(hit, state.units[hit].steps - 1)
    for unit in state.stack(target) if back else ():
        goal = retreat_hex(state, unit)
        yield StepLost(unit.id, 0) if goal is None else goes(state, unit.id, (target, goal))
    left = tuple(unit for unit in order.units if unit in state.units)
    if left and target not in state.stacks:
        yield st.Offered(target, left)


def points(state: State) -> dict[str, float]:
    """The worth of the objectives that each side holds."""
    held = dict.fromkeys(SIDES, 0.0)
    for hex_, worth in state.board.objectives.items():
        held[SIDES[state.control[hex_] - 1]] += worth
    return held


def next_phase(state: State) -> Iterator[Event]:
    """Movement, combat, then the other side; after both the next turn, after the last one the end."""
    now, file = state.now, state.board.file
    if now.phase == "movement":
        yield st.PhaseBegan(now.turn, now.side, "combat", ())
    elif now.turn == file.turns and now.side != file.first:
        held = points(state)
        best = max(SIDES, key=held.__getitem__) if held["allied"] != held["axis"] else None
        yield st.Ended(Outcome(best, "victory" if best else "draw", held))
    else:
        side = enemy_of(now.side) if now.side else file.first
        area = supplied_hexes(state, side)
        cut = tuple(unit.id for unit in state.units_of(side) if not area[unit.hex])
        yield st.PhaseBegan(now.turn + (side == file.first), side, "movement", cut)


def apply(state: State, event: Event) -> None:
    match event:
        case Rolled():
            state.dice = state.dice.after(event)
        case Moved(unit=unit, path=path, taken=taken):
            state.put(replace(state.units[unit], hex=path[-1], moved=True))
            for hex_ in taken:
                state.control[hex_] = CODES[state.side_of(unit)]
        case st.Fought(units=units, target=target):
            gone = tuple((state.units[unit].hex, target, 1) for unit in units)
            state.now = replace(state.now, passed=state.now.passed + gone)
            for unit in units:
                state.put(replace(state.units[unit], attacked=True))
        case StepLost(unit=unit, steps=steps):
            lost = state.take(unit)
            if steps:
                state.put(replace(lost, steps=steps))
        case st.Offered(units=units):
            state.now = replace(state.now, offer=event if units else None)
        case st.PhaseBegan(turn=turn, side=side, phase=phase, unsupplied=cut):
            state.now = st.Now(turn, side, phase)
            for unit in list(state.units_of(side)) if phase == "movement" else ():
                state.put(Unit(unit.id, unit.hex, unit.steps, supplied=unit.id not in cut))
        case st.Ended(outcome=outcome):
            state.now = replace(state.now, result=outcome)
