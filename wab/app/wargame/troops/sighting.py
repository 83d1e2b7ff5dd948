"""The card of an enemy under the pointer: the known units, their strength, and the advantages of the ground.

From far away it tells of the formation under the pointer, of either side. It never covers its subject.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from imgui_bundle import imgui

from wab.app.gfx.specs import FormationSpec
from wab.app.hud.kit import Box
from wab.app.wargame.adapter.pictures import Known
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.ui import gaze
from wab.app.wargame.ui.badge import best_place, counter_boxes, free_room, hex_box
from wab.app.wargame.ui.desk import Desk
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.locale.numbers import percent

RESTS = 0.08
"""Seconds for which the pointer has to rest on a hex."""
WIDE, CARD, PAD, MOST = 306.0, 40.0, 10.0, 4
"""Width, side of a counter, room at the edges, and most units that are listed one by one."""
LINE = 17.0


class Line(NamedTuple):
    """A line of the foot: words, tone, and what stands at its right."""

    words: str
    tone: str = "second"
    value: str = ""


def draw(desk: Desk, scene: Any) -> None:
    """Draw the card if the pointer has rested on a unit or a formation; `scene` is the map scene."""
    if desk.replaying or desk.interaction.weighing:
        return
    x, y = (place * desk.kit.scale for place in desk.ui.pointer)
    over_map = not imgui.get_io().want_capture_mouse
    formation = scene.pick_formation(x, y) if over_map else None
    about = formation.keys if formation is not None else desk.interaction.hovered
    if not _has_rested(desk, about):
        return
    if formation is not None:
        _draw_formation(desk, scene, formation)
    elif desk.interaction.hovered is not None and not scene.formations.shown and not _is_left(desk, scene, (x, y)):
        _draw_enemy(desk, scene, desk.interaction.hovered)


def _is_left(desk: Desk, scene: Any, pointer: tuple[float, float]) -> bool:
    """The map has moved away below a pointer that rests, and what was meant has left the window."""
    meant = desk.interaction.hovered
    return meant is not None and not gaze.in_window(scene, meant) and scene.pick(*pointer) != meant


def _has_rested(desk: Desk, about: object) -> bool:
    """Tell whether the pointer has meant the same for long enough."""
    now = float(imgui.get_time())
    if about != desk.ui.pointed[0]:
        desk.ui.pointed = about, now
    return about is not None and now - desk.ui.pointed[1] >= RESTS


# ------------------------------------------------------------------------------------------------- an enemy


def told(desk: Desk, hex_: HexId) -> tuple[list[Known], list[Line]]:
    """Return the contents of the card for a hex: its known units, and the ground below them."""
    adapter = desk.adapter
    units = [adapter.known(unit) for unit in adapter.stack(hex_)]
    shifts = adapter.ground_shifts(hex_, desk.interaction.units if desk.interaction.own_selection() else ())
    foot = [Line(joined(adapter.hex_title(hex_), adapter.ground_title(hex_)), "text")]
    foot += [Line(str(shift.text), "second", columns(shift.value)) for shift in shifts]
    return units, foot


def columns(value: float) -> str:
    """A shift of the odds: "1 column for the defender"."""
    count = abs(round(value))
    if value > 0:
        words = ngettext("{count} column for the attacker", "{count} columns for the attacker", count)
    else:
        words = ngettext("{count} column for the defender", "{count} columns for the defender", count)
    return words.format(count=count)


def _draw_enemy(desk: Desk, scene: Any, hex_: HexId) -> None:
    adapter = desk.adapter
    side = adapter.side_in(hex_)
    if side is None or side == desk.adapter.view.side:
        return
    units, foot = desk.kept("sighting", lambda: told(desk, hex_), hex_, desk.interaction.units)
    shown, kit = units[:MOST], desk.kit
    rows = [_rows(desk, known) for known in shown]
    more = len(units) - len(shown)
    foot_rows = [line for part in foot for line in _wrapped(desk, part)]
    high = sum(len(row) * LINE + 8 for row in rows) + (LINE if more else 0) + len(foot_rows) * LINE + 2 * PAD + 6
    box = _place(desk, scene, hex_, (WIDE, high))
    with kit.behind():
        _sheet(desk, box, side)
        y = box.y + PAD
        for known, row in zip(shown, rows, strict=True):
            kit.counter(adapter.counter(known.unit), box.x + PAD + 2, y, CARD)
            for place, (words, font, tone) in enumerate(row):
                ink = getattr(kit.colours, tone)
                kit.text(words, box.x + CARD + 22, y - 2 + place * LINE, ink, size=14 if place == 0 else 13, font=font)
            y += len(row) * LINE + 8
        if more:
            words = ngettext("and {count} more", "and {count} more", more).format(count=more)
            kit.text(words, box.x + CARD + 22, y - 4, kit.colours.second, size=13)
            y += LINE
        _foot(desk, Box(box.x + PAD + 2, y, box.w - 2 * PAD - 4, box.bottom - y), foot_rows)


def _rows(desk: Desk, known: Known) -> list[tuple[str, str, str]]:
    """The lines about a unit, at least as many as its counter is high."""
    kit, room = desk.kit, WIDE - CARD - 22 - PAD
    found = [(line, "strong", "text") for line in kit.lines(known.name, room, "strong", 14)[:2]]
    for words in filter(None, (known.what, *known.lines)):
        found += [(line, "body", "second") for line in kit.lines(words, room, "body", 13)]
    return found + [("", "body", "second")] * max(0, 2 - len(found))


def _wrapped(desk: Desk, line: Line) -> list[Line]:
    kit, room = desk.kit, WIDE - 2 * PAD - 4
    value = kit.width(line.value, "medium", 13) + 10 if line.value else 0.0
    if kit.width(line.words, "body", 13) + value <= room:
        return [line]
    parts = kit.lines(line.words, room, "body", 13)
    found = [Line(part, line.tone) for part in parts]
    if line.value:
        found.append(Line("", line.tone, line.value))
    return found


def _foot(desk: Desk, box: Box, lines: list[Line]) -> None:
    kit = desk.kit
    kit.line(box.x, box.y + 1, box.right, box.y + 1, kit.colours.brass.fade(0.35))
    y = box.y + 6
    for line in lines:
        kit.text(line.words, box.x, y, getattr(kit.colours, line.tone), size=13)
        if line.value:
            kit.text(line.value, box.right, y, kit.colours.warn, size=13, font="medium", align=1.0)
        y += LINE


# ------------------------------------------------------------------------------------------------- a formation


def _draw_formation(desk: Desk, scene: Any, spec: FormationSpec) -> None:
    kit, adapter = desk.kit, desk.adapter
    where = next(
        (box for one, box in zip(scene.formations.specs, scene.formations.on_screen(scene.camera), strict=True)
         if one is spec), None
    )  # fmt: skip
    if where is None:
        return
    units = [unit for unit in spec.keys if adapter.where(unit) is not None]
    title, lines = desk.kept("formation-card", lambda: formation_told(desk, spec, units), spec.keys)
    rows = [line for words in lines for line in kit.lines(words, WIDE - 2 * PAD - 4, "body", 13)]
    high = 20 + len(rows) * LINE + 2 * PAD
    scale = kit.scale
    there = Box(
        where.left / scale, where.low / scale, (where.right - where.left) / scale, (where.high - where.low) / scale
    )
    box = best_place(
        [(there.x + there.w / 2, there.y + there.h / 2)], (WIDE, high), there.w / 2, [], free_room(desk), there
    )
    with kit.behind():
        _sheet(desk, box, adapter.sides[spec.side - 1] if spec.side in (1, 2) else None)
        kit.text(title, box.x + PAD + 2, box.y + PAD - 2, size=15, font="strong", room=WIDE - 2 * PAD)
        for place, words in enumerate(rows):
            kit.text(words, box.x + PAD + 2, box.y + PAD + 20 + place * LINE, kit.colours.second, size=13)


def formation_told(desk: Desk, spec: FormationSpec, units: list[int]) -> tuple[str, list[str]]:
    """The name of a formation, and what is known of it."""
    adapter, found = desk.adapter, []
    levels = [adapter.echelons(unit) for unit in units[:1]]
    names = [echelon.name for echelon in levels[0]] if levels else []
    if spec.contact in ("detected", "recognised"):
        title = ngettext("{count} contact", "{count} contacts", len(units)).format(count=len(units))
    else:
        title = names.pop() if spec.name and names else _("Independent units")
        found.append(joined(*reversed(names), ngettext("{count} unit", "{count} units", len(units)).format(
            count=len(units))))  # fmt: skip
    if spec.strength is not None:
        found.append(_("strength {percent}").format(percent=percent(spec.strength)))
    called = [adapter.short_name(unit) for unit in units]
    if any(called) and spec.contact not in ("detected", "recognised"):
        found.append(", ".join(name for name in called if name))
    found.append(_("Click to go there."))
    return title, found


# ------------------------------------------------------------------------------------------------- place


def _sheet(desk: Desk, box: Box, side: str | None) -> None:
    kit = desk.kit
    kit.plate(Box(box.x + 2, box.y + 3, box.w, box.h), kit.colours.ground.fade(0.4), 6)
    kit.plate(box, kit.colours.ground.fade(0.96), 5)
    kit.plate(Box(box.x, box.y, 4, box.h), desk.ink_of(side), 2)
    kit.outline(box, kit.colours.brass.fade(0.7), 5)


def _place(desk: Desk, scene: Any, hex_: HexId, size: tuple[float, float]) -> Box:
    """Return a place next to the hex, off the counters and off the badge of the order under the pointer."""
    there = hex_box(desk.kit, scene, hex_)
    blocks = counter_boxes(desk, scene)
    if desk.ui.badge is not None:
        blocks += [desk.ui.badge] * 4
    centre = there.x + there.w / 2, there.y + there.h / 2
    return best_place([centre], size, there.w / 2, blocks, free_room(desk), there)
