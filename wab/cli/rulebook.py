"""`wab rules` and `wab coverage`: the rule ledgers, read, searched and counted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from wab.cli.common import out, progress, say_json, styled, warn
from wab.content.ledger import Clause, Example, Ledger, Table, entry, ledgers, search, spoken
from wab.locale import _

_SECTION = re.compile(r"([A-Za-z]{3})-([0-9A-Za-z_.]+)")


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SYSTEM|CLAUSE|WORDS]", help=_("A rule system, the number of a rule, or words.")),
    ] = None,
) -> None:
    """Read the rules: all systems, one system, one section (OPS-6.4), one rule, or all rules that hold some words."""
    books = ledgers()
    query = " ".join(words or ())
    if not query:
        _list_systems(books)
    elif query in books:
        _list_clauses(books[query].clauses)
    elif clauses := _section(query):
        _list_clauses(clauses)
    elif any(query.upper().startswith(f"{book.prefix}-") for book in books.values()):
        _show_entry(*entry(query))
    else:
        _show_found(query)


def _list_systems(books: dict[str, Ledger]) -> None:
    from rich.table import Table as Grid

    grid = Grid(_("System"), _("Rules"), _("Game"), box=None)
    for name, book in books.items():
        grid.add_row(name, str(len(book.clauses)), styled(book.title.strip()))
    out().print(grid)


def _section(query: str) -> list[Clause]:
    """The rules of a section such as OPS-6.4, those under it included; none when it is no section."""
    found = _SECTION.fullmatch(query)
    if found is None:
        return []
    prefix, section = found[1].upper(), found[2]
    clauses = (clause for book in ledgers().values() if book.prefix == prefix for clause in book.clauses)
    return [clause for clause in clauses if clause.section == section or clause.section.startswith(f"{section}.")]


def _list_clauses(clauses: Iterable[Clause]) -> None:
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 2))
    for clause in clauses:
        grid.add_row(clause.id, styled(spoken(clause).title), styled((clause.kind, "dim")))
    out().print(grid)


def _show_entry(book: Ledger, found: Clause | Table | Example) -> None:
    console = out()
    if isinstance(found, Clause):
        said = spoken(found)
        console.print(styled((found.id, "bold"), f"  {said.title}  ", (f"{book.system}, {found.kind}", "dim")))
        console.print(styled(said.rule))
        if found.needs:
            console.print(styled((_("See also: {ids}").format(ids=", ".join(found.needs)), "dim")))
    elif isinstance(found, Table):
        console.print(styled((found.id, "bold"), f"  {found.title}  ", (book.system, "dim")))
        console.print(styled(_plain(found.known)))
    else:
        console.print(styled((found.id, "bold"), "  ", (f"{book.system}, {found.section}", "dim")))
        console.print(styled(_("Given: {given}").format(given=_plain(found.given))))
        console.print(styled(_("Then: {expect}").format(expect=_plain(found.expect))))


def _plain(content: Any) -> str:
    """Words as they are, structured data as YAML."""
    if isinstance(content, str):
        return content.strip()
    import yaml

    return str(yaml.safe_dump(content, allow_unicode=True, sort_keys=False)).strip()


def _show_found(query: str) -> None:
    found = list(search(query))
    if not found:
        warn(_("No rule speaks of {words}.").format(words=repr(query)))
        raise typer.Exit(1)
    if len(found) == 1:
        _show_entry(*found[0])
        return
    _list_clauses(clause for _book, clause in found)


def show_coverage(json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False) -> None:
    """Count which rules are implemented and tested."""
    from rich.table import Table as Grid

    from wab.cli.coverage import coverage

    with progress() as shown:
        shown.add_task(_("Counting the rules"), total=None)
        counted = coverage()
    if json:
        say_json(counted)
        return
    grid = Grid(_("System"), _("Kind"), _("Rules"), _("Implemented"), _("Tested"), box=None)
    for system, row in counted.items():
        grid.add_row(system, "", str(row.clauses), str(len(row.implemented)), str(len(row.tested)), style="bold")
        for kind, count in row.by_kind.items():
            grid.add_row("", kind, str(count.clauses), str(count.implemented), str(count.tested))
        for title, part in ((_("tables"), row.tables), (_("examples"), row.examples)):
            grid.add_row("", title, str(part.entries), str(len(part.implemented)), str(len(part.tested)))
    out().print(grid)
