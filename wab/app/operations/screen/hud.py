"""The flagship's additions to the battle screen of all hex wars (see `wab.app.wargame.screen.hud`)."""

from __future__ import annotations

from typing import Any

from wab.app.operations.hand.ui import Desk
from wab.app.operations.panels import (
    choices,
    combat_dialog,
    delegation,
    lists,
    objective_markers,
    sheets,
    top_bar,
    unit_panel,
)
from wab.app.wargame.planning import staff
from wab.app.wargame.screen.hud import Parts

COMBAT_ROOM = 1140.0, 690.0
"""Logical pixels that the boards of combat and bombardment need, to have everything in sight at once."""


def _on_map(desk: Desk, scene: Any) -> None:
    objective_markers.draw(desk, scene)
    staff.draw_arrows(desk, scene)
    delegation.draw_marks(desk, scene)


def _lists(desk: Desk) -> None:
    lists.draw(desk)
    delegation.draw(desk)


def _dialogs(desk: Desk) -> None:
    choices.draw_advance(desk)
    choices.draw_rebuild(desk)
    if desk.interaction.covered:
        with desk.kit.fitting(*COMBAT_ROOM):
            combat_dialog.draw(desk)
    sheets.draw(desk)


PARTS: Parts[Desk] = Parts(_on_map, top_bar.draw, unit_panel.draw, _lists, _dialogs)
"""Markers of objectives, the staff's plans, its own bar, card of the unit, lists and dialogs."""
