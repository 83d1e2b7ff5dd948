"""The layout of the panels: one place for the measures of the battle screen, in logical pixels."""

from __future__ import annotations

from typing import NamedTuple

from wab.app.cardkit.face import RATIO
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box

MARGIN = 10.0
TOP = float(METRICS.top_bar)
CARD, SLIM = 116.0, 74.0
STRIP = CARD * RATIO + 2 * MARGIN
LEFT, RIGHT, TABS = 250.0, 276.0, 34.0
LOW = 106.0
"""Height of the text about a hex of a wide board, which stands below the board."""
STAGE, TABLE = 330.0, 340.0
NARROW = 1150.0  # in a window less wide, only the card in force lies next to the hand
BOOK, WIDE_ENOUGH = 580.0, 1400.0
"""The rule book, and how wide a window is in which the board has room next to it."""
STAGE_NARROW, TABLE_NARROW = 280.0, 88.0
WIDE = 1.25  # so much wider than the room between the panels, a board is laid below them
FLAT, FLAT_CARD = 640.0, 126.0
"""A window less high leaves its height to the board: cards are as high as this, all panels stand on the right."""


def is_flat(screen: Box) -> bool:
    """Tell whether a window has little height, as with large letters on a small screen."""
    return screen.h < FLAT


def strip(screen: Box) -> float:
    """Return the height of the strip at the foot of the window: hand, table, what to do."""
    return FLAT_CARD + 2 * MARGIN if is_flat(screen) else STRIP


def hex_panel(screen: Box, high: float, *, wide: bool) -> Box:
    """Return what is under the pointer, on the left below the top bar, where `room_left` and LOW keep the board
    away; in a flat window on the right below the tabs, unless a wide board lies there.
    """
    if is_flat(screen) and not wide:
        return Box(screen.w - RIGHT - MARGIN, TOP + MARGIN + TABS + 6, RIGHT, high)
    return Box(MARGIN, TOP + MARGIN, LEFT, high)


class Table(NamedTuple):
    """The sizes of a table in hex widths: the board, the board with its medal tracks, the track left of the board."""

    board: tuple[float, float]
    whole: tuple[float, float]
    track: float


class Margins(NamedTuple):
    """The part of the window that the table leaves free: left, top, right, below. A wide board lies below panels."""

    sides: tuple[float, float, float, float]
    wide: bool


def margins(screen: Box, table: Table, book: float | None) -> Margins:
    """Return the margins of a table: next to the panels, for a wide board between them. `book` is the width of the open
    rule book.
    """
    low, flat = strip(screen), is_flat(screen)
    top, right = TOP + (4.0 if flat else MARGIN), (RIGHT if book is None else book) + 2 * MARGIN
    high = screen.h - low - top
    left = MARGIN if flat else room_left(screen.w - right, high, table)
    wide = table.board[0] / table.board[1] > WIDE * (screen.w - left - right) / high
    if not wide:
        return Margins((left, top, right, low), wide)
    return Margins((MARGIN, TOP + LOW + 2 * MARGIN, MARGIN if book is None else right, low), wide)


def room_left(free: float, high: float, table: Table) -> float:
    """The margin of the table on the left that has the board begin next to the panel of hexes.

    `free` is the width from the left edge of the window to the panels on the right, `high` the height for the table.
    The track, at the foot of the table, may lie below the panel.
    """
    beside = LEFT + 2 * MARGIN
    unit = min((free - beside) / (table.whole[0] - table.track), high / table.whole[1])
    return max(MARGIN, beside - table.track * unit)


def side_panel(screen: Box, stage_top: float) -> Box:
    """Journal, summary and the like, on the right down to what is to be done."""
    top = TOP + MARGIN
    return Box(screen.w - RIGHT - MARGIN, top, RIGHT, max(120.0, stage_top - top - MARGIN))


def book_panel(screen: Box, stage_top: float) -> Box | None:
    """The rule book, on the right next to the board, down to what is to be done; None if a window is too narrow."""
    if screen.w < WIDE_ENOUGH:
        return None
    top = TOP + MARGIN
    return Box(screen.w - BOOK - MARGIN, top, BOOK, min(screen.h - strip(screen), stage_top - MARGIN) - top)


def table_panel(screen: Box) -> Box:
    """The cards on the table, at the foot on the left."""
    wide = TABLE if screen.w >= NARROW else TABLE_NARROW
    return Box(MARGIN, screen.h - strip(screen) + MARGIN, wide, strip(screen) - 2 * MARGIN)


def stage_width(screen: Box) -> float:
    """Return how wide the panel is that says what is to be done."""
    return STAGE if screen.w >= NARROW else STAGE_NARROW


def stage_panel(screen: Box, high: float) -> Box:
    """Return what is to be done, at the foot on the right; it grows upwards."""
    wide = stage_width(screen)
    return Box(screen.w - wide - MARGIN, screen.h - MARGIN - high, wide, high)


def hand_room(screen: Box) -> Box:
    """The room between them for the hand."""
    left, right = table_panel(screen).right + MARGIN, screen.w - stage_width(screen) - 2 * MARGIN
    return Box(left, screen.h - strip(screen) + MARGIN, right - left, strip(screen) - 2 * MARGIN)


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
