"""What has changed since the last look, so that only what is near it is thought about again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.operations.danger import Threat, threat_by
from ai.operations.picture import Memory, Picture
from wab.systems.operations.board import Board
from wab.systems.operations.state import State, Unit

NEAR_OWN = 3
"""A unit of one's own that moves concerns those so many hexes away."""
NEAR_ENEMY = 6
"""An enemy who moves, weakens or comes into sight concerns those so many hexes away."""
FEW = 50
"""Up to so many units on the map the enemy's threat is worked out anew with every move; else when the enemy changes."""

T = TypeVar("T")


class Cancelled(Exception):  # noqa: N818  # it is no error: somebody has no time to wait
    """The player was asked to stop thinking."""


def go_on() -> bool:
    """Nobody asks to stop."""
    return True


class Changes:
    """What is different from the last time that a position was looked at: hexes, and units of one's own."""

    def __init__(self) -> None:
        self._units: dict[int, Unit] = {}
        self.own: frozenset[int] = frozenset()
        self.near: NDArray[np.bool_] | None = None
        """bool[N]: hexes near a change; None where everything is new."""

    def look(self, picture: Picture) -> None:
        """Compare a picture with the last one."""
        before, now = self._units, picture.position.units
        self._units = dict(now)
        if not before:
            self.own, self.near = frozenset(now), None
            return
        changed = [id_ for id_ in sorted({*before, *now}) if before.get(id_) != now.get(id_)]
        roster = picture.position.roster  # a contact that is gone is not in it any more
        self.own = frozenset(id_ for id_ in changed if id_ in roster and roster[id_].side == picture.side)
        self.near = np.zeros(picture.grid.size, np.bool_)
        for id_ in changed:
            old, new = before.get(id_), now.get(id_)
            if id_ in self.own and old is not None and new is not None and old.hex == new.hex and old.hp == new.hp:
                continue
            radius = NEAR_OWN if id_ in self.own else NEAR_ENEMY
            for unit in (old, new):
                if unit is not None:
                    self.near[list(picture.grid.disk(unit.hex, radius))] = True

    def concerns(self, hex_: int) -> bool:
        """Tell whether something near a hex has changed."""
        return self.near is None or bool(self.near[hex_])


class Thoughts(Generic[T]):
    """Thoughts by number (of a unit, of a hex), kept until they are out of date.

    `go_on` is asked before each; once it says no, those that there are must do.
    """

    def __init__(self, go_on: Callable[[], bool] = go_on) -> None:
        self._go_on = go_on
        self._known: dict[int, T] = {}

    def forget(self, is_stale: Callable[[int, T], bool]) -> None:
        """Drop those that are out of date."""
        self._known = {key: thought for key, thought in self._known.items() if not is_stale(key, thought)}

    def drop(self, key: int) -> None:
        """Forget one."""
        self._known.pop(key, None)

    def of(self, keys: Iterable[int], think: Callable[[int], T]) -> Iterator[T]:
        """The thoughts on these, thought anew where there is none and time for it."""
        for key in keys:
            if key not in self._known:
                if not self._go_on():
                    continue
                self._known[key] = think(key)
            yield self._known[key]


class Lore(Memory):
    """The memory of a staff: as the greedy player's, but in a large battle the threat is not judged move by move.

    `share`: the share of the enemies who could strike a hex together that is reckoned with, except where the loss of
    the hex would decide the battle.
    """

    def __init__(self, board: Board, share: float = 1.0) -> None:
        super().__init__(board)
        self._share = np.full(board.grid.size, share)
        self._share[[board.grid.parse(label) for end in board.scenario.victory.immediate for label in end.hexes]] = 1.0
        self._last_pace = np.zeros_like(super().pace(1, 1, 1.0))
        self._last_pace[0] = 1.0

    def pace(self, speed: int, turns_left: int, delay: float) -> NDArray[np.float64]:
        """As the greedy player's; but in the last turn nobody gets nearer to anything: only arrival counts."""
        return super().pace(speed, turns_left, delay) if turns_left > 1 else self._last_pace

    def threat(self, position: State, foe: str) -> Threat:
        """What known enemies could bring against each hex in their next impulse."""
        if len(position.units) <= FEW:
            known: Iterable[Unit] = position.units.values()
        else:
            known = position.units_of(foe)
        key = position.turn, foe, tuple((unit.id, unit.hex, unit.hp, unit.supplied) for unit in known)
        if self._threat is None or self._threat[0] != key:
            threat = threat_by(position, foe)
            self._threat = key, replace(threat, points=threat.points * self._share)
        return self._threat[1]
