"""The demands on the graphics engine for drawing a picture without a window."""

from __future__ import annotations

import sys

import pytest

from wab.app.window.engine_config import WindowSettings, _lines, why_no_window


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_only_a_system_that_may_lack_a_screen_draws_without_one(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "load-display p3headlessgl" in _lines(WindowSettings(offscreen=True))
    assert why_no_window() is not None
    monkeypatch.setattr(sys, "platform", platform)  # there this part of the engine is not to be had
    lines = _lines(WindowSettings(offscreen=True))
    assert "window-type offscreen" in lines
    assert not any("headless" in line for line in lines)
    assert why_no_window() is None
