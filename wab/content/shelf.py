"""Shared parts of the loaders of every system: its folder of data, its scenario files, what is kept of files
once read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from wab.content.data import data_root
from wab.content.folders import yaml_files, yaml_names
from wab.content.nodes import MOST_BYTES_OF_JSON, data_bytes
from wab.content.reader import Document, read_document
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError, NoSuchScenario
from wab.engine.words.text import Text

T = TypeVar("T")
Problem = tuple[str, str | Text]
"""The path of a field, and what is wrong with it."""


@dataclass(frozen=True)
class Shelf:
    """The place of a system's data: campaigns/SYSTEM, its scenarios in a folder of their own."""

    system: str

    @property
    def root(self) -> Path:
        """The folder of the system's data."""
        return data_root() / "campaigns" / self.system

    def scenario_paths(self) -> tuple[Path, ...]:
        """The scenario files, by name."""
        return yaml_files(self.root / "scenarios")

    def scenario_id(self, path: str | Path) -> str:
        """The id of a scenario: its system and its file's name."""
        return f"{self.system}/{Path(path).stem}"

    def scenario_path(self, scenario: str) -> Path:
        """The file of a scenario. UsageError, with the names that there are, when there is none of that id."""
        known = {self.scenario_id(path): path for path in self.scenario_paths()}
        if scenario not in known:
            raise NoSuchScenario(scenario, known)
        return known[scenario]

    def sorted_out(self, load: Callable[[Path], T]) -> tuple[list[tuple[Path, T]], tuple[Damage, ...]]:
        """The scenarios that can be played, and the files that cannot, each with the first thing wrong with it."""
        sound, damaged = [], []
        for path in self.scenario_paths():
            try:
                sound.append((path, load(path)))
            except DataError as error:
                damaged.append(Damage(self.scenario_id(path), str(path), error))
        return sound, tuple(damaged)

    @property
    def list_path(self) -> Path:
        """The file that says what a list of scenarios shows."""
        return self.root / "scenarios.json"

    def listed(self, files: tuple[Stamp, ...]) -> tuple[ScenarioInfo, ...] | None:
        """Return the list of scenarios from its file, or None unless the file was made from this data.

        So the start of the program reads one file, and not every scenario.
        """
        try:
            kept = msgspec.json.decode(data_bytes(self.list_path, MOST_BYTES_OF_JSON), type=ScenarioList)
            if kept.digest != digest_of(self.root, files):
                return None
        except (DataError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        folder = self.root / "scenarios"
        return tuple(replace(info, path=str(folder / f"{info.id.partition('/')[2]}.yaml")) for info in kept.scenarios)

    def write_list(self, digest: str, scenarios: Iterable[ScenarioInfo]) -> None:
        """Write that file."""
        kept = ScenarioList(digest, tuple(replace(info, path="") for info in scenarios))
        text = msgspec.json.format(msgspec.json.encode(kept, order="deterministic"), indent=1)
        self.list_path.write_bytes(text + b"\n")


class ScenarioList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `scenarios.json`: the digest of its source data, and the facts listed of each scenario."""

    digest: str
    scenarios: tuple[ScenarioInfo, ...]


class Stamp(msgspec.Struct, frozen=True):
    """A file as it was when something was made of it: a changed file is read again."""

    path: str
    changed: int
    size: int


def stamp(path: Path | str) -> Stamp:
    """A file as it is now; of one that cannot be read, that it cannot."""
    try:
        status = os.stat(path)
    except OSError:  # the code that reads it will say so
        return Stamp(str(path), 0, 0)
    return Stamp(str(path), status.st_mtime_ns, status.st_size)


def stamps(folder: Path) -> tuple[Stamp, ...]:
    """The YAML files of a folder as they are now, by name."""
    return tuple(stamp(os.path.join(folder, name)) for name in yaml_names(folder))


@cache
def digest_of(root: Path, files: tuple[Stamp, ...]) -> str:
    """Digest of files by their names under a folder and their content, 32 hexadecimal digits."""
    digest = blake2b(digest_size=16)
    for file in files:
        # a checkout may change line ends
        content = data_bytes(Path(file.path), MOST_BYTES_OF_JSON).replace(b"\r\n", b"\n")
        name = Path(file.path).relative_to(root).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def words_problems(where: str, words: Mapping[Any, str]) -> Iterator[Problem]:
    """A text for players is there in English and in French."""
    for language in ("en", "fr"):
        if language not in words:
            yield f"{where}.{language}", Text("is missing")


def checked(document: Document[T], problems: Iterable[Problem]) -> Document[T]:
    """A document if nothing is wrong with it; DataError with file, line and field for the first thing that is."""
    for where, problem in document.strays or problems:
        raise document.error(where, problem)
    return document


def read_checked(path: Path, shape: Any, check: Callable[[Any], Iterable[Problem]] | None = None) -> Document[Any]:
    """A file of one shape with nothing wrong in it, by a check of its own if it has one. DataError for a fault."""
    document: Document[Any] = read_document(path, shape)
    return checked(document, check(document.content) if check else ())


def faults_of(read: Callable[[], Document[T]], problems: Callable[[T], Iterable[Problem]]) -> tuple[DataError, ...]:
    """Everything that is wrong with a file, one error a fault; none for a sound one.

    A file that cannot be read has that fault alone, a file with hexes that are none has these.
    """
    try:
        document = read()
        found = document.strays or problems(document.content)
        return tuple(document.error(where, problem) for where, problem in found)
    except DataError as error:
        return (error,)
