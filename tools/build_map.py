"""Builds campaigns/operations/map.json, the 3 km hex map of Normandy, from the sources in geodata/.

Run it from the root of the checkout: ``python -m tools.build_map``. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.mapping.hex_map import build

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Writes the map, or with --check only says whether the file is up to date (exit code 1 when it is not)."""
    parser = argparse.ArgumentParser(description="Build the hex map of Normandy from geodata/.")
    parser.add_argument("--geodata", type=Path, default=ROOT / "geodata", help="folder of the sources")
    parser.add_argument("--out", type=Path, default=ROOT / "campaigns/operations/map.json", help="the file to write")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the file differs")
    options = parser.parse_args(arguments)
    text = build(options.geodata)
    if options.check:
        same = options.out.is_file() and options.out.read_text(encoding="utf-8") == text
        sys.stdout.write(f"{options.out}: {'up to date' if same else 'differs from what the sources give'}\n")
        return 0 if same else 1
    options.out.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
