"""Formations: symbols on the map from far away in place of counters, one symbol for all units of a division.

Units that belong together are read from the counters (`CounterSpec.group`). Symbols and names keep apart from each
other: a symbol that has to move aside is tied to its place by a line.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from panda3d.core import NodePath

from wab.app.gfx.glyphs import GlyphAtlas
from wab.app.gfx.heights import HeightField
from wab.app.gfx.meshes import Vertices
from wab.app.gfx.specs import CounterSpec, FormationSpec
from wab.app.gfx.sprites import SYMBOL, Painter, SpriteBatch, UnitCurve
from wab.app.gfx.symbols import SymbolAtlas
from wab.app.gfx.theme import FIGURES, HEADING, MAP, Rgba, colour
from wab.app.map.card_art import GHOST, GHOST_TEXT, PIP_FULL, PIP_LOST, VEIL, WHITE
from wab.app.map.names import Box, band_of
from wab.app.window.camera import MapCamera
from wab.hexes import Grid

Points = npt.NDArray[np.float64]
Pixels = Callable[[float, float], tuple[float, float]]

SMALLEST, LARGEST = (8.0, 24.0), (30.0, 31.0)
"""Pixels a hex, and pixels of the width of a symbol there."""
HIGH, TEXT, GAP = 0.80, 0.46, 0.14
"""Height of a symbol, size of the name and its distance from the symbol, in widths of a symbol."""
TOGETHER, LOOSE, FLEET = 6.0, 2.0, 5.0
"""Hex widths up to which units of a formation, units of none, and ships are shown as one."""
ATTACHED = 2.5
"""Hex widths within which units of no formation count as units of the nearest one of their side."""
ROUNDS, PULL, ROOM, REACH = 90, 0.03, 2.0, 90.0
"""Steps in which symbols that overlap move apart, what draws them back, pixels between them, how far apart two never
meet."""
TIED_FROM = 0.75
"""Widths of a symbol from which a line shows where it belongs."""
INKS = (colour("1F1A10"), colour("1D3F66"), colour("7A1E16"))
LINE = colour("241B10", 0.75)


# ------------------------------------------------------------------------------------------------- who stands together


def gathered(specs: Iterable[CounterSpec], grid: Grid) -> list[FormationSpec]:
    """The formations of some counters: the units of each group of a side that stand together, and units without a
    group.

    A group that is torn apart appears once for each part. Units of no group near a formation of their side are left to
    it; others stand together by neighbourhood, ships for themselves. Contacts stay contacts: nothing reveals their
    formation.
    """
    grouped: dict[tuple[int, str], list[CounterSpec]] = defaultdict(list)
    for spec in specs:
        grouped[spec.side, _kind(spec)].append(spec)
    bodies = [
        (key, part)
        for key, members in sorted(grouped.items())
        if not key[1].startswith("?")
        for part in _parts(members, grid, TOGETHER)
    ]
    loose = [
        (side, kind, part)
        for (side, kind), members in sorted(grouped.items())
        if kind.startswith("?")
        for part in _parts(_unattached(members, side, kind, bodies, grid), grid, FLEET if kind == "?ship" else LOOSE)
    ]
    attached = _attached(grouped, bodies, grid)
    found = [_formation(part, attached.get(number, []), grid) for number, (_key, part) in enumerate(bodies)]
    return found + [_formation(part, [], grid) for _side, _kind_, part in loose]


def _kind(spec: CounterSpec) -> str:
    """The group of a unit, or what it is where it has none or where that is not known; such begin with "?"."""
    if spec.contact in ("detected", "recognised"):
        return "?contact"
    return spec.group or ("?ship" if spec.figure == "ship" else "?")


Body = tuple[tuple[int, str], list[CounterSpec]]


def _nearest(spec: CounterSpec, side: int, bodies: Sequence[Body], grid: Grid) -> int | None:
    """The number of the formation to which a unit of none is attached."""
    ways = [
        (min(grid.distance(spec.hex, other.hex) for other in part), number)
        for number, ((its_side, _group), part) in enumerate(bodies)
        if its_side == side
    ]
    away, number = min(ways, default=(ATTACHED + 1, -1))
    return number if away <= ATTACHED else None


def _unattached(
    members: list[CounterSpec], side: int, kind: str, bodies: Sequence[Body], grid: Grid
) -> list[CounterSpec]:
    if kind != "?":
        return members
    return [spec for spec in members if _nearest(spec, side, bodies, grid) is None]


def _attached(
    grouped: dict[tuple[int, str], list[CounterSpec]], bodies: Sequence[Body], grid: Grid
) -> dict[int, list[CounterSpec]]:
    found: dict[int, list[CounterSpec]] = defaultdict(list)
    for (side, kind), members in grouped.items():
        for spec in members if kind == "?" else ():
            number = _nearest(spec, side, bodies, grid)
            if number is not None:
                found[number].append(spec)
    return found


def _parts(members: Sequence[CounterSpec], grid: Grid, apart: float) -> Iterator[list[CounterSpec]]:
    """Units that stand together: each within so many hexes of another one of its part."""
    waiting = sorted(members, key=lambda spec: spec.key)
    while waiting:
        part = [waiting.pop(0)]
        for spec in part:  # grows while it is read
            near = [other for other in waiting if grid.distance(spec.hex, other.hex) <= apart]
            part += near
            waiting = [other for other in waiting if other not in near]
        yield part


def _formation(part: Sequence[CounterSpec], attached: Sequence[CounterSpec], grid: Grid) -> FormationSpec:
    first = part[0]
    x, y = grid.centres[[spec.hex for spec in part]].mean(axis=0)
    everybody = (*part, *attached)
    contact = all(spec.contact in ("detected", "recognised") for spec in part)
    symbols = Counter[str]()
    for spec in part:
        if spec.symbol:
            symbols[spec.symbol] += max(1, spec.pips_max)
    symbol = max(sorted(symbols), key=lambda name: symbols[name], default="")
    known = next((spec for spec in part if spec.symbol == symbol), first)
    full = sum(spec.pips_max for spec in part)
    level = "identified" if not contact else "recognised" if symbol else "detected"
    return FormationSpec(
        keys=tuple(spec.key for spec in everybody),
        x=float(x),
        y=float(y),
        nation=known.nation,
        symbol=symbol,
        name=f"×{len(part)}" if contact and len(part) > 1 else first.group_name,
        side=first.side,
        strength=sum(spec.pips for spec in part) / full if full and not contact else None,
        contact="own" if first.contact == "own" else level,  # type: ignore[arg-type]  # one of the levels
        selected=any(spec.selected for spec in everybody),
        acted=all(spec.acted or spec.locked for spec in part),
    )


# ------------------------------------------------------------------------------------------------- room for all


def spread(places: Points, halves: Points, firm: int = 0, rounds: int = ROUNDS) -> Points:
    """Boxes about some places moved apart until none overlaps another, near where they belong: float[n, 2].

    `halves`: float[n, 2], half their sizes. Boxes on one another move along the shorter way out, so that flat boxes
    form columns. The last `firm` boxes stay where they are, even under others.
    """
    at, loose = places.astype(np.float64).copy(), len(places) - firm
    gap = np.abs(at[:, None] - at[None]) - halves[:, None] - halves[None]
    first, second = np.nonzero(np.triu((gap < REACH).all(axis=2), 1))  # others do not meet
    first, second = first[first < loose], second[first < loose]
    room = halves[first] + halves[second]
    for number in range(rounds):
        away = at[first] - at[second]
        need = room - np.abs(away)
        hit = (need > 0).all(axis=1)
        if not hit.any():
            break
        axis = np.where(need[:, 0] < need[:, 1], 0, 1)[hit]
        row = np.arange(len(need))[hit]
        step = np.where(away[row, axis] > 0, 0.4, -0.4) * need[row, axis]
        np.add.at(at, (first[hit], axis), step)
        np.add.at(at, (second[hit], axis), -step)
        at[loose:] = places[loose:]
        if number < rounds * 2 // 3:
            at += (places - at) * PULL
    return _unstuck(at, places, halves, firm)


def _unstuck(at: Points, places: Points, halves: Points, firm: int) -> Points:
    """Boxes that still overlap move to the nearest free place, the least moved ones first."""
    loose = len(at) - firm
    settled = list(range(loose, len(at)))
    for number in np.argsort(np.abs(at - places)[:loose].sum(axis=1), kind="stable").tolist():
        others, sizes = at[settled], halves[settled] + halves[number]
        for tries in _rings():
            covered = (np.abs(at[number] + tries[:, None] - others) < sizes - 1e-6).all(axis=2).any(axis=1)
            if not covered.all():
                at[number] += tries[int(np.argmin(covered))]
                break
        settled.append(number)
    return at


@lru_cache(maxsize=1)
def _rings() -> tuple[Points, ...]:
    """Return where to look for a free place: here, then on rings farther and farther out."""
    turns = [np.linspace(0, 2 * np.pi, max(1, 8 * ring), endpoint=False) for ring in range(40)]
    return tuple(6.0 * ring * np.column_stack([np.cos(turn), np.sin(turn)]) for ring, turn in enumerate(turns))


# ------------------------------------------------------------------------------------------------- on the map


class Formations:
    """The formations under `parent`. `show` tells who they are; `update` follows the zoom and lays them out."""

    def __init__(
        self, parent: NodePath, grid: Grid, heights: HeightField, symbols: SymbolAtlas, atlas: GlyphAtlas
    ) -> None:
        self.grid, self.heights, self.symbols = grid, heights, symbols
        self.batch = SpriteBatch(parent, "formations", atlas, _curve(SMALLEST[1]), symbols.texture)
        self.batch.root.hide()
        self.card = lru_cache(maxsize=1024)(self._card)
        self.specs: tuple[FormationSpec, ...] = ()
        self.shown = False
        self._counters: tuple[CounterSpec, ...] = ()
        self._laid: object = None
        self._fresh = False
        self._unit = SMALLEST[1]
        self._shifts: Points = np.zeros((0, 2))
        self._halves: Points = np.zeros((0, 2))

    def show(self, counters: Iterable[CounterSpec]) -> None:
        """Replace all by the formations of other counters."""
        self._counters = tuple(counters)
        self._fresh = False

    def update(
        self, px_per_hex: float, far: bool, pixel: Pixels, view: object, firm: Callable[[], Sequence[Box]]
    ) -> bool:
        """Follow the zoom: `far` tells whether they are shown; tells whether something has changed.

        `pixel` gives the place on the screen of a place of the world, up to a shift; `view` is equal as long as it is.
        `firm` are boxes of the same pixels that nothing may cover.
        """
        changed = far != self.shown
        self.shown = far
        if changed and far:
            self.batch.root.show()
        elif changed:
            self.batch.root.hide()
            self.batch.show([], np.zeros((0, 3)))  # what is hidden takes no room
            self._laid = None
        if not far:
            return changed
        if not self._fresh:
            self.specs, self._fresh, self._laid = tuple(gathered(self._counters, self.grid)), True, None
        question = (round(np.log(px_per_hex) * 14), view)
        if question != self._laid:
            self._laid = question
            self._lay_out(px_per_hex, pixel, firm())
            changed = True
        return changed

    def _lay_out(self, px: float, pixel: Pixels, firm: Sequence[Box]) -> None:
        self._unit = width_at(px)
        self.batch.set_unit(_curve(self._unit))
        places = np.array([pixel(spec.x, spec.y) for spec in self.specs]).reshape(-1, 2)
        names = np.array([self._name_width(spec) for spec in self.specs])
        # A box reaches from the left edge of the symbol to the end of the name.
        halves = np.column_stack([(1.0 + names) / 2, np.full(len(names), HIGH / 2)]) * self._unit + ROOM
        middles = places + np.column_stack([names / 2 * self._unit, np.zeros(len(names))])
        blocks = np.array([((b.left + b.right) / 2, (b.low + b.high) / 2) for b in firm]).reshape(-1, 2)
        sizes = np.array([((b.right - b.left) / 2, (b.high - b.low) / 2) for b in firm]).reshape(-1, 2)
        at = spread(np.concatenate([middles, blocks]), np.concatenate([halves, sizes]), len(firm))
        self._halves, self._shifts = halves, (at[: len(middles)] - middles) / self._unit
        world = np.array([(spec.x, spec.y) for spec in self.specs], np.float64).reshape(-1, 2)
        anchors = np.column_stack([world, self.heights.at(world)]) if len(world) else np.zeros((0, 3))
        lines = [self._tie(shift) for shift in self._shifts]
        cards = [
            moved(self.card(spec, self._unit), *shift)
            for spec, shift in zip(self.specs, self._shifts.tolist(), strict=True)
        ]
        self.batch.show([*lines, *cards], np.concatenate([anchors, anchors]))

    def _name_width(self, spec: FormationSpec) -> float:
        return self.batch.atlas.width(HEADING, spec.name) * TEXT + GAP if spec.name else 0.0

    def boxes(self, px: float, pixel: Pixels) -> Iterator[Box]:
        """Yield what they cover, in the pixels in which names are laid out."""
        for spec, shift, half in zip(self.specs, self._shifts, self._halves, strict=True):
            x, y = pixel(spec.x, spec.y)
            left, middle = x + (shift[0] - 0.5) * self._unit, y + shift[1] * self._unit
            yield Box(left, middle - half[1], left + 2 * half[0], middle + half[1])

    # --- painting ---

    def _tie(self, shift: Points) -> Vertices:
        """A line from a symbol that had to move aside to its place."""
        painter = Painter(self.batch.atlas)
        if float(np.hypot(*shift)) > TIED_FROM:
            painter.line((0.0, 0.0), (float(shift[0]), float(shift[1])), 0.06, LINE)
            painter.plate(0.0, 0.0, 0.2, 0.2, LINE.fade(1.3), radius=0.1)
        return painter.done()

    def _card(self, spec: FormationSpec, unit: float) -> Vertices:
        """A symbol with its name about the origin, in widths of it; `unit` is that width in pixels."""
        x = y = 0.0
        pen, nation = Painter(self.batch.atlas), spec.nation
        pen.shadow(x + 0.05, y - 0.07, 1.0, HIGH, MAP.shadow, 0.08, 0.09)
        if spec.selected:
            pen.glow(x, y, 1.08, HIGH + 0.08, MAP.selected, 0.12, 0.22)
        if spec.contact == "detected":
            pen.plate(x, y, 1.0, HIGH, GHOST, radius=0.09)
            pen.dashes(x, y, 0.94, HIGH - 0.06, GHOST_TEXT.fade(0.7), 0.08, 0.035)
            pen.text("?", x, y - 0.22, 0.62, FIGURES, GHOST_TEXT)
        else:
            pen.plate(x, y, 1.0, HIGH, nation.body, radius=0.09, border=0.05, edge=nation.edge)
            if spec.contact == "recognised":
                pen.stripes(x, y, 0.96, HIGH - 0.04, WHITE.fade(0.16), 0.07, 0.16)
            self._symbol(pen, spec, unit, y + (0.08 if spec.strength is not None else 0.0))
            if spec.strength is not None:
                pen.plate(x, y - 0.285, 0.84, 0.13, colour("120F0A", 0.7))
                pen.plate(x, y - 0.285, 0.80, 0.09, PIP_LOST)
                pen.plate(x - 0.40 * (1 - spec.strength), y - 0.285, 0.80 * spec.strength, 0.09, PIP_FULL)
        if spec.acted and spec.contact == "own":
            pen.plate(x, y, 1.0, HIGH, VEIL, radius=0.09)
        if spec.name:
            ink: Rgba = INKS[spec.side if spec.side in (1, 2) else 0]
            left = x + 0.5 + GAP * 0.7
            pen.text(
                spec.name, left, y - TEXT * 0.36, TEXT, HEADING, ink, align=0.0, halo=MAP.halo, halo_px=2.4, bold=0.35
            )
        return pen.done()

    def _symbol(self, pen: Painter, spec: FormationSpec, unit: float, y: float) -> None:
        cell, x = self.symbols.find(spec.symbol, 0.74 * unit), 0.0
        if cell is not None:
            ink = spec.nation.symbol_ink if cell.framed else spec.nation.ink
            pen.symbol(x, y, 0.74, 0.46, cell, ink, spec.nation.field if cell.framed else Rgba(0, 0, 0, 0))
        else:
            pen.text(spec.symbol[:3].upper(), x, y - 0.16, 0.4, HEADING, spec.nation.ink)

    # --- finding ---

    def pick(self, px: float, py: float, camera: MapCamera) -> FormationSpec | None:
        """The formation drawn at a pixel, the topmost one; None if there is none or none is shown."""
        if not self.shown:
            return None
        for spec, box in reversed(list(zip(self.specs, self.on_screen(camera), strict=True))):
            if box is not None and box.left <= px <= box.right and box.low <= py <= box.high:
                return spec
        return None

    def on_screen(self, camera: MapCamera) -> Iterator[Box | None]:
        """Yield where each of `specs` is drawn, in pixels of the window from its upper left; None behind the camera."""
        for spec, shift, half in zip(self.specs, self._shifts, self._halves, strict=True):
            place = camera.project_point(spec.x, spec.y)
            if place is None:
                yield None
                continue
            left = place[0] + (shift[0] - 0.5) * self._unit
            middle = place[1] - shift[1] * self._unit
            yield Box(left, middle - half[1], left + 2 * half[0], middle + half[1])


def moved(painted: Vertices, right: float, up: float) -> Vertices:
    """Return what was painted about the origin, about another place. Symbols keep to whole pixels about theirs."""
    found = painted.copy()
    found["local"][:, :2] += right, up
    found["shape"][found["local"][:, 2] == SYMBOL, :2] += right, up
    return found


def width_at(px_per_hex: float) -> float:
    """Pixels of the width of a symbol at a width of a hex."""
    return float(np.interp(px_per_hex, (SMALLEST[0], LARGEST[0]), (SMALLEST[1], LARGEST[1])))


def _curve(pixels: float) -> UnitCurve:
    return pixels, pixels, pixels, 0.0


def view_of(camera: MapCamera) -> tuple[float, float, float]:
    """Return what decides how places of the world lie to each other on the screen, the zoom apart."""
    return camera.squeeze, round(camera.heading, 1), band_of(camera.px_per_hex)
