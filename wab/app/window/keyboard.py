"""The keyboard of a window: what stands on its keys, where that is not what an American one has there."""

from __future__ import annotations

from typing import Any

from panda3d.core import ButtonRegistry

_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789,.;/'[]-="


def keyboard_layout(window: Any) -> dict[str, str]:
    """What a key does that has this sign on an American keyboard, for the keys with another sign on this one.

    `window` is one of the engine; an offscreen buffer has no keyboard. A system that does not tell says nothing.
    """
    if not hasattr(window, "getKeyboardMap"):
        return {}
    keyboard, known = window.getKeyboardMap(), ButtonRegistry.ptr()
    if keyboard is None:
        return {}
    found = {}
    for sign in _SIGNS:
        there = keyboard.getMappedButton(known.getButton(sign)).getName()
        if there not in ("", "none", sign):
            found[sign] = there
    return found
