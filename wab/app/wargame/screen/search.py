"""Units and places found by their names."""

from __future__ import annotations

from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import field
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import TOP
from wab.locale import _


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != "search":
        return
    kit, ui = desk.kit, desk.ui
    hits = desk.kept("hits", lambda: desk.adapter.find(ui.search), ui.search)
    box = Box(kit.screen.w - 360 - 336, TOP, 360, 34 + 52 + len(hits) * 26 + 10)
    with kit.panel("search", box, title=_("Find a unit or a place"), icon="search", closes=True) as panel:
        place_of_field = Box(box.x + 12, panel.box.y + 10, box.w - 24, 34)
        ui.search = field(kit, "search", place_of_field, ui.search, focus=True)
        y = panel.box.y + 52
        for place, (name, what, hex_) in enumerate(hits):
            cell = Box(box.x + 6, y, box.w - 12, 25)
            hot = kit.hot(f"hit-{place}", cell)
            if hot.hovered:
                kit.plate(cell, kit.colours.hover.fade(0.5), 3)
            kit.text(name, cell.x + 8, y + 4, size=14.5, font="medium", room=210)
            kit.text(what, cell.right - 8, y + 5, kit.colours.second, size=13, align=1.0, room=110)
            if hot.hovered:
                kit.tip = Tip(name, (what, _("Click to go there.")))
            if hot.clicked:
                desk.commands.jump(hex_)
            y += 26
        if panel.closed:
            ui.panel = ""
