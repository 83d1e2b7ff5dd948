"""Settings survive anything that can be in their file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from wab.app.hud.scale import scale_of
from wab.app.window.settings import DEFAULTS, Settings, load_settings, save_settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def test_without_a_file_the_defaults_are_in_use(path: Path) -> None:
    loaded = load_settings(path)
    assert (loaded.settings, loaded.problem) == (DEFAULTS, "")


def test_settings_are_read_back_as_they_were_kept(path: Path) -> None:
    wanted = Settings("fr", 1.75, 2.0, True, False, True, "random")
    assert save_settings(wanted, path) == ""
    loaded = load_settings(path)
    assert (loaded.settings, loaded.problem) == (wanted, "")


@pytest.mark.parametrize(
    "rubbish",
    [b"", b"{", b"[1, 2]", b"\xff\xfe\x00", b"null", b"[" * 90_000, b'{"speed": ' + b"9" * 5000 + b"}", b" " * 200_000],
    ids=range(8),
)
def test_a_damaged_file_is_kept_and_the_defaults_are_in_use(path: Path, rubbish: bytes) -> None:
    path.parent.mkdir()
    for number in (1, 2):  # a second one does not take the place of the first
        path.write_bytes(rubbish + b" " * number)
        loaded = load_settings(path)
        assert loaded.settings == DEFAULTS
        assert loaded.problem
        assert not path.exists()
    kept = sorted(path.parent.iterdir())
    assert [file.read_bytes() for file in kept] == [rubbish + b" ", rubbish + b"  "]


@pytest.mark.parametrize(
    "name, value",
    [
        ("hud_scale", 9.0), ("hud_scale", "big"), ("speed", -1), ("language", "xx"), ("language", 5),
        ("reduced_motion", "yes"), ("edge_scroll", None), ("opponent", 3),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_keeps_its_default_and_the_rest_counts(
    path: Path, name: str, value: object
) -> None:
    path.parent.mkdir()
    good = {"fullscreen": True, "speed": 4.0, "language": "fr"}
    path.write_text(json.dumps({**good, name: value}))
    loaded = load_settings(path)
    assert loaded.settings == replace(DEFAULTS, **{**good, name: getattr(DEFAULTS, name)})
    assert name in loaded.problem
    assert path.exists()


def test_a_setting_of_a_later_version_does_no_harm(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"hud_scale": 1.25, "smell": "roses"}')
    assert load_settings(path).settings == replace(DEFAULTS, hud_scale=1.25)


def test_settings_that_cannot_be_kept_say_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert save_settings(DEFAULTS, tmp_path / "file" / "settings.json")


def test_least_motion_means_no_animation() -> None:
    assert Settings(speed=2.0).animation_speed == 2.0
    assert Settings(speed=2.0, reduced_motion=True).animation_speed == 0.0


@pytest.mark.clause("OPS-1.2-3")
@pytest.mark.parametrize(
    "wanted, width, height, scale",
    [
        (0.0, 1600, 900, 1.0),
        (0.0, 3840, 2160, 1.0),
        (0.0, 1280, 720, 1.0),
        (0.0, 1024, 768, 0.8),
        (0.0, 1600, 560, 0.8),
        (0.0, 520, 320, 0.6),
        (1.5, 1024, 768, 1.5),
        (0.5, 1024, 768, 0.75),
    ],
)
def test_the_size_of_panels_follows_the_window_unless_it_was_chosen(wanted, width, height, scale):
    assert scale_of(wanted, width, height) == pytest.approx(scale)


@pytest.mark.clause("OPS-1.2-3")
def test_panels_shrink_and_grow_with_the_window(window):
    before = window.hud.width, window.hud.height
    try:
        window.set_hud_scale(0.0)
        assert window.hud.scale == pytest.approx(0.6)
        window.resized(1280, 800)
        assert window.hud.scale == 1.0
        window.resized(1024, 768)
        assert window.hud.scale == pytest.approx(0.8)
        window.set_hud_scale(1.0)
        window.resized(520, 320)
        assert window.hud.scale == 1.0
    finally:
        window.set_hud_scale(1.0)
        window.resized(*before)


def test_what_is_no_regular_file_is_set_aside_and_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    assert load_settings(path).settings == DEFAULTS
    path.symlink_to("/dev/zero")
    loaded = load_settings(path)
    assert loaded.settings == DEFAULTS and loaded.problem
    assert save_settings(DEFAULTS, path) == "" and load_settings(path).problem == ""


def test_a_player_has_a_name_of_a_sensible_length(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"opponent": "x" * 5000}))
    loaded = load_settings(path)
    assert loaded.settings.opponent == DEFAULTS.opponent and "opponent" in loaded.problem
