"""The place of this program's files: next to the code, or next to the binary of a packed program."""

from __future__ import annotations

import sys
from pathlib import Path


def is_packed() -> bool:
    """Tell whether this is a packed program, with no Python outside it that could run its code."""
    return bool(getattr(sys, "frozen", False))


def home() -> Path:
    """The folder that holds the folders `wab` and `ai` with their files of data."""
    if not is_packed():
        return Path(__file__).resolve().parents[1]
    beside = Path(sys.executable).resolve().parent
    in_bundle = sys.platform == "darwin" and beside.name == "MacOS"  # wab.app/Contents/MacOS/wab
    return (beside.parent / "Resources" if in_bundle else beside) / "data"
