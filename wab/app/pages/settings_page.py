"""The settings: what is chosen takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from wab.app.hud.box import Box
from wab.app.pages.navigator import Navigator
from wab.app.pages.paper import Page
from wab.app.window.settings import DEFAULTS, HUD_SCALES, SPEEDS
from wab.engine.text import N_
from wab.locale import _, current_language

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}  # each in its own words
SPEED_NAMES = {0.5: N_("Slow"), 1.0: N_("Normal"), 2.0: N_("Fast"), 4.0: N_("Faster"), 0.0: N_("At once")}
_WIDTH, _HEIGHT = 780.0, 648.0


class SettingsPage(Page):
    """One sheet of choices."""

    def __init__(self, go: Navigator, back: Callable[[], None]) -> None:
        super().__init__(go, go.front, back)

    def draw(self) -> None:
        """A row for each setting."""
        self.dim(0.62)
        width, height = min(_WIDTH, self.width - 24), min(_HEIGHT, self.height - 24)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("settings", x, y, width, height, title=_("Settings"), icon="gear", padding=22):
            room = self.flow.room
            with self.flow.scroll("settings", room.x, room.y - 54):
                self._rows()
            if (
                self.press(_("Done"), identity="done", kind="primary", key=_("Esc"), width=160, height=42, first=True)
                and self.back
            ):
                self.back()
            self.flow.beside()
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
        self.flow.text(
            _("No movement of map or counters that you did not ask for: everything changes at once."),
            "body",
            16,
            self.kit.colours.second,
        )
        self.flow.gap(10)
        self._set("edge_scroll", self._switch(_("The edges of the window move the map"), "edges", settings.edge_scroll))
        self._set("colour_blind", self._switch(_("Colours for the colour-blind"), "colours", settings.colour_blind))
        self._set("figures", self._switch(_("In 3D, figures for the units of a map"), "figures", settings.figures))
        label = _("All campaign scenarios are open")
        self._set("open_all", self._switch(label, "open all", settings.open_all))
        self._set("fullscreen", self._switch(_("Whole screen"), "fullscreen", settings.fullscreen))

    def _set(self, name: str, value: Any) -> None:
        if value is not None:
            self.go.change(replace(self.go.settings, **{name: value}))

    def _pick(self, label: str, identity: str, choices: Sequence[tuple[Any, str]], now: Any) -> Any:
        """Buttons beside each other, one held down; returns what was chosen, None for nothing new."""
        self.flow.text(label, "medium", 18)
        found = None
        for number, (value, words) in enumerate(choices):
            if number:
                self.flow.beside()
            if self.press(words, identity=f"{identity} {value}", chosen=value == now, height=34) and value != now:
                found = value
        self.flow.gap(12)
        return found

    def _switch(self, label: str, identity: str, on: bool) -> bool | None:
        at = self.flow.place
        wide, high = 46, 24
        pressed, hovered, focused = self.area(identity, wide, high)
        c, box = self.kit.colours, Box(at.x, at.y, wide, high)
        ground = c.good.shade(0.62) if on else c.ground
        self.kit.plate(box, ground, high / 2)
        self.kit.outline(box, c.brass.fade(0.9 if hovered else 0.5), high / 2)
        x = at.x + (wide - high / 2 if on else high / 2)
        self.kit.disc(x, at.y + high / 2, high / 2 - 3, c.text if on else c.second)
        self.kit.text(label, at.x + wide + 14, at.y + high / 2, size=18, font="medium", middle=True)
        self.ring(focused, at.x, at.y, wide, high)
        self.flow.gap(6)
        return not on if pressed else None
