"""The true state, the orders and the events. Units are hidden; ground, losses and the agenda are open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from wab.engine import Dice, Event, Order, Outcome, Rolled, UsageError
from wab.engine.kernel.agenda import Agenda, Step, put, settled
from wab.field import position
from wab.field.boxes import Boxes, moved
from wab.field.zones import Zones
from wab.hexes import Grid, HexId

SIDES = ("north", "south")
CODES = {"north": 1, "south": 2}
COMING, LOST = "coming", "lost"
MARCH, ROOM, STEPS, BACK = 3, 2, 2, 2
"""Hexes of a march, units in a hex, steps of a unit, hexes of a retreat."""


class Profile(NamedTuple):
    """A unit: the hex where it begins or enters. It enters on `turn` or later; 0: it begins on the map."""

    name: str
    side: str
    hex: HexId
    turn: int = 0


class Board:
    """A scenario: 5 rows of 6 hexes; each side holds two and a half of them."""

    def __init__(self, name: str, title: str, turns: int, places: dict[str, str]) -> None:
        self.id, self.title, self.turns = f"calls/{name}", title, turns
        self.grid = Grid(5, 6)
        self.zones = Zones(self.grid, np.zeros((self.grid.size, 6), np.bool_))
        self.roster: dict[int, Profile] = {}
        for side, words in places.items():
            for word in words.split():
                label, _, turn = word.partition("@")
                number = len(self.roster) + 1
                profile = Profile(f"{side} {number}", side, self.grid.parse(label), int(turn or 0))
                self.roster[number] = profile

    @cached_property
    def ground(self) -> bytes:
        """The side that holds each hex at the start."""
        south = self.grid.size // 2
        return bytes([CODES["south"]] * south + [CODES["north"]] * (self.grid.size - south))


BOARDS = {
    board.id: board
    for board in (
        Board("the-lane", "The Lane", 5, {"north": "0203 0203 0304 0401@2", "south": "0202 0202 0104 0001@2"}),
        Board("the-night", "The Night", 8, {"north": "0204 0302 0305 0404@1 0401@3", "south": "0201 0103 0105 0001@4"}),
    )
}


def board_of(scenario: str) -> Board:
    if scenario not in BOARDS:
        raise UsageError(f"There is no scenario {scenario!r}; there are: {', '.join(BOARDS)}.")
    return BOARDS[scenario]


# ---------------------------------------------------------------- orders


class March(Order, frozen=True, tag="march"):
    unit: int
    path: tuple[int, ...]


class Enter(Order, frozen=True, tag="enter"):
    unit: int


class Call(Order, frozen=True, tag="call"):
    unit: int
    hex: int


class Attack(Order, frozen=True, tag="attack"):
    units: tuple[int, ...]
    hex: int


class Stand(Order, frozen=True, tag="stand"):
    pass


class Retreat(Order, frozen=True, tag="retreat"):
    units: tuple[int, ...]
    path: tuple[int, ...]


class Done(Order, frozen=True, tag="done"):
    pass


# ---------------------------------------------------------------- events


class Yield(Step, frozen=True, tag="yield"):
    """Beaten units must stand or go back. `attackers` lie open as well, each with the hex from which it attacked.

    `going`: some of them have gone back, so that the others cannot stand.
    """

    hex: int
    seat: str
    attackers: tuple[tuple[int, int], ...]
    units: tuple[int, ...]
    going: bool = False
    question: ClassVar[str] = "yield"  # type: ignore[misc]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    final: ClassVar[bool] = True
    turn: int
    side: str


class Marched(Event, frozen=True, tag="marched"):
    unit: int
    path: tuple[int, ...]


class Arrived(Event, frozen=True, tag="arrived"):
    unit: int


class Called(Event, frozen=True, tag="called"):
    """`unit` is 0 for the other side."""

    final: ClassVar[bool] = True
    hex: int
    occupied: bool
    unit: int = 0


class Entered(Event, frozen=True, tag="entered"):
    """`unit` is 0 for the other side."""

    hex: int
    unit: int = 0


class Fought(Event, frozen=True, tag="fought"):
    """A hex is opened: both sides see the attackers, each with its hex, and the defenders."""

    final: ClassVar[bool] = True
    attackers: tuple[tuple[int, int], ...]
    hex: int
    defenders: tuple[int, ...]
    total: int


class StepLost(Event, frozen=True, tag="step_lost"):
    unit: int


class Due(Event, frozen=True, tag="due"):
    step: Yield


class Settled(Event, frozen=True, tag="settled"):
    pass


class WentBack(Event, frozen=True, tag="went_back"):
    units: tuple[int, ...]
    path: tuple[int, ...]


class Ended(Event, frozen=True, tag="ended"):
    final: ClassVar[bool] = True
    outcome: Outcome


Orders = March | Enter | Call | Attack | Stand | Retreat | Done
Events = (
    (Rolled | TurnBegan | Marched | Arrived | Called | Entered | Fought)
    | (StepLost | Due | Settled | WentBack | Ended)
)  # fmt: skip

# ---------------------------------------------------------------- state


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """`done`: it has marched, entered or called in this turn of its side."""

    id: int
    hex: int
    done: bool = False
    fought: bool = False


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last report of a hex to a side: vacant, occupied, or the units that it saw there; and on which turn."""

    turn: int
    heard: str
    units: tuple[int, ...] = ()


