"""The parts of `make apps`, without building it; `tests/archives.py` asks the archives themselves."""

from __future__ import annotations

import importlib.metadata
import struct
import subprocess
import tarfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.apps.archive import archive_name, write_archive
from tools.apps.checking import compiled_modules, held, problems
from tools.apps.contents import (
    ROOT,
    Contents,
    contents,
    is_licence,
    lay_beside,
    lay_out,
    loaded_modules,
    top_names,
    whole,
)
from tools.apps.freezing import is_found
from tools.apps.sealing import SignatureError, is_of_apple_silicon, is_signed, seal, wrong_pages
from tools.apps.targets import LINUX, MACOS, TARGETS, WINDOWS, Target
from tools.apps.wheels import UnlockedError, gather, locked_for
from tools.lock import LOCK

# ------------------------------------------------------------------------------------------------- contents


@pytest.fixture(scope="module")
def what() -> Contents:
    return contents()


def _tracked(*folders: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(filter(None, listed.stdout.split("\0")))


@pytest.mark.parametrize(
    ("folder", "place"),
    [
        ("campaigns", "wab/data/campaigns"),
        ("models", "wab/data/models"),
        ("docs/rules", "wab/data/rules"),
        ("geodata/zocbonds", "wab/data/geodata/zocbonds"),
        ("wab/app/assets", "wab/app/assets"),
        ("wab/locale", "wab/locale"),
        ("ai", "ai"),
    ],
)
def test_every_file_of_the_checkout_that_the_game_reads_is_packed(what: Contents, folder: str, place: str) -> None:
    wanted = {place + name.removeprefix(folder) for name in _tracked(folder)}
    assert wanted
    assert wanted <= set(what.data)


def test_every_module_of_the_game_is_packed(what: Contents) -> None:
    sources = {name for name in _tracked("wab", "ai") if name.endswith(".py") and not name.endswith("__main__.py")}
    names = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in sources}
    assert {"wab.cli", "wab.packed", "ai.worker"} <= names
    assert set(what.modules) == names


