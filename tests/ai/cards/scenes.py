"""Positions of the card game for tests of its players."""

from __future__ import annotations

from typing import Any

import wab
from wab.engine.kernel.game import Game
from wab.systems.cards.state.state import Token, Unit

PEGASUS, OMAHA, MORTAIN = "cards/pegasus-bridge", "cards/omaha-beach", "cards/mortain"


def emptied(scenario: str = MORTAIN, seed: int = 1) -> Game[Any]:
    """A battle from whose field units and obstacles have been taken; the first side is to play a card."""
    game = wab.new_game(scenario, seed=seed)
    for unit in sorted(game.state.units):
        game.state.take(unit)
    game.state.obstacles.clear()
    game.state.version += 1
    return game


def put(game: Game[Any], side: str, kind: str, label: str, figures: int | None = None) -> int:
    """Put a unit of that kind that the scenario has, and that is not on the field, into a hex."""
    state = game.state
    free = (id_ for id_, p in sorted(state.board.roster.items()) if (p.side, p.kind) == (side, kind))
    unit = next(id_ for id_ in free if id_ not in state.units)
    whole = state.board.roster[unit].figures
    state.put(Unit(unit, side, kind, whole if figures is None else figures, state.board.hex(label)))
    state.version += 1
    return unit


def ordered(game: Game[Any], *units: int, stage: str = "attack") -> Any:
    """The view of the side to act with these units ordered by a plain section card, in a step of its turn."""
    from wab.systems.cards.state.state import Play

    state = game.state
    state.plays = (Play("attack_center", "attack_center", state.active),)
    state.tokens = {unit: Token(unit, start=state.units[unit].hex) for unit in units}
    state.stage = stage
    state.version += 1
    return Game(game.system, game.setup, state).view(state.active)
