"""Pictures with damage, as a content pack may bring them: they are named, and the window goes on without them."""

import json
import os
import shutil
from pathlib import Path

import pytest
from panda3d.core import PNMImage, StringStream

from wab.app.gfx import pictures
from wab.app.gfx.pictures import damaged_pictures, unreadable
from wab.app.map.ground_art import load_ground
from wab.app.map.growth import load_growth_map
from wab.cli import main
from wab.content.hexmap import load_map

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "campaigns" / "operations" / "art"


def picture(ending):
    image, data = PNMImage(64, 64), StringStream()
    image.fill(0.2, 0.5, 0.3)
    image.write(data, f"picture{ending}")
    return bytes(data.getData())


SOUND = picture(".jpg")


def deadly(data):
    """A header that ends the process from inside the picture library: sampling factors that JPEG does not know."""
    frame = data.index(b"\xff\xc0")
    return data[: frame + 11] + b"\xff" + data[frame + 12 :]


DAMAGE = {
    "header.jpg": deadly(SOUND),
    "cut.jpg": SOUND[: len(SOUND) * 3 // 4],
    "empty.jpg": b"",
    "text.jpg": b"no picture at all" * 20,
    "start.jpg": SOUND[:2],
    "cut.png": picture(".png")[:60],
    "text.png": b"no picture at all" * 20,
}


@pytest.fixture(autouse=True)
def own_record(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "_record_path", lambda: tmp_path / "cache" / "pictures.json")


def test_each_damaged_picture_is_found_among_sound_ones_by_several_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "_AT_ONCE", 4)
    files = {"a.jpg": SOUND, **DAMAGE, "m.jpg": SOUND, "z.png": picture(".png")}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "._a.jpg").write_bytes(b"left behind")
    assert {path.name for path in unreadable([tmp_path / name for name in files])} == set(DAMAGE)
    assert damaged_pictures(tmp_path) == set(DAMAGE)


def test_our_own_pictures_are_sound():
    assert unreadable(sorted(ART.glob("*.png")) + sorted(ART.glob("mid_*.jpg"))) == ()


def test_pictures_are_read_again_only_when_they_have_changed(tmp_path, monkeypatch):
    (tmp_path / "far.jpg").write_bytes(deadly(SOUND))
    asked = []
    monkeypatch.setattr(pictures, "unreadable", lambda paths: asked.append(paths) or unreadable(paths))
    assert damaged_pictures(tmp_path) == damaged_pictures(tmp_path) == {"far.jpg"}
    assert len(asked) == 1
    (tmp_path / "far.jpg").write_bytes(SOUND)
    os.utime(tmp_path / "far.jpg", (1, 1))
    assert damaged_pictures(tmp_path) == frozenset()
    assert len(asked) == 2


@pytest.mark.parametrize("record", [b"", b"\0" * 50, b"[1]", b'{"a": [1, 2]}'])
def test_a_damaged_record_of_verdicts_costs_nothing(tmp_path, record):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "pictures.json").write_bytes(record)
    (tmp_path / "far.jpg").write_bytes(deadly(SOUND))
    assert damaged_pictures(tmp_path) == {"far.jpg"}


def painted(folder, **data):
    """A folder of painted pictures, one a level."""
    levels = {}
    for name in ("far", "mid", "near"):
        tiles = [{"file": f"{name}.jpg", "rect": [0, 0, 9, 9], "uv": [0, 0, 1, 1]}]
        levels[name] = {"px_per_hex": 1, "texture": "rgb", "mipmaps": False, "rect": [0, 0, 9, 9], "tiles": tiles}
        (folder / f"{name}.jpg").write_bytes(data.get(name, SOUND))
    (folder / "ground.json").write_text(json.dumps({"levels": levels}))
    return folder


def test_the_window_goes_on_without_damaged_pictures(tmp_path):
    hexmap = load_map(ROOT / "campaigns" / "operations" / "map.json")
    assert len(load_ground(hexmap, painted(tmp_path)).near) == 1
    (tmp_path / "near.jpg").write_bytes(deadly(SOUND))
    ground = load_ground(hexmap, tmp_path)
    assert ground.near == () and ground.far is not ground.tiles[0]
    for name in ("far", "mid"):
        ground = load_ground(hexmap, painted(tmp_path, **{name: deadly(SOUND)}))
        assert ground.far is ground.tiles[0], "the plain picture"


def test_a_map_with_a_damaged_picture_of_its_growth_has_none(tmp_path):
    for name in ("growth.json", "growth.png", "relief.png"):
        shutil.copy(ART / name, tmp_path / name)
    (tmp_path / "relief.png").write_bytes((tmp_path / "relief.png").read_bytes()[:3000])
    assert load_growth_map(tmp_path) is None


def test_the_check_names_each_damaged_picture_of_a_pack(tmp_path, capsys):
    shutil.copytree(ROOT / "campaigns" / "cards", tmp_path / "campaigns" / "cards")
    shutil.copytree(ROOT / "campaigns" / "normandy", tmp_path / "campaigns" / "normandy")
    art = tmp_path / "campaigns" / "operations-of-somebody" / "art"
    art.mkdir(parents=True)
    for name, data in {"sound.jpg": SOUND, **DAMAGE}.items():
        (art / name).write_bytes(data)
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert [name for name in DAMAGE if f"{name}: cannot be read as a picture" not in said] == []
    assert "sound.jpg" not in said
