"""Libraries of an X11 system that the graphics need, and the command that installs those that are missing."""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Mapping, Sequence

_X11 = "libX11.so.6"
_PACKAGES: Mapping[str, Mapping[str, str]] = {
    _X11: {"debian": "libx11-6", "fedora": "libX11", "arch": "libx11"},
    "libXext.so.6": {"debian": "libxext6", "fedora": "libXext", "arch": "libxext"},
    "libGL.so.1": {"debian": "libgl1", "fedora": "libglvnd-glx", "arch": "libglvnd"},
    "libEGL.so.1": {"debian": "libegl1", "fedora": "libglvnd-egl", "arch": "libglvnd"},
}
"""By library the package that holds it in a family of systems."""
_INSTALL = {"debian": "sudo apt install", "fedora": "sudo dnf install", "arch": "sudo pacman -S"}


def missing_libraries() -> tuple[str, ...]:
    """The libraries that the graphics need and this system cannot load."""
    return tuple(name for name in _PACKAGES if not _can_load(name))


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def install_command(libraries: Sequence[str]) -> str:
    """The command that installs libraries on this system; "" if the system is of no known family."""
    try:
        system = platform.freedesktop_os_release()
    except OSError:
        return ""
    families = [system["ID"], *system.get("ID_LIKE", "").split()]
    family = next((name for name in families if name in _INSTALL), None)
    if family is None:
        return ""
    packages = dict.fromkeys(_PACKAGES[library][family] for library in libraries)
    return " ".join([_INSTALL[family], *packages])


def display_opens() -> bool:
    """Tell whether the X server that DISPLAY names lets this program in."""
    x = ctypes.CDLL(_X11)
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x.XOpenDisplay(None)
    if display:
        x.XCloseDisplay(display)
    return bool(display)
