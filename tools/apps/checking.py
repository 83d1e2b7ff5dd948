"""Contents that an archive must hold to be played, checked in the archive itself."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from tools.apps.contents import Contents
from tools.apps.sealing import wrong_pages
from tools.apps.targets import MACOS, TARGETS, Target

_CODE = {magic: target for target in TARGETS for magic in target.formats}
_TEXTS = ("README.txt", "LICENSE.txt")


def held(archive: Path) -> dict[str, bytes]:
    """The files of an archive by their place under its one folder. ValueError if there are several folders."""
    files = dict(_read_zip(archive) if archive.suffix == ".zip" else _read_tar(archive))
    tops = {name.partition("/")[0] for name in files}
    if len(tops) != 1:
        raise ValueError(f"{archive.name} holds {len(tops)} folders (expected one)")
    return {name.partition("/")[2]: data for name, data in files.items()}


def _read_zip(archive: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(archive) as opened:
        yield from ((name, opened.read(name)) for name in opened.namelist())


def _read_tar(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as opened:
        for entry in opened:
            data = opened.extractfile(entry)
            assert data is not None  # the archive holds nothing but files
            yield entry.name, data.read()


def compiled_modules(modules: Iterable[str], wheels: Iterable[Path]) -> set[str]:
    """The given modules that the wheels hold as compiled code."""
    compiled: set[str] = set()
    for wheel in wheels:
        with ZipFile(wheel) as opened:
            paths = (PurePosixPath(name) for name in opened.namelist() if name.endswith((".so", ".pyd")))
            compiled |= {".".join((*path.parts[:-1], path.name.partition(".")[0])) for path in paths}
    return compiled & set(modules)


def problems(target: Target, what: Contents, files: Mapping[str, bytes], compiled: Iterable[str] = ()) -> Iterator[str]:
    """Yield what an archive lacks, a sentence each; `compiled`: the modules of compiled code that must be there."""
    yield from _lacking(target, what, files, compiled)
    for name in target.binaries:
        yield from _problems_of_binary(target, what, name, files.get(name, b""))
    for name, data in files.items():
        of = _CODE.get(data[:4]) or _CODE.get(data[:2])
        if of not in (None, target):
            yield f"{name} is code for another system"
        if of is MACOS and target is MACOS and (wrong := wrong_pages(data)):
            yield f"{name} has {wrong} pages that are not those that were signed"


def _lacking(target: Target, what: Contents, files: Mapping[str, bytes], compiled: Iterable[str]) -> Iterator[str]:
    wanted = [f"{target.data}/{name}" for name in what.data]
    wanted += [f"{target.data}/licences/wab/{name}" for name in what.licences]
    wanted += [f"{target.libraries}{name}{target.module_suffix}" for name in compiled]
    wanted += [f"{target.libraries}{target.plugin(name)}" for name in target.plugins]
    wanted += [*target.binaries, *target.runtime.values(), *_TEXTS]
    yield from (f"{name} is missing" for name in wanted if name not in files)
    for name, source in what.data.items():
        if (data := files.get(f"{target.data}/{name}")) is not None and data != source.read_bytes():
            yield f"{target.data}/{name} is not that of the checkout"


def _problems_of_binary(target: Target, what: Contents, name: str, data: bytes) -> Iterator[str]:
    if not data.startswith(target.formats):
        yield f"{name} is no program of {target.name}"
    for module in ("__main__", *what.modules):
        if b"\0" + module.encode() + b"\0" not in data:
            yield f"{name} lacks the module {module}"
