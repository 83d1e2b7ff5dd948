"""The card of what is under the pointer: an enemy near by, a formation from far away. In the offscreen window."""

import pytest

from tests.app.wargame import test_hex_front as bocage
from wab.app.hud.kit import Kit
from wab.app.hud.widgets import shared
from wab.app.wargame.troops import sighting
from wab.app.wargame.troops.sighting import RESTS, columns, formation_told
from wab.app.wargame.ui import places
from wab.app.wargame.ui.badge import hex_box
from wab.locale import language

battle = bocage.battle
FOE = 10


@pytest.fixture
def plates(monkeypatch):
    """The boxes of cards on the map."""
    found, outline = [], Kit.outline
    monkeypatch.setattr(Kit, "outline", lambda kit, box, *rest: (found.append(box), outline(kit, box, *rest))[1])
    return found


def point(battle, hex_, wait):
    window, _screen, _session = battle
    window.inject_move(*window.scene.project(hex_))
    window.step(0.001)
    window.step(wait)
    window.step(0.001)


def test_an_enemy_under_the_pointer_is_told_of_once_the_pointer_rests(battle, words):
    window, screen, session = battle
    there = bocage.here(session, FOE)
    words.clear()
    window.inject_move(*window.scene.project(there))
    window.step(RESTS / 4)
    window.step(RESTS / 4)
    assert screen.adapter.unit_name(FOE) not in words
    point(battle, there, 2 * RESTS)
    assert screen.adapter.unit_name(FOE) in words
    assert any("steps" in text for text in words), "how strong he is"


def test_own_units_and_empty_ground_have_no_card(battle, words):
    _window, screen, session = battle
    point(battle, bocage.here(session, bocage.FOOT), 2 * RESTS)
    words.clear()
    point(battle, bocage.here(session, bocage.FOOT), 2 * RESTS)
    assert not any("steps" in text for text in words)
    words.clear()
    point(battle, 0, 2 * RESTS)
    assert not any("steps" in text for text in words)
    assert screen.adapter.side_in(0) is None


@pytest.mark.parametrize("scale", [0.0, 0.75, 1.0])
def test_the_card_never_lies_over_the_hex_that_it_speaks_of(battle, plates, scale):
    window, screen, session = battle
    window.set_hud_scale(scale)
    window.step(0.05)
    camera, there = window.scene.camera, bocage.here(session, FOE)
    x, y = window.scene.grid.centre(there)
    told = 0
    for aside, above in ((0, 0), (2, 0), (-2, 0), (0, 1.2), (0, -1.2)):  # in the middle, at each edge of the free part
        camera.fly_to(x + aside, y + above, camera.span)
        point(battle, there, 2 * RESTS)
        window.step(2 * RESTS)
        plates.clear()
        window.step(0.01)
        at = hex_box(screen._desk.kit, window.scene, there)
        cards = [box for box in plates if 300 < box.w < 310]
        assert bool(cards) == window.pointer.over_map
        assert all(shared(card, at.inset(at.w * 0.07)) == 0 for card in cards)
        told += len(cards)
    assert told > 1


def test_shifts_are_told_for_whom_they_are():
    with language("en"):
        assert columns(-1.0) == "1 column for the defender" and columns(2.0) == "2 columns for the attacker"


def test_from_far_away_the_card_tells_of_the_formation_and_a_click_goes_there(battle, words):
    window, screen, _session = battle
    scene = window.scene
    scene.camera.fit()
    scene.camera.fly_to(scene.camera.x, scene.camera.y, window.hud.height / 20.0)
    window.step(0.05)
    assert scene.formations.shown
    spec, box = next(
        (spec, box)
        for spec, box in zip(scene.formations.specs, scene.formations.on_screen(scene.camera), strict=True)
        if box.left > 60 and box.right < 460 and box.low > 30 and box.high < 290
    )
    middle = (box.left + box.right) / 2, (box.low + box.high) / 2
    window.inject_move(*middle)
    window.step(0.01)
    words.clear()
    window.step(2 * RESTS)
    window.step(0.01)
    title, lines = formation_told(screen._desk, spec, list(spec.keys))
    assert title in words and lines[-1] in words
    screen.on_click(*middle)
    for _ in range(4):
        window.step(0.2)
    assert not scene.formations.shown and scene.counters.level == "full"
    places = {screen.adapter.where(key) for key in spec.keys}
    assert any(0 < scene.project(hex_)[0] < 520 and 0 < scene.project(hex_)[1] < 320 for hex_ in places)


