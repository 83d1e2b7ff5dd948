"""Units that leave the game: Rangers and commandos (ZOC-17.5), airborne divisions (ZOC-22.2, ZOC-22.3), and the
parachutists of Carentan in the Cherbourg scenario (ZOC-26.3-3)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground import batteries
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.names import formation_noun, unit_noun
from wab.systems.zocbonds.state.orders import WithdrawDivision
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.supply import in_supply

GONE = "withdrawn"
WAVES = ("wave/", "assault/")


# ------------------------------------------------------------------------------------------------- commandos


def commandos(state: State) -> Iterator[Event]:
    """At the start of the Allied player turn: the Rangers go where no German is within four hexes of Pointe du Hoc
    (ZOC-17.5-1), the 4th Special Service Brigade where none is near Arromanches (ZOC-17.5-2). Neither costs anything,
    nor do losses among them (ZOC-17.5-3)."""
    board, named = state.board, state.board.tables.named
    yield from _leave(state, named.rangers, board.lines.pointe_du_hoc, ())
    ignored = () if batteries.in_use(state) else (named.longues,)
    yield from _leave(state, named.commandos, board.lines.mulberries["commonwealth"], ignored)


def _leave(state: State, keys: tuple[str, ...], place: HexId, ignored: tuple[str, ...]) -> Iterator[Event]:
    units = tuple(unit for unit in (state.board.ids.get(key) for key in keys) if unit is not None)
    there = tuple(sorted(unit for unit in units if unit in state.units or _waits(state, unit)))
    if there and not _germans_near(state, place, ignored):
        yield ev.Withdrawn(there, GONE, "commandos")


def _waits(state: State, unit: int) -> bool:
    """Return whether a unit waits off a beach or in Britain."""
    boxes = [box for box in state.now.boxes if box.startswith(WAVES) or box == "britain"]
    return any(unit in state.box(box) for box in boxes)


def _germans_near(state: State, place: HexId, ignored: tuple[str, ...]) -> bool:
    grid, near = state.board.grid, state.board.tables.ranges.commandos
    return any(
        grid.distance(unit.hex, place) <= near and state.profile(unit.id).key not in ignored
        for unit in state.units_of("axis")
    )


# ------------------------------------------------------------------------------------------------- the end phase


def begin(state: State) -> Iterator[Event]:
    """At Cherbourg, once Carentan is Allied, the Germans take both units of the 6th parachute regiment away
    (ZOC-26.3-3)."""
    special = state.board.special
    if special is None or not state.holds("allied", special.carentan):
        return
    units = tuple(sorted(state.board.ids[key] for key in special.leaving))
    there = tuple(unit for unit in units if unit in state.units)
    if there:
        yield ev.Withdrawn(there, GONE, "carentan")


def comes_up(state: State) -> bool:
    """Rangers and commandos are checked in the player turn of the Allies (ZOC-17.5-1)."""
    return state.now.side == "allied"


def is_open(state: State) -> bool:
    """Return whether there is an airborne division that could be withdrawn in the end phase (ZOC-3-10, ZOC-22.2-1)."""
    return any(why_not_go(state, formation) is None for formation in state.board.tables.named.airborne)


def why_not_withdraw(state: State, order: WithdrawDivision) -> Refusal | None:
    """Return why a division is not withdrawn (ZOC-22.2-1, ZOC-22.3-1), by the seat on turn."""
    refusal = why_not_go(state, order.formation)
    if refusal is None and state.now.player not in ("", seat_of(state, members(state, order.formation)[0])):
        text = Text("{division:The} {division:|is|are} led by another player.",
                    {"division": formation_noun(state.board, order.formation)})  # fmt: skip
        return Refusal(text, ("ZOC-27.1-1",), (), "other-seat")
    return refusal


def why_not_go(state: State, formation: str) -> Refusal | None:
    """Return why a formation cannot be withdrawn: it must be an airborne division (ZOC-22.2-1), from turn 8 on, with
    all its units on the map in supply and none next to a German (ZOC-22.3-1).
    """
    there = members(state, formation) if formation in state.board.tables.named.airborne else ()
    if not there:
        text = Text("There is no airborne division of this name to be withdrawn.")
        return Refusal(text, ("ZOC-22.2-1",), (), "no-division")
    args: dict[str, Argument] = {"division": formation_noun(state.board, formation)}
    first = state.board.tables.turns.withdrawal
    if state.now.turn < first:
        text = Text("{division:The} {division:|stays|stay} in Normandy until turn {turn}.", args | {"turn": first})
        return Refusal(text, ("ZOC-22.3-1",), (), "too-early")
    for unit in there:
        standing = state.units.get(unit)
        if standing is None:
            continue
        names: dict[str, Argument] = {"unit": unit_noun(state, unit)}
        if not in_supply(state, unit):
            text = Text("{unit:The} {unit:|is|are} out of supply.", names)
            return Refusal(text, ("ZOC-22.3-1",), (standing.hex,), "out-of-supply")
        if state.beside(standing.hex, "axis"):
            text = Text("{unit:The} {unit:|stands|stand} beside the enemy.", names)
            return Refusal(text, ("ZOC-22.3-1",), (standing.hex,), "beside-enemy")
    return None


def members(state: State, formation: str) -> tuple[int, ...]:
    """The units of a formation that are still in the game, on the map or off it, ascending."""
    gone = state.box(GONE)
    return tuple(
        unit
        for unit, profile in sorted(state.board.roster.items())
        if profile.formation == formation and unit not in gone
    )


def execute_withdraw(state: State, order: WithdrawDivision) -> Iterator[Event]:
    """The whole division leaves for good, its cadres and its lost units too; their counters are free again, and its
    losses no longer count (ZOC-22.2-2)."""
    yield ev.Withdrawn(members(state, order.formation), GONE, "airborne")


def offered_withdraw(state: State, unit: int | None = None) -> Iterator[tuple[WithdrawDivision, ...]]:
    """The divisions that may go."""
    orders = tuple(
        WithdrawDivision(formation)
        for formation in state.board.tables.named.airborne
        if unit is None or state.profile(unit).formation == formation
    )
    legal = tuple(order for order in orders if why_not_withdraw(state, order) is None)
    if legal:
        yield legal
