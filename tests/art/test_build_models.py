"""The miniatures of models/ belong to their recipes, are light enough, and what makes them makes sense."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

from art.build_models import LEVELS, MODELS, built, catalogue, kept_rows, out_of_date
from art.modelling.distance import to_primitive
from art.modelling.meshing import meshed
from art.modelling.painting import paint_box
from art.modelling.recipes import RECIPES
from art.modelling.sculpture import Sculpture
from wab.content.models import miniature, miniatures

pytestmark = pytest.mark.art

MOST_BYTES = 260_000
MOST_CORNERS = {"near": 9_000, "mid": 1_500, "far": 600}


@pytest.mark.slow("every recipe is sculpted, to see whether its model is out of date")
def test_the_models_belong_to_the_recipes() -> None:
    assert out_of_date(MODELS) == []
    assert miniatures() == frozenset(RECIPES)


def test_the_catalogue_says_what_the_files_hold() -> None:
    text = (MODELS / "catalogue.yaml").read_text("utf-8")
    assert text == catalogue(kept_rows(MODELS))
    for name, row in yaml.safe_load(text).items():
        assert row["licence"] == "MIT" and row["source"] == "art/modelling"
        assert row["corners"] == [len(miniature(name).level(level.name).points) for level in LEVELS]


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_miniature_is_light_round_and_stands_on_its_base(name: str) -> None:
    assert (MODELS / f"{name}.glb").stat().st_size < MOST_BYTES
    whole = miniature(name)
    for level, most in MOST_CORNERS.items():
        mesh = whole.level(level)
        assert len(mesh.points) <= most
        assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0, abs=0.02)
        assert np.ptp(mesh.colours[:, :3].astype(int), axis=0).max() > 60, "it is painted"
        if RECIPES[name].radius:
            assert mesh.points[:, 2].min() == pytest.approx(-0.15, abs=0.04)
            assert (mesh.colours[:, 3] == 0).any(), "the edge takes the colour of the nation"


@pytest.mark.slow("the first mesh compiles the loops that make it")
def test_a_ball_is_meshed_where_it_is() -> None:
    sculpture = Sculpture()
    sculpture.paint("steel")
    sculpture.ball((1.0, 2.0, 3.0), 0.5)
    (part,) = meshed(sculpture.finished(), 0.05, 400, 1.0)
    away = np.linalg.norm(part.corners - [1.0, 2.0, 3.0], axis=1)
    assert away == pytest.approx(0.5, abs=0.01)
    outward = (part.corners - [1.0, 2.0, 3.0]) / away[:, None]
    assert (outward * part.normals).sum(1).min() > 0.98
    assert part.open.min() > 0.9, "nothing stands in its light"


@pytest.mark.parametrize("place, inside", [((0, 0, 0), True), ((0.9, 0, 0), False), ((0, 0, 0.45), False)])
def test_what_is_cut_out_is_gone_and_what_is_mirrored_is_there_twice(place: tuple[float, ...], inside: bool) -> None:
    sculpture = Sculpture()
    sculpture.paint("steel")
    sculpture.box((0, 0, 0), (0.5, 0.5, 0.5), 0.0)
    sculpture.box((0, 0, 0.5), (0.2, 0.2, 0.2), 0.0, how="cut")
    groups = sculpture.finished()
    found = groups.distances(np.array([place], float), groups.every, 1.0)
    assert bool(found[0] < 0) is inside
    twice = Sculpture()
    twice.paint("steel")
    with twice.mirrored():
        twice.ball((1.0, 0, 0), 0.25)
    assert len(twice) == 2
    packed = twice.finished().packed
    assert all(to_primitive(packed, row, x, 0.0, 0.0) < 0 for row, x in ((0, 1.0), (1, -1.0)))


@pytest.mark.trial
def test_every_paint_of_every_miniature_is_in_the_box() -> None:
    box = paint_box()
    for recipe in RECIPES.values():
        for paint in recipe.sculpted(1).finished().paints:
            assert box.colour(recipe.army, paint.split(".")[0]).shape == (3,)


@pytest.mark.trial
def test_made_again_it_is_the_same_within_the_rounding_of_machines() -> None:
    data, corners, digest = built("us_rifleman")
    assert digest == kept_rows(MODELS)["us_rifleman"][1]
    assert corners == pytest.approx(list(kept_rows(MODELS)["us_rifleman"][0]), rel=0.05)
    assert len(data) == pytest.approx((MODELS / "us_rifleman.glb").stat().st_size, rel=0.05)
