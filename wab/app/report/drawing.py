"""Pictures as SVG, written by hand. Texts in them are escaped: they may come out of a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from wab.engine.words.clean import clean

PAPER, INK, FAINT = "#fbfaf6", "#2c2a26", "#b9b4a8"
FONT = "font-family='DejaVu Sans, Verdana, sans-serif' font-size='{size}'"


@dataclass
class Drawing:
    """An SVG picture; coordinates in pixels, y down."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1.0) -> None:
        """A straight line."""
        ends = f"x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'"
        self.parts.append(f"<line {ends} stroke='{colour}' stroke-width='{width}'/>")

    def box(self, x: float, y: float, width: float, height: float, colour: str, title: str = "") -> None:
        """A filled box; `title` shows where the pointer rests."""
        place = f"x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height:.1f}'"
        self.parts.append(f"<rect {place} fill='{colour}'><title>{escape(clean(title))}</title></rect>")

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """A filled circle."""
        self.parts.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{radius}' fill='{colour}'/>")

    def words(self, x: float, y: float, text: str, anchor: str = "start", size: int = 12, colour: str = INK) -> None:
        """A line of text; `anchor` is start, middle or end."""
        font = FONT.format(size=size)
        self.parts.append(
            f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}' {font}>{escape(clean(text))}</text>"
        )

    def path(self, points: Iterable[tuple[float, float]], colour: str, width: float, dashes: str = "") -> None:
        """A broken line; `dashes` as SVG writes them ("6 4"), "" for a whole line."""
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        style = f"fill='none' stroke='{colour}' stroke-width='{width}' stroke-linecap='round'"
        style += f" stroke-dasharray='{dashes}'" if dashes else ""
        self.parts.append(f"<polyline points='{places}' {style}/>")

    def __str__(self) -> str:
        size = f"width='{self.width:.0f}' height='{self.height:.0f}' viewBox='0 0 {self.width:.0f} {self.height:.0f}'"
        head = f"<svg xmlns='http://www.w3.org/2000/svg' {size}>"
        ground = f"<rect width='100%' height='100%' fill='{PAPER}'/>"
        return "\n".join([head, ground, *self.parts, "</svg>"]) + "\n"
