"""The plot of a rule system: what it alone knows of scenes, so that its events can be shown as things to look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from wab.engine.kernel.events import Event, Rolled

if TYPE_CHECKING:  # grids need numpy, which the first picture of the window does without
    from wab.hexes import Grid, HexId

NEWS, MARCH, ARRIVALS, BOMBARDMENT, CARD, COMBAT, LANDING = KINDS = (
    "news",
    "march",
    "arrivals",
    "bombardment",
    "card",
    "combat",
    "landing",
)
"""Kinds of scenes, the lightest first: a scene that two of them share is of the heavier kind."""
FIGHTS = frozenset({COMBAT, LANDING})
FIRE = FIGHTS | {BOMBARDMENT}
"""Kinds of scenes at which the player looks also when the own side acts."""
NEAR_UNITS, NEAR_GOALS = 2, 1
"""A march is worth a look within so many hexes of an own unit, or of a goal."""
SIDE_BY_SIDE = 2
"""Hexes between marches of a formation that are shown together."""


class Beat(NamedTuple):
    """The part of a type of event in scenes.

    It goes on with a scene of a kind in `within`, and with one of its own `kind`, if both are of the same unit or
    formation (`by` "unit"), of the same place ("place"), or at any rate (""). Else it opens a scene. `kind` "": it goes
    on with any scene. `leads`: it belongs to the event after it. `opens`: it never goes on with its own kind. `loss`,
    `gone`: a unit loses strength, or is destroyed.
    """

    kind: str = ""
    within: Collection[str] = ()
    by: str = ""
    leads: bool = False
    opens: bool = False
    loss: bool = False
    gone: bool = False

    @property
    def opens_fight(self) -> bool:
        """Tell whether it opens a combat or a landing."""
        return self.opens and self.kind in FIGHTS

    def follows(self, kind: str) -> bool:
        """Tell whether it can go on with a scene of a kind."""
        return not self.kind or kind in self.within or (kind == self.kind and not self.opens)


GOES_ON, LEADS = Beat(), Beat(leads=True)


class Facts(NamedTuple):
    """The units that act in an event, and the hexes of it; the last hex is its goal."""

    actors: tuple[int, ...] = ()
    hexes: tuple[HexId, ...] = ()


class Theatre(NamedTuple):
    """The ground of scenes as a seat knows it: own units by their hexes, goals, the formation of a unit."""

    grid: Grid | None = None
    own: frozenset[HexId] = frozenset()
    goals: frozenset[HexId] = frozenset()
    formation: Callable[[int], str] = lambda _unit: ""

    def is_near(self, hexes: Iterable[HexId]) -> bool:
        """Tell whether something happens close to an own unit or a goal; so it is where no ground is known."""
        if self.grid is None or not (self.own or self.goals):
            return True
        ground = ((self.own, NEAR_UNITS), (self.goals, NEAR_GOALS))
        return any(self._within(hex_, places, steps) for hex_ in hexes for places, steps in ground)

    def _within(self, hex_: HexId, places: frozenset[HexId], steps: int) -> bool:
        return self.grid is not None and any(self.grid.distance(hex_, place) <= steps for place in places)

    def are_side_by_side(self, first: Iterable[HexId], second: Iterable[HexId]) -> bool:
        """Tell whether two marches have hexes close to each other."""
        theirs = tuple(second)
        grid = self.grid
        return grid is not None and any(grid.distance(one, other) <= SIDE_BY_SIDE for one in first for other in theirs)


class Plot:
    """The facts about scenes that a rule system alone knows; this plot serves small systems."""

    beats: Mapping[type[Event], Beat] = {}

    def beat(self, event: Event) -> Beat:
        """The part of an event: dice lead, a path is a march, anything else is news.

        Without a table, units with a target are a fight, and events of a single unit go on with the scene before.
        """
        found = self.beats.get(type(event))
        if found is not None:
            return found
        if isinstance(event, Rolled):
            return LEADS
        if getattr(event, "path", ()):
            return Beat(MARCH, by="unit")
        if not self.beats and hasattr(event, "target") and hasattr(event, "units"):
            return Beat(COMBAT, by="place")
        return GOES_ON if not self.beats and hasattr(event, "unit") else Beat(NEWS)

    def facts(self, event: Event) -> Facts:
        """Return units and hexes of an event, by the names that events give them; off the map is no place."""
        fight = getattr(event, "fight", None)
        things = (event,) if fight is None else (event, fight)
        named = _named(things, ("main", "origins", "path", "hex", "target"))
        hexes = tuple(hex_ for hex_ in named if hex_ >= 0)
        return Facts(_named(things, ("unit", "units", "attackers")), hexes)

    def theatre(self, view: Any) -> Theatre:
        """The ground as a view knows it."""
        return Theatre()


def _named(things: Iterable[object], names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers that things hold under some names, each one once."""
    found: list[int] = []
    for name in names:
        for thing in things:
            value = getattr(thing, name, None)
            found += [value] if isinstance(value, int) else [one for one in value or () if isinstance(one, int)]
    return tuple(dict.fromkeys(found))
