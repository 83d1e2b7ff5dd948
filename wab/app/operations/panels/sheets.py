"""Everything about a unit or an air unit on one sheet of paper (OPS-3.2-1, OPS-10.1.1, OPS-10.3.2-2)."""

from __future__ import annotations

from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Kit
from wab.app.hud.widgets import PAPER, PAPER_INK, PAPER_SECOND, Action, button, key_name
from wab.app.operations.hand.assets import Trait, kind_title, sheet
from wab.app.operations.hand.plans import name_of
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks.presenter import counter as counter_spec
from wab.app.wargame.adapter.typography import short_clause
from wab.app.wargame.adapter.typography import words as in_language
from wab.locale import _

WIDE, ROW = 520.0, 27.0
LINE = colour("B79F66", 0.55)


def draw(desk: Desk) -> None:
    """Draw the sheet that is open, over everything else."""
    id_, view = desk.ui.sheet, desk.view
    if id_ is None:
        return
    if id_ not in view.position.squadrons and id_ not in view.position.units:
        desk.ui.sheet = None
        return
    traits = desk.kept("sheet", lambda: sheet(view, id_), id_)
    kit = desk.kit
    high = 34 + 92 + max(1, len(traits)) * ROW + 62
    box = Box((kit.screen.w - WIDE) / 2, max(64.0, (kit.screen.h - high) / 2), WIDE, high)
    with kit.panel("sheet", box, title=_("Data sheet"), icon="info", opacity=0.99, front=True, closes=True) as panel:
        paper = Box(box.x + 12, box.y + 44, box.w - 24, box.h - 34 - 72)
        kit.graded(paper, PAPER.shade(1.04), PAPER.shade(0.95), 4)
        _head(desk, id_, paper)
        for place, trait in enumerate(traits):
            _trait(kit, Box(paper.x + 16, paper.y + 82 + place * ROW, paper.w - 32, ROW), trait)
        if not traits:
            words = _("Staff estimate: its true values are not known.")
            kit.text(words, paper.x + 16, paper.y + 86, PAPER_INK, size=14.5, font="report")
        close = Action(_("Close"), "close", key_name("escape"), tip=_("Close the sheet."))
        if button(kit, "sheet-close", Box(box.right - 172, box.bottom - 50, 160, 38), close) or panel.closed:
            desk.ui.sheet = None


def _head(desk: Desk, id_: int, paper: Box) -> None:
    """Picture, name and kind."""
    kit, view = desk.kit, desk.view
    x = paper.x + 86
    if id_ in view.board.squadrons:
        profile = view.air_profile(id_)
        kit.symbol(profile.symbol, Box(paper.x + 14, paper.y + 20, 60, 34), PAPER_INK)
        kind = in_language(view.board.tables.air[profile.kind].title)
    else:
        kit.counter(counter_spec(view, view.unit(id_)), paper.x + 14, paper.y + 10, 60)
        kind = kind_title(view, view.profile(id_))
    kit.text(name_of(view, id_) or _("Unidentified unit"), x, paper.y + 12, PAPER_INK, size=20, font="title")
    kit.text(kind, x, paper.y + 42, PAPER_SECOND, size=14.5)


def _trait(kit: Kit, box: Box, trait: Trait) -> None:
    kit.line(box.x, box.bottom - 3, box.right, box.bottom - 3, LINE)
    kit.text(trait.label, box.x, box.y + 3, PAPER_SECOND, size=14, room=box.w * 0.46)
    room = box.w * 0.54 - 66
    kit.text(trait.value, box.x + box.w * 0.46, box.y + 2, PAPER_INK, size=14.5, font="strong", room=room)
    kit.text(short_clause(trait.clause), box.right, box.y + 4, PAPER_SECOND, size=12.5, align=1.0)
