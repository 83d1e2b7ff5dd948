"""The knowledge of the player: all but counters that are not revealed, and the dice to come (OMA-9.1-1)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.pile import Pile
from wab.engine.shells.position import NO_DICE
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.pools import POOLS_STREAM, as_hidden, as_hidden_in, kind_of
from wab.systems.omaha.state.state import ASIDE, US, Now, State
from wab.systems.omaha.state.steps import Force

OPEN = (
    "turn", "side", "phase", "result", "options", "agenda", "off", "pile", "discards",
    "track", "cleared", "clearing", "naval", "heroes", "reorganised", "smoke", "limits", "rockets",
    "batteries", "linked", "acting", "done", "spent", "orders", "fought", "posts", "bases",
    "garrisons", "worked", "shelled", "exits",
)  # fmt: skip
"""The values of `now` that the player knows as they are."""


def known(state: State) -> State:
    """A position of the facts that the player knows. The pile is open, for no order is hidden in it."""
    now = state.now
    seen = Now(
        seat=US,
        forces={hex_: hidden_force(force) for hex_, force in now.forces.items()},
        pools={name: hidden_pool(name, pool) for name, pool in now.pools.items()},
        **{name: getattr(now, name) for name in OPEN},
    )
    position = State(board=state.board, dice=NO_DICE, control=state.control[:], now=seen)
    position.put_all(state.units.values())
    return position


def hidden_force(force: Force) -> Force:
    """A force as it lies on the map: counters that are not revealed show their backs (OMA-2.22-1, OMA-2.24-1)."""
    unit = force.unit if force.seen else as_hidden(force.unit)
    if force.marker is None or force.marker_seen:
        return replace(force, unit=unit)
    return replace(force, unit=unit, marker=as_hidden(force.marker))


def hidden_pool(name: str, pool: Pile) -> Pile:
    """A pool as the player sees it."""
    return tuple(sorted(as_hidden_in(counter, name) for counter in pool))


# ---------------------------------------------------------------- events


def witnessed(before: State, event: Event) -> Event | None:
    """An event as the player sees it: counters that are not revealed show their backs, their dice stay hidden."""
    match event:
        case Rolled(stream=stream) if stream == POOLS_STREAM:
            return None
        case ev.ForceChanged():
            force = hidden_force(event.force) if event.force is not None else None
            moves = tuple(_seen_move(before, event, *move) for move in event.counters)
            return replace(event, force=force, counters=moves)
        case ev.CountersMoved():
            return replace(event, counters=tuple((*_from_pool(move), *move[1:]) for move in event.counters))
    return event


def _from_pool(move: tuple[str, str, str]) -> tuple[str]:
    counter, origin, target = move
    return (as_hidden_in(counter, target or origin),)


def _seen_move(before: State, event: ev.ForceChanged, counter: str, origin: str, target: str) -> tuple[str, str, str]:
    """A counter that comes to the map shows its back; a counter that leaves it is seen, until it lies in a pool."""
    if target:
        return as_hidden_in(counter, target), origin, target
    return as_hidden_in(counter, origin), origin, target


# ---------------------------------------------------------------- games that cannot be told apart


def dealt(position: State, chance: Chance) -> State:
    """Return a whole state with these known facts: chance says which counter each back is."""
    state = position.copy()
    state.changed(seat="")
    left, pools = _unseen(state), dict(state.now.pools)
    sorted_out = [
        name for name in ("meyer_marker", ASIDE) if name in pools
    ]  # there the markers of Meyer are told apart
    for name in sorted_out:
        pools[name] = _dealt_pool(pools[name], left, chance)
    left["mobile_marker"] = [*left.get("mobile_marker", []), *left.pop("meyer_marker", [])]
    forces = {hex_: _dealt_force(force, left, chance) for hex_, force in state.now.forces.items()}
    for name in sorted(pools.keys() - set(sorted_out)):
        pools[name] = _dealt_pool(pools[name], left, chance)
    state.changed(forces=forces, pools=pools)
    return state


def _unseen(state: State) -> dict[str, list[str]]:
    """The counters that lie open nowhere, by kind."""
    now = state.now
    open_ = {counter for pool in now.pools.values() for counter in pool}
    open_ |= {counter for force in now.forces.values() for counter in (force.unit, force.marker)}  # type: ignore[misc]
    left: dict[str, list[str]] = {}
    for counter in sorted(state.board.counters):
        if counter not in open_:
            left.setdefault(kind_of(counter), []).append(counter)
    return left


def _is_known(counter: str) -> bool:
    return "-" in counter


def _pick(counter: str, left: Mapping[str, list[str]], chance: Chance) -> str:
    if _is_known(counter):
        return counter
    able = left[kind_of(counter)]
    return able.pop(chance.below(len(able)))


def _dealt_force(force: Force, left: Mapping[str, list[str]], chance: Chance) -> Force:
    unit = _pick(force.unit, left, chance)
    marker = None if force.marker is None else _pick(force.marker, left, chance)
    return replace(force, unit=unit, marker=marker)


def _dealt_pool(pool: Pile, left: Mapping[str, list[str]], chance: Chance) -> Pile:
    return tuple(sorted(_pick(counter, left, chance) for counter in pool))
