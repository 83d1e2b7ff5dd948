"""The data files of the players of zocbonds, each with its check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ai.shell.data_files import Check, of_shape
from ai.zocbonds.levels import FILE, levels

CHECKS: Mapping[Path, Check] = {FILE: of_shape(levels)}
