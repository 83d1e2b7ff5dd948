"""The places of the panels of a hex war in the window: the column of tools, lists next to it, the foot, the corner."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action
from wab.app.play.director import Director
from wab.app.wargame.ui.desk import Desk
from wab.locale import _

LEFT, TOP, STEP = 12.0, METRICS.top_bar + 16, METRICS.tool + 6.0
LEGEND = 270.0
WORDED = 186.0
"""Width of a tool with words."""
WORDS, VIEW = "words", ("fog", "names", "grid", "north", "3d")
"""The tool that shows words next to the icons, and tools that change the contents of the map."""
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


def tool_cells(desk: Desk) -> list[Cell]:
    """Return the place of each tool, in as many columns as needed, with a heading or a line before each group."""
    words = desk.ui.tool_words
    wide, step, gap = (WORDED, 34.0, 24.0) if words else (float(METRICS.tool), STEP, 10.0)
    low = METRICS.minimap[1] + 76 if has_small_map(desk) else LEFT
    bottom = max(TOP + 3 * STEP, desk.kit.screen.h - low)
    x, y, found = LEFT, float(TOP), []
    for number, (title, group) in enumerate(tool_groups(desk)):
        head = words or bool(number and y > TOP)
        if y > TOP and y + (gap if head else 0) + step > bottom:
            x, y = x + wide + 6, float(TOP)
            head = words
        if head:
            found.append(Cell(Box(x, y, wide, gap - 2), "", Action(title)))
            y += gap
        for name, action in group:
            if y > TOP and y + step - 6 > bottom:
                x, y = x + wide + 6, float(TOP)
            high = step - 4 if words else float(METRICS.tool)
            label = action.label or action.tip
            shown = replace(action, label=label, size=14, left=True) if words else replace(action, label="")
            found.append(Cell(Box(x, y, wide, high), name, shown))
            y += step
    return found


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
