"""The game as archives that need nothing installed: for Linux and Windows on x86-64, for macOS on arm64.

python -m tools.build_apps                     all three, into dist/
python -m tools.build_apps --for linux-x86_64  one of them

Panda3D's `build_apps` packs Python, the libraries and the game's own code into a binary with libraries next to it. The
libraries come as wheels from the package registry, in the versions that are installed here; `build/apps/wheels` keeps
them, so that a second build downloads nothing. One Linux machine builds for all three systems.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.apps.archive import write_archive
from tools.apps.checking import compiled_modules, held, problems
from tools.apps.contents import ROOT, Contents, contents, lay_beside, lay_out, loaded_modules, top_names, whole
from tools.apps.freezing import NEVER, freeze
from tools.apps.sealing import seal_all
from tools.apps.targets import TARGETS, Target
from tools.apps.wheels import gather

BUILD = ROOT / "build" / "apps"
NOT_LOADED = ("wab.packed", "wab.hexes.kernels", "wab.cli.collecting", "ai.environment")
"""Modules that run the program when they are loaded, or that need what is not packed."""


def build(target: Target, what: Contents, out: Path, work: Path = BUILD) -> tuple[Path, list[str]]:
    """Build the archive for a system; the file, and what is wrong with it."""
    wheels = gather(target, (*what.requirements, *target.requirements), work / "wheels" / target.name)
    packages = {top for wheel in wheels for top in top_names(wheel)}
    modules = [name for name in what.modules if not name.startswith(NOT_LOADED) or name == "wab.packed"]
    # rich loads its tables of characters by names that it makes; `wab.packed` names pysqlite3.
    hidden = [*whole("rich", wheels), *whole("pysqlite3", wheels)]
    hidden += [name for name in loaded_modules(modules, NOT_LOADED, packages) if name.partition(".")[0] not in NEVER]
    staged = work / "staged" / target.name
    shutil.rmtree(staged, ignore_errors=True)
    lay_out(what, wheels, staged)
    lay_beside(target, wheels, staged)
    folder, warnings = freeze(target, what, wheels, staged, work / "frozen", hidden)
    seal_all(target, folder)
    _read_me(target, folder)
    archive = write_archive(target, folder, what.version, out)
    return archive, [*warnings, *problems(target, what, held(archive), compiled_modules(hidden, wheels))]


def _read_me(target: Target, folder: Path) -> None:
    shutil.copyfile(Path(__file__).parent / "apps" / f"{target.name}.txt", folder / "README.txt")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")


def main(words: Sequence[str] | None = None) -> int:
    """Build what is asked for; 1 when an archive lacks something."""
    parser = argparse.ArgumentParser(prog="build_apps", description="Build self-contained archives of the game.")
    names = [target.name for target in TARGETS]
    parser.add_argument("--for", dest="targets", action="append", choices=names, help="a system (else all)")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder of the archives")
    asked = parser.parse_args(words)
    what, failed = contents(), False
    for target in TARGETS:
        if asked.targets and target.name not in asked.targets:
            continue
        archive, wrong = build(target, what, asked.out)
        print(f"{archive} ({archive.stat().st_size / 1e6:.0f} MB)")
        for line in wrong:
            print(f"  {line}", file=sys.stderr)
        failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
