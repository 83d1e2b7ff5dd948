"""The layout of the settings: rows of buttons, switches, and tabs that each hold a part of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from wab.app.hud.box import Box
from wab.app.pages.parts.paper import Page

LABEL, ROW = 250.0, 34.0
"""Width of what stands before a row of buttons; height of a row."""


@dataclass(frozen=True)
class Tab:
    """A part of the settings: its name, its heading as a message, its icon, how it is drawn, the settings in it."""

    name: str
    words: str
    icon: str
    draw: Callable[[SettingsSheet], None]
    fields: tuple[str, ...]


class SettingsSheet(Page):
    """A page with rows of settings. A choice takes effect at once and is kept."""

    tab: str

    def set(self, name: str, value: Any) -> None:
        """Keep a setting; None for nothing new."""
        if value is not None:
            self.go.change(replace(self.go.settings, **{name: value}))

    def pick(self, label: str, name: str, choices: Sequence[tuple[Any, str]], now: Any) -> Any:
        """Buttons next to each other after a label, one held down; returns what was chosen, None for nothing new."""
        found, at = None, self.flow.place
        wide = self.kit.screen.w
        self.kit.text(label, at.x, at.y + ROW / 2, size=17, font="medium", room=LABEL - 12, middle=True)
        self.flow.take(LABEL - 8, ROW)
        for value, words in choices:
            self.flow.beside()
            if self.flow.place.x + self.kit.width(words, "strong", 18) + 28 > min(wide, at.x + self.row_room):
                self.flow.take(0, ROW)
                self.flow.go_to(at.x + LABEL, self.flow.place.y)
            if self.press(words, identity=f"{name} {value}", chosen=value == now, height=ROW) and value != now:
                found = value
        self.flow.gap(6)
        return found

    @property
    def row_room(self) -> float:
        """Width of a row."""
        return 900.0

    def switch(self, label: str, name: str, *, note: str = "", value: bool | None = None, locked: bool = False) -> None:
        """A setting that is on or off, with a sentence under it. `locked`: it cannot be changed here."""
        on = bool(getattr(self.go.settings, name)) if value is None else value
        at = self.flow.place
        wide, high = 46.0, 24.0
        pressed, hovered, focused = self.area(f"switch {name}", wide, high)
        c, box = self.kit.colours, Box(at.x, at.y, wide, high)
        self.kit.plate(box, c.good.shade(0.62) if on else c.ground, high / 2)
        self.kit.outline(box, c.brass.fade(0.9 if hovered else 0.5), high / 2)
        x = at.x + (wide - high / 2 if on else high / 2)
        self.kit.disc(x, at.y + high / 2, high / 2 - 3, c.text if on else c.second)
        if on:
            self.kit.icon("check", at.x + 8, at.y + 6, 12, c.text)
        ink = c.off_text if locked else c.text
        self.kit.text(label, at.x + wide + 14, at.y + high / 2, ink, size=17, font="medium", middle=True)
        self.ring(focused, at.x, at.y, wide, high)
        self.flow.gap(2)
        if note:
            self.flow.go_to(at.x + wide + 14, self.flow.place.y - 4)
            self.flow.text(note, "body", 15, c.second, wrap=self.row_room - wide - 20)
        self.flow.gap(8)
        if pressed and not locked:
            self.set(name, not on)
