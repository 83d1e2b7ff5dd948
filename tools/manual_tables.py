"""The tables of zocbonds in docs/manual.md, written from the data that the rules read.

python -m tools.manual_tables            writes the section of docs/manual.md
python -m tools.manual_tables --print    shows it
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lab.measuring.pages import fill_section, table
from wab.app.zocbonds.pages.rule_tables import SHEETS
from wab.locale import language

PAGE = Path(__file__).resolve().parents[1] / "docs" / "manual.md"
MARK = "tables of zocbonds"
TABLES = ("ZOC-T-CRT", "ZOC-T-DD", "ZOC-T-SHIFTS", "ZOC-T-TEC")


def section() -> str:
    """The whole section, in Markdown."""
    with language("en"):
        return "\n\n".join(_table(id_) for id_ in TABLES)


def _table(id_: str) -> str:
    sheet = SHEETS[id_]()
    return f"**{sheet.title}** ({id_})\n\n{table(sheet.head, sheet.rows)}\n\n{sheet.note}".strip()


def main(words: Sequence[str] | None = None) -> None:
    """Write the section, or show it."""
    parser = argparse.ArgumentParser(prog="python -m tools.manual_tables", description="The tables in the manual.")
    parser.add_argument("--print", action="store_true", help="show them and write nothing")
    if parser.parse_args(words).print:
        print(section())
    else:
        fill_section(PAGE, MARK, section())


if __name__ == "__main__":
    main()
