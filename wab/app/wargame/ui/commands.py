"""The commands of a player at a battle screen, each in one place: words, icon, keys, deed, and why not.

The list of keys, the settings of keys, the column of tools and the keys themselves are all made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from wab.app.hud.widgets import Action
from wab.app.window.key_actions import Chord, KeyAction, chord_of, chord_words
from wab.locale import _

S = TypeVar("S")
Deed = Callable[[], object]


@dataclass(frozen=True)
class Command(Generic[S]):
    """Something that a player can do at a battle screen of the type S.

    `id` is its name in the settings, `words` are a message, `keys` its default keys. One with an `icon` is a tool: its
    name there is `tool`, else the last part of the id. `tip` are other words on the tool, `key` is shown on a tool
    that has no key. `down` tells whether it is switched on, `is_there` whether the battle has it.
    """

    id: str
    words: str
    keys: tuple[str, ...]
    do: Callable[[S], object]
    icon: str = ""
    tool: str = ""
    tip: Callable[[S], str] | None = None
    key: str = ""
    label: Callable[[], str] | None = None
    clause: str = ""
    down: Callable[[S], bool] = lambda _screen: False
    why_not: Callable[[S], str] = lambda _screen: ""
    is_there: Callable[[S], bool] = lambda _screen: True

    @property
    def name(self) -> str:
        """Its name among the tools."""
        return self.tool or self.id.rpartition(".")[2]

    @property
    def key_action(self) -> KeyAction:
        """Its row in the list of keys."""
        return KeyAction(self.id, self.words, self.keys)

    def action(self, screen: S, off: str | None = None) -> Action:
        """Its button; `off` says why not where that is known already."""
        off, shown = self.why_not(screen) if off is None else off, self.key or next(iter(self.keys), "")
        key = chord_words(chord_of(shown)) if shown else ""
        tip = self.tip(screen) if self.tip is not None else _(self.words)
        label, down = self.label() if self.label is not None else "", self.down(screen) and not off
        return Action(label, self.icon, key, off=off, tip=tip, clause=self.clause, down=down)


def deed_in(commands: Iterable[Command[S]], screen: S, chord: Chord) -> Deed | None:
    """Return the deed of a chord by these commands; None if it does nothing.

    If Shift is held, a command of the key alone serves as well.
    """
    listed = tuple(commands)
    texts = (chord.text, chord.key) if chord.shift and not chord.control else (chord.text,)
    found = next((one for text in texts for one in listed if text in one.keys), None)
    return None if found is None else lambda: found.do(screen)


def key_rows(commands: Iterable[Command[S]]) -> tuple[KeyAction, ...]:
    """Return the rows of commands in the list of keys, without commands that have no key."""
    return tuple(command.key_action for command in commands if command.keys)
