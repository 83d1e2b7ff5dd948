"""The tools that the flagship has of its own: lists, staff, aircraft, bombers."""

from __future__ import annotations

from wab.app.hud.widgets import Action
from wab.app.operations.assets import has_forces_list
from wab.app.operations.interaction import Interaction
from wab.app.operations.modes import Aim, Mode
from wab.app.operations.plans import bombers
from wab.app.operations.ui import UiState
from wab.app.wargame.adapter.typography import typographic
from wab.app.wargame.screen.tools import panel_tool
from wab.app.wargame.troops import battle_order
from wab.locale import _
from wab.systems.operations.air import why_not_bomb
from wab.systems.operations.view import OperationsView


def own_tools(view: OperationsView, picked: Interaction, ui: UiState) -> list[tuple[str, Action]]:
    """The tools by name, the first on top."""
    arrivals = ui.panel == battle_order.NAME and ui.tab == "arrivals"
    found = [
        panel_tool(ui, "objectives", "flag", "O", _("Objectives")),
        panel_tool(ui, battle_order.NAME, "layers", "F", _("Order of battle")),
        ("arrivals", Action("", "clock", "R", tip=_("Reinforcements"), down=arrivals)),
        panel_tool(ui, "staff", "star", "P", _("Staff plan")),
        panel_tool(ui, "delegation", "medal", "D", _("Delegated troops")),
    ]
    if has_forces_list(view):
        found.append(panel_tool(ui, "forces", "plane", "L", _("Aircraft and ships")))
    if bombers(view):
        found.append(("bombers", _bombers_action(view, picked)))
    return found


def _bombers_action(view: OperationsView, picked: Interaction) -> Action:
    """Heavy bombers stand nowhere on the map: their bombardment begins here (OPS-7.5.1-9)."""
    off = ""
    if picked.mode not in (Mode.IDLE, Mode.SELECTED):
        off = _("Not now: something else has to be decided first.")
    elif not any(why_not_bomb(view.position, id_) is None for id_ in bombers(view)):
        refusal = why_not_bomb(view.position, bombers(view)[0])
        off = typographic(str(refusal.text)) if refusal is not None else ""
    tip = _("Bombardment by heavy bombers: choose the enemy.")
    down = picked.aim is Aim.BOMBARD and not picked.units
    return Action(_("Heavy bombers"), "fire", "B", tip=tip, off=off, clause="OPS-7.5.1-9", down=down)
