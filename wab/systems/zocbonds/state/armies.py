"""Leadership of units: armies, the boundary between them, and the seats of three and four players (ZOC-22.1,
ZOC-27.1).
"""

from __future__ import annotations

from collections.abc import Iterable

from wab.content.zocbonds.shapes import Army
from wab.hexes import HexId
from wab.systems.zocbonds.state.board import ARMIES, Board
from wab.systems.zocbonds.state.state import State

SEVENTH, WEST = "axis/seventh_army", "axis/panzergruppe_west"


def seats(state: State) -> tuple[str, ...]:
    """All seats that decide: the sides, unless two armies of a side have players of their own (ZOC-27.1-1)."""
    players = state.now.options.get("players", "2")
    allied = ("allied",) if players == "2" else tuple(f"allied/{army}" for army in ARMIES)
    return (*allied, *((SEVENTH, WEST) if players == "4" else ("axis",)))


def allied_seats(state: State) -> tuple[str, ...]:
    """The seats of the Allies, US first."""
    return tuple(seat for seat in seats(state) if seat.startswith("allied"))


def seats_on_turn(state: State) -> tuple[str, ...]:
    """The seats of the side on turn, one after the other: US, then Commonwealth; Panzergruppe West, then the Seventh
    Army, since it faces the larger half of the landing."""
    own = tuple(seat for seat in seats(state) if seat.startswith(state.now.side))
    return tuple(reversed(own)) if state.now.side == "axis" else own


def army_side(board: Board, hex_: HexId) -> Army:
    """On whose side of the boundary between the Allied armies a hex lies (ZOC-22.1-3)."""
    return "commonwealth" if board.map.overlays["commonwealth_side"][hex_] else "us"


def seat_of(state: State, unit: int) -> str:
    """Return the seat that leads a unit, by its army. With four players, the boundary decides for a German unit: the
    side on which it began the player turn (ZOC-27.1-2). Off the map, the colour of its entry decides (ZOC-27.1-3).
    """
    profile = state.board.roster[unit]
    players = state.now.options.get("players", "2")
    if profile.side == "allied":
        return "allied" if players == "2" else f"allied/{profile.army}"
    if players != "4":
        return "axis"
    return state.now.led.get(unit) or _facing(state, unit)


def _facing(state: State, unit: int) -> str:
    """The German seat that faces a unit where it stands or enters; one that is gone, where it began or entered."""
    standing, board = state.units.get(unit), state.board
    where = board.placed.get(unit) if standing is None else standing.hex
    if where is not None:
        return SEVENTH if army_side(board, where) == "us" else WEST
    return SEVENTH if _enters_green(board, unit) else WEST


def faced(state: State) -> dict[int, str]:
    """With two German players, who leads each German until the player turn is over: units cross the boundary as they
    wish, and keep their player (ZOC-27.1-2, ZOC-27.1-3). Empty if one player leads them all.
    """
    if state.now.options.get("players", "2") != "4":
        return {}
    germans = sorted(unit for unit, profile in state.board.roster.items() if profile.side == "axis")
    return {unit: _facing(state, unit) for unit in germans}


def _enters_green(board: Board, unit: int) -> bool:
    key = board.roster[unit].key
    green = any(key in arrival.units for arrival in board.arrivals if arrival.entry == "green")
    return green or any(key in units for units in board.mobilisation.values())


def seat_of_stack(state: State, units: Iterable[int]) -> str:
    """The seat that decides for units that fight together: the seat of the greatest strength among them, the first of
    the seats where two have as much (ZOC-22.1-2, ZOC-27.1-1). ValueError if there are no units.
    """
    strengths: dict[str, int] = {}
    for unit in units:
        seat = seat_of(state, unit)
        strengths[seat] = strengths.get(seat, 0) + state.strength(state.units[unit])
    order = seats(state)
    return max(strengths, key=lambda seat: (strengths[seat], -order.index(seat)))


def may_command(state: State, seat: str, unit: int) -> bool:
    """Return whether a seat leads a unit."""
    return seat_of(state, unit) == seat


def commands(state: State, unit: int) -> bool:
    """Return whether a unit on the map is of the side on turn, and led by the seat that plays the phase (ZOC-27.1-1);
    without a named seat, or with one player a side, by that side.
    """
    player = state.now.player
    own = state.side_of(unit) == state.now.side
    return own and (player in ("", state.now.side) or may_command(state, player, unit))


def sound(state: State, units: tuple[int, ...]) -> bool:
    """Return whether an order names units on the map, at least one, each once and ascending."""
    known = all(unit in state.units for unit in units)
    return known and bool(units) and tuple(sorted(set(units))) == tuple(units)
