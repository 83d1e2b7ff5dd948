"""Draws every miniature of `models/` on its base with its name, in rows by nation, as one picture.

python -m art.draw_miniatures OUT.png
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import yaml
from panda3d.core import OrthographicLens
from PIL import Image, ImageDraw, ImageFont

from wab.app.gfx.figurines import figurine
from wab.app.gfx.meshes import mesh, program, uniform
from wab.app.gfx.stock import LAYOUT, as_shadow, corners_of
from wab.app.gfx.theme import Rgba, colour
from wab.app.window.engine import open_engine
from wab.app.window.engine_config import WindowSettings
from wab.app.window.window import GameWindow
from wab.content.data import data_root

NATIONS = {
    "United States": ("us", "us_para", "us_ranger"),
    "Britain": ("uk", "uk_para", "uk_commando"),
    "Canada, Poland, France": ("ca", "pl", "fr", "resistance"),
    "Germany": ("heer", "ss", "fj"),
    "Ships and aircraft": ("navy", "wings_uk", "wings_us", "wings_de"),
}
"""Rows of the sheet and the armies of each; an army of none of them has a row of its own."""
RIMS = (colour("5D6B3A"), colour("7B6A42"), colour("6B6F45"), colour("5C6166"), colour("4A5A68"))
COLUMNS, CELL, TEXT, HEAD = 9, (176, 150), 22, 34
"""Miniatures in a row; pixels of the place of each, of the name under it, and of the heading of a nation."""
VIEW, MIDDLE = 2.4, 0.44
"""Height of a place in radii of a base, and how high its middle is over the foot of a miniature."""
TALLEST = 1.55
"""Radii of a base up to which things are drawn at one scale; a man alone on a small base is drawn smaller."""
PITCH, HEADING = 34.0, 215.0
LAMP, SUN = (0.60, 0.54, 1.0, 0.0), (-0.50, -0.42, 0.76)
GROUND, INK, FAINT = "#cfc4a6", "#2a2014", "#6b5d45"
FINER = 2


def armies() -> dict[str, list[str]]:
    """The miniatures by the rows of the sheet."""
    rows = yaml.safe_load((data_root() / "models" / "catalogue.yaml").read_text("utf-8"))
    row_of = {army: row for row, those in NATIONS.items() for army in those}
    found: dict[str, list[str]] = defaultdict(list)
    for name, facts in sorted(rows.items()):
        found[row_of.get(facts["army"], facts["army"])].append(name)
    order = [*NATIONS, *sorted(set(found) - set(NATIONS))]
    return {row: found[row] for row in order if found[row]}


class Table:
    """A line of places for miniatures, seen from above and before them."""

    def __init__(self) -> None:
        wide, high = COLUMNS * CELL[0] * FINER, CELL[1] * FINER
        self.window: GameWindow = GameWindow(open_engine(WindowSettings(width=wide, height=high, offscreen=True)))
        self.window.render2d.hide()
        self.window.engine.setBackgroundColor(*colour(GROUND[1:]).unit)
        self._wide = VIEW * CELL[0] / CELL[1]
        lens = OrthographicLens()
        lens.setFilmSize(self._wide * COLUMNS, VIEW)
        lens.setNearFar(1.0, 60.0)
        self.window.cam.node().setLens(lens)
        pitch = math.radians(PITCH)
        self.window.camera.setPosHpr(
            self._wide * COLUMNS / 2, -20 * math.cos(pitch), 20 * math.sin(pitch) + MIDDLE, 0, -PITCH, 0
        )
        self.root = self.window.render.attachNewNode("miniatures")
        for name, values in {
            "lean": (0.0, 0.0),
            "sun": SUN,
            "lamp": LAMP,
            "haze": (0.0, 0.0, 0.0, 0.0),
            "edge": (0.0, 0.0, 1e6, 1e6),
        }.items():
            uniform(self.root, name, *values)
        for name in ("lift", "relief", "focus"):
            self.root.setShaderInput(name, 0.0)

    def drawn(self, names: Sequence[str], rim: Rgba) -> Image.Image:
        """The picture of at most as many miniatures as there are places."""
        lit, shade = (self.root.attachNewNode(kind) for kind in ("lit", "shade"))
        lit.setShader(program("solid"))
        as_shadow(shade)
        shade.setBin("fixed", 0)
        lit.setBin("fixed", 1)
        for number, name in enumerate(names):
            shape = figurine(name, "near", rim)
            corners, faces = corners_of(shape)
            node = mesh(LAYOUT, corners, faces.astype(np.uint32), name)
            for parent in (lit, shade):
                path = parent.attachNewNode(node)
                path.setPos((number + 0.5) * self._wide, 0.0, 0.0)
                path.setH(HEADING)
                path.setScale(min(1.0, TALLEST / float(shape.points[:, 2].max())))
        for _ in range(2):
            self.window.graphicsEngine.renderFrame()
        lit.removeNode()
        shade.removeNode()
        picture = self.window.win.getScreenshot()
        size = picture.getXSize(), picture.getYSize()
        pixels = np.frombuffer(memoryview(picture.getRamImageAs("RGBA")), np.uint8).reshape(size[1], size[0], 4)[::-1]
        return Image.fromarray(np.ascontiguousarray(pixels[:, :, :3])).resize(
            (COLUMNS * CELL[0], CELL[1]), Image.Resampling.LANCZOS
        )


def sheet(table: Table, rows: Mapping[str, Sequence[str]]) -> Image.Image:
    """All rows under each other, a heading over each and a name under every miniature."""
    lines = {row: [names[at : at + COLUMNS] for at in range(0, len(names), COLUMNS)] for row, names in rows.items()}
    high = sum(HEAD + len(parts) * (CELL[1] + TEXT) for parts in lines.values()) + HEAD // 2
    page = Image.new("RGB", (COLUMNS * CELL[0], high), GROUND)
    pen, y = ImageDraw.Draw(page), 0
    fonts = {size: ImageFont.load_default(size) for size in (12, 18)}
    for number, (row, parts) in enumerate(lines.items()):
        pen.text((16, y + 10), row, INK, fonts[18])
        pen.line([(16, y + HEAD - 1), (page.width - 16, y + HEAD - 1)], FAINT)
        y += HEAD
        for names in parts:
            page.paste(table.drawn(names, RIMS[min(number, len(RIMS) - 1)]), (0, y))
            y += CELL[1] + TEXT
            for place, name in enumerate(names):
                pen.text((CELL[0] * (place + 0.5), y - TEXT + 2), name.replace("_", " "), INK, fonts[12], "ma")
    return page


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT.png")
    given = parser.parse_args()
    page = sheet(Table(), armies())
    page.quantize(224, dither=Image.Dither.NONE).save(given.out, optimize=True)
    print(f"{given.out}: {page.width} x {page.height}, {given.out.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
