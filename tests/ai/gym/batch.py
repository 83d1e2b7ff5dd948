"""Counts over many games of real scenarios: shares of attacks, activations, unit-turns.

A count is a pair: how often it happened, out of how many cases. Every game is played against `greedy`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from statistics import median
from time import perf_counter

from msgspec import Struct

import wab
from ai.agents import make_agents, own_among
from ai.operations.outlines.tasks import CLOSE
from lab.measuring.store import stamp_of
from tests.ai.gym.story import alive, units_of
from wab.cli.simulating import Job
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Order
from wab.systems.operations.combat.odds import Preview
from wab.systems.operations.movement.movement import reach
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import SIDES, enemy_of
from wab.systems.operations.state.events import Activated, Reconstituted
from wab.systems.operations.state.orders import Attack, Pass
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import is_locked
from wab.systems.operations.units.reconstitution import in_contact, points_of_turn
from wab.systems.operations.units.strength import defence_value, is_worn
from wab.systems.operations.units.supply import supplied, within_supply

OPPONENT = "greedy"
WORTH_MAKING = 1.0
"""Points that an attack must be expected to bring before passing it up is called a missed chance."""
POOR_CHANCE = 0.15
BESIDE = 0.25
"""The share of an objective's worth that it brings to throw an enemy out of a hex next to it, who disputes it there."""
RESERVE = (0.10, 0.25)
RESERVE_FROM, RESERVE_AWAY, LAST_TURNS = 12, 3, 3


class Metric(Struct, frozen=True):
    """A metric of the brief: its test, what is counted, and the bound that its share is to keep to."""

    test: str
    says: str
    bound: float
    at_most: bool = True


METRICS = {
    "missed": Metric("T02", "attacks worth a point or more that were passed up, of those and the ones made", 0.10),
    "losing": Metric(
        "T05", "attacks that cost more points than they bring, on no objective and to close no pocket", 0.02
    ),
    "hopeless": Metric("T05", "attacks with less than 15 % chance to empty the hex", 0.01),
    "avoidable": Metric("T07", "unit-turns that end without supply where a move could have spared it", 0.01),
    "reserve": Metric(
        "T10",
        "turns that begin with 10 to 25 % of the strength in reserve: by the plan, and out of contact",
        0.70,
        False,
    ),
    "apart": Metric(
        "T10", "the same by distance, whatever the errand: three hexes or more from any enemy", 0.70, False
    ),
    "shuffled": Metric(
        "T14", "unit-turns that end where the unit was two turns before, and elsewhere in between", 0.03
    ),
    "worn": Metric("T23", "activations of units too tired for their quality", 0.10),
    "unspent": Metric("T24", "reconstitution points of the Axis that were lost", 0.10),
    "incidents": Metric("T27", "orders that a fallback had to give", 0.0),
}


class Tally(Struct, frozen=True):
    """One game: its counts by metric, seconds that the player thought in each turn."""

    scenario: str
    player: str
    side: str
    seed: int
    counts: dict[str, tuple[int, int]]
    thought: tuple[float, ...]
    stamp: str


@dataclass
class Counter:
    """Counts as a game goes on."""

    side: str
    counts: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0] for name in METRICS})
    places: list[dict[int, int]] = field(default_factory=list)
    start: State | None = None

    def add(self, metric: str, happened: float, of: int = 1) -> None:
        """So many of so many cases."""
        self.counts[metric][0] += int(happened)
        self.counts[metric][1] += of

    def begin_impulse(self, view: OperationsView) -> None:
        """Note the position, as far as the side knows, before its first order of an impulse."""
        self.start = view.position

    def before(self, view: OperationsView, order: Order, closes: bool = False) -> None:
        """Note what can be said when an order is given; `closes`: it is of a mission that closes a pocket."""
        if isinstance(order, Attack):
            preview = view.preview(order)
            if isinstance(preview, Preview):
                goals = {objective.hex for objective in view.board.objectives}
                value = _value(view, preview) + preview.gain_chance * BESIDE * _worth_beside(view, order.target)
                self.add("losing", value < 0 and order.target not in goals and not closes)
                self.add("hopeless", preview.gain_chance < POOR_CHANCE)
                self.add("missed", 0)
        elif isinstance(order, Pass):
            missed = _missed(view)
            self.add("missed", missed, missed)

    def after(self, state: State, events: Iterable[Event]) -> None:
        """Note the effects of an order."""
        for event in events:
            if isinstance(event, Activated):
                self.add("worn", event.unit in state.units and is_worn(state, state.units[event.unit]))
            elif isinstance(event, Reconstituted) and event.points and self.side == "axis":
                self.counts["unspent"][0] -= event.points

    def end_of_turn(self, state: State, turn: int) -> None:
        """Note the position when a turn is over."""
        own = units_of(state, self.side)
        lines = supplied(state, self.side)
        out = [unit for unit in own if unit.id not in lines]
        self.add("avoidable", sum(self._could_be_supplied(state, unit) for unit in out), len(own))
        if self.side == "axis" and (points := points_of_turn(state.board, turn)):
            self.add("unspent", points, points)
        self.places.append({unit.id: unit.hex for unit in own})
        if len(self.places) > 2:
            earlier, between, now = self.places[-3:]
            both = [unit for unit in now if unit in earlier and unit in between]
            self.add("shuffled", sum(now[u] == earlier[u] != between[u] for u in both), len(both))

    def _could_be_supplied(self, end: State, unit: Unit) -> bool:
        """Tell whether a unit could have got in the side's last impulse to ground that is in supply when the turn ends.

        A unit that has acted in an earlier impulse of the turn could not have moved (OPS-5.1-9).
        """
        start = self.start
        if start is None or unit.id not in start.units or is_locked(start, start.units[unit.id]):
            return False
        return bool(within_supply(end, self.side)[reach(start, (unit.id,)).hexes].any())

    def begin_turn(self, view: OperationsView, kept_back: Iterable[int] | None) -> None:
        """Note how much waits when a turn begins; `kept_back`: the reserve of the plan, None for a player without a
        plan.
        """
        state, grid = view.position, view.board.grid
        own = units_of(state, self.side)
        if len(own) < RESERVE_FROM or view.turn >= view.board.turns - LAST_TURNS:
            return
        total = max(1, _strength(state, [unit.id for unit in own]))

        def add(metric: str, units: Iterable[int]) -> None:
            self.add(metric, RESERVE[0] <= _strength(state, units) / total <= RESERVE[1])

        foes = sorted({unit.hex for unit in units_of(state, enemy_of(self.side))})
        add("apart", [u.id for u in own if all(grid.distance(u.hex, foe) >= RESERVE_AWAY for foe in foes)])
        if kept_back is not None:
            add("reserve", [unit.id for unit in alive(state, kept_back) if not in_contact(state, unit)])


