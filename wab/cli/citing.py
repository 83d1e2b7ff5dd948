"""The places where the program carries out a rule: read from its syntax and its data, never from a comment.

A rule is carried out where code that runs cites it: in the docstring of a function, a class, a module or a named value
that is no stub, or as a string that code works with (`clause="OPS-6.4-1"`). A field of a data file cites it likewise.
Numbers and tables that data carry out without such a field stand in a reviewed list, docs/rules/places.yaml, and each
line of it counts as long as its place exists.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from wab.content.data import program_root, rules_root
from wab.content.ledger import ledgers
from wab.engine.files.looking import is_file
from wab.engine.words.errors import DataError
from wab.home import home

PLACES = "places.yaml"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ID = r"(?:{prefixes})(?:-[0-9A-Za-z_]+(?:\.[0-9A-Za-z_]+)*)+"
_RANGE = re.compile(r"(.*-)(\d+)")
_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Citation(msgspec.Struct, frozen=True, order=True):
    """A place that names an id."""

    path: str
    line: int
    id: str


# ------------------------------------------------------------------------------------------------- ids in text


def ids_in(text: str) -> Iterator[tuple[int, str]]:
    """Every id of a rule in a text, with its line from 1; "X-6.1-3 to X-6.1-6" names all four."""
    for found in _pattern().finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield from ((line, id_) for id_ in _between(found[1], found[2]))


@cache
def _pattern() -> re.Pattern[str]:
    prefixes = "|".join(ledger.prefix for ledger in ledgers().values())
    one = _ID.format(prefixes=prefixes)
    return re.compile(rf"\b({one})(?:\s+to\s+({one}))?")


def _between(first: str, last: str | None) -> list[str]:
    """The ids from one to another of the same section; both as they are where they are no range."""
    if last is None:
        return [first]
    start, end = _RANGE.fullmatch(first), _RANGE.fullmatch(last)
    if start is None or end is None or start[1] != end[1]:
        return [first, last]
    return [f"{start[1]}{number}" for number in range(int(start[2]), int(end[2]) + 1)]


def mentions(paths: Iterable[Path]) -> Iterator[Citation]:
    """Every id that files name anywhere in their text, comments included: for a check of spelling, not for a count."""
    for path in paths:
        found = ids_in(path.read_text(encoding="utf-8"))
        yield from (Citation(str(path), line, id_) for line, id_ in found)


# ------------------------------------------------------------------------------------------------- the program


def program_files() -> list[Path]:
    """The program's sources, players included."""
    package = home() / "wab"
    sources = [path for path in sorted(package.rglob("*.py")) if "data" not in path.relative_to(package).parts]
    return sources + sorted((home() / "ai").rglob("*.py"))


def data_files() -> list[Path]:
    """The data of the systems: the program's own, wherever a designer's lie."""
    return sorted((program_root() / "campaigns").rglob("*.yaml"))


def citations() -> Iterator[Citation]:
    """Every id that the program carries out: cited by code, by data, or in the reviewed list."""
    for path in program_files():
        yield from cited_by_code(path)
    for path in data_files():
        yield from cited_by_data(path)
    yield from listed()


def cited_by_code(path: Path) -> tuple[Citation, ...]:
    """The ids in docstrings of code that is no stub, and in strings that code works with."""
    return _cited(_in_code, path, path.read_text(encoding="utf-8"))


@cache
def _cited(way: Callable[[Path, str], Iterator[Citation]], path: Path, text: str) -> tuple[Citation, ...]:
    """Read a text once, and its syntax only if it names an id at all: most files name none."""
    return tuple(way(path, text)) if _pattern().search(text) else ()


def _in_code(path: Path, text: str) -> Iterator[Citation]:
    tree = ast.parse(text)
    docstrings = dict(_docstrings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and docstrings.get(node, True):
            yield from (Citation(str(path), node.lineno + line - 1, id_) for line, id_ in ids_in(node.value))


def _docstrings(tree: ast.Module) -> Iterator[tuple[ast.Constant, bool]]:
    """Every string that stands by itself, and whether it describes something that runs."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for before, statement in zip([None, *body], body, strict=False):
            if isinstance(statement, ast.Expr) and (text := _text(statement)) is not None:
                first = before is None and isinstance(node, _Documented)
                yield text, runs(node) if first else isinstance(before, ast.Assign | ast.AnnAssign)


def _text(statement: ast.Expr) -> ast.Constant | None:
    value = statement.value
    return value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def runs(node: ast.AST) -> bool:
    """Tell whether a function, a class or a module does anything: not where it is a docstring, `pass` or `...`."""
    body = getattr(node, "body", [])
    does = any(not _is_nothing(statement) for statement in body)
    return does or (isinstance(node, ast.ClassDef) and bool(node.bases))


def _is_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Raise):
        return "NotImplementedError" in ast.unparse(statement)
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def cited_by_data(path: Path) -> tuple[Citation, ...]:
    """The ids in the values of a data file."""
    return _cited(_in_data, path, path.read_text(encoding="utf-8"))


def _in_data(path: Path, text: str) -> Iterator[Citation]:
    waiting = [yaml.compose(text, Loader=_LOADER)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.ScalarNode):
            line = node.start_mark.line
            yield from (Citation(str(path), line + at, id_) for at, id_ in ids_in(node.value))
        elif isinstance(node, yaml.MappingNode):
            waiting += [value for _key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value


# ------------------------------------------------------------------------------------------------- the reviewed list


def places() -> dict[str, str]:
    """The reviewed list: by id, the place that carries it out: "file.py::Class.function", "file.yaml::field.field"."""
    path = rules_root() / PLACES
    content: Mapping[str, Mapping[str, str]] = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
    return {id_: f"{file}::{place}" for file, lines in content.items() for id_, place in lines.items()}


def listed() -> Iterator[Citation]:
    """The ids of the reviewed list. DataError if a line names a place that does not exist."""
    for id_, place in places().items():
        file, _, name = place.partition("::")
        line = line_of(file, name)
        if not line:
            raise DataError(str(rules_root() / PLACES), None, id_, f"names {place}, which does not exist")
        yield Citation(file, line, id_)


def line_of(file: str, name: str) -> int:
    """The line of a function, class or value of a source, or of a field of a data file; 0 if it does not exist."""
    path = (program_root() if file.startswith(("campaigns/", "geodata/")) else home()) / file
    if not is_file(path):
        return 0
    return _line_in_data(path, name) if path.suffix == ".yaml" else _line_in_code(path, name)


def _line_in_code(path: Path, name: str) -> int:
    found: ast.AST = _tree(path)
    for part in name.split("."):
        named = [node for node in getattr(found, "body", []) if part in _names(node)]
        if not named:
            return 0
        found = named[-1]
    stub = isinstance(found, ast.FunctionDef | ast.ClassDef) and not runs(found)
    return 0 if stub else getattr(found, "lineno", 0)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _line_in_data(path: Path, name: str) -> int:
    node = _composed(path)
    line = 0
    for part in name.split("."):
        inner = dict(_fields(node))
        if part not in inner:
            return 0
        line, node = inner[part]
    return line


def _fields(node: yaml.Node | None) -> Iterator[tuple[str, tuple[int, yaml.Node]]]:
    """The fields of a mapping by name, the items of a list by number from 0, with the line of each."""
    if isinstance(node, yaml.MappingNode):
        yield from ((key.value, (key.start_mark.line + 1, value)) for key, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from ((str(at), (value.start_mark.line + 1, value)) for at, value in enumerate(node.value))


@cache
def _composed(path: Path) -> yaml.Node | None:
    return yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
