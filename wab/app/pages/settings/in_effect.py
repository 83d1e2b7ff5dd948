"""Settings take effect in the window."""

from __future__ import annotations

from wab.app.gfx.palettes import PALETTES
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow


def put_into_effect(window: GameWindow, settings: Settings, *, are_kept: bool) -> None:
    """Let settings take effect. `are_kept`: they lie in a file, so that the window goes on counting uses of icons."""
    if settings.hud_scale != window.hud_scale:
        window.set_hud_scale(settings.hud_scale)
    window.set_palette(PALETTES[settings.palette], patterns=settings.patterns)
    window.set_text_size(settings.text_size)
    window.tool_words = settings.tool_words
    window.tool_uses = dict(settings.tool_uses) if are_kept else None
    window.follow_chosen = settings.follow_chosen or not are_kept
    window.follow, window.reduced_motion = settings.follow, settings.reduced_motion
    window.asks_twice = settings.ask_twice
    window.sound.set_levels(settings.levels)
    dress_scene(window, settings)


def dress_scene(window: GameWindow, settings: Settings) -> None:
    """Let the settings of the map take effect if there is one."""
    if window.scene is not None:
        window.scene.set_speed(settings.animation_speed)
        window.scene.show_figures(settings.figures)
        window.scene.show_weather(settings.weather)
