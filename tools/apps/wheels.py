"""The wheels that a packed game is made from: those that this environment has tested, for another system."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.apps.targets import Target


def gather(target: Target, wanted: Iterable[str], folder: Path) -> list[Path]:
    """The wheels that these requirements need on a system, with all that they need in turn, downloaded into a folder.

    A package that is installed here is taken in the version that is installed here. Raises CalledProcessError when pip
    finds no wheel.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, Path] = {}
    open_ = {canonicalize_name(each.name): each for each in map(Requirement, wanted)}
    while open_:
        had = _there(folder, open_.values())
        lacking = [each for name, each in open_.items() if name not in had]
        if lacking:
            _download(target, lacking, folder)
            had |= _there(folder, lacking)
        found |= had
        needs = (each for wheel in had.values() for each in _needs(wheel, target))
        open_ = {name: each for each in needs if (name := canonicalize_name(each.name)) not in found}
    return sorted(found.values())


def pinned(requirement: Requirement) -> str:
    """The requirement as pip is asked for it: the version that is installed, where one is."""
    try:
        return f"{requirement.name}=={version(requirement.name)}"
    except PackageNotFoundError:
        return f"{requirement.name}{requirement.specifier}"


def read_requirements(wheel: Path) -> Iterator[Requirement]:
    """What a wheel says that it needs, on whatever system."""
    with ZipFile(wheel) as contents:
        name = next(name for name in contents.namelist() if name.endswith(".dist-info/METADATA"))
        told = message_from_bytes(contents.read(name))
    yield from map(Requirement, told.get_all("Requires-Dist") or ())


def _needs(wheel: Path, target: Target) -> Iterator[Requirement]:
    for each in read_requirements(wheel):
        if each.marker is None or each.marker.evaluate(target.environment()):
            yield each


def _there(folder: Path, requirements: Iterable[Requirement]) -> dict[str, Path]:
    """The wheels of a folder that meet the requirements, by the name of the package."""
    wanted = {canonicalize_name(each.name): Requirement(pinned(each)) for each in requirements}
    there: dict[str, Path] = {}
    for wheel in sorted(folder.glob("*.whl")):
        name, which, _, _ = parse_wheel_filename(wheel.name)
        if name in wanted and which in wanted[name].specifier:
            there[name] = wheel
    return there


def _download(target: Target, requirements: Iterable[Requirement], folder: Path) -> None:
    tag = f"{sys.version_info[0]}{sys.version_info[1]}"
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    command += ["--dest", str(folder), "--only-binary", ":all:", "--implementation", "cp"]
    command += ["--python-version", tag, "--abi", f"cp{tag}", "--abi", "abi3", "--abi", "none"]
    command += [word for each in target.tags for word in ("--platform", each)]
    subprocess.run([*command, *map(pinned, requirements)], check=True)
