"""Combats for tests: scenes found on the map of the campaign, and a table of decisions that carries orders through."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.rules.zocbonds.field import Where, board, carried_out, position
from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Order, Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.combat.attack import execute_attack, offered_attacks, why_not_attack
from wab.systems.zocbonds.ground import crossings
from wab.systems.zocbonds.sequence.answers import DECISIONS_OF_COMBAT
from wab.systems.zocbonds.state.events import Asked
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import AnyStep, Fight

_ATTACK: Decision[State, Group] = Decision(
    lambda state: state.now.side, {Attack: Answer(why_not_attack, execute_attack)}, offered_attacks
)
DECISIONS: Decisions[State, Group] = Decisions(
    {**DECISIONS_OF_COMBAT, "combat": _ATTACK, "reserve_combat": _ATTACK},
    lambda state: state.now.phase,
    lambda state: state.now.result is not None,
    over=Refusal(Text("over"), code="over"),
    unknown=Refusal(Text("unknown"), code="unknown"),
    not_now=Refusal(Text("not now"), code="not-now"),
)


def scene(
    target: str,
    defenders: dict[str, dict[str, Any]],
    attackers: dict[str, tuple[str, dict[str, Any]]],
    *,
    side: str = "allied",
    **now: Any,
) -> State:
    """Defenders in a hex, attackers around it, in the combat phase of a side."""
    units: dict[str, Where] = {key: (target, values) for key, values in defenders.items()}
    units |= {key: (label, values) for key, (label, values) in attackers.items()}
    return position(units, **{"side": side, "phase": "combat", **now})


def attack(
    state: State, target: str, main: str, attached: str | None = None, units: Iterable[str] | None = None, **means: Any
) -> Attack:
    """The order by which units attack a hex: those named, or all of the side around it that may."""
    ids, hex_ = state.board.ids, state.board.hex(target)
    if units is None:
        numbers = tuple(unit.id for unit in state.beside(hex_, state.now.side) if not state.profile(unit.id).is_hq)
    else:
        numbers = tuple(sorted(ids[key] for key in units))
    guns = tuple(sorted(ids[key] for key in means.pop("guns", ())))
    return Attack(hex_, numbers, main, None if attached is None else ids[attached], guns, **means)


def fought(state: State, order: Order) -> list[Event]:
    """Return what an order brings, and everything that follows until a seat must decide; it must be legal."""
    refusal = DECISIONS.why_not(state, order)
    assert refusal is None, refusal
    return carried_out(state, DECISIONS.execute(state, order))


def refused(state: State, order: Order) -> str:
    """The code of the reason against an order, "" if there is none."""
    refusal = DECISIONS.why_not(state, order)
    return refusal.code if refusal else ""


def of(events: Iterable[Event], kind: type) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def offered(state: State) -> list[Order]:
    """All orders on offer."""
    return [order for group in DECISIONS.offered(state) for order in group]


def asked(state: State, *steps: AnyStep) -> list[Event]:
    """Put steps on the agenda, and carry out what settles itself."""
    return [*carried_out(state, (Asked(steps),)), *carried_out(state, DECISIONS.run(state))]


def fight(state: State, target: str, units: Iterable[str], main: Iterable[str], **facts: Any) -> Fight:
    """The facts of a combat against the units in a hex, as if declared."""
    ids, hex_ = state.board.ids, state.board.hex(target)
    numbers = tuple(sorted(ids[key] for key in units))
    enemy = "axis" if state.now.side == "allied" else "allied"
    made = Fight(
        side=state.now.side,
        target=hex_,
        units=numbers,
        origins=tuple(state.units[unit].hex for unit in numbers),
        main=tuple(sorted(ids[key] for key in main)),
        defenders=state.stacks.get(hex_, ()),
        seat=state.now.side,
        against=enemy,
        **facts,
    )
    state.changed(fight=made)
    return made


def find(terrain: str, *sides: tuple[str, ...], also: Callable[[int], bool] = lambda hex_: True) -> tuple[str, ...]:
    """A hex of a terrain, and next to it hexes across sides with just these kinds on them, as numbers; none of them a
    hilltop, flooded, in the Perimeter or at sea.
    """
    on = board()
    dull = on.dry & ~on.overlay("hilltop") & ~on.overlay("perimeter") & ~on.map.flooded
    for target in range(on.grid.size):
        if on.terrain(target) != terrain or not dull[target] or not also(target):
            continue
        found = _around(target, sides, dull)
        if found:
            return on.grid.label(target), *found
    raise LookupError((terrain, sides))


def _around(target: int, sides: tuple[tuple[str, ...], ...], dull: Any) -> tuple[str, ...] | None:
    on = board()
    free = [hex_ for hex_ in on.grid.adjacent(target) if dull[hex_]]
    found = []
    for kinds in sides:
        fit = [
            hex_
            for hex_ in free
            if crossings.kinds(on, hex_, on.grid.direction(hex_, target)) == kinds
            and not on.impassable[hex_, on.grid.direction(hex_, target)]
        ]
        if not fit:
            return None
        free.remove(fit[0])
        found.append(on.grid.label(fit[0]))
    return tuple(found)


def beside_the_line() -> tuple[str, str]:
    """In the Cherbourg scenario: a hex on the Allied side of the line of 27 June, and one next to it across the
    line.
    """
    on = board("zocbonds/cherbourg")
    inside = on.overlay("allied_side_27_june")
    for hex_ in range(on.grid.size):
        if not on.dry[hex_] or not inside[hex_] or int(on.grid.label(hex_)[2:]) > 14:
            continue
        for near in on.grid.adjacent(hex_):
            if on.dry[near] and not inside[near] and not on.impassable[hex_, on.grid.direction(hex_, near)]:
                return on.grid.label(hex_), on.grid.label(near)
    raise LookupError
