"""The clipboard of the desktop, through the small programs that systems have for it: no library of ours reaches it."""

from __future__ import annotations

import shutil
import subprocess

_SECONDS = 2.0
_COPY = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("xsel", "-ib"), ("pbcopy",), ("clip",))
_PASTE = (
    ("wl-paste", "-n"), ("xclip", "-selection", "clipboard", "-o"), ("xsel", "-ob"), ("pbpaste",),
    ("powershell", "-NoProfile", "-Command", "Get-Clipboard"),
)  # fmt: skip


def copy(words: str) -> bool:
    """Put words on the clipboard; False if this system has no program for it."""
    for command in _COPY:
        if shutil.which(command[0]) is not None:
            try:
                told = subprocess.DEVNULL  # the program may stay to hand the words on: nothing of it may be waited for
                subprocess.run(command, input=words.encode(), check=True, timeout=_SECONDS, stdout=told, stderr=told)
                return True
            except (OSError, subprocess.SubprocessError):
                continue
    return False


def paste() -> str:
    """Return the words on the clipboard; "" if there are none, or no program for it."""
    for command in _PASTE:
        if shutil.which(command[0]) is not None:
            try:
                found = subprocess.run(command, check=True, timeout=_SECONDS, capture_output=True)
                return found.stdout.decode(errors="replace").strip()
            except (OSError, subprocess.SubprocessError):
                continue
    return ""
