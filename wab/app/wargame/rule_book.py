"""The rules as a player reads them: searched in the window, and as one document to be printed (OPS-0-1)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from wab.app.play.archive import saves_folder
from wab.content.ledger import Clause
from wab.engine.files import write_beside
from wab.locale import _, current_language

_STYLE = (
    "body{font:11pt/1.45 Georgia,serif;max-width:42em;margin:2em auto}h2{margin:1.6em 0 .3em;border-bottom:1px solid}"
    "h3{font-size:1em;margin:.9em 0 .1em}p{margin:0}small{color:#666;font-weight:normal;float:right}"
    "@media print{h2,h3{break-after:avoid}p{orphans:3;widows:3}}"
)


def printed(title: str, clauses: Sequence[Clause]) -> str:
    """The rules as a page of HTML by sections, which any browser prints."""
    parts, section = [], ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            parts.append(f"<h2>{escape(section)}</h2>")
        heading = escape(clause.title[:1].upper() + clause.title[1:])
        parts.append(f"<h3><small>{escape(clause.id)}</small>{heading}</h3><p>{escape(clause.rule.strip())}</p>")
    head = f"<meta charset='utf-8'><title>{escape(title)}</title><style>{_STYLE}</style>"
    body = f"<h1>{escape(title)}</h1>{''.join(parts)}"
    return f"<!doctype html><html lang='{current_language()}'><head>{head}</head><body>{body}</body></html>"


def write_rule_book(system: str, clauses: Sequence[Clause], folder: Path | None = None) -> Path:
    """Write the rules of a system as a document into a folder, beside that of the saves where none is given.

    Returns where it is. SaveError where it cannot be written.
    """
    folder = folder or saves_folder().parent
    path = folder / f"rules-{system}.html"
    write_beside(path, printed(_("Rules"), clauses).encode())
    return path
