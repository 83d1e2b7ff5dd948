"""Reads a YAML file into a shape (a msgspec Struct): every wrong file is named with line, field and what was expected.

The file is composed into nodes, which know their lines, and the nodes are read as the shape wants them: a plain scalar
where text is wanted is text, so that a label 0412 or a date needs no quotes and "no" never becomes a truth value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar, cast

import yaml
from msgspec import Meta, inspect

from wab.content.folders import yaml_files
from wab.content.nodes import root_node, shown_path
from wab.content.references import label_faults, labels_of
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_, Argument, Text
from wab.hexes import Grid, HexId

__all__ = [
    "EACH",
    "Document",
    "Words",
    "did_you_mean",
    "expect_names",
    "not_in_file",
    "read_document",
    "read_yaml",
    "shown_path",
]

T = TypeVar("T")

_WHOLE = re.compile(r"[-+]?[0-9]+")
_NUMBER = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_TRUTH = {"true": True, "false": False}
_NOTHING = ("", "~", "null")
_PLAIN_TAGS = ("str", "int", "float", "bool", "null", "timestamp", "map", "seq", "merge", "value", "binary")
Line = Annotated[
    str,
    Meta(pattern=r"^.{0,200}$", description=N_("a name or title (expected one line of at most 200 characters)")),
]
"""A name or a title: what stands in lists, on labels and in sentences."""
EACH = Meta(extra={"each": True})
"""Marks a group of fields that must have every key of its type."""
IN_ENGLISH = Meta(extra={"keys": ("en",)})
"""Marks words by language: a language without words of its own takes the English ones."""
Words = Annotated[dict[Literal["en", "fr"], str], IN_ENGLISH]
"""A text by language."""
Title = Annotated[dict[Literal["en", "fr"], Line], IN_ENGLISH]
"""A name or a title by language."""
Name = Annotated[
    Line | Title,
    Meta(description=N_("a name of one line, or one by language (in braces, as en: 29th Division, fr: 29e division)")),
]
"""A name in one language, which is the same in all of them, or by language."""

_TOO_LARGE = N_("{value} is too large (expected {expected})")
_TOO_SMALL = N_("{value} is too small (expected {expected})")
_LONGEST_QUOTE = 40
_MOST_DIGITS = 30
_LONGEST_NAME = 80


@dataclass(frozen=True)
class Document(Generic[T]):
    """A file that was read: its content, and the line on which each field stands.

    `hexes` are all hexes that it names, each with its field; `strays` the labels that the map does not have.
    """

    path: str
    content: T
    lines: dict[str, int] = field(repr=False)
    hexes: tuple[tuple[str, HexId], ...] = field(default=(), repr=False)
    strays: tuple[tuple[str, Text], ...] = ()

    def error(self, field_path: str, problem: str | Text) -> DataError:
        """The error that something is wrong with a field, for checks that the shape cannot express."""
        return DataError(self.path, self.line(field_path), field_path, problem)

    def line(self, field_path: str) -> int:
        """The line of a field, or of the nearest field around it that the file holds."""
        while field_path and field_path not in self.lines:
            field_path = field_path[: max(field_path.rfind("."), field_path.rfind("["), 0)]
        return self.lines.get(field_path, 1)


def read_yaml(path: str | Path, shape: type[T]) -> T:
    """The content of a YAML file, checked against a shape. DataError with file, line and field when it is wrong."""
    return read_document(path, shape).content


def read_document(path: str | Path, shape: type[T], grid: Grid | None = None, *, borrows: bool = False) -> Document[T]:
    """As `read_yaml`, with the lines kept for further checks. `grid`: the map whose hexes the file names.

    `borrows`: a top-level field may be written `{like: NAME}`, and then it comes from the file NAME.yaml next to this
    one. Its faults are reported at the line that borrows it.
    """
    name = shown_path(path)
    root = root_node(Path(path))
    if borrows and isinstance(root, yaml.MappingNode):
        root.value = [(key, _borrowed(key, value, Path(path), name)) for key, value in root.value]
    reader = _Reader(name, grid)
    content = cast(T, reader.read(root, _type_info(cast(Any, shape)), ""))
    return Document(name, content, reader.lines, tuple(reader.hexes), tuple(reader.strays))


_LIKE = "like"


def _borrowed(key: yaml.Node, value: yaml.Node, path: Path, name: str) -> yaml.Node:
    """The value itself, or the value of the same key in the file that it names; a lent value is not itself borrowed."""
    if not (isinstance(value, yaml.MappingNode) and [entry.value for entry, _ in value.value] == [_LIKE]):
        return value
    where, lender = f"{key.value}.{_LIKE}", value.value[0][1]
    known = {other.stem: other for other in yaml_files(path.parent) if other.stem != path.stem}

    def refuse(problem: Text) -> DataError:
        return DataError(name, lender.start_mark.line + 1, where, problem)

    if not isinstance(lender, yaml.ScalarNode) or lender.value not in known:
        message = N_("{value} is not the name of another file here ({hint})")
        raise refuse(Text(message, {"value": _shown(lender), "hint": _near(str(lender.value), known)}))
    lent = _field_of(root_node(known[lender.value]), key.value)
    if lent is None:
        raise refuse(Text('"{name}" has no field {field}', {"name": lender.value, "field": key.value}))
    if isinstance(lent, yaml.MappingNode) and [entry.value for entry, _ in lent.value] == [_LIKE]:
        message = N_('"{name}" borrows its {field} itself (expected a file that says it in full)')
        raise refuse(Text(message, {"name": lender.value, "field": key.value}))
    return _moved(lent, lender.start_mark)


def _near(word: str, names: Iterable[str]) -> Text:
    near = get_close_matches(word[:_LONGEST_NAME], names, 1)
    return Text('did you mean "{name}"?', {"name": near[0]}) if near else Text("expected a file name without .yaml")


def _field_of(root: yaml.Node, key: str) -> yaml.Node | None:
    entries = root.value if isinstance(root, yaml.MappingNode) else []
    return next((value for entry, value in entries if entry.value == key), None)


def _moved(node: yaml.Node, mark: Any) -> yaml.Node:
    """A node whose every part stands at one mark."""
    node.start_mark = mark
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _moved(key, mark)
            _moved(value, mark)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _moved(item, mark)
    return node


@cache
def _type_info(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


def did_you_mean(word: str, known: Iterable[str]) -> Text:
    """A hint for a misspelt name: the nearest known one, or all of them when none is near."""
    names = sorted(known)
    if near := get_close_matches(word[:_LONGEST_NAME], names, 1):
        return Text('did you mean "{name}"?', {"name": near[0]})
    return Text("expected one of: {known}", {"known": ", ".join(names)}) if names else Text("nothing is known here")


def not_in_file(word: str, file: str, known: Iterable[str]) -> Text:
    """That a file has no such name, with a hint of what may be meant."""
    args: dict[str, Argument] = {"name": word, "file": file, "hint": did_you_mean(word, known)}
    return Text('"{name}" is not in {file} ({hint})', args)


def expect_names(path: Path, part: str, names: Iterable[str], file: str, known: Collection[str]) -> None:
    """Raise DataError that names the part of the file at `path` if a name is not in the other file."""
    for name in names:
        if name not in known:
            raise DataError(shown_path(path), None, part, not_in_file(name, file, known))


class _Reader:
    """Walks nodes and the wanted type side by side. `where` is the path of the field, as people write it."""

    def __init__(self, path: str, grid: Grid | None) -> None:
        self.path, self.grid = path, grid
        self.lines: dict[str, int] = {}
        self.hexes: list[tuple[str, HexId]] = []
        self.strays: list[tuple[str, Text]] = []

    def read(self, node: yaml.Node, wanted: inspect.Type, where: str) -> Any:
        """The value of a node as the type wants it."""
        self.lines[where] = node.start_mark.line + 1
        self._check_tag(node, where)
        if isinstance(wanted, inspect.Metadata):
            return self._with_description(node, wanted, where)
        if isinstance(wanted, inspect.UnionType):
            return self._union(node, wanted, where)
        if isinstance(wanted, inspect.StructType):
            return self._struct(self._mapping(node, wanted, where), node, wanted, where)
        if isinstance(wanted, inspect.DictType):
            return self._dict(self._mapping(node, wanted, where), wanted, where)
        if isinstance(wanted, inspect.VarTupleType | inspect.ListType):
            return tuple(self.read(item, wanted.item_type, at) for at, item in self._items(node, wanted, where))
        if isinstance(wanted, inspect.TupleType):
            return self._fixed_tuple(node, wanted, where)
        return self._scalar(node, wanted, where)

    # ---- errors

    def error(self, node: yaml.Node, where: str, problem: Text) -> DataError:
        """An error at the line where a node begins."""
        return DataError(self.path, node.start_mark.line + 1, where, problem)

    def _unfit(self, node: yaml.Node, wanted: inspect.Type, where: str, description: str = "") -> DataError:
        expected = Text(description) if description else _described(wanted)
        return self.error(node, where, Text("{value} is not {expected}", {"value": _shown(node), "expected": expected}))

    def _check_tag(self, node: yaml.Node, where: str) -> None:
        prefix, _, tag = node.tag.rpartition(":")
        if tag not in _PLAIN_TAGS or prefix != "tag:yaml.org,2002":
            raise self.error(node, where, Text("has the tag {tag}, which is not allowed here", {"tag": node.tag}))

    # ---- containers

    def _mapping(self, node: yaml.Node, wanted: inspect.Type, where: str) -> list[tuple[str, yaml.Node, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            raise self._unfit(node, wanted, where)
        entries: dict[str, tuple[str, yaml.Node, yaml.Node]] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.error(key, where, Text("{value} is not a field name", {"value": _shown(key)}))
            if key.value in entries:
                raise self.error(key, _member(where, key.value), Text("stands here a second time"))
            entries[key.value] = (key.value, key, value)
        return list(entries.values())

    def _struct(
        self,
        entries: list[tuple[str, yaml.Node, yaml.Node]],
        node: yaml.Node,
        wanted: inspect.StructType,
        where: str,
    ) -> Any:
        fields = {field.encode_name: field for field in wanted.fields}
        values = {}
        for name, key, value in entries:
            if name not in fields:
                problem = Text("unknown field ({hint})", {"hint": did_you_mean(name, fields)})
                raise self.error(key, _member(where, name), problem)
            values[fields[name].name] = self.read(value, fields[name].type, _member(where, name))
            self.lines[_member(where, name)] = key.start_mark.line + 1
        for name, wanted_field in fields.items():
            if wanted_field.required and wanted_field.name not in values:
                expected = _described(wanted_field.type)
                raise self.error(
                    node, _member(where, name), Text("missing field (expected {expected})", {"expected": expected})
                )
        return wanted.cls(**values)

    def _dict(
        self, entries: list[tuple[str, yaml.Node, yaml.Node]], wanted: inspect.DictType, where: str
    ) -> dict[Any, Any]:
        return {
            self._scalar(key, wanted.key_type, _member(where, name)): self.read(
                value, wanted.value_type, _member(where, name)
            )
            for name, key, value in entries
        }

    def _items(self, node: yaml.Node, wanted: inspect.Type, where: str) -> list[tuple[str, yaml.Node]]:
        if not isinstance(node, yaml.SequenceNode):
            raise self._unfit(node, wanted, where)
        self._check_length(node, wanted, where)
        return [(f"{where}[{i}]", item) for i, item in enumerate(node.value)]

    def _check_length(self, node: yaml.Node, wanted: inspect.Type, where: str) -> None:
        least, most = getattr(wanted, "min_length", None) or 0, getattr(wanted, "max_length", None)
        if least <= len(node.value) and (most is None or len(node.value) <= most):
            return
        limits: dict[str, Argument] = {"least": least, "most": most or 0}
        message = Text("{least} or more", limits) if most is None else Text("{least} to {most}", limits)
        counts: dict[str, Argument] = {"n": len(node.value), "expected": least if least == most else message}
        raise self.error(node, where, Text("has {n} items, expected {expected}", counts))

    def _fixed_tuple(self, node: yaml.Node, wanted: inspect.TupleType, where: str) -> tuple[Any, ...]:
        items = self._items(node, wanted, where)
        if len(items) != len(wanted.item_types):
            counts: dict[str, Argument] = {"n": len(items), "expected": len(wanted.item_types)}
            raise self.error(node, where, Text("has {n} items, expected {expected}", counts))
        return tuple(self.read(item, type_, at) for (at, item), type_ in zip(items, wanted.item_types, strict=True))

    # ---- single values

    def _with_description(self, node: yaml.Node, wanted: inspect.Metadata, where: str) -> Any:
        description = (wanted.extra_json_schema or {}).get("description", "")
        try:
            value = self._hexes(node, wanted, where) if _is_hex(wanted) else self.read(node, wanted.type, where)
        except DataError as error:
            if not description or error.field != where:
                raise
            raise self._unfit(node, wanted.type, where, description) from error
        for key in _wanted_keys(wanted):
            if key not in value:
                assert isinstance(wanted.type, inspect.DictType), "groups of fields alone have wanted keys"
                expected: dict[str, Argument] = {"expected": _described(wanted.type.value_type)}
                raise self.error(node, _member(where, key), Text("missing field (expected {expected})", expected))
        return value

    def _hexes(self, node: yaml.Node, wanted: inspect.Metadata, where: str) -> Any:
        """The hex that a label names, or the hexes of a range of them."""
        assert self.grid is not None, "a file that names hexes is read for a map"
        text: str = self._scalar(node, inspect.StrType(pattern=(wanted.extra or {})["label"]), where)
        found = tuple(map(self.grid.labelled, labels_of(text)))
        self.hexes += [(where, hex_) for hex_ in found]
        self.strays += [(where, fault) for fault in label_faults(self.grid, text)]
        return found if isinstance(wanted.type, inspect.VarTupleType) else found[0]

    def _union(self, node: yaml.Node, wanted: inspect.UnionType, where: str) -> Any:
        if _is_nothing(node) and any(isinstance(member, inspect.NoneType) for member in wanted.types):
            return None
        kinds = [member for member in wanted.types if not isinstance(member, inspect.NoneType)]
        members = [member for member in kinds if _suits(node, member)] or kinds
        if len(members) == 1:
            return self.read(node, members[0], where)
        for member in members:
            try:
                return self.read(node, member, where)
            except DataError:
                continue
        raise self._unfit(node, wanted, where)

    def _scalar(self, node: yaml.Node, wanted: inspect.Type, where: str) -> Any:
        if isinstance(wanted, inspect.Metadata):
            return self._with_description(node, wanted, where)
        if not isinstance(node, yaml.ScalarNode):
            raise self._unfit(node, wanted, where)
        if isinstance(wanted, inspect.StrType):
            return self._string(node, wanted, where)
        if isinstance(wanted, inspect.LiteralType):
            if node.value in wanted.values:
                return node.value
            known = [str(value) for value in wanted.values]
            hint = get_close_matches(node.value[:_LONGEST_NAME], known, 1)
            args: dict[str, Argument] = {"value": _shown(node), "known": ", ".join(known)}
            if not hint:
                raise self.error(node, where, Text("{value} is not one of: {known}", args))
            message = N_('{value} is not one of: {known} (did you mean "{name}"?)')
            raise self.error(node, where, Text(message, {**args, "name": hint[0]}))
        if isinstance(wanted, inspect.BoolType):
            if _is_plain(node) and node.value in _TRUTH:
                return _TRUTH[node.value]
        elif isinstance(wanted, inspect.IntType | inspect.FloatType):
            return self._number(node, wanted, where)
        raise self._unfit(node, wanted, where)

    def _string(self, node: yaml.ScalarNode, wanted: inspect.StrType, where: str) -> str:
        text = str(node.value)
        if _is_nothing(node):
            raise self.error(node, where, Text("is empty (expected {expected})", {"expected": _described(wanted)}))
        if wanted.pattern is not None and ("\n" in text or not re.search(wanted.pattern, text)):
            raise self._unfit(node, wanted, where)
        return text

    def _number(self, node: yaml.ScalarNode, wanted: inspect.IntType | inspect.FloatType, where: str) -> int | float:
        whole = isinstance(wanted, inspect.IntType)
        if not _is_plain(node) or not (_WHOLE if whole else _NUMBER).fullmatch(node.value):
            raise self._unfit(node, wanted, where)
        if len(node.value) > _MOST_DIGITS:
            message = N_("has a number of {digits} digits (expected {most} at most)")
            raise self.error(node, where, Text(message, {"digits": len(node.value), "most": _MOST_DIGITS}))
        value = int(node.value) if whole else float(node.value)
        if not isfinite(value):
            raise self.error(node, where, Text(_TOO_LARGE, {"value": node.value, "expected": _described(wanted)}))
        if wanted.ge is not None and value < wanted.ge:
            raise self.error(node, where, Text(_TOO_SMALL, {"value": node.value, "expected": _described(wanted)}))
        if wanted.le is not None and value > wanted.le:
            raise self.error(node, where, Text(_TOO_LARGE, {"value": node.value, "expected": _described(wanted)}))
        return value


def _is_hex(wanted: inspect.Metadata) -> bool:
    return "label" in (wanted.extra or {})


def _wanted_keys(wanted: inspect.Metadata) -> tuple[str, ...]:
    marks = wanted.extra or {}
    if "each" in marks and isinstance(wanted.type, inspect.DictType):
        keys = wanted.type.key_type
        return tuple(map(str, keys.values)) if isinstance(keys, inspect.LiteralType) else ()
    found: tuple[str, ...] = marks.get("keys", ())
    return found


def _suits(node: yaml.Node, wanted: inspect.Type) -> bool:
    """Tell whether a type is written as such a node: a group of fields, a list or a single value."""
    if isinstance(wanted, inspect.Metadata | inspect.UnionType):
        return isinstance(wanted, inspect.UnionType) or _suits(node, wanted.type)
    if isinstance(wanted, inspect.StructType | inspect.DictType):
        return isinstance(node, yaml.MappingNode)
    if isinstance(wanted, inspect.VarTupleType | inspect.ListType | inspect.TupleType):
        return isinstance(node, yaml.SequenceNode)
    return isinstance(node, yaml.ScalarNode)


def _member(where: str, name: str) -> str:
    name = name[:_LONGEST_NAME]
    return f"{where}.{name}" if where else name


def _is_plain(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style


def _is_nothing(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and _is_plain(node) and node.value in _NOTHING


def _shown(node: yaml.Node) -> str | Text:
    if isinstance(node, yaml.MappingNode):
        return Text("a group of fields")
    if isinstance(node, yaml.SequenceNode):
        return Text("a list")
    text = str(node.value)
    return f'"{text[:_LONGEST_QUOTE]}…"' if len(text) > _LONGEST_QUOTE else f'"{text}"'


def _described(wanted: inspect.Type) -> Text:
    """Return what a type wants, in plain words with an article."""
    if isinstance(wanted, inspect.Metadata):
        description = (wanted.extra_json_schema or {}).get("description")
        return Text(description) if description else _described(wanted.type)
    if isinstance(wanted, inspect.LiteralType):
        return Text("one of: {known}", {"known": ", ".join(map(str, wanted.values))})
    if isinstance(wanted, inspect.IntType | inspect.FloatType):
        return _number_words(wanted)
    if isinstance(wanted, inspect.UnionType):
        return _either([_described(m) for m in wanted.types if not isinstance(m, inspect.NoneType)])
    for kinds, words in _WORDS:
        if isinstance(wanted, kinds):
            return Text(words)
    return Text("a value")


def _either(kinds: list[Text]) -> Text:
    """One or another: "a number or a list"."""
    first, *rest = kinds
    return Text("{a} or {b}", {"a": first, "b": _either(rest)}) if rest else first


_WORDS: tuple[tuple[tuple[type, ...], str], ...] = (
    ((inspect.StrType,), N_("text")),
    ((inspect.BoolType,), N_("true or false")),
    ((inspect.StructType, inspect.DictType), N_("a group of fields")),
    ((inspect.VarTupleType, inspect.ListType, inspect.TupleType), N_("a list")),
)


def _number_words(wanted: inspect.IntType | inspect.FloatType) -> Text:
    name = Text("a whole number") if isinstance(wanted, inspect.IntType) else Text("a number")
    args: dict[str, Argument] = {"number": name, "least": str(wanted.ge), "most": str(wanted.le)}
    if wanted.ge is not None and wanted.le is not None:
        return Text("{number} from {least} to {most}", args)
    if wanted.ge is not None:
        return Text("{number}, {least} or more", args)
    return Text("{number}, {most} or less", args) if wanted.le is not None else name
