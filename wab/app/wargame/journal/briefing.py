"""The briefing, read again at any moment of the battle: from the journal (OPS-9.2.1-1)."""

from __future__ import annotations

from wab.app.hud.kit import Box, Kit
from wab.app.pages.fronts import BriefingPage
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import TOP
from wab.locale import _

WIDE, LEAD, ROW = 560.0, 20.0, 22.0


def draw(desk: Desk) -> None:
    """Draw the briefing while it is open: its text, the conditions of victory, the objectives."""
    page = desk.kept("briefing", desk.adapter.briefing) if desk.ui.panel == "briefing" else None
    if page is None:
        return
    kit = desk.kit
    wide = min(WIDE, kit.screen.w - 40)
    room = wide - 48
    high = _height(kit, page, room)
    box = Box((kit.screen.w - wide) / 2, TOP, wide, min(high + 34 + 24, kit.screen.h - TOP - 20))
    with kit.panel(
        "briefing", box, title=_("Briefing"), icon="journal", closes=True, front=True, opacity=0.985
    ) as panel:
        part = Box(box.x, panel.box.y + 4, box.w, panel.box.h - 10)
        with kit.scroll("briefing-text", part, high + 12) as shown:
            _page(desk, page, Box(box.x + 20, shown.top + 10, room, high))
        if panel.closed:
            desk.ui.panel = ""


def _height(kit: Kit, page: BriefingPage, room: float) -> float:
    paragraphs = sum(len(kit.lines(words, room, "body", 15)) * LEAD + 10 for words in page.paragraphs)
    notes = sum(len(kit.lines(words, room, "body", 14)) * 19 + 4 for words in page.objectives.notes)
    return 52 + paragraphs + 34 + notes + 34 + len(page.objectives.rows) * ROW + 8


def _page(desk: Desk, page: BriefingPage, box: Box) -> None:
    kit, y = desk.kit, box.y
    kit.text(page.title, box.x, y, size=22, font="title", room=box.w)
    kit.text(page.dates, box.x, y + 28, kit.colours.second, size=14)
    y += 52
    for words in page.paragraphs:
        for line in kit.lines(words, box.w, "body", 15):
            kit.text(line, box.x, y, size=15)
            y += LEAD
        y += 10
    kit.heading(_("Conditions of victory"), Box(box.x, y + 6, box.w, 18))
    y += 34
    for words in page.objectives.notes:
        for line in kit.lines(words, box.w, "body", 14):
            kit.text(line, box.x, y, size=14)
            y += 19
        y += 4
    _objectives(desk, page, Box(box.x, y, box.w, 0))


def _objectives(desk: Desk, page: BriefingPage, box: Box) -> None:
    """Draw the objectives with their values, the most valuable first."""
    kit, table, y = desk.kit, page.objectives, box.y + 6
    kit.heading(table.title, Box(box.x, y, box.w * 0.4, 18))
    for words, share in zip(table.heads[2:4], (0.74, 0.98), strict=True):
        kit.text(words, box.x + box.w * share, y, kit.colours.second, size=13, align=1.0)
    y += 28
    for row in table.rows:
        ink = desk.ink_of(row.side)
        kit.icon("flag", box.x, y + 2, 14, ink)
        kit.text(row.cells[0], box.x + 22, y, size=14.5, font="strong" if row.main else "body", room=box.w * 0.5)
        for words, share in zip(row.cells[2:4], (0.74, 0.98), strict=True):
            kit.text(words, box.x + box.w * share, y, size=14.5, align=1.0)
        y += ROW
