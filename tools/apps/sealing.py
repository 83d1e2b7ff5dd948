"""Signatures of macOS code, made right again after `build_apps` has changed the code.

Apple silicon runs no code whose pages differ from the sums in its signature. Linkers sign ad hoc: sums, and no
certificate. `build_apps` writes into such files (where a binary finds its modules, where a library finds others) and
leaves the sums as they were. Here they are reckoned again; a certificate is neither there nor made.

The layout follows Apple's `cs_blobs.h` and `mach-o/loader.h`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import new
from pathlib import Path

from tools.apps.targets import MACOS, Target

_FAT, _MACH_64 = b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe"
_ARM_64 = struct.pack("<I", 0x0100000C)
_LC_CODE_SIGNATURE = 0x1D
_EMBEDDED, _CODE_DIRECTORY = 0xFADE0CC0, 0xFADE0C02
_CERTIFICATE = 0xFADE0B01
_SUMS = {(20, 1): "sha1", (32, 2): "sha256"}


class SignatureError(ValueError):
    """A signature of a kind that no linker makes."""


@dataclass(frozen=True)
class Page:
    """A page of code, the place of its sum in the file, and how it is summed."""

    start: int
    end: int
    place: int
    way: str

    def right(self, data: bytes | bytearray) -> bytes:
        """The sum of the page."""
        return new(self.way, data[self.start : self.end], usedforsecurity=False).digest()

    def is_right(self, data: bytes | bytearray) -> bool:
        """Tell whether the file says so."""
        return data.startswith(self.right(data), self.place)


def seal_all(target: Target, folder: Path) -> int:
    """Make the signatures of all code for macOS in a folder right; how many files were changed."""
    if target is not MACOS:
        return 0
    return sum(seal(path) for path in sorted(folder.rglob("*")) if path.is_file() and is_code(path))


def is_code(path: Path) -> bool:
    """Tell a file of code for macOS."""
    with path.open("rb") as opened:
        return opened.read(4) in (_FAT, _MACH_64)


def seal(path: Path) -> bool:
    """Write the right sums into a file's signatures; True if one was wrong. SignatureError if a certificate is."""
    data = bytearray(path.read_bytes())
    wrong = [page for page in pages(data) if not page.is_right(data)]
    for page in wrong:
        data[page.place : page.place + len(page.right(data))] = page.right(data)
    if wrong:
        if any(_certified(data)):
            raise SignatureError(f"{path.name}: signed with a certificate, which a change makes worthless")
        path.write_bytes(data)
    return bool(wrong)


def wrong_pages(data: bytes) -> int:
    """Return how many pages of a file's content differ from their sums."""
    return sum(not page.is_right(data) for page in pages(data))


def is_signed(data: bytes) -> bool:
    """Tell whether a file's content has a signature for the processors of Apple at all."""
    return any(True for _ in pages(data))


def is_of_apple_silicon(data: bytes) -> bool:
    """Tell code for the processors of Apple, which runs nowhere without a signature; libraries for Intel need none."""
    return any(data[start : start + 8] == _MACH_64 + _ARM_64 for start in _programs(data))


def pages(data: bytes | bytearray) -> Iterator[Page]:
    """The signed pages of a file, of all processors that it holds code for."""
    for start in _programs(data):
        if (signature := _signature(data, start)) is not None:
            yield from _signed(data, start, signature)


def _programs(data: bytes | bytearray) -> list[int]:
    """Return where the code for each processor begins."""
    if data[:4] != _FAT:
        return [0]
    (count,) = struct.unpack_from(">I", data, 4)
    return [struct.unpack_from(">I", data, 8 + 20 * number + 8)[0] for number in range(count)]


def _signature(data: bytes | bytearray, start: int) -> int | None:
    """Return where the signature of a program begins; None if there is none."""
    if data[start : start + 4] != _MACH_64:
        return None
    (commands,) = struct.unpack_from("<I", data, start + 16)
    place = start + 32
    for _ in range(commands):
        command, size, offset = struct.unpack_from("<III", data, place)
        if command == _LC_CODE_SIGNATURE:
            return start + int(offset)
        place += size
    return None


def _parts(data: bytes | bytearray, signature: int) -> Iterator[tuple[int, int, int]]:
    """Kind, place and length of the parts of a signature."""
    magic, _, count = struct.unpack_from(">III", data, signature)
    if magic != _EMBEDDED:
        raise SignatureError("no embedded signature")
    for number in range(count):
        _, offset = struct.unpack_from(">II", data, signature + 12 + 8 * number)
        kind, length = struct.unpack_from(">II", data, signature + offset)
        yield kind, signature + offset, length


def _certified(data: bytes | bytearray) -> Iterator[bool]:
    """For each part of the signatures whether it is a certificate; ad hoc there is an empty one at most."""
    for start in _programs(data):
        if (signature := _signature(data, start)) is not None:
            yield from (kind == _CERTIFICATE and length > 8 for kind, _, length in _parts(data, signature))


def _signed(data: bytes | bytearray, start: int, signature: int) -> Iterator[Page]:
    for kind, place, _ in _parts(data, signature):
        if kind == _CODE_DIRECTORY:
            yield from _listed(data, start, place)


def _listed(data: bytes | bytearray, start: int, directory: int) -> Iterator[Page]:
    """The pages of a code directory."""
    sums, _, _, count, limit = struct.unpack_from(">IIIII", data, directory + 16)
    size, kind, _, page = struct.unpack_from(">BBBB", data, directory + 36)
    if (size, kind) not in _SUMS:
        raise SignatureError(f"sums of an unknown kind {kind}")
    for number in range(count):
        begin, end = number << page, min((number + 1) << page, limit)
        yield Page(start + begin, start + end, directory + sums + number * size, _SUMS[size, kind])
