"""Figures, trees, houses and obstacles are closed bodies of few triangles that stay on their hexes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.cards.boards import KINDS, board, obstacles
from tests.app.sight import BLIND, apart
from wab.app.cards.looks.palette import TABLE, TABLE_COLOUR_BLIND, TableColours
from wab.app.cards.table.figures import formation
from wab.app.cards.table.miniatures import miniature as made_for
from wab.app.cards.table.miniatures import rim_of
from wab.app.cards.table.miniatures import silhouette as plain_of
from wab.app.cards.table.relief import CORNER
from wab.app.cards.table.scenery import board_pieces, obstacle
from wab.app.gfx.figurines import Figurine
from wab.app.gfx.solids import Solid, ball, box, cylinder, gable, prism, rod
from wab.app.gfx.theme import colour
from wab.content.cards.miniatures import miniatures_of

MOST_TRIANGLES = 2400
GREY = colour("808080")


def miniature(kind: str, side: int, colours: TableColours) -> Figurine:
    return made_for(board().miniature(side, kind), kind, side, colours)


def silhouette(kind: str) -> Figurine:
    return plain_of(board().miniature(1, kind), kind, TABLE)


@pytest.mark.parametrize("made, volume", [
    (box(0, 0, 0, (2, 3, 4), GREY), 24.0),
    (cylinder(1.0, 0.0, 2.0, GREY, 64), 2 * np.pi),
    (cylinder(1.0, 0.0, 3.0, GREY, 64, top=0.0), np.pi),
    (prism([(0, 0), (2, 0), (0, 2)], 0.0, 1.0, GREY), 2.0),
    (ball(1.0, GREY, sides=48, rings=24), 4 / 3 * np.pi),
    (rod((0, 0, 0), (0, 3, 0), 1.0, GREY, 64), 3 * np.pi),
    (rod((0, 0, 3), (1, 1, 1), 1.0, GREY, 64), np.sqrt(6) * np.pi),
    (gable(0, 0, 0, (2, 2, 1), GREY, GREY), 2.0),
])  # fmt: skip
def test_a_body_encloses_its_volume_with_all_faces_outward(made: Solid, volume: float) -> None:
    assert made.volume == pytest.approx(volume, rel=0.02)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_a_turned_body_is_not_turned_inside_out(axis: str) -> None:
    body = box(0.5, 0.2, 0.1, (1, 2, 3), GREY)
    assert body.turned(77.0, axis).scaled(2.0).moved(3, 4, 5).volume == pytest.approx(48.0, rel=1e-3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [1, 2])
def test_a_miniature_is_solid_light_and_stands_on_the_ground(kind: str, side: int) -> None:
    made = miniature(kind, side, TABLE)
    assert made.triangles <= MOST_TRIANGLES
    assert made.points[:, 2].min() == pytest.approx(0.0, abs=1e-4)
    assert 0.12 < made.points[:, 2].max() < 0.46


@pytest.mark.parametrize("kind", KINDS)
def test_the_sides_differ_in_colour_and_special_forces_have_a_rim(kind: str) -> None:
    for colours in (TABLE, TABLE_COLOUR_BLIND):
        one, two = (miniature(kind, side, colours).colours[:, :3].astype(int).mean(axis=0) for side in (1, 2))
        assert np.abs(one - two).sum() > 40
    one, plain = (miniature(of, 1, TABLE).colours for of in (kind, "infantry"))
    rims = {"elite_infantry": TABLE.elite, "elite_armour": TABLE.elite, "resistance": TABLE.resistance}
    if kind in rims:
        assert rim_of(kind, 1, TABLE) == rims[kind]
        assert one.astype(int).sum() != plain.astype(int).sum()
    else:
        assert rim_of(kind, 1, TABLE) == TABLE.figures[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_a_formation_stands_inside_its_hex_and_nobody_on_another(kind: str, size: int) -> None:
    places = np.array(formation(kind, size))
    assert len(places) == size
    assert (np.abs(places[:, 0]) * 0.5 + np.abs(places[:, 1]) * np.sqrt(3) / 2 <= 0.5).all()
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)[~np.eye(size, dtype=bool)]
    assert size == 1 or gaps.min() > 0.08


@pytest.mark.parametrize("kind", KINDS)
def test_who_leaves_changes_no_place_of_the_others(kind: str) -> None:
    whole = formation(kind, 4)
    assert formation(kind, 4)[:2] == whole[:2]
    assert len(set(whole)) == 4


def test_everything_on_a_board_stays_on_its_hex() -> None:
    for piece in board_pieces(board()):
        reach = np.linalg.norm(piece.solid.points[:, :2], axis=1).max()
        assert reach < CORNER + 0.06, piece.hex
        assert piece.solid.points[:, 2].min() > -0.05


def test_woods_and_towns_make_room_in_the_middle() -> None:
    pieces = board_pieces(board({"forest": "C3", "town": "E5"}))
    middles = [piece for piece in pieces if piece.middle]
    assert len(middles) == 2
    for piece in pieces:
        if not piece.middle and piece.hex in {middle.hex for middle in middles}:
            near = np.linalg.norm(piece.solid.points[:, :2], axis=1) < 0.16
            assert not near.any(), "figures stand here"


def test_every_obstacle_has_a_form_of_its_own() -> None:
    forms = {spec.kind: obstacle(board(), spec).solid for spec in obstacles()}
    assert len({form.triangles for form in forms.values()}) == len(forms)
    assert all(form.volume > 0 for form in forms.values())


def test_works_face_the_edge_that_the_enemy_comes_from() -> None:
    bunker, *_ = obstacles()
    south = obstacle(board(), bunker).solid.points
    north = obstacle(board(south=2, north=1), bunker).solid.points
    assert south[:, 1].min() == pytest.approx(-north[:, 1].max())
    assert np.abs(south[:, 1].min()) > np.abs(south[:, 1].max())


@pytest.mark.parametrize("kind", KINDS)
def test_what_throws_a_shadow_is_plain_and_as_large_as_the_figure(kind: str) -> None:
    figure, caster = miniature(kind, 1, TABLE), silhouette(kind)
    assert caster.triangles < 0.5 * figure.triangles
    assert caster.points.max(axis=0) == pytest.approx(figure.points.max(axis=0), abs=0.05)
    assert caster.points.min(axis=0) == pytest.approx(figure.points.min(axis=0), abs=0.05)


@pytest.mark.parametrize("made", [box(0, 0, 0, (2, 3, 4), GREY), ball(1.0, GREY, sides=12, rings=8)])
def test_faces_share_their_corners_and_stay_the_same(made: Solid) -> None:
    rows, faces = made.shared
    assert len(rows) <= len(made.points)
    assert made.points[rows][faces] == pytest.approx(made.points, abs=1e-5)
    assert (made.colours[rows][faces] == made.colours).all()


def test_a_board_says_which_battle_it_is_by_its_figures() -> None:
    sword, omaha = (miniatures_of(name)["allies"] for name in ("sword-beach", "omaha-beach"))
    assert (sword["infantry"], omaha["infantry"]) == ("british_rifleman", "us_rifleman")


def test_the_sides_differ_in_form_as_well_as_in_colour() -> None:
    for kind in ("infantry", "armour"):
        one, two = (miniature(kind, side, TABLE) for side in (1, 2))
        assert one.triangles != two.triangles, kind


@pytest.mark.parametrize("sight", BLIND)
@pytest.mark.parametrize("colours, least", [(TABLE, 20), (TABLE_COLOUR_BLIND, 60)])
def test_the_colour_blind_tell_the_sides_apart(sight: str, colours: TableColours, least: float) -> None:
    assert apart(*colours.figures, sight) >= least
