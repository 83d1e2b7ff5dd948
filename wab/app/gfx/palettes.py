"""Palettes: the colours of sides, overlays and states for different eyes. The standard colour names what it is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wab.app.gfx.theme import HUD, MAP, HudColours, MapColours, Rgba, colour
from wab.engine.words.text import N_

Pair = tuple[str, str]


@dataclass(frozen=True)
class Palette:
    """A palette that a player can choose. `words` is a message.

    `instead` gives another colour for one of the standard palette, at any opacity. `patterns`: with it, patterns are
    drawn with the colours even if the player has not asked for them.
    """

    name: str
    words: str
    hud: HudColours = HUD
    map: MapColours = MAP
    patterns: bool = False
    instead: Mapping[tuple[int, int, int], tuple[int, int, int]] = field(default_factory=dict)

    def shown(self, tint: Rgba) -> Rgba:
        """A colour of the standard palette as this one has it."""
        red, green, blue = self.instead.get(tint[:3], tint[:3])
        return Rgba(red, green, blue, tint.alpha)


STATES = ("8FCB6B", "F0B53C", "EA6E55")
"""Good, warning and bad of the standard palette."""
OVERLAYS = ("1F9E89", "7B2D8B", "6B3B8F")
"""In supply, out of supply, and where both sides are, of the standard palette."""
DANGERS = ("F0B53C", "E2703A", "B3261E")
"""One enemy that could attack, two, and more, of the standard palette."""
FRONT = ("5B9FD6", "DB6A54", "EBC968")
"""The colours where a side is ahead of history, where the other is, and where all is as it was, of the standard
palette.
"""
BARRED_LINE = "D81B1B"
"""The colour where a supply line is cut, of the standard palette."""
_AS_IT_WAS = colour("F4F0E0")
_PALE_BAD = ("F2A391", "E8A08E", "F0A08C")
"""Reasons and losses, as panels write them."""
_CHIPS = ("2F5733", "5E2620")
"""The ground under what speaks for an attack, and against it."""
_ODDS: tuple[Pair, ...] = (("6FB0E8", "E9836C"), ("3C74A8", "B8503E"), ("2A567E", "6B2A22"))
_POINTS: tuple[tuple[Pair, float], ...] = (
    (("2C629B", "9A3526"), 0.72),
    (("4E86BB", "B8523F"), 0.88),
    (("7FA9CE", "CF8470"), 1.04),
)
"""The bar of points: pairs of the sides from outside inwards, and how light each is."""
_MAP_PAIRS: tuple[Pair, ...] = (("1F5F96", "A32F24"), ("24598C", "8E2B22"))
_MARK_PAIRS: tuple[Pair, ...] = (("3E86C8", "C8402F"), ("3B78B4", "A84A3B"), ("245084", "7C2A20"))


def _palette(
    name: str, words: str, on_map: Pair, on_hud: Pair, states: tuple[str, str, str], overlays: tuple[str, str, str]
) -> Palette:
    """A palette out of the colours of sides on map and HUD, of states, and of overlays."""
    first, second = (colour(tint) for tint in on_map)
    good, warn, bad = (colour(tint) for tint in states)
    hud = HUD._replace(side=(colour(on_hud[0]), colour(on_hud[1])), good=good, warn=warn, bad=bad)
    painted = MAP._replace(side=(first, second), flag=(MAP.flag[0], first.shade(0.9), second.shade(0.9)))
    swaps: dict[str, Rgba] = dict(zip((*STATES, *OVERLAYS), map(colour, (*states, *overlays)), strict=True))
    swaps.update(dict.fromkeys((*_PALE_BAD, BARRED_LINE), bad))
    swaps.update(zip(DANGERS, (warn, bad, bad.shade(0.45)), strict=True))
    swaps.update(zip(FRONT, (*hud.side, _AS_IT_WAS), strict=True))
    swaps.update(zip(_CHIPS, (good.shade(0.38), bad.shade(0.38)), strict=True))
    for pair, light in ((_ODDS[0], 1.0), (_ODDS[1], 0.75), (_ODDS[2], 0.5), *_POINTS):
        swaps.update(zip(pair, (tint.shade(light) for tint in hud.side), strict=True))
    for pair in (*_MAP_PAIRS, *_MARK_PAIRS):
        swaps.update(zip(pair, (first, second), strict=True))
    instead = {colour(old)[:3]: new[:3] for old, new in swaps.items()}
    return Palette(name, words, hud, painted, True, instead)


STANDARD = Palette("standard", N_("Standard"))
PROTAN = _palette(
    "protan", N_("Red-blind (protan)"), ("1F5FA8", "E0A030"), ("6BB0EA", "F0BE55"),
    ("7CB8F0", "F5E27A", "D98A2B"), ("2A78C0", "5A3A10", "4A4A66"),
)  # fmt: skip
DEUTAN = _palette(
    "deutan", N_("Green-blind (deutan)"), ("2B6CA3", "D9822B"), ("5B9FD6", "EDA052"),
    ("7CB8F0", "F5E27A", "E0803A"), ("2A78C0", "6A3208", "4A4A66"),
)  # fmt: skip
TRITAN = _palette(
    "tritan", N_("Blue-blind (tritan)"), ("0E7C86", "B8322E"), ("4FC3C9", "F07A6A"),
    ("6FD3C8", "F5D9DC", "F27A68"), ("0F8F8A", "7A1030", "54485E"),
)  # fmt: skip
_CONTRAST = _palette(
    "contrast", N_("High contrast"), ("0B4FA8", "B3140C"), ("7CC4FF", "FF8A75"),
    ("9BF06E", "FFD23F", "FF7A66"), ("00806A", "6A0F7F", "43206B"),
)  # fmt: skip
CONTRAST = Palette(
    _CONTRAST.name,
    _CONTRAST.words,
    _CONTRAST.hud._replace(
        ground=colour("000000"), panel=colour("0C0E0B"), raised=colour("1B1F19"), brass=colour("FFD36B"),
        text=colour("FFFFFF"), second=colour("E4DFCF"), action=colour("FFD23F"), off_text=colour("B8B4A2"),
        normal_top=colour("2A3026"), normal_bottom=colour("1F241C"), hover=colour("465040"), down=colour("10130E"),
        focus=colour("FFFFFF"),
    ),
    _CONTRAST.map._replace(front_core=colour("FFFFFF"), ink=colour("120C04"), pill=colour("FFFFFF")),
    True,
    _CONTRAST.instead,
)  # fmt: skip
PALETTES: dict[str, Palette] = {one.name: one for one in (STANDARD, PROTAN, DEUTAN, TRITAN, CONTRAST)}
