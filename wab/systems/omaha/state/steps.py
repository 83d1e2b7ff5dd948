"""Small records of a state: German forces, tasks of the rules, ties that the player breaks."""

from __future__ import annotations

import msgspec

from wab.engine.kernel.agenda import Step
from wab.hexes import OFF_MAP, HexId

Ids = tuple[int, ...]
Hexes = tuple[HexId, ...]


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """A German unit in a hex, alone or with a reserve marker (OMA-2.24-1, OMA-2.24-2), both by counter.

    Of a counter that is not revealed the player knows the kind alone.
    """

    unit: str
    marker: str | None = None
    seen: bool = False
    marker_seen: bool = False
    disrupted: bool = False

    @property
    def armour(self) -> bool:
        """German armour, which stands off positions too (OMA-23-1)."""
        return self.unit.startswith("armour")


class Base(msgspec.Struct, frozen=True, omit_defaults=True):
    """An engineer base (OMA-19-1): its division's sector, its hex, and its box on the engineer track."""

    sector: str
    hex: HexId
    box: int = 0


class Exit(msgspec.Struct, frozen=True):
    """A unit that has left the map by a lettered hex (OMA-20.3-10), with its steps."""

    unit: int
    letter: str
    steps: int


class Task(Step, frozen=True, tag="task", omit_defaults=True):
    """A piece of the rules that goes on by itself, and asks the player where it cannot decide.

    `name` says which one. `picks`: the answers so far, in their order. The other fields are the facts that it needs.
    """

    name: str
    sector: str = ""
    card: str = ""
    units: Ids = ()
    hexes: Hexes = ()
    at: tuple[str, ...] = ()
    picks: Ids = ()

    @property
    def question(self) -> str:
        """The name of the decision that settles every task."""
        return "task"


class Tie(Step, frozen=True, tag="tie", omit_defaults=True):
    """A question of the rules to the player (OMA-1-1): one of `among`, units, hexes or numbers as its kind says.

    The answer goes to the task behind it. `unit` and `hex`: what the question concerns.
    """

    kind: str
    among: Ids
    unit: int = 0
    hex: HexId = OFF_MAP

    @property
    def question(self) -> str:
        """The kind of tie."""
        return self.kind
