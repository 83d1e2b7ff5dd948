"""Boards are painted once, next to the game if the caller does not wait for the picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.app.cards.boards import board, hex_of
from wab.app.cards.looks.specs import PlaceSpec
from wab.app.cards.table.gallery import KEPT, SKETCH, Gallery
from wab.app.cards.table.painting import PIXELS, Bytes


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    made = Gallery(patient=False)
    yield made
    made.close()


def wait(gallery: Gallery) -> Bytes:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if (found := gallery.finished()) is not None:
            return found
        time.sleep(0.02)
    raise AssertionError("nothing was painted")


def test_a_sketch_is_shown_until_the_picture_is_finished(gallery: Gallery) -> None:
    spec = board({"forest": "C3", "river": "D5 E5"})
    sketch = gallery.picture(spec)
    finished = wait(gallery)
    assert sketch.shape[1] == pytest.approx(13 * SKETCH, abs=1) and finished.shape[1] == 13 * PIXELS
    assert gallery.finished() is None, "it is told once"
    assert gallery.picture(spec) is finished, "and kept"


def test_the_sketch_is_the_same_ground(gallery: Gallery) -> None:
    spec = board()
    sketch, finished = gallery.picture(spec), wait(gallery)
    rows = (np.arange(sketch.shape[0]) * finished.shape[0] / sketch.shape[0]).astype(int)
    cols = (np.arange(sketch.shape[1]) * finished.shape[1] / sketch.shape[1]).astype(int)
    away = np.abs(finished[rows][:, cols, :3].astype(int) - sketch[..., :3]).mean()
    assert away < 14


def test_names_and_seats_need_no_other_picture() -> None:
    patient = Gallery(patient=True)
    spec = board({"forest": "C3"})
    named = replace(spec, places=(PlaceSpec(hex_of("C3"), "Bois"),), south=2, north=1)
    assert patient.picture(named) is patient.picture(spec)
    patient.close()


def test_another_board_takes_the_place_of_the_one_that_waits(gallery: Gallery) -> None:
    first, last = board({"forest": "C3"}, seed=1), board({"forest": "C3"}, seed=2)
    gallery.picture(first)
    gallery.picture(last)
    assert wait(gallery) is gallery.picture(last)


def test_only_the_last_few_are_kept() -> None:
    patient = Gallery(patient=True)
    boards = [board({"lake": "C3"}, seed=seed) for seed in range(KEPT + 1)]
    pictures = [patient.picture(spec) for spec in boards]
    assert patient.picture(boards[-1]) is pictures[-1]
    assert patient.picture(boards[0]) is not pictures[0]
    patient.close()
