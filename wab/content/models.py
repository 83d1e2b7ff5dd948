"""Reads the miniatures of `models/`: glTF 2.0, binary, as `art/build_models.py` writes it and a designer may.

Taken are files of one buffer, a mesh with one primitive of triangles for each level of detail ("near", "mid", "far";
for a missing level, the next one), with POSITION, NORMAL and COLOR_0. Everything else of glTF is refused in one
sentence: textures, bones, animations.

The result has the axes of the game: x right, y forward, z up, the ground at z = 0. A base has a radius of 1. The fourth
byte of a colour says how much of it is its own: where it is 0, the colour of the unit's nation is laid over.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from wab.content.data import models_root
from wab.content.folders import files_of
from wab.content.nodes import data_bytes
from wab.engine.files.safe_json import decode_json
from wab.engine.words.errors import DataError, because
from wab.engine.words.text import N_

LEVELS = ("near", "mid", "far")
MOST_BYTES = 4 * 2**20
MOST_CORNERS, MOST_TRIANGLES = 100_000, 200_000
LARGEST = 1e6
"""A scale that no model needs."""
_KINDS: dict[int, str] = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


@dataclass(frozen=True)
class Mesh:
    """One level: `points`, `normals` float32[N, 3], `colours` uint8[N, 4], `faces` uint32[3 T]."""

    points: npt.NDArray[np.float32]
    normals: npt.NDArray[np.float32]
    colours: npt.NDArray[np.uint8]
    faces: npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Miniature:
    """A miniature at three levels of detail."""

    name: str
    near: Mesh
    mid: Mesh
    far: Mesh

    def level(self, name: str) -> Mesh:
        """One of `LEVELS`; KeyError for another."""
        return {"near": self.near, "mid": self.mid, "far": self.far}[name]


class _Node(msgspec.Struct):
    name: str = ""
    mesh: int | None = None
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)


class _Attributes(msgspec.Struct):
    POSITION: int
    NORMAL: int
    COLOR_0: int


class _Primitive(msgspec.Struct):
    attributes: _Attributes
    indices: int
    mode: int = 4


class _Mesh(msgspec.Struct):
    primitives: list[_Primitive]


class _Accessor(msgspec.Struct, rename="camel"):
    buffer_view: int
    component_type: int
    count: int
    type: str
    byte_offset: int = 0
    normalized: bool = False


class _View(msgspec.Struct, rename="camel"):
    byte_length: int
    byte_offset: int = 0
    byte_stride: int | None = None
    buffer: int = 0


class _Head(msgspec.Struct, rename="camel"):
    nodes: list[_Node]
    meshes: list[_Mesh]
    accessors: list[_Accessor]
    buffer_views: list[_View]


class _Wrong(ValueError):  # noqa: N818
    """A fault of a file, without its name."""


def miniatures() -> frozenset[str]:
    """The names of all miniatures there are."""
    return frozenset(path.stem for path in files_of(models_root(), (".glb",)))


def miniature(name: str) -> Miniature:
    """A miniature of the models' folder; DataError names the file and what is wrong with it."""
    return _read(models_root() / f"{name}.glb")


@lru_cache(maxsize=128)
def _read(path: Path) -> Miniature:
    return read_miniature(path)


def read_miniature(path: Path) -> Miniature:
    """A miniature from a file; DataError names the file and what is wrong with it."""
    data = data_bytes(path, MOST_BYTES)
    try:
        head, binary = _parts(data)
        levels = {node.name: _mesh(head, binary, node) for node in head.nodes if node.name in LEVELS}
    except (_Wrong, IndexError, struct.error) as error:
        raise DataError(
            str(path), None, "", because(N_("is no miniature: {why} (see models/README.md)"), error)
        ) from error
    if not levels:
        raise DataError(
            str(path), None, "", f"is no miniature: no node is named {', '.join(LEVELS)} (see models/README.md)"
        )
    return Miniature(path.stem, **_filled(levels))


def _filled(levels: dict[str, Mesh]) -> dict[str, Mesh]:
    """All levels: a missing level is a copy of the next that is there, coarser ones first."""
    found = {}
    for number, name in enumerate(LEVELS):
        order = (*LEVELS[number:], *reversed(LEVELS[:number]))
        found[name] = next(levels[one] for one in order if one in levels)
    return found


