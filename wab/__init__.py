"""wab: historical wargames of Normandy 1944 on one engine. This module is the contract that programs call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wab.engine.errors import IllegalOrder, SaveError, WabError
from wab.engine.game import Game, Setup
from wab.engine.orders import Order, Refusal
from wab.engine.system import Outcome, ScenarioInfo
from wab.engine.view import View

__all__ = [
    "Game",
    "IllegalOrder",
    "Order",
    "Outcome",
    "Refusal",
    "SaveError",
    "ScenarioInfo",
    "View",
    "WabError",
    "load",
    "new_game",
    "scenarios",
]


def scenarios() -> tuple[ScenarioInfo, ...]:
    """Every playable scenario: id, system, title, kind, sides, turns."""
    from wab.systems import all_scenarios  # systems stand above the kernel: fetched when asked for

    return all_scenarios()


def new_game(
    scenario: str, seed: int = 0, options: Mapping[str, Any] | None = None, observers: Iterable[str] = ()
) -> Game[Any]:
    """Start a scenario, named `system/title-in-words`. UsageError when it, or an option, is not known.

    `observers` are the seats for which the game keeps what they saw happen.
    """
    from wab.systems import system_of

    system = system_of(scenario)
    return Game.start(system, Setup(system.id, scenario, seed, dict(options or {})), observers=observers)


def load(path: str | Path, observers: Iterable[str] = ()) -> Game[Any]:
    """Load a save. SaveError says what is wrong with a bad one."""
    from wab.engine.saves import load_game
    from wab.systems import get_system

    return load_game(Path(path), get_system, observers=observers)