def settled(battle):
    """A frame, and the hex under the pointer."""
    window, screen, _session = battle
    window.step(0.05)
    return screen.interaction.hovered, window.scene.pick(window.pointer.x, window.pointer.y)


def test_what_lies_under_a_pointer_at_rest_is_meant_when_keys_move_or_zoom_the_map(battle):
    window, _screen, session = battle
    there = bocage.here(session, FOE)
    point(battle, there, 2 * RESTS)
    meant = {there}
    for key in ("arrow_right", "arrow_right", "arrow_up", "-", "-", "arrow_left"):
        window.inject_key(key)
        hovered, under = settled(battle)
        assert hovered == under, key
        meant.add(hovered)
    assert len(meant) > 2


def test_who_points_by_keys_keeps_his_hex_when_the_map_moves(battle):
    window, _screen, session = battle
    point(battle, bocage.here(session, FOE), 2 * RESTS)
    window.inject_key("y", shift=True)
    aimed, under = settled(battle)
    assert aimed != under
    window.inject_key("arrow_right")
    hovered, under = settled(battle)
    assert hovered == aimed != under


def test_a_pointer_on_a_panel_means_nothing_of_the_map_that_moves_below_it(battle):
    window, _screen, _session = battle
    scale = window.kit.scale
    boxes = window.kit.covered.values()
    middles = [((box.x + box.w / 2) * scale, (box.y + box.h / 2) * scale) for box in boxes]
    place = next(place for place in middles if window.scene.pick(*place) is not None)
    window.inject_move(*place)
    settled(battle)
    assert window.hud.wants_mouse and settled(battle)[0] is None
    window.inject_key("arrow_right")
    assert settled(battle)[0] is None


def test_a_panel_that_closes_under_the_pointer_leaves_it_on_the_hex_that_lay_below(battle):
    window, screen, _session = battle
    screen.toggle_panel("keys")
    window.step(0.05)
    box = window.kit.covered["keys-list"]
    middle = (box.x + box.w / 2) * window.kit.scale, (box.y + box.h / 2) * window.kit.scale
    window.inject_move(*middle)
    settled(battle)
    for _ in range(3):
        window.inject_key("arrow_right")
    hovered, under = settled(battle)
    assert window.hud.wants_mouse and hovered != under
    screen.toggle_panel("keys")
    window.step(0.05)
    window.step(0.05)
    hovered, under = settled(battle)
    assert hovered == under is not None


def test_the_card_leaves_no_line_empty(battle, monkeypatch):
    _window, screen, _session = battle
    known = screen.adapter.known(FOE)._replace(what="", lines=("3 – 4", "", "2 steps of 3"))
    said = [words for words, _font, _tone in sighting._rows(screen._desk, known)]
    assert said[-2:] == ["3 – 4", "2 steps of 3"] and all(said)


def test_nothing_on_the_map_is_described_while_the_pointer_is_on_a_panel(battle, words):
    window, screen, session = battle
    there = bocage.here(session, FOE)
    point(battle, there, 2 * RESTS)
    assert screen.interaction.hovered == there
    panel = screen._desk.kit.covered["top-bar"]
    window.inject_move(*(place * window.kit.scale for place in (panel.x + 8, panel.y + 8)))
    for wait in (0.01, 0.01, 2 * RESTS):
        window.step(wait)
    words.clear()
    window.step(0.01)
    assert screen.interaction.hovered is None and screen.adapter.unit_name(FOE) not in words
    point(battle, there, 2 * RESTS)
    assert screen.interaction.hovered == there, "the hex that the line above the small map speaks of can be reached"


def test_the_line_about_a_hex_leaves_the_pointer_to_the_map_below_it(battle, monkeypatch):
    window, screen, session = battle
    monkeypatch.setattr(places, "has_small_map", lambda _desk: True)
    point(battle, bocage.here(session, FOE), 2 * RESTS)
    line = screen._desk.kit.covered["hex-line"]
    window.inject_move(*(place * window.kit.scale for place in (line.right - 20, line.y + 8)))
    settled(battle)
    settled(battle)
    assert window.pointer.over_map and "hex-line" in screen._desk.kit.covered
