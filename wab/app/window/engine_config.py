"""Settings of the graphics engine, given before anything of it is imported, and its errors as sentences of ours."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from wab.app.gfx.theme import HUD
from wab.app.window.libraries import display_opens, install_command, missing_libraries
from wab.engine.words.errors import WabError
from wab.locale import _

BARS = 80
"""Pixels that a desktop's task bar and the window's own title take of a screen's height, about."""


class DisplayError(WabError):
    """No window can be opened here; the message says why and what to do."""


@dataclass(frozen=True)
class WindowSettings:
    """The settings of a new window: size in pixels, offscreen or not, full screen (always at desktop size). Also
    samples a pixel for smooth edges (0, 2, 4, 8), frames tied to the screen, core profile for tests of drivers.
    """

    width: int = 1600
    height: int = 900
    offscreen: bool = False
    fullscreen: bool = False
    samples: int = 0
    sync: bool = True
    title: str = "wab"
    hud_scale: float = 1.0
    gl_version: str = ""


def configure(settings: WindowSettings) -> None:
    """Hand the settings to the engine. Before `open_engine` opens a window."""
    from panda3d.core import loadPrcFileData

    loadPrcFileData("wab", "\n".join(_lines(settings)))


def fitted(settings: WindowSettings, screen: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels of the window on a screen of this size: in full screen all of it.

    A window larger than the screen gets a size that fits, a title and a task bar next to it. With 0 the engine does not
    know the screen, and the window is as large as it was to be.
    """
    width, height = screen
    if min(screen) <= 0 or (not settings.fullscreen and settings.width <= width and settings.height <= height):
        return settings.width, settings.height
    return screen if settings.fullscreen else (min(settings.width, width), min(settings.height, max(1, height - BARS)))


def _lines(settings: WindowSettings) -> list[str]:
    lines = [
        f"win-size {settings.width} {settings.height}",
        f"window-title {settings.title}",
        "background-color {} {} {}".format(*HUD.ground.unit),
        "textures-power-2 none",
        "png-compression-level 3",  # a picture is written three times as fast, and a twentieth larger
        "notify-level-display error",
        "notify-level-device fatal",  # a machine without /dev/input is not a problem of the player
        "notify-level-windisplay error",
        "notify-level-audio fatal",  # nor is one without a sound card
        "gl-coordinate-system default",
        "print-pipe-types 0",  # an error is told in one sentence of ours
        f"sync-video {int(settings.sync and not settings.offscreen)}",
        "audio-library-name " + ("null" if settings.offscreen else "p3openal_audio"),
    ]
    if settings.offscreen:
        lines += ["window-type offscreen", "gl-finish 1"]  # no screen waits for it: frames would pile up in the driver
        lines += ["load-display p3headlessgl"] if has_x11() else []  # which others have not
    if settings.fullscreen and not settings.offscreen:
        lines += ["undecorated 1", "win-origin 0 0"]  # borderless: switching modes disturbs other screens
    if settings.samples:
        lines += ["framebuffer-multisample 1", f"multisamples {settings.samples}"]
    if settings.gl_version:
        lines.append(f"gl-version {settings.gl_version}")
    return lines


def has_x11() -> bool:
    """Return whether X11 draws the windows, which may be missing; Windows and macOS always have a screen."""
    return sys.platform not in ("win32", "darwin")


def why_no_window() -> str | None:
    """A sentence if this machine cannot show a window, else None. Only X11 systems can be asked beforehand."""
    if not has_x11():
        return None
    display = os.environ.get("DISPLAY")
    if not display:
        return _(
            "There is no screen to open a window on: the environment variable DISPLAY is not set "
            "(commands such as `wab simulate` and `wab screenshot` work without a screen)."
        )
    if missing := missing_libraries():
        return _lacking(missing)
    if not display_opens():
        return _(
            "The screen {display}, which the environment variable DISPLAY names, cannot be opened: "
            "no X server answers there, or it does not let this program in."
        ).format(display=display)
    return None


def _lacking(libraries: Sequence[str]) -> str:
    told, command = ", ".join(libraries), install_command(libraries)
    if not command:
        return _("The graphics need libraries that this system lacks ({libraries}).").format(libraries=told)
    return _(
        "The graphics need libraries that this system lacks ({libraries}); this command installs them: {command}"
    ).format(libraries=told, command=command)


@contextmanager
def graphics_loaded() -> Iterator[None]:
    """Import the graphics. DisplayError if they cannot be loaded because a library of the system is missing."""
    try:
        yield
    except ModuleNotFoundError:
        raise
    except ImportError as error:
        raise DisplayError(no_graphics(str(error))) from error


def no_graphics(reason: str) -> str:
    """Say why the graphics could not be started, in a sentence for the player."""
    if has_x11() and (missing := missing_libraries()):
        return _lacking(missing)
    return _("The graphics could not be started ({reason}): OpenGL 2.1 or newer is needed.").format(
        reason=" ".join(reason.split()).rstrip(".")
    )
