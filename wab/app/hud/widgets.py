"""Widgets of the HUD made with the kit: buttons that say why they are off, bars, ticks, counters, tooltips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS, Rgba, colour
from wab.app.hud.kit import BLACK, WHITE, Box, Kit, Tip
from wab.locale import _

ENERGY_GOOD, ENERGY_FAIR, ENERGY_POOR = colour("8FCB6B"), colour("F0B53C"), colour("EA6E55")
PAPER, PAPER_INK, PAPER_SECOND = colour("EADFC0"), colour("2B2113"), colour("6B5A3C")


@dataclass(frozen=True)
class Action:
    """The words of a button and its silent facts: words, icon, key, and the reason why it is off ("" when it is on).

    `size`: height of a line of its words; `left`: they begin at its left edge. `key` is the default key; the button
    shows the key that the player has chosen.
    """

    label: str
    icon: str = ""
    key: str = ""
    kind: str = "normal"
    off: str = ""
    tip: str = ""
    clause: str = ""
    down: bool = False
    size: float = 15
    left: bool = False


def button(kit: Kit, name: str, box: Box, action: Action) -> bool:
    """A button. True when it was clicked; never when it is off."""
    hot = kit.hot(name, box)
    ink = _button_face(kit, box, action, hot.hovered, hot.held)
    whole = _button_words(kit, box, replace(action, key=kit.caption(action.key)), ink)
    if hot.hovered and (action.tip or action.off or action.clause or not whole):
        notes = (action.off,) if action.off and action.tip else ()
        kit.tip = Tip(action.tip or action.off or action.label, notes, action.clause, action.key)
    return hot.clicked and not action.off


def _button_face(kit: Kit, box: Box, action: Action, hovered: bool, held: bool) -> Rgba:
    colours, radius = kit.colours, METRICS.radius_button
    if action.off:
        kit.plate(box, colours.off, radius)
        kit.outline(box, colours.brass.fade(0.16), radius)
        return colours.off_text
    kit.plate(Box(box.x, box.y + 1, box.w, box.h), BLACK.fade(0.35), radius)
    if action.kind == "primary":
        top, bottom = colours.primary_top, colours.primary_bottom
        kit.graded(box, top.shade(1.06 if hovered else 1.0), bottom.shade(0.9 if held else 1.0), radius)
        kit.line(box.x + 4, box.y + 1, box.right - 4, box.y + 1, WHITE.fade(0.45))
        return colours.primary_text
    if action.kind == "danger":
        kit.graded(box, colours.danger_top, colours.danger_bottom, radius)
        return colours.text
    if held or action.down:
        kit.plate(box, colours.down, radius)
        kit.outline(box, colours.action, radius)
        return colours.action
    if hovered:
        kit.graded(box, colours.hover, colours.normal_top, radius)
        kit.outline(box, colours.action, radius)
    else:
        kit.graded(box, colours.normal_top, colours.normal_bottom, radius)
        kit.outline(box, colours.brass.fade(0.38), radius)
    kit.line(box.x + 4, box.y + 1, box.right - 4, box.y + 1, WHITE.fade(0.08))
    return colours.action if action.kind == "gold" else colours.text


def _button_words(kit: Kit, box: Box, action: Action, ink: Rgba) -> bool:
    """Draw the label. True if the button has one, and all of it is shown."""
    size = METRICS.icon
    if not action.label:
        kit.icon(action.icon, box.x + (box.w - size) / 2, box.y + (box.h - size) / 2, size, ink)
        return False
    chip = kit.width(action.key, "medium", 12) + 12 if action.key else 0.0
    room = box.w - 20 - (chip + 6 if chip else 0.0)
    icon = size + 7 if action.icon else 0.0
    label = kit.fitted(action.label, room - icon, "strong", action.size)
    wide = kit.width(label, "strong", action.size) + icon
    x = box.x + 10 + (0.0 if action.left else max(0.0, (room - wide) / 2))
    y = box.y + box.h / 2 - max(10.0, action.size / 2 + 1)
    if action.icon:
        kit.icon(action.icon, x, box.y + (box.h - size) / 2, size, ink)
    kit.text(label, x + icon, y, ink, size=action.size, font="strong")
    if chip:
        ground = BLACK.fade(0.22 if action.kind == "primary" else 0.30)
        key_cap(kit, action.key, box.right - 7, box.y + (box.h - 18) / 2, ink.fade(0.8), ground)
    return label == action.label


def key_cap(kit: Kit, key: str, right: float, y: float, ink: Rgba, ground: Rgba) -> None:
    """The key that does the same on its cap, 18 high, flush with `right`."""
    wide = kit.width(key, "medium", 12) + 12
    kit.plate(Box(right - wide, y, wide, 18), ground, 3)
    kit.text(key, right - wide / 2, y + 2, ink, size=12, font="medium", align=0.5)


def tick(kit: Kit, box: Box, ticked: bool, on: bool) -> None:
    """A tick box (the row around it feels the pointer)."""
    if ticked:
        kit.graded(box, kit.colours.primary_top, kit.colours.primary_bottom, 3)
        kit.icon("check", box.x + 2, box.y + 2, box.w - 4, kit.colours.primary_text)
    else:
        kit.plate(box, BLACK.fade(0.55), 3)
        kit.outline(box, kit.colours.brass.fade(0.5 if on else 0.2), 3)


def field(kit: Kit, name: str, box: Box, words: str, *, focus: bool = False) -> str:
    """A field in which the player writes; returns what stands in it now.

    `focus`: the keyboard goes there when the panel opens.
    """
    imgui.set_cursor_screen_pos(kit.at(box.x, box.y))
    imgui.push_item_width(box.w * kit.scale)
    if focus and imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    _changed, words = imgui.input_text(f"##{name}", words)
    imgui.pop_item_width()
    return str(words)


class Written(NamedTuple):
    """The text in a field, and whether Enter or Escape has just left it."""

    words: str
    entered: bool
    left: bool


def asked(kit: Kit, name: str, box: Box, words: str, *, focus: bool, secret: bool = False) -> Written:
    """A field for one answer: Enter gives it, Escape leaves. `focus`: the keyboard goes there now.

    `secret`: a point is shown for each letter.
    """
    imgui.set_cursor_screen_pos(kit.at(box.x, box.y))
    imgui.push_item_width(box.w * kit.scale)
    if focus:
        imgui.set_keyboard_focus_here()
    flags = int(imgui.InputTextFlags_.enter_returns_true) | int(imgui.InputTextFlags_.auto_select_all)
    if secret:
        flags |= int(imgui.InputTextFlags_.password)
    entered, words = imgui.input_text(f"##{name}", words, flags)
    if entered:  # Enter would take it up again
        imgui.internal.clear_active_id()
        imgui.set_window_focus(None)
    left = imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.escape)
    imgui.pop_item_width()
    return Written(str(words), bool(entered), bool(left))


def bar(kit: Kit, box: Box, share: float, ink: Rgba, *, parts: int = 0, mark: float | None = None) -> None:
    """A bar filled to a share of 1, cut into parts, with a mark across it."""
    radius, ink = METRICS.radius_bar, kit.palette.shown(ink)
    kit.plate(Box(box.x - 1, box.y - 1, box.w + 2, box.h + 2), BLACK.fade(0.5), radius)
    kit.plate(box, colour("171A15"), radius)
    wide = box.w * max(0.0, min(1.0, share))
    if wide >= 1:
        kit.graded(Box(box.x, box.y, wide, box.h), ink.shade(1.1), ink.shade(0.86), radius if wide > 4 else 0)
    for part in range(1, parts):
        x = box.x + box.w * part / parts
        kit.line(x, box.y, x, box.bottom, BLACK.fade(0.55))
    if mark is not None:
        x = box.x + box.w * mark
        kit.line(x, box.y - 3, x, box.bottom + 3, kit.colours.text, 2)


def energy_ink(share: float) -> Rgba:
    """Green, amber or red by how much is left."""
    return ENERGY_GOOD if share > 0.6 else ENERGY_FAIR if share > 0.33 else ENERGY_POOR


# ------------------------------------------------------------------------------------------------- tooltips


def tooltip(kit: Kit, x: float, y: float) -> None:
    """Draw the tooltip that was asked for in this frame, next to the pointer and inside the window."""
    tip = kit.tip if kit.tip_is_due() else None
    if tip is None:
        return
    tip = tip._replace(key=kit.caption(tip.key))
    room = 330.0
    title = kit.lines(tip.text, room, "strong", 14)
    notes = [line for note in tip.notes for line in kit.lines(note, room, "body", 13)]
    foot = f"{tip.clause}  ·  F2" if tip.clause else ""
    key = kit.width(tip.key, "medium", 12) + 12 if tip.key else 0.0
    wide = max(
        [kit.width(line, "strong", 14) for line in title] + [kit.width(line, "body", 13) for line in notes] + [40.0]
    )
    wide = max(wide + (key + 10 if key else 0), kit.width(foot, "report", 12)) + 24
    high = len(title) * 18 + len(notes) * 17 + (18 if foot else 0) + 18
    box = tip_place(kit.screen, (x, y), (wide, high), kit.tip_box, kit.hots, kit.covered.values())
    with kit.over():
        kit.plate(box, kit.colours.ground.fade(0.97), 5)
        kit.outline(box, kit.colours.brass.fade(0.55), 5)
        line = box.y + 8
        for words in title:
            kit.text(words, box.x + 12, line, size=14, font="strong")
            line += 18
        if tip.key:
            key_cap(kit, tip.key, box.right - 9, box.y + 8, kit.colours.second, kit.colours.raised)
        for words in notes:
            kit.text(words, box.x + 12, line, kit.colours.second, size=13)
            line += 17
        if foot:
            kit.text(foot, box.x + 12, line + 2, kit.colours.action.fade(0.85), size=12, font="report")


def tip_place(
    screen: Box,
    pointer: tuple[float, float],
    size: tuple[float, float],
    about: Box | None,
    others: Iterable[Box],
    windows: Iterable[Box] = (),
) -> Box:
    """Return where a tooltip of a size covers nothing that can be clicked: next to what it is about, or next to its
    window.

    If every place covers something it is the place that covers least; the pointer is never under it.
    """
    (x, y), (wide, high) = pointer, size
    target = about if about is not None and about.h < screen.h / 3 else Box(x - 8, y - 8, 16, 16)
    panels = list(windows)
    around = [panel for panel in panels if shared(panel, target) > 0.9 * target.w * target.h]
    own = min(around, key=lambda panel: panel.w * panel.h, default=target)
    across = min(max(6.0, x - 12 if target.w > wide else target.x), screen.w - wide - 6)
    level = min(max(6.0, target.y), screen.h - high - 6)
    places = (
        Box(across, max(target.bottom, y + 14) + 6, wide, high),
        Box(across, target.y - high - 6, wide, high),
        *(Box(part.right + 8, level, wide, high) for part in (target, own)),
        *(Box(part.x - wide - 8, level, wide, high) for part in (target, own)),
    )
    kept_off = [other for other in others if other != about]
    foreign = [panel for panel in panels if panel not in around]

    def badness(box: Box) -> float:
        outside = wide * high - shared(box, screen)
        under = sum(shared(box, other) for other in kept_off)
        return (
            40 * outside
            + 30 * shared(box, Box(x - 4, y - 4, 8, 8))
            + under
            + sum(0.3 * shared(box, panel) for panel in foreign)
        )

    return min(places, key=badness)


def shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


def key_name(key: str) -> str:
    """A key as it is written on a button, in the reader's language."""
    names = {
        "escape": _("Esc"), "enter": _("Enter"), "space": _("Space"), "tab": _("Tab"), "delete": _("Del"),
        "insert": _("Ins"), "home": _("Home"), "end": _("End"), "backspace": _("Backspace"),
        "page_up": _("PgUp"), "page_down": _("PgDn"), "arrow_left": _("Left"), "arrow_right": _("Right"),
        "arrow_up": _("Up"), "arrow_down": _("Down"), "-": "\u2212",
    }  # fmt: skip
    capital = key.upper()
    return names.get(key, capital if capital.lower() == key else key)  # some signs, such as \u00df, have no capital
