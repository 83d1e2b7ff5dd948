"""T_ref, the unit in which whole tasks are measured: the plain Python reach of all units of one side, 120 of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from wab.cli.bench.landscape import starts
from wab.cli.bench.rounds import interleaved
from wab.cli.bench.searches import BUDGETS, MOVERS, lands
from wab.hexes import Workspace, reach_many

_BUDGETS = [BUDGETS[mover % len(BUDGETS)] for mover in range(MOVERS)]


@cache
def _sides() -> list[tuple[Any, list[int]]]:
    return [(land, starts(land, MOVERS, 4000 + number)) for number, land in enumerate(lands())]


@cache
def _plain() -> Workspace:
    return Workspace(lands()[0].workspace.grid, accelerated=False)


def reference(number: int) -> Any:
    """All reaches of one side without numba, from another layout at each call."""
    land, where = _sides()[number % len(_sides())]
    return reach_many(_plain(), where, _BUDGETS, land.cost[np.newaxis], 0, land.stop)


def reference_seconds() -> float:
    """T_ref now. To be taken in the same run as what is measured in it."""
    return interleaved({"reference": (reference, 2)})["reference"]
