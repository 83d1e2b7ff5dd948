"""The camera: straight down in two dimensions, slanted in three, and from pixels to hexes and back.

Pixels count from the upper left corner of the window. The world counts in hex widths, x along the rows of the grid, y
across them, z up. A map that is shown turned stays where it is: the camera is turned the other way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from panda3d.core import Lens, OrthographicLens, PerspectiveLens, Point2, Point3, Vec3

from wab.app.gfx.tween import ease_out
from wab.hexes import OFF_MAP, Grid, HexId, rotation, turned

FIELD_OF_VIEW = 40.0  # degrees, vertical, in three dimensions
FLAT_FIELD = 4.0  # degrees: nearly parallel, where the change to three dimensions begins
PITCH = 50.0  # degrees above the horizon
PITCH_RANGE = (28.0, 80.0)
TURN_SECONDS = 0.6
MARCH, MARCHES, HALVES = 0.2, 120, 12  # hex widths a step along the ground, most steps, halvings of the last one


class Rect(NamedTuple):
    """A rectangle of the world."""

    left: float
    bottom: float
    right: float
    top: float


class Relief(Protocol):
    """The height of the ground, in hex widths."""

    highest: float

    def height(self, x: float, y: float) -> float:
        """The height at a place."""
        ...


class MapCamera:
    """The view of the map: a point of the ground in the middle of the window, the height of the view in hex widths
    (`span`), and the tilt of the map (`tilt` 0 flat to 1 three-dimensional).
    """

    def __init__(self, base: Any, grid: Grid, heights: Relief, rect: Rect) -> None:
        self.base, self.grid, self.heights, self.rect = base, grid, heights, rect
        self.x, self.y = (rect.left + rect.right) / 2, (rect.bottom + rect.top) / 2
        self.span = 14.0
        self.pitch = PITCH
        self.tilt = 0.0
        self._goal = 0.0
        self._flat, self._deep = OrthographicLens(), PerspectiveLens()
        self._flight: tuple[float, float, float, float, float, float, float, float] | None = None
        self.margins = (0, 0, 0, 0)
        self.touched = 0
        """The number of times that the player has moved the view."""
        self._facing = 1
        self.turn = 0.0
        self.apply()

    # --- sizes ---

    @property
    def width(self) -> int:
        """Width of the window in pixels."""
        return int(self.base.win.getXSize())

    @property
    def height(self) -> int:
        """Height of the window in pixels."""
        return int(self.base.win.getYSize())

    @property
    def px_per_hex(self) -> float:
        """Width of a hex on the screen, in the middle of the window."""
        return self.height / self.span

    @property
    def px_world(self) -> float:
        """Hex widths a pixel at clip w = 1, as the shaders want it."""
        if self.flat:
            return self.span / self.height
        return 2.0 * math.tan(math.radians(self._field()) / 2) / self.height

    @property
    def flat(self) -> bool:
        """Two dimensions, and not on the way to three."""
        return self.tilt <= 0.0

    @property
    def three_dimensional(self) -> bool:
        """Three dimensions are shown or being turned to."""
        return self._goal > 0.5

    @property
    def relief(self) -> float:
        """Return how much of the height of the ground is shown, 0 to 1."""
        return ease_out(self.tilt)

    @property
    def from_north(self) -> bool:
        """The ground is seen from the north, with south at the top of the window."""
        return self._facing < 0

    @property
    def heading(self) -> float:
        """Degrees counter-clockwise by which the camera is turned, seen from above: the map appears turned by as much
        the other way."""
        return 180.0 * self.from_north - self.turn

    @property
    def stance(self) -> tuple[float, ...]:
        """All on which depends what lies under a pixel; equal as long as the map lies still in the window."""
        return self.x, self.y, self.span, self.tilt, self.pitch, self.heading, self.width, self.height

    def on_ground(self, right: float, up: float) -> tuple[float, float]:
        """The vector of the world that points so far to the right and upward on the screen."""
        return turned(right, up, self.heading)

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """Return how far a vector of the world points to the right and upward on the screen."""
        return turned(x, y, -self.heading)

    def extent(self, rect: Rect) -> tuple[float, float]:
        """Width and height, as they appear on the screen, of a rectangle of the world."""
        (c, s), wide, high = rotation(self.heading), rect.right - rect.left, rect.top - rect.bottom
        return abs(wide * c) + abs(high * s), abs(wide * s) + abs(high * c)

    def _field(self) -> float:
        return FLAT_FIELD + (FIELD_OF_VIEW - FLAT_FIELD) * ease_out(self.tilt)

    @property
    def distance(self) -> float:
        """From the eye to the ground in the middle of the window, in hex widths; in two dimensions there is none: 0."""
        return 0.0 if self.flat else self.span / (2.0 * math.tan(math.radians(self._field()) / 2))

    @property
    def squeeze(self) -> float:
        """Share of its height that ground keeps on the screen, 1 from straight above; in steps, to change seldom."""
        return max(0.1, round(math.sin(self._slant()) * 8) / 8)

    def _slant(self) -> float:
        return math.radians(90.0 + (self.pitch - 90.0) * ease_out(self.tilt))

    # --- movement ---

    def set_mode(self, three_dimensional: bool, *, at_once: bool = False) -> None:
        """Turn to three dimensions or back, over half a second or at once."""
        self._goal = 1.0 if three_dimensional else 0.0
        if at_once:
            self.tilt = self._goal
            self.apply()

    def sit(self, *, north: bool) -> None:
        """Look at the ground from the north or, as maps are read, from the south."""
        self._facing = -1 if north else 1
        self._flight = None
        self.apply()

    def orient(self, degrees: float) -> None:
        """Show the map turned counter-clockwise; 0: rows of the grid run from left to right, the first one is below."""
        self.turn = degrees
        self._flight = None
        self.apply()

    def toggle_mode(self) -> None:
        """To the other number of dimensions."""
        self.set_mode(not self.three_dimensional)

    def look_at(self, hex_id: HexId, *, seconds: float = 0.0, span: float | None = None) -> None:
        """Bring a hex to the middle of the free part of the window, in `seconds` (0 at once), and choose the span."""
        x, y = self.grid.centre(hex_id)
        self.fly_to(x, y, span or self.span, seconds=seconds)

    def fly_to(self, x: float, y: float, span: float, *, seconds: float = 0.0) -> None:
        """Bring a point of the ground to the middle of the free part of the window."""
        left, top, right, bottom = self.margins
        span = self._allowed_span(span)
        px = span / self.height
        aside, above = self.on_ground((right - left) / 2 * px, (top - bottom) / 2 * px)
        x, y = x + aside, y + above
        if seconds <= 0:
            self.x, self.y, self.span, self._flight = x, y, span, None
            self.apply()
        else:
            self._flight = (self.x, self.y, self.span, x, y, span, 0.0, seconds)

    def return_to(self, x: float, y: float, span: float) -> None:
        """Put a point of the ground back into the middle of the whole window, at once; the nearest point of the map."""
        rect = self.rect
        self.x, self.y = min(max(x, rect.left), rect.right), min(max(y, rect.bottom), rect.top)
        self.span, self._flight = self._allowed_span(span), None
        self.apply()

    def fit(self, rect: Rect | None = None) -> None:
        """Show a whole rectangle (the whole map when none is given)."""
        target = rect or self.rect
        self.fly_to((target.left + target.right) / 2, (target.bottom + target.top) / 2, self.span_of(target))

    def span_of(self, rect: Rect) -> float:
        """Height of a view that has a rectangle just in the free part of the window."""
        left, top, right, bottom = self.margins
        free_x = max(50, self.width - left - right) / self.height
        free_y = max(50, self.height - top - bottom) / self.height
        wide, high = self.extent(rect)
        return max(wide / free_x, high / free_y)

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by parts of its height: dx to the right, dy upward."""
        self._flight, self.touched = None, self.touched + 1
        x, y = self.on_ground(dx * self.span, dy * self.span)
        self.x, self.y = self.x + x, self.y + y
        self.apply()

    @property
    def flying(self) -> bool:
        """On the way to another place."""
        return self._flight is not None

    def slide(self, right: float, down: float, *, seconds: float = 0.0) -> None:
        """Move the picture by pixels, the ground in the middle of the window by just as many."""
        px = self.span / self.height
        aside, above = self.on_ground(-right * px, down * px / (1.0 if self.flat else math.sin(self._slant())))
        left, top, margin, bottom = self.margins
        off, up = self.on_ground((margin - left) / 2 * px, (top - bottom) / 2 * px)
        self.fly_to(self.x + aside - off, self.y + above - up, self.span, seconds=seconds)

    def drag(self, grabbed: tuple[float, float], px: float, py: float) -> None:
        """Keep the ground point that was grabbed under the pointer, which is at this pixel."""
        self._flight, self.touched = None, self.touched + 1
        if point := self.ground(px, py):
            self.x += grabbed[0] - point[0]
            self.y += grabbed[1] - point[1]
            self.apply()

    def zoom(self, steps: float, px: float | None = None, py: float | None = None) -> None:
        """Come nearer by steps of a sixth, keeping the ground under this pixel (default: the middle of the window)."""
        self._flight, self.touched = None, self.touched + 1
        px, py = (self.width / 2 if px is None else px), (self.height / 2 if py is None else py)
        before = self.ground(px, py)
        self.span = self._allowed_span(self.span * 0.857**steps)
        self.apply()
        after = self.ground(px, py)
        if before and after:
            self.x += before[0] - after[0]
            self.y += before[1] - after[1]
            self.apply()

    def change_pitch(self, degrees: float) -> None:
        """Look more from above (positive) or along the ground, in three dimensions."""
        self.pitch = min(max(self.pitch + degrees, PITCH_RANGE[0]), PITCH_RANGE[1])
        self.apply()

    def lean(self, pitch: float) -> None:
        """Look down at so many degrees above the horizon, in three dimensions."""
        self.change_pitch(pitch - self.pitch)

    def _allowed_span(self, span: float) -> float:
        wide, high = self.extent(self.rect)
        whole = max(high, wide * self.height / self.width)
        return min(max(span, 2.6), max(whole * 1.35, self.span_of(self.rect) * 1.03))

    def update(self, dt: float) -> bool:
        """Let turns and flights go on; True while anything moves."""
        moving = self._advance_flight(dt)
        if self.tilt != self._goal:
            step = dt / TURN_SECONDS
            self.tilt = (
                min(self._goal, self.tilt + step) if self._goal > self.tilt else max(self._goal, self.tilt - step)
            )
            moving = True
        if moving:
            self.apply()
        return moving

    def _advance_flight(self, dt: float) -> bool:
        if self._flight is None:
            return False
        x0, y0, span0, x1, y1, span1, passed, whole = self._flight
        passed = min(whole, passed + dt)
        t = ease_out(passed / whole)
        self.x, self.y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        self.span = span0 * (span1 / span0) ** t
        self._flight = (x0, y0, span0, x1, y1, span1, passed, whole) if passed < whole else None
        return True

    # --- the engine's camera ---

    def apply(self) -> None:
        """Hand position and lens to the engine; also to be called when the window has a new size."""
        self.x = min(max(self.x, self.rect.left), self.rect.right)
        self.y = min(max(self.y, self.rect.bottom), self.rect.top)
        aspect = self.width / max(1, self.height)
        camera = self.base.camera
        if self.flat:
            self._flat.setFilmSize(self.span * aspect, self.span)
            self._flat.setNearFar(1.0, 200.0)
            self.base.cam.node().setLens(self._flat)
            camera.setPosHpr(self.x, self.y, 100.0, self.heading, -90, 0)
            return
        field = self._field()
        distance = self.distance
        pitch = self._slant()
        self._deep.setAspectRatio(aspect)
        self._deep.setMinFov(field) if aspect < 1 else self._deep.setFov(_horizontal(field, aspect), field)
        self._deep.setNearFar(distance * 0.05, distance * 12.0 + 50.0)
        self.base.cam.node().setLens(self._deep)
        camera.setPosHpr(*self.eye, self.heading, -math.degrees(pitch), 0)

    @property
    def lens(self) -> Lens:
        """The lens in use."""
        return self._flat if self.flat else self._deep

    # --- pixels and places ---

    def ground(self, px: float, py: float) -> tuple[float, float] | None:
        """The place of the ground at a pixel, in hex widths; None above the horizon."""
        near, far = Point3(), Point3()
        mouse = Point2(px / self.width * 2 - 1, 1 - py / self.height * 2)
        if not self.lens.extrude(mouse, near, far):
            return None
        near = self.base.render.getRelativePoint(self.base.cam, near)
        ray = self.base.render.getRelativePoint(self.base.cam, far) - near
        if ray.z > -1e-9:
            return None
        point = near - ray * (near.z / ray.z) if self.flat else self._first_hit(near, ray)
        return float(point.x), float(point.y)

    def _first_hit(self, near: Point3, ray: Vec3) -> Point3:
        """Return where a ray from above first meets the ground: steps from the height of the highest hill to the sea,
        then halves of the step that went below the surface.
        """
        first = min(0.0, self.heights.highest * self.relief - near.z) / ray.z
        last = -near.z / ray.z
        count = min(max(int(math.hypot(ray.x, ray.y) * (last - first) / MARCH), 4), MARCHES)
        low, high = first, last
        for step in range(1, count):
            high = first + (last - first) * step / count
            if self._above(near + ray * high) < 0:
                break
            low, high = high, last
        for _ in range(HALVES):
            middle = (low + high) / 2
            low, high = (middle, high) if self._above(near + ray * middle) > 0 else (low, middle)
        return near + ray * high

    def _above(self, point: Point3) -> float:
        return float(point.z) - self.heights.height(point.x, point.y) * self.relief

    def pick(self, px: float, py: float) -> HexId | None:
        """The hex at a pixel, None beyond the edge of the map."""
        point = self.ground(px, py)
        found = self.grid.hex_at(*point) if point else OFF_MAP
        return None if found == OFF_MAP else found

    def project(self, hex_id: HexId) -> tuple[float, float] | None:
        """The pixel of the centre of a hex; None when it lies behind the camera."""
        return self.project_point(*self.grid.centre(hex_id))

    def project_point(self, x: float, y: float) -> tuple[float, float] | None:
        """The pixel of a place of the ground; may lie outside the window. None when it lies behind the camera."""
        z = 0.0 if self.flat else self.heights.height(x, y) * self.relief
        point = self.base.cam.getRelativePoint(self.base.render, Point3(x, y, z))
        if point.y <= 0:
            return None
        on_film = Point3()
        self.lens.project(point, on_film)
        return (on_film.x + 1) / 2 * self.width, (1 - on_film.y) / 2 * self.height

    def hex_pixels(self, x: float, y: float) -> float:
        """Width of a hex on the screen at a place of the ground, which is less far away; 0 behind the camera."""
        if self.flat:
            return self.px_per_hex
        z = self.heights.height(x, y) * self.relief
        depth = self.base.cam.getRelativePoint(self.base.render, Point3(x, y, z)).y
        return 1.0 / (self.px_world * depth) if depth > 0 else 0.0

    def outline(self) -> list[tuple[float, float]]:
        """The corners of the ground in the window, in order round it; of the map towards the horizon where that is
        in view."""
        wide, high = self.width, self.height
        corners = [self.ground(px, py) for px, py in ((0, high), (wide, high), (wide, 0), (0, 0))]
        found = [corner for corner in corners if corner]
        return found if len(found) == 4 else found + self._far_corners()

    def visible_rect(self, outline: Sequence[tuple[float, float]] = ()) -> Rect:
        """The rectangle around the ground in the window (its `outline`, where that is known), cut at the edge of the
        map."""
        found = outline or self.outline()
        xs, ys = [x for x, _ in found], [y for _, y in found]
        return Rect(
            max(self.rect.left, min(xs)),
            max(self.rect.bottom, min(ys)),
            min(self.rect.right, max(xs)),
            min(self.rect.top, max(ys)),
        )

    @property
    def eye(self) -> tuple[float, float, float]:
        """Return where the map is seen from in three dimensions: x, y, and the height over the ground in the middle."""
        slant, distance = self._slant(), self.distance
        x, y = self.on_ground(0.0, distance * math.cos(slant))
        return self.x - x, self.y - y, distance * math.sin(slant)

    def _far_corners(self) -> list[tuple[float, float]]:
        """The corners of the map that lie towards the horizon, beyond its middle."""
        left, bottom, right, top = self.rect
        middle = (left + right) / 2, (bottom + top) / 2
        corners = [(x, y) for x in (left, right) for y in (bottom, top)]
        return [(x, y) for x, y in corners if self.on_screen(x - middle[0], y - middle[1])[1] > 0]


def _horizontal(vertical: float, aspect: float) -> float:
    return 2.0 * math.degrees(math.atan(math.tan(math.radians(vertical) / 2) * aspect))
