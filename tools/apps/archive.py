"""Archives: the same bytes for the same files, with the rights that programs need."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tools.apps.targets import Target

_WHEN = (2020, 1, 1, 0, 0, 0)
_RUNS, _READS, _FILE = 0o755, 0o644, 0o100000


def archive_name(target: Target, version: str) -> str:
    """The file's name: wab-VERSION-SYSTEM and the suffix that the system is used to."""
    return f"wab-{version}-{target.name}{target.suffix}"


def write_archive(target: Target, folder: Path, version: str, out: Path) -> Path:
    """Pack a folder, under one folder of the archive's name; the file that was written in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    path = out / archive_name(target, version)
    top = path.name.removesuffix(target.suffix)
    (_write_zip if target.suffix == ".zip" else _write_tar)(target, folder, top, path)
    return path


def _files(target: Target, folder: Path) -> Iterator[tuple[str, bytes, int]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            place = path.relative_to(folder).as_posix()
            yield place, path.read_bytes(), _RUNS if place in target.binaries else _READS


def _write_tar(target: Target, folder: Path, top: str, path: Path) -> None:
    with (
        path.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as opened,
    ):
        for place, data, rights in _files(target, folder):
            entry = tarfile.TarInfo(f"{top}/{place}")
            entry.size, entry.mode, entry.mtime = len(data), rights, 0
            opened.addfile(entry, BytesIO(data))


def _write_zip(target: Target, folder: Path, top: str, path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=6) as opened:
        for place, data, rights in _files(target, folder):
            entry = ZipInfo(f"{top}/{place}", _WHEN)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, 3  # rights as Unix has them
            entry.external_attr = (_FILE | rights) << 16
            opened.writestr(entry, data)
