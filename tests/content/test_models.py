"""Miniatures from files: what is read, and what is refused in one sentence."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wab.content.models import LEVELS, MOST_CORNERS, miniature, miniatures, read_miniature
from wab.content.normandy.miniatures import miniature_of
from wab.engine.words.errors import DataError

Change = Callable[[dict[str, Any]], None]


def parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + size]), data[20 + size + 8 :]


def whole(head: dict[str, Any], binary: bytes) -> bytes:
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


@pytest.fixture
def sound() -> bytes:
    from wab.content.data import models_root

    return (models_root() / "jeep.glb").read_bytes()


def test_every_miniature_is_read_at_three_levels() -> None:
    for name in sorted(miniatures())[:6]:
        made = miniature(name)
        sizes = [len(made.level(level).points) for level in LEVELS]
        assert sizes == sorted(sizes, reverse=True)
        assert int(made.near.faces.max()) == len(made.near.points) - 1


def test_a_miniature_looks_north_and_stands_upright() -> None:
    tank = miniature("panther").near.points
    assert tank[:, 1].max() > 0.9 and tank[:, 2].max() < 1.0, "its long gun lies along y"


def test_one_level_serves_for_all(sound: bytes, tmp_path: Path) -> None:
    head, binary = parts(sound)
    head["nodes"] = [node for node in head["nodes"] if node["name"] == "mid"]
    (tmp_path / "one.glb").write_bytes(whole(head, binary))
    made = read_miniature(tmp_path / "one.glb")
    assert len(made.near.points) == len(made.far.points) == len(made.mid.points)


def _few_colours(head: dict[str, Any]) -> None:
    head["accessors"][2]["count"] = 3


def _far_index(head: dict[str, Any]) -> None:
    for number in (0, 1, 2):
        head["accessors"][number]["count"] = 3


def _huge(head: dict[str, Any]) -> None:
    head["accessors"][0]["count"] = MOST_CORNERS + 1


def _beyond(head: dict[str, Any]) -> None:
    head["bufferViews"][0]["byteOffset"] = 2**31


def _negative(head: dict[str, Any]) -> None:
    head["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = -1


def _nowhere(head: dict[str, Any]) -> None:
    head["nodes"][0]["scale"] = [1e300, 1, 1]


def _lines(head: dict[str, Any]) -> None:
    head["meshes"][0]["primitives"][0]["mode"] = 1


def _no_level(head: dict[str, Any]) -> None:
    for node in head["nodes"]:
        node["name"] = "somewhere"


@pytest.mark.parametrize(
    "change, words",
    [
        (_few_colours, "normals and colours"), (_far_index, "triangles without corners"), (_huge, "rows"),
        (_beyond, "beyond its buffer"), (_negative, "what does not exist"), (_nowhere, "nowhere"),
        (_lines, "not made of triangles"), (_no_level, "no node is named"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_in_one_sentence(sound: bytes, tmp_path: Path, change: Change, words: str) -> None:
    head, binary = parts(sound)
    change(head)
    path = tmp_path / "wrong.glb"
    path.write_bytes(whole(head, binary))
    with pytest.raises(DataError, match=words) as error:
        read_miniature(path)
    assert "wrong.glb" in str(error.value) and "models/README.md" in str(error.value)


@pytest.mark.parametrize("cut", [0, 3, 19, 40, 4000])
def test_a_cut_file_is_refused(sound: bytes, tmp_path: Path, cut: int) -> None:
    path = tmp_path / "cut.glb"
    path.write_bytes(sound[:cut])
    with pytest.raises(DataError):
        read_miniature(path)


def test_damaged_bytes_never_raise_anything_else(sound: bytes, tmp_path: Path) -> None:
    rng, path = np.random.default_rng(5), tmp_path / "damaged.glb"
    for _time in range(150):
        data = bytearray(sound)
        for place in rng.integers(0, min(len(data), 4000), 4):
            data[place] = rng.integers(0, 256)
        path.write_bytes(bytes(data))
        try:
            made = read_miniature(path)
        except DataError:
            continue
        assert int(made.near.faces.max()) < len(made.near.points)


def test_a_unit_that_was_equipped_otherwise_has_its_own() -> None:
    assert miniature_of("uk", "armour", "22/7A") == "cromwell"
    assert miniature_of("uk", "armour", "29/11A") == "firefly"
    assert miniature_of("ca", "artillery") == "british_field_gun", "it takes the rows of the British"
    assert miniature_of("atlantis", "armour") == ""
