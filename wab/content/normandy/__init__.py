"""Facts of Normandy in 1944 that belong to no one rule system (campaigns/normandy): history, nations, place names."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from wab.content.data import shared_folder

Side = Literal["allied", "axis"]
Sky = Literal["sunny", "overcast", "rain", "storm"]
"""The weather of a day, one kind for the whole country."""


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the shapes: an unknown field is an error, so that a misspelt one cannot be overlooked."""


def normandy_root() -> Path:
    """The folder of these files."""
    return shared_folder("campaigns/normandy")
