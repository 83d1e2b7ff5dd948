"""The keyboard of a window: what its keys print now, and by which sign each of them is known to the bindings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase
from typing import Any

from panda3d.core import ButtonRegistry

from wab.app.window.key_actions import same_key

DIGIT_ROW = tuple("1234567890")
PLACES = (*"`-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", *DIGIT_ROW)
"""The keys that print a sign, each by the sign that an American keyboard has there."""
_LETTERS = tuple(ascii_lowercase)
_NEEDED = (_LETTERS, ("-", "=", "/"))
"""Signs that default keys use, the needed ones first."""
_USED = {*_LETTERS, *"-=/+,."}
_AMERICAN = {place: place for place in PLACES}


@dataclass(frozen=True)
class Keyboard:
    """The sign that the key at each place prints now, "" for a sign of another script, and how the engine names that
    key.

    The engine names keys by the first layout that the system has, even while the player uses another.
    """

    signs: Mapping[str, str] = field(default_factory=lambda: dict(_AMERICAN))
    named: Mapping[str, str] = field(default_factory=lambda: dict(_AMERICAN))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The sign by which the bindings know the key at each place.

        The row of digits counts, with any signs on it. Other keys go by the sign that they print, and by their place if
        that sign is of another script. Where no key prints a sign that the game needs, the key at its place takes it.
        """
        found = {place: place for place in DIGIT_ROW}
        for needed, kept in zip(_NEEDED, (_LETTERS, _USED), strict=True):
            printed = {same_key(self.signs[place]) for place in PLACES if place not in found}
            free = [place for place in needed if same_key(place) not in printed and self.signs[place] not in kept]
            found |= {place: place for place in free}
        return {place: self.signs[place] or place for place in PLACES} | found

    def meant(self, place: str, named: str) -> str:
        """The name of a key that went down, "" for none, by its place and by the engine's name of it: one may be "".

        Keys of the number pad have the places of other keys, but names of their own.
        """
        usual = self.named.get(place)
        if usual is None or (named and named != usual):
            return named
        return self.names[place] if named or not usual else ""

    def has(self, name: str) -> bool:
        """Checks if a key outside the number pad has this name."""
        return len(name) > 1 or same_key(name) in {same_key(known) for known in self.names.values()}

    def label(self, name: str) -> str:
        """Return what is printed on the key of this name. Letters of ours stand on keys of every script."""
        if name == "+" and name in [self.signs[place] for place in DIGIT_ROW]:
            return "="  # by which the name goes as well: see `same_key`
        if name in _LETTERS or name in DIGIT_ROW or self.names.get(name) != name:
            return name
        return self.signs[name] or name


def read_keyboard(window: Any, signs: Mapping[str, str]) -> Keyboard:
    """The keyboard of the engine's window. `signs` are what its keys print, {} if only the engine can tell.

    An offscreen buffer, and a system that does not tell, has an American keyboard.
    """
    keyboard = window.getKeyboardMap() if hasattr(window, "getKeyboardMap") else None
    if keyboard is None:
        return Keyboard()
    known = ButtonRegistry.ptr()
    named = {place: _sign(keyboard.getMappedButton(known.getButton(place)).getName()) for place in PLACES}
    return Keyboard(signs or named, named)


def _sign(name: str) -> str:
    """A sign by the engine's name of a key; "" for no key, or a key that has a word for a name."""
    return name if len(name) == 1 else ""
