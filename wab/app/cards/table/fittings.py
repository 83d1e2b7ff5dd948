"""The print on a board and the fittings around it: frame, dotted section lines, base lines, medal tracks."""

from __future__ import annotations

import numpy as np

from wab.app.cards.looks.palette import TableColours
from wab.app.cards.looks.specs import BoardSpec, TrackSpec
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.solids import Solid, box, disc, joined, polygon
from wab.app.gfx.stock import Put
from wab.app.gfx.theme import Rgba
from wab.app.window.camera import Rect

RIM = 0.16  # hex widths of the frame around the board
TRACK_DEPTH, SOCKET = 0.66, 0.60  # of a medal track, and from one place on it to the next
TRACK_GAP = 0.10
DOT, DOT_STEP = 0.050, 0.155


def table_rect(rect: Rect) -> Rect:
    """The board with its frame and the medal tracks next to it."""
    wide = RIM + TRACK_GAP + TRACK_DEPTH + 0.06
    return Rect(rect.left - wide, rect.bottom - RIM, rect.right + wide, rect.top + RIM)


def frame(rect: Rect, colours: TableColours) -> list[Put]:
    """The cardboard edge around the board."""
    wide, high = rect.right - rect.left, rect.top - rect.bottom
    x, y = (rect.left + rect.right) / 2, (rect.bottom + rect.top) / 2
    parts, inner = [], RIM * 0.72
    for tint, start, width in ((colours.frame_edge, inner, RIM - inner), (colours.frame, 0.0, inner)):
        away = start + width / 2
        for side in (-1, 1):
            parts.append(box(x, y + side * (high / 2 + away), -0.05, (wide + 2 * (start + width), width, 0.065), tint))
            parts.append(box(x + side * (wide / 2 + away), y, -0.05, (width, high + 2 * start, 0.065), tint))
    return [Put(joined(parts))]


def section_lines(board: BoardSpec, relief: BoardRelief, colours: TableColours) -> list[Put]:
    """The dotted red lines between the sections, each dot on a light one (CRD-4.0-3)."""
    y = np.arange(relief.rect.bottom + DOT_STEP / 2, relief.rect.top, DOT_STEP)
    outer, inner = _spot(DOT * 0.82, colours.frame.fade(0.75)), _spot(DOT * 0.60, colours.section.fade(0.95))
    found = []
    for line in board.section_lines:
        x = relief.rect.left + line
        heights = relief.at(np.stack([np.full_like(y, x), y], axis=1))
        for place, height in zip(y, heights, strict=True):
            found += [Put(outer, x, float(place), float(height)), Put(inner, x, float(place), float(height))]
    return found


def base_lines(board: BoardSpec, relief: BoardRelief, colours: TableColours) -> list[Put]:
    """A band of the side's colour along its base line (CRD-4.0-5)."""
    rect, found = relief.rect, []
    for side, edge in ((board.south, rect.bottom - RIM * 0.36), (board.north, rect.top + RIM * 0.36)):
        band = box(
            (rect.left + rect.right) / 2,
            edge,
            0.015,
            (rect.right - rect.left, RIM * 0.42, 0.006),
            colours.figures[side - 1],
        )
        found.append(Put(band))
    return found


def track_places(board: BoardSpec, rect: Rect, track: TrackSpec) -> list[tuple[float, float]]:
    """The places of a side's medal track, the first next to the lower left corner of the board as that side sees it
    (CRD-3-3).
    """
    facing = 1 if track.side == board.south else -1
    x, y = (rect.left, rect.bottom - RIM) if facing > 0 else (rect.right, rect.top + RIM)
    x -= facing * (RIM + TRACK_GAP + TRACK_DEPTH / 2)
    return [(x, y + facing * SOCKET * (k + 0.58)) for k in range(track.goal)]


def track_boards(board: BoardSpec, rect: Rect, tracks: tuple[TrackSpec, ...], colours: TableColours) -> list[Put]:
    """The strips of felt with a ring for every medal that is needed."""
    found = []
    for track in tracks:
        places = track_places(board, rect, track)
        x, y = places[0][0], (places[0][1] + places[-1][1]) / 2
        long = abs(places[-1][1] - places[0][1]) + SOCKET * 1.1
        felt, line = colours.felt[track.side - 1], colours.edge[track.side - 1]
        parts = [box(x, y, -0.02, (TRACK_DEPTH + 0.05, long + 0.05, 0.030), colours.frame_edge)]
        parts += [
            box(x, y, -0.02, (TRACK_DEPTH + 0.02, long + 0.02, 0.033), line.shade(0.75)),
            box(x, y, -0.02, (TRACK_DEPTH, long, 0.036), felt),
        ]
        for place in places:
            parts.append(_ring(0.235, 0.205, line).moved(*place, 0.0175))
        found.append(Put(joined(parts)))
    return found


def _spot(radius: float, tint: Rgba) -> Solid:
    return polygon([(x, y, 0.0) for x, y in disc(radius, 8)], tint)


def _ring(outer: float, inner: float, tint: Rgba) -> Solid:
    a, b = disc(outer, 20), disc(inner, 20)
    parts = []
    for k in range(20):
        n = (k + 1) % 20
        parts.append(polygon([(*b[k], 0.0), (*a[k], 0.0), (*a[n], 0.0), (*b[n], 0.0)], tint))
    return joined(parts)
