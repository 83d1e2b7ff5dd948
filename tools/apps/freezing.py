"""Panda3D's `build_apps`, told what to pack and which wheels to pack it from."""

from __future__ import annotations

import os
import plistlib
import re
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from direct.dist.commands import build_apps
from setuptools import Distribution

from tools.apps.contents import ROOT, Contents
from tools.apps.targets import Target

NEVER = (
    "numba",
    "llvmlite",
    "distributed",
    "dask",
    "pytest",
    "tkinter",
    "setuptools",
    "pip",
    "IPython",
    "matplotlib",
    "pandas",
    "PIL",
    "ssl",
    "_ssl",
    "_hashlib",
)
"""Modules that libraries would use if they are there, and the game does not: Panda3D's wheel for Linux lacks OpenSSL,
too.
"""
_NOT_FOUND = re.compile(r"could not find dependency (\S+) ")
START = Path(__file__).with_name("start.py")


class _Build(build_apps):  # type: ignore[misc]
    """The command, with wheels that are there already; its mere warnings are kept."""

    def download_wheels(self, platform: str) -> list[str]:
        """The wheels that were gathered."""
        return [str(wheel) for wheel in self.gathered]

    def warn(self, message: str) -> None:
        """Keep a warning."""
        self.warnings.append(message)


def freeze(
    target: Target, what: Contents, wheels: Sequence[Path], staged: Path, folder: Path, hidden: Sequence[str]
) -> tuple[Path, list[str]]:
    """Build the game for a system in a folder; the folder with the result, and the warnings of the command.

    `staged`: the files of data as they are to stand in it. `hidden`: modules that no import names.
    """
    folder.mkdir(parents=True, exist_ok=True)
    requirements = folder / "requirements.txt"
    requirements.write_text("", encoding="utf-8")
    command: Any = _Build(Distribution({"name": "wab", "version": what.version}))
    command.gathered, command.warnings = tuple(wheels), []
    command.build_base, command.requirements_path = str(folder), str(requirements)
    command.platforms, command.plugins = [target.tags[0]], list(target.plugins)
    command.gui_apps = dict.fromkeys(target.window, str(START))
    command.console_apps = dict.fromkeys(target.console, str(START))
    command.include_patterns, command.use_optimized_wheels = ["**"], False
    command.include_modules, command.exclude_modules = {"*": [*what.modules, *hidden]}, {"*": list(NEVER)}
    command.strip_docstrings, command.file_handlers = False, {}
    command.finalize_options()
    with _only_sources(), _inside(staged):
        command.run()
    built = folder / target.tags[0]
    if bundle := next(built.glob("*.app"), None):
        _describe(bundle, what)
    return built, [told for told in command.warnings if not is_found(target, told, built)]


def is_found(target: Target, warning: str, built: Path) -> bool:
    """Tell a warning about a library that every such system has, or that stands next to the binaries in the end."""
    told = _NOT_FOUND.match(warning)
    if told is None:
        return False
    name = told[1].lower()
    return any(fnmatch(name, each) for each in target.of_system) or name in {
        each.name.lower() for each in built.iterdir()
    }


@contextmanager
def _only_sources() -> Iterator[None]:
    """Let modules be found in this checkout, in Python's own library and in the wheels, not among what is installed."""
    before = sys.path[:]
    sys.path[:] = [str(ROOT), sysconfig.get_path("stdlib")]
    try:
        yield
    finally:
        sys.path[:] = before


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _describe(bundle: Path, what: Contents) -> None:
    """Say in a bundle of macOS what it is; `build_apps` leaves that open."""
    place = bundle / "Contents" / "Info.plist"
    told = plistlib.loads(place.read_bytes())
    told |= {
        "CFBundleName": "wab",
        "CFBundleDisplayName": "wab",
        "CFBundleIdentifier": "org.wab.game",
        "CFBundleShortVersionString": what.version,
        "CFBundleVersion": what.version,
        "LSMinimumSystemVersion": "14.0",
        "NSHighResolutionCapable": True,
        "LSApplicationCategoryType": "public.app-category.strategy-games",
    }
    place.write_bytes(plistlib.dumps(told))
