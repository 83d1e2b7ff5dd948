"""A command card as it is drawn: title, the sections in which it orders units, what it says."""

from __future__ import annotations

from functools import partial

from wab.app.cardkit.face import INK, Face, Look, draw_back, draw_face
from wab.app.cards.looks.texts import card_text, card_title
from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Kit
from wab.content.cards.shapes import Card
from wab.locale import _
from wab.systems.cards.state.board import SECTIONS, Board

INK_SECOND = colour("5E4F35")
SECTION_BAND, TACTIC_BAND = colour("4A5B38"), colour("7C3023")
FIELD, FIELD_ON, LINE = colour("C9BE97"), colour("8DA35C"), colour("A5372A")
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


def draw_card(kit: Kit, box: Box, board: Board, key: str, look: Look | None = None) -> None:
    """Draw a card face up; face down if its key is ""."""
    card = board.cards.get(key)
    if card is None:
        draw_back(kit, box)
        return
    is_section = card.family == "section"
    picture = partial(_sections if is_section else _emblem, card=card)
    band = SECTION_BAND if is_section else TACTIC_BAND
    draw_face(kit, box, Face(card_title(board, key), band, picture, card_text(board, key)), look)


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
