"""Unit symbols in the manner of NATO map symbols, our own drawing: a frame on whole pixels and what stands in it.

A drawing works in the frame: x and y run from 0 to 1 across its width and height. Ships and aircraft are silhouettes
without frame.
"""

from collections.abc import Callable
from dataclasses import dataclass

from art.painting.noise import Field
from art.painting.pen import Pair, Pen, arc, bend, star_points

WIDTHS = (24, 34, 42, 50)
HEIGHTS = {24: 15, 34: 20, 42: 24, 50: 29}
MARGIN = 2  # transparent pixels around a frame


@dataclass(frozen=True)
class Frame:
    """The inside of a symbol frame: turns the drawing's 0..1 into pixels and knows how thick lines are."""

    pen: Pen
    width: float
    height: float
    thickness: float

    def line(self, *points: Pair, closed: bool = False) -> None:
        """A line through points of the frame."""
        self.pen.line([self.at(*p) for p in points], self.thickness, closed=closed, round_ends=False)

    def dot(self, x: float, y: float, radius: float) -> None:
        """A disc; the radius is a part of the frame's height."""
        self.pen.disc(*self.at(x, y), radius * self.height)

    def ring(self, x: float, y: float, radius: float) -> None:
        """A small circle; the radius is a part of the frame's height."""
        self.pen.ring(*self.at(x, y), radius * self.height, self.thickness * 0.85)

    def fill(self, points: list[Pair], tone: float = 1.0) -> None:
        """A filled shape."""
        self.pen.shape([self.at(*p) for p in points], tone)

    def at(self, x: float, y: float) -> Pair:
        """Pixels of a place in the frame."""
        return MARGIN + 0.5 + x * self.width, MARGIN + 0.5 + y * self.height


def _crossed(f: Frame) -> None:
    f.line((0, 0), (1, 1))
    f.line((0, 1), (1, 0))


def _track_points() -> list[Pair]:
    left, right = arc(0.34, 0.5, 0.17, 0.28, 90, 180), arc(0.66, 0.5, 0.17, 0.28, 270, 180)
    return left + right


def _track(f: Frame) -> None:
    f.line(*_track_points(), closed=True)


def _mechanised(f: Frame) -> None:
    _crossed(f)
    _track(f)


def _motorised(f: Frame) -> None:
    _crossed(f)
    f.line((0.5, 0), (0.5, 1))


def _airborne(f: Frame) -> None:
    _crossed(f)
    f.line(*arc(0.42, 0.97, 0.085, 0.16, 0, 180))
    f.line(*arc(0.58, 0.97, 0.085, 0.16, 0, 180))


def _glider(f: Frame) -> None:
    _crossed(f)
    f.line((0.3, 0.86), (0.7, 0.86))
    f.line((0.5, 0.74), (0.5, 0.97))


def _ranger(f: Frame) -> None:
    _crossed(f)
    f.fill([(0.5, 0.06), (0.53, 0.2), (0.53, 0.62), (0.5, 0.66), (0.47, 0.62), (0.47, 0.2)])
    f.line((0.43, 0.66), (0.57, 0.66))
    f.line((0.5, 0.66), (0.5, 0.92))


def _artillery(f: Frame) -> None:
    f.dot(0.5, 0.5, 0.19)


def _artillery_heavy(f: Frame) -> None:
    f.dot(0.5, 0.5, 0.24)
    f.line((0.14, 0.3), (0.14, 0.7))
    f.line((0.86, 0.3), (0.86, 0.7))


def _rocket(f: Frame) -> None:
    f.dot(0.5, 0.74, 0.12)
    for top in (0.12, 0.3):
        f.line((0.4, top + 0.2), (0.5, top), (0.6, top + 0.2))


def _self_propelled(f: Frame) -> None:
    _track(f)
    f.dot(0.5, 0.5, 0.15)


def _assault_gun(f: Frame) -> None:
    _track(f)
    f.line((0.3, 0.74), (0.5, 0.3), (0.7, 0.74))


def _recon(f: Frame) -> None:
    f.line((0, 1), (1, 0))


def _anti_aircraft(f: Frame) -> None:
    f.line(*arc(0.5, 1.0, 0.4, 0.66, 0, 180))


def _anti_tank(f: Frame) -> None:
    f.line((0, 1), (0.5, 0), (1, 1))


def _engineer(f: Frame) -> None:
    f.line((0.26, 0.7), (0.26, 0.32), (0.74, 0.32), (0.74, 0.7))
    f.line((0.5, 0.32), (0.5, 0.7))


