"""Pairs of worlds that are different in truth and look the same to one side: does its player order the same in both?

python -m tests.ai.gym.honesty                          a thousand pairs for `easy`, and a line in docs/ai_results.md
python -m tests.ai.gym.honesty --player hard --pairs 20
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from ai.agents import make_agent
from lab.measuring.pages import fill_section
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.engine.outside.processes import process_pool
from wab.systems.operations.testing.positions import POSITIONS, PREFIX, known_boards, position


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
    other = Game.made_up(view, seed)
    twin = other.view(side)
    if twin.encode() != view.encode():
        raise AssertionError(f"position {number}, seed {seed}: the sampled world looks different")
    orders = [make_agent(player, "operations", 11).decide(seen) for seen in (view, twin)]
    first, second = (msgspec.json.encode(order) for order in orders)
    return Pair(first, second, differ=game.state.units != other.state.units)


def alike_here(player: str, number: int) -> Pair:
    """Pair number `number` of a player, in any process."""
    with known_boards():
        return alike(player, number, number + 1)


def pairs_of(player: str, count: int, workers: int) -> list[Pair]:
    """So many pairs."""
    if workers <= 1:
        return [alike_here(player, number) for number in range(count)]
    with process_pool(workers) as pool:
        return list(pool.map(partial(alike_here, player), range(count), chunksize=8))


def main(words: Sequence[str] | None = None) -> int:
    """Play the pairs and write the line; 1 when a player ordered differently in worlds that look the same."""
    parser = argparse.ArgumentParser(prog="python -m tests.ai.gym.honesty", description="Pairs of worlds.")
    parser.add_argument("--player", default="easy", help="who is asked (default easy)")
    parser.add_argument("--pairs", type=int, default=1000, help="how many pairs (default 1000)")
    parser.add_argument("--workers", type=int, default=2, help="how many processes")
    parser.add_argument(
        "--page", type=Path, default=Path("docs/ai_results.md"), help="the page with the section `pairs`"
    )
    chosen = parser.parse_args(words)
    pairs = pairs_of(chosen.player, chosen.pairs, chosen.workers)
    other, differ = sum(pair.first != pair.second for pair in pairs), sum(pair.differ for pair in pairs)
    line = f"T19, {datetime.now(UTC):%Y-%m-%d}: {len(pairs):,} pairs for `{chosen.player}`, {differ:,} of them of "
    line += f"different worlds; {other or 'no'} pair got different orders."
    fill_section(chosen.page, "pairs", line)
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
