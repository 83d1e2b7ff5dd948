"""Plots as SVG: shares as stacked bars, ratings as dots with whiskers. Legible on light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wab.app.report.drawing import FAINT, INK, Drawing

ALLIED, DRAWN, AXIS = "#4d7a3a", "#cfc9ba", "#6b6f78"


@dataclass(frozen=True)
class Bar:
    """One scenario: shares of the games that add up to 1, and a word at the end of the bar."""

    name: str
    shares: tuple[float, float, float]
    word: str


def share_bars(title: str, legend: Sequence[str], bars: Sequence[Bar], band: tuple[float, float]) -> str:
    """Stacked horizontal bars, one a scenario, with the band in which the first boundary is wanted."""
    left, wide, step, top = 250, 420, 22, 64
    drawing = Drawing(left + wide + 90, top + step * len(bars) + 30)
    drawing.words(16, 24, title, size=15)
    for number, (word, colour) in enumerate(zip(legend, (ALLIED, DRAWN, AXIS), strict=True)):
        drawing.box(left + 120 * number, 36, 12, 12, colour)
        drawing.words(left + 120 * number + 18, 46, word)
    for number, bar in enumerate(bars):
        y, x = top + step * number, float(left)
        drawing.words(left - 10, y + 13, bar.name, "end")
        for share, colour, word in zip(bar.shares, (ALLIED, DRAWN, AXIS), legend, strict=True):
            drawing.box(x, y, wide * share, step - 6, colour, f"{word} {100 * share:.0f} %")
            x += wide * share
        drawing.words(left + wide + 8, y + 13, bar.word)
    for share in (*band, 0.5):
        x = left + wide * share
        drawing.line(x, top - 6, x, top + step * len(bars), INK if share != 0.5 else FAINT)
        drawing.words(x, top + step * len(bars) + 16, f"{100 * share:.0f} %", "middle", 10)
    return str(drawing)


@dataclass(frozen=True)
class Dot:
    """A value with the half width of its interval."""

    name: str
    value: float
    half_width: float


def whiskers(title: str, unit: str, dots: Sequence[Dot]) -> str:
    """Values with their intervals, one below the other."""
    left, wide, step, top = 120, 520, 34, 60
    low = min(dot.value - dot.half_width for dot in dots)
    high = max(dot.value + dot.half_width for dot in dots)
    margin = max(20.0, 0.06 * (high - low))
    low, high = low - margin, high + margin
    drawing = Drawing(left + wide + 120, top + step * len(dots) + 40)
    drawing.words(16, 24, title, size=15)

    def across(value: float) -> float:
        return left + wide * (value - low) / (high - low)

    every = next(step for step in (50, 100, 200, 500, 1000, 5000) if (high - low) / step <= 12)
    for tick in range(int(low // every + 1) * every, int(high) + 1, every):
        drawing.line(across(tick), top - 10, across(tick), top + step * len(dots), FAINT)
        drawing.words(across(tick), top + step * len(dots) + 18, f"{tick}", "middle", 11)
    drawing.words(left + wide + 14, top + step * len(dots) + 18, unit, size=11)
    for number, dot in enumerate(dots):
        y = top + step * number + 8
        drawing.words(left - 14, y + 4, dot.name, "end")
        drawing.line(across(dot.value - dot.half_width), y, across(dot.value + dot.half_width), y, INK, 2)
        drawing.dot(across(dot.value), y, 5, ALLIED)
        drawing.words(left + wide + 14, y + 4, f"{dot.value:+.0f} ± {dot.half_width:.0f}", size=11)
    return str(drawing)
