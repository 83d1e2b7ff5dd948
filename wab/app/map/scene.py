"""The map as the rest of the window sees it: one object that shows counters, overlays, names, and finds hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist, remainder
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from panda3d.core import NodePath, SceneGraphAnalyzer

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.heights import HeightField
from wab.app.gfx.light import LIGHTS, Light, at_hour
from wab.app.gfx.meshes import uniform
from wab.app.gfx.palettes import Palette
from wab.app.gfx.png import write_picture
from wab.app.gfx.specs import BarSpec, CounterSpec, FlagSpec, FormationSpec, NameSpec, PillSpec, WorkSpec
from wab.app.gfx.symbols import SymbolAtlas
from wab.app.gfx.theme import MAP, MapColours, Rgba
from wab.app.gfx.tween import Tweens
from wab.app.map.bars import Bars
from wab.app.map.card_art import STACK_STEP, CardArt
from wab.app.map.counters import FULL_FROM, LABEL, SHAKE_SECONDS, Counters, swing
from wab.app.map.country import Country
from wab.app.map.cross_fade import CrossFade
from wab.app.map.figures import MapFigures
from wab.app.map.fire import Fire
from wab.app.map.formations import Formations, gathered, view_of
from wab.app.map.front_line import FrontLine, HistoryLine
from wab.app.map.ground import Ground
from wab.app.map.ground_art import load_ground, memory_of
from wab.app.map.growth import load_growth_map
from wab.app.map.lines import MapLines, load_lines, side_lines
from wab.app.map.marks import Marks
from wab.app.map.names import Box, Names, band_of, place_names
from wab.app.map.number_dice import AWAY, NumberDice
from wab.app.map.path_line import PathLine
from wab.app.map.rain import Rain
from wab.app.map.scenery import Scenery, outlook_of
from wab.app.map.table import Table
from wab.app.map.works import Works
from wab.app.window.camera import PITCH, MapCamera, Rect
from wab.content.hexmap import HexMap
from wab.hexes import HexId

if TYPE_CHECKING:
    from wab.app.window.window import GameWindow

Flags = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

FLASH_SECONDS = 1.2
BADGE_BIN = 240
"""When the label of a path or fight is drawn, the last of the layers: over counters and dice."""
LAST_BIN = 260
"""From here on things are drawn that lie over all else."""
WET = 0.16, 0.12, 0.08
"""The factors by which rain makes a road darker, by colour: more the red than the blue."""
ASIDE = ((1.0, 0.0), (0.5, -0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, 0.87), (-0.5, 0.87))
"""The places of dice next to a hex, to the right and upward of it, the best place first."""
FIGURE = 0.34, 0.62
"""Half the width and the height of what figures cover of their hex, in hex widths on the screen."""
UPPER_LEFT = 125.0
"""Degrees counter-clockwise from the right: where on the screen a neighbour is in the way of a flag."""


class MapScene:
    """A hex map under `base.render`, with everything that can be put on it.

    `hexmap` says what is where, `art` is a folder with ground.json and lines.json (None: plain colours and lines).
    All `set_...` methods replace what they showed before. Hexes are ids of `hexmap.grid`. The map is shown as it is
    printed, or turned (`turn_to`): the ground and what is drawn on it turn, counters and names stay upright.
    """

    def __init__(
        self, base: Any, hexmap: HexMap, art: Path | None = None, *, terrain_colours: dict[str, Rgba] | None = None,
        colours: MapColours = MAP, symbols: SymbolAtlas | None = None,
    ) -> None:  # fmt: skip
        self.base, self.hexmap, self.grid, self.art = base, hexmap, hexmap.grid, art
        self.root = base.render.attachNewNode("map")
        self.tweens = Tweens()
        growth = load_growth_map(art)
        self.heights = HeightField(hexmap, growth.relief if growth else None)
        self.glyphs, self.symbols = GlyphAtlas(), symbols or SymbolAtlas()
        self._work = load_lines(hexmap, art)
        pictures = load_ground(hexmap, art, terrain_colours)
        self.camera = MapCamera(base, self.grid, self.heights, Rect(*pictures.rect))
        self.cross_fade = CrossFade(base)
        self.ground = Ground(self.root, hexmap, pictures, self.heights, growth)
        self.table = Table(self.root, pictures.rect)
        left, bottom, right, top = pictures.rect
        uniform(self.root, "edge", (left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2)
        self.lines = MapLines(self.root, self._work, self.heights, pictures.rect, side_lines(hexmap))
        self.works = Works(self.lines.root, self.root, self.grid, self.heights)
        self.scenery = Scenery(self.root, Country(growth, self._work, self.heights) if growth else None)
        self.front = FrontLine(self.root, self.grid, self.heights, colours)
        self.history = HistoryLine(self.root, self.grid, self.heights)
        self.bars = Bars(self.root, self.heights, colours)
        self.names = Names(self.root, self.heights, self.glyphs, pictures.rect)
        self.rain = Rain(self.root)
        for veiled in (self.lines, self.scenery, self.names.places, self.names.regions, self.rain):
            self.ground.lend_veil(veiled.root)
        self.path = PathLine(self.root, self.grid, self.heights, self.glyphs)
        self.counters = Counters(self.root, self.grid, self.heights, CardArt(self.glyphs, self.symbols), self.tweens)
        self.formations = Formations(self.root, self.grid, self.heights, self.symbols, self.glyphs)
        self.figures = MapFigures(self.root, self.grid, self.heights)
        self.marks = Marks(self.root, self.grid, self.heights, self.glyphs, colours)
        self.fire = Fire(self.root, self.grid, self.heights, self.glyphs, self.tweens)
        self.dice = NumberDice(self.root, self.heights, self.tweens, (BADGE_BIN - 2, BADGE_BIN - 1))
        self._town_places = {town.hex: town.at for town in reversed(self._work.towns)}
        self._flags: tuple[FlagSpec, ...] = ()
        self.flag_feet: dict[HexId, tuple[float, float]] = {}
        """The feet of the flags, in hex widths."""
        self._band, self._squeeze, self._stale = 0.0, 1.0, True
        self._seconds = 0.0
        self._light, self._weather = LIGHTS["clear"], True
        self._order_layers()
        self.set_light("clear")
        self._map_names = place_names(hexmap, self._work)
        self.set_names(self._map_names)
        self.turn_to(hexmap.projection.printed)
        self.camera.fit()
        self.update(0.0)

    def _order_layers(self) -> None:
        """Painter's order, from the ground up: the fixed bin draws by these numbers."""
        layers = (
            self.lines.root,
            self.names.regions.root,
            self.front.ribbons.root,
            self.history.ribbons.root,
            self.bars.root,
            self.names.places.root,
            self.marks.pills.root,
            self.path.ribbons.root,
            self.path.dots.root,
            self.marks.flags.root,
            self.formations.batch.root,
            self.counters.batch.root,
            self.marks.badge.root,
        )
        for number, below in enumerate((self.ground.root, self.ground.near.root, self.table.root)):
            below.setBin("background", number)
        for number, node in enumerate(layers):
            for child, path in enumerate(_in_order(node)):
                path.setBin("fixed", number * 20 + child)
        self.fire.set_bins(LAST_BIN)
        self.rain.root.setBin("fixed", layers.index(self.formations.batch.root) * 20 - 1)
        self.scenery.set_bins(18)  # over the roads, under all that is to be read
        self.works.set_bins(18)
        self.figures.set_bins(layers.index(self.path.dots.root) * 20 + 18, layers.index(self.path.dots.root) * 20 + 19)

    # --- what is shown ---

    def set_counters(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all counters. `CounterSpec.stack` is the place in the stack of the hex, 0 on top."""
        shown = tuple(specs)
        self.counters.show(shown)
        real = tuple(spec for spec in shown if not spec.ghost)
        self.formations.show(real)
        self.figures.show(real)
        self._stale = True

    def set_overlay(self, colours: Bytes | None, marks: Bytes | None = None) -> None:
        """Tint hexes: uint8[N, 4] colour with opacity, and a pattern as second sign, uint8[N]: 0 none, 1 lines, 2
        crosses, 3 dots. None takes the overlay away; there is one at a time."""
        self.ground.set_overlay(colours, marks)

    def set_reach(
        self, hexes: Iterable[HexId], dotted: Iterable[HexId] = (), costs: dict[HexId, str] | None = None,
        teeth: Iterable[tuple[HexId, int]] = (), rose: Iterable[HexId] = (),
    ) -> None:  # fmt: skip
        """Light up the hexes that can be reached, with one outline; dot those reached in a second way; show a figure on
        each (`costs`); warn on hexsides (`teeth`: hex, direction), and turn the figures on `rose` hexes rose."""
        reached, faint, warned = set(hexes), set(dotted), set(rose)
        self.ground.set_reach(reached, faint, teeth)
        pills = (
            PillSpec(hex_id, text, "rose" if hex_id in warned else "dark" if hex_id in faint else "light")
            for hex_id, text in sorted((costs or {}).items())
        )
        self.marks.show_pills(pills)

    def set_path(self, hexes: Sequence[HexId], badge: str = "", *, firm: bool = True) -> None:
        """Draw a path through hexes with a label at its end; an empty path takes both away."""
        self.path.show(hexes, firm)
        self.marks.show_badge(hexes[-1] if len(hexes) > 1 else None, badge)

    def set_front(self, sides: npt.NDArray[np.integer] | None) -> None:
        """Draw the front between hexes of side 1 and side 2: int[N], 0 neither's. None draws none."""
        self.front.show(sides)

    def set_history(self, sides: npt.NDArray[np.integer] | None) -> None:
        """Draw a dashed line between hexes of side 1 and side 2, where a front once ran. None draws none."""
        self.history.show(sides)

    def set_bars(self, bars: Iterable[BarSpec]) -> None:
        """Replace the bars between places."""
        self.bars.show(bars)

    def set_works(self, works: Iterable[WorkSpec]) -> None:
        """Replace the works on the ground."""
        self.works.show(works)

    def set_flags(self, flags: Iterable[FlagSpec]) -> None:
        """Replace the flags of objectives."""
        self._flags = tuple(flags)
        self._stale = True

    def thin_out(self, most: int) -> None:
        """Leave the flags worth most that stand clear of each other as the camera is now, and the largest formations:
        `most` of each, so that a small map can be read.
        """
        clear = 1.4 * self.marks.flag_width(self.camera.px_per_hex)
        left: dict[FlagSpec, tuple[float, float]] = {}
        for flag in sorted(self._flags, key=_worth):
            place = self.project(flag.hex)
            if place is not None and len(left) < most and all(dist(place, other) > clear for other in left.values()):
                left[flag] = place
        self.set_flags(left)
        found = sorted(gathered(self.counters.specs, self.grid), key=lambda formation: -len(formation.keys))
        shown = {key for formation in found[:most] for key in formation.keys}
        self.set_counters([spec for spec in self.counters.specs if spec.key in shown])

    def set_fog(self, visible: Flags | None, inside: Flags | None = None) -> None:
        """Cover hexes that are not `visible` (bool[N]); hexes not even `inside` the area of the game are a little
        paler, with a line around the area. None lifts the fog."""
        self.ground.set_fog(visible, inside)

    def set_water(self, flooded: Flags | None) -> None:
        """Put hexes under water besides the sea (bool[N]), as a tide does; None for none."""
        self.ground.set_water(flooded)
        self.lines.show_coast(flooded is None)

    def set_names(self, names: Iterable[NameSpec]) -> None:
        """Replace the names; `default_names()` gives the names of the map itself, to add to or leave from."""
        self.names.specs = tuple(names)
        self._stale = True

    def default_names(self) -> list[NameSpec]:
        """The names of places and rivers of the map."""
        return list(self._map_names)

    def set_hover(self, hex_id: HexId | None) -> None:
        """Ring one hex under the pointer; None for none."""
        self.ground.set_mark("hover", hex_id, 0.55)

    def set_light(self, preset: str | Light, hour: str = "") -> None:
        """Weather and time of day: a name of `wab.app.gfx.light.LIGHTS` ("clear", "overcast", "rain", "storm", "dusk",
        "night") or values of your own, and a name of its HOURS. Raises KeyError for an unknown name."""
        self._light = at_hour(LIGHTS[preset] if isinstance(preset, str) else preset, hour)
        self._shine()

    def show_weather(self, shown: bool) -> None:
        """Let weather and time of day be seen, or show the map in plain light at all times."""
        self._weather = shown
        self._shine()

    def _shine(self) -> None:
        light = self._light if self._weather else LIGHTS["clear"]
        light = light._replace(sun=(*self.camera.on_ground(*light.sun[:2]), light.sun[2]))
        self.ground.set_light(light)
        self.rain.fall(light.rain)
        for loose in (self.fire.sky, self.dice.root):
            uniform(loose, "sun", *light.sun)
        uniform(self.root, "haze", *light.haze, light.haze_density)
        for node, share in ((self.lines.root, 0.8), (self.names.places.root, 0.7), (self.names.regions.root, 0.7)):
            wet, gains = light.wet if node == self.lines.root else 0.0, zip(light.gain, WET, strict=True)
            uniform(node, "gain", *((1.0 + (part - 1.0) * share) * (1.0 - wet * by) for part, by in gains))
        self.root.setShaderInput("dim", light.objects)
        self.figures.set_light(light)
        self.scenery.set_light(light)
        self.works.set_light(light)
        for batch in (self.names.places, self.names.regions, self.marks.pills, self.marks.badge):
            batch.root.setShaderInput("dim", 1.0)

    @property
    def turn(self) -> float:
        """Degrees counter-clockwise by which the map is shown turned: its own printed orientation, if not told."""
        return self.camera.turn

    def turn_to(self, degrees: float) -> None:
        """Show the map turned; light falls from the upper left of the screen at every turn."""
        self.camera.orient(degrees)
        self.names.turn = degrees
        for upright in (self.counters, self.marks, self.figures):
            upright.orient(degrees)
        self.fire.turn = degrees
        self._shine()
        self._stale = True

    def show_north_up(self, north_up: bool) -> None:
        """Show the map with north at the top, or as it is printed."""
        frame = self.hexmap.projection
        self.turn_to(frame.turn if north_up else frame.printed)

    def turn_by(self, degrees: float) -> None:
        """Turn the map counter-clockwise."""
        self.turn_to((self.camera.turn + degrees) % 360.0)

    def face_home(self) -> None:
        """The map as it is printed, as steep as at the beginning."""
        self.turn_to(self.hexmap.projection.printed)
        self.camera.lean(PITCH)

    def set_speed(self, speed: float) -> None:
        """Speed of movements: 1 normal, 2 twice as fast, 0 at once."""
        self.tweens.speed = speed

    def show_figures(self, shown: bool) -> None:
        """Let figures stand for units in three dimensions, their counters small next to them, or not."""
        self.figures.on = shown

    def show_grid(self, shown: bool) -> None:
        """Draw the lines between hexes or not."""
        self.ground.show_grid(shown)

    def set_palette(self, palette: Palette, *, patterns: bool = False) -> None:
        """Colours of the sides, and marks and patterns next to them."""
        self.front.set_patterned(patterns)
        self.marks.patterned = patterns
        self.set_colours(palette.map)

    def set_colours(self, colours: MapColours) -> None:
        """Other colours of the sides in front and flags (for colour-blind players)."""
        self.front.set_colours(colours)
        self.bars.set_colours(colours)
        self.marks.colours = colours
        self.figures.set_colours(colours, patterned=self.marks.patterned)
        self._stale = True

    # --- what moves ---

    def animate_move(
        self, keys: Iterable[int], path: Sequence[HexId], done: Callable[[], None] | None = None, step: float = 0.0
    ) -> None:
        """Let the counters with these keys glide along a path (first hex: where they stand), then call `done`.

        They stay at the end until the next `set_counters`. `step`: seconds a hex, 0 for a march's.
        """
        wanted = frozenset(keys)
        self.counters.animate(wanted, path, done, self.figures.carrier(wanted), step)

    def throw(self, faces: Sequence[int], target: HexId, origin: HexId | None = None) -> None:
        """Roll dice next to a hex until they show `faces`; they come from another hex, or from the foot of the view."""
        x, y = self.grid.centre(target)
        start = self.grid.centre(origin) if origin is not None else self._beside(x, y, 0.6, -2.2)
        self.dice.throw(faces, start, self._for_dice(target), self.camera.px_per_hex, -self.turn)

    def _for_dice(self, target: HexId) -> tuple[float, float]:
        """A place next to a hex where no counter stands, or to its right where there is none; the label is above it."""
        away = max(AWAY, 62.0 / max(self.camera.px_per_hex, 1.0))
        x, y = self.grid.centre(target)
        places = [self._beside(x, y, away * right, away * up) for right, up in ASIDE]
        occupied = self.counters.occupied()
        return next((place for place in places if self.grid.hex_at(*place) not in occupied), places[0])

    def shake(self, hex_id: HexId) -> None:
        """The units of a hex are hit: counters and figures tremble, and a pip falls."""
        self.fire.hit(hex_id)
        self.counters.shake(hex_id)
        self.tweens.start(SHAKE_SECONDS, lambda t: self.figures.shake(hex_id, swing(t)))

    def flash(self, hex_id: HexId) -> None:
        """Draw the eye to a hex for a moment."""
        self.tweens.start(
            FLASH_SECONDS, lambda t: self.ground.set_mark("flash", hex_id if t < 1 else None, _pulse(t), 1.0)
        )

    @property
    def busy(self) -> bool:
        """Counters are on the move."""
        return self.tweens.busy

    def update(self, dt: float) -> None:
        """One frame: let `dt` seconds pass and follow the camera."""
        self._seconds += dt if self.tweens.speed else 0.0
        self.fire.update(dt * self.tweens.speed)
        self.tweens.update(dt)
        self.cross_fade.update(dt)
        self.camera.update(dt)
        self.follow_camera()
        px, outline = self.camera.px_per_hex, self.camera.outline()
        view = self.camera.visible_rect(outline)
        self.ground.load_seen(view, dt)
        self.ground.near.follow(view, px, dt, at_once=dt <= 0)
        self._stale |= self.figures.update(self.camera.relief, px, px >= FULL_FROM)
        self.scenery.keep_clear(self.figures.bases)
        self.works.follow(self.camera.relief, self.figures.bases)
        at_once = dt <= 0 or self.tweens.speed <= 0
        self.scenery.follow(outlook_of(self.camera, outline), self.camera.relief, dt, at_once=at_once)
        self.counters.update(px, as_labels=self.figures.shown)
        self._stale |= self._update_formations(px)
        self.marks.update(px)
        if self._stale or (band_of(px), self.camera.squeeze) != (self._band, self._squeeze):
            self._lay_out()
        self.names.follow(view)

    def _update_formations(self, px: float) -> bool:
        """Formations keep off the flags, which from far away stand at their towns."""
        camera, flag = self.camera, self.marks.flag_width(px)

        def pixel(x: float, y: float) -> tuple[float, float]:
            return self._pixel(px, camera.squeeze, x, y)

        def flags() -> list[Box]:
            feet = [pixel(*self._town_places.get(one.hex, self.grid.centre(one.hex))) for one in self._flags]
            return [Box(x - 2, y + 0.5 * flag, x + flag, y + 1.4 * flag) for x, y in feet]

        return self.formations.update(px, self.counters.level == "far", pixel, (view_of(camera), self._flags), flags)

    def follow_camera(self) -> None:
        """Fit sizes in pixels to the camera: the player may have moved it since `update`."""
        camera = self.camera
        uniform(self.root, "viewport", camera.width, camera.height)
        self.root.setShaderInput("px_world", camera.px_world)
        self.root.setShaderInput("relief", camera.relief)
        self.root.setShaderInput("focus", camera.distance)
        self.ground.follow(camera.px_per_hex, camera.relief)
        self.ground.set_time(self._seconds)
        self.rain.set_time(self._seconds)
        self.dice.follow(self.camera.relief, self.turn)

    def _lay_out(self) -> None:
        """Lay names and flags out again, away from counters, once a frame for all changes."""
        self._stale = False
        px, squeeze = self._band, self._squeeze = band_of(self.camera.px_per_hex), self.camera.squeeze
        occupied = self.counters.occupied()
        self.flag_feet = self._flag_feet(px, squeeze, occupied)
        self.marks.show_flags(self._flags, self.flag_feet)
        self.names.lay_out(px, self._taken(px, squeeze, occupied, self.flag_feet), squeeze)

    def _flag_feet(self, px: float, squeeze: float, occupied: dict[HexId, int]) -> dict[HexId, tuple[float, float]]:
        """Flags stand at their town; with counters there, over their left shoulder or left of them."""
        (wide, high), pole = self.counters.card_size(px), self.marks.flag_width(px)
        feet = {}
        for flag in self._flags:
            x, y = self.grid.centre(flag.hex)
            if flag.hex not in occupied:
                feet[flag.hex] = self._town_places.get(flag.hex, (x, y))
            elif self.grid.neighbour(flag.hex, self._upper_left()) in occupied:
                feet[flag.hex] = self._beside(x, y, -(wide / 2 + pole) / px, 0.0)
            else:
                rise = (min(occupied[flag.hex], self.counters.most_shown) - 1) / 2 * STACK_STEP[1] * high
                feet[flag.hex] = self._beside(x, y, -(wide / 2 - 5) / px, (high / 2 + rise - 8) / px / squeeze)
        return feet

    def _upper_left(self) -> int:
        """The direction of the neighbour that lies above, more to the left, as the map is shown."""
        off = [abs(remainder(60.0 * direction + self.turn - UPPER_LEFT, 360.0)) for direction in range(6)]
        return off.index(min(off))

    def _beside(self, x: float, y: float, right: float, up: float) -> tuple[float, float]:
        """A place of the world so far to the right of another and above it, as the map is shown."""
        aside, above = self.camera.on_ground(right, up)
        return x + aside, y + above

    def _taken(
        self, px: float, squeeze: float, occupied: dict[HexId, int], feet: dict[HexId, tuple[float, float]]
    ) -> Iterable[Box]:
        (wide, high), flag = self.counters.card_size(px), self.marks.flag_width(px)
        for hex_id, count in occupied.items():
            x, y = self._pixel(px, squeeze, *self.grid.centre(hex_id))
            if self.figures.shown:
                yield Box(x - FIGURE[0] * px, y, x + FIGURE[0] * px, y + FIGURE[1] * px)
                y += LABEL[1] * high
            right, up = ((min(count, self.counters.most_shown) - 1) / 2 * step for step in STACK_STEP)
            yield Box(
                x - (0.5 + right) * wide - 2, y - (0.5 + up) * high - 2,
                x + (0.5 + right) * wide + 2, y + (0.5 + up) * high + 2,
            )  # fmt: skip
        if self.formations.shown:
            yield from self.formations.boxes(px, lambda x, y: self._pixel(px, squeeze, x, y))
        for foot in feet.values():
            x, y = self._pixel(px, squeeze, *foot)
            yield Box(x - 3, y, x + flag, y + 1.4 * flag)

    def _pixel(self, px: float, squeeze: float, x: float, y: float) -> tuple[float, float]:
        """A place of the world in the pixels in which names are laid out."""
        right, up = self.camera.on_screen(x, y)
        return right * px, up * px * squeeze

    # --- finding ---

    def pick(self, px: float, py: float) -> HexId | None:
        """The hex at a pixel of the window (from the upper left), None beyond the map."""
        return self.camera.pick(px, py)

    def pick_counter(self, px: float, py: float) -> int | None:
        """The key of the counter drawn at a pixel, the topmost one; None if there is none."""
        return self.counters.pick(px, py, self.camera)

    def pick_formation(self, px: float, py: float) -> FormationSpec | None:
        """The formation drawn at a pixel; None if there is none, and where counters are shown."""
        return self.formations.pick(px, py, self.camera)

    def project(self, hex_id: HexId) -> tuple[float, float] | None:
        """The pixel of the centre of a hex; may lie outside the window, None when behind the camera."""
        return self.camera.project(hex_id)

    def screenshot(self, path: Path | None = None) -> Bytes:
        """Draw two frames and return the picture, uint8[height, width, 4] RGBA; also written to `path` (PNG).

        SaveError when it cannot be written.
        """
        self.update(0.0)
        for _ in range(2):
            self.base.graphicsEngine.renderFrame()
        if path is not None:
            write_picture(self.base.win, path)
        texture = self.base.win.getScreenshot()
        rows, cols = texture.getYSize(), texture.getXSize()
        raw = np.frombuffer(memoryview(texture.getRamImageAs("RGBA")), np.uint8).reshape(rows, cols, 4)
        pixels: Bytes = np.ascontiguousarray(raw[::-1])
        return pixels

    def statistics(self) -> dict[str, int]:
        """Geoms and vertices under the map, and bytes of its textures."""
        analyzer = SceneGraphAnalyzer()
        analyzer.addNode(self.root.node())
        textures = self.ground.texture_bytes + memory_of(self.glyphs.texture) + memory_of(self.symbols.texture)
        return {"geoms": analyzer.getNumGeoms(), "vertices": analyzer.getNumVertices(), "texture_bytes": textures}

    def close(self) -> None:
        """Take the map away."""
        self.cross_fade.end()
        self.root.removeNode()


def open_map(
    window: GameWindow, hexmap: HexMap, art: Path | None = None, *, terrain_colours: dict[str, Rgba] | None = None
) -> MapScene:
    """The map in the window: the map that it shows, if it is painted from the same folder, else a new one."""
    shown = window.scene
    if isinstance(shown, MapScene) and _is_of(shown, hexmap, art):
        return shown
    return window.show_scene(
        lambda: MapScene(window, hexmap, art, terrain_colours=terrain_colours, symbols=window.symbols)
    )


def _is_of(shown: MapScene, hexmap: HexMap, art: Path | None) -> bool:
    """Return whether a scene shows this map: the painted one of the folder, or the very same where nothing is
    painted.
    """
    if art is None:
        return shown.art is None and shown.hexmap is hexmap
    return (shown.art, shown.grid, shown.hexmap.projection) == (art, hexmap.grid, hexmap.projection)


def _in_order(node: NodePath) -> Iterator[NodePath]:
    """A node and all below it, as they were attached."""
    yield node
    for child in node.getChildren():
        yield from _in_order(child)


def _pulse(t: float) -> float:
    return float(0.5 - 0.5 * np.cos(6 * np.pi * t)) * (1.0 - t)


def _worth(flag: FlagSpec) -> tuple[bool, int, HexId]:
    """Main objectives first, then by their points."""
    return not flag.main, -int(flag.value) if flag.value.isdigit() else 0, flag.hex
