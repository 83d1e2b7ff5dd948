"""Write requirements.lock: the exact packages, with hashes, for every Python and system that the project supports.

python -m tools.lock           lock the newest versions that pyproject.toml allows, and print what changed
python -m tools.lock --keep    keep the versions that are locked, for a package that is new in pyproject.toml

The lock is one list in sections. Each section adds what its purpose needs to the sections above it, so that an
installer takes the file up to the end of a section: `build`, `play`, `online`, `fast`, `research`,
`cluster`, `dev`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
SECTIONS = ("build", "play", "online", "fast", "research", "cluster", "dev")
HEAD = """\
# Exact versions and hashes of all packages. `make upgrade` writes this file; do not edit it.
# Each section needs the sections above it.
"""
PYTHONS = ("3.11", "3.12", "3.13")
SYSTEMS = ("x86_64-manylinux_2_28", "x86_64-pc-windows-msvc", "aarch64-apple-darwin")
_OLDEST_MACOS = "14.0"
_PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\\n(?:    --hash.*\n)+", re.MULTILINE)
_RULE = "# ---- {} ----\n"


@dataclass(frozen=True)
class Pin:
    """One version of a package in a lock. `marker` says on which Pythons and systems; `text` has the hashes too."""

    name: str
    version: str
    marker: str
    text: str


def pins(text: str) -> Iterator[Pin]:
    """Return the pins of a lock in their order. A package has several if its version differs by Python."""
    for found in _PIN.finditer(text):
        yield Pin(found["name"], found["version"], found["marker"] or "", found[0])


def up_to(section: str, text: str) -> str:
    """Return a lock from its start to the end of a section."""
    following = SECTIONS[SECTIONS.index(section) + 1 :]
    return text.partition(_RULE.format(following[0]))[0] if following else text


def changes(before: str, after: str) -> list[str]:
    """Return a line for each package that a new lock adds, changes or drops."""
    old, new = _versions(before), _versions(after)
    names = sorted(name for name in old | new if old.get(name) != new.get(name))
    return [f"{name}: {old.get(name, 'not there')} -> {new.get(name, 'dropped')}" for name in names]


def _versions(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pin in pins(text):
        found[pin.name] = f"{found.get(pin.name, '')} {pin.version}".strip()
    return found


def wanted(project: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the requirements that each section adds, as pyproject.toml states them."""
    extras = project["project"]["optional-dependencies"]
    added = {name: [each for each in extras[name] if not each.startswith("wab[")] for name in SECTIONS[2:]}
    return {"build": project["build-system"]["requires"], "play": project["project"]["dependencies"], **added}


def lock(project: Mapping[str, Any], kept: str = "") -> str:
    """Return a lock of the newest versions that a project allows; packages of a lock `kept` stay as they are there.

    Raises CalledProcessError if there are none, or if a system that we support lacks a wheel; uv has then printed why.
    """
    asked = wanted(project)
    every = (each for name in SECTIONS for each in asked[name])
    left = list(pins(_resolve(every, "--generate-hashes", limits=_limits(pins(kept)))))
    limits = _limits(left)
    text, needed = HEAD, list[str]()
    for section in SECTIONS:
        needed += asked[section]
        names = set(re.findall(r"^([\w.-]+)==", _resolve(needed, limits=limits), re.MULTILINE))
        text += _RULE.format(section) + "".join(pin.text for pin in left if pin.name in names)
        left = [pin for pin in left if pin.name not in names]
    _require_wheels(text)
    return text


def _limits(held: Iterable[Pin]) -> str:
    return "\n".join(f"{pin.name}=={pin.version} ; {pin.marker}".rstrip(" ;") for pin in held)


def _resolve(requirements: Iterable[str], *words: str, limits: str = "") -> str:
    command = [*_UV, "compile", "-", "--universal", "--python-version", PYTHONS[0], "--only-binary", ":all:"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", *words]
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "limits.txt"
        constraints.write_text(limits, encoding="utf-8")
        command += ["--constraints", str(constraints)]
        asked = "\n".join(requirements)
        return subprocess.run(command, input=asked, check=True, stdout=subprocess.PIPE, text=True).stdout


def _require_wheels(text: str) -> None:
    environment = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": _OLDEST_MACOS}
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "lock.txt"
        listed.write_text(text, encoding="utf-8")
        for system, python in product(SYSTEMS, PYTHONS):
            command = [*_UV, "install", "--dry-run", "--require-hashes", "--only-binary", ":all:", "-r", str(listed)]
            command += ["--target", folder, "--python-platform", system, "--python-version", python]
            subprocess.run(command, check=True, env=environment)


_UV = (sys.executable, "-m", "uv", "--quiet", "--no-config", "pip")


def main() -> int:
    """Write the lock and print what changed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    before = LOCK.read_text(encoding="utf-8") if LOCK.exists() else HEAD
    parser = argparse.ArgumentParser(prog="python -m tools.lock", description="Write requirements.lock.")
    parser.add_argument("--keep", action="store_true", help="keep the versions that are locked")
    after = lock(project, before if parser.parse_args().keep else "")
    LOCK.write_text(after, encoding="utf-8")
    print("\n".join(changes(before, after)) or "requirements.lock already holds the newest versions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
