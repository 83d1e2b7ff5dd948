"""Draws the card that lies open next to the map: it turns over, then the sentences follow one by one."""

from __future__ import annotations

from math import cos, pi

from wab.app.cardkit.face import RATIO, card_box, draw_back, draw_face
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import BAR, strip_high
from wab.locale import ngettext

WIDE, LIST, EDGE, LINE, GAP = 176.0, 300.0, 12.0, 18.0, 10.0
UP = 0.5
"""The part of the turn after which the face is seen."""


def draw(desk: Desk) -> None:
    """Draw the card with its sentences; a click on the card puts it away."""
    card = desk.open_card
    if card is None or card.face is None:
        return
    if desk.show is None and desk.interaction.shown_unit is not None:
        return  # the panel of the unit lies there; the card comes back after it
    kit, at = desk.kit, _corner(desk)
    box = card_box(at.x if desk.show is not None else at.right - WIDE, at.y, WIDE)
    with kit.window("open-card", Box(box.x - 6, box.y - 6, box.w + 12, box.h + 16)):
        if card.left > UP:
            draw_back(kit, _turned(box, (1.0 - card.left) / (1.0 - UP)))
        else:
            draw_face(kit, _turned(box, 1.0 - card.left / UP, opens=True), card.face)
        clicked = kit.hot("open-card", box).clicked
    if card.remarks:
        _remarks(desk, card.remarks, Box(at.x, box.bottom + GAP, LIST, at.bottom - box.bottom - GAP))
    if clicked:
        card.put_away()


def _corner(desk: Desk) -> Box:
    """Return the free part of the window: at the right edge, or below the bar of a show."""
    screen, show = desk.kit.screen, desk.show
    if show is not None:
        top, left, low = METRICS.top_bar + BAR + 28.0, 24.0, strip_high(show) + METRICS.minimap[1]
    else:
        top, left, low = METRICS.top_bar + 24.0 + desk.ui.banner_high, screen.w - LIST - 24.0, METRICS.minimap[1] + 60.0
    return Box(left, top, LIST, max(WIDE * RATIO + GAP + 4 * LINE, screen.h - low - top))


def _turned(box: Box, share: float, *, opens: bool = False) -> Box:
    """Return the place of a card in the middle of its turn: the narrower, the nearer to its edge."""
    share = min(1.0, max(0.0, share))
    seen = max(0.04, cos(share * pi / 2) if not opens else 1.0)
    return Box(box.x + box.w * (1 - seen) / 2, box.y, box.w * seen, box.h)


def _remarks(desk: Desk, remarks: tuple[str, ...], room: Box) -> None:
    """Draw the last sentences for which there is room."""
    kit, wide = desk.kit, room.w - 2 * EDGE
    told, lines = list[list[str]](), 0
    for words in reversed(remarks):
        found = kit.lines(words, wide, "body", 14)
        if told and (lines + len(found) + 1) * LINE + 2 * EDGE > room.h:
            break
        told.insert(0, found)
        lines += len(found)
    hidden = len(remarks) - len(told)
    box = Box(room.x, room.y, room.w, 2 * EDGE + (lines + bool(hidden)) * LINE + 4 * len(told))
    with kit.slip("card-remarks", box):
        y = box.y + EDGE
        if hidden:
            words = ngettext("{count} before that", "{count} before that", hidden).format(count=hidden)
            kit.text(words, box.x + EDGE, y, kit.colours.second, size=13)
            y += LINE
        for number, part in enumerate(told):
            for line in part:
                ink = kit.colours.text if number == len(told) - 1 else kit.colours.second
                kit.text(line, box.x + EDGE, y, ink, size=14)
                y += LINE
            y += 4
