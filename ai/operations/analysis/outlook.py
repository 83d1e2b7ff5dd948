"""Fatigue: how tired a unit may be, and whether it needs rest."""

from __future__ import annotations

from ai.operations.picture.picture import Picture
from wab.systems.operations.state.state import Unit


def threshold(picture: Picture, unit: Unit) -> int:
    """Percent of fatigue beyond which a unit of this quality fights a state lower."""
    rows = picture.board.tables.state.quality
    quality = picture.profile(unit).quality
    return next(row.fatigue_threshold for name, row in rows.items() if name == quality)


def needs_rest(picture: Picture, unit: Unit, margin: int = 0) -> bool:
    """Tell whether a unit is within a margin, in percent of fatigue, of its threshold."""
    if not picture.board.rules.fatigue:
        return False
    return unit.fatigue + margin > threshold(picture, unit)
