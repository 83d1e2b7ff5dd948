"""Coverage of the rule ledgers: the entries that the program implements, and the entries that a test exercises.

`citing` defines "implemented", `exercised` defines "tested". A worked example is no rule: it is carried out by the
rules that it shows, and counts as implemented when it is tested.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from wab.cli.citing import Citation, citations, data_files, mentions, program_files
from wab.cli.exercised import checkout, tested_ids
from wab.content.ledger import Clause, Example, Ledger, Table, ledgers, proposed_scenarios


class Kind(msgspec.Struct, frozen=True):
    """The number of clauses of one kind, and how many of them are implemented and tested."""

    clauses: int
    implemented: int
    tested: int


class Part(msgspec.Struct, frozen=True):
    """The tables or the examples of a ledger: their number, and their ids as in `Coverage`."""

    entries: int
    implemented: tuple[str, ...]
    tested: tuple[str, ...]
    missing: tuple[str, ...]
    untested: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """One system's clauses. `missing` are not implemented; ids in the order of the ledger."""

    clauses: int
    implemented: tuple[str, ...]
    tested: tuple[str, ...]
    missing: tuple[str, ...]
    untested: tuple[str, ...]
    by_kind: dict[str, Kind]
    tables: Part
    examples: Part


def coverage() -> dict[str, Coverage]:
    """The coverage of every system that has a ledger, by its name."""
    named, tested = {citation.id for citation in citations()}, tested_ids()
    return {system: _coverage(ledger, named, tested) for system, ledger in ledgers().items()}


def _coverage(ledger: Ledger, named: Collection[str], tested: Collection[str]) -> Coverage:
    whole = _part(ledger.clauses, named, tested)
    kinds: dict[str, list[Clause]] = {}
    for clause in ledger.clauses:
        kinds.setdefault(clause.kind, []).append(clause)
    return Coverage(
        clauses=whole.entries,
        implemented=whole.implemented,
        tested=whole.tested,
        missing=whole.missing,
        untested=whole.untested,
        by_kind={kind: _kind(_part(of_kind, named, tested)) for kind, of_kind in sorted(kinds.items())},
        tables=_part(ledger.tables, named, tested),
        examples=_part(ledger.examples, tested, tested),
    )


def _part(entries: Iterable[Clause | Table | Example], named: Collection[str], tested: Collection[str]) -> Part:
    ids = [entry.id for entry in entries]
    return Part(
        entries=len(ids),
        implemented=tuple(id_ for id_ in ids if id_ in named),
        tested=tuple(id_ for id_ in ids if id_ in tested),
        missing=tuple(id_ for id_ in ids if id_ not in named),
        untested=tuple(id_ for id_ in ids if id_ in named and id_ not in tested),
    )


def _kind(part: Part) -> Kind:
    return Kind(part.entries, len(part.implemented), len(part.tested))


# ------------------------------------------------------------------------------------------------- spelling


def unknown_ids() -> list[Citation]:
    """Every id of a rule, in program, data, tests, tools or pages, comments included, that no ledger has."""
    return unknown_in([*program_files(), *data_files(), *_beside_the_program()])


def unknown_in(paths: Iterable[Path]) -> list[Citation]:
    """Every id of a rule in the text of files that no ledger has."""
    known = {id_ for ledger in ledgers().values() for id_ in ledger.ids} | proposed_scenarios()
    return sorted({one for one in mentions(paths) if one.id not in known and not _is_section(one.id, known)})


def _beside_the_program() -> list[Path]:
    """The tests, tools and pages of a checkout; an installed program has none."""
    root = checkout()
    if root is None:
        return []
    folders, kinds = ("art", "lab", "tests", "tools", "trials"), ("py", "yaml")
    programs = [f"{folder}/**/*.{kind}" for folder in folders for kind in kinds]
    patterns = (*programs, "docs/**/*.md", "*.md", "docs/rules/places.yaml")
    return sorted({path for pattern in patterns for path in root.glob(pattern)})


def _is_section(id_: str, known: set[str]) -> bool:
    """Whole sections may be named as well: X-7.4 stands for X-7.4.1-1 and all others under it."""
    return any(other.startswith((f"{id_}-", f"{id_}.")) for other in known)
