"""A rule book as players read it: chapters with their sections, worked examples under their clauses, links in texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from wab.content.data import rules_root
from wab.content.ledger import Clause
from wab.content.reader import read_document
from wab.locale import _, current_language

_FILE = "book.yaml"
_LINKED = re.compile(r"\b[A-Z]{3}-T-[A-Z0-9]+(?:-[A-Z0-9]+)*\b|\b[A-Z]{3}-[0-9A-Za-z_.]+-[0-9]+\b")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title in both languages."""

    en: str
    fr: str

    def __str__(self) -> str:
        return self.fr if current_language() == "fr" else self.en


class WorkedExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example in words, under the clause that it shows; `id` is the example's id in the ledger."""

    id: str
    clause: str
    en: str
    fr: str

    def __str__(self) -> str:
        return self.fr if current_language() == "fr" else self.en


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text printed around the clauses of a system."""

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
    """Return what is printed around the clauses of a system; an empty book for one without. DataError for a bad
    file.
    """
    return _books(rules_root()).get(system, Book())


@cache
def _books(folder: Path) -> Mapping[str, Book]:
    return read_document(folder / _FILE, _Books).content.books


def chapters(system: str, clauses: Sequence[Clause]) -> tuple[Chapter, ...]:
    """Clauses by chapter and section; a section without a title has the title of its first clause."""
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
    """The section of a clause; for a rule without one, its id."""
    return clause.section if clause.id.count("-") > 1 else clause.id


def capital(title: str) -> str:
    """A title with a capital."""
    return title[:1].upper() + title[1:]


def examples_of(system: str, clause: str) -> tuple[str, ...]:
    """The worked examples of a clause, in the reader's language."""
    return tuple(str(one) for one in book_of(system).examples if one.clause == clause)


def cited(text: str) -> list[str]:
    """The ids of the clauses and tables that a text cites, in order, each once."""
    return list(dict.fromkeys(_LINKED.findall(text)))


def with_links(text: str) -> list[tuple[str, bool]]:
    """A text in pieces; True for a piece that is the id of a clause or of a table."""
    pieces, last = [], 0
    for found in _LINKED.finditer(text):
        pieces += [(text[last : found.start()], False), (found.group(), True)]
        last = found.end()
    return [piece for piece in [*pieces, (text[last:], False)] if piece[0]]


class Link(NamedTuple):
    """Words that lead to a clause or a table: where they begin and end in a text, and its id."""

    start: int
    end: int
    to: str


def titled(text: str, titles: Mapping[str, str]) -> tuple[str, tuple[Link, ...]]:
    """A text with the titles of the clauses that it cites in place of their ids, and where those titles stand.

    `titles` by id; an id without a title stays an id, and leads nowhere.
    """
    told, links = "", []
    for piece, is_link in with_links(text):
        if is_link and piece in titles:
            words = _("“{title}”").format(title=capital(titles[piece]))
            links.append(Link(len(told), len(told) + len(words), piece))
            piece = words
        told += piece
    return told, tuple(links)


def in_lines(text: str, lines: Sequence[str], links: Sequence[Link]) -> list[tuple[Link, ...]]:
    """The links of each of the lines into which a text was broken at blanks; one may go on in the next line."""
    found, start = [], 0
    for line in lines:
        start, end = text.index(line, start), text.index(line, start) + len(line)
        cut = (Link(max(one.start, start) - start, min(one.end, end) - start, one.to) for one in links)
        found.append(tuple(one for one in cut if one.start < one.end))
        start = end
    return found


class Sheet(NamedTuple):
    """A table of the rules as players read it: title, heads of the columns, rows of cells, a sentence below."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


Sheets = Mapping[str, Callable[[], Sheet]]
"""The tables of a rule book by id, each made in the reader's language."""
