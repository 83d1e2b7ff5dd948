"""A rule book as players read it: chapters with their sections, worked examples under their clauses, links in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from wab.content.data import rules_root
from wab.content.ledger import Clause
from wab.content.reader import read_document
from wab.locale import current_language

_FILE = "book.yaml"
_CITED = re.compile(r"\b[A-Z]{3}-[0-9A-Za-z_.]+-[0-9]+\b")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title in both languages."""

    en: str
    fr: str

    def __str__(self) -> str:
        return self.fr if current_language() == "fr" else self.en


class WorkedExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example in words, under the clause that it shows; `id` is that of the example in the ledger."""

    id: str
    clause: str
    en: str
    fr: str

    def __str__(self) -> str:
        return self.fr if current_language() == "fr" else self.en


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed around the clauses of a system."""

    chapters: dict[str, Words] = {}
    sections: dict[str, Words] = {}
    examples: tuple[WorkedExample, ...] = ()


class _Books(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    books: dict[str, Book]


class Section(NamedTuple):
    """A section with its clauses in order."""

    id: str
    title: str
    clauses: tuple[Clause, ...]


class Chapter(NamedTuple):
    """A chapter with its sections in order."""

    id: str
    title: str
    sections: tuple[Section, ...]


def book_of(system: str) -> Book:
    """What is printed around the clauses of a system; an empty book for one without. DataError for a bad file."""
    return _books(rules_root()).get(system, Book())


@cache
def _books(folder: Path) -> Mapping[str, Book]:
    return read_document(folder / _FILE, _Books).content.books


def chapters(system: str, clauses: Sequence[Clause]) -> tuple[Chapter, ...]:
    """Clauses by chapter and section; a section that has no title of its own goes by that of its first clause."""
    book = book_of(system)
    found = []
    for id_, those in groupby(_sections(book, clauses), key=lambda section: section.id.split(".")[0]):
        sections = tuple(those)
        title = str(book.chapters[id_]) if id_ in book.chapters else sections[0].title
        found.append(Chapter(id_, title, sections))
    return tuple(found)


def _sections(book: Book, clauses: Sequence[Clause]) -> Iterator[Section]:
    found: dict[str, list[Clause]] = {}
    for clause in clauses:
        found.setdefault(section_of(clause), []).append(clause)
    for id_, own in found.items():
        title = str(book.sections[id_]) if id_ in book.sections else capital(own[0].title.partition(",")[0])
        yield Section(id_, title, tuple(own))


def section_of(clause: Clause) -> str:
    """The section of a clause; that of a rule without one is its id."""
    return clause.section if clause.id.count("-") > 1 else clause.id


def capital(title: str) -> str:
    """A title with a capital."""
    return title[:1].upper() + title[1:]


def examples_of(system: str, clause: str) -> tuple[str, ...]:
    """The worked examples of a clause, in the reader's language."""
    return tuple(str(one) for one in book_of(system).examples if one.clause == clause)


def cited(text: str) -> list[str]:
    """The ids of the clauses that a text cites, in order, each once."""
    return list(dict.fromkeys(_CITED.findall(text)))


def with_links(text: str) -> list[tuple[str, bool]]:
    """A text in pieces; True for a piece that is the id of a clause."""
    pieces, last = [], 0
    for found in _CITED.finditer(text):
        pieces += [(text[last : found.start()], False), (found.group(), True)]
        last = found.end()
    return [piece for piece in [*pieces, (text[last:], False)] if piece[0]]
