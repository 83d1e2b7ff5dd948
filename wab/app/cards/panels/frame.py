"""Where the panels lie: one place for the measures of the battle screen, in logical pixels."""

from __future__ import annotations

from wab.app.cards.cardface import RATIO
from wab.app.kit import Box
from wab.app.theme import METRICS

MARGIN = 10.0
NEAR = 90.0  # as near as the pointer may come to what is told about the hex below it
TOP = float(METRICS.top_bar)
CARD, SLIM = 116.0, 74.0
STRIP = CARD * RATIO + 2 * MARGIN
"""Height of the strip at the foot of the window: hand, table, what to do."""
LEFT, RIGHT = 262.0, 276.0
TRACK = 110.0
"""So much of the panel on the left, there only while something is pointed at, may lie over the medal track."""
STAGE, TABLE = 330.0, 292.0
NARROW = 1150.0  # in a window less wide, only the card in force lies beside the hand
STAGE_NARROW, TABLE_NARROW = 280.0, 88.0


def hex_panel(screen: Box, high: float, pointer: tuple[float, float]) -> Box:
    """What is under the pointer, on the left below the top bar; further right while the pointer is there."""
    usual = Box(MARGIN, TOP + MARGIN, LEFT, high)
    if pointer > (0.0, 0.0) and usual.inset(-NEAR).holds(*pointer):
        return Box(screen.w - RIGHT - LEFT - 3 * MARGIN, usual.y, LEFT, high)
    return usual


def side_panel(screen: Box, stage_top: float) -> Box:
    """Journal, summary and the like, on the right down to what is to be done."""
    top = TOP + MARGIN
    return Box(screen.w - RIGHT - MARGIN, top, RIGHT, max(120.0, stage_top - top - MARGIN))


def table_panel(screen: Box) -> Box:
    """The cards on the table, at the foot on the left."""
    wide = TABLE if screen.w >= NARROW else TABLE_NARROW
    return Box(MARGIN, screen.h - STRIP + MARGIN, wide, STRIP - 2 * MARGIN)


def stage_width(screen: Box) -> float:
    """How wide the panel is that says what is to be done."""
    return STAGE if screen.w >= NARROW else STAGE_NARROW


def stage_panel(screen: Box, high: float) -> Box:
    """What is to be done, at the foot on the right; it grows upwards."""
    wide = stage_width(screen)
    return Box(screen.w - wide - MARGIN, screen.h - MARGIN - high, wide, high)


def hand_room(screen: Box) -> Box:
    """The room between them for the hand."""
    left, right = table_panel(screen).right + MARGIN, screen.w - stage_width(screen) - 2 * MARGIN
    return Box(left, screen.h - STRIP + MARGIN, right - left, STRIP - 2 * MARGIN)


def hand_boxes(screen: Box, count: int, gap: float = 8.0) -> list[Box]:
    """The places of so many cards side by side in the middle of the room: narrower ones where there is little, and
    over one another where even those have too little."""
    room = hand_room(screen)
    if not count:
        return []
    card = min(CARD, max(SLIM, (room.w - gap * (count - 1)) / count))
    step = min(card + gap, (room.w - card) / max(1, count - 1))
    left = room.x + (room.w - card - step * (count - 1)) / 2
    return [Box(left + step * number, room.y, card, room.h) for number in range(count)]
