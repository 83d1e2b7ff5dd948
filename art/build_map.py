"""Builds the hex maps of Normandy from the sources in geodata/: campaigns/NAME/map.json, NAME being a rule system.

Run it from the root of the checkout: ``python -m art.build_map --map NAME``. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from wab.systems import NAMES

ROOT = Path(__file__).resolve().parent.parent
BUILDERS = tuple(name for name in NAMES if find_spec(f"art.mapping.{name}") is not None)
"""The rule systems whose map is made here, by a module of `art.mapping` that has the name of the system."""


def main(arguments: list[str] | None = None) -> int:
    """Writes the map, or with --check only says whether the file is up to date (exit code 1 when it is not)."""
    parser = argparse.ArgumentParser(description="Build a hex map of Normandy from geodata/.")
    parser.add_argument("--geodata", type=Path, default=ROOT / "geodata", help="folder of the sources")
    parser.add_argument("--map", choices=BUILDERS, default="operations", help="whose map (default: operations)")
    parser.add_argument("--out", type=Path, help="the file to write (default: campaigns/NAME/map.json)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the file differs")
    options = parser.parse_args(arguments)
    out = options.out or ROOT / "campaigns" / options.map / "map.json"
    text = import_module(f"art.mapping.{options.map}").build(options.geodata)
    if options.check:
        same = out.is_file() and out.read_text(encoding="utf-8") == text
        sys.stdout.write(f"{out}: {'up to date' if same else 'differs from what the sources give'}\n")
        return 0 if same else 1
    out.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
