"""The contents of a packed game: the modules and the files of data of the wheel, and the licences of all of it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from hatchling.builders.wheel import WheelBuilder

from tools.apps.targets import Target

ROOT = Path(__file__).resolve().parents[2]
_LOADED = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*sorted(name for name, module in list(sys.modules.items()) if getattr(module, "__spec__", None)), sep="\\n")
"""
_NO_LICENCES = frozenset({".py", ".pyc", ".pyi", ".so", ".pyd", ".dll", ".dylib"})


@dataclass(frozen=True)
class Contents:
    """Of the wheel of this checkout: modules by name, and files by their place in it.

    The sources are among the files, to be read: rules cite them.
    """

    version: str
    requirements: tuple[str, ...]
    modules: tuple[str, ...]
    data: dict[str, Path]
    licences: dict[str, Path]


def contents(root: Path = ROOT) -> Contents:
    """Return what the wheel of a checkout holds."""
    builder = WheelBuilder(str(root))
    files = {PurePosixPath(each.distribution_path): Path(each.path) for each in builder.recurse_included_files()}
    told = builder.metadata.core
    return Contents(
        version=builder.metadata.version,
        requirements=tuple(told.dependencies),
        modules=tuple(sorted(_module(path) for path in files if path.suffix == ".py" and path.stem != "__main__")),
        data={str(path): source for path, source in sorted(files.items())},
        licences={name: root / name for name in (*told.license_files, "docs/licences.md")},
    )


def _module(path: PurePosixPath) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def whole(package: str, wheels: Iterable[Path]) -> Iterator[str]:
    """Every module of a package, by the files of its wheel."""
    for wheel in wheels:
        with ZipFile(wheel) as opened:
            paths = [PurePosixPath(name) for name in opened.namelist()]
        yield from (_module(path) for path in paths if path.parts[0] == package and path.suffix == ".py")


def loaded_modules(modules: Iterable[str], without: Iterable[str], packages: Iterable[str]) -> tuple[str, ...]:
    """The modules of these packages that are loaded once `modules` are: some are named in compiled code only.

    Modules that begin with a word of `without` are not loaded at all.
    """
    left_out = tuple(without)
    wanted = [name for name in modules if not name.startswith(left_out)]
    command = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{_LOADED}", *wanted]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    heads = frozenset(packages)
    return tuple(name for name in done.stdout.split() if name.partition(".")[0] in heads)


def top_names(wheel: Path) -> set[str]:
    """The packages and modules at the top of a wheel."""
    with ZipFile(wheel) as opened:
        tops = {name.partition("/")[0] for name in opened.namelist() if not name.endswith("/")}
    return {top.partition(".")[0] for top in tops if ".dist-info" not in top and ".data" not in top}


def lay_out(what: Contents, wheels: Iterable[Path], folder: Path) -> None:
    """Put the files of data and the licences into a folder as they stand in the archive."""
    for place, source in what.data.items():
        _copy(source, folder / "data" / place)
    told = folder / "data" / f"wab-{what.version}.dist-info" / "METADATA"
    told.parent.mkdir(parents=True)
    told.write_text(f"Metadata-Version: 2.1\nName: wab\nVersion: {what.version}\n", encoding="utf-8")
    for place, source in what.licences.items():
        _copy(source, folder / "data" / "licences" / "wab" / place)
    _copy(_licence_of_python(), folder / "data" / "licences" / "python" / "LICENSE.txt")
    for wheel in wheels:
        with ZipFile(wheel) as opened:
            for name in filter(is_licence, opened.namelist()):
                inside = name.partition("/")[2].removeprefix("licenses/")
                text = folder / "data" / "licences" / wheel.name.partition("-")[0] / inside
                text.parent.mkdir(parents=True, exist_ok=True)
                text.write_bytes(opened.read(name))


def lay_beside(target: Target, wheels: Iterable[Path], folder: Path) -> None:
    """Put what a system does not always have next to the later place of the binaries."""
    for wheel in wheels:
        with ZipFile(wheel) as opened:
            for name in opened.namelist():
                for pattern, here in target.runtime.items():
                    if fnmatch(Path(name).name, pattern):
                        (folder / here).write_bytes(opened.read(name))


def is_licence(name: str) -> bool:
    """Tell a licence of the whole package among the files of a wheel."""
    path = PurePosixPath(name.lower())
    of_all = path.parts[0].endswith(".dist-info") or len(path.parts) == 2
    return (
        not name.endswith("/")
        and of_all
        and path.name.startswith(("licen", "copying", "notice", "authors"))
        and path.suffix not in _NO_LICENCES
    )


def _licence_of_python() -> Path:
    return Path(shutil.__file__).with_name("LICENSE.txt")


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, place)
