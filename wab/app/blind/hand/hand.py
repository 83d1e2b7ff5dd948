"""The hand of the player: orders of a phase by the hex they mean, calls along a way, the answers of the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from wab.app.blind.hand.forecast import forecast_of
from wab.app.blind.hand.table_rows import TablePlan, TableRow, first_answer, rows
from wab.app.wargame.adapter.pictures import EndQuestion
from wab.app.wargame.hand.hand import Table
from wab.app.wargame.hand.ticks import Row
from wab.app.wargame.offers.offers import Mode, OfferAdapter, OfferHand, OfferReach
from wab.engine.kernel.orders import Order
from wab.field.forecast import Forecast
from wab.hexes import HexId, reach
from wab.locale import _
from wab.systems.blind.ground.boundary import border
from wab.systems.blind.ground.costs import interdicted_area, ways
from wab.systems.blind.movement.arrivals import due
from wab.systems.blind.movement.marching import points_left
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.areas import zone
from wab.systems.blind.state.state import MOVEMENT, State

BY_HEX = ("interdiction", "allied_air", "allied_combat", "axis_combat")
"""The phases whose orders are given by a click on a hex, without a unit."""


class BlindHand(OfferHand):
    """Selection and orders of the player. `drawing`: clicks draw the boundary."""

    def __init__(self, table: Table, adapter: OfferAdapter) -> None:
        super().__init__(table, adapter)
        self.drawing = False
        self.curtained = False
        self._answer: tuple[object, TablePlan] | None = None

    @property
    def position(self) -> State:
        """The position that the seat knows, or expects."""
        found: State = self.view.position
        return found

    @property
    def by_hex(self) -> bool:
        """The orders of this phase are given by clicks on hexes."""
        return not self.stopped and self.view.phase in BY_HEX

    @property
    def covered(self) -> bool:
        """Two persons look at the table: nothing but the table is shown."""
        return self.curtained

    @property
    def mode(self) -> Mode:
        """The present activity of the player; orders by hex need no selection."""
        found = super().mode
        return Mode.SELECTED if found is Mode.IDLE and self.by_hex else found

    def own_selection(self) -> bool:
        """Own units are selected, or none are needed."""
        return super().own_selection() or (not self.units and self.by_hex)

    def _of_selection(self) -> list[Order]:
        if self.units or not self.by_hex:
            return super()._of_selection()
        return [order for order in self.adapter.orders() if not isinstance(order, self.adapter.ends)]

    @property
    def loose(self) -> tuple[Order, ...]:
        """Orders without a hex: arrivals and standing orders; boundaries while the boundary is drawn."""
        if self.stopped or self.view.phase not in (*MOVEMENT, "port", "interdiction", "placement"):
            return ()
        return tuple(
            order for order in super().loose
            if isinstance(order, od.Boundary) == self.drawing and not (self.drawing and self.units)
        )  # fmt: skip

    def _sorted(self) -> tuple[dict[HexId, tuple[Order, ...]], tuple[Order, ...]]:
        """Orders of units that are still to come belong to no selection."""
        goals, loose = super()._sorted()
        coming = [order for order in self.adapter.loose() if isinstance(order, od.Enter)] if not self.stopped else []
        return goals, tuple(dict.fromkeys((*loose, *coming)))

    @property
    def reach(self) -> OfferReach:
        """Hexes to march to, in the second way hexes to call, in rose attacks that can be joined. Of interdiction, the
        ground around the pointer."""
        if self.view.phase == "interdiction" and not self.units:
            here = (self.hovered,) if self.hovered in self.goals and self.hovered is not None else ()
            area = interdicted_area(self.position.board, here)
            return OfferReach(frozenset(int(hex_) for hex_ in np.flatnonzero(area)))
        found = super().reach
        called = frozenset(hex_ for hex_, orders in self.goals.items() if isinstance(orders[0], od.Call))
        joined = frozenset(hex_ for hex_, orders in self.goals.items() if isinstance(orders[0], od.Declare))
        if not found.near:
            return found
        return OfferReach(found.near - called, joined | (found.rose - called), found.figures, called & found.near)

    # ---- the pointer

    def click_hex(self, hex_: HexId, *, shift: bool) -> None:
        """Draw the boundary, choose a way back, call on along a way, or as everywhere."""
        if isinstance(self.plan, TablePlan):
            self._choose_way(hex_)
        elif self.drawing and not self.units and self.view.phase == "allied_first":
            self._draw(hex_)
        elif shift and len(self.units) == 1 and self._lies_beyond(hex_):
            self.call_on(hex_)
        else:
            super().click_hex(hex_, shift=shift)

    def _choose_way(self, hex_: HexId) -> None:
        found = [row for row in self.rows if isinstance(row.after, od.Retreat) and hex_ in row.after.to]
        if found:
            self.change(found[0])

    def _draw(self, hex_: HexId) -> None:
        """A hex next to the boundary passes to the other army group."""
        state = self.position
        us = zone(state.board, state.now.boundary, "us").copy()
        us[hex_] = not us[hex_]
        self.give(od.Boundary(border(state.board, us)))

    def _lies_beyond(self, hex_: HexId) -> bool:
        state = self.position
        return bool(state.board.land[hex_]) and not state.holds(self.view.side, hex_)

    def call_on(self, goal: HexId) -> None:
        """March and call along the cheapest way to a hex, for as long as every hex is vacant."""
        (unit,) = self.units
        while unit in self.position.units and self.to_act and self.position.units[unit].hex != goal:
            state = self.position
            here = state.units[unit].hex
            shut = ~state.board.land
            shut.setflags(write=False)
            ways_ = reach(state.board.workspace, here, points_left(state, unit), ways(state, unit).march, None, shut)
            if goal not in ways_:
                self.tell(_("The unit cannot get there in this phase."))
                return
            path = ways_.path_to(goal)
            own = 1
            while own < len(path) and state.holds(self.view.side, path[own]):
                own += 1
            order = od.March(unit, tuple(path[:own])) if own > 1 else od.Call(unit, path[1])
            if not self.give(order) or self.position.units[unit].hex == here:
                return

    # ---- the table

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of an attack that goes on at the table."""
        order = self.plan.order if isinstance(self.plan, TablePlan) else None
        if not isinstance(order, od.Press) or self.view.why_not(order) is not None:
            return None
        return forecast_of(self.position, order)

    def standing_plan(self) -> Any:
        """The answer that the table wants, as far as it has been put together."""
        order = first_answer(self.view) if not self.over else None
        if order is None:
            return None
        if self._answer is None or self._answer[0] is not self.view:
            self._answer = self.view, TablePlan((order,))
        return self._answer[1]

    def set_selection(self, units: frozenset[int], hex_: HexId | None) -> None:
        """Select units; a question of the table stays open."""
        super().set_selection(units, hex_)
        self.plan = self.standing_plan()

    def cancel(self) -> None:
        """Put away what is open; a question of the table stays."""
        if not isinstance(self.plan, TablePlan) or self.question is not None:
            super().cancel()

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The switches of the answer that is put together."""
        plan = self.plan
        return rows(self.view, self.position, plan.order) if isinstance(plan, TablePlan) else ()

    def change(self, row: Row) -> None:
        """Take the answer to which a row leads, or say why not."""
        if row.refusal is None and isinstance(row, TableRow) and row.after is not None:
            self.plan = TablePlan((row.after,))
            self._answer = self.view, self.plan
        else:
            super().change(row)

    def end_question(self) -> EndQuestion | None:
        """A question if units could still come in."""
        waiting = list(due(self.position)) if self.view.phase in MOVEMENT else []
        could = any(isinstance(order, od.Enter) for order in self.view.legal_orders()) if waiting else False
        told = _("Units could still come in: {count}.").format(count=len(waiting))
        return EndQuestion(_("End the phase?"), told, _("End phase"), clause="BLD-16-3") if could else None
