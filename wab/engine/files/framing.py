"""Lines in a file that only grows: each line is a gzip member of its own that carries its own length.

Any gunzip reads such a file as plain JSON Lines. The length in the header's extra field tells a torn last line, which
is cut, from a damaged one, which is reported.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from wab.engine.files.limits import TooMuch
from wab.engine.words.text import N_, Text

# Magic, method, flags, time, extra flags, system, length of the extra field; its id and size, the member's length, the
# checksum of its packed bytes: gzip's own is of the text, and the last bits of the packed bytes do not show in it.
_HEAD = struct.Struct("<2sBBIBBH2sHII")
_MAGIC, _DEFLATE, _EXTRA, _UNKNOWN_SYSTEM, _FIELD = b"\x1f\x8b", 8, 4, 255, b"WB"
_START = (_MAGIC, _DEFLATE, _EXTRA, 0, 0, _UNKNOWN_SYSTEM, 12, _FIELD, 8)  # the same in every line: no time, no names
_START_BYTES = _HEAD.pack(*_START, 0, 0)[:-8]
_TAIL = struct.Struct("<II")


LINE = 16 << 20
"""Bytes that a line may have, unpacked."""
PACKED_LINE = 4 << 20
"""Bytes that the member of a line may have."""
LINES = 500_000
TEXT = 256 << 20
"""Bytes that all lines of a file may have together, unpacked."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A line read back: its text without the line end, and the bytes in the file where its member starts and ends."""

    text: bytes
    offset: int
    end: int


class DamagedFrame(ValueError):  # noqa: N818
    """A member cannot be read although the file goes on: `offset` is its first byte."""

    def __init__(self, offset: int, problem: Text) -> None:
        super().__init__(problem)
        self.offset = offset


def frame(text: bytes) -> bytes:
    """A line as one gzip member."""
    line = text + b"\n"
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    body = packer.compress(line) + packer.flush()
    total = _HEAD.size + len(body) + _TAIL.size
    return _HEAD.pack(*_START, total, zlib.crc32(body)) + body + _TAIL.pack(zlib.crc32(line), len(line))


def frames(data: bytes) -> Iterator[Frame]:
    """The lines of a file; a torn last member ends them.

    DamagedFrame for a member that is whole but wrong, TooMuch for more, or longer, lines than a file may have.
    """
    offset = number = unpacked = 0
    while offset < len(data):
        total = _length(data, offset)
        if total is None or offset + total > len(data):
            if _is_torn(data[offset:]):
                return
            raise DamagedFrame(offset, Text("the line's frame is damaged"))
        text = _text(data[offset : offset + total], offset)
        number, unpacked = number + 1, unpacked + len(text)
        if number > LINES or unpacked > TEXT:
            message = N_("it has more than the {lines} lines or the {bytes} bytes of text that a save may have")
            raise TooMuch(Text(message, {"lines": LINES, "bytes": TEXT}))
        yield Frame(text, offset, offset + total)
        offset += total


def whole_length(data: bytes) -> int:
    """Return how many bytes of a file belong to whole lines: what is behind them is torn."""
    end = 0
    for found in frames(data):
        end = found.end
    return end


def starts_as_frame(data: bytes) -> bool:
    """Tell, by its first bytes, a file of framed lines from any other; they may be damaged themselves."""
    return data[:2] == _MAGIC or data[12:14] == _FIELD


def frames_behind(data: bytes, offset: int) -> int:
    """Return how many members seem to start in a file at or behind a byte, whether they are whole or not."""
    return data.count(_START_BYTES, offset)


def _length(data: bytes, offset: int) -> int | None:
    if offset + _HEAD.size > len(data):
        return None
    *start, total, _ = _HEAD.unpack_from(data, offset)
    if tuple(start) != _START:
        raise DamagedFrame(offset, Text("the line does not start as it should"))
    if total < _HEAD.size + _TAIL.size:
        raise DamagedFrame(offset, Text("the line's frame is damaged"))
    return int(total)


def _is_torn(rest: bytes) -> bool:
    """A member that ends before its own end is torn; one that is whole has a damaged length."""
    try:
        reader = zlib.decompressobj(31)
        text = reader.decompress(rest, LINE + 1)
    except zlib.error:
        return False
    return not reader.eof and len(text) <= LINE


def _text(member: bytes, offset: int) -> bytes:
    """The line of a member, unpacked no further than a line may reach."""
    if zlib.crc32(member[_HEAD.size : -_TAIL.size]) != _HEAD.unpack_from(member)[-1]:
        raise DamagedFrame(offset, Text("the line's content is damaged"))
    if len(member) > PACKED_LINE:
        raise TooMuch(Text("a line of it is longer than the {limit} bytes that one may have", {"limit": PACKED_LINE}))
    try:
        reader = zlib.decompressobj(31)
        text = reader.decompress(member, LINE + 1)
    except zlib.error as error:
        raise DamagedFrame(offset, Text("the line's content is damaged")) from error
    if len(text) > LINE:
        raise TooMuch(Text("a line of it unpacks to more than the {limit} bytes that one may have", {"limit": LINE}))
    if not reader.eof or reader.unused_data or not text.endswith(b"\n"):
        raise DamagedFrame(offset, Text("the line's content is damaged"))
    return text[:-1]
