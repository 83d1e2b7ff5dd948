"""The plan of the player: its orders in a list with what each would cost, and on the map as ghosts and arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import BLACK, Box, Tip
from wab.app.hud.widgets import Action, button
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.pictures import Part
from wab.app.wargame.adapter.typography import typographic
from wab.app.wargame.hand.drafts import Draft
from wab.app.wargame.hand.planning import Planning
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import ABOVE_MAP, is_tight, list_box
from wab.app.window.key_actions import Chord, chord_words
from wab.hexes import HexId
from wab.locale import _

WIDE, ROW, FOOT, HEAD = 430.0, 50.0, 92.0, 30.0
REASON = colour("E8A08E")
INK, INK_BAD = colour("F1C75B"), colour("E9836C")
_DASH, _GAP, _DISC, _SMALLEST = 9.0, 7.0, 11.0, 22.0  # logical pixels; the last: pixels a hex with room for numbers
_BUTTONS = 84.0  # those at the end of a row
Point = tuple[float, float]


def ghosts(planning: Planning, there: Adapter, selected: Collection[int]) -> list[CounterSpec]:
    """The counters of own units in the places where the plan would bring them. `there` answers for what is."""
    if not planning.expected:
        return []
    then = planning.adapter
    found: list[CounterSpec] = []
    for unit in then.own_units():
        hex_ = then.where(unit)
        if hex_ is not None and there.where(unit) != hex_:
            place = sum(spec.hex == hex_ for spec in found)
            spec = then.counter(unit, stack=place, selected=unit in selected)
            found.append(replace(spec, ghost=True))
    return found


# ------------------------------------------------------------------------------------------------- the list


def draw(desk: Desk) -> None:
    """The list, while orders are planned and no other list is open."""
    planning = desk.planning
    if not planning.on or desk.ui.panel:
        return
    kit, drafts = desk.kit, planning.drafts.drafts
    rows = [(draft, *_words(desk, draft)) for draft in drafts]
    deep = sum(_high(why) for _draft, _title, _facts, why in rows)
    box = list_box(desk, WIDE, 34 + HEAD + max(64.0, deep) + FOOT + 10, 12 if is_tight(desk) else ABOVE_MAP)
    with kit.panel("plan", box, title=_("Plan"), icon="move", closes=True) as panel:
        total = desk.kept("plan-total", lambda: _total(planning, drafts), drafts)
        kit.text(total, box.x + 14, panel.box.y + 8, kit.colours.action, size=14, font="medium", room=WIDE - 28)
        part = Box(box.x, panel.box.y + HEAD, box.w, box.bottom - FOOT - panel.box.y - HEAD)
        if not drafts:
            words = _("Give orders as usual: they are planned here, and nothing happens until you give them.")
            kit.paragraph(words, box.x + 14, part.y + 4, WIDE - 28, kit.colours.second, size=14)
        with kit.scroll("plan-rows", part, deep) as shown:
            y = shown.top
            for place, (draft, title, facts, why) in enumerate(rows):
                if shown.shows(y, _high(why)):
                    _row(desk, place, draft, title, facts, why, Box(box.x + 6, y, box.w - 20, _high(why) - 4))
                y += _high(why)
        _foot(desk, drafts, Box(box.x + 14, box.bottom - FOOT + 6, box.w - 28, FOOT - 16))
        if panel.closed:
            desk.commands.end_planning()


def _high(why: Sequence[str]) -> float:
    return ROW + 16 * max(0, len(why) - 1)


def _words(desk: Desk, draft: Draft) -> tuple[str, Sequence[Part], list[str]]:
    """Its title, what it costs and brings, and the lines of the reason why it cannot be given."""

    def found() -> tuple[str, Sequence[Part], list[str]]:
        adapter = desk.adapter.at(draft.before)
        title = typographic(adapter.plan_title(draft.order))
        if draft.refusal is None:
            return title, adapter.plan_facts(draft.order, draft.after), []
        return title, (), desk.kit.lines(typographic(str(draft.refusal.text)), WIDE - 60 - _BUTTONS, "body", 13)

    return desk.kept(f"draft-{draft.number}", found, draft, desk.kit.scale)


def _total(planning: Planning, drafts: Sequence[Draft]) -> str:
    now = planning.drafts.session.view
    return planning.adapter.at(now).plan_total(drafts[-1].after if drafts else now)


def _row(desk: Desk, place: int, draft: Draft, title: str, facts: Sequence[Part], why: Sequence[str], box: Box) -> None:
    kit, planning = desk.kit, desk.planning
    body = Box(box.x, box.y, box.w - _BUTTONS, box.h)
    hot = kit.hot(f"plan-row-{draft.number}", body)
    picked = planning.chosen == draft.number
    kit.graded(
        box, kit.colours.hover if hot.hovered or picked else kit.colours.raised, kit.colours.raised.shade(0.92), 5
    )
    kit.outline(box, (INK_BAD if why else kit.colours.action if picked else kit.colours.brass).fade(0.55), 5)
    _number(desk, box.x + 17, box.y + 16, place + 1, bool(why))
    icon = desk.adapter.at(draft.before).plan_icon(draft.order)
    kit.icon(icon, box.x + 9, box.y + 28, 15, kit.colours.second)
    kit.text(title, box.x + 36, box.y + 5, size=14, font="medium", room=body.w - 42)
    for line, words in enumerate(why):
        kit.text(words, box.x + 36, box.y + 25 + 16 * line, REASON, size=13, room=body.w - 40)
    _facts(desk, facts, box.x + 36, box.y + 25, body.right)
    if hot.hovered:
        told = tuple(part.words for part in facts) or (" ".join(why),) * bool(why)
        kit.tip = Tip(
            title, (*told, _("Drag it to give it earlier or later.")), "", str(place + 1) if place < 9 else ""
        )
    if hot.clicked:
        planning.chosen = draft.number
        if line_ := desk.adapter.at(draft.before).plan_line(draft.order):
            desk.commands.jump(line_[-1])
    if hot.held:
        _drag(desk, draft, box)
    _row_buttons(desk, draft, Box(body.right + 2, box.y + (box.h - 26) / 2, 26, 26))


def _drag(desk: Desk, draft: Draft, box: Box) -> None:
    """While the button is held on a row, the row goes where the pointer is."""
    y = desk.ui.pointer[1]
    if y < box.y - 8:
        desk.planning.shift(-1, draft.number)
    elif y > box.bottom + 8:
        desk.planning.shift(1, draft.number)


def _facts(desk: Desk, facts: Sequence[Part], x: float, y: float, right: float) -> None:
    kit = desk.kit
    for part in facts:
        ink: Rgba = getattr(kit.colours, part.tone)
        wide = kit.width(part.words, "body", 13) + (18 if part.icon else 0) + 12
        if x + wide > right:
            return
        if part.icon:
            kit.icon(part.icon, x, y + 1, 14, ink)
        kit.text(part.words, x + (18 if part.icon else 0), y, ink, size=13)
        x += wide


def _key(key: str, *, control: bool = False) -> str:
    """Return a default key as buttons write it, so that they can show its present key."""
    return chord_words(Chord(key, control))


def _row_buttons(desk: Desk, draft: Draft, box: Box) -> None:
    """Earlier, later, off the plan."""
    planning = desk.planning
    earlier = Action("", "arrow_up", _key("arrow_up", control=True), tip=_("Earlier"))
    later = Action("", "arrow_down", _key("arrow_down", control=True), tip=_("Later"))
    off = Action("", "close", _key("delete"), tip=_("Take it off the plan"))
    if button(desk.kit, f"plan-up-{draft.number}", box, earlier):
        planning.shift(-1, draft.number)
    if button(desk.kit, f"plan-down-{draft.number}", Box(box.x + 27, box.y, 26, 26), later):
        planning.shift(1, draft.number)
    if button(desk.kit, f"plan-off-{draft.number}", Box(box.x + 54, box.y, 26, 26), off):
        planning.remove(draft.number)


def _foot(desk: Desk, drafts: Sequence[Draft], box: Box) -> None:
    kit, planning, half = desk.kit, desk.planning, (box.w - 8) / 2
    if planning.giving:
        if button(
            kit, "plan-stop", Box(box.x, box.y, box.w, 36), Action(_("Stop"), "pause", tip=_("Give no further order."))
        ):
            planning.stop()
        return
    off = "" if drafts else _("Nothing is planned yet.")
    following = Action(
        _("Give next"), "play", _key("n", control=True), off=off, tip=_("Give the first order of the plan.")
    )
    if button(kit, "plan-next", Box(box.x, box.y, half, 36), following):
        desk.commands.give_next()
    tip = _("Give order after order, until something new is seen, an order is refused or you have to decide.")
    everything = Action(_("Give all"), "check", _key("enter", control=True), "primary", off, tip)
    if button(kit, "plan-all", Box(box.x + half + 8, box.y, half, 36), everything):
        planning.give_all()
    clear = Action(_("Clear"), "close", _key("delete", control=True), off=off, tip=_("Nothing is planned any more."))
    if button(kit, "plan-clear", Box(box.x, box.y + 42, half, 32), clear):
        planning.clear()
    leave = Action(_("Back to orders"), "undo", _("Shift P"), tip=_("Orders are given at once again; the plan stays."))
    if button(kit, "plan-leave", Box(box.x + half + 8, box.y + 42, half, 32), leave):
        desk.commands.end_planning()


# ------------------------------------------------------------------------------------------------- on the map


def draw_marks(desk: Desk, scene: Any) -> None:
    """A dashed line for each planned order with its number at the end; red where it cannot be given."""
    if not desk.planning.expected or desk.showing:
        return
    ends: Counter[HexId] = Counter()
    with desk.kit.behind():
        for place, draft in enumerate(desk.planning.drafts.drafts):
            _mark(desk, scene, place, draft, ends)


def _mark(desk: Desk, scene: Any, place: int, draft: Draft, ends: Counter[HexId]) -> None:
    """The line of one order; `ends` counts how many numbers stand in a hex already."""
    adapter, order = desk.adapter.at(draft.before), draft.order
    line = adapter.plan_line(order)
    pixels = [scene.project(hex_) for hex_ in line]
    points = [(x / desk.kit.scale, y / desk.kit.scale) for x, y in filter(None, pixels)]
    if not points:
        return
    ink = INK_BAD if draft.refusal is not None else INK
    attack = not getattr(order, "path", ())
    if len(points) > 1:
        _dashed(desk, _without_end(points, scene.camera.px_per_hex / desk.kit.scale * 0.3), ink, attack)
    if scene.camera.px_per_hex >= _SMALLEST:
        away = scene.camera.px_per_hex / desk.kit.scale * 0.34
        x = points[-1][0] + away + ends[line[-1]] * (2 * _DISC + 4)
        _number(desk, x, points[-1][1] - away, place + 1, draft.refusal is not None)
        ends[line[-1]] += 1


def places(desk: Desk) -> list[HexId]:
    """Return the hexes that an open plan speaks of."""
    drafts = desk.planning.drafts.drafts if desk.planning.expected else ()
    lines = (desk.adapter.at(draft.before).plan_line(draft.order) for draft in drafts)
    return sorted({hex_ for line in lines for hex_ in line})


def _without_end(points: list[Point], by: float) -> list[Point]:
    (x0, y0), (x1, y1) = points[-2:]
    share = max(0.0, 1.0 - by / max(1.0, hypot(x1 - x0, y1 - y0)))
    return [*points[:-1], (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)]


def _dashed(desk: Desk, points: list[Point], ink: Rgba, attack: bool) -> None:
    kit, wide = desk.kit, 5.0 if attack else 3.5
    for shade, more in ((BLACK.fade(0.6), 2.5), (ink, 0.0)):
        for (x0, y0), (x1, y1) in _dashes(points):
            kit.line(x0, y0, x1, y1, shade, wide + more)
        _head(desk, points, shade, 13.0 + more if attack else 10.0 + more)


def _head(desk: Desk, points: list[Point], ink: Rgba, size: float) -> None:
    (x0, y0), (x1, y1) = points[-2:]
    length = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    left, right = ((x1 - turn * dy * size * 0.7, y1 + turn * dx * size * 0.7) for turn in (1, -1))
    desk.kit.triangle(left, right, (x1 + dx * size, y1 + dy * size), ink)


def _dashes(points: list[Point]) -> Iterator[tuple[Point, Point]]:
    """The dashes along a line of points, going on round its corners."""
    at = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        start = -(at % (_DASH + _GAP))
        while start < length:
            first, last = max(0.0, start), min(length, start + _DASH)
            if last > first:
                a, b = first / length, last / length
                yield (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
            start += _DASH + _GAP
        at += length


def _number(desk: Desk, x: float, y: float, number: int, bad: bool) -> None:
    kit = desk.kit
    kit.disc(x, y, _DISC + 1.5, BLACK.fade(0.85))
    kit.disc(x, y, _DISC, INK_BAD if bad else INK)
    kit.text(str(number), x, y - 8, BLACK, size=14, font="figures", align=0.5)
