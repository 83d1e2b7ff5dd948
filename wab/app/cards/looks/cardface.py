"""A command card as it is drawn: title, the sections in which it orders units, what it says."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.cards.looks.texts import card_text, card_title
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import BLACK, WHITE, Box, Kit
from wab.content.cards.shapes import Card
from wab.locale import _
from wab.systems.cards.state.board import SECTIONS, Board

RATIO = 1.42  # height to width
PAPER, PAPER_LOW, INK, INK_SECOND = colour("F1E6C8"), colour("DCCBA0"), colour("2B2113"), colour("5E4F35")
SECTION_BAND, TACTIC_BAND, BAND_INK = colour("4A5B38"), colour("7C3023"), colour("F6EED6")
FIELD, FIELD_ON, LINE = colour("C9BE97"), colour("8DA35C"), colour("A5372A")
BACK, BACK_LOW, BACK_LINE = colour("3C4A33"), colour("28331F"), colour("C9A75A")
EMBLEMS = {
    "air_power": "plane",
    "ambush": "eye",
    "armor_assault": "tank",
    "artillery_bombard": "bombard",
    "barrage": "bolt",
    "behind_enemy_lines": "retreat",
    "close_assault": "attack",
    "counter_attack": "redo",
    "dig_in": "shield",
    "direct_from_hq": "radio",
    "firefight": "fire",
    "infantry_assault": "boot",
    "medics_mechanics": "heart",
    "move_out": "move",
    "their_finest_hour": "star",
}
_LARGE = 170.0  # a card this wide has all its text
_LEADING = 1.2


@dataclass(frozen=True)
class Look:
    """The look of a card: chosen (golden edge), off (not to be played), under the pointer; a mark in its corner."""

    chosen: bool = False
    off: bool = False
    hot: bool = False
    mark: str = ""


def card_box(x: float, y: float, width: float) -> Box:
    """The place of a card by its width."""
    return Box(x, y, width, round(width * RATIO))


def draw_card(kit: Kit, box: Box, board: Board, key: str, look: Look | None = None) -> None:
    """A card face up; face down where its key is ""."""
    look = look or Look()
    card = board.cards.get(key)
    if card is None:
        draw_back(kit, box)
        return
    radius = box.w * 0.05
    _ground(kit, box, PAPER, PAPER_LOW, radius)
    band = _band(box)
    kit.plate(band, SECTION_BAND if card.family == "section" else TACTIC_BAND, radius)
    kit.plate(Box(band.x, band.y + band.h / 2, band.w, band.h / 2), _band_ink(card))
    size = max(12.0, min(18.0, box.w * 0.092))
    title = kit.fitted(card_title(board, key).upper(), box.w - 10, "heading", size)
    kit.text(title, box.x + box.w / 2, band.y + (band.h - size) / 2 - 2, BAND_INK, size=size, font="heading", align=0.5)
    picture = _picture(box)
    if card.family == "section":
        _sections(kit, picture, card)
    else:
        _emblem(kit, picture, card)
    _words(kit, _room_for_words(box, look.mark), card_text(board, key))
    if look.off:
        kit.plate(box, colour("1C201B", 0.42), radius)
    edge = kit.colours.action if look.chosen else WHITE.fade(0.75) if look.hot else colour("3A2C16")
    kit.outline(box, edge, radius, 2.6 if look.chosen else 1.4)
    if look.mark:
        _mark(kit, box, look.mark)


def _band(box: Box) -> Box:
    return Box(box.x, box.y, box.w, max(20.0, box.h * 0.135))


def _picture(box: Box) -> Box:
    share = 0.27 if box.w >= _LARGE else 0.32
    return Box(box.x + 8, _band(box).bottom + 6, box.w - 16, box.h * share)


def _room_for_words(box: Box, mark: str) -> Box:
    top = _picture(box).bottom
    return Box(box.x + 8, top + 5, box.w - 16, box.bottom - top - (30.0 if mark else 9.0))


def says_it_all(kit: Kit, box: Box, words: str, mark: str = "") -> bool:
    """Tell whether all the words of a card have room on it."""
    size, most = _lettering(_room_for_words(box, mark))
    return len(kit.lines(words, _room_for_words(box, mark).w, "body", size)) <= most


def _lettering(box: Box) -> tuple[float, int]:
    """Size of the words and how many lines of them there is room for."""
    size = 13.5 if box.w >= _LARGE - 16 else 12.0
    return size, max(1, int(box.h / (size * _LEADING)))


def _band_ink(card: Card) -> Rgba:
    return SECTION_BAND if card.family == "section" else TACTIC_BAND


def _ground(kit: Kit, box: Box, top: Rgba, low: Rgba, radius: float) -> None:
    for out in (4, 2):
        kit.plate(Box(box.x - out / 2, box.y + out, box.w + out, box.h), BLACK.fade(0.14), radius + out)
    kit.graded(box, top, low, radius)


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


def _mark(kit: Kit, box: Box, words: str) -> None:
    wide = kit.width(words, "figures", 13) + 12
    chip = Box(box.right - wide - 4, box.bottom - 24, wide, 19)
    kit.plate(chip, kit.colours.ground.fade(0.92), 4)
    kit.text(words, chip.x + wide / 2, chip.y + 2, kit.colours.text, size=13, font="figures", align=0.5)


def _sections(kit: Kit, box: Box, card: Card) -> None:
    """The field seen from the card's player, with how many units it orders in each section (CRD-4.1-4)."""
    kit.plate(box, FIELD, 3)
    orders = card.orders.by_section if card.orders is not None else {}
    third = box.w / 3
    for number, name in enumerate(SECTIONS):
        part = Box(box.x + number * third, box.y, third, box.h)
        limit = orders.get(name)  # type: ignore[call-overload]  # sections are the keys of this table
        if limit is None:
            continue
        kit.graded(part.inset(1), FIELD_ON.shade(1.08), FIELD_ON.shade(0.86), 2)
        words = _("all") if limit == "all" else str(limit)
        size = min(box.h * 0.6, 34.0 if words.isdigit() else 19.0)
        size *= min(1.0, (third - 4) / kit.width(words, "figures", size))  # in French the word is a long one
        y = part.y + (part.h - size) / 2 - size * 0.14
        kit.text(words, part.x + third / 2, y, INK, size=size, font="figures", align=0.5)
    for number in (1, 2):
        kit.dashes(box.x + number * third, box.y + 2, box.bottom - 2, LINE, 3)
    kit.outline(box, INK_SECOND.fade(0.7), 3)


def _emblem(kit: Kit, box: Box, card: Card) -> None:
    """Draw the subject of a tactic card, in a disc between two lines."""
    middle, radius = (box.x + box.w / 2, box.y + box.h / 2), box.h * 0.46
    y = middle[1]
    for left, right in ((box.x, middle[0] - radius - 6), (middle[0] + radius + 6, box.right)):
        kit.line(left, y, right, y, TACTIC_BAND.fade(0.55), 1.4)
    kit.disc(*middle, radius, TACTIC_BAND)
    kit.disc(*middle, radius * 0.88, colour("F6EED6"))
    size = radius * 1.15
    kit.icon(EMBLEMS.get(card.name, "star"), middle[0] - size / 2, middle[1] - size / 2, size, TACTIC_BAND)


def _words(kit: Kit, box: Box, words: str) -> None:
    size, most = _lettering(box)
    kit.paragraph(words, box.x, box.y, box.w, INK, size=size, leading=_LEADING, most=most)
