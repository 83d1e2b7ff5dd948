"""The list of all keys, as they are laid now."""

from __future__ import annotations

from wab.app.hud.box import Scrolled
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button
from wab.app.wargame.key_groups import FIXED_ROWS, HEX, POINTER
from wab.app.wargame.key_list import KeySection, key_sections
from wab.app.wargame.panels.tools import TOP
from wab.app.wargame.ui import Desk
from wab.app.window.key_actions import CAMERA, WINDOW
from wab.locale import _

WIDE, ROW, HEAD, FOOT = 900.0, 23.0, 30.0, 52.0
KEY_ROOM = 136.0


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != "keys":
        return
    kit = desk.kit
    columns = _columns(_sections(desk))
    high = max(_height(column) for column in columns)
    wide = min(WIDE, kit.screen.w - 24)
    box = Box((kit.screen.w - wide) / 2, TOP, wide, min(34 + 14 + high + FOOT, kit.screen.h - TOP - 8))
    with kit.panel("keys-list", box, title=_("Keys"), icon="question", closes=True, front=True, opacity=0.985) as panel:
        _buttons(desk, box)
        part = Box(box.x, panel.box.y + 8, box.w, panel.box.h - 8 - FOOT)
        with kit.scroll("keys-rows", part, high) as shown:
            for number, column in enumerate(columns):
                _column(desk, column, Box(box.x + number * wide / 2, shown.top, wide / 2, high), shown)
        if panel.closed:
            desk.ui.panel = ""


def _sections(desk: Desk) -> tuple[KeySection, ...]:
    """What the system has of its own with its lists and aims, then what all screens have."""
    own = desk.adapter.system
    aims = [group.room for group in desk.bindings.groups if own in group.over]
    return key_sections(desk.bindings, (HEX.room, CAMERA.room, own, *aims, POINTER.room, WINDOW.room), FIXED_ROWS)


def _height(column: list[KeySection]) -> float:
    return sum(HEAD + len(section.rows) * ROW + 8 for section in column)


def _columns(sections: tuple[KeySection, ...]) -> tuple[list[KeySection], list[KeySection]]:
    """In two columns of about the same height."""
    left: list[KeySection] = []
    right: list[KeySection] = []
    for section in sections:
        (left if _height(left) <= _height(right) else right).append(section)
    return left, right


def _column(desk: Desk, sections: list[KeySection], box: Box, shown: Scrolled) -> None:
    kit, y = desk.kit, box.y + 4
    for section in sections:
        kit.heading(section.title, Box(box.x + 20, y, box.w - 40, 18), kit.colours.action)
        y += HEAD
        for key, words in section.rows:
            if shown.shows(y, ROW):
                kit.text(key, box.x + KEY_ROOM, y, kit.colours.action, size=14.5, font="strong", align=1.0)
                kit.text(words, box.x + KEY_ROOM + 14, y, size=14.5, room=box.w - KEY_ROOM - 30)
            y += ROW
        y += 8


def _buttons(desk: Desk, box: Box) -> None:
    kit, y = desk.kit, box.bottom - 44
    tip = _("Read and search the rules.")
    if button(kit, "keys-rules", Box(box.right - 172, y, 158, 36), Action(_("Rules"), "", "F2", tip=tip)):
        desk.ui.panel = "rules"
    tip = _("Keys can be changed in the settings.")
    if button(kit, "keys-change", Box(box.right - 344, y, 164, 36), Action(_("Settings"), "gear", "F10", tip=tip)):
        desk.commands.settings()
