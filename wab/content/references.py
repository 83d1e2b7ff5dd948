"""Hexes in data files: written as labels of the printed map, read as ids of the map that a file is for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Meta

from wab.engine.words.text import N_, Text
from wab.hexes import OFF_MAP, Grid


def written_as(pattern: str, description: str) -> Meta:
    """Mark a hex, or the hexes of one row, as written by label: `Annotated[HexId, written_as(...)]`."""
    return Meta(description=description, extra={"label": pattern})


def labels_of(span: str) -> tuple[str, ...]:
    """The hexes that a label or a range of one row names, from column to column; none where the columns fall."""
    first, dash, last = span.partition("-")
    if not dash:
        return (first,)
    return tuple(f"{first[:2]}{column:02}" for column in range(int(first[2:]), int(last[2:]) + 1))


def label_faults(grid: Grid, span: str) -> Iterator[Text]:
    """The labels that are none of a map, and a range that does not run along one row, upwards."""
    yield from (no_hex(grid, label) for label in labels_of(span) if grid.labelled(label) == OFF_MAP)
    first, dash, last = span.partition("-")
    if dash and (first[:2] != last[:2] or first >= last):
        yield Text('"{span}" is not a range (expected two columns of one row, the lower first)', {"span": span})


def no_hex(grid: Grid, label: str) -> Text:
    """The sentence that a label is none of a map."""
    message = N_('"{label}" is not a hex of this map (expected {expected})')
    return Text(message, {"label": label, "expected": grid.labels_expected})
