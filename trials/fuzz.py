"""Fuzz: give the loaders damaged files and see that they say what is wrong instead of falling over.

python -m trials.fuzz                              60 seconds, shared by all readers; exit 1 when something escapes
python -m trials.fuzz --seconds 10 --seed 3
python -m trials.fuzz --readers operations:save cards:scenario note
python -m trials.fuzz --list                       their names

Inputs are damaged as bytes and, where they are JSON or YAML, as structures. A reader may give a result, or one of the
errors that it promises (`trials/fuzzing/readers.py`). Anything else is a failure: the bytes are kept in a folder, one
line says where.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from trials.fuzzing.readers import Reader, readers
from wab.engine import Chance

SECONDS = 60.0


@dataclass(frozen=True)
class Failure:
    """Bytes from which something escaped, and what."""

    reader: str
    data: bytes
    error: str
    trace: str


# ------------------------------------------------------------------------------------------------- running


def fuzz(reader: Reader, seconds: float, seed: int, most: int = 0) -> tuple[int, list[Failure]]:
    """Feed a reader for some seconds, or `most` times: how often it was fed, and one failure a place in the code."""
    chance, began, fed = Chance(seed, f"fuzz {reader.name}"), perf_counter(), 0
    failures: dict[str, Failure] = {}
    while (most and fed < most) or (not most and perf_counter() - began < seconds):
        sample = reader.samples[chance.below(len(reader.samples))]
        data = reader.damages[fed % len(reader.damages)](sample, chance)
        fed += 1
        try:
            reader.read(data)
        except reader.promised:
            continue
        except Exception as error:  # any error that escapes is what we are looking for
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"
            where = f"{type(error).__name__} {place.filename}:{place.lineno}"
            failures.setdefault(where, Failure(reader.name, data, told, traceback.format_exc()))
    return fed, list(failures.values())


def keep(failure: Failure, folder: Path) -> Path:
    """Write down the bytes and the traceback of a failure."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{failure.reader.replace(':', '-')}-{sha256(failure.data).hexdigest()[:12]}"
    path.with_suffix(".bin").write_bytes(failure.data)
    path.with_suffix(".txt").write_text(failure.trace, encoding="utf-8")
    return path.with_suffix(".bin")


def main(words: Sequence[str] | None = None) -> int:
    """Feed every reader for its share of the time. 0 when only promised errors came out, else 1."""
    parser = argparse.ArgumentParser(prog="python -m trials.fuzz", description="Damaged files for every loader.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for all readers together ({SECONDS:.0f})")
    parser.add_argument("--seed", type=int, default=1, help="other damage for another seed")
    parser.add_argument("--readers", nargs="+", help="only these")
    parser.add_argument("--list", action="store_true", help="say what there is, and feed nothing")
    parser.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where bytes are kept")
    chosen = parser.parse_args(words)
    failed = 0
    with TemporaryDirectory() as folder:
        known = readers(Path(folder))
        if chosen.list:
            print("\n".join(known))
            return 0
        names = chosen.readers or list(known)
        if unknown := sorted(set(names) - set(known)):
            parser.error(f"there is no reader {unknown[0]!r}; there are: {', '.join(known)}")
        for name in names:
            fed, failures = fuzz(known[name], chosen.seconds / len(names), chosen.seed)
            print(f"{name}: {fed} damaged inputs, {len(failures)} kinds of failure", flush=True)
            for failure in failures:
                print(f"  {failure.error} -> {keep(failure, chosen.failures)}")
            failed += len(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