def test_the_licences_named_in_the_project_are_packed(what: Contents, tmp_path: Path) -> None:
    assert {"LICENSE", "docs/licences.md", "geodata/licences/GSHHG-NOTICE.md"} <= set(what.licences)
    wheel = _wheel(tmp_path, "theirs", "1.0", {"theirs-1.0.dist-info/licenses/LICENSE": "theirs", "theirs/a.py": ""})
    lay_out(what, [wheel], tmp_path / "staged")
    folder = tmp_path / "staged" / "data"
    assert (folder / "licences" / "theirs" / "LICENSE").read_text() == "theirs"
    assert (folder / "licences" / "wab" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (folder / "licences" / "python" / "LICENSE.txt").stat().st_size > 1000
    told = {each.name: each.version for each in importlib.metadata.distributions(path=[str(folder)])}
    assert told == {"wab": what.version}


def test_a_licence_is_told_from_code_and_from_the_licence_of_a_part() -> None:
    assert is_licence("a-1.dist-info/licenses/LICENSE") and is_licence("a/COPYING.txt")
    assert not is_licence("a-1.dist-info/licenses/") and not is_licence("a/fonts/LICENSE.txt")
    assert not is_licence("a/licence.py") and not is_licence("a-1.dist-info/METADATA")


def test_modules_that_only_compiled_code_names_are_found() -> None:
    found = loaded_modules(["wab.hexes.grid"], ["wab.app"], ["wab", "numpy"])
    assert "wab.hexes.grid" in found and "numpy._core._multiarray_umath" in found
    assert not any(name.startswith(("wab.app", "json")) for name in found)


# ------------------------------------------------------------------------------------------------- wheels


def _wheel(folder: Path, name: str, version: str, files: dict[str, str], needs: tuple[str, ...] = ()) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    told = "".join(f"Requires-Dist: {need}\n" for need in needs)
    with ZipFile(path, "w") as opened:
        opened.writestr(f"{name}-{version}.dist-info/METADATA", f"Name: {name}\nVersion: {version}\n{told}")
        for place, text in files.items():
            opened.writestr(place, text)
    return path


LOCKED = """\
first-of-two==1.0 \\
    --hash=sha256:1
second-of-two==2.0 ; python_full_version < '3' \\
    --hash=sha256:2
second-of-two==2.5 ; python_full_version >= '3' \\
    --hash=sha256:3
of-windows==1.0 ; sys_platform == 'win32' \\
    --hash=sha256:4
"""


def test_what_a_wheel_needs_on_a_system_comes_with_it_as_the_lock_says(tmp_path: Path) -> None:
    needs = ("second_of_two>=2", "of_windows; platform_system == 'Windows'", "extra_one; extra == 'more'")
    first = _wheel(tmp_path, "first_of_two", "1.0", {}, needs)
    _wheel(tmp_path, "second_of_two", "2.0", {})
    second = _wheel(tmp_path, "second_of_two", "2.5", {})
    of_windows = _wheel(tmp_path, "of_windows", "1.0", {})
    assert gather(LINUX, ["first_of_two>=1"], tmp_path, LOCKED) == [first, second]
    assert gather(WINDOWS, ["first_of_two"], tmp_path, LOCKED) == [first, of_windows, second]
    with pytest.raises(UnlockedError, match="no of-windows for linux"):
        gather(LINUX, ["of_windows"], tmp_path, LOCKED)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_the_lock_holds_what_each_system_needs(what: Contents, target: Target) -> None:
    locked = locked_for(target, LOCK.read_text(encoding="utf-8"))
    wanted = {canonicalize_name(Requirement(each).name) for each in (*what.requirements, *target.requirements)}
    assert wanted <= locked.keys()


def test_the_modules_of_a_wheel_are_read_from_its_files(tmp_path: Path) -> None:
    files = {"a/__init__.py": "", "a/b-c.py": "", "a/d.cpython-311-darwin.so": "", "a/e.pyd": "", "f.py": ""}
    wheel = _wheel(tmp_path, "a", "1.0", files)
    assert set(whole("a", [wheel])) == {"a", "a.b-c"}
    assert top_names(wheel) == {"a", "f"}
    assert compiled_modules(["a.d", "a.e", "a"], [wheel]) == {"a.d", "a.e"}


def test_a_library_that_comes_with_the_system_or_lies_beside_is_not_missed(tmp_path: Path) -> None:
    lay_beside(WINDOWS, [_wheel(tmp_path, "a", "1.0", {"a-1.0.data/data/Scripts/vcruntime140_1.dll": "x"})], tmp_path)
    warning = "could not find dependency {} (referenced by wab.pyd)"
    assert is_found(WINDOWS, warning.format("VCRUNTIME140_1.dll"), tmp_path)
    assert is_found(WINDOWS, warning.format("api-ms-win-core-synch-l1-2-0.dll"), tmp_path)
    assert not is_found(WINDOWS, warning.format("other.dll"), tmp_path)
    assert not is_found(WINDOWS, "wab.pyd was not found in any downloaded wheel", tmp_path)


# ------------------------------------------------------------------------------------------------- archives


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (LINUX, "wab-1.2-linux-x86_64.tar.gz"),
        (WINDOWS, "wab-1.2-windows-x86_64.zip"),
        (MACOS, "wab-1.2-macos-arm64.zip"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_an_archive_is_the_same_again_and_its_programs_may_run(target: Target, name: str, tmp_path: Path) -> None:
    assert archive_name(target, "1.2") == name
    folder = tmp_path / "built"
    for place in (*target.binaries, f"{target.data}/text"):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(place)
    first, second = (write_archive(target, folder, "1.2", tmp_path / out) for out in "ab")
    assert first.read_bytes() == second.read_bytes()
    assert {place: data.decode() for place, data in held(first).items()} == {
        place: place for place in (*target.binaries, f"{target.data}/text")
    }
    rights = _rights(first)
    assert all(rights[place] == 0o755 for place in target.binaries)
    assert rights[f"{target.data}/text"] == 0o644


def _rights(archive: Path) -> dict[str, int]:
    if archive.suffix == ".zip":
        with ZipFile(archive) as opened:
            told = [(each.filename, each.external_attr >> 16 & 0o777) for each in opened.infolist()]
    else:
        with tarfile.open(archive) as packed:
            told = [(each.name, each.mode) for each in packed]
    return {name.partition("/")[2]: mode for name, mode in told}


@pytest.fixture
def small(tmp_path: Path) -> Contents:
    source = tmp_path / "map.yaml"
    source.write_bytes(b"hexes")
    return Contents("1.2", (), ("wab", "wab.cli"), {"wab/data/map.yaml": source}, {"LICENSE": source})


def _full(target: Target, what: Contents) -> dict[str, bytes]:
    """An archive with all that it must hold."""
    code = target.formats[0] + b"\0__main__\0wab\0wab.cli\0"
    files = dict.fromkeys(target.binaries, code if target is not MACOS else _mach_o(code))
    files |= {f"{target.libraries}{target.plugin(name)}": b"" for name in target.plugins}
    files |= dict.fromkeys(target.runtime.values(), target.formats[0])
    files |= {f"{target.libraries}numpy.core{target.module_suffix}": b"", "README.txt": b"", "LICENSE.txt": b""}
    return {**files, f"{target.data}/wab/data/map.yaml": b"hexes", f"{target.data}/licences/wab/LICENSE": b"hexes"}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_an_archive_must_hold_programs_libraries_data_and_texts(target: Target, small: Contents) -> None:
    files = _full(target, small)
    assert list(problems(target, small, files, ["numpy.core"])) == []
    for name in files:
        less = {place: data for place, data in files.items() if place != name}
        assert f"{name} is missing" in list(problems(target, small, less, ["numpy.core"]))


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("wab", b"\x7fELF\0__main__\0wab\0", "wab lacks the module wab.cli"),
        ("wab", b"text\0__main__\0wab\0wab.cli\0", "wab is no program of linux-x86_64"),
        ("data/wab/data/map.yaml", b"other", "data/wab/data/map.yaml is not that of the checkout"),
        ("foreign.so", b"MZ\x90\0", "foreign.so is code for another system"),
        ("foreign.dylib", b"\xcf\xfa\xed\xfe", "foreign.dylib is code for another system"),
    ],
)
def test_an_archive_must_hold_the_right_things(name: str, data: bytes, problem: str, small: Contents) -> None:
    assert list(problems(LINUX, small, {**_full(LINUX, small), name: data})) == [problem]


