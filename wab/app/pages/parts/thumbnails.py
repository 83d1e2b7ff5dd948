"""Small pictures of games, read from next to their saves. One that is lost, damaged or no such picture is left out."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from panda3d.core import PNMImage, SamplerState, StringStream, Texture

from wab.app.hud.box import Box
from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.hud.kit import Kit
from wab.app.hud.pen import WHITE
from wab.engine.files.limits import TooMuch, read_bounded
from wab.locale import _

LARGEST, LARGEST_SIDE = 1 << 20, 1024
"""Bytes and pixels a side that a picture may have: larger ones are not even unpacked."""
A_FRAME = 2
"""So many are read in a frame, that a long list never stops the window."""
_HEAD = struct.Struct(">8sI4sII")


class Thumbnails:
    """The pictures that a page shows. `begin_frame` comes first in each frame; `close` when the page is left."""

    def __init__(self, hud: ImguiBackend) -> None:
        self._hud = hud
        self._known: dict[Path, Texture | None] = {}
        self._room = A_FRAME

    def begin_frame(self) -> None:
        """Some more may be read."""
        self._room = A_FRAME

    def draw(self, kit: Kit, path: Path | None, box: Box) -> None:
        """A picture in a frame; where there is none, the frame says so."""
        texture = self._of(path)
        if texture is None:
            middle = box.x + box.w / 2
            kit.plate(box, kit.colours.ground, 3)
            kit.icon("map", middle - 9, box.y + box.h / 2 - 19, 18, kit.colours.off_text)
            words = kit.fitted(_("No picture"), box.w - 6, "body", 13)
            kit.text(words, middle, box.y + box.h / 2 + 2, kit.colours.off_text, size=13, align=0.5)
        else:
            reference: Any = self._hud.texture(texture)
            ends = kit.at(box.x, box.y), kit.at(box.right, box.bottom)
            kit.pen.add_image(reference, *ends, (0.0, 1.0), (1.0, 0.0), WHITE.packed)
        kit.outline(box, kit.colours.brass.fade(0.45), 3)

    def _of(self, path: Path | None) -> Texture | None:
        if path is None:
            return None
        if path not in self._known and self._room > 0:
            self._room -= 1
            self._known[path] = _texture(path)
        return self._known.get(path)

    def close(self) -> None:
        """Give the pictures back."""
        for texture in filter(None, self._known.values()):
            self._hud.let_go(texture)
        self._known.clear()


def _texture(path: Path) -> Texture | None:
    try:
        data = read_bounded(path, LARGEST)
    except (OSError, TooMuch):
        return None
    if not _is_small_png(data):
        return None
    image = PNMImage()
    if not image.read(StringStream(data), "picture.png") or not image.isValid():
        return None
    texture = Texture("thumbnail")
    texture.load(image)
    texture.setMinfilter(SamplerState.FT_linear)
    texture.setMagfilter(SamplerState.FT_linear)
    return texture


def _is_small_png(data: bytes) -> bool:
    """Return what stands at the head of the file: it is a PNG, and not larger than a small picture is."""
    if len(data) < _HEAD.size:
        return False
    magic, _length, chunk, width, height = _HEAD.unpack_from(data)
    sides = 0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE
    return sides and (magic, chunk) == (b"\x89PNG\r\n\x1a\n", b"IHDR")
