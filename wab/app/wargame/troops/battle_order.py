"""The order of battle: four lists. A line that is chosen is marked on the map, Enter or a double click goes there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wab.app.hud.kit import BLACK, Box, Tip
from wab.app.hud.widgets import ENERGY_GOOD, bar, energy_ink, key_name
from wab.app.wargame.troops.order_of_battle import TABS, Line, condition, lines
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.app.wargame.ui.ui import UiState
from wab.locale import _

NAME = "battle-order"
ROW, WIDE, INDENT = 26.0, 520.0, 18.0
RIGHT_OF_BAR = 176.0


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != NAME:
        return
    kit, ui = desk.kit, desk.ui
    rows = shown_lines(desk)
    box = list_box(desk, WIDE, 34 + 40 + max(1, len(rows)) * ROW + 34)
    with kit.panel(NAME, box, title=_("Order of battle"), icon="layers", closes=True) as panel:
        _tabs(desk, Box(box.x + 10, panel.box.y + 6, box.w - 20, 28))
        part = Box(box.x, panel.box.y + 40, box.w, box.bottom - panel.box.y - 40 - 28)
        if not rows:
            kit.text(_("No unit."), box.x + 16, part.y + 4, kit.colours.second, size=14.5)
        with kit.scroll(f"{NAME}-rows", part, len(rows) * ROW) as shown:
            if ui.reveal:
                _reveal(kit.scale, rows, ui.chosen, part)
                ui.reveal = False
            for place, line in enumerate(rows):
                if shown.shows(shown.top + place * ROW, ROW):
                    _row(desk, place, line, Box(box.x + 6, shown.top + place * ROW, box.w - 20, ROW - 2))
        words = _("Click marks it on the map; {enter} or a double click goes there.").format(enter=key_name("enter"))
        kit.text(words, box.x + 16, box.bottom - 24, kit.colours.second, size=13, room=box.w - 32)
        if panel.closed:
            ui.panel = ""


def shown_lines(desk: Desk) -> list[Line]:
    """The lines of the list that is open."""
    ui = desk.ui
    return desk.kept(NAME, lambda: lines(desk.adapter, ui.tab, ui.toggled), ui.tab, frozenset(ui.toggled))


def _tabs(desk: Desk, box: Box) -> None:
    kit, wide = desk.kit, box.w / len(TABS)
    for place, (name, words) in enumerate(TABS.items()):
        cell = Box(box.x + place * wide, box.y, wide - 4, box.h)
        hot, on = kit.hot(f"tab-{name}", cell), desk.ui.tab == name
        ink = kit.colours.action if on else kit.colours.text if hot.hovered else kit.colours.second
        kit.text(_(words), cell.x + cell.w / 2, cell.y + 4, ink, size=14.5, font="strong", align=0.5, room=cell.w)
        if on:
            kit.plate(Box(cell.x + 8, cell.bottom - 2, cell.w - 16, 2), kit.colours.action)
        if hot.clicked:
            open_tab(desk.ui, name)


def open_tab(ui: UiState, name: str) -> None:
    """Show one of the lists from its beginning."""
    ui.tab, ui.chosen, ui.marked = name, "", ()


def _reveal(scale: float, rows: list[Line], chosen: str, part: Box) -> None:
    """Bring the line that keys have chosen into sight."""
    place = next((place for place, line in enumerate(rows) if line.key == chosen), 0)
    top, now = place * ROW * scale, imgui.get_scroll_y()
    if not now <= top <= now + (part.h - ROW) * scale:
        imgui.set_scroll_y(max(0.0, top - part.h * scale / 2))


def _row(desk: Desk, place: int, line: Line, box: Box) -> None:
    kit, ui = desk.kit, desk.ui
    hot, chosen = kit.hot(f"line-{place}", box), ui.chosen == line.key
    if chosen or hot.hovered:
        kit.plate(box, kit.colours.down if chosen else kit.colours.hover.fade(0.4), 3)
    x = box.x + 8 + line.depth * INDENT
    if not line.leaf:
        kit.icon("arrow_down" if line.open else "arrow_right", x - 3, box.y + 6, 13, kit.colours.second)
    x += 16
    if line.side:
        kit.plate(Box(x, box.y + 5, 3, box.h - 10), desk.ink_of(line.side), 1)
    ink = kit.colours.action if chosen else kit.colours.second if line.spent else kit.colours.text
    bar_left = box.right - RIGHT_OF_BAR - 76
    room = (bar_left if line.full else box.right - RIGHT_OF_BAR) - x - 18
    kit.text(line.name, x + 9, box.y + 3, ink, size=14.5, font="body" if line.leaf else "strong", room=room)
    if line.full:
        _strength(desk, line, Box(bar_left, box.y + 5, 70, 7))
    kit.text(line.note, box.right - 8, box.y + 4, kit.colours.second, size=13, align=1.0, room=RIGHT_OF_BAR - 16)
    if hot.hovered:
        kit.tip = Tip(line.name, tuple(words for words in (condition(line), line.note) if words))
    if hot.clicked:
        _clicked(desk, line, twice=chosen and imgui.is_mouse_double_clicked(0))
    if hot.hovered and imgui.is_mouse_double_clicked(0):
        go(desk.commands, line)


def _strength(desk: Desk, line: Line, box: Box) -> None:
    kit, share = desk.kit, line.now / line.full
    bar(kit, box, share, ENERGY_GOOD if share > 0.5 else energy_ink(share))
    if line.energy is not None:
        below = Box(box.x, box.bottom + 3, box.w, 3)
        kit.plate(below, BLACK.fade(0.5), 1)
        kit.plate(Box(below.x, below.y, below.w * max(0.0, min(1.0, line.energy)), 3), energy_ink(line.energy), 1)


def _clicked(desk: Desk, line: Line, *, twice: bool) -> None:
    if (not line.leaf and desk.ui.chosen == line.key and not twice) or (not line.leaf and not line.open):
        desk.ui.toggled ^= {line.key}
    choose(desk.ui, line)


# ------------------------------------------------------------------------------------------------- what it does


def choose(ui: UiState, line: Line) -> None:
    """Choose a line: its units are marked on the map."""
    ui.chosen, ui.marked = line.key, line.units


def go(commands: Any, line: Line) -> None:
    """Bring the units of a line into view, or the place where they are to arrive."""
    if line.units:
        commands.go_to(line.units)
    elif line.hex is not None:
        commands.jump(line.hex)


def deed_of(screen: Any, key: str, shift: bool) -> Callable[[], object] | None:
    """Return the deed of a key while the order of battle is open and nothing else asks for an answer."""
    ui, hand = screen.ui, screen.interaction
    if ui.panel != NAME or hand.question is not None or hand.plan is not None or hand.aimed is not None:
        return None
    rows = lines(screen.adapter, ui.tab, ui.toggled)
    place = next((place for place, line in enumerate(rows) if line.key == ui.chosen), None)
    line = rows[place] if place is not None else None
    steps = {"arrow_down": 1, "arrow_up": -1, "page_down": 10, "page_up": -10}
    if key in steps:
        return lambda: _step(ui, rows, place, steps[key])
    if key == "tab":
        names = list(TABS)
        return lambda: open_tab(ui, names[(names.index(ui.tab) + (-1 if shift else 1)) % len(names)])
    if line is None:
        return None
    if key in ("arrow_right", "arrow_left"):
        return lambda: _fold(ui, rows, line, key == "arrow_right")
    return (lambda: go(screen, line)) if key == "enter" else None


def _step(ui: UiState, rows: list[Line], place: int | None, by: int) -> None:
    if rows:
        there = 0 if place is None else min(max(0, place + by), len(rows) - 1)
        choose(ui, rows[there])
        ui.reveal = True


def _fold(ui: UiState, rows: list[Line], line: Line, open_: bool) -> None:
    """Open a formation or close it; from a unit to the formation above it."""
    if not line.leaf and line.open != open_:
        ui.toggled ^= {line.key}
    elif not open_:
        above = [other for other in rows if not other.leaf and line.key.startswith(other.key + "/")]
        if above:
            choose(ui, above[-1])
            ui.reveal = True


# ------------------------------------------------------------------------------------------------- on the map


def draw_marks(desk: Desk, scene: Any) -> None:
    """Rings around the units of the line that is chosen, from far away around their formations."""
    if desk.ui.panel != NAME or not desk.ui.marked:
        return
    kit, wanted = desk.kit, frozenset(desk.ui.marked)
    with kit.behind():
        for box in _places(desk, scene, wanted):
            kit.outline(box.inset(-2), BLACK.fade(0.65), 7, 5)
            kit.outline(box.inset(-2), kit.colours.action, 7, 2.5)


def _places(desk: Desk, scene: Any, wanted: frozenset[int]) -> list[Box]:
    scale = desk.kit.scale
    if scene.formations.shown:
        drawn = zip(scene.formations.specs, scene.formations.on_screen(scene.camera), strict=True)
        return [
            Box(box.left / scale, box.low / scale, (box.right - box.left) / scale, (box.high - box.low) / scale)
            for spec, box in drawn
            if box is not None and wanted & set(spec.keys)
        ]
    half, found = scene.camera.px_per_hex * 0.46 / scale, []
    for hex_ in {desk.adapter.where(unit) for unit in wanted} - {None}:
        pixel = scene.project(hex_)
        if pixel is not None:
            found.append(Box(pixel[0] / scale - half, pixel[1] / scale - half, 2 * half, 2 * half))
    return found
