"""Draws a card: face with title, picture and words, or back. A game gives the values; it draws the picture itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import BLACK, WHITE, Box, Kit

RATIO = 1.42  # height to width
PAPER, PAPER_LOW, INK = colour("F1E6C8"), colour("DCCBA0"), colour("2B2113")
BAND_INK = colour("F6EED6")
BACK, BACK_LOW, BACK_LINE = colour("3C4A33"), colour("28331F"), colour("C9A75A")
_LARGE = 170.0  # a card this wide has large letters
_CUT = 170.0  # a card less high, as in a hand, has no room to spare
_LEGIBLE = 11.0  # pixels on the screen of the smallest letters
_SMALL_PICTURE = 0.17


@dataclass(frozen=True)
class Look:
    """The look of a card: chosen (golden edge), off (not to be played), under the pointer; a mark in its corner."""

    chosen: bool = False
    off: bool = False
    hot: bool = False
    mark: str = ""


@dataclass(frozen=True)
class Face:
    """The face of a card: its title on a band of colour, what draws its picture into a box, and its words.

    `share` is the part of the height that the picture takes, 0 for the usual one.
    """

    title: str
    band: Rgba
    picture: Callable[[Kit, Box], None]
    words: str
    share: float = 0.0


def card_box(x: float, y: float, width: float) -> Box:
    """The place of a card by its width."""
    return Box(x, y, width, round(width * RATIO))


def draw_face(kit: Kit, box: Box, face: Face, look: Look | None = None) -> None:
    """Draw a card face up."""
    look, radius = look or Look(), box.w * 0.05
    _ground(kit, box, PAPER, PAPER_LOW, radius)
    _title(kit, _band(box), face, radius, look.mark if _is_cut(box) else "")
    lettering = _lettering(kit, box, face.words, look.mark, face.share)
    if lettering.picture:
        face.picture(kit, _picture(box, lettering.picture))
    room = _room_for_words(box, look.mark, lettering.picture)
    kit.paragraph(
        face.words, room.x, room.y, room.w, INK, size=lettering.size, leading=_leading(box), most=lettering.most
    )
    if look.off:
        kit.plate(box, colour("1C201B", 0.42), radius)
    edge = kit.colours.action if look.chosen else WHITE.fade(0.75) if look.hot else colour("3A2C16")
    kit.outline(box, edge, radius, 2.6 if look.chosen else 1.4)
    if look.mark:
        _mark(kit, _band(box) if _is_cut(box) else box, look.mark)


def draw_back(kit: Kit, box: Box, number: str = "") -> None:
    """A card face down, with a number on it if there is one."""
    radius = box.w * 0.05
    _ground(kit, box, BACK, BACK_LOW, radius)
    kit.outline(box.inset(box.w * 0.07), BACK_LINE.fade(0.7), radius * 0.7, 1.2)
    kit.outline(box.inset(box.w * 0.1), BACK_LINE.fade(0.35), radius * 0.6)
    size = box.w * 0.36
    kit.icon("star", box.x + (box.w - size) / 2, box.y + (box.h - size) / 2, size, BACK_LINE.fade(0.85))
    kit.outline(box, colour("161C11"), radius, 1.4)
    if number:
        _mark(kit, box, number)


def says_it_all(kit: Kit, box: Box, words: str, mark: str = "") -> bool:
    """Tell whether all the words of a card have room on it."""
    found = _lettering(kit, box, words, mark)
    room = _room_for_words(box, mark, found.picture)
    return len(kit.lines(words, room.w, "body", found.size)) <= found.most


def _is_cut(box: Box) -> bool:
    """Tell whether a card has little height: its mark then stands in the band, and leaves room for words."""
    return box.h < _CUT


def _title(kit: Kit, band: Box, face: Face, radius: float, mark: str) -> None:
    kit.plate(band, face.band, radius)
    kit.plate(Box(band.x, band.y + band.h / 2, band.w, band.h / 2), face.band)
    size = max(12.0, min(18.0, band.w * 0.092))
    room = band.w - (kit.width(mark, "figures", 13) + 18 if mark else 0.0)
    size *= max(0.8, min(1.0, (room - 10) / kit.width(face.title.upper(), "heading", size)))
    title = kit.fitted(face.title.upper(), room - 10, "heading", size)
    middle = band.y + (band.h - size) / 2 - 2
    kit.text(title, band.x + room / 2, middle, BAND_INK, size=size, font="heading", align=0.5)


def _band(box: Box) -> Box:
    return Box(box.x, box.y, box.w, max(20.0, box.h * 0.135))


def _picture(box: Box, share: float) -> Box:
    return Box(box.x + 8, _band(box).bottom + 6, box.w - 16, box.h * share)


def _room_for_words(box: Box, mark: str, share: float) -> Box:
    top = _picture(box, share).bottom if share else _band(box).bottom
    if _is_cut(box):
        return Box(box.x + 5, top + 4, box.w - 10, box.bottom - top - 6)
    return Box(box.x + 8, top + 5, box.w - 16, box.bottom - top - (30.0 if mark else 9.0))


def _leading(box: Box) -> float:
    return 1.14 if _is_cut(box) else 1.2


class _Lettering(NamedTuple):
    """The size of the words, how many lines of them there is room for, and the share of the picture."""

    size: float
    most: int
    picture: float


def _lettering(kit: Kit, box: Box, words: str, mark: str, wanted: float = 0.0) -> _Lettering:
    """The largest letters in which all words have room, with a small picture or none if need be; else the smallest."""
    large = box.w >= _LARGE
    usual = 13.5 if large else 12.0
    least = max(8.0, _LEGIBLE / kit.scale)
    sizes = (usual, *(size for size in (11.0, 10.0, 9.0) if size > least), min(usual, least))
    found = _Lettering(usual, 1, 0.0)
    for share in (wanted or (0.27 if large else 0.32), _SMALL_PICTURE, 0.0):
        room = _room_for_words(box, mark, share)
        for size in sizes:
            found = _Lettering(size, max(1, int(room.h / (size * _leading(box)))), share)
            if len(kit.lines(words, room.w, "body", size)) <= found.most:
                return found
    return found


def _ground(kit: Kit, box: Box, top: Rgba, low: Rgba, radius: float) -> None:
    for out in (4, 2):
        kit.plate(Box(box.x - out / 2, box.y + out, box.w + out, box.h), BLACK.fade(0.14), radius + out)
    kit.graded(box, top, low, radius)


def _mark(kit: Kit, box: Box, words: str) -> None:
    wide = kit.width(words, "figures", 13) + 12
    chip = Box(box.right - wide - 4, max(box.bottom - 24, box.y), wide, 19)
    kit.plate(chip, kit.colours.ground.fade(0.92), 4)
    kit.text(words, chip.x + wide / 2, chip.y + 2, kit.colours.text, size=13, font="figures", align=0.5)
