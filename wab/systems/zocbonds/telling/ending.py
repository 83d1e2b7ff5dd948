"""The sum of a battle, or of a part of it: everything that counts, steps lost unit by unit, the dice of each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.game import Game
from wab.field.boxes import units_in
from wab.field.telling import events_of, whole_journal
from wab.systems.zocbonds.sequence.victory import Score, net, points
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import SIDES, Board, enemy_of
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.cadres import GONE


class Ending(msgspec.Struct, frozen=True):
    """The sum of a battle (ZOC-24.3-1).

    `scores` is everything that counts, `net` the points of the Allies less the Germans' points; `lost` the steps that
    each unit lost, `gone` the units that left the map because of it. `attacks` and `stands` by side are the dice of a
    side's combats and determined defences.
    """

    board: Board
    turn: int
    scores: tuple[Score, ...]
    net: int
    lost: dict[int, int]
    gone: frozenset[int]
    attacks: dict[str, tuple[int, ...]]
    stands: dict[str, tuple[int, ...]]


def ending(game: Game[Any]) -> Ending:
    """Sum up a battle that is over. ValueError when it is not."""
    state: State = game.state
    events = list(events_of(whole_journal(game)))
    attacks, stands = dice(events)
    return Ending(
        board=state.board,
        turn=state.now.turn,
        scores=points(state),
        net=net(state),
        lost=dict(steps_lost(state.board, events)),
        gone=frozenset(units_in(state.now.boxes, GONE)),
        attacks=attacks,
        stands=stands,
    )


def steps_lost(board: Board, events: Iterable[Event]) -> Counter[int]:
    """The steps that units lost in some events, from the first of the game on, by unit; a step that was replaced and
    lost again counts twice (ZOC-12.1-1)."""
    left: dict[int, int] = {}
    lost: Counter[int] = Counter()

    def falls_to(unit: int, steps: int) -> None:
        lost[unit] += max(0, left.get(unit, board.roster[unit].steps) - steps)
        left[unit] = steps

    for event in events:
        match event:
            case ev.StepLost(unit=unit, steps=steps):
                falls_to(unit, steps)
            case ev.Eliminated(unit=unit):
                falls_to(unit, 0)
            case ev.LandingFailed(units=units):
                for unit, steps in units.items():
                    falls_to(unit, steps)
            case ev.Rebuilt(unit=unit, steps=steps):
                left[unit] = steps
    return +lost


def dice(events: Sequence[Event]) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """The dice of the attacks and of the determined defences by side (ZOC-10.5-1, ZOC-12.4.1-8)."""
    attacks, stands = (dict[str, tuple[int, ...]](dict.fromkeys(SIDES, ())) for _kind in range(2))
    attacker = ""
    for event in events:
        match event:
            case ev.AttackDeclared(fight=fight):
                attacker = fight.side
            case Rolled(stream="combat", results=results) if attacker:
                attacks[attacker] += results
            case Rolled(stream="defence", results=results) if attacker:
                stands[enemy_of(attacker)] += results
    return attacks, stands
