"""Events of X that the engine does not hear of: another program destroys it, the server is gone, the player uses
another layout of the keyboard.

A connection of our own learns when the window is destroyed, and a handler of ours ends the program in order when the
server goes: Xlib itself would end it where it stands.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from typing import Any

from wab.app.window.engine_config import has_x11

_LIBRARY = "libX11.so.6"
_STRUCTURE_NOTIFY, _DESTROYED = 1 << 17, 17  # the mask and the event of Xlib
_EVENT = ctypes.c_long * 24  # room for any event: the first four bytes say which
_CORE_KEYBOARD = 0x100  # of Xkb
_STATE = ctypes.c_ubyte * 18  # what Xkb tells of the keyboard: the first byte is the layout in use, of at most four
_ROWS = {10: "1234567890-=", 24: "qwertyuiop[]", 38: "asdfghjkl;'`", 51: "\\zxcvbnm,./"}
_CODES = {place: first + number for first, row in _ROWS.items() for number, place in enumerate(row)}
_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Watch:
    """Tells whether a window of the X server is still there. `lost` is called once, before the program ends, when the
    server is gone; nothing after it runs.

    OSError if there is no X library or no server.
    """

    def __init__(self, window: int, lost: Callable[[], None]) -> None:
        self._x = _library()
        self._display = self._x.XOpenDisplay(None)
        if not self._display:
            raise OSError("no X server")
        self._handler = _HANDLER(lambda _display: _end(lost))  # kept: the library holds only its address
        self._x.XSetIOErrorHandler(self._handler)
        self._x.XSelectInput(self._display, window, _STRUCTURE_NOTIFY)
        self._x.XSync(self._display, 0)
        self._gone = False

    @property
    def gone(self) -> bool:
        """The window was destroyed."""
        event = _EVENT()
        while not self._gone and self._x.XPending(self._display):
            self._x.XNextEvent(self._display, ctypes.byref(event))
            self._gone = ctypes.c_int.from_buffer(event).value == _DESTROYED
        return self._gone

    def signs(self) -> dict[str, str]:
        """Return what each key prints in the layout in use, by the sign that an American keyboard has there: "" for a
        sign of another script. {} if the server does not tell.
        """
        state = _STATE()
        if self._x.XkbGetState(self._display, _CORE_KEYBOARD, ctypes.byref(state)):
            return {}
        found = {place: self._sign(code, state[0]) for place, code in _CODES.items()}
        self._x.XSync(self._display, 0)  # the library has asked to hear of other layouts: let that go out
        return found

    def _sign(self, code: int, layout: int) -> str:
        """The sign of a key without Shift; a key with fewer layouts than the keyboard prints the sign of its first."""
        symbol = self._x.XkbKeycodeToKeysym(self._display, code, layout, 0)
        symbol = symbol or self._x.XkbKeycodeToKeysym(self._display, code, 0, 0)
        return chr(symbol) if 0x20 < symbol < 0x7F or 0xA0 < symbol < 0x100 else ""

    def close(self) -> None:
        """Watch no more."""
        self._x.XSetIOErrorHandler(None)
        self._x.XCloseDisplay(self._display)


def watch(window: Any, lost: Callable[[], None]) -> Watch | None:
    """Watch the engine's window; None if it is none of X."""
    handle = window.getWindowHandle()
    if not has_x11() or handle is None:
        return None
    try:
        return Watch(int(handle.getIntHandle()), lost)
    except OSError:
        return None


def _library() -> Any:
    x = ctypes.CDLL(_LIBRARY)
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XOpenDisplay.argtypes = [ctypes.c_char_p]
    x.XSelectInput.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]
    x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
    x.XPending.argtypes = x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    x.XNextEvent.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    x.XkbGetState.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p]
    x.XkbKeycodeToKeysym.argtypes = [ctypes.c_void_p, ctypes.c_ubyte, ctypes.c_int, ctypes.c_int]
    x.XkbKeycodeToKeysym.restype = ctypes.c_ulong
    x.XSetIOErrorHandler.argtypes = [ctypes.c_void_p]
    x.XSetIOErrorHandler.restype = ctypes.c_void_p
    return x


def _end(lost: Callable[[], None]) -> int:
    """Put away what has to be, and end: from here nothing of the picture works any more."""
    try:
        lost()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)
