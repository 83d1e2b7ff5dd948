"""One line over the small map about the hex under the pointer: name, ground, who holds it, what is on its sides."""

from __future__ import annotations

from wab.app.kit import Box
from wab.app.operations import texts
from wab.app.operations.presenter import hex_title, terrain_title
from wab.app.operations.texts import joined
from wab.app.operations.ui import Desk
from wab.app.theme import METRICS
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.sight import hex_levels
from wab.systems.operations.view import OperationsView

HIGH = 46.0


def facts(view: OperationsView, hex_: HexId) -> str:
    """What is to be known of a hex besides its name and ground."""
    board = view.board
    if not board.in_play[hex_]:
        return _("outside the battle")
    holder = next((side for side in ("allied", "axis") if view.position.controls(side, hex_)), "")
    known = bool(hex_levels(view.position, view.side)[hex_])
    return joined(
        texts.side_name(holder) if holder else "",
        _("river") if board.map.river[hex_].any() else "",
        _("flooded") if board.map.flooded[hex_] else "",
        "" if known else _("not in sight"),
    )


def draw(desk: Desk) -> None:
    """Draw it while the pointer is on the map; under a path, with what the move would mean."""
    hex_, kit = desk.interaction.hovered, desk.kit
    if hex_ is None:
        return
    wide, high = METRICS.minimap
    path = desk.interaction.path
    notes = [line for note in (path.notes if path else ()) for line in kit.lines(note, wide - 24, "body", 13)]
    tall = HIGH + (len(notes) * 17 + 4 if notes else 0)
    box = Box(12, kit.screen.h - high - 12 - tall - 8, wide, tall)
    with kit.panel("hex-line", box):
        label = desk.view.board.grid.label(hex_)
        name = hex_title(desk.view, hex_)
        kit.text(label, box.right - 12, box.y + 6, kit.colours.second, size=13.5, align=1.0)
        kit.text(name, box.x + 12, box.y + 5, size=15, font="strong", room=box.w - 80)
        words = joined(terrain_title(desk.view, hex_), facts(desk.view, hex_))
        kit.text(words, box.x + 12, box.y + 25, kit.colours.second, size=13.5, room=box.w - 24)
        for place, line in enumerate(notes):
            kit.text(line, box.x + 12, box.y + HIGH + place * 17, kit.colours.action, size=13)
