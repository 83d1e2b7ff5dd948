"""The flagship's additions to the battle screen of all hex wars (see `wab.app.wargame.screen.hud`)."""

from __future__ import annotations

from typing import Any

from wab.app.operations.hand.plans import FirePlan
from wab.app.operations.hand.ui import Desk
from wab.app.operations.panels import choices, delegation, lists, objective_markers, sheets, top_bar, unit_panel
from wab.app.operations.panels.attack_sheet import sheet_of
from wab.app.wargame.attack import panel as attack_panel
from wab.app.wargame.planning import staff
from wab.app.wargame.screen.hud import Parts


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
        _attack(desk)
    sheets.draw(desk)


def _attack(desk: Desk) -> None:
    hand = desk.interaction
    plan = hand.plan
    if not isinstance(plan, FirePlan):
        return
    sheet = desk.kept("attack-sheet", lambda: sheet_of(plan, hand.why_not_bombard_instead()), plan)
    deeds = {"all": hand.tick_all, "bombard": hand.bombard_instead}
    if pressed := attack_panel.draw(desk, sheet):
        deeds[pressed]()


PARTS: Parts[Desk] = Parts(_on_map, top_bar.draw, unit_panel.draw, _lists, _dialogs)
"""Markers of objectives, the staff's plans, its own bar, card of the unit, lists and dialogs."""
