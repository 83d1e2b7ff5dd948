"""Colours, faces and measures of map and HUD. One place, so that a look is changed by changing values."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wab.home import home

ASSETS = home() / "wab" / "app" / "assets"
FONTS = ASSETS / "fonts"
SHADERS = ASSETS / "shaders"


class Rgba(NamedTuple):
    """A colour, each part from 0 to 255."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    @property
    def unit(self) -> tuple[float, float, float, float]:
        """Parts from 0 to 1, as shaders and imgui vectors want them."""
        return self.red / 255, self.green / 255, self.blue / 255, self.alpha / 255

    @property
    def packed(self) -> int:
        """The number that imgui draw lists want (ABGR)."""
        return self.alpha << 24 | self.blue << 16 | self.green << 8 | self.red

    def fade(self, share: float) -> Rgba:
        """The same colour with this share of its opacity."""
        return Rgba(self.red, self.green, self.blue, round(self.alpha * share))

    def shade(self, factor: float) -> Rgba:
        """Lighter (over 1) or darker (under 1)."""
        red, green, blue = (min(255, round(part * factor)) for part in self[:3])
        return Rgba(red, green, blue, self.alpha)


def colour(text: str, opacity: float = 1.0) -> Rgba:
    """The colour written "RRGGBB" or "#RRGGBB". ValueError for anything else."""
    digits = text.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f'"{text}" is not a colour (expected RRGGBB)')
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return Rgba(red, green, blue, round(255 * opacity))


class HudColours(NamedTuple):
    """Colours of panels and widgets."""

    ground: Rgba = colour("1C201B")
    panel: Rgba = colour("262B24")
    raised: Rgba = colour("31372E")
    brass: Rgba = colour("C9A75A")
    text: Rgba = colour("F1EAD6")
    second: Rgba = colour("B7AF99")
    action: Rgba = colour("E7B84E")
    good: Rgba = colour("8FCB6B")
    warn: Rgba = colour("F0B53C")
    bad: Rgba = colour("EA6E55")
    normal_top: Rgba = colour("434B3D")
    normal_bottom: Rgba = colour("343B2F")
    hover: Rgba = colour("56604D")
    down: Rgba = colour("252B21")
    primary_top: Rgba = colour("EBC25F")
    primary_bottom: Rgba = colour("C99633")
    primary_text: Rgba = colour("241C0C")
    danger_top: Rgba = colour("C9503B")
    danger_bottom: Rgba = colour("9A3526")
    off: Rgba = colour("2B3028")
    off_text: Rgba = colour("9C987F")
    focus: Rgba = colour("FFE9A3")
    side: tuple[Rgba, Rgba] = (colour("5B9FD6"), colour("DB6A54"))


class MapColours(NamedTuple):
    """Colours of what is drawn on the map. `side` are the two sides of a front, first and second."""

    side: tuple[Rgba, Rgba] = (colour("1F5F96"), colour("A32F24"))
    flag: tuple[Rgba, Rgba, Rgba] = (colour("6E6858"), colour("24598C"), colour("8E2B22"))
    flag_ink: Rgba = colour("F4EFE0")
    front_core: Rgba = colour("FFF6DD")
    ink: Rgba = colour("2A2014")
    halo: Rgba = colour("F3EAD2", 0.82)
    water_ink: Rgba = colour("1D4D63")
    region_ink: Rgba = colour("3B2C17", 0.80)
    selected: Rgba = colour("FFD75E")
    path: Rgba = colour("E7B84E")
    path_light: Rgba = colour("FFE9A3")
    path_edge: Rgba = colour("2A1D08")
    pill: Rgba = colour("F7F0DA")
    pill_ink: Rgba = colour("2A2014")
    pill_dark: Rgba = colour("33322B", 0.86)
    pill_light_ink: Rgba = colour("F1EAD6")
    pill_rose: Rgba = colour("E9B3A4")
    brass: Rgba = colour("E9C565")
    shadow: Rgba = colour("15120C", 0.50)


HUD = HudColours()
MAP = MapColours()


class Metrics(NamedTuple):
    """Measures of the HUD in pixels at 100 %."""

    grid: int = 4
    padding: int = 12
    gap: int = 8
    radius_panel: int = 8
    radius_button: int = 5
    radius_bar: int = 2
    radius_card: int = 4
    title_strip: int = 34
    button: int = 38
    bar: int = 10
    icon: int = 19
    top_bar: int = 56
    side_panel: int = 304
    minimap: tuple[int, int] = (262, 198)
    journal: int = 102
    tool: int = 40
    panel_opacity: float = 0.94
    dialog_opacity: float = 0.985


METRICS = Metrics()


class Face(NamedTuple):
    """A typeface: file in assets/fonts."""

    file: str

    @property
    def path(self) -> Path:
        """Return where the file lies."""
        return FONTS / self.file


BODY = Face("barlow-400.ttf")
MEDIUM = Face("barlow-500.ttf")
STRONG = Face("barlow-600.ttf")
FIGURES = Face("barlow-700.ttf")
HEADING = Face("barlow-condensed-600.ttf")
TITLE = Face("spectral-600.ttf")
PLACE = Face("spectral-500.ttf")
WATER = Face("spectral-500-italic.ttf")
REGION = Face("cormorant-600-italic.ttf")
REPORT = Face("courier-prime-400.ttf")
OTHER_LETTERS = Face("roboto-400.ttf")
"""Cyrillic and Greek, which the others lack: a player may write a name in them."""
