"""The film of a fight: the right one is found, shown from where it was asked, and written as one moving picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tools.film_battle import Fight, Look, find, shown, write_film
from wab.app.map.scene import MapScene
from wab.app.window.window import GameWindow
from wab.systems.operations.state.orders import Attack

SCENARIO = "operations/the-boys-of-the-twelfth"


@pytest.fixture(scope="module")
def fight() -> Fight:
    return find(SCENARIO, 1)


def test_the_first_attack_that_drives_somebody_back_is_found_and_shown(
    window: GameWindow, scene: MapScene, fight: Fight
) -> None:
    assert isinstance(fight.order, Attack) and fight.game.to_act == fight.side
    assert fight.order.target == fight.target
    dice, places, burning = set(), set(), 0
    for _passed in shown(window, fight, Look(mode="2d", span=4.0)):
        dice.add(len(scene.dice.places()))
        places.add((round(scene.camera.x, 2), round(scene.camera.y, 2), scene.camera.span))
        burning = max(burning, scene.fire.burning)
    assert {0, 2} <= dice and burning > 5
    assert len(places) == 1, "the camera stands still"
    assert fight.game.to_act != "" and fight.order in [record.order for record in fight.game.journal]


def test_there_may_be_fewer_fights_than_that() -> None:
    with pytest.raises(LookupError, match="drive somebody back"):
        find(SCENARIO, 99)


def test_a_film_moves_over_and_over(tmp_path: Path) -> None:
    pictures = [Image.fromarray(np.full((90, 160, 3), shade, np.uint8)) for shade in (20, 120, 220)]
    write_film(pictures, tmp_path / "film.webp")
    with Image.open(tmp_path / "film.webp") as film:
        assert film.format == "WEBP" and getattr(film, "n_frames", 1) == 3 and film.info["loop"] == 0
