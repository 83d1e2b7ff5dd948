"""Pages of docs that a program fills: a table in Markdown, a section between two marks, progress on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic

Cell = str | float | int


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A Markdown table; the first column is aligned left, the others right."""
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    return f"{cell:.1f}" if isinstance(cell, float) else str(cell).replace("|", "\\|").replace("\n", " ")


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def marked(name: str, text: str) -> list[str]:
    """The lines of a section with its marks."""
    begin, end = _marks(name)
    return [begin, *text.strip().splitlines(), end]


def section_of(page: Path, name: str) -> str:
    """Return what stands between the marks of a section; nothing if there is no page, or none with such marks."""
    begin, end = _marks(name)
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    inner, ended, _ = text.partition(begin)[2].partition(end)
    return inner.strip() if ended else ""


def fill_section(page: Path, name: str, text: str) -> None:
    """Put a text between the marks of a section; ValueError when the page has no such marks."""
    begin, end = _marks(name)
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"{page} has no section {name!r} between {begin} and {end}")
    page.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", encoding="utf-8")


def teller(what: str) -> Callable[[int, int], None]:
    """Says on standard error how far a long run is: often on a terminal, now and then elsewhere."""
    began, last = monotonic(), [0.0]

    def tell(done: int, of: int) -> None:
        now, shown = monotonic(), sys.stderr.isatty()
        if now - last[0] < (0.2 if shown else 30) and done < of:
            return
        last[0] = now
        end = "" if shown and done < of else "\n"
        print(
            f"{chr(13) if shown else ''}{what}: {done}/{of}, {now - began:.0f} s ", end=end, file=sys.stderr, flush=True
        )

    return tell
