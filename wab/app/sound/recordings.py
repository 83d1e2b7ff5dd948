"""The recordings that the game has, as their catalogue lists them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wab.app.gfx.theme import ASSETS

FOLDER = ASSETS / "sounds"
MUSIC = FOLDER / "music"
Group = Literal["effect", "music", "ambience"]
"""An effect is heard where it happens; a piece of music and an ambience are everywhere, and an ambience goes round."""


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One variant of a sound: its file, its length, its loudness in LUFS, its highest amplitude (1 is the most)."""

    file: Annotated[str, Meta(pattern=r"^[a-z0-9-]+\.ogg$")]
    seconds: Annotated[float, Meta(gt=0)]
    loudness: float
    peak: Annotated[float, Meta(gt=0, le=1)]

    @property
    def path(self) -> Path:
        """Return where its file lies."""
        return FOLDER / self.file


class Recording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sound: what is heard, where it comes from, its licence, and its variants."""

    what: str
    group: Group
    source: str
    licence: str
    files: Annotated[tuple[Take, ...], Meta(min_length=1)]


@cache
def recordings() -> dict[str, Recording]:
    """All sounds by name."""
    return msgspec.json.decode((FOLDER / "catalogue.json").read_bytes(), type=dict[str, Recording])


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of music: its length, its loudness in LUFS, its highest amplitude; `made_of` is the digest of its notes.

    One that `ends` is heard once, any other goes round.
    """

    seconds: Annotated[float, Meta(gt=0)]
    loudness: float
    peak: Annotated[float, Meta(gt=0, le=1)]
    ends: bool
    made_of: str


@cache
def pieces() -> dict[str, Piece]:
    """All pieces of music by name; the file of a piece is its name with `.ogg`."""
    return msgspec.json.decode((MUSIC / "catalogue.json").read_bytes(), type=dict[str, Piece])
