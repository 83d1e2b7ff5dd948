"""What the staff would do in the player's place: a paper line by line, and an arrow on the map for each."""

from __future__ import annotations

from math import hypot
from typing import Any

from ai.agents import Advice
from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import Box, Tip
from wab.app.wargame.panels.tools import list_box
from wab.app.wargame.typography import typographic
from wab.app.wargame.ui import Desk
from wab.hexes import HexId
from wab.locale import _

WIDE = 430.0
_HEAD, _SHORTEST = 15.0, 26.0  # pixels at 100 %
_BRIGHT = 6  # lines of the paper whose arrows are drawn in full; in a great battle the others would hide them
_END = 0.28  # of the way: how far an arrow stays away from the middle of both hexes


def is_open(desk: Desk) -> bool:
    """The staff has been asked."""
    return desk.ui.panel == "staff"


def draw(desk: Desk) -> None:
    """The paper, while it is open; opening it asks the staff."""
    if not is_open(desk):
        return
    desk.battle.ask_advice()
    kit, advice = desk.kit, desk.battle.advice
    rows = [(line, kit.lines(typographic(str(line.text)), WIDE - 62, "body", 14)) for line in advice or ()]
    high = 34 + 16 + (sum(len(lines) * 18 + 10 for _line, lines in rows) if rows else 26) + 8
    box = list_box(desk, WIDE, high)
    with kit.panel("staff", box, title=_("What the staff would do"), icon="star", closes=True) as panel:
        y = panel.box.y + 10
        if not rows:
            kit.text(_empty(desk, advice), box.x + 14, y, kit.colours.second, size=14, room=WIDE - 28)
        part = Box(box.x, y, box.w, box.bottom - y - 6)
        with kit.scroll("staff-rows", part, sum(len(lines) * 18 + 10 for _line, lines in rows)) as shown:
            y = shown.top
            for place, (line, lines) in enumerate(rows):
                deep = len(lines) * 18 + 6
                _row(desk, place, line, lines, Box(box.x, y, box.w - 12, deep))
                y += deep + 4
        if panel.closed:
            desk.ui.panel = ""


def _empty(desk: Desk, advice: object) -> str:
    if not desk.interaction.to_act:
        return _("The staff speaks when it is your turn.")
    return _("The staff is at work…") if advice is None else _("The staff has nothing to propose.")


def _row(desk: Desk, place: int, line: Advice, lines: list[str], box: Box) -> None:
    kit = desk.kit
    hot = kit.hot(f"staff-{place}", box)
    if hot.hovered:
        kit.plate(box.inset(6, 0), kit.colours.hover.fade(0.4), 3)
        kit.tip = Tip(typographic(str(line.text)), (_("Click to go there."),), "")
    ink = kit.colours.brass if line.main else kit.colours.text
    kit.text(str(place + 1), box.x + 14, box.y + 3, ink, size=14, font="strong")
    for number, words in enumerate(lines):
        kit.text(words, box.x + 38, box.y + 3 + number * 18, ink, size=14)
    if hot.clicked and line.goal >= 0:
        desk.commands.jump(line.goal)


def places(desk: Desk) -> list[HexId]:
    """The hexes between which the lines of the paper lead."""
    return sorted({hex_ for line in desk.battle.advice or () for hex_ in (line.start, line.goal) if hex_ >= 0})


# ------------------------------------------------------------------------------------------------- arrows


def draw_arrows(desk: Desk, scene: Any) -> None:
    """An arrow on the map for each line that leads from one hex to another, broad for the main effort."""
    if not is_open(desk) or desk.battle.advice is None:
        return
    with desk.kit.behind():
        for place, line in reversed(list(enumerate(desk.battle.advice))):
            if line.start >= 0 and line.goal >= 0 and line.start != line.goal:
                arrow(desk, scene, line, 0.8 if place < _BRIGHT else 0.4)


def arrow(desk: Desk, scene: Any, line: Advice, light: float) -> None:
    """The arrow of one line; `light` 0 to 1."""
    ends = [scene.project(line.start), scene.project(line.goal)]
    if any(end is None for end in ends):
        return
    kit = desk.kit
    (x0, y0), (x1, y1) = ((x / kit.scale, y / kit.scale) for x, y in ends)
    length = hypot(x1 - x0, y1 - y0)
    if length < _SHORTEST:
        return
    px = scene.camera.px_per_hex / kit.scale * _END
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    x0, y0, x1, y1 = x0 + dx * px, y0 + dy * px, x1 - dx * px, y1 - dy * px
    ink = kit.colours.brass if line.main else kit.colours.text.fade(light)
    thick = 7.0 if line.main else 4.0
    for shade, more in ((Rgba(0, 0, 0, round(180 * light)), 1.5), (ink, 0.0)):
        deep, wing = _HEAD * 1.5 + more, _HEAD * (0.9 if line.main else 0.7) + more
        root_x, root_y, tip_x, tip_y = x1 - dx * deep, y1 - dy * deep, x1 + dx * more, y1 + dy * more
        kit.line(x0, y0, root_x, root_y, shade, thick + 2 * more)
        left, right = ((root_x - turn * dy * wing, root_y + turn * dx * wing) for turn in (1, -1))
        kit.triangle(left, right, (tip_x, tip_y), shade)
