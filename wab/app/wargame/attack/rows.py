"""Rows of units and means: what they bring, a tick or a value, and why they cannot take part."""

from __future__ import annotations

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import Box, Kit, Tip
from wab.app.hud.widgets import ENERGY_GOOD, bar, energy_ink, tick
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.attack.odds import THEM, US
from wab.app.wargame.attack.sheet import Entry, Strength
from wab.app.wargame.ui.desk import Desk
from wab.locale import _

REASON = colour("E8A08E")
TALL, LOW, CHOICE, LINE = 74.0, 48.0, 25.0, 17.0
"""Heights of a row with bars, of another with a picture, of a part with a value, and of a further line."""
SQUEEZED, GAP, LAST_KEY = 42.0, 4.0, 9
COUNTER, SMALL_COUNTER = 56.0, 40.0
TICK, PLUS, EDGE, VALUE, SCROLL = 46.0, 34.0, 10.0, 30.0, 14.0
"""Room left of the picture for the tick, right of the words for the button and without it, for a value, for a bar that
scrolls."""


def height(kit: Kit, entry: Entry, wide: float, *, squeezed: bool = False) -> float:
    """Return the height of a row with the gap below it."""
    if entry.is_choice:
        return CHOICE + gap(entry)
    high = SQUEEZED if squeezed else TALL if entry.strength is not None else LOW
    room = wide - SCROLL - TICK - SMALL_COUNTER - 12 - EDGE - VALUE
    return high + max(0, len(_detail(kit, entry, room)) - 1) * LINE + gap(entry)


def gap(entry: Entry) -> float:
    """Return the gap below a row."""
    return GAP / 2 if entry.is_choice else GAP if entry.strength is None else 2 * GAP


def draw(desk: Desk, box: Box, entry: Entry, place: int) -> None:
    """Draw the row of an own entry. A click on it, or the figure of its place, changes the row of the hand."""
    kit, hand = desk.kit, desk.interaction
    plus = PLUS - 4 if entry.more is not None else 0.0
    hot = kit.hot(entry.key, Box(box.x, box.y, box.w - plus, box.h))
    lit, is_marked = hot.hovered or entry.key == hand.part, entry.key == hand.part
    figure = str(place + 1) if place < LAST_KEY else ""
    if entry.is_choice:
        _choice(kit, box, entry, lit, figure)
    else:
        _unit(kit, box, entry, lit and entry.is_on, figure)
    if is_marked:
        kit.plate(Box(box.right - 3, box.y, 3, box.h), kit.colours.action, 1)
    if hot.hovered:
        kit.tip = Tip(joined(entry.name, entry.value) if entry.is_choice else entry.name, _notes(entry), entry.clause,
                      figure)  # fmt: skip
    if hot.clicked:
        hand.choose(place)
    if entry.more is not None:
        _plus(desk, box, entry.more)


def draw_foe(kit: Kit, box: Box, entry: Entry) -> None:
    """Draw the row of an enemy unit."""
    plate(kit, box, False, True)
    kit.plate(Box(box.right - 4, box.y, 4, box.h), THEM, 2)
    _words(kit, entry, Box(box.x + EDGE, box.y, box.w - EDGE - 18, box.h))


def plate(kit: Kit, box: Box, lit: bool, on: bool) -> None:
    """The ground of a row."""
    if on:
        top = kit.colours.hover if lit else kit.colours.raised.shade(1.06)
        kit.graded(box, top, kit.colours.raised.shade(0.92), 5)
    else:
        kit.plate(box, kit.colours.ground.fade(0.6), 5)
    kit.outline(box, kit.colours.brass.fade(0.4 if on else 0.16), 5)


def _notes(entry: Entry) -> tuple[str, ...]:
    then = _("A click: {effect}.").format(effect=entry.effect) if entry.is_choice and entry.effect else entry.effect
    return tuple(note for note in (entry.detail, entry.why_not, then, *entry.notes) if note)


def _unit(kit: Kit, box: Box, entry: Entry, lit: bool, figure: str) -> None:
    plate(kit, box, lit, entry.is_on)
    if entry.counter is not None:
        kit.plate(Box(box.x, box.y, 4, box.h), US.fade(1.0 if entry.ticked else 0.25), 2)
    left, right = EDGE + 4, PLUS if entry.more is not None else EDGE
    if entry.ticked is not None:
        left = TICK
        tick(kit, Box(box.x + 14, box.y + (box.h - 20) / 2, 20, 20), entry.ticked, entry.is_on)
        if entry.is_on and box.h >= 40:
            kit.text(figure, box.x + 24, box.y + box.h / 2 + 9, kit.colours.second, size=12, align=0.5)
    _words(kit, entry, Box(box.x + left, box.y, box.w - left - right, box.h))


def _choice(kit: Kit, box: Box, entry: Entry, lit: bool, figure: str) -> None:
    """A part with a value in one line; the effect of a click stands at the right."""
    c = kit.colours
    kit.plate(box, c.hover.fade(0.5) if lit else c.ground.fade(0.6), 3)
    end = box.right - 26 - (kit.text(entry.effect, box.right - 22, box.y + 3, c.second, size=13, align=1.0)
                            if entry.effect else 0.0)  # fmt: skip
    x = box.x + 10 + kit.text(entry.name, box.x + 8, box.y + 2, c.second, size=14, room=end - box.x - 60) + 8
    kit.text(entry.value, x, box.y + 2, c.action if entry.is_on else c.off_text, size=14, font="strong", room=end - x)
    kit.text(figure, box.right - 6, box.y + 3, c.action.fade(0.7), size=13, align=1.0)