def _strength(state: State, units: Iterable[int]) -> int:
    return sum(defence_value(state, unit) for unit in alive(state, units))


def _value(view: OperationsView, preview: Preview) -> float:
    """Points that an attack is expected to bring, less its expected cost."""
    points = view.board.victory.points_per_hp
    ours, theirs = getattr(points, view.side), getattr(points, enemy_of(view.side))
    return float(ours * preview.expected_defender_hp - theirs * preview.expected_attacker_hp)


def _worth_beside(view: OperationsView, target: int) -> float:
    """Points that objectives in and next to a hex still bring to who holds them to the end."""
    turns = view.board.turns - view.turn + 1
    near = (target, *view.board.grid.adjacent(target))
    return float(sum(one.per_turn * turns + one.at_end for one in view.board.objectives if one.hex in near))


def _closes(agent: object, order: Order) -> bool:
    """Tell whether an attack is of a mission that closes a pocket, by the plan of who gives it."""
    plan = getattr(agent, "plan", None)
    missions = [plan.mission_of(unit) for unit in order.units] if plan and isinstance(order, Attack) else []
    return any(mission is not None and mission.task == CLOSE for mission in missions)


def _kept_back(agent: object) -> tuple[int, ...] | None:
    """The units that a player's plan keeps in reserve; None if the player makes no plan."""
    plan = getattr(agent, "plan", None)
    return tuple(sorted(plan.reserve)) if plan else None


def _missed(view: OperationsView) -> int:
    """The enemy hexes on which an attack worth a point is still on offer."""
    worth: set[int] = set()
    for order in view.legal_orders():
        if isinstance(order, Attack) and order.target not in worth:
            preview = view.preview(order)
            if isinstance(preview, Preview) and _value(view, preview) >= WORTH_MAKING:
                worth.add(order.target)
    return len(worth)


# ------------------------------------------------------------------------------------------------- a game


def tally(scenario: str, player: str, side: str, seed: int) -> Tally:
    """Play one game and count."""
    game: Game[State] = wab.new_game(scenario, seed=seed)
    players = {side: player, enemy_of(side): OPPONENT}
    agents = make_agents(players, "operations", seed, own=own_among([player]))
    counter, thought, orders = Counter(side), dict[int, float](), 0
    turn_seen, impulse_seen = 0, (0, 0)
    while (actor := game.to_act) is not None:
        turn, view, began = game.turn, game.view(actor), perf_counter()
        order = agents[actor].decide(view)
        if actor == side:
            thought[turn] = thought.get(turn, 0.0) + perf_counter() - began
            assert isinstance(view, OperationsView)
            impulse = turn, game.state.impulse
            if impulse != impulse_seen:
                counter.begin_impulse(view)
            if turn != turn_seen:
                counter.begin_turn(view, _kept_back(agents[side]))
            counter.before(view, order, _closes(agents[side], order))
            turn_seen, impulse_seen, orders = turn, impulse, orders + 1
        events = game.play(order)
        if actor == side:
            counter.after(game.state, events)
        if game.turn != turn or game.to_act is None:
            counter.end_of_turn(game.state, turn)
    counter.add("incidents", len(getattr(agents[side], "incidents", ())), orders)
    counts = {name: (happened, of) for name, (happened, of) in counter.counts.items()}
    seconds = tuple(round(value, 3) for _, value in sorted(thought.items()))
    return Tally(scenario, player, side, seed, counts, seconds, tally_stamp(scenario, player))


@cache
def tally_stamp(scenario: str, player: str) -> str:
    """A digest of scenario and players, as for a game of the ladder."""
    return stamp_of(Job(scenario, {SIDES[0]: player, SIDES[1]: OPPONENT}, 0))


def share_of(tallies: Iterable[Tally], metric: str) -> tuple[int, int]:
    """A metric over many games."""
    pairs = [one.counts.get(metric, (0, 0)) for one in tallies]
    return sum(happened for happened, _ in pairs), sum(of for _, of in pairs)


def pace(tallies: Iterable[Tally]) -> tuple[float, float]:
    """Median and longest thought of a side about a turn, in seconds; zeros where nothing was played."""
    seconds = [value for one in tallies for value in one.thought]
    return (median(seconds), max(seconds)) if seconds else (0.0, 0.0)
