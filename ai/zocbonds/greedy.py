"""The greedy player of zocbonds: the best single thing now, no line and no plan. The yardstick of the others.

It marches towards what the enemy holds and threatens, and stands in good ground next to the enemy. It attacks where the
chances promise more than they cost, and answers by expected losses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatchmethod

from ai.shell.choice import Choice
from ai.shell.reasons import Reason
from ai.zocbonds.stakes import Stakes, beach_to_clear, held_by, stakes
from ai.zocbonds.weighing import attack_value, unit_worth
from ai.zocbonds.weights import CLEARS, CONTACT, COVER, CROWD, ENOUGH
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.shells.position import PositionView
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_, Argument, Text
from wab.systems.zocbonds.combat.defence import preview_stand
from wab.systems.zocbonds.ground.beaches import ENGINEER
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.names import place_noun, units_nouns
from wab.systems.zocbonds.state.state import State

_MARCHING = ("movement", "reserve_movement")


def make(_name: str, seed: int) -> Greedy:
    """The greedy player of zocbonds."""
    return Greedy(seed)


class Greedy:
    """Plays the best single order. `reason` says why it gave the last one."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.reason: Reason | None = None
        self._phase: tuple[object, ...] = ()
        self._done: set[int] = set()

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        if not isinstance(view, PositionView) or not isinstance(view.position, State):
            raise UsageError("The greedy player of zocbonds was given a view of another system.")
        choice = self._choose(view, view.position)
        self.reason = choice.reason
        return choice.order

    def choice(self, view: PositionView[State]) -> Choice:
        """The best order now, with its worth."""
        return self._choose(view, view.position)

    def weigh(self, view: PositionView[State], order: Order) -> Choice:
        """An order with its worth."""
        return self._weighed(view.position, order, stakes(view.position, view.side))

    def _choose(self, view: PositionView[State], state: State) -> Choice:
        ground = stakes(state, view.side)
        if view.phase in _MARCHING and (found := self._march(view, state, ground)) is not None:
            return found
        return max((self._weighed(state, order, ground) for order in _others(view, state)), key=lambda one: one.value)

    # ---- movement

    def _march(self, view: PositionView[State], state: State, ground: Stakes) -> Choice | None:
        """The best order of the next unit that has not been thought about in this phase; None when all have been."""
        now = state.now
        phase = (now.turn, now.side, now.phase, now.player)
        if phase != self._phase:
            self._phase, self._done = phase, set()
        for unit in [*own_units(state, view.side)]:
            if unit in self._done:
                continue
            self._done.add(unit)
            best = max(
                (self._weighed(state, order, ground) for order in view.legal_orders(unit)),
                key=lambda one: one.value,
                default=None,
            )
            if best is not None and best.value > ENOUGH:
                return best
        return None

    # ---- weighing

    def _weighed(self, state: State, order: Order, ground: Stakes) -> Choice:
        value = self._value(order, state, ground)
        return Choice(order, Reason(self.words(state, order), value), value)

    @singledispatchmethod
    def _value(self, order: Order, state: State, ground: Stakes) -> float:
        """Orders without a value of their own: a little better than to end the phase."""
        return 0.05

    @_value.register
    def _(self, order: od.Done, state: State, ground: Stakes) -> float:
        return ENOUGH if state.now.stage in ("combat", "reserve_combat") else 0.1

    @_value.register
    def _(self, order: od.Move, state: State, ground: Stakes) -> float:
        return self._better(state, order.units, order.path, ground) - (0.1 if order.truck else 0.0)

    @_value.register
    def _(self, order: od.Enter, state: State, ground: Stakes) -> float:
        return 1.0 + float(ground.pull[order.path[-1]])

    @_value.register
    def _(self, order: od.Land, state: State, ground: Stakes) -> float:
        guns = any(state.profile(unit).is_hq for unit in order.units)
        engineers = any(state.profile(unit).type == "beach_engineer" for unit in order.units)
        return 1.0 + 3.0 * engineers + 2.0 * guns + float(ground.pull[order.path[-1]])

    @_value.register
    def _(self, order: od.Mobilise, state: State, ground: Stakes) -> float:
        return 1.0 + float(ground.pull[order.hex])

    @_value.register
    def _(self, order: od.BuildWorks, state: State, ground: Stakes) -> float:
        unit = state.units[order.unit]
        return 0.5 if state.zone_of(enemy_of(state.side_of(unit.id)))[unit.hex] else 0.0

    @_value.register(od.Evacuate | od.RemoveWorks | od.LiftReserve | od.PlaceReserve | od.WithdrawDivision)
    def _(self, order: Order, state: State, ground: Stakes) -> float:
        return -1.0

    @_value.register
    def _(self, order: od.Attack, state: State, ground: Stakes) -> float:
        return attack_value(state, order, ground)

    @_value.register
    def _(self, order: od.Replace, state: State, ground: Stakes) -> float:
        return 1.0 + 0.1 * state.profile(order.unit).values[0][0]

    @_value.register
    def _(self, order: od.LoseStep, state: State, ground: Stakes) -> float:
        """The cheapest of one's own, the dearest of the enemy's."""
        unit = state.units[order.unit]
        chooser = state.now.agenda[0].seat if state.now.agenda else ""
        sign = -1.0 if chooser.startswith(state.side_of(unit.id)) else 1.0
        return sign * unit_worth(state, unit)

    @_value.register
    def _(self, order: od.Stand, state: State, ground: Stakes) -> float:
        seen = preview_stand(state, order.lead, order.support)
        costly = sum(chance for cell, chance in seen.cells.items() if "costs" in cell or "exchange" in cell)
        return seen.holds * (0.8 + float(ground.worth[state.fight.target])) - costly - 0.1 * bool(order.support)

    @_value.register
    def _(self, order: od.RetreatTo, state: State, ground: Stakes) -> float:
        side = state.side_of(order.units[0])
        return self._ground(state, order.path[-1], side) - 0.5 * (len(order.path) == 1)

    @_value.register
    def _(self, order: od.Advance, state: State, ground: Stakes) -> float:
        return 0.2 + float(ground.worth[order.path[-1]]) + self._better(state, (order.unit,), order.path, ground)

    def _better(self, state: State, units: tuple[int, ...], path: tuple[int, ...], ground: Stakes) -> float:
        """Return how much better a hex is than the hex that units leave."""
        side = state.side_of(units[0])
        here, there = (float(ground.pull[hex_]) + self._ground(state, hex_, side) for hex_ in (path[0], path[-1]))
        here += held_by(state, units, ground) if path[-1] != path[0] else 0.0
        clears = CLEARS * (path[-1] != path[0] and beach_to_clear(state, units))
        crowd = CROWD * (state.side_in(path[-1]) is not None)
        return (there - here - crowd + clears) * (1.0 + 0.02 * len(units))

    def _ground(self, state: State, hex_: int, side: str) -> float:
        """Cover and contact: good ground counts next to the enemy."""
        if not state.zone_of(enemy_of(side))[hex_]:
            return 0.0
        row = state.board.tables.terrain.terrain.get(state.board.terrain(hex_))
        return CONTACT + COVER * (row.bonus if row is not None else 0)

    # ---- words

    def words(self, state: State, order: Order) -> Text:
        """An order in a sentence."""
        units: Iterable[int] = getattr(order, "units", ()) or ((order.unit,) if hasattr(order, "unit") else ())
        path = getattr(order, "path", ())
        goal = path[-1] if path else getattr(order, "target", getattr(order, "hex", None))
        if goal is None or not units:
            return Text(N_("Nothing else is worth an order."))
        values: dict[str, Argument] = {"units": units_nouns(state, units), "hex": place_noun(state.board, goal)}
        if isinstance(order, od.Attack):
            return Text(N_("{units:The} {units:|attacks|attack} {hex}."), values)
        return Text(N_("{units:The} {units:|goes|go} to {hex}."), values)


def own_units(state: State, side: str) -> Iterator[int]:
    """The units of a side that may have orders: units on the map, then units that come in or land, beach engineers that
    were lost among them (ZOC-21.1-2).
    """
    yield from state.deployed(side).ids
    if side == "allied":
        yield from (unit for unit in state.box("eliminated") if state.profile(unit).type == ENGINEER)
    for name, units in state.now.boxes.items():
        if name in ("arrivals", "britain") or name.startswith(("wave/", "mobilisation/")):
            yield from (unit for unit in units if state.side_of(unit) == side)


def _others(view: PositionView[State], state: State) -> Iterator[Order]:
    """All orders on offer; of a phase of marches, which have been thought of unit by unit, its end alone, or the moves
    of a unit that has to come back before (ZOC-26.3-2)."""
    if view.phase not in _MARCHING:
        yield from view.legal_orders()
        return
    astray = movement.must_return(state)
    if astray:
        yield from (order for order in view.legal_orders(astray[0]) if isinstance(order, od.Move))
    else:
        yield od.Done()
