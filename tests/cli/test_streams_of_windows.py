"""Output that goes to a file or a pipe on Windows."""

from __future__ import annotations

import io
import sys

import pytest

from wab.cli.streams import told_apart


@pytest.mark.parametrize(("platform", "written"), [("win32", "→".encode()), ("linux", b"?")])
def test_redirected_output_on_windows_is_utf_8(platform: str, written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(file, encoding="cp1252", errors="replace"))
    with told_apart():
        print("→", end="", flush=True)
    assert file.getvalue() == written
