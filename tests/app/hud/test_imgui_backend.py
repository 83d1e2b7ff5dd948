from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from imgui_bundle import imgui

from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow


class _Panel(Screen):
    """A window with a button, a field and, when asked, a dialog over it."""

    def __init__(self) -> None:
        self.pressed, self.typed, self.dialog = 0, "", False
        self.hovered: list[tuple[float, float]] = []
        self.clicked: list[tuple[float, float]] = []
        self.keys: list[str] = []

    def draw_hud(self) -> None:
        imgui.set_next_window_pos(imgui.ImVec2(40, 40))
        imgui.set_next_window_size(imgui.ImVec2(260, 200))
        imgui.begin("Panel – œuvre")
        if imgui.button("Press", imgui.ImVec2(120, 40)):
            self.pressed += 1
        self.typed = imgui.input_text("##field", self.typed)[1]
        if self.dialog:
            imgui.open_popup("Dialog")
        if imgui.begin_popup_modal("Dialog")[0]:
            imgui.text("Sure?")
            imgui.end_popup()
        imgui.end()

    def on_hover(self, x: float, y: float) -> None:
        self.hovered.append((x, y))

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        self.clicked.append((x, y))

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        self.keys.append(key)
        return True


@pytest.fixture
def panel(window: GameWindow, scene: object) -> Iterator[_Panel]:
    panel, before = _Panel(), window.hud_scale
    window.set_hud_scale(1.0)  # by itself it would be smaller in a window like this
    window.show_screen(panel)
    window.inject_move(-1.0, -1.0)
    for _ in range(3):
        window.step(0.02)
    yield panel
    window.set_hud_scale(before)


def test_a_panel_is_drawn_over_the_map_in_few_calls(window: GameWindow, panel: _Panel) -> None:
    with_panel = window.screenshot()
    calls = window.hud.draw_calls
    window.show_screen(Screen())
    without = window.screenshot()
    changed = (with_panel != without).any(axis=2)
    assert changed[60:230, 60:290].mean() > 0.9  # the panel covers its place
    assert changed[260:, 320:].mean() < 0.02  # and nothing else (waves and grain apart)
    assert 0 < calls <= 60


def test_a_click_on_a_button_presses_it_and_does_not_reach_the_map(window: GameWindow, panel: _Panel) -> None:
    window.inject_click(100, 100)
    window.step(0.02)
    assert (panel.pressed, panel.clicked) == (1, [])


def test_a_click_beside_the_panel_reaches_the_map(window: GameWindow, panel: _Panel) -> None:
    window.inject_click(500, 300)
    assert (panel.pressed, panel.clicked) == (0, [(500, 300)])


def test_characters_go_into_a_field_and_keys_do_not_reach_the_map_meanwhile(window: GameWindow, panel: _Panel) -> None:
    window.inject_click(100, 150)
    window.step(0.02)
    assert window.hud.wants_keyboard
    window.inject_text("Évrecy")
    window.inject_key("a")
    window.step(0.02)
    assert (panel.typed, panel.keys) == ("Évrecy", [])


@pytest.mark.parametrize("name", ["Нормандия", "Νορμανδία"])
def test_names_in_other_alphabets_are_typed_and_every_font_has_their_letters(
    window: GameWindow, panel: _Panel, name: str
) -> None:
    window.inject_click(100, 150)
    window.step(0.02)
    window.inject_text(name)
    window.step(0.02)
    assert panel.typed == name
    fonts = window.hud.fonts
    assert [use for use in fonts for letter in name if not fonts[use].is_glyph_in_font(ord(letter))] == []


def test_without_a_field_keys_reach_the_screen(window: GameWindow, panel: _Panel) -> None:
    window.inject_key("f5")
    assert panel.keys == ["f5"]


def test_a_dialog_takes_all_input_and_darkens_what_is_behind(window: GameWindow, panel: _Panel) -> None:
    bright = window.screenshot()
    panel.dialog = True
    for _ in range(30):  # the dark comes in softly
        window.step(0.05)
    dark = window.screenshot()
    assert dark[260:, 400:, :3].astype(int).mean() < bright[260:, 400:, :3].astype(int).mean() * 0.7
    window.inject_click(500, 310)
    window.inject_key("a")
    assert (panel.clicked, panel.keys) == ([], [])


def test_a_larger_scale_draws_larger_letters(window: GameWindow, panel: _Panel) -> None:
    small = _pixels_wide(window)
    window.set_hud_scale(2.0)
    assert small > 50 and _pixels_wide(window) == pytest.approx(2 * small, rel=0.05)


def _pixels_wide(window: GameWindow) -> float:
    """Return how wide a word is on the screen, at the scale that the HUD has now."""
    window.step(0.02)
    window.kit.rescale()
    return window.kit.width("Normandy", "title", 20) * window.kit.scale


def test_a_texture_of_the_engine_can_be_shown_in_a_panel(window: GameWindow, scene: object) -> None:
    from wab.app.gfx.meshes import picture

    red = picture("red", np.full((8, 8, 4), (255, 0, 0, 255), np.uint8))

    class Show(Screen):
        def draw_hud(self) -> None:
            imgui.get_foreground_draw_list().add_image(
                window.hud.texture(red), imgui.ImVec2(10, 10), imgui.ImVec2(60, 60)
            )

    window.show_screen(Show())
    shot = window.screenshot()
    assert (shot[20:50, 20:50, :3] == (255, 0, 0)).all()


def test_dragging_the_map_is_not_a_click(window: GameWindow, panel: _Panel) -> None:
    scene = window.scene
    assert scene is not None
    before = scene.camera.x
    window.inject_move(400, 300)
    window.step(0.02)
    window.inject_button(0, True)
    window.step(0.02)
    window.inject_move(460, 300)
    window.inject_button(0, False)
    window.step(0.02)
    assert panel.clicked == [] and scene.camera.x < before


def test_a_click_right_after_a_panel_has_closed_reaches_the_map(window: GameWindow, panel: _Panel) -> None:
    """The HUD learns only with its next frame that the panel is gone; a click must not be lost to it until then."""

    class Closing(Screen):
        shown, clicked = True, 0

        def draw_hud(self) -> None:
            if self.shown:
                imgui.set_next_window_pos(imgui.ImVec2(350, 250))
                imgui.set_next_window_size(imgui.ImVec2(200, 200))
                imgui.begin("panel that closes")
                imgui.end()

        def on_click(self, x: float, y: float, shift: bool = False) -> None:
            self.clicked += 1

    screen = Closing()
    window.show_screen(screen)
    window.inject_move(420, 320)
    for _ in range(3):
        window.step(0.02)
    screen.shown = False
    window.step(0.02)  # drawn without the panel
    window.inject_button(0, True)
    window.inject_button(0, False)
    window.step(0.02)
    assert screen.clicked == 1
