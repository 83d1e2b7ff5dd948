"""Pairs of worlds that are different in truth and look the same to one side: does its player order the same in both?"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ai.agents import make_agent
from tools.soaking.positions import POSITIONS, PREFIX, position
from wab.engine.game import Game, Setup


@dataclass(frozen=True)
class Pair:
    """The orders of one player in two worlds of equal looks, as bytes, and whether the worlds differ."""

    first: bytes
    second: bytes
    differ: bool


def alike(player: str, number: int, seed: int) -> Pair:
    """A random position, and another one that its side to act cannot tell from it. Needs `known_boards`."""
    game = Game(POSITIONS, Setup("operations", f"{PREFIX}{number}", seed), position(number))
    side = game.to_act
    assert side is not None
    view = game.view(side)
    other = view.sample(seed)
    twin = other.view(side)
    if twin.encode() != view.encode():
        raise AssertionError(f"position {number}, seed {seed}: the sampled world looks different")
    orders = [make_agent(player, "operations", 11).decide(seen) for seen in (view, twin)]
    first, second = (msgspec.json.encode(order) for order in orders)
    return Pair(first, second, differ=game.state.units != other.state.units)
