"""A YAML file of any shape as plain values, for ledgers whose tables and examples have none of their own."""

from __future__ import annotations

import re
from math import isfinite
from pathlib import Path
from typing import Any

import yaml

from wab.content.nodes import root_node, shown_path
from wab.content.reader import Document
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_, Text

_PREFIX = "tag:yaml.org,2002:"
_TAGS = ("int", "float", "bool", "null", "str", "timestamp", "value", "merge", "map", "seq")
_MOST_DIGITS = 30
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def read_plain(path: str | Path) -> Document[Any]:
    """Maps, lists, texts, numbers and truth values as YAML tells them apart; a value of another kind, as a date, is
    text.

    DataError with file, line and field for a file that is no sound YAML. The same for a key that is no text, a key that
    stands twice, and a number with too many digits.
    """
    reader = _Plain(shown_path(path))
    return Document(reader.path, reader.value(root_node(Path(path)), ""), reader.lines)


class _Plain:
    """Walks the nodes and keeps the line of each field."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: dict[str, int] = {}

    def value(self, node: yaml.Node, where: str) -> Any:
        """Return what a node says."""
        self.lines[where] = node.start_mark.line + 1
        if node.tag.removeprefix(_PREFIX) not in _TAGS:
            raise self._error(node, where, Text("has the tag {tag}, which is not allowed here", {"tag": node.tag}))
        if isinstance(node, yaml.MappingNode):
            return self._map(node, where)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, f"{where}[{number}]") for number, item in enumerate(node.value)]
        return self._scalar(node, where)

    def _error(self, node: yaml.Node, where: str, problem: Text) -> DataError:
        return DataError(self.path, node.start_mark.line + 1, where, problem)

    def _map(self, node: yaml.MappingNode, where: str) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                problem = Text("has a list or a group of fields as a field name (expected a word)")
                raise self._error(key, where, problem)
            name = self._scalar(key, where)
            at = f"{where}.{name}"[:200] if where else str(name)[:200]
            if name in found:
                raise self._error(key, at, Text("stands here a second time"))
            found[name] = self.value(value, at)
        return found

    def _scalar(self, node: yaml.Node, where: str) -> Any:
        text, kind = str(node.value), node.tag.removeprefix(_PREFIX)
        if kind in ("int", "float") and len(text) > _MOST_DIGITS:
            message = N_("has a number of {digits} digits (expected {most} at most)")
            raise self._error(node, where, Text(message, {"digits": len(text), "most": _MOST_DIGITS}))
        if kind == "int" and _WHOLE.fullmatch(text):
            return int(text)
        if kind == "float" and _NUMBER.fullmatch(text) and isfinite(float(text)):
            return float(text)
        if kind == "bool" and text.lower() in _TRUTH:
            return _TRUTH[text.lower()]
        return None if kind == "null" else text
