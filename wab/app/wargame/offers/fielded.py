"""An adapter of systems whose positions hold their units as `wab.field.stacks.OnMap` does: who stands where, answered.

Such a system says what a unit looks like and what its orders mean; stacks, the front and overlays of both sides follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.theme import colour
from wab.app.wargame.adapter.adapter import Flags
from wab.app.wargame.adapter.pictures import CROSSES, DOTS, LINES, Layer, Tints, tints
from wab.app.wargame.offers.offers import OfferAdapter
from wab.engine.words.text import N_
from wab.field import control
from wab.hexes import HexId
from wab.locale import _

TINT, BOTH = 0.34, colour("6B3B8F", 0.4)
"""The strength of a side's colour over the map, and the colour over hexes of both sides."""


class FieldAdapter(OfferAdapter):
    """An offer adapter of views whose `position` is an `OnMap`, with the holder of each hex in `control`.

    `codes` are the bytes of the sides in `control`.
    """

    codes: Mapping[str, int] = {}
    layers: Mapping[str, Layer] = {
        "control": Layer(N_("Control"), "front", "C"),
        "zones": Layer(N_("Zones of control"), "zone", "Z"),
    }

    @property
    def position(self) -> Any:
        """The knowledge of the seat at the screen, as a state."""
        return self.view.position

    @property
    def first_turn(self) -> int:
        """The number of the first turn."""
        first: int = getattr(self.position.board, "first", 1)
        return first

    @property
    def last_turn(self) -> int:
        """The number of the last turn, 0 if the board names none."""
        last: int = getattr(self.position.board, "last", 0)
        return last

    @property
    def marked(self) -> Iterable[HexId]:
        """The hexes with flags have rings on the small map."""
        return [flag.hex for flag in self.flags()]

    def stacks(self) -> Mapping[HexId, str]:
        """The hexes where units stand, each with the side of them."""
        return {hex_: self.position.side_in(hex_) for hex_ in self.position.stacks}

    def stack(self, hex_: HexId, selected: Collection[int] = ()) -> Sequence[int]:
        """Return the units of a hex by id. Selected units lie on top."""
        return sorted(self.position.stacks.get(hex_, ()), key=lambda unit: (unit not in selected, unit))

    def where(self, unit: int) -> HexId | None:
        """The hex of a unit on the map, None for one that is not there."""
        found = self.position.units.get(unit)
        return found.hex if found is not None else None

    def side_in(self, hex_: HexId) -> str | None:
        """The side in a hex, as far as is known."""
        found: str | None = self.position.side_in(hex_)
        return found

    def front(self) -> NDArray[np.uint8]:
        """Return uint8[N]: 1 or 2 for the side that holds a hex, 0 if neither does."""
        found = np.zeros(self.hexmap.grid.size, np.uint8)
        for side, held in self.held().items():
            found[held] = 1 + self.number_of(side)
        return found

    def held(self) -> Mapping[str, Flags]:
        """bool[N] by side: the hexes that it holds."""
        return {side: control.held(self.position.control, self.codes[side]) for side in self.sides}

    def zones(self) -> Mapping[str, Flags]:
        """bool[N] by side: its zones of control."""
        return {side: self.position.deployed(side).zone > 0 for side in self.sides}

    def layer(self, name: str) -> Tints | None:
        """Control and zones of control; None for any other."""
        parts = {"control": self.held, "zones": self.zones}.get(name)
        return self.tinted(parts()) if parts is not None else None

    def tinted(self, parts: Mapping[str, Flags]) -> Tints:
        """An overlay of hexes bool[N] by side, in the colours of the sides and, where both have a hex, in a third."""
        first, second = (parts[side] for side in self.sides)
        kinds = [
            (hexes, self.look(side).mark.fade(TINT), pattern, self.side_name(side))
            for side, hexes, pattern in zip(self.sides, (first & ~second, second & ~first), (LINES, DOTS), strict=True)
        ]
        both = (first & second, BOTH, CROSSES, _("Both"))
        return tints(self.hexmap.grid.size, [*kinds, both] if both[0].any() else kinds)