def _words(kit: Kit, entry: Entry, box: Box) -> None:
    """Picture, name, the line under it, bars, and the value at the right."""
    c, x = kit.colours, box.x
    ink = c.text if entry.is_on else c.off_text
    if entry.counter is not None:
        size = min(COUNTER if entry.strength is not None else SMALL_COUNTER, box.h - 6)
        kit.counter(entry.counter, x, box.y + (box.h - size) / 2 - 1, size)
        x += size + 12
    else:
        kit.icon(entry.icon, x, box.y + (box.h - 24) / 2, 24, ink)
        x += 38
    has_bars = entry.strength is not None and box.h >= 60
    detail = _detail(kit, entry, box.right - VALUE - x)
    is_told = detail or entry.facts or entry.effect or entry.why_not
    high = 60 if has_bars else 20 + 20 * bool(is_told) + LINE * max(0, len(detail) - 1)
    y = box.y + max(1.0, (box.h - high) / 2)
    value = kit.width(entry.value, "figures", 22) if entry.value else 0.0
    effect = entry.effect if entry.facts or detail else ""
    told = kit.width(effect, "body", 13) + 10 if effect else 0.0
    end = box.right - value - (10 if value else 0)
    size = 14.5 if entry.strength is None else 15.5
    kit.text(entry.name, x, y, ink, size=size, font="strong", room=end - told - x)
    if effect:
        kit.text(effect, end, y + 2, c.second, size=13, align=1.0)
    _second(kit, entry, detail, Box(x, y + 20, end - x, box.bottom - y - 20))
    if entry.strength is not None and has_bars:
        _bars(kit, entry.strength, x, y + 41)
    above = 22 if entry.label else 14
    kit.text(entry.value, box.right, box.y + box.h / 2 - above, ink, size=22, font="figures", align=1.0)
    kit.text(entry.label, box.right, box.y + box.h / 2 + 6, c.second, size=12.5, align=1.0)


def _second(kit: Kit, entry: Entry, detail: list[str], box: Box) -> None:
    """The line under the name, or several lines of detail."""
    c = kit.colours
    why, label = "" if entry.ticked else entry.why_not, kit.width(entry.label, "body", 12.5) if entry.label else 0.0
    value = kit.width(entry.value, "figures", 22) + 2 if entry.value and entry.label else 0.0
    room = box.w + value - (label + 8 if label else 0.0)
    if why:
        most = 2 if box.h >= 38 else 1
        kit.paragraph(why, box.x, box.y, room, REASON, size=13, most=most)
    elif detail:
        for number, line in enumerate(detail):
            kit.text(line, box.x, box.y + number * LINE, c.second, size=13)
    elif entry.facts:
        kit.text(_fitting(kit, entry.facts, room), box.x, box.y, c.second, size=13, room=room)
    elif entry.effect:
        kit.text(entry.effect, box.x, box.y, c.action, size=13, room=room)


def _fitting(kit: Kit, facts: tuple[str, ...], room: float) -> str:
    """The facts in a line. The third goes without saying; of two, the long first one is cut rather than the second."""
    shown = facts
    while len(shown) > 2 and kit.width(joined(*shown), "body", 13) > room:
        shown = shown[:-1]
    return joined(*shown) if kit.width(joined(*shown), "body", 13) <= room else joined(*reversed(shown))


def _detail(kit: Kit, entry: Entry, room: float) -> list[str]:
    return kit.lines(entry.detail, room, "body", 13) if entry.detail else []


def _bars(kit: Kit, strength: Strength, x: float, y: float) -> None:
    """Strength, and energy where units tire, as two short bars."""
    share = strength.left / max(1, strength.full)
    bar(kit, Box(x, y, 92, 7), share, _ink(share), parts=strength.full)
    kit.text(f"{strength.left}/{strength.full}", x + 100, y - 5, size=13, font="medium")
    if strength.energy is not None:
        bar(kit, Box(x, y + 11, 92, 4), strength.energy / 100, energy_ink(strength.energy / 100))


def _ink(share: float) -> Rgba:
    return ENERGY_GOOD if share > 0.5 else energy_ink(share)


def _plus(desk: Desk, box: Box, unit: int) -> None:
    """The button at the lower right of a row that opens the sheet of a unit (OPS-10.3.2-1)."""
    place = Box(box.right - 27, box.bottom - 27, 22, 22)
    kit = desk.kit
    hot = kit.hot(f"plus-{unit}", place)
    ink = kit.colours.action if hot.hovered else kit.colours.second
    kit.outline(place, ink.fade(0.7), 4)
    x, y = place.x + 11, place.y + 11
    kit.line(x - 5, y, x + 5, y, ink, 2)
    kit.line(x, y - 5, x, y + 5, ink, 2)
    if hot.hovered:
        kit.tip = Tip(_("Everything about it"), (), "OPS-10.3.2-1", "I")
    if hot.clicked:
        desk.ui.sheet = unit
