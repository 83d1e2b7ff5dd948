"""JSON files of the data: looked over before anything parses them."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from wab.content.nodes import MOST_BYTES_OF_JSON, data_bytes
from wab.engine.files.limits import TooMuch, check_json_nesting
from wab.engine.words.errors import DataError, because
from wab.engine.words.text import N_

T = TypeVar("T")

_DEEPEST = 24
_MOST_DIGITS = 100


def json_bytes(path: Path) -> bytes:
    """The bytes of a JSON file that keeps the limits; DataError when it does not, or cannot be read."""
    data = data_bytes(path, MOST_BYTES_OF_JSON)
    try:
        check_json_nesting(data, _DEEPEST, _MOST_DIGITS)
    except TooMuch as error:
        raise DataError(str(path), None, "", because(N_("is refused: {why}"), error)) from error
    return data


def read_json(path: Path, shape: type[T]) -> T:
    """The content of a JSON file, checked against a shape. DataError when it cannot be read or does not fit."""
    data = json_bytes(path)
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DataError(str(path), None, "", str(error)) from error
