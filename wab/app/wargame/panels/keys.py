"""The list of all keys."""

from __future__ import annotations

from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button
from wab.app.wargame.panels.tools import TOP
from wab.app.wargame.ui import Desk
from wab.locale import _


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != "keys":
        return
    kit, keys = desk.kit, desk.adapter.key_rows()
    high = len(keys) * 25.0
    top = TOP + (20 if kit.screen.h > TOP + high + 90 else 0)
    box = Box((kit.screen.w - 480) / 2, top, 480, min(34 + 18 + high + 50, kit.screen.h - top - 8))
    with kit.panel("keys-list", box, title=_("Keys"), icon="question", closes=True, front=True, opacity=0.985) as panel:
        part = Box(box.x, panel.box.y + 8, box.w, panel.box.h - 62)
        tip = _("Read and search the rules.")
        if button(
            kit, "keys-rules", Box(box.right - 172, box.bottom - 46, 158, 36), Action(_("Rules"), "", "F2", tip=tip)
        ):
            desk.ui.panel = "rules"
        with kit.scroll("keys-rows", part, high) as shown:
            for place, (key, words) in enumerate(keys):
                y = shown.top + 2 + place * 25
                kit.text(key, box.x + 112, y, kit.colours.action, size=14.5, font="strong", align=1.0)
                kit.text(_(words), box.x + 132, y, size=14.5, room=box.w - 150)
        if panel.closed:
            desk.ui.panel = ""
