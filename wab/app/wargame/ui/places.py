"""The places of the panels of a hex war in the window: the column of tools, lists next to it, the foot, the corner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action
from wab.app.play.director import Director
from wab.app.wargame.ui.desk import Desk
from wab.app.window.settings import KNOWN
from wab.locale import _

LEFT, TOP, STEP = 12.0, METRICS.top_bar + 16, METRICS.tool + 6.0
LEGEND = 270.0
WORDED = 186.0
"""Width of a tool with words."""
NEW, WIDE, SHORT = 172.0, 1400.0, 18
"""Width of a new tool with words, and of a window in which new tools have words; letters for which there is room."""
WORDS, MORE, VIEW = "words", "more", ("fog", "names", "grid", "north", "3d")
"""The tools that show words next to the icons, and more tools; tools that change the contents of the map."""
COLUMNS = 2
"""Columns of tools; others wait behind the tool for more."""
_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)
WORDS_ABOVE = 116.0  # pixels above the small map that the words on a hex may take beside tools with words
ABOVE_MAP = 270.0  # pixels above the bottom that small map and hex line take
LOWEST_WITH_MAP = 620.0  # in a lower window the small map makes way, and the journal as long as it is not opened
BAR, STRIP, CAPTION = 46.0, 146.0, 66.0
"""Heights of the bar over a show, of the strip below it, and of a strip that has words alone."""
TIGHT = 800.0  # height under which panels are drawn closer


class Cell(NamedTuple):
    """A tool in the column with its place, or the heading of a group: then there is no `name`."""

    box: Box
    name: str
    action: Action


def tool_groups(desk: Desk) -> list[tuple[str, list[tuple[str, Action]]]]:
    """The tools by group, each with its heading: lists and orders, overlays, what the map shows."""
    tools, layers = desk.commands.tools(), desk.adapter.layers
    view = [tool for tool in tools if tool[0] in VIEW]
    overlays = [tool for tool in tools if tool[0] in layers]
    rest = [tool for tool in tools if tool not in view and tool not in overlays]
    words = Action("", "menu", key="F12", tip=_("Tools without words") if desk.ui.tool_words else _("Tools with words"))
    groups = [(_("Troops"), rest), (_("Overlays"), overlays), (_("Map"), [*view, (WORDS, words)])]
    return [(title, group) for title, group in groups if group]


def has_words(desk: Desk, name: str) -> bool:
    """Tell whether a tool has words next to its icon: all have, or it is new and the window is wide."""
    uses = desk.ui.tool_uses
    is_new = uses is not None and uses.get(name, 0) < KNOWN and name not in ("", WORDS, MORE)
    return desk.ui.tool_words or (is_new and desk.kit.screen.w >= WIDE)


def tool_cells(desk: Desk) -> list[Cell]:
    """Return the place of each tool, with a heading or a line before each group.

    Two columns are shown. Where there are more tools, the last place of the second shows or hides the others.
    """
    groups, found = tool_groups(desk), list[Cell]()
    left = [Cell(_NOWHERE, name, action) for title, group in groups for name, action in (("", Action(title)), *group)]
    x, columns = LEFT, 0
    while left:
        columns += 1
        cells = _column(desk, left, x)
        left = left[len(cells) :]
        if columns == COLUMNS and left:
            last = cells.pop()
            action = Action("", "arrow_right", tip=_("More tools"))
            cells.append(Cell(replace_width(last.box), MORE, replace(action, down=desk.ui.more_tools)))
            left = [last, *left] if last.name and desk.ui.more_tools else left if desk.ui.more_tools else []
        found += cells
        x = max(cell.box.right for cell in cells) + 6
    return found


def _column(desk: Desk, left: Sequence[Cell], x: float) -> list[Cell]:
    """Place as many tools as have room in a column; at its top no line is needed before a group."""
    headed, worded = desk.ui.tool_words, any(has_words(desk, cell.name) for cell in left)
    step, gap = (34.0, 24.0 if headed else 10.0) if worded else (STEP, 10.0)
    low = METRICS.minimap[1] + (WORDS_ABOVE if worded else 76) if has_small_map(desk) else LEFT
    bottom = max(TOP + 3 * STEP, desk.kit.screen.h - low)
    y, found = float(TOP), list[Cell]()
    for place, (_box, name, action) in enumerate(left):
        needed = step if name else gap + step
        if found and y + needed - 6 > bottom:
            break
        if not name:
            high = gap if headed or (place and found) else 0.0
            found.append(Cell(Box(x, y, WORDED if headed else METRICS.tool, max(0.0, high - 2)), "", action))
            y += high
            continue
        words = has_words(desk, name)
        wide = (WORDED if headed else NEW) if words else float(METRICS.tool)
        high = step - 4 if worded else float(METRICS.tool)
        shown = (
            replace(action, label=_label(action, headed), size=14, left=True) if words else replace(action, label="")
        )
        found.append(Cell(Box(x, y, wide, high), name, shown))
        y += step
    return found


def _label(action: Action, whole: bool) -> str:
    """Return the words next to an icon; a new tool has as many as stand before a comma or a colon."""
    words = action.label or action.tip
    return words if whole else re.split("[,:\u00a0]", words, maxsplit=1)[0] if len(words) > SHORT else words


def replace_width(box: Box) -> Box:
    """Return a place as wide as an icon."""
    return Box(box.x, box.y, float(METRICS.tool), box.h)


def has_small_map(desk: Desk) -> bool:
    """Tell whether there is room for the small map, and for the strip of the journal next to it."""
    return desk.kit.screen.h >= LOWEST_WITH_MAP


def strip_left(desk: Desk) -> float:
    """Return the left edge of the strip at the foot of the window: next to the small map, or next to the tools."""
    return LEFT + METRICS.minimap[0] + 14 if has_small_map(desk) else list_left(desk)


def strip_high(show: Director) -> float:
    """Return the height of the strip: a show of a single scene has no more than its words."""
    return STRIP if len(show.programme.shown) > 1 or show.programme.strip else CAPTION


def list_left(desk: Desk) -> float:
    """Return the left edge of the lists next to the tools."""
    return max(cell.box.right for cell in tool_cells(desk)) + 8


def list_box(desk: Desk, wide: float, high: float, below: float = ABOVE_MAP) -> Box:
    """Return the place of a list next to the tools, reaching down at most to `below` pixels above the bottom.

    Also stores the right edge in `list_right`, which the map reads.
    """
    if not has_small_map(desk):
        below = LEFT
    left = list_left(desk) + (LEGEND + 8 if desk.ui.overlay else 0)
    box = Box(left, TOP, wide, min(high, desk.kit.screen.h - TOP - below))
    desk.ui.list_right = box.right
    return box


def is_tight(desk: Desk) -> bool:
    """A low window: panels are drawn closer."""
    return desk.kit.screen.h < TIGHT


def corner_box(desk: Desk) -> Box:
    """Return the place of the buttons in the lower right corner; the panel of units ends above them."""
    screen, high = desk.kit.screen, 46 if is_tight(desk) else 102
    return Box(screen.w - METRICS.side_panel - 12, screen.h - high - 12, METRICS.side_panel, high)
