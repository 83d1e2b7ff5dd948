"""The wheels that a packed game is made from: the versions of requirements.lock, for another system."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

from tools.apps.targets import Target
from tools.lock import LOCK, Pin, pins


class UnlockedError(LookupError):
    """The lock has no version of a package for a system."""


def gather(target: Target, wanted: Iterable[str], folder: Path, lock: str | None = None) -> list[Path]:
    """Return the wheels of these requirements on a system and of all that they need, downloaded into a folder.

    `lock` is the text of a lock, else the project's lock. Raises UnlockedError if it lacks a package, and
    CalledProcessError if pip finds no wheel with one of its hashes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    locked = locked_for(target, LOCK.read_text(encoding="utf-8") if lock is None else lock)
    found: dict[str, Path] = {}
    open_: set[str] = {canonicalize_name(Requirement(each).name) for each in wanted}
    while open_:
        asked = [_pin(locked, name, target) for name in sorted(open_)]
        had = _there(folder, asked)
        lacking = [pin for pin in asked if pin.name not in had]
        if lacking:
            _download(target, lacking, folder)
            had |= _there(folder, lacking)
        found |= had
        open_ = {name for wheel in had.values() for name in _needs(wheel, target)} - found.keys()
    return sorted(found.values())


def locked_for(target: Target, lock: str) -> dict[str, Pin]:
    """Return the pins of a lock that hold on a system, by the name of the package."""
    environment = target.environment()
    return {pin.name: pin for pin in pins(lock) if not pin.marker or Marker(pin.marker).evaluate(environment)}


def read_requirements(wheel: Path) -> Iterator[Requirement]:
    """Yield what a wheel says that it needs, on any system."""
    with ZipFile(wheel) as contents:
        name = next(name for name in contents.namelist() if name.endswith(".dist-info/METADATA"))
        told = message_from_bytes(contents.read(name))
    yield from map(Requirement, told.get_all("Requires-Dist") or ())


def _pin(locked: dict[str, Pin], name: str, target: Target) -> Pin:
    if name not in locked:
        raise UnlockedError(f"requirements.lock has no {name} for {target.name}: run `make upgrade`")
    return locked[name]


def _needs(wheel: Path, target: Target) -> Iterator[str]:
    for each in read_requirements(wheel):
        if each.marker is None or each.marker.evaluate(target.environment()):
            yield canonicalize_name(each.name)


def _there(folder: Path, asked: Iterable[Pin]) -> dict[str, Path]:
    """The wheels of a folder that are of these pins, by the name of the package."""
    wanted = {(pin.name, Version(pin.version)) for pin in asked}
    there: dict[str, Path] = {}
    for wheel in sorted(folder.glob("*.whl")):
        name, version, _, _ = parse_wheel_filename(wheel.name)
        if (name, version) in wanted:
            there[name] = wheel
    return there


def _download(target: Target, asked: Iterable[Pin], folder: Path) -> None:
    listed = folder / "wanted.txt"
    # Without the markers: pip would ask them of the system it runs on.
    listed.write_text("".join(pin.text.replace(f" ; {pin.marker}", "") for pin in asked), encoding="utf-8")
    tag = f"{sys.version_info[0]}{sys.version_info[1]}"
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    command += ["--dest", str(folder), "--only-binary", ":all:", "--implementation", "cp", "--require-hashes"]
    command += ["--python-version", tag, "--abi", f"cp{tag}", "--abi", "abi3", "--abi", "none"]
    command += [word for each in target.tags for word in ("--platform", each)]
    subprocess.run([*command, "-r", str(listed)], check=True)
