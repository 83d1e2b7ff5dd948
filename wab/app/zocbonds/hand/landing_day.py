"""The invasion phase, landing by landing (ZOC-20.2, ZOC-20.3): dice, rows of the tables, fates of units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from wab.app.wargame.adapter.typography import joined, typographic
from wab.app.zocbonds.hand.muster import landing_name
from wab.app.zocbonds.looks.looks import formation_name, unit_name
from wab.engine.kernel.events import Event
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.zocbonds.combat import invasion
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import ARMIES, Board
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.telling import journal
from wab.systems.zocbonds.telling.ending import steps_lost
from wab.systems.zocbonds.telling.journal import TRACKS

SCATTER: Mapping[str, str] = {
    "-": N_("together"),
    "S": N_("scattered"),
    "S1": N_("scattered, a step lost"),
    "S2": N_("scattered, two steps lost"),
}
"""Results of the scatter table in words (ZOC-20.2-2)."""


class TableRow(NamedTuple):
    """A row of a table by die: its heading, its clause, six cells each with a word below, and the dice that fell."""

    title: str
    clause: str
    cells: tuple[str, ...]
    below: tuple[str, ...]
    fallen: tuple[int, ...]


@dataclass(frozen=True)
class Landing:
    """A drop or an assault: who, where, what the tables say, what happened in sentences, the result in a word.

    `done`: its dice have fallen. `lost` are steps that its units lost.
    """

    key: str
    title: str
    hex: HexId
    units: tuple[int, ...]
    rows: tuple[TableRow, ...] = ()
    told: tuple[str, ...] = ()
    result: str = ""
    lost: int = 0
    done: bool = False


@dataclass
class _Heard:
    """The known events of a landing."""

    events: list[Event] = field(default_factory=list)

    def of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def landings(state: State, events: Iterable[Event]) -> tuple[Landing, ...]:
    """All drops and assaults in the order in which they come, with what the events of the first turn tell of them."""
    heard = _sorted(state.board, events)
    board = state.board
    drops = sorted((board.grid.label(hex_), board.ids[key], hex_) for key, hex_ in board.drops.items())
    found = [_drop(state, unit, hex_, heard) for _, unit, hex_ in drops]
    return (*found, *(_assault(state, landing, heard) for landing in board.assault))


def _sorted(board: Board, events: Iterable[Event]) -> dict[str, _Heard]:
    """The events by landing: what follows dice belongs to it until the next dice of another one."""
    found: dict[str, _Heard] = {}
    key = ""
    for event in events:
        match event:
            case ev.PhaseBegan(phase=phase) if phase != "invasion":
                break
            case ev.Placed(units=(unit,)) if board.roster[unit].key in board.drops:
                key = f"drop-{unit}"
            case ev.AssaultRolled(landing=landing):
                key = landing
        if key:
            found.setdefault(key, _Heard()).events.append(event)
    return found


def _told(state: State, events: Iterable[Event], *but: type[Event]) -> Iterator[str]:
    for event in events:
        told = journal.told(state, event) if not isinstance(event, but) else None
        if told is not None:
            yield typographic(str(told))


def _steps_lost(board: Board, events: Iterable[Event], units: Iterable[int]) -> int:
    lost = steps_lost(board, events)
    return sum(lost[unit] for unit in units)


# ------------------------------------------------------------------------------------------------- drops


def _drop(state: State, unit: int, hex_: HexId, heard: Mapping[str, _Heard]) -> Landing:
    key, profile = f"drop-{unit}", state.board.roster[unit]
    events = heard.get(key, _Heard())
    rolled = [event for event in events.of(ev.Scattered) if isinstance(event, ev.Scattered)]
    column = state.board.tables.scatter.columns[profile.formation]
    row = TableRow(
        joined(_("Scatter"), formation_name(state.board, profile.formation)),
        "ZOC-20.2-2",
        tuple("–" if cell == "-" else cell for cell in column),
        (),
        tuple(event.rolled for event in rolled),
    )
    return Landing(
        key,
        unit_name(profile),
        hex_,
        (unit,),
        (row,),
        tuple(_told(state, events.events, ev.Placed)),
        _(SCATTER[rolled[0].result]) if rolled else "",
        _steps_lost(state.board, events.events, (unit,)),
        bool(rolled),
    )


# ------------------------------------------------------------------------------------------------- assaults


def _assault(state: State, landing: str, heard: Mapping[str, _Heard]) -> Landing:
    board, events = state.board, heard.get(landing, _Heard())
    rolled = [event for event in events.of(ev.AssaultRolled) if isinstance(event, ev.AssaultRolled)]
    units = invasion.attackers(board, landing)
    return Landing(
        landing,
        landing_name(state, landing),
        board.landings[landing],  # type: ignore[index]  # a landing
        units,
        tuple(_rows(state, landing, events, rolled)),
        tuple(_told(state, events.events, ev.AssaultRolled)),
        ", ".join(event.result for event in rolled),
        _steps_lost(state.board, events.events, units),
        bool(rolled),
    )


def _rows(state: State, landing: str, events: _Heard, rolled: list[ev.AssaultRolled]) -> Iterator[TableRow]:
    """The column of the invasion table, the DD tanks, and at Pointe du Hoc whether the 5th Rangers follow."""
    board, tables = state.board, state.board.tables
    column = tables.invasion.columns[invasion.column_of(board, landing)]  # type: ignore[index]  # a column
    yield TableRow(
        _("Assault"),
        "ZOC-20.3.2-1",
        tuple(result.removesuffix(" again") for result, _advance in column),
        tuple(_hexes(advance) if advance else _("again") for _result, advance in column),
        tuple(event.rolled for event in rolled),
    )
    if any(not state.profile(unit).infantry for unit in invasion.attackers(board, landing)):
        fallen = tuple(event.rolled for event in events.of(ev.TanksRolled) if isinstance(event, ev.TanksRolled))
        cells = tuple(f"−{lost}" if lost else "–" for lost in tables.tanks.lost)
        yield TableRow(_("DD tanks, steps lost"), "ZOC-20.3.5-1", cells, (), fallen)
    if landing == invasion.HOC:
        yield _rangers(state, events)


def _rangers(state: State, events: _Heard) -> TableRow:
    joining = state.board.tables.landing.rangers_join
    cells = tuple(_("here") if die in joining else "Omaha" for die in range(1, 7))
    dice = (getattr(event, "results", ()) for event in events.events if _stream(event) == invasion.RANGER_STREAM)
    return TableRow(_("The 5th Rangers land"), "ZOC-20.3.4-2", cells, (), tuple(die for fell in dice for die in fell))


def _stream(event: Event) -> str:
    return str(getattr(event, "stream", ""))


def _hexes(count: int) -> str:
    return ngettext("{count} hex", "{count} hexes", count).format(count=count)


# ------------------------------------------------------------------------------------------------- all together


def losses(state: State, found: Iterable[Landing]) -> str:
    """The steps that each army has lost in the landings, in a sentence."""
    lost: Counter[str] = Counter()
    for landing in found:
        lost[str(state.board.roster[landing.units[0]].army)] += landing.lost
    told = ", ".join(f"{_(TRACKS[army])} {lost[army]}" for army in ARMIES)
    return _("Steps lost: {armies}").format(armies=told)


def boats(board: Board) -> dict[str, HexId]:
    """Return the hex of each assault before it lands: at sea next to its beach, one assault per hex (ZOC-EOP-2)."""
    taken: dict[str, HexId] = {}
    for landing in board.assault:
        sea = [hex_ for hex_ in board.grid.adjacent(board.landings[landing]) if board.sea[hex_]]
        free = [hex_ for hex_ in sea if hex_ not in taken.values()] or sea
        if free:
            taken[landing] = max(free, key=_northward(board))
    return taken


def _northward(board: Board) -> Callable[[HexId], tuple[float, float]]:
    return lambda hex_: (float(board.grid.centres[hex_][1]), float(board.grid.centres[hex_][0]))


def boats_of(board: Board, units: Iterable[int]) -> HexId | None:
    """The hex in the sea from which units of an assault come ashore; None for others."""
    own, places = set(units), boats(board)
    return next((places.get(one) for one in board.assault if own <= set(invasion.attackers(board, one))), None)


def afloat(state: State) -> dict[int, HexId]:
    """The units off the coast, each with its hex in the sea: of an assault, after it of the second wave."""
    found = {}
    for landing, hex_ in boats(state.board).items():
        there = state.box(f"assault/{landing}") or state.box(f"wave/{landing}")
        found.update(dict.fromkeys(there, hex_))
    return found
