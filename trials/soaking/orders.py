"""Orders to try at a moment: one that is on offer, or any other that a player could think of, sensible or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.systems.walks import choose
from trials.soaking.card_orders import invented_card_order
from trials.soaking.zocbonds_orders import invented_zocbonds_order
from wab.engine import Chance, Order
from wab.engine.game import Game
from wab.systems.cards.state.orders import Done
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Pass, Reconstitute
from wab.systems.operations.state.state import State
from wab.systems.zocbonds.state.orders import Done as ZocBondsDone

_KINDS = ("move", "attack", "bombard", "advance", "reconstitute")
_NOBODY = 77_777
_OFF_MAP = (-1, 10**9)


class Temper:
    """The manner of one random player: how seldom it passes when there is something else to do."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._patience = (1, 4, 12)[chance.below(3)]

    def choose(self, orders: list[Order]) -> Order:
        """One of the orders on offer: a kind first, then one of that kind."""
        others = [order for order in orders if not isinstance(order, ENDS)]
        passes = [order for order in orders if isinstance(order, ENDS)]
        if others and passes and self._chance.below(self._patience):
            return choose(others, self._chance)
        return choose(orders, self._chance)


def invented(game: Game[Any], chance: Chance, count: int) -> list[Order]:
    """Orders put together from units, hexes and numbers of the moment; most of them are against some rule."""
    return [INVENTORS[game.system.id](game.state, chance) for _ in range(count)]


def _of_operations(state: State, chance: Chance) -> Order:
    units = [*sorted(state.units), *sorted(state.board.squadrons), _NOBODY]
    return _invented(state, units, chance)


INVENTORS: dict[str, Callable[[Any, Chance], Order]] = {
    "operations": _of_operations,
    "cards": invented_card_order,
    "zocbonds": invented_zocbonds_order,
}
"""The inventors of orders, by system."""
ENDS = (Pass, Done, ZocBondsDone)
"""Orders that end what a player is about."""


def _invented(state: State, units: Sequence[int], chance: Chance) -> Order:
    match _KINDS[chance.below(len(_KINDS))]:
        case "move":
            return _move(state, units, chance)
        case "attack":
            return _attack(state, units, chance)
        case "bombard":
            return Bombard(_some(units, chance, 4), _hex(state, chance))
        case "advance":
            return Advance(_some(state.offer.units if state.offer else units, chance, 3))
    return Reconstitute(units[chance.below(len(units))], chance.below(6) - 1)


def _move(state: State, units: Sequence[int], chance: Chance) -> Move:
    """A walk from where the first unit stands, mostly from neighbour to neighbour."""
    group = _group(state, units, chance)
    first = state.units.get(group[0]) if group else None
    path = [first.hex if first else _hex(state, chance)]
    for _ in range(chance.below(6)):
        around = state.board.grid.adjacent(path[-1]) if path[-1] in state.board.grid else ()
        stray = not around or not chance.below(20)
        path.append(_hex(state, chance) if stray else around[chance.below(len(around))])
    return Move(group, tuple(path), strategic=not chance.below(3))


def _attack(state: State, units: Sequence[int], chance: Chance) -> Attack:
    """An attack on a neighbour of the attackers, or on any hex."""
    group = _group(state, units, chance)
    first = state.units.get(group[0]) if group else None
    main = first.hex if first and chance.below(8) else _hex(state, chance)
    around = state.board.grid.adjacent(main) if main in state.board.grid else ()
    target = around[chance.below(len(around))] if around and chance.below(8) else _hex(state, chance)
    return Attack(group, target, main, _some(units, chance, 4) if not chance.below(3) else ())


def _group(state: State, units: Sequence[int], chance: Chance) -> tuple[int, ...]:
    """A stack or a part of one, or a few units from anywhere."""
    stacks = [stack for _, stack in sorted(state.stacks.items())]
    if stacks and chance.below(5):
        return _some(stacks[chance.below(len(stacks))], chance, 3)
    return _some(units, chance, 3)


def _some(units: Sequence[int], chance: Chance, most: int) -> tuple[int, ...]:
    """Up to so many of the units, as a rule in ascending order and each once."""
    drawn = [units[chance.below(len(units))] for _ in range(chance.below(most + 1))]
    return tuple(sorted(set(drawn)) if chance.below(8) else drawn)


def _hex(state: State, chance: Chance) -> int:
    """A hex with units, as a rule; else any, now and then one off the map."""
    if state.stacks and chance.below(4):
        hexes = sorted(state.stacks)
        return hexes[chance.below(len(hexes))]
    if not chance.below(20):
        return _OFF_MAP[chance.below(2)]
    return chance.below(state.board.grid.size)
