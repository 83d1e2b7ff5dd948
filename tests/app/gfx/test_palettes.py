"""Palettes: sides, overlays and states stay apart for the eyes that each is made for, and texts can be read."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import counter
from tests.app.sight import BLIND, apart, contrast
from wab.app.cards.looks.palette import TABLES
from wab.app.gfx.palettes import (
    BARRED_LINE,
    DANGERS,
    DEUTAN,
    FRONT,
    OVERLAYS,
    PALETTES,
    STANDARD,
    STATES,
    TRITAN,
    Palette,
)
from wab.app.gfx.specs import FlagSpec
from wab.app.gfx.theme import colour
from wab.app.map.scene import MapScene
from wab.app.operations.looks.layers import AHEAD, BEHIND, THREATS
from wab.app.wargame.adapter.adapter import FIRST, SECOND
from wab.app.wargame.adapter.pictures import CROSSES, DOTS, LINES, tints
from wab.app.window.settings import load_settings
from wab.app.window.window import GameWindow

LEAST = 20  # CIE76
EVERY = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
SPECIAL = pytest.mark.parametrize("palette", list(PALETTES.values())[1:], ids=list(PALETTES)[1:])


def sight_of(palette: Palette) -> str:
    return palette.name if palette.name in BLIND else "usual"


@EVERY
def test_the_sides_stay_apart_on_map_flags_bars_and_small_map(palette: Palette) -> None:
    sight = sight_of(palette)
    marks = palette.shown(FIRST.mark), palette.shown(SECOND.mark)
    for pair in (palette.map.side, palette.map.flag[1:], palette.hud.side, marks):
        assert apart(*pair, sight) >= LEAST, pair


@SPECIAL
def test_states_and_overlays_stay_apart(palette: Palette) -> None:
    sight = sight_of(palette)
    supplied, cut, both = (palette.shown(colour(tint)) for tint in OVERLAYS)
    assert apart(supplied, cut, sight) >= LEAST
    assert min(apart(both, side, sight) for side in palette.map.side) >= LEAST
    states = [palette.shown(colour(tint)) for tint in STATES]
    assert states == [palette.hud.good, palette.hud.warn, palette.hud.bad]
    assert min(apart(*pair, sight) for pair in combinations(states, 2)) >= LEAST


@EVERY
def test_threat_and_the_front_in_history_stay_apart(palette: Palette) -> None:
    sight = sight_of(palette)
    for parts in (DANGERS, FRONT, (OVERLAYS[0], OVERLAYS[1], BARRED_LINE)):
        shown = [palette.shown(colour(tint)) for tint in parts]
        assert min(apart(*pair, sight) for pair in combinations(shown, 2)) >= LEAST, parts


@SPECIAL
def test_threat_and_the_front_are_in_the_colours_of_the_palette(palette: Palette) -> None:
    assert (
        palette.shown(THREATS[0])[:3] == palette.hud.warn[:3] and palette.shown(THREATS[1])[:3] == palette.hud.bad[:3]
    )
    assert [palette.shown(tint)[:3] for tint in (AHEAD, BEHIND)] == [tint[:3] for tint in palette.hud.side]


@EVERY
def test_texts_can_be_read(palette: Palette) -> None:
    hud = palette.hud
    assert contrast(hud.text, hud.panel) >= 7 and contrast(hud.text, hud.raised) >= 7
    assert min(contrast(tint, hud.panel) for tint in (hud.good, hud.warn, hud.bad, hud.off_text)) >= 4.5
    assert contrast(hud.off_text, hud.off) >= 4.5
    for tint in (hud.second, hud.action):
        assert contrast(tint, hud.panel) >= 4.5 and contrast(tint, hud.raised) >= 4.5
    assert contrast(hud.primary_text, hud.primary_bottom) >= 4.5
    if palette is not STANDARD:
        assert min(contrast(tint, hud.panel) for tint in hud.side) >= 4.5


def test_high_contrast_is_higher_than_the_standard() -> None:
    high, usual = PALETTES["contrast"].hud, STANDARD.hud
    for name in ("text", "second", "action", "good", "warn", "bad", "off_text"):
        assert contrast(getattr(high, name), high.panel) > 1.3 * contrast(getattr(usual, name), usual.panel), name


@SPECIAL
def test_no_colour_of_a_palette_is_taken_for_a_standard_one(palette: Palette) -> None:
    """A colour may pass through the palette twice, on its way from a panel to the pen."""
    for new in palette.instead.values():
        assert palette.instead.get(new, new) == new


@pytest.mark.parametrize("sight", TABLES)
def test_the_figures_of_the_card_game_stay_apart(sight: str) -> None:
    for pair in (TABLES[sight].figures, TABLES[sight].words, TABLES[sight].edge):
        assert apart(*pair, sight) >= LEAST


def test_an_overlay_keeps_its_patterns_and_changes_its_colours() -> None:
    hexes = np.array([True, False, False]), np.array([False, True, False])
    usual = tints(
        3, [(hexes[0], colour(OVERLAYS[0], 0.34), DOTS, "in"), (hexes[1], colour(OVERLAYS[1], 0.4), CROSSES, "out")]
    )
    other = usual.seen_in(DEUTAN)
    assert other.marks.tolist() == [DOTS, CROSSES, 0] and [row[1:] for row in other.legend] == [
        (DOTS, "in"),
        (CROSSES, "out"),
    ]
    assert tuple(other.colours[0]) == DEUTAN.shown(colour(OVERLAYS[0], 0.34)) and other.colours[2].tolist() == [
        0,
        0,
        0,
        0,
    ]
    assert usual.seen_in(STANDARD).colours.tolist() == usual.colours.tolist() and LINES not in other.marks


def test_patterns_are_seen_beside_the_colours_of_front_and_flags(window: GameWindow, scene: MapScene) -> None:
    here = scene.grid.hex_at(49.0, 40.2)
    sides = np.zeros(scene.grid.size, np.int8)
    sides[scene.grid.centres[:, 0] < 49.0] = 1
    sides[scene.grid.centres[:, 0] >= 49.0] = 2
    scene.set_counters([counter(1, here)])
    scene.set_front(sides)
    scene.set_flags([FlagSpec(here, 1, "3"), FlagSpec(scene.grid.neighbour(here, 0), 2, "2")])
    try:
        plain = window.screenshot()
        window.set_palette(STANDARD, patterns=True)
        marked = window.screenshot()
        window.set_palette(TRITAN)
        other = window.screenshot()
    finally:
        window.set_palette(STANDARD)
    assert (np.abs(plain.astype(int) - marked).sum(axis=2) > 40).sum() > 150
    assert (np.abs(marked.astype(int) - other).sum(axis=2) > 40).sum() > 150


def test_the_switch_of_earlier_versions_and_strange_names(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"colour_blind": True}))
    assert load_settings(path).settings.palette == "deutan"
    path.write_text(json.dumps({"palette": "rainbow", "text_size": 5.0}))
    loaded = load_settings(path)
    assert (loaded.settings.palette, loaded.settings.text_size) == ("standard", 1.0)
    assert "palette" in loaded.problem and "text_size" in loaded.problem


def test_text_grows_apart_from_the_hud(window: GameWindow) -> None:
    kit = window.kit
    kit.rescale()
    small, title = kit.width("Normandy", size=14), kit.width("Normandy", "title", 40)
    window.set_text_size(1.3)
    try:
        assert kit.width("Normandy", size=14) == pytest.approx(1.3 * small, rel=0.08)
        assert kit.width("Normandy", "title", 40) == title
        assert len(kit.lines("The beaches and the bocage of Normandy", 160)) > 1
    finally:
        window.set_text_size(1.0)
    assert kit.width("Normandy", size=14) == small
