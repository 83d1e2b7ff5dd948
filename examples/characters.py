"""Four bots of one idea each, to spar against: a rusher, a turtle, an encircler and a raider of objectives.

None of them is good; each is bad in its own way, and a good player beats them all:

python -m lab.ladder --pairs easy/examples.characters:Rusher --games 24 --scenarios operations/to-the-sea
"""

from ai.agents import Reason
from wab.engine.kernel.dice import Chance
from wab.engine.words.text import Text
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.orders import Attack, Move, Pass


class Character:
    """Attacks whenever an attack is worth as much as it asks, then sends each unit once where its idea leads it."""

    asks = 0.5
    """The HP that the enemy must lose beyond our own, on the average, for an attack."""

    def __init__(self, seed):
        self.chance = Chance(seed, type(self).__name__)
        self.reason = None
        self._over = (0, 0)
        self._asked = set()

    def decide(self, view):
        """The order to play now."""
        if (view.turn, view.position.impulse) != self._over:
            self._over, self._asked = (view.turn, view.position.impulse), set()
        if view.phase == "advance":
            return self._say(max(view.legal_orders(), key=lambda order: len(order.units) * self.follows(view)))
        return self._say(self._attack(view) or self._move(view) or Pass())

    def _say(self, order):
        self.reason = Reason(Text((type(self).__doc__ or "").splitlines()[0]))
        return order

    def _attack(self, view):
        best, found = self.asks, None
        for unit in view.own_units():
            for order in view.legal_orders(unit.id):
                if isinstance(order, Attack) and (value := self.price(view, order)) > best:
                    best, found = value, order
        return found

    def _move(self, view):
        for unit in view.own_units():
            if unit.moved or unit.id in self._asked:
                continue
            self._asked.add(unit.id)
            steps = [o for o in view.legal_orders(unit.id) if isinstance(o, Move) and o.units == (unit.id,)]
            here = self.pull(view, unit, unit.hex)
            gains = [(self.pull(view, unit, order.path[-1]) - here, order) for order in steps]
            best = max((gain for gain, _ in gains), default=0)
            if best > 0:
                alike = [order for gain, order in gains if gain == best]
                return alike[self.chance.below(len(alike))]
        return None

    # ---- what a character is

    def price(self, view, attack):
        """Return the worth of an attack to it, in HP."""
        preview = view.preview(attack)
        return preview.expected_defender_hp - preview.expected_attacker_hp

    def pull(self, view, unit, hex_):
        """Measure the wish of a unit to stand in a hex; only differences count."""
        raise NotImplementedError

    def follows(self, view):
        """1 where it advances after combat, -1 where it stays."""
        return 1


class Rusher(Character):
    """All units forward, and at them."""

    asks = -0.5

    def pull(self, view, unit, hex_):
        """Nearer to the nearest goal that is not ours, or to the nearest enemy where there is none."""
        return -_nearest(view, hex_, _goals(view, mine=False) or _enemies(view))


class Turtle(Character):
    """Sits on what it has and lets them come."""

    asks = 2.0

    def pull(self, view, unit, hex_):
        """Nearer to the goal of ours with the fewest defenders; there is nothing that it wants beyond."""
        mine = _goals(view, mine=True)
        if not mine or unit.hex in mine:
            return 0
        return -_nearest(view, hex_, sorted(mine, key=lambda goal: (len(view.position.stack(goal)), goal))[:2])

    def follows(self, view):
        """It does not leave its holes."""
        return -1


class Encircler(Character):
    """Around them, never at them: it wants to stand behind the enemy."""

    asks = 1.0

    def pull(self, view, unit, hex_):
        """Near an enemy, on its far side as seen from our own troops."""
        own = [friend.hex for friend in view.own_units()]
        enemies = _enemies(view)
        if not enemies:
            return -_nearest(view, hex_, _goals(view, mine=False))
        grid = view.board.grid
        enemy = min(enemies, key=lambda place: (grid.distance(unit.hex, place), place))
        base = own[len(own) // 2]
        behind = grid.distance(base, hex_) - grid.distance(base, enemy)
        return min(behind, 3) - 2 * max(0, grid.distance(hex_, enemy) - 2)


class Raider(Character):
    """For the unguarded objective, past all guards."""

    asks = 1.5

    def pull(self, view, unit, hex_):
        """Nearer to the goals with the fewest enemies about them, and away from enemies on the way."""
        grid, enemies = view.board.grid, _enemies(view)
        goals = _goals(view, mine=False)
        if not goals:
            return 0
        watched = {goal: sum(grid.distance(goal, enemy) <= 2 for enemy in enemies) for goal in goals}
        goal = min(goals, key=lambda goal: (2 * watched[goal] + grid.distance(unit.hex, goal), goal))
        near = sum(grid.distance(hex_, enemy) <= 1 for enemy in enemies)
        return -grid.distance(hex_, goal) - (near if hex_ != goal else 0)


def _goals(view, *, mine):
    return [goal.hex for goal in view.board.objectives if view.position.controls(view.side, goal.hex) == mine]


def _enemies(view):
    return sorted({unit.hex for unit in view.position.units_of(enemy_of(view.side))})


def _nearest(view, hex_, places):
    return min((view.board.grid.distance(hex_, place) for place in places), default=0)