class Now(position.Now, frozen=True, omit_defaults=True):
    """`worn`: steps lost by unit. `contacts`: hexes that were called occupied and may be attacked. `reports` by side
    and hex. All but reports and waiting units is open."""

    worn: Mapping[int, int] = {}
    boxes: Mapping[str, tuple[int, ...]] = {}
    contacts: tuple[int, ...] = ()
    reports: Mapping[str, Mapping[int, Report]] = {}
    agenda: tuple[Yield, ...] = ()


class State(position.Position[Board, Unit, Now]):
    @property
    def agenda(self) -> Agenda:
        return self.now.agenda

    @property
    def step(self) -> Yield:
        return self.now.agenda[0]

    def side_of(self, unit: int) -> str:
        return self.board.roster[unit].side

    def steps(self, unit: int) -> int:
        return STEPS - self.now.worn.get(unit, 0)

    def holds(self, side: str, hex_: HexId) -> bool:
        return self.control[hex_] == CODES[side]

    def box(self, name: str) -> tuple[int, ...]:
        return self.now.boxes.get(name, ())

    def changed(self, **values: object) -> None:
        self.now = replace(self.now, **values)


def enemy_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def start(board: Board, seed: int) -> State:
    waiting: Boxes = {COMING: tuple(number for number, unit in board.roster.items() if unit.turn)}
    state = State(board=board, dice=Dice(seed), control=bytearray(board.ground), now=Now(phase="march", boxes=waiting))
    state.put_all(Unit(number, unit.hex) for number, unit in board.roster.items() if not unit.turn)
    return state


# ---------------------------------------------------------------- what events change


def apply(state: State, event: Event) -> None:
    """Of a position of known facts as well: units that it does not hold are left out."""
    now, side = state.now, state.now.side
    match event:
        case Rolled():
            state.dice = state.dice.after(event)
        case TurnBegan(turn=turn, side=active):
            state.changed(turn=turn, side=active, contacts=())
            for unit in list(state.units_of(active)):
                state.put(Unit(unit.id, unit.hex))
        case Marched(unit=number, path=path):
            state.put(replace(state.units[number], hex=path[-1], done=True))
        case Arrived(unit=number):
            state.changed(boxes=moved(now.boxes, number, ""))
            state.put(Unit(number, state.board.roster[number].hex, done=True))
        case Called(hex=hex_, occupied=occupied, unit=number):
            _mark(state, (number,), done=True)
            _report(state, side, hex_, Report(now.turn, "occupied" if occupied else "vacant"))
            if occupied:
                state.changed(contacts=tuple(sorted({*now.contacts, hex_})))
        case Entered(hex=hex_, unit=number):
            _mark(state, (number,), hex=hex_, done=True)
            state.control[hex_] = CODES[side]
        case Fought(attackers=attackers, hex=hex_, defenders=defenders):
            _mark(state, tuple(number for number, _ in attackers), fought=True)
            state.changed(contacts=tuple(other for other in now.contacts if other != hex_))
            _report(state, side, hex_, Report(now.turn, "seen", defenders))
            for origin in sorted({origin for _, origin in attackers}):
                units = tuple(number for number, from_ in attackers if from_ == origin)
                _report(state, enemy_of(side), origin, Report(now.turn, "seen", units))
        case StepLost(unit=number):
            state.changed(worn={**now.worn, number: now.worn.get(number, 0) + 1})
            if not state.steps(number):
                if number in state.units:
                    state.take(number)
                state.changed(boxes=moved(now.boxes, number, LOST))
        case Due(step=step):
            state.changed(agenda=put(now.agenda, step))
        case Settled():
            state.changed(agenda=settled(now.agenda, Yield))
        case WentBack(units=units, path=path):
            _mark(state, units, hex=path[-1])
        case Ended(outcome=outcome):
            state.changed(result=outcome, agenda=())
        case _:
            raise TypeError(f"{type(event).__name__} is not an event of this system")


def _mark(state: State, numbers: tuple[int, ...], **values: object) -> None:
    for number in numbers:
        if number in state.units:
            state.put(replace(state.units[number], **values))


def _report(state: State, side: str, hex_: HexId, report: Report) -> None:
    heard = {**state.now.reports.get(side, {}), hex_: report}
    state.changed(reports={**state.now.reports, side: heard})