def _parts(data: bytes) -> tuple[_Head, bytes]:
    """The description and the buffer of a binary file."""
    if len(data) < 20 or data[:4] != b"glTF":
        raise _Wrong("it does not begin as a binary glTF file (.glb)")
    version, total = struct.unpack_from("<II", data, 4)
    if version != 2 or total != len(data):
        raise _Wrong("it is no glTF 2.0 file of its length")
    size, kind = struct.unpack_from("<I4s", data, 12)
    if kind != b"JSON" or 20 + size > len(data):
        raise _Wrong("its description is damaged")
    try:
        head = decode_json(msgspec.json.Decoder(_Head), data[20 : 20 + size].rstrip())
    except ValueError as error:
        raise _Wrong(f"its description cannot be read: {error}") from error
    start = 20 + size
    if start + 8 > len(data):
        raise _Wrong("it has no buffer")
    length, kind = struct.unpack_from("<I4s", data, start)
    if kind != b"BIN\0" or start + 8 + length > len(data):
        raise _Wrong("its buffer is damaged")
    return head, data[start + 8 : start + 8 + length]


def _mesh(head: _Head, binary: bytes, node: _Node) -> Mesh:
    if node.mesh is None or node.mesh < 0 or len(head.meshes[node.mesh].primitives) != 1:
        raise _Wrong(f"{node.name} needs a mesh with one primitive")
    primitive = head.meshes[node.mesh].primitives[0]
    if primitive.mode != 4:
        raise _Wrong(f"{node.name} is not made of triangles")
    if not all(0 < size < LARGEST for size in node.scale):
        raise _Wrong(f"{node.name} has corners that are nowhere")
    own = primitive.attributes
    places = _array(head, binary, own.POSITION, "VEC3", MOST_CORNERS).astype(np.float32) * np.array(
        node.scale, np.float32
    )
    normals = _array(head, binary, own.NORMAL, "VEC3", MOST_CORNERS).astype(np.float32)
    colours = _bytes_of(_array(head, binary, own.COLOR_0, "VEC4", MOST_CORNERS))
    faces = _array(head, binary, primitive.indices, "SCALAR", 3 * MOST_TRIANGLES).reshape(-1).astype(np.uint32)
    if not (len(places) == len(normals) == len(colours)):
        raise _Wrong(f"{node.name} has not as many normals and colours as corners")
    if len(faces) % 3 or not len(faces) or int(faces.max()) >= len(places):
        raise _Wrong(f"{node.name} has triangles without corners")
    if not np.isfinite(places).all() or not np.isfinite(normals).all():
        raise _Wrong(f"{node.name} has corners that are nowhere")
    return Mesh(_turned(places), _unit(_turned(normals)), colours, faces)


def _array(head: _Head, binary: bytes, number: int, shape: str, most: int) -> npt.NDArray[Any]:
    """The rows of an accessor, as they are stored."""
    if number < 0:
        raise _Wrong("it names what does not exist")
    accessor = head.accessors[number]
    if accessor.type != shape or accessor.component_type not in _KINDS or accessor.buffer_view < 0:
        raise _Wrong(f"it has no {shape} where one is needed")
    if not 0 < accessor.count <= most:
        raise _Wrong(f"it has {accessor.count:,} rows where at most {most:,} are allowed")
    view = head.buffer_views[accessor.buffer_view]
    kind = np.dtype(_KINDS[accessor.component_type])
    width = _WIDTHS[shape]
    stride = view.byte_stride or kind.itemsize * width
    start = view.byte_offset + accessor.byte_offset
    end = start + stride * (accessor.count - 1) + kind.itemsize * width
    if start < 0 or view.buffer or stride < kind.itemsize * width or stride > 255 or end > len(binary):
        raise _Wrong("it reaches beyond its buffer")
    rows = np.ndarray((accessor.count, width), kind, binary, start, (stride, kind.itemsize))
    return np.ascontiguousarray(rows)


def _unit(normals: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Directions of length one; one of no length looks up."""
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    found: npt.NDArray[np.float32] = np.where(
        length > 1e-3, normals / np.maximum(length, 1e-3), np.array([0, 0, 1], np.float32)
    )
    return found.astype(np.float32)


def _bytes_of(colours: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    if colours.dtype == np.uint8:
        return colours
    whole = np.iinfo(colours.dtype).max if colours.dtype.kind in "iu" else 1.0
    found: npt.NDArray[np.uint8] = np.clip(np.nan_to_num(colours / whole) * 255, 0, 255).astype(np.uint8)
    return found


def _turned(points: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Turn coordinates from the axes of glTF to the axes of the game."""
    found: npt.NDArray[np.float32] = np.stack([-points[:, 0], points[:, 2], points[:, 1]], 1)
    return found
