"""The settings: what is chosen takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui
from msgspec.structs import replace

from wab.app.navigator import Navigator
from wab.app.pages import Page
from wab.app.settings import DEFAULTS, HUD_SCALES, SPEEDS
from wab.engine.text import N_
from wab.locale import _, current_language

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}  # each in its own words
SPEED_NAMES = {0.5: N_("Slow"), 1.0: N_("Normal"), 2.0: N_("Fast"), 4.0: N_("Faster"), 0.0: N_("At once")}
_WIDTH, _HEIGHT = 780.0, 560.0


class SettingsPage(Page):
    """One sheet of choices."""

    def __init__(self, go: Navigator, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)

    def draw(self) -> None:
        """A row for each setting."""
        self.dim(0.62)
        width, height = min(self.px(_WIDTH), self.width - self.px(24)), min(self.px(_HEIGHT), self.height - self.px(24))
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("settings", x, y, width, height, title=_("Settings"), icon="gear", padding=22):
            room = imgui.get_content_region_avail()
            with self.scroll("settings", room.x, room.y - self.px(54)):
                self._rows()
            if (
                self.press(_("Done"), identity="done", kind="primary", key=_("Esc"), width=160, height=42, first=True)
                and self.back
            ):
                self.back()
            imgui.same_line()
            if self.press(_("Defaults"), identity="defaults", height=42):
                self.go.change(replace(DEFAULTS, opponent=self.go.settings.opponent))

    def _rows(self) -> None:
        settings = self.go.settings
        language = self._pick(_("Language"), "language", list(LANGUAGE_NAMES.items()), current_language())
        if language is not None:
            self.go.change(replace(settings, language=language))
        scales = [(scale, f"{scale * 100:g} %" if scale else _("automatic")) for scale in HUD_SCALES]
        self._set("hud_scale", self._pick(_("Size of panels and text"), "scale", scales, settings.hud_scale))
        speeds = [(speed, _(SPEED_NAMES[speed])) for speed in SPEEDS]
        self._set("speed", self._pick(_("Speed of movements"), "speed", speeds, settings.speed))
        self._set("reduced_motion", self._switch(_("Reduced motion"), "motion", settings.reduced_motion))
        self.kit.text(
            _("No movement of map or counters that you did not ask for: everything changes at once."),
            "body",
            13,
            self.kit.colours.second,
        )
        self.gap(10)
        self._set("edge_scroll", self._switch(_("The edges of the window move the map"), "edges", settings.edge_scroll))
        self._set("colour_blind", self._switch(_("Colours for the colour-blind"), "colours", settings.colour_blind))
        self._set("figures", self._switch(_("In 3D, figures for the units of a map"), "figures", settings.figures))
        self._set("fullscreen", self._switch(_("Whole screen"), "fullscreen", settings.fullscreen))

    def _set(self, name: str, value: Any) -> None:
        if value is not None:
            self.go.change(replace(self.go.settings, **{name: value}))

    def _pick(self, label: str, identity: str, choices: Sequence[tuple[Any, str]], now: Any) -> Any:
        """Buttons beside each other, one held down; returns what was chosen, None for nothing new."""
        self.kit.text(label, "medium", 15)
        found = None
        for number, (value, words) in enumerate(choices):
            if number:
                imgui.same_line()
            if self.press(words, identity=f"{identity} {value}", chosen=value == now, height=34) and value != now:
                found = value
        self.gap(12)
        return found

    def _switch(self, label: str, identity: str, on: bool) -> bool | None:
        at = imgui.get_cursor_screen_pos()
        wide, high = self.px(46), self.px(24)
        pressed, hovered, focused = self.area(identity, wide, high)
        draw, c = imgui.get_window_draw_list(), self.kit.colours
        ground = c.good.shade(0.62) if on else c.ground
        ends = imgui.ImVec2(at.x, at.y), imgui.ImVec2(at.x + wide, at.y + high)
        draw.add_rect_filled(*ends, ground.packed, high / 2)
        draw.add_rect(*ends, c.brass.fade(0.9 if hovered else 0.5).packed, high / 2)
        x = at.x + (wide - high / 2 if on else high / 2)
        draw.add_circle_filled(
            imgui.ImVec2(x, at.y + high / 2), high / 2 - self.px(3), (c.text if on else c.second).packed, 20
        )
        self.kit.draw_text(draw, at.x + wide + self.px(14), at.y + high / 2, label, "medium", 15, middle=True)
        self.ring(focused, at.x, at.y, wide, high)
        self.gap(6)
        return not on if pressed else None
