"""The offer of a draw by a player elsewhere: a quiet strip under the top bar, with an answer at each end."""

from __future__ import annotations

from typing import Any

from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button
from wab.app.play.desk import Desk
from wab.locale import _

_HIGH, _BUTTON, _LINE, _AROUND = 48.0, 34.0, 20.0, 44.0


def draw(desk: Desk[Any], top: float) -> float:
    """Draw the offer from a height on, if there is one; return how high it is with the room below it."""
    draws, kit = desk.battle.draws, desk.kit
    if draws is None or draws.own or not draws.by:
        return 0.0
    words = _("{name} offers a draw.").format(name=draws.by)
    agree = Action(_("Agree…"), "", tip=_("The battle ends without a winner. You are asked again."))
    decline = Action(_("Decline"), "", tip=_("The battle goes on."))
    first, second = (kit.width(each.label, "strong", each.size) + 32 for each in (agree, decline))
    ends = first + second + 8 + 12
    lines = kit.lines(
        words, min(kit.width(words, "strong", 16) + 2, kit.screen.w - 24 - _AROUND - ends - 16), "strong", 16
    )
    wide = _AROUND + max(kit.width(line, "strong", 16) for line in lines) + 16 + ends
    high = max(_HIGH, 14 + _LINE * len(lines))
    box = Box((kit.screen.w - wide) / 2, top, wide, high)
    with kit.panel("draw-offer", box):
        kit.icon("bond", box.x + 14, box.y + high / 2 - 10, 20, kit.colours.action)
        for number, line in enumerate(lines):
            y = box.y + high / 2 + _LINE * (number - (len(lines) - 1) / 2)
            kit.text(line, box.x + _AROUND, y, size=16, font="strong", middle=True)
        y = box.y + (high - _BUTTON) / 2
        if button(kit, "draw-decline", Box(box.right - 12 - second, y, second, _BUTTON), decline):
            desk.commands.answer_draw(agrees=False)
        elif button(kit, "draw-agree", Box(box.right - 20 - second - first, y, first, _BUTTON), agree):
            desk.commands.answer_draw(agrees=True)
    return high + 8
