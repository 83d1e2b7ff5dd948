"""The rules that the tests exercise: pytest says what it would run, the syntax says whether that asserts anything.

A rule is tested where a test that pytest collects, that is not skipped nor expected to fail, and that asserts something
bears its mark (`@pytest.mark.clause`). Its collection is kept in build/, as long as tests, rules and data stay.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from wab.cli.asserting import asserts, conftests, imported
from wab.cli.collecting import TARGET, Collected
from wab.engine.files.looking import is_file, is_folder
from wab.engine.outside.processes import python_command
from wab.engine.words.errors import UsageError
from wab.home import home
from wab.locale import _

_READ = ("tests/**/*.py", "docs/rules/*.yaml", "campaigns/**/*.yaml", "campaigns/**/*.json", "pyproject.toml")
"""The files that tests are made from, the marks of their cases included."""
_MARK = "mark.clause"
_PYTEST = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"


def checkout() -> Path | None:
    """The folder that holds the package and its tests; None for an installed program, which has none."""
    root = home()
    return root if is_file(root / "pyproject.toml") and is_folder(root / "tests") else None


def tested_ids() -> frozenset[str]:
    """Every id that a test exercises; none in an installed program, which has no tests."""
    root = checkout()
    if root is None:
        return frozenset()
    return frozenset(id_ for test in counting(collected(root), root) for id_ in test.ids)


def counting(found: Iterable[Collected], root: Path) -> Iterator[Collected]:
    """Keep the collected tests that count: not given up, and with an assertion."""
    return (test for test in found if not test.given_up and test.ids and asserts(Path(test.file), test.name, root))


def collected(root: Path) -> list[Collected]:
    """Return what pytest finds in the tests of a checkout. UsageError when there is no pytest, or a file is wrong."""
    kept = root / "build" / "coverage" / f"{_digest(root)}.json"
    if is_file(kept):
        return msgspec.json.decode(kept.read_bytes(), type=list[Collected])
    found = collect(root, [str(path) for path in _marking(root)])
    _keep(kept, found)
    return found


def _marking(root: Path) -> Iterator[Path]:
    """The files of tests that name a mark, or import a module that does: the others need not be collected."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        if _marks(path) or any(map(_marks, conftests(path, root))) or any(map(_marks, imported(path, root))):
            yield path


def _marks(path: Path) -> bool:
    return _MARK in path.read_text(encoding="utf-8")


def _digest(root: Path) -> str:
    found = blake2b(str(root).encode(), digest_size=12)
    for pattern in _READ:
        for path in sorted(root.glob(pattern)):
            found.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _keep(path: Path, found: list[Collected]) -> None:
    """Keep what was found in the place of what was found before; a folder that cannot be written keeps nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("*.json"):
            old.unlink()
        path.write_bytes(msgspec.json.encode(found))
    except OSError:
        return


def collect(root: Path, places: list[str]) -> list[Collected]:
    """Let pytest collect files and folders of a checkout, in a process of its own. UsageError when it cannot."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "collected.json"
        command = python_command(_PYTEST, "--collect-only", "-q", "-p", "wab.cli.collecting")
        ran = subprocess.run(
            # nothing is run: without assertions rewritten it takes half as long. Every mark counts, of long tests too
            [*command, "--assert=plain", "-p", "no:cacheprovider", "-m", "art or not art", *places],
            cwd=root,
            env={**os.environ, TARGET: str(target)},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if ran.returncode or not is_file(target):
            told = (ran.stdout + ran.stderr).strip().splitlines()
            raise UsageError(
                _("pytest cannot collect the tests ({reason}). `make dev` installs pytest.").format(
                    reason=told[-1] if told else ran.returncode
                )
            )
        return msgspec.json.decode(target.read_bytes(), type=list[Collected])
