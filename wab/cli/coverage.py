"""Which clauses of the rule ledgers the program implements, and which a test exercises, read from the sources.

A clause is implemented where the program's code or its data names it, tested where a test carries its mark
(`@pytest.mark.clause`). "X-6.1-3 to X-6.1-6" names all four.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

import ai
import wab
from wab.content.data import data_root
from wab.content.ledger import Ledger, ledgers, proposed_scenarios

_ID = r"(?:{prefixes})(?:-[0-9A-Za-z_]+(?:\.[0-9A-Za-z_]+)*)+"
_RANGE = re.compile(r"(.*-)(\d+)")


class Kind(msgspec.Struct, frozen=True):
    """How many clauses of one kind there are, and how many of them are implemented and tested."""

    clauses: int
    implemented: int
    tested: int


class Coverage(msgspec.Struct, frozen=True):
    """One system's clauses. `missing` are not implemented; ids in the order of the ledger."""

    clauses: int
    implemented: tuple[str, ...]
    tested: tuple[str, ...]
    missing: tuple[str, ...]
    untested: tuple[str, ...]
    by_kind: dict[str, Kind]


class Citation(msgspec.Struct, frozen=True, order=True):
    """A place that names an id."""

    path: str
    line: int
    id: str


def coverage() -> dict[str, Coverage]:
    """The coverage of every system that has a ledger, by its name."""
    named = {citation.id for citation in citations(program_files())}
    marked = {citation.id for citation in marks(files_of_tests())}
    return {system: _coverage(ledger, named, marked) for system, ledger in ledgers().items()}


def unknown_ids() -> list[Citation]:
    """Every id of a rule, in program, data or tests, that no ledger has; also where a mark carries something else."""
    known = {id_ for ledger in ledgers().values() for id_ in ledger.ids} | proposed_scenarios()
    cited = [*citations(program_files()), *marks(files_of_tests())]
    return sorted({citation for citation in cited if citation.id not in known and not _is_section(citation.id, known)})


def _is_section(id_: str, known: set[str]) -> bool:
    """Whole sections may be named as well: X-7.4 stands for X-7.4.1-1 and all others under it."""
    return any(other.startswith((f"{id_}-", f"{id_}.")) for other in known)


def _coverage(ledger: Ledger, named: set[str], marked: set[str]) -> Coverage:
    ids = [clause.id for clause in ledger.clauses]
    kinds: dict[str, list[str]] = {}
    for clause in ledger.clauses:
        kinds.setdefault(clause.kind, []).append(clause.id)
    return Coverage(
        clauses=len(ids),
        implemented=tuple(id_ for id_ in ids if id_ in named),
        tested=tuple(id_ for id_ in ids if id_ in marked),
        missing=tuple(id_ for id_ in ids if id_ not in named),
        untested=tuple(id_ for id_ in ids if id_ in named and id_ not in marked),
        by_kind={
            kind: Kind(len(of_kind), len(named.intersection(of_kind)), len(marked.intersection(of_kind)))
            for kind, of_kind in sorted(kinds.items())
        },
    )


# ------------------------------------------------------------------------------------------------- the sources


def program_files() -> list[Path]:
    """The program's sources, players included, and the data of its systems."""
    package = Path(wab.__file__).parent
    sources = [path for path in sorted(package.rglob("*.py")) if "data" not in path.relative_to(package).parts]
    sources += sorted(Path(ai.__file__).parent.rglob("*.py"))
    return sources + sorted((data_root() / "campaigns").rglob("*.yaml"))


def files_of_tests() -> list[Path]:
    """The tests, in a checkout; an installed program has none."""
    folder = Path(wab.__file__).parents[1] / "tests"
    return sorted(folder.rglob("*.py"))


def citations(paths: Iterable[Path]) -> Iterator[Citation]:
    """Every id of a rule that files name, anywhere in their text."""
    prefixes = "|".join(ledger.prefix for ledger in ledgers().values())
    one = _ID.format(prefixes=prefixes)
    pattern = re.compile(rf"\b({one})(?:\s+to\s+({one}))?")
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for found in pattern.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield from (Citation(str(path), line, id_) for id_ in _between(found[1], found[2]))


def _between(first: str, last: str | None) -> list[str]:
    """The ids from one to another of the same section; both as they are where they are no range."""
    if last is None:
        return [first]
    start, end = _RANGE.fullmatch(first), _RANGE.fullmatch(last)
    if start is None or end is None or start[1] != end[1]:
        return [first, last]
    return [f"{start[1]}{number}" for number in range(int(start[2]), int(end[2]) + 1)]


def marks(paths: Iterable[Path]) -> Iterator[Citation]:
    """Every id in a mark `pytest.mark.clause(...)`, as a decorator, a module's mark or a parameter's."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _is_mark(node.func):
                yield from (Citation(str(path), node.lineno, id_) for id_ in _strings(node.args))


def _is_mark(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "clause"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def _strings(arguments: Iterable[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
