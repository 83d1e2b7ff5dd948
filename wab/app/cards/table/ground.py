"""The ground of a board in the scene graph: the painted picture over the relief, with hexes drawn by the program."""

from __future__ import annotations

import itertools

import numpy as np
from panda3d.core import NodePath

from wab.app.cards.looks.specs import BoardSpec
from wab.app.cards.table.gallery import Gallery
from wab.app.cards.table.painting import PIXELS, Bytes
from wab.app.cards.table.relief import BoardRelief
from wab.app.gfx.meshes import Layout, fill, mesh, picture, program, uniform
from wab.app.map.ground_art import memory_of

CELL = 10  # points of the surface a hex width
WIDEST = 2048  # pixels of a picture
BLUNT = 0.9  # pixels of the picture below which a line between hexes is not thinner
_LAYOUT = Layout(("vertex", 3), ("normal", 3), ("texcoord", 2))


class BoardGround:
    """The ground of a board under `parent`, painted by a gallery."""

    def __init__(self, parent: NodePath, board: BoardSpec, relief: BoardRelief, gallery: Gallery) -> None:
        self.gallery = gallery
        self.root = parent.attachNewNode("ground")
        self.root.setShader(program("board"))
        wide = relief.rect.right - relief.rect.left
        self._parts = -(-round(wide * PIXELS) // WIDEST)
        self._wide = wide
        self.textures = [picture("board", strip) for strip in self._strips(gallery.picture(board))]
        for number, texture in enumerate(self.textures):
            left, right = (relief.rect.left + wide * (number + k) / self._parts for k in (0, 1))
            node = self.root.attachNewNode(_surface(relief, left, right))
            node.setShaderInput("ground", texture)
        self.show_grid(True)

    def _strips(self, pixels: Bytes) -> list[Bytes]:
        """A picture from west to east in as many strips as textures can hold."""
        uniform(self.root, "texel", BLUNT * self._wide / pixels.shape[1])
        edges = np.linspace(0, pixels.shape[1], self._parts + 1).round().astype(int)
        return [np.ascontiguousarray(pixels[:, low:high]) for low, high in itertools.pairwise(edges)]

    def update(self) -> None:
        """Show the finished picture instead of its sketch as soon as there is one."""
        finished = self.gallery.finished()
        if finished is not None:
            for texture, strip in zip(self.textures, self._strips(finished), strict=True):
                fill(texture, strip)

    @property
    def texture_bytes(self) -> int:
        """Memory of the pictures."""
        return sum(memory_of(texture) for texture in self.textures)

    def show_grid(self, shown: bool) -> None:
        """Draw the lines between hexes or not."""
        uniform(self.root, "grid", float(shown))


def _surface(relief: BoardRelief, left: float, right: float) -> object:
    """The ground between two meridians of the board."""
    bottom, top = relief.rect.bottom, relief.rect.top
    cols, rows = int(np.ceil((right - left) * CELL)) + 1, int(np.ceil((top - bottom) * CELL)) + 1
    x, y = np.meshgrid(np.linspace(left, right, cols), np.linspace(bottom, top, rows))
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    vertices = _LAYOUT.empty(len(points))
    heights = relief.at(points)
    vertices["vertex"][:, :2] = points
    vertices["vertex"][:, 2] = heights
    south, east = np.gradient(heights.reshape(rows, cols), (top - bottom) / (rows - 1), (right - left) / (cols - 1))
    normals = np.stack([-east.ravel(), -south.ravel(), np.ones(len(points))], axis=1)
    vertices["normal"] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    vertices["texcoord"] = np.stack(
        [(x.ravel() - left) / (right - left), (y.ravel() - bottom) / (top - bottom)], axis=1
    )
    corner = (np.arange(rows - 1)[:, None] * cols + np.arange(cols - 1)).ravel().astype(np.uint32)
    step = np.array([0, 1, cols + 1, 0, cols + 1, cols], np.uint32)
    return mesh(_LAYOUT, vertices, (corner[:, None] + step).ravel(), "board")
