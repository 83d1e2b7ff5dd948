"""The rule ledgers (docs/rules): every clause, table and worked example of every rule system, by id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wab.content.data import rules_root
from wab.content.folders import yaml_files
from wab.content.plain import read_plain
from wab.content.reader import Document
from wab.engine.words.errors import UsageError
from wab.locale import gettext


class RuleBook(NamedTuple):
    """The part of a ledger that a player reads: clauses of these kinds, of these chapters (of all where none is
    named).
    """

    kinds: tuple[str, ...]
    chapters: tuple[str, ...] = ()


RULE_BOOKS: Mapping[str, RuleBook] = {
    "operations": RuleBook(("rule",), ("3", "4", "5", "6", "7", "8", "9", "10")),
    "cards": RuleBook(("rule", "variant")),
    "zocbonds": RuleBook(("rule", "table", "scenario", "variant")),
}
"""By system; the texts for players are translated."""


class Clause(msgspec.Struct, frozen=True):
    """A rule in our words: the unit in which "implemented and tested" is said."""

    id: str
    title: str
    rule: str
    kind: str
    needs: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The section of the rules that it belongs to: X-6.4-1 belongs to 6.4."""
        return self.id.split("-")[1]

    @property
    def text(self) -> str:
        """The rule as one line."""
        return " ".join(self.rule.split())


class Table(msgspec.Struct, frozen=True):
    """A table or figure that the rules refer to."""

    id: str
    title: str
    known: Any = None


class Example(msgspec.Struct, frozen=True):
    """A worked example: what is given, what must come out."""

    id: str
    section: str
    given: Any
    expect: Any


class Ambiguity(msgspec.Struct, frozen=True):
    """A question that the source leaves open, and our choice."""

    id: str
    question: str
    choice: str


class Ledger(msgspec.Struct, frozen=True):
    """All rules of one system."""

    system: str
    title: str
    clauses: tuple[Clause, ...]
    tables: tuple[Table, ...] = ()
    examples: tuple[Example, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()

    @property
    def prefix(self) -> str:
        """Return what the ids of this ledger begin with: OPS, ZOC..."""
        return self.clauses[0].id.partition("-")[0]

    @property
    def ids(self) -> frozenset[str]:
        """Every id that code, data and tests may name."""
        return frozenset(entry.id for entry in (*self.entries, *self.ambiguities))

    @property
    def entries(self) -> tuple[Clause | Table | Example, ...]:
        """Clauses, tables and examples, in the order of the ledger."""
        return (*self.clauses, *self.tables, *self.examples)

    def sections(self) -> dict[str, list[Clause]]:
        """The clauses by section, in the order of the ledger."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            found.setdefault(clause.section, []).append(clause)
        return found

    @property
    def rule_book(self) -> tuple[Clause, ...]:
        """The rules of play: not what the book asks of the product, of the window or of the data; () where none is."""
        book = RULE_BOOKS.get(self.system, RuleBook(()))
        return tuple(one for one in self.clauses if one.kind in book.kinds and _is_in(one, book.chapters))


def _is_in(clause: Clause, chapters: tuple[str, ...]) -> bool:
    return not chapters or clause.section.split(".")[0] in chapters


Files = tuple[Document[Mapping[str, Any]], ...]


def ledgers() -> dict[str, Ledger]:
    """Every ledger by system, in alphabetical order. DataError if one cannot be read."""
    return dict(_ledgers(rules_root()))


def ledgers_in(folder: Path) -> dict[str, Ledger]:
    """The ledgers of any folder, read again. DataError if one cannot be read."""
    return dict(_books(_contents(folder)))


def spoken(clause: Clause) -> Clause:
    """A rule in the reader's language; in English where it has not been translated."""
    return msgspec.structs.replace(clause, title=gettext(clause.title), rule=gettext(clause.text))


@cache
def _ledgers(folder: Path) -> tuple[tuple[str, Ledger], ...]:
    return _books(_files(folder))


def _books(files: Files) -> tuple[tuple[str, Ledger], ...]:
    found = (_ledger(file) for file in files if "clauses" in file.content)
    return tuple((ledger.system, ledger) for ledger in found)


def _ledger(file: Document[Mapping[str, Any]]) -> Ledger:
    try:
        return msgspec.convert(file.content, Ledger)
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at `$")
        raise file.error(where.rstrip("`").lstrip("."), f"is not as in a rule ledger: {problem}") from error


def proposed_scenarios() -> frozenset[str]:
    """The ids of the scenarios that the lists next to the ledgers propose; data files name them as their source."""
    lists = (file.content.get("scenarios", ()) for file in _files(rules_root()) if "clauses" not in file.content)
    return frozenset(scenario["id"] for scenarios in lists for scenario in scenarios)


@cache
def _files(folder: Path) -> Files:
    return _contents(folder)


def _contents(folder: Path) -> Files:
    return tuple(_content(path) for path in yaml_files(folder))


def _content(path: Path) -> Document[Mapping[str, Any]]:
    file = read_plain(path)
    if not isinstance(file.content, dict):
        raise file.error("", "is not a rule ledger (expected a group of fields, clauses among them)")
    return file


def entry(id_: str) -> tuple[Ledger, Clause | Table | Example]:
    """The clause, table or example of that id, with its ledger; UsageError, naming the nearest id, when unknown."""
    known = {found.id.upper(): (ledger, found) for ledger in ledgers().values() for found in ledger.entries}
    if id_.upper() in known:
        return known[id_.upper()]
    near = get_close_matches(id_[:80].upper(), sorted(known), 1)
    hint = f"did you mean {near[0]}?" if near else "`wab rules SYSTEM` lists them all."
    raise UsageError(f"No rule has the number {id_!r}; {hint}")


def search(words: str) -> Iterator[tuple[Ledger, Clause]]:
    """Clauses that hold all the words, upper or lower case, in English or in the reader's language, or in their number.

    Clauses with all of them in the title come first; they are in the reader's language.
    """
    wanted = words.casefold().split()
    found = []
    for ledger in ledgers().values():
        for clause in ledger.clauses:
            said = spoken(clause)
            english, told = (f"{clause.id} {one.title} {one.text}" for one in (clause, said))
            if _holds(wanted, english) or _holds(wanted, told):
                found.append((ledger, said, _holds(wanted, clause.title) or _holds(wanted, said.title)))
    found.sort(key=lambda one: not one[2])
    yield from ((ledger, said) for ledger, said, _ in found)


def search_book(system: str, words: str) -> tuple[Clause, ...]:
    """Return the rules of play of a system that hold all the words, as `search`; the rule of that number comes
    first.
    """
    read = {clause.id for clause in ledgers()[system].rule_book}
    found = [clause for _ledger, clause in search(words) if clause.id in read]
    return tuple(sorted(found, key=lambda clause: clause.id.casefold() != words.strip().casefold()))


def _holds(words: list[str], text: str) -> bool:
    return all(word in text.casefold() for word in words)
