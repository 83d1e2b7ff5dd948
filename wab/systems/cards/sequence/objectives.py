"""Objectives (ledger annex 3): which side holds which medal of the map, judged by who stands where."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SIDES, Objective, enemy_of
from wab.systems.cards.state.state import State

LASTING = ("permanent", "clear")


def claimants(objective: Objective) -> tuple[str, ...]:
    """The sides that may gain a medal (CRD-A3-1)."""
    return SIDES if objective.side == "both" else (objective.side,)


def occupied(state: State, objective: Objective, side: str) -> int:
    """Return how many hexes of an objective a side's units stand in: any unit, and only presence counts (CRD-A3-9,
    -10).
    """
    count = 0
    for hex_ in objective.hexes:
        id_ = state.at.get(hex_)
        count += id_ is not None and state.units[id_].side == side
    return count


def holder(state: State, objective: Objective) -> str:
    """The side that holds a medal now, "" for none.

    A permanent medal is kept for good (CRD-A3-3). A temporary one belongs to the side in the hex (CRD-A3-2). A majority
    belongs to the side in more of its hexes than the enemy, even one against none (CRD-A3-4, CRD-A3-5).
    """
    held = state.held.get(objective.number, "")
    if objective.type in LASTING and held:
        return held
    for side in claimants(objective):
        own = occupied(state, objective, side)
        if objective.type == "majority_temporary":
            if own > occupied(state, objective, enemy_of(side)):
                return side
        elif own:
            return side
    return ""


def shifts(state: State, entered: int | None = None) -> Iterator[Event]:
    """Medals won and lost by what has just happened; occupation counts where a move ends (CRD-A3-8).

    Units that stand on an objective of their side from the start hold it (CRD-A3-7). `entered` is the unit that has
    moved or taken ground, if one has: only such a unit blows up a work (CRD-S-6), none that was driven back into it.
    """
    for objective in state.board.objectives:
        if objective.type in ("exit", "sudden_death"):
            continue
        if objective.type == "clear" and entered not in [state.at.get(hex_) for hex_ in objective.hexes]:
            continue
        before, now = state.held.get(objective.number, ""), holder(state, objective)
        if before == now:
            continue
        if before:
            yield ev.MedalLost(objective.number, before)
        if now:
            yield ev.MedalWon(objective.number, now)
            if objective.type == "clear":
                yield from _blown_up(state, objective)


def _blown_up(state: State, objective: Objective) -> Iterator[Event]:
    """The work in a hex that was cleared is destroyed (CRD-S-6)."""
    table = state.board.tables.obstacles
    for hex_ in objective.hexes:
        for name in state.obstacles.get(hex_, ()):
            if table[name].fortifies:
                yield ev.ObstacleRemoved(hex_, name, "cleared")
