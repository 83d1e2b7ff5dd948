"""The open facts of a battle that is over: nothing is hidden any more, but only this much is shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from wab.engine.kernel.events import Rolled
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record
from wab.field.telling import events_of, whole_journal
from wab.systems.operations.sequence.victory import holder, points_for_losses
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDES, Board
from wab.systems.operations.state.orders import Attack, Bombard
from wab.systems.operations.state.state import State
from wab.systems.operations.units.losses import STREAM as LOSSES


class Ending(msgspec.Struct, frozen=True):
    """The sum of a battle (OPS-9.2.1-3).

    `points` by side and source ("turn", "end", "losses", "handicap"); `holders` of the objectives by their number, None
    for no side, and `earned` what each objective brought each side. `lost` are the HP that each unit lost, `gone` the
    units that were destroyed, `hp_lost` the HP by side. `dice` by side are results and faces of the dice of its attacks
    and bombardments.
    """

    board: Board
    points: dict[tuple[str, str], int]
    holders: tuple[str | None, ...]
    earned: dict[int, dict[str, int]]
    hp_lost: dict[str, int]
    lost: dict[int, int]
    gone: frozenset[int]
    dice: dict[str, tuple[tuple[int, int], ...]]


def ending(game: Game[Any]) -> Ending:
    """Sum up a battle that is over. ValueError when it is not."""
    state: State = game.state
    records = whole_journal(game)
    lost, gone = _losses(records)
    return Ending(
        board=state.board,
        points=_points(state, records),
        holders=tuple(holder(state, number) for number in range(len(state.board.objectives))),
        earned={number: dict(points) for number, points in state.objective_points.items()},
        hp_lost={side: state.hp_lost.get(side, 0) for side in SIDES},
        lost=lost,
        gone=gone,
        dice=_dice(state, records),
    )


def _points(state: State, records: list[Record]) -> dict[tuple[str, str], int]:
    """Return what each side scored, by source; that for losses is counted at the end (OPS-9.2.1-3)."""
    found: Counter[tuple[str, str]] = Counter()
    for event in events_of(records):
        if isinstance(event, ev.Scored):
            found[event.side, event.source] += event.points
    return dict(found) | {(side, "losses"): points_for_losses(state, side) for side in SIDES}


def _losses(records: list[Record]) -> tuple[dict[int, int], frozenset[int]]:
    """HP lost by unit, and the units that were destroyed; one that was withdrawn is not lost."""
    lost: Counter[int] = Counter()
    gone: set[int] = set()
    for event in events_of(records):
        if isinstance(event, ev.LostHp):
            lost[event.unit] += event.hp
        elif isinstance(event, ev.Removed) and event.cause != "withdrawn":
            lost[event.unit] += event.hp
            gone.add(event.unit)
    return dict(lost), frozenset(gone)


def _dice(state: State, records: list[Record]) -> dict[str, tuple[tuple[int, int], ...]]:
    """The dice of each side's attacks and bombardments: result and number of faces; dice for losses left out."""
    rolled: dict[str, tuple[tuple[int, int], ...]] = dict.fromkeys(SIDES, ())
    for record in records:
        if isinstance(record.order, Attack | Bombard):
            side = state.board.roster[record.order.units[0]].side
            dice = (event for event in record.events if isinstance(event, Rolled) and event.stream != LOSSES)
            rolled[side] += tuple((result, event.faces) for event in dice for result in event.results)
    return rolled
