"""The colours of the counters of every army (campaigns/normandy/nations.yaml)."""

from __future__ import annotations

from functools import cache

from wab.app.gfx.specs import Nation
from wab.content.normandy.nations import load_nations


@cache
def nations() -> dict[str, Nation]:
    """The armies by key. DataError when the file is wrong."""
    entries = load_nations().nations
    return {key: Nation.of(e.body, e.edge, e.ink, e.field, e.symbol) for key, e in entries.items()}
