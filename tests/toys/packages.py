"""Toys as packages that are installed: on the path for the time of a test, in this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ai.agents import players_from_outside
from wab import systems
from wab.app.pages.fronts import get_front
from wab.engine.outside import plugins

INSTALLED = Path(__file__).parent / "installed"
_READ_ONCE = (plugins.installed, systems.get_system, systems._fault, players_from_outside, get_front)


def read_anew() -> None:
    """Forget which packages there are."""
    for found in _READ_ONCE:
        found.cache_clear()


@contextmanager
def toys_installed() -> Iterator[None]:
    """The toys are rule systems like any other, here and in the processes that are started here."""
    sys.path.append(str(INSTALLED))
    read_anew()
    try:
        yield
    finally:
        sys.path.remove(str(INSTALLED))
        read_anew()
