"""Every link of the pages leads somewhere: to a file of the repository, and to a heading that the page has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "geodata", "models")
# CHANGELOG.md is left out: its links belong to the day on which a line was written.
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(page for name in FOLDERS for page in (ROOT / name).rglob("*.md"))]
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def links(text: str) -> list[str]:
    """The targets of a page's links and pictures that lie in the repository; code is left out."""
    return [target for target in LINK.findall(CODE.sub("", text)) if not re.match(r"[a-z]+:", target)]


def anchors(text: str) -> set[str]:
    """Return what the headings of a page are called in links: small letters, hyphens for spaces, no other signs."""
    headings = re.findall(r"^#+ +(.+?)\s*$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links(page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        is_there = target.exists() and target.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_pages_link_to_one_another() -> None:
    assert len(PAGES) > 15
    assert sum(len(links(page.read_text(encoding="utf-8"))) for page in PAGES) > 40


def test_a_broken_link_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(broken.__globals__, "ROOT", tmp_path)
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    other.write_text("# A page\n\n## What it's for\n", encoding="utf-8")
    page.write_text(
        "# Page\n[a](other.md) [b](none.md) [c](other.md#what-its-for) ![d](other.md#nothing) [e](#page) [f](#other)\n"
        "[g](https://example.org/none.md) `[h](none.md)` [i](../outside.md)\n",
        encoding="utf-8",
    )
    assert broken(page) == ["none.md", "other.md#nothing", "#other", "../outside.md"]
