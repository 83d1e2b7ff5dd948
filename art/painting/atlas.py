"""Packs sprites into one picture and says where each lies."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from art.painting.cards import Sprite

PADDING = 2


@dataclass(frozen=True)
class Atlas:
    """The picture, uint8[height, width, 4], and the place of each sprite by name, ready for JSON."""

    picture: NDArray[np.uint8]
    places: dict[str, dict[str, Any]]


def pack(sprites: dict[str, Sprite], width: int, largest: int) -> Atlas:
    """Puts sprites on shelves, highest first; the height is a multiple of 64.

    Raises ValueError if the picture would be higher than `largest`.
    """
    spots: dict[str, tuple[int, int]] = {}
    x, y, shelf = PADDING, PADDING, 0
    for name in sorted(sprites, key=lambda name: (-sprites[name].picture.shape[0], name)):
        high, wide = sprites[name].picture.shape[:2]
        if x + wide + PADDING > width:
            x, y, shelf = PADDING, y + shelf + PADDING, 0
        spots[name] = x, y
        x, shelf = x + wide + PADDING, max(shelf, high)
    height = -(-(y + shelf + PADDING) // 64) * 64
    if height > largest:
        raise ValueError(f"the atlas would be {height} pixels high (at most {largest})")
    picture = np.zeros((height, width, 4), np.uint8)
    picture[..., :3] = 255
    for name, (left, top) in spots.items():
        _paste(picture, sprites[name].picture, left, top)
    return Atlas(picture, {name: _place(sprites[name], *spots[name]) for name in sorted(spots)})


def _paste(picture: NDArray[np.uint8], sprite: NDArray[np.uint8], left: int, top: int) -> None:
    """Copies a sprite; its padding gets its edge colours without opacity, so that filtering finds no foreign colour."""
    high, wide = sprite.shape[:2]
    framed = np.pad(sprite, ((PADDING, PADDING), (PADDING, PADDING), (0, 0)), mode="edge")
    framed[:PADDING, :, 3] = framed[-PADDING:, :, 3] = 0
    framed[:, :PADDING, 3] = framed[:, -PADDING:, 3] = 0
    area = picture[top - PADDING : top + high + PADDING, left - PADDING : left + wide + PADDING]
    empty = area[..., 3] == 0
    area[empty] = framed[: area.shape[0], : area.shape[1]][empty]


def _place(sprite: Sprite, left: int, top: int) -> dict[str, Any]:
    high, wide = sprite.picture.shape[:2]
    place: dict[str, Any] = {"x": left, "y": top, "w": wide, "h": high}
    if sprite.nine is not None:
        place["nine"] = list(sprite.nine)
    if sprite.anchor is not None:
        place["anchor"] = [round(v, 2) for v in sprite.anchor]
    return place
