"""A battle in numbers: what charts tell of each turn, and what the medals are for (CRD-3-3)."""

from __future__ import annotations

from collections.abc import Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.measures import Account, Measure
from wab.engine.words.text import N_, Text
from wab.systems.cards.sequence.victory import medals
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SIDES
from wab.systems.cards.state.state import State


def measures(state: State, events: Sequence[Event]) -> tuple[Measure, ...]:
    """A turn: medals so far, and figures lost in it, less the figures that came back."""
    lost = dict.fromkeys(SIDES, 0)
    for event in events:
        if isinstance(event, ev.FiguresLost):
            lost[state.board.roster[event.unit].side] += event.figures
        elif isinstance(event, ev.Recovered):
            lost[state.board.roster[event.unit].side] -= event.figures
    return (
        Measure("points", Text(N_("Medals")), {side: medals(state, side).total for side in SIDES}),
        Measure("losses", Text(N_("Figures lost")), lost, adds=True),
    )


def accounts(state: State) -> tuple[Account, ...]:
    """Medals for units eliminated, objectives held, units that left by an exit."""
    tracks = {side: medals(state, side) for side in SIDES}
    return (
        Account(Text(N_("enemy units eliminated")), {side: track.kills for side, track in tracks.items()}),
        Account(Text(N_("objectives held")), {side: len(track.objectives) for side, track in tracks.items()}),
        Account(Text(N_("units that left by an exit")), {side: track.exits for side, track in tracks.items()}),
    )
