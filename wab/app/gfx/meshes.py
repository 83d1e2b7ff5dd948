"""Numpy arrays into geometry of the engine: one place that knows how vertices lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from panda3d.core import (
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    LVecBase2f,
    LVecBase3f,
    LVecBase4f,
    NodePath,
    OmniBoundingVolume,
    SamplerState,
    Shader,
    Texture,
)

from wab.app.gfx.theme import SHADERS

Vertices = npt.NDArray[np.void]
Indices = npt.NDArray[np.uint32]

_CONTENTS = {"vertex": Geom.C_point, "normal": Geom.C_normal, "color": Geom.C_color, "texcoord": Geom.C_texcoord}


class Layout:
    """The columns of a vertex, made from a numpy structured type: float32 vectors, and 4 bytes for colours.

    The names "vertex", "normal", "color", "texcoord" are the engine's own, which it hands to shaders as p3d_Vertex and
    so on; every other column reaches the shader under its own name.
    """

    def __init__(self, *columns: tuple[str, int] | tuple[str, str]) -> None:
        fields: list[Any] = []
        array = GeomVertexArrayFormat()
        for name, kind in columns:
            if kind == "rgba":
                array.addColumn(name, 4, Geom.NT_uint8, Geom.C_color)
                fields.append((name, "u1", 4))
            else:
                width = int(kind)
                array.addColumn(name, width, Geom.NT_float32, _CONTENTS.get(name, Geom.C_other))
                fields.append((name, "<f4", width) if width > 1 else (name, "<f4"))
        self.dtype = np.dtype(fields)
        form = GeomVertexFormat()
        form.addArray(array)
        self.format = GeomVertexFormat.registerFormat(form)

    def empty(self, count: int) -> Vertices:
        """`count` vertices, all zero."""
        return np.zeros(count, self.dtype)


def mesh(layout: Layout, vertices: Vertices, indices: Indices, name: str, *, dynamic: bool = False) -> GeomNode:
    """A node with one Geom of triangles. Vertices: structured array [V] of the layout; indices: [3 T] row numbers."""
    data = GeomVertexData(name, layout.format, Geom.UH_dynamic if dynamic else Geom.UH_static)
    geom = Geom(data)
    triangles = GeomTriangles(Geom.UH_dynamic if dynamic else Geom.UH_static)
    triangles.setIndexType(Geom.NT_uint32)
    geom.addPrimitive(triangles)
    node = GeomNode(name)
    node.addGeom(geom)
    rewrite(node, vertices, indices)
    if dynamic:
        node.setBounds(OmniBoundingVolume())
        node.setFinal(True)
    return node


def rewrite(node: GeomNode, vertices: Vertices, indices: Indices | None = None) -> None:
    """Replace the vertices of a node made by `mesh`, and its triangles when given. Numbers of rows may change."""
    geom = node.modifyGeom(0)
    array = geom.modifyVertexData().modifyArrayHandle(0)
    flat = np.ascontiguousarray(vertices).reshape(-1)
    if indices is not None and len(indices) == 0:
        flat = np.zeros(3, flat.dtype)  # the engine wants no empty Geom: one triangle without area
        indices = np.array([0, 1, 2], np.uint32)
    array.setData(flat.view("u1").tobytes())
    if indices is not None:
        triangles = geom.modifyPrimitive(0).modifyVertices().modifyHandle()
        triangles.setData(np.ascontiguousarray(indices, np.uint32).reshape(-1).view("u1").tobytes())


def quad_indices(count: int) -> Indices:
    """[6 count] indices of two triangles for each four vertices, corners in circular order."""
    first = np.arange(count, dtype=np.uint32)[:, None] * 4
    return (first + np.array([0, 1, 2, 0, 2, 3], np.uint32)).reshape(-1).astype(np.uint32)


def program(name: str, *defines: str) -> Shader:
    """The shader program assets/shaders/NAME.vert and NAME.frag (GLSL 1.20), with names defined for `#ifdef`."""
    head = "#version 120\n" + "".join(f"#define {word}\n" for word in defines)
    common = (SHADERS / "common.glsl").read_text("utf-8")
    vertex, fragment = ((SHADERS / f"{name}.{kind}").read_text("utf-8") for kind in ("vert", "frag"))
    return Shader.make(Shader.SL_GLSL, head + common + vertex, head + common + fragment)


def uniform(node: NodePath, name: str, *values: float) -> None:
    """Give a shader a number or a vector of two to four.

    The engine takes tuples as well, but keeps them by address and now and then takes a new one for the old one.
    """
    kinds = {2: LVecBase2f, 3: LVecBase3f, 4: LVecBase4f}
    node.setShaderInput(name, kinds[len(values)](*values) if len(values) > 1 else float(values[0]))


def picture(name: str, pixels: npt.NDArray[np.uint8], *, smooth: bool = True, mipmaps: bool = False) -> Texture:
    """A texture from uint8[height, width] or [height, width, 2 or 4] (L, LA or RGBA), first row at the top.

    The coordinate v = 0 is the bottom row, as everywhere in the engine.
    """
    texture = Texture(name)
    fill(texture, pixels)
    sharp = SamplerState.FT_linear_mipmap_linear if mipmaps else SamplerState.FT_linear
    texture.setMinfilter(sharp if smooth else SamplerState.FT_nearest)
    texture.setMagfilter(SamplerState.FT_linear if smooth else SamplerState.FT_nearest)
    texture.setWrapU(SamplerState.WM_clamp)
    texture.setWrapV(SamplerState.WM_clamp)
    return texture


def fill(texture: Texture, pixels: npt.NDArray[np.uint8]) -> None:
    """Put pixels (as for `picture`) into a texture, whose size and format follow them."""
    depth = 1 if pixels.ndim == 2 else pixels.shape[2]
    form = {1: Texture.F_luminance, 2: Texture.F_luminance_alpha, 4: Texture.F_rgba8}[depth]
    rows, cols = pixels.shape[:2]
    if (texture.getXSize(), texture.getYSize(), texture.getFormat()) != (cols, rows, form):
        texture.setup2dTexture(cols, rows, Texture.T_unsigned_byte, form)
    upward = pixels[::-1]
    if depth == 4:
        upward = upward[:, :, [2, 1, 0, 3]]  # the engine keeps BGRA
    texture.setRamImage(np.ascontiguousarray(upward).reshape(-1))
