"""The data files of the players of omaha, each with its check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ai.omaha import levels, value, weights
from ai.shell.data_files import Check, of_shape

CHECKS: Mapping[Path, Check] = {
    levels.FILE: of_shape(levels.levels),
    value.FILE: of_shape(value.values),
    weights.FILE: of_shape(weights.weights),
}
