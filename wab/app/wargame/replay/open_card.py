"""The card that lies open next to the map, with the sentences written under it."""

from __future__ import annotations

from wab.app.cardkit.face import Face
from wab.app.wargame.adapter.pictures import Act, Remark, Reveal

TURNING = 0.9
"""Seconds from the back of a card to its face."""


class OpenCard:
    """The last card that was revealed. `left` is the part of its turn still to come: 1 shows its back, 0 its face."""

    def __init__(self) -> None:
        self.face: Face | None = None
        self.remarks: tuple[str, ...] = ()
        self._seconds = 0.0

    @property
    def turns_for(self) -> float:
        """The seconds until the face is seen."""
        return self._seconds

    @property
    def left(self) -> float:
        """The part of the turn that is still to come."""
        return self._seconds / TURNING

    def change(self, act: Act) -> None:
        """Let an act have happened."""
        match act:
            case Reveal(face):
                self.face, self.remarks, self._seconds = face, (), TURNING if face is not None else 0.0
            case Remark(words) if self.face is not None:
                self.remarks = (*self.remarks, words)

    def pass_time(self, seconds: float) -> None:
        """Let the turn go on."""
        self._seconds = max(0.0, self._seconds - seconds)

    def turn_up(self) -> None:
        """Show the face at once."""
        self._seconds = 0.0

    def put_away(self) -> None:
        """Close it."""
        self.change(Reveal(None))
