"""A rule book that is being read: what is open in it, what is searched, the way back and forward. No window here."""

from __future__ import annotations

from dataclasses import dataclass, field

_LONGEST_WAY = 60


@dataclass
class Reading:
    """A reader's place in a rule book. `at` is the id of the clause that is open, "" before one has been."""

    at: str = ""
    back: list[str] = field(default_factory=list)
    forward: list[str] = field(default_factory=list)
    moved: bool = False
    """The clause has just been opened, and is still to be brought into sight."""
    scroll: float = 0.0
    """The distance that the text is to be scrolled, in logical pixels."""
    seek: bool = False
    """The search is to be written in now."""

    def open(self, clause: str) -> None:
        """Open a clause; the clause that was open is one step back."""
        if clause == self.at:
            self.moved = True
            return
        if self.at:
            self.back.append(self.at)
            del self.back[:-_LONGEST_WAY]
        self.forward.clear()
        self.at, self.moved = clause, True

    def go_back(self) -> None:
        """The clause that was open before."""
        self._go(self.back, self.forward)

    def go_forward(self) -> None:
        """The clause from which the reader went back."""
        self._go(self.forward, self.back)

    def _go(self, source: list[str], other: list[str]) -> None:
        if source:
            other.append(self.at)
            self.at, self.moved = source.pop(), True

    def step(self, by: int, known: list[str]) -> None:
        """The clause that stands so many after this one among some; the first of them where it is not among them."""
        if not known:
            return
        place = known.index(self.at) + by if self.at in known else 0
        self.open(known[min(max(place, 0), len(known) - 1)])
