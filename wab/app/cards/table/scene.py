"""The table of the card game as the rest of the window sees it: the board, all that stands on it, and what moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from panda3d.core import SceneGraphAnalyzer

from wab.app.cards.looks.emblems import Emblems
from wab.app.cards.looks.palette import TABLE, TableColours, colours_for
from wab.app.cards.looks.specs import BoardSpec, DiceThrow, Highlights, ObstacleSpec, TableSpec, TrackSpec, UnitSpec
from wab.app.cards.table.dice import BIN_DICE, Dice
from wab.app.cards.table.figures import BIN_FIGURES, BIN_SHADOWS, Figures
from wab.app.cards.table.fittings import RIM, base_lines, frame, section_lines, table_rect, track_boards
from wab.app.cards.table.gallery import Gallery
from wab.app.cards.table.ground import BoardGround
from wab.app.cards.table.highlights import HighlightMarks
from wab.app.cards.table.medals import Medals
from wab.app.cards.table.relief import BoardRelief, board_rect
from wab.app.cards.table.scenery import Piece, board_pieces, obstacle
from wab.app.cards.table.signs import Signs
from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.light import LIGHTS
from wab.app.gfx.meshes import uniform
from wab.app.gfx.palettes import Palette
from wab.app.gfx.stock import Put, Stock
from wab.app.gfx.tween import Tweens
from wab.app.map.ground_art import memory_of
from wab.app.map.table import Table
from wab.app.window.camera import MapCamera, Rect
from wab.hexes import HexId

if TYPE_CHECKING:
    from wab.app.window.window import GameWindow

FLASH_SECONDS = 1.0
PITCH = 58.0  # degrees above the horizon: a player bent over the table
LEAN = 0.74  # how far heights lean away from the viewer in two dimensions
SUN = (-0.46, 0.42, 0.78)
BIN_LINES, BIN_MARKS, BIN_SCENERY, BIN_SIGNS = 4, 8, 30, 40
DIE_SIZE, DIE_SHARE = 0.36, 0.045  # hex widths of a die, and the share of the height of the view that it keeps
FIT_STEPS = 5
DICE_AWAY = 1.25  # hex widths from a target to the dice that are thrown at it

ENDLESS = 1e6  # hex widths: the wood of the table goes on out of sight


class TableScene:
    """A table under `base.render` with a board. `lay` puts everything on it that it receives; hexes are ids of `grid`.

    `patient`: each new board is painted before it is shown; else a sketch of it is shown meanwhile.
    """

    def __init__(self, base: Any, board: BoardSpec, colours: TableColours = TABLE, *, patient: bool = True) -> None:
        self.base, self.colours = base, colours
        self.root = base.render.attachNewNode("table-of-cards")
        self.tweens = Tweens()
        self.glyphs, self.emblems = GlyphAtlas(), Emblems()
        self.gallery = Gallery(patient=patient)
        self._seat = board.south
        self._fitted: tuple[float, float, float] | None = None
        self._fitted_for: tuple[object, ...] = ()
        self._labels_shown = False
        self._build(board)

    # --- building ---

    def _build(self, board: BoardSpec, before: MapCamera | None = None) -> None:
        """Everything that belongs to one board, looked at as the one before was."""
        self.board, self.relief = board, BoardRelief(board)
        self.grid, self.rect = self.relief.grid, board_rect(board)
        self._playable = frozenset(board.playable)
        self.around = table_rect(self.rect)
        self.framed = Rect(self.rect.left - RIM, self.around.bottom, self.rect.right + RIM, self.around.top)
        self.camera = MapCamera(self.base, self.grid, self.relief, self.around)
        self.camera.pitch = PITCH
        if before is not None:
            self._same_look(before)
        self.content = self.root.attachNewNode("content")
        self.table = Table(self.content, self.framed)
        self.ground = BoardGround(self.content, board, self.relief, self.gallery)
        self.fittings = Stock(self.content, "fittings", shadows=False)
        self.lines = Stock(self.content, "lines", shadows=False, clear=True)
        self.scenery, self.middles = (Stock(self.content, name, casters=True) for name in ("scenery", "middles"))
        self.obstacles = Stock(self.content, "obstacles")
        self._pieces = board_pieces(board)
        self._lay_scenery()
        self.marks = HighlightMarks(self.content, self.relief, self.colours)
        self.figures = Figures(self.content, self.relief, self.colours, self.tweens)
        self.medals = Medals(self.content, self.relief, self.emblems, self.colours, self.tweens)
        self.dice = Dice(self.content, self.relief, self.emblems, self.colours, self.tweens)
        self.signs = Signs(self.content, self.relief, self.glyphs, self.emblems, self.colours)
        self.signs.show_names(board.places)
        self.signs.show_labels([(hex_id, self._label(hex_id)) for hex_id in board.playable])
        self.table_spec = TableSpec(board)
        self._occupied: frozenset[HexId] | None = None
        self._order_layers()
        self.show_labels(self._labels_shown)
        self.sit(self._seat)
        self._lay_fittings(self.table_spec)
        self._lay_middles(())
        self.set_light("clear")
        self.fit()
        self.update(0.0)

    def _same_look(self, old: MapCamera) -> None:
        self.camera.margins, self.camera.pitch = old.margins, old.pitch
        self.camera.set_mode(old.three_dimensional, at_once=True)

    def _label(self, hex_id: HexId) -> str:
        row, col = self.grid.row_col(hex_id)
        return f"{chr(ord('A') + col)}{self.grid.rows - row}"

    def _lay_scenery(self) -> None:
        lines = section_lines(self.board, self.relief, self.colours)
        self.lines.show(lines)
        self.scenery.show(self._put(piece) for piece in self._pieces if not piece.middle)

    def _put(self, piece: Piece) -> Put:
        """A solid on its hex, level, on the height of its middle."""
        x, y = self.grid.centre(piece.hex)
        return Put(piece.solid, x, y, self.relief.of_hex(piece.hex), piece.caster)

    def _lay_middles(self, units: Iterable[UnitSpec]) -> None:
        """Trees and houses in the middle of hexes make room for figures."""
        occupied = frozenset(unit.hex for unit in units)
        if occupied != self._occupied:
            self._occupied = occupied
            self.middles.show(self._put(piece) for piece in self._pieces if piece.middle and piece.hex not in occupied)

    def _lay_fittings(self, spec: TableSpec) -> None:
        puts = frame(self.rect, self.colours) + base_lines(self.board, self.relief, self.colours)
        self.fittings.show(puts + track_boards(self.board, self.rect, spec.tracks, self.colours))

    def _order_layers(self) -> None:
        """Painter's order: ground, lines, marks, shadows, solids, signs, dice."""
        self.table.root.setBin("background", 0)
        self.ground.root.setBin("background", 1)
        for number, stock in (
            (BIN_LINES, self.lines),
            (BIN_MARKS, self.marks.stock),
            (BIN_MARKS + 1, self.marks.hover),
        ):
            stock.root.setBin("fixed", number)
        solids = (self.fittings, self.scenery, self.middles, self.obstacles, self.figures.stock, self.medals.trophies)
        for number, stock in enumerate(solids):
            stock.root.setBin("fixed", BIN_SCENERY if number < 4 else BIN_FIGURES)
            if stock.shade is not None:
                stock.shade.setBin("fixed", BIN_SHADOWS)
        self.fittings.root.setBin("fixed", 0)
        self.medals.root.setBin("fixed", BIN_FIGURES - 1)
        self.medals.shade.setBin("fixed", BIN_SHADOWS)
        for number, batch in enumerate(self.signs.batches()):
            batch.root.setBin("fixed", BIN_SIGNS + number)
        self.dice.root.setBin("fixed", BIN_DICE)

    # --- what is shown ---

    def lay(self, spec: TableSpec) -> None:
        """Show a table, replacing what was on it; only what differs is built again."""
        if spec.board != self.board:
            self._take_away()
            self._build(spec.board, self.camera)
        before, self.table_spec = self.table_spec, spec
        if spec.tracks != before.tracks:
            self._lay_fittings(spec)
        if (spec.objectives, spec.tracks) != (before.objectives, before.tracks):
            self.medals.show(spec.objectives, spec.tracks, self.rect)
            for track, number, start in medals_won(before, spec):
                self.medals.fly(track, number, start)
        if spec.obstacles != before.obstacles:
            self.set_obstacles(_manned(spec.obstacles, spec.units))
        self.set_units(spec.units)

    def set_obstacles(self, obstacles: Iterable[ObstacleSpec]) -> None:
        """Replace bunkers, bridges, wire and the like."""
        pieces = [obstacle(self.board, spec) for spec in obstacles]
        self.obstacles.show(self._put(piece) for piece in pieces)

    def set_units(self, units: Iterable[UnitSpec]) -> None:
        """Replace all units; figures that were on the move stand where they belong."""
        shown = tuple(units)
        self.figures.show(shown)
        self.signs.show_units(shown)
        self._lay_middles(shown)

    def set_highlights(self, marks: Highlights) -> None:
        """Replace what shows where the player can click."""
        if marks.targets != self.marks.shown.targets:
            self.signs.show_targets(marks.targets)
        self.marks.show(marks)

    def set_hover(self, hex_id: HexId | None) -> None:
        """Ring one hex under the pointer; None for none."""
        self.marks.set_hover(hex_id)

    def sit(self, side: int) -> None:
        """Let a side sit at the lower edge of the window."""
        self._seat = side
        facing = 1 if side == self.board.south else -1
        self.camera.sit(north=facing < 0)
        self.dice.facing = self.marks.facing = facing
        if self.medals.facing != facing:
            self.medals.facing = facing
            self.medals.show(self.table_spec.objectives, self.table_spec.tracks, self.rect)
        uniform(self.root, "sun", SUN[0] * facing, SUN[1] * facing, SUN[2])

    def show_grid(self, shown: bool) -> None:
        """Draw the lines between hexes or not."""
        self.ground.show_grid(shown)

    def show_labels(self, shown: bool) -> None:
        """Write the labels of the hexes or not."""
        self._labels_shown = shown
        self.signs.labels.root.show() if shown else self.signs.labels.root.hide()

    def show_names(self, shown: bool) -> None:
        """Write the names of places or not."""
        self.signs.names.root.show() if shown else self.signs.names.root.hide()

    def set_light(self, preset: str) -> None:
        """Time of day and weather by a name of `wab.app.gfx.light.LIGHTS`."""
        light = LIGHTS[preset]
        uniform(self.root, "haze", *light.haze, light.haze_density * 0.6)
        uniform(self.root, "edge", 0.0, 0.0, ENDLESS, ENDLESS)
        self.root.setShaderInput("dim", 1.0)

    def set_speed(self, speed: float) -> None:
        """Speed of movements: 1 normal, 2 twice as fast, 0 at once."""
        self.tweens.speed = speed

    def thin_out(self, most: int) -> None:
        """All that stands on a table can be told apart."""

    def show_figures(self, shown: bool) -> None:
        """Figures are what this game is played with: they stay."""

    def show_weather(self, shown: bool) -> None:
        """There is none on a table."""

    def turn_by(self, degrees: float) -> None:
        """A board is seen from the edge where a seat sits, and from no other."""

    def face_home(self) -> None:
        """As steep as at the beginning."""
        self.camera.lean(PITCH)

    def set_palette(self, palette: Palette, *, patterns: bool = False) -> None:
        """Colours of the figures; their forms and bases always tell the sides apart as well."""
        colours = colours_for(palette)
        if colours != self.colours:
            self.colours = colours
            spec = self.table_spec
            self._take_away()
            self._build(spec.board, self.camera)
            self.lay(spec)

    # --- what moves ---

    def animate_move(self, key: int, path: Sequence[HexId], done: Callable[[], None] | None = None) -> None:
        """Let a unit go along a path (first hex: where it stands), then call `done`. It stays at the end until told
        otherwise."""
        self._without_signs(key)
        self.figures.animate_move(key, path, done)

    def animate_losses(self, key: int, count: int, done: Callable[[], None] | None = None) -> None:
        """Let figures of a unit fall and leave one by one, then call `done`."""
        self.figures.animate_losses(key, count, done)

    def _without_signs(self, key: int) -> None:
        self.signs.show_units(spec for spec in self.table_spec.units if spec.key != key)

    def throw(self, dice: DiceThrow, done: Callable[[], None] | None = None) -> None:
        """Roll dice next to their target until they show the given faces, then call `done`."""
        size = max(DIE_SIZE, DIE_SHARE * self.camera.span)
        self.dice.throw(dice, self._dice_place(dice, size), size, done)

    def clear_dice(self) -> None:
        """Take the dice off the board."""
        self.dice.clear()

    def _dice_place(self, dice: DiceThrow, size: float) -> tuple[float, float]:
        """Next to the target, on the side where more of the board is in view."""
        x, y = self.grid.centre(dice.target)
        facing = -1 if self.camera.from_north else 1
        middle = (self.rect.bottom + self.rect.top) / 2
        nearer = (y - middle) * facing <= 0  # in the viewer's half: the dice fall beyond it
        y += facing * (DICE_AWAY if nearer else -DICE_AWAY) * max(1.0, size / 0.6)
        half = (min(4, len(dice.faces)) * size * 1.32) / 2
        return min(max(x, self.rect.left + half), self.rect.right - half), y

    def flash(self, hex_id: HexId) -> None:
        """Draw the eye to a hex for a moment."""

        def change(t: float) -> None:
            self.marks.set_flash(hex_id if t < 1 else None, abs(1 - 2 * ((2 * t) % 1.0)) * (1 - t))

        self.tweens.start(FLASH_SECONDS, change)

    def skip(self) -> None:
        """Go to the end of everything that moves."""
        self.tweens.finish()

    @property
    def busy(self) -> bool:
        """Something is on the move."""
        return self.tweens.busy

    def update(self, dt: float) -> None:
        """One frame: let `dt` seconds pass and follow the camera."""
        self.tweens.update(dt)
        self.ground.update()
        camera = self.camera
        camera.update(dt)
        if self._fitted == (camera.x, camera.y, camera.span) and self._fitted_for != self._look():
            self.fit()
        self.follow_camera()

    def follow_camera(self) -> None:
        """Fit sizes in pixels to the camera: the player may have moved it since `update`."""
        camera = self.camera
        uniform(self.root, "viewport", camera.width, camera.height)
        self.root.setShaderInput("px_world", camera.px_world)
        self.root.setShaderInput("relief", camera.relief)
        self.root.setShaderInput("focus", camera.distance)
        facing = -1 if camera.from_north else 1
        uniform(self.root, "lean", 0.0, LEAN * facing * (1.0 - camera.relief))

    # --- the camera ---

    def fit(self) -> None:
        """Bring the board with its medal tracks into the free part of the window, and keep it there through all
        changes, until the player moves the camera.
        """
        camera = self.camera
        camera.fit(self.around)
        if not camera.flat:
            for _ in range(FIT_STEPS):
                self._fit_closer()
        self._fitted, self._fitted_for = (camera.x, camera.y, camera.span), self._look()

    def _fit_closer(self) -> None:
        """In three dimensions: one step nearer to a view that the board just fills."""
        camera, around = self.camera, self.around
        corners = [camera.project_point(x, y) for x in (around.left, around.right) for y in (around.bottom, around.top)]
        seen = [corner for corner in corners if corner is not None]
        if len(seen) < 4:
            return
        (left, top), (right, bottom) = (
            (min(p[k] for p in seen) for k in (0, 1)),
            (max(p[k] for p in seen) for k in (0, 1)),
        )
        margins = camera.margins
        wide, high = camera.width - margins[0] - margins[2], camera.height - margins[1] - margins[3]
        now, wanted = (
            camera.ground((left + right) / 2, (top + bottom) / 2),
            camera.ground(margins[0] + wide / 2, margins[1] + high / 2),
        )
        if now is not None and wanted is not None:
            camera.x, camera.y = camera.x + now[0] - wanted[0], camera.y + now[1] - wanted[1]
        camera.span *= max((right - left) / max(wide, 50), (bottom - top) / max(high, 50)) ** 0.8
        camera.apply()

    def _look(self) -> tuple[object, ...]:
        """Return what a view that fits the window depends on."""
        camera = self.camera
        return camera.tilt, camera.width, camera.height, camera.margins, camera.from_north, camera.pitch

    # --- finding ---

    def pick(self, px: float, py: float) -> HexId | None:
        """The hex of the board at a pixel of the window (from the upper left), None beyond it."""
        found = self.camera.pick(px, py)
        return found if found is not None and found in self._playable else None

    def project(self, hex_id: HexId) -> tuple[float, float] | None:
        """The pixel of the centre of a hex; may lie outside the window."""
        return self.camera.project(hex_id)

    def statistics(self) -> dict[str, int]:
        """Geoms and vertices under the table, and bytes of its textures."""
        analyzer = SceneGraphAnalyzer()
        analyzer.addNode(self.root.node())
        textures = self.ground.texture_bytes + memory_of(self.glyphs.texture) + memory_of(self.emblems.texture)
        return {"geoms": analyzer.getNumGeoms(), "vertices": analyzer.getNumVertices(), "texture_bytes": textures}

    def _take_away(self) -> None:
        """Remove all that belongs to the present board."""
        self.tweens.finish()
        self.content.removeNode()

    def close(self) -> None:
        """Take the table away."""
        self.gallery.close()
        self.tweens.finish()
        self.root.removeNode()


