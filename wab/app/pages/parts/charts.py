"""Charts drawn in the window: curves over the turns, dice by face, the sums that dice can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wab.app.gfx.theme import Rgba
from wab.app.hud.box import Box, Tip
from wab.app.hud.kit import Kit
from wab.app.report.axes import scale_of, turn_ticks
from wab.app.report.words import day_in_words
from wab.engine.history.luck import Bar, Dice
from wab.locale import _
from wab.locale.numbers import fixed, number

_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 118.0, 30.0, 26.0
_APART, _NEAR = 17.0, 26.0
_DASH = 7.0


@dataclass(frozen=True)
class Line:
    """A curve with its name and its look; points are (turn, value) in order."""

    name: str
    ink: Rgba
    points: tuple[tuple[int, float], ...]
    dashed: bool = False


def draw_curves(kit: Kit, box: Box, title: str, lines: Sequence[Line], days: Mapping[int, str]) -> None:
    """Curves over the turns, each with its name at its end; the pointer on a turn shows its values and its day."""
    c = kit.colours
    kit.text(title, box.x, box.y, c.text, size=16, font="strong")
    room = Box(box.x + _LEFT, box.y + _TOP, box.w - _LEFT - _RIGHT, box.h - _TOP - _BOTTOM)
    scale = scale_of(value for line in lines for _turn, value in line.points)
    turns = sorted({turn for line in lines for turn, _value in line.points})
    first, last = turns[0], max(turns[-1], turns[0] + 1)

    def place(turn: float, value: float) -> tuple[float, float]:
        return room.x + room.w * (turn - first) / (last - first), room.bottom - room.h * scale.share(value)

    for value in scale.lines:
        y = place(first, value)[1]
        kit.line(room.x, y, room.right, y, c.brass.fade(0.4 if value == 0 else 0.16))
        kit.text(number(value), room.x - 8, y, c.second, size=13, align=1.0, middle=True)
    for turn in turn_ticks(first, turns[-1], max(2, int(room.w / 34))):
        kit.text(str(turn), place(turn, 0)[0], room.bottom + 6, c.second, size=13, align=0.5)
    for line in lines:
        _curve(kit, line, [place(*point) for point in line.points])
    _names(kit, room, [(line, place(*line.points[-1])) for line in lines])
    _told(
        kit,
        title,
        Box(room.x - 6, room.y, room.w + 12, room.h + 20),
        lines,
        [(turn, place(turn, 0)[0]) for turn in turns],
        days,
    )


def _curve(kit: Kit, line: Line, places: Sequence[tuple[float, float]]) -> None:
    for (x0, y0), (x1, y1) in pairwise(places):
        if not line.dashed:
            kit.line(x0, y0, x1, y1, line.ink, 2.2)
            continue
        steps = max(1, round(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 / _DASH))
        for step in range(0, steps, 2):
            a, b = step / steps, min(1.0, (step + 1) / steps)
            kit.line(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b, line.ink, 2)
    for x, y in places if len(places) <= 40 else places[-1:]:
        kit.disc(x, y, 3.2, line.ink)


def _names(kit: Kit, room: Box, ends: Sequence[tuple[Line, tuple[float, float]]]) -> None:
    """Names next to the ends of curves, with the last value, moved apart where they would touch.

    That of a curve which ends before the others stands where it ends, so that its value is read at its turn.
    """
    least = {True: room.y, False: room.y}
    for line, (x, y) in sorted(ends, key=lambda end: end[1][1]):
        early = x < room.right - 1
        y = max(y, least[early])
        words = f"{line.name} {number(line.points[-1][1])}"
        left, wide = (x + 10, room.right - x + _RIGHT - 12) if early else (room.right + 10, _RIGHT - 12)
        if early:
            under = min(kit.width(words, "medium", 14), wide)
            kit.plate(Box(left - 3, y - 9, under + 6, 18), kit.colours.panel.fade(0.75), 2)
        kit.text(words, left, y, line.ink, size=14, font="medium", room=wide, middle=True)
        least[early] = y + _APART


def _told(
    kit: Kit, name: str, box: Box, lines: Sequence[Line], turns: Sequence[tuple[int, float]], days: Mapping[int, str]
) -> None:
    """Draw the values of the turn under the pointer."""
    for turn, x in turns:
        wide = min(_NEAR, box.w / len(turns))
        if kit.hot(f"{name}-{turn}", Box(x - wide / 2, box.y, wide, box.h)).hovered:
            kit.line(x, box.y, x, box.bottom - 20, kit.colours.text.fade(0.35))
            values = [(line.name, dict(line.points).get(turn)) for line in lines]
            notes = tuple(f"{who} {number(value)}" for who, value in values if value is not None)
            title = _("Turn {turn}").format(turn=turn)
            day = day_in_words(days.get(turn, ""))
            kit.tip = Tip(f"{title} · {day}" if day else title, notes)


def draw_bars(kit: Kit, box: Box, bars: Sequence[Bar], ink: Rgba) -> None:
    """Dice by face as bars, each with a mark where it was to be expected."""
    c, foot = kit.colours, 22.0
    most = max([1.0, *(max(bar.rolled, bar.expected) for bar in bars)])
    each, high = box.w / len(bars), box.h - foot - 16
    base = box.bottom - foot
    for place, bar in enumerate(bars):
        x = box.x + each * place
        tall, mark = high * bar.rolled / most, high * bar.expected / most
        if tall:
            kit.graded(Box(x + each * 0.15, base - tall, each * 0.7, tall), ink.shade(1.1), ink.shade(0.8), 2)
        kit.line(x + each * 0.04, base - mark, x + each * 0.96, base - mark, c.text, 2)
        kit.text(str(bar.rolled), x + each / 2, base - max(tall, mark) - 17, c.text, size=13, font="medium", align=0.5)
        kit.text(bar.name, x + each / 2, base + 4, c.second, size=13, align=0.5, room=each)
        told = _("Fell {rolled} times where {expected} were to be expected.")
        if kit.hot(f"bar {box.x:.0f} {box.y:.0f} {place}", Box(x, box.y, each, box.h)).hovered:
            kit.tip = Tip(f"{bar.name}: " + told.format(rolled=bar.rolled, expected=fixed(bar.expected)))
    kit.line(box.x, base, box.right, base, c.brass.fade(0.5))


def draw_spread(kit: Kit, box: Box, dice: Dice, ink: Rgba) -> None:
    """Draw the chance of each sum of the dice, and the sum that they showed."""
    c, foot = kit.colours, 22.0
    chances, count = dice.spread, len(dice.results)
    likely = [place for place, chance in enumerate(chances) if chance > chances.max() / 400]
    first, last = min(likely[0], dice.total - count), max(likely[-1], dice.total - count)
    high, base = box.h - foot - 16, box.bottom - foot

    def place(sum_: float) -> float:
        return box.x + box.w * (sum_ - first + 0.5) / (last - first + 1)

    step, wide = max(1, (last - first + 1) // 60), box.w / (last - first + 1)
    for start in range(first, last + 1, step):
        chance = float(chances[start : start + step].mean())
        tall = high * chance / float(chances.max())
        shade = ink if start + step - 1 <= dice.total - count else ink.fade(0.35)
        kit.plate(Box(place(start) - wide / 2, base - tall, max(1.0, wide * step - 1), tall), shade)
    kit.line(box.x, base, box.right, base, c.brass.fade(0.5))
    expected, fell = place(count * (dice.faces + 1) / 2 - count), place(dice.total - count)
    kit.dashes(expected, box.y + 14, base, c.second)
    kit.line(fell, box.y + 10, fell, base, c.action, 2.4)
    kit.text(f"{dice.total}", fell, box.y - 6, c.action, size=14, font="strong", align=0.5)
    kit.text(str(first + count), box.x, base + 4, c.second, size=13)
    kit.text(str(last + count), box.right, base + 4, c.second, size=13, align=1.0)
    if abs(expected - box.x) > 40 and abs(box.right - expected) > 40:
        kit.text(number(count * (dice.faces + 1) / 2), expected, base + 4, c.second, size=13, align=0.5)
