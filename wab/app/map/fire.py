"""Fire on the map: flashes of shots, smoke where they strike, pips that fall, aircraft that pass."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.figurines import figurine
from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import mesh, uniform
from wab.app.gfx.sprites import Painter, SpriteBatch
from wab.app.gfx.stock import LAYOUT, corners_of, loose
from wab.app.gfx.theme import Rgba, colour
from wab.app.gfx.tween import Tweens
from wab.hexes import Grid, HexId

VOLLEY_SECONDS, PASS_SECONDS = 0.55, 1.1
STRIKES_AFTER = 0.26
"""Seconds from a shot to its impact."""
FLASH, CORE, SMOKE, DUST, DIRT, EMBER = (
    colour("FFB03A"), colour("FFF6CF"), colour("57534C"), colour("B9A684"), colour("4A3A26"), colour("C2361F"),
)  # fmt: skip
WINGS, HEIGHT, REACH = 1.15, 1.25, 3.4
"""Of an aircraft, in hex widths: its span, how high it flies, how far from the target its pass begins and ends."""


class _Arm(NamedTuple):
    """The look of the fire of an arm: how many shots, size of a flash and of an impact in hex widths, its smoke."""

    shots: int
    flash: float
    strike: float
    smoke: float


ARMS = {
    "gun": _Arm(1, 0.40, 0.44, 0.46),
    "ship": _Arm(2, 0.52, 0.60, 0.62),
    "tank": _Arm(2, 0.28, 0.30, 0.28),
    "barrel": _Arm(1, 0.26, 0.28, 0.24),
    "air": _Arm(0, 0.0, 0.62, 0.60),
}
"""By the arm of a unit; rifles and machine guns for every other."""
RIFLES = _Arm(5, 0.13, 0.12, 0.12)


class _Puff(NamedTuple):
    """Something that is seen for a while: where (hex widths), when, how it drifts on the screen, grows and fades."""

    x: float
    y: float
    born: float
    lasts: float
    drift: tuple[float, float]
    sizes: tuple[float, float]
    tint: Rgba
    strength: float
    solid: bool = False


class Fire:
    """Under `parent`. `update` lets time pass for what drifts; effects that must be waited for run on `tweens`."""

    def __init__(self, parent: NodePath, grid: Grid, heights: HeightField, atlas: GlyphAtlas, tweens: Tweens) -> None:
        self.grid, self.heights, self.tweens = grid, heights, tweens
        self.batch = SpriteBatch(parent, "fire", atlas, (22.0, 70.0, 180.0, 1.0))
        self.batch.root.setShaderInput("dim", 1.0)
        self.sky = parent.attachNewNode("aircraft")
        uniform(self.sky, "lean", 0.0, 0.0)
        self.turn = 0.0
        self._atlas = atlas
        self._now = 0.0
        self._count = 0
        self._puffs: list[_Puff] = []
        self._drawn = False

    @property
    def burning(self) -> int:
        """Return how many flashes, puffs and falling pips are to be seen now or a moment later."""
        return len(self._puffs)

    # --- what happens ---

    def volley(
        self, shooters: Sequence[tuple[HexId, str]], target: HexId, done: Callable[[], None] | None = None
    ) -> None:
        """Units fire from hexes, each with the word of its arm, at a hex where it strikes; then call `done`."""
        for number, (hex_, word) in enumerate(shooters):
            arm = ARMS.get(word, RIFLES)
            self._shoot(hex_, target, arm, 0.05 * number)
            for shot in range(max(1, arm.shots)):
                self._strike(target, arm, STRIKES_AFTER + 0.05 * number + 0.06 * shot)
        self.tweens.start(VOLLEY_SECONDS, _nothing, done)

    def hit(self, hex_: HexId) -> None:
        """A pip falls from the counters of a hex."""
        x, y = self.grid.centre(hex_)
        aside = 0.30 * (self._luck() - 0.5)
        self._puffs.append(_Puff(x, y, self._now, 0.5, (aside, -0.55), (0.085, 0.07), EMBER, 0.95, True))
        self._strike(hex_, RIFLES, 0.0)

    def overfly(
        self, figure: str, body: Rgba, target: HexId, *, strikes: bool, done: Callable[[], None] | None = None
    ) -> None:
        """An aircraft passes over a hex; `strikes`: what it drops explodes there."""
        shape = figurine(figure, "mid", body)
        corners, faces = corners_of(shape)
        node = loose(self.sky, mesh(LAYOUT, corners, faces.astype(np.uint32), figure), (self._bins[0], self._bins[1]))
        wide = float(shape.points[:, 0].max() - shape.points[:, 0].min())
        node.setScale(WINGS / max(wide, 1e-3))
        x, y = self.grid.centre(target)
        angle = math.radians(28.0 - self.turn)
        along = math.cos(angle), math.sin(angle)
        node.setH(math.degrees(angle) - 90.0)
        ground = float(self.heights.at(np.array([[x, y]]))[0])

        def change(t: float) -> None:
            way = REACH * (2 * t - 1)
            node.setPos(x + along[0] * way, y + along[1] * way, HEIGHT + 0.9 * (2 * t - 1) ** 2)
            node.setShaderInput("lift", ground)

        def over() -> None:
            node.removeNode()
            if done is not None:
                done()

        if strikes:
            for shot in range(4):
                self._strike(target, ARMS["air"], PASS_SECONDS * 0.52 + 0.07 * shot)
        self.tweens.start(PASS_SECONDS, change, over)

    def clear(self) -> None:
        """Nothing burns any more."""
        self._puffs.clear()
        self._draw()

    # --- time ---

    _bins = (0, 0)

    def set_bins(self, first: int) -> None:
        """When it is drawn: aircraft's shadows, fire, aircraft."""
        self._bins = first, first + 2
        self.batch.root.setBin("fixed", first + 1)

    def update(self, seconds: float) -> None:
        """Let time pass, at the speed at which things are shown."""
        if not self._puffs and not self._drawn:
            return
        self._now += seconds
        self._puffs = [puff for puff in self._puffs if puff.born + puff.lasts > self._now]
        self._draw()

    def _draw(self) -> None:
        alive = [puff for puff in self._puffs if puff.born <= self._now]
        self._drawn = bool(alive)
        things = []
        for puff in alive:
            pen, t = Painter(self._atlas), (self._now - puff.born) / puff.lasts
            ease = 1.0 - (1.0 - t) ** 2
            size = puff.sizes[0] + (puff.sizes[1] - puff.sizes[0]) * ease
            x, y = puff.drift[0] * t, puff.drift[1] * (t * t if puff.solid else ease)
            ink = puff.tint.fade(puff.strength * (1.0 - t) ** (0.6 if puff.solid else 1.2))
            if puff.solid:
                pen.plate(x, y, size, size * 0.62, ink)
            else:
                pen.shadow(x, y, size * 0.5, size * 0.5, ink, size * 0.25, size * 0.34)
            things.append(pen.done())
        points = np.array([(puff.x, puff.y) for puff in alive], np.float64).reshape(-1, 2)
        self.batch.show(things, np.column_stack([points, self.heights.at(points)]) if alive else np.zeros((0, 3)))

    # --- what is seen of it ---

    def _shoot(self, origin: HexId, target: HexId, arm: _Arm, after: float) -> None:
        (x, y), (u, v) = self.grid.centre(origin), self.grid.centre(target)
        away = max(math.hypot(u - x, v - y), 1e-6)
        along = (u - x) / away, (v - y) / away
        for shot in range(arm.shots):
            aside = (self._luck() - 0.5) * 0.34
            px, py = x + along[0] * 0.36 - along[1] * aside, y + along[1] * 0.36 + along[0] * aside
            born = self._now + after + 0.07 * shot
            smoke = (0.10 * along[0] + 0.05, 0.16)
            self._puffs += [
                _Puff(px, py, born, 0.9, smoke, (arm.smoke * 0.4, arm.smoke), SMOKE, 0.45),
                _Puff(px, py, born, 0.22, (0.0, 0.0), (arm.flash * 1.3, arm.flash), FLASH, 0.95),
                _Puff(px, py, born, 0.15, (0.0, 0.0), (arm.flash * 0.7, arm.flash * 0.4), CORE, 1.0),
            ]

    def _strike(self, target: HexId, arm: _Arm, after: float) -> None:
        x, y = self.grid.centre(target)
        x, y = x + (self._luck() - 0.5) * 0.7, y + (self._luck() - 0.5) * 0.6
        born, size = self._now + after, arm.strike
        drift = (0.12 + 0.1 * self._luck(), 0.34)
        if arm is RIFLES:
            self._puffs.append(_Puff(x, y, born, 0.5, (0.04, 0.08), (size * 0.5, size * 1.5), DUST, 0.7))
            return
        self._puffs += [
            _Puff(x, y, born, 1.7, drift, (size * 0.7, size * 2.0), SMOKE, 0.62),
            _Puff(x, y, born, 0.6, (0.0, size * 0.5), (size * 0.5, size * 1.1), DIRT, 0.8),
            _Puff(x, y, born, 0.26, (0.0, 0.0), (size * 1.4, size), FLASH, 0.95),
            _Puff(x, y, born, 0.16, (0.0, 0.0), (size * 0.8, size * 0.4), CORE, 1.0),
        ]

    def _luck(self) -> float:
        """A number from 0 to 1 out of a row that is always the same: chance of the game has no part in pictures."""
        self._count += 1
        return math.fmod(self._count * 0.6180339887, 1.0)


def _nothing(t: float) -> None:
    """Only time passes."""
