"""The list of all keys, as they are laid now."""

from __future__ import annotations

from typing import NamedTuple

from wab.app.hud.box import Scrolled
from wab.app.hud.kit import Box, Kit
from wab.app.hud.widgets import Action, button
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.key_groups import FIXED_ROWS, HEX_ROOM, PLAN_ROOM, POINTER
from wab.app.wargame.ui.key_list import KeySection, key_sections
from wab.app.wargame.ui.places import TOP
from wab.app.window.key_actions import CAMERA, WINDOW
from wab.locale import _

WIDE, ROW, HEAD, FOOT = 900.0, 23.0, 30.0, 52.0
KEY_ROOM = 136.0
SIZE, NEXT_LINE = 14.5, 18.0


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != "keys":
        return
    kit = desk.kit
    wide = min(WIDE, kit.screen.w - 24)
    columns = _columns([_broken(kit, section, wide / 2 - KEY_ROOM - 30) for section in _sections(desk)])
    high = max(_height(column) for column in columns)
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
    """Return the sections of the system with its lists and aims, then the sections of all screens."""
    own = desk.adapter.system
    aims = [group.room for group in desk.bindings.groups if own in group.over]
    rooms = (HEX_ROOM, CAMERA.room, own, PLAN_ROOM, *aims, POINTER.room, WINDOW.room)
    return key_sections(desk.bindings, rooms, FIXED_ROWS)


class _Section(NamedTuple):
    """A section as it is drawn: the keys of each row, and the lines of what they do."""

    title: str
    rows: tuple[tuple[str, list[str]], ...]

    @property
    def high(self) -> float:
        return HEAD + sum(_high(lines) for _key, lines in self.rows) + 8


def _high(lines: list[str]) -> float:
    return ROW + (len(lines) - 1) * NEXT_LINE


def _broken(kit: Kit, section: KeySection, room: float) -> _Section:
    """Break the words of a section into lines for the room next to their keys; nothing is cut."""
    return _Section(section.title, tuple((key, kit.lines(words, room, "body", SIZE)) for key, words in section.rows))


def _height(column: list[_Section]) -> float:
    return sum(section.high for section in column)


def _columns(sections: list[_Section]) -> tuple[list[_Section], list[_Section]]:
    """In two columns of about the same height."""
    left: list[_Section] = []
    right: list[_Section] = []
    for section in sections:
        (left if _height(left) <= _height(right) else right).append(section)
    return left, right


def _column(desk: Desk, sections: list[_Section], box: Box, shown: Scrolled) -> None:
    kit, y = desk.kit, box.y + 4
    for section in sections:
        kit.heading(section.title, Box(box.x + 20, y, box.w - 40, 18), kit.colours.action)
        y += HEAD
        for key, lines in section.rows:
            if shown.shows(y, _high(lines)):
                kit.text(key, box.x + KEY_ROOM, y, kit.colours.action, size=SIZE, font="strong", align=1.0)
                for number, line in enumerate(lines):
                    kit.text(line, box.x + KEY_ROOM + 14, y + number * NEXT_LINE, size=SIZE)
            y += _high(lines)
        y += 8


def _buttons(desk: Desk, box: Box) -> None:
    kit, y = desk.kit, box.bottom - 44
    tip = _("Read and search the rules.")
    if button(kit, "keys-rules", Box(box.right - 172, y, 158, 36), Action(_("Rules"), "", "F2", tip=tip)):
        desk.ui.panel = "rules"
    tip = _("Keys can be changed in the settings.")
    if button(kit, "keys-change", Box(box.right - 344, y, 164, 36), Action(_("Settings"), "gear", "F10", tip=tip)):
        desk.commands.settings()
