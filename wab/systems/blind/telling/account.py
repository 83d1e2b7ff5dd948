"""A game in numbers, and what mattered in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.measures import Account, Measure
from wab.engine.kernel.values import Cause
from wab.engine.words.text import N_, Argument, Text
from wab.field.telling import HOLDS, TAKES, losses, with_points
from wab.systems.blind.sequence.victory import points, points_by_source
from wab.systems.blind.state.board import SIDES
from wab.systems.blind.state.names import hex_noun, side_noun, unit_noun
from wab.systems.blind.state.state import DEAD, State

_SOURCES = {
    "places": N_("Cities and towns"),
    "west": N_("Units beyond the west"),
    "south": N_("Units beyond the south"),
    "east": N_("Units beyond the east"),
    "isolation": N_("Losses while isolated"),
}
_WEIGHT = 3.0


def measures(state: State) -> tuple[Measure, ...]:
    """Victory points, and units lost by both sides."""
    lost: dict[str, float] = {
        side: float(sum(state.side_of(unit) == side for unit in state.box(DEAD))) for side in SIDES
    }
    return (
        Measure("points", Text(N_("Victory points")), {"allied": float(points(state))}),
        Measure("lost", Text(N_("Units lost")), lost),
    )


def accounts(state: State) -> tuple[Account, ...]:
    """Victory points by their sources (BLD-19)."""
    found = points_by_source(state)
    return tuple(Account(Text(_SOURCES[key]), {"allied": float(n)}) for key, n in found.items() if n)


def turning_points(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Places that changed hands, and units that were lost."""
    for hex_, place in ended.board.places.items():
        if began.control[hex_] != ended.control[hex_]:
            side = "allied" if ended.holds("allied", hex_) else "axis"
            words: dict[str, Argument] = {"side": side_noun(side), "place": hex_noun(ended, hex_)}
            scores = hex_ not in ended.now.spoilt or side == "axis"
            message = TAKES if scores else HOLDS
            yield Cause(with_points(Text(message, words), place.vp if scores else 0), _WEIGHT * place.vp)
    for side in SIDES:
        gone = [unit for unit in ended.box(DEAD) if unit not in began.box(DEAD) and ended.side_of(unit) == side]
        if gone:
            names = [unit_noun(ended, unit) for unit in gone]
            yield Cause(with_points(losses(side_noun(side), names, side_noun(side)), 0), float(len(gone)))
