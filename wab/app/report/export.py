"""A report written by a process of its own, so that the window goes on meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wab.app.report.story import read_story
from wab.app.report.writing import write_report
from wab.engine.files.file_names import words_as_name
from wab.engine.files.looking import is_there
from wab.engine.kernel.game import Game
from wab.engine.outside.processes import python_command
from wab.engine.words.errors import SaveError, WabError, because
from wab.engine.words.text import N_
from wab.locale import _, current_language, set_language

_PROGRAM = "from wab.app.report.export import main; main()"
_GRACE = 2.0
"""Seconds in which a report that is given up may put its files away."""


class Export:
    """A report that is being written. `path` is where it will be; `poll` says how it stands.

    SaveError if the folder cannot be made or the game cannot be written down for it.
    """

    def __init__(self, game: Game[Any], save: Path | None, side: str, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(str(folder), because(N_("cannot be made ({why})"), error)) from error
        self.path = free_name(folder, game.setup.scenario.rpartition("/")[2])
        self._copy = TemporaryDirectory(prefix="wab-")
        if save is None or not os.path.isfile(save):  # a game that is not kept
            save = Path(self._copy.name) / "game.wab"
            game.save(save)
        command = python_command(_PROGRAM, str(save), str(self.path), side, current_language())
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=pipe, encoding="utf-8", errors="replace"
        )

    def poll(self) -> str | None:
        """None while it is being written, then "" or why it could not be written, in a sentence."""
        code = self._process.poll()
        if code is None:
            return None
        _out, errors = self._process.communicate()
        self._copy.cleanup()
        if code == 0 and os.path.isfile(self.path):
            return ""
        return (errors.strip().splitlines()[-1:] or [_("The report was not written.")])[0]

    def close(self) -> None:
        """Give it up."""
        self._process.terminate()
        try:
            self._process.communicate(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        self._copy.cleanup()


def free_name(folder: Path, stem: str) -> Path:
    """The first name for a report in a folder that no file has yet."""
    stem = words_as_name(stem) or "report"
    names = (folder / (f"{stem}.html" if number == 1 else f"{stem}-{number}.html") for number in count(1))
    return next(path for path in names if not is_there(path))


def main() -> None:
    """The process: write the report of a save (arguments: save, report, side, language)."""
    save, report, side, language = sys.argv[1:]
    set_language(language)
    try:
        write_report(Path(save), Path(report), read_story(Path(save), side))
    except WabError as error:
        sys.exit(str(error))
