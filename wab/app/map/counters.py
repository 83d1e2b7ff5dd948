"""All counters of the map in one Geom: stacks, levels of detail, movement along paths.

From far away only what is selected is drawn: formations (`wab.app.map.formations`) stand for all the rest.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from panda3d.core import NodePath

from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import Vertices
from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.sprites import Painter, SpriteBatch, UnitCurve, unit_at
from wab.app.gfx.theme import FIGURES, MAP
from wab.app.gfx.tween import Tweens, ease_both
from wab.app.map.card_art import SMALL_CARD_HEIGHT, STACK_STEP, CardArt
from wab.app.map.names import Box
from wab.app.window.camera import MapCamera
from wab.hexes import Grid, HexId, turned

FULL_FROM, SYMBOL_FROM = 44.0, 30.0  # pixels a hex
SIZES: dict[str, UnitCurve] = {
    "full": (15.4, 50.0, 92.0, 1.0),
    "symbol": (21.0, 30.0, 30.0, 0.0),
    "far": (16.0, 24.0, 24.0, 0.0),
    "labels": (10.0, 33.0, 60.0, 1.0),
}
MOVE_SECONDS, MOVE_LONGEST = 0.11, 0.9
SHAKE_SECONDS, SHAKE = 0.14, 0.06
"""The seconds that counters tremble when they are hit, and the distance, in hex widths."""
MOST_SHOWN = 3
"""Counters of a stack that are seen."""
ONE_PLATE = 90.0
"""Pixels a hex below which counters before figures are one a hex, so that none lies over another."""
LABEL = (0.0, -0.42)
"""The distance of counters that are the labels of figures before them, in their own size."""
Lift = npt.NDArray[np.float32]
Shift = tuple[float, float]


class Counters:
    """The counters under `parent`. `show` replaces all of them; `update` follows the zoom."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField, art: CardArt, tweens: Tweens) -> None:
        self.grid, self.heights, self.art, self.tweens = grid, heights, art, tweens
        self.batch = SpriteBatch(parent, "counters", art.atlas, SIZES["full"], art.symbols.texture)
        self.specs: tuple[CounterSpec, ...] = ()
        self.level = "full"
        self._labels = False
        self._turn = 0.0
        self._px = 70.0
        self._order: list[CounterSpec] = []
        self._shifts: list[Shift] = []
        self._anchors = np.zeros((0, 3), np.float32)
        self._moved: dict[int, Lift] = {}

    def show(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all counters."""
        self.specs = tuple(specs)
        self._moved.clear()
        self._rebuild()

    def update(self, px_per_hex: float, *, as_labels: bool = False) -> None:
        """Follow the zoom: other sizes, other details. `as_labels`: small and before the figures of their units."""
        level = _level(px_per_hex)
        bucket = _bucket(px_per_hex) if level == "full" else self._px
        if (level, bucket, as_labels) != (self.level, self._px, self._labels):
            self.level, self._px, self._labels = level, bucket, as_labels
            self.batch.set_unit(self._unit(level))
            self._rebuild()

    def orient(self, degrees: float) -> None:
        """The map is shown turned: other counters stand in front."""
        if degrees != self._turn:
            self._turn = degrees
            self._rebuild()

    def _unit(self, level: str) -> UnitCurve:
        return SIZES["labels" if self._labels and level == "full" else level]

    @property
    def most_shown(self) -> int:
        """The number of counters of a stack that are seen, unless it is selected."""
        return 1 if self._before_figures and self._px < ONE_PLATE else MOST_SHOWN

    @property
    def _before_figures(self) -> bool:
        return self._labels and self.level == "full"

    @property
    def card_pixels(self) -> float:
        """Width of a card on the screen, about, at the zoom last told."""
        return unit_at(self._unit(self.level), self._px)

    def card_size(self, px_per_hex: float) -> tuple[float, float]:
        """Width and height of a card on the screen at a zoom, in pixels."""
        level = _level(px_per_hex)
        wide = unit_at(self._unit(level), px_per_hex)
        return wide, wide * (1.0 if level == "full" else SMALL_CARD_HEIGHT)

    @property
    def in_order(self) -> tuple[CounterSpec, ...]:
        """The counters that are drawn, those behind first."""
        return tuple(self._order)

    def occupied(self) -> dict[HexId, int]:
        """Hexes with counters and how many."""
        counts: dict[HexId, int] = defaultdict(int)
        for spec in self.specs:
            counts[spec.hex] += self._is_drawn(spec)
        return {hex_id: count for hex_id, count in counts.items() if count}

    def _is_drawn(self, spec: CounterSpec) -> bool:
        """From far away formations stand for the counters, except for counters that are selected or on the move."""
        return self.level != "far" or spec.selected or spec.key in self._moved

    # --- building ---

    def _rebuild(self) -> None:
        stacks: dict[tuple[bool, HexId], list[CounterSpec]] = defaultdict(list)
        for spec in self.specs:
            if self._is_drawn(spec):  # a counter that has left a stack uncovers the others
                stacks[spec.key in self._moved, spec.hex].append(spec)
        things: list[Vertices] = []
        self._order, self._shifts = [], []
        chosen = {spec.hex for spec in self.specs if spec.selected}
        for place in sorted(stacks, key=lambda place: (place[0], place[1] in chosen, *self._from_behind(place[1]))):
            for spec, shift, painted in self._stack(sorted(stacks[place], key=lambda spec: spec.stack)):
                self._order.append(spec)
                self._shifts.append(shift)
                things.append(painted)
        self._anchors = self._places([spec.hex for spec in self._order])
        for row, spec in enumerate(self._order):
            if spec.key in self._moved:
                self._anchors[row] = self._moved[spec.key]
        self.batch.show(things, self._anchors)

    def _from_behind(self, hex_id: HexId) -> tuple[float, float]:
        """From the upper edge of the view down, so that in three dimensions what stands nearer covers what stands
        behind."""
        x, y = turned(*self.grid.centre(hex_id), self._turn)
        return -round(y, 6), round(x, 6)

    def _stack(self, stack: Sequence[CounterSpec]) -> list[tuple[CounterSpec, Shift, Vertices]]:
        shown = stack[: MOST_SHOWN if any(spec.selected for spec in stack) else self.most_shown]
        step = STACK_STEP if self.level == "full" else (0.10, 0.16)
        middle = (len(shown) - 1) / 2
        left, down = LABEL if self._before_figures else (0.0, 0.0)
        pixels = round(self.card_pixels)
        painted = []
        for depth, spec in reversed(list(enumerate(shown))):
            shift = (left + (depth - middle) * step[0], down + (depth - middle) * step[1])
            painted.append((spec, shift, self.art.painted(spec, *shift, depth > 0, pixels, self.level)))
        if len(stack) > len(shown):
            more, size = len(stack) - len(shown), 1.3 if len(shown) == 1 else 1.0
            place = (0.36, 0.38) if len(shown) == 1 else (0.5 + middle * 0.11, 0.52 + middle * 0.19)
            painted.append((stack[0], painted[-1][1], self._more(more, (left + place[0], down + place[1]), size)))
        return painted

    def _more(self, count: int, place: Shift, size: float) -> Vertices:
        """The number of the counters that are not seen."""
        painter, (x, y) = Painter(self.art.atlas), place
        painter.plate(x, y, 0.42 * size, 0.26 * size, MAP.pill, radius=0.13 * size, border=0.03, edge=MAP.pill_ink)
        painter.text(f"+{count}", x, y - 0.075 * size, 0.21 * size, FIGURES, MAP.pill_ink)
        return painter.done()

    def _places(self, hexes: Sequence[HexId]) -> Lift:
        points = self.grid.centres[list(hexes)] if hexes else np.zeros((0, 2))
        return np.column_stack([points, self.heights.at(points)]).astype(np.float32)

    # --- finding ---

    def boxes(self, camera: MapCamera) -> Iterator[tuple[CounterSpec, Box]]:
        """The counters that are drawn, the foremost first, each with its place in pixels: y goes down."""
        flat = 1.0 if self.level == "full" else SMALL_CARD_HEIGHT
        rows = {spec.key: row for row, spec in enumerate(self._order)}  # the number on a stack is no counter
        for row in sorted(rows.values(), reverse=True):
            spec, shift, anchor = self._order[row], self._shifts[row], self._anchors[row]
            x, y = float(anchor[0]), float(anchor[1])
            pixel = camera.project_point(x, y)
            if pixel is not None:
                size = unit_at(self._unit(self.level), camera.hex_pixels(x, y))
                x, y = pixel[0] + shift[0] * size, pixel[1] - shift[1] * size
                yield spec, Box(x - size / 2, y - size * flat / 2, x + size / 2, y + size * flat / 2)

    def pick(self, px: float, py: float, camera: MapCamera) -> int | None:
        """The key of the topmost counter drawn at a pixel, None if there is none."""
        found = (
            spec.key for spec, box in self.boxes(camera)
            if box.left <= px <= box.right and box.low <= py <= box.high
        )  # fmt: skip
        return next(found, None)

    # --- movement ---

    def animate(
        self,
        keys: Iterable[int],
        path: Sequence[HexId],
        done: Callable[[], None] | None = None,
        along: Callable[[float, float, float], None] | None = None,
        step: float = 0.0,
    ) -> None:
        """Let counters glide along the hexes of a path, then stay there until the next `show`, then call `done`.

        `along` receives their place: x, y and height. `step`: seconds a hex, 0 for a march's.
        """
        wanted = frozenset(keys)
        points = self._places(path)
        steps = max(1, len(path) - 1)

        def change(t: float) -> None:
            place = ease_both(t) * (len(points) - 1)
            low = min(int(place), max(0, len(points) - 2))
            here = points[low] + (points[min(low + 1, len(points) - 1)] - points[low]) * (place - low)
            parted = not wanted <= self._moved.keys()
            self._moved.update(dict.fromkeys(wanted, here))
            if along is not None:
                along(*here.tolist())
            if parted:
                self._rebuild()
                return
            rows = [index for index, spec in enumerate(self._order) if spec.key in wanted]
            if rows:
                self._anchors[rows] = here
                self.batch.move(self._anchors)

        if len(path) < 2:
            if done:
                done()
            return
        self.tweens.start(step * steps if step else min(MOVE_LONGEST, MOVE_SECONDS * steps), change, done)

    def shake(self, hex_id: HexId) -> None:
        """The counters of a hex tremble for a moment."""

        def change(t: float) -> None:
            rows = [row for row, spec in enumerate(self._order) if spec.hex == hex_id and spec.key not in self._moved]
            if rows:
                here = self._places([hex_id])[0]
                here[0] += SHAKE * swing(t)
                self._anchors[rows] = here
                self.batch.move(self._anchors)

        self.tweens.start(SHAKE_SECONDS, change)


def swing(t: float) -> float:
    """Return how far aside something is that was hit, -1 to 1: two swings that die away while t goes from 0 to 1."""
    return math.sin(t * 4 * math.pi) * (1.0 - t)


def _level(px_per_hex: float) -> str:
    return "full" if px_per_hex >= FULL_FROM else "symbol" if px_per_hex >= SYMBOL_FROM else "far"


def _bucket(px_per_hex: float) -> float:
    """A size that stands for those near it, so that cards are not painted again at every step of the wheel."""
    steps = (44.0, 52.0, 62.0, 74.0, 90.0, 110.0, 140.0, 180.0)
    return max((step for step in steps if step <= px_per_hex), default=steps[0])
