"""Pictures as PNG or JPEG files: made in memory first, so that a full disk leaves no half picture behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from panda3d.core import PNMImage, StringStream

from wab.engine.outputs import write_named

JPEG = ".jpg"


def write_picture(output: Any, path: Path) -> None:
    """Write what a graphics output shows: as JPEG for a name in .jpg, else as PNG.

    SaveError, and the old picture untouched, when that fails.
    """
    picture, data = PNMImage(), StringStream()
    output.getScreenshot(picture)
    picture.write(data, "picture.jpg" if path.suffix == JPEG else "picture.png")
    write_named(path, bytes(data.getData()))
