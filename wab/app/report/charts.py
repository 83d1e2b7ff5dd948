"""Charts of a report as SVG: curves over the turns, and dice as they fell next to what was to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wab.app.report.axes import scale_of, turn_ticks
from wab.app.report.drawing import FAINT, INK, Drawing
from wab.engine.history.luck import Bar
from wab.locale.numbers import fixed, number
from wab.locale.typography import headed

_WIDTH, _HEIGHT = 760.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 150.0, 44.0, 44.0
_APART = 16.0
"""Pixels between the names of two curves, one under the other."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A curve with its name and its look; points are (turn, value) in order."""

    name: str
    colour: str
    points: tuple[tuple[int, float], ...]
    dashes: str = ""


def curves(title: str, across: str, drawn: Sequence[Drawn]) -> str:
    """Curves over the turns, each with its name at its end; `across` is the word below the turns."""
    drawing = Drawing(_WIDTH, _HEIGHT)
    drawing.words(16, 24, title, size=15)
    values = [value for curve in drawn for _turn, value in curve.points]
    turns = [turn for curve in drawn for turn, _value in curve.points]
    scale = scale_of(values)
    first, last = min(turns), max(max(turns), min(turns) + 1)

    def place(turn: float, value: float) -> tuple[float, float]:
        x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * (turn - first) / (last - first)
        return x, _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * scale.share(value)

    for value in scale.lines:
        y = place(first, value)[1]
        drawing.line(_LEFT, y, _WIDTH - _RIGHT, y, FAINT, 0.7)
        drawing.words(_LEFT - 8, y + 4, number(value), "end", 11)
    for turn in turn_ticks(first, max(turns)):
        drawing.words(place(turn, scale.low)[0], _HEIGHT - _BOTTOM + 18, str(turn), "middle", 11)
    drawing.words((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, across, "middle", 12)
    for curve in drawn:
        places = [place(*point) for point in curve.points]
        drawing.path(places, curve.colour, 2.2, curve.dashes)
        for x, y in places if len(places) <= 40 else places[-1:]:
            drawing.dot(x, y, 3, curve.colour)
    _names(drawing, [(curve, place(*curve.points[-1])) for curve in drawn])
    return str(drawing)


def _names(drawing: Drawing, ends: Sequence[tuple[Drawn, tuple[float, float]]]) -> None:
    """The names of curves next to their ends, with the last value, moved apart where they would touch.

    That of a curve which ends before the others stands where it ends, so that its value is read at its turn.
    """
    right = _WIDTH - _RIGHT
    least = {True: _TOP, False: _TOP}
    for curve, (x, y) in sorted(ends, key=lambda end: end[1][1]):
        early = x < right - 1
        y = max(y + 4, least[early])
        words = f"{curve.name} {number(curve.points[-1][1])}"
        drawing.words((x if early else right) + 10, y, words, size=12, colour=curve.colour)
        least[early] = y + _APART


def histogram(title: str, expected: str, bars: Sequence[Bar], colour: str) -> str:
    """Dice by face as bars, each with a mark where it was to be expected; `expected` is the word for the mark."""
    width = max(360.0, 90 + 56.0 * len(bars))
    height, top, bottom, left = 210.0, 50.0, 30.0, 44.0
    drawing = Drawing(width, height)
    drawing.words(16, 22, title, size=14)
    most = max([1.0, *(max(bar.rolled, bar.expected) for bar in bars)])
    each = (width - left - 20) / len(bars)
    for place, bar in enumerate(bars):
        x = left + each * place
        tall, mark = ((height - top - bottom) * value / most for value in (bar.rolled, bar.expected))
        told = headed(bar.name, f"{bar.rolled} ({fixed(bar.expected)})")
        drawing.box(x + each * 0.15, height - bottom - tall, each * 0.7, tall, colour, told)
        drawing.line(x + each * 0.05, height - bottom - mark, x + each * 0.95, height - bottom - mark, INK, 2)
        drawing.words(x + each / 2, height - bottom + 18, bar.name, "middle", 11)
        if bar.rolled:
            y = height - bottom - (6 if tall > 18 else tall + 4)
            drawing.words(x + each / 2, y, str(bar.rolled), "middle", 11, "#ffffff" if tall > 18 else INK)
    drawing.line(left, height - bottom, width - 20, height - bottom, INK)
    drawing.line(left, 36, left + 22, 36, INK, 2)
    drawing.words(left + 28, 40, expected, size=11)
    return str(drawing)
