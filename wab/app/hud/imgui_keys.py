"""Names of keys: from the engine's words to the words of Dear ImGui."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

_NAMED = {
    "escape": "escape", "enter": "enter", "tab": "tab", "backspace": "backspace", "space": "space", "delete": "delete",
    "insert": "insert", "home": "home", "end": "end", "page_up": "page_up", "page_down": "page_down",
    "arrow_left": "left_arrow", "arrow_right": "right_arrow", "arrow_up": "up_arrow", "arrow_down": "down_arrow",
    "lcontrol": "left_ctrl", "rcontrol": "right_ctrl", "lshift": "left_shift", "rshift": "right_shift",
    "lalt": "left_alt", "ralt": "right_alt", "lmeta": "left_super", "rmeta": "right_super",
    ",": "comma", ".": "period", "-": "minus", "=": "equal", ";": "semicolon", "/": "slash", "'": "apostrophe",
    "[": "left_bracket", "]": "right_bracket", "\\": "backslash", "`": "grave_accent",
}  # fmt: skip


def imgui_key(name: str) -> Any | None:
    """The ImGui key for a name of the engine; None for keys that ImGui does not need."""
    word = _NAMED.get(name)
    if word is None and len(name) == 1 and name.isascii() and name.isalnum():
        word = f"_{name}" if name.isdigit() else name.lower()
    if word is None and name[:1] == "f" and name[1:].isdigit() and int(name[1:]) <= 12:
        word = name
    return getattr(imgui.Key, word, None) if word else None
