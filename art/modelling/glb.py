"""Writes a miniature as glTF 2.0, binary: one file, a mesh a level, corners quantised (KHR_mesh_quantization).

glTF has Y up and looks along Z, so x, y, z of a sculpture become -x, z, y.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from art.modelling.distance import Floats, Ints

_SHORT, _BYTE, _UBYTE, _USHORT, _UINT = 5122, 5120, 5121, 5123, 5125
_VERTICES, _INDICES = 34962, 34963
MOST = 32767


class Mesh(NamedTuple):
    """Corners float64[N, 3], their unit normals, colours float64[N, 4] in 0..1, triangles int64[T, 3]."""

    corners: Floats
    normals: Floats
    colours: Floats
    triangles: Ints


class _Buffer:
    """The binary part of a file while it grows."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(self, values: npt.NDArray[Any], kind: int, shape: str, target: int, **more: Any) -> int:
        """Append an array; the number of its accessor. Rows are padded to four bytes."""
        rows = np.ascontiguousarray(values)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": rows.nbytes, "target": target}
        if target == _VERTICES:
            view["byteStride"] = rows.nbytes // len(rows)
        self.data += rows.tobytes()
        self.data += b"\0" * (-len(self.data) % 4)
        self.views.append(view)
        accessor = {"bufferView": len(self.views) - 1, "componentType": kind, "count": len(rows), "type": shape, **more}
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def _turned(points: Floats) -> Floats:
    found: Floats = np.stack([-points[:, 0], points[:, 2], points[:, 1]], 1)
    return found


def _primitive(buffer: _Buffer, mesh: Mesh, unit: float) -> dict[str, Any]:
    places = np.zeros((len(mesh.corners), 4), np.int16)
    places[:, :3] = np.round(_turned(mesh.corners) / unit)
    normals = np.zeros((len(mesh.normals), 4), np.int8)
    normals[:, :3] = np.round(_turned(mesh.normals) * 127)
    colours = np.round(mesh.colours * 255).astype(np.uint8)
    wide = len(places) > 65535
    indices = mesh.triangles.reshape(-1).astype(np.uint32 if wide else np.uint16)
    low, high = places[:, :3].min(0).tolist(), places[:, :3].max(0).tolist()
    return {
        "attributes": {
            "POSITION": buffer.add(places, _SHORT, "VEC3", _VERTICES, min=low, max=high),
            "NORMAL": buffer.add(normals, _BYTE, "VEC3", _VERTICES, normalized=True),
            "COLOR_0": buffer.add(colours, _UBYTE, "VEC4", _VERTICES, normalized=True),
        },
        "indices": buffer.add(indices, _UINT if wide else _USHORT, "SCALAR", _INDICES),
        "material": 0,
    }


def glb(name: str, levels: Mapping[str, Mesh]) -> bytes:
    """The file: a node and a mesh for each level, in their order, named as they are."""
    buffer = _Buffer()
    meshes: list[dict[str, Any]] = []
    nodes: list[dict[str, Any]] = []
    for level, mesh in levels.items():
        unit = float(np.abs(mesh.corners).max()) / MOST
        nodes.append({"name": level, "mesh": len(meshes), "scale": [unit, unit, unit]})
        meshes.append({"name": level, "primitives": [_primitive(buffer, mesh, unit)]})
    head = {
        "asset": {"version": "2.0", "generator": "wab art/build_models.py", "copyright": "The wab authors, MIT"},
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{"name": name, "nodes": list(range(len(nodes)))}],
        "nodes": nodes,
        "meshes": meshes,
        "materials": [{"name": "paint", "pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 0.9}}],
        "buffers": [{"byteLength": len(buffer.data)}],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    }
    text = json.dumps(head, separators=(",", ":")).encode("ascii")
    text += b" " * (-len(text) % 4)
    size = 12 + 8 + len(text) + 8 + len(buffer.data)
    return b"".join([
        struct.pack("<4sII", b"glTF", 2, size),
        struct.pack("<I4s", len(text), b"JSON"), text,
        struct.pack("<I4s", len(buffer.data), b"BIN\0"), bytes(buffer.data),
    ])  # fmt: skip
