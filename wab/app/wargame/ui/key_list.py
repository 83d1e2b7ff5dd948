"""The list of all keys of a battle screen, as they are laid now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wab.app.hud.widgets import key_name
from wab.app.window.bindings import Bindings
from wab.locale import _


@dataclass(frozen=True)
class KeySection:
    """Rows under a heading: the keys of each and what they do."""

    title: str
    rows: tuple[tuple[str, str], ...]


def key_sections(
    bindings: Bindings, rooms: Sequence[str], fixed: Sequence[tuple[str, str]] = ()
) -> tuple[KeySection, ...]:
    """The keys of these rooms, in their order. `fixed` rows, a key and a message, stand at the end of the first one."""
    groups = {group.room: group for group in bindings.groups}
    found = []
    for number, room in enumerate(room for room in rooms if room in groups):
        group = groups[room]
        rows = [(bindings.words_of(action.id), _(action.words)) for action in group.actions]
        if not number:
            rows += [(" ".join(key_name(part) for part in _parts(key)), _(words)) for key, words in fixed]
        found.append(KeySection(_(group.title), tuple(row for row in rows if row[0])))
    return tuple(found)


def _parts(key: str) -> list[str]:
    """A fixed key, and what is held with it."""
    return [_("Ctrl"), key.removeprefix("ctrl ")] if key.startswith("ctrl ") else [key]
