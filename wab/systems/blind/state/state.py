"""The truth: the changing part of a game. Everything but units, control and dice is one immutable value, `Now`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from wab.content.blind.shapes import Side
from wab.content.blind.tables import SupplyRow
from wab.field import position
from wab.field.boxes import moved
from wab.field.packs import Kept
from wab.hexes import HexId
from wab.systems.blind.state.board import CODES, Board, Boundary, Profile
from wab.systems.blind.state.steps import Exit, Mover, Report, Sighting, Table

COMING, DEAD, DIVERTED, LEFT, WITHDRAWN, DISBANDED = "coming", "dead", "diverted", "left", "withdrawn", "disbanded"
"""The boxes of units off the map."""
OPEN_BOXES = (DEAD, DIVERTED, LEFT)
"""The boxes that both sides see."""
PHASES: dict[str, Side] = {
    "port": "allied", "interdiction": "allied", "axis_first": "axis", "axis_combat": "axis",
    "allied_reserve": "allied", "axis_second": "axis", "allied_first": "allied", "allied_air": "allied",
    "allied_combat": "allied", "axis_reserve": "axis", "allied_second": "allied",
}  # fmt: skip
"""The phases of a turn with the side that plays each (BLD-2-2)."""
FIRST = ("axis_first", "allied_first")
SECOND = ("axis_second", "allied_second")
RESERVE = ("axis_reserve", "allied_reserve")
COMBAT = ("axis_combat", "allied_combat")
MOVEMENT = (*FIRST, *SECOND, *RESERVE)
FULL, PARTIAL, ISOLATED = 0, 1, 2
"""General supply of a unit (BLD-9-3, BLD-9-4, BLD-9-6)."""


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of a unit on the map.

    `turned`: it has moved, and fights at half (BLD-4-18, BLD-4-19). `act` in this phase: "" none, "moved", "halted" (it
    called an occupied hex), "fitted" with cutters. `bound`: the hex through which its second movement leads (BLD-4-29);
    `target`: the hex that it attacks. `silent`: it cannot fire in this phase, for it came by retreat or was in reserve
    (BLD-7-23); `rebuilt` this turn (BLD-14-11); `roved`: it
    moved in the reserve phase of this turn; `cutters`: it has hedge cutters (BLD-15-5).
    """

    id: int
    hex: HexId
    steps: int
    supply: int = FULL
    turned: bool = False
    act: str = ""
    bound: HexId = -1
    target: HexId = -1
    reserve: bool = False
    silent: bool = False
    rebuilt: bool = False
    roved: bool = False
    cutters: bool = False