def medals_won(before: TableSpec, now: TableSpec) -> Iterator[tuple[TrackSpec, int, HexId]]:
    """The medal that a side has just won, with its place on the track and the hex that it comes from: where the unit
    stood whose last figure it is, or where the medal lay. None if that is unknown or more than one came.
    """
    for track in now.tracks:
        old = next((other for other in before.tracks if other.side == track.side), None)
        if before.board != now.board or old is None or not track.medals or track.medals[:-1] != old.medals:
            continue
        won = track.medals[-1]
        standing, held = {unit.key for unit in now.units}, {spec.hex for spec in before.objectives if spec.held}
        if won.what == "figure":
            gone = [unit for unit in before.units if unit.key not in standing]
            places = [unit.hex for unit in gone if (unit.kind, unit.side) == (won.unit, won.unit_side)]
        else:
            places = [spec.hex for spec in now.objectives if spec.held and spec.hex not in held]
        if places:
            yield track, len(track.medals) - 1, places[0]


def _manned(obstacles: Iterable[ObstacleSpec], units: Iterable[UnitSpec]) -> list[ObstacleSpec]:
    """Sandbags belong to no side: they face the enemies of the unit behind them."""
    sides = {unit.hex: unit.side for unit in units}
    return [
        replace(spec, faces=sides.get(spec.hex, 0)) if spec.kind == "sandbags" and not spec.faces else spec
        for spec in obstacles
    ]


def open_table(window: GameWindow, board: BoardSpec) -> TableScene:
    """The table in the window: the table that it shows, or a new one in another scene's place."""
    shown = window.scene
    if isinstance(shown, TableScene):
        return shown
    colours = colours_for(window.palette)
    return window.show_scene(lambda: TableScene(window, board, colours, patient=window.settings.offscreen))
