"""The file of a game at this screen, and its note next to it. A message says if something cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wab.app.play.archive import Note, copy_beside, forget_beside, write_note
from wab.engine.kernel.game import Game
from wab.engine.saves.autosave import Autosave
from wab.engine.words.errors import SaveError
from wab.locale import _


class Keeping:
    """A game that is kept at `save`; None for one that is not, as when its file could not be opened.

    `say` takes messages to the player.
    """

    def __init__(self, game: Game[Any], save: Path | None, say: Callable[[str], None]) -> None:
        self.save = save
        self._game, self._say = game, say
        self._autosave: Autosave | None = None

    def open(self) -> bool:
        """Begin to keep the game. False for one that is not kept."""
        if self.save is None:
            return False
        try:
            self._autosave = Autosave(self._game, self.save)
        except SaveError as error:
            self._say(_("This game is not being saved: {why}").format(why=error))
            self.save = None
            return False
        self._tell_asides()
        return True

    def keep(self) -> None:
        """Write down what is new."""
        if self._autosave is None:
            return
        try:
            self._autosave.keep()
        except SaveError as error:
            self._say(str(error))
        self._tell_asides()

    def note(self, note: Note) -> None:
        """Keep a note of the game next to it."""
        if self._autosave is None:
            return
        try:
            write_note(self._autosave.path, note)
        except SaveError as error:
            self._say(str(error))

    @property
    def is_open(self) -> bool:
        """The game is being kept."""
        return self._autosave is not None

    def go_on_in(self, save: Path) -> None:
        """Keep the game in another file; the old one stays as it is. SaveError when the other cannot be written."""
        before, fresh = self._autosave, Autosave(self._game, save)
        forget_beside(save)
        for aside in fresh.asides:
            aside.path.unlink(missing_ok=True)
        fresh.asides.clear()
        self.save, self._autosave = save, fresh
        if before is not None:
            self._copy_beside(before, save)

    def _copy_beside(self, before: Autosave, save: Path) -> None:
        try:
            copy_beside(before.path, save)
        except SaveError as error:
            self._say(str(error))
        before.close()

    def _tell_asides(self) -> None:
        """Name the files that lay in the place of the save and are kept next to it."""
        if self._autosave is None:
            return
        for aside in self._autosave.asides:
            told = _("The damaged file is kept unchanged as {name}.")
            if aside.why == "other":
                told = _("Another program changed the save during the game; its version is kept as {name}.")
            self._say(told.format(name=aside.path.name))
        self._autosave.asides.clear()

    def close(self) -> None:
        """Let others play the save."""
        if self._autosave is not None:
            self._autosave.close()
            self._autosave = None
