"""A virtual X server for a test that wants a real window."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

TRIES = 5
"""Two servers that start at one moment may choose the same display, and one of them then ends: it is asked again."""


@contextmanager
def virtual_screen(size: str) -> Iterator[str]:
    """The display, as DISPLAY names it, of a server of its own with one screen of `size` ("800x500")."""
    with virtual_server(size) as (display, _server):
        yield display


@contextmanager
def virtual_server(size: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server of its own with one screen of `size` ("800x500"): its display, as DISPLAY names it, and its process.

    The server is not reset when its last client leaves. A reset would write the display's number again, and a client
    that comes in that moment, or a reader that has gone, would find no server.
    """
    for _ in range(TRIES):
        read, write = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as pipe:  # open as long as the server runs
            number = pipe.readline().strip()
            if number:
                try:
                    yield f":{number}", server
                finally:
                    server.terminate()
                    server.wait(timeout=20)
                return
        server.wait(timeout=20)
    raise AssertionError(f"Xvfb ended {TRIES} times before it had a display")


def strike(display: str, code: int, layout: int) -> None:
    """Choose one of the layouts that the keyboard has, and press a key. (`xdotool` presses all keys in the first.)"""
    x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    server = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    x.XkbLockGroup(server, 0x100, layout)  # of the core keyboard
    for down in (True, False):
        test.XTestFakeKeyEvent(server, code, down, 0)
    x.XSync(server, False)
    x.XCloseDisplay(server)
