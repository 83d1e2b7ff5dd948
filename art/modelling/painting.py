"""Paints a meshed sculpture: base coat, light from above, wash in the hollows, dry brush on the edges, dust.

One colour a corner. Its fourth part is how much of it is its own: 0 on the edge of a base, which the game paints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
import yaml

from art.modelling.distance import Floats, noises
from art.modelling.meshing import Part

FILE = Path(__file__).with_name("paints.yaml")
WARM_BLACK = np.array([0x20, 0x13, 0x0A]) / 255
RED_BROWN = np.array([0xA8, 0x58, 0x3C]) / 255
METAL = np.array([0xB9, 0xB6, 0xAE]) / 255
DUST = np.array([0xA0, 0x8A, 0x62]) / 255
DRY_GRASS = np.array([0x92, 0x80, 0x52]) / 255
GREEN = np.array([0x5C, 0x66, 0x3A]) / 255
BROWN = np.array([0x7A, 0x46, 0x2A]) / 255
CAMOUFLAGED = ("armour", "armour2")


def rgb(text: str) -> Floats:
    """RRGGBB as three shares."""
    return np.array([int(text[at : at + 2], 16) for at in (0, 2, 4)]) / 255


class _File(msgspec.Struct, forbid_unknown_fields=True):
    common: dict[str, str]
    armies: dict[str, dict[str, str]]
    smocks: dict[str, list[str]]
    dry_brush: dict[str, float]
    wash: dict[str, float]
    bright_metal: list[str]
    dusty: list[str]


@dataclass(frozen=True)
class PaintBox:
    """All paints, as `paints.yaml` has them."""

    file: _File

    @cached_property
    def common(self) -> Mapping[str, Floats]:
        """The paints that all armies have."""
        return {name: rgb(text) for name, text in self.file.common.items()}

    def colour(self, army: str, paint: str) -> Floats:
        """A paint of an army; KeyError for an unknown one."""
        own = self.file.armies[army].get(paint)
        return self.common[paint] if own is None else rgb(own)

    def painted(self, part: Part, army: str, camouflage: float) -> Floats:
        """The colours of a part, float64[N, 4] in 0..1."""
        paint = part.paint.split(".")[0]
        coat = self._coat(part, army, paint)
        if paint in CAMOUFLAGED and camouflage:
            coat = _camouflaged(coat, part.corners, camouflage)
        up = part.normals[:, 2:3]
        coat = coat * (0.84 + 0.20 * np.clip(up * 0.5 + 0.5, 0, 1))
        coat = self._washed(part, paint, coat)
        coat = self._brushed(part, paint, coat, up)
        if paint in self.file.dusty:
            dust = np.clip(0.55 - part.corners[:, 2:3] * 0.55, 0, 0.45) * (
                0.7 + 0.5 * noises(part.corners, 4.0)[:, None]
            )
            coat = coat + (DUST - coat) * np.clip(dust, 0, 0.6)
        own = np.full((len(coat), 1), 0.0 if paint == "rim" else 1.0)
        found: Floats = np.clip(np.hstack([coat, own]), 0, 1)
        return found

    def _coat(self, part: Part, army: str, paint: str) -> Floats:
        """The base coat with its blotches."""
        places = part.corners
        coat = self.colour(army, paint)[None] * np.ones((len(places), 1))
        coat = coat * (1 + 0.05 * noises(places, 9.0)[:, None] + 0.04 * noises(places, 30.0)[:, None])
        if paint == "flock":
            dry = np.clip(noises(places, 2.6) * 1.5 - 0.05, 0, 1)[:, None]
            coat = coat * (1 - dry) + DRY_GRASS * dry
        broken = self.file.smocks.get(army)
        if paint == "jacket" and broken:
            flat = places * [1.0, 1.0, 0.6]
            coat = np.where((noises(flat, 7.0) > 0.14)[:, None], rgb(broken[0]), coat)
            coat = np.where((noises(flat + 9.3, 7.5) > 0.22)[:, None], rgb(broken[1]), coat)
        return coat

    def _washed(self, part: Part, paint: str, coat: Floats) -> Floats:
        """Dark thinned paint that has run into the hollows; skin goes red brown, never black."""
        wash = np.clip((1 - part.open) * 1.6, 0, 1) ** 1.15 + np.clip(-part.edge * 0.28, 0, 0.6)
        share = np.clip(wash, 0, 1)[:, None] * self.file.wash.get(paint, 1.0)
        deep = coat * RED_BROWN * 1.05 if paint == "skin" else coat * 0.24 + WARM_BLACK * 0.20
        return coat + (deep - coat) * np.clip(share, 0, 0.92)

    def _brushed(self, part: Part, paint: str, coat: Floats, up: Floats) -> Floats:
        """Light paint that a nearly dry brush has left on the edges, most on what looks up."""
        share = np.clip((part.edge - 0.34) * 0.95, 0, 1)[:, None] * self.file.dry_brush.get(paint, 0.8)
        share = share * (0.55 + 0.45 * np.clip(up + 0.3, 0, 1)) * np.clip(part.open * 1.4 - 0.3, 0, 1)[:, None]
        light = METAL[None] if paint in self.file.bright_metal else np.clip(coat * 1.38 + 0.17, 0, 1)
        return coat + (light - coat) * np.clip(share, 0, 0.85)


def _camouflaged(coat: Floats, places: Floats, strength: float) -> Floats:
    """Green and red brown sprayed over dark yellow, with soft edges, in spots of half a metre to a metre."""
    for colour, shift in ((GREEN, 0.0), (BROWN, 17.3)):
        spots = noises(places + shift, 1.15) + 0.45 * noises(places + shift, 2.6)
        share = np.clip((spots - 0.10) / 0.16, 0, 1)[:, None] * strength
        coat = coat + (colour - coat) * share
    return coat


def paint_box(path: Path = FILE) -> PaintBox:
    """The paints of a file; msgspec.ValidationError says what is wrong in it."""
    words = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)  # nothing but text: 667058 is a colour
    return PaintBox(msgspec.convert(words, _File, strict=False))


def joined(parts: Sequence[Part], colours: Sequence[Floats]) -> tuple[Floats, Floats, Floats, np.ndarray]:
    """All parts as one mesh: corners, normals, colours, triangles."""
    starts = np.cumsum([0, *(len(part.corners) for part in parts)])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=False)]
    return (
        np.concatenate([part.corners for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate(list(colours)),
        np.concatenate(triangles),
    )
