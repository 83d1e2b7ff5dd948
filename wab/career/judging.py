"""The worth of a game that is over, by the data of its rule system and the kind of its scenario."""

from __future__ import annotations

from collections.abc import Callable

from wab.career.experience import Score, greatest, points_of, worth
from wab.career.games import Finished
from wab.content.career import load_scale
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.words.errors import DataError
from wab.systems import all_scenarios


class Judging:
    """Scores games. A scale that cannot be read gives no experience, and `told` is called with what is wrong, once."""

    def __init__(self, told: Callable[[str], None] | None = None) -> None:
        self._told = told or _nobody
        self._faults: set[str] = set()

    def score(self, finished: Finished) -> Score | None:
        """The score of a game (OPS-1.6-1); None if its system gives no experience or its scenario is not known."""
        info = next((info for info in all_scenarios() if info.id == finished.scenario), None)
        if info is None or finished.side not in info.sides:
            return None
        try:
            scale = load_scale(info.system)
        except DataError as error:
            self._fault(str(error))
            return None
        if scale is None:
            return None
        points = points_of(scale, finished.outcome, finished.side)
        return Score(points, worth(scale, info.kind, finished.mode, points))

    def _fault(self, problem: str) -> None:
        if problem not in self._faults:
            self._faults.add(problem)
            self._told(problem)


def _nobody(problem: str) -> None:
    """Return None: no judge was asked."""


def attainable(infos: tuple[ScenarioInfo, ...]) -> int:
    """All the experience that there is to win in these scenarios; scenarios whose scale cannot be read give none."""
    found = 0
    for info in infos:
        try:
            scale = load_scale(info.system)
        except DataError:
            continue
        found += greatest(scale, (info.kind,), info.sides) if scale is not None else 0
    return found
