"""The data files of the players of blind, each with its check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ai.blind.levels import BELIEF, FILE, beliefs, levels
from ai.shell.data_files import Check, of_shape

CHECKS: Mapping[Path, Check] = {FILE: of_shape(levels), BELIEF: of_shape(beliefs)}
