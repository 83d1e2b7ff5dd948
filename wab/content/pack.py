"""The scenarios of one system as data: read, checked, listed, and kept until a file changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from wab.content.hints import Hint, HintsFile, hint_problems
from wab.content.reader import Document, read_document
from wab.content.shelf import Problem, Shelf, Stamp, checked, digest_of, faults_of, stamp, stamps
from wab.engine.files.looking import is_file
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError

S = TypeVar("S")


@dataclass(frozen=True, eq=False)
class Pack(Shelf, Generic[S]):
    """A shelf with the ways of its scenarios.

    `parts` are the files and folders on which the soundness of a scenario depends. `needed` reads the files whose
    faults no scenario can help. `place` is the place of a scenario in a menu, `facts` the values of its
    `ScenarioInfo` that each system finds in its own way.
    """

    parts: tuple[str, ...]
    read: Callable[[Path], Document[S]]
    problems: Callable[[S], Iterable[Problem]]
    needed: Callable[[], object]
    place: Callable[[S], tuple[Any, ...]]
    facts: Callable[[S], dict[str, Any]]
    moments: tuple[str, ...] = ()
    """The moments of hints that the system adds."""

    def load(self, path: str | Path) -> S:
        """Return a scenario, checked. DataError with file, line and field when it is wrong."""
        return self.document(path).content

    def document(self, path: str | Path) -> Document[S]:
        """As `load`, with the lines of its fields."""
        return _document(self, Path(path), (stamp(Path(path)), *self.stamps()))

    def faults(self, path: str | Path) -> tuple[DataError, ...]:
        """Return everything that is wrong with a scenario file, one error a fault; none for a sound one."""
        return faults_of(lambda: self.read(Path(path)), self.problems)

    def infos(self) -> tuple[ScenarioInfo, ...]:
        """Return what a list of scenarios shows, in the order of a menu; without damaged ones."""
        return _listed(self, self.stamps())[0]

    def damaged(self) -> tuple[Damage, ...]:
        """Return the scenario files that cannot be played, by name, each with the first fault."""
        return _listed(self, self.stamps())[1]

    def digest(self) -> str:
        """Return the digest of all files that the rules of this system read, 32 hexadecimal digits."""
        return digest_of(self.root, self.stamps())

    def hints(self) -> tuple[Hint, ...]:
        """Return the hints for all scenarios that are no lessons; DataError for the first wrong hint."""
        if not is_file(self._hints):
            return ()
        document = read_document(self._hints, HintsFile)
        return checked(document, self._hint_problems(document.content)).content.hints

    def hint_faults(self) -> tuple[DataError, ...]:
        """Return everything that is wrong with these hints."""
        if not is_file(self._hints):
            return ()
        return faults_of(lambda: read_document(self._hints, HintsFile), self._hint_problems)

    @property
    def _hints(self) -> Path:
        return self.root / "hints.yaml"

    def _hint_problems(self, file: HintsFile) -> Iterable[Problem]:
        return hint_problems(file.hints, self.moments)

    def stamps(self) -> tuple[Stamp, ...]:
        """Return the files of all parts as they are now."""
        root, found = self.root, list[Stamp]()
        for part in self.parts:
            path = root / part
            found += (stamp(path),) if path.suffix else stamps(path)
        return tuple(found)


@lru_cache(maxsize=256)
def _document(pack: Pack[S], path: Path, files: tuple[Stamp, ...]) -> Document[S]:
    document = pack.read(path)
    return checked(document, pack.problems(document.content))


@lru_cache(maxsize=24)
def _listed(pack: Pack[Any], files: tuple[Stamp, ...]) -> tuple[tuple[ScenarioInfo, ...], tuple[Damage, ...]]:
    kept = pack.listed(files)
    if kept is not None:
        return kept, ()
    if not pack.scenario_paths():  # a folder of content for other systems
        return (), ()
    pack.needed()
    sound, damaged = pack.sorted_out(pack.load)
    sound.sort(key=lambda entry: (*pack.place(entry[1]), entry[0].stem))
    return tuple(_info(pack, path, scenario) for path, scenario in sound), damaged


def _info(pack: Pack[Any], path: Path, scenario: Any) -> ScenarioInfo:
    return ScenarioInfo(
        id=pack.scenario_id(path),
        system=pack.system,
        title=_by_name(scenario.title),
        summary=_by_name(scenario.summary),
        difficulty=scenario.difficulty,
        minutes=scenario.minutes,
        ledger=scenario.ledger,
        path=str(path),
        **pack.facts(scenario),
    )


def _by_name(words: Mapping[Any, str]) -> dict[str, str]:
    return {str(language): text for language, text in words.items()}
