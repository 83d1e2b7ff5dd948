"""The systems that the game is packed for: which wheels they take, and what their archives hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Target:
    """A system to pack for.

    `tags`: platform tags of wheels that run there, the best first; the first names it for `build_apps`. `markers`: what
    the conditions of requirements ask about. `window` and `console`: the names of the binaries that open without and
    with a console. `plugins`: Panda3D's, which it loads by name. `where`: the folder of the binaries in the archive,
    `data`: the folder of the files of data, `libraries`: the folder of compiled modules. `requirements`: packages that
    only this system needs. `runtime`: patterns of their files that go next to the binaries, and the names they get
    there. `of_system`: patterns of the libraries that every such system has.
    """

    name: str
    tags: tuple[str, ...]
    markers: Mapping[str, str]
    suffix: str
    window: tuple[str, ...]
    console: tuple[str, ...]
    plugins: tuple[str, ...]
    where: str = ""
    data: str = "data"
    libraries: str = ""
    binary_suffix: str = ""
    requirements: tuple[str, ...] = ()
    runtime: Mapping[str, str] = field(default_factory=dict)
    of_system: tuple[str, ...] = ()
    module_suffix: str = ".so"
    library_suffix: str = ".so"
    formats: tuple[bytes, ...] = ()

    @property
    def binaries(self) -> tuple[str, ...]:
        """The paths of the binaries in the archive's folder."""
        return tuple(f"{self.where}{name}{self.binary_suffix}" for name in (*self.window, *self.console))

    def plugin(self, name: str) -> str:
        """The file of one of Panda3D's plugins."""
        return f"lib{name}{self.library_suffix}"

    def environment(self) -> dict[str, str]:
        """The environment in which conditions of requirements are asked."""
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        return {
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "python_version": version,
            "python_full_version": f"{version}.0",
            "platform_release": "",
            "platform_version": "",
            "implementation_version": f"{version}.0",
            "extra": "",
            **self.markers,
        }


LINUX = Target(
    name="linux-x86_64",
    tags=("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_27_x86_64", "manylinux_2_28_x86_64"),
    markers={"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64"},
    suffix=".tar.gz",
    window=(),
    console=("wab",),
    plugins=("pandagl", "p3headlessgl", "p3openal_audio"),
    requirements=("pysqlite3-binary",),  # Panda3D's wheel has Python's module for SQLite without the library it needs
    of_system=("libsqlite3.so",),  # which is asked of the system in vain: `wab.packed` takes the other module
    formats=(b"\x7fELF",),
)
WINDOWS = Target(
    name="windows-x86_64",
    tags=("win_amd64",),
    markers={"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64"},
    suffix=".zip",
    window=("wab",),
    console=("wab-console",),
    plugins=("pandagl", "p3openal_audio"),
    binary_suffix=".exe",
    requirements=("msvc-runtime",),  # compiled modules need it, and not every Windows has it
    runtime={"vcruntime140_1.dll": "vcruntime140_1.dll"},
    of_system=("api-ms-win-*.dll", "bcryptprimitives.dll"),
    module_suffix=".pyd",
    library_suffix=".dll",
    formats=(b"MZ",),
)
MACOS = Target(
    name="macos-arm64",
    tags=("macosx_14_0_arm64",),
    markers={"os_name": "posix", "sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64"},
    suffix=".zip",
    window=("wab",),
    console=(),
    plugins=("pandagl", "p3openal_audio"),
    where="wab.app/Contents/MacOS/",
    data="wab.app/Contents/Resources/data",
    libraries="wab.app/Contents/Frameworks/",
    library_suffix=".dylib",
    formats=(b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"),
)
TARGETS = (LINUX, WINDOWS, MACOS)
