"""Hexes as a scenario lists them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wab.content.hexmap import HexMap


def ranges(hexes: Iterable[int], hexmap: HexMap) -> Iterator[str]:
    """Hexes as a scenario lists them: labels, and ranges of a row."""
    cols = hexmap.grid.cols
    run: list[int] = []
    for hex_ in [*sorted(hexes), -1]:
        if run and (hex_ != run[-1] + 1 or hex_ // cols != run[-1] // cols):
            first, last = hexmap.grid.label(run[0]), hexmap.grid.label(run[-1])
            yield first if first == last else f"{first}-{last}"
            run = []
        run.append(hex_)
