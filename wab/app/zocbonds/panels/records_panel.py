"""The list of records next to the tools."""

from __future__ import annotations

from wab.app.hud.kit import Box
from wab.app.hud.widgets import bar
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.app.zocbonds.pages.records import records
from wab.locale import _

NAME, ICON = "records", "medal"
WIDE, ROW, HEAD, TRACK = 400.0, 24.0, 30.0, 96.0


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != NAME:
        return
    kit = desk.kit
    lines = desk.kept(NAME, lambda: records(desk.view.position))
    high = sum(ROW if line.value else HEAD for line in lines)
    box = list_box(desk, WIDE, 34 + 16 + high)
    with kit.panel(NAME, box, title=_("Records"), icon=ICON, closes=True) as panel:
        inside = Box(box.x + 14, panel.box.y + 6, box.w - 22, box.bottom - panel.box.y - 14)
        with kit.scroll(f"{NAME}-lines", inside, high) as moved:
            y = moved.top
            for place, line in enumerate(lines):
                cell = Box(inside.x, y, inside.w - 14, ROW - 3)
                if not line.value:
                    kit.heading(line.label, Box(cell.x, y + 6, cell.w, 18))
                    y += HEAD
                    continue
                kit.plate(cell, kit.colours.ground.fade(0.6), 3)
                value = kit.width(line.value, "strong", 14) + 20
                if line.most:
                    track = Box(cell.right - 34 - TRACK, y + 7, TRACK, 7)
                    bar(kit, track, line.held / line.most, kit.colours.action, parts=line.most)
                    value = 44 + TRACK
                kit.text(line.label, cell.x + 8, y + 2, kit.colours.second, size=14, room=cell.w - value)
                kit.text(line.value, cell.right - 8, y + 2, size=14, font="strong", align=1.0)
                kit.explain(f"record-{place}", cell, f"{line.label}: {line.value}", clause=line.clause)
                y += ROW
        if panel.closed:
            desk.ui.panel = ""
