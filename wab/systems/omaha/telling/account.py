"""Numbers of a game: points by source, losses, and what mattered in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.measures import Account, Measure
from wab.engine.kernel.values import Cause
from wab.engine.words.text import N_, Text
from wab.systems.omaha.sequence.victory import CATASTROPHE, adjustment, late_points_by_source, points, points_by_source
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.names import hex_noun, unit_noun
from wab.systems.omaha.state.state import DEAD, US, State
from wab.systems.omaha.state.steps import Force

_SOURCES = {
    "strongpoints": N_("Strongpoints"),
    "positions": N_("Positions on the heights"),
    "draws": N_("Draws"),
    "inland": N_("Vehicles and guns on the heights"),
    "exits": N_("Units beyond the map"),
    "uncontrolled": N_("Strongpoints not held"),
    "meyer": N_("Kampfgruppe Meyer held back"),
    "variants": N_("Variants"),
    "adjustment": N_("Variants, added at the end"),
}
_LOST, _TAKEN = 1.0, 3.0


def measures(state: State) -> tuple[Measure, ...]:
    """Victory points, steps of infantry lost, and the loss boxes."""
    lost = sum(state.profile(unit.id).full - unit.steps for unit in state.everyone() if state.profile(unit.id).regular)
    boxes = float(sum(state.losses(division) for division in ("1st", "29th")))
    return (
        Measure("points", Text(N_("Victory points")), {US: float(points(state))}),
        Measure("steps", Text(N_("Infantry steps lost")), {US: float(lost)}),
        Measure("boxes", Text(N_("Companies in the loss boxes")), {US: boxes}),
    )


def accounts(state: State) -> tuple[Account, ...]:
    """Victory points by their sources (OMA-13.2-1, OMA-20.3-1), and what variants add at the end (OMA-22-1)."""
    found = late_points_by_source(state) if state.late else points_by_source(state)
    result = state.now.result
    if result is None or (state.turn == state.board.last and result.level != CATASTROPHE):
        found["adjustment"] = adjustment(state)
    return tuple(Account(Text(_SOURCES[key]), {US: float(n)}) for key, n in found.items() if n)


def turning_points(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Units that were lost, and German positions that fell."""
    before: dict[int, Force] = dict(began.now.forces)
    for event in seen:
        if isinstance(event, ev.UnitChanged) and event.unit.box == DEAD:
            yield Cause(Text(N_("{unit} is lost"), {"unit": unit_noun(ended, event.unit.id)}), _LOST, event)
        if isinstance(event, ev.ForceChanged) and event.force is None and event.hex in before:
            yield Cause(Text(N_("{hex:the} falls"), {"hex": hex_noun(ended, event.hex)}), _TAKEN, event)
