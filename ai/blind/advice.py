"""The words of the staff for a person: attacks, units for the line, calls and marches that it would order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ai.blind.attacks import Attack
from ai.blind.moves import Move
from ai.blind.picture import Picture
from ai.blind.reasons import Thought, reason_for
from ai.shell.reasons import Advice
from wab.engine.words.text import Text
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.names import units_nouns

LINES = 6
"""Lines of a paper, at most."""


def paper(seen: Picture, attacks: Iterable[Attack], moves: Iterable[Move], next_order: Thought) -> tuple[Advice, ...]:
    """Return what a side could do now, the best attack first; a unit stands in one line alone."""
    taken: set[int] = set()
    called: set[int] = set()
    found: list[Advice] = []
    for attack in attacks:
        if len(found) < LINES // 2 and not taken & set(attack.units):
            taken |= set(attack.units)
            called.add(attack.target)
            found.append(_of_attack(seen, attack))
    for move in sorted(moves, key=lambda one: -one.gain):
        unit, goal = _of(move.order)
        again = isinstance(move.order, od.Call) and goal in called
        if len(found) < LINES and unit not in taken and not again:
            taken.add(unit)
            called.add(goal)
            found.append(_of_thought(seen, Thought(move.order, move.gain, post=move.post)))
    found = found or [_of_thought(seen, next_order)]
    return (replace(found[0], main=True), *found[1:])


def _of_attack(seen: Picture, attack: Attack) -> Advice:
    call = od.Call(attack.units[0], attack.target, attack=True)
    line = _of_thought(seen, Thought(call, attack.value, attack.chance))
    words = Text("With {units:the}", {"units": units_nouns(seen.state, attack.units)})
    return replace(line, units=attack.units, notes=(words,))


def _of_thought(seen: Picture, thought: Thought) -> Advice:
    unit, goal = _of(thought.order)
    goal = thought.post if thought.post >= 0 else goal
    known = seen.state.units.get(unit)
    text = reason_for(seen, thought).text
    return Advice(text, (unit,) if known else (), known.hex if known else -1, goal)


def _of(order: object) -> tuple[int, int]:
    """The unit and the goal of an order, -1 for none."""
    match order:
        case od.March(unit, path):
            return unit, path[-1]
        case od.Call(unit, hex_) | od.Enter(unit, hex_) | od.Declare(unit, hex_):
            return unit, hex_
        case od.Fight(target) | od.Bomb(target):
            return -1, target
        case od.Leave(unit) | od.Reserve(unit) | od.Refit(unit):
            return unit, -1
    return -1, -1
