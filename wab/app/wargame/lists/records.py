"""The list of records next to the tools."""

from __future__ import annotations

from collections.abc import Sequence

from wab.app.hud.kit import Box, Kit
from wab.app.hud.widgets import bar
from wab.app.wargame.adapter.pictures import Record
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.locale import _
from wab.locale.typography import headed

NAME, ICON = "records", "medal"
WIDE, ROW, HEAD, TRACK = 400.0, 24.0, 30.0, 96.0


def draw(desk: Desk) -> None:
    """Draw the list while it is open."""
    if desk.ui.panel != NAME:
        return
    kit, lines = desk.kit, desk.kept(NAME, desk.adapter.records)
    high = sum(ROW if line.value else HEAD for line in lines)
    box = list_box(desk, WIDE, 34 + 16 + high)
    with kit.panel(NAME, box, title=_("Records"), icon=ICON, closes=True) as panel:
        inside = Box(box.x + 14, panel.box.y + 6, box.w - 22, box.bottom - panel.box.y - 14)
        with kit.scroll(f"{NAME}-lines", inside, high) as moved:
            _lines(kit, lines, Box(inside.x, moved.top, inside.w - 14, high))
        if panel.closed:
            desk.ui.panel = ""


def _lines(kit: Kit, lines: Sequence[Record], box: Box) -> None:
    y = box.y
    for place, line in enumerate(lines):
        if line.value:
            _line(kit, f"record-{place}", line, Box(box.x, y, box.w, ROW - 3))
        else:
            kit.heading(line.label, Box(box.x, y + 6, box.w, 18))
        y += ROW if line.value else HEAD


def _line(kit: Kit, name: str, line: Record, cell: Box) -> None:
    kit.plate(cell, kit.colours.ground.fade(0.6), 3)
    taken = kit.width(line.value, "strong", 14) + 20
    if line.most:
        track = Box(cell.right - 34 - TRACK, cell.y + 7, TRACK, 7)
        bar(kit, track, line.held / line.most, kit.colours.action, parts=line.most)
        taken = 44 + TRACK
    kit.text(line.label, cell.x + 8, cell.y + 2, kit.colours.second, size=14, room=cell.w - taken)
    kit.text(line.value, cell.right - 8, cell.y + 2, size=14, font="strong", align=1.0)
    kit.explain(name, cell, headed(line.label, line.value), clause=line.clause)
