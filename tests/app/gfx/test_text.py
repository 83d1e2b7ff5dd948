from __future__ import annotations

import itertools

import numpy as np
import pytest

from wab.app.gfx.glyphs import ATLAS, GlyphAtlas
from wab.app.gfx.specs import NameSpec
from wab.app.gfx.sprites import Painter
from wab.app.gfx.theme import BODY, FIGURES, HEADING, MAP, PLACE, TITLE
from wab.app.map.names import BANDS, STYLES, Box, Placed, band_of, lay_out, place_names
from wab.app.map.scene import MapScene
from wab.content.hexmap import HexMap

FRENCH = "ÀÂÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûü’«»–0123456789"


@pytest.fixture(scope="module")
def atlas(window: object) -> GlyphAtlas:
    return GlyphAtlas()


@pytest.mark.parametrize("face", [BODY, FIGURES, HEADING, PLACE, TITLE])
def test_every_letter_of_french_is_in_every_face(atlas: GlyphAtlas, face: object) -> None:
    missing = [letter for letter in FRENCH if atlas.glyph(face, letter).box is None]  # type: ignore[arg-type]
    assert missing == []


def test_a_glyph_is_in_the_atlas_with_its_inside_bright_and_its_margin_dark(atlas: GlyphAtlas) -> None:
    glyph = atlas.glyph(FIGURES, "8")
    u0, v0, u1, v1 = glyph.uv
    rows = slice(round((1 - v1) * ATLAS[1]), round((1 - v0) * ATLAS[1]))
    cols = slice(round(u0 * ATLAS[0]), round(u1 * ATLAS[0]))
    cell = atlas.pixels[rows, cols]
    assert cell.max() > 150
    assert cell[0].max() < 60 and cell[:, 0].max() < 60


def test_a_blank_moves_the_pen_and_draws_nothing(atlas: GlyphAtlas) -> None:
    blank = atlas.glyph(BODY, " ")
    assert blank.box is None and blank.advance > 0.1


def test_a_longer_text_is_wider_and_spacing_widens_it(atlas: GlyphAtlas) -> None:
    short, long = atlas.width(TITLE, "Caen"), atlas.width(TITLE, "Caen-sur-Mer")
    assert 0 < short < long
    assert atlas.width(TITLE, "Caen", spacing=0.5) == pytest.approx(short + 3 * 0.5)


def test_a_painted_text_has_one_quad_a_letter_around_its_point(atlas: GlyphAtlas) -> None:
    pen = Painter(atlas)
    pen.text("Vire 44", 0.0, 0.0, 20.0, TITLE, MAP.ink)
    painted = pen.done()
    assert len(painted) == 4 * 6
    xs = painted["local"][:, 0]
    assert xs.min() == pytest.approx(-xs.max(), abs=4.0)


def test_letters_for_which_the_atlas_has_no_room_are_left_out(window: object) -> None:
    atlas = GlyphAtlas()
    atlas._pen = [1, ATLAS[1] - 1, 0]
    glyph = atlas.glyph(BODY, "M")
    assert glyph.box is None and glyph.advance > 0.3
    assert atlas.width(BODY, "MM") > 0.6


def _box_of(placed: Placed, px: float, atlas: GlyphAtlas) -> Box:
    style = STYLES[placed.spec.kind]
    words = placed.spec.text.upper() if style.capitals else placed.spec.text
    half = atlas.width(style.face, words, style.spacing) * placed.size / 2
    x, y = placed.spec.x * px + placed.dx, placed.spec.y * px + placed.dy
    return Box(x - half, y - placed.size * 0.2, x + half, y + placed.size * 0.75)


@pytest.mark.parametrize("px", [18.0, 29.0, 56.0, 110.0])
def test_names_of_places_never_lie_over_each_other_nor_over_what_is_taken(
    hexmap: HexMap, scene: MapScene, atlas: GlyphAtlas, px: float
) -> None:
    taken = [Box(x * px - 30, y * px - 30, x * px + 30, y * px + 30) for x, y in hexmap.grid.centres[::37]]
    placed = lay_out(scene.default_names(), px, atlas, taken)
    boxes = [_box_of(name, px, atlas) for name in placed if name.spec.kind not in ("water", "region", "sea", "beach")]
    assert len(boxes) > 10
    corners = np.array(boxes)
    others = np.array([*boxes, *taken])
    apart = (
        (corners[:, None, 0] >= others[None, :, 2]) | (others[None, :, 0] >= corners[:, None, 2])
        | (corners[:, None, 1] >= others[None, :, 3]) | (others[None, :, 1] >= corners[:, None, 3])
    )  # fmt: skip
    apart[np.arange(len(boxes)), np.arange(len(boxes))] = True
    assert np.argwhere(~apart).tolist() == []


def test_where_room_is_scarce_the_more_important_name_stays(atlas: GlyphAtlas) -> None:
    names = [NameSpec("Hamlet", 10.0, 10.0, "village", 1.0), NameSpec("Capital", 10.0, 10.0, "city", 100.0)]
    around = [
        Box(560 + 8 + dx, 560 + dy, 560 + 8 + dx + 400, 560 + dy + 14)
        for dx, dy in itertools.product((-420,), (-60, -40, -20, 0, 20, 40))
    ]
    placed = lay_out(names, 56.0, atlas, around)
    assert placed[0].spec.text == "Capital"


