"""The data files of the players of operations, each with its check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ai.operations.judgement.caution import caution
from ai.operations.judgement.levels import FOLDER, levels, personalities
from ai.operations.judgement.planning import planning
from ai.operations.openings import openings_problems
from ai.shell.data_files import Check, of_shape

CHECKS: Mapping[Path, Check] = {
    FOLDER / "foresight.yaml": of_shape(caution),
    FOLDER / "levels.yaml": of_shape(levels),
    FOLDER / "openings.yaml": openings_problems,
    FOLDER / "personalities.yaml": of_shape(personalities),
    FOLDER / "planning.yaml": of_shape(planning),
}
