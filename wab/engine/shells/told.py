"""A game told as one seat lived it: what the seat saw happen, applied to what it knew. It needs no seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from wab.engine.history.journal import Line
from wab.engine.kernel.events import Event
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Setup
from wab.engine.saves.export import Export
from wab.engine.saves.reader import fitting
from wab.engine.shells.position import PositionSystem, PositionView
from wab.engine.words.text import Text


def first_view(system: System[Any], setup: Setup, seat: str) -> PositionView[Any] | None:
    """Return what a seat knows before the first event; None if the system cannot let a seat live its game again."""
    if not isinstance(system, PositionSystem) or not system.relives:
        return None
    return system.view_of(seat, system.known(system.new_state(setup.scenario, setup.seed, setup.rule_options), seat))


def relived(first: PositionView[Any], seen: Iterable[Event]) -> Iterator[PositionView[Any]]:
    """Return what a seat knows after each event that it saw. Only for systems with `relives`."""
    system, view = first.rules, first
    for event in seen:
        position = view.position.copy()
        system.apply(position, event)
        view = first.supposing(system.known(position, first.seat))
        yield view


def lived(path: Path, export: Export) -> Iterator[Line]:
    """Tell an export as its side lived it, turn by turn.

    If the system cannot let a side live its game again, the sentences follow what the side knows now, all under turn 0.
    SaveError if the events of the file do not lead to the view in it.
    """
    seat, view = export.view.seat, None
    setup = Setup(export.system.id, export.scenario, 0, export.options)
    if not export.other_data:
        view = first_view(export.system, setup, seat)
    if view is None:
        for event in export.seen:
            if (text := export.system.describe(export.view, event)) is not None:
                yield Line(0, None, event, text)
        return
    with fitting(path, Text("what the side saw does not fit what it knew; the file was changed")):
        for event, after in zip(export.seen, relived(view, export.seen), strict=True):
            if (text := export.system.describe(after, event)) is not None:
                yield Line(after.turn, view.to_act, event, text)
            view = after
        if view.encode() != export.view.encode():
            raise ValueError("what was seen and what is known differ")
