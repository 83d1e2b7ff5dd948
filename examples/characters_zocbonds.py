"""Four bots of one idea each for `zocbonds`: a rusher, a turtle, a bond breaker and a raider of towns.

None of them is good; each is bad in its own way, and a good player beats them all:

python -m lab.ladder --system zocbonds --pairs normal/examples.characters_zocbonds:Rusher --games 24
"""

import numpy as np

from ai.agents import Reason
from wab.engine.words.text import Text
from wab.field import control
from wab.hexes import OFF_MAP
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.combat.results import effect_of
from wab.systems.zocbonds.movement.movement import must_return
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import CODES, enemy_of

MARCHING, FIGHTING = ("movement", "reserve_movement"), ("combat", "reserve_combat")
FAR = 99


class Character:
    """Sends each unit once where its idea leads it, then attacks as long as an attack is worth what it asks."""

    asks = 0.5
    """The steps that the enemy must lose beyond our own, on the average, for an attack; ground counts half a step."""
    stands = True
    """True if it tries to stay where it is beaten."""

    def __init__(self, seed):
        self.seed = seed
        self.reason = None
        self._phase = None
        self._asked = set()

    def decide(self, view):
        """The order to play now."""
        self.reason = Reason(Text((type(self).__doc__ or "").splitlines()[0]))
        if view.phase in MARCHING:
            return self._march(view)
        if view.phase in FIGHTING:
            return self._attack(view) or od.Done()
        return self._answer(view)

    def _march(self, view):
        now = view.position.now
        if (now.turn, now.phase, now.player) != self._phase:
            self._phase, self._asked = (now.turn, now.phase, now.player), set()
        for unit in _own_units(view):
            if unit not in self._asked:
                self._asked.add(unit)
                if (order := self._step(view, unit)) is not None:
                    return order
        astray = must_return(view.position)
        return self._first_move(view, astray[0]) if astray else od.Done()

    def _step(self, view, unit):
        """The best march, entry or landing of a unit; None if it is best off as it is."""
        here, pull = view.position.units.get(unit), self.pull(view)
        best, found = pull[here.hex] if here else float("-inf"), None
        for order in view.legal_orders(unit):
            leads = isinstance(order, od.Move | od.Enter | od.Land) and len(order.units) == 1
            if leads and pull[order.path[-1]] > best:
                best, found = pull[order.path[-1]], order
        return found

    def _first_move(self, view, unit):
        return next(order for order in view.legal_orders(unit) if isinstance(order, od.Move))

    def _attack(self, view):
        best, found = self.asks, None
        for order in view.legal_orders():
            if isinstance(order, od.Attack) and (value := self.price(view, order)) > best:
                best, found = value, order
        return found

    def _answer(self, view):
        orders = list(view.legal_orders())
        wanted = od.Stand if self.stands else od.GiveGround
        advances = [order for order in orders if isinstance(order, od.Advance)]
        if advances:
            pull = self.pull(view)
            return max(advances, key=lambda order: pull[order.path[-1]])
        return next((order for order in orders if isinstance(order, wanted)), orders[0])

    # ---- what a character is

    def price(self, view, attack):
        """Return the worth of an attack to it, in steps."""
        total = 0.0
        for result, chance in preview(view.position, attack).chances.items():
            ours, theirs, back = effect_of(view.position.board.tables.combat, result)
            total += chance * (theirs - ours + 0.5 * back)
        return total

    def pull(self, view):
        """Measure the wish of units to stand in each hex; only differences count."""
        raise NotImplementedError


class Rusher(Character):
    """All units forward, and at them."""

    asks = -0.3

    def pull(self, view):
        """Nearer to the nearest enemy."""
        return -_away(view, _enemies(view))


class Turtle(Character):
    """Sits on what it has and lets them come."""

    asks = 1.5

    def pull(self, view):
        """Nearer to a town of ours; there is nothing that it wants beyond."""
        return -_away(view, _towns(view, mine=True))


class BondBreaker(Character):
    """At the ends of their bonds, to open the ground between."""

    asks = 0.0
    stands = False

    def pull(self, view):
        """Nearer to the nearest end of an enemy bond, or to the nearest enemy where none is bound."""
        return -_away(view, _bound(view) or _enemies(view))

    def price(self, view, attack):
        """An attack on the end of a bond is worth half a step more than its losses."""
        return super().price(view, attack) + (0.5 if attack.target in _bound(view) else -0.5)


class Raider(Character):
    """For the unguarded town, past all guards."""

    asks = 1.0
    stands = False

    def pull(self, view):
        """Nearer to the enemy towns without an enemy next to them, and away from enemies on the way."""
        watched = _away(view, _enemies(view)) <= 1
        return -_away(view, [town for town in _towns(view, mine=False) if not watched[town]]) - watched


def _own_units(view):
    """The units on the map, then the units that come in or land."""
    state = view.position
    boxes = (units for name, units in state.now.boxes.items() if name in ("arrivals", "britain") or "wave/" in name)
    waiting = [unit for units in boxes for unit in units if state.side_of(unit) == view.side]
    return [*state.deployed(view.side).ids, *waiting]


def _enemies(view):
    return sorted(view.position.deployed(enemy_of(view.side)).posts)


def _towns(view, *, mine):
    """Cities, villages and beaches that are ours, or that are not."""
    board = view.position.board
    towns = board.map.is_terrain("city") | board.map.is_terrain("village")
    towns[list(board.beaches.values())] = True
    held = control.held(view.position.control, CODES[view.side])
    return np.flatnonzero(towns & board.dry & board.in_play & (held == mine)).tolist()


def _bound(view):
    """The enemy stacks that are ends of bonds."""
    ends = {end for bond in view.position.bonds_of(enemy_of(view.side)).each for end in (bond.one, bond.other)}
    return sorted(ends - {OFF_MAP})


def _away(view, places):
    """Return how far each hex is from the nearest of some places; far everywhere where there are none."""
    grid = view.position.board.grid
    far = np.full(grid.size, FAR)
    for place in places:
        far = np.minimum(far, grid.distances(place))
    return far
