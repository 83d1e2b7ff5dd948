"""Opening plans: good ways to lead one side of a battle, found by playing it many times, and kept as data.

An opening holds for the whole battle: which goals come first, with which boldness, by the planner's plan or by plans
made on the spot. It knows no dice and no hidden unit. `lab/openings.py` finds openings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from ai.operations.judgement.lookahead import OPENING_NEAR_BEST
from ai.operations.lookahead.courses import in_spirit
from ai.operations.lookahead.rehearsal import Course
from wab.content.operations.loader import load_battle_map, scenario_infos
from wab.content.reader import did_you_mean, read_document, read_yaml
from wab.engine.kernel.dice import Chance
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_, Text
from wab.hexes.grid import Grid
from wab.home import home

FILE = home() / "ai" / "operations" / "data" / "openings.yaml"

Spirit = Literal["usual", "careful", "bold"]
SPIRITS: tuple[Spirit, ...] = get_args(Spirit)


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A way of leading one side through a battle.

    `staff`: with the planner's plans, not with plans made on the spot. `spirit`: as usual, more careful or bolder.
    `stress`: factors on the worth of goals, by label of the hex. `share`: of victory in `games` games against `normal`,
    by points: 1 for winning by far, one half for an even end.
    """

    name: str
    staff: bool = True
    spirit: Spirit = "usual"
    stress: Mapping[str, Annotated[float, msgspec.Meta(gt=0)]] = {}
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    games: Annotated[int, msgspec.Meta(ge=0)] = 0

    def led(self, usual: Course, grid: Grid) -> Course:
        """The course of this opening; its first plan is left to the staff."""
        emphasis = {grid.parse(label): factor for label, factor in sorted(self.stress.items())}
        return in_spirit(usual, self.spirit, self.name, emphasis)


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The openings that are known for one side of a scenario, the best first."""

    scenario: str
    side: str
    openings: tuple[Opening, ...]


class _Studies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    studies: tuple[Study, ...]


@cache
def studies(file: Path = FILE) -> dict[tuple[str, str], Study]:
    """The studies by scenario and side; DataError when the file is wrong."""
    return {(study.scenario, study.side): study for study in read_yaml(file, _Studies).studies}


def openings_problems(file: Path = FILE) -> Iterator[DataError]:
    """The faults of a file of openings: its shape, unknown scenarios and sides, hexes off the map."""
    try:
        document = read_document(file, _Studies)
    except DataError as error:
        yield error
        return
    infos = {info.id: info for info in scenario_infos()}
    for number, study in enumerate(document.content.studies):
        field = f"studies[{number}]"
        info = infos.get(study.scenario)
        if info is None:
            message = N_('there is no scenario "{name}": {hint}')
            problem = Text(message, {"name": study.scenario, "hint": did_you_mean(study.scenario, infos)})
            yield document.error(f"{field}.scenario", problem)
        elif study.side not in info.sides:
            message = N_('"{name}" is no side: {hint}')
            problem = Text(message, {"name": study.side, "hint": did_you_mean(study.side, info.sides)})
            yield document.error(f"{field}.side", problem)
        for place, opening in enumerate(study.openings):
            for label in opening.stress:
                try:
                    load_battle_map().grid.parse(label)
                except ValueError as error:
                    yield document.error(f"{field}.openings[{place}].stress", str(error))


def opening_for(scenario: str, side: str, chance: Chance) -> Opening | None:
    """One of the best openings known, None if the battle was never studied."""
    study = studies().get((scenario, side))
    return chosen(study.openings, chance) if study is not None else None


def chosen(openings: Sequence[Opening], chance: Chance) -> Opening | None:
    """One of the openings that are nearly as good as the best, by chance."""
    best = max((opening.share for opening in openings), default=0.0)
    alike = [opening for opening in openings if opening.share >= best - OPENING_NEAR_BEST]
    return alike[chance.below(len(alike))] if alike else None
