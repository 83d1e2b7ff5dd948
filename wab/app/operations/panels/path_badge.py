"""The badge at the end of a path: what the move costs and means, or what an attack would come to.

It stands where it covers no counter, and not the path either where there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from wab.app.kit import Box
from wab.app.operations.overlays import PathPicture, supply_words
from wab.app.operations.plans import AttackPlan
from wab.app.operations.texts import chance, joined, movement
from wab.app.operations.ui import Desk
from wab.app.theme import METRICS, Rgba
from wab.hexes import HexId
from wab.locale import _

LINE, PAD, ICON = 20.0, 9.0, 15.0
GAP = 10.0  # pixels between badge and hex
COUNTER_WEIGHT, PATH_WEIGHT, OFF_WEIGHT = 50.0, 1.0, 400.0


class Part(NamedTuple):
    """A piece of the badge: icon, words, colour."""

    icon: str
    words: str
    ink: Rgba


def draw(desk: Desk, scene: Any) -> None:
    """Draw it where the pointer shows a path or an attack; `scene` is the map scene."""
    picked = desk.interaction
    if desk.replaying:
        return
    if picked.target is not None and picked.hex is not None:
        target = picked.target
        rows = desk.kept("attack-badge", lambda: attack_rows(desk, target), target)
        _place_and_draw(desk, scene, rows, (picked.hex, target))
    elif picked.path is not None:
        _place_and_draw(desk, scene, move_rows(desk, picked.path), picked.path.path)


def move_rows(desk: Desk, path: PathPicture) -> list[list[Part]]:
    """Price and rest, activation; then supply and undo."""
    colours = desk.kit.colours
    rest = _("{left} left").format(left=movement(path.left))
    first = [
        Part("move", joined(_("{cost} MP").format(cost=movement(path.cost)), "" if path.halts else rest), colours.text)
    ]
    if path.halts:
        first.append(Part("zone", _("stops"), colours.bad))
    if path.activation_points:
        first.append(Part("bolt", _("{points} AP").format(points=path.activation_points), colours.action))
    if path.strategic:
        first.append(Part("boot", _("strategic"), colours.text))
    second = []
    if path.supplied is not None:
        second.append(Part("crate", supply_words(path.supplied), colours.good if path.supplied else colours.bad))
    undo = _("may not be undone") if path.reveals else _("can be undone")
    second.append(Part("eye" if path.reveals else "undo", undo, colours.warn if path.reveals else colours.second))
    return [first, second]


def attack_rows(desk: Desk, target: HexId) -> list[list[Part]]:
    """Ratio and chance of an attack on a hex, with everybody who can take part; nothing where it would bombard."""
    plan = AttackPlan.open(desk.view, target)
    preview, colours = plan.preview, desk.kit.colours
    if preview is None:
        return []
    gain = _("hex won {chance}").format(chance=chance(preview.gain_chance))
    points = _("{points} AP").format(points=plan.points)
    return [
        [Part("attack", preview.odds.final_ratio, colours.action), Part("flag", gain, colours.text)],
        [Part("bolt", points, colours.action), Part("", _("click to plan it"), colours.second)],
    ]


def _place_and_draw(desk: Desk, scene: Any, rows: list[list[Part]], path: Sequence[HexId]) -> None:
    if not rows:
        return
    kit = desk.kit
    wide = max(sum(_width(desk, part) for part in row) for row in rows) + 2 * PAD - 12
    centres = [point for point in (_centre(desk, scene, hex_) for hex_ in path) if point is not None]
    if not centres:
        return
    high, half = len(rows) * LINE + 2 * 6, scene.camera.px_per_hex / kit.scale / 2
    box = best_place(centres, (wide, high), half, counter_boxes(desk, scene), free_room(desk))
    with kit.behind():
        kit.plate(Box(box.x + 2, box.y + 3, box.w, box.h), kit.colours.ground.fade(0.4), 6)
        kit.plate(box, kit.colours.ground.fade(0.95), 5)
        kit.outline(box, kit.colours.brass.fade(0.7), 5)
        for place, row in enumerate(rows):
            x = box.x + PAD
            for part in row:
                _draw_part(desk, part, x, box.y + 6 + place * LINE)
                x += _width(desk, part)


def _width(desk: Desk, part: Part) -> float:
    return desk.kit.width(part.words, "strong", 14) + (ICON + 5 if part.icon else 0) + 12


def _draw_part(desk: Desk, part: Part, x: float, y: float) -> None:
    if part.icon:
        desk.kit.icon(part.icon, x, y + 2, ICON, part.ink)
        x += ICON + 5
    desk.kit.text(part.words, x, y, part.ink, size=14, font="strong")


def _centre(desk: Desk, scene: Any, hex_: HexId) -> tuple[float, float] | None:
    pixel = scene.project(hex_)
    return (pixel[0] / desk.kit.scale, pixel[1] / desk.kit.scale) if pixel is not None else None


def counter_boxes(desk: Desk, scene: Any) -> list[Box]:
    """Where counters lie on the screen."""
    side, found = scene.counters.card_pixels / desk.kit.scale, []
    for hex_, count in sorted(scene.counters.occupied().items()):
        centre = _centre(desk, scene, hex_)
        if centre is not None:
            lift = 0.12 * side * (min(3, count) - 1)
            found.append(
                Box(centre[0] - side / 2 - lift, centre[1] - side / 2 - lift, side + 2 * lift, side + 2 * lift)
            )
    return found


def free_room(desk: Desk) -> Box:
    """The part of the screen that no panel covers."""
    screen, top = desk.kit.screen, METRICS.top_bar + 6.0
    right = METRICS.side_panel + 20 if desk.interaction.shown_unit is not None else 8
    return Box(METRICS.tool + 20, top, screen.w - METRICS.tool - 20 - right, screen.h - top - METRICS.journal - 20)


def best_place(
    centres: Sequence[tuple[float, float]],
    size: tuple[float, float],
    half: float,
    counters: Iterable[Box],
    room: Box,
) -> Box:
    """A place for a badge of a size beside the last of some points: off the counters, in the room, off the points.

    `half` is half the width of a hex; all in logical pixels.
    """
    counters = list(counters)
    dots = [Box(x - half * 0.4, y - half * 0.4, half * 0.8, half * 0.8) for x, y in centres]

    def badness(box: Box) -> float:
        inside = overlap(box, room)
        covered = sum(overlap(box, counter) for counter in counters)
        return (
            COUNTER_WEIGHT * covered
            + PATH_WEIGHT * sum(overlap(box, dot) for dot in dots)
            + OFF_WEIGHT * (box.w * box.h - inside)
        )

    return min(_candidates(centres[-1], size, half), key=badness)


def _candidates(centre: tuple[float, float], size: tuple[float, float], half: float) -> list[Box]:
    """Above, below, right, left, then farther out and farther still: the first of equals is taken."""
    (x, y), (wide, high) = centre, size
    found = []
    for far in (1.0, 2.2, 3.4, 4.6):
        away = half * far + GAP
        found += [Box(x - wide / 2, y - away - high, wide, high), Box(x - wide / 2, y + away, wide, high)]
        found += [Box(x + away, y - high / 2, wide, high), Box(x - away - wide, y - high / 2, wide, high)]
        found += [
            Box(x + away * 0.7, y + away * 0.7, wide, high),
            Box(x - away * 0.7 - wide, y + away * 0.7, wide, high),
        ]
        found += [Box(x + away * 0.7, y - away * 0.7 - high, wide, high)]
        found += [Box(x - away * 0.7 - wide, y - away * 0.7 - high, wide, high)]
    return found


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