def _heavy_tank(f: Frame) -> None:
    f.fill(_track_points(), 0.42)
    _track(f)


def _coastal(f: Frame) -> None:
    f.dot(0.5, 0.36, 0.15)
    f.fill([(0.16, 0.98), (0.24, 0.66), (0.76, 0.66), (0.84, 0.98)])


def _bicycle(f: Frame) -> None:
    _crossed(f)
    f.ring(0.41, 0.8, 0.13)
    f.ring(0.59, 0.8, 0.13)


def _commander(f: Frame) -> None:
    f.pen.shape(star_points(*f.at(0.5, 0.54), f.height * 0.42))


def _headquarters(f: Frame) -> None:
    f.fill([(0, 0), (1, 0), (1, 0.3), (0, 0.3)])


def _supply(f: Frame) -> None:
    f.line((0, 0.68), (1, 0.68))


def _machine_gun(f: Frame) -> None:
    f.line((0.5, 0.14), (0.5, 0.86))
    f.line((0.42, 0.36), (0.5, 0.14), (0.58, 0.36))
    f.line((0.42, 0.74), (0.58, 0.74))


def _fortress(f: Frame) -> None:
    _crossed(f)
    f.fill(
        [
            (0, 0),
            (0.16, 0),
            (0.16, 0.2),
            (0.36, 0.2),
            (0.36, 0),
            (0.64, 0),
            (0.64, 0.2),
            (0.84, 0.2),
            (0.84, 0),
            (1, 0),
            (1, 0.08),
            (0, 0.08),
        ]
    )


FRAMED: dict[str, Callable[[Frame], None]] = {
    "infantry": _crossed,
    "armour": _track,
    "mechanised": _mechanised,
    "motorised": _motorised,
    "airborne": _airborne,
    "glider": _glider,
    "ranger": _ranger,
    "artillery": _artillery,
    "artillery_heavy": _artillery_heavy,
    "rocket": _rocket,
    "self_propelled": _self_propelled,
    "assault_gun": _assault_gun,
    "recon": _recon,
    "anti_aircraft": _anti_aircraft,
    "anti_tank": _anti_tank,
    "engineer": _engineer,
    "heavy_tank": _heavy_tank,
    "coastal": _coastal,
    "bicycle": _bicycle,
    "commander": _commander,
    "headquarters": _headquarters,
    "supply": _supply,
    "machine_gun": _machine_gun,
    "fortress": _fortress,
}


def framed(name: str, width: int) -> Field:
    """The line mask of a framed symbol, float32[height + margins, width + margins]."""
    height = HEIGHTS[width]
    thickness = {24: 1.25, 34: 1.5, 42: 1.75, 50: 2.0}[width]
    pen = Pen(width + 2 * MARGIN, height + 2 * MARGIN)
    frame = Frame(pen, width - 1.0, height - 1.0, thickness)
    FRAMED[name](frame)
    _erase_margin(pen, width, height)
    edge = [frame.at(0, 0), frame.at(1, 0), frame.at(1, 1), frame.at(0, 1)]
    pen.line(edge, max(thickness, 1.0), closed=True)
    return pen.mask()


def _erase_margin(pen: Pen, width: int, height: int) -> None:
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    pen.box(0, 0, wide, MARGIN, 0)
    pen.box(0, high - MARGIN, wide, high, 0)
    pen.box(0, 0, MARGIN, high, 0)
    pen.box(wide - MARGIN, 0, wide, high, 0)


# ---- silhouettes, on a ground of 50 x 29


def _hull(length: float, depth: float) -> list[Pair]:
    left, right = 25 - length / 2, 25 + length / 2
    return [(left, 18), (right, 17), (right - 2.5, 18 + depth), (left + 3, 18 + depth)]


def _turret(pen: Pen, x: float, y: float, size: float, ahead: float) -> None:
    pen.box(x - size, y - size * 0.9, x + size, y + 0.2, radius=0.4)
    pen.line([(x, y - size * 0.6), (x + ahead * size * 3, y - size * 1.0)], 0.9)


def _battleship(pen: Pen) -> None:
    pen.shape(_hull(47, 4.5))
    for x, y, ahead in ((9, 17.6, -1), (14, 15.4, -1), (37, 15.2, 1), (42, 17.4, 1)):
        _turret(pen, x, y, 2.0, ahead)
    pen.shape([(17, 17.6), (18, 12), (22, 12), (22, 8), (28, 8), (28.6, 11.5), (33, 11.5), (34, 17.6)])
    pen.box(24, 3.5, 26.4, 9)
    pen.line([(30.5, 3), (30.5, 12)], 0.9)


