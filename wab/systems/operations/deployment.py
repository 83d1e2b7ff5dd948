"""Where a side stands, as arrays over the hexes: who is where, how full, whose zones of control. Kept in step.

Rules ask for these facts after every event, and an event changes a hex or two: so a deployment is never worked out
anew, the one before is carried on with what changed. None is ever written to once it is made: copies of a state share
it, and "the same object" means "nothing of this has changed".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wab.systems.operations.board import Board, Profile

if TYPE_CHECKING:
    from wab.systems.operations.state import Unit


class Post(NamedTuple):
    """One stack, as far as the arrays go: unit ids, stacking points, whether it has a zone of control, how far it sees.

    `sight` in hexes, before ground and weather. `spotted`: those seen where they entered a hex (OPS-6.5-3).
    """

    units: tuple[int, ...]
    weight: int
    zone: bool
    sight: int
    spotted: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Deployment:
    """One side on the map. Arrays are indexed by hex and read-only; `ids` are the side's units, ascending."""

    posts: Mapping[int, Post]
    ids: tuple[int, ...]
    occupied: NDArray[np.bool_]
    """bool[N]: units of the side stand there."""
    stacked: NDArray[np.int16]
    """int16[N]: their stacking points."""
    zone: NDArray[np.int16]
    """int16[N]: how many stacks have the hex in their zone of control."""

    @classmethod
    def empty(cls, size: int) -> Deployment:
        """Nobody on a map of so many hexes."""
        return cls({}, (), np.zeros(size, np.bool_), np.zeros(size, np.int16), np.zeros(size, np.int16))

    def carried_on(self, board: Board, found: Mapping[int, Post | None]) -> Deployment:
        """What it becomes with other stacks in some hexes, None for no stack; itself where nothing changes."""
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
            self._zone(board, before, after),
        )

    def _ids(self, before: Iterable[Post], after: Iterable[Post]) -> tuple[int, ...]:
        gone = {unit for post in before for unit in post.units}
        come = {unit for post in after for unit in post.units}
        return self.ids if gone == come else tuple(sorted(set(self.ids) - gone | come))

    def _occupied(self, before: Mapping[int, Post], after: Mapping[int, Post]) -> NDArray[np.bool_]:
        if before.keys() == after.keys():
            return self.occupied
        here = self.occupied.copy()
        for hex_ in before:
            here[hex_] = False
        for hex_ in after:
            here[hex_] = True
        here.setflags(write=False)
        return here

    def _stacked(self, before: Mapping[int, Post], after: Mapping[int, Post]) -> NDArray[np.int16]:
        if _weights(before) == _weights(after):
            return self.stacked
        points = self.stacked.copy()
        for hex_ in before:
            points[hex_] = 0
        for hex_, post in after.items():
            points[hex_] = post.weight
        points.setflags(write=False)
        return points

    def _zone(self, board: Board, before: Mapping[int, Post], after: Mapping[int, Post]) -> NDArray[np.int16]:
        lost, won = _holders(before), _holders(after)
        if lost == won:
            return self.zone
        zone = self.zone.copy()
        for hex_ in lost - won:
            zone[_covered(board, hex_)] -= 1
        for hex_ in won - lost:
            zone[_covered(board, hex_)] += 1
        zone.setflags(write=False)
        return zone


def has_zone(unit: Unit, profile: Profile) -> bool:
    """All units have a zone of control except commanders and unsupplied units (OPS-8.2-3, OPS-8.5.2-2)."""
    return unit.supplied and profile.zoc > 0 and not profile.is_commander


def post_of(units: Iterable[Unit], roster: Mapping[int, Profile]) -> Post | None:
    """The stack that units of one hex make, None of none; by id, as stacks are kept."""
    stack = [(unit, roster[unit.id]) for unit in units]
    if not stack:
        return None
    return Post(
        tuple([unit.id for unit, _ in stack]),
        sum([profile.weight for _, profile in stack]),
        any(has_zone(unit, profile) for unit, profile in stack),
        max([profile.sight for _, profile in stack]),
        tuple([unit.id for unit, _ in stack if unit.spotted]),
    )


def _weights(posts: Mapping[int, Post]) -> dict[int, int]:
    return {hex_: post.weight for hex_, post in posts.items()}


def _holders(posts: Mapping[int, Post]) -> set[int]:
    """The hexes from which a zone of control goes out."""
    return {hex_ for hex_, post in posts.items() if post.zone}


def _covered(board: Board, holder: int) -> NDArray[np.int32]:
    """int32[K]: the hexes in the zone of control of a stack (OPS-8.2-1); it ends at the sea (OPS-8.2-2)."""

    def found() -> NDArray[np.int32]:
        around = board.grid.neighbours[holder]
        covered: NDArray[np.int32] = around[board.zoc_side[holder] & (around >= 0)]
        return covered

    return board.once(("zone", holder), found)
