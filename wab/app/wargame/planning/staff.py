"""The orders that the staff would give in the player's place: a paper, and an arrow on the map for each order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from ai.agents import Advice
from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import Box, Tip
from wab.app.wargame.adapter.typography import typographic
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.hexes import HexId
from wab.locale import _

WIDE = 430.0
_HEAD, _SHORTEST = 15.0, 26.0  # pixels at 100 %
_BRIGHT = 6  # lines of the paper whose arrows are drawn in full; in a great battle the others would hide them
_END = 0.28  # of the way: how far an arrow stays away from the middle of both hexes


def is_open(desk: Desk) -> bool:
    """The staff has been asked."""
    return desk.ui.panel == "staff"


@dataclass(frozen=True)
class _Entry:
    """A line of the paper, in lines that fit: the order, and below it what it is done with and what for."""

    advice: Advice
    order: list[str]
    notes: list[str]

    @property
    def high(self) -> float:
        """The height of the entry, with the gap below it."""
        return 18.0 * len(self.order) + 16.0 * len(self.notes) + 12.0


def draw(desk: Desk) -> None:
    """The paper, while it is open; opening it asks the staff."""
    if not is_open(desk):
        return
    desk.battle.ask_advice()
    kit, advice = desk.kit, desk.battle.advice
    entries = desk.kept("staff-paper", lambda: _entries(desk, advice or ()), advice, kit.scale)
    deep = sum(entry.high for entry in entries)
    box = list_box(desk, WIDE, 34 + 16 + (deep if entries else 26) + 8)
    with kit.panel("staff", box, title=_("Staff plan"), icon="star", closes=True) as panel:
        y = panel.box.y + 10
        if not entries:
            kit.text(_empty(desk, advice), box.x + 14, y, kit.colours.second, size=14, room=WIDE - 28)
        part = Box(box.x, y, box.w, box.bottom - y - 6)
        with kit.scroll("staff-rows", part, deep) as shown:
            y = shown.top
            for place, entry in enumerate(entries):
                _row(desk, place, entry, Box(box.x, y, box.w - 12, entry.high - 4))
                y += entry.high
        if panel.closed:
            desk.ui.panel = ""


def _entries(desk: Desk, advice: Sequence[Advice]) -> list[_Entry]:
    room, found = WIDE - 62, []
    for one in advice:
        notes = typographic(" ".join(str(note) for note in one.notes))
        order = desk.kit.lines(typographic(str(one.text)), room, "medium", 14)
        found.append(_Entry(one, order, desk.kit.lines(notes, room, "body", 13) if notes else []))
    return found


def _empty(desk: Desk, advice: object) -> str:
    if not desk.interaction.to_act:
        return _("The staff speaks when it is your turn.")
    return _("The staff is at work…") if advice is None else _("The staff has nothing to propose.")


def _row(desk: Desk, place: int, entry: _Entry, box: Box) -> None:
    kit, line = desk.kit, entry.advice
    hot = kit.hot(f"staff-{place}", box)
    if hot.hovered:
        kit.plate(box.inset(6, 0), kit.colours.hover.fade(0.4), 3)
        kit.tip = Tip(typographic(str(line.text)), (_("Click to go there."),), "")
    ink, y = kit.colours.brass if line.main else kit.colours.text, box.y + 3
    kit.text(str(place + 1), box.x + 14, y, ink, size=14, font="strong")
    for words in entry.order:
        kit.text(words, box.x + 38, y, ink, size=14, font="medium")
        y += 18
    for words in entry.notes:
        kit.text(words, box.x + 38, y, kit.colours.second, size=13)
        y += 16
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
