"""Pages out of templates, with the headers that let a browser do nothing but show them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import Response

from wab.home import home
from wab.locale import _, language, ngettext

FOLDER = home() / "wab" / "online" / "pages"
FONTS = home() / "wab" / "app" / "assets" / "fonts"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
PRIVATE = {"cache-control": "no-store"}
_KINDS = {".css": "text/css", ".ttf": "font/ttf", ".txt": "text/plain"}


@cache
def _templates() -> Environment:
    found = Environment(loader=FileSystemLoader(FOLDER / "templates"), autoescape=True, undefined=StrictUndefined)
    found.globals |= {"_": _, "ngettext": ngettext}
    return found


def page(template: str, code: str, facts: dict[str, Any], status: int = 200) -> Response:
    """Return a page in a language."""
    with language(code):
        body = _templates().get_template(template).render(facts | {"language": code})
    return Response(body, status, HEADERS | PRIVATE, "text/html")


@cache
def static_files() -> dict[str, Path]:
    """Return the style and the fonts by name, with the licences of the fonts."""
    there = [FOLDER / "static" / "style.css", *FONTS.glob("barlow*"), *FONTS.glob("spectral*")]
    return {path.name: path for path in there}


def static(name: str) -> Response:
    """Return a file that every page uses; 404 for another name."""
    path = static_files().get(name)
    if path is None:
        return Response("", 404, HEADERS)
    kind = _KINDS[path.suffix]
    return Response(path.read_bytes(), 200, HEADERS | {"cache-control": "public, max-age=3600"}, kind)