def _cruiser(pen: Pen) -> None:
    pen.shape(_hull(44, 3.8))
    for x, y, ahead in ((10.5, 17.6, -1), (36.5, 15.6, 1), (40.5, 17.4, 1)):
        _turret(pen, x, y, 1.6, ahead)
    pen.shape([(16, 17.6), (17, 13.5), (22, 13.5), (22, 10), (26, 10), (26, 13.5), (33, 13.5), (33.6, 17.6)])
    pen.shape([(18, 13.6), (18.8, 8.5), (21.2, 8.5), (21.2, 13.6)])
    pen.shape([(28, 13.6), (28.6, 9), (31, 9), (31, 13.6)])
    pen.line([(24.4, 4), (24.4, 11)], 0.8)


def _destroyer(pen: Pen) -> None:
    pen.shape(_hull(40, 3.0))
    for x, ahead in ((11.5, -1), (38.5, 1)):
        _turret(pen, x, 17.5, 1.5, ahead)
    pen.shape([(27, 17.4), (27, 12.5), (33, 12.5), (34, 17.4)])
    pen.shape([(20, 17.6), (20.6, 11.5), (24, 11.5), (24, 17.6)])
    pen.line([(29.5, 6.5), (29.5, 13)], 0.8)


def _monitor(pen: Pen) -> None:
    pen.shape(_hull(38, 5.0))
    _turret(pen, 34, 17.2, 3.4, 1)
    pen.shape([(16, 17.6), (17, 12), (25, 12), (26, 17.6)])
    pen.line([(21, 5), (21, 12)], 1.4)


def _landing_craft(pen: Pen) -> None:
    pen.shape([(6, 15), (37, 15), (43, 11), (44.5, 11), (42, 21), (9, 21)])
    pen.box(9, 10.5, 16, 15.4)
    pen.line([(12, 6.5), (12, 11)], 0.8)


def _transport(pen: Pen) -> None:
    pen.shape([(4, 15.5), (9, 16.5), (41, 16.5), (46.5, 14.5), (43.5, 21.5), (7, 21.5)])
    pen.box(20, 11, 30, 16.8)
    pen.box(23.5, 7.5, 26.5, 11.4)
    for x in (12.5, 36.5):
        pen.line([(x, 6.5), (x, 16.5)], 0.9)


def _aircraft(pen: Pen, span: float, length: float, engines: tuple[float, ...]) -> None:
    """Seen from above, flying up."""
    nose, tail = 14.5 - length / 2, 14.5 + length / 2
    half, wing = span / 2, nose + length * 0.36
    pen.shape(
        [
            (25 - half, wing + 1),
            (25, wing - 2.2),
            (25 + half, wing + 1),
            (25 + half, wing + 2.6),
            (25, wing + 3.4),
            (25 - half, wing + 2.6),
        ]
    )
    pen.shape(
        [(25, nose), (26.6, nose + 3), (26.4, tail - 4), (25.5, tail), (24.5, tail), (23.6, tail - 4), (23.4, nose + 3)]
    )
    pen.shape(
        [
            (25 - half * 0.36, tail - 2.6),
            (25, tail - 4),
            (25 + half * 0.36, tail - 2.6),
            (25 + half * 0.36, tail - 1.2),
            (25 - half * 0.36, tail - 1.2),
        ]
    )
    for x in engines:
        pen.box(25 + x - 1, wing - 3.4, 25 + x + 1, wing + 2.4, radius=0.8)


def _fighter_bomber(pen: Pen) -> None:
    _aircraft(pen, 25, 22, ())


def _bomber(pen: Pen) -> None:
    _aircraft(pen, 42, 27, (-12.5, -6.5, 6.5, 12.5))


def _spotter(pen: Pen) -> None:
    _aircraft(pen, 30, 19, ())
    pen.line(bend((13, 27), (25, 23), (37, 27)), 1.0)


SILHOUETTES: dict[str, Callable[[Pen], None]] = {
    "battleship": _battleship,
    "cruiser": _cruiser,
    "destroyer": _destroyer,
    "monitor": _monitor,
    "landing_craft": _landing_craft,
    "transport": _transport,
    "fighter_bomber": _fighter_bomber,
    "bomber": _bomber,
    "spotter": _spotter,
}


def silhouette(name: str, width: int) -> Field:
    """The mask of a ship or aircraft, in a picture as large as the picture of a framed symbol."""
    pen = Pen(width + 2 * MARGIN, HEIGHTS[width] + 2 * MARGIN, width / 50, (MARGIN, MARGIN))
    SILHOUETTES[name](pen)
    return pen.mask()
