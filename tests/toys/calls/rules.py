"""The rules. The sides play turns one after the other. Units are hidden from the enemy, control of hexes is open.

CAL-1 March. A unit does one thing a turn: it marches up to three hexes of its own side, enters, or calls a hex.
CAL-2 Stacking. A hex holds two units at the end of a march. CAL-3 Call. A unit asks for an enemy hex next to it. It
enters a vacant hex; an occupied hex may be attacked in this turn.
CAL-4 Attack. Units next to a hex that was called occupied open it and roll. On a good roll the defender loses a step
in place, or retreats two hexes on its own ground. A group that ends next to the enemy's ground loses a step. The
retreat costs the fewest steps. On a bad roll the first attacker loses a step.
CAL-5 Reinforcements enter at their hex on their turn or later. CAL-6 The side with more hexes wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from tests.toys.calls import state as st
from tests.toys.calls.state import (
    BACK,
    CODES,
    MARCH,
    ROOM,
    Attack,
    Call,
    Done,
    Enter,
    March,
    Retreat,
    Stand,
    State,
    Unit,
    Yield,
    enemy_of,
)
from wab.engine import Event, Group, Order, Outcome, Refusal, Text
from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.field import arrivals
from wab.field.ways_back import FewestLosses, walks
from wab.hexes import OFF_MAP, HexId

GOOD = 4
"""The least total with which an attack succeeds: a die, plus the steps that attack, less the steps that defend."""
Path = tuple[HexId, ...]


def _refusal(words: str, clause: str, code: str) -> Refusal:
    return Refusal(Text(words), (clause,), code=code)


_BUSY = _refusal("This unit can do nothing more now.", "CAL-1", "busy")
_NO_WAY = _refusal("There is no such way over ground of one's own with room at its end.", "CAL-1", "no-way")
_NOT_DUE = _refusal("This unit cannot enter now.", "CAL-5", "not-due")
_NOT_BESIDE = _refusal("This is no enemy hex beside the unit.", "CAL-3", "not-beside")
_NOT_CALLED = _refusal("The hex was not called occupied, or not all of the units can attack it.", "CAL-4", "cannot")
_NO_RETREAT = _refusal("The units cannot go back so, or another way costs fewer steps.", "CAL-4", "no-retreat")
_GOING = _refusal("Some have gone back: the others follow.", "CAL-4", "going")

# ---------------------------------------------------------------- turns


def open_game(state: State) -> Iterator[Event]:
    yield st.TurnBegan(1, "north")


def _next(state: State, order: Done) -> Iterator[Event]:
    now, board = state.now, state.board
    if now.side == "north":
        yield st.TurnBegan(now.turn, "south")
    elif now.turn < board.turns:
        yield st.TurnBegan(now.turn + 1, "north")
    else:
        points = {side: float(state.control.count(code)) for side, code in CODES.items()}
        best = max(points, key=points.__getitem__)
        winner = best if points[best] > points[enemy_of(best)] else None
        yield st.Ended(Outcome(winner, "victory" if winner else "draw", points))


def _free(state: State, number: int) -> Unit | None:
    """A unit of the side on turn that has done nothing yet."""
    unit = state.units.get(number)
    return unit if unit and state.side_of(number) == state.now.side and not unit.done else None


# ---------------------------------------------------------------- marches, arrivals, calls


def _on(state: State, side: str, path: Path, direction: int) -> Path | None:
    """A way one hex on, over ground of a side, nowhere twice."""
    hex_ = state.board.grid.neighbour(path[-1], direction)
    return (*path, hex_) if hex_ != OFF_MAP and hex_ not in path and state.holds(side, hex_) else None


def _has_room(state: State, hex_: HexId, count: int = 1) -> bool:
    return len(state.stacks.get(hex_, ())) + count <= ROOM


def _paths(state: State, unit: Unit) -> list[Path]:
    """A shortest way to each hex that a unit can reach."""
    ways = sorted(walks((unit.hex,), MARCH, partial(_on, state, state.now.side)), key=len)
    first = {path[-1]: path for path in reversed(ways)}
    return [first[hex_] for hex_ in sorted(first) if _has_room(state, hex_)]


def _why_not_march(state: State, order: March) -> Refusal | None:
    unit = _free(state, order.unit)
    if unit is None:
        return _BUSY
    sound = {*walks((unit.hex,), MARCH, partial(_on, state, state.now.side))}
    return None if order.path in sound and _has_room(state, order.path[-1]) else _NO_WAY


def _entering(state: State) -> list[int]:
    """The reinforcements of the side on turn that may enter: their hex is its own, and has room."""
    roster = state.board.roster
    due = arrivals.due(roster, state.box(st.COMING), state.now.turn)
    own = [unit for unit in due if roster[unit].side == state.now.side]
    return [
        unit for unit in own if state.holds(state.now.side, roster[unit].hex) and _has_room(state, roster[unit].hex)
    ]


def _called(state: State, unit: Unit) -> list[HexId]:
    """The enemy hexes next to a unit."""
    return [hex_ for hex_ in state.board.grid.adjacent(unit.hex) if not state.holds(state.now.side, hex_)]


def _why_not_call(state: State, order: Call) -> Refusal | None:
    unit = _free(state, order.unit)
    if unit is None:
        return _BUSY
    return None if order.hex in _called(state, unit) else _NOT_BESIDE


def _call(state: State, order: Call) -> Iterator[Event]:
    occupied = order.hex in state.stacks
    yield st.Called(order.hex, occupied, order.unit)
    if not occupied:
        yield st.Entered(order.hex, order.unit)


# ---------------------------------------------------------------- attacks


def _attackers(state: State, hex_: HexId) -> tuple[int, ...]:
    return tuple(unit.id for unit in state.beside(hex_, state.now.side) if not unit.fought)


def _why_not_attack(state: State, order: Attack) -> Refusal | None:
    if order.hex not in state.now.contacts or not order.units or list(order.units) != sorted({*order.units}):
        return _NOT_CALLED
    return None if {*order.units} <= {*_attackers(state, order.hex)} else _NOT_CALLED


def _attack(state: State, order: Attack) -> Iterator[Event]:
    defenders = state.stacks[order.hex]
    attackers = tuple((unit, state.units[unit].hex) for unit in order.units)
    rolled = state.dice.roll("combat", Text("attack"))
    yield rolled
    total = rolled.total + sum(map(state.steps, order.units)) - sum(map(state.steps, defenders))
    yield st.Fought(attackers, order.hex, defenders, total)
    if total >= GOOD:
        yield st.Due(Yield(order.hex, enemy_of(state.now.side), attackers, defenders))
    else:
        yield st.StepLost(order.units[0])


# ---------------------------------------------------------------- stand or go back


class Plan(FewestLosses[Path]):
    def __init__(self, state: State, step: Yield) -> None:
        super().__init__({unit: state.steps(unit) for unit in step.units})
        self.state, self.side = state, step.seat
        ways = walks((step.hex,), BACK, partial(_on, state, step.seat))
        self.all_ways = [path for path in ways if len(path) == BACK + 1]

    def open_ways(self, group: tuple[int, ...]) -> list[Path]:
        return [path for path in self.all_ways if _has_room(self.state, path[-1], len(group))]

    def loss(self, group: tuple[int, ...], way: Path) -> int:
        return int(not all(self.state.holds(self.side, hex_) for hex_ in self.state.board.grid.adjacent(way[-1])))


def _why_not_stand(state: State, order: Stand) -> Refusal | None:
    return _GOING if state.step.going else None


def _stand(state: State, order: Stand) -> Iterator[Event]:
    step = state.step
    yield st.StepLost(step.units[0])
    yield st.Settled()
    yield from _take_ground(state, step)


def _why_not_retreat(state: State, order: Retreat) -> Refusal | None:
    plan = Plan(state, state.step)
    if not order.units or list(order.units) != sorted({*order.units} & {*plan.units}):
        return _NO_RETREAT
    sound = order.path in plan.ways(order.units) and plan.allows(order.units, order.path)
    return None if sound else _NO_RETREAT


def _retreat(state: State, order: Retreat) -> Iterator[Event]:
    step = state.step
    lost = Plan(state, step).loss(order.units, order.path)
    yield st.WentBack(order.units, order.path)
    if lost:
        yield st.StepLost(max(order.units, key=state.steps))
    yield st.Settled()
    rest = tuple(unit for unit in step.units if unit not in order.units)
    if rest:
        yield st.Due(Yield(step.hex, step.seat, step.attackers, rest, going=True))
    else:
        yield from _take_ground(state, step)


def _left_behind(state: State) -> Iterator[Event] | None:
    """The rest of a stack has no way back: it is lost."""
    step = state.step
    if not step.going or not Plan(state, step).hopeless:
        return None
    lost = [st.StepLost(unit) for unit in step.units for _ in range(state.steps(unit))]
    return iter([*lost, st.Settled(), st.Entered(step.hex, step.attackers[0][0])])


def _take_ground(state: State, step: Yield) -> Iterator[Event]:
    if step.hex not in state.stacks:
        yield st.Entered(step.hex, step.attackers[0][0])


# ---------------------------------------------------------------- what is decided


def _offered(state: State, unit: int | None) -> Iterator[Group]:
    own = [one for one in state.units_of(state.now.side) if unit in (None, one.id)]
    for one in own:
        if not one.done:
            yield [March(one.id, path) for path in _paths(state, one)]
            yield [Call(one.id, hex_) for hex_ in _called(state, one)]
    yield [Enter(one) for one in _entering(state) if unit in (None, one)]
    for hex_ in state.now.contacts:
        able = _attackers(state, hex_)
        groups = dict.fromkeys([*((one,) for one in able), able])
        yield [Attack(group, hex_) for group in groups if group and unit in (None, *group)]
    if unit is None:
        yield [Done()]


def _answers(state: State, unit: int | None) -> Iterator[Group]:
    plan = Plan(state, state.step)
    groups = (group for size in range(len(plan.units), 0, -1) for group in combinations(plan.units, size))
    yield [
        Retreat(group, path)
        for group in groups
        if unit in (None, *group)
        for path in plan.ways(group)
        if plan.allows(group, path)
    ]
    if unit is None and not state.step.going:
        yield [Stand()]


def _legal(state: State, order: Order) -> None:
    return None


DECISIONS: Decisions[State, Group] = Decisions(
    {
        "march": Decision(
            lambda state: state.now.side,
            {
                March: Answer(_why_not_march, lambda state, order: iter((st.Marched(order.unit, order.path),))),
                Enter: Answer(
                    lambda state, order: None if order.unit in _entering(state) else _NOT_DUE,
                    lambda state, order: iter((st.Arrived(order.unit),)),
                ),
                Call: Answer(_why_not_call, _call),
                Attack: Answer(_why_not_attack, _attack),
                Done: Answer(_legal, _next),
            },
            _offered,
        ),
        "yield": Decision(
            lambda state: state.step.seat,
            {Stand: Answer(_why_not_stand, _stand), Retreat: Answer(_why_not_retreat, _retreat)},
            _answers,
            _left_behind,
        ),
    },
    phase_of=lambda state: state.now.phase,
    is_over=lambda state: state.now.result is not None,
    over=_refusal("The game is over.", "CAL-6", "over"),
    unknown=_refusal("That is no order of this game.", "CAL-1", "strange"),
    not_now=_refusal("That is not to be decided now.", "CAL-4", "not-now"),
)
