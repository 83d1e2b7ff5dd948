"""The deployment of a side, as arrays over the hexes: its units, how full the hexes are, its zones of control. Kept in
step.

Rules ask for these facts after every event, and an event changes a hex or two: so a deployment is never worked out
again, the one before is carried on with what changed. None is ever written to once it is made: copies of a state share
it, and "the same object" means "nothing of this has changed".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from wab.field.zones import Zones
from wab.hexes import HexId


class Post(Protocol):
    """One stack, as far as the arrays go. A system's own type may hold more; equal posts are the same to every
    reader.
    """

    @property
    def units(self) -> tuple[int, ...]:
        """The ids of its units, ascending."""
        ...

    @property
    def weight(self) -> int:
        """The stacking points of all of them."""
        ...

    @property
    def zone(self) -> bool:
        """Return whether it has a zone of control."""
        ...


class Stack(NamedTuple):
    """A post with nothing else in it, for systems that need no more."""

    units: tuple[int, ...]
    weight: int
    zone: bool


P = TypeVar("P", bound=Post)


@dataclass(frozen=True, slots=True, eq=False)
class Deployment(Generic[P]):
    """One side on the map. Arrays are indexed by hex and read-only; `ids` are the side's units, ascending."""

    posts: Mapping[HexId, P]
    ids: tuple[int, ...]
    occupied: NDArray[np.bool_]
    """bool[N]: units of the side stand there."""
    stacked: NDArray[np.int16]
    """int16[N]: their stacking points."""
    zone: NDArray[np.int16]
    """int16[N]: how many stacks have the hex in their zone of control."""

    @classmethod
    def empty(cls, size: int) -> Deployment[P]:
        """Return the deployment of no units on a map of so many hexes."""
        nobody = cls({}, (), np.zeros(size, np.bool_), np.zeros(size, np.int16), np.zeros(size, np.int16))
        for array in (nobody.occupied, nobody.stacked, nobody.zone):
            array.setflags(write=False)
        return nobody

    def carried_on(self, zones: Zones, found: Mapping[HexId, P | None]) -> Deployment[P]:
        """Return what it becomes with other stacks in some hexes, None for no stack; itself where nothing changes."""
        changed = {hex_: post for hex_, post in found.items() if self.posts.get(hex_) != post}
        if not changed:
            return self
        before = {hex_: self.posts[hex_] for hex_ in changed if hex_ in self.posts}
        after = {hex_: post for hex_, post in changed.items() if post is not None}
        posts = dict(self.posts)
        for hex_ in before:
            del posts[hex_]
        return Deployment(
            posts | after,
            self._ids(before.values(), after.values()),
            self._occupied(before, after),
            self._stacked(before, after),
            self._zone(zones, before, after),
        )

    def _ids(self, before: Iterable[P], after: Iterable[P]) -> tuple[int, ...]:
        gone = {unit for post in before for unit in post.units}
        come = {unit for post in after for unit in post.units}
        return self.ids if gone == come else tuple(sorted(set(self.ids) - gone | come))

    def _occupied(self, before: Mapping[HexId, P], after: Mapping[HexId, P]) -> NDArray[np.bool_]:
        if before.keys() == after.keys():
            return self.occupied
        here = self.occupied.copy()
        for hex_ in before:
            here[hex_] = False
        for hex_ in after:
            here[hex_] = True
        here.setflags(write=False)
        return here

    def _stacked(self, before: Mapping[HexId, P], after: Mapping[HexId, P]) -> NDArray[np.int16]:
        if _weights(before) == _weights(after):
            return self.stacked
        points = self.stacked.copy()
        for hex_ in before:
            points[hex_] = 0
        for hex_, post in after.items():
            points[hex_] = post.weight
        points.setflags(write=False)
        return points

    def _zone(self, zones: Zones, before: Mapping[HexId, P], after: Mapping[HexId, P]) -> NDArray[np.int16]:
        lost, won = _holders(before), _holders(after)
        if lost == won:
            return self.zone
        zone = self.zone.copy()
        for hex_ in lost - won:
            zone[zones.covered(hex_)] -= 1
        for hex_ in won - lost:
            zone[zones.covered(hex_)] += 1
        zone.setflags(write=False)
        return zone


def _weights(posts: Mapping[HexId, P]) -> dict[HexId, int]:
    return {hex_: post.weight for hex_, post in posts.items()}


def _holders(posts: Mapping[HexId, P]) -> set[HexId]:
    """The hexes from which a zone of control goes out."""
    return {hex_ for hex_, post in posts.items() if post.zone}
