"""A problem is reported (OPS-1.1-1): one zip file with all that is needed to see it again, and the reading of such.

A bundle holds files of known names, none in a folder. The save in it is enough to play the game again move by move.
"""

from __future__ import annotations

import io
import platform
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import platformdirs

from wab.app.play.archive import LARGEST_NOTE, diary_path, note_path
from wab.app.play.diary import LARGEST as LARGEST_DIARY
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.files.looking import is_file, is_there
from wab.engine.files.writing import write_beside
from wab.engine.kernel.writer import program_version
from wab.engine.saves.reader import LARGEST as LARGEST_SAVE
from wab.engine.saves.reader import SystemOf, begin, read_whole_lines
from wab.engine.words.errors import SaveError, because
from wab.engine.words.text import N_, Text

SUFFIX = ".zip"
SAVE, NOTE, DIARY = "game.wab", "game.json", "game.diary"
ABOUT, SETTINGS, LOG, PICTURE = "about.json", "settings.json", "log.jsonl", "picture.png"
LIMITS: Mapping[str, int] = {
    SAVE: LARGEST_SAVE,
    NOTE: LARGEST_NOTE,
    DIARY: LARGEST_DIARY,
    ABOUT: 1 << 20,
    SETTINGS: 1 << 20,
    LOG: 8 << 20,
    PICTURE: 64 << 20,
}
"""The files that a bundle may hold, and the bytes that each may have."""
LARGEST = 128 << 20
"""Bytes that a bundle may have."""
_PACKAGES = ("panda3d", "imgui-bundle", "numpy", "msgspec")
_PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_START, _ENTRY = b"PK\x03\x04", b"PK\x01\x02"
_MOST_ENTRIES = 64
"""Marks of entries in a zip, chance ones in packed bytes among them, before its list of files is read at all."""
_UNSOUND = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
"""The errors on reading a zip that is damaged, or was made to do harm."""


class About(msgspec.Struct, frozen=True):
    """The program, the machine and the game: `data` is the digest of the save's data files, `data_here` ours.

    `seed` seeds all dice; `records` counts the records of the journal, `digest` is the state's after the last of them.
    """

    program: str
    python: str
    platform: str
    packages: dict[str, str]
    written: str
    scenario: str
    seed: int
    options: dict[str, str]
    data: str
    data_here: str
    records: int
    digest: str


def reports_folder() -> Path:
    """Return the folder for bundles; it may not exist yet."""
    return platformdirs.user_data_path("wab", appauthor=False) / "reports"


def write_bundle(save: Path, folder: Path, system_of: SystemOf, beside: Mapping[str, bytes]) -> Path:
    """Write a bundle of a save into a folder, under a name of its own; return its path. Change nothing else on disk.

    The files next to the save (note, diary) go along, and the given files by name: settings, log, picture. A file
    that is larger than it may be is left out.
    SaveError when the save cannot be read or the bundle cannot be written.
    """
    try:
        data = read_bounded(save, LARGEST_SAVE)
    except OSError as error:
        raise SaveError(str(save), because(N_("cannot be read ({why})"), error)) from error
    except TooMuch as error:
        raise SaveError(str(save), because(N_("cannot be read: {why}"), error)) from error
    files = {SAVE: data, ABOUT: msgspec.json.format(msgspec.json.encode(about(save, system_of)), indent=2)}
    files |= dict(_lying_beside(save)) | {name: data for name, data in beside.items() if len(data) <= LIMITS[name]}
    path = _free_name(folder, save.stem)
    write_beside(path, _zipped(files))
    return path


def about(save: Path, system_of: SystemOf) -> About:
    """Return the facts of a save and of this program for a bundle. SaveError when the save cannot be read at all."""
    contents = read_whole_lines(save)
    setup = contents.header.setup
    system, _state = begin(save, contents.header, system_of)
    return About(
        program=program_version(),
        python=platform.python_version(),
        platform=platform.platform(),
        packages={name: found for name in _PACKAGES if (found := _version(name))},
        written=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        scenario=setup.scenario,
        seed=setup.seed,
        options={name: str(value) for name, value in setup.options.items()},
        data=contents.header.data,
        data_here=system.data_digest(),
        records=len(contents.steps),
        digest=contents.steps[-1].digest if contents.steps else "",
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _lying_beside(save: Path) -> Iterator[tuple[str, bytes]]:
    for name, path in ((NOTE, note_path(save)), (DIARY, diary_path(save))):
        try:
            yield name, read_bounded(path, LIMITS[name])
        except (OSError, TooMuch):
            continue


def _free_name(folder: Path, stem: str) -> Path:
    start = f"report-{stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{start}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in range(1, 1000))
    return next(path for name in names if not is_there(path := folder / name))


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    return packed.getvalue()


# ------------------------------------------------------------------------------------------------- reading


def is_bundle(path: Path) -> bool:
    """Tell a zip file from a save, by its first bytes."""
    try:
        if not is_file(path):  # a pipe is not opened: the program might wait for ever
            return False
        with path.open("rb") as file:
            return file.read(len(_START)) == _START
    except OSError:
        return False


def read_bundle(path: Path) -> dict[str, bytes]:
    """The files of a bundle by name. SaveError for one that is damaged, too large, or holds what no bundle holds."""
    try:
        packed = read_bounded(path, LARGEST)
        if packed.count(_ENTRY) > _MOST_ENTRIES:
            raise SaveError(str(path), Text("it holds more files than any bundle of this game"))
        with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
            members = bundle.infolist()
            _check_names(path, [member.orig_filename for member in members])
            return {member.filename: _unpacked(path, bundle, member) for member in members}
    except _UNSOUND as error:
        raise SaveError(str(path), because(N_("the bundle cannot be read ({why})"), error)) from error


def _check_names(path: Path, names: list[str]) -> None:
    for name in names:
        if name not in LIMITS:
            raise SaveError(
                str(path), Text("it holds {name}, which no bundle of this game holds", {"name": repr(name)})
            )
    if len(set(names)) < len(names):
        raise SaveError(str(path), Text("it holds two files of the same name"))
    if SAVE not in names:
        raise SaveError(str(path), Text("it holds no save"))


def _unpacked(path: Path, bundle: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return a file of a bundle. Sizes that a zip states are not believed: the file's own limit holds for unpacking."""
    limit = LIMITS[member.filename]
    if member.compress_type not in _PLAIN or member.flag_bits & 1:
        problem = Text("{name} is packed as no bundle of this game is", {"name": member.filename})
        raise SaveError(str(path), problem)
    with bundle.open(member) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        message = N_("{name} is larger than the {limit} bytes that it may have")
        raise SaveError(str(path), Text(message, {"name": member.filename, "limit": limit}))
    return data


@contextmanager
def save_of(path: Path) -> Iterator[Path]:
    """Yield the save to read for a path: itself, or, if it is a bundle, the save in it.

    A save from a bundle exists, with the files next to it, only as long as the context.
    SaveError as of `read_bundle`; an error raised meanwhile about the save in a bundle names the bundle.
    """
    if not is_bundle(path):
        yield path
        return
    files = read_bundle(path)
    with TemporaryDirectory(prefix="wab-") as folder:
        save = Path(folder) / SAVE
        for name in (SAVE, NOTE, DIARY):
            if name in files:
                (Path(folder) / name).write_bytes(files[name])
        try:
            yield save
        except SaveError as error:
            if error.path != str(save):
                raise
            raise type(error)(str(path), error.said, error.line) from error
