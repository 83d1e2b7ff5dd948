"""Errors that a person can meet. Each says in one sentence what is wrong, where, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wab.engine.clean import clean

if TYPE_CHECKING:
    from wab.engine.orders import Refusal


_LONGEST = 4000


class WabError(Exception):
    """Base of every error that the platform raises on purpose. What it quotes of a file is cleaned and cut."""

    def __str__(self) -> str:
        """The sentence, on one line."""
        return clean(super().__str__(), _LONGEST)


class UsageError(WabError):
    """A name or a value that a person gave is not known: a scenario, an agent, an option."""


class IllegalOrder(WabError):  # noqa: N818 - the name that the contract promises
    """An order was played that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class NothingToUndo(WabError):  # noqa: N818
    """The last order cannot be taken back; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class DataError(WabError):
    """A data file is wrong: `path`, `line` (from 1, None if unknown), `field`, and `problem` with what was expected."""

    def __init__(self, path: str, line: int | None, field: str, problem: str) -> None:
        place = f"{path}:{line}" if line is not None else path
        super().__init__(f"{place}: {field}: {problem}" if field else f"{place}: {problem}")
        self.path, self.line, self.field, self.problem = path, line, field, problem


class SaveError(WabError):
    """A save cannot be read or written: `path`, `line` (record number from 1, None when unknown) and `problem`."""

    def __init__(self, path: str, problem: str, line: int | None = None) -> None:
        super().__init__(f"{path}, line {line}: {problem}" if line is not None else f"{path}: {problem}")
        self.path, self.line, self.problem = path, line, problem


class SaveLocked(SaveError):  # noqa: N818
    """A save is being played somewhere else: in another window, or by another program."""


class OtherData(SaveError):  # noqa: N818
    """A save was made with other data files than those of this program."""


class SaveWarning(UserWarning):
    """A save could be loaded, and something about it must be known: it is damaged, or was made with other data."""


class ReplayDivergence(WabError):  # noqa: N818
    """A verified replay does not give what the journal says: `index` of the record (from 0) and `problem`."""

    def __init__(self, index: int, problem: str) -> None:
        super().__init__(f"record {index}: {problem}")
        self.index, self.problem = index, problem
