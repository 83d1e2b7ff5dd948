"""Packages from outside that take part in the program: rule systems, their fronts and their players.

A package that is installed declares them as entry points of Python, in groups, by the name of the rule system:

    [project.entry-points."wab.systems"]
    solitaire = "my_package.rules:SYSTEM"

Installing a package is the permission to run it. No save and no data file names code: a name out of a file is looked up
among the installed packages, and is unknown if it is not there. The current folder is never looked into, so that
nothing runs because the program was started in a stranger's folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from wab.engine.outside.processes import import_path
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_, Argument, Text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SYSTEMS, FRONTS, PLAYERS = GROUPS = ("wab.systems", "wab.fronts", "wab.players")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@cache
def installed(group: str) -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of a group by name, read once; several where packages claim the same name."""
    found: dict[str, list[EntryPoint]] = {}
    for point in _entry_points(group):
        found.setdefault(point.name, []).append(point)
    return MappingProxyType({name: tuple(points) for name, points in sorted(found.items())})


def _entry_points(group: str) -> Iterator[EntryPoint]:
    """The entry points of all packages on the path; of a package that is there twice, the entry points that Python
    would use.
    """
    from importlib.metadata import distributions  # which loads much, and not every command asks

    packages = list(distributions(path=[place for place in import_path() if not _is_current(place)]))
    if not any(package.entry_points.select(group=group) for package in packages):
        return  # as a rule, and to read the names of all packages takes long
    seen: set[str] = set()
    for package in packages:
        name = str(package.metadata["Name"] or "")
        if name not in seen:
            seen.add(name)
            yield from package.entry_points.select(group=group)


def _is_current(place: str) -> bool:
    return os.path.realpath(place) == os.path.realpath(os.curdir)


class Broken(UsageError):  # noqa: N818
    """An entry point that cannot be used: `place` is its name, `problem` what is wrong with it."""

    def __init__(self, group: str, name: str, what: str, problem: str | Text) -> None:
        points = installed(group)[name]
        packages = ", ".join(sorted({point.dist.name for point in points if point.dist is not None}))
        message = N_("The {what} {name} ({place}, of the package {packages}) is broken: {problem}.")
        facts: dict[str, Argument] = {
            "what": Text(what),
            "name": repr(name),
            "place": points[0].value,
            "packages": packages,
            "problem": problem,
        }
        super().__init__(Text(message, facts))
        self.place, self.problem = f"{group}: {points[0].value}", problem


def loaded(group: str, name: str, what: str) -> Any:
    """The object that a package has under a name; `what` it is, in words.

    Broken when the name is none, when several packages claim it, or when its code cannot be imported.
    """
    points = installed(group)[name]
    if not _NAME.fullmatch(name):
        raise Broken(group, name, what, Text("a name has small letters, digits and _ only, and begins with a letter"))
    if len(points) > 1:
        raise Broken(group, name, what, Text("several packages claim the name: uninstall all but one"))
    try:
        return points[0].load()
    except Exception as error:  # foreign code: its errors must not end this program
        raise Broken(group, name, what, f"{type(error).__name__}: {error}") from error
