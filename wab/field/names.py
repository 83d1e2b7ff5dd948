"""Words in sentences for a hex that has no name of its own."""

from __future__ import annotations

from wab.engine.words.text import Noun, Text
from wab.hexes import Grid, HexId


def hex_noun(grid: Grid, hex_: HexId) -> Text:
    """A hex by its label, in the form that the sentence wants: "hex 4623", « à l’hexagone 4623 »."""
    return Noun("hex {label}", {"label": grid.label(hex_)}, en="s", fr="ms le elide")
