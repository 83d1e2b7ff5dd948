"""Sight (ledger section 6.1): which enemies a side sees, and how well.

Distances are weighted by the ground between (OPS-6.1-14) and counted in sixths of a hex. So thirds of a distance, and
the halves and thirds of the weather, are exact (OPS-6.1-7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wab.field.deployment import Deployment
from wab.systems.operations.state.board import Board, Profile, enemy_of
from wab.systems.operations.state.deployment import Post
from wab.systems.operations.state.state import State

SIXTHS = 6
LEVELS = ("", "detected", "recognised", "identified")
_DETECTED, _IDENTIFIED = 1, 3
_COUNTED = np.array([0, 1, 1 << 10, 1 << 20], np.int32)
"""The addition of one stack that sees a hex at a level to the views of the hex."""

Levels = NDArray[np.int8]


def sight_distance(state: State, profile: Profile, hex_: int) -> int:
    """Return how far a unit sees from a hex in the weather of the turn, in sixths of a hex.

    OPS-6.1-3 to OPS-6.1-6; the bonus of high ground (OPS-T-SIGHT) is added before the weather takes its part; never
    below one hex (OPS-6.1-7).
    """
    return _distance(state.board, state.weather, profile.sight, hex_)


def _distance(board: Board, weather: str, sight: int, hex_: int) -> int:
    tables = board.tables
    bonus = tables.terrain.high_ground_sight if on_high_ground(board, hex_) else 0
    sixths: int = tables.weather.sight_sixths[weather]  # type: ignore[index]  # the weather comes from checked data
    return max(SIXTHS, (sight + bonus) * sixths)


def on_high_ground(board: Board, hex_: int) -> bool:
    """Hills give a wider view (OPS-T-SIGHT)."""
    row = board.tables.terrain.terrain.get(board.map.terrain_name(hex_))
    return row is not None and row.high_ground


def levels(state: State, side: str) -> Mapping[int, str]:
    """The enemy units that a side sees now, by ascending id: "identified", "recognised" or "detected" (OPS-6.1-1).

    The best of all observers counts (OPS-6.1-11). Read-only.
    """
    seen, enemy = hex_levels(state, side), state.deployed(enemy_of(side))
    return state.renewed(f"levels {side}", (seen, enemy), lambda _: _levels(state, seen, enemy))


def _levels(state: State, seen: Levels, enemy: Deployment[Post]) -> dict[int, str]:
    by_hex, units = seen.tobytes(), state.units
    found = {id_: LEVELS[level] for id_ in enemy.ids if (level := by_hex[units[id_].hex])}
    spotted = [id_ for post in enemy.posts.values() for id_ in post.spotted if id_ not in found]  # OPS-6.5-3
    return found if not spotted else dict(sorted((found | dict.fromkeys(spotted, LEVELS[_DETECTED])).items()))


def hex_levels(state: State, side: str) -> Levels:
    """int8[N]: how well a side would see an enemy in each hex: 3 identified, 2 recognised, 1 detected, 0 not at all.

    Everything is identified where the scenario has no fog of war (OPS-6.1-1). Read-only.
    """
    board = state.board
    if not board.rules.fog:
        return board.once("all seen", lambda: _sealed(np.full(board.grid.size, _IDENTIFIED, np.int8)))
    return _watch(state, side).levels


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """The common sight of the stacks of one side in one weather, to be carried on when some of them change.

    `views` counts the stacks that have a view of each hex, int32[N]: detecting stacks in the lowest ten bits, then
    recognising stacks, then identifying stacks.
    """

    posts: Mapping[int, Post]
    views: NDArray[np.int32]
    levels: Levels

    @classmethod
    def nobody(cls, board: Board) -> Watch:
        """A watch that sees nothing."""
        return cls({}, np.zeros(board.grid.size, np.int32), np.zeros(board.grid.size, np.int8))

    def carried_on(self, board: Board, weather: str, posts: Mapping[int, Post]) -> Watch:
        """Return what stacks see that stand as in `posts` now; the same levels if no hex is seen otherwise."""
        gone = _observers(self.posts, posts)
        come = _observers(posts, self.posts)
        if not gone and not come:
            return Watch(posts, self.views, self.levels)
        views, levels = self.views.copy(), self.levels.copy()
        looks = [view_from(board, hex_, _distance(board, weather, sight, hex_)) for hex_, sight in (*gone, *come)]
        for number, (targets, seen) in enumerate(looks):
            views[targets] += _COUNTED[seen] if number >= len(gone) else -_COUNTED[seen]
        for targets, _ in looks:
            levels[targets] = np.digitize(views[targets], _COUNTED[1:])
        return Watch(posts, views, self.levels if np.array_equal(levels, self.levels) else _sealed(levels))


def _observers(posts: Mapping[int, Post], others: Mapping[int, Post]) -> list[tuple[int, int]]:
    """Hexes of stacks that are not among others, or see another distance there, with the distance in hexes."""
    return [
        (hex_, post.sight)
        for hex_, post in posts.items()
        if (other := others.get(hex_)) is not post and (other is None or other.sight != post.sight)
    ]


def _watch(state: State, side: str) -> Watch:
    board, weather, posts = state.board, state.weather, state.deployed(side).posts
    return state.renewed(
        f"watch {side} {weather}",
        (posts,),
        lambda before: (before or Watch.nobody(board)).carried_on(board, weather, posts),
    )


def view_from(board: Board, hex_: int, distance: int) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """(hexes int32[K], levels int8[K]) that one observer sees with a sight distance in sixths of a hex.

    OPS-6.1-8 up to a third of the sight distance, OPS-6.1-9 up to two thirds, OPS-6.1-10 all of it, OPS-6.1-12 next
    to the observer always identified.
    """
    return board.once(("view", hex_, distance), lambda: _view_from(board, hex_, distance))


def _view_from(board: Board, hex_: int, distance: int) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    targets, away = board.sight.row(hex_)
    beside = np.isin(targets, board.grid.neighbours[hex_])
    seen = (away <= distance) | beside
    targets, away, beside = targets[seen], away[seen], beside[seen]
    level = _DETECTED + (3 * away <= 2 * distance).astype(np.int8) + (3 * away <= distance).astype(np.int8)
    return targets, np.where(beside, _IDENTIFIED, level).astype(np.int8)


def seen_from(board: Board, observers: Sequence[int], distances: Sequence[int]) -> Levels:
    """int8[N]: the best level at which observers in some hexes see each hex; `distances` in sixths, one an observer."""
    best = np.zeros(board.grid.size, np.int8)
    looks = [view_from(board, hex_, distance) for hex_, distance in zip(observers, distances, strict=True)]
    if looks:
        np.maximum.at(best, np.concatenate([hexes for hexes, _ in looks]), np.concatenate([seen for _, seen in looks]))
    return best


def glimpsed(state: State, units: Sequence[int], path: Sequence[int], before: Mapping[int, str]) -> tuple[int, ...]:
    """Enemies that units saw on their way better than their side did `before` and does at the end, ascending.

    Sight is judged after every hex entered (OPS-6.1-13): what comes into view on the way and is lost again was seen all
    the same. To be asked when the units have arrived.
    """
    way = path[1:-1]
    if not way or not state.board.rules.fog:
        return ()
    side, sight = state.side_of(units[0]), max(state.profile(unit).sight for unit in units)
    passing = seen_from(state.board, way, [_distance(state.board, state.weather, sight, hex_) for hex_ in way])
    now = levels(state, side)
    better = [
        unit
        for hex_, post in state.deployed(enemy_of(side)).posts.items()
        if passing[hex_]
        for unit in post.units
        if passing[hex_] > max(LEVELS.index(before.get(unit, "")), LEVELS.index(now.get(unit, "")))
    ]
    return tuple(sorted(better))


def _sealed(levels: Levels) -> Levels:
    levels.setflags(write=False)
    return levels


def visible_hexes(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: hexes in which any unit of a side would at least detect an enemy."""
    return hex_levels(state, side) > 0
