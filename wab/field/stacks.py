"""Units on hexes: a unit is in one place, a stack holds the units of one hex, and the deployments follow by themselves.

A state of a system takes `OnMap` as its base and declares the four fields that it names. Nothing else writes to them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Generic, Protocol, TypeVar

from wab.field.deployment import Deployment, P
from wab.field.zones import Zones
from wab.hexes import HexId


class Standing(Protocol):
    """A unit on the map, immutable: a unit that moves is another object with the same id."""

    @property
    def id(self) -> int:
        """Its number, the same for the whole game."""
        ...

    @property
    def hex(self) -> HexId:
        """Return where it stands."""
        ...


U = TypeVar("U", bound=Standing)


class OnMap(Generic[U, P]):
    """A state in which units stand on hexes.

    `units` by id; `stacks` by hex, ids ascending, no entry for an empty hex. `_deployed` by side and `_touched`, the
    hexes that have changed since, start empty and are copied (shallowly) with the state.
    """

    __slots__ = ()

    units: dict[int, U]
    stacks: dict[HexId, tuple[int, ...]]
    _deployed: dict[str, Deployment[P]]
    _touched: set[HexId]

    # ---- what the system says

    @abstractmethod
    def side_of(self, unit: int) -> str:
        """The side of a unit."""

    @abstractmethod
    def post(self, hex_: HexId) -> P | None:
        """The stack in a hex as the deployments know it, None if the hex is empty."""

    @property
    @abstractmethod
    def zones(self) -> Zones:
        """Return where zones of control reach on the map."""

    # ---- reading

    def stack(self, hex_: HexId) -> tuple[U, ...]:
        """The units in a hex, by id."""
        there = self.stacks.get(hex_)
        return tuple([self.units[unit] for unit in there]) if there else ()

    def side_in(self, hex_: HexId) -> str | None:
        """The side whose units stand in a hex, None if it is empty."""
        there = self.stacks.get(hex_)
        return self.side_of(there[0]) if there else None

    def units_of(self, side: str) -> Iterator[U]:
        """The units of a side on the map, by id."""
        return map(self.units.__getitem__, self.deployed(side).ids)

    def beside(self, hex_: HexId, side: str) -> tuple[U, ...]:
        """The units of a side in the hexes around a hex, by id."""
        around = [there for there in self.zones.grid.adjacent(hex_) if self.side_in(there) == side]
        return tuple(sorted([unit for there in around for unit in self.stack(there)], key=attrgetter("id")))

    def deployed(self, side: str) -> Deployment[P]:
        """Return where a side stands, nowhere for one that there is not; the same object while nothing of it
        changes.
        """
        if self._touched:
            self._keep_in_step()
        found = self._deployed.get(side)
        if found is None:
            found = self._deployed[side] = Deployment.empty(self.zones.grid.size)
        return found

    def _keep_in_step(self) -> None:
        zones, posts = self.zones, [(hex_, self.side_in(hex_), self.post(hex_)) for hex_ in self._touched]
        for _, owner, _ in posts:
            if owner is not None and owner not in self._deployed:
                self._deployed[owner] = Deployment.empty(zones.grid.size)
        for side, before in self._deployed.items():
            own = {hex_: post if owner == side else None for hex_, owner, post in posts}
            self._deployed[side] = before.carried_on(zones, own)
        self._touched.clear()

    # ---- changing

    def put(self, unit: U) -> None:
        """Store a unit, new or changed; it leaves the hex where it stood."""
        old = self.units.get(unit.id)
        if old is None or old.hex != unit.hex:
            if old is not None:
                self._leave(old)
            self.stacks[unit.hex] = tuple(sorted((*self.stacks.get(unit.hex, ()), unit.id)))
        self.units[unit.id] = unit
        self._touched.add(unit.hex)

    def put_all(self, units: Iterable[U]) -> None:
        """Store units in place of all earlier ones, all at once. ValueError when two have the same id."""
        in_order = sorted(units, key=attrgetter("id"))
        by_id = {unit.id: unit for unit in in_order}
        if len(by_id) < len(in_order):
            raise ValueError("a unit stands in two places")
        stacks: dict[HexId, list[int]] = {}
        for id_, unit in by_id.items():
            stacks.setdefault(unit.hex, []).append(id_)
        self.units.clear()
        self.units.update(by_id)
        self.stacks.clear()
        self.stacks.update({hex_: tuple(ids) for hex_, ids in stacks.items()})
        self._deployed.clear()
        self._touched.clear()
        self._touched.update(stacks)

    def take(self, unit_id: int) -> U:
        """Take a unit off the map and return it. KeyError when it is not there."""
        unit = self.units.pop(unit_id)
        self._leave(unit)
        return unit

    def _leave(self, unit: U) -> None:
        self._touched.add(unit.hex)
        rest = tuple(other for other in self.stacks[unit.hex] if other != unit.id)
        if rest:
            self.stacks[unit.hex] = rest
        else:
            del self.stacks[unit.hex]

    def misplaced(self) -> Iterator[str]:
        """Yield what is wrong with units and stacks, in words; nothing as long as only this class writes to them."""
        for id_, unit in sorted(self.units.items()):
            if unit.id != id_ or id_ not in self.stacks.get(unit.hex, ()):
                yield f"unit {id_} is missing from its stack"
        for hex_, ids in sorted(self.stacks.items()):
            if not ids or any(id_ not in self.units or self.units[id_].hex != hex_ for id_ in ids):
                yield f"the stack in {self.zones.grid.label(hex_)} holds a unit that is elsewhere"
            if len({self.side_of(id_) for id_ in ids}) > 1:
                yield f"both sides stand in {self.zones.grid.label(hex_)}"
