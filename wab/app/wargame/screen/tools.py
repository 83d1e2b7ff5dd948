"""The column of tools on the left, the key of the overlay on the map, and the buttons in the lower corner."""

from __future__ import annotations

from wab.app.gfx.theme import MAP, METRICS, Rgba, colour
from wab.app.hud.kit import BLACK, Box, Tip
from wab.app.hud.widgets import Action, button
from wab.app.wargame.adapter.pictures import BarKey
from wab.app.wargame.adapter.typography import reason
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import LEFT, LEGEND, MORE, TOP, Cell, corner_box, is_tight, list_left, tool_cells
from wab.locale import _

_PAPER = colour("DED9B4")
"""The ground below the colours of an overlay, about as the map."""
STRONGER, MOST_INK = 2.2, 150
"""Factor by which a swatch is stronger than the tint on the map, and the opacity beyond which it is left as it is."""


def draw(desk: Desk) -> None:
    """Draw the column."""
    cells, kit, words = tool_cells(desk), desk.kit, desk.ui.tool_words
    right, bottom = max(cell.box.right for cell in cells), max(cell.box.bottom for cell in cells)
    with kit.window("tools", Box(LEFT, TOP, right - LEFT, bottom - TOP)):
        for cell in cells:
            if not cell.name:
                _heading(desk, cell)
            elif button(kit, f"tool-{cell.name}", cell.box, cell.action):
                _use(desk, cell.name)
    if words or any(cell.box.w > METRICS.tool for cell in cells):
        desk.ui.list_right = max(desk.ui.list_right, right)
    _legend(desk)


def _use(desk: Desk, name: str) -> None:
    if name == MORE:
        desk.ui.more_tools = not desk.ui.more_tools
    else:
        desk.commands.use(name)


def _heading(desk: Desk, cell: Cell) -> None:
    """The name of a group, where tools have words; else a line between groups."""
    kit, box = desk.kit, cell.box
    if desk.ui.tool_words:
        kit.plate(Box(box.x, box.y + 2, box.w, box.h - 4), kit.colours.ground.fade(0.8), 3)
        kit.spaced(cell.action.label, box.x + 8, box.y + 4, kit.colours.action, 13)
    elif box.h:
        kit.plate(Box(box.x + 8, box.y + box.h / 2 - 1, box.w - 16, 2), kit.colours.brass.fade(0.55), 1)


def _legend(desk: Desk) -> None:
    """Draw the meanings of the overlay's colours, and sentences of the system about it."""
    name = desk.ui.overlay
    tints = desk.kept("tints", lambda: desk.adapter.layer(name), name) if name else None
    if tints is None:
        return
    kit = desk.kit
    told = desk.kept("layer-notes", lambda: desk.adapter.layer_notes(name), name)
    lines = [(note, line) for note in told for line in kit.lines(note.text, 246, "body", 13)]
    high = 34 + 8 + (len(tints.legend) + len(tints.keys)) * 20 + (len(lines) * 17 + 6 if lines else 0) + 8
    box = Box(list_left(desk), TOP, LEGEND, high)
    layer = desk.adapter.layers[name]
    with kit.panel("legend", box, title=_(layer.words), icon=layer.icon, closes=True) as panel:
        y = panel.box.y + 8
        for tint, pattern, words in tints.legend:
            cell = Box(box.x + 12, y + 2, 22, 14)
            kit.plate(cell, _PAPER, 2)
            kit.plate(cell, swatch(tint), 2)
            kit.outline(cell, BLACK.fade(0.5), 2)
            _pattern(desk, cell, pattern)
            kit.text(words, box.x + 44, y, size=14, room=box.w - 52)
            y += 20
        for key in tints.keys:
            _bar(desk, key, Box(box.x + 12, y + 2, 22, 14))
            kit.text(key.words, box.x + 44, y, size=14, room=box.w - 52)
            y += 20
        y += 6
        for note, line in lines:
            kit.text(line, box.x + 12, y, kit.colours.warn, size=13)
            hot = kit.hot(f"cut-{note.hex}-{y}", Box(box.x, y, box.w, 17))
            if hot.hovered:
                kit.tip = Tip(note.text, (_("Click to go there."),), note.clause)
            if hot.clicked:
                desk.commands.jump(note.hex)
                if note.unit is not None:
                    desk.interaction.select(note.unit)
            y += 17
        if panel.closed:
            desk.commands.set_overlay(desk.ui.overlay)


