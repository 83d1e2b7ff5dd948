"""The muster of bonds: replacements, landings, German arrivals, mobilisation (ZOC-6, ZOC-20.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.muster.pages import Group, Head, Muster, Place
from wab.app.wargame.ui.desk import Desk
from wab.app.zocbonds.hand import muster
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.panels import muster_heads
from wab.locale import _, ngettext
from wab.systems.zocbonds.movement import landings
from wab.systems.zocbonds.state.state import State

ZONES = {"green": colour("4F8A3C"), "blue": colour("3B6FB4"), "red": colour("B23A34"), "orange": colour("D08A2E")}
"""The colours of the zones of entry. Words stand next to them."""


class ZocBondsMuster(Muster):
    """Answers of zocbonds to the panel of units off the map."""

    tints: Mapping[str, Rgba] = ZONES

    def tabs(self, view: Any) -> Mapping[str, str]:
        """The pages that mean something in the scenario."""
        return {name: _(muster.TABS[name]) for name in muster.tabs(view.position)}

    def first(self, view: Any) -> str:
        """The page with something to do."""
        return muster.first_tab(view)

    def groups(self, view: Any, page: str) -> tuple[Group, ...]:
        """The boxes of a page."""
        return muster.groups(view, page)

    def places(self, view: Any, page: str, unit: int | None) -> tuple[Place, ...]:
        """Return the places of a unit, or the supply points for sale."""
        if unit is not None:
            return muster.places(view, unit, page)
        return muster.purchases(view) if page == "replacements" else ()

    def is_own(self, view: Any, unit: int) -> bool:
        """Check if a unit belongs to the side of the seat."""
        return bool(view.position.side_of(unit) == view.side)

    def counter(self, view: Any, unit: int, *, selected: bool = False) -> CounterSpec:
        """Return the counter of a unit as it would come."""
        state: State = view.position
        return looks.counter(state, muster.coming(state, unit), stack=0, selected=selected, acted=False)

    def name(self, view: Any, unit: int) -> str:
        """Return the name of a unit."""
        return looks.unit_name(view.position.profile(unit))

    def facts(self, view: Any, unit: int) -> str:
        """Strength, movement and quality of a unit as it would come."""
        state: State = view.position
        fares, profile = muster.coming(state, unit), state.profile(unit)
        quality = _("quality {quality}").format(quality=looks.quality_words(state.quality(fares)))
        armour = _("armour {armour}").format(armour=looks.armour_words(profile)) if profile.armour else ""
        return joined(f"{looks.strength_words(state, fares)} – {state.values(fares)[1]}", quality, armour)

    def told(self, view: Any, page: str, units: Sequence[int]) -> str:
        """Return the values of the chosen unit, and for an arrival the zones that are open to it; of several units, how
        many go with it and the cost of all."""
        state: State = view.position
        if len(units) == 1:
            zones = ", ".join(muster.colours_open(state, units[0])) if page == "arrivals" else ""
            return joined(self.facts(view, units[0]), _("enters in: {zones}").format(zones=zones) if zones else "")
        count = len(units) - 1
        price = sum(landings.price(state, unit) for unit in units if landings.box_of(state, unit))
        more = ngettext("and {count} unit more", "and {count} units more", count).format(count=count)
        cost = ngettext("{count} reinforcement point", "{count} reinforcement points", price).format(count=price)
        return joined(more, cost if price else "")

    def hint(self, page: str, places: Sequence[Place]) -> str:
        """Return a sentence on how to choose, or on the supply points for sale."""
        return _("Choose a unit, or buy supply points.") if places else super().hint(page, places)

    def head(self, desk: Desk, page: str) -> Head:
        """Stocks, beaches or the turn track."""
        return muster_heads.head(desk, self.hand, page)
