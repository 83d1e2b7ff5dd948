"""The fate of each change, kept in build/, so that a run that is stopped goes on and nothing is tried twice.

A verdict holds as long as the module is the same, and the test that noticed the change; a change that survived is tried
again when any test has changed. Every line of a file is one verdict, the last one for a change counts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from trials.mutation.changes import Mutant
from trials.mutation.running import KILLED, SLOW

NOTICED = (KILLED, SLOW)


class Verdict(msgspec.Struct, frozen=True):
    """The fate of a change: `by` is the test that noticed it, "" if none did. `run` names the run."""

    key: str
    verdict: str
    source: str
    tests: str
    by: str
    run: str


class Suite:
    """The tests as they are on disk when a run begins: files and folders below a root."""

    def __init__(self, root: Path, places: Iterable[str]) -> None:
        self.root = root
        named = [root / place for place in places]
        folders = [path for folder in named if folder.is_dir() for path in sorted(folder.rglob("*.py"))]
        self.files = [*folders, *(path for path in named if path.is_file())]
        helpers = sorted(path for path in (root / "tests").glob("*.py") if not path.name.startswith("test_"))
        helpers += [path for path in self.files if not path.name.startswith("test_")]
        self._helpers = _hash(*(path.read_text(encoding="utf-8") for path in helpers))
        self.whole = _hash(self._helpers, *(path.read_text(encoding="utf-8") for path in self.files))
        self._trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in self.files}

    def digest(self, by: str) -> str:
        """Of the test with that name in pytest ("file::test[case]"): of its function and of what its file shares."""
        file, _, rest = by.partition("::")
        tree = self._trees.get(self.root / file)
        if tree is None:
            return self.whole
        name = rest.partition("::")[0].partition("[")[0]
        return _hash(self._helpers, *(ast.dump(node) for node in tree.body if not _is_another(node, name)))


def _is_another(node: ast.stmt, name: str) -> bool:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return False
    return node.name.lower().startswith("test") and node.name != name


def _hash(*texts: str) -> str:
    found = blake2b(digest_size=12)
    for text in texts:
        found.update(text.encode() + b"\0")
    return found.hexdigest()


@cache
def source_digest(path: Path) -> str:
    """Digest of a module as it was when it was first asked for."""
    return _hash(path.read_text(encoding="utf-8"))


class Store:
    """The verdicts on the changes to the rules of one system; `folder` is made at the first verdict."""

    def __init__(self, folder: Path, tests: Suite) -> None:
        self.folder = folder
        self.tests = tests

    def _file(self, mutant: Mutant) -> Path:
        return self.folder / f"{mutant.path.stem}.jsonl"

    def known(self, mutants: Iterable[Mutant]) -> dict[str, Verdict]:
        """The verdicts that still hold, by the key of the change; from now on the modules are as they are now."""
        found: dict[str, Verdict] = {}
        files: dict[Path, Mapping[str, Verdict]] = {}
        for mutant in mutants:
            source_digest(mutant.path)
            file = self._file(mutant)
            if file not in files:
                files[file] = _read(file)
            stored = files[file]
            verdict = stored.get(mutant.key)
            if verdict is not None and self._holds(verdict, mutant):
                found[mutant.key] = verdict
        return found

    def _holds(self, verdict: Verdict, mutant: Mutant) -> bool:
        if verdict.source != source_digest(mutant.path):
            return False
        return verdict.tests == (self.tests.digest(verdict.by) if verdict.by else self.tests.whole)

    def add(self, mutant: Mutant, verdict: str, by: str, run: str) -> None:
        """Keep a verdict."""
        tests = self.tests.digest(by) if by else self.tests.whole
        line = Verdict(mutant.key, verdict, source_digest(mutant.path), tests, by, run)
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._file(mutant).open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def forget(self, run: str) -> None:
        """Drop all that a run has found: it turned out that it cannot be relied on."""
        for path in sorted(self.folder.glob("*.jsonl")):
            lines = path.read_bytes().splitlines(keepends=True)
            path.write_bytes(b"".join(line for line in lines if _verdict(line).run != run))


def _verdict(line: bytes) -> Verdict:
    return msgspec.json.decode(line, type=Verdict)


def _read(path: Path) -> dict[str, Verdict]:
    if not path.exists():
        return {}
    verdicts = []
    for line in path.read_bytes().splitlines():
        try:
            verdicts.append(_verdict(line))
        except msgspec.DecodeError:  # a line that was being written when the run was stopped
            continue
    return {verdict.key: verdict for verdict in verdicts}
