"""The panel on the right: the unit that is selected or looked at, what is to be known of it, and its stack."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import BLACK, Box, Tip
from wab.app.hud.widgets import PAPER, PAPER_INK, PAPER_SECOND
from wab.app.wargame.adapter.pictures import Fact
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import corner_box
from wab.locale import _
from wab.locale.typography import headed

WIDTH = METRICS.side_panel
TOP = METRICS.top_bar + 16
PAPER_HIGH, ROW, STACK = 92.0, 26.0, 92.0
COUNTER, STEP = 56.0, 66.0
"""Side of a counter in the row of the stack, and how far apart they stand where there is room."""


def draw(desk: Desk) -> None:
    """Draw the panel when something is selected or looked at."""
    picked, kit, adapter = desk.interaction, desk.kit, desk.adapter
    unit = picked.shown_unit
    if unit is None or adapter.where(unit) is None:
        return
    facts = desk.kept("facts", lambda: adapter.facts(unit), unit)
    rest, most = METRICS.title_strip + 10 + PAPER_HIGH + 12 + STACK + 12, corner_box(desk).y - 6 - TOP
    part = min(len(facts) * ROW, max(ROW, most - rest))
    box = Box(kit.screen.w - WIDTH - 12, TOP, WIDTH, rest + part)
    with kit.panel("unit-panel", box, title=title_of(desk, unit), icon="shield", closes=True) as panel:
        inside = panel.box.inset(12, 10)
        _paper(desk, unit, Box(inside.x, inside.y, inside.w, PAPER_HIGH))
        y = inside.y + PAPER_HIGH + 12
        place = Box(inside.x, y, inside.w, part)
        if part < len(facts) * ROW:
            with kit.scroll("unit-facts", Box(place.x, place.y, place.w + 10, part), len(facts) * ROW) as moved:
                _facts(desk, facts, Box(place.x, moved.top, place.w, part))
        else:
            _facts(desk, facts, place)
        stack(desk, unit, Box(inside.x, place.bottom + 8, inside.w, STACK))
        if panel.closed:
            picked.deselect()


def _facts(desk: Desk, facts: Sequence[Fact], box: Box) -> None:
    kit, y = desk.kit, box.y
    for place, fact in enumerate(facts):
        cell = Box(box.x, y, box.w, ROW - 4)
        kit.plate(cell, kit.colours.ground.fade(0.75), 3)
        room = cell.w - 28 - min(cell.w * 0.5, kit.width(fact.label, "body", 13.5))
        kit.text(fact.label, cell.x + 8, y + 3, kit.colours.second, size=13.5, room=cell.w * 0.5)
        kit.text(fact.value, cell.right - 8, y + 2, size=14.5, font="strong", align=1.0, room=room)
        kit.explain(f"fact-{place}", cell, headed(fact.label, fact.value), clause=fact.clause)
        y += ROW


def title_of(desk: Desk, unit: int) -> str:
    """The title of the panel: whose unit it is, or how many are selected."""
    if not desk.adapter.is_own(unit):
        return _("Enemy unit")
    count = len(desk.interaction.units)
    return _("Selected units: {count}").format(count=count) if count > 1 else _("Selected unit")


def _paper(desk: Desk, unit: int, box: Box) -> None:
    """The upper part on paper: counter, name, where it stands."""
    kit, adapter = desk.kit, desk.adapter
    kit.plate(Box(box.x + 1, box.y + 2, box.w, box.h), BLACK.fade(0.4), 4)
    kit.graded(box, PAPER.shade(1.04), PAPER.shade(0.95), 4)
    kit.counter(adapter.counter(unit), box.x + 12, box.y + 14, 64)
    left, y = box.x + 90, box.y + 12
    for words in kit.lines(adapter.unit_name(unit) or _("Unidentified unit"), box.w - 98, "title", 18)[:2]:
        kit.text(words, left, y, PAPER_INK, size=18, font="title", room=box.w - 98)
        y += 22
    hex_ = adapter.where(unit)
    where = adapter.hex_title(hex_) if hex_ is not None else ""
    side = adapter.side_in(hex_) if hex_ is not None else None
    whose = adapter.side_name(side) if side is not None else ""
    words = joined(whose, where)
    if hex_ is not None and kit.width(words, "body", 13.5) > box.w - 98:
        words = joined(whose, adapter.short_title(hex_))
    kit.text(words, left, box.bottom - 24, PAPER_SECOND, size=13.5, room=box.w - 98)


def stack(desk: Desk, unit: int, box: Box, *, note: str = "", right: float = 0.0, notes: tuple[str, ...] = ()) -> int:
    """Draw all units of the hex of a unit, under a heading; a click selects one, with Shift it adds or leaves it.

    `note` stands next to the heading, the number of units if it is ""; `right` is kept free, `notes` are added to the
    tip of each. Returns the number of units.
    """
    kit, picked, adapter = desk.kit, desk.interaction, desk.adapter
    hex_ = adapter.where(unit)
    if hex_ is None:
        return 0
    there = adapter.stack(hex_)
    kit.heading(_("Stack"), Box(box.x, box.y, box.w, 18), note=note or str(len(there)))
    step = min(STEP, (box.w - right - COUNTER) / max(1, len(there) - 1))
    for place, other in enumerate(there):
        cell = Box(box.x + place * step, box.y + 26, COUNTER, COUNTER)
        hot = kit.hot(f"stack-{other}", cell)
        chosen = other in picked.units or (other == picked.shown_unit and not adapter.is_own(other))
        kit.counter(adapter.counter(other, selected=chosen), cell.x, cell.y, COUNTER)
        if hot.hovered:
            kit.tip = Tip(adapter.unit_name(other) or _("Unidentified unit"), notes)
        if hot.clicked:
            picked.select(other, add=bool(imgui.get_io().key_shift))
    return len(there)
