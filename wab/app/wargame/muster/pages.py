"""The pages of units off the map, in plain values: a system fills them, one panel draws them.

Each page is groups of units; a unit leads to places where it may come, each an order. Whether an order is legal, and
why not, the rules say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import Box
from wab.app.hud.widgets import key_name
from wab.app.wargame.offers.offers import OfferHand
from wab.app.wargame.ui.desk import Desk
from wab.engine.kernel.orders import Order, Refusal
from wab.hexes import HexId
from wab.locale import _


@dataclass(frozen=True)
class Cell:
    """A unit in a box. `caption` stands under its counter, `tint` is the name of a colour of the muster.

    `ready`: something is on offer to it now.
    """

    unit: int
    caption: str = ""
    tint: str = ""
    ready: bool = False


@dataclass(frozen=True)
class Group:
    """A box: its title, a note next to it, its units."""

    title: str
    note: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Place:
    """An entry hex or a replacement that a unit can take: the order, and the reason if it is refused."""

    words: str
    note: str
    order: Order
    refusal: Refusal | None = None
    hex: HexId | None = None


class Head(NamedTuple):
    """The head of a page: its height, and the function that draws it with the places of the chosen unit."""

    height: float = 0.0
    draw: Callable[[Box, Sequence[Place]], None] | None = None


def why_not(found: Sequence[Place]) -> Refusal | None:
    """Return the reason against the first of a unit's places, or None if a place is open."""
    if any(place.refusal is None for place in found):
        return None
    return next((place.refusal for place in found), None)


class Muster(ABC):
    """The pages of a system, as the seat of a view sees them. `tints` are the colours of cells, by name."""

    tints: Mapping[str, Rgba] = {}

    def __init__(self, hand: OfferHand) -> None:
        self.hand = hand

    @abstractmethod
    def tabs(self, view: Any) -> Mapping[str, str]:
        """The pages by name, with their headings."""

    @abstractmethod
    def first(self, view: Any) -> str:
        """The page that opens first: the page with something to do."""

    @abstractmethod
    def groups(self, view: Any, page: str) -> tuple[Group, ...]:
        """Return the boxes of a page that hold units."""

    @abstractmethod
    def places(self, view: Any, page: str, unit: int | None) -> tuple[Place, ...]:
        """Return the places of a unit, or the orders of the page that belong to no unit."""

    @abstractmethod
    def is_own(self, view: Any, unit: int) -> bool:
        """Check if a unit belongs to the side of the seat, on the map or off it."""

    @abstractmethod
    def counter(self, view: Any, unit: int, *, selected: bool = False) -> CounterSpec:
        """Return the counter of a unit as it would come."""

    @abstractmethod
    def name(self, view: Any, unit: int) -> str:
        """Return the name of a unit."""

    def facts(self, view: Any, unit: int) -> str:
        """Return the values of a unit as it would come, in a line."""
        return ""

    def told(self, view: Any, page: str, units: Sequence[int]) -> str:
        """Return words on the chosen unit, which comes first, and on the units that go with it."""
        return self.facts(view, units[0])

    def hint(self, page: str, places: Sequence[Place]) -> str:
        """Return a sentence on how to choose, while no unit is chosen."""
        words = _(
            "Drag a unit to its place, or choose it: arrows, {enter}, figures for the place. Shift marks several."
        )
        return words.format(enter=key_name("enter"))

    def head(self, desk: Desk, page: str) -> Head:
        """Return the head of a page."""
        return Head()
