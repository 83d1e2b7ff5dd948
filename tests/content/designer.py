"""A copy of the flagship's data in which a test can change things, as a designer would with an editor."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from wab.content import data

ROOT = Path(__file__).resolve().parents[2]


class Designer:
    """The copy is the game's data for as long as the test runs; `art`: with the painted pictures."""

    folder = ROOT / "campaigns" / "operations"

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, art: bool = False) -> None:
        left_out = None if art else shutil.ignore_patterns("art")
        shutil.copytree(self.folder, folder / "campaigns" / "operations", ignore=left_out)
        monkeypatch.setenv(data.OVERRIDE, str(folder))
        self.root = folder / "campaigns" / "operations"

    def restore(self) -> None:
        """All scenarios as they were."""
        shutil.rmtree(self.root / "scenarios")
        shutil.copytree(self.folder / "scenarios", self.root / "scenarios")

    def path(self, scenario: str) -> Path:
        """The file of a scenario."""
        return self.root / "scenarios" / f"{scenario}.yaml"

    def text(self, scenario: str) -> str:
        """Return the contents of its file."""
        return self.path(scenario).read_text(encoding="utf-8")

    def write(self, scenario: str, text: str) -> Path:
        """Give a file new words."""
        self.path(scenario).write_text(text, encoding="utf-8")
        return self.path(scenario)

    def copy(self, scenario: str, name: str) -> Path:
        """A scenario under another name, in no campaign and without an id of the ledger."""
        text = re.sub(r"^(campaigns|ledger):.*\n", "", self.text(scenario), flags=re.MULTILINE)
        return self.write(name, text.replace("kind: campaign", "kind: advanced", 1))

    def replace(self, scenario: str, old: str, new: str) -> Path:
        """Change the first such words of a file; ValueError if there are none."""
        text = self.text(scenario)
        if old not in text:
            raise ValueError(f"{scenario} does not say {old!r}")
        return self.write(scenario, text.replace(old, new, 1))

    def put(self, scenario: str, field: str, value: str) -> Path:
        """Set a top-level field, in one line, in place of any earlier value."""
        text = re.sub(rf"^{field}:.*\n(?:(?:[ ].*|#.*)?\n)*", "", self.text(scenario), flags=re.MULTILINE)
        return self.write(scenario, f"{text.rstrip()}\n{field}: {value}\n")

    def append(self, scenario: str, text: str) -> Path:
        """Write something at the end of a file."""
        return self.write(scenario, f"{self.text(scenario).rstrip()}\n{text}")

    def line_of(self, scenario: str, words: str) -> int:
        """The number of the first line with these words."""
        return next(n for n, line in enumerate(self.text(scenario).splitlines(), start=1) if words in line)
