"""Reports of games that are over: each is made once by the command, in a process of its own, and kept."""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread

import platformdirs

from wab.engine.files.looking import is_file
from wab.engine.outside.processes import python_command

_PROGRAM = "import sys\nfrom wab.cli import main\nsys.exit(main(['replay', sys.argv[1], '--report', sys.argv[2]]))"
_PATIENCE = 300.0
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
"""A report is one file with its styles and pictures in it; it can run nothing, and knows no cookie."""
_log = logging.getLogger(__name__)


class Reports:
    """The reports of a server, in a folder that may be emptied at any time. One is made at a time."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or platformdirs.user_cache_path("wab", appauthor=False) / "reports"
        self._one = Lock()
        self._lock = Lock()
        self._begun: set[str] = set()
        self._failed: set[str] = set()

    def of(self, game: str, language: str, save: Callable[[], bytes]) -> bytes | None:
        """Return the report of a game; None while it is being made, which begins with the first question."""
        name = f"{game}-{language}.html"
        path = self._folder / name
        if is_file(path):
            return path.read_bytes()
        if name not in self._begun:
            source = save()
            with self._lock:
                is_new = name not in self._begun
                self._begun.add(name)
            if is_new:
                Thread(target=self._make, args=(name, source, language), daemon=True, name="report").start()
        return None

    def has_failed(self, game: str, language: str) -> bool:
        """Tell if the report of a game could not be made."""
        return f"{game}-{language}.html" in self._failed

    def _make(self, name: str, save: bytes, language: str) -> None:
        try:
            with self._one, TemporaryDirectory(prefix="wab-") as folder:
                source, made = Path(folder) / "game.wab", Path(folder) / "report.html"
                source.write_bytes(save)
                command = python_command(_PROGRAM, str(source), str(made))
                subprocess.run(
                    command, env={**os.environ, "LANGUAGE": language}, stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE, timeout=_PATIENCE, check=True,
                )  # fmt: skip
                self._keep(name, made.read_bytes())
        except (OSError, subprocess.SubprocessError) as error:
            _log.warning("the report %s was not made: %s %s", name, error, getattr(error, "stderr", b""))
            self._failed.add(name)
        with self._lock:
            if name not in self._failed:
                self._begun.discard(name)

    def _keep(self, name: str, report: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        new = self._folder / f"{name}.{os.getpid()}"
        new.write_bytes(report)
        new.replace(self._folder / name)
