"""The subjects of events of the card game, for sounds: which units, and where on the board."""

from __future__ import annotations

from wab.app.cards.looks.specs import TableSpec
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import Board


def symbols_of(board: Board, event: Event) -> list[str]:
    """The type of the unit that an event is about: infantry, armour, artillery. None if it is about no unit."""
    unit = unit_of(event)
    return [str(board.type_of(board.roster[unit].kind))] if unit in board.roster else []


def owner_of(board: Board, event: Event) -> str | None:
    """The side of that unit; None if the event is about no unit."""
    unit = unit_of(event)
    return str(board.roster[unit].side) if unit in board.roster else None


def unit_of(event: Event) -> int | None:
    """The unit that acts in an event, or to which it happens."""
    match event:
        case ev.AttackDeclared(fight=fight):
            return fight.attacker
        case ev.SalvoFired(target=target):
            return target
        case ev.SalvoAimed(targets=targets):
            return targets[0] if targets else None
    unit: int | None = getattr(event, "unit", None)
    return unit


def place_in(table: TableSpec | None, event: Event) -> HexId | None:
    """The hex where an event happens; None for one that happens nowhere on the board."""
    match event:
        case ev.AttackDeclared(fight=fight):
            return fight.hex
        case ev.UnitMoved(path=path) | ev.Retreated(path=path) if path:
            return path[-1]
    if (hex_ := getattr(event, "hex", None)) is not None:
        return int(hex_)
    unit = unit_of(event)
    return next((spec.hex for spec in (table.units if table else ()) if spec.key == unit), None)
