"""JSON from strangers: looked over before it is parsed, and every way in which it can be wrong is one error."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TypeVar

import msgspec

from wab.engine.files.limits import check_json_nesting

T = TypeVar("T")

DEPTH = 64
"""Levels of brackets that JSON of this program may have; its own has about ten."""
DIGITS = 100
"""Digits in a row that a number in it may have."""


def decode_json(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """Return what a decoder makes of JSON that keeps the limits. ValueError, in words, for everything else."""
    check_json_nesting(data, DEPTH, DIGITS)
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, OverflowError) as error:
        raise ValueError(str(error)) from error


Named = tuple[str, Iterable[object], Container[object]]
"""A kind of thing, the names of such things in the data, and the names that exist."""


def check_names(*given: Named) -> None:
    """Check that everything that the data name exists; ValueError for the first name that does not."""
    for what, named, there in given:
        for name in named:
            if name not in there:
                raise ValueError(f"there is no {what} {name!r}")