# ------------------------------------------------------------------------------------------------- signatures

PAGE = 4096


def _mach_o(code: bytes = b"", certificate: bytes = b"") -> bytes:
    """A program for Apple silicon of two pages, signed as a linker signs."""
    header = struct.pack("<IIIIIIII", 0xFEEDFACF, 0x100000C, 0, 2, 1, 16, 0, 0)
    header += struct.pack("<IIII", 0x1D, 16, PAGE + 100, 1000)
    body = (header + code).ljust(PAGE + 100, b"\1")
    sums = b"".join(sha256(part).digest() for part in (body[:PAGE], body[PAGE:]))
    told = struct.pack(">IIIIIIIBBBBI", 0x20400, 0x20002, 44, 0, 0, 2, len(body), 32, 2, 0, 12, 0)
    directory = struct.pack(">II", 0xFADE0C02, 8 + len(told) + len(sums)) + told + sums
    parts = [directory, struct.pack(">II", 0xFADE0B01, 8 + len(certificate)) + certificate]
    places = (28, 28 + len(directory))
    index = b"".join(struct.pack(">II", kind, place) for kind, place in zip((0, 0x10000), places, strict=True))
    return body + struct.pack(">III", 0xFADE0CC0, 1000, 2) + index + b"".join(parts)


def _fat(*programs: bytes) -> bytes:
    """Programs for several processors in one file, with something behind them that no signature covers."""
    starts = [PAGE * 4 * number for number in range(1, len(programs) + 1)]
    data = struct.pack(">II", 0xCAFEBABE, len(programs))
    for start, program in zip(starts, programs, strict=True):
        data += struct.pack(">IIIII", 0, 0, start, len(program), 12)
    for start, program in zip(starts, programs, strict=True):
        data = data.ljust(start, b"\0") + program
    return data + b"modules"


def _changed(data: bytes, word: bytes) -> bytes:
    assert word in data
    return data.replace(word, word.upper())


@pytest.mark.parametrize("packed", [lambda each: each, lambda each: _fat(b"of another processor", each)])
def test_the_signature_of_changed_code_is_made_right(packed: Callable[[bytes], bytes], tmp_path: Path) -> None:
    signed = packed(_mach_o(b"code"))
    assert is_signed(signed) and is_of_apple_silicon(signed) and wrong_pages(signed) == 0
    path = tmp_path / "wab"
    path.write_bytes(_changed(signed, b"code"))
    assert wrong_pages(path.read_bytes()) == 1
    assert seal(path)
    assert wrong_pages(path.read_bytes()) == 0
    assert b"CODE" in path.read_bytes()
    assert not seal(path)


def test_a_certificate_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "wab"
    path.write_bytes(_changed(_mach_o(b"code", b"somebody's"), b"code"))
    with pytest.raises(SignatureError, match="certificate"):
        seal(path)
    assert b"CODE" in path.read_bytes()


def test_code_without_a_signature_has_no_wrong_pages() -> None:
    assert not is_of_apple_silicon(_fat(b"of another processor"))
    assert not is_signed(b"\xcf\xfa\xed\xfe".ljust(64, b"\0"))
    assert wrong_pages(b"no code at all") == 0
