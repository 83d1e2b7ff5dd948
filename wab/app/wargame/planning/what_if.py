"""The mark of a copy on which the player tries things out: a frame round the window, and a banner with the way back."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button
from wab.app.wargame.ui.desk import Desk
from wab.locale import _

TINT, GROUND = colour("B48CFF"), colour("2A2140", 0.97)
EDGE, HIGH = 5.0, 40.0


def draw(desk: Desk) -> None:
    """Frame and banner; nothing in the game itself."""
    if not desk.battle.is_copy:
        return
    kit, screen = desk.kit, desk.kit.screen
    with kit.over():
        for step in range(int(EDGE)):
            kit.outline(Box(step, step, screen.w - 2 * step, screen.h - 2 * step), TINT.fade(0.9), 0)
    words = _("What if: nothing counts")
    back = Action(
        _("Back to the game"), "undo", "Shift F5", "gold", tip=_("The game goes on as it was; the copy is gone.")
    )
    wide = kit.width(words, "strong", 17) + 300
    low = max(desk.ui.journal_high, METRICS.journal if screen.h >= 620 else 0.0)
    box = Box((screen.w - wide) / 2, screen.h - low - HIGH - 26, wide, HIGH)
    with kit.window("what-if", box, front=True):
        kit.plate(box, GROUND, 6)
        kit.outline(box, TINT, 6, 2)
        kit.icon("question", box.x + 12, box.y + 10, 20, TINT)
        kit.text(words, box.x + 40, box.y + 10, size=17, font="strong")
        if button(kit, "what-if-back", Box(box.right - 236, box.y + 4, 230, HIGH - 8), back):
            desk.commands.what_if()
