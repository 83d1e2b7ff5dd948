"""The list next to the tools that explains counters, signs and short words."""

from __future__ import annotations

from collections.abc import Sequence

from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Kit
from wab.app.wargame.adapter.pictures import KeyLine, KeyPart
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.locale import _
from wab.locale.typography import headed

NAME, ICON = "legend", "info"
WIDE, EDGE, HEAD, ROW, SIGN, AFTER = 470.0, 14.0, 28.0, 24.0, 20.0, 6.0
_EDGE = colour("FFFFFF")


def draw(desk: Desk) -> None:
    """Draw the key while it is open."""
    if desk.ui.panel != NAME:
        return
    kit, parts = desk.kit, desk.kept(NAME, desk.adapter.counter_key)
    high = sum(HEAD + ROW * len(part.lines) + AFTER for part in parts)
    box = list_box(desk, WIDE, 34 + 12 + high)
    with kit.panel(NAME, box, title=_("Key to the counters"), icon=ICON, closes=True) as panel:
        inside = Box(box.x + EDGE, panel.box.y + 4, box.w - EDGE - 6, box.bottom - panel.box.y - 10)
        with kit.scroll(f"{NAME}-lines", inside, high) as moved:
            _parts(kit, parts, Box(inside.x, moved.top, inside.w - 16, high))
        if panel.closed:
            desk.ui.panel = ""


def _parts(kit: Kit, parts: Sequence[KeyPart], box: Box) -> None:
    y = box.y
    for number, part in enumerate(parts):
        kit.heading(part.title, Box(box.x, y + 6, box.w, 18))
        y += HEAD
        for place, line in enumerate(part.lines):
            _line(kit, f"legend-{number}-{place}", line, Box(box.x, y, box.w, ROW - 2))
            y += ROW
        y += AFTER


def _line(kit: Kit, name: str, line: KeyLine, cell: Box) -> None:
    indent = 44.0
    if line.army is not None:
        card = Box(cell.x + 2, cell.y + 1, 30, ROW - 5)
        kit.plate(card, line.army.body, 3)
        kit.outline(card, line.army.edge, 3)
        kit.text("6 – 5", card.x + 15, card.y + 2, line.army.ink, size=12.5, font="figures", align=0.5)
    elif line.sign is not None:
        x, y, radius = cell.x + 17, cell.y + SIGN / 2 + 1, SIGN / 2
        kit.disc(x, y, radius, _EDGE)
        kit.disc(x, y, radius * 0.88, line.sign.ground)
        kit.icon(line.sign.icon, x - radius * 0.68, y - radius * 0.68, radius * 1.36, _EDGE)
    else:
        indent = 146.0
        kit.text(line.short, cell.x + 2, cell.y + 2, kit.colours.action, size=14, font="medium", room=136)
    kit.text(line.words, cell.x + indent, cell.y + 2, size=14, room=cell.w - indent - 4)
    kit.explain(name, cell, headed(line.short, line.words) if line.short else line.words, clause=line.clause)
