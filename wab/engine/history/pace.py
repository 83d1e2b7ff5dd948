"""The pace of scenes: which of them are shown, for how many seconds, within the time that a turn may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from wab.engine.history.scenes import Scene
from wab.engine.kernel.plot import ARRIVALS, BOMBARDMENT, CARD, COMBAT, LANDING, MARCH, NEWS
from wab.engine.kernel.values import ScenarioInfo

LESSON, USUAL, GRAND = 12.0, 20.0, 30.0
"""Seconds of another side's turn at normal speed, by the size of the battle."""
FEW, MANY = 26, 300
"""Units of both sides: a battle with no more than the first is a lesson, from the second on a grand battle."""
SECONDS: Mapping[str, float] = {
    NEWS: 0.8,
    MARCH: 1.2,
    ARRIVALS: 1.0,
    BOMBARDMENT: 2.0,
    CARD: 3.0,
    COMBAT: 4.0,
    LANDING: 4.0,
}
REST = 2.0
"""Seconds in which everything passes that the programme has left out."""
SHORTEST = 1.5
"""Seconds that a fight takes at least."""
MOST_FIGHTS = 15
"""Fights beyond this number are shown only if a unit is destroyed in them, and if there is time."""


class Shown(NamedTuple):
    """A scene that is shown, by its number, and for how many seconds at normal speed."""

    number: int
    seconds: float


class Programme(NamedTuple):
    """The scenes that are shown in their order, and the numbers of the others."""

    shown: tuple[Shown, ...]
    strip: tuple[int, ...]

    @property
    def seconds(self) -> float:
        """The time that everything takes."""
        return sum(one.seconds for one in self.shown)

    def with_scene(self, number: int, seconds: float) -> Programme:
        """Return a programme that also shows a scene that was left out."""
        if number not in self.strip:
            return self
        shown = tuple(sorted((*self.shown, Shown(number, seconds))))
        return Programme(shown, tuple(other for other in self.strip if other != number))

    def with_rest(self, after: int, scenes: Sequence[Scene]) -> Programme:
        """Return a programme that shows also what was left out after a scene, in two seconds altogether."""
        rest = tuple(number for number in self.strip if number > after)
        each = REST / max(1, len(rest))
        shown = (*self.shown, *(Shown(number, min(SECONDS[scenes[number].kind], each)) for number in rest))
        return Programme(tuple(sorted(shown)), tuple(number for number in self.strip if number <= after))


def budget_of(info: ScenarioInfo) -> float:
    """Return the seconds that another side's turn may take in a scenario."""
    units = sum(info.units.values())
    return LESSON if info.kind == "lesson" or units <= FEW else GRAND if units >= MANY else USUAL


def stretches(scenes: Sequence[Scene], viewer: str) -> tuple[tuple[bool, range], ...]:
    """Return the turns within a story: runs of scenes in which a side acts (True), or others do (False)."""
    found: list[tuple[bool, range]] = []
    for number, scene in enumerate(scenes):
        own = scene.side == viewer
        if found and (scene.side is None or found[-1][0] == own):
            found[-1] = found[-1][0], range(found[-1][1].start, number + 1)
        else:
            found.append((own, range(number, number + 1)))
    return tuple(found)


def programme(scenes: Sequence[Scene], viewer: str, budget: float, part: range | None = None) -> Programme:
    """Return the programme of some scenes, or of a part of them, for a side within a budget of seconds."""
    numbers = range(len(scenes)) if part is None else part
    left = {number: SECONDS[scenes[number].kind] for number in numbers if is_worth_a_look(scenes[number], viewer)}
    _drop(left, scenes, lambda: sum(left.values()) > budget, lambda scene: scene.kind == MARCH)
    _drop(left, scenes, lambda: sum(left.values()) > budget, lambda scene: scene.kind == BOMBARDMENT and not scene.loss)
    _drop(left, scenes, lambda: _least(left, scenes) > budget, lambda scene: not scene.is_fight)
    most = min(MOST_FIGHTS, int(budget / SHORTEST))
    _drop(left, scenes, lambda: _fights(left, scenes) > most, lambda scene: scene.is_fight and not scene.gone)
    _drop(left, scenes, lambda: _least(left, scenes) > budget, lambda scene: scene.is_fight)
    _shorten(left, scenes, budget)
    strip = tuple(number for number in numbers if number not in left)
    return Programme(tuple(Shown(number, left[number]) for number in sorted(left)), strip)


def is_worth_a_look(scene: Scene, viewer: str) -> bool:
    """Tell whether a scene is shown where there is time for everything."""
    match scene.kind:
        case "march":
            return scene.near
        case "bombardment":
            return scene.loss or (scene.near and scene.side != viewer)
        case "arrivals":
            return bool(scene.hexes)
        case "news":
            return scene.sentence is not None
    return True


def _drop(
    left: dict[int, float], scenes: Sequence[Scene], too_much: Callable[[], bool], gives_way: Callable[[Scene], bool]
) -> None:
    """Drop scenes that give way, the lightest first, as long as there is too much."""
    for number in sorted((number for number in left if gives_way(scenes[number])), key=lambda one: scenes[one].weight):
        if not too_much():
            return
        del left[number]


def _least(left: Mapping[int, float], scenes: Sequence[Scene]) -> float:
    """Return the time that everything takes with fights as short as can be."""
    return sum(min(SHORTEST, seconds) if scenes[number].is_fight else seconds for number, seconds in left.items())


def _fights(left: Mapping[int, float], scenes: Sequence[Scene]) -> int:
    return sum(scenes[number].is_fight for number in left)


def _shorten(left: dict[int, float], scenes: Sequence[Scene], budget: float) -> None:
    """Give fights the time that is left, but never less than a fight needs to be seen."""
    whole, least = sum(left.values()), _least(left, scenes)
    if whole <= budget:
        return
    share = max(0.0, (budget - least) / max(whole - least, 0.01))
    for number, seconds in left.items():
        shortest = min(SHORTEST, seconds) if scenes[number].is_fight else seconds
        left[number] = shortest + (seconds - shortest) * share
