"""The whole HUD of the battle screen of a hex war, drawn in one order every frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wab.app.hud.widgets import tooltip
from wab.app.play.director import Director
from wab.app.wargame.attack import card, tags
from wab.app.wargame.journal import briefing, hint_marks, journal, notices, open_card, stage
from wab.app.wargame.lists import counter_key, records
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.offers import orders
from wab.app.wargame.planning import plan, staff, what_if
from wab.app.wargame.rules import panel as rules
from wab.app.wargame.screen import banner, hex_line, minimap, search, tools, top_bar
from wab.app.wargame.screen import key_panel as keys
from wab.app.wargame.troops import battle_order, sighting, units
from wab.app.wargame.ui import badge, places
from wab.app.wargame.ui.desk import Desk

D = TypeVar("D", bound=Desk)


def _nothing(desk: Desk) -> None:
    """A system without panels of its own."""


def _nothing_on_map(desk: Desk, scene: Any) -> None:
    """A system without marks of its own on the ground."""


def _units(desk: Desk) -> None:
    units.draw(desk)
    orders.draw(desk)


def _advice_on_map(desk: Desk, scene: Any) -> None:
    staff.draw_arrows(desk, scene)


@dataclass(frozen=True)
class Parts(Generic[D]):
    """Parts that a system draws itself: on the map, the top bar, panels of units, lists next to the tools, dialogs.

    `ground` lies on the map under everything, also while something is shown. Dialogs are drawn last, also while one of
    them covers the map; everything else is not drawn then, the bar apart.
    """

    on_map: Callable[[D, Any], None] = _advice_on_map
    top: Callable[[D], None] = top_bar.draw
    units: Callable[[D], None] = _units
    lists: Callable[[D], None] = _nothing
    dialogs: Callable[[D], None] = _nothing
    ground: Callable[[D, Any], None] = _nothing_on_map


SHARED: Parts[Desk] = Parts()
"""The HUD of a system without a panel of its own."""


def draw(desk: D, scene: Any, parts: Parts[D]) -> None:
    """Draw everything over the map; `scene` is the map scene."""
    desk.kit.begin_frame()
    desk.ui.list_before, desk.ui.list_right = desk.ui.list_right, 0.0
    if desk.show is not None:
        _stage(desk, scene, parts, desk.show)
        return
    covered = desk.interaction.covered
    waits = desk.results is not None and desk.results.waits
    if not covered:
        parts.ground(desk, scene)
        parts.on_map(desk, scene)
        battle_order.draw_marks(desk, scene)
        plan.draw_marks(desk, scene)
        hint_marks.draw(desk, scene)
        if desk.results is not None:
            tags.draw(desk, scene)
        if not waits:
            badge.draw(desk, scene)
            sighting.draw(desk, scene)
    parts.top(desk)
    if not covered:
        _around_the_map(desk, scene)
        if not waits:
            parts.units(desk)
        parts.lists(desk)
        if desk.commands.muster is not None:
            muster_panel.draw(desk, desk.commands.muster, desk.commands.hex_at)
        for panel in (records, counter_key, battle_order, search, keys, briefing, rules, staff, plan):
            panel.draw(desk)
        banner.draw(desk)
        open_card.draw(desk)
        notices.draw_replay(desk)
        notices.draw_news(desk)
        notices.draw_hint(desk)
        notices.draw_question(desk)
    if not waits:
        parts.dialogs(desk)
    if desk.results is not None and not covered:
        card.draw(desk, scene, desk.results)
    what_if.draw(desk)
    notices.draw_toast(desk, scene)
    x, y = desk.ui.pointer
    tooltip(desk.kit, x, y)


def _stage(desk: D, scene: Any, parts: Parts[D], show: Director) -> None:
    """Draw what stays while something is shown: the bars, the strip, the small map."""
    parts.ground(desk, scene)
    parts.top(desk)
    if places.has_small_map(desk):
        minimap.draw(desk, scene)
    stage.draw(desk, scene, show)
    open_card.draw(desk)
    if desk.results is not None:
        tags.draw(desk, scene)
        card.draw(desk, scene, desk.results)
    x, y = desk.ui.pointer
    tooltip(desk.kit, x, y)


def _around_the_map(desk: Desk, scene: Any) -> None:
    """Tools and legend, small map, the line about the hex, the journal, and the buttons in the corner."""
    tools.draw(desk)
    if places.has_small_map(desk):
        minimap.draw(desk, scene)
        hex_line.draw(desk)
    if places.has_small_map(desk) or desk.ui.journal_open:
        journal.draw(desk)
    tools.draw_corner(desk)
