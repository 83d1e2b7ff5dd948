"""The lines of a save: their contents, their seals, and the writing of a whole save. It knows values, no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path

import msgspec

from wab.engine.files.framing import frame
from wab.engine.files.writing import Mark, write_beside
from wab.engine.kernel.proof import Proof
from wab.engine.kernel.values import Record, Setup, digest_of

FORMAT = 1
SNAPSHOT_EVERY = 100
SEAL = b',"seal":"'
_encode = msgspec.json.Encoder(order="deterministic").encode


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="line"):
    """First line of a save: format, version of the program, digest of the data files, and how the game was started."""

    format: int
    program: str
    data: str
    setup: Setup
    proof: Proof | msgspec.UnsetType = msgspec.UNSET
    """In the save of a game that a server held."""


class Step(msgspec.Struct, frozen=True, tag="step", tag_field="line"):
    """A record of the journal. Orders and events stay raw until the system that owns them is known.

    `resigned` stands only in the line of a resignation, so that all other lines are as they always were.
    """

    order: msgspec.Raw
    events: msgspec.Raw
    digest: str
    undo: bool = False
    resigned: str | msgspec.UnsetType = msgspec.UNSET


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", tag_field="line"):
    """The whole state after `steps` records."""

    steps: int
    digest: str
    state: msgspec.Raw


def program_version() -> str:
    """Version of the installed program."""
    from importlib.metadata import PackageNotFoundError, version  # which loads much, for this word alone

    try:
        return version("wab")
    except PackageNotFoundError:
        return "unknown"


def sealed(body: bytes, seal: str) -> tuple[bytes, str]:
    """A line as it stands in a file, and its link of the chain; `seal` is the link before it."""
    link = sha256(seal.encode() + body).hexdigest()
    return frame(body[:-1] + SEAL + link.encode() + b'"}'), link


def step_body(record: Record) -> bytes:
    """A record as a line without its seal."""
    order, events = msgspec.Raw(_encode(record.order)), msgspec.Raw(_encode(record.events))
    return _encode(Step(order, events, record.digest, record.undo, record.resigned or msgspec.UNSET))


def snapshot_body(steps: int, state: bytes) -> bytes:
    """A state after so many records as a line without its seal."""
    return _encode(Snapshot(steps, digest_of(state), msgspec.Raw(state)))


def write_save(path: Path, setup: Setup, data: str, journal: Sequence[Record], state: bytes | None) -> tuple[str, Mark]:
    """Write a whole save next to `path` and rename it to `path`. Return the last seal, and the mark of the file.

    `data` is the digest of the data files. `state` is the last state if the save is to end in a snapshot of it.
    SaveError when the file cannot be written; a file that was there is then left as it was.
    """
    bodies = map(step_body, journal)
    snapshot = [snapshot_body(len(journal), state)] if state is not None else []
    seal, lines = _sealed_all(Header(FORMAT, program_version(), data, setup), chain(bodies, snapshot))
    return seal, write_beside(path, lines)


def save_of(setup: Setup, data: str, bodies: Iterable[bytes], proof: Proof) -> bytes:
    """Return the save of a game that a server held: its records as lines without their seals, and the proof."""
    return _sealed_all(Header(FORMAT, program_version(), data, setup, proof), bodies)[1]


def _sealed_all(header: Header, bodies: Iterable[bytes]) -> tuple[str, bytes]:
    seal, parts = "", []
    for body in chain([_encode(header)], bodies):
        line, seal = sealed(body, seal)
        parts.append(line)
    return seal, b"".join(parts)
