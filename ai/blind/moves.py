"""Marches and calls: the move of a unit that gains most over standing where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ai.blind.picture import Picture
from ai.blind.posts import Posts
from ai.blind.weights import AFTER, LATER
from wab.engine.kernel.orders import Order
from wab.systems.blind.movement.calls import why_not_call
from wab.systems.blind.movement.marching import is_bound, points_left, reached, why_not_move
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import FIRST, Unit


class Move(NamedTuple):
    """A march or a call with its gain; `post`: the hex of the line to which the unit is on its way."""

    gain: float
    order: Order
    post: int = -1


def best_move(seen: Picture, posts: Posts, kept: frozenset[int] = frozenset()) -> Move | None:
    """The best move of the unit that moves now, else of any unit that may move and is not `kept` in its place."""
    mover = seen.now.mover
    if mover is not None and mover.left > 0 and mover.unit in seen.state.units:
        found = _best(seen, posts, seen.state.units[mover.unit])
        if found is not None:
            return found
    return max(moves(seen, posts, kept), key=lambda one: one.gain, default=None)


def moves(seen: Picture, posts: Posts, kept: frozenset[int] = frozenset()) -> Iterator[Move]:
    """The best move of each unit that gains by one."""
    for unit in seen.units:
        if unit.id not in kept and (move := _best(seen, posts, unit)) is not None:
            yield move


def _best(seen: Picture, posts: Posts, unit: Unit) -> Move | None:
    """The best move of a unit, None if standing still is as good."""
    if why_not_move(seen.state, unit.id) is not None or points_left(seen.state, unit.id) <= 0:
        return None
    stay = float(posts.values(unit, moves=unit.turned)[unit.hex])
    found = [*_calls(seen, posts, unit, stay), *_march(seen, posts, unit, stay)]
    best = max(found, key=lambda one: one.gain, default=None)
    return best if best is not None and best.gain > posts.manner.march else None


def _march(seen: Picture, posts: Posts, unit: Unit, stay: float) -> Iterator[Move]:
    if is_bound(seen.state, unit):
        return
    around = reached(seen.state, unit)
    if len(around) < 2:
        return
    worth = np.round(posts.values(unit, moves=True)[around.hexes] - 0.002 * around.spent, 6)
    place = int(worth.argmax())
    there = int(around.hexes[place])
    if there != unit.hex:
        yield Move(round(float(worth[place]) - stay, 6), od.March(unit.id, around.path_to(there)))


def _calls(seen: Picture, posts: Posts, unit: Unit, stay: float) -> Iterator[Move]:
    cost = posts.manner.bound * (1.0 if seen.now.phase in FIRST else LATER)
    for hex_ in seen.neighbours(unit.hex):
        if not seen.foreign[hex_] or hex_ in seen.now.contacts:
            continue
        call = od.Call(unit.id, hex_)
        if why_not_call(seen.state, call) is None:
            vacant = 1.0 - float(seen.guess.occupied[hex_])
            gain = vacant * (float(posts.take[hex_]) - (1.0 - AFTER) * stay) - (1.0 - vacant) * cost
            yield Move(round(gain, 6), call)
