"""A game between computer players, from where it stands to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ai.agents import Agent
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record
from wab.engine.words.errors import WabError


class EndlessGameError(WabError):
    """A game ran past the step limit of its system: a fault in the rules or in a player."""


def play_out(game: Game[Any], agents: Mapping[str, Agent], after: Callable[[Record], None] | None = None) -> None:
    """Let the players, by seat, decide until the game is over; `after` receives every record.

    IllegalOrder when a player gives an order that the rules refuse; EndlessGameError past the system's step limit.
    """
    for _ in range(game.system.nature.step_limit):
        seat = game.to_act
        if seat is None:
            return
        game.play(agents[seat].decide(game.view(seat)))
        if after is not None:
            after(game.journal[-1])
    raise EndlessGameError(
        f"{game.setup.scenario}, seed {game.setup.seed}: no end after {game.system.nature.step_limit} orders."
    )
