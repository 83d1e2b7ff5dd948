"""Solids in the scene graph: many of them in one Geom, drawn twice, once as their shadow on the ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from panda3d.core import GeomNode, NodePath, Texture, TransparencyAttrib

from wab.app.gfx.figurines import Figurine
from wab.app.gfx.meshes import Indices, Layout, Vertices, mesh, program, rewrite, uniform
from wab.app.gfx.solids import Solid

LAYOUT = Layout(("vertex", 3), ("normal", 3), ("color", "rgba"), ("base", 1))
OPEN = (0.66, 0.40, 1.0, 0.0)
"""Light that is everywhere, light of the sun, opacity, share of grey: what `lamp` of the program means."""


class Put(NamedTuple):
    """A solid or figurine at a place: x, y of its middle and the height of the ground there (one, or one for each point
    of a solid). `caster`: a plainer one that throws the same shadow."""

    solid: Solid | Figurine
    x: float = 0.0
    y: float = 0.0
    base: float | npt.NDArray[np.floating] = 0.0
    caster: Solid | Figurine | None = None


def geometry(things: Iterable[Put]) -> tuple[Vertices, Indices]:
    """The corners of some solids and, three to a triangle, which of them make its faces."""
    vertices, indices, count = [], [], 0
    for thing in things:
        part, faces = corners_of(thing.solid, thing.base)
        part["vertex"] += np.array([thing.x, thing.y, 0.0], np.float32)
        vertices.append(part)
        indices.append(faces + count)
        count += len(part)
    if not vertices:
        return LAYOUT.empty(0), np.zeros(0, np.uint32)
    return np.concatenate(vertices), np.concatenate(indices).astype(np.uint32)


def corners_of(
    body: Solid | Figurine, base: float | npt.NDArray[np.floating] = 0.0
) -> tuple[Vertices, npt.NDArray[np.integer]]:
    """The corners of one body where it was made, and which of them make its faces; `base` as in `Put`."""
    if isinstance(body, Figurine):
        part = LAYOUT.empty(len(body.points))
        part["vertex"], part["normal"], part["color"] = body.points, body.normals, body.colours
        part["base"] = base
        return part, body.faces
    rows, faces = body.shared
    part = LAYOUT.empty(len(rows))
    part["vertex"], part["normal"], part["color"] = body.points[rows], body.normals[rows], body.colours[rows]
    part["base"] = base[rows] if isinstance(base, np.ndarray) else base
    return part, faces


class Stock:
    """One Geom of solids under `parent`, or two where plainer ones throw the shadows.

    `shadows`: they throw some. `casters`: those come from the casters of what is shown. `clear`: the ground shines
    through.
    """

    def __init__(
        self, parent: NodePath, name: str, *, shadows: bool = True, casters: bool = False, clear: bool = False
    ) -> None:
        self.node = _empty(name)
        self.root = parent.attachNewNode(f"{name}-lit")
        self.root.attachNewNode(self.node)
        self.root.setShader(program("solid"))
        self.root.setShaderInput("lift", 0.0)
        uniform(self.root, "lamp", *OPEN)
        self.shade: NodePath | None = None
        self._casters = _empty(f"{name}-casters") if casters else None
        if clear:
            self.root.setTransparency(TransparencyAttrib.M_alpha)
            self.root.setDepthTest(False)
            self.root.setDepthWrite(False)
            uniform(self.root, "lamp", 0.90, 0.0, 1.0, 0.0)
        if shadows:
            self.shade = parent.attachNewNode(f"{name}-shade")
            self.shade.attachNewNode(self.node if self._casters is None else self._casters)
            as_shadow(self.shade)
        self.triangles = 0
        """Triangles shown now, without the shadows."""

    def show(self, things: Iterable[Put]) -> None:
        """Replace everything."""
        shown = list(things)
        vertices, indices = geometry(shown)
        self.triangles = len(indices) // 3
        rewrite(self.node, vertices, indices)
        if self._casters is not None:
            rewrite(
                self._casters,
                *geometry(put._replace(solid=put.solid if put.caster is None else put.caster) for put in shown),
            )


def _empty(name: str) -> GeomNode:
    return mesh(LAYOUT, LAYOUT.empty(3), np.zeros(0, np.uint32), name, dynamic=True)


def loose(parent: NodePath, made: GeomNode, bins: tuple[int, int], picture: Texture | None = None) -> NodePath:
    """A node of its own for something that moves, with its shadow; `bins` of the shadow and of the thing.

    Where it is comes from the node: its place, and "lift", the height of the ground below it.
    """
    node = parent.attachNewNode("loose")
    node.setShaderInput("lift", 0.0)
    uniform(node, "lamp", *OPEN)
    lit, shade = node.attachNewNode("lit"), node.attachNewNode("shade")
    lit.attachNewNode(made)
    shade.attachNewNode(made)
    if picture is None:
        lit.setShader(program("solid"))
    else:
        lit.setShader(program("solid", "PICTURE"))
        lit.setShaderInput("picture", picture)
    as_shadow(shade)
    for name in ("lift", "lamp"):  # the node's own count for both
        shade.clearShaderInput(name)
    shade.setBin("fixed", bins[0])
    lit.setBin("fixed", bins[1])
    return node


def as_shadow(node: NodePath) -> None:
    """Draw what is below a node as its shadow.

    All shadows lie at one height and write depth, so that where two fall on each other the ground is darkened once.
    """
    node.setShader(program("solid", "SHADOW"))
    node.setShaderInput("lift", 0.0)
    uniform(node, "lamp", *OPEN)
    node.setTransparency(TransparencyAttrib.M_alpha)
    node.setTwoSided(True)