def test_a_city_whose_surroundings_are_taken_is_named_a_little_farther_off(atlas: GlyphAtlas) -> None:
    taken = [Box(535.0, 535.0, 585.0, 585.0)]
    (city,) = lay_out([NameSpec("Capital", 10.0, 10.0, "city", 1.0)], 56.0, atlas, taken)
    assert abs(city.dx) > 30
    assert lay_out([NameSpec("Hamlet", 10.0, 10.0, "village", 1.0)], 56.0, atlas, taken) == []


def test_names_stand_clear_of_the_letters_of_regions_where_there_is_room(atlas: GlyphAtlas) -> None:
    place = NameSpec("Vire", 10.0, 10.0, "town", 1.0)
    region = NameSpec("Bocage", 11.5, 10.0, "region", 9.0)
    (alone,) = lay_out([place], 56.0, atlas, [])
    beside = next(name for name in lay_out([place, region], 56.0, atlas, []) if name.spec is place)
    assert alone.dx > 0 > beside.dx


def test_the_letters_of_a_region_move_across_their_line_for_a_name_that_has_no_other_place(atlas: GlyphAtlas) -> None:
    town = NameSpec("Saint-Aignan-de-Cramesnil", 10.0, 10.0, "village", 1.0)
    region = NameSpec("Plaine de Caen", 10.0, 10.0, "region", 9.0)
    taken = [Box(400.0, 575.0, 800.0, 620.0)]  # above the point nothing is free
    placed = {name.spec: name for name in lay_out([town, region], 56.0, atlas, taken)}
    letters, named = (_box_of(placed[spec], 56.0, atlas) for spec in (region, town))
    assert named.low >= letters.high or letters.low >= named.high
    assert placed[region].dy != lay_out([region], 56.0, atlas, taken)[0].dy, "alone it stands on its point"


def test_no_place_is_named_over_the_edge_of_the_map(scene: MapScene, atlas: GlyphAtlas) -> None:
    edge = (10.0, 0.0, 30.0, 20.0)
    harbour = NameSpec("Harbour", 10.5, 10.0, "city", 1.0)
    (west,) = lay_out([harbour], 14.0, atlas, [Box(150.0, 0.0, 400.0, 280.0)])
    assert west.dx < 0, "with room on the left only, the name stands there"
    assert lay_out([harbour], 14.0, atlas, [Box(150.0, 0.0, 400.0, 280.0)], edge=edge) == []
    (inside,) = lay_out([harbour], 14.0, atlas, [], edge=edge)
    assert inside.dx > 0
    left, low, right, high = scene.camera.rect
    for px in BANDS:
        for name in lay_out(scene.default_names(), px, atlas, [], edge=scene.camera.rect):
            if name.spec.kind in ("city", "town", "village", "hill"):
                box = _box_of(name, px, atlas)
                assert left * px <= box.left and box.right <= right * px, name.spec.text
                assert low * px <= box.low and box.high <= high * px, name.spec.text


def test_a_halo_lies_below_all_letters_of_its_line(atlas: GlyphAtlas) -> None:
    pen = Painter(atlas)
    pen.text("AV", 0.0, 0.0, 20.0, TITLE, MAP.ink, halo=MAP.halo, halo_px=3.0)
    painted = pen.done()
    assert (painted["shape"][:8, 1] > 0).all() and (painted["shape"][8:, 1] == 0).all()
    assert (painted["color"][:8, 3] == 0).all() and (painted["second"][8:, 3] == 0).all()


def test_the_nearer_the_more_names(scene: MapScene, atlas: GlyphAtlas) -> None:
    names = scene.default_names()
    counts = [len(lay_out(names, px, atlas, [])) for px in (14.0, 29.0, 56.0, 140.0)]
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_on_a_map_no_wider_than_a_hand_names_keep_apart(scene: MapScene, atlas: GlyphAtlas) -> None:
    lettered = NameSpec("Bocage", 11.5, 10.0, "region", 9.0)
    named = scene.default_names()
    for px in (3.6, 5.0, 7.9):
        band = band_of(px)
        assert px / band < 1.2, "laid out for about the zoom at which it is seen"
        boxes = [_box_of(name, band, atlas) for name in lay_out([*named, lettered], band, atlas, [])]
        assert boxes
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                apart = (
                    one.right <= other.left or other.right <= one.left or one.high <= other.low or other.high <= one.low
                )
                assert apart, (px, one, other)
    assert lay_out([lettered], 3.5, atlas, []) == []
    assert lay_out([lettered], 8.0, atlas, []) != []


def test_laying_out_twice_gives_the_same(scene: MapScene, atlas: GlyphAtlas) -> None:
    names = scene.default_names()
    assert lay_out(names, 56.0, atlas, []) == lay_out(list(reversed(names)), 56.0, atlas, [])


def test_bands_of_zoom_do_not_leave_gaps() -> None:
    assert [band_of(px) for px in (1.0, 14.0, 17.9, 56.0, 1000.0)] == [BANDS[0], 14.0, 14.0, 56.0, BANDS[-1]]


def test_panning_does_not_lay_names_out_anew(scene: MapScene) -> None:
    before = scene.names.placed
    scene.camera.pan(0.1, 0.1)
    scene.update(0.02)
    assert scene.names.placed is before
    scene.camera.zoom(8)
    scene.update(0.02)
    assert scene.names.placed is not before


def test_every_place_of_the_map_that_has_a_kind_of_name_gets_one(hexmap: HexMap, scene: MapScene) -> None:
    names = {name.text for name in place_names(hexmap, scene._work)}
    assert {place.name for place in hexmap.places if place.kind in ("city", "town", "village")} <= names
