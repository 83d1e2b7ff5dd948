"""Errors that a person can meet. Each says in one sentence what is wrong, where, and what to do about it.

A sentence is a `Text` where it can be: it is translated when a person reads the error, not when it is raised. Paths,
lines and the names of fields stay as they are; a text out of a file is an argument of a message, never a message.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable

from wab.engine.words.clean import clean
from wab.engine.words.text import N_, Argument, Text

_LONGEST = 4000
_REASONS = {
    errno.ENOENT: N_("No such file or directory"),
    errno.EACCES: N_("Permission denied"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EEXIST: N_("File exists"),
    errno.EISDIR: N_("Is a directory"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.EROFS: N_("Read-only file system"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.EIO: N_("Input/output error"),
    errno.ELOOP: N_("Too many levels of symbolic links"),
}
"""The operating system's words about files; its other words stay as they are."""


def words_of(error: Exception) -> str | Text:
    """Return what an error says, to stand in another's sentence: translated when that one is read, where it is a
    message.
    """
    if isinstance(error, OSError):
        reason = _REASONS.get(error.errno or 0)
        return Text(reason) if reason else error.strerror or str(error)
    said = error.args[0] if len(error.args) == 1 else None
    return said if isinstance(said, Text) else str(error)


def because(message: str, error: Exception) -> Text:
    """A message with what another error says in its place {why}."""
    return Text(message, {"why": words_of(error)})


def no_such_side(seat: object, known: Iterable[str]) -> Text:
    """That there is no such side, or seat, in a game, and which there are."""
    return Text("There is no side {side}; there are: {known}.", {"side": repr(seat), "known": ", ".join(known)})


def no_such_option(name: object, known: Iterable[str]) -> Text:
    """That a scenario has no such option, and which it has."""
    return Text("There is no option {option}; there are: {known}.", {"option": repr(name), "known": ", ".join(known)})


def not_a_value(option: str, value: object, known: Iterable[str]) -> Text:
    """That an option cannot have a value, and which it can."""
    args: dict[str, Argument] = {"option": option, "value": repr(value), "known": ", ".join(known)}
    return Text("{option} cannot be {value}; it can be: {known}.", args)


class WabError(Exception):
    """Base of every error that the platform raises on purpose. Quotations from a file are cleaned and cut."""

    def __init__(self, said: str | Text = "") -> None:
        super().__init__(said)

    def __str__(self) -> str:
        """The sentence, on one line, in the language of the reader."""
        return clean(super().__str__(), _LONGEST)


class UsageError(WabError):
    """A name or a value that a person gave is not known: a scenario, an agent, an option."""


class NoSuchScenario(UsageError):  # noqa: N818
    """There is no scenario of an id; `known` are the ids that there are, all of them told, however many."""

    def __init__(self, scenario: object, known: Iterable[str]) -> None:
        super().__init__(Text("There is no scenario {id}; there are:", {"id": repr(scenario)}))
        self.known = tuple(known)

    def __str__(self) -> str:
        """The sentence, with the ids."""
        return clean(f"{super().__str__()} {', '.join(self.known)}.", _LONGEST)


class _OfFile(WabError):  # noqa: N818
    """Something is wrong with a file: `said` as it was raised."""

    def __init__(self, path: str, line: int | None, said: str | Text) -> None:
        super().__init__(said)
        self.path, self.line, self.said = path, line, said

    @property
    def problem(self) -> str:
        """Return what is wrong, without the place, in the language of the reader."""
        return str(self.said)


class DataError(_OfFile):
    """A data file is wrong: `path`, `line` (from 1, None if unknown), `field`, and `problem` with what was expected."""

    def __init__(self, path: str, line: int | None, field: str, problem: str | Text) -> None:
        super().__init__(path, line, problem)
        self.field = field

    def __str__(self) -> str:
        """File, line and field as tools read them, and the sentence in the language of the reader."""
        place = f"{self.path}:{self.line}" if self.line is not None else self.path
        return clean(f"{place}: {self.field}: {self.problem}" if self.field else f"{place}: {self.problem}", _LONGEST)


class SaveError(_OfFile):
    """A save cannot be read or written: `path`, `line` (record number from 1, None when unknown) and `problem`."""

    def __init__(self, path: str, problem: str | Text, line: int | None = None) -> None:
        super().__init__(path, line, problem)

    def __str__(self) -> str:
        """File and line, and the sentence, in the language of the reader."""
        if self.line is None:
            told = Text("{path}: {problem}", {"path": self.path, "problem": self.said})
        else:
            told = Text(
                "{path}, line {line}: {problem}", {"path": self.path, "line": str(self.line), "problem": self.said}
            )
        return clean(str(told), _LONGEST)


class SaveLocked(SaveError):  # noqa: N818
    """A save is being played somewhere else: in another window, or by another program."""


class OtherData(SaveError):  # noqa: N818
    """A save was made with other data files than this program has."""


class SaveWarning(UserWarning):
    """A save could be loaded, and something about it must be known: it is damaged, or was made with other data."""


class ReplayDivergence(WabError):  # noqa: N818
    """A verified replay does not give what the journal says: `index` of the record (from 0) and `problem`."""

    def __init__(self, index: int, problem: str | Text) -> None:
        super().__init__(Text("record {index}: {problem}", {"index": str(index), "problem": problem}))
        self.index, self.problem = index, problem
