"""Tags on the map for the fights of a turn: each says how its fight ended, with a cross if a unit was destroyed."""

from __future__ import annotations

from typing import Any, NamedTuple

from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import WHITE, Box, Kit
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.attack.card import GONE, headline_of
from wab.app.wargame.ui.badge import best_place, counter_boxes, free_room, hex_box
from wab.app.wargame.ui.desk import Desk
from wab.hexes import HexId

HIGH, PAD, SIZE, CROSS = 21.0, 7.0, 13.0, 12.0
LEAST = 34.0
"""Pixels of a hex below which the map is too small for tags."""


class _Tag(NamedTuple):
    box: Box
    words: str
    ink: Rgba
    destroyed: bool


def draw(desk: Desk, scene: Any) -> None:
    """Draw the tags of the turn next to their hexes, never on a counter."""
    tags, camera = desk.results.tags, scene.camera
    if not tags or camera.px_per_hex / desk.kit.scale < LEAST:
        return
    facts = tuple(map(id, tags.values())), camera.stance, desk.kit.scale, desk.showing
    for tag in desk.kept("tags", lambda: _placed(desk, scene, tags), *facts):
        _draw(desk.kit, tag)


def is_destroyed(card: Outcome) -> bool:
    """Tell whether a unit was destroyed in a fight."""
    return any(toll.before > 0 and toll.after == 0 for toll in card.tolls)


def _placed(desk: Desk, scene: Any, tags: dict[HexId, Outcome]) -> list[_Tag]:
    kit, room, found = desk.kit, free_room(desk), list[_Tag]()
    counters = counter_boxes(desk, scene)
    for hex_, card in tags.items():
        at = hex_box(desk.kit, scene, hex_)
        x, y = at.x + at.w / 2, at.y + at.h / 2
        if not room.holds(x, y):
            continue
        words, tone = headline_of(card)
        destroyed = is_destroyed(card)
        wide = kit.width(words, "strong", SIZE) + 2 * PAD + (CROSS + 6 if destroyed else 0)
        near = at.inset(-1.5 * at.w)
        taken = [box for box in (*counters, *(tag.box for tag in found)) if _meet(box, near)]
        box = best_place([(x, y)], (wide, HIGH), at.w / 2, taken, room)
        found.append(_Tag(box, words, getattr(kit.colours, tone), destroyed))
    return found


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _draw(kit: Kit, tag: _Tag) -> None:
    box = tag.box
    with kit.behind():
        kit.plate(box, kit.colours.ground.fade(0.88), 4)
        kit.outline(box, tag.ink.fade(0.8), 4)
        x = box.x + PAD
        if tag.destroyed:
            y = box.y + (HIGH - CROSS) / 2
            for ink, wide in ((WHITE.fade(0.8), 4.0), (kit.palette.shown(GONE), 2.6)):
                kit.line(x, y, x + CROSS, y + CROSS, ink, wide)
                kit.line(x, y + CROSS, x + CROSS, y, ink, wide)
            x += CROSS + 6
        kit.text(tag.words, x, box.y + 2, tag.ink, size=SIZE, font="strong")
