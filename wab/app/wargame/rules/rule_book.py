"""The rules as a player reads them: searched in the window, and as one document to be printed (OPS-0-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from wab.app.play.archive import saves_folder
from wab.content.ledger import Clause
from wab.content.rulebook import Sheet, Sheets, capital, chapters, examples_of, titled
from wab.engine.files.writing import write_beside
from wab.locale import _, current_language

_STYLE = (
    "body{font:11pt/1.45 Georgia,serif;max-width:42em;margin:2em auto}h2{margin:1.6em 0 .3em;border-bottom:1px solid}"
    "h3{margin:1.2em 0 .2em}h4{font-size:1em;margin:.9em 0 .1em}p{margin:0}"
    ".example{margin:.2em 0 .2em 1em;color:#3d5a2a}a{color:#5f4a12}small{color:#666;font-weight:normal;float:right}"
    "table{border-collapse:collapse;font-size:.9em}td,th{border:1px solid #bbb;padding:.1em .4em}"
    "@media print{h2,h3,h4{break-after:avoid}p{orphans:3;widows:3}}"
)


def printed(title: str, clauses: Sequence[Clause], system: str = "", sheets: Sheets | None = None) -> str:
    """The rules as a page of HTML by chapters, with contents, links, examples and tables, which any browser prints."""
    tables = {id_: make() for id_, make in (sheets or {}).items()}
    titles = {clause.id: clause.title for clause in clauses} | {id_: one.title for id_, one in tables.items()}
    parts, contents = [], []
    for chapter in chapters(system, clauses):
        parts.append(f"<h2>{escape(chapter.title)}</h2>")
        contents.append(f"<li>{escape(chapter.title)}<ul>")
        for section in chapter.sections:
            first = escape(section.clauses[0].id)
            contents.append(f"<li><a href='#{first}'>{escape(section.title)}</a></li>")
            parts.append(f"<h3>{escape(section.title)}</h3>")
            parts += [_printed(clause, titles, system) for clause in section.clauses]
        contents.append("</ul></li>")
    if tables:
        contents.append(f"<li>{escape(_('Tables'))}<ul>")
        contents += [f"<li><a href='#{id_}'>{escape(sheet.title)}</a></li>" for id_, sheet in tables.items()]
        contents.append("</ul></li>")
        parts += [f"<h2>{escape(_('Tables'))}</h2>", *(_table(id_, sheet) for id_, sheet in tables.items())]
    head = f"<meta charset='utf-8'><title>{escape(title)}</title><style>{_STYLE}</style>"
    body = f"<h1>{escape(title)}</h1><nav><ul>{''.join(contents)}</ul></nav>{''.join(parts)}"
    return f"<!doctype html><html lang='{current_language()}'><head>{head}</head><body>{body}</body></html>"


def _table(id_: str, sheet: Sheet) -> str:
    """A table with its heads and the sentence below it."""
    head = "".join(f"<th>{escape(words)}</th>" for words in sheet.head)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in sheet.rows)
    title = f"<h3 id='{escape(id_)}'><small>{escape(id_)}</small>{escape(sheet.title)}</h3>"
    return f"{title}<table><tr>{head}</tr>{rows}</table><p>{escape(sheet.note)}</p>"


def _printed(clause: Clause, titles: Mapping[str, str], system: str) -> str:
    """A clause: heading, text with links to those it cites, examples."""
    heading = escape(capital(clause.title))
    told, links = titled(clause.rule.strip(), titles)
    text, last = "", 0
    for link in links:
        text += escape(told[last : link.start])
        text += f"<a href='#{escape(link.to)}'>{escape(told[link.start : link.end])}</a>"
        last = link.end
    text += escape(told[last:])
    examples = "".join(f"<p class='example'>{escape(words)}</p>" for words in examples_of(system, clause.id))
    id_ = escape(clause.id)
    return f"<h4 id='{id_}'><small>{id_}</small>{heading}</h4><p>{text}</p>{examples}"


def write_rule_book(
    system: str, clauses: Sequence[Clause], sheets: Sheets | None = None, folder: Path | None = None
) -> Path:
    """Write the rules of a system as a document into a folder, by default the parent of the folder of saves.

    Returns the path. Raises SaveError if the document cannot be written.
    """
    folder = folder or saves_folder().parent
    path = folder / f"rules-{system}.html"
    write_beside(path, printed(_("Rules"), clauses, system, sheets).encode())
    return path
