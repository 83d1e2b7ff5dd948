"""Solids in the scene graph: many of them in one Geom, drawn twice, once as their shadow on the ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from panda3d.core import NodePath, TransparencyAttrib

from wab.app.cards.solids import Solid
from wab.app.meshes import Layout, Vertices, mesh, program, rewrite, uniform

LAYOUT = Layout(("vertex", 3), ("normal", 3), ("color", "rgba"), ("base", 1))
OPEN = (0.66, 0.40, 1.0, 0.0)
"""Light that is everywhere, light of the sun, opacity, share of grey: what `lamp` of the program means."""


class Put(NamedTuple):
    """A solid at a place: x, y of its middle and the height of the ground there (one, or one for each point)."""

    solid: Solid
    x: float = 0.0
    y: float = 0.0
    base: float | npt.NDArray[np.floating] = 0.0


def vertices_of(things: Iterable[Put]) -> Vertices:
    """All points of some solids, three to a triangle."""
    found = []
    for thing in things:
        vertices = LAYOUT.empty(len(thing.solid.points))
        vertices["vertex"] = thing.solid.points + np.array([thing.x, thing.y, 0.0], np.float32)
        vertices["normal"] = thing.solid.normals
        vertices["color"] = thing.solid.colours
        vertices["base"] = thing.base
        found.append(vertices)
    return np.concatenate(found) if found else LAYOUT.empty(0)


class Stock:
    """One Geom of solids under `parent`. `shadows`: they throw some. `clear`: they let the ground shine through."""

    def __init__(self, parent: NodePath, name: str, *, shadows: bool = True, clear: bool = False) -> None:
        self.node = mesh(LAYOUT, LAYOUT.empty(3), np.zeros(0, np.uint32), name, dynamic=True)
        self.root = parent.attachNewNode(f"{name}-lit")
        self.root.attachNewNode(self.node)
        self.root.setShader(program("solid"))
        self.root.setShaderInput("lift", 0.0)
        uniform(self.root, "lamp", *OPEN)
        self.shade: NodePath | None = None
        if clear:
            self.root.setTransparency(TransparencyAttrib.M_alpha)
            self.root.setDepthTest(False)
            self.root.setDepthWrite(False)
            uniform(self.root, "lamp", 0.90, 0.0, 1.0, 0.0)
        if shadows:
            self.shade = parent.attachNewNode(f"{name}-shade")
            self.shade.attachNewNode(self.node)
            as_shadow(self.shade)
        self._count = 0

    def show(self, things: Iterable[Put]) -> None:
        """Replace everything."""
        vertices = vertices_of(things)
        self._count = len(vertices)
        rewrite(self.node, vertices, np.arange(len(vertices), dtype=np.uint32))

    @property
    def triangles(self) -> int:
        """Triangles shown now."""
        return self._count // 3

    def close(self) -> None:
        """Take everything away."""
        self.root.removeNode()
        if self.shade is not None:
            self.shade.removeNode()


def as_shadow(node: NodePath) -> None:
    """Draw what is below a node as its shadow.

    All shadows lie at one height and write depth, so that where two fall on each other the ground is darkened once.
    """
    node.setShader(program("solid", "SHADOW"))
    node.setShaderInput("lift", 0.0)
    uniform(node, "lamp", *OPEN)
    node.setTransparency(TransparencyAttrib.M_alpha)
    node.setTwoSided(True)
