"""A game told as one seat lived it: what the seat saw happen, applied to what it knew. It needs no seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from wab.engine.events import Event
from wab.engine.export import Export
from wab.engine.journal import Line
from wab.engine.position import PositionSystem, PositionView
from wab.engine.saves import fitting
from wab.engine.system import System
from wab.engine.text import Text
from wab.engine.values import Setup


def first_view(system: System[Any], setup: Setup, seat: str) -> PositionView[Any] | None:
    """What a seat knows before the first event; None of a system in which nobody can live a game again."""
    if not isinstance(system, PositionSystem) or not system.relives:
        return None
    return system.view_of(seat, system.known(system.new_state(setup.scenario, setup.seed, setup.rule_options), seat))


def relived(first: PositionView[Any], seen: Iterable[Event]) -> Iterator[PositionView[Any]]:
    """What a seat knows after each event that it saw, as the system says of itself that it can (`relives`)."""
    system, view = first.rules, first
    for event in seen:
        position = view.position.copy()
        system.apply(position, event)
        view = first.supposing(system.known(position, first.seat))
        yield view


def lived(path: Path, export: Export) -> Iterator[Line]:
    """The sentences of an export as its side lived them, turn by turn.

    Where nobody can live the game again they are told by what the side knows now, all under turn 0. SaveError where
    what the file says was seen does not lead to what it says is known.
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
