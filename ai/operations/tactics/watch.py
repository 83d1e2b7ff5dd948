"""Changes since the last look, so that only the surroundings of a change are weighed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ai.operations.judgement.tactics import NEAR_ENEMY, NEAR_OWN
from ai.operations.picture.danger import Threat, threat_by
from ai.operations.picture.picture import Memory, Picture
from wab.systems.operations.state.board import Board
from wab.systems.operations.state.state import State, Unit

FEW = 50
"""Units on the map up to which the enemy's threat is worked out after every move; with more, when the enemy changes."""


class Changes:
    """The differences from the last position looked at: hexes near a change, and own units."""

    def __init__(self) -> None:
        self._units: dict[int, Unit] = {}
        self.own: frozenset[int] = frozenset()
        self.near: NDArray[np.bool_] | None = None
        """bool[N]: hexes near a change; None if everything is new."""

    def look(self, picture: Picture) -> None:
        """Compare a picture with the last one."""
        before, now = self._units, picture.position.units
        self._units = dict(now)
        if not before:
            self.own, self.near = frozenset(now), None
            return
        changed = [id_ for id_ in sorted({*before, *now}) if before.get(id_) != now.get(id_)]
        roster = picture.position.roster  # a contact that is gone is not in it
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


class StaffMemory(Memory):
    """The memory of a staff: like the greedy player's, but in a large battle the threat is not judged move by move.

    `share`: the share of the enemies that could strike a hex together which counts, except where the loss of the hex
    would decide the battle.
    """

    def __init__(self, board: Board, share: float = 1.0) -> None:
        super().__init__(board)
        self._share = np.full(board.grid.size, share)
        self._share[[hex_ for end in board.victory.immediate for hex_ in end.hexes]] = 1.0
        self._last_pace = np.zeros_like(super().pace(1, 1, 1.0))
        self._last_pace[0] = 1.0

    def pace(self, speed: int, turns_left: int, delay: float) -> NDArray[np.float64]:
        """Like the greedy player's, but in the last turn only arrival counts."""
        return super().pace(speed, turns_left, delay) if turns_left > 1 else self._last_pace

    def threat(self, position: State, foe: str) -> Threat:
        """Return what known enemies could bring against each hex in their next impulse."""
        if len(position.units) <= FEW:
            known: Iterable[Unit] = position.units.values()
        else:
            known = position.units_of(foe)
        key = position.turn, foe, tuple((unit.id, unit.hex, unit.hp, unit.supplied) for unit in known)
        if self._threat is None or self._threat[0] != key:
            threat = threat_by(position, foe)
            self._threat = key, replace(threat, points=threat.points * self._share)
        return self._threat[1]
