"""From a YAML file to its nodes, within limits that are judged before anything is composed.

The events of YAML come one after another, without recursion. They are counted first: a file that nests too deeply,
grows too large by its aliases or holds hidden characters is refused with its line. Only then are nodes made.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from wab.content.data import data_root
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.words.clean import hidden_character
from wab.engine.words.errors import DataError, because
from wab.engine.words.text import N_, Text

MOST_BYTES = 4_000_000
MOST_BYTES_OF_JSON = 16_000_000
MOST_VALUES = 200_000
DEEPEST = 24
_TOO_DEEP = Text("is nested deeper than {limit} levels, aliases counted (expected fewer)", {"limit": DEEPEST})
_NO_YAML = N_("is not valid YAML: {why}")
_ITS_LIMIT = "maximum nesting depth"
LONGEST_TEXT = 10_000
"""Our largest files, the rule ledgers, have 280,000 bytes, 23,000 values, 8 levels and texts of 1,900 letters."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TOP_FIELD = re.compile(r"(\w+):")
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_BEGINS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


def shown_path(path: str | Path) -> str:
    """Return how a data file is named to people: from the data root where it lies in it, with forward slashes."""
    resolved = Path(os.path.realpath(path))
    root = data_root()
    return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else str(path)


def data_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a data file. DataError when it is no regular file, is too large or cannot be read."""
    try:
        return read_bounded(path, most)
    except OSError as error:
        raise DataError(shown_path(path), None, "", because(N_("cannot be read ({why})"), error)) from error
    except TooMuch as error:
        raise DataError(shown_path(path), None, "", because(N_("cannot be read: {why}"), error)) from error


def root_node(path: Path) -> yaml.Node:
    """Return what a YAML file holds, as nodes that know their lines. DataError with the line where it is no
    sound YAML.
    """
    name = shown_path(path)
    text = _text(data_bytes(path), name)
    try:
        _Limits(name, text).judge()
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = str(error.problem or error.context)
        # libyaml stops at a depth of its own, before it has told of the brackets that it has read
        problem = _TOO_DEEP if _ITS_LIMIT in said else Text(_NO_YAML, {"why": said})
        raise DataError(name, mark.line + 1 if mark else None, _field_around(text, error), problem) from error
    except yaml.YAMLError as error:  # a character that YAML does not allow
        problem = Text(_NO_YAML, {"why": " ".join(str(error).split())})
        raise DataError(name, None, "", problem) from error
    if root is None:
        raise DataError(name, 1, "", Text("is empty"))
    return root


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(name, line, "", Text("is not UTF-8 text (save the file as UTF-8)")) from error


@dataclass(slots=True)
class _Part:
    """A value while it is gone through: its anchor, how many values it holds, how many levels it has."""

    anchor: str | None
    values: int = 1
    levels: int = 0


class _Limits:
    """Goes through the events of a file; an alias counts for all that it stands for."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        self._open: list[_Part] = []
        self._known: dict[str, _Part] = {}
        self._values, self._deepest = 0, 0

    def judge(self) -> None:
        """DataError at the first event that goes beyond a limit."""
        if found := _DIRECTIVE.search(self._text):  # each is compared with all before it
            line = self._text.count("\n", 0, found.start()) + 1
            problem = Text("begins a line with %, which no data file needs (take the line out)")
            raise DataError(self._name, line, "", problem)
        for event in yaml.parse(self._text, Loader=_LOADER):
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, _BEGINS):
                self._values += 1
                self._open.append(_Part(event.anchor, self._values, 1))
            elif isinstance(event, _ENDS):
                part = self._open.pop()
                part.values = self._values - part.values + 1
                self._close(part)
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            if self._values > MOST_VALUES:
                message = N_("has more than {limit} values, aliases counted (expected fewer)")
                raise self._error(event, Text(message, {"limit": MOST_VALUES}))
            if self._deepest > DEEPEST or len(self._open) > DEEPEST:
                raise self._error(event, _TOO_DEEP)

    def _scalar(self, event: Any) -> None:
        if len(event.value) > LONGEST_TEXT:
            message = N_("has a text of more than {limit} characters (expected a shorter one)")
            raise self._error(event, Text(message, {"limit": LONGEST_TEXT}))
        plain = event.value.isascii() and event.value.isprintable()
        if not plain and (found := hidden_character(event.value, lines=True)):
            problem = Text("has the hidden character {character} in a text (take it out)", {"character": found})
            raise self._error(event, problem)
        self._values += 1
        if event.anchor is not None:
            self._known[event.anchor] = _Part(event.anchor)

    def _alias(self, event: Any) -> None:
        part = self._known.get(event.anchor)
        if part is None:
            message = N_("the alias *{name} stands for nothing that ends before it (write the value in full)")
            raise self._error(event, Text(message, {"name": event.anchor[:40]}))
        self._values += part.values
        self._close(_Part(None, part.values, part.levels))

    def _close(self, part: _Part) -> None:
        if self._open:
            self._open[-1].levels = max(self._open[-1].levels, part.levels + 1)
        if part.anchor is not None:
            self._known[part.anchor] = part
        self._deepest = max(self._deepest, len(self._open) + part.levels)

    def _error(self, event: Any, problem: Text) -> DataError:
        line = event.start_mark.line
        return DataError(self._name, line + 1, _top_field(self._text, line + 1), problem)


def _field_around(text: str, error: yaml.MarkedYAMLError) -> str:
    """The top-level field in which a mistake lies: where a bracket opened, else above the place at which it shows."""
    in_brackets = "flow" in (error.context or "")
    mark = (error.context_mark if in_brackets else error.problem_mark) or error.context_mark
    return _top_field(text, mark.line + (1 if mark.column else 0)) if mark is not None else ""


def _top_field(text: str, lines: int) -> str:
    """The last field without indent in the first lines of a text."""
    above = text.splitlines()[:lines]
    return next((match[1] for line in reversed(above) if (match := _TOP_FIELD.match(line))), "")
