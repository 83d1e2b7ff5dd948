"""The pictures of the repository: the listed ones and no others, small, sharp, and missed when they fail."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tools import screenshots
from tools.screenshots import FOLDER, LIST, MOST, ROOT, command, listed, main, pack, shoot, size_of
from wab.career.career import Career


def painted(size: tuple[int, int] = (400, 240)) -> Image.Image:
    """Something like a map: soft ground with grain, a red letter on it."""
    dice = np.random.default_rng(3)
    across, down = np.meshgrid(np.linspace(0, 6, size[0]), np.linspace(0, 4, size[1]))
    ground = 150 + 40 * np.sin(across) * np.cos(down) + dice.normal(0, 5, size[::-1])
    pixels = np.stack([ground, ground + 20, ground - 40], axis=2)
    pixels[100:140, 200:206] = 200, 30, 20
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def test_a_packed_picture_is_small_and_still_sharp(tmp_path: Path) -> None:
    picture = painted()
    plain, packed = tmp_path / "plain.png", tmp_path / "packed.jpg"
    picture.save(plain)
    packed.write_bytes(pack(picture))
    assert packed.stat().st_size < 0.4 * plain.stat().st_size
    with Image.open(packed) as again:
        off = np.abs(np.asarray(again.convert("RGB")).astype(int) - np.asarray(picture))
    assert off.mean() < 4
    assert off[105:135, 202:204].mean() < 12, "thin lines keep their colour"


MADE_ELSEWHERE = {"miniatures.png"}
"""A sheet of all miniatures, drawn by another tool."""


def test_what_is_listed_is_there_and_nothing_else() -> None:
    names = set(listed().pictures)
    assert {path.name for path in FOLDER.iterdir()} - MADE_ELSEWHERE == {*names, LIST}
    assert len(names) >= 24
    assert sum(name.startswith("fr_") for name in names) >= 5
    assert size_of() <= MOST


def test_the_readme_shows_pictures_of_the_list() -> None:
    shown = re.findall(r"\(docs/screenshots/([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert len(shown) >= 5 and set(shown) <= set(listed().pictures)
    film = FOLDER / next(name for name in listed().pictures if name.endswith(".webp"))
    assert film.stat().st_size <= 2_000_000
    with Image.open(film) as moving:
        assert getattr(moving, "n_frames", 1) > 30


def test_words_become_a_command() -> None:
    plain = command("cards/omaha-beach --mode 3d --language fr", Path("x.png"))
    assert plain[1:4] == ["-m", "wab", "screenshot"]
    assert plain.count("--language") == 1 and plain[plain.index("--language") + 1] == "fr"
    assert plain[plain.index("--size") + 1] == "1600x900"
    assert command("film operations/cobra --fight 2", Path("x.webp"))[2:4] == ["tools.film_battle", "operations/cobra"]


def test_the_career_of_the_list_can_be_read(tmp_path: Path) -> None:
    games = listed().career
    career = Career(tmp_path / "career.db")
    career.mark(*games)
    assert len(career.library) == len(games) >= 5 and career.experience > 100
    assert not career.take_problem()


def test_a_picture_that_fails_is_named_fails_the_whole_and_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / LIST).write_text("pictures: {lost.jpg: operations/nowhere}", encoding="utf-8")
    (tmp_path / "lost.jpg").write_bytes(b"a picture of another day")
    assert main([], tmp_path) == 1
    told = capsys.readouterr().out
    assert "lost.jpg" in told and "nowhere" in told and "0 of 1 drawn" in told
    assert (tmp_path / "lost.jpg").read_bytes() == b"a picture of another day"
    monkeypatch.setattr(screenshots, "shoot", lambda *_rest: "")
    assert main([], tmp_path) == 0
    monkeypatch.setattr(screenshots, "MOST", 10)
    assert main([], tmp_path) == 1
    with pytest.raises(SystemExit):
        main(["unknown.jpg"], tmp_path)


def test_a_picture_is_drawn_and_packed(tmp_path: Path) -> None:
    assert shoot("title.jpg", "operations/cliffs-and-shingle --screen title --size 640x360", tmp_path, os.environ) == ""
    with Image.open(tmp_path / "title.jpg") as picture:
        assert picture.format == "JPEG" and picture.size == (640, 360)
