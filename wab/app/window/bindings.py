"""The keys of this player: the defaults of all actions, and the choices in their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wab.app.window.key_actions import (
    FREE,
    SHIFT,
    WINDOW,
    Chord,
    KeyAction,
    KeyGroup,
    chord_of,
    chord_words,
    may_be_chosen,
    same_key,
)
from wab.app.window.keyboard import Keyboard
from wab.locale import _, current_language

MOST_KEYS = 2
"""Keys that an action can have."""


@dataclass(frozen=True)
class Use:
    """An action with the group in which it stands."""

    group: KeyGroup
    action: KeyAction


class Bindings:
    """The keys of all actions.

    `chosen` are the chords of actions whose keys the player has changed, by the name of the action; a chord that cannot
    be used gives way to the default and is named in `problems`. `keyboard` says which names its keys have.
    """

    def __init__(
        self,
        groups: Iterable[KeyGroup],
        chosen: Mapping[str, Sequence[str]] | None = None,
        keyboard: Keyboard | None = None,
    ) -> None:
        self.groups = tuple(groups)
        self._wanted = dict(chosen or {})
        self._keyboard = keyboard or Keyboard()
        self.uses = {action.id: Use(group, action) for group in self.groups for action in group.actions}
        self.problems: list[str] = []
        self._keys: dict[str, tuple[str, ...]] = {}
        self._captions: dict[tuple[tuple[str, ...], str], dict[str, str]] = {}
        self._lay(self._wanted)
        free = [(name, use) for name, use in self.uses.items() if not use.group.fixed]
        self._by_chord = {claim: name for name, _use in free for claim in self.claims(name, self._keys[name])}
        self._defaults = {claim for name, use in free for claim in self.claims(name, use.action.keys)}

    def on_keyboard(self, keyboard: Keyboard) -> Bindings:
        """The same choices of the player on another keyboard."""
        return Bindings(self.groups, self._wanted, keyboard)

    # ---- what is laid where

    def _lay(self, chosen: Mapping[str, Sequence[str]]) -> None:
        """Lay the keys: the player's choices before the defaults; of two choices for one key the first in the table."""
        bad: list[str] = []
        taken: set[tuple[str, str]] = set()
        for name, use in self.uses.items():
            if name not in chosen or use.group.fixed:
                continue
            keys = tuple(dict.fromkeys(chosen[name]))[:MOST_KEYS]
            wrong = [key for key in keys if not may_be_chosen(chord_of(key)) or self._held_by(name, key, taken)]
            if wrong:
                bad.append(_(use.action.words))
            else:
                self._keys[name] = keys
                taken |= self._claimed(name, keys)
        for name in self.uses:
            if name not in self._keys:
                free = tuple(key for key in self.defaults_of(name) if not self._held_by(name, key, taken))
                self._keys[name] = free
        if bad:
            message = _("These actions keep their own keys, those in the settings cannot be used: {names}.")
            self.problems.append(message.format(names=", ".join(bad)))

    def defaults_of(self, name: str) -> tuple[str, ...]:
        """The default chords of an action on this keyboard."""
        action = self.uses[name].action
        names = self._keyboard.names
        return tuple(names.get(key, key) for key in action.keys) if action.positional else action.keys

    def claims(self, name: str, keys: Iterable[str]) -> list[tuple[str, str]]:
        """The rooms in which an action would take these chords."""
        group = self.uses[name].group
        found = [(group.room, key) for key in keys]
        return found + [(room, SHIFT + key) for room in sorted(group.shifted) for key in keys]

    def _claimed(self, name: str, keys: Iterable[str]) -> set[tuple[str, str]]:
        """The same, and all rooms that hold at the same time."""
        return {(other, key) for room, key in self.claims(name, keys) for other in self.rooms_beside(room)}

    def _held_by(self, name: str, key: str, taken: set[tuple[str, str]]) -> bool:
        return any(claim in taken for claim in self.claims(name, [key]))

    def rooms_beside(self, room: str) -> set[str]:
        """The room itself and the rooms that hold at the same time; the keys of the window hold in all of them."""
        if room == WINDOW.room:
            return {group.room for group in self.groups}
        own = {group.room for group in self.groups if room in group.beside}
        named = {other for group in self.groups if group.room == room for other in group.beside}
        return {room, WINDOW.room} | own | named

    # ---- questions

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The chords of an action; none where it has none."""
        return self._keys[name]

    def is_default(self, name: str) -> bool:
        """Tell whether an action has the keys that it always had."""
        return self._keys[name] == self.defaults_of(name)

    def words_of(self, name: str) -> str:
        """The keys of an action for people."""
        return ", ".join(self.key_words(key) for key in self._shown(name))

    def key_words(self, key: str) -> str:
        """A chord for people: what is printed on its key."""
        chord = chord_of(key)
        return chord_words(chord._replace(key=self._keyboard.label(chord.key)))

    def _shown(self, name: str) -> tuple[str, ...]:
        """The chords of an action that this keyboard has; all of them if it has none, for a key of the number pad."""
        keys = self._keys[name]
        return tuple(key for key in keys if self._keyboard.has(chord_of(key).key)) or keys

    def conflicts(self, name: str, key: str) -> list[Use]:
        """The other actions that have this chord where this one holds."""
        wanted = self._claimed(name, [key])
        return [
            use
            for other, use in self.uses.items()
            if other != name and any(claim in wanted for claim in self.claims(other, self._keys[other]))
        ]

    def chosen(self) -> dict[str, tuple[str, ...]]:
        """Return what is kept in the settings: the actions whose keys are not the default ones."""
        return {name: keys for name, keys in self._keys.items() if not self.is_default(name)}

    def with_key(self, name: str, key: str, instead_of: str = "", *, swap: bool = False) -> dict[str, tuple[str, ...]]:
        """Return what is kept once an action has this chord in place of another of its own ("": as one more).

        The action that had it before loses it, or with `swap` gets the chord that has become free.
        """
        keys = self._keys[name]
        chosen = self.chosen()
        wanted = self._claimed(name, [key])
        for use in self.conflicts(name, key):
            other = use.action.id
            kept = [one for one in self._keys[other] if not wanted & set(self.claims(other, [one]))]
            if swap and instead_of and all(one.action.id == name for one in self.conflicts(other, instead_of)):
                kept.insert(0, instead_of)
            chosen[other] = tuple(kept)
        mine = tuple(key if one == instead_of else one for one in keys) if instead_of in keys else (*keys, key)
        chosen[name] = tuple(dict.fromkeys(mine))[-MOST_KEYS:]
        return {one: kept for one, kept in chosen.items() if kept != self.defaults_of(one)}

    def without_key(self, name: str, key: str) -> dict[str, tuple[str, ...]]:
        """Return what is kept once an action has lost this chord."""
        return {**self.chosen(), name: tuple(one for one in self._keys[name] if one != key)}

    def reset(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return what is kept once an action has its default keys again; an action that had taken one of them gives it
        back.
        """
        defaults = self.defaults_of(name)
        wanted = self._claimed(name, defaults)
        kept = {}
        for other, keys in self.chosen().items():
            left = tuple(key for key in keys if not any(claim in wanted for claim in self.claims(other, [key])))
            if other != name and left != self.defaults_of(other):
                kept[other] = left
        return kept

    # ---- the way of a key

    def meant(self, rooms: Sequence[str], key: str, control: bool, shift: bool) -> Chord | None:
        """Return what a key stands for where these rooms hold, the first before the others: the default chord by which
        the handlers know its action.

        None for a key that means nothing since its action has been laid elsewhere. Other keys stand for themselves.
        """
        key = same_key(key)
        pressed = Chord(key, control, shift)
        if key in FREE:
            return pressed
        tries = [pressed] + ([Chord(key, control)] if shift else [])
        for chord in tries:
            for place, room in enumerate(rooms):
                if (name := self._by_chord.get((room, chord.text))) is not None:
                    return self._default(name, rooms[:place], rooms, chord, pressed)
        if any((room, chord.text) in self._defaults for chord in tries for room in rooms):
            return None
        return pressed

    def _default(
        self, name: str, before: Sequence[str], rooms: Sequence[str], found: Chord, pressed: Chord
    ) -> Chord | None:
        group, action = self.uses[name].group, self.uses[name].action
        meant = chord_of(action.keys[0])
        if group.room not in rooms:  # it holds here with Shift only
            return Chord(meant.key, meant.control, True)
        if any((room, meant.text) in self._defaults for room in before):
            return None  # what comes first here would take it for its own
        if pressed.shift and not found.shift and not meant.shift:
            shifted = meant.text.replace(meant.key, SHIFT + meant.key)
            if not any((room, shifted) in self._defaults for room in rooms):
                return meant._replace(shift=True)  # such as Shift and Tab: the same the other way round
        return meant

    def caption(self, rooms: Sequence[str], words: str) -> str:
        """Return what a button shows whose default key is written so: the key that does it now, "" if none does."""
        index = tuple(rooms), current_language()
        if index not in self._captions:
            self._captions[index] = self._captioned(rooms)
        return self._captions[index].get(words, words)

    def _captioned(self, rooms: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for room in rooms:  # of two, the battle's and not an aim's: buttons speak of the battle
            for name, use in self.uses.items():
                if use.group.room == room and not use.group.fixed:
                    for number, key in enumerate(use.action.keys):
                        now = self._shown(name)
                        shown = now[min(number, len(now) - 1)] if now else ""
                        found[chord_words(chord_of(key))] = self.key_words(shown) if shown else ""
        return found
