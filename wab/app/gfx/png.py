"""Pictures as PNG or JPEG files: made in memory first, so that a full disk leaves no half picture behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from panda3d.core import PNMImage, StringStream, Texture

from wab.engine.files.outputs import write_named

JPEG = (".jpg", ".jpeg")


def write_small(picture: npt.NDArray[np.uint8], path: Path, wide: int, high: int) -> None:
    """Write the middle of a picture, uint8[height, width, 4] RGBA, made about so small, as PNG.

    SaveError, and the old picture untouched, when that fails.
    """
    rows, columns = picture.shape[:2]
    step = max(1, min(rows // high, columns // wide))
    high, wide = min(high, rows // step), min(wide, columns // step)
    top, left = (rows - high * step) // 2, (columns - wide * step) // 2
    part = picture[top : top + high * step, left : left + wide * step, :3]
    small = part.reshape(high, step, wide, step, 3).mean(axis=(1, 3)).astype(np.uint8)
    texture = Texture("small")
    texture.setup2dTexture(wide, high, Texture.T_unsigned_byte, Texture.F_rgb8)
    texture.setRamImageAs(np.ascontiguousarray(small[::-1]).tobytes(), "RGB")
    image, data = PNMImage(), StringStream()
    texture.store(image)
    image.write(data, "picture.png")
    write_named(path, bytes(data.getData()))


def write_picture(output: Any, path: Path) -> None:
    """Write what a graphics output shows: as JPEG for a name in .jpg or .jpeg, else as PNG.

    SaveError, and the old picture untouched, when that fails.
    """
    picture, data = PNMImage(), StringStream()
    output.getScreenshot(picture)
    picture.write(data, "picture.jpg" if path.suffix.lower() in JPEG else "picture.png")
    write_named(path, bytes(data.getData()))