class Now(position.Now, frozen=True, omit_defaults=True):
    """The moment of a game.

    `seat`: whose knowledge this is, "" for the truth. Secret to the Allies: `boundary`, `air` (units left this turn),
    `offered` (target and hex of forces that will have one), `ships` left this turn, `landed` (beach, phase, put off),
    `arrears` (supply owed for units off the map by group), `unpaid` (RE off the map without supply or aircraft).
    Secret to the Germans: `demolish`, the standing order of the port. Secret to either: `stocks` and `rp` by account
    (airborne divisions by their own), `passed` (hexes left and called, RE), `mover`, `reports`, `sightings`.

    Open: `port` (points of demolition), `repaired` (turns since the repair), `forts` destroyed, `interdicted` (hexes of
    air units), `exits`, `diverted` RE by side of the map, `scored` points by source, `spoilt` places, `captured` (the
    turn in which Cherbourg fell), `left_in` (first turn in which a group, or any unit by the east, left), `contacts`
    (hexes called occupied in this phase with the attacks announced), `bombed` hexes, `must`: the hex that is attacked
    next (BLD-12-23).
    """

    seat: str = ""
    table: Table | None = None
    options: Mapping[str, str] = {}
    boxes: Mapping[str, tuple[int, ...]] = {}
    boundary: Boundary = ()
    stocks: Mapping[str, int] = {}
    rp: Mapping[str, int] = {}
    demolish: bool = True
    port: int = 0
    repaired: int = 0
    forts: tuple[HexId, ...] = ()
    interdicted: tuple[HexId, ...] = ()
    air: int = 0
    offered: tuple[tuple[HexId, HexId], ...] = ()
    ships: tuple[str, ...] = ()
    landed: tuple[tuple[HexId, str, bool], ...] = ()
    arrears: Mapping[str, int] = {}
    unpaid: Mapping[str, int] = {}
    exits: tuple[Exit, ...] = ()
    diverted: Mapping[str, int] = {}
    scored: Mapping[str, int] = {}
    spoilt: tuple[HexId, ...] = ()
    captured: int = 0
    left_in: Mapping[str, int] = {}
    passed: tuple[tuple[HexId, HexId, int], ...] = ()
    mover: Mover | None = None
    contacts: Mapping[HexId, int] = {}
    bombed: tuple[HexId, ...] = ()
    must: HexId = -1
    reports: Mapping[str, Mapping[HexId, Report]] = {}
    sightings: Mapping[str, Mapping[int, Sighting]] = {}

    @property
    def stage(self) -> str:
        """Return what is being decided: the question at the table, else the phase; "over" at the end."""
        return "over" if self.result else self.table.stage if self.table else self.phase

    @property
    def when(self) -> tuple[int, int]:
        """The moment as turn and number of the phase, for the age of reports."""
        return self.turn, [*PHASES].index(self.phase) if self.phase in PHASES else -1


@dataclass(kw_only=True)
class State(Kept[Board, Unit, Now]):
    """A game at one moment: the truth, or the facts that one side knows of it."""

    # ---- reading

    @property
    def agenda(self) -> tuple[Table, ...]:
        """The open table: its question comes before the phase."""
        return (self.now.table,) if self.now.table else ()

    @property
    def table(self) -> Table:
        """The combat that is being resolved; ValueError if there is none."""
        if self.now.table is None:
            raise ValueError("no table is open")
        return self.now.table

    def knows(self, side: str) -> bool:
        """Check if this is the truth, or the knowledge of a side: its secrets are here then."""
        return self.now.seat in ("", side)

    def profile(self, unit: int) -> Profile:
        """A unit as printed."""
        return self.board.roster[unit]

    def side_of(self, unit: int) -> Side:
        """The side of a unit."""
        return self.board.roster[unit].side

    def holds(self, side: str, hex_: HexId) -> bool:
        """Check if a side controls a hex (BLD-3-1)."""
        return self.control[hex_] == CODES[side]

    def re(self, unit: int) -> int:
        """The RE of a unit on the map, as its steps are (BLD-5-2, BLD-5-3)."""
        return self.board.roster[unit].re(self.units[unit].steps)

    def weight(self, units: Iterable[int]) -> int:
        """The RE of units on the map."""
        return sum(map(self.re, units))

    def supply(self, unit: int) -> SupplyRow:
        """The effects of the supply of a unit (BLD-9-10)."""
        return self.board.tables.supply.rows[self.units[unit].supply]

    def box(self, name: str) -> tuple[int, ...]:
        """The units in a box, ascending."""
        return self.now.boxes.get(name, ())

    # ---- changing (only `apply.py` calls these)

    def changed(self, **values: object) -> None:
        """Replace values of `now`."""
        self.now = msgspec.structs.replace(self.now, **values)

    def change(self, unit: int, **values: object) -> None:
        """Replace values of a unit, if it is on the map and known."""
        if unit in self.units:
            self.put(msgspec.structs.replace(self.units[unit], **values))

    def change_all(self, side: str, **values: object) -> None:
        """Replace values of all units of a side."""
        for unit in list(self.units_of(side)):
            self.put(msgspec.structs.replace(unit, **values))

    def rehouse(self, unit: int, box: str) -> None:
        """Take a unit off the map, or out of its box, into another ("" for none)."""
        if unit in self.units:
            self.take(unit)
        self.changed(boxes=moved(self.now.boxes, unit, box))