def swatch(tint: Rgba) -> Rgba:
    """The colour of an overlay in its legend: a weak one is stronger than on the map, and paper still shows through."""
    return tint.fade(min(STRONGER, MOST_INK / tint.alpha)) if 0 < tint.alpha < MOST_INK else tint


def _bar(desk: Desk, key: BarKey, cell: Box) -> None:
    """Draw a sample of a bar: solid for the first side, dashed for the second; a possible new bar has a bright edge."""
    kit, middle = desk.kit, cell.y + cell.h / 2
    tint = kit.colours.side[key.side - 1]
    if key.tone == "ring":
        kit.ring(cell.x + cell.w / 2, middle, 7, BLACK.fade(0.8), 4)
        kit.ring(cell.x + cell.w / 2, middle, 7, MAP.path_light, 2)
        return
    if key.bolt:
        kit.plate(Box(cell.x + cell.w / 2 - 4, cell.y - 1, 8, cell.h + 2), BLACK, 2)
        kit.plate(Box(cell.x + cell.w / 2 - 2.5, cell.y, 5, cell.h), tint, 2)
        return
    faint = 0.45 if key.tone == "gone" else 1.0
    kit.plate(Box(cell.x, middle - 4, cell.w, 8), MAP.path if key.tone == "new" else BLACK.fade(faint), 2)
    pieces = 1 if key.side == 1 else 3
    wide = cell.w / pieces
    for piece in range(pieces):
        kit.plate(Box(cell.x + piece * wide + 1, middle - 2.5, wide - 2, 5), tint.fade(faint), 1)


def _pattern(desk: Desk, cell: Box, pattern: int) -> None:
    kit, ink = desk.kit, BLACK.fade(0.55)
    if pattern == 1:
        for step in (4, 10, 16):
            kit.line(cell.x + step, cell.bottom - 2, cell.x + step + 4, cell.y + 2, ink)
    elif pattern == 2:
        kit.line(cell.x + 8, cell.y + 3, cell.x + 14, cell.bottom - 3, ink)
        kit.line(cell.x + 14, cell.y + 3, cell.x + 8, cell.bottom - 3, ink)
    elif pattern == 3:
        for step in (5, 11, 17):
            kit.disc(cell.x + step, cell.y + 7, 1.5, ink)


def draw_corner(desk: Desk) -> None:
    """The buttons in the lower right corner: undo, next unit, speed while something is replayed."""
    kit, commands = desk.kit, desk.commands
    tight, box = is_tight(desk), corner_box(desk)
    half = (box.w - 8) / 2
    with kit.window("corner", box):
        refusal = desk.interaction.table.why_not_undo()
        off = reason(refusal)
        undo = Action(_("Undo"), "" if tight else "undo", "Ctrl Z", off=off, tip=_("Take back the last order."))
        if button(kit, "undo", Box(box.x, box.y, half if tight else box.w, 46), undo):
            commands.undo()
        waiting = desk.kept("waiting", desk.interaction.waiting_hexes, desk.interaction.mode)
        off = "" if waiting else _(desk.adapter.nobody_waits)
        following = Action(_("Next unit"), "", "N", off=off, tip=_("Select the next unit that has not acted."))
        place = Box(box.x + half + 8, box.y, half, 46) if tight else Box(box.x, box.y + 56, half, 46)
        if button(kit, "next-unit", place, following):
            commands.next_unit()
        if tight:
            return
        keys = Action(_("Keys"), "", "F1", tip=_("All keys"), down=desk.ui.panel == "keys")
        if button(kit, "keys", Box(box.x + half + 8, box.y + 56, half, 46), keys):
            desk.ui.panel = "" if desk.ui.panel == "keys" else "keys"
