"""The table on which the map lies: seen around its edge, and far away in three dimensions."""

from __future__ import annotations

import numpy as np
from panda3d.core import NodePath

from wab.app.gfx.meshes import Layout, mesh, program, quad_indices, uniform
from wab.app.gfx.theme import colour
from wab.app.map.ground_art import Rect

WIDER = 4.0  # heights of the map that the table reaches beyond it on every side
BELOW = 0.10  # hex widths under the map, whose coarser ground is drawn a little below its place
_LAYOUT = Layout(("vertex", 3))
_WOOD = colour("30261C")


class Table:
    """A dark wooden table under `parent`, with the shadow of the map whose rectangle (hex widths) lies on it."""

    def __init__(self, parent: NodePath, rect: Rect) -> None:
        left, bottom, right, top = rect
        wide, high = (right - left) / 2, (top - bottom) / 2
        margin = 2 * high * WIDER
        vertices = _LAYOUT.empty(4)
        vertices["vertex"] = [
            (left - margin, bottom - margin, -BELOW),
            (right + margin, bottom - margin, -BELOW),
            (right + margin, top + margin, -BELOW),
            (left - margin, top + margin, -BELOW),
        ]
        self.root = parent.attachNewNode(mesh(_LAYOUT, np.asarray(vertices), quad_indices(1), "table"))
        self.root.setShader(program("table"))
        self.root.setDepthWrite(False)
        uniform(self.root, "sheet", left + wide, bottom + high, wide, high)
        uniform(self.root, "wood", *_WOOD.unit[:3])
