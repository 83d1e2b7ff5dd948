"""wab: historical wargames of Normandy 1944 on one engine. This module is the contract that programs call."""

from __future__ import annotations

import atexit
import gc
import warnings
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from wab.engine.kernel.game import Game
    from wab.engine.kernel.orders import IllegalOrder, Order, Refusal
    from wab.engine.kernel.values import Outcome, ScenarioInfo
    from wab.engine.kernel.view import View
    from wab.engine.words.errors import OtherData, SaveError, SaveWarning, WabError

__all__ = [
    "Game",
    "IllegalOrder",
    "Order",
    "OtherData",
    "Outcome",
    "Refusal",
    "SaveError",
    "SaveWarning",
    "ScenarioInfo",
    "View",
    "WabError",
    "load",
    "new_game",
    "scenarios",
]


# At the end of a process the last garbage collection takes classes of msgspec apart, which crashes now and then
# (msgspec issue 717): what is frozen it leaves alone.
atexit.register(gc.freeze)

_MODULES = {
    "wab.engine.kernel.game": ("Game",),
    "wab.engine.kernel.orders": ("IllegalOrder", "Order", "Refusal"),
    "wab.engine.kernel.values": ("Outcome", "ScenarioInfo"),
    "wab.engine.kernel.view": ("View",),
    "wab.engine.words.errors": ("OtherData", "SaveError", "SaveWarning", "WabError"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a name when it is asked for: the command line listens for Ctrl-C before it loads the engine."""
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def scenarios() -> tuple[ScenarioInfo, ...]:
    """Every playable scenario: id, system, title, kind, sides, turns."""
    from wab.systems import all_scenarios  # systems stand above the kernel: fetched when asked for

    return all_scenarios()


def new_game(
    scenario: str, seed: int = 0, options: Mapping[str, Any] | None = None, observers: Iterable[str] = ()
) -> Game[Any]:
    """Start a scenario, named `system/title-in-words`. UsageError for a scenario, seed or option that is none.

    `observers` are the seats for which the game keeps what they saw happen.
    """
    from wab.engine.kernel.game import Game
    from wab.engine.kernel.values import Setup
    from wab.systems import system_of

    system, chosen = system_of(scenario), {} if options is None else options
    return Game.start(system, Setup(system.id, scenario, seed, chosen), observers=observers)  # type: ignore[arg-type]


def load(
    path: str | Path, observers: Iterable[str] = (), *, strict: bool = False, same_data: bool = False
) -> Game[Any]:
    """Load a save. SaveError says what is wrong with a bad one.

    A damaged one is loaded up to the last line before the damage, with a SaveWarning that tells what is lost; SaveError
    instead where `strict`. One that was made with other data files is loaded with a SaveWarning; OtherData, which is a
    SaveError, instead where `same_data`. `wab.engine.saves.reader.open_save` gives both as facts.
    """
    from pathlib import Path

    from wab.engine.saves.reader import open_save
    from wab.engine.words.errors import SaveWarning
    from wab.systems import get_system

    opened = open_save(Path(path), get_system, observers, strict=strict, same_data=same_data)
    for sentence in opened.told(Path(path)):
        warnings.warn(sentence, SaveWarning, stacklevel=2)
    return opened.game
