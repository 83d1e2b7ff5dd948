"""The whole HUD of the battle screen, drawn in one order every frame."""

from __future__ import annotations

from typing import Any

from wab.app.operations.hints import Hint
from wab.app.operations.modes import Mode
from wab.app.operations.panels import (
    bombard_dialog,
    briefing,
    choices,
    combat_dialog,
    delegation,
    hex_line,
    journal,
    lists,
    minimap,
    notices,
    objective_markers,
    path_badge,
    rules,
    sheets,
    staff,
    tools,
    top_bar,
    unit_panel,
)
from wab.app.operations.ui import Desk
from wab.app.widgets import tooltip
from wab.hexes import HexId

DIALOGS = (Mode.ATTACK, Mode.BOMBARD)
LOWEST_WITH_MAP = 620.0  # in a lower window, small map and journal make way


def draw(desk: Desk, scene: Any, hint: Hint | None) -> None:
    """Draw everything over the map; `scene` is the map scene."""
    desk.kit.begin_frame()
    desk.ui.list_right = 0.0
    mode = desk.interaction.mode
    if mode not in DIALOGS:
        objective_markers.draw(desk, scene)
        staff.draw_arrows(desk, scene)
        delegation.draw_marks(desk, scene)
        path_badge.draw(desk, scene)
    top_bar.draw(desk)
    if mode not in DIALOGS:
        tools.draw(desk)
        if desk.kit.screen.h >= LOWEST_WITH_MAP:
            minimap.draw(desk, scene)
            hex_line.draw(desk)
            journal.draw(desk)
        tools.draw_corner(desk)
        unit_panel.draw(desk)
        lists.draw(desk)
        briefing.draw(desk)
        rules.draw(desk)
        staff.draw(desk)
        delegation.draw(desk)
        notices.draw_replay(desk)
        notices.draw_report(desk)
        notices.draw_hint(desk, hint)
        notices.draw_question(desk)
    choices.draw_advance(desk)
    choices.draw_rebuild(desk)
    if mode is Mode.ATTACK:
        combat_dialog.draw(desk)
    elif mode is Mode.BOMBARD:
        bombard_dialog.draw(desk)
    sheets.draw(desk)
    notices.draw_toast(desk)
    x, y = desk.ui.pointer
    tooltip(desk.kit, x, y)


def places_told(desk: Desk) -> list[HexId]:
    """The hexes that the open list of orders speaks of; none where no such list is open or it is still empty."""
    if staff.is_open(desk):
        return staff.places(desk)
    return delegation.places(desk) if delegation.is_open(desk) else []
