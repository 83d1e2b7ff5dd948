"""Damaged files for the loaders: they must say what is wrong instead of falling over.

Inputs are damaged as bytes and, where they are JSON or YAML, as structures. What may come out of a reader: a result, or
one of the errors that it promises (`trials/fuzzing/readers.py`). Anything else is a failure, and the bytes are kept.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from trials.fuzzing.readers import Reader
from wab.engine import Chance


@dataclass(frozen=True)
class Failure:
    """Bytes from which something escaped, and what."""

    reader: str
    data: bytes
    error: str
    trace: str


def fuzz(reader: Reader, seed: int, times: int) -> list[Failure]:
    """Feed a reader so many times: one failure a place in the code."""
    chance = Chance(seed, f"fuzz {reader.name}")
    failures: dict[str, Failure] = {}
    for number in range(times):
        sample = reader.samples[chance.below(len(reader.samples))]
        data = reader.damages[number % len(reader.damages)](sample, chance)
        try:
            reader.read(data)
        except reader.promised:
            continue
        except Exception as error:  # any error that escapes is what we are looking for
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"
            where = f"{type(error).__name__} {place.filename}:{place.lineno}"
            failures.setdefault(where, Failure(reader.name, data, told, traceback.format_exc()))
    return list(failures.values())


def keep(failure: Failure, folder: Path) -> Path:
    """Write down the bytes and the traceback of a failure."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{failure.reader.replace(':', '-')}-{sha256(failure.data).hexdigest()[:12]}"
    path.with_suffix(".bin").write_bytes(failure.data)
    path.with_suffix(".txt").write_text(failure.trace, encoding="utf-8")
    return path.with_suffix(".bin")
