"""The hint that is due, above the panel that says what is to be done."""

from __future__ import annotations

from functools import cache

from wab.app.cards.hand.ui import Desk
from wab.app.cards.panels.frame import MARGIN, RIGHT
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button
from wab.app.wargame.ui.hints import Hint, due_of
from wab.content.cards.loader import load_scenario, scenario_path
from wab.content.hints import Hint as HintData
from wab.locale import _

LINE, PAD = 19.0, 14.0


@cache
def hints_of(scenario: str) -> tuple[HintData, ...]:
    """The hints of a scenario."""
    return load_scenario(scenario_path(scenario)).hints


def due(desk: Desk) -> Hint | None:
    """Return the hint that is due; None while something is shown or another player decides."""
    view, session = desk.view, desk.battle
    hints = hints_of(view.board.scenario_id)
    if not hints or not desk.interaction.active:
        return None
    return due_of(hints, view, session.learning.of(session.seat), lambda _moment: False, view.board.field.grid)


def draw(desk: Desk, bottom: float) -> float:
    """Draw the hint with its foot there; return the height at which other panels have to end."""
    learnt, hint = desk.battle.learning.of(desk.battle.seat), due(desk)
    if hint is None or learnt.off:
        return bottom
    kit = desk.kit
    lines = kit.lines(hint.text, RIGHT - 2 * PAD - 30, "body", 14.5)
    high = len(lines) * LINE + 60
    box = Box(kit.screen.w - RIGHT - MARGIN, bottom - MARGIN - high, RIGHT, high)
    with kit.panel("hint", box, opacity=0.97):
        kit.plate(Box(box.x, box.y, 5, box.h), kit.colours.action, 2)
        kit.icon("info", box.x + PAD, box.y + 12, 20, kit.colours.action)
        for place, words in enumerate(lines):
            kit.text(words, box.x + PAD + 30, box.y + 10 + LINE * place, size=14.5)
        half = (box.w - 2 * PAD - 8) / 2
        off = Action(_("No hints"), tip=_("Show no more hints."))
        if button(kit, "hint-off", Box(box.x + PAD, box.bottom - 40, half, 30), off):
            learnt.off = True
            desk.battle.learning.keep()
        read = Action(_("Understood"), tip=_("Close this hint."))
        if button(kit, "hint-read", Box(box.x + PAD + half + 8, box.bottom - 40, half, 30), read):
            learnt.read.add(hint.number)
            desk.battle.learning.keep()
    return box.y
