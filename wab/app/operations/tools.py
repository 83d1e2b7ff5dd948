"""The tool of the heavy bombers, which stand nowhere on the map."""

from __future__ import annotations

from wab.app.hud.widgets import Action
from wab.app.operations.interaction import Interaction
from wab.app.operations.modes import Aim, Mode
from wab.app.operations.plans import bombers
from wab.app.wargame.adapter.typography import reason
from wab.locale import _
from wab.systems.operations.air import why_not_bomb
from wab.systems.operations.view import OperationsView


def bombers_action(view: OperationsView, picked: Interaction) -> Action:
    """Heavy bombers stand nowhere on the map: their bombardment begins here (OPS-7.5.1-9)."""
    off = ""
    if picked.mode not in (Mode.IDLE, Mode.SELECTED):
        off = _("Not now: something else has to be decided first.")
    elif not any(why_not_bomb(view.position, id_) is None for id_ in bombers(view)):
        refusal = why_not_bomb(view.position, bombers(view)[0])
        off = reason(refusal)
    tip = _("Bombardment by heavy bombers: choose the enemy.")
    down = picked.aim is Aim.BOMBARD and not picked.units
    return Action(_("Heavy bombers"), "fire", "B", tip=tip, off=off, clause="OPS-7.5.1-9", down=down)
