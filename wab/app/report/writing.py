"""Writes a report of a saved game: one HTML file that holds all, or Markdown with its pictures next to it."""

from __future__ import annotations

from pathlib import Path

from wab.app.report.album import maps_of
from wab.app.report.paper import Photo, Picture, as_html, as_markdown, picture_name
from wab.app.report.report import blocks
from wab.app.report.story import Story
from wab.engine.files.looking import look
from wab.engine.files.outputs import write_named
from wab.engine.saves.reader import fitting
from wab.engine.words.text import Text
from wab.locale import current_language

_HTML = (".html", ".htm")


def write_report(save: Path, report: Path, story: Story, *, maps: bool = True) -> str:
    """Write the report of a story. HTML for a name in .html, else Markdown with its pictures next to it.

    A picture has its name after the report; a pipe has nothing next to it. Returns why there are no maps, "" if there
    are or none were wanted. UsageError or SaveError when a file cannot be written.
    """
    photos, why_none = maps_of(save, story) if maps else ((), "")
    with fitting(save, Text("its dice cannot be told; the file was changed")):
        told = blocks(story, photos, why_none)
    if report.suffix.lower() in _HTML:
        write_named(report, as_html(told, current_language()).encode())
        return why_none
    is_file = look(report) in ("file", "nothing")
    write_named(report, as_markdown(told, report.stem if is_file else None).encode())
    for picture in told:
        if is_file and isinstance(picture, Picture | Photo):
            data = picture.svg.encode() if isinstance(picture, Picture) else picture.jpeg
            write_named(report.with_name(picture_name(report.stem, picture)), data)
    return why_none
