"""People who lend troops to the staff and approve all that it proposes: players for the gym, by name.

The first player lends all troops. The others lend a sector: in `Reserve`, `ReserveSector` and `Salient`
another player leads the rest and does not know the plan there. In `SalientBetweenShoulders` the rest stays in place.
"""

from __future__ import annotations

from ai.operations.delegation import Deputy, named_in
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Advance, Pass


class Everybody:
    """All units and air units are with the staff."""

    def __init__(self, seed: int) -> None:
        self.deputy = Deputy(seed)
        self.incidents = self.deputy.incidents

    def lends(self, view: OperationsView) -> frozenset[int]:
        """The units that are with the staff now."""
        return frozenset(one.id for one in (*view.own_units(), *view.own_squadrons()))

    def decide(self, view: View) -> Order:
        """The next order that the staff proposes; with nothing proposed the impulse ends."""
        assert isinstance(view, OperationsView)
        order = proposed(self.deputy, view, self.lends(view))
        return order or (Advance(()) if view.phase == "advance" else Pass())


def proposed(deputy: Deputy, view: OperationsView, units: frozenset[int]) -> Order | None:
    """The first order that a deputy proposes for some units, None of none."""
    proposals = deputy.propose(view, units, 1)
    assert all(named_in(proposal.order) <= units for proposal in proposals)
    return proposals[0].order if proposals else None


class Sector(Everybody):
    """Lends the units that stand at the start within some hexes of a place; another deputy plays the person."""

    place, radius = "0000", 0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.person = Deputy(seed + 1)
        self.units: frozenset[int] | None = None

    def lends(self, view: OperationsView) -> frozenset[int]:
        """The units that stood there at the first call."""
        if self.units is None:
            near = view.board.grid.disk(view.board.grid.parse(self.place), self.radius)
            self.units = frozenset(unit.id for unit in view.own_units() if unit.hex in near)
        return self.units

    def decide(self, view: View) -> Order:
        """First what the staff proposes for the sector, then what the person does with the others."""
        assert isinstance(view, OperationsView)
        lent = self.lends(view)
        order = proposed(self.deputy, view, lent) or self.own_order(view, super().lends(view) - lent)
        return order or (Advance(()) if view.phase == "advance" else Pass())

    def own_order(self, view: OperationsView, rest: frozenset[int]) -> Order | None:
        """Return the person's own order for the units that are not lent."""
        return proposed(self.person, view, rest)


class Reserve(Sector):
    """T03: the reserve behind the front."""

    place, radius = "0303", 1


class ReserveSector(Reserve):
    """T03: the reserve with the three regiments of the front before it, a sector as the window hands it over."""

    radius = 3


class Salient(Sector):
    """T07: the salient without its shoulders."""

    place, radius = "0306", 1


class SalientBetweenShoulders(Salient):
    """T07: the same, and the person keeps the shoulders in place."""

    def own_order(self, view: OperationsView, rest: frozenset[int]) -> Order | None:
        """Nothing."""
        return None
