"""A report as blocks, and the two ways to write it: Markdown with pictures next to it, or one HTML file that holds all.

Every text is escaped where it is written: it may come out of a file, and must not become a link, a tag or a command.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from wab.engine.words.clean import clean
from wab.locale.typography import curly

_MARKS = re.compile(r"[\\`<\[|]")
_LONGEST = 20_000
_STYLE = """
body { margin: 0; background: #e9e4d6; color: #2c2a26; font: 17px/1.5 Georgia, 'DejaVu Serif', serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 40px 64px; background: #fbfaf6; }
h1, h2, h3 { line-height: 1.2; font-weight: 600; }
h1 { font-size: 2.1em; margin: 0 0 .4em; }
h2 { margin: 1.8em 0 .5em; padding-bottom: .2em; border-bottom: 2px solid #b9a35f; }
h3 { margin: 1.4em 0 .3em; color: #5f532c; }
figure { margin: 1.2em 0; }
svg, img { max-width: 100%; height: auto; }
figcaption { font-size: .9em; color: #6a6253; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 3px 14px 3px 0; text-align: left; border-bottom: 1px solid #ddd6c4; }
th + th, td + td { text-align: right; font-variant-numeric: tabular-nums; }
ul { padding-left: 1.2em; }
@media print { body, main { background: none; } main { padding: 0; } }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A browser's rights for the page: nothing but the styles and the pictures in it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 (the title), 2 or 3."""

    level: int
    words: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `lead` are its first words, printed bold."""

    words: str
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list, an item a line."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: words in the first column, numbers in the others."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG; `name` is a word of lower-case letters and digits, `told` says what it shows."""

    name: str
    svg: str
    told: str


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture in points, as JPEG; `name` and `told` as of a `Picture`."""

    name: str
    jpeg: bytes
    told: str


Block = Heading | Paragraph | Items | Table | Picture | Photo


def as_markdown(blocks: Iterable[Block], stem: str | None) -> str:
    """Blocks as Markdown. Pictures are named after `stem`, see `picture_name`; they are left out where it is None."""
    written = ("\n".join(_markdown(block, stem)) for block in blocks)
    return "\n\n".join(text for text in written if text) + "\n"


def picture_name(stem: str, picture: Picture | Photo) -> str:
    """The name of the file of a picture next to a report."""
    return f"{stem}-{picture.name}.{'svg' if isinstance(picture, Picture) else 'jpg'}"


def _markdown(block: Block, stem: str | None) -> Iterator[str]:
    match block:
        case Heading(level, words):
            yield f"{'#' * level} {_marked(words)}"
        case Paragraph(words, lead):
            yield " ".join(part for part in (f"**{_marked(lead)}**" if lead else "", _marked(words)) if part)
        case Items(items):
            yield from (f"- {_marked(item)}" for item in items)
        case Table(heads, rows):
            yield _row(heads)
            yield _row(["---", *["---:"] * (len(heads) - 1)])
            yield from (_row([_marked(cell) for cell in row]) for row in rows)
        case Picture(_, _, told) | Photo(_, _, told) if stem is not None:
            yield f"![{_marked(told)}]({quote(picture_name(stem, block))})"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _marked(text: str) -> str:
    """A text as Markdown shows it as it is: no link, no tag, no cell of a table comes out of a file."""
    return _MARKS.sub(r"\\\g<0>", curly(clean(text, _LONGEST)))


def as_html(blocks: Sequence[Block], language: str) -> str:
    """Blocks as one page of HTML that needs no other file and loads none."""
    title = next((block.words for block in blocks if isinstance(block, Heading)), "")
    head = [
        "<!doctype html>",
        f'<html lang="{_safe(language)}">',
        '<head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_safe(title)}</title><style>{_STYLE}</style></head>",
        "<body><main>",
    ]
    return "\n".join([*head, *map(_html, blocks), "</main></body></html>"]) + "\n"


def _html(block: Block) -> str:
    match block:
        case Heading(level, words):
            return f"<h{level}>{_safe(words)}</h{level}>"
        case Paragraph(words, lead):
            return "<p>" + (f"<strong>{_safe(lead)}</strong> " if lead else "") + f"{_safe(words)}</p>"
        case Items(items):
            return "<ul>" + "".join(f"\n<li>{_safe(item)}</li>" for item in items) + "\n</ul>"
        case Table(heads, rows):
            lines = [_cells("th", heads), *(_cells("td", row) for row in rows)]
            return "<table>\n" + "\n".join(lines) + "\n</table>"
        case Picture(_, svg, told):
            return f'<figure role="img" aria-label="{_safe(told)}">\n{svg}</figure>'
        case Photo(_, jpeg, told):
            data = b64encode(jpeg).decode("ascii")
            words = f"<figcaption>{_safe(told)}</figcaption>"
            return f'<figure>\n<img alt="{_safe(told)}" src="data:image/jpeg;base64,{data}">{words}</figure>'


def _cells(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_safe(cell)}</{tag}>" for cell in cells) + "</tr>"


def _safe(text: str) -> str:
    return escape(curly(clean(text, _LONGEST)))
