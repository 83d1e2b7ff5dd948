"""The list of all keys of a battle screen, looked at for texts that have no room."""

from __future__ import annotations

from typing import Any

import pytest

from wab.app.hud.kit import Kit
from wab.app.wargame.screen import key_panel as keys
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import CAMERA, WINDOW, KeyGroup
from wab.app.window.window import GameWindow
from wab.locale import language

ROOM = keys.WIDE / 2 - 18
"""Room of a column for its keys and its words."""


def check_key_list(
    window: GameWindow, screen: Any, groups: tuple[KeyGroup, ...], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Draw the list in a window of 1280 by 720: every word of it is there, and stays within its column."""
    size = window.hud.width, window.hud.height
    drawn: list[tuple[str, float]] = []
    text = Kit.text

    def told(kit: Kit, words: str, *rest: Any, **more: Any) -> float:
        if more.get("size") == keys.SIZE:
            assert "room" not in more  # by which it would be cut
            drawn.append((words, kit.width(words, more.get("font", "body"), keys.SIZE)))
        return text(kit, words, *rest, **more)

    monkeypatch.setattr(Kit, "text", told)
    monkeypatch.setattr(keys.Scrolled, "shows", lambda *_place: True)
    sections, of = [], keys._sections
    monkeypatch.setattr(keys, "_sections", lambda desk: (sections.clear(), sections.extend(of(desk)), of(desk))[2])
    monkeypatch.setattr(window, "bindings", Bindings((*groups, CAMERA, WINDOW)))
    monkeypatch.setattr(window.hud, "scale", 1.0)
    window.hud.resize(1280, 720)
    with language(code):
        try:
            screen.ui.panel = "keys"
            window.step(0.05)
        finally:
            screen.ui.panel = ""
            window.hud.resize(*size)
    rows = [row for section in sections for row in section.rows]
    assert len(rows) > 30
    whole = " ".join(words for words, _wide in drawn)
    assert not [words for _key, words in rows if words not in whole]
    assert max(wide for _words, wide in drawn) <= ROOM - keys.KEY_ROOM + 12
    assert max(wide for words, wide in drawn if words in {key for key, _words in rows}) <= keys.KEY_ROOM
