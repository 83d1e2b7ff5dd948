"""Victory (OMA-13, OMA-20): points, catastrophic losses, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.systems.omaha.ground.control import Flags, held_for_victory
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import GERMANS, US, State

CATASTROPHE = "catastrophe"
REASON = N_("General Bradley stops the landings: a division has lost too much.")


def _is_held(held: Flags, state: State, hexes: tuple[HexId, ...]) -> bool:
    return all(held[hex_] and hex_ not in state.now.forces for hex_ in hexes)


def points_by_source(state: State) -> dict[str, int]:
    """Points of the turns to 16 by source (OMA-13.2-1): a WN with all its hexes, reinforcement positions, draws."""
    worth, held = state.board.tables.victory.worth, held_for_victory(state)
    mine = [position for position in state.board.positions.values() if _is_held(held, state, position.hexes)]
    return {
        "strongpoints": sum(worth.wn * len(position.hexes) for position in mine if position.wn),
        "positions": sum(worth.reinforcement for position in mine if not position.wn),
        "draws": worth.draw * sum(_is_held(held, state, hexes) for hexes in state.board.draws.values()),
    }


def points(state: State) -> int:
    """All victory points."""
    return sum(points_by_source(state).values())


def catastrophe(state: State) -> Iterator[Event]:
    """The game is lost at once (OMA-13.1-1)."""
    yield ev.GameOver(Outcome(GERMANS, CATASTROPHE, {US: float(points(state))}, REASON))


def end_of_game(state: State) -> Iterator[Event]:
    """After the last turn points are counted (OMA-13-1)."""
    total = points(state)
    row = state.board.victory
    level = row.level(total)
    yield ev.GameOver(Outcome(GERMANS if level == row.worst else US, level, {US: float(total)}))
