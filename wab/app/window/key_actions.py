"""The actions of keys: actions in groups, each with its default keys, and the room in which it holds.

A chord is written as in the settings file: "a", "ctrl+z", "shift+d", "f5", "arrow_left". Handlers of keys know an
action by its first default; `bindings` leads from the key that the player has chosen to that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from wab.app.hud.widgets import key_name
from wab.engine.words.text import N_
from wab.locale import _

CONTROL, SHIFT = "ctrl+", "shift+"
FREE = frozenset({"escape"})
"""Keys that always mean what they say: no action can be laid on them, so that no player is locked out."""
NAMED = frozenset(
    {"enter", "tab", "space", "backspace", "delete", "insert", "home", "end", "page_up", "page_down"}
    | {f"arrow_{way}" for way in ("left", "right", "up", "down")}
    | {f"f{number}" for number in range(1, 13)}
)
MODIFIERS = frozenset(
    {side + name for name in ("control", "shift", "alt", "meta") for side in ("", "l", "r")}
    | {"caps_lock", "num_lock", "shift_lock", "scroll_lock", "print_screen", "pause", "menu"}
)
DIGITS = frozenset("123456789")
"""Choices in lists and speeds are counted off by digits: they cannot be laid elsewhere, alone or with Control."""


class KeyAction(NamedTuple):
    """Something that keys do: its name, what it does as a message, its default chords.

    `positional`: its keys are meant for their place on the keyboard, with any letter on them.
    """

    id: str
    words: str
    keys: tuple[str, ...]
    positional: bool = False


@dataclass(frozen=True)
class KeyGroup:
    """Actions that hold in one room. `title` is a message.

    `over` are rooms that this room interrupts for a while (an aim, an open list). `fixed` keys cannot be changed. With
    Shift, the keys of a group with `shifted` hold in those rooms as well.
    """

    room: str
    title: str
    actions: tuple[KeyAction, ...]
    beside: frozenset[str] = frozenset()
    """The rooms that hold at the same time: there no key can do two things."""
    over: frozenset[str] = frozenset()
    fixed: bool = False
    shifted: frozenset[str] = frozenset()


class Chord(NamedTuple):
    """A key and what is held with it."""

    key: str
    control: bool = False
    shift: bool = False

    @property
    def text(self) -> str:
        """As the settings file writes it."""
        return f"{CONTROL * self.control}{SHIFT * self.shift}{self.key}"


def chord_of(text: str) -> Chord:
    """The chord that is written so."""
    control, rest = text.startswith(CONTROL), text.removeprefix(CONTROL)
    return Chord(rest.removeprefix(SHIFT), control, rest.startswith(SHIFT) and rest != SHIFT)


def same_key(key: str) -> str:
    """Two names of one key: plus stands over the equals sign."""
    return "+" if key == "=" else key


def may_be_chosen(chord: Chord) -> bool:
    """Tell whether an action can be laid on it: a letter, a sign, or a named key; no digit of choices, no Escape."""
    key = chord.key
    if key in FREE or key in MODIFIERS or key in DIGITS:
        return False
    return key in NAMED or (len(key) == 1 and key.isprintable() and not key.isspace() and key == key.lower())


def chord_words(chord: Chord) -> str:
    """A chord as it is written on a button: "Ctrl Z"."""
    held = [word for word, on in ((_("Ctrl"), chord.control), (_("Shift"), chord.shift)) if on]
    return " ".join([*held, key_name(chord.key)])


WINDOW = KeyGroup(
    "window",
    N_("Everywhere"),
    (
        KeyAction("window.fullscreen", N_("Full screen, or a window"), ("f11",)),
        KeyAction("window.sound", N_("Sound on or off"), ("f7",)),
        KeyAction("window.report", N_("Report a problem"), ("f8",)),
    ),
)
"""Keys that the window takes on any page."""

CAMERA = KeyGroup(
    "camera",
    N_("Map and camera"),
    (
        KeyAction("camera.left", N_("Move the view to the left"), ("arrow_left",)),
        KeyAction("camera.right", N_("Move the view to the right"), ("arrow_right",)),
        KeyAction("camera.up", N_("Move the view up"), ("arrow_up",)),
        KeyAction("camera.down", N_("Move the view down"), ("arrow_down",)),
        KeyAction("camera.in", N_("Zoom in"), ("+", "page_up")),
        KeyAction("camera.out", N_("Zoom out"), ("-", "page_down")),
        KeyAction("camera.steep", N_("In 3D: look more from above"), ("home",)),
        KeyAction("camera.low", N_("In 3D: look more along the ground"), ("end",)),
        KeyAction("camera.turn_left", N_("Turn the map to the left"), (",",), positional=True),
        KeyAction("camera.turn_right", N_("Turn the map to the right"), (".",), positional=True),
        KeyAction("camera.reset", N_("The view as at the beginning"), ("0",)),
        KeyAction("camera.3d", N_("Two or three dimensions"), ("f3",)),
    ),
)
"""Keys that move the map under every battle."""

PAGES = KeyGroup(
    "pages",
    N_("Pages and menus"),
    (
        KeyAction("pages.on", N_("From one thing to the next"), ("arrow_down", "tab")),
        KeyAction("pages.back", N_("From one thing to the one before"), ("arrow_up", "shift+tab")),
        KeyAction("pages.press", N_("Press it"), ("enter", "space")),
        KeyAction("pages.leave", N_("Back"), ("escape",)),
    ),
    fixed=True,
)
"""Keys of pages: always the same, so that the settings can be reached with any choice of keys."""
